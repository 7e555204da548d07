//! Errors as values: which are made, given back, looked at and dropped; panics.

use super::{Walk, Walker, end, field, items, start};
use crate::builder::CALLEE_LIMIT;
use facts::*;
use syntax::tree_sitter::Node;

/// How many nodes of a branch are looked at for what it gives back.
const LOOK_LIMIT: usize = 600;

impl Walk<'_, '_> {
    /// The error that a function gives back last.
    pub fn fails(&mut self, node: Node, given: &[Node], values: &[ValueId]) {
        let (Some(last), Some(value)) = (given.last(), values.last()) else { return };
        let is_error = last.kind() == "identifier" && is_error_name(self.str(*last)) && self.is_local(*last);
        if !is_error && !self.may_fail(node) {
            return;
        }
        let (kind, text) = match last.kind() {
            "identifier" => match self.is_local(*last) {
                true => (ErrorKind::Propagate, String::new()),
                false => (ErrorKind::Throw, self.text(*last, CALLEE_LIMIT)),
            },
            "selector_expression" => match field(*last, "operand") {
                Some(of) if of.kind() == "identifier" && !self.is_local(of) => {
                    (ErrorKind::Throw, self.text(*last, CALLEE_LIMIT))
                }
                _ => (ErrorKind::Propagate, String::new()),
            },
            "unary_expression" | "composite_literal" => {
                let literal = if last.kind() == "composite_literal" { Some(*last) } else { field(*last, "operand") };
                let ty = literal.filter(|it| it.kind() == "composite_literal").and_then(|it| field(it, "type"));
                let Some(ty) = ty else { return };
                (ErrorKind::Throw, self.text(ty, CALLEE_LIMIT))
            }
            "call_expression" => {
                let Some(called) = field(*last, "function") else { return };
                let name = field(called, "field").unwrap_or(called);
                let wrapped = field(*last, "arguments").map(items).unwrap_or_default();
                let wraps = wrapped.iter().any(|it| it.kind() == "identifier" && is_error_name(self.str(*it)));
                // What gives several results hands on an error that it may have met.
                if given.len() == 1 && self.results(node) > 1 {
                    return;
                }
                let mut holder = field(called, "operand");
                while let Some(of) = holder.filter(|it| it.kind() == "selector_expression") {
                    holder = field(of, "operand");
                }
                let holder = holder.filter(|it| it.kind() == "identifier");
                let is_held = holder.is_some_and(|it| self.is_local(it));
                let package = field(called, "operand").filter(|it| it.kind() == "identifier" && !is_held);
                let is_of_errors = package.is_some_and(|it| makes_errors(self.str(it), self.str(name)));
                let makes = self.str(name) == "New" || says_error(self.str(name)) || is_of_errors;
                match () {
                    // What something met before: `rows.Err()`.
                    () if wraps || self.str(name) == "Err" => (ErrorKind::Propagate, self.text(called, CALLEE_LIMIT)),
                    // What it was told to give, as a mock is: `args.Error(1)`; what writes a log: `h.log.Error(300, line)`.
                    () if is_held && self.str(name) == "Error" => return,
                    // A function of this function's own says nothing of what it makes.
                    () if makes && called.kind() == "identifier" && self.is_local(called) => {
                        (ErrorKind::Throw, String::new())
                    }
                    () if makes => (ErrorKind::Throw, self.text(called, CALLEE_LIMIT)),
                    () => return,
                }
            }
            _ => return,
        };
        if text == "nil" {
            return;
        }
        let of = (kind == ErrorKind::Throw).then_some(*value);
        self.b.error(kind, of, text, start(node)..end(node));
    }

    /// `if err != nil { … }`, where that gives no error back.
    pub fn looked_at(&mut self, node: Node) {
        let Some(body) = field(node, "consequence") else { return };
        if !field(node, "condition").is_some_and(|it| self.asks_for_error(it)) {
            return;
        }
        let statements = items(body);
        let statements = match statements[..] {
            [list] if list.kind() == "statement_list" => items(list),
            _ => statements,
        };
        let idle = match statements[..] {
            [] => true,
            [only] => match only.kind() {
                "continue_statement" => true,
                "return_statement" => self.may_fail(only) && self.str(only).ends_with("nil"),
                _ => false,
            },
            _ => false,
        };
        let kind = if idle { ErrorKind::Swallow } else { ErrorKind::Catch };
        if idle || !self.gives_back(body) {
            self.b.error(kind, None, String::new(), start(node)..end(body));
        }
    }

    /// Whether a condition holds where an error is there: `err != nil`.
    fn asks_for_error(&self, node: Node) -> bool {
        let sides = (field(node, "left"), field(node, "right"));
        match (node.kind(), sides) {
            ("parenthesized_expression", _) => items(node).first().is_some_and(|it| self.asks_for_error(*it)),
            ("binary_expression", (Some(left), Some(right))) => {
                match field(node, "operator").map_or("", |it| it.kind()) {
                    "!=" => self.str(right) == "nil" && left.kind() == "identifier" && is_error_name(self.str(left)),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Whether an error is given back or thrown somewhere in a branch.
    pub fn gives_back(&self, body: Node) -> bool {
        let (mut pending, mut seen) = (vec![body], 0);
        while let Some(node) = pending.pop() {
            seen += 1;
            match node.kind() {
                _ if seen > LOOK_LIMIT => return true,
                "func_literal" => continue,
                "return_statement" => {
                    let text = self.str(node);
                    let last = text.rsplit([' ', ',']).next().unwrap_or_default();
                    if is_error_name(last) || self.may_fail(node) && !text.ends_with("nil") {
                        return true;
                    }
                }
                "call_expression" if field(node, "function").is_some_and(|it| self.str(it) == "panic") => return true,
                _ => {}
            }
            pending.extend(items(node));
        }
        false
    }

    /// Whether the function around a statement gives back an error last.
    fn may_fail(&self, node: Node) -> bool {
        let Some(result) = result_around(node) else { return false };
        let last = match result.kind() {
            "parameter_list" => items(result).last().and_then(|it| field(*it, "type")),
            _ => Some(result),
        };
        last.is_some_and(|it| it.kind() == "type_identifier" && self.str(it) == "error")
    }

    /// How many results the function around a statement has: `(a, b string, err error)`.
    fn results(&self, node: Node) -> usize {
        let Some(result) = result_around(node) else { return 0 };
        if result.kind() != "parameter_list" {
            return 1;
        }
        // Of each part all but the type are names.
        items(result).into_iter().map(|it| items(it).len().saturating_sub(1).max(1)).sum()
    }

    fn is_local(&mut self, node: Node) -> bool {
        let name = self.name(node);
        let binding = self.scopes.visible(self.b, name);
        binding.is_some_and(|binding| self.b.graph.bindings[binding as usize].scope != 0)
    }

    /// Notes a call of which the last result goes nowhere: `f()`, `_ = f()`, `x, _ := f()`.
    pub fn drops(&mut self, left: &[Node], right: Node) {
        if left.last().is_some_and(|it| self.str(*it) != "_") {
            return;
        }
        let call = match (right.kind(), &items(right)[..]) {
            ("expression_list", [only]) => *only,
            ("expression_list", _) => return,
            _ => right,
        };
        let called = field(call, "function").filter(|_| call.kind() == "call_expression");
        let name = called.map(|it| field(it, "field").unwrap_or(it));
        name.into_iter().for_each(|name| self.b.dropped(start(name)));
    }

    /// `panic(x)`, `recover()`
    pub fn gives_up(&mut self, called: Node) {
        let bytes = start(called)..end(called);
        match self.str(called) {
            "panic" => self.b.error(ErrorKind::Panic, None, "panic".to_owned(), bytes),
            "recover" => self.b.error(ErrorKind::Boundary, None, String::new(), bytes),
            _ => {}
        }
    }
}

/// What the function around a statement says that it gives back.
fn result_around(node: Node<'_>) -> Option<Node<'_>> {
    let mut around = node.parent()?;
    while !matches!(around.kind(), "function_declaration" | "method_declaration" | "func_literal") {
        around = around.parent()?;
    }
    field(around, "result")
}

/// Whether a function is named after an error: `NewHTTPError`, `errorf`, and no `ReaderRegistered`.
fn says_error(name: &str) -> bool {
    name.starts_with("err") || name.contains("Err")
}

/// Whether a package is one of errors, and a function of it makes one: `errors.InvalidArgument("…")`.
fn makes_errors(package: &str, name: &str) -> bool {
    let is_of_errors = ["err", "errs", "errors", "error"].iter().any(|end| package.ends_with(end));
    let passes = ["Is", "As", "Join", "Unwrap", "Cause", "Wrap", "With", "Append", "Combine", "Handle"];
    is_of_errors && name.starts_with(char::is_uppercase) && !passes.iter().any(|it| name.starts_with(it))
}

/// Whether a local is called as errors are.
fn is_error_name(name: &str) -> bool {
    name.starts_with("err") && !name.starts_with("errs") || name.ends_with("Err") || name.ends_with("Error")
}
