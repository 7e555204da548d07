//! .NET: what its types hand through.

use super::{Generic, Gives};
use crate::values::types::Std;

/// What a generic type of the framework does with its arguments, by the name behind its namespace.
pub fn generic(path: &str) -> Option<Generic> {
    let name = path.rsplit('.').next().unwrap_or_default();
    Some(match name {
        "List"
        | "IList"
        | "ICollection"
        | "IReadOnlyList"
        | "IReadOnlyCollection"
        | "Collection"
        | "LinkedList"
        | "ObservableCollection"
        | "ReadOnlyCollection"
        | "ReadOnlyObservableCollection"
        | "Queue"
        | "Stack"
        | "ConcurrentBag"
        | "ConcurrentQueue"
        | "ConcurrentStack"
        | "BlockingCollection"
        | "ImmutableArray"
        | "ImmutableList"
        | "ImmutableQueue"
        | "ImmutableStack" => Generic::Std(Std::List, &[0]),
        "HashSet" | "ISet" | "IReadOnlySet" | "SortedSet" | "ImmutableHashSet" | "ImmutableSortedSet" => {
            Generic::Std(Std::Set, &[0])
        }
        "ArraySegment" | "Memory" | "ReadOnlyMemory" | "ReadOnlySpan" | "Span" | "IEnumerable" | "IEnumerator"
        | "IAsyncEnumerable" | "IAsyncEnumerator" | "IOrderedEnumerable" | "IQueryable" | "IOrderedQueryable" => {
            Generic::Std(Std::Iterator, &[0])
        }
        "IGrouping" => Generic::Std(Std::Iterator, &[1]),
        "Dictionary"
        | "IDictionary"
        | "IReadOnlyDictionary"
        | "ReadOnlyDictionary"
        | "SortedDictionary"
        | "SortedList"
        | "ConcurrentDictionary"
        | "ImmutableDictionary"
        | "ImmutableSortedDictionary" => Generic::Std(Std::Map, &[0, 1]),
        "Task" | "ValueTask" => Generic::Std(Std::Promise, &[0]),
        "Lazy" | "ThreadLocal" | "AsyncLocal" | "WeakReference" => Generic::Std(Std::Context, &[0]),
        _ => return None,
    })
}

/// What calling a member of a container gives.
pub fn method(std: Std, name: &str) -> Option<Gives> {
    use Gives::*;
    Some(match (std, name) {
        (Std::Promise, "ConfigureAwait" | "AsTask" | "WaitAsync" | "GetAwaiter") => Same,
        (Std::Promise, "GetResult") => Element,
        (Std::Map, "GetValueOrDefault" | "GetOrAdd" | "AddOrUpdate") => Element,
        (
            _,
            "First"
            | "FirstOrDefault"
            | "Last"
            | "LastOrDefault"
            | "Single"
            | "SingleOrDefault"
            | "ElementAt"
            | "ElementAtOrDefault"
            | "Find"
            | "FindLast"
            | "Dequeue"
            | "Peek"
            | "Pop"
            | "MinBy"
            | "MaxBy"
            | "FirstAsync"
            | "FirstOrDefaultAsync"
            | "LastAsync"
            | "LastOrDefaultAsync"
            | "SingleAsync"
            | "SingleOrDefaultAsync",
        ) => Element,
        (
            _,
            "Where" | "OrderBy" | "OrderByDescending" | "ThenBy" | "ThenByDescending" | "Order" | "OrderDescending"
            | "Skip" | "SkipWhile" | "SkipLast" | "Take" | "TakeWhile" | "TakeLast" | "Distinct" | "DistinctBy"
            | "Concat" | "Union" | "Intersect" | "Except" | "Reverse" | "Append" | "Prepend" | "AsEnumerable"
            | "AsQueryable" | "AsParallel" | "DefaultIfEmpty" | "AsSpan" | "AsMemory" | "Slice" | "FindAll"
            | "GetRange" | "AsReadOnly" | "Insert" | "AddRange" | "Remove" | "GetEnumerator",
        ) => Same,
        (_, "ToList" | "ToArray" | "ToImmutableArray" | "ToImmutableList" | "ToHashSet" | "ToListAsync") => List,
        (_, "Select") => Mapped,
        (_, "SelectMany") => Flattened,
        (_, "GroupBy" | "Chunk") => Groups,
        (_, "ToDictionary" | "ToImmutableDictionary") => Keyed,
        _ => return None,
    })
}

/// What a container hands to a callback: at argument `argument`, in its parameter `position`.
pub fn callback(_: Std, name: &str, argument: u32, position: u32) -> Option<Gives> {
    Some(match (name, argument, position) {
        ("Aggregate", 0 | 1, 1) | ("ToDictionary" | "ToLookup" | "GroupBy", _, 0) => Gives::Element,
        // What is put in is an element itself.
        ("Add" | "Enqueue" | "Push", ..) => return None,
        (_, 0, 0) => Gives::Element,
        ("Aggregate", 0, _) | ("Sort", 0, 1) => Gives::Element,
        _ => return None,
    })
}

/// Whether a member gives nothing, by its path.
pub fn gives_nothing(path: &str) -> bool {
    let mut parts = path.rsplit('.');
    let (name, of) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    match of {
        "Console" => matches!(name, "Beep" | "Clear" | "ResetColor" | "Write" | "WriteLine"),
        "Debug" | "Trace" => true,
        "Environment" => matches!(name, "Exit" | "FailFast"),
        "GC" => matches!(name, "Collect" | "KeepAlive" | "SuppressFinalize"),
        "Thread" => name == "Sleep",
        _ => name == "Dispose",
    }
}

/// Whether a generic member gives a value of the type that it is called with.
pub fn makes(name: &str) -> bool {
    matches!(
        name,
        "CreateInstance"
            | "Deserialize"
            | "DeserializeObject"
            | "For"
            | "Get"
            | "GetCustomAttribute"
            | "GetInstance"
            | "GetKeyedService"
            | "GetRequiredKeyedService"
            | "GetRequiredService"
            | "GetService"
            | "GetValue"
            | "IsAssignableFrom"
            | "IsType"
            | "Of"
            | "Resolve"
            | "ToObject"
    )
}

/// Whether a generic member gives values of the type that it is called with.
pub fn makes_several(name: &str) -> bool {
    matches!(
        name,
        "GetAllInstances" | "GetCustomAttributes" | "GetInstances" | "GetKeyedServices" | "GetServices" | "ResolveAll"
    )
}

/// The type that a member of the framework holds or gives by its name; empty: the type it is taken from.
pub fn result(name: &str) -> Option<&'static str> {
    Some(match name {
        "ToString" | "Substring" | "Trim" | "TrimStart" | "TrimEnd" | "ToUpper" | "ToLower" | "ToUpperInvariant"
        | "ToLowerInvariant" | "PadLeft" | "PadRight" | "Join" | "ReadToEnd" | "GetString" | "ToBase64String"
        | "NewLine" | "Name" | "FullName" | "Message" | "GetFileName" | "GetFullPath" | "ReadAllText" => {
            "System.String"
        }
        "Equals" | "StartsWith" | "EndsWith" | "Contains" | "ContainsKey" | "Any" | "All" | "IsNullOrEmpty"
        | "IsNullOrWhiteSpace" | "IsMatch" | "Exists" | "HasValue" | "TryGetValue" | "TryParse" => "bool",
        "Count" | "Length" | "IndexOf" | "LastIndexOf" | "CompareTo" | "GetHashCode" | "Compare" | "ToInt32" => "int",
        "ToInt64" => "long",
        "ToInt16" => "short",
        "ToByte" => "byte",
        "ToSByte" => "sbyte",
        "ToUInt16" => "ushort",
        "ToUInt32" => "uint",
        "ToUInt64" => "ulong",
        "ToBoolean" => "bool",
        "ToChar" => "char",
        "ToDateTime" => "System.DateTime",
        "GetType" => "System.Type",
        "ToDouble" | "Sqrt" | "Pow" | "Log" | "Log10" | "Exp" | "Sin" | "Cos" | "Tan" | "Atan2" => "double",
        "ToSingle" => "float",
        "ToDecimal" => "decimal",
        "MinValue" | "MaxValue" | "NaN" | "PositiveInfinity" | "NegativeInfinity" | "Epsilon" | "Parse"
        | "ParseExact" | "GetValueOrDefault" | "Now" | "UtcNow" | "Today" | "NewGuid" | "FromSeconds"
        | "FromMinutes" | "FromHours" | "FromArgb" | "FromRgb" | "FromDays" | "FromMilliseconds" | "FromTicks"
        | "AddDays" | "AddHours" | "AddMinutes" | "AddSeconds" | "AddYears" | "AddMonths" | "ToUniversalTime"
        | "ToLocalTime" | "Zero" | "One" | "None" => "",
        _ => return None,
    })
}

/// Whether a method of sequences runs over the pairs of a map.
pub fn over_pairs(name: &str) -> bool {
    method(Std::Promise, name).is_some() && !matches!(name, "GetResult" | "Remove" | "Find")
        || matches!(name, "Any" | "All" | "Count" | "Sum" | "Min" | "Max" | "Aggregate" | "ForEach" | "Contains")
}

/// Members of containers, and of pairs where there is none, that are read and not called.
pub fn property(std: Option<Std>, name: &str) -> Option<Gives> {
    Some(match (std, name) {
        (Some(Std::Map), "Values") => Gives::List,
        (Some(Std::Map), "Keys") => Gives::Keys,
        (Some(Std::Promise), "Result") | (Some(Std::Context), "Value" | "Target") => Gives::Element,
        (Some(Std::Iterator), "Current") => Gives::Element,
        // Pairs and tuples.
        (None, "Key" | "Item1") => Gives::Key,
        (None, "Value" | "Item2") => Gives::Element,
        _ => return None,
    })
}

/// The place of a tuple's part, by the name that it has without being given one.
pub fn tuple_place(name: &str) -> Option<usize> {
    name.strip_prefix("Item")?.parse::<usize>().ok()?.checked_sub(1)
}

/// The name that a part of a tuple has by its place, counted from 0.
pub fn place_name(position: u32) -> String {
    format!("Item{}", position.saturating_add(1))
}

/// All that texts have, and what the framework gives sequences.
pub const STRING: &[&str] = &[
    "Aggregate",
    "All",
    "Any",
    "Append",
    "AsEnumerable",
    "AsMemory",
    "AsParallel",
    "AsQueryable",
    "AsSpan",
    "Average",
    "Cast",
    "Chars",
    "Chunk",
    "Clone",
    "Compare",
    "CompareOrdinal",
    "CompareTo",
    "Concat",
    "Contains",
    "Copy",
    "CopyTo",
    "Count",
    "CountBy",
    "Create",
    "DefaultIfEmpty",
    "Distinct",
    "DistinctBy",
    "ElementAt",
    "ElementAtOrDefault",
    "Empty",
    "EndsWith",
    "EnumerateRunes",
    "Equals",
    "Except",
    "ExceptBy",
    "First",
    "FirstOrDefault",
    "Format",
    "GetEnumerator",
    "GetHashCode",
    "GetPinnableReference",
    "GetType",
    "GetTypeCode",
    "GroupBy",
    "GroupJoin",
    "Index",
    "IndexOf",
    "IndexOfAny",
    "Insert",
    "Intern",
    "Intersect",
    "IntersectBy",
    "IsInterned",
    "IsNormalized",
    "IsNullOrEmpty",
    "IsNullOrWhiteSpace",
    "Join",
    "Last",
    "LastIndexOf",
    "LastIndexOfAny",
    "LastOrDefault",
    "Length",
    "LongCount",
    "Max",
    "MaxBy",
    "Min",
    "MinBy",
    "Normalize",
    "OfType",
    "Order",
    "OrderBy",
    "OrderByDescending",
    "OrderDescending",
    "PadLeft",
    "PadRight",
    "Prepend",
    "Remove",
    "Replace",
    "ReplaceLineEndings",
    "Reverse",
    "Select",
    "SelectMany",
    "SequenceEqual",
    "Single",
    "SingleOrDefault",
    "Skip",
    "SkipLast",
    "SkipWhile",
    "Split",
    "StartsWith",
    "Substring",
    "Sum",
    "Take",
    "TakeLast",
    "TakeWhile",
    "ToArray",
    "ToBoolean",
    "ToByte",
    "ToChar",
    "ToCharArray",
    "ToDateTime",
    "ToDecimal",
    "ToDictionary",
    "ToDouble",
    "ToFrozenSet",
    "ToHashSet",
    "ToImmutableArray",
    "ToImmutableList",
    "ToInt16",
    "ToInt32",
    "ToInt64",
    "ToList",
    "ToLookup",
    "ToLower",
    "ToLowerInvariant",
    "ToSByte",
    "ToSingle",
    "ToString",
    "ToType",
    "ToUInt16",
    "ToUInt32",
    "ToUInt64",
    "ToUpper",
    "ToUpperInvariant",
    "Trim",
    "TrimEnd",
    "TrimStart",
    "TryCopyTo",
    "Union",
    "UnionBy",
    "Where",
    "Zip",
];
