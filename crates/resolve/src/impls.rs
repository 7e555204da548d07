//! What types are given by blocks away from their declaration: members and bases.

use crate::entities::Entity;
use crate::names::Name;
use crate::outline::List;
use crate::project::Project;
use crate::types::{Decl, FileId};
use facts::{Type, TypeId};

/// A member that a block gives a type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Given {
    pub decl: Decl,
    /// The trait that the block implements, where the repository declares it; none outside.
    pub of: Option<Decl>,
    /// The block implements some trait.
    pub implements: bool,
}

/// What all blocks give one type, in the order of the files.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    members: Vec<(Name, Given)>,
    /// The file and the type of each base, and the symbol that `Self` is there if the file declares it.
    pub bases: Vec<(FileId, TypeId)>,
}

impl Project {
    /// The members of a name that blocks give a type, those that are no trait's first.
    pub(crate) fn impl_members(&self, decl: Decl, name: Name) -> Vec<Given> {
        let blocks = self.blocks_of(decl);
        let mut found: Vec<Given> =
            blocks.members.iter().filter(|(member, _)| *member == name).map(|(_, given)| *given).collect();
        found.sort_by_key(|given| given.implements);
        found
    }

    /// What blocks give a type.
    pub(crate) fn blocks_of(&self, decl: Decl) -> std::rc::Rc<Blocks> {
        if let Some(known) = self.blocks.borrow().get(&decl) {
            return known.clone();
        }
        // Who asks on the way does not get what is being found out.
        self.blocks.borrow_mut().insert(decl, std::rc::Rc::default());
        let mut blocks = Blocks::default();
        let name = self.symbol(decl).map(|(source, symbol)| source.name(symbol.name));
        for &(file, at) in name.map_or(&[][..], |name| self.listed(List::Impl, name)) {
            let Some(source) = self.source(file) else { continue };
            let block = &source.graph.impls[at as usize];
            if self.head_of(file, block.ty) != Entity::Symbol(decl) {
                continue;
            }
            blocks.bases.extend(block.bases.iter().map(|base| (file, base.ty)));
            let of = block.bases.first().and_then(|base| match self.head_of(file, base.ty) {
                Entity::Symbol(decl) => Some(decl),
                _ => None,
            });
            let implements = !block.bases.is_empty();
            for &symbol in &block.members {
                let given = Given { decl: Decl { file, symbol }, of, implements };
                blocks.members.push((source.member_name(symbol, &self.names), given));
            }
        }
        let blocks = std::rc::Rc::new(blocks);
        self.blocks.borrow_mut().insert(decl, blocks.clone());
        blocks
    }

    /// What the head of a type is, aliases followed.
    pub(crate) fn head_of(&self, file: FileId, ty: TypeId) -> Entity {
        let (mut file, mut ty) = (file, ty);
        for _ in 0..8 {
            let Some(source) = self.source(file) else { return Entity::Missing };
            if !matches!(source.graph.types[ty as usize], Type::Name { .. }) {
                return Entity::Missing;
            }
            let entity = self.path_type(file, ty);
            let Entity::Symbol(decl) = entity else { return entity };
            match self.symbol(decl) {
                Some((_, symbol)) if symbol.kind == facts::SymbolKind::TypeAlias => match symbol.declared {
                    Some(declared) => (file, ty) = (decl.file, declared),
                    None => return entity,
                },
                _ => return entity,
            }
        }
        Entity::Missing
    }

    /// The trait methods of a name whose trait some block implements for what the repository does not declare, and
    /// how that is called; none for whatever has a bound.
    pub(crate) fn outside_methods(&self, name: Name) -> Vec<(Decl, Option<Name>)> {
        let plain = self.names.plain(name);
        let mut found: Vec<(Decl, Option<Name>)> = Vec::new();
        for &(file, symbol) in self.listed(List::Method, plain) {
            let Some(source) = self.source(file).filter(|source| source.language.module_paths) else { continue };
            let declared = &source.graph.symbols[symbol as usize];
            let of_trait = declared.parent.is_some_and(|it| is_trait(&source.graph.symbols[it as usize]));
            if let (true, Some(parent)) = (of_trait && declared.receiver.is_none(), declared.parent) {
                let decl = Decl { file, symbol };
                found.extend(self.outside_heads(Decl { file, symbol: parent }).into_iter().map(|head| (decl, head)));
            }
        }
        found
    }

    /// Whether what the repository does not declare can stand for a type parameter: none of its bounds is a trait of
    /// the repository or a function.
    fn is_open(&self, file: FileId, binding: facts::BindingId) -> bool {
        let Some(source) = self.source(file) else { return false };
        let Some(bound) = source.graph.bindings[binding as usize].declared else { return true };
        let parts = match &source.graph.types[bound as usize] {
            Type::Intersection { parts } => parts.clone(),
            _ => vec![bound],
        };
        parts.into_iter().all(|part| {
            !matches!(source.graph.types[part as usize], Type::Function { .. })
                && !matches!(self.head_of(file, part), Entity::Symbol(_))
        })
    }

    /// The heads outside the repository for which blocks implement a trait.
    fn outside_heads(&self, of: Decl) -> Vec<Option<Name>> {
        let Some((source, symbol)) = self.symbol(of) else { return Vec::new() };
        let name = source.name(symbol.name);
        let mut heads = Vec::new();
        for &(file, at) in self.listed(List::Implemented, name) {
            let Some(source) = self.source(file) else { continue };
            let block = &source.graph.impls[at as usize];
            let implements = block.bases.iter().any(|base| self.head_of(file, base.ty) == Entity::Symbol(of));
            if !implements {
                continue;
            }
            match &source.graph.types[block.ty as usize] {
                Type::Name { path, .. } => match self.head_of(file, block.ty) {
                    Entity::External(_) => heads.extend(path.last().map(|&last| Some(source.name(last)))),
                    Entity::Binding(other, binding) if self.is_open(other, binding) => heads.push(None),
                    _ => {}
                },
                Type::Builtin(builtin) => heads.push(Some(self.names.intern(builtin_word(*builtin)))),
                Type::List { .. } => heads.push(Some(self.names.intern("Vec"))),
                _ => {}
            }
        }
        heads
    }
}

fn is_trait(symbol: &facts::Symbol) -> bool {
    symbol.kind == facts::SymbolKind::Interface
}

/// The word by which blocks for builtin types are compared.
pub(crate) fn builtin_word(builtin: facts::Builtin) -> &'static str {
    match builtin {
        facts::Builtin::String => "String",
        facts::Builtin::Boolean => "bool",
        _ => "number",
    }
}
