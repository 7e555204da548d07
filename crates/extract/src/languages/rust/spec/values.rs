use super::rust;

#[test]
fn a_local_is_what_it_was_given() {
    let it = rust(
        "\
fn f(p: &Point) {
    let a = make();
    let b: Vec<Point> = a.into();
    let c: Vec<_> = a.all();
    let d = if x { one() } else { two() };
    let e = match a { Some(y) => y, None => other() };
    let g = &mut p.x;
    let h = load()?.await;
    let i = [one(), two()];
    let j = i[0].k;
    let l = Point { x: one(), ..rest() };
    let m = { inner() };
    let n = || make();
    let o = text.parse::<Point>();
}
",
    );
    assert_eq!(it.given("p"), [": Point?"]);
    assert_eq!(it.given("a"), ["make?()"]);
    assert_eq!(it.given("b"), [": Vec?<Point?>", "a.into()"]);
    assert_eq!(it.given("c"), ["a.all()"]);
    assert_eq!(it.given("d"), ["either(one?(), two?())"]);
    assert_eq!(it.given("e"), ["either(y, other?())"]);
    assert_eq!(it.given("g"), ["p.x"]);
    assert_eq!(it.given("h"), ["await item1(load?())"]);
    assert_eq!(it.given("i"), ["[one?(), two?()]"]);
    assert_eq!(it.given("j"), ["i[…].k"]);
    assert_eq!(it.given("l"), ["a Point?"]);
    assert_eq!(it.given("m"), ["inner?()"]);
    assert_eq!(it.given("n"), ["fn<->(make?())"]);
    assert_eq!(it.given("o"), ["as Result?<Point?>"]);
}

#[test]
fn patterns_bind_the_parts_of_a_value() {
    let it = rust(
        "\
enum E { A(u8), B { x: u8 } }
struct P(u8, u8);
fn f() {
    let (a, (b, ..)) = pair();
    let P(c, d) = made();
    if let Some(Ok(e)) = found() {}
    while let Err(g) = tried() {}
    match value() {
        E::A(h) => {}
        E::B { x: i } => {}
        E::B { x } => {}
        j @ E::A(_) => {}
        [k, rest @ ..] => {}
        &(ref l) => {}
    }
    for (m, n) in list() {}
}
",
    );
    let all = ["a", "b", "c", "d", "e", "g", "h", "i", "x", "j", "k", "rest", "l", "m", "n"];
    let given: Vec<_> = all.iter().map(|name| format!("{name}: {}", it.given(name).join(", "))).collect();
    assert_eq!(
        given,
        [
            "a: part0(pair?())",
            "b: part0(part1(pair?()))",
            "c: made?() as P.0",
            "d: made?() as P.1",
            "e: item1(item1(found?()))",
            "g: part1(tried?())",
            "h: value?() as type E.A.0",
            "i: value?() as type E.B.x",
            "x: value?() as type E.B.x",
            "j: value?()",
            "k: value?()[…]",
            "rest: value?()",
            "l: value?()",
            "m: part0(item1(list?()))",
            "n: part1(item1(list?()))",
        ]
    );
}

#[test]
fn every_form_of_a_call_is_one() {
    let it = rust(
        "\
struct S;
impl S {
    fn new() -> Self { Self::other(); Self(1) }
    fn m(&self) { self.m().m(); (self.field)(1); self.list[0](); }
}
trait T { fn t(&self) { self.t(); Self::u(); } }
fn f<G: T>(g: G) {
    S::new(); a::b::c(); <S as T>::t(&s); G::u(); Vec::<S>::new(); ::x::y(); f::<u8>(1);
    Some(1); g.t()(2); (|x| x)(1); r#try();
}
",
    );
    assert_eq!(
        it.calls(),
        [
            "S.new > type S.other",
            "S.new > type S",
            "S.m > self.m",
            "S.m > self.m().m",
            "S.m > self.field",
            "S.m > self.list[…]",
            "T.t > self.t",
            "T.t > this<T>.u",
            "f > type S.new",
            "f > type a.b?.c",
            "f > type S & T.t",
            "f > type G.u",
            "f > type Vec?<S>.new",
            "f > type .x?.y",
            "f > f",
            "f > Some?",
            "f > g.t()",
            "f > g.t",
            "f > try?",
        ]
    );
}

#[test]
fn closures_get_their_parameters_from_the_callee() {
    let it = rust("fn f() { xs.iter().fold(0, |sum, (at, item)| sum + item.size()); let g = |x: Point| x.go(); }\n");
    assert_eq!(it.given("sum"), ["param(xs?.iter().fold, 1, 0)"]);
    assert_eq!(it.given("item"), ["part1(param(xs?.iter().fold, 1, 1))"]);
    assert_eq!(it.given("x"), ["as Point?"]);
}

#[test]
fn names_that_are_passed_on_are_references() {
    let it = rust("fn a() {}\nfn f(p: u8) { xs.map(a); xs.map(S::new); xs.map(p); g(a, module::b); let x = a; }\n");
    assert_eq!(
        it.references(),
        [
            "Callback f > a",
            "Callback f > type S?.new",
            "Callback f > a",
            "Callback f > type module?.b",
            "Callback f > a"
        ]
    );
}
