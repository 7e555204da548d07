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
fn a_macro_s_body_is_nobody_s_code() {
    let it = rust("macro_rules! m { ($x:expr) => { call($x) }; }\nfn f() { m!(g()); }\n");
    assert_eq!(it.calls(), ["f > m!", "f > g?"]);
    assert_eq!(it.symbol("m").signature, "macro_rules! m");
}
