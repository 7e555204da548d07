//! Go by tree-sitter, in one walk over the tree, with Go's block scopes: a local name counts from its
//! declaration on, a name of the package wherever it stands.

mod callbacks;
mod calls;
mod constraints;
mod declarations;
mod errors;
mod imports;
mod lists;
mod prepare;
mod stand_ins;
mod statements;
mod tags;
mod testing;
mod types;
mod values;
mod variables;

#[cfg(test)]
mod spec;

use crate::builder::Builder;
use crate::scopes::Scopes;
use crate::tree::{self, end, field, fields, items, start};
use crate::walk::Walker;
use facts::*;
use rustc_hash::FxHashMap;
use syntax::tree_sitter::Node;

/// Fills the graph of a Go file.
pub fn extract(b: &mut Builder) {
    let Some(tree) = tree::parse(b) else { return };
    let tree = tree::mended(b, tree, |text, _| prepare::prepared(text));
    let root = tree.root_node();
    b.graph.not_for = constraints::excluded(&b.graph.path, &b.source.text);
    let mut walk = Walk {
        b,
        scopes: Scopes::default(),
        returns: Vec::new(),
        types: FxHashMap::default(),
        guessed: Vec::new(),
        lists: Vec::new(),
    };
    tree::report(walk.b, root);
    walk.scopes.open(walk.b, ScopeKind::Module, None);
    walk.children(root);
    walk.finish();
}

struct Walk<'b, 's> {
    b: &'b mut Builder<'s>,
    scopes: Scopes,
    /// What each enclosing function returns, the innermost last.
    returns: Vec<Vec<ValueId>>,
    /// The types declared so far at the top level: owners of methods.
    types: FxHashMap<NameId, SymbolId>,
    /// Imports without a name of their own, and what their packages may be called.
    guessed: Vec<(ImportId, Vec<NameId>)>,
    /// The literals so far that list something.
    lists: Vec<lists::Listed>,
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
}

impl<'s> Walk<'_, 's> {
    fn finish(mut self) {
        self.scopes.resolve_module(&mut self.b.graph);
        self.name_packages();
        self.keep_lists();
        callbacks::keep(&mut self.b.graph);
        testing::find(&mut self.b.graph);
    }

    fn at_top(&self) -> bool {
        self.scopes.current() == 0
    }

    /// The comment group that ends on the line above a declaration, without directives.
    fn doc_above(&self, node: Node) -> Option<String> {
        let source = self.b.source;
        let (mut line, mut lines, mut in_block) = (source.line(start(node)), Vec::new(), false);
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
                lines.push(text.trim_start_matches("/*").trim_end_matches("*/").trim());
            } else if let Some(text) = text.strip_prefix("//") {
                if !is_directive(text) {
                    lines.push(text.strip_prefix(' ').unwrap_or(text));
                }
            } else {
                break;
            }
        }
        lines.reverse();
        self.b.doc(&lines.join("\n"))
    }
}

/// `//go:embed x`, `//nolint:x`: for tools, not for readers.
fn is_directive(text: &str) -> bool {
    text.split_once(':').is_some_and(|(tool, rest)| {
        !tool.is_empty()
            && tool.bytes().all(|b| b.is_ascii_lowercase())
            && !rest.starts_with([' ', '/'])
            && !rest.is_empty()
    })
}

fn is_exported(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}
