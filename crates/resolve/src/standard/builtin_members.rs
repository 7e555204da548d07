//! What methods of texts and numbers give, by the names that languages share.

use crate::values::eval::Eval;
use crate::values::types::{FileId, Head, Std, Ty};
use facts::{Builtin, ValueId};

impl Eval<'_> {
    /// What a method of a text or number gives, as far as it is of the same kind, and what a flag lets be made.
    pub(super) fn call_on_builtin(&mut self, from: Ty, name: &str, file: FileId, arguments: &[ValueId]) -> Ty {
        if let (Head::Builtin(Builtin::Boolean), "then" | "then_some") = (self.types.head(from), name) {
            let given = arguments.first().map_or(Ty::UNKNOWN, |&value| self.value(file, value));
            let given = if name == "then" { self.call(given, file, &[]) } else { given };
            return self.types.std(Std::Option, &[given]);
        }
        let iterates = matches!(
            name,
            "chars"
                | "lines"
                | "split"
                | "split_whitespace"
                | "char_indices"
                | "bytes"
                | "rsplit"
                | "splitn"
                | "matches"
        );
        let same = matches!(
            name,
            "to_string"
                | "to_owned"
                | "clone"
                | "trim"
                | "as_str"
                | "to_lowercase"
                | "to_uppercase"
                | "replace"
                | "repeat"
                | "trim_start"
                | "trim_end"
                | "to_ascii_lowercase"
                | "new"
                | "from"
                | "with_capacity"
                | "abs"
                | "min"
                | "max"
        );
        match (iterates, same) {
            (true, _) => self.types.std(Std::Iterator, &[from]),
            (_, true) => from,
            _ => Ty::UNKNOWN,
        }
    }
}

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
