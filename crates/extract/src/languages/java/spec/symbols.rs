use super::java;
use facts::*;

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

#[test]
fn a_symbol_tells_its_signature_types_marks_and_documentation() {
    let it = java(
        "package a;
/**
 * A box.
 *
 * @param <T> what it holds
 */
@Deprecated
@SuppressWarnings({\"unchecked\", \"raw\"})
public abstract class Box<T extends Item & Other> extends Base<T> implements Face, x.Other {
    /** How many. */
    protected static final int SIZE = 1;
    @Override public synchronized <R> List<? extends R> map(final Function<T, R> f, int[] a, String... rest) throws IOException {
        return null;
    }
    abstract void open();
    private Box() {}
    interface Inner { void m(); int N = 1; }
}
class Hidden { public void m() {} }
",
    );
    let class = it.symbol("Box");
    assert_eq!(
        class.signature,
        "public abstract class Box<T extends Item & Other> extends Base<T> implements Face, x.Other"
    );
    assert_eq!(class.doc.as_deref(), Some("A box.\n\n@param <T> what it holds"));
    assert_eq!(
        class.decorators.iter().map(|it| it.text.as_str()).collect::<Vec<_>>(),
        ["Deprecated", "SuppressWarnings({\"unchecked\", \"raw\"})"]
    );
    let bases = class.bases.iter().map(|base| format!("{:?} {}", base.relation, it.ty(base.ty)));
    assert_eq!(bases.collect::<Vec<_>>(), ["Extends Base?<T>", "Implements Face?", "Implements x.Other?"]);
    assert_eq!(class.type_params[0].bound.map(|id| it.ty(id)).as_deref(), Some("Item? & Other?"));
    let size = it.symbol("Box.SIZE");
    assert_eq!((size.doc.as_deref(), size.declared_text.as_deref()), (Some("How many."), Some("int")));
    assert_eq!(size.signature, "protected static final int SIZE");
    assert!(size.exported && size.modifiers.has(Modifiers::STATIC | Modifiers::PROTECTED));
    let map = it.symbol("Box.map");
    assert_eq!(map.returns.as_deref(), Some("List<? extends R>"));
    let params = map.params.iter().map(|param| {
        let ty = param.declared.map(|id| it.ty(id)).unwrap_or_default();
        format!("{} {ty} {:?} {}", it.0.name(param.name), param.type_text, param.rest)
    });
    assert_eq!(
        params.collect::<Vec<_>>(),
        [
            "f Function?<T, R> Some(\"Function<T, R>\") false",
            "a []int? Some(\"int[]\") false",
            "rest []String? Some(\"String...\") true"
        ]
    );
    assert!(it.symbol("Box.open").modifiers.has(Modifiers::ABSTRACT));
    assert!(!it.symbol("Box.open").exported && !it.symbol("Box.Box").exported);
    assert!(it.symbol("Box.Inner.m").modifiers.has(Modifiers::ABSTRACT));
    assert!(!it.symbol("Hidden").exported && !it.symbol("Hidden.m").exported);
}

#[test]
fn complexity_counts_branches() {
    let it = java(
        "class A {
    int f(int x) {
        if (x > 0 && x < 9 || x == 4) { return 1; } else if (x > 3) { }
        for (int i : xs) { }
        while (true) { }
        switch (x) { case 1: case 2: break; default: }
        try { g(); } catch (E e) { }
        return x > 1 ? 1 : 2;
    }
    abstract void m();
}
",
    );
    assert_eq!((it.symbol("A.f").complexity, it.symbol("A.m").complexity), (11, 0));
}
