//! What makes a table a class: metatables, `__index`, and what libraries make classes by.

use super::docs::Docs;
use super::{Walk, Walker, field, items};
use facts::*;
use syntax::tree_sitter::Node;

/// Methods of classes that make a class on top of them.
const EXTENDS: &[&str] = &["extend", "subclass", "derive", "inherit"];
/// Functions that make classes.
const MAKES: &[&str] = &["class", "Class"];
/// What classes that libraries make call for a new instance.
const CONSTRUCTORS: &[&str] = &["initialize", "_init", "__init", "init", "ctor"];

/// What a class is made on top of.
pub struct Bases<'t> {
    bases: Vec<Node<'t>>,
    by: Makes,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Makes {
    Metatable,
    Library,
}

impl Walk<'_, '_> {
    /// Whether an expression makes a class, and on top of what. `named`: the name that it is given has members.
    pub fn made_class<'t>(&mut self, node: Node<'t>, named: bool) -> Option<Bases<'t>> {
        let called = field(node, "name").filter(|_| node.kind() == "function_call")?;
        let given = items(field(node, "arguments")?);
        let is_name = |it: &Node| matches!(it.kind(), "identifier" | "dot_index_expression");
        match called.kind() {
            "method_index_expression" => {
                let (table, method) = (field(called, "table")?, field(called, "method")?);
                let method = self.str(method);
                let extends = EXTENDS.contains(&method) || named && method == "new" && is_name(&table);
                extends.then(|| Bases { bases: vec![table], by: Makes::Library })
            }
            "identifier" if self.str(called) == "setmetatable" && named => {
                let [table, metatable] = given[..] else { return None };
                (table.kind() == "table_constructor").then(|| Bases { bases: vec![metatable], by: Makes::Metatable })
            }
            _ => {
                let last = field(called, "field").unwrap_or(called);
                let makes = MAKES.contains(&self.str(last));
                let bases = given.into_iter().filter(is_name).collect();
                makes.then_some(Bases { bases, by: Makes::Library })
            }
        }
    }

    /// The table that a class is, made by an expression.
    pub fn class_table(&mut self, symbol: Option<SymbolId>, node: Node, made: Bases) -> ValueId {
        let value = match (made.by, symbol) {
            (Makes::Metatable, Some(symbol)) => {
                let given = field(node, "arguments").map(items).unwrap_or_default();
                let [table, metatable] = given[..] else { return self.passed(node) };
                if let Some(called) = field(node, "name") {
                    let callee = self.value(called);
                    self.note_call(node, callee, Some((called, called)), 2, false);
                }
                let value = self.deep_value(table, |walk| walk.literal(table, Some(symbol), true));
                if let Some((index, _)) = self.index_of(metatable) {
                    self.extend(symbol, index, metatable);
                }
                return value;
            }
            _ => self.passed(node),
        };
        let Some(symbol) = symbol else { return value };
        self.classes.insert(symbol);
        self.made.insert(symbol);
        for base in made.bases {
            let base_value = self.name_value(base);
            if let Some(base_value) = base_value {
                self.extend(symbol, base_value, base);
            }
        }
        // What the call gives is the class itself, not what the function returns.
        self.b.value(Value::Class { symbol })
    }

    fn extend(&mut self, symbol: SymbolId, value: ValueId, written: Node) {
        let own = matches!(self.b.graph.values[value as usize], Value::Name { binding: Some(binding), .. }
            if self.tables.get(&binding) == Some(&symbol));
        if own || matches!(self.b.graph.values[value as usize], Value::Function { .. } | Value::Unknown { .. }) {
            return;
        }
        let ty = self.b.ty(Type::Of { value });
        let (text, line) = (self.text(written, 80), self.line(written));
        self.b.symbol_mut(symbol).bases.push(Base { relation: Relation::Extends, ty, text, line });
        self.classes.insert(symbol);
    }

    /// The value of a plain or dotted name that was walked already.
    fn name_value(&mut self, node: Node) -> Option<ValueId> {
        match node.kind() {
            "identifier" => Some(self.read(node)),
            "dot_index_expression" => {
                let (table, name) = (field(node, "table")?, field(node, "field")?);
                let object = self.deeper(node, |walk| walk.name_value(table)).flatten()?;
                let name = self.name(name);
                Some(self.b.value(Value::Member { object, name }))
            }
            _ => None,
        }
    }

    /// `M.__index = value`
    pub fn look_up_in(&mut self, owner: SymbolId, value: Node) {
        let held = self.passed(value);
        self.classes.insert(owner);
        if self.holder_of_name(value) != Some(owner) {
            self.extend(owner, held, value);
        }
    }

    fn holder_of_name(&mut self, node: Node) -> Option<SymbolId> {
        if node.kind() != "identifier" {
            return None;
        }
        let binding = self.local(node)?;
        self.tables.get(&binding).or_else(|| self.selves.get(&binding)).copied()
    }

    /// Notes a local that holds `{ __index = T }`.
    pub fn note_metatable(&mut self, binding: BindingId, value: Option<Node>) {
        let Some(literal) = value.filter(|it| it.kind() == "table_constructor") else { return };
        let Some(index) = index_field(self, literal) else { return };
        let Some(value) = self.name_value(index) else { return };
        if let Some(owner) = self.holder_of_name(index) {
            self.classes.insert(owner);
        }
        self.metatables.insert(binding, value);
    }

    /// Where a metatable looks members up, and the table of this file that this is. Walks what is written there.
    fn index_of(&mut self, metatable: Node) -> Option<(ValueId, Option<SymbolId>)> {
        if metatable.kind() == "table_constructor" {
            let index = index_field(self, metatable);
            self.passed(metatable);
            let index = index?;
            return Some((self.name_value(index)?, self.holder_of_name(index)));
        }
        let value = self.value(metatable);
        let binding = match metatable.kind() {
            "identifier" => self.local(metatable),
            _ => None,
        };
        if let Some(&index) = binding.and_then(|binding| self.metatables.get(&binding)) {
            let owner = match self.b.graph.values[index as usize] {
                Value::Name { binding: Some(binding), .. } => self.tables.get(&binding).copied(),
                _ => None,
            };
            return Some((index, owner));
        }
        let owner = self.holder_of_name(metatable);
        Some((value, owner))
    }

    /// `setmetatable(table, metatable)`: an instance, or a class on top of another.
    pub fn set_metatable(&mut self, node: Node, given: &[Node]) -> Option<ValueId> {
        let [table, metatable] = *given else { return None };
        let found = self.index_of(metatable);
        if let Some((_, Some(owner))) = found {
            self.classes.insert(owner);
        }
        let known = match table.kind() {
            "identifier" => {
                let binding = self.local(table);
                binding.map(|it| (it, self.tables.get(&it).copied()))
            }
            _ => None,
        };
        let called = field(node, "name")?;
        let callee = self.value(called);
        self.note_call(node, callee, Some((called, called)), 2, false);
        if let Some((binding, symbol)) = known
            && let Some(symbol) = symbol.or_else(|| self.b.graph.bindings[binding as usize].symbol)
        {
            if let Some((index, owner)) = found
                && owner != Some(symbol)
            {
                self.extend(symbol, index, metatable);
            }
            return Some(self.value(table));
        }
        let Some((index, owner)) = found else { return Some(self.passed(table)) };
        match (table.kind(), owner) {
            ("table_constructor", Some(owner)) => self.fill(owner, table),
            _ => {
                self.passed(table);
            }
        }
        let made = self.b.value(Value::New { callee: index, arguments: Vec::new() });
        if let Some((binding, _)) = known {
            self.b.assign(binding, made);
            if let Some(owner) = owner {
                self.selves.insert(binding, owner);
            }
        }
        Some(made)
    }

    /// What an instance is made with are fields of its class.
    fn fill(&mut self, owner: SymbolId, table: Node) {
        for part in items(table) {
            match (field(part, "name"), field(part, "value")) {
                (Some(name), Some(value)) if name.kind() == "identifier" => match value.kind() {
                    "function_definition" => {
                        self.member_function(Some(owner), table, name, part, value, false);
                    }
                    _ => {
                        let given = self.passed(value);
                        self.member_value(owner, name, part, given);
                    }
                },
                _ => self.children(part),
            }
        }
    }

    /// The table of this file of which a call makes an instance: `setmetatable({}, M)`.
    pub fn instance_of_call(&mut self, node: Node) -> Option<SymbolId> {
        let called = field(node, "name").filter(|_| node.kind() == "function_call")?;
        if self.str(called) != "setmetatable" {
            return None;
        }
        let metatable = items(field(node, "arguments")?).get(1).copied()?;
        if metatable.kind() == "table_constructor" {
            let index = index_field(self, metatable)?;
            return self.holder_of_name(index);
        }
        let by_metatable = match self.local(metatable).and_then(|it| self.metatables.get(&it)) {
            Some(&index) => match self.b.graph.values[index as usize] {
                Value::Name { binding: Some(binding), .. } => self.tables.get(&binding).copied(),
                _ => None,
            },
            None => None,
        };
        by_metatable.or_else(|| self.holder_of_name(metatable))
    }

    /// `---@class`, `---@field`: what documentation says of a table.
    pub fn document_class(&mut self, symbol: SymbolId, docs: &Docs) {
        let Some((name, bases)) = &docs.class else { return };
        self.classes.insert(symbol);
        self.bind_type(name, symbol);
        self.class_bases(symbol, bases);
        self.class_fields(symbol, docs);
    }

    /// The documented name of a type, which every file sees.
    pub fn bind_type(&mut self, name: &str, symbol: SymbolId) {
        let (id, line) = (self.b.name(name), self.b.graph.symbols[symbol as usize].name_at.line);
        let binding = self.b.binding(id, 0, BindingKind::Type, line);
        self.b.binding_mut(binding).symbol = Some(symbol);
    }

    pub fn class_bases(&mut self, symbol: SymbolId, bases: &[&str]) {
        for base in bases {
            let (ty, line) = (self.doc_type(base), self.b.graph.symbols[symbol as usize].name_at.line);
            let text = (*base).to_owned();
            self.b.symbol_mut(symbol).bases.push(Base { relation: Relation::Extends, ty, text, line });
        }
    }

    pub fn class_fields(&mut self, symbol: SymbolId, docs: &Docs) {
        for doc in &docs.fields {
            let id = self.b.name(doc.name);
            let at = self.offset_of(doc.name);
            let (text, ty) = (self.doc_text(doc.ty), self.doc_type(doc.ty));
            if self.members.contains_key(&(symbol, id)) {
                continue;
            }
            let span = (at, at + doc.name.len() as u32);
            let made = self.b.symbol(SymbolKind::Property, doc.name, at, span);
            self.sign_line(made, (at, u32::MAX));
            let property = self.b.symbol_mut(made);
            property.parent = Some(symbol);
            (property.declared, property.declared_text) = (Some(ty), Some(text));
            property.modifiers = property.modifiers.with(Modifiers::OPTIONAL, doc.optional);
            self.members.insert((symbol, id), made);
        }
    }

    /// `Sub.super` in a file that declares `Sub`.
    pub fn super_of(&mut self, node: Node) -> Option<ValueId> {
        let (table, name) = (field(node, "table")?, field(node, "field")?);
        if self.str(name) != "super" {
            return None;
        }
        let owner = self.holder_of_name(table)?;
        Some(self.b.value(Value::Super { owner: Some(owner) }))
    }
}

/// Whether libraries call a function of that name for a new instance.
pub fn is_constructor(name: &str) -> bool {
    CONSTRUCTORS.contains(&name)
}

/// What `__index` is in a table constructor.
fn index_field<'t>(walk: &Walk, node: Node<'t>) -> Option<Node<'t>> {
    let parts = items(node);
    let index = parts.into_iter().find(|part| field(*part, "name").is_some_and(|it| walk.str(it) == "__index"))?;
    field(index, "value")
}
