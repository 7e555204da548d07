//! Symbols: every kind, their places, names, texts and properties.

use super::*;

#[test]
fn every_kind_of_declaration_is_a_symbol() {
    let read = ts("
        function f() { function inner() {} const local = 1; const arrow = () => 1; }
        const value = 1, held = () => 2, made = function () {};
        class C { field = 1; static s; arrow = () => 3; constructor(private p: P) {} m() {} get g() { return 1; } set g(v) {} #h() {} }
        interface I { p: string; m(): void }
        type A = { q: number; n(): void };
        enum E { One, Two = 2 }
        namespace N { export const x = 1; }
        declare module 'm' { export function ext(): void }
        declare global { interface Window { y: number } }
        const object = { m() {}, inner: { deep: () => 1 }, data: { x: 1 } };
        const K = class { k() {} };");
    assert_eq!(
        read.symbols(),
        [
            "Function f",
            "Function f.inner",
            "Function f.arrow",
            "Variable value",
            "Function held",
            "Function made",
            "Class C",
            "Property C.field",
            "Property C.s",
            "Method C.arrow",
            "Constructor C.constructor",
            "Property C.p",
            "Method C.m",
            "Getter C.g",
            "Setter C.g~2",
            "Method C.#h",
            "Interface I",
            "Property I.p",
            "Method I.m",
            "TypeAlias A",
            "Property A.q",
            "Method A.n",
            "Enum E",
            "EnumMember E.One",
            "EnumMember E.Two",
            "Namespace N",
            "Variable N.x",
            "Namespace m",
            "Function m.ext",
            "Namespace global",
            "Interface global.Window",
            "Property global.Window.y",
            "Variable object",
            "Method object.m",
            "Property object.inner",
            "Method object.inner.deep",
            "Class K",
            "Method K.k",
        ]
    );
}

#[test]
fn a_function_tells_its_parameters_returns_and_documentation() {
    let read = ts("
/**
 * Finds a user.
 *   - by id
 */
export async function find<T extends Base>(
  id: string, // the key
  { limit = 10, by }: Options = {},
  ...rest: number[]
): Promise<User | undefined> {
  if (id && by || rest.length) return cache.get(id) ?? load(id);
  for (const x of rest) { switch (x) { case 1: case 2: break; default: } }
  return undefined;
}");
    let find = read.symbol("find");
    assert_eq!(
        find.signature,
        "export async function find<T extends Base>(id: string, { limit = 10, by }: Options = {}, ...rest: number[]): Promise<User | undefined>"
    );
    assert_eq!(find.doc.as_deref(), Some("Finds a user.\n  - by id"));
    let params: Vec<_> = find
        .params
        .iter()
        .map(|p| (read.0.name(p.name), p.type_text.as_deref(), p.default.as_deref(), p.optional, p.rest))
        .collect();
    assert_eq!(
        params,
        [
            ("id", Some("string"), None, false, false),
            ("{ limit = 10, by }", Some("Options"), Some("{}"), true, false),
            ("rest", Some("number[]"), None, true, true)
        ]
    );
    assert_eq!(find.returns.as_deref(), Some("Promise<User | undefined>"));
    assert_eq!(find.returns_type.map(|ty| read.ty(ty)).as_deref(), Some("Promise?<optional User?>"));
    assert_eq!(read.list(&find.return_values), "either(cache?.get(id), load?(id)), null");
    // if, &&, ||, ??, for, two cases
    assert_eq!(find.complexity, 8);
    assert!(find.exported && find.modifiers.has(Modifiers::ASYNC));
    assert_eq!((find.span.start.line, find.name_at.line, find.name_at.column), (6, 6, 22));
    assert_eq!(find.preview.lines().count(), 9);
}

#[test]
fn comments_take_no_room_in_what_is_shown_of_a_variable() {
    let comments = (1..12).map(|at| format!("    // {at}\n")).collect::<String>();
    let lines = (1..12).map(|at| format!("    {at},\n")).collect::<String>();
    let read = ts(&format!("const a = {{\n  all: [\n{comments}    'x',\n  ],\n}};\nconst b = [\n{lines}];\n"));
    assert!(read.symbol("a").preview.ends_with("],\n}"), "{}", read.symbol("a").preview);
    assert_eq!(read.symbol("b").preview.lines().count(), 10);
}

#[test]
fn overloads_are_one_symbol_and_its_signatures() {
    let read = ts(
        "export function f(a: string): string;\nexport function f(a: number): number;\nexport function f(a: any) { return a; }",
    );
    assert_eq!(read.symbols(), ["Function f~2", "Function f~3", "Function f"]);
    assert!(
        read.symbol("f~2").modifiers.has(Modifiers::OVERLOAD) && !read.symbol("f").modifiers.has(Modifiers::OVERLOAD)
    );
    assert_eq!(read.0.bindings[0].symbol, Some(2));
    assert_eq!(read.0.exports.len(), 1);
    let ambient = read_declarations("export declare function f(): void;");
    assert!(
        !ambient.symbol("f").modifiers.has(Modifiers::OVERLOAD)
            && ambient.symbol("f").modifiers.has(Modifiers::AMBIENT)
    );
}

fn read_declarations(source: &str) -> Read {
    read("a.d.ts", source)
}

#[test]
fn a_class_tells_its_bases_members_and_decorators() {
    let read = ts("
@Injectable() @sealed
export abstract class A<T extends X> extends ns.Base<T> implements I, J<string> {
  private readonly svc: Service;
  protected static items?: Item[] = [];
  constructor(svc: Service) { super(); this.svc = svc; this.late = make(); }
  @Get('/x') abstract handle(): this;
}");
    let class = read.symbol("A");
    let bases: Vec<_> = class.bases.iter().map(|b| format!("{:?} {} {}", b.relation, b.text, read.ty(b.ty))).collect();
    assert_eq!(
        bases,
        [
            "Extends ns.Base ns?.Base<T>".replace("ns?.Base", "ns.Base?"),
            "Implements I I?".into(),
            "Implements J J?<string>".into()
        ]
    );
    let decorators: Vec<_> = class.decorators.iter().map(|d| format!("{} {}", d.text, read.value(d.value))).collect();
    assert_eq!(decorators, ["Injectable() Injectable?", "sealed sealed?"]);
    assert_eq!(class.span.start.line, 2);
    assert!(class.modifiers.has(Modifiers::ABSTRACT));
    let svc = read.symbol("A.svc");
    assert!(svc.modifiers.has(Modifiers::PRIVATE) && svc.modifiers.has(Modifiers::READONLY) && !svc.exported);
    assert_eq!(read.list(&svc.initial), "svc");
    assert_eq!(svc.declared.map(|ty| read.ty(ty)).as_deref(), Some("Service?"));
    let items = read.symbol("A.items").modifiers;
    assert!(items.has(Modifiers::STATIC) && items.has(Modifiers::PROTECTED) && items.has(Modifiers::OPTIONAL));
    assert_eq!(read.list(&read.symbol("A.late").initial), "make?()");
    assert_eq!(read.symbol("A.handle").returns_type.map(|ty| read.ty(ty)).as_deref(), Some("this"));
    assert_eq!(read.references(), ["Decorator - > sealed?"]);
    assert!(read.calls().contains(&"A > Get?".to_owned()));
}

#[test]
fn a_wrapped_function_is_a_function() {
    let read = ts("
        import { memo } from 'react'; import * as React from 'react';
        export const A = memo((p: Props) => render(p));
        const B = React.forwardRef(memo(function inner() { return 1; }));
        const list = items.map((x) => x.y);
        const timer = setTimeout(() => tick(), 1);
        const table = sqliteTable('t', { id: text() }, (t) => byId(t));
        function C() { const onClick = useCallback(() => go(), []); const memoized = useMemo(() => 1, []); }");
    assert_eq!(
        read.symbols(),
        [
            "Function A",
            "Function B",
            "Variable list",
            "Variable timer",
            "Variable table",
            "Function C",
            "Function C.onClick"
        ]
    );
    assert_eq!(read.0.name(read.symbol("A").params[0].name), "p");
    let declared = ts("export const F: Maker<F> = make('F', (inst, def) => { go(); });");
    assert!(declared.symbol("F").params.is_empty());
    assert_eq!(declared.calls(), ["- > make?", "F > go?"]);
    assert_eq!(
        read.calls(),
        [
            "- > memo",
            "A > render?",
            "- > React.forwardRef",
            "- > memo",
            "- > items?.map",
            "- > setTimeout?",
            "- > tick?",
            "- > sqliteTable?",
            "- > text?",
            "- > byId?",
            "C > useCallback?",
            "C.onClick > go?",
            "C > useMemo?",
        ]
    );
}

#[test]
fn functions_given_to_members_are_methods_of_what_they_are_given_to() {
    let read = read(
        "a.js",
        "
        function Route(path) { this.path = path; }
        Route.prototype.match = function match(url) { return this.path.test(url); };
        const app = {};
        app.use = function use(fn) { this.lazy(); };
        app.lazy = () => {};
        window.onload = function () {};",
    );
    assert_eq!(
        read.symbols(),
        [
            "Function Route",
            "Property Route.path",
            "Method Route.match",
            "Variable app",
            "Method app.use",
            "Method app.lazy",
            "Method window.onload",
        ]
    );
    assert_eq!(read.calls(), ["Route.match > this<Route>.path.test", "app.use > this<app>.lazy"]);
}

#[test]
fn the_blocks_of_a_namespace_are_one_symbol_and_see_each_other() {
    let read = ts(
        "namespace N { export function f() {} }\nnamespace N { export function g() { f(); } }\nfunction h() {}\nnamespace h { export const x = 1; }",
    );
    assert_eq!(read.symbols(), ["Namespace N", "Function N.f", "Function N.g", "Function h", "Variable h.x"]);
    assert_eq!(read.calls(), ["N.g > f"]);
}

#[test]
fn a_name_that_is_a_type_and_a_value_has_two_bindings() {
    let read = ts("export interface A {}\nexport const A = make();\nlet a: A; let b: typeof A;");
    assert_eq!(read.symbols(), ["Interface A", "Variable A~2", "Variable a", "Variable b"]);
    let of_type = read.0.bindings.iter().filter(|b| read.0.name(b.name) == "A").map(|b| (b.kind, b.symbol));
    assert_eq!(of_type.collect::<Vec<_>>(), [(BindingKind::Variable, Some(1)), (BindingKind::Type, Some(0))]);
    assert_eq!(read.0.exports.len(), 2);
    let Some(Type::Name { root: Some(root), .. }) = read.symbol("a").declared.map(|ty| &read.0.types[ty as usize])
    else {
        panic!("a name")
    };
    assert_eq!(read.0.bindings[*root as usize].kind, BindingKind::Type);
}

#[test]
fn secrets_leave_neither_previews_nor_signatures_nor_quotes() {
    let read = ts(
        "const password = \"hunter2!secret9\";\nconnect({ token: \"a7Bc2dE9fG4hJ1kL6mN3pQ8r\" });\nfunction f(apiKey = \"a7Bc2dE9fG4hJ1kL6mN3pQ8r\") {}",
    );
    let all = format!("{:?}", read.0);
    assert!(!all.contains("hunter2") && !all.contains("a7Bc2dE9"), "{all}");
    assert_eq!(read.symbol("password").signature, "const password = \"‹redacted:password›\"");
    assert_eq!(read.0.quotes, [(2, "connect({ token: \"‹redacted:token›\" });".to_owned())]);
}
