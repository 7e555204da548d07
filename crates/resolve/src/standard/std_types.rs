//! The little that must be known of standard libraries: which of their types hand other types through,
//! and which names their own members have.

pub mod cpp;
pub mod crates;
pub mod dotnet;
pub mod dotnet_libraries;
pub mod dotnet_members;
pub mod dotnet_names;
pub mod kotlin;
pub mod lodash;
pub mod rust;
pub mod rust_receivers;
pub mod swift;

use crate::values::types::Std;
use facts::Builtin;

/// What a generic type of a standard library does with its arguments.
#[derive(Clone, Copy, Debug)]
pub enum Generic {
    /// A container of the arguments at these positions.
    Std(Std, &'static [usize]),
    /// A container of its last argument.
    Last(Std),
    /// A container of tuples of its arguments.
    Pairs(Std),
    /// The first argument itself.
    Same,
    Union,
    /// A tuple of its arguments.
    Tuple,
    ClassOf,
    /// What calling the first argument gives; what it takes, as a tuple.
    Returned,
    Params,
    Awaited,
    /// What the class that is the first argument makes.
    Instance,
    Builtin(Builtin),
}

/// By name, for globals, or by dotted path, for what is imported.
pub fn generic(path: &str) -> Option<Generic> {
    if let Some(name) = path.strip_prefix("std.") {
        return cpp::generic(name).or_else(|| rust::generic(path));
    }
    match path.split('.').next() {
        Some("System") => return dotnet::generic(path),
        Some("Swift") => return swift::generic(path),
        _ => {}
    }
    if let Some(known) = path.strip_prefix("boost.").map_or_else(|| cpp::qt(path), cpp::generic) {
        return Some(known);
    }
    let bare = [
        "builtins.",
        "typing.",
        "typing_extensions.",
        "collections.abc.",
        "collections.",
        "contextlib.",
        "contextvars.",
        "weakref.",
        "builtin.",
        "kotlin.collections.",
        "kotlin.sequences.",
        "kotlin.",
        "java.util.concurrent.",
        "java.util.",
    ];
    let name = bare.iter().find_map(|prefix| path.strip_prefix(prefix)).unwrap_or(path);
    Some(match name {
        "Array" | "ReadonlyArray" | "ArrayLike" | "ConcatArray" | "@angular/core.QueryList" => {
            Generic::Std(Std::List, &[0])
        }
        "list"
        | "List"
        | "Sequence"
        | "MutableSequence"
        | "Collection"
        | "deque"
        | "Deque"
        | "MutableList"
        | "ArrayList"
        | "LinkedList"
        | "MutableCollection"
        | "ArrayDeque"
        | "AbstractList"
        | "CopyOnWriteArrayList"
        | "Queue" => Generic::Std(Std::List, &[0]),
        "Set" | "ReadonlySet" | "WeakSet" | "set" | "frozenset" | "FrozenSet" | "AbstractSet" | "MutableSet"
        | "HashSet" | "LinkedHashSet" | "TreeSet" | "SortedSet" => Generic::Std(Std::Set, &[0]),
        "Map" | "ReadonlyMap" | "WeakMap" | "dict" | "Dict" | "Mapping" | "MutableMapping" | "OrderedDict"
        | "defaultdict" | "DefaultDict" | "MutableMap" | "HashMap" | "LinkedHashMap" | "TreeMap" | "SortedMap"
        | "ConcurrentHashMap" | "ConcurrentMap" => Generic::Std(Std::Map, &[0, 1]),
        "WeakKeyDictionary" | "WeakValueDictionary" => Generic::Std(Std::Map, &[0, 1]),
        "Record" => Generic::Std(Std::Record, &[0, 1]),
        "chan" | "iter.Seq" => Generic::Std(Std::Iterator, &[0]),
        "iter.Seq2" => Generic::Std(Std::Map, &[0, 1]),
        "sync/atomic.Pointer" | "weak.Pointer" | "unique.Handle" => Generic::Std(Std::Cell, &[0]),
        "Promise" | "PromiseLike" => Generic::Std(Std::Promise, &[0]),
        "Awaitable" | "Coroutine" => Generic::Last(Std::Promise),
        "Iterable"
        | "Iterator"
        | "IterableIterator"
        | "AsyncIterable"
        | "AsyncIterator"
        | "AsyncIterableIterator"
        | "Generator"
        | "AsyncGenerator"
        | "ArrayIterator"
        | "ValuesView"
        | "KeysView"
        | "MutableIterable"
        | "MutableIterator"
        | "ListIterator"
        | "Stream"
        | "Reversible" => Generic::Std(Std::Iterator, &[0]),
        "ContextVar"
        | "ContextManager"
        | "AsyncContextManager"
        | "AbstractContextManager"
        | "AbstractAsyncContextManager" => Generic::Std(Std::Context, &[0]),
        "Partial" | "Required" | "Readonly" | "Pick" | "Omit" | "NonNullable" | "Exclude" | "Extract" | "NoInfer"
        | "Optional" | "Final" | "ClassVar" | "Annotated" | "Unpack" | "ThisType" => Generic::Same,
        "Union" => Generic::Union,
        "Type" | "type" => Generic::ClassOf,
        "ReturnType" => Generic::Returned,
        "Parameters" => Generic::Params,
        "Awaited" => Generic::Awaited,
        "InstanceType" => Generic::Instance,
        "string" | "str" | "String" => Generic::Builtin(Builtin::String),
        "bytes" => Generic::Builtin(Builtin::Bytes),
        "number" | "int" | "float" | "int64" | "uint64" | "float64" => Generic::Builtin(Builtin::Number),
        "boolean" | "bool" => Generic::Builtin(Builtin::Boolean),
        "RegExp" | "text.Regex" => Generic::Builtin(Builtin::Regexp),
        _ => return rust::generic(path),
    })
}

/// What a method of a container gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// One element.
    Element,
    Key,
    /// An element for which the callback holds.
    ElementTold,
    /// A list of those.
    Kept,
    /// A container of the same kind and elements.
    Same,
    /// The first argument, with what the others have.
    Merged,
    /// The class of the first argument.
    Class,
    /// A list of the elements.
    List,
    Keys,
    /// Pairs of key and element.
    Pairs,
    /// A list of what the callback returns.
    Mapped,
    /// The same, one level of lists taken away.
    Flattened,
    /// The second argument, else an element.
    Folded,
    /// A promise of what the callback returns.
    Then,
    /// An element or the second argument.
    ElementOr,
    /// The first argument.
    First,
    /// An option of an element.
    Maybe,
    /// What a failed result holds, and an option of it.
    Error,
    MaybeError,
    /// A result that holds an element when it has not failed.
    AsResult,
    /// The same kind of container around the first argument.
    Wrapped,
    /// The first argument in a container, as its nth type argument.
    Wrapping(Std, usize),
    /// What the callback returns, given first or second.
    Returned,
    ReturnedSecond,
    /// An option of a pair of key and element.
    MaybePair,
    /// Iterators over the elements, over the keys, over pairs with keys or numbers, over runs of elements.
    Items,
    KeyItems,
    PairItems,
    Runs,
    /// The result with what the callback returns as its error.
    MappedError,
    /// An iterator over the items of what the callback returns, over those of the elements, over pairs with the
    /// items of the first argument.
    MappedItem,
    Flat,
    Zipped,
    /// Lists of the elements.
    Groups,
    /// A map to the elements, or to what the second callback returns; to lists of these; from the elements.
    Keyed,
    KeyedGroups,
    KeyedBy,
    /// Two lists of the elements.
    Parted,
    /// An option of an element and what is left without it.
    Split,
    /// A map of the elements that are pairs; the same with other values or keys.
    Paired,
    MappedValues,
    MappedKeys,
    /// What the element holds in a container of the same kind, and that in the element's.
    Transposed,
    /// A promise of what the first argument comes to, or one of its items.
    Promised,
    /// What the first argument comes to.
    Awaited,
    /// A promise of what the callback has when it is ready.
    Polled,
    /// A promise of whether the argument at this place, which runs by itself, came to its end, and to what.
    Joined(usize),
    /// A tuple of what all arguments come to; the same, where each may fail and none did.
    All,
    AllOrError,
}

/// What calling `name` on a container gives. None: nothing that hands types through.
pub fn method(std: Std, name: &str) -> Option<Gives> {
    use Gives::*;
    Some(match (std, name) {
        (Std::Map, "begin" | "end" | "cbegin" | "rbegin" | "find" | "lower_bound" | "upper_bound") => Pairs,
        (
            Std::List | Std::Set,
            "begin" | "end" | "cbegin" | "cend" | "rbegin" | "rend" | "lower_bound" | "upper_bound" | "data" | "lock"
            | "release" | "toStrongRef" | "constData",
        ) => Same,
        (Std::Set, "find") => Same,
        (
            Std::List,
            "front" | "back" | "top" | "emplace_back" | "constFirst" | "constLast" | "takeFirst" | "takeLast"
            | "takeAt",
        )
        | (Std::List | Std::Map, "value") => Element,
        (Std::Context, "get") | (Std::Cell, "Load" | "Swap" | "Value") => Element,
        (Std::Promise, "then") => Then,
        (Std::Promise, "catch" | "finally") => Same,
        (Std::Map, "get" | "pop" | "setdefault") => ElementOr,
        (Std::Map, "values") => List,
        (Std::Map, "fetch" | "dig" | "delete") => Element,
        (Std::Map, "select" | "reject" | "merge" | "compact" | "to_h" | "transform_keys") => Same,
        (Std::List, "first" | "last" | "detect" | "sample" | "min_by" | "max_by" | "fetch") => Element,
        (
            Std::List,
            "select" | "reject" | "sort_by" | "compact" | "uniq" | "to_a" | "rotate" | "take_while" | "drop_while"
            | "push" | "append" | "prepend" | "filter_map" | "each_slice",
        ) => Same,
        (Std::List, "collect") => Mapped,
        (Std::List, "flat_map" | "collect_concat") => Flattened,
        (Std::List, "index_by") => Keyed,
        (Std::List, "group_by") => KeyedGroups,
        (Std::List, "index_with") => KeyedBy,
        (Std::Map, "keys") => Keys,
        (Std::Map, "items" | "entries") => Pairs,
        (Std::Map | Std::Set | Std::List, "clone" | "copy" | "union" | "intersection" | "difference") => Same,
        (Std::Map | Std::Set, "set" | "add") => Same,
        (Std::Set, "values" | "keys") => List,
        (Std::Set, "pop") => Element,
        (Std::List | Std::Iterator, "at" | "pop" | "shift" | "popleft" | "__next__") => Element,
        (Std::List | Std::Iterator, "find" | "findLast") => ElementTold,
        (Std::List | Std::Iterator, "filter") => Kept,
        (
            Std::List | Std::Iterator,
            "slice" | "concat" | "reverse" | "sort" | "toSorted" | "toReversed" | "splice" | "toSpliced" | "flat"
            | "with" | "fill" | "values" | "take" | "drop" | "toArray",
        ) => Same,
        (Std::List, "entries") => Pairs,
        (Std::List | Std::Iterator, "map") => Mapped,
        (Std::List | Std::Iterator, "flatMap") => Flattened,
        (Std::List | Std::Iterator, "reduce" | "reduceRight") => Folded,
        _ => return None,
    })
}

/// Whether a function from outside comes back only where its first argument holds: `assert(x)` of Node, Vitest, Chai.
pub fn asserts(path: &str) -> bool {
    let (first, last) = (path.split('.').next().unwrap_or(path), path.rsplit('.').next().unwrap_or(path));
    let is_module = matches!(first, "assert" | "node:assert" | "node:assert/strict" | "tiny-invariant" | "invariant");
    match last {
        "assert" | "invariant" => first != "console",
        "ok" | "default" | "strict" => is_module || path.ends_with("assert.ok"),
        _ => is_module && first == last,
    }
}

/// What a container hands to a callback: at argument `argument`, in its parameter `position`.
pub fn callback(std: Std, name: &str, argument: u32, position: u32) -> Option<Gives> {
    use Gives::*;
    Some(match (std, name, argument, position) {
        (Std::Promise, "then", 0, 0) => Element,
        (Std::List | Std::Iterator, "reduce" | "reduceRight", 0, 1) => Element,
        (Std::List, "sort" | "toSorted", 0, 0 | 1) => Element,
        (Std::List, _, 0, 2) => Same,
        (Std::List | Std::Iterator | Std::Set, _, 0, 0) => Element,
        (Std::Map, "each" | "each_pair" | "each_entry", 0, 0) => Key,
        (Std::Map, "each" | "each_pair" | "each_entry", 0, 1) => Element,
        (Std::Map, "each_value" | "transform_values" | "forEach", 0, 0) => Element,
        (Std::Map, "each_key" | "transform_keys", 0, 0) => Key,
        (Std::Map, "forEach", 0, 1) => Key,
        _ => return None,
    })
}

/// Whether a method puts what it is given at an argument into the container.
pub fn puts_in(std: Std, name: &str, argument: u32) -> bool {
    match std {
        Std::List => matches!(name, "push" | "unshift"),
        Std::Set => name == "add",
        Std::Map => (name, argument) == ("set", 1),
        _ => false,
    }
}

/// Methods of containers and test modules that give an instance of the class that they are given.
pub const MAKERS: [&str; 12] = [
    "create",
    "createInstance",
    "ensure_object",
    "find_object",
    "get",
    "getInstance",
    "get_instance",
    "inject",
    "instance",
    "instantiate",
    "make",
    "resolve",
];

/// What a function of a standard library, named by its path, does with its first argument.
pub fn function(path: &str) -> Option<Gives> {
    use Gives::*;
    Some(match path {
        "Object.values" | "Array.from" | "builtins.list" | "builtins.sorted" | "builtins.reversed"
        | "builtins.iter" | "builtins.filter" | "builtins.tuple" | "Promise.all" => List,
        "Object.entries" | "builtins.enumerate" => Pairs,
        "builtins.type" => Class,
        "builtins.staticmethod"
        | "builtins.classmethod"
        | "builtins.set"
        | "builtins.frozenset"
        | "builtin.append"
        | "structuredClone"
        | "std.move"
        | "std.forward"
        | "std.as_const"
        | "std.exchange"
        | "qAsConst"
        | "Object.create"
        | "Object.freeze"
        | "copy.copy"
        | "copy.deepcopy"
        | "slices.Clone"
        | "slices.All"
        | "slices.Backward"
        | "slices.Clip"
        | "slices.Compact"
        | "slices.CompactFunc"
        | "slices.Concat"
        | "slices.Delete"
        | "slices.DeleteFunc"
        | "slices.Grow"
        | "slices.Insert"
        | "slices.Replace"
        | "maps.All"
        | "maps.Clone"
        | "maps.Collect"
        | "sync.OnceValue"
        | "sync.OnceValues" => Same,
        "Object.assign" => Merged,
        "Promise.resolve" | "Promise.race" | "Promise.any" => Promised,
        "builtins.next" | "builtins.anext" | "builtins.max" | "builtins.min" | "slices.Max" | "slices.MaxFunc"
        | "slices.Min" | "slices.MinFunc" => Element,
        "slices.Collect" | "slices.Sorted" | "slices.SortedFunc" | "slices.SortedStableFunc" => List,
        "slices.Values" | "maps.Values" => Items,
        "maps.Keys" => KeyItems,
        _ => return lodash::of(path).map_or_else(|| rust::function(path), lodash::function),
    })
}
