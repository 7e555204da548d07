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
    facades: Some(("Illuminate\\Support\\Facades\\Facade", "getFacadeAccessor")),
    asks_classes: true,
    open_this: true,
    named_constructors: true,
    inherits_declared: true,
    abstract_yields: true,
    guess_needs_long_name: true,
    std_names: std_names::PHP,
    told_by_names: true,
    libraries: include_str!("../standard/std_stubs/php_libraries.txt"),
    ..PLAIN
};

/// The interfaces of the language, the members that its exceptions share, and traits that stand beside a base outside.
const OUTSIDE_MEMBERS: &[(&str, &[&str])] = &[
    ("ArrayAccess", &["offsetExists", "offsetGet", "offsetSet", "offsetUnset"]),
    ("BackedEnum", &["cases", "from", "tryFrom"]),
    ("Countable", &["count"]),
    ("Error", EXCEPTION),
    ("Exception", EXCEPTION),
    ("Illuminate\\Database\\Eloquent\\Factories\\HasFactory", &["factory", "newFactory"]),
    ("Illuminate\\Database\\Eloquent\\SoftDeletes", SOFT_DELETES),
    ("Illuminate\\Notifications\\Notifiable", NOTIFIABLE),
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

const SOFT_DELETES: &[&str] = &[
    "forceDelete",
    "forceDeleteQuietly",
    "forceDestroy",
    "getDeletedAtColumn",
    "getQualifiedDeletedAtColumn",
    "isForceDeleting",
    "onlyTrashed",
    "restore",
    "restoreOrCreate",
    "restoreQuietly",
    "trashed",
    "withTrashed",
    "withoutTrashed",
];

const NOTIFIABLE: &[&str] =
    &["notifications", "notify", "notifyNow", "readNotifications", "routeNotificationFor", "unreadNotifications"];
