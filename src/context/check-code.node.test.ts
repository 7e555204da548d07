import { expect, test } from "vitest";
import { outline } from "#engine/outline";
import { checkCode, type Knowledge, type KnownSymbol } from "./check-code.ts";

const known = (path: string, name: string, more: Partial<KnownSymbol> = {}): KnownSymbol => ({
  ...{ id: `${path}#${name}`, name, qualified: name, kind: "function", path, line: 3, exported: 1 },
  ...{ parent: null, params: "[]", returns: null, doc: null, ...more },
});
const check = (targetFile: string, code: string, facts: Partial<Knowledge> = {}) =>
  checkCode(
    { code, targetFile, outline: outline(targetFile, code), isPart: false },
    {
      ...{ named: [], neighbours: [], siblings: [], existing: new Set(), usedSpecifiers: new Set() },
      ...{ insideSpecifiers: new Set(), inScope: new Set(), frameworks: [], ...facts },
    },
  ).map(({ rule, severity, message, line }) => `${line}: ${severity} ${rule}: ${message}`);

const money = known("src/money.ts", "addMoney", {
  params: JSON.stringify([
    { name: "a", required: true },
    { name: "b", required: true },
  ]),
});

test("code that fits has nothing to say against it", () => {
  const code =
    'import { addMoney } from "./money";\nexport const total = (a: number) => addMoney(a, Math.max(a, 1));\n';
  expect(check("src/new.ts", code, { named: [money], existing: new Set(["src/money.ts"]) })).toEqual([]);
});

test("imports that lead nowhere, calls of what is not there, and wrong arguments", () => {
  const code = `import { addMoney } from "./money";
import { gone } from "./gone";
import left from "left-pad";
addMoney(1);
subtractMoney(1, 2);
madeUp(gone, left);
`;
  const named = [money, known("src/other.ts", "subtractMoney")];
  expect(check("src/new.ts", code, { named, existing: new Set(["src/money.ts"]) })).toMatchInlineSnapshot(`
    [
      "2: error import: "./gone" leads to no file from src/new.ts",
      "3: warning import: "left-pad" is not imported or depended on anywhere in this project",
      "5: error unknown-name: subtractMoney is called but not imported",
      "6: warning unknown-name: madeUp is called, but nothing of that name is declared, imported or known",
      "4: error arguments: addMoney takes 2 arguments, 1 given",
    ]
  `);
});

test("a Go package's own names need no import, another's do", () => {
  const named = [known("stock/stock.go", "release", { exported: 0 })];
  const code = "package stock\n\nfunc Drop() { release() }\n";
  expect(check("stock/new.go", code, { named })).toEqual([]);
  expect(check("server/new.go", code, { named })).toMatchInlineSnapshot(`
    [
      "3: error unknown-name: release is declared in stock/stock.go:3, but not exported",
    ]
  `);
});

test("names and habits of the neighbours", () => {
  const neighbours = ["read_rows", "write_rows", "drop_rows", "count_rows"].map((name) =>
    known(`app/${name}.py`, name, { params: '[{"name":"rows","type":"list"}]', doc: "Does it." }),
  );
  expect(check("app/new.py", "def readAll(rows):\n    return rows\n", { neighbours })).toMatchInlineSnapshot(`
    [
      "1: warning naming: readAll is camelCase; functions here are snake_case",
      "1: warning types: readAll: no type for rows; functions here have types",
      "1: info docs: readAll has no documentation; exported functions here have",
    ]
  `);
});

test("what does not parse", () => {
  expect(check("src/new.ts", "const = 1;\n")[0]).toMatch(/^1: error syntax: /);
});

test("what most tests do not say of their framework is no usage to follow", () => {
  const code = 'import { test } from "vitest";\ntest("adds", () => {});\n';
  const usedSpecifiers = new Set(["vitest"]);
  expect(check("src/a.test.ts", code, { usedSpecifiers, frameworks: ["unknown", "unknown", "vitest"] })).toEqual([]);
  expect(check("src/a.test.ts", code, { usedSpecifiers, frameworks: ["unknown", "unknown", "jest"] })).toEqual([
    "1: warning test-style: Tests here use jest, this one vitest",
  ]);
});
