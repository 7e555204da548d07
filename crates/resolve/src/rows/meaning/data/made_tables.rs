//! Tables that a base of the repository names for all classes that extend it, by what these are called:
//! `def __tablename__(cls): return cls.__name__.lower()`.

use crate::rows::Writer;
use crate::values::types::Decl;
use facts::{FileGraph, SymbolId, Value, ValueId};
use rules::{Clause, Source};

/// What a class is called that others extend to be models, which is none itself.
const BASE: &str = "Base";
/// What holds a class's name in Python.
const NAME: &str = "__name__";

/// How the table is written of what the class is called.
#[derive(Clone, Copy)]
enum Written {
    Same,
    Lower,
    Snake,
}

impl Writer<'_, '_> {
    /// None: the class names it itself, none of its bases does, or it is not known how.
    pub fn table_of_bases(&mut self, class: SymbolId, clause: &Clause) -> Option<String> {
        let its = clause.table.0.iter().find(|part| part.source == Source::Its)?;
        let [member] = &its.members[..] else { return None };
        let member = self.project.names.intern(member);
        let name = self.graph.name(self.graph.symbols[class as usize].name);
        if name.starts_with(BASE) || name.ends_with(BASE) {
            return None;
        }
        for (at, base) in self.eval.with_bases(Decl { file: self.file, symbol: class }).into_iter().enumerate() {
            let Some(source) = self.project.source(base.file) else { continue };
            let Some(said) = source.children_named(base.symbol, member).next() else { continue };
            let [value] = source.graph.symbols[said as usize].return_values[..] else { return None };
            let written = written(&source.graph, value).filter(|_| at > 0)?;
            return Some(match written {
                Written::Same => name.to_owned(),
                Written::Lower => name.to_lowercase(),
                Written::Snake => snake(name),
            });
        }
        None
    }
}

fn written(graph: &FileGraph, value: ValueId) -> Option<Written> {
    match &graph.values[value as usize] {
        Value::Member { name, .. } if graph.name(*name) == NAME => Some(Written::Same),
        Value::Call { callee, arguments } => {
            let (name, on) = match graph.values[*callee as usize] {
                Value::Member { object, name } => (name, Some(object)),
                Value::Name { name, .. } => (name, None),
                _ => return None,
            };
            let is_name = |value: ValueId| matches!(written(graph, value), Some(Written::Same));
            match (graph.name(name), &arguments[..]) {
                ("lower", []) if on.is_some_and(is_name) => Some(Written::Lower),
                (called, [given]) if (called.contains("snake") || called == "underscore") && is_name(*given) => {
                    Some(Written::Snake)
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn snake(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut told = String::new();
    for (at, letter) in letters.iter().enumerate() {
        let ends = at > 0 && (letters[at - 1].is_lowercase() || letters[at - 1].is_ascii_digit());
        let begins = at > 0 && letters.get(at + 1).is_some_and(|it| it.is_lowercase());
        if letter.is_uppercase() && (ends || begins) {
            told.push('_');
        }
        told.extend(letter.to_lowercase());
    }
    told
}
