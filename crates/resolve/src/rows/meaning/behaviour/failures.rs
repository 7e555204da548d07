//! Which types are errors, by what they extend up to a type outside of the repository.

use crate::naming::entities::Entity;
use crate::rows::{TEXT, Writer, clip};
use crate::values::types::{Decl, Head};
use facts::unit::Cell;
use facts::{Base, FileGraph, Relation, Symbol, SymbolId, SymbolKind, Type, TypeId};

/// Bases of bases are looked at so far.
const MAX_BASES: usize = 32;
/// How the names of the types end that a language's errors or a library's extend.
const ENDS: [&str; 5] = ["Error", "Exception", "Throwable", "ExceptionInterface", "Warning"];
/// Further such types.
const NAMES: [&str; 7] = ["Http404", "SystemExit", "KeyboardInterrupt", "StopIteration", "Interrupt", "Fault", "Snafu"];
/// Errors that Ruby has by itself and that others extend.
const RUBYS: [&str; 8] =
    ["StandardError", "Exception", "RuntimeError", "ArgumentError", "NameError", "IOError", "TypeError", "KeyError"];

/// Whether a type of this name is an error, where nothing else is known of it.
pub fn is_error_name(name: &str) -> bool {
    ENDS.iter().any(|end| name.ends_with(end)) || NAMES.contains(&name)
}

/// Whether a result is a type of this name, or a row of results that ends in one.
pub fn ends_in(graph: &FileGraph, ty: TypeId, name: &str) -> bool {
    match &graph.types[ty as usize] {
        Type::Tuple { parts } => parts.last().is_some_and(|last| is_called(graph, *last, name)),
        _ => is_called(graph, ty, name),
    }
}

/// Whether a type goes by this name.
pub fn is_called(graph: &FileGraph, ty: TypeId, name: &str) -> bool {
    matches!(&graph.types[ty as usize], Type::Name { path, .. }
        if path.last().is_some_and(|last| graph.name(*last) == name))
}

/// A row of `error_types`.
struct Kind {
    symbol: Decl,
    base: String,
    target: Option<Decl>,
    root: String,
    line: u32,
}

impl Writer<'_, '_> {
    /// The types that are errors, and variables that hold the one error of their kind.
    pub fn error_types(&mut self) {
        let graph = self.graph;
        let mut told: Vec<Decl> = Vec::new();
        for (id, symbol) in graph.symbols.iter().enumerate() {
            let decl = Decl { file: self.file, symbol: id as SymbolId };
            // Of a class without a name nobody catches one.
            let is_nameless = graph.name(symbol.name).starts_with('$');
            let found = match symbol.kind {
                SymbolKind::Class if is_nameless && graph.language == "java" => None,
                SymbolKind::Class | SymbolKind::Struct | SymbolKind::Interface | SymbolKind::Enum => {
                    self.error_by_bases(decl, symbol).or_else(|| derived(decl, symbol))
                }
                SymbolKind::Variable => self.sentinel(decl, symbol),
                SymbolKind::Method => self.error_by_method(symbol),
                _ => None,
            };
            if let Some(kind) = found {
                self.error_type(&kind);
                told.push(kind.symbol);
            }
        }
        for block in &graph.impls {
            let named = block.bases.iter().find(|base| is_error_name(last_name(&base.text)));
            let (Some(base), Some(source)) = (named, self.project.source(self.file)) else { continue };
            let named = self.eval.named_by(source, self.file, block.ty);
            if let Entity::Symbol(symbol) = named
                && !told.contains(&symbol)
            {
                let root = base.text.replace("::", ".");
                self.error_type(&Kind { symbol, base: base.text.clone(), target: None, root, line: block.line });
            }
        }
    }

    fn error_type(&mut self, kind: &Kind) {
        let name = self.project.symbol(kind.symbol).map(|(source, symbol)| source.graph.name(symbol.name).to_owned());
        let row = [
            self.project.symbol_id(kind.symbol).into(),
            clip(name.as_deref().unwrap_or_default(), TEXT),
            if kind.base.is_empty() { Cell::Null } else { clip(&kind.base, TEXT) },
            kind.target.map_or(Cell::Null, |target| Cell::from(self.project.symbol_id(target))),
            clip(&kind.root, TEXT),
            self.path(),
            kind.line.into(),
        ];
        self.unit.push("error_types", &row);
    }

    /// A type that extends an error, itself or by those that it extends.
    fn error_by_bases(&mut self, decl: Decl, symbol: &Symbol) -> Option<Kind> {
        symbol.bases.iter().filter(|base| !matches!(base.relation, Relation::Embeds | Relation::Prepends)).find_map(
            |base| {
                let (target, root) = self.error_root(decl, base, &mut Vec::new())?;
                Some(Kind { symbol: decl, base: base.text.clone(), target, root, line: symbol.name_at.line })
            },
        )
    }

    /// Where a base is declared, and the error outside of the repository that it leads to.
    fn error_root(&mut self, of: Decl, base: &Base, seen: &mut Vec<Decl>) -> Option<(Option<Decl>, String)> {
        let source = self.project.source(of.file)?;
        match self.eval.named_by(source, of.file, base.ty) {
            Entity::Symbol(decl) => {
                if seen.len() >= MAX_BASES || seen.contains(&decl) || decl == of {
                    return None;
                }
                seen.push(decl);
                let (declaring, symbol) = self.project.symbol(decl)?;
                // Ruby's own errors may be opened again, to which that adds.
                let name = declaring.graph.name(symbol.name);
                let is_own = symbol.bases.is_empty() && symbol.parent.is_none() && declaring.graph.language == "ruby";
                if is_own && RUBYS.contains(&name) {
                    return Some((None, name.to_owned()));
                }
                let bases =
                    symbol.bases.iter().filter(|base| !matches!(base.relation, Relation::Embeds | Relation::Prepends));
                bases.into_iter().find_map(|base| Some((Some(decl), self.error_root(decl, base, seen)?.1)))
            }
            Entity::External(path) => {
                let path = self.project.names.text(path);
                is_error_name(last_name(&path)).then(|| (None, path.to_string()))
            }
            // What a language has by itself is declared nowhere.
            _ => is_error_name(last_name(&base.text)).then(|| (None, base.text.replace("::", "."))),
        }
    }

    /// `var ErrNone = errors.New("…")`
    fn sentinel(&mut self, decl: Decl, symbol: &Symbol) -> Option<Kind> {
        let makers = self.project.source(self.file)?.language.error_makers;
        let name = self.graph.name(symbol.name);
        let value = symbol.initial.first().filter(|_| name.starts_with("Err") || name.starts_with("err"))?;
        if makers.is_empty() {
            return None;
        }
        let ty = self.eval.value(self.file, *value);
        let (Head::External(path) | Head::Library(path, _)) = *self.eval.types.head(ty) else { return None };
        let path = self.project.names.text(path);
        let root = makers.iter().find(|maker| ***maker == *path)?;
        Some(Kind {
            symbol: decl,
            base: String::new(),
            target: None,
            root: (*root).to_owned(),
            line: symbol.name_at.line,
        })
    }

    /// The type of a method that makes it an error: Go's `Error() string`.
    fn error_by_method(&mut self, symbol: &Symbol) -> Option<Kind> {
        let source = self.project.source(self.file)?;
        let wanted = source.language.error_method?;
        let is_it = self.graph.name(symbol.name) == wanted && symbol.params.is_empty();
        let receiver = symbol.receiver.filter(|_| is_it && symbol.returns.as_deref() == Some("string"))?;
        let Entity::Symbol(of) = self.eval.named_by(source, self.file, receiver) else { return None };
        let root = source.language.outcome.name().to_owned();
        Some(Kind { symbol: of, base: String::new(), target: None, root, line: symbol.name_at.line })
    }
}

/// A type whose attributes make it an error: `#[derive(Debug, Error)]`.
fn derived(decl: Decl, symbol: &Symbol) -> Option<Kind> {
    let lists = symbol.decorators.iter().filter_map(|it| it.text.strip_prefix("derive("));
    let mut names = lists.flat_map(|list| list.trim_end_matches(')').split(','));
    let base = names.find(|name| is_error_name(last_name(name)))?.trim().to_owned();
    let root = base.replace("::", ".");
    Some(Kind { symbol: decl, base, target: None, root, line: symbol.name_at.line })
}

/// The last name of a type as it is written, without its arguments.
fn last_name(text: &str) -> &str {
    let plain = text.split(['<', '(', '[']).next().unwrap_or_default().trim();
    plain.rsplit(['.', ':', '\\']).next().unwrap_or_default()
}
