//! Lambdas: what they are given, what `this` and `it` are in them, what they return.

use super::{Receiver, ReceiverKind, Walk, Walker, child, is_comment, items};
use crate::tree::{field, start};
use facts::*;
use syntax::tree_sitter::Node;

/// How deep the lambdas that an expression gives are looked for in its branches.
const ASKED_DEPTH: u8 = 8;
/// Whose blocks are given each of what they are called on. Sorted.
const GIVES_EACH: [&str; 8] = ["filter", "filterNot", "flatMap", "forEach", "map", "mapNotNull", "onEach", "sortedBy"];
/// Whose blocks are given nothing, so that `it` in them is that of what stands around: of the standard library, of its
/// coroutines, and the containers of Compose. Sorted.
const GIVES_NOTHING: [&str; 38] = [
    "Box",
    "Card",
    "Column",
    "LaunchedEffect",
    "LazyColumn",
    "LazyRow",
    "Row",
    "Surface",
    "apply",
    "async",
    "buildList",
    "buildMap",
    "buildSet",
    "buildString",
    "callbackFlow",
    "channelFlow",
    "check",
    "checkNotNull",
    "coroutineScope",
    "derivedStateOf",
    "flow",
    "getOrPut",
    "item",
    "launch",
    "lazy",
    "measureTimeMillis",
    "remember",
    "require",
    "requireNotNull",
    "run",
    "runBlocking",
    "runCatching",
    "sequence",
    "supervisorScope",
    "synchronized",
    "with",
    "withContext",
    "withLock",
];

impl<'t> Walk<'_, '_, 't> {
    /// The block behind a call's parentheses. `whose`: what is `this` in it, where that is known already.
    pub fn trailing(
        &mut self,
        node: Node<'t>,
        callee: ValueId,
        whose: Option<ValueId>,
        label: Option<NameId>,
    ) -> ValueId {
        let written = child(node, "label").map(|label| self.str(label).trim_end_matches('@'));
        let label = written.map(|label| self.b.name(label)).or(label);
        let lambda = Some(node).filter(|it| it.kind() == "lambda_literal").or_else(|| child(node, "lambda_literal"));
        match lambda {
            Some(lambda) => {
                self.block(callee, lambda);
                self.lambda(lambda, Some((callee, TRAILING)), whose, label)
            }
            None => self.unknown(),
        }
    }

    /// A lambda that is given as an argument to a callee, or stands elsewhere.
    pub fn lambda(
        &mut self,
        node: Node<'t>,
        given: Option<(ValueId, u32)>,
        whose: Option<ValueId>,
        label: Option<NameId>,
    ) -> ValueId {
        let scope = self.scopes.open(self.b, ScopeKind::Function, None);
        let param = |walk: &mut Self, position: u32| match given {
            Some((callee, argument)) => walk.b.value(Value::CallbackParam { callee, argument, position }),
            None => walk.unknown(),
        };
        let receiver = match whose {
            Some(value) => Some(value),
            None => given.map(|_| param(self, RECEIVER)),
        };
        self.b.graph.scopes[scope as usize].receiver = receiver;
        if let Some(value) = receiver {
            self.receivers.push(Receiver { kind: ReceiverKind::Lambda(value), label });
        }
        match child(node, "lambda_parameters") {
            Some(list) => {
                for (position, variable) in items(list).into_iter().enumerate() {
                    let value = param(self, position as u32);
                    match variable.kind() {
                        "multi_variable_declaration" => self.destructure(&items(variable), Some(value), true),
                        _ => self.destructure(&[variable], Some(value), false),
                    }
                }
            }
            None => {
                let name = self.b.name("it");
                let around = self.scopes.visible_inside(name);
                if around.is_none() || !given.is_some_and(|(callee, _)| self.gives_nothing(callee)) {
                    let may_take_nothing = given.is_none_or(|(callee, _)| !self.gives_each(callee));
                    let outer = around.filter(|_| may_take_nothing);
                    let outer = outer.map(|binding| self.scopes.name(self.b, name, Some(binding)));
                    let binding = self.scopes.rebind(self.b, name, BindingKind::Parameter, start(node));
                    let value = param(self, 0);
                    self.b.assign(binding, value);
                    // Where the function is found to take nothing.
                    outer.into_iter().for_each(|outer| self.b.assign(binding, outer));
                }
            }
        }
        let returns = self.last_value(node, |it| it.kind() != "lambda_parameters").into_iter().collect();
        if receiver.is_some() {
            self.receivers.pop();
        }
        self.scopes.close();
        self.b.value(Value::Function { symbol: None, returns, declared: None, is_async: false })
    }

    /// Says of the lambdas that an expression may give which type is written where it stands.
    pub fn ask(&mut self, node: Node<'t>, ty: Option<TypeId>) {
        let Some(ty) = ty else { return };
        let mut found = Vec::new();
        given_lambdas(node, &mut found, ASKED_DEPTH);
        if !found.is_empty() {
            let value = self.b.value(Value::Cast { ty });
            self.asked.extend(found.into_iter().map(|it| (it, value)));
        }
    }

    /// The same of what is given to something that is there.
    pub fn ask_as(&mut self, node: Node<'t>, held: ValueId) {
        let mut found = Vec::new();
        given_lambdas(node, &mut found, ASKED_DEPTH);
        self.asked.extend(found.into_iter().map(|it| (it, held)));
    }

    /// The same of what stands in for something, where no type is written for both.
    pub fn ask_beside(&mut self, node: Node<'t>, held: ValueId) {
        let mut found = Vec::new();
        given_lambdas(node, &mut found, ASKED_DEPTH);
        found.retain(|id| self.asked.iter().all(|(asked, _)| asked != id));
        self.asked.extend(found.into_iter().map(|it| (it, held)));
    }

    /// Walks the statements among a node's children; the value of the last, if it is an expression.
    pub fn last_value(&mut self, node: Node<'t>, is_statement: impl Fn(Node) -> bool) -> Option<ValueId> {
        let statements: Vec<_> =
            node.named_children(&mut node.walk()).filter(|it| !is_comment(*it) && is_statement(*it)).collect();
        let (last, before) = statements.split_last()?;
        before.iter().for_each(|statement| self.node(*statement));
        if is_expression(*last) {
            return Some(self.passed(*last));
        }
        self.node(*last);
        None
    }

    /// Whether what is called is one of those of which every block is known to be given nothing.
    fn gives_nothing(&self, callee: ValueId) -> bool {
        self.is_one_of(callee, &GIVES_NOTHING)
    }

    /// Whether what is called gives its block each of something.
    fn gives_each(&self, callee: ValueId) -> bool {
        self.is_one_of(callee, &GIVES_EACH)
    }

    fn is_one_of(&self, callee: ValueId, sorted: &[&str]) -> bool {
        match self.b.graph.values[callee as usize] {
            Value::Name { name, .. } | Value::Member { name, .. } => {
                sorted.binary_search(&self.b.graph.name(name)).is_ok()
            }
            _ => false,
        }
    }

    /// `this`, `this@label`: the class's, an extension's, or what the resolver finds a lambda to be given.
    pub fn this(&mut self, node: Node<'t>) -> ValueId {
        let label = child(node, "identifier").map(|label| self.name(label));
        let labelled = |it: &&Receiver| label.is_none() || it.label == label;
        let Some(found) = self.receivers.iter().rev().find(labelled).copied() else { return self.unknown() };
        match found.kind {
            ReceiverKind::Class(symbol) => self.b.value(Value::This { owner: Some(symbol) }),
            ReceiverKind::Value(value) => value,
            ReceiverKind::Lambda(value) if label.is_some() => value,
            ReceiverKind::Lambda(_) => {
                let scope = self.scopes.current();
                self.b.value(Value::Receiver { scope })
            }
        }
    }

    /// The innermost class around.
    pub fn class_around(&self) -> Option<SymbolId> {
        self.receivers.iter().rev().find_map(|it| match it.kind {
            ReceiverKind::Class(symbol) => Some(symbol),
            _ => None,
        })
    }
}

/// Whether an expression may give a lambda that is written in it.
pub fn gives_lambda(node: Node) -> bool {
    let mut found = Vec::new();
    given_lambdas(node, &mut found, ASKED_DEPTH);
    !found.is_empty()
}

/// The lambdas that an expression may give, by their nodes.
fn given_lambdas(node: Node, found: &mut Vec<usize>, depth: u8) {
    let Some(depth) = depth.checked_sub(1) else { return };
    match node.kind() {
        "lambda_literal" => found.push(node.id()),
        "parenthesized_expression" | "labeled_expression" | "annotated_expression" | "block" | "when_entry" => {
            items(node).last().into_iter().for_each(|it| given_lambdas(*it, found, depth));
        }
        "binary_expression" if field(node, "operator").is_some_and(|it| it.kind() == "?:") => {
            for side in ["left", "right"] {
                field(node, side).into_iter().for_each(|it| given_lambdas(it, found, depth));
            }
        }
        "if_expression" => {
            let condition = field(node, "condition");
            let branches = items(node).into_iter().filter(|it| Some(*it) != condition);
            branches.for_each(|it| given_lambdas(it, found, depth));
        }
        "when_expression" => {
            let entries = items(node).into_iter().filter(|it| it.kind() == "when_entry");
            entries.for_each(|it| given_lambdas(it, found, depth));
        }
        _ => {}
    }
}

fn is_expression(node: Node) -> bool {
    !(node.kind().ends_with("_declaration")
        || matches!(
            node.kind(),
            "assignment" | "for_statement" | "while_statement" | "do_while_statement" | "type_alias" | "ERROR"
        ))
}
