//! How classes and what they hold are declared.

use super::head::{head_of, of_kind};
use crate::said::facts::FileFacts;
use crate::said::gathered::{At, Gathered};
use crate::said::places::{bare_type, has_word};
use crate::said::symbol::Symbol;
use crate::said::texts::{has_one_of, params};
use rustc_hash::{FxHashMap, FxHashSet};

pub fn closed<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let word = if facts.family == "csharp" { "sealed" } else { "final" };
    for symbol in of_kind(facts, &["class"]).filter(|it| !it.is_abstract()) {
        let head = head_of(symbol);
        // Of Java's and C#'s records nobody extends one anyway, or few do.
        if !has_one_of(&head, &["static", "record", "open", "abstract"]) {
            gathered.see("closed-classes", if has_word(&head, word) { word } else { "open" }, symbol.at());
        }
    }
}

/// Names of classes that carry values and do little else.
fn is_carrier(name: &str) -> bool {
    const ENDS: [&str; 13] = [
        "Dto",
        "DTO",
        "Request",
        "Response",
        "Payload",
        "Event",
        "Command",
        "Query",
        "Message",
        "Vo",
        "VO",
        "ViewModel",
        "Projection",
    ];
    ENDS.iter().any(|end| name.ends_with(end))
}

pub fn values<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    // What extends something is a class as that is.
    let is_plain = |id: &str| !facts.relations.iter().any(|it| it.ty == id && it.relation == "extends");
    for symbol in of_kind(facts, &["class", "struct"]) {
        if !is_carrier(&symbol.name()) || symbol.is_abstract() {
            continue;
        }
        let head = head_of(symbol);
        if has_one_of(&head, &["static", "abstract", "enum", "object"]) || !is_plain(symbol.id()) {
            continue;
        }
        if facts.family != "csharp" && has_word(&head, "sealed") {
            continue;
        }
        let made = if has_word(&head, "record") {
            "records"
        } else if has_word(&head, "data") {
            "data classes"
        } else {
            "classes"
        };
        gathered.see("value-classes", made, symbol.at());
    }
}

/// A field's name as its parameter has it: without a mark of fields.
fn plain(name: &str) -> String {
    name.strip_prefix("m_").or_else(|| name.strip_prefix('_')).unwrap_or(name).to_lowercase()
}

/// What the constructors of each class take: types with names.
fn taken_by<'u>(facts: &FileFacts<'u>) -> FxHashMap<Option<&'u str>, FxHashSet<(String, String)>> {
    let mut taken: FxHashMap<_, FxHashSet<_>> = FxHashMap::default();
    for symbol in of_kind(facts, &["constructor"]) {
        let json = symbol.params();
        let typed = params(json.as_deref()).into_iter().filter_map(|it| Some((it.ty?.0.into_owned(), plain(&it.name))));
        taken.entry(symbol.parent()).or_default().extend(typed);
    }
    taken
}

pub fn final_fields<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let word = if facts.family == "java" { "final" } else { "readonly" };
    let taken = taken_by(facts);
    if taken.is_empty() {
        return;
    }
    for symbol in of_kind(facts, &["property"]).filter(|it| it.visibility() == "private" && !it.is_static()) {
        let Some(all) = taken.get(&symbol.parent()) else { continue };
        let Some(ty) = symbol.type_text() else { continue };
        if all.contains(&(ty.into_owned(), plain(&symbol.name()))) {
            let is_final = has_word(&head_of(symbol), word);
            gathered.see("final-fields", if is_final { word } else { "set again" }, symbol.at());
        }
    }
}

pub fn promoted_parameters<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let is_property = |parent: Option<&str>, name: &str| {
        let name = name.strip_prefix('$').unwrap_or(name);
        of_kind(facts, &["property"]).any(|it| it.parent() == parent && it.name() == name)
    };
    for symbol in of_kind(facts, &["constructor"]) {
        let signature = symbol.signature();
        let inside = signature.split_once('(').map_or("", |it| it.1);
        let json = symbol.params();
        if has_one_of(inside, &["private", "protected", "public", "readonly"]) {
            gathered.see("promoted-parameters", "promoted", symbol.at());
        } else if params(json.as_deref()).iter().any(|it| is_property(symbol.parent(), &it.name)) {
            gathered.see("promoted-parameters", "assigned", symbol.at());
        }
    }
}

pub fn type_kinds<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    for symbol in of_kind(facts, &["struct", "class"]) {
        let head = head_of(symbol);
        if has_one_of(&head, &["struct", "class", "actor"]) {
            let is_struct = symbol.kind() == "struct";
            let made = if has_word(&head, "actor") {
                "actors"
            } else if is_struct {
                "structs"
            } else {
                "classes"
            };
            gathered.see("type-kinds", made, symbol.at());
        }
    }
}

/// What the compiler makes by itself, and what asks for nothing, is written at the type.
fn is_derived(protocol: &str) -> bool {
    matches!(
        protocol,
        "Equatable"
            | "Hashable"
            | "Codable"
            | "Encodable"
            | "Decodable"
            | "Sendable"
            | "Identifiable"
            | "CaseIterable"
            | "RawRepresentable"
            | "Error"
            | "Comparable"
            | "View"
            | "App"
            | "Scene"
    )
}

pub fn conformances<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let kinds: FxHashMap<&str, &str> = facts.symbols.iter().map(|it| (it.id(), it.kind())).collect();
    for it in facts.relations.iter().filter(|it| it.relation == "implements" && !is_derived(bare_type(&it.name))) {
        let is_apart = kinds.get(it.ty) == Some(&"extension");
        let variant = if is_apart { "in extensions" } else { "at the type" };
        gathered.see("conformances", variant, At::line(it.line).of(Some(it.ty)));
    }
}

pub fn closed_hierarchies<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let is_sealed = |it: &&Symbol| has_word(&head_of(it), "sealed");
    for symbol in of_kind(facts, &["class", "interface"]).filter(is_sealed) {
        let variant = if symbol.kind() == "interface" { "interfaces" } else { "classes" };
        gathered.see("closed-hierarchies", variant, symbol.at());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_classes_and_fields_are_for() {
        assert!(is_carrier("UserDto") && is_carrier("CreateUserRequest") && !is_carrier("Requests"));
        assert_eq!(["m_Name", "_name", "name", "__a"].map(plain), ["name", "name", "name", "_a"]);
        assert!(is_derived("Codable") && !is_derived("Coding"));
    }
}
