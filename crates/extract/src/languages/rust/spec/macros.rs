use super::rust;

#[test]
fn what_stands_between_brackets_is_called_where_it_stands() {
    let it = rust(
        "\
fn f() {
    assert_eq!(a.b(), c(1), \"{}\", d());
    vec![e(); 3];
    println!(\"{x}\", x = g());
    matches!(h(), Some(i) if j(i));
    lazy! { static K: u8 = l(); }
    odd!(m => n(), o p; q());
    format!(\"{}\", format!(\"{}\", r()));
    block! { let s = t(); s.u() }
}
",
    );
    let names: Vec<_> = it.0.calls.iter().map(|call| it.0.name(call.name)).collect();
    assert_eq!(
        names,
        [
            "assert_eq",
            "b",
            "c",
            "d",
            "vec",
            "e",
            "println",
            "g",
            "matches",
            "h",
            "j",
            "lazy",
            "l",
            "odd",
            "n",
            "q",
            "format",
            "format",
            "r",
            "block",
            "t",
            "u",
        ]
    );
    let c = &it.0.calls[2];
    assert_eq!((c.at.line, c.at.column), (2, 22), "positions are those of the file");
    assert_eq!(it.calls()[21], "f > s.u");
}

#[test]
fn what_a_macro_is_given_is_read_where_no_semicolon_follows_in_the_file() {
    for text in
        ["fn f() -> R { routes!(list) }", "fn f() -> R { routes!(list, a::add) }\n", "fn f() { assert!(a == g())"]
    {
        let it = rust(text);
        assert_eq!(it.0.calls[0].given.len(), text.matches(',').count() + 1, "{text}");
    }
}

#[test]
fn how_a_value_is_shown_hides_no_call() {
    let it = rust("fn f() { trace!(at.len = %s.len(), ?s.kind(), %e, sum = ?sum(a % b()), k = c(), \"{}\", d()?); }\n");
    assert_eq!(it.calls(), ["f > trace!?", "f > s?.len", "f > s?.kind", "f > sum?", "f > b?", "f > c?", "f > d?"]);
}

#[test]
fn a_macro_s_body_is_nobody_s_code() {
    let it = rust("macro_rules! m { ($x:expr) => { call($x) }; }\nfn f() { m!(g()); }\n");
    assert_eq!(it.calls(), ["f > m!", "f > g?"]);
    assert_eq!(it.symbol("m").signature, "macro_rules! m");
}

#[test]
fn a_macro_of_the_file_makes_items_in_the_place_of_its_call() {
    let it = rust(
        "\
macro_rules! getters {
    ($($(#[$meta:meta])* $name:ident => $ty:ty),+ $(,)?) => { $(
        $(#[$meta])*
        pub fn $name(&self) -> $ty { helper(); self.$name.clone() }
    )+ };
}
macro_rules! make {
    ($name:ident) => { make!(@inner $name, u8); };
    (@inner $name:ident, $ty:ty) => {
        pub struct $name { value: $ty }
        impl $name { fn new(value: $ty) -> Self { Self { value } } }
    };
}
make!(First);
struct S { a: u8, list: Vec<First> }
impl S {
    getters! {
        /// The a.
        a => u8,
        list => Vec<First>,
    }
}
",
    );
    let a = it.symbol("S.a");
    assert_eq!((a.name_at.line, a.span.start.line, a.span.end.line), (19, 17, 21), "the name stands in the call");
    assert_eq!((a.signature.as_str(), a.doc.as_deref()), ("pub fn a(&self) -> u8", Some("The a.")));
    assert_eq!(it.symbol("S.list").returns.as_deref(), Some("Vec<First>"));
    assert_eq!((it.symbol("First").name_at.line, it.symbol("First").name_at.column), (14, 6));
    assert_eq!(it.symbol("First.new").name_at.line, 11, "a name that the macro gives stands in the macro");
    assert_eq!(it.calls(), ["- > make!", "- > getters!"], "a macro's body is nobody's code");
}

#[test]
fn what_is_passed_to_a_macro_of_the_file_is_read_where_the_macro_puts_it() {
    let it = rust(
        "\
macro_rules! with {
    ($this:expr, $name:ident => $body:expr) => {{ let $name = $this.open(); $body }};
}
macro_rules! case {
    ($name:ident, $body:block) => { #[test] fn $name() $body };
}
macro_rules! drops { ($x:expr) => {}; }
case!(one, { run(1) });
fn f(a: A) {
    with!(a, it => it.close(g()));
    drops!(h());
}
",
    );
    assert_eq!(it.calls(), ["- > case!", "one > run?", "f > with!", "f > it.close", "f > g?", "f > drops!", "f > h?"]);
    assert_eq!(it.0.tests.iter().map(|test| test.name.as_str()).collect::<Vec<_>>(), ["one"]);
}

#[test]
fn a_macro_that_never_ends_is_left() {
    let it = rust("macro_rules! m { ($($t:tt)*) => { m!($($t)* $($t)*); }; }\nm!(a b);\nfn f() { g() }\n");
    assert_eq!(it.calls(), ["- > m!", "f > g?"]);
    let it = rust("macro_rules! m { ($x:expr, $($r:tt)*) => { $x + m!($($r)*) }; }\nfn f() { m!(a(), b(), c) }\n");
    assert_eq!(it.calls(), ["f > m!", "f > a?", "f > b?"]);
}
