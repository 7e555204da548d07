//! Rust by tree-sitter, in one walk over the tree. The items of a module or block are bound before its
//! statements are walked, since they count wherever they stand; a local name counts from its declaration on.
//! What stands between a macro's brackets is parsed again, as expressions, in its place.

mod attributes;
mod calls;
mod control;
mod errors;
mod expand;
mod functions;
mod grown;
mod impls;
mod imports;
mod items;
mod macro_texts;
mod macros;
mod names;
mod patterns;
mod prepare;
mod returned_texts;
mod testing;
mod types;
mod values;

#[cfg(test)]
mod spec;

use crate::builder::Builder;
use crate::scopes::Scopes;
use crate::tree::{self, end, field, start};
use crate::walk::Walker;
use attributes::Attributes;
use expand::Expansions;
use facts::*;
use impls::SelfType;
use names::Names;
use syntax::tree_sitter::{Node, Parser, Tree};

/// Fills the graph of a Rust file.
pub fn extract(b: &mut Builder) {
    let Some(tree) = prepare::parse(b) else { return };
    let mut parser = tree::parser(b);
    tree::report(b, tree.root_node());
    match parser.as_mut().and_then(|parser| expand::expand(b.source, &tree, parser)) {
        None => walk(b, &tree, parser, Expansions::default()),
        Some((source, expansions)) => {
            let mut over = b.over(&source);
            walk(&mut over, &tree, parser, expansions);
            b.resume(over);
        }
    }
}

fn walk(b: &mut Builder, tree: &Tree, parser: Option<Parser>, expansions: Expansions) {
    let mut walk = Walk {
        b,
        scopes: Scopes::default(),
        names: Names::default(),
        returns: Vec::new(),
        breaks: Vec::new(),
        selves: Vec::new(),
        macros_around: 0,
        in_elsewhere: false,
        rule: None,
        keys: None,
        parser,
        expansions,
    };
    walk.scopes.open(walk.b, ScopeKind::Module, None);
    walk.body(tree.root_node());
    walk.finish();
}

struct Walk<'b, 's> {
    b: &'b mut Builder<'s>,
    scopes: Scopes,
    names: Names,
    /// What each enclosing function or closure returns, the innermost last.
    returns: Vec<Vec<ValueId>>,
    /// The loops and labelled blocks around, the innermost last.
    breaks: Vec<control::Breaks>,
    /// What `Self` is, the innermost last.
    selves: Vec<SelfType>,
    /// The macros between whose brackets the walk is.
    macros_around: u32,
    /// Whether the walk is in what a condition around says is not built.
    in_elsewhere: bool,
    /// In what a rule of a macro makes: from which byte on it stands, and as code, see [`macros`].
    rule: Option<(usize, Vec<u8>)>,
    /// The type that holds what statics are declared as which a macro is given, see [`macros`].
    keys: Option<&'static [&'static str]>,
    /// For what stands between a macro's brackets.
    parser: Option<Parser>,
    /// What the file's macros make where they are called for items.
    expansions: Expansions,
}

impl<'s, 't> Walker<'s, 't> for Walk<'_, 's> {
    fn builder(&self) -> &Builder<'s> {
        self.b
    }

    fn parts(&mut self) -> (&mut Builder<'s>, &mut Scopes) {
        (self.b, &mut self.scopes)
    }

    fn visit(&mut self, node: Node<'t>) {
        self.statement(node, &Attributes::default());
    }

    /// `r#type` is called `type`.
    fn str(&self, node: Node) -> &'s str {
        let text = self.b.source.slice(start(node), end(node));
        text.strip_prefix("r#").unwrap_or(text)
    }
}

impl<'s> Walk<'_, 's> {
    fn finish(self) {
        testing::find(&mut self.b.graph);
    }

    /// The items and statements of a module or block whose scope is open. The value of the last
    /// expression, where one ends it.
    fn body(&mut self, node: Node) -> Option<ValueId> {
        self.hoist(node);
        let mut attributes = Attributes::default();
        let (mut last, mut cursor) = (None, node.walk());
        let mut elsewhere = Vec::new();
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "attribute_item" => attributes.push(child),
                "line_comment" | "block_comment" | "inner_attribute_item" | "shebang" | "label" => {}
                _ if self.is_elsewhere_call(child, &attributes) => {
                    elsewhere.push(child);
                    attributes.clear();
                }
                _ => {
                    last = self.deeper(child, |walk| walk.statement(child, &attributes)).flatten();
                    attributes.clear();
                }
            }
        }
        // What they bind is not meant where a name is bound otherwise.
        for child in elsewhere {
            let call = Attributes::default();
            self.elsewhere(true, |walk| walk.deeper(child, |walk| walk.statement(child, &call)));
        }
        last
    }

    /// An item or a statement; the value of an expression without a semicolon behind it.
    fn statement(&mut self, node: Node, attributes: &Attributes) -> Option<ValueId> {
        if self.item(node, attributes) {
            return None;
        }
        match node.kind() {
            // What another system holds under a name hides nothing.
            "let_declaration" if self.is_elsewhere(attributes) && self.is_bound_here(node) => {
                self.scoped(|walk| walk.let_declaration(node));
            }
            "let_declaration" => self.let_declaration(node),
            "expression_statement" => {
                let inner = node.named_child(0)?;
                let value = self.value(inner);
                self.drops_statement(inner);
                let ends = node.child(node.child_count().saturating_sub(1)).is_some_and(|it| it.kind() == ";");
                return (!ends).then_some(value);
            }
            "empty_statement" => {}
            _ => return Some(self.value(node)),
        }
        None
    }

    /// Where a name starts, behind the mark of a raw one.
    fn name_start(&self, node: Node) -> u32 {
        let raw = self.b.source.slice(start(node), end(node)).starts_with("r#");
        start(node) + if raw { 2 } else { 0 }
    }
}
