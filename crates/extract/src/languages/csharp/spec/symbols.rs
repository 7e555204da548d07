use super::csharp;
use facts::*;

#[test]
fn types_and_their_members_are_symbols() {
    let it = csharp(
        "\
namespace A.B
{
    namespace C { class Deep { } }
    public abstract partial class Box<T>(int size) : Base<T>(size), IBox where T : class, IItem
    {
        private readonly int _count = 1, _other;
        public string Name { get; set; } = \"x\";
        public int Twice => size * 2;
        public event EventHandler Opened;
        public T this[int at] => default;
        static Box() { }
        public Box() : this(1) { }
        ~Box() { }
        public static Box<T> operator +(Box<T> a, Box<T> b) => a;
        public static implicit operator string(Box<T> b) => \"\";
        void IBox.Open() { }
        protected abstract Task<T> LoadAsync(string key, int times = 1, params T[] rest);
        enum Kind { Small, Large = 2 }
    }
    public record Pair(int Left, string Right = \"r\");
    public delegate int Maker(string s);
    interface IBox { void Open(); }
}
",
    );
    assert_eq!(
        it.symbols(),
        [
            "Class Deep",
            "Class Box",
            "Property Box._count",
            "Property Box._other",
            "Property Box.Name",
            "Getter Box.Twice",
            "Property Box.Opened",
            "Method Box.this",
            "Constructor Box.Box",
            "Constructor Box.Box~2",
            "Method Box.~Box",
            "Method Box.operator +",
            "Method Box.implicit operator string",
            "Method Box.IBox.Open",
            "Method Box.LoadAsync",
            "Enum Box.Kind",
            "EnumMember Box.Kind.Small",
            "EnumMember Box.Kind.Large",
            "Class Pair",
            "Property Pair.Left",
            "Property Pair.Right",
            "TypeAlias Maker",
            "Interface IBox",
            "Method IBox.Open",
        ]
    );
    let packages: Vec<_> = it.0.packages.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!((packages, it.0.package.as_deref()), (vec!["A.B", "A.B.C"], None));
    let bound = |name: &str| it.0.bindings.iter().any(|it_| it.0.name(it_.name) == name);
    assert!(bound("Box`1") && bound("Pair") && !bound("Box"), "types go by the number of their parameters");
    let class = it.symbol("Box");
    assert_eq!(
        class.signature,
        "public abstract partial class Box<T>(int size): Base<T>(size), IBox where T: class, IItem"
            .replace("):", ") :")
            .replace("T:", "T :")
    );
    let bases: Vec<_> = class.bases.iter().map(|base| format!("{:?} {}", base.relation, base.text)).collect();
    assert_eq!(bases, ["Extends Base<T>", "Implements IBox"]);
    assert!(class.modifiers.has(Modifiers::PARTIAL) && class.modifiers.has(Modifiers::ABSTRACT));
    assert_eq!(class.type_params[0].bound.map(|id| it.ty(id)).as_deref(), Some("IItem?"));
    let load = it.symbol("Box.LoadAsync");
    let params: Vec<_> = load.params.iter().map(|p| (it.0.name(p.name), p.optional, p.rest)).collect();
    assert_eq!(params, [("key", false, false), ("times", true, false), ("rest", true, true)]);
    assert_eq!(load.returns_type.map(|id| it.ty(id)).as_deref(), Some("Task`1?<T>"));
    assert!(load.modifiers.has(Modifiers::PROTECTED) && !it.symbol("Box.IBox.Open").exported);
    assert!(it.symbol("IBox.Open").exported && !it.symbol("Box._count").exported);
}

#[test]
fn documentation_is_read_without_its_xml() {
    let it = csharp(
        "\
/// <summary>
/// Opens <see cref=\"T:A.Box\"/> &amp; more.
/// </summary>
/// <param name=\"key\">What to open.</param>
/// <returns>A thing.</returns>
[Obsolete(\"no\")]
class A
{
    // not this
    int x;
}
",
    );
    assert_eq!(it.symbol("A").doc.as_deref(), Some("Opens A.Box & more.\n\nkey: What to open.\nReturns: A thing."));
    assert_eq!((it.symbol("A.x").doc.as_deref(), it.symbol("A").signature.as_str()), (None, "class A"));
    assert_eq!(it.symbol("A").decorators[0].text, "Obsolete(\"no\")");
    assert_eq!(it.references(), ["Decorator A > as class of ObsoleteAttribute? | class of Obsolete?"]);
}

#[test]
fn using_directives_are_imports() {
    let it =
        csharp("global using A.B;\nusing static System.Math;\nusing J = Foo.Bar<int>;\nnamespace N;\nclass C { }\n");
    let imports: Vec<_> =
        it.0.imports
            .iter()
            .map(|i| format!("{} {:?} {}", i.specifier, i.names[0].imported, it.0.name(i.names[0].local)))
            .collect();
    assert_eq!(imports, ["A.B All *", "System.Math All *", "Foo.Bar`1 Module J"]);
    assert_eq!((it.0.global_imports.as_slice(), it.0.package.as_deref()), (&[0][..], Some("N")));
}

#[test]
fn complexity_counts_branches() {
    let it = csharp(
        "class A { int F(int x) { if (x > 0 && x < 9) { } foreach (var y in z) { } \
         switch (x) { case 1: break; default: break; } return x > 1 ? 2 : q ?? 3; } void G(); }\n",
    );
    assert_eq!((it.symbol("A.F").complexity, it.symbol("A.G").complexity), (7, 0));
}
