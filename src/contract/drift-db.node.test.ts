import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { factTables } from "./fact-tables.ts";

const rows = readFileSync("docs/drift-db.md", "utf8").split("\n");

it.each(factTables.map((table) => table.name))("docs/drift-db.md tells of %s and its columns", (name) => {
  const row = rows.find((line) => line.startsWith(`| \`${name}\` |`)) ?? "";
  const told = new Set(Array.from(row.matchAll(/`(\w+)`/g), ([, word]) => word));
  const { columns } = factTables.find((table) => table.name === name) ?? { columns: [] };
  expect(columns.map((column) => column.name).filter((column) => !told.has(column))).toEqual([]);
});
