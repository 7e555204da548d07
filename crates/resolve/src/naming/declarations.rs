//! Symbols of the repository: by entity, by id, with what belongs to them.

use crate::languages::Packages;
use crate::naming::entities::{Entity, Use};
use crate::project::Project;
use crate::project::source::Source;
use crate::values::types::Decl;

impl Project {
    /// Of the declarations that share a name, the one that suits the use; else the one given.
    pub(crate) fn suited(&self, decl: Decl, usage: Use) -> Decl {
        if self.suits(decl, usage) {
            return decl;
        }
        let Some((source, symbol)) = self.symbol(decl) else { return decl };
        let same = source.members_named(symbol.parent, source.name(symbol.name)).iter();
        let mut same = same.map(|&symbol| Decl { file: decl.file, symbol });
        same.find(|&other| self.suits(other, usage)).unwrap_or(decl)
    }

    pub(crate) fn suits(&self, decl: Decl, usage: Use) -> bool {
        use facts::SymbolKind::{Function, Interface, TypeAlias, Variable};
        let Some(source) = self.source(decl.file) else { return false };
        match (usage, source.graph.symbols[decl.symbol as usize].kind) {
            (Use::Value | Use::Call, Interface | TypeAlias) => {
                source.language.named_types || source.language.packages != Packages::Folders
            }
            (Use::Type, Function | Variable) => false,
            _ => true,
        }
    }

    /// What a namespace's name means as a type: the type of that name beside it, where there is one.
    pub(crate) fn type_behind(&self, entity: Entity) -> Entity {
        let Entity::Symbol(decl) = entity else { return entity };
        let Some((source, symbol)) = self.symbol(decl) else { return entity };
        if symbol.kind != facts::SymbolKind::Namespace || !source.language.computed_types {
            return entity;
        }
        let beside = source.members_named(symbol.parent, source.name(symbol.name)).iter();
        let found = beside.copied().find(|&it| source.graph.symbols[it as usize].kind.is_type());
        found.map_or(entity, |symbol| Entity::Symbol(Decl { file: decl.file, symbol }))
    }

    /// The symbol of an entity, where it is one.
    pub(crate) fn symbol_of(&self, entity: Entity) -> Option<Decl> {
        match entity {
            Entity::Symbol(decl) => Some(decl),
            Entity::Value(file, value) => match self.source(file)?.graph.values[value as usize] {
                facts::Value::Class { symbol } | facts::Value::Function { symbol: Some(symbol), .. } => {
                    Some(Decl { file, symbol })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// A path outside, one name further.
    pub(crate) fn outside(&self, path: &str, name: &str) -> Entity {
        // How many parameters a type outside has says nothing.
        let name = name.split('`').next().unwrap_or_default();
        let joined = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        Entity::External(self.names.intern(&joined))
    }

    /// `path#qualified`
    pub(crate) fn symbol_id(&self, decl: Decl) -> String {
        let path = self.tree.path(decl.file);
        let source = self.source(decl.file);
        let qualified = source.map_or("", |source| {
            let written = source.graph.written(decl.symbol);
            source.graph.symbols[written as usize].qualified.as_str()
        });
        format!("{path}#{qualified}")
    }

    pub(crate) fn symbol(&self, decl: Decl) -> Option<(&Source, &facts::Symbol)> {
        let source = self.source(decl.file)?;
        let symbol = source.graph.symbols.get(decl.symbol as usize)?;
        source.ask(source.symbol_name(decl.symbol));
        Some((source, symbol))
    }
}
