//! What methods of texts and numbers give, by the names that languages share.

use facts::Builtin;

/// Whether calling a method gives several texts: what lies between separators, or what a pattern and its groups found.
pub fn gives_texts(on: Builtin, name: &str) -> bool {
    match on {
        Builtin::Regexp => name == "exec",
        Builtin::String => matches!(name, "split" | "match"),
        Builtin::Template => name == "match",
        _ => false,
    }
}

/// What calling a method of a builtin type gives; of most that is the same type again. None: something else, which is not
/// known further.
pub fn given(on: Builtin, name: &str) -> Option<Builtin> {
    if on == Builtin::Regexp {
        return Some(match name {
            "matches" | "matchesAt" | "containsMatchIn" | "test" => Builtin::Boolean,
            "replace" | "replaceFirst" => Builtin::String,
            "find" | "findAll" | "matchAt" | "matchEntire" | "split" | "splitToSequence" | "toPattern" => return None,
            _ => on,
        });
    }
    let is_text = matches!(on, Builtin::String | Builtin::Template);
    if !is_text && on != Builtin::Number {
        return Some(on);
    }
    Some(match name {
        // Kotlin, Swift, C++ and Qt, C#, Java, JavaScript, Python, PHP, Ruby
        "toInt" | "toLong" | "toDouble" | "toFloat" | "toShort" | "toByte" | "toUInt" | "toULong" | "toLongLong"
        | "toIntOrNull" | "toLongOrNull" | "toDoubleOrNull" | "toFloatOrNull" | "length" | "size" | "count"
        | "indexOf" | "lastIndexOf" | "indexOfFirst" | "indexOfLast" | "compareTo" | "compare" | "localeCompare"
        | "charCodeAt" | "codePointAt" | "hashCode" | "GetHashCode" | "CompareTo" | "IndexOf" | "LastIndexOf"
        | "search" | "find_first_of" | "find_last_of" | "find_first_not_of" | "find_last_not_of" | "rfind"
        | "capacity" | "toBigInteger" => Builtin::Number,
        "find" if is_text => Builtin::Number,
        "isEmpty" | "isNotEmpty" | "isBlank" | "isNotBlank" | "isNullOrEmpty" | "isNullOrBlank" | "isNull"
        | "empty" | "startsWith" | "endsWith" | "starts_with" | "ends_with" | "hasPrefix" | "hasSuffix"
        | "contains" | "includes" | "equals" | "equalsIgnoreCase" | "contentEquals" | "matches" | "StartsWith"
        | "EndsWith" | "Contains" | "Equals" | "startswith" | "endswith" | "isdigit" | "isalpha" | "isalnum"
        | "isspace" | "isupper" | "islower" | "toBoolean" | "toBooleanStrict" => Builtin::Boolean,
        "toString" | "toFixed" | "toPrecision" | "toLocaleString" | "ToString" => Builtin::String,
        "toRegex" => Builtin::Regexp,
        "toPattern" | "toByteArray" | "toCharArray" | "encodeToByteArray" | "getBytes" | "encode" | "toUtf8"
        | "toLatin1" | "toLocal8Bit" | "chars" | "lines" | "lineSequence" | "iterator" | "toList" | "toUri"
        | "toPath" | "toCollection" | "data" | "asSequence" | "ToCharArray" => return None,
        _ => on,
    })
}
