//! A hash over everything of a file that resolving another file can consult: what its declarations are,
//! hold and return, what it imports and exports, and the names that these rest on. Positions, bodies'
//! calls, quotes and documentation are not among it.
//!
//! The parts are numbered as they are found from the declarations outward, so that a part of a body that
//! nothing refers to changes nothing.

use facts::*;
use sha2::{Digest, Sha256};
use std::fmt::Write;

#[derive(Clone, Copy)]
enum Part {
    Symbol(SymbolId),
    Binding(BindingId),
    Value(ValueId),
    Type(TypeId),
}

struct Walk<'a> {
    graph: &'a FileGraph,
    /// The numbers of symbols, bindings, values and types, each by its id; none yet: [`NEW`].
    numbers: [Vec<u32>; 4],
    found: Vec<Part>,
    out: String,
}

const NEW: u32 = u32::MAX;

/// The hash in hexadecimal.
pub fn hash(graph: &FileGraph) -> String {
    let lengths = [graph.symbols.len(), graph.bindings.len(), graph.values.len(), graph.types.len()];
    let numbers = lengths.map(|length| vec![NEW; length]);
    let mut walk = Walk { graph, numbers, found: Vec::new(), out: String::new() };
    walk.file();
    let mut at = 0;
    while let Some(&part) = walk.found.get(at) {
        walk.part(part);
        at += 1;
    }
    facts::unit::hex(&Sha256::digest(walk.out.as_bytes()))
}

impl Walk<'_> {
    fn say(&mut self, what: impl std::fmt::Debug) {
        let _ = write!(self.out, "{what:?};");
    }

    /// As [`Self::say`] says a text.
    fn text(&mut self, text: &str) {
        let plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
        if !text.bytes().all(plain) {
            return self.say(text);
        }
        self.out.push('"');
        self.out.push_str(text);
        self.out.push_str("\";");
    }

    /// As [`Self::say`] says a number.
    fn number(&mut self, mut number: usize) {
        let (mut digits, mut at) = ([0u8; 20], 20);
        loop {
            at -= 1;
            digits[at] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        self.out.extend(digits[at..].iter().map(|&digit| digit as char));
        self.out.push(';');
    }

    fn name(&mut self, name: NameId) {
        let graph = self.graph;
        self.text(graph.name(name));
    }

    /// The number of a part; a new part is looked at later.
    fn refer(&mut self, part: Part) {
        let next = self.found.len() as u32;
        let number = match part {
            Part::Symbol(id) => &mut self.numbers[0][id as usize],
            Part::Binding(id) => &mut self.numbers[1][id as usize],
            Part::Value(id) => &mut self.numbers[2][id as usize],
            Part::Type(id) => &mut self.numbers[3][id as usize],
        };
        if *number == NEW {
            *number = next;
            self.found.push(part);
        }
        let number = *number;
        self.number(number as usize);
    }

    fn values(&mut self, values: &[ValueId]) {
        self.number(values.len());
        values.iter().for_each(|&value| self.refer(Part::Value(value)));
    }

    fn types(&mut self, types: &[TypeId]) {
        self.number(types.len());
        types.iter().for_each(|&ty| self.refer(Part::Type(ty)));
    }

    fn maybe(&mut self, part: Option<Part>) {
        match part {
            Some(part) => self.refer(part),
            None => self.text("-"),
        }
    }

    fn file(&mut self) {
        let graph = self.graph;
        self.say((GRAPH_VERSION, &graph.path, &graph.language, &graph.package, &graph.packages));
        for (id, symbol) in graph.symbols.iter().enumerate() {
            // A function's own functions and variables are reached by what refers to them alone.
            let plain = matches!(symbol.kind, SymbolKind::Function | SymbolKind::Variable);
            if !plain || !self.is_local(symbol) {
                self.refer(Part::Symbol(id as SymbolId));
            }
        }
        for (id, binding) in graph.bindings.iter().enumerate() {
            if binding.scope == 0 {
                self.refer(Part::Binding(id as BindingId));
            }
        }
        for block in &graph.impls {
            self.refer(Part::Type(block.ty));
            for base in &block.bases {
                self.say(base.relation);
                self.refer(Part::Type(base.ty));
            }
            block.members.iter().for_each(|&member| self.refer(Part::Symbol(member)));
        }
        for import in &graph.imports {
            self.say((&import.specifier, import.dynamic));
            for imported in &import.names {
                match imported.imported {
                    Imported::Name(name) => self.name(name),
                    Imported::Default => self.say("default"),
                    Imported::Module => self.say("module"),
                    Imported::All => self.say("all"),
                    Imported::Nothing => self.say("nothing"),
                }
            }
        }
        for export in &graph.exports {
            self.name(export.name);
            match &export.what {
                Exported::Local(binding) => self.refer(Part::Binding(*binding)),
                Exported::Value(value) => self.refer(Part::Value(*value)),
                Exported::From { specifier, name } => {
                    self.text(specifier);
                    self.name(*name);
                }
                Exported::AllFrom { specifier } => self.say(("all", specifier)),
                Exported::ModuleFrom { specifier } => self.say(("module", specifier)),
            }
        }
        self.say(graph.star_names.as_ref().map(|names| names.iter().map(|&name| graph.name(name)).collect::<Vec<_>>()));
    }

    /// Whether a symbol stands in a function's body.
    fn is_local(&self, symbol: &Symbol) -> bool {
        let mut parent = symbol.parent;
        while let Some(id) = parent {
            let above = &self.graph.symbols[id as usize];
            if matches!(above.kind, SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor) {
                return true;
            }
            parent = above.parent;
        }
        false
    }

    fn part(&mut self, part: Part) {
        let graph = self.graph;
        match part {
            Part::Symbol(id) => {
                self.symbol(&graph.symbols[id as usize]);
                self.say(graph.constant(id));
            }
            Part::Binding(id) => {
                let binding = &graph.bindings[id as usize];
                self.name(binding.name);
                let owner = self.owner(binding.scope).map(str::to_owned);
                self.say((binding.kind, binding.import, owner));
                self.maybe(binding.symbol.map(Part::Symbol));
                self.maybe(binding.declared.map(Part::Type));
                self.values(&binding.values);
            }
            Part::Value(id) => self.value(&graph.values[id as usize]),
            Part::Type(id) => self.ty(&graph.types[id as usize]),
        }
    }

    /// The symbol whose body a scope belongs to.
    fn owner(&self, scope: ScopeId) -> Option<&str> {
        let mut next = Some(scope);
        while let Some(scope) = next {
            let scope = &self.graph.scopes[scope as usize];
            if let Some(symbol) = scope.symbol {
                return Some(&self.graph.symbols[symbol as usize].qualified);
            }
            next = scope.parent;
        }
        None
    }

    /// What the scopes from here outward have as receivers: bare names may be members of these.
    fn receivers(&mut self, scope: ScopeId) {
        let mut next = Some(scope);
        while let Some(scope) = next {
            let scope = &self.graph.scopes[scope as usize];
            scope.receiver.into_iter().for_each(|value| self.refer(Part::Value(value)));
            next = scope.parent;
        }
    }

    fn symbol(&mut self, symbol: &Symbol) {
        self.say((&symbol.qualified, symbol.kind, symbol.exported, symbol.modifiers.0, symbol.decorators.is_empty()));
        self.name(symbol.name);
        for param in &symbol.params {
            self.name(param.name);
            self.say((param.optional, param.rest));
            self.maybe(param.declared.map(Part::Type));
        }
        symbol.labels.iter().for_each(|&label| self.name(label));
        self.maybe(symbol.returns_type.map(Part::Type));
        self.values(&symbol.return_values);
        self.maybe(symbol.declared.map(Part::Type));
        self.values(&symbol.initial);
        self.maybe(symbol.receiver.map(Part::Type));
        for param in &symbol.type_params {
            self.name(param.name);
            self.maybe(param.bound.map(Part::Type));
        }
        for base in &symbol.bases {
            self.say(base.relation);
            self.refer(Part::Type(base.ty));
        }
    }

    fn value(&mut self, value: &Value) {
        self.say(std::mem::discriminant(value));
        match value {
            Value::Name { name, scope, binding } => {
                self.name(*name);
                self.maybe(binding.map(Part::Binding));
                self.receivers(*scope);
            }
            Value::This { owner } | Value::Super { owner } => self.maybe(owner.map(Part::Symbol)),
            Value::Member { object, name } => {
                self.refer(Part::Value(*object));
                self.name(*name);
            }
            Value::Payload { object, of, name } => {
                self.refer(Part::Value(*object));
                self.refer(Part::Value(*of));
                self.name(*name);
            }
            Value::Call { callee, arguments } | Value::New { callee, arguments } => {
                self.refer(Part::Value(*callee));
                self.values(arguments);
            }
            Value::Index { object } | Value::Await { object } | Value::Enter { object } | Value::Lent { object } => {
                self.refer(Part::Value(*object))
            }
            Value::Item { object, position } | Value::Part { object, position } => {
                self.say(position);
                self.refer(Part::Value(*object));
            }
            Value::Operation { operands, joins } => {
                self.say(joins);
                self.values(operands);
            }
            Value::Cast { ty } | Value::Instance { ty } | Value::Type { ty } => self.refer(Part::Type(*ty)),
            Value::Either { options: items } | Value::List { items } => self.values(items),
            Value::Function { symbol, returns, declared, is_async } => {
                self.say(is_async);
                self.maybe(symbol.map(Part::Symbol));
                self.maybe(declared.map(Part::Type));
                self.values(returns);
            }
            Value::Class { symbol } => self.refer(Part::Symbol(*symbol)),
            Value::Object { members, spreads } => {
                for (name, value) in members {
                    self.name(*name);
                    self.refer(Part::Value(*value));
                }
                self.values(spreads);
            }
            Value::Receiver { scope } => {
                let owner = self.owner(*scope).map(str::to_owned);
                self.say(owner);
                self.receivers(*scope);
            }
            Value::TypeArguments { types } => self.types(types),
            Value::Named { name, value } => {
                self.name(*name);
                self.refer(Part::Value(*value));
            }
            Value::Takes { function, position } => {
                self.say(position);
                self.refer(Part::Value(*function));
            }
            Value::CallbackParam { callee, argument, position } => {
                self.say((argument, position));
                self.refer(Part::Value(*callee));
            }
            Value::Builtin(builtin) => self.say(builtin),
            Value::Unknown { dynamic } => self.say(dynamic),
        }
    }

    fn ty(&mut self, ty: &Type) {
        self.say(std::mem::discriminant(ty));
        match ty {
            Type::Name { path, root, arguments, .. } => {
                path.iter().for_each(|&name| self.name(name));
                self.maybe(root.map(Part::Binding));
                self.types(arguments);
            }
            Type::Builtin(builtin) => self.say(builtin),
            Type::Union { options: parts } | Type::Intersection { parts } | Type::Tuple { parts } => self.types(parts),
            Type::List { element: inner }
            | Type::Optional { inner }
            | Type::ClassOf { inner }
            | Type::Keys { of: inner } => {
                self.refer(Part::Type(*inner));
            }
            Type::Map { key, element } => self.types(&[*key, *element]),
            Type::Function { params, returns } => {
                self.types(params);
                self.maybe(returns.map(Part::Type));
            }
            Type::Extension { receiver, function } => self.types(&[*receiver, *function]),
            Type::Object { members } => {
                for (name, ty) in members {
                    self.name(*name);
                    self.refer(Part::Type(*ty));
                }
            }
            Type::Of { value } => self.refer(Part::Value(*value)),
            Type::Indexed { object, name } => {
                self.refer(Part::Type(*object));
                self.name(*name);
            }
            Type::This | Type::Unknown => {}
        }
    }
}
