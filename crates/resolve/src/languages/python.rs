use super::{BaseOrder, Language, MapItem, PLAIN, Packages, System};

/// Bases outside a repository of which all members are known.
const OUTSIDE_MEMBERS: &[(&str, &[&str])] = &[
    ("typing.Generic", &[]),
    ("typing.Protocol", &[]),
    ("typing_extensions.Protocol", &[]),
    ("abc.ABC", &["register"]),
];

pub const LANGUAGE: Language = Language {
    system: System::Python,
    package_scope: false,
    packages: Packages::Folders,
    implicit_package: |_| None,
    implicit_members: false,
    links: false,
    separate_methods: false,
    ignores_case: false,
    singleton_members: false,
    object_members: &[],
    open_modules: true,
    call_constructs: true,
    calls_attributes: true,
    inherits_makers: true,
    all_assignments: true,
    base_order: BaseOrder::SharedLast,
    map_item: MapItem::Key,
    named_types: false,
    decorators_give: true,
    fixtures: true,
    call_member: Some("__call__"),
    new_member: Some("__new__"),
    lists_receiver: true,
    enter_members: &["__enter__", "__aenter__"],
    iterate_members: &["__iter__", "__aiter__"],
    index_member: Some("__getitem__"),
    catch_all_members: &["__getattr__"],
    enum_members: &[],
    outside_members: OUTSIDE_MEMBERS,
    open_this: false,
    named_constructors: true,
    inherits_declared: true,
    guess_needs_long_name: false,
    globals: "builtins.",
    inner_classes: false,
    stubs: "",
    libraries: include_str!("../standard/std_stubs/python_libraries.txt"),
    get_member: Some("__get__"),
    hands_items,
    structural: true,
    leads_each: true,
    rebinds: true,
    overloads: None,
    root_type: None,
    std_names: std_names::PYTHON,
    must_await: true,
    told_by_names: true,
    ..PLAIN
};

fn hands_items(path: &str) -> Option<u32> {
    match path {
        "itertools.groupby" => Some(0),
        "functools.reduce" | "itertools.dropwhile" | "itertools.filterfalse" | "itertools.takewhile" => Some(1),
        _ => None,
    }
}
