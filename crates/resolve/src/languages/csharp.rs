use super::{Language, MapItem, PLAIN, Packages, System};

pub const LANGUAGE: Language = Language {
    system: System::CSharp,
    packages: Packages::Nested,
    implicit_members: true,
    outside_by_default: true,
    static_extensions: true,
    map_item: MapItem::Pair,
    index_member: Some("this"),
    iterate_members: &["GetEnumerator", "GetAsyncEnumerator"],
    guess_needs_long_name: true,
    std_names: include_str!("../std_names/csharp.txt"),
    ..PLAIN
};
