use super::{BaseOrder, Language, MapItem, PLAIN, Packages, System};

pub const LANGUAGE: Language = Language {
    system: System::Python,
    package_scope: false,
    packages: Packages::Folders,
    implicit_package: |_| None,
    implicit_members: false,
    separate_methods: false,
    open_modules: true,
    call_constructs: true,
    all_assignments: true,
    base_order: BaseOrder::SharedLast,
    map_item: MapItem::Key,
    named_types: false,
    fixtures: true,
    call_member: Some("__call__"),
    enter_members: &["__enter__", "__aenter__"],
    iterate_members: &["__iter__", "__aiter__"],
    index_member: Some("__getitem__"),
    catch_all_member: Some("__getattr__"),
    named_constructors: true,
    inherits_declared: true,
    guess_needs_long_name: false,
    globals: "builtins.",
    std_names: include_str!("../std_names/python.txt"),
    ..PLAIN
};
