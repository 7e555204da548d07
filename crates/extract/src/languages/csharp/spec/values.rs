use super::csharp;
use crate::languages::reading::Read;

fn inside(body: &str) -> Read {
    csharp(&format!("class A : B {{ int field; void F(Item p, List<Item> xs) {{\n{body}\n}} }}\n"))
}

#[test]
fn a_call_says_what_is_called_through_which_names() {
    let it = inside(
        "\
Bare(1); this.Own(); base.Up(); p?.Maybe()?.More(); xs[0].At(); field.Of();
new Made(2) { X = Inner() }; Item n = new(3); Generic<int>(4); p.Typed<Item>();
int.Parse(\"1\"); global::N.S.Static(); Box<int>.Of(); (p as Item).Cast(); await Wait();
nameof(p); var t = typeof(Item); local(); void local() { } var u = $\"{Text()}\"; Take(out var o, name: 5, this);",
    );
    let texts: Vec<_> = it.0.calls.iter().map(|c| format!("{:?} {} {}", c.kind, c.text, c.arguments)).collect();
    assert_eq!(
        texts,
        [
            "Call Bare 1",
            "Call this.Own 0",
            "Call base.Up 0",
            "Optional p?.Maybe 0",
            "Optional p?.Maybe()?.More 0",
            "Call xs[0].At 0",
            "Call field.Of 0",
            "New Made 1",
            "Call Inner 0",
            "New new 1",
            "Call Generic 1",
            "Call p.Typed 0",
            "Call int.Parse 1",
            "Call global::N.S.Static 0",
            "Call Box<int>.Of 0",
            "Call (p as Item).Cast 0",
            "Call Wait 0",
            "Call local 0",
            "Call Text 0",
            "Call Take 3",
        ]
    );
    assert!(it.calls().contains(&"A.F > field?.Of".to_owned()), "members are left to resolution");
    assert!(it.calls().contains(&"A.F > local".to_owned()) && it.calls().contains(&"A.F > super<A>.Up".to_owned()));
}

#[test]
fn every_way_of_binding_says_what_is_bound() {
    let it = inside(
        "\
var a = await Load(); Item b = null; foreach (var c in xs) { } var (d, e) = Pair();
if (p is Item { Next: var f } g && TryGet(out var h)) { } using var i = Open();
switch (p) { case Item j: break; } var k = from l in xs select l.Next;
try { } catch (Oops m) { } xs.Each(n => n.Use()); var o = p switch { Item q => q, _ => null };",
    );
    let given = |name: &str| it.given(name).join(" ");
    assert_eq!((given("a"), given("b")), ("await Load?()".into(), ": Item? null".into()));
    assert_eq!(
        (given("c"), given("d"), given("e")),
        ("item1(xs)".into(), "part0(Pair?())".into(), "part1(Pair?())".into())
    );
    assert_eq!((given("f"), given("g")), ("as Item?.Next".into(), ": Item? as Item?".into()));
    assert_eq!(given("h"), format!("param(TryGet?, 0, {})", facts::WHOLE));
    assert_eq!((given("i"), given("j")), ("Open?()".into(), ": Item? as Item?".into()));
    assert_eq!((given("l"), given("k")), ("item1(xs)".into(), "[l.Next]".into()));
    assert_eq!((given("m"), given("n")), (": Oops?".into(), "param(xs.Each, 0, 0)".into()));
    assert_eq!(given("o"), "either(q, null)");
}

#[test]
fn methods_passed_by_name_are_references() {
    let it = inside("p.Done += OnDone; xs.Each(Take); Use(field, p, _hidden); System.Action act = this.Run;");
    assert_eq!(it.references(), ["Callback A.F > OnDone?", "Callback A.F > Take?", "Callback A.F > this<A>.Run"]);
}

#[test]
fn types_are_read_as_what_they_hold() {
    let cases = [
        ("int", "int?"),
        ("string", "System.String?"),
        ("Int32", "int?"),
        ("Item?", "optional Item?"),
        ("Item[]", "[]Item?"),
        ("List<A.B>", "List`1?<A.B?>"),
        ("Func<int, Item>", "fn(int?) Item?"),
        ("Action<Item>", "fn(Item?) -"),
        ("KeyValuePair<int, Item>", "(int?, Item?)"),
        ("(int a, Item b)", "{a: int?, b: Item?, Item1: int?, Item2: Item?}"),
        ("(int, Item)", "(int?, Item?)"),
    ];
    for (source, expected) in cases {
        let it = csharp(&format!("class A {{ {source} x; }}\n"));
        assert_eq!(it.ty(it.symbol("A.x").declared.expect("a type")), expected, "{source}");
    }
}
