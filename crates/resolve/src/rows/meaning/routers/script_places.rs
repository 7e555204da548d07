//! Where routers come from in JavaScript that go by no name of their own: what an object holds that a function is given or
//! gives back, and what a function is given that another one gives back.

use crate::rows::Writer;
use crate::rows::meaning::Anchors;
use crate::values::types::Decl;
use facts::{BindingId, BindingKind, Call, Shape, SymbolId, SymbolKind, Value, ValueId};

impl<'g> Writer<'_, 'g> {
    /// The parameter of a function without a name that another gives back, `make = (x) => (app) => …`: `make()(0)`.
    pub fn place_in_given(&self, id: BindingId) -> Option<String> {
        let graph = self.graph;
        let scope = graph.bindings[id as usize].scope;
        let function =
            graph.scopes[graph.scopes[scope as usize].parent? as usize].symbol.filter(|_| self.is_script())?;
        let is_given = |it: &ValueId| matches!(graph.values[*it as usize], Value::Function { symbol: None, .. });
        if !graph.symbols[function as usize].return_values.iter().any(is_given) {
            return None;
        }
        let is_beside = |it: &facts::Binding| it.scope == scope && it.kind == BindingKind::Parameter;
        let at = graph.bindings.iter().take(id as usize).filter(|it| is_beside(it)).count();
        Some(format!("{}()({at})", self.id(function)))
    }

    /// The member of a parameter that is taken apart: `register = ({ app }) => …` has `register(0).app`.
    pub fn place_taken_apart(&self, id: BindingId, function: SymbolId) -> Option<String> {
        let graph = self.graph;
        let name = graph.name(graph.bindings[id as usize].name);
        let params = graph.symbols[function as usize].params.iter().enumerate().filter(|_| self.is_script());
        params.filter(|(_, param)| param.binding.is_none()).find_map(|(at, param)| {
            let inner = graph.name(param.name).trim().strip_prefix('{')?.strip_suffix('}')?;
            let key = inner.split(',').find_map(|part| {
                let part = part.split('=').next().unwrap_or_default();
                let (key, own) = part.split_once(':').unwrap_or((part, part));
                (own.trim() == name).then(|| key.trim())
            })?;
            Some(format!("{}({at}).{key}", self.id(function)))
        })
    }

    /// What the object holds under a name that a function of the repository gives back, where a variable holds that:
    /// `api.v1` of `const api = make(app)` is `make().v1`.
    pub fn member_given_back(&mut self, object: ValueId, name: &str) -> Option<String> {
        let graph = self.graph;
        if let Some(part) = self.part_anchor(object, name) {
            return Some(part);
        }
        let mut at = object;
        if let Value::Name { binding: Some(binding), .. } = graph.values[at as usize] {
            let binding = &graph.bindings[binding as usize];
            at = *binding
                .values
                .first()
                .filter(|_| binding.kind == BindingKind::Variable && binding.values.len() == 1)?;
        }
        if let Value::Await { object } = graph.values[at as usize] {
            at = object;
        }
        let Value::Call { callee, .. } = graph.values[at as usize] else { return None };
        let function = self.target(callee).filter(|_| self.is_script())?;
        let is_function = |kind| matches!(kind, SymbolKind::Function | SymbolKind::Method);
        self.project.symbol(function).filter(|(_, symbol)| is_function(symbol.kind))?;
        Some(format!("{}().{name}", self.project.symbol_id(function)))
    }

    /// What a variable is that is taken out of what a function gives back, `const { v1 } = make()`, and what is given to who
    /// waits for that, `init().then((sub) => …)`.
    pub fn script_place(&mut self, id: BindingId, anchors: &Anchors, steps: u16) -> Option<String> {
        let graph = self.graph;
        let [only] = graph.bindings[id as usize].values[..] else { return None };
        let is_call = |at: ValueId| matches!(graph.values[at as usize], Value::Call { .. } | Value::Await { .. });
        match graph.values[only as usize] {
            _ if !self.is_script() => None,
            Value::Member { object, name } if is_call(object) => self.member_given_back(object, graph.name(name)),
            Value::CallbackParam { callee, argument: 0, position: 0 } => match graph.values[callee as usize] {
                Value::Member { object, name } if graph.name(name) == "then" && is_call(object) => {
                    self.anchor_within(object, anchors, steps)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Routers that a function of the repository is given in an object: what is registered on the parameter's member hangs
    /// on them.
    pub fn handed_in_objects(&mut self, call: &'g Call, function: Decl, anchors: &mut Anchors<'_, 'g>) {
        if !self.is_script() {
            return;
        }
        let Some(Value::Call { arguments, .. }) = call.result.map(|it| &self.graph.values[it as usize]) else { return };
        for (at, argument) in arguments.iter().enumerate().take(call.given.len()) {
            if !matches!(call.given[at].shape, Shape::Object(_) | Shape::Value(_)) {
                continue;
            }
            let Value::Object { members, .. } = &self.graph.values[self.kept_in(*argument) as usize] else { continue };
            for (name, value) in members {
                if self.is_any_router(*value) || self.goes_for_router(*value) {
                    let Some(owner) = self.anchor(*value, anchors) else { continue };
                    let mounted = format!("{}({at}).{}", self.project.symbol_id(function), self.graph.name(*name));
                    self.link(&owner, &mounted, call.caller, call.at.line);
                    anchors.handed_owners.insert(owner);
                }
            }
        }
    }

    /// What a function gives back that holds routers, or registers on what it is given itself.
    pub fn handed_back_within(&mut self, function: SymbolId, value: ValueId, anchors: &Anchors) {
        let graph = self.graph;
        let own = self.id(function);
        let line = graph.symbols[function as usize].name_at.line;
        match &graph.values[value as usize] {
            Value::Object { members, .. } => {
                for (name, value) in members {
                    let router = self.anchor(*value, anchors).filter(|it| anchors.owners.contains(it));
                    if let Some(router) = router {
                        self.link(&format!("{own}().{}", graph.name(*name)), &router, Some(function), line);
                    }
                }
            }
            Value::Function { symbol: Some(inner), .. } => {
                let given = format!("{}(0)", self.id(*inner));
                if anchors.owners.contains(&given) {
                    self.link(&format!("{own}()(0)"), &given, Some(function), line);
                }
            }
            Value::Name { binding: Some(binding), .. } => {
                let inner = graph.bindings[*binding as usize].symbol;
                let is_function = |it: &SymbolId| graph.symbols[*it as usize].kind == SymbolKind::Function;
                if let Some(inner) = inner.filter(is_function) {
                    let given = format!("{}(0)", self.id(inner));
                    if anchors.owners.contains(&given) {
                        self.link(&format!("{own}()(0)"), &given, Some(function), line);
                    }
                }
            }
            _ => {}
        }
    }
}
