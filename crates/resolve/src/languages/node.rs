use super::{BaseOrder, Language, MapItem, PLAIN, Packages, System};

pub const LANGUAGE: Language = Language {
    system: System::Node,
    package_scope: false,
    packages: Packages::Folders,
    implicit_package: |_| None,
    implicit_members: false,
    separate_methods: false,
    open_modules: false,
    call_constructs: false,
    all_assignments: false,
    base_order: BaseOrder::Depth,
    map_item: MapItem::Pair,
    named_types: false,
    fixtures: false,
    call_member: None,
    enter_members: &[],
    iterate_members: &["[Symbol.iterator]", "[Symbol.asyncIterator]"],
    index_member: None,
    catch_all_member: None,
    named_constructors: false,
    inherits_declared: false,
    guess_needs_long_name: true,
    globals: "",
    std_names: include_str!("../std_names/node.txt"),
    ..PLAIN
};
