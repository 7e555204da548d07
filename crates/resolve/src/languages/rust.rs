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
    outside_members: OUTSIDE_MEMBERS,
    outcome: Outcome::Result,
    told_by_names: true,
    ..PLAIN
};

/// All that these traits give, by themselves and by what is implemented for whatever has them.
const OUTSIDE_MEMBERS: &[(&str, &[&str])] = &[
    ("std.marker.Sized", &[]),
    ("std.marker.Send", &[]),
    ("std.marker.Sync", &[]),
    ("std.marker.Copy", &["clone", "clone_from", "clone_into", "to_owned"]),
    ("std.marker.Unpin", &[]),
    ("std.clone.Clone", &["clone", "clone_from", "clone_into", "to_owned"]),
    ("std.cmp.Eq", &["eq", "ne"]),
    ("std.cmp.PartialEq", &["eq", "ne"]),
    ("std.cmp.PartialOrd", &["ge", "gt", "le", "lt", "partial_cmp"]),
    ("std.cmp.Ord", &["clamp", "cmp", "max", "min"]),
    ("std.fmt.Debug", &["fmt"]),
    ("std.fmt.Display", &["fmt", "to_string"]),
    ("std.hash.Hash", &["hash", "hash_slice"]),
    ("std.default.Default", &["default"]),
    ("std.convert.From", &["from", "into", "try_from", "try_into"]),
    ("std.convert.TryFrom", &["try_from", "try_into"]),
];
