use super::{Extensions, Language, MapItem, PLAIN, Packages, System};
use crate::standard::std_types::{dotnet, dotnet_libraries, dotnet_members, dotnet_names};
use crate::values::conversions::Conversions;

pub const LANGUAGE: Language = Language {
    system: System::CSharp,
    packages: Packages::Nested,
    implicit_members: true,
    outside_by_default: true,
    overloads: Some(&Conversions {
        numbers: &["sbyte", "byte", "short", "ushort", "int", "uint", "long", "ulong", "decimal", "float", "double"],
        widens: &[("char", "ushort")],
        least: "int",
        text: "System.String",
        boxes: &[
            ("bool", "System.Boolean"),
            ("byte", "System.Byte"),
            ("char", "System.Char"),
            ("decimal", "System.Decimal"),
            ("double", "System.Double"),
            ("float", "System.Single"),
            ("int", "System.Int32"),
            ("long", "System.Int64"),
            ("nint", "System.IntPtr"),
            ("nuint", "System.UIntPtr"),
            ("sbyte", "System.SByte"),
            ("short", "System.Int16"),
            ("uint", "System.UInt32"),
            ("ulong", "System.UInt64"),
            ("ushort", "System.UInt16"),
        ],
        phases: false,
        top: "System.Object",
        containers: true,
        sealed: &[
            "System.DateOnly",
            "System.DateTime",
            "System.DateTimeOffset",
            "System.Guid",
            "System.String",
            "System.Threading.CancellationToken",
            "System.TimeOnly",
            "System.TimeSpan",
            "System.Uri",
            "System.Version",
        ],
        of_text: &[
            "ICloneable",
            "IComparable",
            "IConvertible",
            "IEnumerable",
            "IEquatable",
            "IParsable",
            "ISpanParsable",
        ],
        of_sealed: &[
            "IBinaryInteger",
            "IBinaryNumber",
            "ICloneable",
            "IComparable",
            "IConvertible",
            "IEnumerable",
            "IEquatable",
            "IFloatingPoint",
            "IFormattable",
            "INumber",
            "INumberBase",
            "IParsable",
            "ISerializable",
            "ISpanFormattable",
            "ISpanParsable",
            "IUtf8SpanFormattable",
            "IUtf8SpanParsable",
        ],
        results: dotnet::result,
        makes: dotnet::makes,
        makes_several: dotnet::makes_several,
        infers_results: false,
        gives_nothing: Some(dotnet::gives_nothing),
        counts: dotnet_members::counts,
        functional_interfaces: false,
        conversion: Some("implicit operator"),
    }),
    root_members: Some(("System.Object", OBJECT)),
    outside_members: &[("System.String", dotnet::STRING), ("System.Type", dotnet_members::TYPE)],
    extensions: Extensions::ByType,
    nullable_member: Some("Value"),
    implicit_package,
    packages_of: dotnet_libraries::namespaces,
    package_roots: &["Microsoft", "System"],
    map_item: MapItem::Pair,
    index_member: Some("this"),
    iterate_members: &["GetEnumerator", "GetAsyncEnumerator"],
    guess_needs_long_name: true,
    std_method: dotnet::method,
    std_callback: dotnet::callback,
    std_property: dotnet::property,
    over_pairs: dotnet::over_pairs,
    std_names: std_names::CSHARP,
    must_await: true,
    decorators_extend: Some("Attribute"),
    views: &[".cshtml", ".razor"],
    ..PLAIN
};

/// Every file sees the language's own types; of the framework's the names say enough.
fn implicit_package(name: &str) -> Option<&'static str> {
    let is_keyword = name.starts_with(|c: char| c.is_ascii_lowercase());
    if is_keyword && KEYWORDS.contains(&name) { Some("") } else { dotnet_names::namespace(name) }
}

const KEYWORDS: &[&str] = &[
    "bool", "byte", "char", "decimal", "double", "dynamic", "float", "int", "long", "nint", "nuint", "sbyte", "short",
    "uint", "ulong", "ushort", "void",
];

/// What every value has, and every value of an enum.
const OBJECT: &[&str] =
    &["CompareTo", "Equals", "GetHashCode", "GetType", "HasFlag", "MemberwiseClone", "ReferenceEquals", "ToString"];
