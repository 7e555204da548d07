//! Rust's standard types that hand other types through, and the names that every file sees.

use super::{Generic, Gives};
use crate::values::types::Std;
use facts::Builtin;

/// Where the standard library has a name that every file sees.
pub fn prelude(name: &str) -> Option<String> {
    let module = match name {
        "Option" | "Some" | "None" => "option",
        "Result" | "Ok" | "Err" => "result",
        "Vec" => "vec",
        "String" | "ToString" => "string",
        "Box" => "boxed",
        "Clone" => "clone",
        "Copy" | "Send" | "Sync" | "Sized" | "Unpin" => "marker",
        "Default" => "default",
        "Debug" | "Display" => "fmt",
        "Hash" => "hash",
        "Eq" | "PartialEq" | "Ord" | "PartialOrd" => "cmp",
        "Drop" | "Fn" | "FnMut" | "FnOnce" | "AsyncFn" | "AsyncFnMut" | "AsyncFnOnce" => "ops",
        "Iterator" | "IntoIterator" | "Extend" | "DoubleEndedIterator" | "ExactSizeIterator" | "FromIterator" => "iter",
        "AsRef" | "AsMut" | "From" | "Into" | "TryFrom" | "TryInto" => "convert",
        "ToOwned" => "borrow",
        "drop" => "mem",
        name if is_primitive(name) => "primitive",
        _ => return name.strip_suffix('!').filter(|name| MACROS.contains(name)).map(|name| format!("std.{name}")),
    };
    Some(match name {
        "Some" | "None" => format!("std.option.Option.{name}"),
        "Ok" | "Err" => format!("std.result.Result.{name}"),
        _ => format!("std.{module}.{name}"),
    })
}

/// Whether a word is a type of the language itself.
pub fn is_primitive(word: &str) -> bool {
    matches!(
        word,
        "u8" | "u16"
            | "u32"
            | "u64"
            | "u128"
            | "usize"
            | "i8"
            | "i16"
            | "i32"
            | "i64"
            | "i128"
            | "isize"
            | "f32"
            | "f64"
            | "bool"
            | "char"
            | "str"
    )
}

/// Macros of the standard library.
const MACROS: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "cfg",
    "column",
    "compile_error",
    "concat",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "env",
    "eprint",
    "eprintln",
    "file",
    "format",
    "format_args",
    "include",
    "include_bytes",
    "include_str",
    "line",
    "matches",
    "module_path",
    "option_env",
    "panic",
    "print",
    "println",
    "stringify",
    "thread_local",
    "todo",
    "try",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

/// What a generic type does with its arguments, by its dotted path.
pub fn generic(path: &str) -> Option<Generic> {
    let (module, name) = path.rsplit_once('.')?;
    // An alias of the standard result, as most crates have one.
    if matches!(name, "Result" | "LockResult" | "TryLockResult") {
        return Some(Generic::Std(Std::Result, &[0, 1]));
    }
    if matches!(name, "BoxFuture" | "LocalBoxFuture") {
        return Some(Generic::Std(Std::Promise, &[0]));
    }
    let owner = module.split('.').next().unwrap_or_default();
    if !matches!(owner, "std" | "core" | "alloc") {
        return super::crates::generic(module, name);
    }
    if module.ends_with("_map")
        && let Some(generic) = of_maps(name)
    {
        return Some(generic);
    }
    if module.ends_with(".iter") && is_adapter(name) {
        return Some(Generic::Same);
    }
    Some(match name {
        // What is not ready yet is none.
        "Option" | "Poll" => Generic::Std(Std::Option, &[0]),
        "Vec" | "VecDeque" | "LinkedList" | "BinaryHeap" => Generic::Std(Std::List, &[0]),
        "HashSet" | "BTreeSet" => Generic::Std(Std::Set, &[0]),
        "HashMap" | "BTreeMap" => Generic::Std(Std::Map, &[0, 1]),
        "Box" | "Rc" | "Arc" | "Cow" | "Pin" | "Weak" | "Ref" | "RefMut" | "MutexGuard" | "RwLockReadGuard"
        | "RwLockWriteGuard" | "LazyCell" | "LazyLock" | "ManuallyDrop" | "AsRef" | "AsMut" | "Into" | "TryInto"
        | "Borrow" | "BorrowMut" => Generic::Std(Std::Pointer, &[0]),
        "RefCell" | "Cell" | "Mutex" | "RwLock" | "OnceCell" | "OnceLock" | "UnsafeCell" | "NonNull" | "AtomicPtr"
        | "LocalKey" => Generic::Std(Std::Cell, &[0]),
        "Iterator"
        | "IntoIterator"
        | "DoubleEndedIterator"
        | "ExactSizeIterator"
        | "IntoIter"
        | "Iter"
        | "IterMut"
        | "Drain"
        | "FusedIterator"
        | "Range"
        | "RangeFrom"
        | "RangeInclusive" => Generic::Std(Std::Iterator, &[0]),
        "Receiver" if module.ends_with("mpsc") => Generic::Std(Std::Iterator, &[0]),
        "Future" => Generic::Std(Std::Promise, &[0]),
        "String" | "str" | "char" => Generic::Builtin(Builtin::String),
        "bool" => Generic::Builtin(Builtin::Boolean),
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128" | "isize" | "f32"
        | "f64" => Generic::Builtin(Builtin::Number),
        _ => return None,
    })
}

/// Iterators with the items of the one that is their first argument.
fn is_adapter(name: &str) -> bool {
    matches!(
        name,
        "Chain" | "Cloned" | "Copied" | "Cycle" | "Filter" | "Fuse" | "Peekable" | "Rev" | "Skip" | "StepBy" | "Take"
    )
}

/// The types of maps' iterators and places, in the modules of maps.
fn of_maps(name: &str) -> Option<Generic> {
    Some(match name {
        "Values" | "ValuesMut" | "IntoValues" => Generic::Last(Std::Iterator),
        "Keys" | "IntoKeys" => Generic::Std(Std::Iterator, &[0]),
        "Iter" | "IterMut" | "IntoIter" | "Drain" | "Range" | "RangeMut" => Generic::Pairs(Std::Iterator),
        // What a place holds is reached as what an option holds.
        "Entry" | "VacantEntry" => Generic::Last(Std::Option),
        "OccupiedEntry" => Generic::Last(Std::Cell),
        _ => return None,
    })
}

/// What a method or function from outside gives whose one type argument says what that holds.
pub fn of_type_argument(name: &str) -> Option<Std> {
    match name {
        "get" | "get_mut" | "remove" | "get_one" | "remove_one" | "downcast_ref" | "downcast_mut" => Some(Std::Option),
        "from_slice" | "from_reader" | "from_value" | "from_bytes" | "from_str" | "try_from_value" => Some(Std::Result),
        _ => None,
    }
}

/// What a function named by its path gives.
pub fn function(path: &str) -> Option<Gives> {
    Some(match path {
        "std.option.Option.Some" | "std.task.Poll.Ready" => Gives::Wrapping(Std::Option, 0),
        "std.result.Result.Ok" => Gives::Wrapping(Std::Result, 0),
        "std.result.Result.Err" => Gives::Wrapping(Std::Result, 1),
        "std.mem.replace" | "std.mem.take" | "std.convert.identity" | "std.hint.black_box" => Gives::Same,
        "std.iter.once" | "std.iter.repeat" => Gives::Wrapping(Std::Iterator, 0),
        "std.future.poll_fn" => Gives::Polled,
        "std.pin.pin!" => Gives::Wrapping(Std::Pointer, 0),
        "std.future.ready" => Gives::Wrapping(Std::Promise, 0),
        "std.thread.spawn" => Gives::Joined(0),
        _ => return super::crates::function(path),
    })
}

/// What calling `name` on a standard type, or on a value of it, gives.
pub fn method(std: Std, name: &str) -> Option<Gives> {
    use Gives::*;
    use Std::{Cell, Iterator, List as Vec, Lock, Map, Option, Pointer, Promise, Result, Set};
    if let (Cell, "as_mut") = (std, name) {
        return Some(Element);
    }
    if let Some(gives) = of_any(name) {
        return Some(gives);
    }
    Some(match (std, name) {
        (Pointer | Cell | Lock, "new" | "pin" | "from" | "Borrowed" | "Owned" | "new_unchecked") => Wrapped,
        (
            Lock,
            "lock" | "read" | "write" | "blocking_lock" | "blocking_read" | "blocking_write" | "lock_owned" | "get_mut"
            | "into_inner" | "read_owned" | "write_owned" | "upgradable_read",
        ) => Element,
        (Lock, "try_lock" | "try_read" | "try_write") => AsResult,
        (Option | Vec | Set | Map | Iterator, "new" | "with_capacity") | (Vec, "from") => Same,
        (Option | Result, "unwrap" | "expect" | "unwrap_or_default" | "unwrap_or_else" | "unwrap_unchecked") => Element,
        (Option | Result, "unwrap_or") => ElementOr,
        (Option, "or_insert" | "or_insert_with" | "or_default" | "or_insert_with_key" | "insert_entry") => Element,
        (Option, "get_or_insert_with" | "insert" | "get_or_insert") => Element,
        (
            Option,
            "as_ref" | "as_mut" | "as_pin_mut" | "as_deref" | "as_deref_mut" | "filter" | "or" | "or_else" | "take"
            | "replace" | "cloned" | "copied" | "inspect" | "xor" | "and_modify",
        ) => Same,
        (Result, "as_ref" | "as_mut" | "as_deref" | "or_else" | "inspect" | "inspect_err" | "cloned") => Same,
        (Option | Result, "map") => Mapped,
        (Result, "map_err") => MappedError,
        (Option | Result, "and_then" | "and") => Returned,
        (Option | Result, "map_or_else") => ReturnedSecond,
        (Option | Result, "map_or") => ReturnedSecond,
        (Option, "ok_or" | "ok_or_else") => AsResult,
        (Option | Result, "flatten") => Element,
        (Option | Result, "transpose") => Transposed,
        (Result, "ok") => Maybe,
        (Result, "err") => MaybeError,
        (Result, "unwrap_err" | "expect_err" | "into_err") => Error,
        (Option | Result, "iter" | "into_iter" | "iter_mut") => Items,
        (Cell, "borrow" | "borrow_mut" | "get" | "into_inner" | "get_or_init" | "get_mut" | "replace" | "take") => {
            Element
        }
        (Cell, "as_ref" | "as_ptr" | "load" | "load_full" | "swap") => Element,
        (Cell, "with" | "with_borrow" | "with_borrow_mut") => Returned,
        (Cell, "lock" | "read" | "write" | "try_lock" | "try_borrow" | "try_borrow_mut") => AsResult,
        (Pointer, "downgrade") => Same,
        (Pointer, "upgrade") => Maybe,
        (Pointer, "try_unwrap") => AsResult,
        (
            Pointer,
            "into" | "as_ref" | "as_mut" | "borrow" | "into_owned" | "to_mut" | "get_mut" | "make_mut" | "leak"
            | "into_inner",
        ) => Element,
        (Promise, "await" | "join") => Element,
        (Map, "get" | "get_mut" | "remove" | "swap_remove" | "shift_remove" | "insert" | "entry") => Maybe,
        (
            Map,
            "pop_first" | "pop_last" | "first_key_value" | "last_key_value" | "get_key_value" | "remove_entry"
            | "swap_remove_entry" | "shift_remove_entry" | "first" | "last" | "get_index" | "pop",
        ) => MaybePair,
        (
            Map,
            "iter" | "iter_mut" | "into_iter" | "drain" | "range" | "par_iter" | "par_iter_mut" | "into_par_iter",
        ) => PairItems,
        (Map, "keys" | "into_keys") => KeyItems,
        (Map, "values" | "values_mut" | "into_values") => Items,
        (Vec | Set, "iter" | "iter_mut" | "into_iter" | "drain" | "union" | "intersection" | "difference") => Items,
        (Vec | Set, "par_iter" | "par_iter_mut" | "into_par_iter") => Items,
        (
            Vec | Set | Iterator,
            "first" | "last" | "get" | "pop" | "get_mut" | "first_mut" | "last_mut" | "pop_front" | "pop_back"
            | "front" | "back" | "next" | "nth" | "max" | "min" | "max_by" | "min_by" | "max_by_key" | "min_by_key"
            | "find" | "peek" | "next_back" | "reduce" | "rfind" | "pop_first" | "pop_last" | "next_if" | "peek_mut",
        ) => Maybe,
        (Vec, "remove" | "swap_remove" | "get_unchecked") => Element,
        (Vec, "split_first" | "split_last" | "split_first_mut" | "split_last_mut") => Split,
        (Vec, "split_at" | "split_at_mut") => Parted,
        (Vec, "as_slice" | "as_mut_slice" | "to_vec" | "into_boxed_slice" | "split_off" | "into_vec" | "as_ref") => {
            Same
        }
        (Vec, "windows" | "chunks" | "chunks_exact" | "split") => Runs,
        (
            Iterator,
            "filter" | "rev" | "skip" | "take" | "chain" | "inspect" | "peekable" | "cloned" | "copied" | "by_ref"
            | "step_by" | "skip_while" | "take_while" | "fuse" | "cycle" | "into_iter" | "iter" | "sorted"
            | "par_bridge" | "into_par_iter",
        ) => Same,
        (Iterator, "recv" | "try_recv" | "blocking_recv" | "recv_timeout" | "recv_async") => Maybe,
        (Iterator, "map" | "map_while") => Mapped,
        (Iterator, "filter_map") => MappedItem,
        (Iterator, "flat_map") => MappedItem,
        (Iterator, "flatten") => Flat,
        (Iterator, "enumerate") => PairItems,
        (Iterator | Option, "zip") => Zipped,
        (Iterator, "collect" | "partition") => List,
        (Iterator, "fold") => First,
        (Iterator, "find_map") => Returned,
        _ => return None,
    })
}

/// Methods that values of any type may have, and that give the value. `project` gives pinned fields of the same names.
pub fn of_any(name: &str) -> Option<Gives> {
    let gives_itself = matches!(name, "clone" | "to_owned" | "by_ref" | "as_mut" | "default" | "deref" | "deref_mut");
    (gives_itself || is_projection(name)).then_some(Gives::Same)
}

/// Methods that give a value of its own for one behind a reference.
pub fn copies(name: &str) -> bool {
    matches!(name, "clone" | "to_owned")
}

/// Methods that macros give a type, to reach its fields through a pin.
pub fn is_projection(name: &str) -> bool {
    matches!(name, "project" | "project_ref")
}

/// Functions of a smart pointer that make one of what they are given.
pub fn makes_pointer(name: &str) -> bool {
    matches!(name, "new" | "new_unchecked" | "pin" | "from" | "Borrowed" | "Owned")
}

/// What a container hands to a callback: at argument `argument`, in its parameter `position`.
pub fn callback(std: Std, name: &str, argument: u32, position: u32) -> Option<Gives> {
    use Gives::*;
    Some(match (std, name, argument, position) {
        (Std::Iterator, "fold" | "try_fold", 1, 0) => First,
        (Std::Iterator, "fold" | "try_fold", 1, 1) => Element,
        (Std::Iterator, "reduce" | "max_by" | "min_by", 0, 0 | 1) => Element,
        (Std::List, "sort_by" | "sort_unstable_by" | "dedup_by", 0, 0 | 1) => Element,
        (Std::Result, "map_err" | "or_else" | "unwrap_or_else" | "inspect_err", 0, 0) => Error,
        (Std::Result, "map_or_else", 0, 0) => Error,
        (Std::Option | Std::Result, "map_or" | "map_or_else", 1, 0) => Element,
        (Std::List, "binary_search_by_key", 1, 0) => Element,
        (Std::Cell, "with_borrow" | "with_borrow_mut", 0, 0) => Flat,
        (Std::Map, "retain", 0, 0) => Key,
        (Std::Map, "retain", 0, 1) => Element,
        (_, _, 0, 0) => Element,
        _ => return None,
    })
}

/// Whether a method called on a pointer is mostly one of what it points to.
pub fn hands_on(name: &str) -> bool {
    matches!(name, "Box" | "Rc" | "Arc" | "Pin")
}

/// How what a method gives is given, whatever it is called on; `&`: behind a reference.
pub fn gives_form(name: &str) -> Option<&'static str> {
    Some(match name {
        "as_str" | "trim" => "&str",
        "as_bytes" => "&[u8]",
        "as_ref" | "as_slice" => "&",
        "to_string" | "into_string" => "String",
        "to_vec" => "Vec",
        _ => return None,
    })
}

/// Whether a function named behind a type gives that type.
pub fn is_constructor(name: &str) -> bool {
    matches!(name, "new" | "from" | "with_capacity" | "default" | "Borrowed" | "Owned")
}

/// What owns what is lent as a type, in the words of the source.
pub fn owned(lent: &str) -> Option<&'static str> {
    Some(match lent {
        "str" => "String",
        "[u8]" => "Vec<u8>",
        "OsStr" => "OsString",
        "Path" => "PathBuf",
        _ => return None,
    })
}

/// Whether a trait's function makes the type that is asked for.
pub fn is_made_by(name: &str) -> bool {
    matches!(name, "from" | "try_from" | "from_str" | "from_iter" | "default")
}

/// Whether such a function gives a result of the type.
pub fn may_fail(name: &str) -> bool {
    matches!(name, "try_from" | "from_str")
}
