//! What is taken out of a value: by `await`, by position, by index, by iterating, by entering.

use crate::languages::MapItem;
use crate::members::Hit;
use crate::naming::entities::Use;
use crate::project::names::Name;
use crate::project::outline::List;
use crate::project::source::Source;
use crate::standard::std_types::dotnet;
use crate::standard::stubs::Given;
use crate::values::eval::Eval;
use crate::values::types::{FileId, Head, Std, Ty};
use facts::{Builtin, SymbolKind, Value, ValueId};

impl Eval<'_> {
    pub(crate) fn awaited(&mut self, ty: Ty) -> Ty {
        let options = self.types.options(ty);
        let inner: Vec<Ty> = options
            .iter()
            .map(|&option| match self.types.head(option).clone() {
                Head::Computed(..) => {
                    let known = self.known(option);
                    if known.is_unknown() { option } else { self.awaited(known) }
                }
                Head::Undecided(options) => self.of_each(&options, Self::awaited),
                Head::Std(Std::Promise, args) => args.first().copied().unwrap_or(Ty::UNKNOWN),
                // What the tables say of how it is waited for.
                Head::Library(..) if !self.language.libraries.is_empty() => {
                    let wait = self.name("__await__");
                    let given = Given { file: FileId(0), arguments: &[], this: option };
                    self.outside_call(option, wait, given).unwrap_or(option)
                }
                // A promise with members of its own.
                Head::Intersection(parts) => parts.iter().find_map(|&part| self.promised_by(part)).unwrap_or(option),
                Head::Instance(..) if self.language.must_await => {
                    let base = self.standard_base(option).and_then(|base| self.promised_by(base));
                    let own = |eval: &mut Self| match eval.language.computed_types {
                        true => eval.settles_to(option),
                        false => eval.awaited_by_block(option),
                    };
                    base.or_else(|| own(self)).unwrap_or(option)
                }
                _ => self.awaited_by_block(option).unwrap_or(option),
            })
            .collect();
        self.types.union(inner)
    }

    /// What something comes to that has a `then` of its own: what that hands on, which only its types tell.
    fn settles_to(&mut self, ty: Ty) -> Option<Ty> {
        let then = self.name("then");
        let Some(&Hit::Declared(then, env, _)) = self.members(ty, then).first() else { return None };
        let (_, symbol) = self.project.symbol(then).filter(|(_, it)| it.kind == SymbolKind::Method)?;
        let Some(wanted) = symbol.params.first().and_then(|it| it.declared) else { return Some(Ty::UNKNOWN) };
        let wanted = self.declared(then.file, wanted, symbol.parent);
        let wanted = self.types.subst(wanted, env);
        Some(self.function_param(wanted, 0))
    }

    /// What a promise comes to.
    fn promised_by(&self, ty: Ty) -> Option<Ty> {
        match self.types.head(ty) {
            Head::Std(Std::Promise, args) => args.first().copied(),
            _ => None,
        }
    }

    pub(crate) fn part(&mut self, ty: Ty, position: u32, source: &Source) -> Ty {
        match self.types.head(ty).clone() {
            Head::Tuple(parts) | Head::Std(Std::Result, parts) => {
                parts.get(position as usize).copied().unwrap_or(Ty::UNKNOWN)
            }
            Head::Std(Std::List | Std::Iterator | Std::Set, args) => args.first().copied().unwrap_or(Ty::UNKNOWN),
            Head::External(_) => ty,
            // A key of an object, not a place in a sequence.
            Head::Shape(..) | Head::Instance(..) | Head::Std(Std::Record | Std::Map, _)
                if source.language.maps_are_objects =>
            {
                self.element(ty)
            }
            // A tuple whose parts have names.
            Head::Shape(file, shape, env, _) => {
                let Some(source) = self.source(file) else { return Ty::UNKNOWN };
                let facts::Type::Object { members } = &source.graph.types[shape as usize] else { return Ty::UNKNOWN };
                let Some(&(_, part)) = members.get(position as usize) else { return Ty::UNKNOWN };
                let part = self.declared(file, part, None);
                self.types.subst(part, env)
            }
            Head::Object(file, value, env) => {
                let name = self.name(&dotnet::place_name(position));
                let hit = self.object_member(file, value, env, name);
                hit.map_or(Ty::UNKNOWN, |hit| self.hit_type(hit))
            }
            // A class taken apart by its constructor's parameters.
            Head::Instance(decl, args) => {
                let param =
                    self.project.symbol(decl).and_then(|(_, symbol)| symbol.params.get(position as usize)?.declared);
                let Some(param) = param else {
                    return if source.language.package_scope && position == 0 { ty } else { Ty::UNKNOWN };
                };
                let env = self.arguments_env(decl, &args);
                let part = self.declared(decl.file, param, Some(decl.symbol));
                self.types.subst(part, env)
            }
            Head::Union(options) => {
                let parts: Vec<Ty> = options.iter().map(|&option| self.part(option, position, source)).collect();
                self.types.union(parts)
            }
            Head::Undecided(options) => self.of_each(&options, |eval, option| eval.part(option, position, source)),
            Head::Computed(..) => {
                let known = self.known(ty);
                self.part(known, position, source)
            }
            // `v, ok := …`: the first of two results where only one type is known.
            _ if source.language.package_scope && position == 0 => ty,
            _ => Ty::UNKNOWN,
        }
    }

    /// `object[index]`
    pub(crate) fn element(&mut self, ty: Ty) -> Ty {
        self.step(Ty::UNKNOWN, |eval| eval.find_element(ty))
    }

    /// What `object[index]` gives: of a smart pointer, an element of what it points to.
    pub(crate) fn element_behind(&mut self, object: Ty) -> Ty {
        match self.types.head(object).clone() {
            Head::Std(Std::Pointer, args) => match args.first() {
                Some(&inner) if inner != object => self.element_behind(inner),
                _ => Ty::UNKNOWN,
            },
            _ => self.element(object),
        }
    }

    fn find_element(&mut self, ty: Ty) -> Ty {
        match self.types.head(ty).clone() {
            Head::Std(Std::Map | Std::Record, args) => args.get(1).copied().unwrap_or(Ty::UNKNOWN),
            Head::Std(_, args) => args.first().copied().unwrap_or(Ty::UNKNOWN),
            Head::Tuple(parts) => self.types.union(parts.iter().copied()),
            Head::Library(..) | Head::Intersection(_) if !self.language.libraries.is_empty() => {
                self.item_of_chain(ty).unwrap_or_else(|| self.listed_item(ty, self.language.index_member))
            }
            Head::External(_) | Head::Builtin(_) | Head::Class(_) => ty,
            Head::Union(options) => {
                let parts: Vec<Ty> = options.iter().map(|&option| self.element(option)).collect();
                self.types.union(parts)
            }
            Head::Undecided(options) => self.of_each(&options, Self::element),
            Head::Computed(..) => {
                let known = self.known(ty);
                self.element(known)
            }
            Head::Param(decl, position) => {
                let bound = self.bound(decl, position);
                if bound == ty { Ty::UNKNOWN } else { self.element(bound) }
            }
            // Some member of an object literal or type literal.
            Head::Object(file, value, env) => {
                let Some(source) = self.source(file) else { return Ty::UNKNOWN };
                let Value::Object { members, .. } = &source.graph.values[value as usize] else { return Ty::UNKNOWN };
                let held: Vec<Ty> = members.iter().map(|(_, value)| self.value(file, *value)).collect();
                // What it is given under any name may be anything where that is not known.
                let is_open = |((name, _), ty): (&(facts::NameId, ValueId), &Ty)| {
                    ty.is_unknown() && source.graph.name(*name) == facts::ANY_KEY
                };
                if members.iter().zip(&held).any(is_open) {
                    return Ty::UNKNOWN;
                }
                let ty = self.types.union(held);
                self.types.subst(ty, env)
            }
            Head::Instance(decl, _) => {
                let Some((source, _)) = self.project.symbol(decl) else { return Ty::UNKNOWN };
                if let Some(member) = source.language.index_member {
                    let method = self.member(ty, self.method_key(source, member));
                    let found = self.call(method, decl.file, &[]);
                    let inherits = |eval: &mut Self| eval.standard_base(ty).map(|base| eval.element(base));
                    return if found.is_unknown() { inherits(self).unwrap_or(found) } else { found };
                }
                let under = self.underlying(ty);
                if under == ty { Ty::UNKNOWN } else { self.element(under) }
            }
            _ => Ty::UNKNOWN,
        }
    }

    /// A container of unknown content that is made of what another one holds: `new Set(items)`, `new Map(pairs)`.
    pub(crate) fn made_of(&mut self, made: Ty, file: FileId, arguments: &[ValueId]) -> Ty {
        let Some(source) = self.source(file).filter(|it| it.language.computed_types) else { return made };
        let (Head::Std(std, args), Some(&first)) = (self.types.head(made).clone(), arguments.first()) else {
            return made;
        };
        if !matches!(std, Std::Set | Std::Map) || args.iter().any(|ty| !ty.is_unknown()) {
            return made;
        }
        let given = self.value(file, first);
        let item = self.item(given, 1, source.language.map_item);
        match self.types.head(item).clone() {
            Head::Tuple(pair) if std == Std::Map && pair.len() == 2 => self.types.make(Head::Std(Std::Map, pair)),
            _ if std == Std::Set => self.types.std(Std::Set, &[item]),
            _ => made,
        }
    }

    /// The container that a type inherits from.
    fn standard_base(&mut self, ty: Ty) -> Option<Ty> {
        let Head::Instance(decl, args) = self.types.head(ty).clone() else { return None };
        let lineage = self.lineage(decl);
        let base = lineage.iter().copied().find(|&base| matches!(self.types.head(base), Head::Std(..)))?;
        let env = self.arguments_env(decl, &args);
        Some(self.types.subst(base, env))
    }

    /// One item of what is iterated over.
    /// What a function hands to the one that it is given: `for x := range all`, of `func all(yield func(X) bool)`.
    fn yielded(&mut self, function: Ty, position: u32) -> Option<Ty> {
        let given = match *self.types.head(function) {
            Head::Func(decl, env, _) => {
                let (_, symbol) = self.project.symbol(decl)?;
                let declared = symbol.params.first()?.declared?;
                let ty = self.declared(decl.file, declared, Some(decl.symbol));
                self.types.subst(ty, env)
            }
            _ => *self.parts(function)?.takes.first()?,
        };
        self.parts(given)?.takes.get(position as usize).copied()
    }

    pub(crate) fn item(&mut self, ty: Ty, position: u32, map_item: MapItem) -> Ty {
        self.step(Ty::UNKNOWN, |eval| eval.find_item(ty, position, map_item))
    }

    fn find_item(&mut self, ty: Ty, position: u32, map_item: MapItem) -> Ty {
        match self.types.head(ty).clone() {
            Head::Std(Std::Map, args) => match (map_item, &args[..]) {
                (MapItem::Pair, [_, _]) => self.types.make(Head::Tuple(args)),
                (MapItem::Key, [key, ..]) => *key,
                (MapItem::ByPosition, [key, element]) => {
                    if position == 0 {
                        *key
                    } else {
                        *element
                    }
                }
                _ => Ty::UNKNOWN,
            },
            Head::Std(Std::List, _) if map_item == MapItem::ByPosition && position == 0 => {
                self.types.builtin(Builtin::Number)
            }
            Head::Std(Std::List | Std::Set | Std::Iterator | Std::Option | Std::Result, args) => {
                args.first().copied().unwrap_or(Ty::UNKNOWN)
            }
            Head::Std(Std::Pointer, args) => match args.first() {
                Some(&inner) => self.item(inner, position, map_item),
                None => Ty::UNKNOWN,
            },
            Head::Tuple(parts) => self.types.union(parts.iter().copied()),
            Head::Func(..) | Head::FuncType(..) if map_item == MapItem::ByPosition => {
                self.yielded(ty, position).unwrap_or(Ty::UNKNOWN)
            }
            Head::Undecided(options) => self.of_each(&options, |eval, option| eval.item(option, position, map_item)),
            Head::Computed(..) => {
                let known = self.known(ty);
                self.item(known, position, map_item)
            }
            Head::Library(..) => self.item_of_chain(ty).unwrap_or_else(|| self.outside_item(ty)),
            Head::Intersection(_) => self.listed_item(ty, Some("<item>")),
            Head::External(_) => ty,
            Head::Union(options) => {
                let parts: Vec<Ty> = options.iter().map(|&option| self.item(option, position, map_item)).collect();
                self.types.union(parts)
            }
            Head::Instance(decl, _) => {
                let Some((source, _)) = self.project.symbol(decl) else { return Ty::UNKNOWN };
                for member in source.language.iterate_members {
                    let method = self.member(ty, self.method_key(source, member));
                    if !method.is_unknown() && method != Ty::DYNAMIC {
                        let iterator = self.call(method, decl.file, &[]);
                        let again = iterator == ty;
                        return if again { Ty::UNKNOWN } else { self.item(iterator, position, map_item) };
                    }
                }
                if let Some(base) = self.standard_base(ty) {
                    return self.item(base, position, map_item);
                }
                let under = self.underlying(ty);
                if under == ty { Ty::UNKNOWN } else { self.item(under, position, map_item) }
            }
            _ => Ty::UNKNOWN,
        }
    }

    /// What a `with` statement binds.
    /// What a delegate holds: what its member gives, as far as that is known.
    pub(crate) fn held_by_delegate(&mut self, source: &Source, file: FileId, delegate: Ty, member: &str) -> Ty {
        let name = self.name(member);
        let delegate = self.provided(source, file, delegate);
        let method = self.reached_type(source, file, delegate, name, Use::Call);
        let held = self.call(method, file, &[]);
        match *self.types.head(held) {
            // What is looked up outside by its class is that, however it is handed over.
            Head::External(path) if self.text(path).ends_with(member) => match self.types.head(delegate) {
                Head::Intersection(_) => delegate,
                _ => Ty::UNKNOWN,
            },
            _ => held,
        }
    }

    /// What a member is called on; where a delegate is read, what stands in for that.
    pub(crate) fn called_upon(&mut self, source: &Source, file: FileId, object: ValueId, name: Name) -> Ty {
        let ty = self.value(file, object);
        let reads = self.implied && source.language.delegate_member.is_some_and(|it| *self.text(name) == *it);
        if reads { self.provided(source, file, ty) } else { ty }
    }

    /// What stands in for a delegate: what its `provideDelegate` gives, where the repository declares one.
    pub(crate) fn provided(&mut self, source: &Source, file: FileId, delegate: Ty) -> Ty {
        let name = self.name("provideDelegate");
        if self.project.listed(List::Extension, name).is_empty() && self.project.listed(List::Method, name).is_empty() {
            return delegate;
        }
        let hits = self.reached(source, file, delegate, name, Use::Call);
        let is_own = matches!(hits[..], [Hit::Declared(..), ..]);
        let given = if is_own { self.hits_type(hits) } else { Ty::UNKNOWN };
        let given = self.call(given, file, &[]);
        // What is known of it from outside alone is most often the delegate itself.
        match self.types.head(given) {
            Head::Unknown | Head::External(_) | Head::Library(..) => delegate,
            _ => given,
        }
    }

    pub(crate) fn entered(&mut self, ty: Ty) -> Ty {
        match self.types.head(ty).clone() {
            Head::Std(Std::Context, args) => args.first().copied().unwrap_or(Ty::UNKNOWN),
            Head::External(_) | Head::Library(..) => ty,
            Head::Union(options) => {
                let parts: Vec<Ty> = options.iter().map(|&option| self.entered(option)).collect();
                self.types.union(parts)
            }
            Head::Instance(decl, _) | Head::Param(decl, _) => {
                let Some((source, _)) = self.project.symbol(decl) else { return Ty::UNKNOWN };
                let members = source.language.enter_members.iter();
                let methods = members.map(|member| self.member(ty, self.method_key(source, member)));
                // A member that answers for every name does not answer for these.
                let methods: Vec<Ty> = methods.filter(|it| !it.is_unknown() && *it != Ty::DYNAMIC).collect();
                // A base outside may have any of them: what is declared comes first.
                let is_outside = |it: &Ty| matches!(self.types.head(*it), Head::External(_) | Head::Bound(..));
                let Some(&method) = methods.iter().find(|it| !is_outside(it)).or(methods.first()) else {
                    return Ty::UNKNOWN;
                };
                let entered = self.call(method, decl.file, &[]);
                if entered.is_unknown() { ty } else { entered }
            }
            _ => Ty::UNKNOWN,
        }
    }
}
