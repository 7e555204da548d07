//! Functions, methods and classes passed on by name.

use super::calls::{ELEMENTS, expression_of};
use super::{Walk, Walker, end, field, items, literal, start};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// Marks the function around as one that takes more than its parameters, where it asks for all that it is given.
    pub fn reads_arguments(&mut self, function: &str) {
        if let ("func_get_args" | "func_get_arg" | "func_num_args", Some(around)) = (function, self.b.caller()) {
            let around = self.b.symbol_mut(around);
            around.modifiers = around.modifiers.with(Modifiers::READS_ARGUMENTS, true);
        }
    }

    /// `array_map('f', …)`, `usort($xs, 'A::b')`
    pub fn named_callback(&mut self, function: &str, at: usize, argument: Node) {
        let takes = ELEMENTS.iter().any(|it| it.0 == function && it.1 == at)
            || matches!(
                (function, at),
                ("call_user_func" | "call_user_func_array" | "set_error_handler" | "set_exception_handler", 0)
                    | ("spl_autoload_register" | "register_shutdown_function" | "is_callable" | "function_exists", 0)
                    | ("array_reduce" | "uksort" | "array_walk_recursive" | "preg_replace_callback", 1)
            );
        let Some(text) = expression_of(argument).and_then(literal).filter(|_| takes) else { return };
        let name = self.str(text);
        if is_name(name) {
            let value = self.named_function(name.trim_start_matches('\\'));
            let last = self.last_part(text);
            self.reference(ReferenceKind::Callback, value, last.0, last.1);
        }
    }

    /// Keeps what a call is given, and what it gives.
    pub fn gives_list(&mut self, call: usize, list: Node, values: &[ValueId], result: ValueId) {
        let written = items(list).into_iter().filter_map(|it| Some((field(it, "name"), expression_of(it)?)));
        let parts: Vec<_> = written.zip(values).map(|((name, inner), value)| (name, inner, *value)).collect();
        self.gives_parts(call, &parts, result);
    }

    /// The value of something passed on: an argument, an element, what is assigned or returned. Where it
    /// names a class or a method, that is a use of it.
    pub fn passed(&mut self, node: Node) -> ValueId {
        let value = self.value(node);
        match node.kind() {
            "class_constant_access_expression" => {
                if let [class, name] = items(node)[..]
                    && self.str(name) == "class"
                    && matches!(class.kind(), "name" | "qualified_name" | "relative_name")
                    && !matches!(self.str(class), "self" | "static" | "parent")
                {
                    let last = self.last_part(class);
                    self.reference(ReferenceKind::Callback, value, last.0, last.1);
                }
            }
            "array_creation_expression" => self.callable_array(node, value),
            "string" | "encapsed_string" => self.callable_text(node),
            _ => {}
        }
        value
    }

    /// `[$this, 'm']`, `[A::class, 'm']`
    fn callable_array(&mut self, node: Node, value: ValueId) {
        if let Some((text, value)) = self.callable(node, value) {
            let name = self.name(text);
            self.reference(ReferenceKind::Callback, value, name, start(text));
        }
    }

    /// The method that an array of an object or class and a name stands for, and where its name stands.
    pub fn callable<'t>(&mut self, node: Node<'t>, value: ValueId) -> Option<(Node<'t>, ValueId)> {
        let parts: Vec<Node> = items(node).into_iter().filter_map(|it| items(it).first().copied()).collect();
        let ([_, second], Value::List { items: given }) = (&parts[..], &self.b.graph.values[value as usize]) else {
            return None;
        };
        let (text, &object) = (literal(*second)?, given.first()?);
        if !is_name(self.str(text)) {
            return None;
        }
        // A class may be a text, by its whole name: `['\App\Users', 'show']`.
        let class = literal(parts[0]).map(|it| self.str(it)).filter(|it| it.contains('\\') && is_name(it));
        let object = match class {
            Some(class) => {
                let full = format!("\\{}", class.trim_start_matches('\\'));
                let id = self.b.name(&full);
                self.class_of(id)
            }
            None if matches!(self.b.graph.values[object as usize], Value::Builtin(_)) => return None,
            None => object,
        };
        let name = self.name(text);
        Some((text, self.b.value(Value::Member { object, name })))
    }

    /// `'A\B::m'`
    fn callable_text(&mut self, node: Node) {
        let Some(text) = literal(node) else { return };
        let Some((class, name)) = self.str(text).split_once("::") else { return };
        if !is_name(name) || !class.starts_with(|c: char| c.is_ascii_uppercase() || c == '\\') || !is_name(class) {
            return;
        }
        let full = format!("\\{}", class.trim_start_matches('\\'));
        let (id, name, at) = (self.b.name(&full), self.b.name(name), end(text) - name.len() as u32);
        let object = self.class_of(id);
        let value = self.b.value(Value::Member { object, name });
        self.reference(ReferenceKind::Callback, value, name, at);
    }

    /// Methods that give a test its data, which it names in its documentation or attributes.
    pub fn providers(&mut self, symbol: SymbolId, doc: &super::docs::Doc) {
        let mut names = doc.providers.clone();
        for decorator in &self.b.graph.symbols[symbol as usize].decorators {
            if decorator.text.starts_with("DataProvider(") {
                let inner = decorator.text["DataProvider(".len()..].trim_end_matches(')');
                names.push(inner.trim_matches(['\'', '"']).to_owned());
            }
        }
        let owner = self.owner();
        let at = self.b.graph.symbols[symbol as usize].name_at;
        for name in names.into_iter().filter(|it| is_name(it)) {
            let object = self.b.value(Value::This { owner });
            let name = self.b.name(&name);
            let value = self.b.value(Value::Member { object, name });
            self.b.graph.references.push(Reference {
                kind: ReferenceKind::Callback,
                caller: Some(symbol),
                value,
                name,
                at,
            });
        }
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|c: char| c.is_ascii_digit())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'\\' || b >= 0x80)
}
