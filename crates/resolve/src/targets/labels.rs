//! Where a call leads, and how that is known.

use crate::languages::Arguments;
use crate::naming::entities::{Entity, Use};
use crate::project::names::Name;
use crate::project::source::Source;
use crate::targets::bare_names::Bare;
use crate::targets::linked_overloads::Site;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Ty};
use facts::{Binding, BindingKind, Call, CallKind, SymbolKind, Type, Value, ValueId};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Resolution {
    Exact,
    Typed,
    Unique,
    Ambiguous,
    External,
    Dynamic,
    Unresolved,
}

impl Resolution {
    pub const ALL: [Self; 7] =
        [Self::Exact, Self::Typed, Self::Unique, Self::Ambiguous, Self::External, Self::Dynamic, Self::Unresolved];

    pub fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Typed => "typed",
            Self::Unique => "unique",
            Self::Ambiguous => "ambiguous",
            Self::External => "external",
            Self::Dynamic => "dynamic",
            Self::Unresolved => "unresolved",
        }
    }
}

/// Where a call or reference leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub resolution: Resolution,
    /// One declaration; several for `Ambiguous`; none for the last three.
    pub targets: Vec<Decl>,
    /// The dotted path of what is external; of what is unresolved or ambiguous, where it leads if not to a declaration here.
    pub external: Option<Name>,
    /// It is a conversion to the type that the target names, not a call.
    pub conversion: bool,
}

/// How many candidates of an ambiguous call are told.
pub(crate) const MAX_CANDIDATES: usize = 8;
/// How many are looked at, before the arguments tell which are meant.
pub(crate) const MAX_CONSIDERED: usize = 256;
/// How many aliases are followed.
pub(crate) const MAX_ALIASES: u8 = 8;

impl Verdict {
    pub(crate) fn none(resolution: Resolution) -> Self {
        Self { resolution, targets: Vec::new(), external: None, conversion: false }
    }

    pub(crate) fn one(resolution: Resolution, decl: Decl) -> Self {
        Self { targets: vec![decl], ..Self::none(resolution) }
    }

    /// The only one, by `how` that is known, or several of which any may be meant. None: there are none.
    pub(crate) fn among(how: Resolution, mut targets: Vec<Decl>) -> Option<Self> {
        let resolution = if targets.len() > 1 { Resolution::Ambiguous } else { how };
        targets.truncate(MAX_CANDIDATES);
        (!targets.is_empty()).then(|| Self { targets, ..Self::none(resolution) })
    }

    pub(crate) fn external(path: Name) -> Self {
        Self { external: Some(path), ..Self::none(Resolution::External) }
    }

    pub(crate) fn leads_somewhere(&self) -> bool {
        !self.targets.is_empty() || self.resolution == Resolution::External
    }
}

impl Eval<'_> {
    /// Where a call leads.
    pub fn call_target(&mut self, file: FileId, call: &Call) -> Verdict {
        let verdict = self.led_by_call(file, call);
        let verdict = self.among_loaded(file, call, verdict);
        self.unless_given_back(file, call, verdict)
    }

    fn led_by_call(&mut self, file: FileId, call: &Call) -> Verdict {
        self.refuel();
        self.around = call.caller;
        self.implied = call.kind == CallKind::Implied;
        let (kind, callee, arguments) = (call.kind, call.callee, call.arguments);
        let mut verdict = match (kind, self.source(file).map(|source| &source.graph.values[callee as usize])) {
            (CallKind::Super, Some(Value::This { owner: Some(owner) })) => {
                Verdict::one(Resolution::Exact, Decl { file, symbol: *owner })
            }
            (CallKind::New, Some(Value::Member { object, name })) if self.language.inner_classes => {
                let (file, object, name) = (file, *object, *name);
                self.inner_class(file, object, name)
            }
            (CallKind::Super, Some(Value::Super { owner: Some(owner) })) => {
                self.super_constructor(Decl { file, symbol: *owner })
            }
            (CallKind::Super, Some(&Value::Member { object, name })) if self.language.singleton_members => {
                let verdict = self.called(file, callee);
                self.made_behind(file, object, name).filter(|_| verdict.targets.is_empty()).unwrap_or(verdict)
            }
            _ => self.called(file, callee),
        };
        if self.source(file).is_some_and(|source| source.language.links) {
            let site = Site { kind, callee, arguments, line: call.at.line };
            return self.linked_target(file, site, verdict);
        }
        if self.source(file).is_some_and(|source| source.language.arguments != Arguments::Unchecked) {
            return self.choose_by_arguments(verdict, file, callee);
        }
        if kind == CallKind::New {
            verdict = self.past_constant(verdict);
        }
        verdict = self.of_body_block(file, call, verdict);
        let constructs = |eval: &Self, decl: Decl| {
            eval.project.symbol(decl).is_some_and(|(_, symbol)| {
                matches!(
                    symbol.kind,
                    SymbolKind::Class | SymbolKind::Struct | SymbolKind::TypeAlias | SymbolKind::Interface
                )
            })
        };
        for target in &mut verdict.targets {
            if constructs(self, *target) {
                verdict.conversion |= self.source(target.file).is_some_and(|source| source.language.named_types);
                *target = self.class_with_types(*target).unwrap_or(*target);
                let maker = if kind == CallKind::New { self.own_maker(*target) } else { None };
                let maker = maker.or_else(|| self.constructor(*target)).or_else(|| self.own_new(*target));
                *target = maker.unwrap_or(*target);
            }
        }
        let verdict = self.choose_implementation(verdict, file, callee, &call.text);
        let mut verdict = self.choose_target(verdict, file, callee);
        verdict.targets.truncate(MAX_CANDIDATES);
        verdict
    }

    pub(crate) fn target(&mut self, file: FileId, value: ValueId, aliases: u8) -> Verdict {
        self.step(Verdict::none(Resolution::Unresolved), |eval| eval.find_target(file, value, aliases))
    }

    fn find_target(&mut self, file: FileId, value: ValueId, aliases: u8) -> Verdict {
        let Some(source) = self.source(file) else { return Verdict::none(Resolution::Unresolved) };
        match &source.graph.values[value as usize] {
            Value::Name { name, scope, binding } => {
                match self.bare(file, *scope, source.name(*name), *binding, Use::Call) {
                    // Of a bare name that methods of the repository bear, only the name is known.
                    Bare::Entity(Entity::Missing) if source.language.singleton_members => {
                        if self.may_be_local(file, source.name(*name), value) {
                            return Verdict::none(Resolution::Unresolved);
                        }
                        let verdict = self.function_call(file, source.name(*name), None);
                        self.unless_of_group(source, file, value, verdict)
                    }
                    Bare::Entity(entity) => {
                        let verdict = self.entity_target(entity, Resolution::Exact, aliases);
                        if verdict.resolution == Resolution::Dynamic && !source.graph.narrowings(value).is_empty() {
                            let known = self.value(file, value);
                            return self.instance_called(known).unwrap_or(verdict);
                        }
                        match binding {
                            None => self.unless_of_group(source, file, value, verdict),
                            Some(_) => verdict,
                        }
                    }
                    Bare::Members(hits) => {
                        let how = if source.language.singleton_members { Resolution::Typed } else { Resolution::Exact };
                        self.hits_target(hits, source.name(*name), how, aliases)
                    }
                }
            }
            Value::Member { object, name } => {
                let name = source.name(*name);
                let object_ty = self.called_upon(source, file, *object, name);
                // What is under a key that is no name of its own is some element.
                if self.is_key(name) && self.members(object_ty, name).is_empty() {
                    return self.element_target(object_ty);
                }
                let verdict = self.member_target(file, object_ty, name, aliases);
                if let Some(own) = self.of_type_itself(source, (file, value), (object_ty, name), &verdict) {
                    return own;
                }
                if let Some(universal) = (source.language.universal)(&self.text(name))
                    && verdict.targets.is_empty()
                {
                    return Verdict::external(self.name(universal.path));
                }
                match self.assigned_member(source, file, *object, name).filter(|_| verdict.targets.is_empty()) {
                    Some(hit) => self.hit_target(hit, name, Resolution::Typed, aliases),
                    None if verdict.targets.is_empty() => {
                        let better = match verdict.resolution {
                            Resolution::Unresolved if object_ty.is_unknown() => {
                                self.called_like_class(source, file, *object, name)
                            }
                            _ => None,
                        };
                        better
                            .or_else(|| self.called_with_this(source, file, *object, name, aliases))
                            .unwrap_or(verdict)
                    }
                    None => verdict,
                }
            }
            Value::Cast { ty } if self.named_class(source, value).is_some() => {
                let Type::ClassOf { inner } = source.graph.types[*ty as usize] else {
                    return Verdict::none(Resolution::Unresolved);
                };
                if !matches!(source.graph.types[inner as usize], Type::Name { .. }) {
                    let made = self.declared(file, inner, None);
                    let verdict = self.made_target(made);
                    let is_open = verdict.resolution == Resolution::External && self.is_element_outside(file, inner);
                    return if is_open { Verdict::none(Resolution::Unresolved) } else { verdict };
                }
                let entity = self.named_by(source, file, inner);
                self.entity_target(entity, Resolution::Exact, aliases)
            }
            Value::Function { symbol: Some(symbol), .. } | Value::Class { symbol } => {
                Verdict::one(Resolution::Exact, Decl { file, symbol: *symbol })
            }
            Value::Index { object } => {
                let object = self.value(file, *object);
                self.element_target(object)
            }
            Value::Either { options } if source.language.calls_values && options.len() == 1 => {
                self.value_held(source, file, options[0], aliases)
            }
            _ => {
                if let Some(verdict) = self.attribute_target(source, file, value, aliases) {
                    return verdict;
                }
                let ty = self.value(file, value);
                self.type_target(ty)
            }
        }
    }

    pub(crate) fn entity_target(&mut self, entity: Entity, how: Resolution, aliases: u8) -> Verdict {
        match entity {
            Entity::Symbol(decl) => self.symbol_target(decl, how, aliases),
            Entity::Binding(file, id) => {
                let Some(source) = self.source(file) else { return Verdict::none(Resolution::Unresolved) };
                let binding = &source.graph.bindings[id as usize];
                if let Some(verdict) = self.alias_target(file, &binding.values, aliases)
                    && binding.kind != BindingKind::Parameter
                    && (binding.declared.is_none() || is_defined(source, binding))
                    && self.is_callable(&verdict)
                {
                    let is_told = matches!(verdict.resolution, Resolution::Exact | Resolution::Typed);
                    let likely = source.language.rebinds && is_told && binding.import.is_none();
                    let resolution = if likely { Resolution::Unique } else { verdict.resolution };
                    return Verdict { resolution, ..verdict };
                }
                if let Some(verdict) = self.one_of_several(file, &binding.values, aliases) {
                    return verdict;
                }
                let ty = self.binding(file, id);
                let verdict = self.type_target(ty);
                // A local holds a function for a while: only what a signature tells is an edge.
                let told = matches!(self.types.head(ty), Head::Func(..)) && binding.kind != BindingKind::Parameter;
                // An instance that can be called is one, however long the local holds it.
                let callable = matches!(self.types.head(ty), Head::Instance(..)) && verdict.targets.len() == 1;
                let outside = verdict.resolution == Resolution::External;
                if outside || callable || (told && !source.language.call_constructs) {
                    verdict
                } else {
                    Verdict::none(Resolution::Dynamic)
                }
            }
            Entity::Value(file, value) => match aliases.checked_sub(1) {
                Some(aliases) => self.target(file, value, aliases),
                None => Verdict::none(Resolution::Unresolved),
            },
            Entity::ValueMember(file, value, name) => {
                let object = self.value(file, value);
                let verdict = self.member_target(file, object, name, aliases);
                let followed = verdict.resolution == Resolution::Typed;
                Verdict { resolution: if followed { how } else { verdict.resolution }, ..verdict }
            }
            Entity::External(path) => Verdict::external(path),
            Entity::Member(decl, name) => {
                let class = self.types.make(Head::Class(decl));
                self.member_target(decl.file, class, name, aliases)
            }
            Entity::Module(_) | Entity::Folder(_) | Entity::Package(..) | Entity::Missing => {
                Verdict::none(Resolution::Unresolved)
            }
        }
    }

    /// Where the call of an instance leads, by whatever it is known to be one. None: it is none that can be called.
    fn instance_called(&mut self, ty: Ty) -> Option<Verdict> {
        let is_instance = matches!(self.types.head(ty), Head::Instance(..));
        is_instance.then(|| self.type_target(ty)).filter(Verdict::leads_somewhere)
    }

    /// Whether a verdict leads to functions and classes, or outside.
    pub(crate) fn is_callable(&self, verdict: &Verdict) -> bool {
        verdict.targets.iter().all(|&decl| {
            self.project.symbol(decl).is_some_and(|(_, symbol)| {
                !matches!(symbol.kind, SymbolKind::Property | SymbolKind::Variable | SymbolKind::Getter)
            })
        })
    }
}

/// Whether a variable that is declared to hold some function is one on some way: `f: Callable[[], int]`, `if fast: def f(): …`.
fn is_defined(source: &Source, binding: &Binding) -> bool {
    let is_own = |value: &ValueId| match source.graph.values[*value as usize] {
        Value::Function { symbol: Some(symbol), .. } => source.graph.symbols[symbol as usize].name == binding.name,
        _ => false,
    };
    source.language.rebinds && binding.values.iter().any(is_own)
}
