//! Functions that are given what registers handlers, as a function on a router, and put something before that:
//! `fun Route.admin(build: Route.() -> Unit) { authenticate("admin") { build() } }`.
//!
//! Where such a function runs what it is given is told by a mount of that parameter, `path#function(0)`; each of its calls
//! by a mount of what the call gives, whose name says into the place of which parameter that comes. What stands between
//! the two is put together where all files are.

use super::registration::Registration;
use crate::naming::entities::Entity;
use crate::rows::Writer;
use crate::rows::meaning::Anchors;
use crate::values::types::Decl;
use facts::{Call, Given, Shape, SymbolId, Type, Value, ValueId};
use rules::Kind;
use rustc_hash::FxHashSet;
use serde_json::json;

/// What stands in the name of a call's mount before the parameter.
const WITHIN: &str = "within ";
/// Functions of a library that run what they are given on what they are called on.
const RUNNING: [&str; 3] = ["apply", "run", "also"];

impl<'p, 'g> Writer<'p, 'g> {
    /// Of a function of the repository that takes one on a router: that parameter's place, and the router's path.
    fn builds(&mut self, function: Decl) -> Option<(usize, String)> {
        let (source, symbol) = self.project.symbol(function)?;
        symbol.params.iter().enumerate().find_map(|(at, param)| {
            let Type::Extension { receiver, .. } = source.graph.types[param.declared? as usize] else { return None };
            let Entity::External(path) = self.eval.named_by(source, function.file, receiver) else { return None };
            let path = self.project.names.text(path).to_string();
            self.project.rules.is_router(&path).then_some((at, path))
        })
    }

    /// A call of such a function that is given one: what is registered in that hangs on what the call gives.
    pub fn built(&mut self, call: &'g Call, function: Decl, anchors: &mut Anchors<'p, 'g>) {
        let Some((at, path)) = self.builds(function) else { return };
        let is_given = |given: &Given| match given.shape {
            Shape::Function { .. } => true,
            Shape::Value(value) => self.own_builder(value).is_some(),
            _ => false,
        };
        if !self.given_for(call, function, at).is_some_and(is_given) {
            return;
        }
        anchors.apart.extend(call.result);
        anchors.paths.insert(call.callee, path);
        anchors.built.push((call, function, at));
    }

    /// What a call gives as a parameter: by its name, by its place, or behind the others as the last one.
    fn given_for(&self, call: &'g Call, function: Decl, at: usize) -> Option<&'g Given> {
        let (source, symbol) = self.project.symbol(function)?;
        let name = source.graph.name(symbol.params.get(at)?.name);
        let named = call.given.iter().find(|it| it.name.is_some_and(|it| self.graph.name(it) == name));
        let by_place =
            || call.given.get(at).filter(|it| it.name.is_none() && call.given[..at].iter().all(|it| it.name.is_none()));
        let behind = || call.given.last().filter(|it| it.name.is_none() && at + 1 == symbol.params.len());
        named.or_else(behind).or_else(by_place)
    }

    /// The rows of this file's calls of such functions, and of where those that it declares run what they are given.
    pub fn builders(&mut self, anchors: &mut Anchors<'p, 'g>) {
        let all = std::mem::take(&mut anchors.built);
        let told: FxHashSet<ValueId> = all.iter().map(|(call, ..)| call.callee).collect();
        for (call, function, at) in all {
            self.built_by(call, function, at, anchors);
        }
        let takes = |ty: &Type| matches!(ty, Type::Extension { .. });
        if self.graph.types.iter().any(takes) {
            for call in self.graph.calls.iter().filter(|call| !told.contains(&call.callee)) {
                self.run_by(call, anchors);
            }
        }
    }

    fn built_by(&mut self, call: &'g Call, function: Decl, at: usize, anchors: &Anchors<'p, 'g>) {
        let Some(owner) = self.router_of(call, anchors) else { return };
        let built = self.given_for(call, function, at).and_then(|given| match given.shape {
            Shape::Value(value) => self.own_builder(value),
            _ => None,
        });
        let built = built.or_else(|| call.result.and_then(|result| self.result_anchor(result, anchors)));
        let Some(built) = built else { return };
        let callee = self.project.symbol_id(function);
        let asked = self.written_without_functions(call);
        let guards = asked.map(|name| json!([{ "name": name, "symbol": null }]).to_string());
        self.register(&Registration {
            owner: Some(&owner),
            name: Some(&format!("{WITHIN}{callee}({at})")),
            guards,
            mounted: Some(&built),
            ..self.registered_by(Kind::Mount.word(), call.caller, call.at.line)
        });
    }

    /// A call of what the function around is given, `build()`, `child.build()`, or of what runs it: `route("/v1", build)`.
    fn run_by(&mut self, call: &'g Call, anchors: &Anchors<'p, 'g>) {
        let Some(caller) = call.caller else { return };
        let (owner, place) = match self.graph.values[call.callee as usize] {
            Value::Name { .. } if self.own_builder(call.callee).is_some() => {
                (self.router_of(call, anchors), self.own_builder(call.callee))
            }
            Value::Member { object, name } if self.builder_named(caller, name).is_some() => {
                (self.anchor(object, anchors), self.builder_named(caller, name))
            }
            _ => {
                let mut given = call.given.iter().filter_map(|given| match given.shape {
                    Shape::Value(value) => self.own_builder(value),
                    _ => None,
                });
                let Some(place) = given.next() else { return };
                let result = call.result.filter(|it| anchors.apart.contains(it));
                let object = self.object(call.callee).filter(|_| RUNNING.contains(&self.graph.name(call.name)));
                let owner = match (result, object) {
                    (Some(result), _) => self.result_anchor(result, anchors),
                    (None, Some(object)) => self.anchor(object, anchors),
                    _ => None,
                };
                (owner, Some(place))
            }
        };
        if let (Some(owner), Some(place)) = (owner, place) {
            self.link(&owner, &place, call.caller, call.at.line);
        }
    }

    /// What a call of an extension of routers extends: what it is called on, the block that it stands in, the extension
    /// around it.
    pub fn router_of(&mut self, call: &'g Call, anchors: &Anchors) -> Option<String> {
        if let Some(object) = self.object_named(call) {
            return self.anchor(object, anchors);
        }
        match anchors.block_of(call.callee) {
            Some(block) => {
                let path = anchors.paths.get(&block.callee).filter(|path| self.project.rules.is_router(path));
                path.and(block.result).and_then(|result| self.result_anchor(result, anchors))
            }
            None => call.caller.filter(|caller| self.extends_router(*caller)).map(|caller| self.id(caller)),
        }
    }

    /// The parameter that a name stands for where it takes a function on something.
    fn own_builder(&self, value: ValueId) -> Option<String> {
        let Value::Name { binding: Some(binding), .. } = self.graph.values[value as usize] else { return None };
        let function = self.graph.scopes[self.graph.bindings[binding as usize].scope as usize].symbol?;
        let params = &self.graph.symbols[function as usize].params;
        let at = params.iter().position(|param| param.binding == Some(binding))?;
        self.builder_at(function, at)
    }

    fn builder_named(&self, function: SymbolId, name: facts::NameId) -> Option<String> {
        let at = self.graph.symbols[function as usize].params.iter().position(|param| param.name == name)?;
        self.builder_at(function, at)
    }

    fn builder_at(&self, function: SymbolId, at: usize) -> Option<String> {
        let declared = self.graph.symbols[function as usize].params[at].declared?;
        let takes = matches!(self.graph.types[declared as usize], Type::Extension { .. });
        takes.then(|| format!("{}({at})", self.id(function)))
    }

    /// A call as people write it, without functions; none where it is given nothing else.
    fn written_without_functions(&mut self, call: &'g Call) -> Option<String> {
        let is_else = |given: &&'g Given| match given.shape {
            Shape::Function { .. } => false,
            Shape::Value(value) => self.own_builder(value).is_none(),
            _ => true,
        };
        let others: Vec<&'g Given> = call.given.iter().filter(is_else).collect();
        (!others.is_empty()).then(|| self.written(self.graph.name(call.name), others))
    }
}
