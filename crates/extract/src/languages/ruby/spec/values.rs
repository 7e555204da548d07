use super::ruby;
use crate::languages::reading::Read;

fn inside(body: &str) -> Read {
    ruby(&format!("class K < P\n  def m(a, b)\n{body}\n  end\nend\n"))
}

#[test]
fn a_call_says_what_is_called_through_which_names() {
    let it = inside(
        "\
c
c 1, *d
a.e&.f
A::B.g
K.new(1)
self.class.new
self.h = 2
super
super(1)
yield a
a.(1)
send(:i, 1)
a.public_send(:j)
\"#{k}\"
l = 1
l
puts l",
    );
    assert_eq!(
        it.calls(),
        [
            "K.m > this<K>.c",
            "K.m > this<K>.c",
            "K.m > this<K>.d",
            "K.m > a.e",
            "K.m > a.e().f",
            "K.m > A::B?.g",
            "K.m > K?",
            "K.m > this<K>.class",
            "K.m > class<K>",
            "K.m > this<K>.h=",
            "K.m > super<K>.m",
            "K.m > super<K>.m",
            "K.m > a.call",
            "K.m > this<K>.i",
            "K.m > a.j",
            "K.m > this<K>.k",
            "K.m > this<K>.puts",
        ]
    );
    assert_eq!((it.0.calls[1].arguments, it.0.calls[1].spread), (2, true));
    assert_eq!(it.0.calls[10].arguments, 2);
}

#[test]
fn self_is_the_class_outside_of_instance_methods() {
    let it = ruby("class A\n  b :c\n  def self.d = e\n  class << self\n    def f = g\n  end\n  scope { h }\nend\ni\n");
    assert_eq!(
        it.calls(),
        ["A > class<A>.b", "A.d > class<A>.e", "A.f > class<A>.g", "A > class<A>.scope", "A > this<A>.h", "- > i?"]
    );
    assert!(it.references().contains(&"Callback A > this<A>.c".to_owned()), "{:?}", it.references());
}

#[test]
fn a_local_means_what_was_assigned_last() {
    let it = inside("x = A.new\nx = B.new\ny = x\nz = a ? x : nil\n[1].each { |i| x = C.new }\nw = x");
    assert_eq!(it.given("y"), ["x"]);
    assert_eq!(it.given("z"), ["either(x, null)"]);
    assert_eq!(it.given("w"), ["x"]);
    assert_eq!(it.given("x"), ["x", "x"]);
}

#[test]
fn a_method_returns_its_last_value() {
    let it = ruby("def f(a)\n  return A.new if a\n  if a\n    B.new\n  else\n    C.new\n  end\nrescue\n  D.new\nend\n");
    let returned = it.symbol("f").return_values.clone();
    assert_eq!(it.list(&returned), "new A?, either(either(new B?, new C?), new D?)");
}

#[test]
fn instance_variables_are_properties() {
    let it = ruby("class A\n  def a; @b ||= B.new; @c << C.new; end\n  def self.d; @d = 1; end\nend\n");
    assert_eq!(
        it.symbols(),
        ["Class A", "Method A.a", "Property A.@b", "Property A.@c", "Method A.d", "Property A.@d"]
    );
    let initial = it.symbol("A.@b").initial.clone();
    assert_eq!(it.list(&initial), "new B?");
}

#[test]
fn blocks_take_what_the_callee_hands_them() {
    let it = inside("a.each { |x, (y, z)| x }\na.map(&:n)\nb.each { it.o }");
    assert_eq!(it.given("x"), ["param(a.each, 0, 0)"]);
    assert_eq!(it.references(), ["Callback K.m > param(a.map, 0, 0).n"]);
    assert!(it.calls().contains(&"K.m > it.o".to_owned()), "{:?}", it.calls());
}
