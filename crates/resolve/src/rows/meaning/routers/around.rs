//! Functions of the repository that stand around a whole router, `logged(signedIn(mux))`: requests come to it through them.

use super::anchors::Holder;
use super::registration::Registration;
use crate::project::source::Source;
use crate::rows::Writer;
use crate::rows::meaning::Anchors;
use crate::rows::meaning::handling::handlers::{Handler, MAX_GUARDS};
use crate::values::types::Decl;
use facts::{BindingKind, Call, Shape, Symbol, SymbolKind, Type, Value, ValueId};
use rules::Kind;
use serde_json::json;

/// So many calls may stand around each other.
const MAX_AROUND: u8 = 12;
/// Methods of routers that serve all that is registered on them.
const SERVING: [&str; 2] = ["Handler", "ServeHTTP"];

impl<'g> Writer<'_, 'g> {
    /// Whether a call may stand around a router whatever it leads to: `may("read")(mux)`, `admin(mux)`.
    pub fn calls_made(&self, call: &Call) -> bool {
        let made = match self.graph.values[call.callee as usize] {
            Value::Call { .. } => true,
            Value::Name { binding: Some(binding), .. } => {
                let first = self.graph.bindings[binding as usize].values.first();
                first.is_some_and(|it| matches!(self.graph.values[*it as usize], Value::Call { .. }))
            }
            // `chain.Then(mux)`
            Value::Member { object, .. } => {
                matches!(self.graph.values[self.kept_in(object) as usize], Value::Call { .. })
            }
            _ => false,
        };
        made && matches!(call.given[..], [ref given] if matches!(given.shape, Shape::Value(_)))
    }

    /// The functions that a call puts around a router are asked before what is registered on that. What holds the
    /// outermost of them leads to the router. `function`: the one that the call leads to, where it is one.
    pub fn around_router(&mut self, call: &'g Call, function: Option<Decl>, anchors: &mut Anchors<'_, 'g>) {
        let Some(result) = call.result.filter(|_| !call.given.is_empty()) else { return };
        // Most calls lead to a function, and most functions give nothing of what they take.
        let declared = function.and_then(|one| self.declared_function(one));
        let is_around = match declared {
            Some((one, source, symbol)) => self.is_around(source, one, symbol),
            None => self.stands_around(call.callee).is_some(),
        };
        let is_around = is_around || self.ended_chain(result).is_some();
        if (!is_around && self.stacked(call.callee).is_empty()) || self.is_within_others(result, anchors) {
            return;
        }
        let mut told = Vec::new();
        let Some(owner) = self.unwrapped(result, anchors, &mut told, MAX_AROUND) else { return };
        let guards: Vec<_> = told.iter().map(|(symbol, name)| json!({ "name": name, "symbol": symbol })).collect();
        self.register(&Registration {
            owner: Some(&owner),
            name: Some("outermost"),
            guards: Some(json!(guards).to_string()),
            ..self.registered_by(Kind::Guard.word(), call.caller, call.at.line)
        });
        // What is put around the same name again is held by that.
        let is_held = anchors.is_held(result) && !self.is_renewed(result, anchors);
        let holder = is_held.then(|| self.result_anchor(result, anchors)).flatten();
        if let Some(holder) = holder.filter(|holder| *holder != owner) {
            self.link(&holder, &owner, call.caller, call.at.line);
            anchors.owners.insert(holder);
        }
    }

    /// Whether a function stands around what it is given, and gives the same: what gives a group that it makes does not.
    fn is_around(&mut self, source: &Source, one: Decl, symbol: &Symbol) -> bool {
        if let Some(&known) = self.own.around.get(&one) {
            return known;
        }
        let found = self.gives_alike(source, one, symbol) && !self.gives_group(one);
        self.own.around.insert(one, found);
        found
    }

    /// Whether the name that holds a value is given another one further on in its block, where that makes it another name.
    fn is_renewed(&self, value: ValueId, anchors: &Anchors<'_, 'g>) -> bool {
        let Some(&Holder::Binding(id)) = anchors.held.get(&value).filter(|_| self.goes_by_types()) else {
            return false;
        };
        let bindings = &self.graph.bindings;
        let own = &bindings[id as usize];
        (id as usize + 1..bindings.len()).any(|at| {
            let other = &bindings[at];
            other.name == own.name && other.scope == own.scope && own.kind == BindingKind::Variable
        })
    }

    /// The router that a call puts functions around.
    pub fn router_around(&mut self, value: ValueId, anchors: &Anchors) -> Option<String> {
        let mut told = Vec::new();
        let router = self.unwrapped(value, anchors, &mut told, MAX_AROUND)?;
        (!told.is_empty()).then_some(router)
    }

    /// Whether a function of the repository stands around a call: that one tells of both.
    fn is_within_others(&mut self, value: ValueId, anchors: &Anchors<'_, 'g>) -> bool {
        let next = |call: &&'g Call| anchors.given_to(call.result?);
        let calls = std::iter::successors(anchors.given_to(value), next).take(usize::from(MAX_AROUND));
        let callees: Vec<ValueId> = calls.map(|call| call.callee).collect();
        callees.into_iter().any(|it| self.stands_around(it).is_some() || !self.stacked(it).is_empty())
    }

    /// The router inside of calls, and the functions of the repository among these, the outermost first. What a variable
    /// holds was told where that was given.
    fn unwrapped(&mut self, value: ValueId, anchors: &Anchors, told: &mut Vec<Handler>, around: u8) -> Option<String> {
        let around = around.checked_sub(1)?;
        let graph = self.graph;
        match &graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => {
                let first = graph.bindings[*binding as usize].values.first().copied();
                if let Some(first) = first.filter(|it| matches!(graph.values[*it as usize], Value::Call { .. }))
                    && let Some(router) = self.unwrapped_call(first, anchors, &mut Vec::new(), around)
                {
                    return Some(router);
                }
                self.router_anchor(value, anchors)
            }
            Value::Call { .. } => self.unwrapped_call(value, anchors, told, around),
            Value::Name { .. } | Value::Member { .. } => self.router_anchor(value, anchors),
            _ => None,
        }
    }

    fn unwrapped_call(
        &mut self,
        value: ValueId,
        anchors: &Anchors,
        told: &mut Vec<Handler>,
        around: u8,
    ) -> Option<String> {
        let graph = self.graph;
        let Value::Call { callee, arguments, .. } = &graph.values[value as usize] else { return None };
        if let Some((asked, inner)) = self.ended_chain(value) {
            told.extend(asked);
            return self.unwrapped(inner, anchors, told, around);
        }
        if let Some(wrapper) = self.stands_around(*callee) {
            if told.len() >= MAX_GUARDS {
                return None;
            }
            let (symbol, name) = wrapper;
            match self.asked_around(value) {
                asked if asked.is_empty() => {
                    let serves = arguments.iter().any(|it| self.served_by(*it).is_some());
                    told.push((symbol, if serves { name } else { self.asking_for(name, value) }));
                }
                asked => told.extend(asked),
            }
            return arguments.iter().find_map(|it| self.unwrapped(*it, anchors, told, around));
        }
        if self.eval.value_target(self.file, *callee).is_some() {
            return self.router_anchor(value, anchors);
        }
        if self.served_by(value).is_some() {
            return self.router_anchor(value, anchors);
        }
        // What lies outside gives what it is given first with something around it.
        told.extend(self.stacked(*callee));
        let first = arguments.first().copied()?;
        self.unwrapped(first, anchors, told, around)
    }

    /// Who is asked by a call that is given both functions which ask and a router, `chain(mux, logged, signedIn)`, or of which
    /// the maker is given them: `stack(mux)` of `stack := chained(logged, signedIn)`.
    fn asked_around(&mut self, call: ValueId) -> Vec<Handler> {
        let graph = self.graph;
        let Value::Call { callee, arguments } = &graph.values[call as usize] else { return Vec::new() };
        let kept = self.asked_by_maker(*callee);
        if !kept.is_empty() || self.askers_taken(*callee).is_none() {
            return kept;
        }
        match arguments.iter().find(|it| self.is_router(**it)) {
            Some(router) => self.chained(call, *router),
            None => Vec::new(),
        }
    }

    /// Who is asked by what is called, where that was made of functions which ask.
    pub fn asked_by_maker(&mut self, callee: ValueId) -> Vec<Handler> {
        let made = self.kept_in(callee);
        match self.graph.values[made as usize] {
            Value::Call { callee: maker, .. } if self.askers_taken(maker).is_some() => self.chained(made, made),
            _ => Vec::new(),
        }
    }

    /// The router whose method serves, where that is a value by itself or gives what does: `r.Handler`, `r.Handler()`.
    fn served_by(&self, value: ValueId) -> Option<ValueId> {
        let graph = self.graph;
        let method = match &graph.values[value as usize] {
            Value::Call { callee, arguments } if arguments.is_empty() => *callee,
            _ => value,
        };
        let Value::Member { object, name } = graph.values[method as usize] else { return None };
        (self.goes_by_types() && SERVING.contains(&graph.name(name))).then_some(object)
    }

    /// What a value is registered on by, unless it is a function that handles requests itself.
    fn router_anchor(&mut self, value: ValueId, anchors: &Anchors) -> Option<String> {
        if let Some(served) = self.served_by(value)
            && self.is_router(served)
        {
            return self.anchor(served, anchors);
        }
        if !self.is_router(value) {
            return self.router_served_by(value);
        }
        let target = self.eval.value_target(self.file, value).and_then(|one| self.project.symbol(one));
        let is_function = target.is_some_and(|(_, it)| matches!(it.kind, SymbolKind::Function | SymbolKind::Method));
        if is_function { None } else { self.anchor(value, anchors) }
    }

    /// The function that gives what is called, or is it, where it gives what it takes, as the same library declares it,
    /// with something around it.
    pub fn stands_around(&mut self, callee: ValueId) -> Option<Handler> {
        let (one, source, symbol) = self.function_called(callee)?;
        let name = symbol.qualified.clone();
        self.gives_alike(source, one, symbol).then(|| (Some(self.project.symbol_id(one)), name))
    }

    /// Whether a function, or the one that it gives, gives another of what it takes, and that handles requests.
    pub fn gives_alike(&mut self, source: &Source, one: Decl, symbol: &Symbol) -> bool {
        let Some(given) = symbol.returns_type else { return false };
        let taken = match &source.graph.types[given as usize] {
            Type::Name { .. } => {
                let mut declared = symbol.params.iter().filter_map(|it| it.declared);
                declared.find(|it| self.are_alike(source, one.file, *it, given)).map(|taken| (one.file, taken))
            }
            _ => None,
        };
        let Some((file, taken)) = taken.or_else(|| self.alike_in_type(one.file, given)) else { return false };
        // What gives back its parameter has put nothing around it; what calls on that add tells of itself.
        !self.gives_parameter_back(one) && self.is_for_requests(file, taken)
    }
}
