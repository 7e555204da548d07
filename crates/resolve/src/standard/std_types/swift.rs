//! What Swift's containers give and hand on: `Sequence`, `Collection`, `Array`, `Dictionary`.

use super::{Generic, Gives};
use crate::values::types::Std;

/// What calling `name` on a container gives. None: nothing that hands types through.
pub fn method(std: Std, name: &str) -> Option<Gives> {
    use Gives::*;
    let is_items = matches!(std, Std::List | Std::Set | Std::Iterator);
    Some(match (std, name) {
        (Std::Map, "removeValue" | "updateValue") => Element,
        (Std::Map, "filter" | "merging") => Same,
        (_, "max" | "min" | "popFirst" | "popLast" | "randomElement" | "remove" | "removeFirst" | "removeLast")
            if is_items =>
        {
            Element
        }
        (
            _,
            "dropFirst" | "dropLast" | "drop" | "intersection" | "prefix" | "reversed" | "shuffled" | "sorted"
            | "subtracting" | "suffix" | "union",
        ) if is_items => Same,
        (_, "compactMap" | "map") if is_items => Mapped,
        (_, "filter") if is_items => Same,
        (_, "enumerated") if is_items => Pairs,
        _ => return super::method(std, name),
    })
}

/// What a container hands to a callback: at argument `argument`, in its parameter `position`.
pub fn callback(std: Std, name: &str, argument: u32, position: u32) -> Option<Gives> {
    let is_items = matches!(std, Std::List | Std::Set | Std::Iterator);
    match (name, position) {
        ("sorted" | "sort" | "max" | "min", 0 | 1) if is_items => Some(Gives::Element),
        ("mapValues" | "compactMapValues", 0) if std == Std::Map => Some(Gives::Element),
        _ => super::callback(std, name, argument, position),
    }
}

/// What reading a member of a container gives that is no method.
pub fn property(std: Option<Std>, name: &str) -> Option<Gives> {
    Some(match (std?, name) {
        (Std::Map, "values") => Gives::List,
        (Std::Map, "keys") => Gives::Keys,
        (Std::List | Std::Set | Std::Iterator, "first" | "last") => Gives::Element,
        _ => return None,
    })
}

/// Whether a method takes an element of the container at an argument.
pub fn takes_element(name: &str) -> bool {
    matches!(name, "append" | "insert" | "contains" | "firstIndex" | "lastIndex" | "remove" | "update")
}

/// The containers of the standard library by their names.
pub fn generic(path: &str) -> Option<Generic> {
    Some(match path.strip_prefix("Swift.")? {
        "Array" | "ContiguousArray" => Generic::Std(Std::List, &[0]),
        "Set" => Generic::Std(Std::Set, &[0]),
        "Dictionary" => Generic::Std(Std::Map, &[0, 1]),
        _ => return None,
    })
}
