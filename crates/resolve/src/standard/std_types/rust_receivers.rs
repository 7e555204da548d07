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

/// Methods that lists, maps and strings have and no iterator: one that has them has them by a trait.
pub fn lacks_iterator(name: &str) -> bool {
    matches!(
        name,
        "array_windows"
            | "chunk_by"
            | "chunks"
            | "chunks_exact"
            | "concat"
            | "dedup"
            | "dedup_by"
            | "dedup_by_key"
            | "get"
            | "insert"
            | "join"
            | "push"
            | "remove"
            | "retain"
            | "sort"
            | "sort_by"
            | "sort_by_key"
            | "sort_unstable"
            | "sort_unstable_by"
            | "sort_unstable_by_key"
            | "split"
            | "update"
            | "windows"
    )
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
