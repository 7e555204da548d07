//! Python by ruff's parser, in one walk over the tree. Scopes follow Python's own rules: a name assigned
//! anywhere in a function is that function's; class bodies do not enclose their methods; a comprehension
//! is a scope whose first iterable belongs to the outside.

mod assigned;
mod assignments;
mod calls;
mod classes;
mod functions;
mod generics;
mod imports;
mod literals;
mod narrowing;
mod platforms;
mod settings;
mod shapes;
mod statements;
mod tables;
mod testing;
mod types;
mod values;

#[cfg(test)]
mod spec;

use crate::builder::Builder;
use crate::scopes::Scopes;
use facts::*;
use narrowing::Narrowing;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::FrontEnd;
use syntax::ruff::ast::{Expr, Mod};
use syntax::ruff::parser::{Mode, ParseOptions, parse_unchecked};
use syntax::ruff::text_size::{Ranged, TextRange};

/// Deeper than any source written by hand. The walk is recursive.
const DEPTH_LIMIT: u32 = 300;

/// Fills the graph of a Python file.
pub fn extract(b: &mut Builder) {
    // Lines that only a notebook's shell knows (`%run x`, `!ls`) are read over in its mode.
    let notebook = matches!(b.language.front_end, FrontEnd::Jupyter);
    let mode = if notebook { Mode::Ipython } else { Mode::Module };
    let parsed = parse_unchecked(&b.source.text, ParseOptions::from(mode));
    let Mod::Module(module) = parsed.syntax() else { return };
    let nothing = module.body.is_empty();
    for found in parsed.errors() {
        let kind = if nothing { ProblemKind::GaveUp } else { ProblemKind::Syntax };
        let bytes = found.location.start().to_u32()..found.location.end().to_u32();
        b.problem(kind, bytes, found.error.to_string());
    }
    let is_stub = b.graph.path.ends_with(".pyi");
    let mut walk = Walk {
        b,
        is_stub,
        scopes: Scopes::default(),
        depth: 0,
        functions: Vec::new(),
        handlers: 0,
        methods: FxHashSet::default(),
        held: FxHashMap::default(),
        narrowing: Narrowing::of(None, &module.body),
        star_names: StarNames::Unset,
        lists: FxHashMap::default(),
        type_checking: false,
        unknown_type: None,
        type_vars: FxHashSet::default(),
        annotated: None,
    };
    walk.scopes.open(walk.b, ScopeKind::Module, None);
    walk.body(&module.body);
    walk.finish();
}

struct Walk<'b, 's> {
    b: &'b mut Builder<'s>,
    /// A `.pyi`: declarations of what is implemented elsewhere.
    is_stub: bool,
    scopes: Scopes,
    depth: u32,
    /// The enclosing functions, the innermost last.
    functions: Vec<Function>,
    /// How many handlers of exceptions are around.
    handlers: u32,
    /// The names of the methods of each class so far entered.
    methods: FxHashSet<(SymbolId, NameId)>,
    /// The symbols of variables and attributes, by owner and name.
    held: FxHashMap<(Option<SymbolId>, NameId), SymbolId>,
    narrowing: Narrowing,
    star_names: StarNames,
    /// What constants of the module list so far.
    lists: FxHashMap<String, Vec<Shape>>,
    /// Inside `if TYPE_CHECKING:`.
    type_checking: bool,
    unknown_type: Option<TypeId>,
    /// The names that a `TypeVar` was given so far.
    type_vars: FxHashSet<NameId>,
    /// The attribute of a class's body whose annotation is read: there its name is not yet the attribute's.
    annotated: Option<NameId>,
}

/// A function that is being walked.
#[derive(Default)]
struct Function {
    /// The class that it is a method of.
    class: Option<SymbolId>,
    /// What its first parameter is, and the value that reading it gives: the instance or the class.
    this: Option<(BindingId, ValueId)>,
    /// The first parameter is the class.
    on_class: bool,
    returns: Vec<ValueId>,
    yields: Vec<ValueId>,
    is_generator: bool,
    /// The paths that it gives, with its parameters in them; none where it may give something else.
    paths: Option<Vec<String>>,
}

/// `__all__` as far as it can be read.
enum StarNames {
    Unset,
    Known(Vec<String>),
    /// Computed: the default rule is the better answer.
    Computed,
}

impl Walk<'_, '_> {
    fn finish(self) {
        let graph = &mut self.b.graph;
        self.scopes.resolve_chain(graph);
        let listed = match self.star_names {
            StarNames::Known(names) => Some(names),
            _ => None,
        };
        for at in 0..graph.symbols.len() {
            let symbol = &graph.symbols[at];
            let name = graph.name(symbol.name);
            let exported = match (symbol.parent.map(|id| &graph.symbols[id as usize]), &listed) {
                (None, Some(listed)) => listed.iter().any(|it| it == name),
                (None, None) => !name.starts_with('_'),
                (Some(parent), _) => {
                    parent.exported && is_type(parent.kind) && (!name.starts_with('_') || is_dunder(name))
                }
            };
            graph.symbols[at].exported = exported;
        }
        testing::find(graph);
        calls::keep_callbacks(graph);
        if let Some(listed) = listed {
            let ids: Vec<_> = listed.iter().map(|name| self.b.name(name)).collect();
            for name in &ids {
                if let Some(binding) = self.scopes.bound(*name, 0) {
                    let line = self.b.graph.bindings[binding as usize].line;
                    let what = Exported::Local(binding);
                    self.b.graph.exports.push(Export { name: *name, what, type_only: false, line });
                }
            }
            self.b.graph.star_names = Some(ids);
        }
    }

    fn slice(&self, range: TextRange) -> &str {
        self.b.source.slice(range.start().to_u32(), range.end().to_u32())
    }

    fn text(&self, node: impl Ranged, limit: usize) -> String {
        self.b.text(node.start().to_u32(), node.end().to_u32(), limit)
    }

    fn unknown(&mut self) -> ValueId {
        self.scopes.unknown(self.b)
    }

    fn builtin(&mut self, builtin: Builtin) -> ValueId {
        self.scopes.builtin(self.b, builtin)
    }

    /// Counts a step down; none where the walk has to end.
    fn deeper<T>(&mut self, node: impl Ranged, walk: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= DEPTH_LIMIT {
            self.b.too_deep(node.start().to_u32());
            return None;
        }
        self.depth += 1;
        let result = walk(self);
        self.depth -= 1;
        Some(result)
    }

    /// The class whose instance (or which itself) the first parameter of the method around is.
    fn this_class(&self) -> Option<SymbolId> {
        self.functions.iter().rev().find_map(|function| function.class)
    }

    /// The method's own instance or class, when `expr` names it, and whether it is the class.
    fn this(&mut self, expr: &Expr) -> Option<(ValueId, SymbolId, bool)> {
        let Expr::Name(name) = expr else { return None };
        if self.functions.iter().all(|function| function.this.is_none()) {
            return None;
        }
        let id = self.b.name(&name.id);
        let binding = self.scopes.visible(self.b, id)?;
        self.functions.iter().rev().find_map(|function| {
            let (own, value) = function.this?;
            (own == binding).then_some((value, function.class?, function.on_class))
        })
    }

    /// Whether the innermost scope is a class's body.
    fn in_class_body(&self) -> bool {
        self.b.graph.scopes[self.scopes.current() as usize].kind == ScopeKind::Class
    }
}

fn is_type(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Class | SymbolKind::Enum | SymbolKind::Interface)
}

fn is_dunder(name: &str) -> bool {
    name.len() > 4 && name.starts_with("__") && name.ends_with("__")
}

/// Visibility by underscores: `__a` is the class's own, `_a` the class's and its heirs', at a module's
/// top level the module's own.
fn visibility(name: &str, member: bool) -> u32 {
    match name {
        _ if !name.starts_with('_') || is_dunder(name) || name == "_" => 0,
        _ if member && !name.starts_with("__") => Modifiers::PROTECTED,
        _ => Modifiers::PRIVATE,
    }
}

/// The last part of a name or of a chain of attributes.
fn last_name(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Name(it) => Some(&it.id),
        Expr::Attribute(it) => Some(it.attr.as_str()),
        _ => None,
    }
}
