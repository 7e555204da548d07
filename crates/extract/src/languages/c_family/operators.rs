//! What operators, loops and declarations call without naming it: told only where it leads to something of the
//! repository.

use super::statements::names;
use super::{Walk, field, items, start};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// What an operator calls: a member of the first operand's class or a function. `at`: where it stands.
    pub fn operator(&mut self, operator: &str, at: u32, operands: &[ValueId]) {
        let plain: Vec<bool> = operands.iter().map(|it| self.has_no_members(*it)).collect();
        let Some((&object, rest)) = operands.split_first() else { return };
        if !self.cpp || !plain.contains(&false) {
            return;
        }
        let text = format!("operator{operator}");
        if !plain[0] {
            self.implied(object, &text, at, rest);
        }
        let is_member = matches!(operator, "=" | "[]" | "->");
        if !is_member {
            let (name, scope) = (self.b.name(&text), self.scopes.current());
            let callee = self.b.value(Value::Name { name, scope, binding: None });
            self.imply(callee, name, at, operands);
        }
    }

    /// What is called of an object without being named.
    pub fn implied(&mut self, object: ValueId, member: &str, at: u32, given: &[ValueId]) {
        if !self.cpp || self.has_no_members(object) {
            return;
        }
        let name = self.b.name(member);
        let callee = self.b.value(Value::Member { object, name });
        self.imply(callee, name, at, given);
    }

    /// What is asked for its truth, by its name.
    pub fn tested(&mut self, node: Node, value: ValueId) {
        if matches!(node.kind(), "identifier" | "field_expression" | "this") {
            self.implied(value, "operator bool", start(node), &[]);
        }
    }

    fn imply(&mut self, callee: ValueId, name: NameId, at: u32, given: &[ValueId]) {
        self.b.value(Value::Call { callee, arguments: given.to_vec() });
        let call = Call {
            kind: CallKind::Implied,
            caller: self.b.caller(),
            callee,
            name,
            // As where it leads is called.
            text: String::new(),
            at: self.b.source.point(at),
            start_line: self.b.source.line(at),
            arguments: given.len() as u32,
            spread: false,
            given: Vec::new(),
            result: None,
        };
        self.b.graph.calls.push(call);
    }

    /// Whether a value is a number, a pointer or the like, or nothing is known of it.
    fn has_no_members(&self, value: ValueId) -> bool {
        let graph = &self.b.graph;
        let is_plain = |ty: TypeId| matches!(graph.types[ty as usize], Type::Builtin(_) | Type::List { .. });
        match graph.values[value as usize] {
            Value::Builtin(_) | Value::List { .. } | Value::Unknown { .. } | Value::Function { .. } => true,
            Value::Cast { ty } | Value::Instance { ty } => is_plain(ty),
            Value::Name { binding: Some(binding), .. } => {
                graph.bindings[binding as usize].declared.is_some_and(is_plain)
            }
            _ => false,
        }
    }

    /// `T x;`: an object that is made without a word of it. `open`: it may be given something elsewhere.
    pub fn made_by_default(&mut self, ty: Node, declarator: Node, open: bool) {
        let mut named = declarator;
        while named.kind() == "array_declarator"
            && let Some(inner) = field(named, "declarator")
        {
            named = inner;
        }
        if matches!(named.kind(), "identifier" | "field_identifier" | "qualified_identifier") {
            self.constructed_by_default(ty, start(named), open);
        }
    }

    /// A base or a member's type whose constructor without arguments is called.
    pub fn constructed_by_default(&mut self, ty: Node, at: u32, open: bool) {
        let is_outside = names(ty).first().is_some_and(|first| self.str(*first) == "std");
        if !self.cpp || is_outside {
            return;
        }
        let before = self.b.graph.calls.len();
        self.note_constructed(ty, ty, &[]);
        let at = (self.b.source.point(at), self.b.source.line(at));
        for call in &mut self.b.graph.calls[before..] {
            (call.kind, call.spread) = (CallKind::Implied, open);
            (call.at, call.start_line) = at;
        }
    }

    /// What the constructors of a class that its body shows say of its members.
    pub fn constructors_of(&self, name: &str, body: Node) -> Vec<Constructor> {
        let mut found = Vec::new();
        for member in items(body) {
            let member = match member.kind() {
                "template_declaration" => items(member).into_iter().last().unwrap_or(member),
                _ => member,
            };
            if !matches!(member.kind(), "function_definition" | "declaration" | "field_declaration") {
                continue;
            }
            let declared = field(member, "declarator").filter(|it| it.kind() == "function_declarator");
            let named = declared.and_then(|it| field(it, "declarator"));
            if named.is_none_or(|it| self.str(it) != name) {
                continue;
            }
            let parts = items(member);
            if parts.iter().any(|it| it.kind() == "delete_method_clause") {
                continue;
            }
            let is_written = member.kind() == "function_definition";
            let list = parts.into_iter().find(|it| it.kind() == "field_initializer_list");
            let given: Vec<String> = list
                .map(items)
                .unwrap_or_default()
                .into_iter()
                .filter_map(|it| {
                    let first = items(it).first().copied()?;
                    names(first).last().map(|it| self.str(*it).to_owned())
                })
                .collect();
            // One that hands on to another makes nothing itself.
            if !given.iter().any(|it| it == name) {
                found.push(Constructor { is_written, given });
            }
        }
        found
    }

    /// Whether a member or base of the class around is made by default; `Some(true)`: where constructors that are
    /// defined elsewhere do not give it anything.
    pub fn is_made_by_default(&self, name: &str) -> Option<bool> {
        let constructors = &self.inside.last()?.constructors;
        let leaves_out = |it: &Constructor| it.is_written && !it.given.iter().any(|given| given == name);
        if constructors.is_empty() || constructors.iter().any(leaves_out) {
            return Some(false);
        }
        constructors.iter().any(|it| !it.is_written).then_some(true)
    }
}

/// A constructor in its class.
pub struct Constructor {
    /// It is defined there.
    is_written: bool,
    /// The members and bases that it gives something.
    given: Vec<String>,
}
