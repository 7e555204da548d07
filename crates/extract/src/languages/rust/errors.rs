//! Errors as values: which are made, handed on, looked at and dropped; panics.

use super::{Walk, Walker, end, field, start};
use crate::builder::CALLEE_LIMIT;
use crate::throws::Throws;
use crate::tree::items;
use facts::*;
use syntax::tree_sitter::Node;

/// How many nodes of a branch are looked at for what it gives back.
const LOOK_LIMIT: usize = 600;
/// What is given closures that give back options.
const GIVEN_OPTIONS: [&str; 4] = ["filter_map", "find_map", "map_while", "scan"];
/// What a made error may be wrapped in where it is given back.
const WRAPPERS: [&str; 6] = ["Some", "Ok", "Ready", "Poll::Ready", "ControlFlow::Break", "Box::new"];

impl Walk<'_, '_> {
    /// `Err(x)` as a value, and methods that give up or drop what went wrong.
    pub fn failing_call(&mut self, node: Node, called: Node, given: &[Node], values: &[ValueId]) {
        match (called.kind(), given) {
            ("identifier", [error]) if self.str(called) == "Err" && self.is_given_back(node) => {
                self.made(node, *error, values.first().copied());
            }
            ("field_expression", _) => {
                let Some(name) = field(called, "field") else { return };
                let gives_up = matches!((self.str(name), given.len()), ("unwrap" | "unwrap_err", 0) | ("expect", 1));
                if gives_up {
                    let text = self.str(name).to_owned();
                    self.b.error(ErrorKind::Panic, None, text, start(name)..end(node));
                }
            }
            _ => {}
        }
    }

    /// Whether a made result is one that a function or block gives, not one that something is compared with.
    fn is_given_back(&self, node: Node) -> bool {
        let Some(around) = node.parent() else { return false };
        match around.kind() {
            "arguments" => around.parent().and_then(|call| field(call, "function")).is_some_and(|function| {
                WRAPPERS.contains(&self.str(function)) && around.parent().is_some_and(|call| self.is_given_back(call))
            }),
            "tuple_expression" | "array_expression" | "binary_expression" | "reference_expression" => false,
            _ => true,
        }
    }

    fn made(&mut self, node: Node, error: Node, value: Option<ValueId>) {
        let bytes = start(node)..end(node);
        if self.is_name_handed_on(error) {
            return self.b.error(ErrorKind::Propagate, None, String::new(), bytes);
        }
        let mut named = error;
        // `Err(Some(X))`
        while named.kind() == "call_expression"
            && field(named, "function").is_some_and(|it| WRAPPERS.contains(&self.str(it)))
            && let Some(inner) = field(named, "arguments").and_then(|it| items(it).first().copied())
        {
            named = inner;
        }
        loop {
            let inner = match named.kind() {
                "call_expression" => field(named, "function"),
                "struct_expression" => field(named, "name"),
                "field_expression" => field(named, "value"),
                "macro_invocation" => field(named, "macro"),
                "generic_function" => field(named, "function"),
                _ => None,
            };
            match inner {
                Some(inner) => named = inner,
                None => break,
            }
        }
        let is_path =
            matches!(named.kind(), "identifier" | "scoped_identifier" | "type_identifier" | "scoped_type_identifier");
        let mut text = if is_path { self.text(named, CALLEE_LIMIT) } else { String::new() };
        if named.parent().is_some_and(|it| it.kind() == "macro_invocation") {
            text.push('!');
        }
        self.b.error(ErrorKind::Throw, value, text, bytes);
    }

    /// `e`, `e.into()`, `MyError::from(e)`
    fn is_name_handed_on(&self, error: Node) -> bool {
        let is_local =
            |it: Node| it.kind() == "identifier" && self.str(it).starts_with(|c: char| c.is_lowercase() || c == '_');
        if error.kind() != "call_expression" {
            return is_local(error);
        }
        let given = field(error, "arguments").map(items).unwrap_or_default();
        let Some(function) = field(error, "function") else { return false };
        match (function.kind(), &given[..]) {
            ("field_expression", []) => field(function, "value").is_some_and(is_local),
            ("scoped_identifier", [only]) => self.str(function).ends_with("::from") && is_local(*only),
            _ => false,
        }
    }

    /// `panic!(…)`, `bail!(…)`
    pub fn failing_macro(&mut self, node: Node, name: &str) {
        let kind = match name {
            "panic" | "unreachable" | "todo" | "unimplemented" => ErrorKind::Panic,
            "bail" | "ensure" => ErrorKind::Throw,
            _ => return,
        };
        self.b.error(kind, None, format!("{name}!"), start(node)..end(node));
    }

    /// `f()?`, but for what is nothing and no error.
    pub fn handed_on(&mut self, node: Node) {
        if self.gives_nothing(node) {
            return;
        }
        let at = end(node).saturating_sub(1);
        self.b.error(ErrorKind::Propagate, None, String::new(), at..at);
    }

    /// Whether the function or closure around gives back an option. A closure that says nothing of it and makes no result gives
    /// one back where its function gives back no result either.
    fn gives_nothing(&self, node: Node) -> bool {
        let (mut around, mut in_closure) = (node.parent(), false);
        while let Some(it) = around {
            let declared = field(it, "return_type").map(|ty| self.str(ty));
            match it.kind() {
                "function_item" if in_closure => return !declared.is_some_and(|ty| ty.contains("Result")),
                "function_item" => return declared.is_some_and(is_option),
                "async_block" | "try_block" => return false,
                "closure_expression" => {
                    if let Some(declared) = declared {
                        return is_option(declared);
                    }
                    let taken = it.parent().filter(|it| it.kind() == "arguments").and_then(|it| it.parent());
                    let taker = taken.and_then(|call| field(call, "function")).and_then(|it| field(it, "field"));
                    if taker.is_some_and(|it| GIVEN_OPTIONS.contains(&self.str(it))) {
                        return true;
                    }
                    if field(it, "body").is_some_and(|body| self.str(body).contains("Ok(")) {
                        return false;
                    }
                    in_closure = true;
                }
                _ => {}
            }
            around = it.parent();
        }
        // What a macro is given is read by itself.
        let caller = self.b.caller().map(|caller| &self.b.graph.symbols[caller as usize]);
        caller.and_then(|it| it.returns.as_deref()).is_some_and(is_option)
    }

    /// `f().ok();`; what looks at the error before, `f().inspect_err(log).ok();`, handles it.
    pub fn drops_statement(&mut self, inner: Node) {
        let called = field(inner, "function").filter(|it| it.kind() == "field_expression");
        let name = called.and_then(|it| field(it, "field")).filter(|it| self.str(*it) == "ok");
        if let Some(name) = name.filter(|_| field(inner, "arguments").is_some_and(|it| items(it).is_empty())) {
            let before = called.and_then(|it| field(it, "value")).and_then(|it| field(it, "function"));
            let is_looked_at = before.and_then(|it| field(it, "field")).is_some_and(|it| self.str(it) == "inspect_err");
            let kind = if is_looked_at { ErrorKind::Catch } else { ErrorKind::Swallow };
            self.b.error(kind, None, String::new(), start(name)..end(inner));
        }
    }

    /// `let _ = f();`
    pub fn drops_value(&mut self, value: Node) {
        let mut call = value;
        while call.kind() == "await_expression"
            && let Some(inner) = items(call).first().copied()
        {
            call = inner;
        }
        let Some(mut name) = field(call, "function").filter(|_| call.kind() == "call_expression") else { return };
        while let Some(inner) = match name.kind() {
            "generic_function" => field(name, "function"),
            "scoped_identifier" => field(name, "name"),
            "field_expression" => field(name, "field"),
            _ => None,
        } {
            name = inner;
        }
        let at = self.name_start(name);
        self.b.dropped(at);
    }

    /// `if let Err(e) = f() { … }`, `match … { Err(e) => … }`: what stands behind the pattern handles the error, unless
    /// it gives one back.
    pub fn looked_at(&mut self, node: Node, pattern: Node, body: Node) {
        let is_error =
            pattern.kind() == "tuple_struct_pattern" && field(pattern, "type").is_some_and(|it| self.str(it) == "Err");
        if !is_error {
            return;
        }
        let idle = match body.kind() {
            "block" => items(body).is_empty(),
            "unit_expression" => true,
            "continue_expression" => true,
            _ => false,
        };
        if !idle && self.gives_back(body) {
            return;
        }
        let path = field(pattern, "type");
        let inner = items(pattern).into_iter().find(|it| Some(*it) != path);
        let named = inner.and_then(|it| match it.kind() {
            "scoped_identifier" => Some(it),
            "tuple_struct_pattern" | "struct_pattern" => field(it, "type"),
            _ => None,
        });
        let types = named.map(|it| (Some(self.matched(it)), self.text(it, CALLEE_LIMIT)));
        self.note_caught(node, idle, types.into_iter().collect());
    }

    /// Whether an error is given back somewhere in a branch, or the program gives up.
    fn gives_back(&self, body: Node) -> bool {
        let (mut pending, mut seen) = (vec![body], 0);
        while let Some(node) = pending.pop() {
            seen += 1;
            match node.kind() {
                _ if seen > LOOK_LIMIT => return true,
                "closure_expression" => continue,
                "try_expression" => return true,
                "call_expression" if field(node, "function").is_some_and(|it| self.str(it) == "Err") => return true,
                "macro_invocation" => {
                    let name = field(node, "macro").map_or("", |it| self.str(it));
                    let name = name.rsplit("::").next().unwrap_or_default();
                    if matches!(name, "panic" | "unreachable" | "todo" | "unimplemented" | "bail") {
                        return true;
                    }
                }
                _ => {}
            }
            pending.extend(items(node));
        }
        false
    }
}

/// `Option<T>`, `std::option::Option<T>`
fn is_option(ty: &str) -> bool {
    ty.split_once('<').is_some_and(|(name, _)| name.trim().rsplit("::").next() == Some("Option"))
}
