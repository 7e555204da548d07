//! What Kotlin's containers give and hand on: the extensions of `kotlin.collections` and `kotlin.sequences`.

use super::Gives;
use crate::values::types::Std;

/// What calling `name` on a container gives. None: nothing that hands types through.
pub fn method(std: Std, name: &str) -> Option<Gives> {
    use Gives::*;
    let is_items = matches!(std, Std::List | Std::Set | Std::Iterator);
    Some(match (std, name) {
        (Std::Map, "getValue" | "getOrPut" | "getOrDefault" | "getOrElse" | "remove" | "put" | "putIfAbsent") => {
            Element
        }
        (
            Std::Map,
            "filter" | "filterKeys" | "filterNot" | "filterValues" | "minus" | "onEach" | "orEmpty" | "plus" | "toMap"
            | "toMutableMap" | "toSortedMap" | "withDefault",
        ) => Same,
        (Std::Map, "toList" | "asSequence" | "asIterable") => Pairs,
        (
            _,
            "component1" | "component2" | "component3" | "component4" | "component5" | "elementAt" | "elementAtOrElse"
            | "elementAtOrNull" | "first" | "firstOrNull" | "get" | "getOrElse" | "getOrNull" | "last" | "lastOrNull"
            | "max" | "maxBy" | "maxByOrNull" | "maxOrNull" | "maxWith" | "maxWithOrNull" | "min" | "minBy"
            | "minByOrNull" | "minOrNull" | "minWith" | "minWithOrNull" | "next" | "random" | "randomOrNull" | "reduce"
            | "reduceOrNull" | "removeAt" | "removeFirst" | "removeFirstOrNull" | "removeLast" | "removeLastOrNull"
            | "single" | "singleOrNull",
        ) if is_items => Element,
        (
            _,
            "asReversed" | "distinct" | "distinctBy" | "drop" | "dropLast" | "dropLastWhile" | "dropWhile"
            | "filterIndexed" | "filterNot" | "filterNotNull" | "ifEmpty" | "intersect" | "minus" | "minusElement"
            | "onEach" | "onEachIndexed" | "orEmpty" | "plus" | "plusElement" | "reversed" | "shuffled" | "slice"
            | "sorted" | "sortedBy" | "sortedByDescending" | "sortedDescending" | "sortedWith" | "subList" | "subtract"
            | "take" | "takeLast" | "takeLastWhile" | "takeWhile" | "union",
        ) if is_items => Same,
        (
            _,
            "asIterable" | "asSequence" | "toHashSet" | "toList" | "toMutableList" | "toMutableSet" | "toSet"
            | "toTypedArray",
        ) if is_items => List,
        (_, "map" | "mapIndexed" | "mapIndexedNotNull" | "mapNotNull") if is_items => Mapped,
        (_, "flatMap") if is_items => Flattened,
        (_, "groupBy") if is_items => KeyedGroups,
        (_, "associateBy") if is_items => Keyed,
        (_, "associateWith") if is_items => KeyedBy,
        (_, "toMap") if is_items => Paired,
        (_, "partition") if is_items => Parted,
        (_, "chunked" | "windowed") if is_items => Groups,
        (_, "zip") if is_items => Zipped,
        // Of a map, its entries are what these go over.
        (_, "mapValues") if is_items => MappedValues,
        (_, "mapKeys") if is_items => MappedKeys,
        (_, "withIndex") if is_items => Pairs,
        _ => return super::method(std, name),
    })
}

/// What a container hands to a callback: at argument `argument`, in its parameter `position`.
pub fn callback(std: Std, name: &str, argument: u32, position: u32) -> Option<Gives> {
    match (name, position) {
        // What comes first is the number of the element.
        ("filterIndexed" | "forEachIndexed" | "mapIndexed" | "mapIndexedNotNull" | "onEachIndexed", _) => {
            (position == 1).then_some(Gives::Element)
        }
        // Of two parameters of a map's `forEach`, neither is what the one would be that takes both.
        ("filterKeys" | "getOrPut" | "getOrElse", _) if std == Std::Map => None,
        ("filterValues", 0) if std == Std::Map => Some(Gives::Element),
        ("getOrElse" | "elementAtOrElse" | "ifEmpty", _) => None,
        ("reduce" | "reduceOrNull", 0 | 1) => Some(Gives::Element),
        ("associateBy" | "groupBy", 0) => Some(Gives::Element),
        ("zip", 0) if argument == 1 => Some(Gives::Element),
        ("fold", _) => (position == 1).then_some(Gives::Element),
        _ => super::callback(std, name, argument, position),
    }
}

/// What reading a member of a container gives, or of an entry of a map.
pub fn property(std: Option<Std>, name: &str) -> Option<Gives> {
    Some(match (std, name) {
        (Some(Std::Map), "values") => Gives::List,
        (Some(Std::Map), "keys") => Gives::Keys,
        (Some(Std::Map), "entries") => Gives::Pairs,
        (None, "key") => Gives::Key,
        (None, "value") => Gives::Element,
        _ => return None,
    })
}

/// Whether a map's method goes over its entries, whose results hold no entries of a map.
pub fn over_pairs(name: &str) -> bool {
    matches!(
        name,
        "all"
            | "any"
            | "count"
            | "firstNotNullOf"
            | "firstNotNullOfOrNull"
            | "flatMap"
            | "forEach"
            | "map"
            | "mapKeys"
            | "mapNotNull"
            | "mapValues"
            | "maxBy"
            | "maxByOrNull"
            | "minBy"
            | "minByOrNull"
            | "none"
            | "sumOf"
    )
}

/// Whether a function outside by its name gives what its first type argument names: most do that look something up or
/// read it; what wraps it is named after the wrapper.
pub fn gives_named_type(name: &str) -> bool {
    const WRAPPERS: [&str; 16] = [
        "Of",
        "List",
        "Set",
        "Map",
        "Array",
        "Flow",
        "State",
        "Channel",
        "Sequence",
        "Deferred",
        "Result",
        "Type",
        "Serializer",
        "Captor",
        "All",
        "Class",
    ];
    let is_plain = matches!(
        name,
        "async"
            | "callbackFlow"
            | "channelFlow"
            | "filterIsInstance"
            | "flow"
            | "iterator"
            | "lazy"
            | "produceState"
            | "runCatching"
            | "sequence"
            | "serializer"
            | "slot"
    );
    name.starts_with(char::is_lowercase) && !is_plain && !WRAPPERS.iter().any(|it| name.ends_with(it))
}
