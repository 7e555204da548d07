use super::go;
use facts::*;

#[test]
fn declarations_and_their_members_are_symbols() {
    let it = go("\
type Box[T any] struct {
	Base
	*pkg.Other
	name, title string
	lid func(T) error
}
func (b *Box[T]) Open(key T) (ok bool, err error) { return }
func (Late) Run() {}
type Late int
type Opener interface {
	Open(key string) bool
	io.Closer
}
type Alias = Box[int]
type Handler func(w Writer) error
const (
	Red Color = iota
	green
)
var Default, other = New(), 2
var Hook = func(x int) int { return x }
var _ Opener = (*Box[int])(nil)
func New() *Box[int] {
	type local struct{ x int }
	return nil
}
func init() {}
func init() {}
");
    assert_eq!(it.0.package.as_deref(), Some("pkg"));
    assert_eq!(
        it.symbols(),
        [
            "Struct Box",
            "Property Box.Base",
            "Property Box.Other",
            "Property Box.name",
            "Property Box.title",
            "Property Box.lid",
            "Method Box.Open",
            "Method Late.Run",
            "TypeAlias Late",
            "Interface Opener",
            "Method Opener.Open",
            "TypeAlias Alias",
            "TypeAlias Handler",
            "Variable Red",
            "Variable green",
            "Variable Default",
            "Variable other",
            "Function Hook",
            "Function New",
            "Struct New.local",
            "Property New.local.x",
            "Function init",
            "Function init~2",
        ]
    );
    let embedded: Vec<_> =
        it.symbol("Box").bases.iter().map(|base| format!("{:?} {}", base.relation, base.text)).collect();
    assert_eq!(embedded, ["Embeds Base", "Embeds pkg.Other"]);
    assert!(it.symbol("Box.Other").modifiers.has(Modifiers::EMBEDDED));
    assert!(it.symbol("Opener.Open").modifiers.has(Modifiers::ABSTRACT));
    assert_eq!(it.symbol("Opener").bases[0].text, "io.Closer");
    assert_eq!(it.ty(it.symbol("green").declared.expect("the type above it")), "Color?");
    assert_eq!(it.ty(it.symbol("Alias").declared.expect("a type")), "Box<number>");
    let exported: Vec<_> = it.0.symbols.iter().filter(|s| !s.exported).map(|s| s.qualified.as_str()).collect();
    assert_eq!(
        exported,
        ["Box.name", "Box.title", "Box.lid", "green", "other", "New.local", "New.local.x", "init", "init~2"]
    );
}

#[test]
fn functions_have_parameters_results_and_signatures() {
    let it = go("\
func (b *Box[T]) Put(key, value T, rest ...int) (T, error) {
	return key, fail()
}
func Map[K comparable, V any](m map[K]V, f func(K) V) []V { return nil }
");
    let put = it.symbol("Box.Put");
    let params: Vec<_> =
        put.params.iter().map(|p| format!("{} {:?} {}", it.0.name(p.name), p.type_text, p.rest)).collect();
    assert_eq!(params, ["key Some(\"T\") false", "value Some(\"T\") false", "rest Some(\"...int\") true"]);
    assert_eq!(put.signature, "func (b *Box[T]) Put(key, value T, rest ...int) (T, error)");
    assert_eq!(put.receiver.map(|id| it.ty(id)).as_deref(), Some("Box?<T>"));
    assert_eq!(put.returns_type.map(|id| it.ty(id)).as_deref(), Some("(T, error?)"));
    assert_eq!(put.return_values.iter().map(|id| it.value(*id)).collect::<Vec<_>>(), ["[key, fail?()]"]);
    let map = it.symbol("Map");
    assert_eq!(map.type_params.iter().map(|p| it.0.name(p.name)).collect::<Vec<_>>(), ["K", "V"]);
    assert_eq!(
        map.params.iter().filter_map(|p| p.declared).map(|id| it.ty(id)).collect::<Vec<_>>(),
        ["map[K]V", "fn(K) V"]
    );
}

#[test]
fn documentation_is_the_comment_group_above() {
    let it = go("\
// Apart.

// A does it.
//
//	code
//
//go:noinline
func A() {}

/*
B is
a block.
*/
type B struct {
	// Size in bytes.
	Size int
	x int // not this one's
	Y int
}

const (
	// C counts.
	C = 1
)
");
    let doc = |name: &str| it.symbol(name).doc.clone().unwrap_or_default();
    assert_eq!(doc("A"), "A does it.\n\n\tcode");
    assert_eq!(doc("B"), "B is\na block.");
    assert_eq!((doc("B.Size"), doc("B.Y"), doc("C")), ("Size in bytes.".into(), String::new(), "C counts.".into()));
}

#[test]
fn complexity_counts_branches() {
    let it = go("\
func f(x int) {
	if x > 0 && x < 9 || y {
	} else if z {
	}
	for range xs {
	}
	switch x {
	case 1, 2:
	default:
	}
	func() { if x > 1 {} }()
}
type I interface { M() }
");
    assert_eq!((it.symbol("f").complexity, it.symbol("I.M").complexity), (8, 0));
}
