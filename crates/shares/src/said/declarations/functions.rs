//! How functions, constructors and tests are declared.

use super::head::{head_of, of_kind};
use crate::said::facts::{FileFacts, Test};
use crate::said::gathered::{At, Gathered};
use crate::said::places::{file_of, folder_of};
use crate::said::symbol::Symbol;
use crate::said::texts::{first_word, has_one_of, trim_start};
use crate::words::{is_of_word, is_space, is_word};

pub fn async_names<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let mut last: Option<(&str, bool)> = None;
    for symbol in of_kind(facts, &["method", "function"]) {
        let gives_task = symbol.is_async() || symbol.returns().is_some_and(|it| is_task(&it));
        // What a base or an interface names, and what a framework calls by its route, is named by that.
        if !gives_task || has_one_of(&head_of(symbol), &["override"]) {
            continue;
        }
        if let Some(parent) = symbol.parent() {
            let answers = last.filter(|it| it.0 == parent).map_or_else(|| is_controller(facts, parent), |it| it.1);
            last = Some((parent, answers));
            if answers {
                continue;
            }
        }
        let name = symbol.name();
        if name != "Main" && !symbol.signature().contains("EventArgs") {
            gathered.see("async-names", if name.ends_with("Async") { "Async" } else { "plain" }, symbol.at());
        }
    }
}

fn is_task(returns: &str) -> bool {
    let rest = returns.strip_prefix("Value").unwrap_or(returns).strip_prefix("Task");
    rest.is_some_and(|it| it.is_empty() || it.starts_with('<'))
}

/// Whether a class's methods answer requests.
fn is_controller(facts: &FileFacts, id: &str) -> bool {
    let is_named = |it: &Symbol| {
        let name = it.name();
        ["Controller", "Hub", "PageModel", "Model"].iter().any(|end| name.ends_with(end))
    };
    facts.symbols.iter().any(|it| it.id() == id && is_named(it))
        || facts.relations.iter().any(|it| it.ty == id && it.relation == "extends" && is_base_of_controllers(&it.name))
}

fn is_base_of_controllers(name: &str) -> bool {
    let is_ended =
        |word: &str| name.match_indices(word).any(|(at, _)| !name[at + word.len()..].starts_with(is_of_word));
    is_ended("Controller") || is_ended("ControllerBase") || is_ended("Hub")
}

pub fn async_code<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    for symbol in of_kind(facts, &["method", "function"]) {
        if symbol.is_async() {
            gathered.see("async-code", "async", symbol.at());
        } else if takes_completion(&symbol.signature()) {
            gathered.see("async-code", "completion", symbol.at());
        }
    }
}

/// `completion: @escaping (A) -> Void`
fn takes_completion(signature: &str) -> bool {
    signature.match_indices("completion").any(|(at, word)| {
        let rest = &signature[at + word.len()..];
        let rest = trim_start(rest.strip_prefix("Handler").unwrap_or(rest)).strip_prefix(':');
        !signature[..at].ends_with(is_of_word) && rest.is_some_and(|it| is_escaping(trim_start(it)))
    })
}

/// Whether a type is that of a closure that is kept, by its attributes.
fn is_escaping(mut ty: &str) -> bool {
    loop {
        let Some(attribute) = ty.strip_prefix('@') else { return false };
        if first_word(attribute) == "escaping" {
            return true;
        }
        let behind = attribute.trim_start_matches(|sign| is_of_word(sign) || matches!(sign, '(' | ')'));
        if behind.len() == attribute.len() || !behind.starts_with(is_space) {
            return false;
        }
        ty = trim_start(behind);
    }
}

pub fn constructor_results<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    if facts.family == "rust" {
        for symbol in of_kind(facts, &["method", "function"]).filter(|it| it.name() == "new") {
            let returns = symbol.returns().unwrap_or_default();
            let own = given_in_rust(&returns);
            if own == "Self" {
                gathered.see("constructor-results", "Self", symbol.at());
            } else if !own.is_empty() && symbol.parent().is_some_and(|it| it.ends_with(own)) {
                gathered.see("constructor-results", "the type's name", symbol.at());
            }
        }
        return;
    }
    for symbol in of_kind(facts, &["function"]).filter(|it| is_constructor_of_go(&it.name())) {
        let returns = symbol.returns().unwrap_or_default();
        let Some((is_pointer, given)) = given_in_go(&returns) else { continue };
        let is_made = |it: &&Symbol| it.name() == given && it.parent().is_none() && it.kind() != "function";
        let variant = match facts.symbols.iter().find(is_made).map(Symbol::kind) {
            _ if is_pointer => "a pointer",
            Some("interface") => "an interface",
            Some("struct") => "a value",
            _ => continue,
        };
        gathered.see("constructor-results", variant, symbol.at());
    }
}

/// What is given, or may be: `Self` of `Result<Self, E>`. Empty: it has no name.
fn given_in_rust(returns: &str) -> &str {
    let inside = ["Result<", "Option<", "io::Result<"].iter().find_map(|it| returns.strip_prefix(it));
    inside.map(first_word).filter(|it| !it.is_empty()).unwrap_or_else(|| first_word(returns))
}

/// `New`, `NewServer`
fn is_constructor_of_go(name: &str) -> bool {
    let rest = name.strip_prefix("New");
    rest.is_some_and(|it| it.is_empty() || (it.starts_with(|sign: char| sign.is_ascii_uppercase()) && is_word(it)))
}

/// Whether what is given first is a pointer, and to what; None: that is none of the package's exported types.
fn given_in_go(returns: &str) -> Option<(bool, &str)> {
    let plain = returns.strip_prefix('(').unwrap_or(returns);
    let given = first_word(plain.strip_prefix('*').unwrap_or(plain));
    let is_open = !given.is_empty() && !given.starts_with(|sign: char| sign.is_ascii_lowercase());
    is_open.then(|| (plain.starts_with('*'), given))
}

pub fn error_wrapping<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    for it in facts.errors.iter().filter(|it| it.kind == "propagate") {
        let variant = it.error.clone().unwrap_or("as they are".into());
        gathered.see("error-wrapping", variant, At::line(it.line).of(Some(it.symbol)));
    }
}

fn cases<'f, 'u>(facts: &'f FileFacts<'u>) -> impl Iterator<Item = &'f Test<'u>> {
    facts.tests.iter().filter(|it| it.kind == "case")
}

pub fn parallel_tests<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let Some(first) = cases(facts).next() else { return };
    let parallel = facts.targets.iter().find(|it| it.target == "testing.T.Parallel");
    match parallel.filter(|it| it.count * 2 >= cases(facts).count() as u64) {
        Some(parallel) => gathered.see("parallel-tests", "in parallel", At::line(parallel.line)),
        None => gathered.see("parallel-tests", "one by one", At::line(first.line)),
    }
}

pub fn test_package<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let folder = folder_of(facts.path);
    let Some(first) = cases(facts).next() else { return };
    if folder.is_empty() || !file_of(facts.path).ends_with("_test.go") {
        return;
    }
    match facts.imports.iter().find(|it| it.resolved.as_deref() == Some(folder)) {
        Some(own) => gathered.see("test-package", "packages of their own", At::line(own.line)),
        None => gathered.see("test-package", "the package that they test", At::line(first.line)),
    }
}

pub fn test_visibility<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let is_case = |id: &str| cases(facts).any(|it| it.symbol == Some(id) && it.framework == "junit 5");
    for symbol in of_kind(facts, &["method"]).filter(|it| is_case(it.id())) {
        let head = head_of(symbol);
        if !has_one_of(&head, &["protected", "private"]) {
            let variant = if has_one_of(&head, &["public"]) { "public" } else { "package-private" };
            gathered.see("test-visibility", variant, symbol.at());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_say_what_is_made() {
        assert_eq!(
            ["Result<Self, E>", "io::Result<Self>", "Self", "&Self"].map(given_in_rust),
            ["Self", "Self", "Self", ""]
        );
        assert_eq!(given_in_go("(*Server, error)"), Some((true, "Server")));
        assert_eq!((given_in_go("Store"), given_in_go("error"), given_in_go("")), (Some((false, "Store")), None, None));
        assert!(is_constructor_of_go("New") && is_constructor_of_go("NewServer") && !is_constructor_of_go("Newest"));
        assert!(is_task("Task") && is_task("ValueTask<A>") && !is_task("TaskList"));
    }

    #[test]
    fn bases_and_closures_are_known_by_name() {
        assert!(is_base_of_controllers("ControllerBase") && is_base_of_controllers("Hub<A>"));
        assert!(!is_base_of_controllers("Controllers") && !is_base_of_controllers("Hubs"));
        assert!(takes_completion("func a(completion: @escaping (B) -> Void)"));
        assert!(takes_completion("func a(completionHandler : @MainActor() @escaping () -> Void)"));
        assert!(
            !takes_completion("func a(completion: (B) -> Void)")
                && !takes_completion("func a(onCompletion: @escaping B)")
        );
    }
}
