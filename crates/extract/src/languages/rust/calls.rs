//! Calls, and the names that are passed on.

use super::names::Space;
use super::{Walk, Walker, end, field, start};
use crate::builder::CALLEE_LIMIT;
use crate::tree::{child, items};
use facts::*;
use syntax::tree_sitter::Node;

/// Methods whose type argument says what they give, and whether it is given as it is, as an option or as a result.
const BY_TYPE_ARGUMENT: [(&str, Option<&str>); 8] = [
    ("collect", None),
    ("sum", None),
    ("product", None),
    ("parse", Some("Result")),
    ("downcast", Some("Result")),
    ("downcast_ref", Some("Option")),
    ("downcast_mut", Some("Option")),
    ("from_str", Some("Result")),
];

/// Containers that are mostly the standard library's, where a file imports or declares them.
const FILLED: [&str; 8] = ["Vec", "VecDeque", "HashMap", "HashSet", "BTreeMap", "BTreeSet", "Result", "Option"];

impl Walk<'_, '_> {
    pub fn call(&mut self, node: Node) -> ValueId {
        let (Some(function), Some(arguments)) = (field(node, "function"), field(node, "arguments")) else {
            return self.walked(node);
        };
        let mut called = function;
        let mut type_arguments = None;
        loop {
            match called.kind() {
                "parenthesized_expression" => match items(called).first() {
                    Some(inner) => called = *inner,
                    None => break,
                },
                "generic_function" => {
                    type_arguments = field(called, "type_arguments");
                    match field(called, "function") {
                        Some(inner) => called = inner,
                        None => break,
                    }
                }
                _ => break,
            }
        }
        let callee = self.value(called);
        let given: Vec<Node> = items(arguments).into_iter().filter(|it| !is_aside(*it)).collect();
        let name = match called.kind() {
            "identifier" => Some((called, called)),
            "scoped_identifier" => field(called, "name").map(|name| (called, name)),
            "field_expression" => {
                field(called, "field").filter(|name| name.kind() != "integer_literal").map(|name| (called, name))
            }
            _ => None,
        };
        let noted = match called.kind() {
            "closure_expression" => None,
            _ => Some(self.note(node, name, start(called), callee, given.len() as u32)),
        };
        let made = type_arguments.map(|list| self.type_arguments(list)).unwrap_or_default();
        let arguments = given.iter().enumerate().map(|(at, argument)| match argument.kind() {
            "closure_expression" => self.closure(*argument, Some((callee, at as u32))),
            // What is behind a reference has its type, and yet is given in another way.
            "unary_expression" if self.str(*argument).starts_with('*') => {
                let value = self.passed(*argument);
                self.b.value(Value::Either { options: vec![value] })
            }
            // Of several arguments none decides alone by how it is given.
            "reference_expression" if given.len() == 1 && child(*argument, "mutable_specifier").is_none() => {
                let object = self.passed(*argument);
                self.b.value(Value::Lent { object })
            }
            _ => self.passed(*argument),
        });
        let mut arguments: Vec<ValueId> = arguments.collect();
        self.failing_call(node, called, &given, &arguments);
        self.puts_in(called, &arguments);
        if let ([ty], Some((_, name)), Some(list)) = (&made[..], name, type_arguments)
            && let Some((_, wrapped)) = BY_TYPE_ARGUMENT.iter().find(|(method, _)| *method == self.str(name))
            && (!self.leaves_open(list) || self.is_of_file(*ty) && !self.is_filled(*ty))
        {
            let ty = match wrapped {
                Some(wrapper) => self.named(vec![*wrapper], vec![*ty]),
                None => *ty,
            };
            let result = self.b.value(Value::Cast { ty });
            self.gives(noted, &given, &arguments, result);
            return result;
        }
        let given: Vec<Node> = given.into_iter().map(tail_of).collect();
        let written = arguments.len();
        if !made.is_empty() {
            arguments.push(self.b.value(Value::TypeArguments { types: made }));
        }
        let result = self.b.value(Value::Call { callee, arguments: arguments.clone() });
        self.gives(noted, &given, &arguments[..written], result);
        result
    }

    /// Whether a type is one that the file declares or imports by name: what it holds may be left open.
    fn is_of_file(&self, ty: TypeId) -> bool {
        matches!(&self.b.graph.types[ty as usize], Type::Name { root: Some(root), .. }
            if self.b.graph.bindings[*root as usize].kind != BindingKind::TypeParam)
    }

    /// Whether a type is called like a standard container: what it holds is what is put into it.
    fn is_filled(&self, ty: TypeId) -> bool {
        let Type::Name { path, .. } = &self.b.graph.types[ty as usize] else { return false };
        path.last().is_some_and(|name| FILLED.contains(&self.b.graph.name(*name)))
    }

    /// A row for a call, and which one it is. `name`: what is called up to its name, and the name; none for `f()()`,
    /// `x[i]()`.
    pub fn note(&mut self, node: Node, name: Option<(Node, Node)>, at: u32, callee: ValueId, arguments: u32) -> usize {
        let (text, name, at) = match name {
            Some((whole, name)) => {
                let text = self.b.text_end(start(whole), end(name), CALLEE_LIMIT);
                (text, self.name(name), self.name_start(name))
            }
            None => (String::new(), self.b.name(""), at),
        };
        let call = Call {
            kind: CallKind::Call,
            caller: self.b.caller(),
            callee,
            name,
            text,
            at: self.b.source.point(at),
            start_line: self.b.source.line(start(node)),
            arguments,
            spread: false,
            given: Vec::new(),
            result: None,
        };
        self.b.graph.calls.push(call);
        self.b.graph.calls.len() - 1
    }

    /// The value of something passed on: an argument, an element, what is assigned or returned. Where it
    /// may name a function, that is a use of it.
    pub fn passed(&mut self, node: Node) -> ValueId {
        let value = self.value(node);
        let name = match node.kind() {
            "identifier" => {
                let name = self.name(node);
                let kind = self.visible(Space::Value, name).map(|binding| self.b.graph.bindings[binding as usize].kind);
                match kind {
                    Some(BindingKind::Variable | BindingKind::Parameter) => None,
                    _ => Some(node),
                }
            }
            "scoped_identifier" => field(node, "name"),
            _ => None,
        };
        if let Some(at) = name {
            let id = self.name(at);
            self.b.refer(ReferenceKind::Callback, value, id, self.name_start(at));
        }
        value
    }
}

/// What a block in the place of an argument gives: its last expression.
fn tail_of(node: Node) -> Node {
    let mut at = node;
    while at.kind() == "block" {
        let Some(last) = items(at).last().copied() else { return node };
        let is_statement = last.kind() == "expression_statement";
        at = match items(last).first() {
            Some(inner) if is_statement && end(*inner) == end(last) => *inner,
            _ if is_statement || last.kind().ends_with("_declaration") || last.kind().ends_with("_item") => {
                return node;
            }
            _ => last,
        };
    }
    at
}

/// What may stand between arguments and is none.
pub fn is_aside(node: Node) -> bool {
    matches!(node.kind(), "line_comment" | "block_comment" | "attribute_item")
}
