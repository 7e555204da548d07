//! What the macros of a file make where they are called. The rules are applied to the tokens of the call, and the
//! text that comes out is read in the call's place, as items or as statements. Only macros of the same file are
//! known, those among them that other macros are given; where no rule fits, or a rule leaves out what it was given, the call is left as it is.

mod given;
mod rules;
mod tokens;

use super::field;
use crate::tree::{end, items, start};
use rules::{Matcher, Part};
use rustc_hash::FxHashMap;
use syntax::tree_sitter::{Node, Parser, Point, Range, Tree};
use syntax::{Made, Source};
use tokens::{Gap, Kind, Token};

/// What is made, by the byte at which the macro's call starts.
pub type Expansions = FxHashMap<u32, Expansion>;

#[derive(Clone)]
pub struct Expansion {
    pub tree: Tree,
    /// It stands where items do.
    pub is_items: bool,
    /// A last expression is its value.
    pub has_value: bool,
}

/// How much one file's macros may make: rounds of calls in what calls make, calls, tokens, steps of matching.
const ROUNDS_LIMIT: usize = 24;
const CALLS_LIMIT: usize = 2_000;
const TOKENS_LIMIT: u32 = 60_000;
const STEPS_LIMIT: u32 = 400_000;

struct Rule {
    wanted: Vec<Part>,
    made: Vec<Part>,
}

/// A macro by its name, and where its definition starts.
struct Definition {
    name: String,
    at: u32,
    rules: Vec<Rule>,
}

/// The source with what its macros make behind it, and the trees of that. None: they make nothing.
pub fn expand(source: &Source, tree: &Tree, parser: &mut Parser) -> Option<(Source, Expansions)> {
    if !source.text.contains("macro_rules!") {
        return None;
    }
    let given = given::blocks(source, tree, parser);
    let (mut nodes, mut calls) = (Vec::new(), Vec::new());
    for tree in std::iter::once(tree).chain(&given) {
        find(tree.root_node(), &mut nodes, &mut calls);
    }
    let definitions: Vec<Definition> = nodes.into_iter().filter_map(|node| definition(source, node)).collect();
    let calls_of = |source: &Source, nodes: Vec<Node>| -> Vec<Call> {
        let calls = nodes.into_iter().filter_map(|node| call_of(source, node));
        calls.filter(|call| definitions.iter().any(|it| it.name == call.name)).collect()
    };
    let mut pending = calls_of(source, calls);
    if pending.is_empty() {
        return None;
    }
    let (mut source, mut made) = (source.clone(), Expansions::default());
    let (mut limit, mut steps, mut count) = (TOKENS_LIMIT, STEPS_LIMIT, 0);
    for _ in 0..ROUNDS_LIMIT {
        let mut next = Vec::new();
        for call in pending.into_iter().take(CALLS_LIMIT.saturating_sub(count)) {
            count += 1;
            let Some(tokens) = apply(&source.text, &definitions, &call, &mut limit, &mut steps) else { continue };
            let Some(expansion) = append(&mut source, &call, &tokens, parser) else { continue };
            let mut calls = Vec::new();
            find(expansion.tree.root_node(), &mut Vec::new(), &mut calls);
            next.append(&mut calls_of(&source, calls));
            made.insert(call.at.0, expansion);
        }
        pending = next;
        if pending.is_empty() {
            break;
        }
    }
    (!made.is_empty()).then_some((source, made))
}

/// A call of a macro: where it stands, the name, and the bytes between its brackets.
struct Call {
    at: (u32, u32),
    name: String,
    list: (u32, u32),
    is_item: bool,
}

fn call_of(source: &Source, node: Node) -> Option<Call> {
    let path = field(node, "macro")?;
    let name = if path.kind() == "scoped_identifier" { field(path, "name")? } else { path };
    let list = items(node).into_iter().find(|it| it.kind() == "token_tree")?;
    let parent = node.parent();
    let around = parent.filter(|it| it.kind() == "expression_statement").map_or(parent, |it| it.parent());
    Some(Call {
        at: (start(node), end(node)),
        name: text_of(source, name).to_owned(),
        list: (start(list) + 1, end(list).saturating_sub(1)),
        is_item: around.is_none_or(|it| matches!(it.kind(), "source_file" | "declaration_list")),
    })
}

/// The macro's call that a node is, or is the statement of.
pub fn called(node: Node) -> Option<Node> {
    match node.kind() {
        "macro_invocation" => Some(node),
        "expression_statement" => items(node).first().copied().filter(|it| it.kind() == "macro_invocation"),
        _ => None,
    }
}

/// The definitions and the calls of macros in a tree.
fn find<'t>(root: Node<'t>, definitions: &mut Vec<Node<'t>>, calls: &mut Vec<Node<'t>>) {
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        let inside = match node.kind() {
            "macro_definition" => {
                definitions.push(node);
                false
            }
            "macro_invocation" => {
                calls.push(node);
                false
            }
            _ => node.is_named(),
        };
        if inside && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}

fn definition(source: &Source, node: Node) -> Option<Definition> {
    let name = text_of(source, field(node, "name")?).to_owned();
    let mut rules = Vec::new();
    for rule in items(node).into_iter().filter(|it| it.kind() == "macro_rule") {
        let side = |name: &'static str| {
            let side = field(rule, name)?;
            let tokens = tokens::read(&source.text, start(side) + 1, end(side).saturating_sub(1))?;
            Some(rules::parts(&tokens, &source.text))
        };
        rules.push(Rule { wanted: side("left")?, made: side("right")? });
    }
    Some(Definition { name, at: start(node), rules })
}

/// What the first rule that fits makes of a call. Of several macros of the name, conditions may choose one.
fn apply(text: &str, definitions: &[Definition], call: &Call, limit: &mut u32, steps: &mut u32) -> Option<Vec<Token>> {
    let named = || definitions.iter().filter(|it| it.name == call.name);
    let above = named().rev().filter(|it| it.at < call.at.0);
    let below = named().filter(|it| it.at >= call.at.0);
    let given = tokens::read(text, call.list.0, call.list.1)?;
    let mut matcher = Matcher { text, fuel: *steps };
    let found = above.chain(below).find_map(|definition| {
        let found = definition.rules.iter().find_map(|rule| Some((rule, matcher.all(&rule.wanted, &given)?)));
        found.filter(|(rule, _)| uses_all(rule))
    });
    *steps = matcher.fuel;
    let (rule, bounds) = found?;
    rules::fill(&rule.made, &bounds, limit)
}

/// Whether a rule puts in whatever code it is given.
fn uses_all(rule: &Rule) -> bool {
    let (mut wanted, mut made) = (Vec::new(), Vec::new());
    rules::names_of(&rule.wanted, &mut wanted);
    rules::names_of(&rule.made, &mut made);
    wanted.iter().all(|(name, kind)| {
        let holds_code = !matches!(*kind, "ident" | "literal" | "lifetime" | "vis" | "ty" | "path" | "meta");
        !holds_code || made.iter().any(|(used, _)| used == name)
    })
}

/// Writes tokens behind the source and reads them.
fn append(source: &mut Source, call: &Call, tokens: &[Token], parser: &mut Parser) -> Option<Expansion> {
    let mut text = String::new();
    let mut pieces = Vec::new();
    write(tokens, &source.text, &mut text, &mut pieces);
    let has_value = !call.is_item && tokens.last().is_some_and(|last| !last.is(&source.text, ";"));
    if has_value {
        text.push(';');
    }
    let before = source.text.len();
    let at = source.append(&Made { text: &text, pieces: &pieces, place: call.at });
    let (start_point, end_point) = (Point::new(0, 0), Point::new(u32::MAX as usize, 0));
    let range = Range { start_byte: at as usize, end_byte: source.text.len(), start_point, end_point };
    let tree = parser.set_included_ranges(&[range]).ok().and_then(|()| parser.parse(&source.text, None));
    let fits = |root: Node| !root.has_error() && (!call.is_item || makes_items(root));
    match tree.filter(|tree| fits(tree.root_node())) {
        Some(tree) => Some(Expansion { tree, is_items: call.is_item, has_value }),
        None => {
            source.cut(before as u32);
            None
        }
    }
}

fn makes_items(root: Node) -> bool {
    let declares = |kind: &str| kind.ends_with("_item") || matches!(kind, "use_declaration" | "macro_definition");
    items(root).into_iter().any(|it| declares(it.kind()) || called(it).is_some())
}

/// The text of tokens, and for each piece of it where it is from.
fn write(tokens: &[Token], text: &str, out: &mut String, pieces: &mut Vec<(u32, u32)>) {
    let gap = |gap: Gap, out: &mut String| match gap {
        Gap::None => {}
        Gap::Space => out.push(' '),
        Gap::Line => out.push('\n'),
    };
    let is_word = |c: char| c == '_' || c.is_alphanumeric();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let word = token.text(text);
        at += 1;
        let doc = match (tokens.get(at).map(|next| &next.inner[..]), word) {
            (Some([doc]), "" | "#") if doc.kind == Kind::Doc => Some(doc),
            _ => None,
        };
        if let Some(doc) = doc {
            at += 1;
            out.push('\n');
            pieces.push((out.len() as u32, doc.start));
            out.push_str(doc.text(text));
            out.push('\n');
            continue;
        }
        gap(token.gap, out);
        if out.chars().next_back().is_some_and(is_word) && word.starts_with(is_word) {
            out.push(' ');
        }
        pieces.push((out.len() as u32, token.start));
        out.push_str(if token.kind == Kind::Doc { "doc" } else { word });
        if token.kind == Kind::Group {
            write(&token.inner, text, out, pieces);
            gap(token.close_gap, out);
            pieces.push((out.len() as u32, token.close.0));
            out.push_str(text.get(token.close.0 as usize..token.close.1 as usize).unwrap_or(""));
        }
    }
}

fn text_of<'t>(source: &'t Source, node: Node) -> &'t str {
    source.slice(start(node), end(node))
}
