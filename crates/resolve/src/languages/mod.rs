//! What the resolver asks of a language. The algorithm knows no language by name: it asks this table.

mod c;
mod cpp;
mod csharp;
mod go;
mod java;
mod kotlin;
mod language;
mod lua;
mod node;
mod outcome;
mod php;
mod python;
mod ruby;
mod rust;
pub(crate) mod swift;
mod templates;

pub use language::*;
pub use outcome::Outcome;
pub use templates::Templates;

/// Every language, each once.
pub const ALL: [&Language; 13] = [
    &c::LANGUAGE,
    &cpp::LANGUAGE,
    &csharp::LANGUAGE,
    &go::LANGUAGE,
    &java::LANGUAGE,
    &kotlin::LANGUAGE,
    &lua::LANGUAGE,
    &node::LANGUAGE,
    &php::LANGUAGE,
    &python::LANGUAGE,
    &ruby::LANGUAGE,
    &rust::LANGUAGE,
    &swift::LANGUAGE,
];

/// Whether the languages of a system do not tell upper from lower case in names.
pub fn ignores_case(system: System) -> bool {
    ALL.iter().any(|language| language.system == system && language.ignores_case)
}

/// The properties of a language by [`facts::FileGraph::language`]. An unknown one behaves as TypeScript:
/// nothing beyond scopes and its own relative imports is assumed of it.
pub fn of(language: &str) -> &'static Language {
    match language {
        "c" => &c::LANGUAGE,
        "cpp" => &cpp::LANGUAGE,
        "csharp" | "razor" | "xaml" => &csharp::LANGUAGE,
        "go" => &go::LANGUAGE,
        "java" => &java::LANGUAGE,
        "kotlin" => &kotlin::LANGUAGE,
        "lua" => &lua::LANGUAGE,
        "php" => &php::LANGUAGE,
        "python" | "jupyter" => &python::LANGUAGE,
        "ruby" | "erb" | "haml" | "slim" => &ruby::LANGUAGE,
        "rust" => &rust::LANGUAGE,
        "swift" => &swift::LANGUAGE,
        _ => &node::LANGUAGE,
    }
}
