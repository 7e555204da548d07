//! Blocks, branches, loops and `let`.

use super::names::Space;
use super::{Walk, Walker, field, start};
use crate::tree::items;
use facts::*;
use syntax::tree_sitter::Node;

/// A loop or a labelled block around, and what `break` gives it.
pub struct Breaks {
    label: Option<String>,
    is_loop: bool,
    given: Vec<ValueId>,
}

impl Walk<'_, '_> {
    /// A block's value is its last expression's.
    pub fn block(&mut self, node: Node) -> ValueId {
        let last = self.scoped(|walk| walk.body(node));
        last.unwrap_or_else(|| self.builtin(Builtin::Null))
    }

    pub fn let_declaration(&mut self, node: Node) {
        let declared = field(node, "type").map(|ty| (self.ty(ty), self.leaves_open(ty)));
        let value = field(node, "value").map(|value| self.passed(value));
        field(node, "alternative").into_iter().for_each(|block| {
            self.b.branch();
            self.block(block);
        });
        let Some(pattern) = field(node, "pattern") else { return };
        if self.str(pattern) == "_" {
            field(node, "value").into_iter().for_each(|value| self.drops_value(value));
        }
        // What is collected is of the container that is written, whatever that is of.
        let collects = field(node, "value").is_some_and(|value| self.str(value).ends_with(".collect()"));
        let declared = declared.filter(|(_, open)| !open || collects || value.is_none()).map(|(ty, _)| ty);
        let mut inner = pattern;
        while matches!(inner.kind(), "mut_pattern" | "ref_pattern")
            && let Some(child) = items(inner).last().copied()
        {
            inner = child;
        }
        if inner.kind() == "identifier" {
            let name = self.name(inner);
            let binding = self.bind_local(name, BindingKind::Variable, start(inner));
            self.b.binding_mut(binding).declared = declared;
            value.into_iter().for_each(|value| self.b.assign(binding, value));
            return;
        }
        let value = match declared {
            Some(ty) => self.b.value(Value::Cast { ty }),
            None => value.unwrap_or_else(|| self.unknown()),
        };
        self.pattern(pattern, value);
    }

    /// Whether the block binds the name of a `let` already.
    pub fn is_bound_here(&mut self, node: Node) -> bool {
        let Some(pattern) = field(node, "pattern").filter(|it| it.kind() == "identifier") else { return false };
        let name = self.name(pattern);
        self.names.bound(Space::Value, self.scopes.current(), name).is_some()
    }

    /// Whether a type has holes that the value fills: `Vec<_>`; the lifetime `'_` is none.
    pub fn leaves_open(&self, ty: Node) -> bool {
        let text = self.str(ty).as_bytes();
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let is_alone = |at: usize| {
            let before = at.checked_sub(1).map(|at| text[at]);
            let inside = before.is_some_and(|byte| is_name(&byte) || byte == b'\'');
            !inside && !text.get(at + 1).is_some_and(is_name)
        };
        (0..text.len()).any(|at| text[at] == b'_' && is_alone(at))
    }

    pub fn if_value(&mut self, node: Node) -> ValueId {
        self.b.branch();
        self.conditional(node);
        let mut options = Vec::new();
        self.scoped(|walk| {
            field(node, "condition").into_iter().for_each(|it| walk.condition(it));
            options.extend(field(node, "consequence").map(|block| walk.block(block)));
            let asked = field(node, "condition").filter(|it| it.kind() == "let_condition");
            if let (Some(pattern), Some(block)) =
                (asked.and_then(|it| field(it, "pattern")), field(node, "consequence"))
            {
                walk.looked_at(node, pattern, block);
            }
        });
        if let Some(inner) = field(node, "alternative").and_then(|it| items(it).first().copied()) {
            options.push(self.value(inner));
        }
        self.either(options)
    }

    /// What a condition tests; its patterns bind in the scope that is open.
    pub fn condition(&mut self, node: Node) {
        self.deeper(node, |walk| match node.kind() {
            "let_condition" => {
                let Some(value) = field(node, "value").map(|it| walk.value(it)) else { return };
                field(node, "pattern").into_iter().for_each(|it| walk.pattern(it, value));
            }
            "let_chain" => items(node).into_iter().for_each(|it| walk.condition(it)),
            _ => {
                walk.value(node);
            }
        });
    }

    pub fn match_value(&mut self, node: Node) -> ValueId {
        let value = match field(node, "value") {
            Some(value) => self.value(value),
            None => self.unknown(),
        };
        let mut options = Vec::new();
        for arm in field(node, "body").map(items).unwrap_or_default() {
            let Some(pattern) = field(arm, "pattern").filter(|_| arm.kind() == "match_arm") else { continue };
            if self.str(pattern) != "_" {
                self.b.branch();
            }
            let result = self.scoped(|walk| {
                items(pattern).first().into_iter().for_each(|it| walk.pattern(*it, value));
                field(pattern, "condition").into_iter().for_each(|it| walk.condition(it));
                let value = field(arm, "value").map(|it| walk.passed(it));
                if let (Some(inner), Some(body)) = (items(pattern).first(), field(arm, "value")) {
                    walk.looked_at(arm, *inner, body);
                }
                value
            });
            options.extend(result);
        }
        self.either(options)
    }

    pub fn loop_value(&mut self, node: Node) -> ValueId {
        if node.kind() != "loop_expression" {
            self.b.branch();
        }
        let around = Breaks { label: self.label(node), is_loop: true, given: Vec::new() };
        self.breaks.push(around);
        self.scoped(|walk| {
            let value = field(node, "value").map(|it| walk.value(it));
            field(node, "condition").into_iter().for_each(|it| walk.condition(it));
            if let (Some(pattern), Some(object)) = (field(node, "pattern"), value) {
                let item = walk.b.value(Value::Item { object, position: 1 });
                walk.pattern(pattern, item);
            }
            field(node, "body").into_iter().for_each(|body| {
                walk.block(body);
            });
        });
        let given = self.breaks.pop().map(|it| it.given).unwrap_or_default();
        if given.is_empty() { self.unknown() } else { self.either(given) }
    }

    /// `'a: { … break 'a value; … }`: what it gives in the middle or at its end.
    pub fn labelled_block(&mut self, node: Node) -> ValueId {
        let label = self.label(node);
        if label.is_none() {
            return self.block(node);
        }
        self.breaks.push(Breaks { label, is_loop: false, given: Vec::new() });
        let last = self.block(node);
        let mut given = self.breaks.pop().map(|it| it.given).unwrap_or_default();
        given.push(last);
        self.either(given)
    }

    /// A value that `break` gives to the loop that it names, or to the innermost.
    pub fn breaks_with(&mut self, node: Node, value: ValueId) {
        let label = self.label(node);
        let is_meant = |it: &&mut Breaks| if label.is_some() { it.label == label } else { it.is_loop };
        if let Some(around) = self.breaks.iter_mut().rev().find(is_meant) {
            crate::builder::push_bounded(&mut around.given, value);
        }
    }

    fn label(&self, node: Node) -> Option<String> {
        let mut cursor = node.walk();
        let label = node.children(&mut cursor).find(|it| it.kind() == "label");
        label.map(|it| self.str(it).trim_end_matches(':').to_owned())
    }

    /// One of several values; one that says nothing is left out.
    fn either(&mut self, mut options: Vec<ValueId>) -> ValueId {
        options.retain(|it| !matches!(self.b.graph.values[*it as usize], Value::Builtin(Builtin::Null)));
        options.dedup();
        options.truncate(crate::builder::VALUES_LIMIT);
        match options[..] {
            [] => self.builtin(Builtin::Null),
            [one] => one,
            _ => self.b.value(Value::Either { options }),
        }
    }
}
