//! Routers of the repository's own: types whose methods take a path and what handles it, as those of frameworks do.
//!
//! What such a method does shows in what it is declared to take, and rules say of each kind where in a call things
//! stand (`(router).verb`). Whether requests come to what is registered so only all files together tell: the rows name
//! the type, and [`Writer::serves`] says which types hand paths on to a framework.

use super::registration::Registration;
use crate::naming::entities::Entity;
use crate::project::source::Source;
use crate::rows::Writer;
use crate::rows::meaning::handling::handlers::MAX_GUARDS;
use crate::rows::meaning::routing::roles::{Role, role_by};
use crate::rows::meaning::{Anchors, Site};
use crate::targets::labels::Verdict;
use crate::values::types::{Decl, Head};
use facts::{Call, Shape, Symbol, SymbolKind, Value, ValueId};
use rules::{Clause, Kind};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;

/// The path of one of the calls that rules are about.
const VERB: &str = "(router).verb";
/// What stands before the id of a type in the place of a framework's name.
const OWN: &str = "~";
/// The name of the mount that says that a type's methods hand on what they were given.
const SERVES: &str = "serves";
/// Names of methods of which a router has one.
const REGISTERING: [&str; 10] = ["get", "post", "route", "handle", "Get", "Post", "GET", "POST", "Route", "Handle"];

/// What a file's unit asked of the repository's types and their methods.
#[derive(Default)]
pub struct OwnRouters {
    roles: FxHashMap<Decl, Option<(Role, Decl)>>,
    routers: FxHashMap<Decl, bool>,
    /// Whether they stand around handlers of requests.
    pub around: FxHashMap<Decl, bool>,
    /// Whether rules are about them in the file's language.
    are_told: OnceCell<bool>,
}

impl<'p, 'g> Writer<'p, 'g> {
    /// The path by which rules know a call of a router of the repository's own, and the type that declares it.
    pub fn own_router_path(
        &mut self,
        call: &'g Call,
        verdict: &Verdict,
        anchors: &Anchors<'p, 'g>,
    ) -> Option<(String, Decl)> {
        let [method] = verdict.targets[..] else { return None };
        if !self.has_own_routers() {
            return None;
        }
        let object = self.object(call.callee)?;
        if call.given.is_empty() {
            let (role, class) = self.role_of(method)?;
            return (role == Role::With).then(|| (format!("(router).{}", role.word()), class));
        }
        // What is called on what a registration gives is asked before that alone.
        if let Value::Call { callee, .. } = self.graph.values[object as usize]
            && self.asks(method)
            && let Some(class) = self.registers_first(callee)
        {
            return Some(("(router).behind".to_owned(), class));
        }
        let (role, class) = self.role_of(method)?;
        if role == Role::Described && !self.describes(call) {
            return None;
        }
        let block = anchors.block_of(call.callee).map(|block| block.callee);
        let is_within = block.is_some_and(|callee| self.role_called(callee) == Some(Role::Around));
        let within = if is_within { "within-" } else { "" };
        Some((format!("(router).{within}{}", role.word()), class))
    }

    /// Whether rules are about own routers in the file's language.
    pub fn has_own_routers(&self) -> bool {
        let are_told = || self.project.rules.of_call(VERB, &self.graph.language).next().is_some();
        !self.graph.is_test && *self.own.are_told.get_or_init(are_told)
    }

    /// Whether a call is given an object that says a path and what handles it.
    fn describes(&self, call: &Call) -> bool {
        let [given] = &call.given[..] else { return false };
        let Shape::Object(members) = &given.shape else { return false };
        let has = |names: &[&str]| members.iter().any(|(name, _)| names.contains(&self.graph.name(*name)));
        has(&["path", "url", "route"]) && has(&["handler", "action", "controller"])
    }

    /// What a value gives that an own router serves by, `new Users().router`, by that router: a variable, or its class.
    pub fn own_mounted(&mut self, value: ValueId, anchors: &Anchors<'_, 'g>) -> Option<String> {
        let object = match self.graph.values[value as usize] {
            Value::Member { object, .. } => object,
            Value::Call { callee, .. } => self.object(callee)?,
            _ => return None,
        };
        if !self.is_of_own_routers(object) {
            return None;
        }
        let ty = self.eval.value(self.file, object);
        let Head::Instance(class, _) = *self.eval.types.head(ty) else { return None };
        let class = self.project.symbol_id(class);
        // What a variable holds has what its class registers, and what is registered on the variable.
        match self.graph.values[object as usize] {
            Value::New { .. } | Value::Member { .. } => Some(class),
            Value::Name { binding: Some(binding), .. } => {
                let owner = self.anchor(object, anchors)?;
                self.link(&owner, &class, None, self.graph.bindings[binding as usize].line);
                Some(owner)
            }
            _ => None,
        }
    }

    /// The class around, where its own attribute holds the router that it serves by: `this.app` of a class with `get` and
    /// `route`. Each class that extends it has one of its own.
    pub fn own_attribute(&mut self, value: ValueId) -> Option<String> {
        let Value::Member { object, .. } = self.graph.values[value as usize] else { return None };
        let Value::This { owner: Some(symbol) } = self.graph.values[object as usize] else { return None };
        let is_type = self.graph.symbols[symbol as usize].kind.is_type();
        let class = Decl { file: self.file, symbol };
        let is_own = is_type && self.has_own_routers() && self.is_router(value) && self.is_own_router(class);
        is_own.then(|| self.id(symbol))
    }

    /// The router's type, where a row of calls begins with a registration on one.
    fn registers_first(&mut self, callee: ValueId) -> Option<Decl> {
        let mut callee = callee;
        for _ in 0..MAX_GUARDS {
            let target = self.eval.value_target(self.file, callee);
            let role = target.and_then(|it| self.role_of(it));
            if let Some((_, class)) = role.filter(|(role, _)| role.registers()) {
                return Some(class);
            }
            let object = self.object(callee)?;
            let Value::Call { callee: before, .. } = self.graph.values[object as usize] else { return None };
            callee = before;
        }
        None
    }

    fn role_called(&mut self, callee: ValueId) -> Option<Role> {
        let target = self.eval.value_target(self.file, callee)?;
        self.role_of(target).map(|(role, _)| role)
    }

    /// Whether a method takes what asks first and nothing else.
    fn asks(&self, method: Decl) -> bool {
        self.project.symbol(method).is_some_and(|(source, symbol)| role_by(source, symbol) == Some(Role::Guard))
    }

    /// What a method does where it is one of a router, and the type that declares it.
    pub fn role_of(&mut self, method: Decl) -> Option<(Role, Decl)> {
        if let Some(known) = self.own.roles.get(&method) {
            return *known;
        }
        let found = self.role_declared(method);
        self.own.roles.insert(method, found);
        found
    }

    fn role_declared(&mut self, method: Decl) -> Option<(Role, Decl)> {
        let (source, symbol) = self.project.symbol(method)?;
        if symbol.kind != SymbolKind::Method || source.graph.is_test {
            return None;
        }
        let role = role_by(source, symbol)?;
        let class = self.declaring(source, symbol, method)?;
        match role {
            Role::Group | Role::With if !self.gives_own_router(source, symbol, method, class) => None,
            Role::Guard | Role::Mount | Role::Parted if !self.is_own_router(class) => None,
            _ => Some((role, class)),
        }
    }

    /// The type that declares a method.
    fn declaring(&mut self, source: &Source, symbol: &Symbol, method: Decl) -> Option<Decl> {
        match (symbol.parent, symbol.receiver) {
            (Some(parent), _) if source.graph.symbols[parent as usize].kind.is_type() => {
                Some(Decl { file: method.file, symbol: parent })
            }
            (_, Some(receiver)) => match self.eval.named_by(source, method.file, receiver) {
                Entity::Symbol(class) => Some(class),
                _ => None,
            },
            _ => None,
        }
    }

    fn gives_own_router(&mut self, source: &Source, symbol: &Symbol, method: Decl, class: Decl) -> bool {
        let Some(ty) = symbol.returns_type else { return false };
        match self.eval.named_by(source, method.file, ty) {
            Entity::Symbol(given) => given == class || self.is_own_router(given),
            _ => false,
        }
    }

    /// Whether a type has a method that registers what it is given.
    fn is_own_router(&mut self, class: Decl) -> bool {
        if let Some(&known) = self.own.routers.get(&class) {
            return known;
        }
        let found = self.has_registering(class);
        self.own.routers.insert(class, found);
        found
    }

    fn has_registering(&mut self, class: Decl) -> bool {
        let instance = self.eval.types.instance(class, &[]);
        REGISTERING.iter().any(|name| {
            let name = self.project.names.intern(name);
            let hits = self.eval.members(instance, name);
            hits.iter().filter_map(|hit| hit.declared()).any(|it| self.registers(it))
        })
    }

    fn registers(&self, method: Decl) -> bool {
        let Some((source, symbol)) = self.project.symbol(method) else { return false };
        role_by(source, symbol).is_some_and(Role::registers)
    }

    /// Whether a value is a router, a framework's or the repository's own.
    pub fn is_any_router(&mut self, value: ValueId) -> bool {
        self.is_router(value) || self.is_of_own_routers(value)
    }

    /// Whether a value is a router of the repository's own, as far as its type tells.
    pub fn is_of_own_routers(&mut self, value: ValueId) -> bool {
        if !self.has_own_routers() {
            return false;
        }
        let ty = self.eval.value(self.file, value);
        match *self.eval.types.head(ty) {
            Head::Instance(class, _) => self.is_own_router(class),
            _ => false,
        }
    }

    /// What rows of a registration on an own router say in the place of a framework.
    pub fn own_framework(&self, site: &Site<'g>) -> Option<String> {
        site.router.map(|class| format!("{OWN}{}", self.project.symbol_id(class)))
    }

    /// The class that a method stands in, where what it registers on is itself.
    pub fn own_owner(&self, site: &Site<'g>) -> Option<String> {
        let object = site.router.and_then(|_| self.object(site.callee))?;
        match self.graph.values[object as usize] {
            Value::This { owner: Some(class) } => Some(self.id(class)),
            _ => None,
        }
    }

    /// A framework is handed a path that only running code knows, by a method: the method's type serves what others
    /// register on it.
    pub fn serves(&mut self, clause: &Clause, site: &Site<'g>, anchors: &Anchors<'_, 'g>) {
        let is_handed = |given: &facts::Given| matches!(given.shape, Shape::Value(_) | Shape::Joined(_) | Shape::Other);
        if clause.kind != Some(Kind::Endpoint)
            || self.graph.is_test
            || site.given.len() < 2
            || !site.given.iter().any(is_handed)
        {
            return;
        }
        let owner = clause.on.0.iter().find_map(|part| {
            let found = self.found(site, part).into_iter().next()?;
            self.anchor_of(&found, anchors)
        });
        let framework = self.own_framework(site).unwrap_or_else(|| clause.framework.clone());
        self.serving_row(Some(&framework), owner.as_deref(), site.caller, site.at.line);
    }

    /// The same of a method that only running code knows: `app[method](path, handler)`.
    pub fn serves_computed(&mut self, call: &'g Call, anchors: &Anchors<'_, 'g>) {
        let computed = |at: ValueId| match self.graph.values[at as usize] {
            Value::Index { object } => Some(object),
            _ => None,
        };
        let object = computed(call.callee).or_else(|| {
            let is_called = matches!(self.graph.name(call.name), "call" | "apply");
            self.object(call.callee).filter(|_| is_called).and_then(computed)
        });
        let Some(object) = object.filter(|_| !self.graph.is_test && call.arguments >= 2) else { return };
        if self.is_router(object) || self.goes_for_router(object) {
            let owner = self.anchor(object, anchors);
            self.serving_row(None, owner.as_deref(), call.caller, call.at.line);
        }
    }

    fn serving_row(&mut self, framework: Option<&str>, owner: Option<&str>, caller: Option<u32>, line: u32) {
        let Some(method) = caller.filter(|it| self.graph.symbols[*it as usize].kind == SymbolKind::Method) else {
            return;
        };
        let Some(source) = self.project.source(self.file) else { return };
        let symbol = &self.graph.symbols[method as usize];
        let Some(class) = self.declaring(source, symbol, Decl { file: self.file, symbol: method }) else { return };
        let class = self.project.symbol_id(class);
        self.register(&Registration {
            framework,
            owner,
            name: Some(SERVES),
            mounted: Some(&class),
            ..self.registered_by(Kind::Mount.word(), caller, line)
        });
    }
}
