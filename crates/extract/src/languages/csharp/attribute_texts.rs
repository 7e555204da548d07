//! What constructors of attributes hand on, by which the paths are known that they give: the texts of
//! `: base(1, $"api/{name}")`, and what is put into `Template`. They are kept as texts of members of the constructor, or of the
//! class that has a primary one: `(base)`, `(base 0)`, `(this name)`, `(default 0)`, `Template`, in which `${$0}` is the first parameter.

use super::{Walk, Walker, child, field, items};
use crate::shapes;
use facts::*;
use syntax::tree_sitter::Node;

/// What an attribute's name ends with.
const ATTRIBUTE: &str = "Attribute";
/// The property by which an attribute says its path.
const TEMPLATE: &str = "Template";
/// What stands for what is no text.
const UNKNOWN: &str = "${?}";

impl Walk<'_, '_> {
    /// Keeps what a constructor hands to the class it extends, or to another of its own.
    pub fn keep_handed_texts(&mut self, symbol: SymbolId, word: &str, arguments: Node) {
        if !self.is_of_attribute(symbol) {
            return;
        }
        self.keep_text(symbol, &format!("({word})"), "");
        let mut place = 0;
        for argument in items(arguments) {
            let parts = items(argument);
            let Some(written) = parts.last() else { continue };
            let named = field(argument, "name").map(|it| self.str(it).to_owned());
            let at = named.unwrap_or_else(|| place.to_string());
            place += 1;
            let text = self.text_of_parameters(symbol, *written).unwrap_or_else(|| UNKNOWN.to_owned());
            self.keep_text(symbol, &format!("({word} {at})"), &text);
        }
    }

    /// Keeps what the parameters of a constructor are where they are given nothing.
    pub fn keep_defaults(&mut self, symbol: SymbolId) {
        if !self.is_of_attribute(symbol) {
            return;
        }
        for at in 0..self.b.graph.symbols[symbol as usize].params.len() {
            let default = self.b.graph.symbols[symbol as usize].params[at].default.clone();
            if let Some(text) = default.as_deref().and_then(plain).map(str::to_owned) {
                self.keep_text(symbol, &format!("(default {at})"), &text);
            }
        }
    }

    /// Keeps what the property that says the path holds.
    pub fn keep_template_held(&mut self, name: Node, value: Option<Node>) {
        let Some(class) = self.class().filter(|it| self.str(name) == TEMPLATE && self.is_of_attribute(*it)) else {
            return;
        };
        let held = value.and_then(|it| match it.kind() {
            "arrow_expression_clause" => items(it).first().copied(),
            _ => Some(it),
        });
        if let Some(text) = held.and_then(|it| self.text_of_parameters(class, it)) {
            self.keep_text(class, TEMPLATE, &text);
        }
    }

    /// Keeps what a constructor puts into that property.
    pub fn keep_template(&mut self, symbol: SymbolId, body: Node) {
        if self.b.graph.symbols[symbol as usize].kind != SymbolKind::Constructor || !self.is_of_attribute(symbol) {
            return;
        }
        for statement in items(body) {
            let assignment = match statement.kind() {
                "assignment_expression" => Some(statement),
                _ => child(statement, "assignment_expression"),
            };
            let Some((left, right)) = assignment.and_then(|it| Some((field(it, "left")?, field(it, "right")?))) else {
                continue;
            };
            if self.str(left).trim_start_matches("this.") == TEMPLATE
                && let Some(text) = self.text_of_parameters(symbol, right)
            {
                self.keep_text(symbol, TEMPLATE, &text);
            }
        }
    }

    fn is_of_attribute(&self, symbol: SymbolId) -> bool {
        let own = &self.b.graph.symbols[symbol as usize];
        let class = match own.kind {
            SymbolKind::Constructor => own.parent.map(|it| &self.b.graph.symbols[it as usize]),
            _ => Some(own),
        };
        class.is_some_and(|it| self.b.graph.name(it.name).ends_with(ATTRIBUTE))
    }

    /// A text with its names as `${name}`, parameters by their places.
    fn text_of_parameters(&mut self, symbol: SymbolId, node: Node) -> Option<String> {
        let mut text = match node.kind() {
            "identifier" | "member_access_expression" => format!("${{{}}}", self.str(node)),
            _ => match shapes::constant(self.b, node) {
                Shape::Text(text) | Shape::Joined(text) => self.b.graph.name(text).to_owned(),
                Shape::Literal(text) => self.b.graph.name(text).to_owned(),
                _ => return None,
            },
        };
        let params = &self.b.graph.symbols[symbol as usize].params;
        for (at, name) in params.iter().map(|it| self.b.graph.name(it.name)).enumerate() {
            text = text.replace(&format!("${{{name}}}"), &format!("${{${at}}}"));
        }
        Some(text)
    }

    fn keep_text(&mut self, symbol: SymbolId, name: &str, text: &str) {
        let (name, text) = (self.b.name(name), self.b.name(text));
        self.b.graph.member_texts.push((symbol, name, text));
    }
}

/// A text or a number as it is written.
fn plain(default: &str) -> Option<&str> {
    let is_number = default.chars().all(|c| c.is_ascii_digit());
    let inner = || default.trim_start_matches('@').strip_prefix('"')?.strip_suffix('"');
    if is_number { Some(default) } else { inner() }
}
