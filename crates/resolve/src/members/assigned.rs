//! Members that declarations themselves have, and those that stand beside: of functions, of a module's one
//! export, of variables.

use crate::members::Hit;
use crate::naming::entities::{Entity, Use};
use crate::naming::linkage;
use crate::project::names::Name;
use crate::project::source::Source;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Env, FileId, Head, Std, Ty};
use facts::{Builtin, Modifiers, ScopeId, Symbol, SymbolId, SymbolKind, Type, Value, ValueId};

impl Eval<'_> {
    /// Members that a declared function has besides those of every function: of a namespace merged with it.
    pub(crate) fn function_member(&mut self, object: Ty, name: Name) -> Option<Hit> {
        let Head::Func(decl, ..) = *self.types.head(object) else { return None };
        match self.own_member_of(decl, name, true) {
            Some(found) => Some(Hit::Named(Entity::Symbol(found))),
            None => self.exported_beside(decl, name).or_else(|| self.open_member(decl, name)),
        }
    }

    /// What a function or class has by a name that it is not written to have, where it is given members under
    /// computed keys: what its instances have, where it copies that, or what nobody knows. What every function has, it has
    /// unless its instances have something else by the name.
    pub(crate) fn open_member(&mut self, decl: Decl, name: Name) -> Option<Hit> {
        let (source, symbol) = self.project.symbol(decl)?;
        let modifiers = symbol.modifiers;
        if !modifiers.has(Modifiers::OPEN) {
            return None;
        }
        let instance = self.types.instance(decl, &[]);
        let of_instances = self.members(instance, name).first().copied().filter(|it| matches!(it, Hit::Declared(..)));
        let plain = self.project.names.plain(name);
        match of_instances {
            Some(hit) if modifiers.has(Modifiers::LIKE_INSTANCES) => Some(hit),
            None if source.language.function_members.contains(&&*self.text(plain)) => None,
            _ => Some(Hit::CatchAll),
        }
    }

    /// Names that a module is given from outside are not followed; a module whose default export is an
    /// object stands for it.
    pub(crate) fn attached(&mut self, file: FileId, name: Name) -> Option<Hit> {
        let default = self.name("default");
        match self.project.module_member(file, default, Use::Value) {
            entity @ Entity::Value(..) if self.source(file)?.graph.exports.len() == 1 => {
                let object = self.entity(entity);
                self.members(object, name).first().copied()
            }
            _ => None,
        }
    }

    /// What the promise of a module has, `import("./a").then(…)`: the call stands for the module itself.
    pub(crate) fn of_promised(&mut self, module: Ty, name: Name) -> Option<Hit> {
        let is_promises = self.language.computed_types && matches!(&*self.text(name), "then" | "catch" | "finally");
        is_promises.then(|| {
            let promise = self.types.std(Std::Promise, &[module]);
            Hit::Standard(self.types.make(Head::Bound(promise, name)))
        })
    }

    /// What a module exports beside the one declaration that stands for it: `module.exports = f`,
    /// `module.exports.name = …`.
    pub(crate) fn exported_beside(&self, decl: Decl, name: Name) -> Option<Hit> {
        let source = self.source(decl.file)?;
        let &whole = source.exports_named(self.name("export=")).last()?;
        let at = *source.exports_named(name).last()?;
        let stands = self.project.symbol_of(self.project.exported(decl.file, whole, Use::Value)) == Some(decl);
        stands.then(|| Hit::Named(self.project.exported(decl.file, at, Use::Value)))
    }

    /// A member that a variable was given by an assignment: `app.name = function …`.
    pub(crate) fn assigned_member(
        &mut self,
        source: &Source,
        file: FileId,
        object: ValueId,
        name: Name,
    ) -> Option<Hit> {
        let Value::Name { binding: Some(binding), .. } = source.graph.values[object as usize] else { return None };
        let Entity::Symbol(decl) = self.project.binding(file, binding, Use::Value) else { return None };
        let (_, symbol) = self.project.symbol(decl)?;
        if symbol.kind != SymbolKind::Variable {
            return None;
        }
        let found = self.own_member(decl, name)?;
        let this = self.symbol_value(decl);
        Some(Hit::Declared(found, Env::EMPTY, this))
    }

    /// A member that the declaration itself has, in any of its parts. Values go before setters.
    pub(crate) fn own_member(&self, decl: Decl, name: Name) -> Option<Decl> {
        self.own_member_of(decl, name, false)
    }

    /// The same for the class itself, or for an instance: where both have one of the name.
    pub(crate) fn own_member_of(&self, decl: Decl, name: Name, of_class: bool) -> Option<Decl> {
        for part in self.project.merged(decl) {
            let source = self.source(part.file)?;
            let mut named = source.members_named(Some(part.symbol), name);
            if named.is_empty() && source.language.singleton_members {
                // Where no method `x=` stands, `x=` is the property's.
                named = source.members_named(Some(part.symbol), self.project.names.unassigned(name));
            }
            if named.is_empty() && source.language.ignores_case {
                named = source.members_named(Some(part.symbol), self.project.names.lower(name));
            }
            let symbol = |id: SymbolId| &source.graph.symbols[id as usize];
            // Of JavaScript's classes what is static is no instance's.
            let is_apart = !of_class && source.language.computed_types && symbol(part.symbol).kind == SymbolKind::Class;
            let is_other = |id: SymbolId| match symbol(id).modifiers {
                modifiers if of_class => modifiers.has(Modifiers::OF_INSTANCES),
                modifiers => is_apart && modifiers.has(Modifiers::STATIC),
            };
            let own = named.iter().copied().filter(|&id| !is_local(source, part.symbol, symbol(id)) && !is_other(id));
            let best = own.min_by_key(|&id| {
                let kind = symbol(id).kind;
                let modifiers = symbol(id).modifiers;
                let other = modifiers.has(Modifiers::STATIC) != of_class;
                // Where a class is a package that is opened again and again, what is declared last counts.
                let place = if source.language.singleton_members { u32::MAX - id } else { id };
                // What has a type of the name too is no object's member by it.
                let is_type = source.language.links && !of_class && kind.is_type();
                (is_type || kind == SymbolKind::Setter, modifiers.has(Modifiers::OVERLOAD), other, place)
            });
            let named = source.language.named_constructors;
            if let Some(best) = best.filter(|&id| named || symbol(id).kind != SymbolKind::Constructor) {
                return Some(Decl { file: part.file, symbol: best });
            }
        }
        if let Some(given) = self.project.given_member(decl, name, of_class) {
            return Some(given);
        }
        let (source, symbol) = self.project.symbol(decl)?;
        if !source.language.named_types {
            return None;
        }
        // Methods stand outside their type, in any file of its package.
        let package = self.project.package_of(decl.file);
        self.project.method_of(&package, source.name(symbol.name), name)
    }

    /// What an instance has by a name of which it has something of its own only under a condition.
    pub(crate) fn add_otherwise(&self, hits: &mut Vec<Hit>, name: Name) {
        let [Hit::Declared(own, env, this)] = hits[..] else { return };
        let Some((source, symbol)) = self.project.symbol(own) else { return };
        if !symbol.modifiers.has(Modifiers::CONDITIONAL) || !source.language.computed_types {
            return;
        }
        let other = source.members_named(symbol.parent, name).iter().copied().find(|&other| {
            let modifiers = source.graph.symbols[other as usize].modifiers;
            other != own.symbol && !modifiers.has(Modifiers::CONDITIONAL | Modifiers::STATIC)
        });
        hits.extend(other.map(|symbol| Hit::Declared(Decl { file: own.file, symbol }, env, this)));
    }

    /// Of members that options of a union have, those leave that can hold something: `b?: never` only says that
    /// this option has none.
    pub(crate) fn drop_empty(&self, hits: &mut Vec<Hit>) {
        let is_empty = |hit: &Hit| {
            let Hit::Declared(decl, ..) = *hit else { return false };
            let Some((source, symbol)) = self.project.symbol(decl) else { return false };
            let mut declared = symbol.declared.map(|ty| &source.graph.types[ty as usize]);
            while let Some(&Type::Optional { inner }) = declared {
                declared = Some(&source.graph.types[inner as usize]);
            }
            matches!(declared, Some(Type::Never | Type::Builtin(Builtin::Null)))
        };
        if hits.len() > 1 && !hits.iter().all(is_empty) {
            hits.retain(|hit| !is_empty(hit));
        }
    }
}

/// Whether a function or class is a name in the body of a function, which others cannot reach through that.
fn is_local(source: &Source, function: SymbolId, symbol: &Symbol) -> bool {
    let body = source.graph.symbols[function as usize].scope;
    let may_be = linkage::is_callable(source.graph.symbols[function as usize].kind)
        && matches!(symbol.kind, SymbolKind::Function | SymbolKind::Class);
    let scope = |id: &ScopeId| source.graph.scopes[*id as usize].parent;
    may_be && body.is_some() && std::iter::successors(symbol.scope, scope).any(|id| Some(id) == body)
}

/// Whether an attribute is one of the class itself: what methods assign has no name in the class's scope.
pub(crate) fn stands_in_class(source: &Source, symbol: &Symbol) -> bool {
    let class = symbol.parent.and_then(|parent| source.graph.symbols[parent as usize].scope);
    class.is_some_and(|scope| source.binding_in(scope, source.name(symbol.name), |_| true).is_some())
}
