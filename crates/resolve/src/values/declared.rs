//! Declared types to types.

use crate::naming::entities::{Entity, Use};
use crate::project::source::Source;
use crate::standard::std_types;
use crate::targets::bare_names::Bare;
use crate::values::asking::Question;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Env, FileId, Head, Std, THIS, Ty};
use facts::{BindingKind, Builtin, SymbolId, SymbolKind, Type, TypeId};

impl Eval<'_> {
    /// The type that a declaration names. `owner` is the class that `this` and `Self` stand for.
    pub(crate) fn declared(&mut self, file: FileId, ty: TypeId, owner: Option<SymbolId>) -> Ty {
        self.ask(Question::Declared(file, ty, owner), |eval| {
            let Some(source) = eval.source(file) else { return Ty::UNKNOWN };
            eval.read(source, file, ty, owner)
        })
    }

    fn read(&mut self, source: &Source, file: FileId, ty: TypeId, owner: Option<SymbolId>) -> Ty {
        match &source.graph.types[ty as usize] {
            // It rests on the parameter alone, whatever it stands in.
            Type::Name { .. } if self.projection(source, file, ty).is_some() => self.deferred(file, ty, None),
            Type::Name { path, root, arguments, .. } => {
                let arguments: Vec<Ty> = arguments.iter().map(|&ty| self.declared(file, ty, owner)).collect();
                let entity = self.named_by(source, file, ty);
                if source.language.computed_types
                    && let (Entity::External(_), None, &[name]) = (entity, root, &path[..])
                    && self.is_deferred(source.graph.name(name), &arguments)
                {
                    return self.deferred(file, ty, owner);
                }
                if let Entity::External(path) = entity
                    && (!source.language.stubs.is_empty()
                        || (!source.language.libraries.is_empty() && self.is_in_tables(path)))
                {
                    return self.outside_named(path, &arguments);
                }
                if let (Entity::External(_), None, &[name], false) =
                    (entity, root, &path[..], source.language.outside_by_default)
                {
                    // A name of the language itself.
                    let text = self.text(source.name(name));
                    if let Some(ty) = self.standard(&text, &arguments) {
                        return ty;
                    }
                }
                self.named(entity, &arguments)
            }
            Type::Builtin(builtin) => match builtin {
                Builtin::List => self.types.std(Std::List, &[Ty::UNKNOWN]),
                Builtin::Set => self.types.std(Std::Set, &[Ty::UNKNOWN]),
                Builtin::Map => self.types.std(Std::Map, &[Ty::UNKNOWN, Ty::UNKNOWN]),
                builtin => self.types.builtin(*builtin),
            },
            Type::Union { options } => {
                let options: Vec<Ty> = options.iter().map(|&ty| self.declared(file, ty, owner)).collect();
                self.types.union(options)
            }
            Type::Intersection { parts } => {
                let parts = parts.iter().map(|&ty| self.declared(file, ty, owner)).collect();
                self.types.make(Head::Intersection(parts))
            }
            Type::List { element } => {
                let element = self.declared(file, *element, owner);
                self.types.std(Std::List, &[element])
            }
            Type::Map { key, element } => {
                let (key, element) = (self.declared(file, *key, owner), self.declared(file, *element, owner));
                match source.language.maps_are_objects {
                    // What cannot be told from the type is no ground for a guess by name.
                    true if element.is_unknown() => self.types.std(Std::Record, &[key, Ty::DYNAMIC]),
                    true => self.types.std(Std::Record, &[key, element]),
                    false => self.types.std(Std::Map, &[key, element]),
                }
            }
            Type::Keys { of } => {
                let of = self.declared(file, *of, owner);
                self.types.make(Head::Keys(of))
            }
            Type::Tuple { parts }
                if parts.iter().any(|&it| matches!(source.graph.types[it as usize], Type::Rest { .. })) =>
            {
                self.deferred(file, ty, owner)
            }
            Type::Rest { of } => self.declared(file, *of, owner),
            Type::Literal { text } => self.types.literals(vec![source.name(*text)]),
            Type::Conditional { .. } | Type::Mapped { .. } | Type::IndexedBy { .. } | Type::Template { .. } => {
                self.deferred(file, ty, owner)
            }
            Type::Tuple { parts } => {
                let part = |&ty: &TypeId| match source.graph.types[ty as usize] {
                    // `[T] extends [never]` asks whether there is any T.
                    Type::Never => self.types.make(Head::Never),
                    _ => self.declared(file, ty, owner),
                };
                let parts = parts.iter().map(part).collect();
                self.types.make(Head::Tuple(parts))
            }
            Type::Function { .. } | Type::Extension { .. } | Type::Generic { .. } => {
                self.function_type(source, file, ty, owner)
            }
            Type::Object { .. } => {
                let alias = owner.map(|symbol| Decl { file, symbol });
                self.types.make(Head::Shape(file, ty, Env::EMPTY, alias))
            }
            Type::Optional { inner } => self.declared(file, *inner, owner),
            Type::This => match owner {
                Some(symbol) => self.types.make(Head::Param(Decl { file, symbol }, THIS)),
                None => Ty::UNKNOWN,
            },
            Type::Of { value } => {
                let held = self.value(file, *value);
                self.key_of_symbol(source, *value, held).unwrap_or(held)
            }
            Type::Indexed { object, name } => {
                let object = self.declared(file, *object, owner);
                if matches!(self.types.head(object), Head::Param(..) | Head::Computed(..))
                    && source.language.computed_types
                {
                    return self.deferred(file, ty, owner);
                }
                let member = self.member(object, source.name(*name));
                match self.types.head(member) {
                    Head::Class(_) if source.language.module_paths => self.instance_of(member),
                    _ => member,
                }
            }
            Type::ClassOf { inner } => {
                let inner = self.declared(file, *inner, owner);
                self.types.class_of(inner)
            }
            Type::Predicate { asserts, .. } => {
                self.types.builtin(if *asserts { Builtin::Null } else { Builtin::Boolean })
            }
            Type::Any | Type::Never | Type::Unknown => Ty::UNKNOWN,
        }
    }

    /// What the path of a named type leads to.
    pub(crate) fn named_by(&mut self, source: &Source, file: FileId, ty: TypeId) -> Entity {
        let Type::Name { path, scope, root, .. } = &source.graph.types[ty as usize] else { return Entity::Missing };
        if source.language.module_paths {
            return self.project.path_type(file, ty);
        }
        let mut names = path.iter().map(|&name| source.name(name));
        let Some(first) = names.next() else { return Entity::Missing };
        let mut entity = match self.bare(file, *scope, first, *root, Use::Type) {
            Bare::Entity(entity) => entity,
            Bare::Members(..) => Entity::Missing,
        };
        for name in names {
            entity = self.type_member(entity, name);
        }
        self.project.type_behind(entity)
    }

    /// Of a dotted type `a.B` of which `a` is a variable: that, and the last name.
    pub(crate) fn held_by_variable(&mut self, source: &Source, file: FileId, ty: TypeId) -> Option<(Decl, String)> {
        let Type::Name { path, scope, root, .. } = &source.graph.types[ty as usize] else { return None };
        let [first, member] = path[..] else { return None };
        match self.bare(file, *scope, source.name(first), *root, Use::Value) {
            Bare::Entity(Entity::Symbol(decl)) => {
                let (_, symbol) = self.project.symbol(decl)?;
                (symbol.kind == SymbolKind::Variable).then(|| (decl, source.graph.name(member).to_owned()))
            }
            _ => None,
        }
    }

    /// One name further in a dotted type.
    pub(crate) fn type_member(&mut self, entity: Entity, name: crate::project::names::Name) -> Entity {
        match entity {
            Entity::Module(file) => self.project.module_member(file, name, Use::Type),
            Entity::Folder(folder) => self.project.folder_member(folder, name, Use::Type),
            Entity::External(path) => self.project.outside(&self.text(path), &self.text(name)),
            Entity::Package(file, package) => {
                self.project.package_member(file, package, name, Use::Type, &mut Vec::new())
            }
            Entity::Member(decl, member) => match self.type_within(decl, member) {
                Some(found) => self.type_member(Entity::Symbol(found), name),
                None => Entity::Missing,
            },
            Entity::Symbol(decl) => {
                let implicit = self.project.symbol(decl).is_some_and(|(source, _)| source.language.implicit_members);
                if implicit {
                    return self.type_within(decl, name).map_or(Entity::Missing, Entity::Symbol);
                }
                for part in self.project.merged(decl) {
                    let Some(source) = self.source(part.file) else { continue };
                    let named = source.members_named(Some(part.symbol), name);
                    let typelike = |id: &SymbolId| {
                        !matches!(
                            source.graph.symbols[*id as usize].kind,
                            SymbolKind::Function | SymbolKind::Variable | SymbolKind::Method | SymbolKind::Property
                        )
                    };
                    if let Some(&symbol) = named.iter().find(|id| typelike(id)).or(named.first()) {
                        return Entity::Symbol(Decl { file: part.file, symbol });
                    }
                }
                Entity::Missing
            }
            Entity::Binding(..) | Entity::Value(..) | Entity::ValueMember(..) => {
                let ty = self.entity(entity);
                match self.types.head(ty) {
                    Head::Module(file) => self.project.module_member(*file, name, Use::Type),
                    Head::External(path) => self.project.outside(&self.text(*path), &self.text(name)),
                    _ => Entity::Missing,
                }
            }
            Entity::Missing => Entity::Missing,
        }
    }

    /// What a type or module is as the place of a member: `T` of `T::f()`.
    pub(crate) fn named_place(&mut self, source: &Source, file: FileId, ty: TypeId) -> Ty {
        if let Type::Name { arguments, .. } = &source.graph.types[ty as usize] {
            match self.named_by(source, file, ty) {
                Entity::Module(file) => return self.types.make(Head::Module(file)),
                Entity::Symbol(decl) => match self.project.symbol(decl).map(|(_, symbol)| symbol.kind) {
                    Some(SymbolKind::Namespace) => return self.types.make(Head::Namespace(decl)),
                    // A variant named with its enum.
                    Some(SymbolKind::EnumMember) => return self.symbol_value(decl),
                    Some(kind) if kind != SymbolKind::TypeAlias && arguments.is_empty() => {
                        return self.types.make(Head::Class(decl));
                    }
                    _ => {}
                },
                Entity::External(path) => {
                    let text = self.text(path);
                    if std_types::generic(&text).is_none() {
                        return self.types.make(Head::External(path));
                    }
                }
                _ => {}
            }
        }
        let ty = self.declared(file, ty, None);
        let ty = if source.language.module_paths { self.reduced(ty) } else { ty };
        match *self.types.head(ty) {
            Head::Unknown | Head::External(_) | Head::Class(_) | Head::Module(_) => ty,
            Head::Instance(decl, ref args) if args.is_empty() => self.types.make(Head::Class(decl)),
            _ => self.types.make(Head::ClassOf(ty)),
        }
    }

    /// The type that an entity names.
    pub(super) fn named(&mut self, entity: Entity, arguments: &[Ty]) -> Ty {
        match entity {
            Entity::Symbol(decl) => self.named_symbol(decl, arguments),
            Entity::Binding(file, binding) => {
                let Some(source) = self.source(file) else { return Ty::UNKNOWN };
                if source.graph.bindings[binding as usize].kind == BindingKind::TypeParam {
                    return self.type_param(source, file, binding);
                }
                // A name that holds a class: `Alias = Class`.
                let ty = self.binding(file, binding);
                self.instance_of(ty)
            }
            Entity::External(path) => {
                let text = self.text(path);
                // Where names of packages come before those of types, a bare one is the language's own.
                let known = text.contains('.') || !self.language.outside_by_default;
                let standard = if known { self.standard(&text, arguments) } else { None };
                let standard = standard.or_else(|| self.kept_type(path, arguments));
                standard.unwrap_or_else(|| self.types.make(Head::External(path)))
            }
            Entity::Value(..) | Entity::ValueMember(..) => {
                let ty = self.entity(entity);
                self.instance_of(ty)
            }
            Entity::Module(_) | Entity::Folder(_) | Entity::Package(..) | Entity::Member(..) | Entity::Missing => {
                Ty::UNKNOWN
            }
        }
    }

    fn named_symbol(&mut self, decl: Decl, arguments: &[Ty]) -> Ty {
        let Some((source, symbol)) = self.project.symbol(decl) else { return Ty::UNKNOWN };
        match symbol.kind {
            SymbolKind::TypeAlias if !source.language.named_types => {
                let right = self.alias(decl);
                // Of a member's type, the arguments are those of the class around it.
                let decl = match symbol.parent.filter(|_| source.language.links && symbol.type_params.is_empty()) {
                    Some(parent) => Decl { file: decl.file, symbol: parent },
                    None => decl,
                };
                let env = self.arguments_env(decl, arguments);
                let env = self.with_defaults(decl, env, arguments.len());
                self.types.subst(right, env)
            }
            SymbolKind::Class | SymbolKind::Struct if source.language.links && symbol.type_params.is_empty() => {
                self.types.instance(decl, &[])
            }
            SymbolKind::Class | SymbolKind::Interface if source.language.computed_types => {
                let arguments = self.with_default_arguments(decl, symbol, arguments);
                self.types.instance(decl, &arguments)
            }
            SymbolKind::Class
            | SymbolKind::Interface
            | SymbolKind::Struct
            | SymbolKind::Enum
            | SymbolKind::TypeAlias => self.types.instance(decl, arguments),
            SymbolKind::EnumMember => match symbol.parent {
                Some(parent) => self.types.instance(Decl { file: decl.file, symbol: parent }, &[]),
                None => Ty::UNKNOWN,
            },
            SymbolKind::Variable | SymbolKind::Property | SymbolKind::Function => {
                let ty = self.symbol_value(decl);
                self.instance_of(ty)
            }
            _ => Ty::UNKNOWN,
        }
    }

    /// The right side of an alias, in terms of its parameters.
    pub(crate) fn alias(&mut self, decl: Decl) -> Ty {
        self.ask(Question::Alias(decl), |eval| {
            let Some((_, symbol)) = eval.project.symbol(decl) else { return Ty::UNKNOWN };
            let Some(ty) = symbol.declared else { return eval.given_alias(decl) };
            // Where a macro is given an alias, what it declares under that name is a type by itself.
            if !eval.project.implemented_by_macro(decl).is_empty() {
                return eval.types.instance(decl, &[]);
            }
            eval.declared(decl.file, ty, Some(decl.symbol))
        })
    }

    /// An alias that is written as an assignment.
    fn given_alias(&mut self, decl: Decl) -> Ty {
        let ty = self.held(decl);
        self.instance_of(ty)
    }

    /// What stands under a named type, its own parameters filled in.
    pub(crate) fn underlying(&mut self, ty: Ty) -> Ty {
        let Head::Instance(decl, args) = self.types.head(ty).clone() else { return ty };
        let named = self
            .project
            .symbol(decl)
            .is_some_and(|(source, symbol)| source.language.named_types && symbol.declared.is_some());
        if !named {
            return ty;
        }
        let right = self.alias(decl);
        let env = self.arguments_env(decl, &args);
        self.types.subst(right, env)
    }

    /// A type of a standard library that hands its arguments through.
    pub(crate) fn standard(&mut self, path: &str, arguments: &[Ty]) -> Option<Ty> {
        use std_types::Generic;
        let arg = |at: usize| arguments.get(at).copied().unwrap_or(Ty::UNKNOWN);
        Some(match std_types::generic(path)? {
            Generic::Std(std, positions) => {
                let args: Vec<Ty> = positions.iter().map(|&at| arg(at)).collect();
                self.types.std(std, &args)
            }
            Generic::Last(std) => {
                let last = arguments.last().copied().unwrap_or(Ty::UNKNOWN);
                self.types.std(std, &[last])
            }
            Generic::Pairs(std) => {
                let pair = self.types.make(Head::Tuple(arguments.into()));
                self.types.std(std, &[pair])
            }
            Generic::Same => arg(0),
            Generic::Union => self.types.union(arguments.iter().copied()),
            Generic::Tuple => self.types.make(Head::Tuple(arguments.into())),
            Generic::ClassOf => self.types.class_of(arg(0)),
            Generic::Returned => self.call(arg(0), FileId(0), &[]),
            Generic::Params => self.taken_as_tuple(arg(0)),
            Generic::Awaited => self.awaited(arg(0)),
            Generic::Instance => self.instance_of(arg(0)),
            Generic::Builtin(builtin) => self.types.builtin(builtin),
        })
    }
}
