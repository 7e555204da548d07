//! Calls, what they call, and what names hold.

use super::*;

#[test]
fn calls_of_every_form_are_found() {
    let read = ts("
class A extends B {
  constructor() { super(1); }
  m() { this.n(...xs); super.m(); this.#p(); a?.b?.(1); a?.c(); new C.D<E>(2); tag`x`; f<T>(); (g as any)(); h!(); }
  #p() { x['lit'](); x[i](); y()(); (() => z())(); import.meta.url; obj.a.b().c(); }
}");
    let calls: Vec<_> = read
        .0
        .calls
        .iter()
        .map(|c| {
            format!(
                "{:?} {} {} {}{}",
                c.kind,
                c.text,
                read.0.name(c.name),
                c.arguments,
                if c.spread { "+" } else { "" }
            )
        })
        .collect();
    assert_eq!(
        calls,
        [
            "Super super super 1",
            "Call this.n n 1+",
            "Call super.m m 0",
            "Call this.#p #p 0",
            "Optional a?.b b 1",
            "Optional a?.c c 0",
            "New C.D D 1",
            "Tag tag tag 0",
            "Call f f 0",
            "Call g g 0",
            "Call h h 0",
            "Call x['lit lit 0",
            "Call x[i]  0",
            "Call y y 0",
            "Call y()  0",
            "Call z z 0",
            "Call obj.a.b b 0",
            "Call obj.a.b().c c 0",
        ]
    );
    assert_eq!(read.calls()[0], "A.constructor > super<A>");
    assert!(
        read.calls().contains(&"A.m > this<A>.n".to_owned()) && read.calls().contains(&"A.m > super<A>.m".to_owned())
    );
}

#[test]
fn a_chain_over_lines_has_the_line_of_each_name() {
    let read = ts("a\n  .b()\n  // now c\n  .c(\n    1,\n  );");
    let calls: Vec<_> = read.0.calls.iter().map(|c| (c.text.as_str(), c.at.line, c.at.column, c.start_line)).collect();
    assert_eq!(calls, [("a.b", 2, 3, 1), ("a.b().c", 4, 3, 1)]);
    assert_eq!(read.0.quotes, [(2, ".b()".to_owned()), (4, ".c(".to_owned())]);
}

#[test]
fn names_hold_what_they_were_given() {
    let read = ts("
import { make, type T } from './make';
const a = make(), b = new Map<string, T>(), c = await a.load(), d = a as unknown as T, e = cond ? a : (b ?? c);
const { f, g: { h = 1 }, ...i } = a;
const [j, , k] = b;
let l: T = a, m; m = 1; m = make();
for (const n of a.items) {}
for (const o in a) {}
const p = { q: a, r() { return a; }, ...b }, s = [a, ...b], t = a['u'], v = b[0], vv = b[i], w = !a, x = `y`, z = 1 + 2;
const aa = a!.b, bb = <T>a, cc = (a satisfies T), dd = typeof a === 'x', ee = /x/, ff = null, gg = a && b.c;");
    let expected = [
        ("a", "make()"),
        ("b", "a Map?<string, T>"),
        ("c", "await a.load()"),
        ("d", "as T"),
        ("e", "either(a, either(b, c))"),
        ("f", "a.f"),
        ("h", "either(a.g.h, number)"),
        ("i", "a"),
        ("j", "part0(b)"),
        ("k", "part2(b)"),
        ("l", ": T"),
        ("m", "number"),
        ("n", "item1(a.items)"),
        ("o", "string"),
        ("p", "{q: a, r: fn<p.r>(a), ...b}"),
        ("s", "[a, item1(b)]"),
        ("t", "a.u"),
        ("v", "part0(b)"),
        ("vv", "b[…]"),
        ("w", "boolean"),
        ("x", "string"),
        ("aa", "a.b"),
        ("bb", "as T"),
        ("cc", "a"),
        ("dd", "boolean"),
        ("ee", "regexp"),
        ("ff", "null"),
        ("gg", "b.c"),
    ];
    for (name, value) in expected {
        assert_eq!(read.given(name)[0], value, "{name}");
    }
    assert_eq!(read.given("l"), [": T", "a"]);
    assert_eq!(read.given("m"), ["number", "make()"]);
}

#[test]
fn parameters_of_callbacks_follow_from_what_is_called() {
    let read = ts("list.map((a, i) => a.go(i)).forEach(function ({ b }, [c]) {}); on((typed: T) => typed);");
    assert_eq!(read.given("a"), ["param(list?.map, 0, 0)"]);
    assert_eq!(read.given("i"), ["param(list?.map, 0, 1)"]);
    assert_eq!(read.given("b"), ["param(list?.map(fn<->(a.go(i))).forEach, 0, 0).b"]);
    assert_eq!(read.given("c"), ["part0(param(list?.map(fn<->(a.go(i))).forEach, 0, 1))"]);
    assert_eq!(read.given("typed"), [": T?"]);
}

#[test]
fn functions_passed_by_name_are_references() {
    let read = read(
        "a.tsx",
        "
import { handler } from './h';
function f() {} class K { m() { on(this.n); } n() {} }
const g = f; on('x', f); const table = { a: f, handler }; const list = [K];
function h() { const local = 1; use(local); return f; }
export const App = () => <Layout.Main onClick={handler}><div><Child /></div></Layout.Main>;
const e = cond ? f : handler, d = h() || f;",
    );
    assert_eq!(
        read.references(),
        [
            "Callback K.m > this<K>.n",
            "Callback - > f",
            "Callback - > f",
            "Callback - > f",
            "Callback - > handler",
            "Callback - > K",
            "Callback h > f",
            "Jsx App > Layout?.Main",
            "Callback App > handler",
            "Jsx App > Child?",
            "Callback - > f",
            "Callback - > handler",
            "Callback - > f",
        ]
    );
}

#[test]
fn types_are_read_as_declared() {
    let read = ts("
import type { X } from 'x'; import * as ns from 'ns';
let a: X[], b: Promise<X | null>, c: ns.Y<string>, d: [X, number?], e: (x: X) => string, f: { g: X; h?(): void }, i: typeof ns.z;
let j: { [key: string]: X }, k: Record<string, X>, l: X['m'], n: new () => X, o: X & { p: 1 }, q: readonly X[] | undefined;
let r: import('./m').S<X>, t: keyof X, u: `a${string}`, v: X extends string ? 1 : 2, w: { [K in 'a']: X }, y: () => asserts y is X;
let z: { [K in keyof X]: () => X }, aa: { [K in keyof X]?: X[K] }, ab: { [K in keyof X as `on${K}`]: X };");
    let declared = |name: &str| read.symbol(name).declared.map(|ty| read.ty(ty)).unwrap_or_default();
    let expected = [
        ("a", "[]X"),
        ("b", "Promise?<optional X>"),
        ("c", "ns.Y<string>"),
        ("d", "(X, optional number)"),
        ("e", "fn(X) string"),
        ("f", "{g: X, h: typeof fn<f.h>()}"),
        ("i", "typeof ns.z"),
        ("j", "map[string]X"),
        ("k", "Record?<string, X>"),
        ("l", "X[m]"),
        ("n", "class of X"),
        ("o", "X & {p: number}"),
        ("q", "optional []X"),
        ("r", "import(\"./m\").S<X>"),
        ("t", "keyof X"),
        ("u", "`a${}`(string)"),
        ("v", "X extends string ? number : number"),
        ("w", "{[K in \"a\"]: X}"),
        ("y", "fn() null"),
        ("z", "{[K in keyof X]: fn() X}"),
        ("aa", "X"),
        ("ab", "{[K in keyof X as `on${}`(K)]: X}"),
    ];
    for (name, ty) in expected {
        assert_eq!(declared(name), ty, "{name}");
    }
}

#[test]
fn what_a_generator_yields_is_what_it_gives() {
    let read = ts("function* g() { yield a(); yield* b(); return 1; }");
    assert_eq!(read.list(&read.symbol("g").return_values), "a?(), item1(b?())");
}
