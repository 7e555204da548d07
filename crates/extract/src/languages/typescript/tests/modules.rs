//! Imports, exports and tests.

use super::*;

impl Read {
    fn imports(&self) -> Vec<String> {
        let names = |import: &Import| {
            let each = import.names.iter().map(|name| match &name.imported {
                Imported::Name(imported) => format!("{} as {}", self.0.name(*imported), self.0.name(name.local)),
                Imported::Nothing => "nothing".to_owned(),
                other => format!("{other:?} as {}", self.0.name(name.local)),
            });
            each.collect::<Vec<_>>().join(", ")
        };
        let flags = |import: &Import| [(import.type_only, " type"), (import.dynamic, " dynamic")];
        let each = self.0.imports.iter().map(|import| {
            let flags: String = flags(import).iter().filter(|(on, _)| *on).map(|(_, text)| *text).collect();
            format!("{}:{flags} {}", import.specifier, names(import))
        });
        each.collect()
    }

    fn exports(&self) -> Vec<String> {
        let each = self.0.exports.iter().map(|export| {
            let what = match &export.what {
                Exported::Local(binding) => self.0.name(self.0.bindings[*binding as usize].name).to_owned(),
                Exported::Value(value) => self.value(*value),
                Exported::From { specifier, name } => format!("{} from {specifier}", self.0.name(*name)),
                Exported::AllFrom { specifier } => format!("all from {specifier}"),
                Exported::ModuleFrom { specifier } => format!("module {specifier}"),
            };
            format!("{} = {what}{}", self.0.name(export.name), if export.type_only { " (type)" } else { "" })
        });
        each.collect()
    }

    fn tests(&self) -> Vec<String> {
        self.0
            .tests
            .iter()
            .map(|t| format!("{:?} {} {} {}-{}", t.kind, t.name, t.framework, t.line, t.end_line))
            .collect()
    }
}

#[test]
fn imports_of_every_form() {
    let read = ts("
import a, { b as c, type D } from 'm1';
import * as e from 'm2';
import type { F } from 'm3';
import 'm4';
import g = require('m5');
const h = require('m6'), { i, j: k } = require('m7'), l = require('m8').l;
const { n } = await import('m9');
async function f() { const o = await import('m10'); const p = require('m11'); (await import('m12')).q(); require('m13').r(); }
let s: import('m14').S;");
    assert_eq!(
        read.imports(),
        [
            "m1: Default as a, b as c, D as D",
            "m2: Module as e",
            "m3: type F as F",
            "m4: nothing",
            "m5: Module as g",
            "m6: Module as h",
            "m7: i as i, j as k",
            "m8: l as l",
            "m9: dynamic n as n",
            "m10: dynamic Module as o",
            "m11: dynamic Module as p",
            "m12: dynamic Module as import(\"m12\")",
            "m13: dynamic Module as import(\"m13\")",
            "m14: type dynamic Module as import(\"m14\")",
        ]
    );
    assert!(read.calls().contains(&"f > await import(\"m12\").q".to_owned()));
    assert!(read.calls().contains(&"f > import(\"m13\").r".to_owned()));
    let binding = read.0.bindings.iter().find(|b| read.0.name(b.name) == "k").expect("a binding");
    assert_eq!((binding.kind, binding.import), (BindingKind::Import, Some((6, 1))));
    assert!(read.0.imports[0].names[2].type_only);
}

#[test]
fn exports_of_every_form() {
    let read = ts("
export const a = 1, b = 2; export function c() {} export class D {} export interface E {} export type F = 1; export enum G {}
const h = 1; function i() {}
export { h, i as j, h as default };
export { k, default as l } from 'm1'; export * from 'm2'; export * as n from 'm3'; export type { O } from 'm4';");
    assert_eq!(
        read.exports(),
        [
            "a = a",
            "b = b",
            "c = c",
            "D = D",
            "E = E (type)",
            "F = F (type)",
            "G = G",
            "h = h",
            "j = i",
            "default = h",
            "k = k from m1",
            "l = default from m1",
            "* = all from m2",
            "n = module m3",
            "O = O from m4 (type)",
        ]
    );
    assert!(read.0.symbols.iter().all(|symbol| symbol.exported));
    assert!(read.symbol("h").modifiers.has(Modifiers::DEFAULT));
}

#[test]
fn what_is_exported_by_default_is_a_symbol() {
    for (source, symbols, exports) in [
        ("export default function () { return 1; }", "Function default", "default = fn<default>(number)"),
        ("export default class { m() {} }", "Class default", "default = class<default>"),
        ("export default () => 1;", "Function default", "default = fn<default>(number)"),
        ("export default function named() {}", "Function named", "default = named"),
        ("const a = 1; export default a;", "Variable a", "default = a"),
    ] {
        let read = ts(source);
        assert_eq!((read.symbols()[0].as_str(), read.exports()[0].as_str()), (symbols, exports), "{source}");
        assert!(read.0.symbols[0].exported && read.0.symbols[0].modifiers.has(Modifiers::DEFAULT), "{source}");
    }
    assert_eq!(ts("export default { a: f() };").exports(), ["default = {a: f?()}"]);
}

#[test]
fn common_js_exports() {
    let read = read(
        "a.cjs",
        "
function a() {} function c() {}
exports.a = a; module.exports.b = function () { return 1; }; exports.d = 1;
module.exports = { c, e() {} };",
    );
    assert_eq!(read.exports(), ["a = a", "b = fn<b>(number)", "d = number", "export= = {c: c, e: fn<exports.e>()}"]);
    assert_eq!(read.symbols(), ["Function a", "Function c", "Function b", "Variable exports", "Method exports.e"]);
    assert!(read.0.symbols.iter().all(|symbol| symbol.exported), "{:?}", read.0.symbols);
    let chain = super::read("b.js", "var app = exports = module.exports = {};\napp.use = function () {};");
    assert_eq!(
        (chain.exports(), chain.symbols()),
        (vec!["export= = app".to_owned()], vec!["Variable app".into(), "Method app.use".into()])
    );
    assert!(chain.symbol("app.use").exported);
    assert_eq!(super::read("c.ts", "class A {}\nexport = A;").exports(), ["export= = A"]);
}

#[test]
fn tests_are_found_with_their_framework() {
    let read = read(
        "a.test.ts",
        "
import { describe, it, test, beforeEach } from 'vitest';
describe('math', () => {
  beforeEach(() => {});
  it('adds', () => {
    add();
  });
  it.skip.each([1])('is %s', () => {}); test.todo('later'); test(`a ${b}`, () => {});
});",
    );
    assert_eq!(
        read.tests(),
        [
            "Hook beforeEach vitest 4-4",
            "Case adds vitest 5-7",
            "Case is %s vitest 8-8",
            "Case later vitest 8-8",
            "Case a ${b} vitest 8-8",
            "Suite math vitest 3-9",
        ]
    );
    assert!(read.0.is_test);
}

#[test]
fn a_test_may_stand_in_what_a_call_gives_that_is_given_the_function_for_tests() {
    let read = read(
        "a.test.js",
        "
describe('math', () => {
  withId('e8b5')(it)('adds', () => {});
  only('mongo')(describe)('sums', () => {});
  cached(load)('adds', () => {});
  seeded(beforeEach)('x', () => {});
});",
    );
    assert_eq!(read.tests(), ["Case adds unknown 3-3", "Suite sums unknown 4-4", "Suite math unknown 2-7"]);
}

#[test]
fn a_hook_may_be_given_what_a_call_gives_back_unless_its_name_is_the_files_own() {
    let read = read(
        "a.test.ts",
        "import { beforeEach, it } from 'vitest';
import { setup } from './helpers';
const before = (it: object) => it;
beforeEach<Context>(seeded(true));
after(cleaned());
it('adds', () => {
  setup(cart());
  before(cart);
});",
    );
    assert_eq!(read.tests(), ["Hook beforeEach vitest 4-4", "Hook after vitest 5-5", "Case adds vitest 6-9"]);
}

#[test]
fn a_title_that_is_no_text_is_told_as_in_a_template() {
    let read = read(
        "a.test.ts",
        "describe(Cart, () => {});
describe(Cart.name, () => {});
rows.forEach(([title, sum]) => it(title, () => {}));
it('adds ' + sum, () => {});",
    );
    let titles: Vec<&str> = read.0.tests.iter().map(|test| &*test.name).collect();
    assert_eq!(titles, ["Cart", "Cart", "${title}", "${'adds ' + sum}"]);
}

#[test]
fn a_framework_is_known_by_imports_else_by_its_globals_else_not() {
    let framework =
        |path: &str, source: &str| super::read(path, source).0.tests.first().map(|test| test.framework.clone());
    let case = "it('x', () => {})";
    assert_eq!(framework("a.test.js", &format!("jest.mock('a'); {case}")).as_deref(), Some("jest"));
    assert_eq!(framework("a.test.js", &format!("vi.fn(); {case}")).as_deref(), Some("vitest"));
    assert_eq!(framework("a.test.js", case).as_deref(), Some("unknown"));
    assert_eq!(
        framework("a.js", "const test = require('node:test'); test('x', () => {});").as_deref(),
        Some("node:test")
    );
    let of_testcafe = "import { Selector } from 'testcafe'; fixture`Cart`; test('x', async (t) => {});";
    assert_eq!(framework("cart.test.ts", of_testcafe).as_deref(), Some("testcafe"));
    assert_eq!(framework("a.js", "import test from 'ava'; test('x', t => {});").as_deref(), Some("ava"));
    assert_eq!(
        framework("a.spec.ts", "import { test } from '@playwright/test'; test.describe('x', () => {});").as_deref(),
        Some("playwright")
    );
    assert_eq!(framework("a.cy.js", case).as_deref(), Some("cypress"));
    assert_eq!(framework("a.ts", "Deno.test({ name: 'x', fn() {} });").as_deref(), Some("deno"));
    assert_eq!(framework("a.js", "import QUnit from './setup'; QUnit.test('x', (a) => {});").as_deref(), Some("qunit"));
    assert_eq!(framework("a.js", "QUnit.start();"), None);
    // Not a test: a function of the file's own, a file without a sign of tests.
    assert_eq!(framework("a.test.js", "function it() {} it('x', () => {});"), None);
    assert_eq!(framework("a.js", case), None);
}

#[test]
fn what_stands_in_for_a_converted_setting_stands_in_for_the_setting() {
    let read = read(
        "env.ts",
        "
const port = toNumber(process.env.PORT) ?? 80;
const hosts = this.parseList(process.env.HOSTS) || ['*'];
const all = total(process.env.TOTAL) || 1;
const size = +process.env.SIZE || 3;
const mode = process.env.MODE !== undefined ? process.env.MODE : 'a';
const kind = process.env.KIND == null ? 'b' : process.env.KIND;
const two = toBoth(process.env.ONE, process.env.TWO) ?? 2;",
    );
    let told: Vec<String> = read
        .0
        .settings
        .iter()
        .map(|it| format!("{} {}", read.0.name(it.name), it.default.as_deref().unwrap_or("-")))
        .collect();
    assert_eq!(
        told,
        [
            "PORT 80",
            "HOSTS ['*']",
            "TOTAL -",
            "SIZE 3",
            "MODE 'a'",
            "MODE 'a'",
            "KIND 'b'",
            "KIND 'b'",
            "ONE -",
            "TWO -"
        ]
    );
}

#[test]
fn what_a_bundler_says_of_the_build_is_no_setting() {
    let read = read(
        "env.ts",
        "
const api = import.meta.env.VITE_API_URL;
if (import.meta.env.DEV || import.meta.env.MODE === 'test') start(import.meta.env.BASE_URL);
const mode = process.env.MODE;",
    );
    let told: Vec<&str> = read.0.settings.iter().map(|it| read.0.name(it.name)).collect();
    assert_eq!(told, ["VITE_API_URL", "MODE"]);
}
