use super::{BaseOrder, Language, MapItem, PLAIN, Packages, System};

pub const LANGUAGE: Language = Language {
    system: System::Go,
    package_scope: true,
    packages: Packages::Folders,
    implicit_package: |_| None,
    implicit_members: false,
    separate_methods: false,
    open_modules: true,
    call_constructs: false,
    all_assignments: false,
    base_order: BaseOrder::Breadth,
    map_item: MapItem::ByPosition,
    named_types: true,
    fixtures: false,
    call_member: None,
    enter_members: &[],
    iterate_members: &[],
    index_member: None,
    catch_all_member: None,
    named_constructors: false,
    inherits_declared: false,
    guess_needs_long_name: false,
    globals: "builtin.",
    std_names: include_str!("../std_names/go.txt"),
    ..PLAIN
};
