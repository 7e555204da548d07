//! Definitions of macros: a symbol under the macro's plain name, bound under its name with `!`, and what their rules
//! make of what they are given.

use super::{Attributes, Space, Walk, declares, field, items, start, whole_of};
use crate::languages::rust::attributes::holds;
use crate::tree::end;
use crate::walk::Walker;
use facts::*;
use syntax::tree_sitter::Node;

/// What a rule wants between its brackets, where that is one name a piece between commas.
struct Wanted<'t> {
    names: Vec<Node<'t>>,
    /// Anything may stand behind them.
    more: bool,
}

impl Walk<'_, '_> {
    pub fn macro_definition(&mut self, node: Node, attributes: &Attributes) {
        let Some(name) = field(node, "name") else { return };
        let symbol = self.declare(SymbolKind::Function, name, node, attributes);
        let exported = self.is_exported_macro(symbol);
        let made = self.b.symbol_mut(symbol);
        made.exported = exported;
        made.modifiers = Modifiers::default().with(Modifiers::PRIVATE, !exported);
        let is_elsewhere = self.puts_elsewhere(node);
        let made = self.b.symbol_mut(symbol);
        made.modifiers = made.modifiers.with(Modifiers::ELSEWHERE, is_elsewhere);
        let id = self.b.name(&format!("{}!", self.b.graph.name(self.b.graph.symbols[symbol as usize].name)));
        self.bind_item(Space::Macro, id, symbol, attributes);
        self.b.sign(symbol, start(node), end(name));
        self.macro_values(symbol, node);
    }

    fn is_exported_macro(&self, symbol: SymbolId) -> bool {
        self.b.graph.symbols[symbol as usize].decorators.iter().any(|it| it.text.starts_with("macro_export"))
    }

    /// Whether all rules of a macro put what they are given under a condition that does not hold.
    fn puts_elsewhere(&self, node: Node) -> bool {
        let mut rules = items(node).into_iter().filter(|it| it.kind() == "macro_rule").peekable();
        rules.peek().is_some()
            && rules.all(|rule| {
                let made = field(rule, "right").map(|right| self.str(right)).unwrap_or_default();
                condition_around(made).is_some_and(|condition| !holds(&condition, 0))
            })
    }

    /// What the rules of a macro make: returns of its symbol. Rules that start with `@` are for the macro's own use.
    fn macro_values(&mut self, symbol: SymbolId, node: Node) {
        for rule in items(node).into_iter().filter(|it| it.kind() == "macro_rule") {
            let (Some(left), Some(right)) = (field(rule, "left"), field(rule, "right")) else { continue };
            self.implemented(symbol, left, right);
            self.spread_items(symbol, left, right);
            if self.str(left).trim_start_matches(['(', '[', '{', ' ', '\n']).starts_with('@') {
                continue;
            }
            let made = as_code(self.str(right));
            let wanted = made.as_ref().and_then(|_| self.wanted(left));
            let code = made.filter(|_| wanted.is_some()).map(|made| (right.start_byte(), made.into_bytes()));
            let around = std::mem::replace(&mut self.rule, code);
            let value = self.rule_value(right, wanted.as_ref());
            self.rule = around;
            let Some(value) = value else { continue };
            if matches!(self.b.graph.values[value as usize], Value::Unknown { .. } | Value::Builtin(_)) {
                continue;
            }
            let value = match wanted {
                Some(Wanted { names, more }) => self.b.value(Value::Rule { pieces: names.len() as u32, more, value }),
                None => value,
            };
            self.b.returned(symbol, value);
        }
    }

    /// The value of what a rule makes. What is called in it is none of the file's own calls.
    fn rule_value(&mut self, right: Node, wanted: Option<&Wanted>) -> Option<ValueId> {
        let tree = self.parse_again(right, right)?;
        let inner = whole_of(tree.root_node()).filter(|it| !declares(*it))?;
        let (calls, references) = (self.b.graph.calls.len(), self.b.graph.references.len());
        let (errors, dropped) = (self.b.graph.errors.len(), self.b.graph.dropped.len());
        let value = self.scoped(|walk| {
            let names = wanted.into_iter().flat_map(|wanted| &wanted.names);
            names.enumerate().for_each(|(position, name)| walk.bind_piece(*name, position as u32));
            walk.value(inner)
        });
        self.b.graph.errors.truncate(errors);
        self.b.graph.dropped.truncate(dropped);
        self.b.graph.calls.truncate(calls);
        self.b.graph.references.truncate(references);
        Some(value)
    }

    fn bind_piece(&mut self, name: Node, position: u32) {
        let id = self.b.name(self.str(name).trim_start_matches('$'));
        let value = self.b.value(Value::Piece { position });
        let binding = self.bind_local(id, BindingKind::Variable, start(name));
        self.b.assign(binding, value);
    }

    /// `($a:expr, $b:ident $(,)?)`, `($a:expr, $($rest:tt)*)`
    fn wanted<'t>(&self, left: Node<'t>) -> Option<Wanted<'t>> {
        let mut cursor = left.walk();
        let tokens: Vec<Node> = left.children(&mut cursor).filter(|it| !it.kind().ends_with("_comment")).collect();
        let inside = tokens.get(1..tokens.len().checked_sub(1)?)?;
        let (mut names, mut more) = (Vec::new(), false);
        for piece in inside.split(|it| it.kind() == ",") {
            for token in piece {
                match token.kind() {
                    _ if more => return None,
                    "token_binding_pattern" => names.push(field(*token, "name")?),
                    "token_repetition_pattern" => more = !self.str(*token).starts_with("$(,)"),
                    _ => return None,
                }
            }
            let bound = piece.iter().filter(|it| it.kind() == "token_binding_pattern").count();
            if bound > 1 {
                return None;
            }
        }
        Some(Wanted { names, more })
    }
}

/// The condition under which a rule puts what it is given, `{ $(#[cfg(a)] $item)* }`, where it makes nothing else.
fn condition_around(made: &str) -> Option<String> {
    let lines = made.lines().map(|line| line.split_once("//").map_or(line, |(code, _)| code));
    let made = lines.collect::<Vec<_>>().join(" ");
    let (before, rest) = made.split_once("#[cfg(")?;
    let mut depth = 1i32;
    let end = rest.bytes().position(|byte| {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        depth == 0
    })?;
    let mut behind = rest[end + 1..].trim_start().strip_prefix(']')?.trim_start();
    while behind.starts_with("#[") {
        behind = behind.split_once("]").map(|(_, rest)| rest.trim_start())?;
    }
    let is_mark = |it: char| it.is_whitespace() || "{}()$*+?".contains(it);
    let given = behind.trim_start().strip_prefix('$')?.trim_end_matches(is_mark).trim_start_matches(is_mark);
    let is_name = given.chars().all(|it| it.is_alphanumeric() || it == '_') && !given.is_empty();
    (is_name && before.chars().all(is_mark)).then(|| rest[..end].to_owned())
}

/// What a rule makes as code of the same length: names without their `$`, what is repeated once, no `use` declarations.
fn as_code(made: &str) -> Option<String> {
    let mut bytes = without_marks(made, false)?.into_bytes();
    for (at, _) in made.match_indices("use ") {
        let opens = made[..at].trim_end().ends_with(['{', ';', '}']);
        if let Some(length) = made[at..].find(';').filter(|_| opens) {
            bytes[at..=at + length].iter_mut().filter(|it| **it != b'\n').for_each(|it| *it = b' ');
        }
    }
    String::from_utf8(bytes).ok()
}

/// What a rule makes without `$` and the marks of what is repeated, also without the brackets around that.
pub(super) fn without_marks(made: &str, brackets: bool) -> Option<String> {
    if !made.contains('$') {
        return None;
    }
    let mut bytes = made.replace('$', " ").into_bytes();
    for (at, _) in made.match_indices("$(") {
        let mut open = 0;
        let close = made[at + 1..].bytes().position(|byte| {
            open += i32::from(byte == b'(') - i32::from(byte == b')');
            open == 0
        })?;
        // `$(…)*`, `$(…),+`
        let end = at + 1 + close + 1;
        let mark = made[end..].find(['*', '+', '?']).filter(|mark| *mark < 3)?;
        bytes[end..=end + mark].fill(b' ');
        if brackets {
            (bytes[at + 1], bytes[end - 1]) = (b' ', b' ');
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::{as_code, condition_around, without_marks};

    #[test]
    fn what_a_rule_puts_under_a_condition_is_known() {
        let made = "{ $( #[cfg(all(a, // first\n any(b, c)))] #[cfg_attr(d, doc(cfg(a)))] $item )* }";
        assert_eq!(condition_around(made).as_deref(), Some("all(a,   any(b, c))"));
        assert_eq!(condition_around("{ #[cfg(a)] $($item)* }").as_deref(), Some("a"));
        assert_eq!(condition_around("{ #[cfg(a)] fn f() {} $($item)* }"), None);
        assert_eq!(condition_around("{ f(); #[cfg(a)] $item }"), None);
        assert_eq!(condition_around("{ $item }"), None);
    }

    #[test]
    fn what_a_rule_makes_is_read_as_code() {
        assert_eq!(as_code("{ f(1) }"), None);
        assert_eq!(as_code("{ $crate::f!($a, $($b),*) }").as_deref(), Some("{  crate::f!( a,  ( b)  ) }"));
        assert_eq!(as_code("{ use a::*; g($a) }").as_deref(), Some("{           g( a) }"));
        assert_eq!(as_code("{ $(f($a); }"), None);
        assert_eq!(as_code("{ $( é"), None);
        assert_eq!(without_marks("impl<$($a),*> $b {}", true).as_deref(), Some("impl<   a   >  b {}"));
    }
}
