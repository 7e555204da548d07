use super::ruby;

#[test]
fn documentation_tells_types() {
    let it = ruby(
        "\
# @param a [String] an a
# @param [B::C, nil] b
# @param c [Array<B>, Hash{Symbol => D}]
# @return [self]
def f(a, b, c, d); end
",
    );
    let f = it.symbol("f");
    let declared: Vec<_> = f.params.iter().map(|it_| it_.declared.map_or("-".to_owned(), |ty| it.ty(ty))).collect();
    assert_eq!(declared, ["string", "B::C? | null", "[]B? | map[string]D?", "-"]);
    assert_eq!((it.ty(f.returns_type.expect("a type")).as_str(), f.returns.as_deref()), ("this", Some("self")));
}
