//! What stands for something under a name of its function: a guard that calls are given by the name that holds it,
//! `.layer(auth.clone())`, and the parameter that a router goes by.

use crate::rows::Writer;
use crate::rows::meaning::routers::anchors::Holder;
use crate::rows::meaning::{Anchors, Site};
use crate::values::types::Decl;
use facts::{BindingId, BindingKind, Call, Given, Modifiers, NameId, Shape, SymbolKind, Value, ValueId};
use rules::{Clause, Kind};

/// What a method is called on, behind its id.
const SELF: &str = "self";

impl<'g> Writer<'_, 'g> {
    /// Whether a clause is about who asks before what another call is about, in a language where names hold one thing.
    pub fn asks_around(&self, clause: &Clause) -> bool {
        crate::languages::of(&self.graph.language).module_paths
            && clause.kind == Some(Kind::Guard)
            && clause.on.0.iter().any(|part| part.outer)
    }

    /// Has such a clause told where the call stands that is given what this one gives, or each that is given its name.
    pub fn placed_around<'p>(&self, clause: &'p Clause, site: &Site<'g>, anchors: &mut Anchors<'p, 'g>) {
        let at = |outer: &'g Call| Site { outer: Some(outer), at: outer.at, ..*site };
        match (site.outer, site.result) {
            (Some(outer), _) => anchors.pending.push((clause, at(outer))),
            (None, Some(result)) => {
                for outer in self.given_by_name(result, anchors) {
                    anchors.placed.entry(outer.callee).or_default().push((clause, at(outer)));
                }
            }
            (None, None) => {}
        }
    }

    /// Whether what a call is given by a name says who asks there, in the place of the call's own guards.
    pub fn told_by_name<'p>(&mut self, clause: &Clause, site: &Site<'g>, anchors: &mut Anchors<'p, 'g>) -> bool {
        if clause.kind != Some(Kind::Guard) || anchors.placed.is_empty() {
            return false;
        }
        let Some(placed) = anchors.placed.get_mut(&site.callee) else { return false };
        for (named, at) in std::mem::take(placed) {
            self.clause(named, &at, anchors);
        }
        true
    }

    /// The calls that are given a value by the name that holds it alone.
    fn given_by_name(&self, value: ValueId, anchors: &Anchors<'_, 'g>) -> Vec<&'g Call> {
        let graph = self.graph;
        let end = anchors.row_end(value);
        let Some(&Holder::Binding(binding)) = anchors.held.get(&end) else { return Vec::new() };
        if graph.bindings[binding as usize].values[..] != [end] {
            return Vec::new();
        }
        let names = |given: &Given| matches!(given.shape, Shape::Value(it) if self.is_named_by(it, binding));
        graph.calls.iter().filter(|call| call.given.iter().any(names)).collect()
    }

    /// Whether a value is a name, or a clone of what that holds.
    fn is_named_by(&self, value: ValueId, binding: BindingId) -> bool {
        match self.graph.values[value as usize] {
            Value::Name { binding: Some(it), .. } => it == binding,
            Value::Lent { object } => self.is_named_by(object, binding),
            Value::Call { callee, .. } => {
                self.last_name(callee).is_some_and(|name| name == "clone")
                    && self.object(callee).is_some_and(|it| {
                        matches!(self.graph.values[it as usize], Value::Name { binding: Some(it), .. } if it == binding)
                    })
            }
            _ => false,
        }
    }

    /// What a function calls what it is given: `function(0)`, or `method.self`, what it is called on.
    pub fn parameter_place(&self, id: BindingId) -> Option<String> {
        let binding = &self.graph.bindings[id as usize];
        if binding.kind != BindingKind::Parameter {
            return None;
        }
        let Some(function) = self.graph.scopes[binding.scope as usize].symbol else { return self.place_in_given(id) };
        let params = &self.graph.symbols[function as usize].params;
        match params.iter().position(|param| param.binding == Some(id)) {
            // What a method of Python is called on is what its class says of each.
            Some(0) if self.graph.language == "python" && self.graph.name(binding.name) == SELF => self
                .class_of(function)
                .map(|class| self.id(class))
                .or_else(|| Some(format!("{}(0)", self.id(function)))),
            Some(at) => Some(format!("{}({at})", self.id(function))),
            None if self.is_called_on(binding.name) => Some(format!("{}.{SELF}", self.id(function))),
            None => self.place_taken_apart(id, function),
        }
    }

    /// The last of the parameters of C# that a value is one of: what may be given takes the place of what comes before it,
    /// `group ?? app`.
    pub fn given_or_not(&self, value: ValueId) -> Option<String> {
        let graph = self.graph;
        let Value::Either { options } = &graph.values[value as usize] else { return None };
        let places = options.iter().map(|option| match graph.values[*option as usize] {
            Value::Name { binding: Some(binding), .. } => self.parameter_place(binding),
            _ => None,
        });
        let places = places.collect::<Option<Vec<String>>>().filter(|_| graph.language == "csharp")?;
        places.into_iter().max()
    }

    fn is_called_on(&self, name: NameId) -> bool {
        crate::languages::of(&self.graph.language).module_paths && self.graph.name(name) == SELF
    }

    /// A router that a method of the repository is called on, as one of a trait that routers have: what that registers
    /// on what it is called on hangs on it.
    pub fn extended_by_trait(&mut self, call: &'g Call, function: Decl, anchors: &mut Anchors<'_, 'g>) {
        if !crate::languages::of(&self.graph.language).module_paths || !self.is_bound_method(function) {
            return;
        }
        let Some(object) = self.object(call.callee) else { return };
        if self.is_router(object)
            && let Some(owner) = self.anchor(object, anchors)
        {
            let mounted = format!("{}.{SELF}", self.project.symbol_id(function));
            self.link(&owner, &mounted, call.caller, call.at.line);
            anchors.handed_owners.insert(owner);
        }
    }

    fn is_bound_method(&self, function: Decl) -> bool {
        let symbol = self.project.symbol(function).map(|(_, symbol)| symbol);
        symbol.is_some_and(|it| it.kind == SymbolKind::Method && !it.modifiers.has(Modifiers::STATIC))
    }
}
