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
