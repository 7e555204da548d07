use super::php;
use facts::{Modifiers, Relation, Shape};

#[test]
fn declarations_of_every_kind_are_symbols() {
    let it = php("\
const A = 1;
function f(int $a, ?B &$b = null, string ...$rest): ?array { return function () {}; }
abstract class C extends D implements E, F {
    use T, U { T::x as y; U::x insteadof T; }
    const G = 1, H = 2;
    public static ?int $i = 0;
    protected readonly array $j;
    public function __construct(private readonly K $k, public $l = 1) {}
    abstract protected function m();
    final public static function n(): static {}
}
interface O extends P { function q(); }
trait R {}
enum S: string implements V { case W = 'w'; function z() {} }
");
    assert_eq!(
        it.symbols(),
        [
            "Variable A",
            "Function f",
            "Class C",
            "Method C.y",
            "Property C.G",
            "Property C.H",
            "Property C.i",
            "Property C.j",
            "Constructor C.__construct",
            "Property C.k",
            "Property C.l",
            "Method C.m",
            "Method C.n",
            "Interface O",
            "Method O.q",
            "Class R",
            "Enum S",
            "EnumMember S.W",
            "Method S.z",
        ]
    );
    let f = it.symbol("f");
    assert_eq!(f.signature, "function f(int $a, ?B &$b = null, string ...$rest): ?array");
    let params: Vec<_> = f.params.iter().map(|it| (it.type_text.as_deref(), it.optional, it.rest)).collect();
    assert_eq!(params, [(Some("int"), false, false), (Some("?B"), true, false), (Some("string"), true, true)]);
    let c = it.symbol("C");
    let bases: Vec<_> = c.bases.iter().map(|base| (base.relation, base.text.as_str())).collect();
    let (extends, implements, embeds) = (Relation::Extends, Relation::Implements, Relation::Embeds);
    assert_eq!(bases, [(embeds, "T"), (embeds, "U"), (extends, "D"), (implements, "E"), (implements, "F")]);
    assert!(c.modifiers.has(Modifiers::ABSTRACT));
    assert!(it.symbol("C.k").modifiers.has(Modifiers::READONLY) && it.symbol("C.k").modifiers.has(Modifiers::PRIVATE));
    assert!(it.symbol("C.m").modifiers.has(Modifiers::PROTECTED) && !it.symbol("C.m").exported);
    assert!(it.symbol("C.n").modifiers.has(Modifiers::STATIC) && it.symbol("C.n").exported);
}

#[test]
fn documentation_and_attributes_belong_to_what_follows() {
    let it = php("\
/**
 * Says what A is.
 *
 * @method static B make(int $x)
 * @property-read C $d
 */
#[Attr(1), Other]
class A {
    /** The e. */
    public $e;
    // Not documentation.
    function f() {}
}
/** Lost. */
;
function g() {}
");
    let a = it.symbol("A");
    assert!(a.doc.as_deref().is_some_and(|doc| doc.starts_with("Says what A is.\n\n@method")));
    let attributes: Vec<_> = a.decorators.iter().map(|decorator| decorator.text.as_str()).collect();
    assert_eq!(attributes, ["Attr(1)", "Other"]);
    assert_eq!(it.symbol("A.e").doc.as_deref(), Some("The e."));
    assert_eq!((it.symbol("A.f").doc.as_deref(), it.symbol("g").doc.as_deref()), (None, None));
    let made = it.symbol("A.make");
    assert!(made.modifiers.has(Modifiers::AMBIENT) && made.modifiers.has(Modifiers::STATIC));
    assert_eq!((made.name_at.line, made.returns.as_deref()), (6, Some("B")));
    assert_eq!(it.symbol("A.d").declared_text.as_deref(), Some("C"));
}

#[test]
fn annotations_of_comments_are_decorators() {
    let it = php("\
use A\\Route; use B as ORM;
/**
 * Text, an(@Route(1)).
 * @Route(\"/x\", name=\"y\", methods={\"GET\", \"HEAD\"}, requirements={\"id\"=\"\\d+\"}, p=C::D)
 * @ORM\\Table
 * @route(\"/low\")
 * @Else(1)
 * @return \\E
 */
class F {
    /** @ORM\\Column(type=\"a \"\"b\"\" (\", inner=@ORM\\X({{1}})) */
    private $g;
    /** @Route(\"/z */
    function h() {}
    /** @Route(\"/twice\") */
    #[Route(\"/once\")]
    function i() {}
}
");
    let texts = |name: &str| it.symbol(name).decorators.iter().map(|one| one.text.clone()).collect::<Vec<_>>();
    let route = "Route(\"/x\", name=\"y\", methods={\"GET\", \"HEAD\"}, requirements={\"id\"=\"\\d+\"}, p=C::D)";
    assert_eq!(texts("F"), [route, "ORM\\Table"]);
    let given = &it.symbol("F").decorators[0].given;
    let names: Vec<_> = given.iter().map(|one| one.name.map(|id| it.0.name(id))).collect();
    assert_eq!(names, [None, Some("name"), Some("methods"), Some("requirements"), Some("p")]);
    assert!(matches!(&given[2].shape, Shape::List(items) if items.len() == 2));
    assert!(matches!(&given[3].shape, Shape::Object(items) if items.len() == 1));
    assert!(matches!(given[4].shape, Shape::Literal(text) if it.0.name(text) == "C::D"));
    assert_eq!(texts("F.g"), ["ORM\\Column(type=\"a \"\"b\"\" (\", inner=@ORM\\X({{1}}))"]);
    assert_eq!(texts("F.i"), ["Route(\"/once\")"]);
}

#[test]
fn branches_count() {
    let it =
        php("function f($x) { if ($x && g()) {} elseif ($x) {} foreach ($x as $y) {} return $x ?? ($y ? 1 : 2); }");
    assert_eq!(it.symbol("f").complexity, 7);
}

#[test]
fn a_method_keeps_its_name_beside_a_property() {
    let it = php("class A { private $b; function b() {} }");
    assert_eq!(it.symbols(), ["Class A", "Property A.b~2", "Method A.b"]);
}
