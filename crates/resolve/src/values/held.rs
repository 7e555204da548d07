//! What names hold: variables, properties, parameters.

use crate::naming::entities::Use;
use crate::project::names::Name;
use crate::project::source::Source;
use crate::values::asking::Question;
use crate::values::eval::Eval;
use crate::values::handed_params::{is_asked, is_behind, is_untyped, name_behind};
use crate::values::types::{Decl, Env, FileId, Head, Ty};
use facts::{BindingId, BindingKind, Builtin, Modifiers, Symbol, SymbolId, SymbolKind, Value, ValueId};

impl Eval<'_> {
    /// What a name holds whose function was given to a call: `const f = wrap(() => …)`.
    pub(crate) fn wrapped(&mut self, decl: Decl, symbol: &Symbol) -> Option<Ty> {
        let source = self.source(decl.file)?;
        if source.language.decorators_give {
            return self.decorated(decl, symbol);
        }
        let [initial] = symbol.initial[..] else { return None };
        let Value::Call { .. } = source.graph.values[initial as usize] else { return None };
        Some(self.held(decl)).filter(|ty| !ty.is_unknown())
    }

    /// A function whose decorators make an instance of it: what that has, and what the function gives. Of one that is
    /// declared to give a function of another result, what that gives goes first.
    fn decorated(&mut self, decl: Decl, symbol: &Symbol) -> Option<Ty> {
        if symbol.initial.is_empty() {
            return None;
        }
        let ty = self.ask(Question::Held(decl), |eval| {
            let made = symbol.initial.iter().map(|&value| eval.value(decl.file, value));
            let made: Vec<Ty> = made.collect();
            let instance = made.iter().copied().find(|&ty| matches!(eval.types.head(ty), Head::Instance(..)));
            let outermost = made.first().copied().filter(|&ty| eval.gives_instance(decl.file, ty));
            let Some(instance) = instance.or(outermost) else { return Ty::UNKNOWN };
            let function = eval.types.make(Head::Func(decl, Env::EMPTY, None));
            eval.types.make(Head::Intersection([instance, function].into()))
        });
        (!ty.is_unknown()).then_some(ty)
    }

    /// Whether what is written as a function's type gives an instance of a type of the repository, or what holds one.
    fn gives_instance(&mut self, file: FileId, function: Ty) -> bool {
        if !matches!(self.types.head(function), Head::FuncType(..)) {
            return false;
        }
        let mut given = self.call(function, file, &[]);
        while let Head::Std(_, args) = self.types.head(given) {
            let Some(&inner) = args.first() else { return false };
            given = inner;
        }
        matches!(self.types.head(given), Head::Instance(..))
    }

    /// Whether decorators of the repository may have put something else in a function's place.
    pub(crate) fn may_be_replaced(&mut self, function: Ty) -> bool {
        let decl = match self.types.head(function) {
            Head::Func(decl, ..) => *decl,
            Head::Intersection(_) => return true,
            _ => return false,
        };
        let Some((source, symbol)) = self.project.symbol(decl) else { return false };
        source.language.decorators_give
            && !symbol.initial.is_empty()
            && !symbol.initial.iter().any(|&value| {
                let ty = self.value(decl.file, value);
                matches!(self.types.head(ty), Head::External(_))
            })
    }

    /// What a variable or property holds: its declared type, else what it was given.
    pub(crate) fn held(&mut self, decl: Decl) -> Ty {
        self.ask(Question::Held(decl), |eval| {
            let Some((source, symbol)) = eval.project.symbol(decl) else { return Ty::UNKNOWN };
            if let Some(ty) = symbol.declared {
                let ty = eval.declared(decl.file, ty, symbol.parent);
                if !ty.is_unknown() {
                    return ty;
                }
            }
            if source.language.inherits_declared && symbol.kind == SymbolKind::Property {
                let ty = eval.declared_by_base(decl, source.name(symbol.name));
                if !ty.is_unknown() {
                    return ty;
                }
            }
            if symbol.kind == SymbolKind::Variable && is_untyped(&source.graph) {
                let own = |value| {
                    name_behind(source, value)
                        .is_some_and(|it| source.graph.bindings[it as usize].symbol == Some(decl.symbol))
                };
                return eval.given_all(source, decl.file, &symbol.initial, own);
            }
            eval.given(source, decl.file, &symbol.initial)
        })
    }

    /// The type that a base of its class declares for an attribute.
    fn declared_by_base(&mut self, decl: Decl, name: Name) -> Ty {
        let Some(owner) = self.project.symbol(decl).and_then(|(_, symbol)| symbol.parent) else { return Ty::UNKNOWN };
        let Some(found) = self.declaring_base(Decl { file: decl.file, symbol: owner }, name) else {
            return Ty::UNKNOWN;
        };
        match self.project.symbol(found) {
            Some((_, symbol)) if symbol.kind == SymbolKind::Property => {
                symbol.declared.map_or(Ty::UNKNOWN, |ty| self.declared(found.file, ty, symbol.parent))
            }
            _ => self.returned(found),
        }
    }

    /// The declaration of an attribute in a base of a class: one with a type, or a property with one.
    fn declaring_base(&mut self, class: Decl, name: Name) -> Option<Decl> {
        for base in self.lineage(class).iter().copied() {
            let Head::Instance(base, _) = *self.types.head(base) else { continue };
            let Some(found) = self.own_member(base, name) else { continue };
            let Some((_, symbol)) = self.project.symbol(found) else { continue };
            let declares = match symbol.kind {
                SymbolKind::Property => symbol.declared.is_some(),
                kind => {
                    (kind == SymbolKind::Getter || symbol.modifiers.has(Modifiers::PROPERTY))
                        && symbol.returns_type.is_some()
                }
            };
            if declares {
                return Some(found);
            }
        }
        None
    }

    /// Whether a class only assigns a member that a base declares.
    pub(crate) fn is_declared_above(&mut self, class: Decl, found: Decl, name: Name) -> bool {
        let Some((source, symbol)) = self.project.symbol(found) else { return false };
        source.language.inherits_declared
            && symbol.kind == SymbolKind::Property
            && symbol.declared.is_none()
            && self.declaring_base(class, name).is_some()
    }

    /// What a name of a scope holds.
    pub(crate) fn binding(&mut self, file: FileId, id: BindingId) -> Ty {
        self.ask(Question::Binding(file, id), |eval| {
            let Some(source) = eval.source(file) else { return Ty::UNKNOWN };
            let binding = &source.graph.bindings[id as usize];
            if let Some(ty) = binding.declared {
                let owner = eval.enclosing_class(source, binding.scope);
                let ty = eval.declared(file, ty, owner);
                let has_holes = source.language.module_paths && !binding.values.is_empty() && eval.has_holes(ty);
                if !eval.is_vague(ty) && !has_holes {
                    return ty;
                }
                let inherited = eval.param_of_base(source, file, id);
                if !inherited.is_unknown() {
                    return inherited;
                }
                // A container is of what it is given, where only that says it.
                let filled = match source.language.module_paths && !binding.values.is_empty() {
                    true => eval.given(source, file, &binding.values),
                    false => Ty::UNKNOWN,
                };
                if let Some(collected) = eval.collected(ty, filled).filter(|_| has_holes) {
                    return collected;
                }
                if let (Head::Std(one, _), Head::Std(two, _)) = (eval.types.head(ty), eval.types.head(filled))
                    && one == two
                    && eval.is_vague(ty)
                {
                    return filled;
                }
                if !ty.is_unknown() {
                    return ty;
                }
            }
            let given = match binding.kind {
                BindingKind::Variable if is_untyped(&source.graph) => {
                    eval.given_all(source, file, &binding.values, |value| is_behind(source, value, id))
                }
                // Of what a parameter is given again in several places, any may be meant.
                BindingKind::Parameter if is_untyped(&source.graph) && binding.values.len() > 1 => {
                    let is_asked = |value: &ValueId| is_asked(source, *value);
                    match binding.values.iter().any(is_asked) {
                        true => eval.given(source, file, &binding.values),
                        false => eval.given_all(source, file, &binding.values, |value| is_behind(source, value, id)),
                    }
                }
                _ => eval.given(source, file, &binding.values),
            };
            if given.is_unknown() && binding.kind == BindingKind::Parameter {
                for ty in [eval.param_in_context(source, file, id), eval.param_of_base(source, file, id)] {
                    if !ty.is_unknown() {
                        return ty;
                    }
                }
                let ty = eval.param_by_sites(source, file, id);
                if !ty.is_unknown() {
                    return ty;
                }
            }
            if given.is_unknown() && binding.kind == BindingKind::Parameter && source.language.fixtures {
                return eval.fixture(source, file, id);
            }
            given
        })
    }

    /// Whether a type tells nothing of what is inside it.
    pub(crate) fn is_vague(&self, ty: Ty) -> bool {
        match self.types.head(ty) {
            Head::Unknown => true,
            Head::Std(_, args) => args.iter().all(|ty| ty.is_unknown()),
            _ => false,
        }
    }

    /// The type that the method which this one overrides declares for the parameter.
    fn param_of_base(&mut self, source: &Source, file: FileId, id: BindingId) -> Ty {
        let scope = source.graph.bindings[id as usize].scope;
        let Some(symbol) = source.graph.scopes[scope as usize].symbol.filter(|_| source.language.inherits_declared)
        else {
            return Ty::UNKNOWN;
        };
        let params = &source.graph.symbols[symbol as usize].params;
        let Some(position) = params.iter().position(|param| param.binding == Some(id)) else { return Ty::UNKNOWN };
        let Some(base) = self.overridden(Decl { file, symbol }) else { return Ty::UNKNOWN };
        let Some((_, symbol)) = self.project.symbol(base) else { return Ty::UNKNOWN };
        match symbol.params.get(position).and_then(|param| param.declared) {
            Some(ty) => self.declared(base.file, ty, symbol.parent),
            None => Ty::UNKNOWN,
        }
    }

    /// The nearest method of a base that a method overrides.
    pub(crate) fn overridden(&mut self, decl: Decl) -> Option<Decl> {
        let (source, symbol) = self.project.symbol(decl)?;
        let owner = symbol.parent.filter(|_| symbol.kind == SymbolKind::Method)?;
        let key = self.member_key(source, source.name(symbol.name), Use::Call);
        self.lineage(Decl { file: decl.file, symbol: owner }).iter().find_map(|&base| match *self.types.head(base) {
            Head::Instance(base, _) => self.own_member(base, key),
            _ => None,
        })
    }

    fn given(&mut self, source: &Source, file: FileId, values: &[ValueId]) -> Ty {
        let mut options = Vec::new();
        for &value in values {
            let ty = self.value(file, value);
            let says = !ty.is_unknown() && *self.types.head(ty) != Head::Builtin(Builtin::Null);
            if says {
                options.push(ty);
                if !source.language.all_assignments {
                    break;
                }
            }
        }
        self.types.union(options)
    }

    /// The same of a variable that says no type: what it is given again counts, too, and what is not known may be
    /// anything. What it holds itself says nothing, nor does a part of that.
    fn given_all(&mut self, source: &Source, file: FileId, values: &[ValueId], is_own: impl Fn(ValueId) -> bool) -> Ty {
        if values.len() < 2 {
            return self.given(source, file, values);
        }
        let mut options = Vec::with_capacity(values.len());
        for &value in values {
            if is_own(value) {
                continue;
            }
            let ty = self.value(file, value);
            if ty.is_unknown() {
                return Ty::UNKNOWN;
            }
            if *self.types.head(ty) != Head::Builtin(Builtin::Null) {
                options.push(ty);
            }
        }
        // What a library makes of something may have any member.
        let is_outside = |ty: &Ty| matches!(self.types.head(*ty), Head::External(_));
        if options.iter().any(is_outside) && !options.iter().all(is_outside) {
            return Ty::UNKNOWN;
        }
        self.types.union(options)
    }

    /// The class around a scope.
    pub(crate) fn enclosing_class(&self, source: &Source, scope: u32) -> Option<SymbolId> {
        let mut next = Some(scope);
        while let Some(scope) = next {
            let scope = &source.graph.scopes[scope as usize];
            let mut symbol = scope.symbol;
            while let Some(id) = symbol {
                let declared = &source.graph.symbols[id as usize];
                if matches!(declared.kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Struct) {
                    return Some(id);
                }
                symbol = declared.parent;
            }
            next = scope.parent;
        }
        None
    }
}
