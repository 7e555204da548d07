//! What an interface says of declarations, values and types: all that resolving another file can consult of them.

use crate::project::interface::{Part, Walk};
use facts::{Modifiers, Narrowing, Symbol, SymbolKind, Type, Value};

impl Walk<'_> {
    pub(super) fn symbol(&mut self, symbol: &Symbol) {
        self.say((&symbol.qualified, symbol.kind, symbol.exported, symbol.modifiers.0, symbol.decorators.is_empty()));
        self.say((symbol.complexity == 0, &symbol.returns, &symbol.declared_text));
        let is_fixture = symbol.modifiers.has(Modifiers::FIXTURE);
        let decorators = symbol.decorators.iter().filter(|it| is_fixture || it.text.starts_with("derive"));
        decorators.for_each(|it| self.text(&it.text));
        if is_annotation(symbol) {
            symbol.decorators.iter().for_each(|it| self.refer(Part::Value(it.value)));
        }
        self.name(symbol.name);
        for param in &symbol.params {
            self.name(param.name);
            self.say((param.optional, param.rest, &param.type_text));
            self.maybe(param.declared.map(Part::Type));
        }
        symbol.labels.iter().for_each(|&label| self.name(label));
        self.maybe(symbol.returns_type.map(Part::Type));
        self.values(&symbol.return_values);
        self.types(&symbol.yields);
        self.maybe(symbol.declared.map(Part::Type));
        self.values(&symbol.initial);
        self.maybe(symbol.receiver.map(Part::Type));
        for param in &symbol.type_params {
            self.name(param.name);
            self.maybe(param.bound.map(Part::Type));
            self.maybe(param.default.map(Part::Type));
        }
        for base in &symbol.bases {
            self.say(base.relation);
            self.refer(Part::Type(base.ty));
        }
    }

    pub(super) fn narrowing(&mut self, narrowing: &Narrowing) {
        self.say((narrowing.argument, narrowing.outcome, narrowing.joined));
        self.refer(Part::Value(narrowing.test));
        self.maybe(narrowing.asserted_by.map(Part::Value));
    }

    pub(super) fn value(&mut self, value: &Value) {
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
            Value::Rule { pieces, more, value } => {
                self.say((pieces, more));
                self.refer(Part::Value(*value));
            }
            Value::Piece { position } => self.say(position),
            Value::CallbackParam { callee, argument, position } => {
                self.say((argument, position));
                self.refer(Part::Value(*callee));
            }
            Value::Builtin(builtin) => self.say(builtin),
            Value::Unknown { dynamic } => self.say(dynamic),
        }
    }

    pub(super) fn ty(&mut self, ty: &Type) {
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
            | Type::Keys { of: inner }
            | Type::Rest { of: inner } => {
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
            Type::Predicate { position, is, asserts } => {
                self.say((position, asserts));
                self.refer(Part::Type(*is));
            }
            Type::IndexedBy { object, index } => self.types(&[*object, *index]),
            Type::Conditional { check, extends, infers, yes, no } => {
                self.types(&[*check, *extends, *yes, *no]);
                infers.iter().for_each(|&it| self.refer(Part::Binding(it)));
            }
            Type::Mapped { param, keys, renamed, element } => {
                self.refer(Part::Binding(*param));
                self.types(&[*keys, *element]);
                self.maybe(renamed.map(Part::Type));
            }
            Type::Literal { text } => self.name(*text),
            Type::Template { texts, types } => {
                texts.iter().for_each(|&text| self.name(text));
                self.types(types);
            }
            Type::Generic { params, function } => {
                for (param, default) in params {
                    self.refer(Part::Binding(*param));
                    self.maybe(default.map(Part::Type));
                }
                self.refer(Part::Type(*function));
            }
            Type::This | Type::Any | Type::Never | Type::Unknown => {}
        }
    }
}

/// Whether a declaration may be an annotation, of which others ask what stands at it.
fn is_annotation(symbol: &Symbol) -> bool {
    symbol.kind == SymbolKind::Interface || symbol.signature.contains("annotation class ")
}
