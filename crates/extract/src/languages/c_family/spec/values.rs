use super::{c, cpp};

#[test]
fn a_call_says_what_is_called_through_which_names() {
    let it = cpp("\
void f(Box* box, std::vector<Item> items) {
  plain(1, 2);
  a::b::far();
  ::global();
  Type::make<int>()->run();
  box->open().close();
  (*handler)(1);
  items[0].name();
  this_one.template get<int>();
  static_cast<Other*>(box)->other();
  int(3); size_t(4);
  auto made = new Box(1);
  Box local(1, 2), braces{3};
  use(Box{4});
  [&](Box* b) { b->in(); }(box);
  handlers[0](1);
}
");
    assert_eq!(
        it.calls(),
        [
            "f > plain?",
            "f > a?.b.far",
            "f > global?",
            "f > Type?.make",
            "f > Type?.make(<number>)[…].run",
            "f > box[…].open",
            "f > box[…].open().close",
            "f > handler?",
            "f > items[…].name",
            "f > this_one?.get",
            "f > as []Other?[…].other",
            "f > Box?",
            "f > Box?",
            "f > Box?",
            "f > use?",
            "f > Box?",
            "f > b[…].in",
            "f > handlers?[…]",
        ]
    );
    let first = &it.0.calls[0];
    assert_eq!((first.text.as_str(), first.arguments, first.at.line), ("plain", 2, 2));
    let far = &it.0.calls[1];
    assert_eq!((it.0.name(far.name), far.text.as_str(), far.at.column), ("far", "a::b::far", 8));
}

#[test]
fn a_constructors_list_constructs() {
    let it = cpp("struct A : B { A(int x) : B(x), c_{x}, d_(f(x)) {} C c_; D d_; };");
    assert_eq!(it.calls(), ["A.A > B?", "A.A > c_?", "A.A > d_?", "A.A > f?"]);
}

#[test]
fn names_of_functions_bind_and_others_are_left_open() {
    let it = cpp("\
int top;
void f(Box& b, int n) {
  Box copy = b;
  auto other = make(n);
  for (auto& [key, item] : pairs) use(item);
  for (const Item& it : list()) it.go();
  T* p = &copy;
  const char* s = \"x\";
  int (*fp)(int) = top_function;
  if (auto found = find(n)) found->go();
  copy = other;
}
");
    let given = |name: &str| it.given(name).join(" ");
    assert_eq!(given("copy"), ": Box? b other");
    assert_eq!(given("other"), "make?(n)");
    assert_eq!(given("item"), "part1(item1(pairs?))");
    assert_eq!(given("it"), ": Item? item1(list?())");
    assert_eq!(given("p"), ": []T? [copy]");
    assert_eq!(given("s"), ": []number [number]");
    assert_eq!(given("fp"), ": fn(number) number top_function?");
    assert_eq!(given("found"), "find?(n)");
}

#[test]
fn functions_passed_by_name_are_references() {
    let it = c("\
static int handle(void) { return 0; }
struct ops table = { .run = handle, .stop = &other };
void f(int n) {
  qsort(xs, 1, 2, compare);
  on_exit = handle;
  use(n, NULL);
}
");
    assert_eq!(
        it.references(),
        [
            "Callback - > handle?",
            "Callback - > other?",
            "Callback f > xs?",
            "Callback f > compare?",
            "Callback f > handle?",
        ]
    );
}

#[test]
fn this_is_the_class_around_or_the_one_that_is_named() {
    let it = cpp("struct A { void f() { this->g(); } };\nvoid B::h() { this->i(); (*this).j(); }\n");
    assert_eq!(it.calls(), ["A.f > this<A>.g", "B.h > as B?.i", "B.h > as B?.j"]);
}
