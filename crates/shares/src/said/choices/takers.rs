//! Classes that are given something when they are made, by annotations that have them made so.

use crate::said::facts::FileFacts;
use crate::said::symbol::Symbol;
use crate::words::{is_of_word, is_space, is_word};
use rustc_hash::FxHashMap;

/// The classes with one of these annotations whose constructor takes something.
pub fn takers<'u>(facts: &FileFacts<'u>, annotations: &[String]) -> Vec<Symbol<'u>> {
    let mut found = Vec::new();
    let mut makers: Option<FxHashMap<&str, Symbol>> = None;
    for one in facts.symbols.iter().filter(|it| it.kind() == "class") {
        let said = annotated(one);
        let is_one = |it: &String| annotations.iter().any(|name| last_name(it) == name);
        if !said.iter().any(is_one) {
            continue;
        }
        let makers = makers.get_or_insert_with(|| {
            let all = facts.symbols.iter().filter(|it| it.kind() == "constructor");
            all.filter_map(|it| Some((it.parent()?, *it))).collect()
        });
        let takes = match makers.get(one.id()) {
            Some(maker) => {
                let has_parameters = maker.params().is_some_and(|it| it != "[]");
                has_parameters && !annotated(maker).iter().any(|it| says_otherwise(it))
            }
            // Kotlin's stands in the class's own head.
            None => match head_of(&one.signature()) {
                Some(mark) => !says_otherwise(mark),
                None => said.iter().any(|it| is_made_for(it)),
            },
        };
        if takes {
            found.push(*one);
        }
    }
    found
}

fn annotated(symbol: &Symbol) -> Vec<String> {
    symbol.decorators().and_then(|it| serde_json::from_str(&it).ok()).unwrap_or_default()
}

/// The dotted name that an annotation begins with.
fn name_of(annotation: &str) -> &str {
    let end = annotation.find(|sign| !is_of_word(sign) && sign != '.').unwrap_or(annotation.len());
    &annotation[..end]
}

fn last_name(annotation: &str) -> &str {
    name_of(annotation).rsplit('.').next().unwrap_or_default()
}

/// Whether what stands at a constructor says how it is given what it takes.
fn says_otherwise(annotation: &str) -> bool {
    name_of(annotation).split('.').any(|it| matches!(it, "Autowired" | "Inject"))
}

/// Whether a constructor is made for the class.
fn is_made_for(annotation: &str) -> bool {
    let name = name_of(annotation);
    let name = name.strip_prefix("lombok.").unwrap_or(name).split('.').next();
    matches!(name, Some("RequiredArgsConstructor" | "AllArgsConstructor"))
}

fn plain(mark: &str) -> &str {
    mark.strip_prefix('@').unwrap_or(mark)
}

/// What stands in front of the word for the constructor, where the head of a class has one that takes something; its first
/// word without its sign.
fn head_of(signature: &str) -> Option<&str> {
    signature.match_indices("class").find_map(|(at, word)| {
        let behind = &signature[at + word.len()..];
        let named = behind.trim_start_matches(is_space);
        if signature[..at].ends_with(is_of_word) || named.len() == behind.len() {
            return None;
        }
        let end = named.find(|sign| !is_of_word(sign)).filter(|&end| end > 0)?;
        let (front, given) = named[end..].split_once('(')?;
        let given = given.trim_start_matches(is_space);
        if given.is_empty() || given.starts_with(')') || front.contains(')') {
            return None;
        }
        let front = match front.strip_prefix('<') {
            Some(arguments) => arguments.rsplit_once('>')?.1,
            None => front,
        };
        let words: Vec<&str> = front.split(is_space).filter(|it| !it.is_empty()).collect();
        let Some((&"constructor", marks)) = words.split_last() else { return words.is_empty().then_some("") };
        let is_whole = match marks {
            [] => true,
            [one] => is_word(plain(one)),
            [one, other] => one.starts_with('@') && is_word(plain(one)) && is_word(other),
            _ => false,
        };
        is_whole.then(|| marks.first().map_or("", |it| plain(it)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_classes_take_something() {
        assert_eq!(head_of("class Shop(val items: Items)"), Some(""));
        assert_eq!(head_of("open class Shop<T> @Inject constructor(items: T)"), Some("Inject"));
        assert_eq!(head_of("class Shop private constructor( a: A)"), Some("private"));
        assert_eq!(head_of("class Shop()").or(head_of("class Shop : Base(items)")), None);
        assert_eq!(head_of("public class Shop extends Base"), None);
    }

    #[test]
    fn annotations_are_told_by_their_names() {
        assert_eq!(last_name("org.stereotype.Service(\"a.b\")"), "Service");
        assert!(says_otherwise("Inject") && says_otherwise("javax.inject.Inject()") && !says_otherwise("Injected"));
        assert!(is_made_for("lombok.RequiredArgsConstructor(a)") && !is_made_for("NoArgsConstructor"));
    }
}
