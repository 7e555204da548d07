//! What tables of libraries tell of the repository's types: what a class has by a base outside, what its attributes
//! give that hold a library's types, and what both are together.

use crate::languages::{Language, System};
use crate::members::Hit;
use crate::modules::python::library_places;
use crate::naming::entities::{Entity, Use};
use crate::project::consulted;
use crate::project::names::Name;
use crate::standard::stubs::Given;
use crate::standard::tables::Stubs;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Ty};
use facts::{Builtin, SymbolKind, ValueId};

impl<'p> Eval<'p> {
    /// The tables that hold for the language.
    pub(crate) fn tables(&self) -> &'p Stubs {
        let tables = &self.project.tables;
        match self.language.libraries {
            "" => tables.standard(&self.project.names),
            _ => tables.libraries(&self.project.names),
        }
    }

    /// An instance of a type that the tables name and tell nothing of, where the repository is itself the library.
    pub(crate) fn of_own_library(&mut self, path: Name) -> Option<Ty> {
        if self.language.system != System::Python || self.is_in_tables(path) {
            return None;
        }
        let text = self.text(path);
        let (module, name) = text.rsplit_once('.')?;
        let file = library_places(module).find_map(|place| {
            self.project.consulted.key(consulted::file(&place));
            self.project.tree.find(&place)
        })?;
        let name = self.name(name);
        match self.project.module_member(file, name, Use::Type) {
            Entity::Symbol(decl) => Some(self.types.instance(decl, &[])),
            _ => None,
        }
    }

    /// What a fixture gives that a plugin of pytest brings under a name of its own.
    pub(crate) fn plugin_fixture(&mut self, name: &str) -> Option<Ty> {
        let fixtures = self.external("pytest.(fixtures)");
        self.field_of(fixtures, name)
    }

    /// The part of a type by which the tables tell a member of it.
    fn listing_part(&mut self, ty: Ty, name: Name) -> Option<Ty> {
        let parts = match self.types.head(ty) {
            Head::External(_) | Head::Library(..) => return self.is_outside_member(ty, name).then_some(ty),
            Head::Intersection(parts) => parts.clone(),
            _ => return None,
        };
        parts.iter().copied().find(|&part| self.is_outside_member(part, name))
    }

    /// What calling a member gives that the tables may tell, and else its path.
    pub(crate) fn call_listed(&mut self, from: Ty, name: Name, file: FileId, arguments: &[ValueId]) -> Ty {
        if let Some(given) = self.call_on_chain(from, name, file, arguments) {
            return given;
        }
        let part = self.listing_part(from, name).unwrap_or(from);
        if let Some(state) = self.call_on_store(part, name) {
            return state;
        }
        let given = self.outside_call(part, name, Given { file, arguments, this: from });
        given.filter(|ty| !ty.is_unknown()).unwrap_or_else(|| {
            let path = self.listed_path(from, name);
            path.map_or(Ty::UNKNOWN, |path| self.types.make(Head::External(path)))
        })
    }

    /// The path of a member that the tables may tell.
    pub(crate) fn listed_path(&mut self, from: Ty, name: Name) -> Option<Name> {
        let part = self.listing_part(from, name).unwrap_or(from);
        let (path, _) = self.outside_type(part)?;
        Some(self.name(&format!("{}.{}", self.text(path), self.text(name))))
    }

    /// What a type has that is several at once: what lies outside may have any member, so that a part goes first which
    /// is seen to have it.
    pub(crate) fn members_of_all(&mut self, object: Ty, parts: &[Ty], name: Name) -> Vec<Hit> {
        let listed = !self.language.libraries.is_empty() && self.listing_part(object, name).is_some();
        let is_merged = self.language.computed_types;
        let (mut declared, mut held, mut standard, mut outside) = (None, Vec::new(), Vec::new(), Vec::new());
        for &part in parts {
            // All members of some types outside are known.
            let is_outside = matches!(self.types.head(part), Head::External(_) | Head::Library(..));
            if is_outside && !self.tables_allow(part, name) {
                continue;
            }
            let hits = self.members(part, name);
            let is_standard = !listed && !self.can_be_called(part);
            // What has every name gives way to what declares it.
            let is_seen = |hit: &Hit| match hit {
                Hit::External(_) | Hit::CatchAll | Hit::Typed(_) => false,
                Hit::Standard(_) => is_standard && !is_merged,
                _ => true,
            };
            let holds = |hit: &Hit| matches!(hit, Hit::Typed(ty) if !ty.is_unknown() && *ty != Ty::DYNAMIC);
            match hits[..] {
                // A value is what every part says of it.
                [Hit::Declared(decl, ..)] if is_merged && !self.is_method(decl) => {
                    declared = declared.or(Some(decl));
                    held.extend(hits);
                }
                _ if hits.iter().any(is_seen) => return hits,
                _ if hits.iter().any(holds) && (is_merged || held.is_empty()) => held.extend(hits),
                [Hit::Standard(_)] if is_standard && standard.is_empty() => standard = hits,
                _ if outside.is_empty() => outside = hits,
                _ => {}
            }
        }
        match (&held[..], declared) {
            ([_, _, ..], _) => self.held_by_all(held, declared),
            ([_], _) => held,
            _ if !standard.is_empty() => standard,
            _ if listed => vec![Hit::Standard(self.types.make(Head::Bound(object, name)))],
            _ => outside,
        }
    }

    /// What a name holds that several parts of a type have: objects are all of these at once.
    fn held_by_all(&mut self, hits: Vec<Hit>, declared: Option<Decl>) -> Vec<Hit> {
        let mut types: Vec<Ty> = hits.iter().map(|&hit| self.hit_type(hit)).collect();
        types.dedup();
        let is_object =
            |ty: &Ty| matches!(self.types.head(*ty), Head::Shape(..) | Head::Instance(..) | Head::Intersection(_));
        let all = match &types[..] {
            [_, _, ..] if types.iter().all(is_object) => self.types.make(Head::Intersection(types.into())),
            _ => {
                let first = hits.iter().find(|hit| hit.declared() == declared);
                return first.or(hits.first()).copied().into_iter().collect();
            }
        };
        vec![declared.map_or(Hit::Typed(all), |decl| Hit::Mapped(decl, all))]
    }

    /// Whether a type is a function's, whatever else it has.
    fn can_be_called(&self, ty: Ty) -> bool {
        match self.types.head(ty) {
            Head::FuncType(..) | Head::Func(..) | Head::Closure(..) => true,
            Head::Intersection(parts) => parts.iter().any(|&part| self.can_be_called(part)),
            _ => false,
        }
    }

    fn is_method(&self, decl: Decl) -> bool {
        self.project.symbol(decl).is_some_and(|(_, symbol)| symbol.kind == SymbolKind::Method)
    }

    /// A member that an instance has by a base outside, where the tables list it.
    pub(crate) fn member_of_base(&mut self, base: Ty, this: Ty, name: Name) -> Option<Hit> {
        if let Some(given) = self.member_of_component(base, name) {
            return Some(Hit::Typed(given));
        }
        let (path, _) = self.outside_type(base).filter(|_| !self.language.libraries.is_empty())?;
        if !self.is_in_tables(path) {
            return None;
        }
        let field = self.name(&format!(".{}", self.text(name)));
        if let Some(held) = self.outside_call(base, field, Given { file: FileId(0), arguments: &[], this }) {
            return Some(Hit::Typed(held));
        }
        if !self.is_outside_member(base, name) {
            return None;
        }
        let whole = self.types.make(Head::Intersection([this, base].into()));
        Some(Hit::Standard(self.types.make(Head::Bound(whole, name))))
    }

    /// What reading an attribute of `this` gives, by what it holds.
    pub(crate) fn read_attribute(&mut self, language: &Language, held: Ty, this: Ty) -> Ty {
        let Some(get) = language.get_member else { return held };
        let (own, bases) = match self.types.head(held).clone() {
            Head::External(_) | Head::Library(..) => (None, vec![held]),
            Head::Instance(decl, _) => (Some(held), self.lineage(decl).to_vec()),
            Head::Intersection(parts) => {
                let is_own = |part: &Ty| matches!(self.types.head(*part), Head::Instance(..));
                (parts.iter().copied().find(is_own), parts.to_vec())
            }
            _ => return held,
        };
        let get = self.name(get);
        let listing = bases.into_iter().find(|&base| self.is_outside_member(base, get));
        let given =
            listing.and_then(|base| self.outside_call(base, get, Given { file: FileId(0), arguments: &[], this }));
        match (given, own) {
            (None, _) => held,
            (Some(given), None) => given,
            (Some(given), Some(own)) => self.types.make(Head::Intersection([own, given].into())),
        }
    }

    /// What reading an attribute gives whose class says that by a method of its own, where it says what that gives.
    pub(crate) fn read_by_getter(&mut self, language: &Language, held: Ty) -> Option<Ty> {
        let get = self.name(language.get_member?);
        if !matches!(self.types.head(held), Head::Instance(..)) {
            return None;
        }
        let [Hit::Declared(getter, env, _)] = self.members(held, get)[..] else { return None };
        // Of several, the one for an instance: on the class itself the attribute gives itself.
        let of_instance = |eval: &mut Self, decl: &Decl| {
            let symbol = eval.project.symbol(*decl).map(|(_, symbol)| symbol);
            let taken = symbol.and_then(|it| Some((it.params.get(1)?.declared?, it.parent)));
            taken.is_some_and(|(ty, owner)| {
                let taken = eval.declared(decl.file, ty, owner);
                *eval.types.head(taken) != Head::Builtin(Builtin::Null)
            })
        };
        let mut signatures = self.signatures(getter);
        signatures.sort();
        let getter = signatures.into_iter().find(|it| of_instance(self, it)).unwrap_or(getter);
        self.project.symbol(getter)?.1.returns_type?;
        let given = self.returned(getter);
        Some(self.types.subst(given, env))
    }

    /// One item, or the element at an index, of a type that the tables tell of.
    pub(crate) fn listed_item(&mut self, ty: Ty, member: Option<&str>) -> Ty {
        let Some(name) = member.map(|member| self.name(member)) else { return Ty::UNKNOWN };
        let Some(part) = self.listing_part(ty, name) else { return Ty::UNKNOWN };
        self.outside_call(part, name, Given { file: FileId(0), arguments: &[], this: ty }).unwrap_or(Ty::UNKNOWN)
    }
}
