//! Methods of Rust's standard types that go by how a receiver is held, or by what is imported.

/// Methods that give what is pinned, where `self` is behind a pin.
pub fn of_pin(name: &str) -> bool {
    matches!(name, "get_mut" | "get_ref" | "get_unchecked_mut")
}

/// Methods that standard types have by traits alone which have to be imported.
pub fn is_of_imported(name: &str) -> bool {
    matches!(
        name,
        "write" | "write_all" | "write_str" | "write_char" | "flush" | "read" | "read_exact" | "seek" | "hash"
    )
}

/// What values that are iterated over have by the standard library: iterators, ranges, what is received. All else one of
/// them has by a trait.
pub fn is_of_iterator(name: &str) -> bool {
    OF_ITERATOR.binary_search(&name).is_ok()
}

/// Sorted.
const OF_ITERATOR: &[&str] = &[
    "advance_back_by",
    "advance_by",
    "all",
    "any",
    "array_chunks",
    "as_mut",
    "as_mut_slice",
    "as_ref",
    "as_slice",
    "as_str",
    "blocking_recv",
    "borrow",
    "by_ref",
    "chain",
    "clamp",
    "clone",
    "cloned",
    "close",
    "cmp",
    "collect",
    "collect_into",
    "contains",
    "copied",
    "count",
    "cycle",
    "drop",
    "end",
    "enumerate",
    "eq",
    "filter",
    "filter_map",
    "find",
    "find_map",
    "flat_map",
    "flatten",
    "fmt",
    "fold",
    "for_each",
    "fuse",
    "ge",
    "gt",
    "hash",
    "inspect",
    "intersperse",
    "into",
    "into_inner",
    "into_iter",
    "into_remainder",
    "is_closed",
    "is_empty",
    "is_partitioned",
    "is_sorted",
    "is_sorted_by",
    "is_sorted_by_key",
    "iter",
    "last",
    "le",
    "len",
    "lt",
    "map",
    "map_while",
    "map_windows",
    "max",
    "max_by",
    "max_by_key",
    "min",
    "min_by",
    "min_by_key",
    "ne",
    "next",
    "next_back",
    "next_chunk",
    "next_if",
    "next_if_eq",
    "nth",
    "nth_back",
    "offset",
    "partial_cmp",
    "partition",
    "peek",
    "peek_mut",
    "peekable",
    "poll_next",
    "poll_recv",
    "position",
    "product",
    "recv",
    "recv_async",
    "recv_deadline",
    "recv_many",
    "recv_timeout",
    "reduce",
    "remainder",
    "rest",
    "rev",
    "rfind",
    "rfold",
    "rposition",
    "scan",
    "size_hint",
    "skip",
    "skip_while",
    "start",
    "step_by",
    "sum",
    "take",
    "take_while",
    "to_owned",
    "to_string",
    "try_find",
    "try_fold",
    "try_for_each",
    "try_into",
    "try_iter",
    "try_recv",
    "try_reduce",
    "try_rfold",
    "unzip",
    "zip",
];

/// Whether a method gives what is there for certain, of a value that may be missing: of one that is taken for what it
/// gives, itself.
pub fn unwraps(name: &str) -> bool {
    matches!(name, "unwrap" | "expect")
}

/// Methods that lists have themselves, before those of traits that are implemented for them.
pub fn is_of_list(name: &str) -> bool {
    matches!(name, "len" | "is_empty")
}

/// Methods of a smart pointer itself; all others are of what it points to.
pub fn is_of_pointer(name: &str) -> bool {
    matches!(
        name,
        "clone"
            | "new"
            | "new_unchecked"
            | "pin"
            | "from"
            | "downgrade"
            | "upgrade"
            | "Borrowed"
            | "Owned"
            | "into_owned"
            | "to_mut"
            | "make_mut"
            | "leak"
            | "into"
            | "strong_count"
            | "ptr_eq"
            | "into_raw"
            | "from_raw"
            | "as_ref"
            | "as_mut"
            | "borrow"
            | "get_mut"
            | "try_unwrap"
    )
}

/// Methods of a smart pointer by traits that have to be imported, which a cell behind it has by itself.
pub fn is_lent_by_cell(name: &str) -> bool {
    matches!(name, "borrow" | "borrow_mut")
}

/// Methods of the standard traits that smart pointers implement where what they point to does.
pub fn is_implemented_by_pointer(name: &str) -> bool {
    matches!(
        name,
        "fmt"
            | "description"
            | "cause"
            | "source"
            | "next"
            | "size_hint"
            | "read"
            | "write"
            | "flush"
            | "hash"
            | "eq"
            | "cmp"
            | "partial_cmp"
            | "to_string"
    )
}
