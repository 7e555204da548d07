//! What arguments are as they are written, over nodes of trees that tree-sitter made.

use crate::builder::Builder;
use crate::text;
use crate::tree::{child, end, field, items, start};
use facts::*;
use syntax::tree_sitter::Node;

/// The kinds of nodes that are texts, whatever the language.
const TEXTS: &[&str] = &[
    "string_literal",
    "interpreted_string_literal",
    "raw_string_literal",
    "string",
    "encapsed_string",
    "verbatim_string_literal",
    "line_string_literal",
    "character_literal",
    "multiline_string_literal",
];
/// Texts without quotes.
const WORDS: &[&str] = &["simple_symbol", "bare_symbol", "bare_string"];
/// An item of an array, with a key or without.
const ELEMENT: &str = "array_element_initializer";
const LITERALS: &[&str] = &[
    "boolean",
    "int_literal",
    "integer_literal",
    "decimal_integer_literal",
    "integer",
    "float_literal",
    "boolean_literal",
];
const FUNCTIONS: &[&str] = &[
    "func_literal",
    "lambda_expression",
    "closure_expression",
    "anonymous_function",
    "anonymous_function_creation_expression",
    "arrow_function",
    "lambda_literal",
    "annotated_lambda",
    "anonymous_method_expression",
    "block",
    "do_block",
];
/// What may put texts together.
const SUMS: &[&str] = &["binary_expression", "binary", "additive_expression"];
const LISTS: &[&str] = &[
    "array_initializer",
    "element_value_array_initializer",
    "array_expression",
    "array_creation_expression",
    "array",
    "symbol_array",
    "string_array",
    "collection_literal",
    "tuple_expression",
];

/// The shape of a node of which the value was made.
pub fn written(b: &mut Builder, node: Node, value: ValueId) -> Shape {
    shape(b, node, Some(value), 0)
}

/// The shape of a constant of which no value was made: a name in it is its text.
pub fn constant(b: &mut Builder, node: Node) -> Shape {
    shape(b, node, None, 0)
}

/// Whether a node is a text, a number, a flag or nothing, and no name of such.
pub fn is_literal(node: Node) -> bool {
    let kind = node.kind();
    let is_one = |list: &[&str]| list.contains(&kind);
    is_one(TEXTS) || is_one(WORDS) || is_one(LITERALS) || matches!(kind, "true" | "false" | "null" | "nil" | "float")
}

/// Puts the marks for which escapes stand into a text, and into those of a list: `\d` for `\\d`.
pub fn unescape(b: &mut Builder, shape: &mut Shape) {
    match shape {
        Shape::Text(text) | Shape::Joined(text) if b.graph.name(*text).contains('\\') => {
            let mut plain = String::new();
            let mut marks = b.graph.name(*text).chars().peekable();
            while let Some(mark) = marks.next() {
                match marks.next_if(|next| mark == '\\' && matches!(next, '\\' | '$' | '"' | '\'')) {
                    Some(escaped) => plain.push(escaped),
                    None => plain.push(mark),
                }
            }
            *text = b.name(&plain);
        }
        Shape::List(items) => items.iter_mut().for_each(|item| unescape(b, item)),
        _ => {}
    }
}

/// Notes what stands behind a value in case that it is nothing: a text, something else, or code that gives up. Of
/// other values than what calls and members give nothing is asked.
pub fn stands_in(b: &mut Builder, of: ValueId, node: Node) {
    if !matches!(b.graph.values[of as usize], Value::Call { .. } | Value::Member { .. } | Value::Index { .. }) {
        return;
    }
    let shape = match TEXTS.contains(&node.kind()) {
        true => constant(b, node),
        false => Shape::Other,
    };
    let written = b.source.slice(start(node), end(node));
    let fails = ["throw ", "error(", "exitProcess("].iter().any(|it| written.starts_with(it));
    let is_nothing = matches!(written, "null" | "NULL" | "default" | "default!");
    let text = match shape {
        Shape::Text(text) => Some(text),
        _ if is_nothing => Some(b.name("null")),
        _ => None,
    };
    b.graph.stand_ins.push(StandIn { of, text, fails });
}

/// The same of a choice by whether something is there, `getenv("A") ? (int) getenv("A") : 10`: the branch that does not
/// ask again stands in for what the condition and the other one ask. `since`: the first call in it.
pub fn chosen(b: &mut Builder, since: usize, condition: Node, branches: [Node; 2]) {
    let calls = &b.graph.calls[since.min(b.graph.calls.len())..];
    let asked = |node: Node| {
        let within = start(node)..end(node);
        let texts = calls.iter().filter(move |it| within.contains(&it.at.byte)).filter_map(|call| {
            let Shape::Text(text) = call.given.first()?.shape else { return None };
            Some(((call.name, text), call.result?))
        });
        texts.collect::<Vec<_>>()
    };
    let tested = asked(condition);
    let [first, second] = branches.map(asked);
    let is_again =
        |branch: &[((NameId, NameId), ValueId)]| branch.iter().any(|it| tested.iter().any(|one| one.0 == it.0));
    let (again, otherwise) = match (is_again(&first), is_again(&second)) {
        (true, false) => (first, branches[1]),
        (false, true) => (second, branches[0]),
        _ => return,
    };
    let both = |it: &&((NameId, NameId), ValueId)| {
        again.iter().any(|one| one.0 == it.0) && tested.iter().any(|one| one.0 == it.0)
    };
    let of: Vec<ValueId> = tested.iter().chain(&again).filter(both).map(|it| it.1).collect();
    of.into_iter().for_each(|it| stands_in(b, it, otherwise));
}

/// Go's `[]string{"GET", http.MethodHead}`.
fn slice_of_texts<'t>(b: &Builder, node: Node<'t>) -> Option<Vec<Node<'t>>> {
    field(node, "type").filter(|it| it.kind() == "slice_type")?;
    let elements = items(field(node, "body")?);
    let is_method = |it: Node| {
        let name = field(it, "field").filter(|_| it.kind() == "selector_expression");
        name.is_some_and(|name| b.source.slice(start(name), end(name)).starts_with("Method"))
    };
    let text =
        |element: &Node<'t>| items(*element).first().copied().filter(|it| TEXTS.contains(&it.kind()) || is_method(*it));
    if elements.is_empty() || elements.len() > SHAPES_LIMIT { None } else { elements.iter().map(text).collect() }
}

/// C#'s `["GET", "HEAD"]`.
fn collection_of_texts(node: Node<'_>) -> Option<Vec<Node<'_>>> {
    let (mut open, mut texts) = (items(node), Vec::new());
    open.reverse();
    while let Some(part) = open.pop() {
        match part.kind() {
            kind if TEXTS.contains(&kind) => texts.push(part),
            "spread_element" => return None,
            kind if kind.ends_with("element") || kind.ends_with("elements") => {
                open.extend(items(part).into_iter().rev())
            }
            _ => return None,
        }
    }
    (!texts.is_empty() && texts.len() <= SHAPES_LIMIT).then_some(texts)
}

/// Java's `new String[] { "/a", "/b" }`. Of other elements its type tells more.
fn array_of_texts(node: Node<'_>) -> Option<Vec<Node<'_>>> {
    let list = child(node, "array_initializer").filter(|_| node.kind() == "array_creation_expression")?;
    let texts = items(list);
    let is_told = !texts.is_empty() && texts.len() <= SHAPES_LIMIT;
    (is_told && texts.iter().all(|it| TEXTS.contains(&it.kind()))).then_some(texts)
}

fn shape(b: &mut Builder, node: Node, value: Option<ValueId>, depth: u8) -> Shape {
    let kind = node.kind();
    // Ruby's `**options` are any arguments by name, and none by place.
    if kind == "hash_splat_argument" {
        return Shape::Other;
    }
    if TEXTS.contains(&kind) {
        let (from, to) = contents(b, node);
        return Shape::Text(b.literal(from, to));
    }
    // Kotlin's grammar takes these for names.
    let is_word =
        || kind == "identifier" && matches!(b.source.slice(start(node), end(node)), "true" | "false" | "null");
    if LITERALS.contains(&kind) || matches!(kind, "true" | "false" | "null" | "nil") || is_word() {
        return Shape::Literal(b.literal(start(node), end(node)));
    }
    if FUNCTIONS.contains(&kind) {
        let params = field(node, "parameters").map_or(0, |list| items(list).len()) as u32;
        return Shape::Function { line: b.source.line(start(node)), params };
    }
    if WORDS.contains(&kind) {
        let from = start(node) + u32::from(b.source.slice(start(node), end(node)).starts_with(':'));
        return Shape::Text(b.literal(from, end(node)));
    }
    if let Some(text) = concatenated(b, node) {
        return Shape::Text(b.name(&text));
    }
    let is_made = |b: &Builder| b.source.slice(start(node), end(node)).trim_start_matches('&').starts_with("format!");
    let is_sum = SUMS.contains(&kind) || kind == "interpolated_string_expression";
    if (is_sum || matches!(kind, "macro_invocation" | "reference_expression") && is_made(b))
        && let Some(text) = b.joined(start(node), end(node))
    {
        return Shape::Joined(text);
    }
    if is_sum
        && value.is_none()
        && let Some(text) = text::only_names(b.source.slice(start(node), end(node)))
    {
        return Shape::Joined(b.name(&text));
    }
    let is_array = kind == "array_creation_expression" || kind == "implicit_array_creation_expression";
    if let Some(list) = child(node, "initializer_expression").filter(|_| is_array && depth < SHAPE_DEPTH) {
        let items: Vec<Node> = items(list).into_iter().take(SHAPES_LIMIT).collect();
        return Shape::List(items.iter().map(|item| shape(b, *item, None, depth + 1)).collect());
    }
    if let Some(texts) = array_of_texts(node).filter(|_| depth < SHAPE_DEPTH) {
        return Shape::List(texts.iter().map(|text| shape(b, *text, None, depth + 1)).collect());
    }
    if LISTS.contains(&kind) && depth < SHAPE_DEPTH {
        let mut cursor = node.walk();
        let items: Vec<Node> =
            node.named_children(&mut cursor).filter(|it| !it.is_extra()).take(SHAPES_LIMIT).collect();
        let members: Vec<_> = items.iter().map(|item| keyed(b, *item, depth + 1)).collect();
        return match members.first() {
            // What a list that begins with names holds besides goes by its place: `['controller' => 'Pages', 'home']`.
            Some(Some(_)) => {
                let mut places = 0..;
                let mut named = |(item, member): (&Node, Option<_>)| match member {
                    None if item.kind() == ELEMENT && item.named_child_count() == 1 => {
                        let place = places.next().unwrap_or(0).to_string();
                        Some((b.name(&place), shape(b, element(*item), None, depth + 1)))
                    }
                    member => member,
                };
                Shape::Object(items.iter().zip(members).filter_map(&mut named).collect())
            }
            _ => Shape::List(items.iter().map(|item| shape(b, element(*item), None, depth + 1)).collect()),
        };
    }
    if kind == "anonymous_object_creation_expression"
        && depth < SHAPE_DEPTH
        && let Some(members) = members_named(b, node, depth + 1)
    {
        return Shape::Object(members);
    }
    if kind == "collection_expression"
        && let Some(texts) = collection_of_texts(node)
    {
        return Shape::List(texts.iter().map(|text| shape(b, *text, None, depth + 1)).collect());
    }
    if kind == "composite_literal"
        && let Some(texts) = slice_of_texts(b, node)
    {
        return Shape::List(texts.iter().map(|text| shape(b, *text, None, depth + 1)).collect());
    }
    match value {
        Some(value) => Shape::Value(value),
        None => Shape::Literal(b.literal(start(node), end(node))),
    }
}

/// The members of C#'s `new { controller = "Items", id }` that are given a value. None where there are none.
fn members_named(b: &mut Builder, node: Node, depth: u8) -> Option<Vec<(NameId, Shape)>> {
    let mut cursor = node.walk();
    let parts: Vec<Node> = node.children(&mut cursor).filter(|it| !it.is_extra()).collect();
    let mut members = Vec::new();
    for part in parts.windows(3).filter(|it| it[0].kind() == "identifier" && it[1].kind() == "=").take(SHAPES_LIMIT) {
        members.push((b.literal(start(part[0]), end(part[0])), shape(b, part[2], None, depth)));
    }
    (!members.is_empty()).then_some(members)
}

/// The text that Rust's `[base, "/api"].concat()` makes, with names as people write what is put into a text.
fn concatenated(b: &Builder, node: Node) -> Option<String> {
    let called = field(node, "function").filter(|it| it.kind() == "field_expression")?;
    let list = field(called, "value").filter(|it| it.kind() == "array_expression")?;
    let written = |node: Node| b.source.slice(start(node), end(node));
    if field(called, "field").is_none_or(|it| written(it) != "concat") {
        return None;
    }
    let parts = items(list).into_iter().map(|part| match part.kind() {
        "identifier" => Some(format!("${{{}}}", written(part))),
        kind if TEXTS.contains(&kind) => {
            let (from, to) = contents(b, part);
            Some(b.source.slice(from, to).to_owned())
        }
        _ => None,
    });
    parts.collect()
}

/// `key => value` of a list, where the key is a text.
fn keyed(b: &mut Builder, item: Node, depth: u8) -> Option<(NameId, Shape)> {
    if item.kind() != ELEMENT || item.named_child_count() != 2 {
        return None;
    }
    let (key, value) = (item.named_child(0)?, item.named_child(1)?);
    if !TEXTS.contains(&key.kind()) {
        return None;
    }
    let (from, to) = contents(b, key);
    Some((b.literal(from, to), shape(b, value, None, depth)))
}

/// An item of a list without what is only around it.
fn element(item: Node) -> Node {
    match item.named_child(0) {
        Some(inner) if item.kind() == ELEMENT && item.named_child_count() == 1 => inner,
        _ => item,
    }
}

/// Where the contents of a text stand, without its quotes.
fn contents(b: &Builder, node: Node) -> (u32, u32) {
    let text = b.source.slice(start(node), end(node));
    let open = text.find(['"', '\'', '`']).unwrap_or(0);
    let Some(quote) = text[open..].chars().next().filter(|it| matches!(it, '"' | '\'' | '`')) else {
        return (start(node), end(node));
    };
    let quotes = text[open..].chars().take_while(|it| *it == quote).count();
    let width = if quotes >= 6 || quotes >= 3 && text.len() > open + 6 { 3 } else { 1 };
    let inner = text.len() - text.trim_end_matches('#').len();
    let (from, to) = (start(node) + (open + width) as u32, end(node).saturating_sub((width + inner) as u32));
    (from, to.max(from))
}
