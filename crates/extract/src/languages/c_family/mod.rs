//! C and C++ by tree-sitter, in one walk over the tree of a text that was prepared for it (`prepare`).
//!
//! What a file itself cannot tell, such as which headers declare a name, is left to the resolver: only the names of
//! functions' own scopes and template parameters are bound here.

mod attribute_calls;
mod branches;
mod calls;
mod classes;
mod cleaner;
mod conditionals;
mod context;
mod declarators;
mod functions;
mod heads;
mod lambdas;
mod macros;
mod numbers;
mod operators;
mod prepare;
mod rewrites;
mod statements;
mod testing;
mod tokens;
mod types;
mod values;
mod variables;

#[cfg(test)]
mod spec;

use crate::builder::Builder;
use crate::scopes::Scopes;
use crate::tree::{self, end, field, items, start};
use crate::walk::Walker;
use facts::*;
use prepare::Prepared;
use rustc_hash::FxHashMap;
use syntax::FrontEnd;
use syntax::tree_sitter::Node;

/// Fills the graph of a C or C++ file.
pub fn extract(b: &mut Builder) {
    let cpp = b.language.front_end == FrontEnd::Cpp;
    let prepared = prepare::prepare(&b.source.text, cpp);
    let Some(tree) = tree::parse_text(b, &prepared.code) else { return };
    let root = tree.root_node();
    tree::report(b, root);
    b.graph.package = prepared.namespace.clone();
    let mut walk = Walk {
        b,
        prepared: &prepared,
        cpp,
        scopes: Scopes::default(),
        returns: Vec::new(),
        spaces: FxHashMap::default(),
        classes: FxHashMap::default(),
        inside: Vec::new(),
        template: None,
        hidden_variables: FxHashMap::default(),
        is_hidden: false,
        next_macro: 0,
    };
    walk.scopes.open(walk.b, ScopeKind::Module, None);
    walk.includes();
    walk.children(root);
    walk.macros_before(u32::MAX);
    walk.b.graph.constancy.sort();
    walk.b.graph.arithmetic.sort();
    walk.b.graph.branches = branches(&prepared, walk.b.source);
    testing::finish(&mut walk.b.graph);
}

/// The branches of the file's conditionals, by their lines.
fn branches(prepared: &Prepared, source: &syntax::Source) -> Vec<Branch> {
    let branches = prepared.directives.branches.iter().map(|it| Branch {
        group: it.group,
        from: source.line(it.start),
        to: source.line(it.end),
        readers: Modifiers(it.readers.modifiers()),
    });
    branches.collect()
}

/// A class whose members are being walked.
struct Class {
    name: NameId,
    /// `PRIVATE`, `PROTECTED` or none.
    access: u32,
    /// What its body shows of its constructors.
    constructors: Vec<operators::Constructor>,
}

/// The parameters of a template whose declaration comes next.
struct Template {
    scope: ScopeId,
    params: Vec<TypeParam>,
    /// `template <>`: what follows says how a template looks for certain arguments. Calls mean the template.
    specialises: bool,
    /// What follows is there for some arguments alone.
    is_constrained: bool,
}

struct Walk<'w, 's> {
    b: &'w mut Builder<'s>,
    prepared: &'w Prepared,
    cpp: bool,
    scopes: Scopes,
    /// What each enclosing function returns, the innermost last.
    returns: Vec<Vec<ValueId>>,
    spaces: FxHashMap<(Option<SymbolId>, NameId), SymbolId>,
    classes: FxHashMap<(Option<SymbolId>, NameId), SymbolId>,
    inside: Vec<Class>,
    template: Option<Template>,
    /// The variables of the file that no other one reaches.
    hidden_variables: FxHashMap<NameId, SymbolId>,
    /// In a namespace without a name.
    is_hidden: bool,
    next_macro: usize,
}

impl<'s, 't> Walker<'s, 't> for Walk<'_, 's> {
    fn builder(&self) -> &Builder<'s> {
        self.b
    }

    fn parts(&mut self) -> (&mut Builder<'s>, &mut Scopes) {
        (self.b, &mut self.scopes)
    }

    fn visit(&mut self, node: Node<'t>) {
        self.statement(node);
    }

    fn name(&mut self, node: Node) -> NameId {
        let text = self.str(node);
        self.b.name(text)
    }
}

impl<'w> Walk<'w, '_> {
    fn str(&self, node: Node) -> &'w str {
        self.prepared.code.get(node.start_byte()..node.end_byte()).unwrap_or("")
    }

    fn in_function(&self) -> bool {
        !self.returns.is_empty()
    }

    fn includes(&mut self) {
        for at in 0..self.prepared.directives.includes.len() {
            let (from, to) = self.prepared.directives.includes[at];
            // The brackets stay: they say whether the file's own folder is looked in.
            let specifier = self.b.source.slice(from, to).trim_matches('"').to_owned();
            let (line, local) = (self.b.source.line(from), self.b.name("*"));
            let names = vec![ImportedName { imported: Imported::All, local, type_only: false }];
            self.b.graph.imports.push(Import { specifier, names, type_only: false, dynamic: false, line });
        }
    }

    /// A symbol for a declaration, with its documentation and attributes.
    fn declare(&mut self, kind: SymbolKind, name: &str, name_at: u32, whole: Node) -> SymbolId {
        self.macros_before(start(whole));
        // A struct without a name of its own reaches to the one that its typedef gives it.
        let to = if name_at < end(whole) { end(whole) } else { name_at + name.len() as u32 };
        let symbol = self.b.symbol(kind, name, name_at, (start(whole), to));
        let doc = self.doc_above(start(whole));
        let (readers, conditional) = self.prepared.directives.readers(start(whole));
        let made = self.b.symbol_mut(symbol);
        made.doc = doc;
        made.modifiers = made.modifiers.with(readers.modifiers(), true).with(Modifiers::CONDITIONAL, conditional);
        self.attributes(symbol, start(whole), name_at);
        symbol
    }

    /// Attributes become decorators: those at the head of a declaration, up to its name.
    fn attributes(&mut self, symbol: SymbolId, from: u32, name_at: u32) {
        let all = &self.prepared.attributes;
        let line = self.b.source.line_bounds(self.b.source.line(from)).0;
        let first = all.partition_point(|(start, _)| *start < line);
        let near = all[first..].iter().take_while(|(start, _)| *start < name_at);
        for &(start, end) in near.collect::<Vec<_>>() {
            let text = self.b.text(start, end, crate::builder::TEXT_LIMIT);
            let text = text.trim_start_matches("[[").trim_end_matches("]]").trim().to_owned();
            let value = self.unknown();
            self.b.symbol_mut(symbol).decorators.push(Decorator { text, value, given: Vec::new() });
        }
    }

    /// The comments that end right above, without their marks.
    fn doc_above(&self, at: u32) -> Option<String> {
        let source = self.b.source;
        let (mut line, mut lines, mut in_block) = (source.line(at), Vec::new(), false);
        while line > 1 {
            line -= 1;
            let (from, to) = source.line_bounds(line);
            let text = source.slice(from, to).trim();
            if in_block || text.ends_with("*/") {
                // Only a comment that has its lines to itself documents what follows.
                if !in_block && text.contains("/*") && !text.starts_with("/*") {
                    break;
                }
                in_block = !text.starts_with("/*");
                let inner = text.trim_start_matches('/').trim_end_matches('/');
                lines.push(inner.trim_start_matches(['*', '!']).trim_end_matches('*').trim());
            } else if let Some(text) = text.strip_prefix("//") {
                let text = text.trim_start_matches(['/', '!']);
                lines.push(text.strip_prefix(' ').unwrap_or(text));
            } else {
                break;
            }
            if lines.len() > 200 {
                break;
            }
        }
        lines.reverse();
        self.b.doc(&lines.join("\n"))
    }
}
