import { renameSync } from "node:fs";
import { expect, test } from "vitest";
import { dumpDb } from "#engine/scan/testing/dump-db";
import * as db from "#engine/scan/testing/query-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";
import { isSample, slug } from "./words.ts";

const query = (folder: TempFolder, sql: string): string[] =>
  db.query(folder, sql).map((row) => Object.values(row).join(" | "));

const names = ["cart", "order", "price", "stock", "store", "buyer", "offer", "parcel", "refund"];
const title = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

/** A shop whose services sit on its database, log in one way but for one file, and have a controller each. */
function shop(): Record<string, string> {
  const services = names.map((name) => [
    `src/services/${name}-items.service.ts`,
    [
      'import { Injectable } from "@nestjs/common";',
      'import pino from "pino";',
      'import { load } from "../db/load-rows";',
      "const log = pino();",
      "@Injectable()",
      `export class ${title(name)}Service extends Base {`,
      "  async list() {",
      `    log.info("${name}");`,
      "    return load();",
      "  }",
      "}",
    ].join("\n"),
  ]);
  const rows = names.map((name) => [
    `src/db/${name}Rows.ts`,
    `import { load } from "./load-rows";\nexport function ${name}Rows(): number {\n  return load();\n}\n`,
  ]);
  return {
    ...Object.fromEntries(services),
    ...Object.fromEntries(rows),
    "src/db/load-rows.ts": "export function load(): number {\n  return 1;\n}\n",
    "src/services/late-items.service.ts":
      'import winston from "winston";\nimport { load } from "../db/load-rows";\nexport class LateService {\n  list() {\n    winston.info("late");\n    return load();\n  }\n}\n',
  };
}

test("of a library that manifests declare and of which no place is seen, nothing is told of its question", async () => {
  const told = async (requirements: string, others = {}) => {
    const tests = names.map((name) => [
      `tests/test_${name}.py`,
      "def test_it(monkeypatch):\n    monkeypatch.setenv('A', 'b')\n",
    ]);
    const folder = new TempFolder({ ...Object.fromEntries(tests), "requirements.txt": requirements, ...others });
    await runScan(folder);
    return query(folder, "select name from patterns where name like 'Test doubles%'");
  };
  expect(await told("pytest\n")).toEqual(["Test doubles by pytest's monkeypatch"]);
  expect(await told("pytest\npretend\n")).toEqual([]);
  const manifest = { "package.json": '{ "name": "a", "devDependencies": { "pretend": "1" } }' };
  expect(await told("pytest\n", manifest)).toEqual(["Test doubles by pytest's monkeypatch"]);
});

test("what only samples do is no pattern of the code", async () => {
  const logging = "import logging\nlogging.info('x')\nlogging.warning('y')\n";
  const within = (place: string) => Object.fromEntries(names.map((name) => [`${place}/${name}.py`, logging]));
  const told = async (place: string) => {
    const folder = new TempFolder({ ...shop(), ...within(place) });
    await runScan(folder);
    return query(folder, "select id from patterns where id like 'logging/py%'");
  };
  expect(await told("examples")).toEqual([]);
  expect(await told("tools")).toEqual(["logging/python-python-s-logging"]);
});

test("code that does something is shown before an import of what it is done with", async () => {
  const of = (name: string, code: string) => [`src/${name}.ts`, `import { z } from "zod";\n${code}`];
  const typed = names.map((name) => of(`${name}-type`, "export type Text = z.ZodString;\n"));
  const used = ["one", "two"].map((name) => of(name, "export const check = () => z.object({ a: z.string() });\n"));
  const folder = new TempFolder(Object.fromEntries([...typed, ...used]) as Record<string, string>);
  await runScan(folder);
  expect(
    query(
      folder,
      "select path from pattern_locations where pattern like 'security/%zod' and is_exemplar = 1 order by 1",
    ),
  ).toEqual(["src/one.ts", "src/two.ts"]);
});

test("what most places do is a pattern, and the rest its outliers, with the reason", async () => {
  const folder = new TempFolder(shop());
  await runScan(folder);
  expect(
    query(folder, "select id, name, occurrences, outliers, consistency, files from patterns order by id"),
  ).toMatchInlineSnapshot(`
    [
      "logging/js-pino | Logging with pino | 18 | 1 | 95 | 9",
      "structural/js-async-style-async | async and await | 9 | 0 | 100 | 9",
      "structural/js-base-service-extend-base | Classes named …Service extend Base | 9 | 1 | 90 | 9",
      "structural/js-class-names-services-service | Classes in services/ are named …Service | 10 | 0 | 100 | 10",
      "structural/js-export-style-module-named | Named exports in modules | 20 | 0 | 100 | 20",
      "structural/js-file-role-by-its-role | Files are named by the role of their class | 10 | 0 | 100 | 10",
      "structural/js-function-style-functions-function-declarations | Functions as function declarations | 10 | 0 | 100 | 10",
      "structural/js-import-order-packages-first | Packages are imported first | 10 | 0 | 100 | 10",
      "structural/js-import-paths-relative-paths | Imports from other folders by relative paths | 10 | 0 | 100 | 10",
    ]
  `);
  expect(
    query(
      folder,
      "select pattern, path, line, is_exemplar, reason from pattern_locations where pattern = 'logging/js-pino' order by fact",
    ),
  ).toMatchInlineSnapshot(`
    [
      "logging/js-pino | src/services/cart-items.service.ts | 4 | 1 | ",
      "logging/js-pino | src/services/buyer-items.service.ts | 4 | 1 | ",
      "logging/js-pino | src/services/late-items.service.ts | 5 | 0 | logs with winston",
      "logging/js-pino | src/services/offer-items.service.ts | 4 | 0 | ",
      "logging/js-pino | src/services/order-items.service.ts | 4 | 0 | ",
      "logging/js-pino | src/services/parcel-items.service.ts | 4 | 0 | ",
      "logging/js-pino | src/services/price-items.service.ts | 4 | 0 | ",
      "logging/js-pino | src/services/refund-items.service.ts | 4 | 0 | ",
      "logging/js-pino | src/services/stock-items.service.ts | 4 | 0 | ",
      "logging/js-pino | src/services/store-items.service.ts | 4 | 0 | ",
    ]
  `);
});

test("a constraint tells which folders never import which, of those that anybody imports", async () => {
  const main = 'import { CartService } from "./services/cart-items.service";\nnew CartService().list();\n';
  const scripts = names.map((name): [string, string] => [
    `src/scripts/${name}.ts`,
    'import { load } from "../db/load-rows";\nload();\n',
  ]);
  const folder = new TempFolder({ ...shop(), ...Object.fromEntries(scripts), "src/main.ts": main });
  await runScan(folder);
  expect(
    query(folder, "select condition, enforcement, held, chances from constraints order by id"),
  ).toMatchInlineSnapshot(`
    [
      "src/db/ never imports src/services/, which imports it. | error | 9 | 9",
      "Every class that extends Base defines list. | error | 9 | 9",
    ]
  `);
});

test("a gene tells how often each answer is given", async () => {
  const folder = new TempFolder(shop());
  await runScan(folder);
  expect(
    query(folder, "select gene, allele, frequency, is_dominant from genes order by gene, allele"),
  ).toMatchInlineSnapshot(`
    [
      "Asynchronous code | async | 100 | 1",
      "Dependency injection | Nest's @Injectable | 100 | 1",
      "Documentation of public declarations | undocumented | 100 | 1",
      "Endings in relative imports | without an ending | 100 | 1",
      "Endings of files that hold a class | by its role | 100 | 1",
      "Exports: module | named | 100 | 1",
      "File names: files | camelCase | 45 | 0",
      "File names: files | kebab-case | 55 | 1",
      "Functions at the top level: Functions | function declarations | 100 | 1",
      "Imports from other folders | relative paths | 100 | 1",
      "Logging | pino | 95 | 1",
      "Logging | winston | 5 | 0",
      "Order of imports | packages first | 100 | 1",
      "Results of exported functions | declared | 100 | 1",
    ]
  `);
});

test("a long id ends in what tells it apart", () => {
  const long = "many words ".repeat(20);
  expect(slug(long).length).toBeLessThanOrEqual(120);
  expect(slug(`${long}a`)).not.toBe(slug(`${long}b`));
  expect(slug("Tests in ui/")).toBe("tests-in-ui");
});

test("who lets everybody past the guards of a class passes none of them", async () => {
  const actions = names.map(
    (name, at) => `[HttpGet("${name}")]${at === 0 ? " [AllowAnonymous]" : ""} public string ${title(name)}() => "";`,
  );
  const folder = new TempFolder({
    "Items.cs": [
      "using Microsoft.AspNetCore.Authorization;",
      "using Microsoft.AspNetCore.Mvc;",
      "namespace Shop;",
      '[Authorize, Route("items")]',
      "public class ItemsController : ControllerBase",
      "{",
      ...actions,
      "}",
    ].join("\n"),
  });
  await runScan(folder);
  expect(query(folder, "select condition from constraints")).toEqual([
    "Every endpoint passes Authorize, but 1 says that it goes without.",
  ]);
});

test("what a compiler asks for, or lets everybody in, is no constraint", async () => {
  const classes = names.map((name) => [
    `src/${name}/${title(name)}.java`,
    `package ${name};\npublic class ${title(name)} extends Base {\n  public void run() {}\n}\n`,
  ]);
  const routes = names.map((name) => `app.post("/${name}", allowAnonymous, handle);`);
  const folder = new TempFolder({
    ...Object.fromEntries(classes),
    "src/base/Base.java":
      "package base;\npublic abstract class Base {\n  public void run(int times) {}\n  public abstract void run();\n}\n",
    "app.ts": [
      'import express from "express";',
      "const app = express();",
      "function allowAnonymous(req, res, next) {}",
      "function handle(req, res) {}",
      ...routes,
    ].join("\n"),
  });
  await runScan(folder);
  expect(query(folder, "select condition from constraints")).toEqual([]);
});

test("what a package alone imports is said of its own part", async () => {
  const inside = (part: string, own: string): [string, string][] =>
    Array.from({ length: 24 }, (_, at) => [
      `${part}/${at < 8 ? own : `rest${at % 4}`}/file${at}.ts`,
      // What Node brings along is no package, and a part of one is that one.
      `${at < 8 ? 'import { a } from "codemirror";\nimport assert from "assert";\nimport { b } from "wide";\nimport { d } from "checks";\n' : 'import { c } from "wide/part";\n'}export const x${at} = 1;\n`,
    ]);
  const folder = new TempFolder({
    "one/package.json": '{ "name": "one" }',
    "two/package.json": '{ "name": "two" }',
    ...Object.fromEntries([...inside("one", "shown"), ...inside("two", "seen"), ...inside("code", "ours")]),
    // What tests import most is theirs, whoever else helps them.
    ...Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `one/rest/${at}.test.ts`,
        'import { test } from "checks";\ntest("a", () => {});\n',
      ]),
    ),
  });
  await runScan(folder);
  expect(query(folder, "select condition from constraints where condition like '%alone%' order by condition")).toEqual([
    "Of one/, one/shown/ alone imports codemirror.",
    "Of two/, two/seen/ alone imports codemirror.",
  ]);
});

test("what one package's folder alone imports of its top folder others import all the same", async () => {
  const folder = new TempFolder({
    "package.json": '{ "name": "one" }',
    ...Object.fromEntries(
      Array.from({ length: 24 }, (_, at) => [
        `app/${at < 8 ? "shown" : `rest${at % 4}`}/file${at}.ts`,
        `${at < 8 ? 'import { a } from "icons";\nimport { b } from "charts";\n' : ""}export const x${at} = 1;\n`,
      ]),
    ),
    ...Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [`parts/file${at}.ts`, 'import { a } from "icons";\nexport const x = a;\n']),
    ),
  });
  await runScan(folder);
  expect(query(folder, "select condition from constraints where condition like '%alone%'")).toEqual([
    "app/shown/ alone imports charts.",
  ]);
});

test("how test files of a part are named is said of that part", async () => {
  const tests = (part: string, count: number, ending: string): [string, string][] =>
    Array.from({ length: count }, (_, at) => [
      `${part}/file${at}.${ending}.ts`,
      `import { test } from "vitest";\ntest("a${at}", () => {});\n`,
    ]);
  const folder = new TempFolder({
    "one/package.json": '{ "name": "one" }',
    "two/package.json": '{ "name": "two" }',
    ...Object.fromEntries([...tests("one", 16, "test"), ...tests("two", 16, "tests")]),
  });
  await runScan(folder);
  const asked = "select condition, held, chances from constraints where condition like '%is named%' order by condition";
  expect(query(folder, asked)).toEqual([
    "In one/: every test file of TypeScript and JavaScript is named *.test.*. | 16 | 16",
    "In two/: every test file of TypeScript and JavaScript is named *.tests.*. | 16 | 16",
  ]);
});

test("tests of the whole application from outside are told apart from others", async () => {
  const tests = (folder: string, count: number, ending: string, library: string): [string, string][] =>
    Array.from({ length: count }, (_, at) => [
      `${folder}/file${at}.${ending}.ts`,
      `import { test } from "${library}";\ntest("a${at}", () => {});\n`,
    ]);
  const folder = new TempFolder({
    "package.json": '{ "name": "one" }',
    ...Object.fromEntries([...tests("e2e", 16, "spec", "@playwright/test"), ...tests("src", 8, "test", "vitest")]),
  });
  await runScan(folder);
  expect(query(folder, "select name, outliers from patterns where category = 'testing' order by name")).toEqual([
    "End-to-end test files are named *.spec.* | 0",
    "End-to-end tests in Playwright | 0",
    "End-to-end tests under e2e/ | 0",
    "Test files are named *.test.* | 0",
    "Tests beside the code | 0",
    "Tests in Vitest | 0",
    "Tests with test() | 0",
  ]);
  expect(query(folder, "select condition from constraints order by condition")).toEqual([
    "Every end-to-end test file of TypeScript and JavaScript is named *.spec.*.",
    "Every end-to-end test file of TypeScript and JavaScript stands under e2e/.",
    "Every test file of TypeScript and JavaScript is named *.test.*.",
    "Every test file of TypeScript and JavaScript stands beside the code.",
  ]);
});

test("what documentation names a type by is no import that stands first", async () => {
  const file = (name: string) =>
    `const pino = require("pino")\nconst tidy = require("./tidy")\n/** @typedef {import("./user")} User */\nexports.${name} = () => tidy(pino);\n`;
  const folder = new TempFolder({
    "src/tidy.js": "module.exports = (it) => it;\n",
    "src/user.js": "module.exports = class User {};\n",
    ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`src/file${at}.js`, file(`run${at}`)])),
  });
  await runScan(folder);
  const places = `select distinct line, is_outlier from pattern_locations
    where pattern in (select id from patterns where name = 'Packages are imported first')`;
  expect(query(folder, places)).toEqual(["1 | 0"]);
});

test("ids survive moves", async () => {
  const folder = new TempFolder(shop());
  await runScan(folder);
  const ids = "select id from patterns order by id";
  const before = query(folder, ids);
  renameSync(folder.at("src"), folder.at("code"));
  await runScan(folder);
  expect(query(folder, ids)).toEqual(before);
  expect(query(folder, "select count(*) from pattern_locations where path like 'src/%'")).toEqual(["0"]);
});

test("folders of packages are no samples", () => {
  const paths = [
    "shop/src/main/java/com/example/demo/Cart.java",
    "src/test/kotlin/io/shop/samples/CartTest.kt",
    "samples/shop/src/main/java/com/shop/Cart.java",
    "src/main/resources/examples/Cart.java",
  ];
  expect(paths.map(isSample)).toEqual([false, false, true, true]);
});

test("few places are no pattern", async () => {
  const folder = new TempFolder({
    "a.ts": 'import pino from "pino";\npino().info("a");\n',
    "b.ts": 'import winston from "winston";\nwinston.info("b");\n',
  });
  await runScan(folder);
  expect(query(folder, "select id from patterns")).toEqual([]);
});

test("after each edit a rescan equals a full scan", async () => {
  const folder = new TempFolder(shop());
  await runScan(folder);
  const edits: (() => void)[] = [
    () => folder.write({ "src/services/late-items.service.ts": 'import pino from "pino";\npino().info("late");\n' }),
    () => folder.write({ "src/db/load-rows.ts": "\n\nexport const load = (): number => 2;\n" }),
    () => folder.remove("src/services/cart-items.service.ts"),
    () =>
      folder.write({
        "src/db/order-of.ts": 'import { x } from "../services/late-items.service";\nexport const y = x;\n',
      }),
    () => renameSync(folder.at("src/db"), folder.at("src/rows")),
  ];
  for (const edit of edits) {
    edit();
    await runScan(folder);
    const incremental = dumpDb(folder.path);
    await runScan(folder, { full: true });
    expect(dumpDb(folder.path)).toEqual(incremental);
  }
});
