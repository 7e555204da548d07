/** What tests cover, as a scan derives it. */
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { driftDbPath } from "#engine/scan/drift-folder";
import { dumpDb } from "#engine/scan/testing/dump-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

function query(folder: TempFolder, sql: string): unknown[][] {
  const db = new DatabaseSync(driftDbPath(folder.path), { readOnly: true });
  try {
    return db
      .prepare(sql)
      .all()
      .map((row) => Object.values(row));
  } finally {
    db.close();
  }
}

const covers = (folder: TempFolder) =>
  query(
    folder,
    "select coalesce(test, '-'), coalesce(symbol, target), how, steps, confidence from test_covers order by 1, 2",
  );

const shop = {
  "src/cart.ts": `
    import { round } from "./money";
    export function total(prices: number[]): number { return round(prices.length ? 1 : 0); }
    export function empty(prices: number[]): boolean { return prices.length ? false : true; }
    export class Cart { add(n: number) { return n ? n : 0; } }`,
  "src/money.ts": "export function round(n: number): number { return n ? n : 0; }",
  "src/tax.ts": "export const tax = (n: number): number => (n ? n : 0); export interface Tax { rate: number }",
  "src/mail.ts": "export const send = (to: string): string => (to ? to : '');",
  "test/support.ts": `
    import { Cart } from "../src/cart";
    export function filled(): Cart { return fill(new Cart()); }
    function fill(cart: Cart): Cart { cart.add(1); return cart; }`,
  "test/cart.test.ts": `
    import { beforeEach, describe, expect, test } from "vitest";
    import { total } from "../src/cart";
    import { tax, type Tax } from "../src/tax";
    import { filled } from "./support";
    const check = (n: number) => expect(n).toBe(0);
    describe("cart", () => {
      beforeEach(() => { total([]); });
      test("helps", () => { filled(); check(0); });
      test("calls", () => { total([1]); });
    });`,
  "test/mail.test.ts": `import { test } from "vitest"; test("nothing", () => {});`,
};

test("calls go before helpers, these before what is set up, imports and names", async () => {
  const folder = new TempFolder(shop);
  await runScan(folder);
  expect(covers(folder)).toMatchInlineSnapshot(`
    [
      [
        "-",
        "src/mail.ts",
        "name",
        0,
        50,
      ],
      [
        "-",
        "src/tax.ts#tax",
        "import",
        0,
        60,
      ],
      [
        "calls",
        "src/cart.ts#total",
        "call",
        1,
        95,
      ],
      [
        "helps",
        "src/cart.ts#Cart",
        "helper",
        2,
        90,
      ],
      [
        "helps",
        "src/cart.ts#Cart.add",
        "helper",
        3,
        85,
      ],
      [
        "helps",
        "src/cart.ts#total",
        "fixture",
        1,
        65,
      ],
    ]
  `);
  expect(query(folder, "select name, assertions, fixtures from test_cases order by name")).toMatchInlineSnapshot(`
    [
      [
        "calls",
        0,
        "[{"name":"beforeEach","symbol":null}]",
      ],
      [
        "helps",
        1,
        "[{"name":"beforeEach","symbol":null}]",
      ],
      [
        "nothing",
        0,
        null,
      ],
    ]
  `);
});

test("untested is what no test is known to reach, by whatever way", async () => {
  const folder = new TempFolder({
    ...shop,
    "src/held.ts": `
      export function listed(n: number) { return n ? 1 : 0; }
      export function lonely(n: number) { return n ? lonelier(n) : 0; }
      export function lonelier(n: number) { return n ? 1 : 0; }
      export const all = [listed];
      class Store { bound(n: number) { return n ? 1 : 0; } }
      export const bound = new Store().bound.bind(null);`,
    "tests/app.ts": "export function boot(n: number) { return n ? 1 : 0; }",
  });
  await runScan(folder);
  expect(
    query(folder, "select symbol, complexity, callers from untested_functions order by symbol"),
  ).toMatchInlineSnapshot(`
    [
      [
        "src/cart.ts#empty",
        2,
        0,
      ],
      [
        "src/held.ts#lonelier",
        2,
        1,
      ],
      [
        "src/held.ts#lonely",
        2,
        0,
      ],
      [
        "src/mail.ts#send",
        2,
        0,
      ],
      [
        "src/tax.ts#tax",
        2,
        0,
      ],
    ]
  `);
});

test("what lies where only tests need it is no subject of tests, and what it calls is", async () => {
  const folder = new TempFolder({
    "core/cart.go": "package core\n\nfunc Total() int { return 1 }\n",
    "tests/app.go": 'package tests\n\nimport "shop/core"\n\nfunc Boot() int { return core.Total() }\n',
    "core/cart_test.go":
      'package core_test\n\nimport (\n\t"testing"\n\t"shop/tests"\n)\n\nfunc TestCart(t *testing.T) { tests.Boot() }\n',
    "go.mod": "module shop\n",
  });
  await runScan(folder);
  expect(query(folder, "select test, symbol, how, steps from test_covers")).toEqual([
    ["TestCart", "core/cart.go#Total", "helper", 2],
  ]);
});

test("after an edit of a helper the facts are those of a full scan", async () => {
  const folder = new TempFolder(shop);
  await runScan(folder);
  const before = covers(folder).length;
  folder.write({ "test/support.ts": "export function filled(): void {}" }).remove("test/mail.test.ts");
  await runScan(folder);
  expect(covers(folder).length).toBeLessThan(before);
  const changed = dumpDb(folder.path);
  await runScan(folder, { full: true });
  expect(dumpDb(folder.path)).toEqual(changed);
});

test.each([
  ["lines move", (text: string) => `// one\n// two\n${text}`],
  [
    "a line moves, another does not",
    (text: string) => text.replace("export function empty", "\nexport function empty"),
  ],
  ["a function branches", (text: string) => text.replace("? false : true", "? false : !!prices || true")],
  ["a function is called", (text: string) => text.replace("return n ? n : 0", "return empty([]) ? n : 0")],
  ["a name is passed on", (text: string) => `${text}\nexport const held = [empty];`],
  ["a name is mentioned", (text: string) => text.replace("return n ? n : 0", "return [n].map(this.empty)[0] ? n : 0")],
  ["a function is there twice", (text: string) => `${text}\n${text}`],
])("after an edit of what is tested the facts are those of a full scan: %s", async (_, edit) => {
  const folder = new TempFolder(shop);
  await runScan(folder);
  const before = query(folder, "select * from untested_functions order by symbol");
  expect(before.length).toBeGreaterThan(0);
  folder.write({ "src/cart.ts": edit(shop["src/cart.ts"]), "src/mail.ts": edit(shop["src/mail.ts"]) });
  await runScan(folder);
  expect(query(folder, "select * from untested_functions order by symbol")).not.toEqual(before);
  const changed = dumpDb(folder.path);
  await runScan(folder, { full: true });
  expect(dumpDb(folder.path)).toEqual(changed);
});

const python = {
  "pyproject.toml": "[project]\nname = 'shop'\n",
  "shop.py": "def total(n):\n    return n if n else 0\n\ndef tax(n):\n    return n if n else 1\n",
  "tests/conftest.py":
    "import pytest\nfrom tests.fixtures import *\n\n@pytest.fixture\ndef cart(purse):\n    return 1\n",
  "tests/fixtures/__init__.py": "from .money import *\n",
  "tests/fixtures/money.py": "import pytest\n\n@pytest.fixture\ndef purse():\n    return 1\n",
  "tests/base.py": `import unittest
from shop import tax

class Base(unittest.TestCase):
    def setUp(self):
        tax(1)
`,
  "tests/test_a.py": "from shop import total\n\ndef test_a(cart):\n    assert total(cart)\n",
  "tests/test_b.py": `from base import Base

class TestB(Base):
    def test_b(self):
        self.assertTrue(1)
`,
};

test.each([
  ["a test alone", { "tests/test_a.py": `${python["tests/test_a.py"]}\ndef test_more():\n    pass\n` }],
  [
    "a fixture",
    { "tests/conftest.py": python["tests/conftest.py"].replace("return 1", "from shop import tax\n    return tax(1)") },
  ],
  ["a fixture that others bring whole", { "tests/fixtures/money.py": "import pytest\n" }],
  ["a fixture is no more", { "tests/conftest.py": "import pytest\n" }],
  ["what a class of tests inherits", { "tests/base.py": python["tests/base.py"].replace("tax(1)", "pass") }],
  ["a file by which a test is named comes", { "a.py": "def a():\n    return 1\n" }],
  ["what is tested has no body any more", { "shop.py": "from abc import abstractmethod\n" }],
])("after an edit what tests cover is that of a full scan: %s", async (_, edit) => {
  const folder = new TempFolder(python);
  await runScan(folder);
  const what = `
    select path, name, fixtures from test_cases union all
    select path, coalesce(symbol, target) || ' ' || how, steps from test_covers order by 1, 2`;
  const before = query(folder, what);
  expect(before.length).toBeGreaterThan(2);
  folder.write(edit);
  await runScan(folder);
  expect(query(folder, what)).not.toEqual(before);
  const changed = dumpDb(folder.path);
  await runScan(folder, { full: true });
  expect(dumpDb(folder.path)).toEqual(changed);
});

test("an edit of a test leaves the units of other tests alone", async () => {
  const folder = new TempFolder(shop);
  await runScan(folder);
  folder.write({
    "test/mail.test.ts": `import { test } from "vitest"; test("nothing", () => {}); test("more", () => {});`,
  });
  const { units } = await runScan(folder);
  const changed = query(folder, "select path from units where kind = 'test' order by path").length;
  expect(changed).toBeGreaterThan(3);
  // The file's, its tests', and those of how things are done here.
  expect(units.changed).toBeLessThan(6);
});

test("what stops being a function is covered no longer, and is again when it is one again", async () => {
  const whole = "export const Note = () => {\n  const a = 1;\n  return <p>{a}</p>;\n};\n";
  const folder = new TempFolder({
    "package.json": '{ "name": "a", "devDependencies": { "vitest": "4" } }',
    "note.tsx": whole,
    "note.test.tsx": `import { test } from "vitest"; import { Note } from "./note"; test("renders", () => { render(<Note />); });`,
  });
  const covers = () => query(folder, "select test, how from test_covers order by test");
  await runScan(folder);
  expect(covers()).toEqual([["renders", "call"]]);
  folder.write({ "note.tsx": "export const Note = 1;\n" });
  await runScan(folder);
  expect(covers()).toEqual([[null, "import"]]);
  folder.write({ "note.tsx": whole });
  await runScan(folder);
  expect(covers()).toEqual([["renders", "call"]]);
});

test("in a file of both, what the code asserts of its callers is no assertion of its tests", async () => {
  const folder = new TempFolder({
    "Cargo.toml": '[package]\nname = "a"\n',
    "src/lib.rs": `pub fn checked(n: u32) -> u32 { assert!(n > 0); if n > 1 { other(n) } else { n } }
pub fn other(n: u32) -> u32 { if n > 2 { 1 } else { lonely(n) } }
pub fn lonely(n: u32) -> u32 { if n > 3 { 1 } else { 2 } }
#[cfg(test)]
mod tests {
    #[test]
    fn runs() { super::lonely(1); }
    #[test]
    fn asserts() { assert_eq!(super::checked(1), 1); }
}
`,
  });
  await runScan(folder);
  expect(query(folder, "select name, assertions from test_cases order by name")).toEqual([
    ["asserts", 1],
    ["runs", 0],
  ]);
});

test("tests of a whole application are named after no file", async () => {
  const source = 'import { test } from "vitest"; test("shows", () => {});';
  const folder = new TempFolder({
    "src/time.ts": "export const hour = 3600;",
    "src/rates.ts": "export const rate = 1;",
    "e2e/time.spec.ts": source,
    "test/rates.spec.ts": source,
  });
  await runScan(folder);
  expect(query(folder, "select path, target, how from test_covers")).toEqual([
    ["test/rates.spec.ts", "src/rates.ts", "name"],
  ]);
});

test("a file of Go's tests is named after none of another folder", async () => {
  const source = (name: string) => `package ${name}\nimport "testing"\nfunc TestOne(t *testing.T) {}\n`;
  const folder = new TempFolder({
    "go.mod": "module example.com/a\n",
    "web/blob.go": "package web\nfunc Blob() int { return 1 }\n",
    "store/blob_test.go": source("store"),
    "store/tag.go": "package store\nfunc Tag() int { return 1 }\n",
    "store/tag_test.go": source("store"),
  });
  await runScan(folder);
  expect(query(folder, "select path, target, how from test_covers")).toEqual([
    ["store/tag_test.go", "store/tag.go", "name"],
  ]);
});

test("without tests nothing is called untested", async () => {
  const folder = new TempFolder({ "a.ts": "export const a = (n: number) => (n ? 1 : 0);" });
  await runScan(folder);
  expect(query(folder, "select * from untested_functions")).toEqual([]);
});
