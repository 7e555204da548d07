//! Several names for one thing that handlers are registered on: an attribute that is given a variable, a variable that
//! is one of several. What is registered by the one name hangs on the other.

use super::anchors::MAX_STEPS;
use super::opened::opened;
use super::registration::Registration;
use crate::rows::Writer;
use crate::rows::meaning::Anchors;
use facts::{BindingId, FileGraph, SymbolId, SymbolKind, Value, ValueId};
use rules::Kind;

impl<'g> Writer<'_, 'g> {
    /// Links names that are given to each other, where something is registered on either.
    pub fn aliases(&mut self, anchors: &Anchors<'_, 'g>) {
        if anchors.owners.is_empty() {
            return;
        }
        let graph = self.graph;
        for (name, value) in &graph.stored {
            let Some(field) = self.eval.value_target(self.file, *name) else { continue };
            if self.is_storage(field) {
                let field = self.project.symbol_id(field);
                self.alias(*value, &field, anchors);
            }
        }
        for (id, symbol) in graph.symbols.iter().enumerate().filter(|(_, it)| it.kind == SymbolKind::Property) {
            for value in &symbol.initial {
                let field = self.id(id as u32);
                self.alias(*value, &field, anchors);
            }
        }
        for id in 0..graph.bindings.len() {
            self.alternatives(id as BindingId, anchors);
        }
        self.second_names(anchors);
    }

    /// A variable that is another under a second name, `application = app`: what other files register on it is on that.
    fn second_names(&mut self, anchors: &Anchors<'_, 'g>) {
        let graph = self.graph;
        for id in 0..graph.symbols.len() as SymbolId {
            let Some(own) = second_name(graph, id) else { continue };
            let (owner, mounted) = (self.id(own), self.id(id));
            if anchors.owners.contains(&owner) {
                self.register(&Registration {
                    owner: Some(&owner),
                    mounted: Some(&mounted),
                    name: Some("itself"),
                    ..self.registered_by(Kind::Mount.word(), None, graph.lines)
                });
            }
        }
    }

    /// What is registered on an attribute hangs on the variable that this is given: `server.router = router`.
    fn alias(&mut self, value: ValueId, field: &str, anchors: &Anchors<'_, 'g>) {
        let Value::Name { binding: Some(binding), .. } = self.graph.values[value as usize] else { return };
        let Some(owner) = self.binding_anchor(binding, anchors, 1) else { return };
        // On a member of what it holds, too: `self.app.router.add_get("/", show)`.
        let is_on = |owner: &String| owner.strip_prefix(field).is_some_and(|rest| rest.starts_with('.'));
        let is_on_member = || self.goes_through_rows() && anchors.owners.iter().any(is_on);
        let is_registered = anchors.owners.contains(field) || anchors.owners.contains(&owner) || is_on_member();
        if owner != field && is_registered && (self.is_router(value) || self.goes_for_router(value)) {
            // Whatever the file says of the one holds of the other.
            self.link(&owner, field, None, self.graph.lines);
        }
    }

    /// A variable that is one of several others, `if bare { routes } else { Router::new().nest(path, routes) }`, has what
    /// is registered on these.
    fn alternatives(&mut self, id: BindingId, anchors: &Anchors<'_, 'g>) {
        let graph = self.graph;
        let binding = &graph.bindings[id as usize];
        for value in &binding.values {
            let Value::Either { options } = &graph.values[*value as usize] else { continue };
            for option in options {
                let Value::Name { binding: Some(other), .. } = graph.values[*option as usize] else { continue };
                let mounted = self.binding_anchor(other, anchors, 1);
                let Some(mounted) = mounted.filter(|it| anchors.owners.contains(it)) else { continue };
                if let Some(owner) = self.binding_anchor(id, anchors, 1).filter(|it| *it != mounted) {
                    self.link(&owner, &mounted, None, binding.line);
                }
            }
        }
    }

    /// The other name that a row of fluent calls begins with: `routes` of `let app = routes.layer(logged)`.
    pub fn fluent_base(&mut self, value: ValueId, of: BindingId, anchors: &Anchors) -> Option<ValueId> {
        let mut at = value;
        while let Some(object) = opened(self.graph, at) {
            at = object;
        }
        for _ in 0..MAX_STEPS {
            let Value::Call { callee, .. } = self.graph.values[at as usize] else { break };
            if anchors.apart.contains(&at) || self.target(callee).is_some() {
                return None;
            }
            at = self.object(callee)?;
        }
        let is_other = matches!(self.graph.values[at as usize], Value::Name { binding: Some(one), .. } if one != of);
        (is_other && at != value).then_some(at)
    }

    /// What a variable stands for that is given a member of something, in Python whatever that is: `router = app.router`.
    pub fn member_anchor(&mut self, value: ValueId, anchors: &Anchors, steps: u16) -> Option<String> {
        let attribute = self.attribute_anchor(value);
        let Value::Member { object, name } = self.graph.values[value as usize] else { return attribute };
        if attribute.is_some() || !self.goes_through_rows() {
            return attribute;
        }
        let object = self.anchor_within(object, anchors, steps)?;
        Some(format!("{object}.{}", self.graph.name(name)))
    }

    /// An attribute of the repository's own that holds something: `server.router`.
    fn attribute_anchor(&mut self, value: ValueId) -> Option<String> {
        let field = self.target(value)?;
        (self.is_storage(field) && !self.is_computed(field)).then(|| self.project.symbol_id(field))
    }
}

/// The variable that another is a second name for, as `app` of `application = app`.
pub fn second_name(graph: &FileGraph, of: SymbolId) -> Option<SymbolId> {
    let symbol = &graph.symbols[of as usize];
    let [value] = symbol.initial[..] else { return None };
    let Value::Name { binding: Some(binding), .. } = graph.values[value as usize] else { return None };
    let own = graph.bindings[binding as usize].symbol?;
    let are_variables = [symbol, &graph.symbols[own as usize]].iter().all(|it| it.kind == SymbolKind::Variable);
    (are_variables && own != of).then_some(own)
}
