//! What `this` is: by class, by an extension's receiver, by what a callee gives its callback.

use crate::languages::Extensions;
use crate::members::Hit;
use crate::members::extensions::told::is_type;
use crate::naming::entities::Use;
use crate::project::names::Name;
use crate::project::source::Source;
use crate::standard::universal::Gives;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Std, THIS, Ty};
use facts::{Builtin, RECEIVER, ScopeId, SymbolId, SymbolKind, WHOLE};

impl Eval<'_> {
    /// What `this` is in a scope: the innermost receiver that is known.
    pub(crate) fn receiver(&mut self, source: &Source, file: FileId, scope: ScopeId) -> Ty {
        let mut next = Some(scope);
        while let Some(id) = next {
            let ty = self.receiver_of(source, file, id);
            if !ty.is_unknown() {
                return ty;
            }
            next = source.graph.scopes[id as usize].parent;
        }
        Ty::UNKNOWN
    }

    /// What `object.name` leads to where it is written in a file: a member, else an extension.
    pub(crate) fn reached(&mut self, source: &Source, file: FileId, object: Ty, name: Name, usage: Use) -> Vec<Hit> {
        let key = self.member_key(source, name, usage);
        let mut hits = self.members(object, key);
        // A container has methods of the names of some of its properties.
        let is_method = source.language.implied_members && matches!(hits[..], [Hit::Standard(_)]);
        if key != name && source.language.calls_values && !is_method && !is_declared(&hits) {
            let held = self.members(object, name);
            if is_declared(&held) || hits.is_empty() {
                hits = held;
            }
        }
        if is_declared(&hits) {
            return match usage == Use::Call && self.hold_no_function(source, &hits) {
                true => self.past_members(source, file, object, name),
                false => hits,
            };
        }
        let given = (source.language.universal)(&self.text(name));
        // What any value has by a function that is no member gives way to what the file sees.
        let is_function = given.is_some_and(|it| !matches!(it.gives, Gives::Builtin(_)));
        let known = !hits.is_empty() && !is_function && self.project.is_std_name(source.language, name);
        let object = if known { self.given_whole(source, object) } else { object };
        let known = known && !self.outside_lacks(source, object, name);
        // Where members come first, a type outside that may have one has it.
        if known && source.language.extensions == Extensions::ByType {
            return hits;
        }
        let extensions = self.extensions(source, file, object, name, known);
        if !extensions.is_empty() {
            return extensions;
        }
        // Where a name is a call by itself, it is one wherever it stands.
        let universal = (usage == Use::Call || source.language.singleton_members) && given.is_some();
        if universal && !matches!(hits[..], [Hit::CatchAll]) {
            let bound = self.types.make(Head::Bound(object, name));
            return vec![Hit::Standard(bound)];
        }
        hits
    }

    /// Whether members are found of which each holds what nobody can call, in a language whose extensions are called
    /// then.
    fn hold_no_function(&mut self, source: &Source, hits: &[Hit]) -> bool {
        let by_type = source.language.extensions == Extensions::ByType;
        by_type && hits.iter().all(|&hit| self.holds_value(hit).is_some_and(|held| self.is_uncallable(held)))
    }

    /// What a declared member holds that is no function.
    fn holds_value(&mut self, hit: Hit) -> Option<Ty> {
        let (_, symbol) = self.project.symbol(hit.declared()?)?;
        let holds = matches!(symbol.kind, SymbolKind::Getter | SymbolKind::Setter | SymbolKind::Property);
        holds.then(|| self.hit_type(hit))
    }

    /// Whether no value of a type is a function, as far as its name alone tells.
    pub(crate) fn is_uncallable(&mut self, ty: Ty) -> bool {
        match self.types.head(ty).clone() {
            Head::Builtin(kind) => !matches!(kind, Builtin::Function | Builtin::Object | Builtin::Null),
            Head::Std(Std::List | Std::Set | Std::Map | Std::Iterator | Std::Promise, _) | Head::Tuple(_) => true,
            Head::Instance(decl, _) => self.project.symbol(decl).is_some_and(|(_, symbol)| {
                matches!(symbol.kind, SymbolKind::Class | SymbolKind::Struct | SymbolKind::Interface | SymbolKind::Enum)
            }),
            Head::External(path) | Head::Library(path, _) => {
                let path = self.text(path);
                self.language.overloads.is_some_and(|rules| {
                    rules.text == &*path
                        || rules.numbers.contains(&&*path)
                        || rules.boxes.iter().any(|(plain, boxed)| *plain == &*path || *boxed == &*path)
                        || rules.sealed.contains(&&*path)
                })
            }
            Head::Union(options) => options.iter().all(|&option| self.is_uncallable(option)),
            _ => false,
        }
    }

    /// What a call of a member means that holds no function: an extension, or what a base outside has.
    fn past_members(&mut self, source: &Source, file: FileId, object: Ty, name: Name) -> Vec<Hit> {
        let extensions = self.extensions(source, file, object, name, false);
        let Head::Instance(decl, _) = *self.types.head(object) else { return extensions };
        if !extensions.is_empty() {
            return extensions;
        }
        let bases = self.lineage(decl);
        let mut outside = bases.iter().map(|&base| self.members(base, name));
        outside.find(|hits| !hits.is_empty() && !is_declared(hits)).unwrap_or_default()
    }

    /// What a function or type outside hands to what it is given, of which no table tells.
    pub(super) fn handed_by_outside(&mut self, callee: Ty, path: Name, position: u32) -> Ty {
        let text = self.text(path);
        // Of what a collection from outside is given, only its own type says what it takes.
        if self.language.outside_by_default && text.ends_with(".Add") || self.language.is_generic_function(&text) {
            return Ty::UNKNOWN;
        }
        // It is none of the type that is named, as what that makes is.
        let apart = self.language.calls_values && position != RECEIVER && position != WHOLE && is_type(&text);
        if apart { self.external(&format!("{text}.it")) } else { callee }
    }

    pub(crate) fn reached_type(&mut self, source: &Source, file: FileId, object: Ty, name: Name, usage: Use) -> Ty {
        let hits = self.reached(source, file, object, name, usage);
        self.hits_type(hits)
    }

    /// A member that a class has through one inside it or inside one of its bases.
    pub(crate) fn promoted_member(&mut self, decl: Decl, name: Name) -> Option<Hit> {
        for class in self.with_bases(decl) {
            for part in self.project.merged(class) {
                let Some(source) = self.source(part.file) else { continue };
                for &symbol in source.promoted(part.symbol) {
                    let this = self.types.instance(Decl { file: part.file, symbol }, &[]);
                    let hit = self.members(this, name).first().copied();
                    if hit.is_some_and(|hit| is_declared(&[hit])) {
                        return hit;
                    }
                }
            }
        }
        None
    }

    /// What a scope by itself adds as `this`.
    pub(crate) fn receiver_of(&mut self, source: &Source, file: FileId, scope: ScopeId) -> Ty {
        let scope = &source.graph.scopes[scope as usize];
        match (scope.receiver, class_of(source, scope.symbol)) {
            (Some(value), _) => self.value(file, value),
            (None, Some(symbol)) => self.types.make(Head::Param(Decl { file, symbol }, THIS)),
            _ => Ty::UNKNOWN,
        }
    }
}

/// Whether something of the repository was found.
pub(crate) fn is_declared(hits: &[Hit]) -> bool {
    hits.iter().any(|hit| !matches!(hit, Hit::External(_) | Hit::Standard(_) | Hit::CatchAll | Hit::Perhaps(_)))
}

/// A symbol that is a type with members.
fn class_of(source: &Source, symbol: Option<SymbolId>) -> Option<SymbolId> {
    symbol.filter(|&id| {
        matches!(
            source.graph.symbols[id as usize].kind,
            SymbolKind::Class | SymbolKind::Interface | SymbolKind::Struct | SymbolKind::Enum | SymbolKind::Extension
        )
    })
}
