//! Macros: a call of the macro, and the calls in what stands between its brackets. That is parsed again
//! where it stands, as a tuple, an array or a block; where it is none, as what stands between commas.

mod branches;
mod definitions;
mod implemented;
mod members;
mod spread;

use super::attributes::Attributes;
use super::expand;
use super::names::Space;
use super::{Walk, Walker, field, start};
use crate::tree::items;
use facts::*;
use rustc_hash::FxHashSet;
use syntax::tree_sitter::{Node, Point as Place, Range, Tree};

/// Of a macro's arguments so many are kept: lists of routes are long.
const MACRO_LIMIT: usize = 120;
/// Macros that give what stands between their brackets as tokens: it is declared and called where a macro's user is.
const QUOTING: [&str; 4] = ["quote", "quote_spanned", "parse_quote", "parse_quote_spanned"];
/// How deep macros stand in each other's brackets: what the inner ones hold is parsed again for each outer one.
const MACROS_LIMIT: u32 = 16;

impl<'s> Walk<'_, 's> {
    /// What a call of a macro makes in the place of items, where that is known.
    pub fn expansion(&self, node: Node) -> Option<Tree> {
        if self.expansions.is_empty() {
            return None;
        }
        let made = self.expansions.get(&start(expand::called(node)?))?;
        made.is_items.then(|| made.tree.clone())
    }

    /// Walks what a macro's call makes in the place of items.
    pub fn in_expansion<T>(&mut self, node: Node, walk: impl FnOnce(&mut Self, Node) -> T) -> Option<T> {
        let made = self.expansion(node)?;
        self.noted(expand::called(node)?);
        self.walk_made(node, &made, walk)
    }

    /// Walks what a macro's call makes. Of the calls and uses in it those count that are written in the macro's call.
    fn walk_made<T>(&mut self, node: Node, made: &Tree, walk: impl FnOnce(&mut Self, Node) -> T) -> Option<T> {
        let (calls, references) = (self.b.graph.calls.len(), self.b.graph.references.len());
        let (errors, dropped) = (self.b.graph.errors.len(), self.b.graph.dropped.len());
        let result = self.deeper(node, |it| walk(it, made.root_node()));
        let place = self.b.source.place(start(made.root_node())).unwrap_or_default();
        keep_written(&mut self.b.graph.errors, errors, place, |it| it.at.byte);
        keep_written(&mut self.b.graph.dropped, dropped, place, |at| *at);
        keep_written(&mut self.b.graph.calls, calls, place, |it| it.at.byte);
        keep_written(&mut self.b.graph.references, references, place, |it| it.at.byte);
        result
    }

    /// The value of what a macro's call makes: its last expression's.
    fn made_value(&mut self, root: Node, has_value: bool) -> ValueId {
        self.hoist(root);
        let mut all = items(root);
        // What ends what is made is a statement by itself behind a block.
        all.retain(|it| it.kind() != "empty_statement");
        for (at, node) in all.iter().enumerate() {
            let inner = items(*node).first().copied().filter(|_| node.kind() == "expression_statement");
            match inner {
                Some(inner) if has_value && at + 1 == all.len() => return self.passed(inner),
                _ => self.deeper(*node, |walk| walk.statement(*node, &Attributes::default())),
            };
        }
        self.builtin(Builtin::Null)
    }

    /// A row for a macro's call: the callee, the row's place and the macro's name.
    fn noted(&mut self, node: Node) -> Option<(ValueId, usize, &'s str)> {
        let path = field(node, "macro")?;
        let name = if path.kind() == "scoped_identifier" { field(path, "name")? } else { path };
        let text = self.str(name);
        let id = self.b.name(&format!("{text}!"));
        let callee = if path.kind() == "scoped_identifier" {
            let object = self.path_prefix(path);
            self.b.value(Value::Member { object, name: id })
        } else {
            let binding = self.visible(Space::Macro, id);
            self.scopes.name(self.b, id, binding)
        };
        let count = self.b.graph.calls.len();
        let tokens = items(node).into_iter().find(|it| it.kind() == "token_tree");
        let arguments = tokens.map_or(0, |tokens| pieces(tokens).len() as u32);
        self.note(node, Some((path, name)), start(path), callee, arguments);
        Some((callee, count, text))
    }

    pub fn macro_invocation(&mut self, node: Node) -> ValueId {
        let Some((callee, count, text)) = self.noted(node) else { return self.walked(node) };
        self.failing_macro(node, text);
        if let Some(made) = self.expansions.get(&start(node)).cloned() {
            let value = self.walk_made(node, &made.tree, |walk, root| walk.made_value(root, made.has_value));
            return value.unwrap_or_else(|| self.unknown());
        }
        let tokens = items(node).into_iter().find(|it| it.kind() == "token_tree");
        let is_pattern = matches!(text, "matches" | "assert_matches" | "debug_assert_matches");
        let keys = self.keys_of(node, text);
        let around = std::mem::replace(&mut self.keys, keys);
        let tokens_read = tokens.filter(|_| !QUOTING.contains(&text));
        let gate = self.gate_of(text);
        let gate = std::mem::replace(&mut self.names.gate, gate);
        let values = tokens_read.map(|tokens| self.inside_macro(tokens, is_pattern)).unwrap_or_default();
        self.names.gate = gate;
        self.keys = around;
        let noted = &mut self.b.graph.calls[count];
        noted.arguments = values.len() as u32;
        noted.given =
            values.iter().take(MACRO_LIMIT).map(|it| Given { name: None, shape: Shape::Value(*it) }).collect();
        self.written_texts(text, tokens, count);
        match text {
            "vec" => self.b.value(Value::List { items: values.into_iter().take(4).collect() }),
            "format" => self.cast(vec!["", "std", "string", "String"]),
            "concat" | "stringify" | "env" | "include_str" | "file" => self.builtin(Builtin::String),
            "matches" | "cfg" => self.builtin(Builtin::Boolean),
            "line" | "column" => self.builtin(Builtin::Number),
            // These give their argument.
            "dbg" | "try" | "ready" => match (text, values.first()) {
                ("dbg", Some(first)) => *first,
                (_, Some(first)) => self.b.value(Value::Item { object: *first, position: 1 }),
                _ => self.unknown(),
            },
            "panic" | "unreachable" | "todo" | "unimplemented" | "println" | "eprintln" | "print" | "eprint"
            | "assert" | "assert_eq" | "assert_ne" | "bail" => self.builtin(Builtin::Null),
            _ => {
                let made = self.b.value(Value::Call { callee, arguments: values });
                self.b.graph.calls[count].result = Some(made);
                made
            }
        }
    }

    fn inside_macro(&mut self, tokens: Node, is_pattern: bool) -> Vec<ValueId> {
        if self.macros_around >= MACROS_LIMIT {
            self.b.too_deep(start(tokens));
            return Vec::new();
        }
        self.macros_around += 1;
        let values = self.deeper(tokens, |walk| walk.tokens(tokens, is_pattern));
        self.macros_around -= 1;
        values.unwrap_or_default()
    }

    /// The values between a macro's brackets. `is_pattern`: behind the first comma stands a pattern.
    fn tokens(&mut self, node: Node, is_pattern: bool) -> Vec<ValueId> {
        let (first, last) = (node.child(0), node.child(node.child_count().saturating_sub(1)));
        let (Some(open), Some(close)) = (first, last) else { return Vec::new() };
        if node.child_count() < 3 {
            return Vec::new();
        }
        if !is_pattern
            && let Some(tree) = self.parse_again(open, close)
            && let Some(inner) = whole_of(tree.root_node())
        {
            return match inner.kind() {
                "block" => {
                    // What it declares may be meant for the place of the macro.
                    let value = self.body(inner);
                    value.into_iter().collect()
                }
                "tuple_expression" | "array_expression" | "parenthesized_expression" => {
                    let values = items(inner).into_iter().filter(|it| !super::calls::is_aside(*it));
                    values.map(|it| self.argument(it)).collect()
                }
                _ => Vec::new(),
            };
        }
        if let Some(branches) = self.branches(node).filter(|_| !is_pattern) {
            for branch in branches {
                self.deeper(branch, |walk| walk.tokens(branch, false));
            }
            return Vec::new();
        }
        let mut values = Vec::new();
        for piece in pieces(node) {
            if let Some(name) = represented(&piece).filter(|_| !is_pattern)
                && let Some(tree) = self.parse_again(piece[0], name)
            {
                self.deeper(name, |walk| walk.body(tree.root_node()));
                values.extend(piece.last().and_then(|consts| self.piece(*consts, *consts)));
                continue;
            }
            let [first, .., last] = piece[behind_key(&piece)..] else {
                values.extend(piece.last().and_then(|only| self.piece(*only, *only)));
                continue;
            };
            // A guard behind a pattern: `matches!(x, A(y) if f(y))`.
            let guard = piece.iter().position(|it| it.kind() == "if").filter(|_| is_pattern && !values.is_empty());
            match guard {
                Some(at) if at + 1 < piece.len() => values.extend(self.piece(piece[at + 1], last)),
                None if is_pattern && !values.is_empty() => {}
                _ => match self.piece(first, last) {
                    // What a branch is taken under: `message = next(), if is_open() => { … }`.
                    None if first.kind() == "if" => {
                        self.piece(piece[1], last);
                    }
                    value => values.extend(value),
                },
            }
            if is_pattern && values.is_empty() {
                values.push(self.unknown());
            }
        }
        values
    }

    /// What stands between two commas, where it is an expression.
    fn piece(&mut self, first: Node, last: Node) -> Option<ValueId> {
        if first == last && matches!(first.kind(), "string_literal" | "raw_string_literal" | "integer_literal") {
            return Some(self.value(first));
        }
        let tree = self.parse_again(first, last)?;
        let inner = items(tree.root_node()).first().copied()?;
        if inner.kind() == "expression_statement" && !is_broken(inner) {
            return items(inner).first().copied().map(|it| self.argument(it));
        }
        // Not an expression: what can be read of it is.
        if inner.kind().ends_with("_item") {
            self.body(tree.root_node());
        } else if inner.kind() == "let_declaration" {
            self.statement(inner, &Attributes::default());
        } else if first.kind() == "token_tree" {
            return self.deeper(first, |walk| walk.tokens(first, false))?.first().copied();
        }
        None
    }

    /// An argument of a macro; `name = value` gives a value a name.
    fn argument(&mut self, node: Node) -> ValueId {
        match (node.kind(), field(node, "left"), field(node, "right")) {
            ("assignment_expression", Some(left), Some(right)) if left.kind() == "identifier" => self.passed(right),
            _ => self.passed(node),
        }
    }

    /// The tree of the source from one node to another, as a statement. Positions stay those of the file.
    fn parse_again(&mut self, first: Node, last: Node) -> Option<Tree> {
        let text = self.b.source.text.as_str();
        let mut ranges = vec![Range {
            start_byte: first.start_byte(),
            end_byte: last.end_byte(),
            start_point: first.start_position(),
            end_point: last.end_position(),
        }];
        // Some semicolon behind it ends the statement, or one that stands behind the file's end.
        let at = text[last.end_byte()..].find(';').map_or(text.len(), |at| last.end_byte() + at);
        let (row, column) = (last.end_position().row + 1, 0);
        let (start_point, end_point) = (Place::new(row, column), Place::new(row, column + 1));
        ranges.push(Range { start_byte: at, end_byte: at + 1, start_point, end_point });
        let parser = self.parser.as_mut()?;
        parser.set_included_ranges(&ranges).ok()?;
        let rule = self.rule.as_ref();
        let in_rule = |byte: usize| rule.and_then(|(from, code)| code.get(byte.checked_sub(*from)?..));
        let read = &mut |byte: usize, _| match (in_rule(byte), text.as_bytes().get(byte..)) {
            (Some(code), _) if !code.is_empty() => code,
            (_, Some([])) => b";",
            (_, rest) => rest.unwrap_or_default(),
        };
        parser.parse_with_options(read, None, None)
    }
}

/// Whether an item stands somewhere in a tree.
fn declares(root: Node) -> bool {
    let mut pending = vec![root];
    while let Some(node) = pending.pop() {
        let kind = node.kind();
        if kind.ends_with("_item") || matches!(kind, "macro_definition" | "use_declaration") {
            return true;
        }
        let mut cursor = node.walk();
        pending.extend(node.named_children(&mut cursor).filter(|it| it.kind() != "token_tree"));
    }
    false
}

/// Keeps what is written between two bytes, each once, of a list from an index on.
fn keep_written<T>(list: &mut Vec<T>, from: usize, place: (u32, u32), at: impl Fn(&T) -> u32) {
    let mut seen = FxHashSet::default();
    let made: Vec<T> =
        list.drain(from..).filter(|it| (place.0..place.1).contains(&at(it)) && seen.insert(at(it))).collect();
    list.extend(made);
}

/// The expression that a tree consists of, if it is one and whole.
fn whole_of(root: Node) -> Option<Node> {
    if is_broken(root) {
        return None;
    }
    let mut cursor = root.walk();
    let mut all = root.named_children(&mut cursor).filter(|it| !matches!(it.kind(), "empty_statement"));
    let (only, rest) = (all.next()?, all.next());
    (only.kind() == "expression_statement" && rest.is_none()).then(|| items(only).first().copied()).flatten()
}

/// Whether a part of a tree was not understood; a semicolon may be missing.
fn is_broken(node: Node) -> bool {
    if !node.has_error() {
        return false;
    }
    let mut pending = vec![node];
    while let Some(node) = pending.pop() {
        if node.is_error() || (node.is_missing() && node.kind() != ";") {
            return true;
        }
        if node.has_error() {
            let mut cursor = node.walk();
            pending.extend(node.children(&mut cursor));
        }
    }
    false
}

/// The name of a struct that is declared with what represents it: `struct Name: u8 { const A = 1; }`.
fn represented<'t>(piece: &[Node<'t>]) -> Option<Node<'t>> {
    let at = piece.iter().position(|it| it.kind() == "struct")?;
    match piece[at + 1..] {
        [name, colon, .., body] => {
            (name.kind() == "identifier" && colon.kind() == ":" && body.kind() == "token_tree").then_some(name)
        }
        _ => None,
    }
}

/// How many tokens of a piece are a key, `"key": value` or `(key): value`, or a constant's name, or tell how a
/// value is shown, `name = %value` or `?value`.
fn behind_key(piece: &[Node]) -> usize {
    let is_mark = |it: &Node| matches!(it.kind(), "%" | "?");
    let shown = piece.iter().position(|it| is_mark(it) || it.kind() == "=").map(|at| (at, piece[at].kind() == "="));
    match shown {
        Some((0, false)) if piece.len() > 1 => return 1,
        Some((at, true)) if piece.get(at + 1).is_some_and(is_mark) && piece.len() > at + 2 => return at + 2,
        _ => {}
    }
    let constant = piece.windows(3).position(|it| it[0].kind() == "const" && it[2].kind() == "=");
    if let Some(at) = constant.filter(|at| at + 3 < piece.len()) {
        return at + 3;
    }
    match piece {
        [key, colon, _, ..]
            if colon.kind() == ":" && (key.kind().ends_with("_literal") || key.kind() == "token_tree") =>
        {
            2
        }
        _ => 0,
    }
}

/// The runs of tokens between commas, semicolons and arrows, and a block behind an arrow.
pub fn pieces(node: Node) -> Vec<Vec<Node>> {
    let mut all = vec![Vec::new()];
    let mut cursor = node.walk();
    let children: Vec<Node> = node.children(&mut cursor).collect();
    let (mut behind_arrow, mut is_block) = (false, false);
    for child in children.iter().take(children.len().saturating_sub(1)).skip(1) {
        match child.kind() {
            "," | ";" | "=>" => {
                all.push(Vec::new());
                (behind_arrow, is_block) = (child.kind() == "=>", false);
            }
            "line_comment" | "block_comment" => {}
            kind => {
                if is_block && !matches!(kind, "." | "?") {
                    all.push(Vec::new());
                    behind_arrow = false;
                }
                let Some(piece) = all.last_mut() else { continue };
                let opens = child.child(0).is_some_and(|it| it.kind() == "{");
                is_block = behind_arrow && piece.is_empty() && kind == "token_tree" && opens;
                piece.push(*child);
            }
        }
    }
    all.retain(|piece| !piece.is_empty());
    all
}
