/** What is not told as untested, since something that is no call may lead to it. */

import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { driftDbPath } from "#engine/scan/drift-folder";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

const untested = async (files: Record<string, string>): Promise<unknown[]> =>
  (await untestedWith(files)).map(([symbol]) => symbol);

async function untestedWith(files: Record<string, string>): Promise<unknown[][]> {
  const folder = new TempFolder(files);
  await runScan(folder);
  const db = new DatabaseSync(driftDbPath(folder.path), { readOnly: true });
  try {
    return db
      .prepare("select symbol, confidence from untested_functions order by symbol")
      .all()
      .map(({ symbol, confidence }) => [symbol, confidence]);
  } finally {
    db.close();
  }
}

test("a text that names a function may lead to it: of a call, of a constant, of an attribute", async () => {
  const python = (name: string) => `def ${name}(a):\n    return a if a else None\n`;
  expect(
    await untested({
      "shop/loading.py": ["default_loader", "base_query", "lonely", "word"].map(python).join("\n"),
      "shop/context_processors.py": `${python("strip")}def metadata(request):\n    return strip(request)\n`,
      "shop/defaults.py": 'LOADER = "shop.loading.default_loader"\nWORD = "word"\n',
      "shop/views.py": 'base_query = get_class("loading", "base_query")\n',
      "tests/test_shop.py": "def test_it():\n    assert True\n",
    }),
  ).toEqual(["shop/loading.py#lonely", "shop/loading.py#word"]);
  expect(
    await untested({
      "Cargo.toml": '[package]\nname = "shop"\nversion = "1.0.0"\n',
      "src/lib.rs": `
pub mod test_utils;
pub fn from_text(a: u8) -> u8 { if a > 1 { 1 } else { 0 } }
pub fn lonely(a: u8) -> u8 { if a > 1 { 1 } else { 0 } }
pub struct Filter {
    #[serde(default, deserialize_with = "from_text")]
    pub from: u8,
}
#[test]
fn works() { assert!(true); }
`,
      "src/test_utils.rs": "pub fn add_many(a: u8) -> u8 { if a > 1 { 1 } else { 0 } }\n",
    }),
  ).toEqual(["src/lib.rs#lonely"]);
});

test("where documents may render components, one that nothing else uses may stand in one", async () => {
  const component = "export function Table({ rows }) { return rows ? <b>{rows}</b> : null; }\n";
  expect(
    await untested({
      "docs/package.json": '{ "name": "docs", "dependencies": { "@docusaurus/core": "3" } }',
      "docs/src/Table.tsx": `${component}export function lonely(a: number) { return a ? 1 : 0; }\n`,
      "app/package.json": '{ "name": "app", "devDependencies": { "vitest": "3" } }',
      "app/src/Table.tsx": component,
      "app/src/a.test.ts": 'import { test, expect } from "vitest";\ntest("a", () => expect(1).toBe(1));\n',
    }),
  ).toEqual(["app/src/Table.tsx#Table", "docs/src/Table.tsx#lonely"]);
});

test("what a framework, a loader or a hook's caller may call by its name is not told", async () => {
  const script = (name: string) => `export function ${name}(a) { return a ? 1 : 2; }\n`;
  const works = 'import { test, expect } from "vitest";\ntest("a", () => expect(1).toBe(1));\n';
  expect(
    await untested({
      "src/pages/index.js": `${script("getServerSideProps")}${script("lonely")}`,
      "src/settings/migrations/0001_hosts.js": script("moveHosts"),
      "src/a.test.js": works,
    }),
  ).toEqual(["src/pages/index.js#lonely"]);
  expect(
    await untested({
      "plugins/loader.js": 'module.exports = (name) => require("./hooks/" + name);\n',
      "plugins/hooks/socket.js": `import { clean } from "../clean.js";\n${script("listen")}export const run = (a) => (a ? clean(a) : 0);\n`,
      "plugins/clean.js": `${script("clean")}${script("lonely")}`,
      "plugins/a.test.js": works,
    }),
  ).toEqual(["plugins/clean.js#lonely"]);
  const python = (head: string) => `def ${head}:\n    return result if result else None\n`;
  expect(
    await untested({
      "shop/schema.py": [python("add_paths(result, generator, **kwargs)"), python("lonely(result)")].join("\n"),
      "gunicorn_conf.py": python("on_starting(result)"),
      "tests/test_shop.py": "def test_it():\n    assert True\n",
    }),
  ).toEqual(["shop/schema.py#lonely"]);
});

test("what a library is loaded by is entered from outside", async () => {
  const c = (name: string, body: string) => `int ${name}(int a) {\n  if (a) { ${body} }\n  return 1;\n}\n`;
  expect(
    await untested({
      "src/cart.c": `${c("fill", "return 2;")}${c("PyInit_cart", "return fill(a);")}${c("lonely", "return 3;")}`,
      "tests/test_cart.py": "import cart\ndef test_it():\n    assert cart.total() == 1\n",
    }),
  ).toEqual(["src/cart.c#lonely"]);
});

test("tools call what stands in their settings", async () => {
  const given = "module.exports = function given(api) {\n  return api ? 1 : 2;\n};\n";
  expect(
    await untested({
      "babel.config.js": given,
      "docs/conf.py": "def skip(a):\n    return a if a else None\n",
      "src/configs.js": "exports.lonely = function (api) {\n  return api ? 1 : 2;\n};\n",
      "src/a.test.js": "test('a', () => { expect(1).toBe(1); });\n",
    }),
  ).toEqual(["src/configs.js#lonely"]);
});

const java = (path: string, body: string) => ({
  [`src/main/java/shop/${path}.java`]: `package shop;\n${body}`,
});
const branching = (name: string, inner = "1") => `public int ${name}(int a) { return a > 1 ? ${inner} : 0; }`;

test("methods that only unseen callers lead to are less sure to be untested", async () => {
  const files = {
    ...java(
      "Cart",
      `public class Cart { ${branching("total")} @Deprecated ${branching("lonely", "rest(a)")} ${branching("rest")} }`,
    ),
    ...java(
      "Shop",
      `public class Shop extends javax.Base { ${branching("called", "helped(a)")} ${branching("helped")} }`,
    ),
    "src/test/java/shop/CartTest.java": `package shop;
import org.junit.jupiter.api.Test;
class CartTest { @Test void sums() { new Cart().total(1); } }
`,
  };
  expect(await untestedWith(files)).toEqual([
    ["src/main/java/shop/Cart.java#Cart.lonely", 60],
    ["src/main/java/shop/Cart.java#Cart.rest", 60],
  ]);
});

test("an endpoint leads from tests to what it calls where a test asks it", async () => {
  const app = (asks: string) => ({
    "package.json": '{ "dependencies": { "express": "5" }, "devDependencies": { "vitest": "3", "supertest": "7" } }',
    "src/app.ts": `import express from "express";
import { charge, refund } from "./pay.ts";
export const app = express();
export function pay(req, res) { return req ? charge(req) : 0; }
export function back(req, res) { return req ? refund(req) : 0; }
app.post("/pay", pay);
app.post("/back", back);
`,
    "src/pay.ts": "export function charge(a) { return a ? 1 : 2; }\nexport function refund(a) { return a ? 1 : 2; }\n",
    "src/app.test.ts": `import { test } from "vitest";
import request from "supertest";
import { app } from "./app.ts";
test("pays", () => { ${asks} });
`,
  });
  expect(await untestedWith(app('request(app).post("/pay");'))).toEqual([
    ["src/app.ts#back", 60],
    ["src/pay.ts#refund", 60],
  ]);
  // Whatever is asked for here may be any endpoint.
  expect(await untestedWith(app("request(app).post(addressOf());"))).toEqual([]);
});

test("stories are rendered by Storybook, whose files it finds by their names", async () => {
  const story = "export function Filled({ rows }) { return rows ? <b>{rows}</b> : null; }\n";
  expect(
    await untested({
      "package.json": '{ "name": "app", "devDependencies": { "vitest": "3", "@storybook/react": "9" } }',
      "src/Table.stories.tsx": story,
      "src/Other.tsx": story,
      "src/a.test.ts": 'import { test, expect } from "vitest";\ntest("a", () => expect(1).toBe(1));\n',
    }),
  ).toEqual(["src/Other.tsx#Filled"]);
});
