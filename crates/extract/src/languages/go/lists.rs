//! What literals list: functions in a row, and tables of routes.

use super::{Walk, Walker, start};
use facts::*;
use syntax::tree_sitter::Node;

/// Longer lists are data.
const MAX_ITEMS: usize = 200;
/// Texts that a loop goes through to register something for each.
const MAX_TEXTS: usize = 24;

/// What stands between the braces of a literal: members by name, and elements, with their keys where these are texts.
#[derive(Default)]
pub struct Body {
    pub members: Vec<Given>,
    pub items: Vec<Given>,
}

impl Body {
    pub fn shape(&self) -> Shape {
        let all = if self.members.is_empty() { &self.items } else { &self.members };
        let named: Option<Vec<_>> = all.iter().map(|it| Some((it.name?, it.shape.clone()))).collect();
        match named.filter(|named| !named.is_empty()) {
            Some(named) => Shape::Object(named),
            None => Shape::List(all.iter().map(|it| it.shape.clone()).collect()),
        }
    }
}

/// A literal, as long as it is not known whether it is a part of another.
pub struct Listed {
    pub value: ValueId,
    pub shape: Shape,
    at: u32,
    caller: Option<SymbolId>,
    items: Vec<Given>,
}

impl Walk<'_, '_> {
    pub fn note_list(&mut self, value: ValueId, node: Node, body: &Body) {
        if (body.items.is_empty() && body.members.is_empty()) || body.items.len() > MAX_ITEMS {
            return;
        }
        let caller = self.b.caller();
        self.lists.push(Listed { value, shape: body.shape(), at: start(node), caller, items: body.items.clone() });
    }

    /// Keeps the literals that list what may be functions, or rows that hold some, as calls without a name; of those that
    /// list texts those that loops go through.
    pub fn keep_lists(&mut self) {
        let gone_through = self.gone_through();
        for listed in std::mem::take(&mut self.lists) {
            let is_text = |it: &Given| matches!(it.shape, Shape::Text(_));
            let is_of_texts = listed.items.len() <= MAX_TEXTS && listed.items.iter().all(is_text);
            let is_turns = is_of_texts && gone_through.contains(&listed.value);
            if !is_turns && !listed.items.iter().any(|it| self.may_hold_function(&it.shape)) {
                continue;
            }
            let literal = Call {
                kind: CallKind::New,
                caller: listed.caller,
                callee: self.unknown(),
                name: self.b.name(""),
                text: String::new(),
                at: self.b.source.point(listed.at),
                start_line: self.b.source.line(listed.at),
                arguments: 0,
                spread: false,
                given: listed.items,
                result: Some(listed.value),
            };
            self.b.graph.literals.push(literal);
        }
    }

    /// What loops go through, be it by the name of a variable that holds it.
    fn gone_through(&self) -> Vec<ValueId> {
        let graph = &self.b.graph;
        if self.lists.is_empty() {
            return Vec::new();
        }
        let through = graph.values.iter().filter_map(|value| match *value {
            Value::Item { object, position: 1 } => match graph.values[object as usize] {
                Value::Name { binding: Some(binding), .. } => graph.bindings[binding as usize].values.first().copied(),
                _ => Some(object),
            },
            _ => None,
        });
        through.collect()
    }

    fn may_hold_function(&self, shape: &Shape) -> bool {
        match shape {
            Shape::Value(value) => matches!(
                self.b.graph.values[*value as usize],
                Value::Name { .. } | Value::Member { .. } | Value::Call { .. }
            ),
            Shape::Function { .. } => true,
            Shape::List(items) => items.iter().any(|it| self.may_hold_function(it)),
            Shape::Object(members) => members.iter().any(|(_, it)| self.may_hold_function(it)),
            _ => false,
        }
    }
}
