use super::rust;

#[test]
fn types_lose_references_and_lifetimes() {
    let it = rust(
        "\
struct S<'a, T> {
    a: &'a mut str,
    b: Option<Box<dyn Fn(u8) -> T + Send + 'a>>,
    c: [u8; 4],
    d: &'a [T],
    e: (T, bool),
    f: *const std::ffi::OsStr,
    g: fn(T),
    h: Box<dyn Iterator<Item = T>>,
    i: T::Item,
    j: <T as Trait>::Out,
    k: (),
}
",
    );
    let declared = |name: &str| it.ty(it.symbol(&format!("S.{name}")).declared.expect("a type"));
    let all: Vec<_> = "abcdefghijk".chars().map(|name| declared(&name.to_string())).collect();
    assert_eq!(
        all,
        [
            "string",
            "Option?<Box?<fn(number) T & Send?>>",
            "[]number",
            "[]T",
            "(T, boolean)",
            "std.ffi.OsStr?",
            "fn(T) -",
            "Box?<Iterator?<T>>",
            "T.Item",
            "T & Trait?[Out]",
            "null",
        ]
    );
}

#[test]
fn self_is_the_type_that_a_block_is_for() {
    let it = rust(
        "\
impl<T> Iterator for Items<T> {
    type Item = T;
    fn next(&mut self) -> Option<Self::Item> { None }
    fn me(self) -> Self { self }
}
trait Build: Sized { type Out; fn build(self) -> Self::Out; fn with(self) -> Self; }
",
    );
    let returns = |name: &str| it.ty(it.symbol(name).returns_type.expect("a type"));
    assert_eq!(returns("Items.next"), "Option?<T>");
    assert_eq!(returns("Items.me"), "Items?<T>");
    assert_eq!(returns("Build.build"), "this[Out]");
    assert_eq!(returns("Build.with"), "this");
}
