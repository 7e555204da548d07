//! Attributes: decorators in the graph's words. One with arguments constructs its class.

use super::{Walk, Walker, child, end, field, identifier, items, start};
use crate::builder::TEXT_LIMIT;
use crate::shapes;
use facts::*;
use syntax::tree_sitter::Node;

/// Arguments that name what is declared elsewhere: a constant, a member of an enumeration.
const NAMES: [&str; 2] = ["identifier", "member_access_expression"];

impl Walk<'_, '_> {
    /// The attributes of a declaration, as written on it.
    pub fn attributes(&mut self, symbol: SymbolId, node: Node) {
        let made = self.attributes_of(node);
        self.b.symbol_mut(symbol).decorators = made;
    }

    /// Walks the attributes that stand on a node.
    pub fn attributes_of(&mut self, node: Node) -> Vec<Decorator> {
        let lists = items(node).into_iter().filter(|it| it.kind() == "attribute_list");
        let all: Vec<_> = lists.flat_map(items).filter(|it| it.kind() == "attribute").collect();
        all.into_iter().filter_map(|it| self.attribute(it)).collect()
    }

    pub fn attribute(&mut self, node: Node) -> Option<Decorator> {
        let name = field(node, "name")?;
        let last = identifier(name)?;
        let value = self.attribute_class(name, last);
        let id = self.name(last);
        self.b.refer(ReferenceKind::Decorator, value, id, start(last));
        let (mut given, mut arguments) = (Vec::new(), Vec::new());
        for argument in child(node, "attribute_argument_list").map(items).unwrap_or_default() {
            let parts = items(argument);
            let Some(&last) = parts.last() else { continue };
            let value = self.value(last);
            let shape = match NAMES.contains(&last.kind()) {
                true => Shape::Value(value),
                false => self.given_argument(last),
            };
            // What sets a property comes behind what the constructor is given.
            let marks = |mark: &str| argument.children(&mut argument.walk()).any(|it| it.kind() == mark);
            match parts.first().filter(|_| parts.len() > 1) {
                None => arguments.push(value),
                Some(name) if marks(":") => {
                    let name = self.name(*name);
                    arguments.push(self.b.value(Value::Named { name, value }));
                }
                Some(_) => {}
            }
            if let Some(written) = parts.last().filter(|_| given.len() < SHAPES_LIMIT) {
                // `Name = value` sets a property, `name: value` gives a parameter.
                let name = parts.first().filter(|first| first.id() != written.id() && first.kind() == "identifier");
                let name = name.map(|name| self.name(*name));
                given.push(Given { name, shape });
            }
        }
        self.constructed(node, value, last, arguments);
        Some(Decorator { text: self.b.text(start(node), end(node), TEXT_LIMIT), value, given })
    }

    /// The constructor that an attribute calls.
    fn constructed(&mut self, node: Node, class: ValueId, last: Node, arguments: Vec<ValueId>) {
        let count = arguments.len() as u32;
        // A value of its own: overloads are chosen by a call's arguments.
        let Value::Cast { ty } = self.b.graph.values[class as usize] else { return };
        let callee = self.b.value(Value::Cast { ty });
        self.b.value(Value::New { callee, arguments });
        let call = Call {
            kind: CallKind::Implied,
            caller: self.b.caller(),
            callee,
            name: self.name(last),
            text: self.str(last).to_owned(),
            at: self.b.source.point(start(last)),
            start_line: self.b.source.line(start(node)),
            arguments: count,
            spread: false,
            given: Vec::new(),
            result: None,
        };
        self.b.graph.calls.push(call);
    }

    /// What an argument is as it is written; `nameof(Orders.Show)` is the last of its names.
    fn given_argument(&mut self, node: Node) -> Shape {
        let is_name = field(node, "function").is_some_and(|it| self.str(it) == "nameof");
        let named = child(node, "argument_list").filter(|_| is_name).and_then(|list| items(list).first().copied());
        match named.and_then(|it| self.str(it).rsplit('.').next().map(str::to_owned)) {
            Some(name) => Shape::Text(self.b.name(&name)),
            None => {
                let mut shape = shapes::constant(self.b, node);
                if node.kind() == "string_literal" {
                    shapes::unescape(self.b, &mut shape);
                }
                shape
            }
        }
    }

    /// `[Fact]` means `FactAttribute`, or else `Fact`.
    fn attribute_class(&mut self, name: Node, last: Node) -> ValueId {
        let plain = self.ty(name);
        let text = self.str(last);
        if text.ends_with("Attribute") {
            return self.class_of(plain);
        }
        let Type::Name { mut path, scope, arguments, .. } = self.b.graph.types[plain as usize].clone() else {
            return self.class_of(plain);
        };
        let arity =
            path.pop().and_then(|name| self.b.graph.name(name).split_once('`').map(|(_, count)| count.to_owned()));
        let full = arity.map_or(format!("{text}Attribute"), |count| format!("{text}Attribute`{count}"));
        path.push(self.b.name(&full));
        let full = self.b.ty(Type::Name { path, scope, root: None, arguments });
        let options = [full, plain].map(|inner| self.b.ty(Type::ClassOf { inner })).to_vec();
        let ty = self.b.ty(Type::Union { options });
        self.b.value(Value::Cast { ty })
    }
}
