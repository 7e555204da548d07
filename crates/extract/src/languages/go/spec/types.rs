use super::go;

#[test]
fn types_are_read_without_pointers() {
    let cases = [
        ("int", "number"),
        ("string", "string"),
        ("error", "error?"),
        ("any", "unknown"),
        ("*Item", "Item?"),
        ("[]*pkg.Item", "[]pkg.Item?"),
        ("[]byte", "bytes"),
        ("[3]bool", "[]boolean"),
        ("map[string][]Item", "map[string][]Item?"),
        ("<-chan Item", "chan?<Item?>"),
        ("func(int, ...string) (Item, error)", "fn(number, []string) (Item?, error?)"),
        ("Pair[int, *Item]", "Pair?<number, Item?>"),
        ("pkg.Pair[int]", "pkg.Pair?<number>"),
        ("struct{ a, b int }", "{a: number, b: number}"),
        ("interface{ Do() Item }", "interface"),
        ("interface{}", "unknown"),
    ];
    for (source, expected) in cases {
        let it = go(&format!("var x {source}\n"));
        assert_eq!(it.ty(it.symbol("x").declared.expect("a type")), expected, "{source}");
    }
}

#[test]
fn names_of_the_file_are_bound_wherever_they_stand() {
    let it = go("func (s *Stack[E]) Pop() E { var x Stack[E]; return x.top }\ntype Stack[T any] struct { top T }\n");
    assert_eq!(it.symbol("Stack.Pop").receiver.map(|id| it.ty(id)).as_deref(), Some("Stack<E>"));
    assert_eq!(it.symbol("Stack.Pop").returns_type.map(|id| it.ty(id)).as_deref(), Some("E"));
    assert_eq!(it.ty(it.symbol("Stack.top").declared.expect("a type")), "T");
}

#[test]
fn an_import_is_known_by_the_name_that_the_file_uses() {
    let it = go("\
import (
	\"fmt\"
	y \"gopkg.in/yaml.v3\"
	\"github.com/mattn/go-isatty\"
	. \"strings\"
	_ \"embed\"
)
func f() { isatty.IsTerminal(); fmt.Print(); y.Unmarshal() }
");
    let locals: Vec<_> =
        it.0.imports.iter().map(|i| format!("{} {:?}", it.0.name(i.names[0].local), i.names[0].imported)).collect();
    assert_eq!(locals, ["fmt Module", "y Module", "isatty Module", ". All", "_ Nothing"]);
    assert_eq!(it.calls(), ["f > isatty.IsTerminal", "f > fmt.Print", "f > y.Unmarshal"]);
}
