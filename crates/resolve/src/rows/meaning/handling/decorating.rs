//! Who asks where a language puts what a decorator gives in the place of what is decorated: the repository's own
//! decorators, decorators that are called with a function whose name their result is given, `show = login_required(show)`,
//! and functions that make what a parameter is made by.

use super::handlers::Handler;
use crate::project::source::Source;
use crate::rows::Writer;
use crate::rows::meaning::routers::registration::Registration;
use crate::rows::meaning::{Anchors, Site};
use crate::targets::labels::Verdict;
use crate::values::types::Decl;
use facts::{BindingId, Call, Decorator, Given, Symbol, SymbolId, SymbolKind, Value, ValueId};
use rules::{Clause, Kind, Part};
use serde_json::json;
use std::collections::HashMap;

/// The name of guards that are functions which may ask before what they decorate.
const DECORATING: &str = "decorator";
/// The name of guards that are what decorates a class, and of guards the method by which they ask before its methods.
const DECORATING_CLASS: &str = "class decorator";
const BEFORE: &str = "BEFORE";
/// The name of guards that functions take as their parameters.
const OF_PARAMETERS: &str = "parameter";
/// Decorators around each other.
const MAX_AROUND: usize = 8;

/// By a function, what its name is given later on, and the name.
pub type GivenLater = HashMap<SymbolId, BindingId>;

fn is_function(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Function | SymbolKind::Method)
}

/// Whether a variable of a module holds what calls have made, which may be a decorator: `staff_only = decorator(is_staff)`.
fn is_made(source: &Source, symbol: &Symbol) -> bool {
    let made = |held: &ValueId| matches!(source.graph.values[*held as usize], Value::Call { .. });
    let is_of_module = symbol.kind == SymbolKind::Variable && symbol.parent.is_none();
    is_of_module && !symbol.initial.is_empty() && symbol.initial.iter().all(made)
}

/// Whether a clause says who asks by what a function takes as its parameter.
pub fn is_of_parameters(clause: &Clause) -> bool {
    let is_named = |part: &Part| matches!(&part.source, rules::Source::Text(text) if text == OF_PARAMETERS);
    clause.kind == Some(Kind::Guard) && clause.name.0.iter().any(is_named)
}

impl<'g> Writer<'_, 'g> {
    /// The functions of a module whose names are given something else later on.
    pub fn given_later(&self) -> GivenLater {
        if self.graph.is_test || !crate::languages::of(&self.graph.language).decorators_give {
            return GivenLater::new();
        }
        let bindings = self.graph.bindings.iter().enumerate();
        let later = bindings.filter_map(|(id, it)| {
            let is_given = it.values.iter().any(|it| matches!(self.graph.values[*it as usize], Value::Call { .. }));
            it.symbol.filter(|_| is_given).map(|symbol| (symbol, id as BindingId))
        });
        later.filter(|(symbol, _)| is_function(self.graph.symbols[*symbol as usize].kind)).collect()
    }

    /// The decorators of a function that are called with it later on, the outermost first.
    pub fn decorated_later(&mut self, symbol: SymbolId, later: &GivenLater, anchors: &mut Anchors<'_, 'g>) {
        let Some(&binding) = later.get(&symbol) else { return };
        let graph = self.graph;
        for &value in graph.bindings[binding as usize].values.iter().rev() {
            for callee in self.called_around(value, binding) {
                self.called_with(callee, symbol, anchors);
            }
        }
    }

    /// What is called, each with what the one behind it gives, the last of them with what a name stands for.
    fn called_around(&self, value: ValueId, name: BindingId) -> Vec<ValueId> {
        let (mut at, mut callees) = (value, Vec::new());
        while let Value::Call { callee, arguments } = &self.graph.values[at as usize]
            && let [given, ..] = arguments[..]
            && callees.len() < MAX_AROUND
        {
            callees.push(*callee);
            if matches!(self.graph.values[given as usize], Value::Name { binding, .. } if binding == Some(name)) {
                return callees;
            }
            at = given;
        }
        Vec::new()
    }

    /// A decorator that is called with a function, as `may("edit")(show)` calls what `may("edit")` gives.
    fn called_with(&mut self, callee: ValueId, symbol: SymbolId, anchors: &mut Anchors<'_, 'g>) {
        let graph = self.graph;
        let (decorator, given) = match graph.values[callee as usize] {
            Value::Call { callee: maker, .. } => {
                let call = self.call_giving(callee);
                (maker, call.map_or(&[][..], |call| &call.given[..]))
            }
            _ => (callee, &[][..]),
        };
        let verdict = self.eval.reference_target(self.file, decorator);
        if let [own] = verdict.targets[..] {
            return self.guarded_by(own, given, symbol);
        }
        let Some(path) = verdict.external.map(|path| self.project.names.text(path).to_string()) else { return };
        let name = match graph.values[decorator as usize] {
            Value::Name { name, .. } | Value::Member { name, .. } => graph.name(name),
            _ => return,
        };
        let site = Site { name, given, callee: decorator, ..Site::of_symbol(graph, symbol) };
        let project = self.project;
        for clause in project.rules.of_decorator(&path, &graph.language) {
            if clause.kind == Some(Kind::Guard) {
                self.clause(clause, &site, anchors);
            }
        }
    }

    /// A function of the repository that decorates another, or a class, may ask before that; what holds a library's
    /// decorator that asks does.
    pub fn guarded_by(&mut self, decorator: Decl, given: &'g [Given], symbol: SymbolId) {
        let own = &self.graph.symbols[symbol as usize];
        let is_class = own.kind == SymbolKind::Class;
        let decorates = is_function(own.kind) || is_class;
        if self.graph.is_test || !crate::languages::of(&self.graph.language).decorators_give || !decorates {
            return;
        }
        let Some((id, name)) = self.decorator(decorator) else { return };
        let is_sure = self.holds_guard(decorator);
        let guard = json!([{ "name": self.written(&name, given), "symbol": id }]);
        let (method, name) = if is_class { (Some(BEFORE), DECORATING_CLASS) } else { (None, DECORATING) };
        self.guard_row(symbol, method, Some(name).filter(|_| !is_sure), Some(guard.to_string()), None);
    }

    /// A decorator of a library that no rule knows asks where its name says so.
    pub fn guarded_outside(&mut self, verdict: &Verdict, used: &'g Decorator, symbol: SymbolId) {
        let own = &self.graph.symbols[symbol as usize];
        let is_told = !self.graph.is_test && self.graph.language == "python" && is_function(own.kind);
        if !is_told || verdict.external.is_none() || !verdict.targets.is_empty() {
            return;
        }
        let name = used.text.split(['(', ' ', '\n']).next().unwrap_or_default();
        let name = name.rsplit('.').next().unwrap_or(name);
        let guard = json!([{ "name": self.written(name, &used.given), "symbol": null }]);
        self.guard_row(symbol, None, Some(DECORATING), Some(guard.to_string()), None);
    }

    /// Whether a clause is about what a symbol is decorated with where it is declared.
    pub fn is_at_decorated(&self, site: &Site<'g>, clause: &Clause) -> bool {
        let is_on_it = clause.on.0.iter().any(|part| part.source == rules::Source::Decorated);
        let line = site.decorated.map(|symbol| self.graph.symbols[symbol as usize].name_at.line);
        is_on_it && line == Some(site.at.line)
    }

    /// What of the repository may decorate a function: what a variable holds that one makes, `staff = role_required("staff")`,
    /// asks by that under its own name.
    fn decorator(&mut self, one: Decl) -> Option<(String, String)> {
        let (source, symbol) = self.project.symbol(one)?;
        if let [held] = symbol.initial[..]
            && is_made(source, symbol)
            && let Value::Call { callee, .. } = source.graph.values[held as usize]
            && let [maker] = self.eval.reference_target(one.file, callee).targets[..]
            && let Some((_, of, function)) = self.declared_function(maker)
            && function.kind == SymbolKind::Function
            && of.graph.symbols.iter().any(|it| it.parent == Some(maker.symbol) && is_function(it.kind))
        {
            return Some((self.project.symbol_id(maker), symbol.qualified.clone()));
        }
        let decorates = is_function(symbol.kind) || symbol.kind == SymbolKind::Class || is_made(source, symbol);
        decorates.then(|| (self.project.symbol_id(one), symbol.qualified.clone()))
    }

    /// Whether a variable holds what a library's decorator gives that asks, whichever it is given:
    /// `staff_only = user_passes_test(is_staff)`.
    fn holds_guard(&mut self, one: Decl) -> bool {
        let Some((source, symbol)) = self.project.symbol(one).filter(|(source, it)| is_made(source, it)) else {
            return false;
        };
        symbol.initial.iter().all(|held| {
            let Value::Call { callee, .. } = source.graph.values[*held as usize] else { return false };
            self.eval.reference_target(one.file, callee).external.is_some_and(|path| self.asks_first(path))
        })
    }

    /// What of the repository stands around a handler as a decorator does, `protected(show)`: without its symbol, what asks
    /// for certain.
    pub fn standing_around(&mut self, callee: ValueId) -> Option<Handler> {
        if !crate::languages::of(&self.graph.language).decorators_give {
            return None;
        }
        let graph = self.graph;
        let (target, call) = match graph.values[callee as usize] {
            Value::Call { callee: maker, .. } => (maker, self.call_giving(callee)),
            _ => (callee, None),
        };
        let [own] = self.eval.reference_target(self.file, target).targets[..] else { return None };
        let (id, name) = self.decorator(own)?;
        let name = self.written(&name, call.map_or(&[][..], |call| &call.given[..]));
        Some((Some(id).filter(|_| !self.holds_guard(own)), name))
    }

    /// A call of a function that gives back what a parameter is made by: `user = signed_in(role="admin")` where that gives
    /// `Depends(…)`.
    pub fn dependency_made(&mut self, call: &'g Call, function: Decl, anchors: &mut Anchors<'_, 'g>) {
        let project = self.project;
        if self.graph.is_test || !crate::languages::of(&self.graph.language).decorators_give {
            return;
        }
        let Some((source, symbol)) = project.symbol(function).filter(|(_, it)| is_function(it.kind)) else { return };
        // Whichever of several it gives back, all have to be such.
        let mut paths = symbol.return_values.iter().map(|it| match source.graph.values[*it as usize] {
            Value::Call { callee, .. } => self.eval.reference_target(function.file, callee).external,
            _ => None,
        });
        let Some(path) = paths.next().flatten() else { return };
        if !paths.all(|it| it == Some(path)) {
            return;
        }
        let path = project.names.text(path).to_string();
        let Some(clause) = project.rules.of_call(&path, &self.graph.language).find(|it| is_of_parameters(it)) else {
            return;
        };
        let site = Site::of_call(self.graph, call);
        let owner = clause.on.0.iter().find_map(|part| {
            let found = self.found(&site, part).into_iter().next()?;
            self.anchor_of(&found, anchors)
        });
        let Some(owner) = owner else { return };
        let name = self.written(&symbol.qualified, &call.given);
        let guard = json!([{ "name": name, "symbol": project.symbol_id(function) }]).to_string();
        self.register(&Registration {
            framework: Some(&clause.framework),
            owner: Some(&owner),
            name: Some(OF_PARAMETERS),
            guards: Some(guard),
            ..self.registered_by(Kind::Guard.word(), call.caller, call.at.line)
        });
    }
}
