//! What a name without anything before it means: what a scope binds, a member of a class around it, what
//! the file imports or sees of its package.

use crate::languages::{Extensions, Packages};
use crate::members::Hit;
use crate::members::extensions::told::is_type;
use crate::modules::Found;
use crate::naming::entities::{Entity, Use};
use crate::naming::packages::package_of_scope;
use crate::project::names::{Name, is_telling};
use crate::project::source::Source;
use crate::targets::labels::Verdict;
use crate::values::eval::Eval;
use crate::values::receivers::is_declared;
use crate::values::types::{Decl, Env, FileId, Head, THIS, Ty};
use facts::{BindingId, Modifiers, ScopeId, ScopeKind, SymbolKind, Value, ValueId};

/// A name's meaning.
#[derive(Clone, Debug)]
pub(crate) enum Bare {
    Entity(Entity),
    /// Members, by implicit `this` or a static import.
    Members(Vec<Hit>),
}

impl<'p> Eval<'p> {
    /// The meaning of a name in a scope of a file.
    pub(crate) fn bare(
        &mut self,
        file: FileId,
        scope: ScopeId,
        name: Name,
        binding: Option<BindingId>,
        usage: Use,
    ) -> Bare {
        let Some(source) = self.source(file) else { return Bare::Entity(Entity::Missing) };
        if source.language.links && binding.is_none() {
            return self.linked_bare(source, file, scope, name, usage);
        }
        if source.language.module_paths && self.text(name).ends_with('!') {
            return Bare::Entity(self.project.path_macro(file, scope, name, binding));
        }
        if !source.language.implicit_members {
            let entity = match binding {
                Some(binding) => self.project.binding(file, binding, usage),
                None => self.project.free_name(file, scope, name, usage),
            };
            let lexical = source.language.packages == Packages::Lexical;
            if let (true, Entity::External(_)) = (lexical, entity)
                && let Some(found) = self.inherited_constant(file, scope, name)
            {
                return Bare::Entity(Entity::Symbol(found));
            }
            if entity == Entity::Missing
                && let Some(hits) = self.member_of_block(source, file, scope, name)
            {
                return Bare::Members(hits);
            }
            return Bare::Entity(entity);
        }
        if let Some(binding) = binding.filter(|&binding| is_local(source, binding)) {
            return Bare::Entity(self.project.binding(file, binding, usage));
        }
        let mut outside = None;
        let (around, perhaps) = self.member_around(source, file, scope, name, usage);
        if let Some(found) = around {
            match found {
                Bare::Members(ref hits)
                    if !is_declared(hits) && !self.is_listed(hits) || self.are_likely_extensions(hits) =>
                {
                    outside = Some(found);
                }
                found => return found,
            }
        }
        let entity = match binding {
            Some(binding) => self.project.binding(file, binding, usage),
            None => self.project.free_name(file, scope, name, usage),
        };
        // A type is not called by its name: what is called that way has the name besides.
        let is_type = usage == Use::Call && !source.language.call_constructs && self.is_type(entity);
        let entity = if is_type { Entity::Missing } else { entity };
        if usage != Use::Type
            && matches!(entity, Entity::Missing | Entity::External(_))
            && (is_type || !self.is_taken(source, file, name))
            && let Some(hits) = self.starred_members(source, file, name, usage)
        {
            return Bare::Members(hits);
        }
        match (entity, outside) {
            (Entity::Member(decl, name), _) => self.static_imports(source, file, decl, name, usage),
            (Entity::Missing | Entity::Package(..), Some(outside)) => outside,
            // What extends a type is no function of its own.
            (Entity::Symbol(decl), Some(Bare::Members(hits))) if hits.iter().any(|it| it.declared() == Some(decl)) => {
                let free = self.free_function_beside(file, decl);
                free.map_or(Bare::Members(hits), |free| Bare::Entity(Entity::Symbol(free)))
            }
            (Entity::External(path), Some(outside)) if path == name && !self.is_package_root(source, name) => outside,
            // An import of everything from outside may bring any name: less than that something is called like it here.
            (Entity::External(path), Some(Bare::Members(hits)))
                if binding.is_none() && is_declared(&hits) && !self.is_told_outside(source, name, path) =>
            {
                Bare::Members(hits)
            }
            (Entity::Symbol(decl), _) if perhaps.is_some() => {
                let hits = [Hit::Declared(decl, Env::EMPTY, Ty::UNKNOWN)].into_iter();
                Bare::Members(hits.chain(perhaps.map(Hit::Perhaps)).collect())
            }
            _ => Bare::Entity(entity),
        }
    }

    /// A function that extends nothing, of the name and the package of one that does.
    fn free_function_beside(&self, file: FileId, extension: Decl) -> Option<Decl> {
        let (of, symbol) = self.project.symbol(extension)?;
        let all = self.of_package(of, file, symbol, |kind| kind == SymbolKind::Function);
        let is_free = |decl: &Decl| self.project.symbol(*decl).is_some_and(|(_, it)| it.receiver.is_none());
        all.into_iter().find(is_free)
    }

    /// Whether what lies outside is known to have a function or type of a name.
    fn is_told_outside(&self, source: &Source, name: Name, path: Name) -> bool {
        (source.language.implicit_package)(&self.text(name)).is_some() || self.is_in_tables(path)
    }

    fn is_package_root(&self, source: &Source, name: Name) -> bool {
        source.language.package_roots.contains(&&*self.text(name))
    }

    /// The key under which a member is found that is used like this.
    pub(crate) fn member_key(&self, source: &Source, name: Name, usage: Use) -> Name {
        if usage == Use::Call && source.language.separate_methods { self.project.names.called(name) } else { name }
    }

    /// The key of a method that the language itself calls.
    pub(crate) fn method_key(&self, source: &Source, name: &str) -> Name {
        self.member_key(source, self.name(name), Use::Call)
    }

    /// A member of the innermost receiver or class around a scope that has one of that name. That a type
    /// outside the repository may have it is the answer only where nothing further out has it; beside that, the path of
    /// what the type of a block's receiver may have.
    fn member_around(
        &mut self,
        source: &'p Source,
        file: FileId,
        scope: ScopeId,
        name: Name,
        usage: Use,
    ) -> (Option<Bare>, Option<Name>) {
        let (mut outside, mut perhaps) = (None, None);
        let mut next = Some(scope);
        while let Some(id) = next {
            let scope = &source.graph.scopes[id as usize];
            next = scope.parent;
            let class = scope.symbol.filter(|_| scope.kind == ScopeKind::Class).map(|symbol| Decl { file, symbol });
            if usage == Use::Type {
                if let Some(found) = class.and_then(|decl| self.type_within(decl, name)) {
                    let stands_for = class.and_then(|decl| self.stands_for(file, id, decl, name, found));
                    return (Some(Bare::Entity(Entity::Symbol(stands_for.unwrap_or(found)))), None);
                }
                if let Some(path) = class.and_then(|decl| self.outside_type_within(decl, name)) {
                    return (Some(Bare::Entity(Entity::External(path))), None);
                }
                continue;
            }
            let block = scope.receiver.filter(|_| scope.symbol.is_none());
            let receiver = scope.receiver.map(|value| self.value(file, value));
            let this = class.map(|decl| self.types.make(Head::Param(decl, THIS)));
            for receiver in receiver.into_iter().chain(this) {
                let hits = self.reached(source, file, receiver, name, usage);
                if let (&[Hit::Declared(found, ..)], Some(class)) = (&hits[..], class)
                    && let Some(other) = self.stands_for(file, id, class, name, found)
                {
                    return (Some(Bare::Entity(Entity::Symbol(other))), None);
                }
                let listed = source.language.separate_methods && usage == Use::Call && self.is_listed(&hits);
                if self.are_likely_extensions(&hits) {
                    if !matches!(&outside, Some(Bare::Members(found)) if is_declared(found)) {
                        outside = Some(Bare::Members(hits));
                    }
                    continue;
                }
                if is_declared(&hits) || listed {
                    let all = hits.into_iter().chain(perhaps.map(Hit::Perhaps)).collect();
                    return (Some(Bare::Members(all)), perhaps);
                }
                if usage == Use::Call && perhaps.is_none() {
                    perhaps =
                        block.and_then(|block| self.perhaps_of_block(source, file, (block, receiver), &hits, name));
                }
                if self.is_likely(source, &hits, name) {
                    outside = outside.or(Some(Bare::Members(hits)));
                }
            }
        }
        (outside, perhaps)
    }

    /// What a type from outside may have instead that a block runs on: under a name that says little, where that type
    /// is known.
    fn perhaps_of_block(
        &mut self,
        source: &'p Source,
        file: FileId,
        (block, receiver): (ValueId, Ty),
        hits: &[Hit],
        name: Name,
    ) -> Option<Name> {
        let (&[Hit::External(path)], Head::External(of)) = (hits, self.types.head(receiver)) else { return None };
        let text = self.text(name);
        let by_name = source.language.extensions == Extensions::ByName;
        if !by_name || is_telling(&text) || text.starts_with(char::is_uppercase) || !is_type(&self.text(*of)) {
            return None;
        }
        let hands_itself = match source.graph.values[block as usize] {
            Value::CallbackParam { callee, argument, position } => {
                let called = self.callee(source, file, callee);
                matches!(*self.types.head(called), Head::Bound(_, name) if self.hands_itself_on(name, argument, position))
            }
            _ => true,
        };
        hands_itself.then_some(path)
    }

    /// What a type that an interface leaves open is where a class that implements it says no more than its name: the type
    /// of that name which its file sees.
    fn stands_for(&self, file: FileId, scope: ScopeId, class: Decl, name: Name, found: Decl) -> Option<Decl> {
        let (_, symbol) = self.project.symbol(found)?;
        let is_open = symbol.kind == SymbolKind::TypeAlias && symbol.modifiers.has(Modifiers::ABSTRACT);
        let is_interface =
            |part: Decl| self.project.symbol(part).is_some_and(|(_, it)| it.kind == SymbolKind::Interface);
        if !is_open || self.project.merged(class).into_iter().any(is_interface) {
            return None;
        }
        match self.project.free_name(file, scope, name, Use::Type) {
            Entity::Symbol(other) => Some(other),
            _ => None,
        }
    }

    /// Whether a member from outside is one that the tables list.
    fn is_listed(&mut self, hits: &[Hit]) -> bool {
        match *hits {
            [Hit::Standard(ty)] => match *self.types.head(ty) {
                Head::Bound(from, name) => self.is_outside_member(from, name),
                _ => false,
            },
            [Hit::External(path)] => {
                self.outside_split(path).is_some_and(|(ty, name)| self.is_outside_member(ty, name))
            }
            _ => false,
        }
    }

    /// Whether what lies outside the repository may have a member of that name.
    fn is_likely(&self, source: &Source, hits: &[Hit], name: Name) -> bool {
        match hits {
            [Hit::External(_)] => true,
            // The names of standard types are known.
            [Hit::Standard(_), ..] => self.project.is_std_name(source.language, name),
            _ => false,
        }
    }

    /// A type declared in a class or one of its bases.
    pub(crate) fn type_within(&mut self, decl: Decl, name: Name) -> Option<Decl> {
        if let Some(found) = self.project.nested_type(decl, name) {
            return Some(found);
        }
        let within = self.companions(decl).into_iter().find_map(|it| self.project.nested_type(it, name));
        if within.is_some() {
            return within;
        }
        if self.lineages_open.contains(&decl) {
            return None;
        }
        let lineage = self.lineage(decl);
        lineage.iter().find_map(|&base| match *self.types.head(base) {
            Head::Instance(base, _) => self.project.nested_type(base, name),
            _ => None,
        })
    }

    /// A type that a base from outside brings by the tables: `Entry` in what extends `Map`.
    fn outside_type_within(&mut self, decl: Decl, name: Name) -> Option<Name> {
        if self.language.stubs.is_empty() || self.lineages_open.contains(&decl) {
            return None;
        }
        let lineage = self.lineage(decl);
        let text = self.text(name);
        for &base in lineage.iter() {
            for above in self.outside_lineage(base).0 {
                let Some((path, _)) = self.outside_type(above) else { continue };
                let path = self.name(&format!("{}.{text}", self.text(path)));
                if self.is_in_tables(path) {
                    return Some(path);
                }
            }
        }
        None
    }

    /// The members that the file's imports of single names bring under one name: several imports may.
    fn static_imports(&mut self, source: &Source, file: FileId, first: Decl, name: Name, usage: Use) -> Bare {
        let key = self.member_key(source, name, usage);
        let mut types = vec![first];
        let mut outside = Entity::Missing;
        for &binding in source.bindings_in(0, name) {
            match self.project.binding(file, binding, usage) {
                Entity::Member(decl, _) if !types.contains(&decl) => types.push(decl),
                Entity::External(path) => outside = Entity::External(path),
                _ => {}
            }
        }
        let mut all = Vec::new();
        for decl in types {
            let class = self.types.make(Head::Class(decl));
            all.extend(self.members(class, key));
        }
        if !all.is_empty() {
            return Bare::Members(all);
        }
        let nested = self.project.nested_type(first, name).filter(|_| source.language.call_constructs);
        Bare::Entity(nested.map_or(outside, Entity::Symbol))
    }

    fn is_type(&self, entity: Entity) -> bool {
        let Entity::Symbol(decl) = entity else { return false };
        self.project.symbol(decl).is_some_and(|(_, symbol)| symbol.kind.is_type())
    }

    /// Whether an import of a single name, or what lies outside, comes before imports of all members of a type.
    fn is_taken(&self, source: &Source, file: FileId, name: Name) -> bool {
        let mut named = source.bindings_in(0, name).iter();
        named.any(|&it| source.graph.bindings[it as usize].import.is_some())
            || self.project.may_be_outside(source, file, name)
    }

    /// The members of a name that imports of all of a type's members bring, inherited ones among them.
    fn starred_members(&mut self, source: &Source, file: FileId, name: Name, usage: Use) -> Option<Vec<Hit>> {
        let key = self.member_key(source, name, usage);
        self.project.star_specifiers(source, file).iter().find_map(|specifier| {
            let Found::Type(decl) = self.project.find_module(file, source.language.system, specifier) else {
                return None;
            };
            let class = self.types.make(Head::Class(decl));
            Some(self.members(class, key)).filter(|hits| matches!(hits[..], [Hit::Declared(..), ..]))
        })
    }

    /// The standard library's function of the name of these that stand in no type.
    pub(crate) fn standard_function(&self, all: &[Decl]) -> Option<Verdict> {
        let (of, symbol) = self.project.symbol(*all.first()?)?;
        if symbol.parent.is_some() || symbol.kind != SymbolKind::Function {
            return None;
        }
        let name = of.graph.name(symbol.name);
        let package = (of.language.implicit_package)(name)?;
        Some(Verdict::external(self.name(&format!("{package}.{name}"))))
    }

    /// The type of a name used as a value.
    pub(crate) fn bare_value(&mut self, bare: Bare) -> Ty {
        match bare {
            Bare::Entity(entity) => self.entity(entity),
            Bare::Members(hits) => self.hits_type(hits),
        }
    }
}

/// Whether a binding stands in a scope of a declaration, not of the file or a namespace.
fn is_local(source: &Source, binding: BindingId) -> bool {
    package_of_scope(&source.graph, source.graph.bindings[binding as usize].scope).is_none()
}
