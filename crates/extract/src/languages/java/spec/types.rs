use super::java;

#[test]
fn types_keep_their_paths_arguments_and_brackets() {
    let it = java(
        "class A<T> {
    int a; long[] b; String[][] c; List<? extends T> d; Map<String, List<? super Item>> e; a.b.Outer.Inner<T> f;
    @Nullable Item g; List<?> h; Outer<T>.Inner i; int j[];
}",
    );
    let ty = |name: &str| it.symbol(&format!("A.{name}")).declared.map(|id| it.ty(id)).unwrap_or_default();
    assert_eq!((ty("a"), ty("b"), ty("c")), ("int?".into(), "[]long?".into(), "[][]String?".into()));
    assert_eq!((ty("d"), ty("e")), ("List?<T>".into(), "Map?<String?, List?<Item?>>".into()));
    let varargs = java("class A { void m(int a, String @Nullable ... b) {} }");
    let params = &varargs.symbol("A.m").params;
    assert_eq!(params.iter().map(|param| param.rest).collect::<Vec<_>>(), [false, true]);
    assert_eq!(params[1].declared.map(|id| varargs.ty(id)), Some("[]String?".to_owned()));
    assert!(varargs.0.problems.is_empty());
    assert_eq!((ty("f"), ty("g"), ty("h")), ("a.b.Outer.Inner?<T>".into(), "Item?".into(), "List?<unknown>".into()));
    assert_eq!((ty("i"), ty("j")), ("Outer.Inner?".into(), "[]int?".into()));
}
