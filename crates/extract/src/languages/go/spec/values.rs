use super::go;
use crate::languages::reading::Read;

fn inside(body: &str) -> Read {
    go(&format!("import \"net/http\"\nfunc f(r *Router, w http.ResponseWriter, xs []Item) {{\n{body}\n}}\n"))
}

#[test]
fn a_call_says_what_is_called_through_which_names() {
    let it = inside(
        "\
	go r.Serve(xs...)
	defer http.Handle(\"/\", h)
	local := func() { late() }
	local()
	handlers[0](1)
	func() { direct() }()
	Generic[int](1)
	http.Typed[int, string](1, 2)
	w.Header().Get(string(x))
	_ = []byte(y)
	_ = (*Item)(z)",
    );
    assert_eq!(
        it.calls(),
        [
            "f > r.Serve",
            "f > http.Handle",
            "f > late?",
            "f > local",
            "f > handlers?[…]",
            "f > direct?",
            "f > Generic?",
            "f > http.Typed",
            "f > w.Header",
            "f > w.Header().Get",
            "f > string?",
        ]
    );
    let serve = &it.0.calls[0];
    assert_eq!((serve.text.as_str(), serve.arguments, serve.spread), ("r.Serve", 1, true));
}

#[test]
fn names_count_from_their_declaration_on_and_the_packages_everywhere() {
    let it = go("\
func f() {
	use(x)
	x := x
	if x := g(); x {
		use(x)
	}
	use(x)
}
var x = 1
");
    let lines: Vec<_> =
        it.0.calls
            .iter()
            .filter(|call| it.0.name(call.name) == "use")
            .map(|call| {
                let argument = it.0.values.iter().find_map(|value| match value {
                    facts::Value::Call { callee, arguments } if *callee == call.callee => Some(arguments.clone()),
                    _ => None,
                });
                argument.is_some()
            })
            .collect();
    assert_eq!(lines, [true, true, true]);
    let names: Vec<_> =
        it.0.values
            .iter()
            .filter_map(|value| match value {
                facts::Value::Name { name, binding, .. } if it.0.name(*name) == "x" => {
                    binding.map(|id| it.0.bindings[id as usize].line)
                }
                _ => None,
            })
            .collect();
    assert_eq!(names, [10, 5, 5, 4], "the package's, the block's twice from inside it, the function's");
}

#[test]
fn every_way_of_binding_says_what_is_bound() {
    let it = inside(
        "\
	a, err := make2()
	b, ok := m[k]
	c := <-ch
	for key, item := range xs {}
	var d http.Handler = e
	switch s := d.(type) {
	case *Item:
		one(s)
	case A, B:
		two(s)
	}
	g := T{x: fresh()}
	p := &pkg.T{}
	n := new(Item)
	l := make([]Item, 0)
	v := d.(Item)
	t := append(xs, g)
	a, u := make2()
	select { case got := <-ch: use(got) }",
    );
    let given = |name: &str| it.given(name).join(" ");
    assert_eq!(given("a"), "part0(make2?()) part0(make2?())");
    assert_eq!(given("err"), "part1(make2?())");
    assert_eq!(given("b"), "m?[…]");
    assert_eq!(given("ok"), "boolean");
    assert_eq!(given("c"), "item1(ch?)");
    assert_eq!((given("key"), given("item")), ("item0(xs)".into(), "item1(xs)".into()));
    assert_eq!(given("d"), ": http.Handler e?");
    assert_eq!(given("s"), "d");
    assert_eq!(given("g"), "a T?");
    assert_eq!(given("p"), "a pkg.T?");
    assert_eq!((given("n"), given("l")), ("a Item?".into(), "a []Item?".into()));
    assert_eq!(given("v"), "as Item?");
    assert_eq!(given("t"), "xs");
    assert_eq!(given("got"), "item1(ch?)");
    assert!(it.calls().contains(&"f > fresh?".to_owned()));
}

#[test]
fn expressions_keep_what_types_follow_from() {
    let it = inside(
        "\
	a := x + 1
	b := \"s\" + y
	c := x == y && z
	d := len(xs)
	e := xs[1:]
	g := !ok
	h := (*r).next
	i := func(n int) *Item { return n.item }",
    );
    let given = |name: &str| it.given(name).join(" ");
    assert_eq!(given("a"), "x?");
    assert_eq!(given("b"), "y?");
    assert_eq!((given("c"), given("g")), ("boolean".into(), "boolean".into()));
    assert_eq!(given("d"), "number");
    assert_eq!(given("e"), "xs");
    assert_eq!(given("h"), "r.next");
    assert_eq!(given("i"), "fn<->(n.item)");
}

#[test]
fn functions_passed_by_name_are_references() {
    let it = go("\
type S struct { data int; next func() }
func handle() {}
func (s *S) routes(mux *Mux) {
	mux.Handle(\"/\", handle)
	mux.Handle(\"/b\", s.serve)
	s.next = elsewhere
	use(s.data, nil, mux)
	list := []func(){handle}
	_ = map[string]func(){\"a\": handle}
}
");
    assert_eq!(
        it.references(),
        [
            "Callback S.routes > handle",
            "Callback S.routes > s.serve",
            "Callback S.routes > elsewhere?",
            "Callback S.routes > handle",
            "Callback S.routes > handle",
        ]
    );
}
