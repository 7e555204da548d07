use super::{Language, MapItem, Outcome, PLAIN, System};
use crate::standard::std_types::rust;

pub const LANGUAGE: Language = Language {
    system: System::Rust,
    module_paths: true,
    separate_methods: true,
    call_constructs: true,
    map_item: MapItem::Pair,
    prelude: rust::prelude,
    iterate_members: &["next", "into_iter", "iter"],
    index_member: Some("index"),
    std_method: rust::method,
    std_callback: rust::callback,
    std_names: std_names::RUST,
    outcome: Outcome::Result,
    told_by_names: true,
    ..PLAIN
};
