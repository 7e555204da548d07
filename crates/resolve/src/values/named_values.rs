//! What names that lead to declarations are as values.

use crate::naming::entities::Entity;
use crate::project::source::Source;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Env, Head, Ty};
use facts::{SymbolKind, Value, ValueId};

impl Eval<'_> {
    /// The type of what a name stands for, used as a value.
    pub(crate) fn entity(&mut self, entity: Entity) -> Ty {
        match entity {
            Entity::Symbol(decl) => self.symbol_value(decl),
            Entity::Binding(file, binding) => self.binding(file, binding),
            Entity::Value(file, value) => self.value(file, value),
            Entity::ValueMember(file, value, name) => {
                let object = self.value(file, value);
                self.member(object, name)
            }
            Entity::Package(file, name) => self.types.make(Head::Package(file, name)),
            Entity::Member(decl, name) => {
                let class = self.types.make(Head::Class(decl));
                self.member(class, name)
            }
            Entity::Module(file) => self.types.make(Head::Module(file)),
            Entity::Folder(folder) => self.types.make(Head::Folder(folder)),
            Entity::External(path) => self.types.make(Head::External(path)),
            Entity::Missing => Ty::UNKNOWN,
        }
    }

    /// The name of the members that a value made by `Symbol()` is the key of: `[key]`.
    pub(crate) fn key_of_symbol(&mut self, source: &Source, value: ValueId, held: Ty) -> Option<Ty> {
        let Head::External(path) = *self.types.head(held) else { return None };
        if !source.language.computed_types || !matches!(&*self.text(path), "Symbol" | "Symbol.for") {
            return None;
        }
        let name = match source.graph.values[value as usize] {
            Value::Name { name, .. } | Value::Member { name, .. } => name,
            _ => return None,
        };
        let key = self.name(&format!("[{}]", source.graph.name(name)));
        Some(self.types.literals(vec![key]))
    }

    /// The type of a symbol named as a value: the function, the class, what a variable holds.
    pub(crate) fn symbol_value(&mut self, decl: Decl) -> Ty {
        let Some((_, symbol)) = self.project.symbol(decl) else { return Ty::UNKNOWN };
        match symbol.kind {
            SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor => {
                self.wrapped(decl, symbol).unwrap_or_else(|| self.types.make(Head::Func(decl, Env::EMPTY, None)))
            }
            // A struct without fields is its only value.
            SymbolKind::Struct if self.is_unit(decl) => self.types.instance(decl, &[]),
            SymbolKind::Class | SymbolKind::Struct | SymbolKind::Enum => self.types.make(Head::Class(decl)),
            // A conversion `T(x)` and a method expression `T.M` name the type as a value.
            SymbolKind::Interface | SymbolKind::TypeAlias => self.types.make(Head::Class(decl)),
            SymbolKind::Namespace => self.types.make(Head::Namespace(decl)),
            SymbolKind::Extension => Ty::UNKNOWN,
            // A variant with a payload is a function that makes one.
            SymbolKind::EnumMember if symbol.returns_type.is_some() => {
                self.types.make(Head::Func(decl, Env::EMPTY, None))
            }
            SymbolKind::EnumMember => match symbol.parent {
                Some(parent) => self.types.instance(Decl { file: decl.file, symbol: parent }, &[]),
                None => Ty::UNKNOWN,
            },
            SymbolKind::Getter => self.returned(decl),
            SymbolKind::Setter | SymbolKind::Property | SymbolKind::Variable => self.held(decl),
        }
    }
}
