use super::java;
use crate::languages::reading::Read;

fn inside(body: &str) -> Read {
    java(&format!("package a;\nclass A {{ int size;\n void f(Item item, Item[] items) {{\n{body}\n}}\n}}\n"))
}

#[test]
fn a_call_says_what_is_called_through_which_names() {
    let it = inside(
        "\
        g(1, \"a\");
        item.next().name(size);
        this.g();
        super.g();
        A.super.g();
        Face.super.g();
        new B.C<>(item) { void m() { inner(); } };
        item.new Part(1);
        Type.<String>of();
        run(() -> late());",
    );
    assert_eq!(
        it.calls(),
        [
            "A.f > g?",
            "A.f > item.next",
            "A.f > item.next().name",
            "A.f > this<A>.g",
            "A.f > super<A>.g",
            "A.f > super<A>.g",
            "A.f > a Face?.g",
            "A.f > as class of B.C?",
            "A.f.$C.m > inner?",
            "A.f > item.Part",
            "A.f > Type?.of",
            "A.f > run?",
            "A.f > late?",
        ]
    );
    let first = &it.0.calls[0];
    assert_eq!((first.text.as_str(), first.arguments, first.at.line), ("g", 2, 4));
}

#[test]
fn every_way_of_binding_says_what_is_bound() {
    let it = inside(
        "\
        var a = item.next();
        Item b = null, c[] = {};
        for (Item d : items) {}
        for (var e : items) {}
        if (x instanceof Item g) {}
        try (Reader h = open()) {} catch (One | Two i) {}
        switch (item) { case Item j -> {} case Pair(Item k, var l) -> {} }
        each((m, n) -> m.go());
        Visitor o = p -> p.go();",
    );
    let given = |name: &str| it.given(name).join(" ");
    assert_eq!(given("a"), "item.next()");
    assert_eq!((given("b"), given("c")), (": Item? null".into(), ": []Item? a []Item?".into()));
    assert_eq!((given("d"), given("e")), (": Item? item1(items)".into(), "item1(items)".into()));
    assert_eq!(given("g"), ": Item?");
    assert_eq!((given("h"), given("i")), (": Reader? open?()".into(), ": One? | Two?".into()));
    assert_eq!((given("j"), given("k"), given("l")), (": Item?".into(), ": Item?".into(), "part1(as Pair?)".into()));
    assert_eq!((given("m"), given("n")), ("param(each?, 0, 0)".into(), "param(each?, 0, 1)".into()));
    assert_eq!(given("p"), "param(as fn(Visitor?) -, 0, 0)");
}

#[test]
fn literals_and_operators_have_types() {
    let it = inside(
        "\
        var a = 1;
        var b = 0xFFL;
        var c = 1.5f;
        var d = 'x';
        var e = \"s\" + item + 1;
        var g = size * 2 - 1;
        var h = a < b && !x;
        var i = (Item) x;
        var j = new int[2][];
        var k = items[0];
        var l = x ? a : b;
        var m = Item.class;
        var n = -a << 2;",
    );
    let given = |name: &str| it.given(name).join(" ");
    assert_eq!(
        (given("a"), given("b"), given("c"), given("d")),
        ("a int?".into(), "a long?".into(), "a float?".into(), "a char?".into())
    );
    assert_eq!(given("e"), "a java.lang.String? + item + a int?");
    assert_eq!(given("g"), "size? ∘ a int? ∘ a int?");
    assert_eq!(given("h"), "a boolean?");
    assert_eq!((given("i"), given("j"), given("k")), ("as Item?".into(), "a [][]int?".into(), "items[…]".into()));
    assert_eq!((given("l"), given("m")), ("either(a, b)".into(), "a java.lang.Class?<Item?>".into()));
    assert_eq!(given("n"), "a");
}

#[test]
fn methods_and_constructors_passed_by_name_are_references() {
    let it = inside("use(this::f, item::next, Item::name, Item::new, super::f, int[]::new, List<Item>::size);");
    assert_eq!(
        it.references(),
        [
            "Callback A.f > this<A>.f",
            "Callback A.f > item.next",
            "Callback A.f > Item?.name",
            "Callback A.f > as class of Item?",
            "Callback A.f > super<A>.f",
            "Callback A.f > as class of List?<Item?>.size",
        ]
    );
    let it = java("@Mark(1) class B { @x.Other void m(@Nullable A a) {} }");
    assert_eq!(
        it.references(),
        [
            "Decorator - > as class of Mark?",
            "Decorator B > as class of x.Other?",
            "Decorator B.m > as class of Nullable?"
        ]
    );
}
