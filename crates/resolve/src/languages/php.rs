use super::{Language, MapItem, PLAIN, Packages, System};
use crate::standard::std_types::Gives;

pub const LANGUAGE: Language = Language {
    system: System::Php,
    packages: Packages::Written,
    separate_methods: true,
    ignores_case: true,
    all_assignments: true,
    inherits_makers: true,
    map_item: MapItem::ByPosition,
    call_member: Some("__invoke"),
    iterate_members: &["getIterator", "current"],
    index_member: Some("offsetGet"),
    catch_all_members: &["__call", "__callStatic"],
    enum_members: &[("cases", Gives::List), ("from", Gives::Element), ("tryFrom", Gives::Element)],
    outside_members: OUTSIDE_MEMBERS,
    test_members: Some(("TestCase", "assert")),
    open_this: true,
    named_constructors: true,
    inherits_declared: true,
    abstract_yields: true,
    guess_needs_long_name: true,
    std_names: std_names::PHP,
    told_by_names: true,
    ..PLAIN
};

/// The interfaces of the language and the members that its exceptions share.
const OUTSIDE_MEMBERS: &[(&str, &[&str])] = &[
    ("ArrayAccess", &["offsetExists", "offsetGet", "offsetSet", "offsetUnset"]),
    ("BackedEnum", &["cases", "from", "tryFrom"]),
    ("Countable", &["count"]),
    ("Error", EXCEPTION),
    ("Exception", EXCEPTION),
    ("InvalidArgumentException", EXCEPTION),
    ("Iterator", &["current", "key", "next", "rewind", "valid"]),
    ("IteratorAggregate", &["getIterator"]),
    ("JsonSerializable", &["jsonSerialize"]),
    ("LogicException", EXCEPTION),
    ("RuntimeException", EXCEPTION),
    ("Serializable", &["serialize", "unserialize"]),
    ("Stringable", &["__toString"]),
    ("Throwable", EXCEPTION),
    ("Traversable", &[]),
    ("UnitEnum", &["cases"]),
];

const EXCEPTION: &[&str] = &[
    "__construct",
    "__toString",
    "getCode",
    "getFile",
    "getLine",
    "getMessage",
    "getPrevious",
    "getTrace",
    "getTraceAsString",
];
