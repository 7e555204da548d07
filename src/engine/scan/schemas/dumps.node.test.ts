import { expect, test } from "vitest";
import { rowsOf } from "#engine/scan/testing/scanned-rows";

test("what a framework writes down of all tables is read however long it is, rows of data are not", async () => {
  const comments = `-- ${"as it is in production ".repeat(30_000)}\n`;
  const files = {
    "db/structure.sql": `${comments}CREATE TABLE public.people (\n    id uuid NOT NULL,\n    email character varying\n);\n`,
    "db/people.sql": `CREATE TABLE copies (id int);\n${comments}`,
  };
  const fields = await rowsOf(files, "select model, name, nullable from model_fields order by name");
  expect(fields.map((row) => Object.values(row as object).join(" "))).toEqual(["people email 1", "people id 0"]);
});
