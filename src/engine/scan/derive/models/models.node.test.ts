import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { Declarations } from "#engine/scan/derive/declarations";
import { createTables } from "#engine/scan/schema";
import { encodeModels, inOrder, type ModelPart } from "./encode-models.ts";

const empty = {
  library: "Eloquent",
  owner: null,
  name: null,
  table_name: null,
  column_name: null,
  type: null,
  nullable: null,
  key: null,
  references: null,
  symbol: null,
  members: null,
  path: "a",
  line: 1,
} satisfies Omit<ModelPart, "kind">;

type Part = Pick<ModelPart, "kind"> & Partial<ModelPart>;

/** Parts in the order of migrations; each line of the answer is a model with its fields. */
function told(...parts: Part[]): string[] {
  return unitsOf(...parts).flatMap(({ models = [], model_fields = [] }) =>
    models.map(
      ([name, table]) =>
        `${name} (${table}): ${model_fields
          .filter(([model]) => model === name)
          .map(([, field, , type, , key]) => [field, type, key].filter(Boolean).join(" "))
          .join(", ")}`,
    ),
  );
}

function unitsOf(...parts: Part[]): Record<string, (string | number | null)[][]>[] {
  const db = new DatabaseSync(":memory:");
  db.exec(createTables);
  const units = encodeModels(
    parts.map((one, at) => ({ ...empty, line: at + 1, ...one })),
    new Declarations(db),
  );
  db.close();
  return units.map(({ line }) => JSON.parse(line).rows);
}

test("a table is what all migrations have made of it; what they would undo has not happened", () => {
  const table_name = "users";
  expect(
    told(
      { kind: "table", owner: "a#@1:1", table_name },
      { kind: "column", owner: "a#@1:1", name: "id", type: "bigint", key: "primary" },
      { kind: "column", owner: "a#@1:1", name: "mail", type: "string" },
      { kind: "column", owner: "a#@1:1", name: "old", type: "string" },
      { kind: "drop_table", table_name, symbol: "a#Migration.down" },
      { kind: "drop_column", table_name, name: "old" },
      { kind: "rename_column", table_name, name: "mail", column_name: "email" },
      { kind: "column", table_name, name: "age", type: "int" },
      { kind: "table", owner: "b#@1:1", table_name: "gone" },
      { kind: "column", owner: "b#@1:1", name: "id" },
      { kind: "drop_table", table_name: "gone" },
    ),
  ).toEqual(["users (users): id bigint primary, email string, age int"]);
});

test("a table that is made again is the later one, one that is changed keeps its columns", () => {
  expect(
    told(
      { kind: "table", owner: "a#@1:1", table_name: "a" },
      { kind: "column", owner: "a#@1:1", name: "x" },
      { kind: "table", owner: "a#@5:1", table_name: "a", key: "none" },
      { kind: "column", owner: "a#@5:1", name: "y" },
      { kind: "table", owner: "a#@9:1", table_name: "b" },
      { kind: "column", owner: "a#@9:1", name: "x" },
      { kind: "table", owner: "a#@12:1", table_name: "b" },
      { kind: "column", owner: "a#@12:1", name: "z" },
    ),
  ).toEqual(["a (a): x, y", "b (b): z"]);
});

test("columns lead to a table under its new name, and may be empty where their type says so", () => {
  const [library, owner] = ["SQL", "b#@1:1"];
  const rows = unitsOf(
    { kind: "table", library, owner: "a#@1:1", table_name: "people" },
    { kind: "column", library, owner: "a#@1:1", name: "id", type: "int", nullable: 0 },
    { kind: "table", library, owner, table_name: "orders" },
    { kind: "column", library, owner, name: "buyer", type: "int", nullable: 0, references: "people" },
    { kind: "rename_table", library, table_name: "people", name: "users" },
    { kind: "model", library: "Sequelize", owner: "c#Cart", name: "Cart", symbol: "c#Cart" },
    { kind: "field", library: "Sequelize", owner: "c#Cart", name: "paidAt", type: "Date | null" },
    { kind: "field", library: "Sequelize", owner: "c#Cart", name: "sums", type: "Map<string, number | null>" },
  ).flatMap(({ model_fields = [] }) => model_fields);
  expect(rows.map(([, field, , , nullable, , references]) => [field, nullable, references])).toEqual([
    ["id", 0, null],
    ["buyer", 0, "users"],
    ["paidAt", 1, null],
    ["sums", null, null],
  ]);
});

test("a statement that changes a column leaves the rest of it", () => {
  const [library, table_name] = ["SQL", "users"];
  expect(
    told(
      { kind: "table", library, owner: "a#1", table_name },
      { kind: "column", library, table_name, name: "id", type: "int", nullable: 1 },
      { kind: "column", library, table_name, name: "team_id", type: "int", nullable: 1 },
      { kind: "column", library, table_name, name: "id", nullable: 0, key: "primary" },
      { kind: "column", library, table_name, name: "team_id", key: "foreign", references: "teams" },
      { kind: "column", library, table_name, name: "team_id", type: "bigint" },
      { kind: "column", library, table_name, name: "gone", nullable: 0 },
    ),
  ).toEqual(["users (users): id int primary, team_id bigint foreign"]);
});

test("migrations follow each other by the times and numbers in their names", () => {
  const sorted = (...paths: string[]) =>
    inOrder(paths.map((path) => ({ ...empty, kind: "table", path }))).map(({ path }) => path);
  const times = ["m/20170502181306_a/up.sql", "m/2017-08-31-230457_b/up.sql", "m/20170904200817_c/up.sql"];
  expect(sorted(...times.toReversed())).toEqual(times);
  const numbers = ["m/V1_9__a.sql", "m/V1_10__b.sql", "m/V2__c.sql", "m/v4.go", "m/v13.go"];
  expect(sorted(...numbers.toReversed())).toEqual(numbers);
  const squashed = ["database/schema/pgsql-schema.sql", "database/migrations/2025_01_01_000000_a.php"];
  expect(sorted(...squashed.toReversed())).toEqual(squashed);
});

test("a class that is kept in a table has its columns, and is told once", () => {
  expect(
    told(
      { kind: "table", owner: "a#@1:1", table_name: "users" },
      { kind: "column", owner: "a#@1:1", name: "email", type: "string" },
      { kind: "model", owner: "b#User", name: "User", symbol: "b#User" },
    ),
  ).toEqual(["User (users): email string"]);
});

test("where nearly all models of a library say their tables, what does not is none", () => {
  const model = (name: string, table_name: string | null) =>
    ({ kind: "model", library: "XORM", owner: `b#${name}`, name, table_name, symbol: `b#${name}` }) as const;
  const field = (name: string) => ({ kind: "field", library: "XORM", owner: `b#${name}`, name: "id" }) as const;
  const names = ["A", "B", "C", "D", "E", "F", "G", "H"];
  const tables = names.flatMap((name) => [model(name, name.toLowerCase()), field(name)]);
  const others = [model("Count", null), field("Count")];
  expect(told(...tables, ...others)).toHaveLength(8);
  expect(told(...tables.slice(0, 4), ...others)).toHaveLength(3);
});

test("fields that a class declares count more than what was known of them", () => {
  expect(
    told(
      { kind: "model", library: "TypeORM", owner: "b#User", name: "User", table_name: "people", symbol: "b#User" },
      { kind: "field", owner: "b#User", name: "id", type: "number" },
      { kind: "field", owner: "b#User", name: "id", key: "primary" },
      { kind: "field", owner: "b#User", name: "shown", key: "none" },
    ),
  ).toEqual(["User (people): id number primary"]);
});

test("a key leads to no table that is gone, whatever took it away", () => {
  const made = (name: string, at: string) => ({ kind: "table" as const, owner: at, table_name: name });
  const key = {
    kind: "column" as const,
    owner: "a#@2:1",
    name: "kind",
    type: "int",
    key: "foreign" as const,
    references: "kinds",
  };
  const gone = { kind: "drop_table" as const, table_name: "kinds" };
  expect(told(made("kinds", "a#@1:1"), made("orders", "a#@2:1"), key, gone)).toEqual(["orders (orders): kind int"]);
  const renamed = [
    made("new_kinds", "a#@3:1"),
    gone,
    { kind: "rename_table" as const, table_name: "new_kinds", name: "kinds" },
  ];
  expect(told(made("kinds", "a#@1:1"), made("orders", "a#@2:1"), key, ...renamed)).toContain(
    "orders (orders): kind int foreign",
  );
});

test("a table's name is told without quotes, and what a migration declares for itself is no model", () => {
  expect(
    told(
      { kind: "model", owner: "a#A", name: "A", table_name: "`Order`", path: "app/a.java" },
      { kind: "column", owner: "a#A", name: "id", path: "app/a.java" },
      { kind: "model", owner: "m#B", name: "B", table_name: "b", path: "db/migrate/2020_add_b.rb" },
      { kind: "column", owner: "m#B", name: "id", path: "db/migrate/2020_add_b.rb" },
      { kind: "model", owner: "o#C", name: "C", table_name: "c", path: "db/old_migrations/2019_c.rb" },
      { kind: "column", owner: "o#C", name: "id", path: "db/old_migrations/2019_c.rb" },
      { kind: "model", owner: "v#D", name: "D", table_name: "d", path: "alembic/versions/ab12_d.py" },
      { kind: "column", owner: "v#D", name: "id", path: "alembic/versions/ab12_d.py" },
    ),
  ).toEqual(["A (Order): id"]);
});

test("what many models are known by, and a full name of no person, are no secrets", () => {
  const models = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => [
      { kind: "table" as const, owner: `a#@${at}:1`, table_name: `${name}${at}` },
      { kind: "column" as const, owner: `a#@${at}:1`, name: "token", type: "string" },
      { kind: "column" as const, owner: `a#@${at}:1`, name: "reset_token", type: "string" },
    ]).flat();
  const sensitiveOf = (parts: (Pick<ModelPart, "kind"> & Partial<ModelPart>)[]) => {
    const db = new DatabaseSync(":memory:");
    db.exec(createTables);
    const all = parts.map((one, at) => ({ ...empty, line: at + 1, ...one }));
    const units = encodeModels(all, new Declarations(db));
    db.close();
    const rows = units.flatMap(
      ({ line }) => (JSON.parse(line) as { rows: { model_fields: string[][] } }).rows.model_fields,
    );
    return new Set(rows.filter((row) => row[7] !== null).map((row) => row[1]));
  };
  const named = (table: string, ...columns: string[]) => [
    { kind: "table" as const, owner: `a#@${table}:1`, table_name: table },
    ...columns.map((name) => ({ kind: "column" as const, owner: `a#@${table}:1`, name, type: "string" })),
  ];
  expect(sensitiveOf(named("languages", "full_name"))).toEqual(new Set());
  expect(sensitiveOf(named("customers", "full_name"))).toEqual(new Set(["full_name"]));
  expect(sensitiveOf(named("orders", "full_name", "email"))).toEqual(new Set(["full_name", "email"]));
  expect(sensitiveOf(models(8, "a"))).toEqual(new Set(["reset_token"]));
  expect(sensitiveOf(models(7, "a"))).toEqual(new Set(["token", "reset_token"]));
});

test("a column that came later lies where it was added, and one of a type that may be nothing may be nothing", () => {
  const sql = { library: "SQL", owner: "#users", table_name: "users" } as const;
  const [unit] = unitsOf(
    { ...sql, kind: "table", path: "1.sql" },
    { ...sql, kind: "column", name: "id", type: "int", nullable: 0, path: "1.sql" },
    { ...sql, kind: "column", name: "team", type: "int", nullable: 1, path: "2.sql" },
  );
  expect(unit?.model_fields?.map((row) => [row[1], ...row.slice(-2)])).toEqual([
    ["id", "1.sql", 2],
    ["team", "2.sql", 3],
  ]);
  const [model] = unitsOf(
    { kind: "model", library: "JPA", owner: "a#Cat", name: "Cat", table_name: "cats", symbol: "a#Cat" },
    { kind: "field", library: "JPA", owner: "a#Cat", name: "home", type: "Home?", key: "foreign" },
    { kind: "field", library: "JPA", owner: "a#Cat", name: "owner", type: "Owner", key: "foreign" },
  );
  expect(model?.model_fields?.map((row) => [row[1], row[4]])).toEqual([
    ["home", 1],
    ["owner", null],
  ]);
});
