use super::{Language, MapItem, PLAIN, System};

pub const LANGUAGE: Language = Language {
    system: System::Include,
    links: true,
    call_constructs: true,
    map_item: MapItem::Pair,
    iterate_members: &["begin"],
    index_member: Some("operator[]"),
    implicit_package,
    std_names: std_names::CPP,
    ..PLAIN
};

/// Namespaces that libraries declare and others only add to.
fn implicit_package(name: &str) -> Option<&'static str> {
    ["std", "testing", "boost", "absl"].into_iter().find(|space| *space == name)
}
