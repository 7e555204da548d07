use super::cpp;

#[test]
fn types_keep_names_arguments_and_what_points() {
    let it = cpp("\
struct A {
  std::map<std::string, std::vector<B*>> all;
  const char* text;
  unsigned long count;
  ns::C& ref;
  int grid[2][3];
  void (*callback)(A*, int);
  std::function<D(int)> maker;
  struct { int x; } inner;
  bool on;
};
");
    let ty = |name: &str| it.ty(it.symbol(name).declared.expect("a type"));
    assert_eq!(ty("A.all"), "std.map?<std.string?, std.vector?<[]B?>>");
    assert_eq!(ty("A.text"), "[]number");
    assert_eq!(ty("A.count"), "number");
    assert_eq!(ty("A.ref"), "ns.C?");
    assert_eq!(ty("A.grid"), "[][]number");
    assert_eq!(ty("A.callback"), "fn([]A?, number) unknown");
    assert_eq!(ty("A.maker"), "std.function?<fn(number) D?>");
    assert_eq!(ty("A.inner"), "{x: number}");
    assert_eq!(ty("A.on"), "boolean");
    assert_eq!(it.symbol("A.text").declared_text.as_deref(), Some("char*"));
}
