//! What directives, roles and names of reStructuredText say.

use crate::words::{python, rst_lines};
use std::collections::BTreeMap;
use std::sync::OnceLock;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// The language, where it is not the argument.
    Fence(Option<&'static str>),
    Text,
    Symbol,
    /// A symbol where a class stands around it.
    Member,
    /// A symbol that others stand in.
    Class,
    Module,
    File,
    Variable,
    RoleSymbol,
    RoleMember,
    RoleCode,
    RoleVariable,
    RoleFile,
}

fn table() -> &'static BTreeMap<(bool, &'static str), Says> {
    static READ: OnceLock<BTreeMap<(bool, &'static str), Says>> = OnceLock::new();
    READ.get_or_init(|| {
        let lines = rst_lines().filter_map(|line| line.split_once(": "));
        lines.flat_map(|(kind, names)| names.split_whitespace().filter_map(move |name| said(kind, name))).collect()
    })
}

fn said(kind: &'static str, name: &'static str) -> Option<((bool, &'static str), Says)> {
    let (name, language) = name.split_once('/').map_or((name, None), |(name, language)| (name, Some(language)));
    let says = match kind {
        "fence" => Says::Fence(language),
        "text" => Says::Text,
        "symbol" => Says::Symbol,
        "member" => Says::Member,
        "class" => Says::Class,
        "module" => Says::Module,
        "file" => Says::File,
        "variable" => Says::Variable,
        "role-symbol" => Says::RoleSymbol,
        "role-member" => Says::RoleMember,
        "role-code" => Says::RoleCode,
        "role-variable" => Says::RoleVariable,
        "role-file" => Says::RoleFile,
        _ => return None,
    };
    Some(((kind.starts_with("role-"), name), says))
}

/// Of another language's domain the names are written otherwise.
fn plain(name: &str) -> Option<&str> {
    match name.split_once(':') {
        Some(("py" | "php" | "js", name)) => Some(name),
        Some(_) => None,
        None => Some(name),
    }
}

pub fn directive(name: &str) -> Option<Says> {
    table().get(&(false, plain(name)?)).copied()
}

pub fn role(name: &str) -> Option<Says> {
    table().get(&(true, plain(name)?)).copied()
}

/// Whether a name is of the language, or of a library that the document is not about.
pub fn is_foreign(name: &str, own: &[String]) -> bool {
    let root = name.split(['.', '\\', '(']).next().unwrap_or(name);
    python().contains(root) && !own.iter().any(|it| it == root)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_list_is_understood() {
        let written: usize = rst_lines().map(|line| line.split_whitespace().count() - 1).sum();
        assert_eq!(table().len(), written);
        assert_eq!((directive("py:class"), directive("cpp:class")), (Some(Says::Class), None));
        assert_eq!((role("meth"), role("ref")), (Some(Says::RoleSymbol), None));
    }
}
