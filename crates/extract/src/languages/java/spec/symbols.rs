use super::java;

#[test]
fn declarations_and_their_members_are_symbols() {
    let it = java(
        "package a.b;
public class Outer<T extends Comparable<T>> extends Base<T> implements Shape, x.Other {
    private static final int SIZE = 1, other[] = {};
    static { init(); }
    public Outer(int a) { this(a, null); }
    Outer(int a, T... rest) { super(a); }
    public <R> R map(final Function<? super T, ? extends R> f) throws IOException { return f.apply(x); }
    void map() {}
    abstract static class Nested { abstract void m(); }
    interface Inner { int n(); default void d() {} }
    Runnable field = new Runnable() { public void run() { go(); } };
    void local() { class Local { void l() {} } new Local().l(); }
}
enum Color implements Shape { RED(1) { int of() { return f(); } }, GREEN; int value; int of() { return 0; } }
record Point(int x, int... rest) { Point { check(x); } int sum() { return x; } }
@interface Mark { String value() default \"x\"; }
",
    );
    assert_eq!(it.0.package.as_deref(), Some("a.b"));
    assert_eq!(
        it.symbols(),
        [
            "Class Outer",
            "Property Outer.SIZE",
            "Property Outer.other",
            "Constructor Outer.Outer",
            "Constructor Outer.Outer~2",
            "Method Outer.map",
            "Method Outer.map~2",
            "Class Outer.Nested",
            "Method Outer.Nested.m",
            "Interface Outer.Inner",
            "Method Outer.Inner.n",
            "Method Outer.Inner.d",
            "Property Outer.field",
            "Class Outer.field.$Runnable",
            "Method Outer.field.$Runnable.run",
            "Method Outer.local",
            "Class Outer.local.Local",
            "Method Outer.local.Local.l",
            "Enum Color",
            "EnumMember Color.RED",
            "Method Color.RED.of",
            "EnumMember Color.GREEN",
            "Property Color.value",
            "Method Color.of",
            "Class Point",
            "Property Point.x~2",
            "Method Point.x",
            "Property Point.rest~2",
            "Method Point.rest",
            "Constructor Point.Point",
            "Method Point.sum",
            "Interface Mark",
            "Method Mark.value",
        ]
    );
}
