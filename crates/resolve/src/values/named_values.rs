//! What names that lead to declarations are as values.

use crate::naming::entities::Entity;
use crate::project::names::Name;
use crate::project::source::Source;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Env, FileId, Head, Ty};
use facts::{Builtin, SymbolKind, Type, TypeId, Value, ValueId};

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
            // Beside what else a name is given, nothing says no more than that.
            Entity::External(path) if self.language.module_paths && &*self.text(path) == "std.option.Option.None" => {
                self.types.builtin(Builtin::Null)
            }
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

    /// Whether a name is that of members under a computed key: `[Kind.One]`.
    pub(crate) fn is_key(&self, name: Name) -> bool {
        self.language.computed_types && self.text(name).starts_with('[')
    }

    /// Whether a member that is not there is what a value which may be missing has its own under: `size.Value` of `Size? size`.
    pub(crate) fn is_value_behind(&self, source: &Source, held: Ty, name: facts::NameId) -> bool {
        let Head::Instance(decl, _) = *self.types.head(held) else { return false };
        source.language.nullable_member.is_some_and(|member| source.graph.name(name) == member)
            && self.project.symbol(decl).is_some_and(|(_, it)| matches!(it.kind, SymbolKind::Struct | SymbolKind::Enum))
    }

    /// The name of the members that a member of an enumeration, written as a value, is the key of: `[Kind.One]`. Of
    /// what lies outside it is known to be one where `bound` is its type.
    pub(crate) fn key_of_enum(&mut self, file: FileId, value: ValueId, bound: Ty) -> Option<Ty> {
        let source = self.source(file)?;
        let Value::Member { object, name } = source.graph.values[value as usize] else { return None };
        let object = self.value(file, object);
        let of = match *self.types.head(object) {
            Head::Class(decl) => {
                let (source, symbol) = self.project.symbol(decl).filter(|(_, it)| it.kind == SymbolKind::Enum)?;
                source.graph.name(symbol.name).to_owned()
            }
            Head::External(path) if bound == object => self.text(path).rsplit('.').next()?.to_owned(),
            _ => return None,
        };
        let key = self.name(&format!("[{of}.{}]", source.graph.name(name)));
        Some(self.types.literals(vec![key]))
    }

    /// The same of one that is written as a type: `Map[Kind.One]`.
    pub(crate) fn key_of_type(&mut self, source: &Source, file: FileId, ty: TypeId) -> Option<Ty> {
        let Type::Name { path, .. } = &source.graph.types[ty as usize] else { return None };
        let &[.., of, member] = &path[..] else { return None };
        let key = match self.named_by(source, file, ty) {
            Entity::Symbol(decl) => {
                let (source, symbol) = self.project.symbol(decl).filter(|(_, it)| it.kind == SymbolKind::EnumMember)?;
                let of = source.graph.symbols[symbol.parent? as usize].name;
                format!("[{}.{}]", source.graph.name(of), source.graph.name(symbol.name))
            }
            Entity::External(_) => format!("[{}.{}]", source.graph.name(of), source.graph.name(member)),
            _ => return None,
        };
        let key = self.name(&key);
        Some(self.types.literals(vec![key]))
    }

    /// The same of a property that is declared to be one of an enumeration's members, or any of several.
    pub(crate) fn key_declared(&mut self, property: Decl) -> Option<Ty> {
        let (source, symbol) = self.project.symbol(property).filter(|(it, _)| it.language.computed_types)?;
        let ty = symbol.declared?;
        let Type::Union { options } = &source.graph.types[ty as usize] else {
            return self.key_of_type(source, property.file, ty);
        };
        let keys: Option<Vec<Ty>> =
            options.iter().map(|&option| self.key_of_type(source, property.file, option)).collect();
        keys.map(|keys| self.types.union(keys))
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
