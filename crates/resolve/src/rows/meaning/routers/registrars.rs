//! Functions that are given how a router registers, and not the router:
//! `func (m *Module) Route(handle func(method, path string, handlers ...gin.HandlerFunc) gin.IRoutes)`.

use crate::naming::entities::Entity;
use crate::rows::Writer;
use crate::rows::meaning::places::found::Found;
use crate::rows::meaning::routing::verbs::verb;
use crate::rows::meaning::{Anchors, Site};
use facts::{BindingKind, Builtin, Call, Type, TypeId, Value, ValueId};
use rules::{Clause, Source};
use std::borrow::Cow;

/// What stands behind a library's path in that of a call of what registers with it.
const REGISTRAR: &str = "(registrar)";
/// Methods that register for a method that they are given, or for all.
const REGISTERING: [&str; 5] = ["Add", "Any", "Handle", "HandleFunc", "Match"];

impl<'g> Writer<'_, 'g> {
    /// The path of a call of a parameter by which handlers are registered: `github.com/gin-gonic/gin.(registrar)`.
    pub fn registrar_path(&mut self, call: &Call) -> Option<String> {
        let library = self.registers_with(call.callee)?;
        let path = format!("{library}.{REGISTRAR}");
        self.project.rules.of_call(&path, &self.graph.language).next()?;
        Some(path)
    }

    /// The parameter by which something is registered, as what it is registered on.
    pub fn registrar_owner(&mut self, site: &Site<'g>, anchors: &Anchors<'_, 'g>) -> Option<String> {
        self.registers_with(site.callee)?;
        self.anchor(site.callee, anchors)
    }

    /// The router whose method a value is: `group` of `handle := group.Handle`.
    pub fn router_of_method(&mut self, value: ValueId) -> Option<ValueId> {
        if !self.goes_by_types() {
            return None;
        }
        let method = self.kept_in(value);
        let name = self.last_name(method)?;
        let registers = verb(&name).is_some() || REGISTERING.contains(&&*name);
        let object = self.object(method).filter(|_| registers)?;
        self.is_any_router(object).then_some(object)
    }

    /// The methods of the requests for which what something is registered on was made: `get := r.Methods("GET").Subrouter()`.
    pub fn methods_of_owner(&self, site: &Site<'g>, clause: &Clause) -> Vec<String> {
        let names = clause.method.0.iter().filter(|part| part.source == Source::Row);
        let names: Vec<&String> = names.filter_map(|part| part.members.first()).collect();
        let base = self.row_base(site.callee).filter(|_| !names.is_empty());
        let made = base.map(|base| &self.graph.values[self.kept_in(base) as usize]);
        let Some(Value::Call { callee, .. }) = made else { return Vec::new() };
        let told = names.into_iter().find_map(|name| self.call_in_row(*callee, name));
        let given = told.map_or(&[][..], |call| &call.given[..]);
        given.iter().flat_map(|it| self.texts(&Found::Shape(&it.shape))).map(Cow::into_owned).collect()
    }

    /// Whether what something is registered on is made in the very block: a condition around both says nothing of one alone.
    pub fn is_made_beside(&self, site: &Site<'g>, owner: Option<&str>) -> bool {
        let graph = self.graph;
        if self.is_php() {
            return self.is_of_row_beside(site, owner);
        }
        let Some(object) = self.object(site.callee).filter(|_| self.goes_by_types()) else { return false };
        let Value::Name { scope, binding: Some(binding), .. } = graph.values[object as usize] else { return false };
        let binding = &graph.bindings[binding as usize];
        let made = owner.and_then(|it| it.strip_prefix(graph.path.as_str())?.strip_prefix("#@")?.split(':').next());
        let is_own = made.and_then(|line| line.parse().ok()) == Some(binding.line);
        is_own && binding.scope == scope && graph.condition_around(binding.line) == graph.condition_around(site.at.line)
    }

    /// The same of PHP's rows, which are things of their own: `if ($a) { Route::get('x', …)->middleware('auth'); }`.
    fn is_of_row_beside(&self, site: &Site<'g>, owner: Option<&str>) -> bool {
        let graph = self.graph;
        let place = owner.and_then(|it| it.strip_prefix(graph.path.as_str())?.strip_prefix("#@"));
        let Some((line, column)) = place.and_then(|it| it.split_once(':')) else { return false };
        let (Ok(line), Ok(_)) = (line.parse::<u32>(), column.parse::<u32>()) else { return false };
        let around = graph.condition_around(line);
        around.is_some_and(|begin| begin < line) && around == graph.condition_around(site.at.line)
    }

    /// The library whose handlers a parameter takes behind a method and a path.
    pub fn registers_with(&mut self, value: ValueId) -> Option<String> {
        let graph = self.graph;
        if !self.goes_by_types() || graph.is_test || !self.project.rules.names_last(REGISTRAR) {
            return None;
        }
        let Value::Name { binding: Some(binding), .. } = graph.values[value as usize] else { return None };
        let binding = &graph.bindings[binding as usize];
        let declared = binding.declared.filter(|_| binding.kind == BindingKind::Parameter)?;
        let Type::Function { params, .. } = &graph.types[declared as usize] else { return None };
        let is_text = |ty: &TypeId| matches!(graph.types[*ty as usize], Type::Builtin(Builtin::String));
        let [method, path, handlers] = params[..] else { return None };
        if !is_text(&method) || !is_text(&path) {
            return None;
        }
        let handler = match graph.types[handlers as usize] {
            Type::List { element } => element,
            _ => handlers,
        };
        let source = self.project.source(self.file)?;
        let Entity::External(path) = self.eval.named_by(source, self.file, handler) else { return None };
        let path = self.project.names.text(path);
        let (library, name) = path.rsplit_once('.')?;
        name.starts_with("Handler").then(|| library.to_owned())
    }
}
