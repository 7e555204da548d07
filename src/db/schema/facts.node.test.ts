import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { factTables } from "#contract/fact-tables";
import { factSchema } from "./facts.ts";

test.each([...factTables])("$name holds the columns of the contract behind its own", ({ name, columns }) => {
  const config = getTableConfig(factSchema[name]);
  const nullable = (column: { notNull: boolean }) => (column.notNull ? "" : "?");
  expect(config.name).toBe(name);
  expect(config.columns.slice(0, 3).map((column) => column.name)).toEqual(["row_id", "project", "unit"]);
  expect(config.columns.slice(3).map((column) => `${column.name}: ${column.getSQLType()}${nullable(column)}`)).toEqual(
    columns.map((column) => {
      const type = column.type === "int" || column.type === "flag" ? "integer" : "text";
      return `${column.name}: ${type}${"nullable" in column ? "?" : ""}`;
    }),
  );
});

test("every index of a fact table starts with the project", () => {
  for (const table of Object.values(factSchema)) {
    for (const { config } of getTableConfig(table).indexes) {
      expect((config.columns[0] as { name: string }).name, config.name).toBe("project");
    }
  }
});

test("there is a table for each of the contract's and no other", () => {
  expect(Object.keys(factSchema).sort()).toEqual(factTables.map(({ name }) => name).sort());
});

test("the migrations make every one of them", () => {
  const folder = join(import.meta.dirname, "../../../migrations/shard");
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const made = files.flatMap((name) => [
    ...readFileSync(join(folder, name), "utf8").matchAll(/^CREATE TABLE `(\w+)`/gm),
  ]);
  expect(made.map(([, name]) => name)).toEqual(expect.arrayContaining(factTables.map(({ name }) => name)));
});
