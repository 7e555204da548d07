//! Statements: what they bind, and in which scopes.

use super::{Walk, Walker, child, field, fields, items, start};
use facts::*;
use syntax::tree_sitter::Node;

impl<'s> Walk<'_, 's> {
    pub fn statement(&mut self, node: Node) {
        match node.kind() {
            "variable_declaration" => self.declaration(node),
            "assignment_statement" => self.assignment(node),
            "function_declaration" => self.function_declaration(node),
            "return_statement" => self.return_statement(node),
            "if_statement" | "elseif_statement" => {
                self.b.branch();
                if let Some(condition) = field(node, "condition") {
                    self.value(condition);
                }
                self.block(field(node, "consequence"));
                fields(node, "alternative").into_iter().for_each(|it| self.node(it));
            }
            "while_statement" => {
                self.b.branch();
                if let Some(condition) = field(node, "condition") {
                    self.value(condition);
                }
                self.block(field(node, "body"));
            }
            "repeat_statement" => {
                self.b.branch();
                // The condition sees the body's locals.
                self.scoped(|walk| {
                    field(node, "body").into_iter().for_each(|body| walk.children(body));
                    field(node, "condition").into_iter().for_each(|it| {
                        walk.value(it);
                    });
                });
            }
            "for_statement" => self.for_statement(node),
            "do_statement" | "else_statement" => self.block(field(node, "body")),
            "comment" => self.free_docs(node),
            "block" | "ERROR" => self.children(node),
            "label_statement" | "goto_statement" | "break_statement" | "empty_statement" | "hash_bang_line" => {}
            _ => {
                self.value(node);
            }
        }
    }

    fn block(&mut self, body: Option<Node>) {
        if let Some(body) = body {
            self.scoped(|walk| walk.children(body));
        }
    }

    fn for_statement(&mut self, node: Node) {
        self.b.branch();
        let Some(clause) = field(node, "clause") else { return self.children(node) };
        let mut bound: Vec<(Node, ValueId)> = Vec::new();
        if clause.kind() == "for_generic_clause" {
            let names = child(clause, "variable_list").map(items).unwrap_or_default();
            let over = child(clause, "expression_list").map(items).unwrap_or_default();
            let values: Vec<_> = over.iter().map(|it| self.value(*it)).collect();
            let iterated = match (over.first(), values.first()) {
                (Some(call), Some(value)) if self.is_pairs(*call) => match &self.b.graph.values[*value as usize] {
                    Value::Call { arguments, .. } => arguments.first().copied(),
                    _ => None,
                },
                _ => None,
            };
            for (at, name) in names.into_iter().enumerate() {
                let value = match iterated {
                    Some(object) => self.b.value(Value::Item { object, position: at as u32 }),
                    None => match values.first() {
                        // What the iterator gives, which is a function.
                        Some(&callee) if at == 0 => self.b.value(Value::Call { callee, arguments: Vec::new() }),
                        _ => self.unknown(),
                    },
                };
                bound.push((name, value));
            }
        } else {
            for part in ["start", "end", "step"] {
                field(clause, part).into_iter().for_each(|it| {
                    self.value(it);
                });
            }
            if let Some(name) = field(clause, "name") {
                bound.push((name, self.builtin(Builtin::Number)));
            }
        }
        self.scoped(|walk| {
            for (name, value) in bound {
                let binding = walk.bind(name, BindingKind::Variable, None);
                walk.b.assign(binding, value);
            }
            field(node, "body").into_iter().for_each(|body| walk.children(body));
        });
    }

    /// Whether a call is `pairs(t)` or `ipairs(t)`.
    fn is_pairs(&mut self, node: Node) -> bool {
        let called = field(node, "name").filter(|_| node.kind() == "function_call");
        called.is_some_and(|it| matches!(self.str(it), "pairs" | "ipairs") && self.local(it).is_none())
    }

    fn return_statement(&mut self, node: Node) {
        let given = child(node, "expression_list").map(items).unwrap_or_default();
        if self.in_function() {
            let values: Vec<_> = given.iter().map(|it| self.passed(*it)).collect();
            if let (Some(&value), Some(returns)) = (values.first(), self.returns.last_mut()) {
                crate::builder::push_bounded(returns, value);
            }
            return;
        }
        let Some(first) = given.first().copied() else { return };
        let what = match self.returned_table(first) {
            Some(binding) => Exported::Local(binding),
            None => Exported::Value(self.module_value(first, start(node))),
        };
        given.iter().skip(1).for_each(|it| {
            self.value(*it);
        });
        let exported = match what {
            Exported::Local(binding) => self.b.graph.bindings[binding as usize].symbol,
            Exported::Value(value) => match self.b.graph.values[value as usize] {
                Value::Function { symbol, .. } => symbol,
                _ => None,
            },
            _ => None,
        };
        if let Some(symbol) = exported {
            self.b.symbol_mut(symbol).exported = true;
        }
        let name = self.b.name("export=");
        let line = self.line(node);
        self.b.graph.exports.push(Export { name, what, type_only: false, line });
    }

    /// The local that a module returns: `return M`, `return setmetatable(M, { … })`.
    fn returned_table(&mut self, node: Node) -> Option<BindingId> {
        match node.kind() {
            "identifier" => {
                let binding = self.local(node)?;
                self.value(node);
                Some(binding)
            }
            "function_call" if field(node, "name").is_some_and(|it| self.str(it) == "setmetatable") => {
                let table = items(field(node, "arguments")?).first().copied()?;
                let binding = self.local(table).filter(|_| table.kind() == "identifier")?;
                self.value(node);
                Some(binding)
            }
            _ => None,
        }
    }

    /// Notes the names at the top level that are given members, or that the file returns.
    pub fn find_modules(&mut self, root: Node) {
        for node in root.named_children(&mut root.walk()) {
            let mut target = match node.kind() {
                "function_declaration" => field(node, "name"),
                "assignment_statement" => child(node, "variable_list").and_then(|list| list.named_child(0)),
                "return_statement" => child(node, "expression_list").and_then(|list| list.named_child(0)),
                _ => None,
            };
            let is_name = target.is_some_and(|it| it.kind() == "identifier");
            if is_name && node.kind() != "return_statement" {
                continue;
            }
            while let Some(inner) = target.and_then(|it| field(it, "table")) {
                target = Some(inner);
            }
            if let Some(name) = target.filter(|it| it.kind() == "identifier") {
                let name = self.str(name);
                self.modules.insert(name);
            }
        }
    }

    /// `local a, b = x, y`
    fn declaration(&mut self, node: Node) {
        let assigned = child(node, "assignment_statement");
        let list = child(assigned.unwrap_or(node), "variable_list");
        let names = list.map(|list| fields(list, "name")).unwrap_or_default();
        let given = assigned.and_then(|it| child(it, "expression_list")).map(items).unwrap_or_default();
        let is_global = node.child(0).is_some_and(|it| it.kind() == "global");
        if let ([name], false) = (&names[..], is_global) {
            return self.declare_one(node, *name, given.first().copied());
        }
        let values = self.values(&given, names.len());
        let doc = self.docs_above(start(node));
        for (at, (name, value)) in names.into_iter().zip(values).enumerate() {
            if is_global {
                self.set_global(node, name, value);
                continue;
            }
            let binding = self.bind(name, BindingKind::Variable, None);
            if let Some(ty) = doc.type_of(at) {
                let ty = self.doc_type(ty);
                self.b.binding_mut(binding).declared = Some(ty);
            }
            self.b.assign(binding, value);
        }
    }

    /// The values of an expression list for so many names: the last one's call may give several.
    pub fn values(&mut self, given: &[Node], count: usize) -> Vec<ValueId> {
        let mut values: Vec<ValueId> = given.iter().map(|it| self.passed(*it)).collect();
        let protected = given.last().copied().and_then(|it| self.protected(it));
        while values.len() < count {
            let second = values.len() == given.len();
            let value = match protected {
                Some(value) if second => value,
                _ => self.unknown(),
            };
            values.push(value);
        }
        values
    }

    /// `a, b.c = x, y`
    fn assignment(&mut self, node: Node) {
        let targets = child(node, "variable_list").map(|list| fields(list, "name")).unwrap_or_default();
        let given = child(node, "expression_list").map(items).unwrap_or_default();
        if let ([target], [value]) = (&targets[..], &given[..]) {
            return self.assign_one(node, *target, *value);
        }
        let values = self.values(&given, targets.len());
        for (target, value) in targets.into_iter().zip(values) {
            self.assign(node, target, value);
        }
    }

    /// Gives a target a value that was walked already.
    pub fn assign(&mut self, node: Node, target: Node, value: ValueId) {
        match target.kind() {
            "identifier" => match self.local(target) {
                Some(binding) => {
                    self.b.assign(binding, value);
                    if let Some(symbol) = self.b.graph.bindings[binding as usize].symbol {
                        self.b.initial(symbol, value);
                    }
                }
                None => self.set_global(node, target, value),
            },
            "dot_index_expression" => {
                let (Some(table), Some(name)) = (field(target, "table"), field(target, "field")) else { return };
                match self.holder(table) {
                    Some(owner) => {
                        self.member_value(owner, name, node, value);
                    }
                    None => {
                        self.value(table);
                    }
                }
            }
            _ => {
                self.value(target);
            }
        }
    }

    /// A global that is given a value.
    pub fn set_global(&mut self, node: Node, name: Node, value: ValueId) {
        let id = self.name(name);
        let known = self.scopes.bound(id, 0);
        let binding = self.scopes.bind(self.b, id, 0, BindingKind::Variable, start(name));
        if known.is_none() && !self.in_function() {
            let symbol = self.declare(SymbolKind::Variable, name, node);
            self.b.symbol_mut(symbol).exported = true;
            self.b.binding_mut(binding).symbol = Some(symbol);
        }
        match self.b.graph.bindings[binding as usize].symbol {
            Some(symbol) => self.b.initial(symbol, value),
            None => self.b.assign(binding, value),
        }
    }
}
