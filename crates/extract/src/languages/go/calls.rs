//! Calls, and what those of predeclared functions give.

use super::{Walk, Walker, end, field, items, start};
use crate::builder::CALLEE_LIMIT;
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn call(&mut self, node: Node) -> ValueId {
        let (Some(function), Some(arguments)) = (field(node, "function"), field(node, "arguments")) else {
            self.children(node);
            return self.unknown();
        };
        let called = unwrapped(function);
        // `(*T)(x)` is a conversion.
        if called.kind() == "unary_expression" && field(called, "operator").is_some_and(|it| it.kind() == "*") {
            items(arguments).into_iter().for_each(|argument| {
                self.passed(argument);
            });
            let ty = self.ty(called);
            return self.b.value(Value::Cast { ty });
        }
        let callee = match called.kind() {
            "index_expression" => self.index(called, true),
            _ => self.value(called),
        };
        let given = items(arguments);
        let noted = self.note(node, called, callee, &given);
        let types = self.type_arguments(node, called);
        for function in given.iter().filter(|argument| argument.kind() == "func_literal") {
            self.block(callee, *function);
        }
        if called.kind() == "identifier" && self.is_predeclared(called) {
            return self.predeclared(called, callee, &given, noted);
        }
        let mut arguments: Vec<_> = given.iter().map(|argument| self.passed(*argument)).collect();
        arguments.extend(types);
        let result = self.b.value(Value::Call { callee, arguments: arguments.clone() });
        self.gives(noted, &given, &arguments, result);
        result
    }

    /// `f[T](x)` with one argument, which the parser takes for a conversion.
    pub fn generic_call(&mut self, node: Node) -> ValueId {
        let (Some(called), Some(argument)) = (field(node, "type"), field(node, "operand")) else {
            self.children(node);
            return self.unknown();
        };
        let callee = self.type_as_value(field(called, "type").unwrap_or(called));
        self.note(node, called, callee, &[argument]);
        let mut arguments = vec![self.passed(argument)];
        arguments.extend(self.type_arguments(node, called));
        self.b.value(Value::Call { callee, arguments })
    }

    /// `[T]` of `f[T](x)`.
    fn type_arguments(&mut self, node: Node, called: Node) -> Option<ValueId> {
        let types = match called.kind() {
            "index_expression" if self.is_generic(called, true) => field(called, "index").into_iter().collect(),
            "type_instantiation_expression" => items(called).into_iter().skip(1).collect(),
            "generic_type" => field(called, "type_arguments").map(items)?,
            _ => field(node, "type_arguments").map(items)?,
        };
        let types = types.into_iter().map(|ty| self.ty(ty)).collect::<Vec<_>>();
        (!types.is_empty()).then(|| self.b.value(Value::TypeArguments { types }))
    }

    /// A row for a call. What is called without a name (`handlers[i]()`, `f()()`) has an empty one.
    fn note(&mut self, node: Node, called: Node, callee: ValueId, given: &[Node]) -> Option<usize> {
        if called.kind() == "func_literal" || called.kind().ends_with("_type") && self.called_name(called).is_none() {
            return None;
        }
        let (text, name, at) = match self.called_name(called) {
            Some((whole, name)) => {
                let text = self.b.text_end(start(whole), end(name), CALLEE_LIMIT);
                (text, self.name(name), start(name))
            }
            None => (String::new(), self.b.name(""), start(called)),
        };
        let call = Call {
            kind: CallKind::Call,
            caller: self.b.caller(),
            callee,
            name,
            text,
            at: self.b.source.point(at),
            start_line: self.b.source.line(start(node)),
            arguments: given.len() as u32,
            spread: given.iter().any(|argument| argument.kind() == "variadic_argument"),
            given: Vec::new(),
            result: None,
        };
        self.b.graph.calls.push(call);
        let noted = self.b.graph.calls.len() - 1;
        self.subtest(node, called, given);
        self.ginkgo_block(node, called, given);
        Some(noted)
    }

    /// What is called, up to its name: `f`, `a.f`, `f[T]`. None for what has no name, such as an element
    /// of a list of functions.
    fn called_name<'t>(&mut self, called: Node<'t>) -> Option<(Node<'t>, Node<'t>)> {
        match called.kind() {
            "identifier" => Some((called, called)),
            "selector_expression" => Some((called, field(called, "field")?)),
            "index_expression" => {
                if self.is_generic(called, true) {
                    self.called_name(field(called, "operand")?)
                } else {
                    None
                }
            }
            "type_instantiation_expression" => self.called_name(called.named_child(0)?),
            "type_identifier" => Some((called, called)),
            "qualified_type" => Some((called, field(called, "name")?)),
            "generic_type" => self.called_name(field(called, "type")?),
            _ => None,
        }
    }

    fn is_predeclared(&mut self, node: Node) -> bool {
        let name = self.name(node);
        self.scopes.visible(self.b, name).is_none()
    }

    /// A call of a name that nothing so far declares: `make(T)`, `append(xs, x)`, `string(x)`, or a function
    /// of the package.
    fn predeclared(&mut self, called: Node, callee: ValueId, given: &[Node], noted: Option<usize>) -> ValueId {
        let name = self.str(called);
        self.gives_up(called);
        if let ("new" | "make", [ty, rest @ ..]) = (name, given)
            && !self.is_value(*ty)
        {
            let ty = self.ty(*ty);
            rest.iter().for_each(|size| {
                self.value(*size);
            });
            return self.b.value(Value::Instance { ty });
        }
        let arguments: Vec<_> = given.iter().map(|argument| self.passed(*argument)).collect();
        if name == "append" {
            self.given_of(noted, given, &arguments);
        }
        match (name, arguments.first()) {
            ("append" | "min" | "max", Some(first)) => *first,
            ("len" | "cap" | "copy" | "real" | "imag", _) => self.builtin(Builtin::Number),
            ("string", _) => self.builtin(Builtin::String),
            ("bool", _) => self.builtin(Builtin::Boolean),
            (
                "int" | "int8" | "int16" | "int32" | "int64" | "uint" | "uint8" | "uint16" | "uint32" | "uint64"
                | "uintptr" | "float32" | "float64" | "complex64" | "complex128" | "byte" | "rune",
                _,
            ) => self.builtin(Builtin::Number),
            _ => {
                let result = self.b.value(Value::Call { callee, arguments: arguments.clone() });
                self.gives(noted, given, &arguments, result);
                result
            }
        }
    }

    /// Whether what is given where a type may stand is none, as far as the file tells: a function of the package may be
    /// called `new`, and Go's own takes values too.
    fn is_value(&mut self, node: Node) -> bool {
        match node.kind() {
            "identifier" | "type_identifier" => {
                let name = self.name(node);
                let binding = self.scopes.visible(self.b, name).map(|it| self.b.graph.bindings[it as usize].kind);
                match binding {
                    Some(kind) => matches!(kind, BindingKind::Variable | BindingKind::Parameter),
                    None => matches!(self.str(node), "true" | "false" | "nil" | "iota"),
                }
            }
            "selector_expression" => field(node, "operand").is_some_and(|it| self.is_value(it)),
            "qualified_type" => field(node, "package").is_some_and(|it| self.is_value(it)),
            "unary_expression" => field(node, "operator").is_some_and(|it| it.kind() != "*"),
            "call_expression" | "composite_literal" | "func_literal" | "binary_expression" | "nil" | "true"
            | "false" => true,
            kind => kind.ends_with("_literal"),
        }
    }

    /// The value of something passed on: an argument, an element, what is assigned or returned. Where it
    /// names a function, that is a use of it.
    pub fn passed(&mut self, node: Node) -> ValueId {
        let value = self.value(node);
        let name = match node.kind() {
            "identifier" => Some(node),
            "selector_expression" => field(node, "field"),
            _ => None,
        };
        if let Some(at) = name {
            let id = self.name(at);
            self.b.refer(ReferenceKind::Callback, value, id, start(at));
        }
        value
    }
}

/// What is called, without the parentheses around it.
fn unwrapped(mut node: Node) -> Node {
    while node.kind() == "parenthesized_expression"
        && let Some(inner) = items(node).first().copied()
    {
        node = inner;
    }
    node
}
