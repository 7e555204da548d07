//! What classes of one role share: a base, a decorator, the end of their names.

use crate::said::TOTAL;
use crate::said::facts::{FileFacts, Relation};
use crate::said::gathered::Gathered;
use crate::said::places::{bare_type, folder_of, is_aside, is_migration, last_word};
use crate::said::symbol::Symbol;
use crate::said::texts::trim;
use crate::words::{is_of_word, is_word};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

pub fn observe<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let is_class = |it: &&Symbol<'u>| it.kind() == "class";
    if facts.is_test
        || !facts.symbols.iter().any(|it| is_class(&it))
        || is_aside(facts.path)
        || is_migration(facts.path)
    {
        return;
    }
    let role = role_of(facts.path);
    let modules = modules_of(facts);
    let mut relations: FxHashMap<&str, Vec<&Relation>> = FxHashMap::default();
    for relation in &facts.relations {
        relations.entry(relation.ty).or_default().push(relation);
    }
    let own = own_names(facts);
    let is_top = |it: &Symbol| !modules.contains(it.id()) && it.parent().is_none_or(|id| modules.contains(id));
    for symbol in facts.symbols.iter().filter(is_class).filter(|it| is_top(it)) {
        let name = symbol.name();
        if name.ends_with("Error") || name.ends_with("Exception") {
            continue;
        }
        let word = last_word(&name);
        let bases = bases_of(relations.get(symbol.id()).map_or(&[], Vec::as_slice), &name);
        let decorators = decorators_of(symbol, facts.family, &own);
        let named = word.map(|word| (format!("…{word}"), word));
        let placed = (!role.is_empty()).then(|| (format!("{role}/"), role));
        for (group, role) in named.into_iter().chain(placed) {
            let singular = singular_of(role);
            let is_named_for = |name: &str| name.to_lowercase().contains(&singular);
            gathered.see_in("base", group.clone(), TOTAL, symbol.at());
            gathered.see_in("decorator", group.clone(), TOTAL, symbol.at());
            for base in bases.iter().filter(|it| it.is_own || !is_named_for(&it.name)) {
                gathered.see_in("base", group.clone(), base.told(), symbol.at());
            }
            for decorator in decorators.iter().filter(|it| it.is_own || !is_named_for(&it.written)) {
                gathered.see_in("decorator", group.clone(), decorator.written.clone(), symbol.at());
            }
        }
        // Rails finds these by the ends of their names.
        let is_looked_up = facts.family == "ruby" && matches!(word, Some("Controller" | "Helper"));
        if !role.is_empty() && !is_looked_up {
            gathered.see_in("class-names", role, word.unwrap_or("otherwise").to_owned(), symbol.at());
        }
    }
}

/// The folder that a file lies in, by the role that its name says; empty: none. Versions stand in folders that have one.
fn role_of(path: &str) -> &str {
    let role = folder_of(path).rsplit('/').find(|it| !is_version(it)).unwrap_or_default();
    if is_plain(&role.to_ascii_lowercase()) { "" } else { role }
}

/// `v2`, `v2_1`
fn is_version(folder: &str) -> bool {
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|sign| sign.is_ascii_digit());
    let Some(number) = folder.strip_prefix(['v', 'V']) else { return false };
    match number.split_once('_') {
        Some((major, minor)) => is_number(major) && is_number(minor),
        None => is_number(number),
    }
}

/// Folders whose names say no role.
fn is_plain(folder: &str) -> bool {
    matches!(
        folder,
        "src"
            | "lib"
            | "libs"
            | "main"
            | "app"
            | "apps"
            | "core"
            | "internal"
            | "pkg"
            | "packages"
            | "package"
            | "source"
            | "sources"
            | "java"
            | "kotlin"
            | "python"
            | "php"
            | "common"
            | "shared"
            | "utils"
            | "util"
            | "helpers"
            | "impl"
            | "base"
            | "root"
            | "api"
            | "include"
            | "server"
            | "client"
            | "web"
            | "backend"
            | "frontend"
            | "module"
            | "modules"
            | "domain"
    )
}

/// Ruby's modules, and classes that hold nothing but others: they stand around what has a role.
fn modules_of<'u>(facts: &FileFacts<'u>) -> FxHashSet<&'u str> {
    if facts.family != "ruby" {
        return FxHashSet::default();
    }
    let is_class = |it: &Symbol| it.kind() == "class";
    let mut modules: FxHashSet<&str> =
        facts.symbols.iter().filter(|it| is_class(it)).filter_map(Symbol::parent).collect();
    for parent in facts.symbols.iter().filter(|it| !is_class(it)).filter_map(Symbol::parent) {
        modules.remove(parent);
    }
    modules.extend(facts.symbols.iter().filter(|it| it.signature().starts_with("module ")).map(Symbol::id));
    modules
}

struct Base<'f> {
    name: Cow<'f, str>,
    /// Of the repository.
    is_own: bool,
    is_extended: bool,
}

impl Base<'_> {
    fn told(&self) -> Cow<'static, str> {
        // What Java makes of a record is no base that somebody chose.
        if self.name == "Record" && !self.is_own {
            return "are records".into();
        }
        format!("{} {}", if self.is_extended { "extend" } else { "implement" }, self.name).into()
    }
}

/// @param own the class's name
fn bases_of<'f>(relations: &[&'f Relation], own: &str) -> Vec<Base<'f>> {
    let mut found: Vec<Base> = Vec::new();
    for relation in relations {
        let name = said_of(&relation.name, own);
        let (is_own, is_extended) = (relation.target.is_some(), relation.relation == "extends");
        match found.iter_mut().find(|it| it.name == name) {
            Some(known) => (known.is_own, known.is_extended) = (is_own, is_extended),
            None => found.push(Base { name: name.into(), is_own, is_extended }),
        }
    }
    found.retain(|it| !is_marker(&it.name));
    found
}

/// `Base` alone says nothing: `ActiveRecord::Base`; nor does the class's own name: `Index::Component`.
fn said_of<'f>(name: &'f str, own: &str) -> &'f str {
    let bare = bare_type(name);
    if bare == "Base" || bare == own { trim(name.find(['<', '[', '(']).map_or(name, |at| &name[..at])) } else { bare }
}

/// What compilers and libraries of languages ask of a type: nobody chose it.
fn is_marker(base: &str) -> bool {
    matches!(
        base,
        "Sendable"
            | "Equatable"
            | "Hashable"
            | "Comparable"
            | "Codable"
            | "Decodable"
            | "Encodable"
            | "Identifiable"
            | "NSObject"
            | "AnyObject"
            | "ObservableObject"
            | "Serializable"
            | "Cloneable"
            | "Object"
            | "Enum"
    )
}

/// A role as what is asked for by it is named: `@Module` on …Module, `Migration` in migrations/.
fn singular_of(role: &str) -> String {
    let mut role = role.strip_prefix('…').unwrap_or(role).to_lowercase();
    if role.ends_with("ies") {
        role.truncate(role.len() - 3);
        role.push('y');
    }
    let is_plural =
        role.strip_suffix('s').is_some_and(|it| it.chars().rev().take(3).filter(|sign| is_of_word(*sign)).count() == 3);
    if is_plural {
        role.pop();
    }
    role
}

struct Decorator {
    written: String,
    /// Of the repository.
    is_own: bool,
}

/// What the imports of a file call what stands in the repository.
fn own_names<'f>(facts: &'f FileFacts) -> FxHashSet<&'f str> {
    let own = facts.imports.iter().filter(|it| it.resolved.is_some());
    own.filter_map(|it| it.alias.as_deref().or(it.name.as_deref())).collect()
}

fn decorators_of(symbol: &Symbol, family: &str, own: &FxHashSet<&str>) -> Vec<Decorator> {
    let Some(json) = symbol.decorators().filter(|it| it != "[]") else { return Vec::new() };
    let all: Vec<String> = serde_json::from_str(&json).unwrap_or_default();
    let mut names: Vec<&str> = Vec::new();
    for name in all.iter().map(|it| bare_type(it)) {
        if is_word(name) && !is_told(name) && !is_asked(name) && !names.contains(&name) {
            names.push(name);
        }
    }
    let written = |name: &str| match family {
        "csharp" => format!("[{name}]"),
        "rust" | "php" => format!("#[{name}]"),
        _ => format!("@{name}"),
    };
    names.into_iter().map(|name| Decorator { written: written(name), is_own: own.contains(name) }).collect()
}

/// What languages and their tools say of a declaration, not what it is for.
fn is_told(decorator: &str) -> bool {
    matches!(
        decorator,
        "Override"
            | "Deprecated"
            | "SuppressWarnings"
            | "Suppress"
            | "staticmethod"
            | "classmethod"
            | "method_decorator"
            | "property"
            | "overload"
            | "override"
            | "abstractmethod"
            | "derive"
            | "allow"
            | "cfg"
            | "cfg_attr"
            | "doc"
            | "inline"
            | "must_use"
            | "non_exhaustive"
            | "Serializable"
            | "Obsolete"
            | "SafeVarargs"
            | "FunctionalInterface"
            | "JvmStatic"
            | "JvmField"
            | "JvmOverloads"
            | "JvmName"
            | "OptIn"
            | "Throws"
            | "wraps"
            | "final"
            | "test"
            | "EditorBrowsable"
            | "NotNull"
            | "Nullable"
            | "CLSCompliant"
            | "DebuggerDisplay"
            | "DebuggerStepThrough"
            | "MethodImpl"
    )
}

/// Decorators without which a framework does not take a class for what it is.
fn is_asked(decorator: &str) -> bool {
    matches!(
        decorator,
        "Injectable"
            | "Component"
            | "Directive"
            | "Pipe"
            | "NgModule"
            | "Module"
            | "Controller"
            | "RestController"
            | "ControllerAdvice"
            | "Resolver"
            | "Entity"
            | "Table"
            | "Path"
            | "Configuration"
            | "SpringBootApplication"
            | "ApiController"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_say_roles() {
        let told = ["src/services/v1_2/a.ts", "src/a.ts", "a.ts", "app/Models/b.php", "app/API/b.php"].map(role_of);
        assert_eq!(told, ["services", "", "", "Models", ""]);
        assert!(is_version("V2") && !is_version("v2_") && !is_version("v"));
    }

    #[test]
    fn roles_are_named_in_the_singular() {
        let told = ["Module", "policies", "migrations", "as", "bus"].map(singular_of);
        assert_eq!(told, ["module", "policy", "migration", "as", "bus"]);
    }

    #[test]
    fn bases_go_by_what_tells_of_them() {
        let told = |name| said_of(name, "Component");
        assert_eq!(told("ActiveRecord::Base"), "ActiveRecord::Base");
        assert_eq!(told("Index::Component<A>"), "Index::Component");
        assert_eq!(told("a.Service[B]"), "Service");
    }
}
