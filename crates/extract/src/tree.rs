//! What the front ends over tree-sitter share.

use crate::builder::Builder;
use facts::ProblemKind;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::num::NonZeroU16;
use std::ops::Range;
use syntax::tree_sitter::{self, Language, Node, Parser, Tree};

/// A parser of the builder's language.
pub fn parser(b: &Builder) -> Option<Parser> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter::grammar(b.language.front_end)?).ok()?;
    Some(parser)
}

/// The tree of the builder's source, as far as the parser came: where it gave up is noted.
pub fn parse(b: &mut Builder) -> Option<Tree> {
    let source = b.source;
    parse_text(b, &source.text)
}

/// The tree of a text that stands for the builder's source, with equal offsets.
pub fn parse_text(b: &mut Builder, text: &str) -> Option<Tree> {
    let Some(parsed) = parser(b).and_then(|mut parser| tree_sitter::parse(&mut parser, text)) else {
        b.problem(ProblemKind::GaveUp, 0..u32::MAX, "the parser gave no tree");
        return None;
    };
    if parsed.gave_up {
        let at = end(parsed.tree.root_node());
        b.problem(ProblemKind::GaveUp, at..u32::MAX, "the parser had too much to do again and again");
    }
    Some(parsed.tree)
}

/// Of a tree of the builder's source and that of a text that stands for it, the one with fewer faults.
pub fn better(b: &Builder, tree: Tree, text: &str) -> Tree {
    let other = parser(b).and_then(|mut parser| tree_sitter::parse(&mut parser, text));
    let other = other.filter(|it| !it.gave_up).map(|it| it.tree);
    other.filter(|other| faults(other) < faults(&tree)).unwrap_or(tree)
}

/// The tree of the builder's source, or where that was not understood whole, the better of it and of the tree of what
/// `prepared` makes of the source, byte for byte as long. None: nothing is to be made of it.
pub fn mended(b: &Builder, tree: Tree, prepared: impl FnOnce(&str, &Tree) -> Option<String>) -> Tree {
    if !tree.root_node().has_error() {
        return tree;
    }
    match prepared(&b.source.text, &tree) {
        Some(text) => better(b, tree, &text),
        None => tree,
    }
}

/// The lines of a text that its tree did not understand, each of its faults whole.
pub fn faulty_lines(text: &str, tree: &Tree) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut pending = vec![tree.root_node()];
    while let Some(node) = pending.pop() {
        if node.is_error() || node.is_missing() {
            let (start, end) = (node.start_byte(), node.end_byte());
            let first = text[..start].rfind('\n').map_or(0, |at| at + 1);
            let last = text[end..].find('\n').map_or(text.len(), |at| end + at);
            found.push(first..last);
        } else if node.has_error() {
            pending.extend(node.children(&mut node.walk()));
        }
    }
    found
}

/// How much of a tree was not understood.
pub fn faults(tree: &Tree) -> usize {
    let mut count = 0;
    let mut pending = vec![tree.root_node()];
    while let Some(node) = pending.pop() {
        count += usize::from(node.is_error() || node.is_missing());
        if node.has_error() {
            pending.extend(node.children(&mut node.walk()));
        }
    }
    count
}

/// Notes where the tree says that it was not understood.
pub fn report(b: &mut Builder, root: Node) {
    let mut pending = if root.has_error() { vec![root] } else { Vec::new() };
    while let Some(node) = pending.pop() {
        if node.is_error() || node.is_missing() {
            let message = match node.is_missing() {
                true => format!("{} is missing", node.kind()),
                false => "unexpected text".to_owned(),
            };
            b.problem(ProblemKind::Syntax, start(node)..node.end_byte() as u32, message);
        }
        if node.has_error() {
            let mut cursor = node.walk();
            let children: Vec<_> = node.children(&mut cursor).collect();
            pending.extend(children.into_iter().rev());
        }
    }
}

pub fn start(node: Node) -> u32 {
    node.start_byte() as u32
}

pub fn end(node: Node) -> u32 {
    node.end_byte() as u32
}

pub fn field<'t>(node: Node<'t>, name: &'static str) -> Option<Node<'t>> {
    let id = FIELDS.with_borrow_mut(|fields| fields.id(&node.language(), name))?;
    node.child_by_field_id(id.get())
}

/// The fields of the language that was asked about last. To find one, its grammar compares the names of all: for each
/// node that costs as much as to reach the field's.
#[derive(Default)]
struct Fields {
    of: Option<Language>,
    ids: FxHashMap<&'static str, Option<NonZeroU16>>,
}

impl Fields {
    fn id(&mut self, language: &Language, name: &'static str) -> Option<NonZeroU16> {
        if self.of.as_ref() != Some(language) {
            *self = Self { of: Some(language.clone()), ids: FxHashMap::default() };
        }
        *self.ids.entry(name).or_insert_with(|| language.field_id_for_name(name))
    }
}

thread_local! {
    static FIELDS: RefCell<Fields> = RefCell::default();
}

/// The nodes of a field that may be there several times, without the commas between.
pub fn fields<'t>(node: Node<'t>, name: &str) -> Vec<Node<'t>> {
    node.children_by_field_name(name, &mut node.walk()).filter(Node::is_named).collect()
}

/// A node's named children, without comments.
pub fn items(node: Node) -> Vec<Node> {
    node.named_children(&mut node.walk()).filter(|child| !is_comment(*child)).collect()
}

pub fn is_comment(node: Node) -> bool {
    matches!(node.kind(), "comment" | "line_comment" | "block_comment" | "multiline_comment")
}

/// The first child of a kind.
pub fn child<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    node.named_children(&mut node.walk()).find(|child| child.kind() == kind)
}

/// A step of a chain of binary expressions: what stands left of the operator, the operator, what stands right of it.
pub struct Step<'t> {
    pub left: Node<'t>,
    pub operator: &'t str,
    pub right: Node<'t>,
}

/// A chain of binary expressions, which leans to the left as deep as it is long, in the order in which it is written:
/// its first operand, and the steps. Walked as a list it takes no depth.
pub fn chain<'t>(node: Node<'t>) -> (Node<'t>, Vec<Step<'t>>) {
    let (mut first, mut steps, kind) = (node, Vec::new(), node.kind_id());
    while first.kind_id() == kind {
        let (Some(left), Some(right)) = (field(first, "left"), field(first, "right")) else { break };
        steps.push(Step { left, operator: field(first, "operator").map_or("", |it| it.kind()), right });
        first = left;
    }
    steps.reverse();
    (first, steps)
}
