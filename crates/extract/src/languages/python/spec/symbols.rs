use super::py;
use crate::languages::reading::read;
use facts::*;

#[test]
fn functions_classes_and_what_is_in_them_are_symbols() {
    let it = py("\
LIMIT = 3
_hidden, shown = 1, 2
add = lambda a, b=1: a + b

class Box(Base, metaclass=Meta):
    size: int = 0
    items = []
    scale = lambda self: 2

    def __init__(self, name):
        self.name = name
        self.size = 1

    def open(self):
        self.lid = make_lid()
        def turn():
            self.turned = True
        class Key:
            pass

    class Label:
        text = ''
");
    assert_eq!(
        it.symbols(),
        [
            "Variable LIMIT",
            "Variable _hidden",
            "Variable shown",
            "Function add",
            "Class Box",
            "Property Box.size",
            "Property Box.items",
            "Method Box.scale",
            "Constructor Box.__init__",
            "Property Box.name",
            "Method Box.open",
            "Property Box.lid",
            "Function Box.open.turn",
            "Property Box.turned",
            "Class Box.open.Key",
            "Class Box.Label",
            "Property Box.Label.text",
        ]
    );
    assert_eq!(it.symbol("Box").signature, "class Box(Base, metaclass=Meta)");
    assert_eq!(it.symbol("Box.lid").initial.iter().map(|id| it.value(*id)).collect::<Vec<_>>(), ["make_lid?()"]);
    assert_eq!(it.symbol("Box.size").initial.len(), 1, "equal literals are one value");
    assert_eq!(it.symbol("Box.size").declared_text.as_deref(), Some("int"));
    assert_eq!(it.calls(), ["Box.open > make_lid?"]);
}

#[test]
fn an_attribute_keeps_everything_that_any_method_assigns() {
    let it = py("\
class A:
    def __init__(self, client=None):
        self.client = client or Client()
    def reset(this):
        this.client = None
        this.log: Log = get_log()
    @classmethod
    def setup(cls):
        cls.shared = Pool()
");
    let given = |name| it.symbol(name).initial.iter().map(|id| it.value(*id)).collect::<Vec<_>>();
    assert_eq!(given("A.client"), ["either(client, Client?())", "null"]);
    assert_eq!(given("A.shared"), ["Pool?()"]);
    assert!(it.symbol("A.shared").modifiers.has(Modifiers::STATIC));
    assert_eq!(it.symbol("A.log").declared.map(|id| it.ty(id)).as_deref(), Some("Log?"));
}

#[test]
fn decorators_and_bodies_give_modifiers() {
    let it = py("\
class A(ABC):
    @property
    def size(self): return 1
    @size.setter
    def size(self, value): self._size = value
    @staticmethod
    def make(): return A()
    @classmethod
    async def load(cls): return cls()
    @abc.abstractmethod
    def run(self): ...
    @overload
    def get(self, a: int) -> int: ...
    @overload
    def get(self, a: str) -> str: ...
    def get(self, a): return a
    def _inner(self): yield 1
    def __own(self): pass

@contextlib.contextmanager
def opened():
    yield File()

@pytest.fixture(scope='module')
def client():
    return make_client()
");
    let has = |name: &str, modifier| it.symbol(name).modifiers.has(modifier);
    assert_eq!(it.symbol("A.size").kind, SymbolKind::Getter);
    assert_eq!(it.symbol("A.size~2").kind, SymbolKind::Setter);
    assert!(has("A", Modifiers::ABSTRACT) && has("A.run", Modifiers::ABSTRACT));
    assert!(has("A.size", Modifiers::PROPERTY) && has("A.make", Modifiers::STATIC));
    assert!(has("A.load", Modifiers::CLASS_METHOD) && has("A.load", Modifiers::ASYNC));
    assert!(!has("A.get", Modifiers::OVERLOAD) && has("A.get~2", Modifiers::OVERLOAD));
    assert_eq!(it.symbol("A.get").span.start.line, 16, "the one with the body has the plain name");
    assert!(has("A._inner", Modifiers::PROTECTED) && has("A._inner", Modifiers::GENERATOR));
    assert!(has("A.__own", Modifiers::PRIVATE));
    assert!(has("opened", Modifiers::CONTEXT_MANAGER) && has("client", Modifiers::FIXTURE));
    let returned = |name: &str| it.symbol(name).return_values.iter().map(|id| it.value(*id)).collect::<Vec<_>>();
    assert_eq!(returned("A.load"), ["new this<A>"]);
    assert_eq!(returned("opened"), ["File?()"], "a generator's are what it yields");
    let decorator = &it.symbol("client").decorators[0];
    assert_eq!(
        (decorator.text.as_str(), it.value(decorator.value)),
        ("pytest.fixture(scope='module')", "pytest?.fixture".into())
    );
}

#[test]
fn parameters_have_kinds_defaults_and_types() {
    let it = py("def f(a, /, b: int = 1, *rest: str, key=None, **more: Any) -> 'Out | None': pass");
    let f = it.symbol("f");
    let params: Vec<_> = f
        .params
        .iter()
        .map(|p| {
            format!(
                "{} {:?} {:?} {}{}",
                it.0.name(p.name),
                p.type_text,
                p.default,
                p.optional,
                if p.rest { " rest" } else { "" }
            )
        })
        .collect();
    assert_eq!(
        params,
        [
            "a None None false",
            "b Some(\"int\") Some(\"1\") true",
            "rest Some(\"str\") None true rest",
            "key None Some(\"None\") true",
            "more Some(\"Any\") None true rest",
        ]
    );
    assert_eq!(f.returns.as_deref(), Some("'Out | None'"));
    assert_eq!(f.returns_type.map(|id| it.ty(id)).as_deref(), Some("optional Out?"));
    assert_eq!(f.signature, "def f(a, /, b: int = 1, *rest: str, key=None, **more: Any) -> 'Out | None'");
}

#[test]
fn enums_protocols_and_aliases_have_their_own_kinds() {
    let it = py("\
class Color(enum.IntEnum):
    RED = 1
    GREEN = auto()
    _ignore_ = []
    def mix(self): pass
class Reader(Protocol[T]):
    def read(self) -> bytes: ...
Handler = Callable[[int], str]
type Pair[K] = tuple[K, K]
Name: TypeAlias = 'str | None'
Bound = TypeVar('Bound', bound='Color')
");
    assert_eq!(
        it.symbols(),
        [
            "Enum Color",
            "EnumMember Color.RED",
            "EnumMember Color.GREEN",
            "Property Color._ignore_",
            "Method Color.mix",
            "Interface Reader",
            "Method Reader.read",
            "TypeAlias Handler",
            "TypeAlias Pair",
            "TypeAlias Name",
            "TypeAlias Bound",
        ]
    );
    let declared = |name: &str| it.ty(it.symbol(name).declared.expect("a type"));
    assert_eq!(declared("Handler"), "fn(number) string");
    assert_eq!(declared("Pair"), "(K, K)");
    assert_eq!(declared("Name"), "optional string");
    assert_eq!(declared("Bound"), "Color");
}

#[test]
fn what_is_visible_outside_is_told_by_underscores_or_by_the_list_of_names() {
    let source = "def a(): pass\ndef _b(): pass\nclass C:\n    x = 1\n    _y = 2\n    def __len__(self): pass\n";
    let exported = |source: &str| {
        let it = py(source);
        let kept = it.0.symbols.iter().filter(|symbol| symbol.exported);
        kept.map(|symbol| symbol.qualified.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(exported(source), "a C C.x C.__len__");
    assert_eq!(exported(&format!("{source}__all__ = ['_b']\n__all__ += ('a',)")), "a _b");
    assert_eq!(exported(&format!("{source}__all__ = names()")), "a C C.x C.__len__");
    let it = py("from .x import f\n__all__ = ['f']\n__all__.extend(['g'])\ndef g(): pass\n");
    let names = it.0.star_names.as_deref().unwrap_or_default();
    assert_eq!(names.iter().map(|name| it.0.name(*name)).collect::<Vec<_>>(), ["f", "g"]);
    assert_eq!(it.0.exports.len(), 2);
}

#[test]
fn documentation_is_the_docstring_without_its_indentation() {
    let it = py("\
def f():
    '''Does it.

        More.
    Less.
    '''
#: How many.
#: At most.
LIMIT = 3
class A:
    size = 1
    '''In bytes.'''
");
    let doc = |name: &str| it.symbol(name).doc.clone().unwrap_or_default();
    assert_eq!(doc("f"), "Does it.\n\n    More.\nLess.");
    assert_eq!(doc("LIMIT"), "How many.\nAt most.");
    assert_eq!(doc("A.size"), "In bytes.");
}

#[test]
fn complexity_counts_branches_of_the_body_itself() {
    let it = py("\
def f(xs):
    if a and b or c:
        pass
    elif d:
        pass
    for x in xs:
        while x: x = y if z else 1
    try: pass
    except E: pass
    def inner():
        return [x for x in xs if x]
");
    assert_eq!((it.symbol("f").complexity, it.symbol("f.inner").complexity), (9, 3));
}

#[test]
fn a_stub_declares_what_is_implemented_elsewhere() {
    let it = read("a.pyi", "def f() -> int: ...\nclass A: ...\n");
    assert!(it.0.symbols.iter().all(|symbol| symbol.modifiers.has(Modifiers::AMBIENT)));
}
