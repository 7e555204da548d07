//! Types of C++'s standard library and of Qt that hold what they are made for.

use super::{Builtin, Generic, Std};

/// Of C++: what points to another value is a list of one.
pub fn generic(name: &str) -> Option<Generic> {
    if let Some((container, member)) = name.split_once('.') {
        return generic(container).and_then(|held| of_container(held, member));
    }
    Some(match name {
        "vector" | "list" | "deque" | "array" | "forward_list" | "initializer_list" | "span" | "queue" | "stack"
        | "priority_queue" | "valarray" | "unique_ptr" | "shared_ptr" | "weak_ptr" | "optional" => {
            Generic::Std(Std::List, &[0])
        }
        "set" | "unordered_set" | "multiset" | "unordered_multiset" => Generic::Std(Std::Set, &[0]),
        "map" | "unordered_map" | "multimap" | "unordered_multimap" => Generic::Std(Std::Map, &[0, 1]),
        "pair" | "tuple" => Generic::Tuple,
        "atomic" | "reference_wrapper" | "function" | "remove_reference_t" | "decay_t" => Generic::Same,
        "string" | "string_view" => Generic::Builtin(Builtin::String),
        "size_t" | "ptrdiff_t" | "int8_t" | "int16_t" | "int32_t" | "int64_t" | "uint8_t" | "uint16_t" | "uint32_t"
        | "uint64_t" | "intptr_t" | "uintptr_t" | "byte" => Generic::Builtin(Builtin::Number),
        _ => return None,
    })
}

/// A type that a container has for what it holds: what goes through it is a list, as what points to it is.
fn of_container(held: Generic, member: &str) -> Option<Generic> {
    let is_iterator = matches!(member, "iterator" | "const_iterator" | "reverse_iterator" | "const_reverse_iterator");
    let is_element = matches!(member, "value_type" | "reference" | "const_reference");
    match held {
        Generic::Std(Std::Map, _) if is_iterator => Some(Generic::Pairs(Std::List)),
        Generic::Std(_, position) if is_iterator => Some(Generic::Std(Std::List, position)),
        Generic::Std(Std::Map, _) if is_element => Some(Generic::Tuple),
        Generic::Std(..) if is_element => Some(Generic::Same),
        _ => None,
    }
}

/// Whether a function or method from outside gives a pointer to its one type argument, or what that says. None: it is
/// not known to give either.
pub fn of_type_argument(path: &str) -> Option<bool> {
    let (object, name) = path.rsplit_once('.').unwrap_or(("", path));
    let starts = |words: &[&str]| words.iter().any(|word| name.starts_with(word));
    match name {
        _ if name.ends_with("pointer_cast") || name.ends_with("PointerCast") => Some(true),
        "qSharedPointerCast" | "qSharedPointerDynamicCast" | "qSharedPointerConstCast" => Some(true),
        "get_if" | "findChildren" => Some(true),
        _ if name.ends_with("_cast") || name == "std.get" => Some(false),
        _ if starts(&["make_", "create", "Make", "Create"]) => Some(true),
        "get" | "value" | "as" | "findChild" | "cast" => Some(false).filter(|_| !object.is_empty()),
        _ => None,
    }
}

/// Of Qt.
pub fn qt(name: &str) -> Option<Generic> {
    if let Some((container, member)) = name.split_once('.') {
        // What goes through a map points to its values.
        return match qt(container)? {
            Generic::Std(Std::Map, _) => None,
            held => of_container(held, member),
        };
    }
    Some(match name {
        "QPointer"
        | "QScopedPointer"
        | "QSharedPointer"
        | "QWeakPointer"
        | "QScopedArrayPointer"
        | "QList"
        | "QVector"
        | "QQueue"
        | "QStack"
        | "QLinkedList"
        | "QVarLengthArray" => Generic::Std(Std::List, &[0]),
        "QSet" => Generic::Std(Std::Set, &[0]),
        "QMap" | "QHash" | "QMultiMap" | "QMultiHash" => Generic::Std(Std::Map, &[0, 1]),
        "QPair" => Generic::Tuple,
        _ => return None,
    })
}
