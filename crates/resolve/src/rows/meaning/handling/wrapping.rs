//! Handlers that calls stand around: `asyncHandler(show)`, `auth(limit(show))`, `Orders.as_view()`.

use super::decorating::is_of_parameters;
use super::handlers::{Handler, MAX_GUARDS};
use crate::project::names::Name;
use crate::project::source::{Source, type_name};
use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::rows::meaning::places::found::Found;
use crate::values::types::{Decl, Head};
use facts::{Builtin, Shape, Symbol, SymbolKind, Type, TypeId, Value, ValueId};
use rules::{Clause, Kind};
use std::borrow::Cow;

/// How types of what something is set up by end.
const CONFIGURING: [&str; 4] = ["Config", "Options", "Opts", "Settings"];

/// What handles nothing whatever it is called with.
const PLAIN: [Builtin; 4] = [Builtin::String, Builtin::Number, Builtin::Boolean, Builtin::Bytes];

impl<'p, 'g> Writer<'p, 'g> {
    /// Whether a value is what a property or variable holds that is no function.
    pub fn is_held(&mut self, value: ValueId) -> bool {
        let verdict = self.eval.reference_target(self.file, value);
        matches!(verdict.targets[..], [one] if self.is_storage(one))
    }

    /// Whether a variable of the repository is declared as a function, or as what a call makes of one that it is given in
    /// place: `var list = asAdmin(func(…) { … })`, or gives that is one: `const signedIn = authenticate("jwt")`.
    fn holds_function(&mut self, value: ValueId) -> bool {
        let verdict = self.eval.reference_target(self.file, value);
        let [one] = verdict.targets[..] else { return false };
        let Some((source, symbol)) = self.project.symbol(one) else { return false };
        let values = &source.graph.values;
        let is_function = |it: &ValueId| matches!(values[*it as usize], Value::Function { .. });
        let [held] = symbol.initial[..] else { return false };
        match &values[held as usize] {
            Value::Function { .. } => true,
            Value::Call { arguments, .. } if arguments.iter().any(is_function) => true,
            Value::Call { .. } => {
                let ty = self.eval.value(one.file, held);
                // Go's function types have names: `type Handler func(…) error`.
                let under = if self.goes_by_types() { self.eval.callable(ty) } else { ty };
                matches!(self.eval.types.head(under), Head::Func(..) | Head::Closure(..) | Head::FuncType(..))
            }
            _ => false,
        }
    }

    /// Whether a declaration holds a value: a variable, a property, a member of an enumeration.
    pub fn is_storage(&self, one: Decl) -> bool {
        let kind = self.project.symbol(one).map(|(_, symbol)| symbol.kind);
        matches!(kind, Some(SymbolKind::Property | SymbolKind::Variable | SymbolKind::EnumMember))
    }

    /// What a wrapper of the repository is given that gives back a function of its own, as `asyncHandler(show)` does.
    pub fn wrapped(&mut self, value: ValueId, given_back: Decl) -> Option<Handler> {
        let Value::Call { callee, .. } = self.graph.values[value as usize] else { return None };
        let [wrapper] = self.eval.reference_target(self.file, callee).targets[..] else { return None };
        let (source, symbol) = self.project.symbol(given_back)?;
        // `staff = role_required("staff")`
        let is_held = self.is_storage(wrapper)
            && symbol.parent.is_some_and(|it| source.graph.symbols[it as usize].kind == SymbolKind::Function);
        let is_own = wrapper.file == given_back.file && symbol.parent == Some(wrapper.symbol);
        if is_own || is_held { self.given_handler(value) } else { None }
    }

    /// What a call says that a parameter is made by, `Depends(bearer)`, whatever that is.
    pub fn taken_by(&mut self, callee: ValueId, arguments: &[ValueId]) -> Option<Handler> {
        let path = self.eval.reference_target(self.file, callee).external?;
        let path = self.project.names.text(path);
        let mut clauses = self.project.rules.of_call(&path, &self.graph.language);
        let is_known = clauses.any(is_of_parameters);
        let first = arguments.first().filter(|_| is_known)?;
        self.value_handler(*first)
    }

    /// The first function that a call is given. One of a class may be made of another, `Preview(OrderForm)`, which
    /// handles nothing.
    pub fn given_handler(&mut self, call: ValueId) -> Option<Handler> {
        let Value::Call { callee, .. } = self.graph.values[call as usize] else { return None };
        let (given, handler) = self.given_function(call)?;
        let is_made_of = self.is_type_named(callee) && self.is_type_named(given);
        (!is_made_of).then_some(handler)
    }

    /// The first argument of a call that leads to a function, and that function.
    pub fn given_function(&mut self, call: ValueId) -> Option<(ValueId, Handler)> {
        let graph = self.graph;
        let Value::Call { callee, arguments } = &graph.values[call as usize] else { return None };
        if let Some((_, inner)) = self.ended_chain(call) {
            return self.value_handler(inner).map(|handler| (inner, handler));
        }
        // What is handed on may be held by a variable; of anything else that is held, what it holds handles nothing.
        let handed_on =
            self.position_handed_on(*callee).and_then(|at| arguments.get(at)).map(|&it| self.kept_first(it));
        // What a library makes to handle requests: `signedIn(promhttp.Handler())`.
        let outside = handed_on.filter(|it| self.is_made_outside(*it));
        handed_on.into_iter().chain(arguments.iter().copied()).find_map(|it| {
            let it = self.copied_from(self.turned(it));
            if self.configures(it) || self.takes_plain(it) || self.is_class_of_other(it, arguments) {
                return None;
            }
            if self.is_handler_taken(it) {
                return Some((it, (None, self.last_name(it)?.into_owned())));
            }
            let is_made = Some(it) == outside;
            let handler = self.value_handler(it).filter(|(symbol, _)| symbol.is_some() || is_made)?;
            let handles = !self.is_held(it) || self.holds_function(it);
            handles.then_some((it, handler))
        })
    }

    /// What Rust's `clone()` makes another of.
    fn copied_from(&self, value: ValueId) -> ValueId {
        let Value::Call { callee, ref arguments } = self.graph.values[value as usize] else { return value };
        let is_copy = arguments.is_empty()
            && crate::languages::of(&self.graph.language).module_paths
            && self.last_name(callee).is_some_and(|it| it == "clone");
        if is_copy { self.object(callee).unwrap_or(value) } else { value }
    }

    /// Whether a value is a class of which a method is given as well, which handles: `adapt(Orders, Orders.show)`.
    fn is_class_of_other(&mut self, class: ValueId, arguments: &[ValueId]) -> bool {
        if arguments.len() < 2 || !self.is_type_named(class) {
            return false;
        }
        let class = self.eval.reference_target(self.file, class).targets[0];
        arguments.iter().any(|&it| {
            let Value::Member { object, .. } = self.graph.values[it as usize] else { return false };
            self.is_type_named(object) && self.eval.reference_target(self.file, object).targets[..] == [class]
        })
    }

    /// Whether a function takes nothing but texts, numbers and the like: no request is handled by one, but in Python, where
    /// frameworks give functions what the request holds.
    fn takes_plain(&mut self, value: ValueId) -> bool {
        if self.graph.language == "python" {
            return false;
        }
        let Some(one) = self.eval.value_target(self.file, value) else { return false };
        let Some((source, symbol)) = self.project.symbol(one) else { return false };
        let is_plain = |ty: TypeId| matches!(source.graph.types[ty as usize], Type::Builtin(it) if PLAIN.contains(&it));
        !symbol.params.is_empty() && symbol.params.iter().all(|it| it.declared.is_some_and(is_plain))
    }

    /// Whether a call gives what something is set up by and handles nothing: `cors.New(corsConfig())`.
    fn configures(&mut self, value: ValueId) -> bool {
        // What a call's result is called with gives what that makes of it: `GzipWithConfig(config)(show)`.
        let Value::Call { callee, .. } = self.graph.values[value as usize] else { return false };
        if matches!(self.graph.values[callee as usize], Value::Call { .. }) {
            return false;
        }
        let by_types = self.goes_by_types();
        let ty = self.eval.value(self.file, value);
        let named = |name: &str| CONFIGURING.iter().any(|end| name.ends_with(end));
        match *self.eval.types.head(ty) {
            Head::External(path) => named(&self.project.names.text(path)),
            Head::Instance(class, _) => {
                self.project.symbol(class).is_some_and(|(source, symbol)| named(source.graph.name(symbol.name)))
            }
            // `scoped(name())`
            Head::Builtin(builtin) => by_types || PLAIN.contains(&builtin),
            _ => false,
        }
    }

    /// What a library has functions decorated with that asks first, where it is called with one: `login_required(show)`,
    /// `permission_required("edit")(show)`.
    pub fn known_guard(&mut self, callee: ValueId) -> Option<Handler> {
        let made = match self.graph.values[callee as usize] {
            Value::Call { callee, .. } => Some(callee),
            _ => None,
        };
        let path = self.eval.reference_target(self.file, made.unwrap_or(callee)).external?;
        if !self.asks_first(path) {
            return None;
        }
        let call = made.and_then(|_| self.call_giving(callee));
        let name = call.map(|call| self.written_call(call));
        Some((None, name.or_else(|| self.last_name(callee).map(Cow::into_owned))?))
    }

    /// Whether what a path leads to is a guard of what it decorates.
    pub fn asks_first(&self, path: Name) -> bool {
        let path = self.project.names.text(path);
        let mut clauses = self.project.rules.of_decorator(&path, &self.graph.language);
        clauses.any(|clause| clause.kind == Some(Kind::Guard))
    }

    /// Whether what a path leads to always hands on, as what compresses answers or notes that there was a request.
    pub fn asks_nobody(&self, path: Name) -> bool {
        let path = self.project.names.text(path);
        let mut clauses = self.project.rules.of_call(&path, &self.graph.language);
        clauses.any(Clause::hands_on)
    }

    /// The handler that a variable holds with functions around it.
    pub fn wrapped_handler(&mut self, site: &Site<'g>, clause: &Clause) -> Option<Handler> {
        let found = self.find(site, &clause.handler);
        let Some(&Found::Value(value) | &Found::Shape(&Shape::Value(value))) = found.last() else { return None };
        let held = self.kept_first(value);
        if held == value { None } else { self.value_handler(held).filter(|(symbol, _)| symbol.is_some()) }
    }

    /// The function that gives what is called with a handler, or is it, where that takes and gives what the framework
    /// takes: what makes a handler of something else is none of its guards.
    pub fn handing_on(&mut self, callee: ValueId) -> Option<Handler> {
        let (one, source, symbol) = self.function_called(callee)?;
        if !self.takes_handlers(source, one, symbol) {
            return None;
        }
        // What a builder made is known by what holds it: `signedIn := NewBridge().With(signed).Build()`.
        let is_made = matches!(self.graph.values[self.kept_in(callee) as usize], Value::Call { .. });
        let holder = match (symbol.kind, &self.graph.values[callee as usize]) {
            (SymbolKind::Method, Value::Name { name, .. }) if is_made => Some(self.graph.name(*name).to_owned()),
            _ => None,
        };
        Some((Some(self.project.symbol_id(one)), holder.unwrap_or_else(|| symbol.qualified.clone())))
    }

    /// What is declared as a function or a method.
    pub fn declared_function(&self, one: Decl) -> Option<(Decl, &'p Source, &'p Symbol)> {
        let (source, symbol) = self.project.symbol(one)?;
        matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method).then_some((one, source, symbol))
    }

    /// The function of the repository that is called, or that gives what is.
    pub fn function_called(&mut self, callee: ValueId) -> Option<(Decl, &'p Source, &'p Symbol)> {
        let graph = self.graph;
        let mut callee = callee;
        let mut function = self.eval.value_target(self.file, callee);
        for _ in 0..MAX_GUARDS {
            if let Some(found) = function.and_then(|one| self.declared_function(one)) {
                return Some(found);
            }
            // Another name for a function: `var SignedIn = session.SignedIn`.
            if self.goes_by_types()
                && let Some(held) = self.function_held(callee)
                && let Some((source, symbol)) = self.project.symbol(held)
            {
                return Some((held, source, symbol));
            }
            // `logged := middleware.Logged(out)`, `may(edit)(show)`
            callee = match graph.values[callee as usize] {
                Value::Name { binding: Some(binding), .. } => *graph.bindings[binding as usize].values.first()?,
                Value::Call { callee, .. } => callee,
                // `protected := func(h http.Handler) http.Handler { return auth.signedIn(h) }`
                Value::Function { symbol: None, ref returns, .. } => match returns[..] {
                    [given] => given,
                    _ => return None,
                },
                _ => return None,
            };
            function = self.eval.value_target(self.file, callee);
        }
        None
    }

    /// The class that makes a view of itself and lies elsewhere: `TemplateView` of `TemplateView.as_view()`.
    pub fn view_class(&self, callee: ValueId) -> Option<Handler> {
        let object = self.object(callee).filter(|_| self.last_name(callee).is_some_and(|it| it == "as_view"))?;
        Some((None, self.last_name(object)?.into_owned()))
    }

    /// The type of which a row of calls makes one: `ErrorHandlers` of `ErrorHandlers::new().default_handler(failed)`.
    pub fn type_of_row(&mut self, callee: ValueId) -> Option<Handler> {
        let start = self.row_start(callee);
        if start == callee { None } else { self.made_type(start) }
    }

    /// The type that a function of its own makes one of: `TraceLayer` of `TraceLayer::new_for_http()`.
    pub fn made_type(&mut self, callee: ValueId) -> Option<Handler> {
        let Value::Type { ty } = self.graph.values[self.object(callee)? as usize] else { return None };
        let name = self.graph.name(type_name(self.graph, ty)?);
        name.starts_with(char::is_uppercase).then(|| (None, name.to_owned()))
    }

    /// Whether a value is the name of a type of the repository.
    fn is_type_named(&mut self, value: ValueId) -> bool {
        let verdict = self.eval.reference_target(self.file, value);
        matches!(verdict.targets[..], [one] if self.project.symbol(one).is_some_and(|(_, symbol)| symbol.kind.is_type()))
    }

    /// What a variable lists: `checks = [Depends(signed_in), Depends(admin)]`.
    pub fn held_in_list(&mut self, value: ValueId) -> Vec<Handler> {
        let listed = self.askers_listed(value);
        if !listed.is_empty() {
            return listed;
        }
        let graph = self.graph;
        let lists: Vec<&[ValueId]> = match &graph.values[self.kept_in(value) as usize] {
            Value::List { items } => vec![items],
            // One of several lists, `[signed_in] if closed else []`.
            Value::Either { options } => {
                let list = |it: &ValueId| match &graph.values[*it as usize] {
                    Value::List { items } => Some(&items[..]),
                    _ => None,
                };
                options.iter().map(list).collect::<Option<_>>().unwrap_or_default()
            }
            _ => Vec::new(),
        };
        lists.concat().into_iter().filter_map(|it| self.guard_value(it)).collect()
    }

    fn is_list(&self, value: ValueId) -> bool {
        matches!(self.graph.values[value as usize], Value::List { .. })
    }

    /// Whether something is one of several lists, of which one is empty or not known.
    pub fn may_be_empty(&self, found: &Found<'g>) -> bool {
        let (Found::Value(value) | Found::Shape(Shape::Value(value))) = found else { return false };
        let is_empty =
            |it: &ValueId| matches!(&self.graph.values[*it as usize], Value::List { items } if items.is_empty());
        let Value::Either { options } = &self.graph.values[self.kept_in(*value) as usize] else { return false };
        options.iter().any(is_empty) || matches!(options[..], [one] if self.is_list(one))
    }

    /// The type of the repository that a value is made of in its place: `Orders` of `&Orders{}`.
    pub fn made_handler(&mut self, found: &Found<'g>) -> Option<Handler> {
        let (Found::Value(value) | Found::Shape(Shape::Value(value))) = found else { return None };
        let ty = self.eval.value(self.file, *value);
        let Head::Instance(class, _) = *self.eval.types.head(ty) else { return None };
        let name = self.project.symbol(class)?.1.qualified.clone();
        Some((Some(self.project.symbol_id(class)), name))
    }
}
