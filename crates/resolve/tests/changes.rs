//! Which files have to be resolved again after an edit: those that asked for a name which now means something else,
//! and whatever is found of them, no unit of another file differs.

use facts::FileGraph;
use resolve::{Changes, Key, Outline, Project, ProjectConfig, file_key, whole_key};
use std::collections::BTreeMap;

/// The files of a repository, by path.
type Files<'a> = BTreeMap<&'a str, &'a str>;

fn graph(path: &str, text: &str) -> Option<FileGraph> {
    extract::extract(path, text.as_bytes())
}

/// Of each file the unit and the keys of what it rests on.
fn resolve_all(files: &Files) -> Option<BTreeMap<String, (String, Vec<Key>)>> {
    let paths = files.keys().map(|path| (*path).to_owned()).collect();
    let mut project = Project::new(ProjectConfig { files: paths, excerpts: true, ..ProjectConfig::default() });
    for (path, text) in files {
        project.add(graph(path, text)?.encode(), "h").expect("added");
    }
    let resolved = files.keys().map(|path| {
        let resolved = project.resolve(path).expect("resolved");
        ((*path).to_owned(), (resolved.unit, resolved.consulted))
    });
    Some(resolved.collect())
}

/// Edits a file of a repository: the other files that are made again. Asserts that what is not stays as it is.
/// None: the language is not built.
fn made_again(files: &[(&'static str, &'static str)], edited: (&'static str, &'static str)) -> Option<Vec<String>> {
    let mut files: Files = files.iter().copied().collect();
    let before = resolve_all(&files)?;
    let (path, text) = edited;
    let old = graph(path, files.insert(path, text).expect("one of ours"))?;
    let new = graph(path, text)?;
    let after = resolve_all(&files)?;
    let (was, is) = (Outline::of(&old), Outline::of(&new));
    let differing = |was: Vec<Key>, is: Vec<Key>| -> Vec<Key> {
        was.iter().chain(&is).filter(|it| was.contains(it) != is.contains(it)).copied().collect()
    };
    let mut listed = differing(was.keys(), is.keys());
    let others = files.iter().filter(|(other, _)| **other != path);
    let others: Vec<Key> =
        others.filter_map(|(path, text)| Some(Outline::of(&graph(path, text)?).presences())).flatten().collect();
    let flipped: Vec<Key> =
        differing(was.presences(), is.presences()).into_iter().filter(|it| !others.contains(it)).collect();
    let packages = [was.package(), is.package()];
    if !flipped.is_empty() {
        listed.extend(packages.iter().flatten());
    }
    listed.extend(flipped);
    let is_same = resolve::interface_hash(&old) == resolve::interface_hash(&new);
    let changes = resolve::changes(&old, &new);
    let touched = |consulted: &[Key]| {
        let asks = |key: Key| consulted.contains(&key);
        let asks_file = match &changes {
            _ if is_same => false,
            Changes::All => true,
            Changes::Names(names) => asks(whole_key(path)) || names.iter().copied().any(asks),
        };
        let asks_together = packages.iter().flatten().copied().any(asks);
        listed.iter().copied().any(asks) || (asks(file_key(path)) || asks_together) && asks_file
    };
    let others = before.iter().filter(|(other, _)| *other != path);
    let mut made = Vec::new();
    for (other, was) in others {
        if touched(&was.1) {
            made.push(other.clone());
        } else {
            assert_eq!(*was, after[other], "{other} differs and would not have been made again");
        }
    }
    Some(made)
}

/// Asserts who is made again, where the language is built.
fn assert_made(files: &[(&'static str, &'static str)], edited: (&'static str, &'static str), wanted: &[&str]) {
    if let Some(made) = made_again(files, edited) {
        assert_eq!(made, wanted, "after {}", edited.1);
    }
}

const SHAPES: [(&str, &str); 4] = [
    (
        "shapes.ts",
        "export class Shape {\n  area() { return 1; }\n  name() { return 'a'; }\n}\nexport function make() { return new Shape(); }\nexport const one = 1;\n",
    ),
    ("area.ts", "import { Shape } from './shapes';\nexport const a = new Shape().area();\n"),
    ("named.ts", "import { make } from './shapes';\nmake().name().trim();\n"),
    ("one.ts", "import { one } from './shapes';\nconsole.log(one);\n"),
];

#[test]
fn a_new_member_concerns_nobody_who_does_not_ask_for_it() {
    let text = "export class Shape {\n  area() { return 1; }\n  side() { return 1; }\n  name() { return 'a'; }\n}\nexport function make() { return new Shape(); }\nexport const one = 1;\n";
    assert_made(&SHAPES, ("shapes.ts", text), &[]);
}

#[test]
fn a_member_that_was_looked_for_in_vain_is_found() {
    let text = "export class Shape {\n  area() { return 1; }\n}\nexport function make() { return new Shape(); }\nexport const one = 1;\n";
    assert_made(&SHAPES, ("shapes.ts", text), &["named.ts"]);
    let mut without = SHAPES;
    let (_, whole) = std::mem::replace(&mut without[0], ("shapes.ts", text));
    assert_made(&without, ("shapes.ts", whole), &["named.ts"]);
}

#[test]
fn what_a_function_returns_concerns_who_asks_for_the_function() {
    let text = "export class Shape {\n  area() { return 1; }\n  name() { return 'a'; }\n}\nexport function make(): Shape[] { return [new Shape()]; }\nexport const one = 1;\n";
    assert_made(&SHAPES, ("shapes.ts", text), &["named.ts"]);
}

#[test]
fn a_new_base_concerns_whoever_asks_for_a_member() {
    let text = "class Base {}\nexport class Shape extends Base {\n  area() { return 1; }\n  name() { return 'a'; }\n}\nexport function make() { return new Shape(); }\nexport const one = 1;\n";
    assert_made(&SHAPES, ("shapes.ts", text), &["area.ts", "named.ts"]);
}

#[test]
fn an_export_that_is_renamed_concerns_who_imports_it() {
    let text = "export class Shape {\n  area() { return 1; }\n  name() { return 'a'; }\n}\nexport function build() { return new Shape(); }\nexport const one = 1;\n";
    assert_made(&SHAPES, ("shapes.ts", text), &["named.ts"]);
}

#[test]
fn what_is_reached_through_another_file_counts() {
    let files = [
        ("a.ts", "export class A { go() { return 1; } }\n"),
        ("b.ts", "import { A } from './a';\nexport function b() { return new A().go(); }\n"),
        ("c.ts", "import { b } from './b';\nb().toFixed();\n"),
    ];
    assert_made(&files, ("a.ts", "export class A { go() { return ''; } }\n"), &["b.ts", "c.ts"]);
    assert_made(&files, ("a.ts", "export class A { go() { return 1; }\n stop() {} }\n"), &[]);
}

#[test]
fn star_exports_and_the_default_are_asked_for() {
    let files = [
        ("a.ts", "export const a = 1;\n"),
        ("b.ts", "export function late() {}\nexport default function () {}\n"),
        ("index.ts", "export * from './a';\n"),
        ("use.ts", "import { late } from './index';\nlate();\n"),
        ("default.ts", "import it from './b';\nit();\n"),
    ];
    assert_made(&files, ("index.ts", "export * from './a';\nexport * from './b';\n"), &["use.ts"]);
    assert_made(&files, ("a.ts", "export const a = 1;\nexport function late() {}\n"), &["use.ts"]);
    assert_made(&files, ("b.ts", "export function late() {}\nexport default class {}\n"), &["default.ts"]);
}

#[test]
fn constructors_and_interfaces_of_one_method_are_asked_for_without_a_name() {
    let files = [
        ("p/Box.java", "package p;\npublic class Box {\n  public Box(int a) {}\n}\n"),
        ("p/Use.java", "package p;\nclass Use {\n  void f() { new Box(1); }\n}\n"),
        ("p/Act.java", "package p;\npublic interface Act {\n  String run(String a);\n}\n"),
        ("p/Take.java", "package p;\nclass Take {\n  void take(Act act) {}\n  void f() { take(a -> a.trim()); }\n}\n"),
    ];
    let box_text = "package p;\npublic class Box {\n  public Box(int a) {}\n  public Box(String a) {}\n}\n";
    assert_made(&files, ("p/Box.java", box_text), &["p/Use.java"]);
    let act_text = "package p;\npublic interface Act {\n  Act run(Act a);\n}\n";
    assert_made(&files, ("p/Act.java", act_text), &["p/Take.java"]);
}

#[test]
fn names_of_any_case_and_members_that_answer_for_all_are_asked_for() {
    let files = [
        ("src/Str.php", "<?php\nnamespace App;\nclass Str {\n  public static function lower($x) { return $x; }\n}\n"),
        ("src/a.php", "<?php\nnamespace App;\nStr::LOWER('a');\n"),
        ("src/b.php", "<?php\nnamespace App;\nStr::gone('a');\n"),
    ];
    let text = "<?php\nnamespace App;\nclass Str {\n  public static function upper($x) { return $x; }\n}\n";
    assert_made(&files, ("src/Str.php", text), &["src/a.php"]);
    let text = "<?php\nnamespace App;\nclass Str {\n  public static function lower($x) { return $x; }\n  public static function __callStatic($a, $b) {}\n}\n";
    assert_made(&files, ("src/Str.php", text), &["src/b.php"]);
    let text = "<?php\nnamespace App;\nclass Str {\n  public static function lower($x) { return $x; }\n  public static function other($x) { return $x; }\n}\n";
    assert_made(&files, ("src/Str.php", text), &[]);
}

#[test]
fn implied_calls_of_python_are_asked_for() {
    let files = [
        ("a.py", "class A:\n    def go(self):\n        return self\n"),
        ("b.py", "from a import A\n\nwith A() as one:\n    one.go()\n"),
        ("c.py", "from a import A\n\nA().go().more()\n"),
    ];
    let text = "class A:\n    def go(self):\n        return self\n\n    def __enter__(self):\n        return self\n";
    assert_made(&files, ("a.py", text), &["b.py"]);
    let text =
        "class A:\n    def go(self):\n        return self\n\n    def __getattr__(self, name):\n        return 1\n";
    assert_made(&files, ("a.py", text), &["b.py", "c.py"]);
}

#[test]
fn what_a_namespace_uses_is_asked_for_through_its_types() {
    let header = |used: &str| {
        format!("#include \"a.h\"\nnamespace n {{\nusing {used}::Item;\nstruct Box {{\n  Item* item;\n}};\n}}\n")
    };
    let (before, after): (&str, &str) = (header("one").leak(), header("two").leak());
    let files = [
        ("a.h", "namespace one {\nstruct Item { void run(); };\n}\nnamespace two {\nstruct Item { void run(); };\n}\n"),
        ("box.h", before),
        ("use.cc", "#include \"box.h\"\nvoid use(n::Box* box) { box->item->run(); }\n"),
    ];
    assert_made(&files, ("box.h", after), &["use.cc"]);
}

#[test]
fn what_a_namespace_adds_to_a_function_is_asked_for() {
    let files = [
        (
            "parse.ts",
            "export function parse() {}\nexport namespace parse {\n  export function strict(): string { return ''; }\n}\n",
        ),
        ("use.ts", "import { parse } from './parse';\nparse.strict().trim();\n"),
        ("other.ts", "import { parse } from './parse';\nparse();\n"),
    ];
    let text = "export function parse() {}\nexport namespace parse {\n  export function strict(): Date { return new Date(); }\n}\n";
    assert_made(&files, ("parse.ts", text), &["use.ts"]);
}

#[test]
fn blocks_for_types_of_their_own_file_concern_no_type_of_that_name_elsewhere() {
    let register = "pub struct R;\nimpl R {\n    pub fn bits(&self) {}\n}\n";
    let files = [
        ("src/lib.rs", "mod a;\nmod b;\nmod c;\n"),
        ("src/a.rs", register),
        ("src/b.rs", register),
        ("src/c.rs", "use crate::a::R;\npub fn c(r: R) { r.bits(); r.more(); }\n"),
    ];
    assert_made(&files, ("src/b.rs", "pub struct R;\nimpl R {\n    pub fn other(&self) {}\n}\n"), &[]);
    assert_made(&files, ("src/b.rs", "use crate::a::R;\nimpl R {\n    pub fn more(&self) {}\n}\n"), &["src/c.rs"]);
}

#[test]
fn fixtures_are_asked_for_by_the_name_they_are_given() {
    let conftest =
        |name: &str| format!("import pytest\n\n@pytest.fixture(name={name:?})\ndef made():\n    return []\n");
    let (before, after): (&str, &str) = (conftest("cart").leak(), conftest("basket").leak());
    let files = [
        ("conftest.py", before),
        ("test_cart.py", "def test_it(cart):\n    cart.clear()\n"),
        ("test_basket.py", "def test_it(basket):\n    basket.clear()\n"),
        ("test_other.py", "def test_it(other):\n    other.clear()\n"),
    ];
    assert_made(&files, ("conftest.py", after), &["test_basket.py", "test_cart.py"]);
}

#[test]
fn a_package_of_several_files_is_asked_for_its_names() {
    let files = [
        ("p/a.go", "package p\n\ntype T struct{}\n\nfunc New() *T { return &T{} }\n"),
        ("p/b.go", "package p\n\nfunc (t *T) Go() {}\n"),
        ("p/c.go", "package p\n\nfunc use() { New().Go() }\n"),
        ("p/d.go", "package p\n\nfunc other() { use() }\n"),
    ];
    assert_made(&files, ("p/b.go", "package p\n\nfunc (t *T) Go() {}\n\nfunc (t *T) More() {}\n"), &[]);
    assert_made(&files, ("p/b.go", "package p\n\nfunc (t *T) Went() {}\n"), &["p/c.go"]);
    assert_made(&files, ("p/b.go", "package q\n\nfunc (t *T) Go() {}\n"), &["p/c.go", "p/d.go"]);
}

#[test]
fn whether_there_is_a_package_is_asked_of_all_files_together() {
    let use_of = "package a;\nclass Use { Object o = b.c.One.get(); Object g = e.f.G.get(); }\n";
    let files = [
        ("b/c/One.java", "package b.c;\npublic class One { public static Object get() { return null; } }\n"),
        ("b/c/Two.java", "package b.c;\nclass Two {}\n"),
        ("a/Use.java", use_of),
    ];
    assert_made(&files, ("b/c/Two.java", "package b.d;\nclass Two {}\n"), &[]);
    assert_made(&files, ("b/c/Two.java", "package e.f;\nclass Two {}\n"), &["a/Use.java"]);
}

#[test]
fn blocks_for_types_and_traits_are_asked_for() {
    let files = [
        ("src/lib.rs", "mod a;\nmod b;\nmod c;\n"),
        ("src/a.rs", "pub struct A;\nimpl A {\n    pub fn go(&self) {}\n}\n"),
        ("src/b.rs", "use crate::a::A;\npub fn b(a: A) { a.go(); }\n"),
        ("src/c.rs", "use crate::a::A;\npub fn c(a: A) { a.stop(); }\n"),
    ];
    let text = "pub struct A;\nimpl A {\n    pub fn go(&self) {}\n    pub fn stop(&self) {}\n}\n";
    assert_made(&files, ("src/a.rs", text), &["src/c.rs"]);
    let text = "pub struct A;\nimpl A {\n    pub fn go(&self) {}\n    pub fn wait(&self) {}\n}\n";
    assert_made(&files, ("src/a.rs", text), &[]);
}

#[test]
fn a_computed_type_follows_the_types_that_it_is_computed_from() {
    let files = [
        ("posts.ts", "export interface Posts { list(): void }\n"),
        ("given.ts", "export type Given = string;\nexport type Other = string;\n"),
        (
            "made.ts",
            "import { Posts } from './posts';\nexport type Made<T> = T extends string ? Posts : never;\nexport type Hooks<T> = { [K in keyof T as `use${Capitalize<K & string>}`]: T[K] };\n",
        ),
        (
            "use.ts",
            "import { Given } from './given';\nimport { Made } from './made';\ndeclare const made: Made<Given>;\nmade.list();\n",
        ),
        (
            "hooks.ts",
            "import { Hooks } from './made';\nimport { Posts } from './posts';\ndeclare const hooks: Hooks<Posts>;\nhooks.useAdd();\n",
        ),
    ];
    assert_made(&files, ("given.ts", "export type Given = number;\nexport type Other = string;\n"), &["use.ts"]);
    assert_made(&files, ("given.ts", "export type Given = string;\nexport type Other = number;\n"), &[]);
    assert_made(&files, ("posts.ts", "export interface Posts { list(): void; add(): void }\n"), &["hooks.ts"]);
}

#[test]
fn what_is_declared_to_be_global_is_asked_for_by_its_name() {
    let files = [
        ("polyfill.ts", "export {};\ndeclare global {\n  interface Stream { map(): void }\n}\n"),
        ("use.ts", "export function use(stream: Stream) { stream.map(); stream.first(); }\n"),
        ("other.ts", "export function other(request: Request) { request.json(); }\n"),
        ("add.ts", "export {};\ndeclare global {\n  interface Nothing { unused(): void }\n}\n"),
    ];
    let stream = "export {};\ndeclare global {\n  interface Stream { first(): void }\n}\n";
    assert_made(&files, ("add.ts", stream), &["use.ts"]);
    let request = "export {};\ndeclare global {\n  interface Request { json(): void }\n}\n";
    assert_made(&files, ("add.ts", request), &["other.ts"]);
}

#[test]
fn what_an_application_brings_is_asked_for_by_its_name() {
    let files = [
        ("nuxt.config.ts", "export default {};\n"),
        ("composables/cart.ts", "export function useCart() {}\n"),
        ("pages/shop.ts", "export const shop = () => useRows();\n"),
        ("pages/other.ts", "export const other = () => useOther();\n"),
    ];
    assert_made(&files, ("composables/cart.ts", "export function useRows() {}\n"), &["pages/shop.ts"]);
}

#[test]
fn what_a_constant_is_put_together_of_is_part_of_the_interface() {
    let files = [
        ("a.ts", "const base = \"/a\";\nexport const users = base + \"/users\";\n"),
        ("a.go", "package a\nconst base = \"/a\"\nconst Users = base + \"/users\"\n"),
        (
            "A.java",
            "class A {\n  private static final String BASE = \"/a\";\n  public static final String USERS = BASE + \"/users\";\n}\n",
        ),
    ];
    for (path, text) in files {
        let Some(old) = graph(path, text) else { return };
        let new = graph(path, &text.replace("\"/a\"", "\"/b\"")).expect("a graph");
        assert_ne!(resolve::interface_hash(&old), resolve::interface_hash(&new), "{path}");
    }
}

#[test]
fn what_a_class_is_given_where_it_is_made_concerns_who_asks_for_what_it_holds() {
    let core = "const Server = require('./server');\nclass Core { open() {} }\nclass Other { open() {} }\nnew Server(new Core());\n";
    let server = "class Server { constructor(core) { this._core = core; } run() { this._core.open(); } }\nmodule.exports = Server;\n";
    let files = [("core.js", core), ("server.js", server), ("apart.js", "class Apart { run() { return 1; } }\n")];
    let text = "const Server = require('./server');\nclass Core { open() {} }\nclass Other { open() {} }\nnew Server(new Other());\n";
    assert_made(&files, ("core.js", text), &["server.js"]);
}

#[test]
fn whether_a_macro_lets_build_what_it_is_given_is_asked_for() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"shop\"\n"),
        ("src/lib.rs", "#[macro_use]\nmod gates;\nmod kept;\nmod other;\n"),
        ("src/gates.rs", "macro_rules! cfg_dump { ($($i:item)*) => { $(#[cfg(dump)] $i)* }; }\n"),
        ("src/kept.rs", "cfg_dump! { pub fn a() {} }\ncfg_not_dump! { pub fn a() {} }\npub fn b() { a(); }\n"),
        ("src/other.rs", "pub fn c() {}\npub fn d() { c(); }\n"),
    ];
    let edited = "macro_rules! cfg_dump { ($($i:item)*) => { $(#[cfg(windows)] $i)* }; }\n";
    assert_made(&files, ("src/gates.rs", edited), &["src/kept.rs"]);
}

#[test]
fn the_class_of_a_class_is_asked_for_with_it() {
    let files = [
        ("kinds.py", "class Meta(type):\n    def make(cls): pass\nclass A: pass\nclass B: pass\n"),
        ("use.py", "from kinds import A\nA.make()\n"),
        ("other.py", "from kinds import B\nB()\n"),
    ];
    let edited = "class Meta(type):\n    def make(cls): pass\nclass A(metaclass=Meta): pass\nclass B: pass\n";
    assert_made(&files, ("kinds.py", edited), &["use.py"]);
}

#[test]
fn what_a_macro_implements_is_asked_for_by_its_name() {
    let files = [
        ("src/lib.rs", "#[macro_use]\nmod made;\nmod kept;\nmod other;\n"),
        ("src/made.rs", "macro_rules! made { (struct $a:ident;) => { struct $a; impl $a { fn a() {} } }; }\n"),
        ("src/kept.rs", "made! { struct A; }\npub fn f() { A::a(); A::b(); }\n"),
        ("src/other.rs", "made! { struct A; }\npub fn f() { A::a(); }\n"),
    ];
    let edited = "macro_rules! made { (struct $a:ident;) => { struct $a; impl $a { fn a() {} fn b() {} } }; }\n";
    assert_made(&files, ("src/made.rs", edited), &["src/kept.rs"]);
}
