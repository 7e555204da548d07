//! What types are given by blocks away from their declaration: members and bases.

use crate::naming::entities::Entity;
use crate::project::Project;
use crate::project::consulted;
use crate::project::names::Name;
use crate::project::outline::List;
use crate::values::types::{Decl, FileId};
use facts::{Impl, Type, TypeId};
use rustc_hash::FxHashSet;

/// Names that a type is given blocks by: crates that call every result `Result` have more aliases than types.
const MAX_ALIASES: usize = 32;

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
    /// They are being found out.
    open: bool,
}

impl Project {
    /// The members of a name that blocks give a type, those that are no trait's first.
    pub(crate) fn impl_members(&self, decl: Decl, name: Name) -> Vec<Given> {
        self.consulted.asked.name(name);
        let blocks = self.blocks_of(decl);
        let mut found: Vec<Given> =
            blocks.members.iter().filter(|(member, _)| *member == name).map(|(_, given)| *given).collect();
        found.sort_by_key(|given| given.implements);
        found
    }

    /// What blocks give a type.
    pub(crate) fn blocks_of(&self, decl: Decl) -> std::rc::Rc<Blocks> {
        if let Some(known) = self.blocks.borrow().get(&decl) {
            self.items_partial.set(self.items_partial.get() || known.open);
            return known.clone();
        }
        // Who asks on the way does not get what is being found out.
        self.blocks.borrow_mut().insert(decl, std::rc::Rc::new(Blocks { open: true, ..Blocks::default() }));
        let mut blocks = Blocks::default();
        for (file, at) in self.blocks_for(decl) {
            let Some(source) = self.source(file) else { continue };
            let block = &source.graph.impls[at as usize];
            if self.head_of(file, block.ty) != Entity::Symbol(decl) || self.is_of_namesake(file, block, decl) {
                continue;
            }
            // A trait is implemented for references to what implements it: a call on that still goes to the trait.
            if block.bases.iter().any(|base| self.head_of(file, base.ty) == Entity::Symbol(decl)) {
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
        for decl in self.implemented_by_macro(decl) {
            let Some(source) = self.source(decl.file) else { continue };
            let given = Given { decl, of: None, implements: false };
            blocks.members.push((source.member_name(decl.symbol, &self.names), given));
        }
        self.leave_out_alternatives(&mut blocks.members);
        let blocks = std::rc::Rc::new(blocks);
        self.blocks.borrow_mut().insert(decl, blocks.clone());
        blocks
    }

    /// Whether a block stands with another type of the name that is not built where this one is.
    fn is_of_namesake(&self, file: FileId, block: &Impl, decl: Decl) -> bool {
        let Some((source, symbol)) = self.symbol(decl).filter(|_| file == decl.file) else { return false };
        let symbols = &source.graph.symbols;
        let owner = block.members.first().and_then(|&member| symbols[member as usize].parent);
        owner.is_some_and(|owner| owner != decl.symbol && symbols[owner as usize].name == symbol.name)
    }

    /// The blocks that may be for a type: those of its own file, and those of others for what is named like it or like
    /// an alias of that.
    fn blocks_for(&self, decl: Decl) -> Vec<(FileId, u32)> {
        let Some((source, symbol)) = self.symbol(decl) else { return Vec::new() };
        let name = source.name(symbol.name);
        let own = source.own_blocks(name).iter().map(|&at| (decl.file, at));
        let mut blocks: Vec<(FileId, u32)> = own.collect();
        for name in self.with_aliases(name) {
            blocks.extend(self.listed(List::Impl, name).iter().filter(|&&(file, _)| self.is_built_with(file)));
        }
        blocks.sort_unstable();
        blocks
    }

    /// A type's name, those of the aliases of what is named so, and those of their aliases.
    fn with_aliases(&self, name: Name) -> Vec<Name> {
        let (mut names, mut at) = (vec![name], 0);
        while let Some(&name) = names.get(at) {
            at += 1;
            for &(file, symbol) in self.listed(List::Aliased, name) {
                let Some((source, symbol)) = self.symbol(Decl { file, symbol }) else { continue };
                let alias = source.name(symbol.name);
                self.consulted.asked.name(alias);
                if names.len() < MAX_ALIASES && !names.contains(&alias) {
                    names.push(alias);
                }
            }
        }
        names
    }

    /// Whether the crates of another file and of the one that is being resolved are built together: else nothing that the
    /// one implements is there in the other.
    pub(crate) fn is_built_with(&self, other: FileId) -> bool {
        let Some(own) = self.consulted.asked.own() else { return true };
        self.consulted.key(consulted::configs());
        self.modules.crates().is_built_with(self.tree.path(own), self.tree.path(other))
    }

    /// Of members that each platform has its own module for, those stay that are rather built.
    fn leave_out_alternatives(&self, members: &mut Vec<(Name, Given)>) {
        let mut files: Vec<FileId> = members.iter().map(|(_, given)| given.decl.file).collect();
        files.dedup();
        if files.len() < 2 {
            return;
        }
        let left: Vec<FileId> = files.into_iter().filter(|&file| self.is_left_out(file)).collect();
        if left.is_empty() {
            return;
        }
        let is_left = |given: &Given| left.contains(&given.decl.file);
        let built: FxHashSet<(Name, Option<Decl>)> =
            members.iter().filter(|(_, given)| !is_left(given)).map(|(name, given)| (*name, given.of)).collect();
        members.retain(|(name, given)| !is_left(given) || !built.contains(&(*name, given.of)));
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
}
