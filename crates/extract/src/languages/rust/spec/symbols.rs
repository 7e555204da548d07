use super::rust;
use facts::*;

#[test]
fn items_and_their_members_are_symbols() {
    let it = rust(
        "\
pub mod inner {
    pub struct Point { pub x: i32, y: i32 }
    union Bits { a: u32 }
}
struct Pair(pub u8, String);
struct Unit;
pub enum Shape { Empty, Circle(f64), Square { side: f64 } }
pub trait Area { const SIDES: u32; type Unit; fn area(&self) -> f64; fn twice(&self) -> f64 { self.area() * 2.0 } }
impl Area for Shape { const SIDES: u32 = 0; type Unit = f64; fn area(&self) -> f64 { 0.0 } }
impl Late { fn run(&self) {} }
struct Late;
impl crate::far::Away { fn come() {} }
type Alias = Vec<Pair>;
const LIMIT: usize = 3;
static NAME: &str = \"x\";
macro_rules! mac { () => {} }
extern \"C\" { fn outside(x: i32); }
fn outer() { fn nested() {} struct Local; }
",
    );
    assert_eq!(
        it.symbols(),
        [
            "Namespace inner",
            "Struct inner.Point",
            "Property inner.Point.x",
            "Property inner.Point.y",
            "Struct inner.Bits",
            "Property inner.Bits.a",
            "Struct Pair",
            "Property Pair.0",
            "Property Pair.1",
            "Struct Unit",
            "Enum Shape",
            "EnumMember Shape.Empty",
            "EnumMember Shape.Circle",
            "Property Shape.Circle.0",
            "EnumMember Shape.Square",
            "Property Shape.Square.side",
            "Interface Area",
            "Property Area.SIDES",
            "TypeAlias Area.Unit",
            "Method Area.area",
            "Method Area.twice",
            "Property Shape.SIDES",
            "TypeAlias Shape.Unit",
            "Method Shape.area",
            "Method Late.run",
            "Struct Late",
            "Method Away.come",
            "TypeAlias Alias",
            "Variable LIMIT",
            "Variable NAME",
            "Function mac",
            "Function outside",
            "Function outer",
            "Function outer.nested",
            "Struct outer.Local",
        ]
    );
    assert!(it.symbol("Area.area").modifiers.has(Modifiers::ABSTRACT));
    assert!(!it.symbol("Area.twice").modifiers.has(Modifiers::ABSTRACT));
    assert!(it.symbol("Away.come").modifiers.has(Modifiers::STATIC));
    assert_eq!(it.symbol("Shape").bases[0].text, "Area");
    let blocks: Vec<_> = it.0.impls.iter().map(|block| (it.ty(block.ty), block.members.len())).collect();
    assert_eq!(blocks, [("Shape".to_owned(), 3), ("Late".to_owned(), 1), ("crate.far.Away?".to_owned(), 1)]);
}

#[test]
fn functions_have_parameters_results_and_signatures() {
    let it = rust(
        "\
impl<T: Clone> Stack<T> {
    pub async fn put<'a, U>(&'a mut self, item: T, mut rest: Vec<U>, (a, b): (u8, Self)) -> Result<&'a T, Error>
    where
        U: Into<T>,
    {
        Ok(item)
    }
    fn make(of: impl Fn(u8) -> T) -> Self { Self::with(of) }
}
",
    );
    let put = it.symbol("Stack.put");
    let params: Vec<_> = put.params.iter().map(|p| format!("{} {:?}", it.0.name(p.name), p.type_text)).collect();
    assert_eq!(params, ["item Some(\"T\")", "rest Some(\"Vec<U>\")", "_ Some(\"(u8, Self)\")"]);
    let signature = "pub async fn put<'a, U>(&'a mut self, item: T, mut rest: Vec<U>, (a, b): (u8, Self)) -> Result<&'a T, Error> where U: Into<T>";
    assert_eq!(put.signature, signature);
    assert!(put.modifiers.has(Modifiers::ASYNC) && !put.modifiers.has(Modifiers::STATIC));
    assert_eq!(put.receiver.map(|id| it.ty(id)).as_deref(), Some("Stack?<T>"));
    assert_eq!(put.returns_type.map(|id| it.ty(id)).as_deref(), Some("Result?<T, Error?>"));
    let bounds: Vec<_> =
        put.type_params.iter().map(|p| (it.0.name(p.name), p.bound.map(|bound| it.ty(bound)))).collect();
    assert_eq!(bounds, [("T", Some("Clone?".to_owned())), ("U", Some("Into?<T>".to_owned()))]);
    let make = it.symbol("Stack.make");
    assert_eq!(make.params[0].declared.map(|id| it.ty(id)).as_deref(), Some("fn(number) T"));
    assert_eq!(it.list(&make.return_values), "type Stack?<T>.with(of)");
}

#[test]
fn visibility_is_what_stands_in_front() {
    let it = rust("pub fn a() {}\npub(crate) fn b() {}\nfn c() {}\npub trait T { fn d(&self); }\nenum E { F }\n");
    let seen = |name: &str| {
        let symbol = it.symbol(name);
        (symbol.exported, symbol.modifiers.has(Modifiers::PRIVATE), symbol.modifiers.has(Modifiers::PROTECTED))
    };
    assert_eq!(seen("a"), (true, false, false));
    assert_eq!(seen("b"), (true, false, true));
    assert_eq!(seen("c"), (false, true, false));
    assert_eq!(seen("T.d"), (true, false, false));
    assert_eq!(seen("E.F"), (false, false, false));
}

#[test]
fn documentation_stands_above_between_and_in_attributes() {
    let it = rust(
        "\
/// First line.
///
/// Second.
#[derive(Debug, Clone)]
#[doc = \"Third.\"]
pub struct A {
    /// Of the field.
    x: u8,
    y: u8, // not this one's
}
/** A block
 * of text. */
fn b() {}
//// Too many strokes.
fn c() {}
mod m {
    //! Inside.
}
",
    );
    let doc = |name: &str| it.symbol(name).doc.clone().unwrap_or_default();
    assert_eq!(doc("A"), "First line.\n\nSecond.\nThird.");
    assert_eq!((doc("A.x"), doc("A.y")), ("Of the field.".into(), String::new()));
    assert_eq!((doc("b"), doc("c"), doc("m")), ("A block\nof text.".into(), String::new(), "Inside.".into()));
    let decorators: Vec<_> = it.symbol("A").decorators.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(decorators, ["derive(Debug, Clone)"]);
    assert_eq!(it.symbol("A").bases.iter().map(|base| base.text.as_str()).collect::<Vec<_>>(), ["Debug", "Clone"]);
}

#[test]
fn complexity_counts_branches() {
    let it = rust(
        "\
fn f(x: u8) {
    if x > 0 && x < 9 { } else if let Some(y) = z { }
    for i in xs { }
    while true { }
    match x { 1 => {}, 2 if y => {}, _ => {} }
    let Some(a) = b else { return };
}
trait T { fn m(&self); }
",
    );
    assert_eq!((it.symbol("f").complexity, it.symbol("T.m").complexity), (9, 0));
}
