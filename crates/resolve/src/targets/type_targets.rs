//! Where calling a value leads of which only the type is known.

use crate::members::Hit;
use crate::project::names::Name;
use crate::project::source::Source;
use crate::targets::labels::{Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, THIS, Ty};
use facts::{Builtin, Modifiers, Symbol, SymbolKind, Type, TypeId, Value};

impl Eval<'_> {
    /// Whether nothing at all is known of a type, so that a guess by name may be in place.
    pub(crate) fn is_blank(&mut self, ty: Ty) -> bool {
        self.step(false, |eval| eval.find_blank(ty))
    }

    fn find_blank(&mut self, ty: Ty) -> bool {
        match *self.types.head(ty) {
            Head::Unknown | Head::Builtin(Builtin::Object | Builtin::Null) => true,
            Head::Param(_, THIS) => false,
            Head::Param(decl, position) => {
                let bound = self.bound(decl, position);
                bound == ty || self.is_blank(bound)
            }
            Head::Computed(..) => {
                let known = self.known(ty);
                self.is_blank(known)
            }
            Head::Never => true,
            _ => false,
        }
    }

    /// Where calling a value of this type leads.
    pub(crate) fn type_target(&mut self, ty: Ty) -> Verdict {
        self.step(Verdict::none(Resolution::Dynamic), |eval| eval.find_type_target(ty))
    }

    fn find_type_target(&mut self, ty: Ty) -> Verdict {
        match self.types.head(ty).clone() {
            Head::Func(decl, ..) => Verdict::one(Resolution::Typed, self.implementation(decl)),
            Head::Class(decl) => Verdict::one(Resolution::Typed, decl),
            Head::External(path) => Verdict::external(path),
            Head::Library(path, _)
                if self.handed_by_setter(ty, 0).is_some()
                    || self.gives_kept(ty)
                    || self.item_of_chain(ty).is_some() =>
            {
                Verdict::external(path)
            }
            Head::Bound(from, name) => self.standard_target(from, name),
            Head::Instance(decl, _) => self.call_member_target(ty, decl, false),
            Head::Param(decl, THIS) => self.call_member_target(ty, decl, true),
            Head::Param(decl, position) => {
                let bound = self.bound(decl, position);
                if bound == ty { Verdict::none(Resolution::Dynamic) } else { self.type_target(bound) }
            }
            Head::ClassOf(inner) => match *self.types.head(inner) {
                Head::Param(decl, position) => match *{
                    let bound = self.bound(decl, position);
                    self.types.head(bound)
                } {
                    Head::Instance(decl, _) => Verdict::one(Resolution::Typed, decl),
                    _ => Verdict::none(Resolution::Dynamic),
                },
                _ => Verdict::none(Resolution::Dynamic),
            },
            Head::Computed(..) => {
                let known = self.known(ty);
                self.type_target(known)
            }
            Head::Undecided(options) => self.shared_target(&options),
            Head::Union(options) => {
                let found: Vec<Verdict> = options.iter().map(|&option| self.type_target(option)).collect();
                let mut targets: Vec<Decl> = found.iter().flat_map(|verdict| verdict.targets.iter().copied()).collect();
                targets.sort();
                targets.dedup();
                let handed = options.iter().any(|&option| matches!(self.types.head(option), Head::FuncType(..)));
                match Verdict::among(Resolution::Typed, targets) {
                    // A function that is handed in is as likely as the one that stands in for it.
                    Some(_) if handed => Verdict::none(Resolution::Dynamic),
                    Some(verdict) => verdict,
                    None => found.into_iter().next().unwrap_or(Verdict::none(Resolution::Dynamic)),
                }
            }
            _ => Verdict::none(Resolution::Dynamic),
        }
    }

    /// Where a member of a value leads that is of one of several types: for each of them to its own. None: one of them
    /// is not known to have it, or does not say which it is.
    pub(crate) fn each_option(&mut self, object: Ty, name: Name, aliases: u8) -> Option<Verdict> {
        let Head::Union(options) = self.types.head(object).clone() else { return None };
        let mut targets = Vec::with_capacity(options.len());
        for &option in options.iter() {
            let hits = self.members(option, name);
            let verdict = self.hits_target(hits, name, Resolution::Typed, aliases);
            let ([one], Resolution::Exact | Resolution::Typed) = (&verdict.targets[..], verdict.resolution) else {
                return None;
            };
            if !targets.contains(one) {
                targets.push(*one);
            }
        }
        Some(Verdict { targets, ..Verdict::none(Resolution::Typed) })
    }

    /// Where calling an attribute leads that holds one thing that can be called, whatever gave it: the method that calls
    /// an instance, the class, the function. None: not all that it is given is known, or it is several things.
    pub(crate) fn held_by_attribute(&mut self, decl: Decl) -> Option<Verdict> {
        let (source, symbol) = self.project.symbol(decl)?;
        if symbol.kind != SymbolKind::Property || !source.language.calls_attributes {
            return None;
        }
        let mut found: Option<Verdict> = None;
        let given: Vec<Ty> = match symbol.declared {
            Some(_) => vec![self.symbol_value(decl)],
            None => symbol.initial.iter().map(|&value| self.value(decl.file, value)).collect(),
        };
        for ty in given {
            if matches!(self.types.head(ty), Head::Builtin(Builtin::Null)) {
                continue;
            }
            let verdict = match self.types.head(ty) {
                Head::Func(..) | Head::Class(_) | Head::Instance(..) => self.type_target(ty),
                _ => return None,
            };
            if verdict.targets.len() != 1 || found.as_ref().is_some_and(|it| it.targets != verdict.targets) {
                return None;
            }
            found = Some(verdict);
        }
        found
    }

    /// The constructor or maker that a class without one of its own inherits. None: it is not certain, as behind a base
    /// outside or under a decorator that may write one.
    pub(crate) fn inherited_maker(&mut self, class: Decl) -> Option<Decl> {
        let (source, symbol) = self.project.symbol(class)?;
        let language = source.language;
        if symbol.kind != SymbolKind::Class || !language.inherits_makers || is_decorated(source, symbol) {
            return None;
        }
        for &base in self.lineage(class).iter() {
            match *self.types.head(base) {
                Head::Instance(base, _) => {
                    let (source, symbol) = self.project.symbol(base)?;
                    if symbol.kind == SymbolKind::Interface {
                        continue;
                    }
                    if let Some(maker) = self.constructor(base).or_else(|| self.own_new(base)) {
                        return Some(maker);
                    }
                    if is_decorated(source, symbol) {
                        return None;
                    }
                }
                Head::External(path) | Head::Library(path, _) => {
                    let path = self.text(path);
                    if !language.outside_members.iter().any(|(name, members)| **name == *path && makes_none(members)) {
                        return None;
                    }
                }
                _ => return None,
            }
        }
        None
    }

    /// The method of a class itself that makes its instances, `__new__`.
    pub(crate) fn own_new(&mut self, class: Decl) -> Option<Decl> {
        let (source, _) = self.project.symbol(class)?;
        let name = self.method_key(source, source.language.new_member?);
        let own = self.own_member(class, name)?;
        Some(self.implementation(own))
    }

    /// Where making a value of a type leads that no name tells: a `new()` of what stands around it.
    pub(crate) fn made_target(&mut self, ty: Ty) -> Verdict {
        match self.types.head(ty).clone() {
            Head::Instance(decl, _) => Verdict::one(Resolution::Typed, decl),
            Head::External(path) => Verdict::external(path),
            Head::Std(..) | Head::Builtin(_) | Head::Tuple(_) => {
                let name = self.name("new");
                self.standard_target(ty, name)
            }
            Head::Param(..) | Head::FuncType(..) => Verdict::none(Resolution::Dynamic),
            _ => Verdict::none(Resolution::Unresolved),
        }
    }

    /// Whether a type is that of an element of something outside, of which nothing tells what it holds.
    pub(crate) fn is_element_outside(&mut self, file: FileId, ty: TypeId) -> bool {
        let Some(source) = self.source(file) else { return false };
        let Type::Of { value } = source.graph.types[ty as usize] else { return false };
        let options = match &source.graph.values[value as usize] {
            Value::Either { options } => options.to_vec(),
            _ => vec![value],
        };
        options.into_iter().any(|option| {
            let (Value::Item { object, .. } | Value::Index { object }) = source.graph.values[option as usize] else {
                return false;
            };
            let object = self.value(file, object);
            matches!(self.types.head(object), Head::External(_) | Head::Library(..))
        })
    }

    /// Calling an instance calls its call member; calling a class that goes by its instance's name makes one.
    fn call_member_target(&mut self, ty: Ty, decl: Decl, may_be_class: bool) -> Verdict {
        let Some((source, _)) = self.project.symbol(decl) else { return Verdict::none(Resolution::Dynamic) };
        let Some(member) = source.language.call_member else { return Verdict::none(Resolution::Dynamic) };
        // What a method of the class calls by the class's name makes an instance.
        let around = self.around.and_then(|around| self.source(self.file)?.graph.symbols.get(around as usize));
        if may_be_class && around.is_some_and(|it| it.modifiers.has(Modifiers::CLASS_METHOD)) {
            return Verdict::one(Resolution::Typed, decl);
        }
        let name = self.method_key(source, member);
        match self.members(ty, name).first() {
            Some(Hit::Declared(method, ..)) => Verdict::one(Resolution::Typed, *method),
            Some(Hit::External(path)) if !may_be_class => Verdict::external(*path),
            _ if may_be_class => Verdict::one(Resolution::Typed, decl),
            _ => Verdict::none(Resolution::Dynamic),
        }
    }
}

/// Whether decorators may give a class a constructor that nobody writes.
fn is_decorated(source: &Source, symbol: &Symbol) -> bool {
    source.language.decorators_give && !symbol.decorators.is_empty()
}

fn makes_none(members: &[&str]) -> bool {
    !members.contains(&"__construct")
}
