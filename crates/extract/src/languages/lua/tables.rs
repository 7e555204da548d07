//! Tables: what a name is given, what is in them, and what they are given later.

use super::{Walk, Walker, end, field, items, start};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// `local name = value`
    pub fn declare_one(&mut self, node: Node, name: Node, value: Option<Node>) {
        let docs = self.docs_above(start(node));
        let is_module = self.scopes.current() == 1;
        let given = match value {
            Some(value) if self.required(value).is_some() => return self.import_local(name, value),
            Some(value) if value.kind() == "function_definition" => {
                let (symbol, _) = self.named_function(name, node, value);
                self.bind(name, BindingKind::Function, Some(symbol));
                return;
            }
            given => given,
        };
        let text = self.str(name);
        let holds_members = self.modules.contains(text);
        let bases = given.and_then(|value| self.made_class(value, holds_members));
        let is_table = bases.is_some() || given.is_some_and(|value| value.kind() == "table_constructor");
        let has_symbol = is_module || bases.is_some() || is_table && docs.class.is_some();
        let symbol = has_symbol.then(|| self.declare(SymbolKind::Variable, name, node));
        let value = match (given, bases) {
            (Some(value), Some(bases)) => Some(self.class_table(symbol, value, bases)),
            (Some(value), None) if value.kind() == "table_constructor" => {
                let members = symbol.filter(|_| holds_members || docs.class.is_some());
                Some(self.deep_value(value, |walk| walk.literal(value, symbol, members.is_some())))
            }
            (Some(value), None) => Some(self.passed(value)),
            (None, _) => None,
        };
        let binding = self.bind(name, BindingKind::Variable, symbol);
        if let Some(ty) = docs.type_of(0) {
            let ty = self.doc_type(ty);
            self.b.binding_mut(binding).declared = Some(ty);
            if let Some(symbol) = symbol {
                self.b.symbol_mut(symbol).declared = Some(ty);
            }
        }
        if let Some(value) = value {
            self.b.assign(binding, value);
            if let Some(symbol) = symbol {
                self.b.initial(symbol, value);
            }
            self.note_metatable(binding, given);
        }
        match symbol {
            Some(symbol) if is_table => {
                self.tables.insert(binding, symbol);
                if holds_members || docs.class.is_some() {
                    self.make_holder(symbol);
                }
                self.document_class(symbol, &docs);
            }
            None if is_table => {
                let whole = (start(node), end(node));
                self.literals.insert(binding, (whole, start(name)));
            }
            _ => {}
        }
        if let (Some(value), None) = (given, symbol)
            && let Some(owner) = self.instance_of_call(value)
        {
            self.selves.insert(binding, owner);
        }
    }

    /// What has members of its own is a namespace, until there are instances of it.
    fn make_holder(&mut self, symbol: SymbolId) {
        let made = self.b.symbol_mut(symbol);
        if matches!(made.kind, SymbolKind::Variable | SymbolKind::Property) {
            made.kind = SymbolKind::Namespace;
        }
    }

    /// The table of this file that an expression stands for, in which members can be declared.
    pub fn holder(&mut self, node: Node) -> Option<SymbolId> {
        match node.kind() {
            "identifier" => {
                let name = self.name(node);
                let binding = self.scopes.visible(self.b, name)?;
                if let Some(&owner) = self.selves.get(&binding) {
                    return Some(owner);
                }
                if let Some(&symbol) = self.tables.get(&binding) {
                    self.make_holder(symbol);
                    return Some(symbol);
                }
                let (whole, name_at) = self.literals.remove(&binding)?;
                let text = self.str(node);
                let symbol = self.b.symbol(SymbolKind::Namespace, text, name_at, whole);
                self.sign_line(symbol, whole);
                self.b.binding_mut(binding).symbol = Some(symbol);
                let values = self.b.graph.bindings[binding as usize].values.clone();
                values.into_iter().for_each(|value| self.b.initial(symbol, value));
                self.tables.insert(binding, symbol);
                Some(symbol)
            }
            "dot_index_expression" => {
                let (table, name) = (field(node, "table")?, field(node, "field")?);
                let owner = self.deeper(node, |walk| walk.holder(table)).flatten()?;
                let name = self.name(name);
                let symbol = self.members.get(&(owner, name)).copied()?;
                let made = &self.b.graph.symbols[symbol as usize];
                let is_table = matches!(made.kind, SymbolKind::Namespace)
                    || made.kind == SymbolKind::Property
                        && made.initial.iter().any(|it| {
                            matches!(self.b.graph.values[*it as usize], Value::Object { .. } | Value::List { .. })
                        });
                if is_table {
                    self.make_holder(symbol);
                }
                is_table.then_some(symbol)
            }
            _ => None,
        }
    }

    /// `target = value`
    pub fn assign_one(&mut self, node: Node, target: Node, value: Node) {
        match target.kind() {
            "identifier" => {
                let local = self.local(target);
                if value.kind() == "function_definition" {
                    let (symbol, held) = self.named_function(target, node, value);
                    match local {
                        Some(binding) if self.b.graph.bindings[binding as usize].symbol.is_none() => {
                            self.b.binding_mut(binding).symbol = Some(symbol);
                        }
                        Some(binding) => self.b.assign(binding, held),
                        None => {
                            let name = self.name(target);
                            let kind = BindingKind::Function;
                            let binding = self.scopes.bind(self.b, name, 0, kind, start(target));
                            let made = self.b.binding_mut(binding);
                            made.symbol = made.symbol.or(Some(symbol));
                            self.b.symbol_mut(symbol).exported = true;
                        }
                    }
                    return;
                }
                if local.is_none() && !self.in_function() {
                    return self.global(node, target, value);
                }
                let given = self.passed(value);
                self.assign(node, target, given);
                if let Some(binding) = local {
                    self.note_metatable(binding, Some(value));
                    if value.kind() == "table_constructor" {
                        let whole = (start(node), end(node));
                        let known = self.b.graph.bindings[binding as usize].symbol.is_some();
                        if !known {
                            self.literals.entry(binding).or_insert((whole, start(target)));
                        }
                    }
                }
            }
            "dot_index_expression" => {
                let (Some(table), Some(name)) = (field(target, "table"), field(target, "field")) else {
                    return self.children(node);
                };
                if self.is_globals(table) {
                    return self.assign_one(node, name, value);
                }
                let owner = self.holder(table);
                if value.kind() == "function_definition" {
                    self.member_function(owner, table, name, node, value, false);
                    return;
                }
                match owner {
                    Some(owner) if self.str(name) == "__index" => self.look_up_in(owner, value),
                    Some(owner) => self.member(owner, name, node, value),
                    None => {
                        self.value(table);
                        self.passed(value);
                    }
                }
            }
            _ => {
                self.value(target);
                self.passed(value);
            }
        }
    }

    /// Whether an expression is the table of the globals.
    pub fn is_globals(&mut self, node: Node) -> bool {
        node.kind() == "identifier" && self.str(node) == "_G" && self.local(node).is_none()
    }

    /// A global that is given a table, a class, or another value, at the top level.
    fn global(&mut self, node: Node, name: Node, value: Node) {
        let docs = self.docs_above(start(node));
        let id = self.name(name);
        let text = self.str(name);
        let holds_members = self.modules.contains(text) || docs.class.is_some();
        let bases = self.made_class(value, holds_members);
        if self.required(value).is_some() || bases.is_none() && value.kind() != "table_constructor" {
            let given = self.passed(value);
            return self.set_global(node, name, given);
        }
        let symbol = self.declare(SymbolKind::Variable, name, node);
        self.b.symbol_mut(symbol).exported = true;
        let given = match bases {
            Some(bases) => self.class_table(Some(symbol), value, bases),
            None => self.deep_value(value, |walk| walk.literal(value, Some(symbol), holds_members)),
        };
        let binding = self.scopes.bind(self.b, id, 0, BindingKind::Variable, start(name));
        let made = self.b.binding_mut(binding);
        made.symbol = made.symbol.or(Some(symbol));
        self.b.initial(symbol, given);
        self.tables.insert(binding, symbol);
        if holds_members {
            self.make_holder(symbol);
        }
        self.document_class(symbol, &docs);
    }

    /// A member that is given a value.
    pub fn member(&mut self, owner: SymbolId, name: Node, whole: Node, value: Node) {
        if value.kind() != "table_constructor" || !self.has_functions(value) {
            let given = self.passed(value);
            self.member_value(owner, name, whole, given);
            return;
        }
        let unknown = self.unknown();
        let symbol = self.member_value(owner, name, whole, unknown);
        let given = self.deep_value(value, |walk| walk.literal(value, Some(symbol), true));
        let made = self.b.symbol_mut(symbol);
        made.initial.retain(|it| *it != unknown);
        self.b.initial(symbol, given);
        self.make_holder(symbol);
    }

    /// Notes what a member is given; the first time, that there is one.
    pub fn member_value(&mut self, owner: SymbolId, name: Node, whole: Node, value: ValueId) -> SymbolId {
        let id = self.name(name);
        let symbol = match self.members.get(&(owner, id)) {
            Some(&known) => known,
            None => {
                let symbol = self.declare(SymbolKind::Property, name, whole);
                self.b.symbol_mut(symbol).parent = Some(owner);
                let docs = self.docs_above(start(whole));
                if let Some(ty) = docs.type_of(0) {
                    let (text, ty) = (self.doc_text(ty), self.doc_type(ty));
                    let made = self.b.symbol_mut(symbol);
                    (made.declared, made.declared_text) = (Some(ty), Some(text));
                }
                self.members.insert((owner, id), symbol);
                symbol
            }
        };
        self.b.initial(symbol, value);
        symbol
    }

    /// Whether a literal holds functions under names.
    pub fn has_functions(&self, node: Node) -> bool {
        let parts = items(node);
        parts.iter().any(|part| {
            let named = field(*part, "name").is_some_and(|it| it.kind() == "identifier");
            named && field(*part, "value").is_some_and(|it| it.kind() == "function_definition")
        })
    }

    /// The value of a table constructor. Where the table has a symbol, its functions are members of that; so is
    /// everything else in it, if `members` or a function among it says so.
    pub fn literal(&mut self, node: Node, symbol: Option<SymbolId>, members: bool) -> ValueId {
        let owner = symbol.filter(|_| members || self.has_functions(node));
        if let Some(symbol) = owner {
            self.make_holder(symbol);
        }
        let (mut named, mut listed) = (Vec::new(), Vec::new());
        for part in items(node) {
            let Some(value) = field(part, "value") else {
                self.node(part);
                continue;
            };
            // `["key"] = value` is as good as a name.
            let bracket = part.child(0).is_some_and(|it| it.kind() == "[");
            let key = field(part, "name");
            let name = match key {
                Some(key) if bracket => super::text_of(key),
                key => key,
            };
            let Some(name) = name else {
                if let Some(key) = key {
                    self.value(key);
                }
                let given = self.passed(value);
                if key.is_none() && listed.len() < 4 {
                    listed.push(given);
                }
                continue;
            };
            let id = self.name(name);
            let given = match (owner, value.kind()) {
                (Some(owner), "function_definition") => {
                    let symbol = self.member_function(Some(owner), node, name, part, value, false);
                    let returns = Vec::new();
                    self.b.value(Value::Function { symbol: Some(symbol), returns, declared: None, is_async: false })
                }
                (None, "function_definition") if symbol.is_some() => self.named_function(name, part, value).1,
                (Some(owner), _) => {
                    self.member(owner, name, part, value);
                    let made = self.name(name);
                    let held = self.members.get(&(owner, made)).copied();
                    let held = held.and_then(|it| self.b.graph.symbols[it as usize].initial.last().copied());
                    held.unwrap_or_else(|| self.unknown())
                }
                _ => self.passed(value),
            };
            named.push((id, given));
        }
        match (named.is_empty(), listed.is_empty()) {
            (true, false) => self.b.value(Value::List { items: listed }),
            _ => self.b.value(Value::Object { members: named, spreads: Vec::new() }),
        }
    }

    /// What a module returns that is no local, by a statement at `at`: the functions in it get names, one that is the
    /// whole of it the word itself.
    pub fn module_value(&mut self, node: Node, at: u32) -> ValueId {
        match node.kind() {
            "table_constructor" => self.deep_value(node, |walk| walk.returned_literal(node)),
            "function_definition" => {
                let symbol = self.b.symbol(SymbolKind::Function, "return", at, (at, end(node)));
                self.b.symbol_mut(symbol).exported = true;
                self.function_inside(symbol, node, None);
                self.b.value(Value::Function {
                    symbol: Some(symbol),
                    returns: Vec::new(),
                    declared: None,
                    is_async: false,
                })
            }
            _ => self.passed(node),
        }
    }

    fn returned_literal(&mut self, node: Node) -> ValueId {
        let mut members = Vec::new();
        for part in items(node) {
            let (Some(value), Some(name)) = (field(part, "value"), field(part, "name")) else {
                self.node(part);
                continue;
            };
            let id = self.name(name);
            let given = match value.kind() {
                "function_definition" if name.kind() == "identifier" => {
                    let (symbol, given) = self.named_function(name, part, value);
                    self.b.symbol_mut(symbol).exported = true;
                    given
                }
                _ => self.passed(value),
            };
            members.push((id, given));
        }
        self.b.value(Value::Object { members, spreads: Vec::new() })
    }
}
