//! What shares a name and a place with a declaration, so that a call may mean it as well.

use crate::languages::Arguments;
use crate::naming::entities::Entity;
use crate::project::source::Source;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Env, FileId};
use facts::{Modifiers, Symbol, SymbolKind, Type, TypeId, Value, ValueId};

impl<'p> Eval<'p> {
    /// The functions that share a name and a place with a declaration; the constructors of a type.
    pub(crate) fn of_one_name(&mut self, source: &Source, file: FileId, decl: Decl) -> Vec<Decl> {
        let Some((of, symbol)) = self.project.symbol(decl) else { return Vec::new() };
        if symbol.kind.is_type() {
            let constructors = self.constructors(decl);
            let mut all = if constructors.is_empty() { vec![decl] } else { constructors };
            if symbol.parent.is_none() && source.language.arguments == Arguments::Named {
                let beside = self.beside(of, file, decl, symbol);
                // What cannot be made gives way to a function of its name.
                if symbol.kind == SymbolKind::Interface && !beside.is_empty() {
                    all.clear();
                }
                all.extend(beside);
            }
            return all;
        }
        if symbol.kind == SymbolKind::EnumMember || symbol.receiver.is_some() && symbol.parent.is_none() {
            return vec![decl];
        }
        if symbol.parent.is_none() {
            let mut all = vec![decl];
            all.extend(self.beside(of, file, decl, symbol));
            if source.language.arguments == Arguments::Named {
                for class in self.made_beside(of, file, symbol) {
                    let constructors = self.constructors(class);
                    all.extend(if constructors.is_empty() { vec![class] } else { constructors });
                }
            }
            return all;
        }
        self.candidates(decl, Env::EMPTY).into_iter().map(|candidate| candidate.decl).collect()
    }

    /// Whether functions are not all of one type or package.
    pub(crate) fn are_of_several(&self, all: &[Decl]) -> bool {
        let owner = |decl: Decl| {
            let (_, symbol) = self.project.symbol(decl)?;
            symbol.qualified.rsplit_once('.').map(|(owner, _)| owner)
        };
        all.iter().any(|&decl| owner(decl) != owner(all[0]))
    }

    /// Whether an instance is made by a declaration.
    pub(crate) fn makes_instances(&self, decl: Decl) -> bool {
        let kind = self.project.symbol(decl).map(|(_, symbol)| symbol.kind);
        kind.is_some_and(|kind| kind == SymbolKind::Constructor || kind.is_type())
    }

    /// Whether what is declared to be of a type is never missing: as written, in a language that tells the two apart.
    pub(crate) fn is_never_null(&self, decl: Decl, ty: TypeId) -> bool {
        let Some((of, _)) = self.project.symbol(decl) else { return false };
        match &of.graph.types[ty as usize] {
            Type::Builtin(_) | Type::List { .. } | Type::Function { .. } | Type::Map { .. } => true,
            Type::Name { .. } => matches!(self.project.head_of(decl.file, ty), Entity::Symbol(to) if {
                self.project.symbol(to).is_some_and(|(_, it)| it.kind.is_type() && it.kind != SymbolKind::TypeAlias)
            }),
            _ => false,
        }
    }

    /// The other functions of a name in its package.
    fn beside(&self, of: &Source, from: FileId, decl: Decl, symbol: &Symbol) -> Vec<Decl> {
        let mut found = self.of_package(of, from, symbol, |kind| kind == SymbolKind::Function);
        found.retain(|&other| other != decl);
        found
    }

    /// The types in the package of a function that bear its name, so that it may stand for their making.
    fn made_beside(&self, of: &Source, from: FileId, function: &Symbol) -> Vec<Decl> {
        self.of_package(of, from, function, |kind| kind.is_type() && kind != SymbolKind::Interface)
    }

    /// What bears a symbol's name in its package, as far as a file sees it.
    pub(crate) fn of_package(
        &self,
        of: &Source,
        from: FileId,
        symbol: &Symbol,
        wanted: impl Fn(SymbolKind) -> bool,
    ) -> Vec<Decl> {
        let package = self.project.names.intern(of.graph.package.as_deref().unwrap_or_default());
        let listed = self.project.declared_in(of.language.system, package, of.name(symbol.name));
        let mut found = Vec::new();
        for &(file, binding) in listed {
            let Some(other) = self.source(file) else { continue };
            let Some(symbol) = other.graph.bindings[binding as usize].symbol else { continue };
            let declared = &other.graph.symbols[symbol as usize];
            let hidden = declared.modifiers.has(Modifiers::PRIVATE) && file != from;
            if wanted(declared.kind) && !hidden {
                found.push(Decl { file, symbol });
            }
        }
        found
    }

    /// The constructors of a type in all its parts, else those that it inherits.
    fn constructors(&mut self, decl: Decl) -> Vec<Decl> {
        for class in self.with_bases(decl) {
            let mut found = Vec::new();
            for part in self.project.merged(class) {
                let Some(source) = self.source(part.file) else { continue };
                if source.graph.symbols[part.symbol as usize].kind == SymbolKind::Interface && part != decl {
                    continue;
                }
                let own = source.constructors(part.symbol);
                found.extend(own.map(|(symbol, _)| Decl { file: part.file, symbol }));
            }
            let inherits = self.project.symbol(decl).is_some_and(|(source, symbol)| {
                symbol.kind == SymbolKind::Class && source.language.arguments == Arguments::Labelled
            });
            if !found.is_empty() || !inherits {
                return found;
            }
        }
        Vec::new()
    }

    /// The declaration of a platform's function that its package shares with other platforms, where that says what
    /// may be left out.
    pub(crate) fn expected_by(&self, decl: Decl) -> Option<&'p Symbol> {
        let (source, symbol) = self.project.symbol(decl)?;
        let (mut path, mut top) = (Vec::new(), decl.symbol);
        while let Some(parent) = source.graph.symbols[top as usize].parent {
            path.push(source.symbol_key(top));
            top = parent;
        }
        let any = |_: SymbolKind| true;
        let others = self.of_package(source, decl.file, &source.graph.symbols[top as usize], any);
        let mut found = others.into_iter().filter(|other| other.file != decl.file).flat_map(|other| {
            let mut within = vec![other.symbol];
            let Some(of) = self.project.source(other.file) else { return Vec::new() };
            for &name in path.iter().rev() {
                within = within.iter().flat_map(|&at| of.members_named(Some(at), name)).copied().collect();
            }
            within.into_iter().map(|symbol| Decl { file: other.file, symbol }).collect()
        });
        found.find_map(|other| {
            let (_, shared) = self.project.symbol(other)?;
            let says = shared.kind == symbol.kind && shared.params.iter().any(|param| param.optional);
            (says && self.same_shape(decl, other)).then_some(shared)
        })
    }
}

/// Whether what a member is called on is a type, told by the place of the call.
pub(super) fn names_type(source: &Source, callee: ValueId) -> bool {
    let Value::Member { object, .. } = source.graph.values[callee as usize] else { return false };
    let Value::Cast { ty } = source.graph.values[object as usize] else { return false };
    matches!(source.graph.types[ty as usize], Type::ClassOf { .. })
}
