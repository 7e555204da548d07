//! Functions that are put around what a function is given: those that are kept together, `alice.New(logged, signedIn).Then(mux)`,
//! and those of a function that registers what it is given.

use super::handlers::{Handler, MAX_GUARDS};
use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::rows::meaning::places::found::Found;
use crate::values::types::Head;
use facts::{BindingId, Shape, Value, ValueId};
use rules::Clause;

/// Calls, names and functions by which functions are kept together are followed so far.
const MAX_STEPS: u8 = 60;
/// By what functions that are kept together are put around a handler: `checks.Then`.
const PUTTING: [&str; 2] = ["Then", "ThenFunc"];

impl<'g> Writer<'_, 'g> {
    /// The functions of the repository that a handler is wrapped in, the outermost first, where a clause says that
    /// these are asked before it.
    pub fn wrappers(&mut self, site: &Site<'g>, clause: &Clause) -> Vec<Handler> {
        let is_wrapping = clause.wrapping || site.applied.is_some();
        let mut found = if is_wrapping { self.find(site, &clause.handler) } else { Vec::new() };
        if let Some(last) = self.appended(&found).last() {
            found = vec![Found::Shape(&last.given.shape)];
        }
        match found.last() {
            Some(&Found::Value(at) | &Found::Shape(&Shape::Value(at))) => self.wrapped_in(at, true),
            _ => Vec::new(),
        }
    }

    /// The functions that a value is wrapped in.
    pub fn wrappers_of(&mut self, at: ValueId) -> Vec<Handler> {
        self.wrapped_in(at, false)
    }

    /// The same with those that may ask, where `decorating`.
    fn wrapped_in(&mut self, at: ValueId, decorating: bool) -> Vec<Handler> {
        let graph = self.graph;
        let mut told = self.renewed_by(at);
        told.extend(self.around_view(at));
        let mut at = self.kept_first(at);
        while told.len() < MAX_GUARDS
            && let Value::Call { callee, .. } = graph.values[at as usize]
            && let Some(inner) = self.wrapped_function(at)
        {
            if let Some((asked, inner)) = self.ended_chain(at) {
                told.extend(asked);
                at = inner;
                continue;
            }
            let chained = match self.asked_by_maker(callee) {
                kept if kept.is_empty() => self.chained(at, inner),
                kept => kept,
            };
            // What gives what it takes of a kind of the repository's own stands around that as well.
            let by_types = self.goes_by_types();
            match self.handing_on(callee).or_else(|| self.stands_around(callee).filter(|_| by_types)) {
                Some(_) if !chained.is_empty() => told.extend(chained),
                // `chain(h, middlewares...)`: who asks is what the function around is given.
                Some(_) if self.hands_rest_on(at) || self.askers_taken(callee).is_some() => {}
                // `may("edit")(show)`: for what it asks, what made it was given.
                Some((symbol, name)) => {
                    let maker = self.kept_in(callee);
                    let is_made = matches!(graph.values[maker as usize], Value::Call { .. });
                    told.push((symbol, self.asking_for(name, if is_made { maker } else { at })));
                }
                None => {
                    let stacked = self.stacked(callee);
                    if !stacked.is_empty() {
                        told.extend(stacked);
                    } else if let Some(known) = self.known_guard(callee).or_else(|| self.asks_by_name(callee)) {
                        told.push(known);
                    } else if decorating {
                        told.extend(self.standing_around(callee));
                    }
                    // `chain.ToHandlerFunc(show, signedIn)`
                    told.extend(chained);
                }
            }
            if let Value::Call { arguments, .. } = &graph.values[at as usize]
                && let Some(named) =
                    arguments.iter().find(|it| self.renewed(**it).is_some_and(|(first, _)| first == inner))
            {
                told.extend(self.renewed_by(*named));
            }
            at = inner;
        }
        told.extend(self.declared_around(at));
        told
    }

    /// The function that a call is given to put something around, by its name or written in its place.
    fn wrapped_function(&mut self, call: ValueId) -> Option<ValueId> {
        match self.given_function(call) {
            Some((inner, _)) => Some(inner),
            None if self.goes_by_types() => self.written_in(call),
            // What a decorator of the repository is given: `route(path)(login_required(f))`.
            None if crate::languages::of(&self.graph.language).decorators_give => {
                match &self.graph.values[call as usize] {
                    Value::Call { arguments, .. } => arguments.first().copied().filter(|it| self.is_own_parameter(*it)),
                    _ => None,
                }
            }
            None => None,
        }
    }

    /// Whether handlers and what stands around them are known by types that everything declares, as Go's are.
    pub fn goes_by_types(&self) -> bool {
        crate::languages::of(&self.graph.language).embeds
    }

    /// The functions that what is called on keeps, the outermost first, where the method lies outside and all that the
    /// calls of its row, and of the names in it, are given are functions.
    pub fn stacked(&mut self, callee: ValueId) -> Vec<Handler> {
        if !self.goes_by_types() {
            return Vec::new();
        }
        let Some(start) = self.object(callee).filter(|_| self.target(callee).is_none()) else { return Vec::new() };
        let mut given = Vec::new();
        if !self.kept_together(start, MAX_STEPS, &mut given) {
            return Vec::new();
        }
        let mut told = Vec::new();
        for (value, maybe) in given.into_iter().take(MAX_GUARDS) {
            let known = match self.stands_around(value) {
                Some((symbol, name)) => Some((symbol, self.asking_for(name, value))),
                // What lies outside as well, by the package's name.
                None if self.is_outside(value) => self.guard_value(value),
                None => None,
            };
            let Some((symbol, name)) = known else { return Vec::new() };
            told.push((symbol, if maybe && !name.ends_with('?') { format!("{name}?") } else { name }));
        }
        if told.iter().any(|(symbol, _)| symbol.is_some()) { told } else { Vec::new() }
    }

    /// The functions that are kept together, where what puts them around a handler stands for them: `router.Use(checks.Then)`.
    pub fn stack_used(&mut self, value: ValueId) -> Vec<Handler> {
        match self.graph.values[value as usize] {
            Value::Member { name, .. } if PUTTING.contains(&self.graph.name(name)) => self.stacked(value),
            _ => Vec::new(),
        }
    }

    /// What the calls are given that put something together, in order, and which of it under a condition: of a row, of
    /// the names and fields in it, of what a name is given anew of itself, and of what a function of the file gives. False
    /// where a function elsewhere has a part in it.
    fn kept_together(&mut self, value: ValueId, steps: u8, told: &mut Vec<(ValueId, bool)>) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        let graph = self.graph;
        let value = self.held_once(value);
        match &graph.values[value as usize] {
            Value::Name { binding: Some(id), .. } => {
                let values = &graph.bindings[*id as usize].values;
                if values.len() < 2 || self.is_own_parameter(value) {
                    return true;
                }
                values.iter().enumerate().all(|(at, one)| match self.added_to_itself(*one, *id) {
                    Some(added) => {
                        told.extend(added);
                        at > 0
                    }
                    None => at == 0 && self.kept_together(*one, steps, told),
                })
            }
            Value::Call { callee, arguments } => {
                if let Some(function) = self.target(*callee) {
                    let symbol = (function.file == self.file).then(|| &graph.symbols[function.symbol as usize]);
                    let given = symbol.map(|it| &it.return_values[..]).unwrap_or_default();
                    return matches!(given, [one] if self.kept_together(*one, steps, told));
                }
                let is_known = self.object(*callee).is_none_or(|object| self.kept_together(object, steps, told));
                told.extend(arguments.iter().map(|it| (*it, false)));
                is_known
            }
            _ => true,
        }
    }

    /// What a name is given that is made of itself: `chain = chain.Append(signedIn)`.
    fn added_to_itself(&mut self, value: ValueId, of: BindingId) -> Option<Vec<(ValueId, bool)>> {
        if !self.is_of_itself(value, of) {
            return None;
        }
        let graph = self.graph;
        let (mut at, mut rows) = (value, Vec::new());
        while let Value::Call { callee, arguments } = &graph.values[at as usize] {
            let line = self.call_giving(at).map_or(0, |call| call.at.line);
            rows.push((arguments, graph.is_conditional(line)));
            at = self.object(*callee)?;
        }
        Some(rows.into_iter().rev().flat_map(|(given, maybe)| given.iter().map(move |it| (*it, maybe))).collect())
    }

    /// What a name of this file was given, where that is one thing, or a field that this file gives something once:
    /// `p.checks` of `&Proxy{checks: alice.New(signedIn)}`.
    fn held_once(&mut self, value: ValueId) -> ValueId {
        let kept = self.kept_in(value);
        let graph = self.graph;
        if !matches!(graph.values[kept as usize], Value::Member { .. }) {
            return kept;
        }
        let Some(field) = self.eval.value_target(self.file, kept).filter(|it| self.is_storage(*it)) else {
            return kept;
        };
        let mut stored =
            graph.stored.iter().filter(|(name, _)| self.eval.value_target(self.file, *name) == Some(field));
        match (stored.next().copied(), stored.next()) {
            (Some((_, held)), None) => self.kept_in(held),
            _ => kept,
        }
    }

    /// Whether a call of another module's function gives a value, where types tell what handles requests.
    pub fn is_made_outside(&mut self, value: ValueId) -> bool {
        let is_call = matches!(self.graph.values[value as usize], Value::Call { .. });
        is_call && self.goes_by_types() && self.is_outside(value)
    }

    /// A function of another module, named or made there: `nosurf.NewPure`, `cors.New(options).Handler`.
    fn is_outside(&mut self, value: ValueId) -> bool {
        let named = match self.graph.values[value as usize] {
            Value::Call { callee, .. } => callee,
            Value::Member { .. } => value,
            _ => return false,
        };
        let ty = self.eval.value(self.file, named);
        self.eval.reference_target(self.file, named).external.is_some()
            || matches!(self.eval.types.head(ty), Head::External(_))
    }

    /// Whether a function hands on what it takes as a parameter whose type the framework declares:
    /// `mux.HandleFunc(path, signedIn(h))`.
    pub fn is_handler_taken(&mut self, value: ValueId) -> bool {
        if !self.is_own_parameter(value) || !self.goes_by_types() {
            return false;
        }
        let Value::Name { binding: Some(binding), .. } = self.graph.values[value as usize] else { return false };
        let Some(declared) = self.graph.bindings[binding as usize].declared else { return false };
        let ty = self.eval.declared(self.file, declared, None);
        let named = |path| self.project.names.text(path).rsplit('.').next().is_some_and(|it| it.starts_with("Handler"));
        match *self.eval.types.head(ty) {
            Head::External(path) | Head::Library(path, _) => named(path),
            Head::Func(..) | Head::Closure(..) | Head::FuncType(..) => true,
            _ => false,
        }
    }

    /// Whether a call hands on all that the function around may be given any number of.
    pub fn hands_rest_on(&self, call: ValueId) -> bool {
        let Value::Call { arguments, .. } = &self.graph.values[call as usize] else { return false };
        self.goes_by_types()
            && arguments.iter().any(|it| match self.graph.values[*it as usize] {
                Value::Name { binding: Some(binding), .. } => {
                    let scope = self.graph.bindings[binding as usize].scope;
                    let function = self.graph.scopes[scope as usize].symbol;
                    let params = function.map(|it| &self.graph.symbols[it as usize].params[..]).unwrap_or_default();
                    params.iter().any(|param| param.rest && param.binding == Some(binding))
                }
                _ => false,
            })
    }
}
