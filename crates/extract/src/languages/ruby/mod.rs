//! Ruby by tree-sitter, in one walk over the tree. A class or module is a package of its constants, which are
//! named by their whole path (`A::B`); a bare name that is no local is a call of `self`.

mod blocks;
mod bodies;
mod calls;
mod classes;
mod docs;
mod erb;
mod errors;
mod factories;
mod functions;
mod haml;
mod indented;
mod made_members;
mod methods;
mod prepare;
mod slim;
mod statements;
mod tables;
mod testing;
mod values;
mod yields;

#[cfg(test)]
mod spec;

use crate::builder::Builder;
use crate::flow::Flow;
use crate::scopes::Scopes;
use crate::shapes;
use crate::tree::{self, end, field, items, start};
use crate::walk::Walker;
use facts::*;
use functions::Functions;
use rustc_hash::FxHashMap;
use syntax::tree_sitter::Node;

/// Fills the graph of a Ruby file.
pub fn extract(b: &mut Builder) {
    let source = b.source;
    let tree = match b.language.name {
        "erb" if b.graph.path.ends_with(".erb") => tree::parse_text(b, &erb::program(&source.text)),
        "haml" => haml::program(&source.text).tree(b),
        "slim" => slim::program(&source.text).tree(b),
        _ => tree::parse_text(b, &prepare::prepared(&source.text)),
    };
    let Some(tree) = tree else { return };
    let root = tree.root_node();
    let mut walk = Walk {
        b,
        scopes: Scopes::default(),
        flow: Flow::default(),
        owners: Vec::new(),
        methods: Vec::new(),
        returns: Vec::new(),
        comment: None,
        functions: Functions::default(),
        blocks: Vec::new(),
        described: Vec::new(),
        factories: Vec::new(),
    };
    tree::report(walk.b, root);
    walk.scopes.open(walk.b, ScopeKind::Module, None);
    walk.children(root);
    walk.finish();
}

struct Walk<'b, 's> {
    b: &'b mut Builder<'s>,
    scopes: Scopes,
    flow: Flow,
    /// The classes and modules around, the innermost last.
    owners: Vec<Owner>,
    /// The methods around.
    methods: Vec<Method>,
    /// What each enclosing method or block returns early, the innermost last.
    returns: Vec<Vec<ValueId>>,
    /// The comment lines that end right above, and where they start and end.
    comment: Option<(u32, u32)>,
    functions: Functions,
    /// The blocks around of what is given one, and what that is.
    blocks: Vec<(ScopeId, ValueId)>,
    /// What the groups of examples around describe.
    described: Vec<Option<ValueId>>,
    /// The factories around, by their names.
    factories: Vec<String>,
}

/// A class or module that is walked.
struct Owner {
    symbol: SymbolId,
    /// Its full name, dotted.
    full: String,
    /// `@x` by name.
    variables: FxHashMap<NameId, SymbolId>,
    methods: FxHashMap<NameId, SymbolId>,
    /// Modifiers of the methods that follow.
    visibility: u32,
    /// `class << self` is open.
    singleton: bool,
    extends_self: bool,
}

struct Method {
    name: NameId,
    /// `self` is the class.
    is_static: bool,
    params: u32,
    /// The name that its block has.
    block: Option<BindingId>,
    /// What it hands to that.
    yields: Vec<TypeId>,
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

    fn argument(&mut self, node: Node<'t>, value: ValueId) -> Shape {
        let is_named = node.kind() == "hash" && node.parent().is_some_and(|it| it.kind() == "pair");
        match self.members_given(node).filter(|_| is_named) {
            Some(members) => Shape::Object(members),
            None => shapes::written(self.b, node, value),
        }
    }
}

impl<'s> Walk<'_, 's> {
    fn finish(self) {
        self.functions.bind(&mut self.b.graph);
        testing::find(self.b);
    }

    /// Walks a declaration, a statement or an expression; the value that it has.
    fn node(&mut self, node: Node) -> ValueId {
        match self.deeper(node, |walk| walk.statement(node)) {
            Some(value) => value,
            None => self.unknown(),
        }
    }

    fn owner(&self) -> Option<SymbolId> {
        self.owners.last().map(|owner| owner.symbol)
    }

    /// What `self` is here. None: the file's own object, or that of an example.
    fn this(&mut self) -> Option<ValueId> {
        let owner = self.owner()?;
        let in_instance = self.methods.last().is_some_and(|method| !method.is_static);
        Some(self.b.value(match in_instance {
            true => Value::This { owner: Some(owner) },
            false => Value::Class { symbol: owner },
        }))
    }

    /// The comment lines right above a declaration.
    fn comment_above(&mut self, node: Node) -> Option<&'s str> {
        let (from, to) = self.comment.take()?;
        let between = self.b.source.slice(to.min(start(node)), start(node));
        let near = between.trim().is_empty() && between.matches('\n').count() <= 1;
        near.then(|| self.b.source.slice(from, to))
    }

    /// Notes a comment; lines that follow each other are one.
    fn note_comment(&mut self, node: Node) {
        let here = (start(node), end(node));
        self.comment = match self.comment {
            Some((from, to))
                if {
                    let between = self.b.source.slice(to.min(here.0), here.0);
                    between.trim().is_empty() && between.matches('\n').count() <= 1
                } =>
            {
                Some((from, here.1))
            }
            _ => Some(here),
        };
    }
}

/// `:x`, `"x"`: the name that a literal gives.
fn symbol_text<'t>(node: Node<'t>, text: &'t str) -> Option<&'t str> {
    let name = match node.kind() {
        "simple_symbol" => text.strip_prefix(':')?,
        "bare_symbol" | "hash_key_symbol" => text,
        "string" | "delimited_symbol" if items(node).iter().all(|it| it.kind() == "string_content") => {
            text.trim_start_matches(':').trim_matches(['"', '\''])
        }
        _ => return None,
    };
    (!name.is_empty()).then_some(name)
}
