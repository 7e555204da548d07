use super::py;

/// The type of an annotation, in a file with these imports.
fn ty(annotation: &str) -> String {
    let imports =
        "import typing as t\nfrom typing import *\nfrom collections.abc import Iterator as It\nfrom .m import M\n";
    let it = py(&format!("{imports}x: {annotation}\n"));
    it.ty(it.symbol("x").declared.expect("a type"))
}

#[test]
fn annotations_are_types() {
    let cases = [
        ("M", "M"),
        ("pkg.M[int]", "pkg.M?<number>"),
        ("None", "null"),
        ("Optional[M]", "optional M"),
        ("t.Union[M, None, str]", "optional M | string"),
        ("'M | None'", "optional M"),
        ("list[M]", "[]M"),
        ("It['M']", "[]M"),
        ("dict[str, list[M]]", "map[string][]M"),
        ("tuple[M, int]", "(M, number)"),
        ("tuple[M, ...]", "[]M"),
        ("Callable[[M], int]", "fn(M) number"),
        ("Callable[..., M]", "fn() M"),
        ("type[M]", "class of M"),
        ("Self", "this"),
        ("Annotated[M, Depends(get)]", "M"),
        ("t.ClassVar[M]", "M"),
        ("t.Final[M]", "M"),
        ("Literal['a', 'b']", "string"),
        ("Awaitable[M]", "M"),
        ("Coroutine[Any, Any, M]", "M"),
        ("Any", "unknown"),
        ("f()", "unknown"),
        ("'not a type ('", "unknown"),
    ];
    for (annotation, expected) in cases {
        assert_eq!(ty(annotation), expected, "{annotation}");
    }
}

#[test]
fn names_of_the_repository_are_not_taken_for_the_typing_modules() {
    let it = py("from .lists import List\nclass Set: pass\nx: List[int]\ny: Set\n");
    assert_eq!(it.ty(it.symbol("x").declared.expect("a type")), "List<number>");
    assert_eq!(it.ty(it.symbol("y").declared.expect("a type")), "Set");
}

#[test]
fn bases_keep_their_names_and_arguments() {
    let it = py("class A(Base[int], mixins.M, dict, make(B)): pass");
    let bases: Vec<_> = it.symbol("A").bases.iter().map(|base| format!("{}: {}", base.text, it.ty(base.ty))).collect();
    assert_eq!(bases, ["Base[int]: Base?<number>", "mixins.M: mixins.M?", "dict: dict?", "make(B): typeof make?(B?)"]);
}

#[test]
fn type_parameters_are_bound_where_they_are_seen() {
    let it = py("def f[T: Base](x: T) -> list[T]: return x\nclass A[K]:\n    def m(self) -> K: ...\n");
    let f = it.symbol("f");
    assert_eq!(f.type_params[0].bound.map(|id| it.ty(id)).as_deref(), Some("Base?"));
    assert_eq!(f.returns_type.map(|id| it.ty(id)).as_deref(), Some("[]T"));
    assert_eq!(it.symbol("A.m").returns_type.map(|id| it.ty(id)).as_deref(), Some("K"));
}

#[test]
fn calls_in_metadata_are_calls() {
    assert_eq!(py("def f(x: Annotated[int, Depends(get)]): pass").calls(), ["f > Depends?"]);
}
