//! Routers that functions are given and give back: what is registered on them hangs on what they come from.

use super::registration::Registration;
use crate::members::extensions;
use crate::naming::entities::Entity;
use crate::rows::Writer;
use crate::rows::meaning::Anchors;
use crate::rows::meaning::places::found::MAX_ROW;
use crate::values::types::{Decl, Head, Ty};
use facts::{BindingKind, Call, Modifiers, Shape, SymbolId, SymbolKind, Value, ValueId};
use rules::{Kind, Source};

/// How names end that are given to routers.
const ROUTERS: [&str; 6] = ["app", "application", "blueprint", "router", "routes", "server"];
/// The name of mounts that count where what they are on is mounted.
const WHERE_MOUNTED: &str = "mounted";

impl<'g> Writer<'_, 'g> {
    /// A router that a function of the repository is given: what is registered on its parameter hangs on it.
    pub fn handed_on(&mut self, call: &'g Call, function: Decl, anchors: &mut Anchors<'_, 'g>) {
        self.extended_in_block(call, function, anchors);
        self.called_in_block(call, function, anchors);
        self.held_router(call, function, anchors);
        self.held_parts(call, function, anchors);
        self.extended_by_trait(call, function, anchors);
        self.handed_in_objects(call, function, anchors);
        let extended = self.project.symbol(function).is_some_and(|(_, symbol)| extensions::extends(symbol));
        // Called by its class, `Orders.Map(group)`, an extension is given all it takes.
        let receiver = self.object(call.callee).filter(|it| extended && !self.is_class(*it));
        let given = call.given.iter().map(|given| match given.shape {
            Shape::Value(value) => Some(value),
            _ => None,
        });
        let values: Vec<Option<ValueId>> = receiver.map(Some).into_iter().chain(given).collect();
        let back = self.parameter_given_back(function);
        let before = usize::from(self.is_bound(call, function));
        for (at, value) in values.into_iter().enumerate() {
            let Some(value) = value else { continue };
            if let Some(owner) = self.router_meant(value, call, anchors) {
                let mounted = format!("{}({})", self.project.symbol_id(function), at + before);
                self.link(&owner, &mounted, call.caller, call.at.line);
                continue;
            }
            let value = self.router_of_method(value).unwrap_or(value);
            let value = self.extended_in_row(value);
            let at = self.place_named(call, function, at, receiver.is_some()).unwrap_or(at + before);
            let is_mounted = self.is_of_mount(value, function, at, anchors);
            let is_given_back = receiver.is_none() && back == Some(at);
            if !is_mounted && !is_given_back && !self.may_be_router(value, anchors) {
                self.registered_handed(call, function, at, value, anchors);
                continue;
            }
            let registers = self.registers_with(value).is_some();
            let is_router = self.is_any_router(value) || self.extends_outside_router(value);
            if (is_mounted || registers || is_router || self.goes_for_router(value))
                && let Some(owner) = self.anchor(value, anchors)
            {
                let mounted = format!("{}({at})", self.project.symbol_id(function));
                // Guards that the function puts there ask where it is called.
                let is_maybe = self.is_script() && self.graph.condition_around(call.at.line).is_some();
                self.register(&Registration {
                    owner: Some(&owner),
                    mounted: Some(&mounted),
                    method: is_maybe.then_some("maybe"),
                    ..self.registered_by(Kind::Mount.word(), call.caller, call.at.line)
                });
                self.typed_call(call, function, at, &owner, anchors);
                self.called_by_type(call, function, at, &owner);
                anchors.handed_owners.insert(owner);
            } else {
                self.registered_handed(call, function, at, value, anchors);
            }
        }
    }

    /// What a function of JavaScript is given and registers on itself, whatever that is called, and hands on: who asks there
    /// asks here. It counts where that is mounted.
    fn registered_handed(
        &mut self,
        call: &'g Call,
        function: Decl,
        at: usize,
        value: ValueId,
        anchors: &Anchors<'_, 'g>,
    ) {
        let is_name = matches!(self.graph.values[value as usize], Value::Name { binding: Some(_), .. });
        if !is_name || !self.is_script() {
            return;
        }
        let Some(owner) = self.anchor(value, anchors).filter(|it| anchors.owners.contains(it)) else { return };
        let mounted = format!("{}({at})", self.project.symbol_id(function));
        let is_maybe = self.graph.condition_around(call.at.line).is_some();
        self.register(&Registration {
            owner: Some(&owner),
            name: Some(WHERE_MOUNTED),
            mounted: Some(&mounted),
            method: is_maybe.then_some("maybe"),
            ..self.registered_by(Kind::Mount.word(), call.caller, call.at.line)
        });
    }

    /// The place of the parameter that Python gives something by its name: `init(settings, app=app)`.
    fn place_named(&self, call: &Call, function: Decl, at: usize, is_extended: bool) -> Option<usize> {
        let name = call.given.get(at)?.name.filter(|_| self.graph.language == "python" && !is_extended)?;
        let (source, symbol) = self.project.symbol(function)?;
        symbol.params.iter().position(|it| source.graph.name(it.name) == self.graph.name(name))
    }

    /// The router that `this` stands for in its block, or in an extension of one: `route("/api") { users(this) }`.
    fn router_meant(&mut self, value: ValueId, call: &'g Call, anchors: &Anchors) -> Option<String> {
        // What an extension extends is of the type that it names.
        let is_meant = matches!(
            self.graph.values[value as usize],
            Value::This { .. } | Value::Receiver { .. } | Value::Cast { .. }
        );
        if !is_meant || self.graph.language != "kotlin" {
            return None;
        }
        match anchors.block_of(call.callee) {
            Some(block) => {
                let path = anchors.paths.get(&block.callee).filter(|path| self.project.rules.is_router(path));
                path.and(block.result).and_then(|result| self.result_anchor(result, anchors))
            }
            None => call.caller.filter(|caller| self.extends_router(*caller)).map(|caller| self.id(caller)),
        }
    }

    /// What extensions are called on that give that back.
    fn extended_in_row(&mut self, value: ValueId) -> ValueId {
        let mut at = value;
        for _ in 0..MAX_ROW {
            let Value::Call { callee, .. } = self.graph.values[at as usize] else { break };
            let Some(object) = self.object(callee) else { break };
            match self.target(callee) {
                Some(function) if self.gives_receiver(function) => at = object,
                _ => break,
            }
        }
        at
    }

    /// An extension that is called in the block of a router, which it then extends, `route("/api") { users() }`, or
    /// right in another extension of routers.
    fn extended_in_block(&mut self, call: &'g Call, function: Decl, anchors: &Anchors) {
        let extends = self.project.symbol(function).is_some_and(|(_, symbol)| symbol.receiver.is_some());
        if !extends || self.target_extends_by_parameter(function) {
            return;
        }
        let owner = match self.object_named(call) {
            Some(object) if self.is_router(object) => self.anchor(object, anchors),
            Some(_) => None,
            None => self.router_of(call, anchors),
        };
        if let Some(owner) = owner {
            let mounted = self.project.symbol_id(function);
            self.link(&owner, &mounted, call.caller, call.at.line);
        }
    }

    /// A function that is called in the block of what takes what is registered around it: `path("/api") { Users.routes() }`.
    fn called_in_block(&mut self, call: &'g Call, function: Decl, anchors: &Anchors) {
        let extends = self.project.symbol(function).is_none_or(|(_, symbol)| symbol.receiver.is_some());
        let Some(block) = anchors.block_of(call.callee).filter(|_| !extends) else { return };
        let Some(path) = anchors.paths.get(&block.callee) else { return };
        let takes = |part: &rules::Part| part.source == Source::Result;
        let is_around = |part: &rules::Part| part.source == Source::Around;
        let mut clauses = self.project.rules.of_call(path, &self.graph.language);
        let is_ambient = clauses
            .any(|it| it.kind == Some(Kind::Mount) && it.mounted.0.iter().any(takes) && it.on.0.iter().any(is_around));
        if let Some(owner) = block.result.filter(|_| is_ambient).and_then(|it| self.result_anchor(it, anchors)) {
            let mounted = self.project.symbol_id(function);
            self.link(&owner, &mounted, call.caller, call.at.line);
        }
    }

    /// Whether what an extension extends is one of its parameters, as others are.
    fn target_extends_by_parameter(&self, function: Decl) -> bool {
        self.project.symbol(function).is_some_and(|(_, symbol)| extensions::extends(symbol))
    }

    /// What a call is made on, unless that is what is around anyway: `this.routes()`.
    pub fn object_named(&self, call: &Call) -> Option<ValueId> {
        let object = self.object(call.callee)?;
        let is_this = matches!(self.graph.values[object as usize], Value::This { .. });
        let is_around =
            || self.graph.language == "kotlin" && call.text.strip_prefix("this.") == Some(self.graph.name(call.name));
        (!is_this && !is_around()).then_some(object)
    }

    pub fn is_class(&mut self, value: ValueId) -> bool {
        let ty = self.eval.value(self.file, value);
        matches!(self.eval.types.head(ty), Head::Class(_))
    }

    pub fn extends_router(&mut self, function: SymbolId) -> bool {
        let project = self.project;
        let receiver = self.graph.symbols[function as usize].receiver;
        let (Some(receiver), Some(source)) = (receiver, project.source(self.file)) else { return false };
        match self.eval.named_by(source, self.file, receiver) {
            Entity::External(path) => project.rules.is_router(&project.names.text(path)),
            _ => false,
        }
    }

    /// A name that holds one thing throughout, or a group made in place: what a callback is given is neither.
    fn may_be_router(&self, value: ValueId, anchors: &Anchors) -> bool {
        let graph = self.graph;
        match graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => {
                let values = &graph.bindings[binding as usize].values;
                !values.iter().any(|it| matches!(graph.values[*it as usize], Value::CallbackParam { .. }))
            }
            // A variable of the package in another file.
            Value::Name { binding: None, .. } => true,
            Value::Member { object, .. } => {
                // A field of a struct: `s.mux`.
                match graph.values[object as usize] {
                    Value::This { .. } | Value::Receiver { .. } => true,
                    Value::Name { binding: Some(_), .. } => self.goes_by_types(),
                    _ => false,
                }
            }
            // `app.MapGroup("/items").WithTags("items")`
            Value::Call { .. } => self.in_row(value).any(|it| anchors.apart.contains(&it)),
            _ => false,
        }
    }

    /// Whether it is the first parameter of a function that a mount is given in place, `configure(|cfg| routes(cfg))`, and
    /// is handed on as what the same library declares.
    fn is_of_mount(&mut self, value: ValueId, function: Decl, at: usize, anchors: &Anchors) -> bool {
        let graph = self.graph;
        let Value::Name { binding: Some(binding), .. } = graph.values[value as usize] else { return false };
        let mut given = graph.bindings[binding as usize].values.iter().map(|it| &graph.values[*it as usize]);
        let path = given.find_map(|it| match it {
            Value::CallbackParam { callee, position: 0, .. } => anchors.paths.get(callee),
            _ => None,
        });
        let Some(path) = path else { return false };
        if !self.project.rules.of_call(path, &graph.language).any(|it| it.kind == Some(Kind::Mount)) {
            return false;
        }
        let declared = self.project.symbol(function).and_then(|(_, symbol)| symbol.params.get(at)?.declared);
        let Some(declared) = declared else { return false };
        let ty = self.eval.declared(function.file, declared, None);
        // A type is known by its namespace or by its name alone, as its file names it.
        let library = |path: &str| path.split('.').next().map(str::to_owned);
        match *self.eval.types.head(ty) {
            Head::External(own) | Head::Library(own, _) => {
                let own = self.project.names.text(own);
                library(&own) == library(path) || own.rsplit('.').next().map(str::to_owned) == library(path)
            }
            _ => false,
        }
    }

    /// A parameter that is declared to be nothing and is called what routers are called: who hands it on is given one.
    pub fn goes_for_router(&mut self, value: ValueId) -> bool {
        let graph = self.graph;
        let Value::Name { name, binding: Some(binding), .. } = graph.values[value as usize] else { return false };
        let name = graph.name(name).to_ascii_lowercase();
        if graph.bindings[binding as usize].kind != BindingKind::Parameter
            || !ROUTERS.iter().any(|it| name.ends_with(it))
        {
            return false;
        }
        // What it is given in the file itself may be known.
        let ty = self.eval.value(self.file, value);
        matches!(self.eval.types.head(ty), Head::Unknown | Head::External(_))
    }

    /// Of an instance of a class of the repository, the member that serves what it is asked: the one that it embeds, or
    /// the only one that handlers are registered on. Asked where types embed others: it rests on all that the class's
    /// file declares.
    pub fn router_within(&mut self, value: ValueId) -> Option<String> {
        let ty = self.eval.value(self.file, value);
        let Head::Instance(class, _) = *self.eval.types.head(ty) else { return None };
        let source = self.project.source(class.file).filter(|source| source.language.embeds)?.whole();
        let mut routers = Vec::new();
        for id in source.children(class.symbol) {
            let symbol = &source.graph.symbols[id as usize];
            let decl = Decl { file: class.file, symbol: id };
            if symbol.kind == SymbolKind::Property && self.is_router_type(decl) {
                routers.push((symbol.modifiers.has(Modifiers::EMBEDDED), decl));
            }
        }
        let embedded = routers.iter().find(|(is_embedded, _)| *is_embedded);
        let one = embedded.or_else(|| routers.first().filter(|_| routers.len() == 1));
        one.map(|(_, decl)| self.project.symbol_id(*decl))
    }

    fn is_router_type(&mut self, property: Decl) -> bool {
        let ty = self.eval.symbol_value(property);
        self.is_of_routers(ty)
    }

    pub fn is_own_parameter(&self, value: ValueId) -> bool {
        let Value::Name { binding: Some(binding), .. } = self.graph.values[value as usize] else { return false };
        self.graph.bindings[binding as usize].kind == BindingKind::Parameter
    }

    pub fn gives_router(&mut self, shape: &Shape) -> bool {
        matches!(shape, Shape::Value(value) if self.is_router(*value))
    }

    /// Whether handlers are registered on things of a value's type.
    pub fn is_router(&mut self, value: ValueId) -> bool {
        let ty = self.eval.value(self.file, value);
        self.is_of_routers(ty)
    }

    /// Whether a value is one of a class of the repository that extends what handlers are registered on, in Python.
    fn extends_outside_router(&mut self, value: ValueId) -> bool {
        if !self.goes_through_rows() {
            return false;
        }
        let ty = self.eval.value(self.file, value);
        let Head::Instance(class, _) = *self.eval.types.head(ty) else { return false };
        self.outer_bases(class).iter().any(|path| self.project.rules.is_router(path))
    }

    pub fn is_of_routers(&self, ty: Ty) -> bool {
        match *self.eval.types.head(ty) {
            Head::External(path) | Head::Library(path, _) => {
                self.project.rules.is_router(&self.project.names.text(path))
            }
            _ => false,
        }
    }

    /// What the calls of a row give, from the last to the first.
    fn in_row(&self, value: ValueId) -> impl Iterator<Item = ValueId> {
        std::iter::successors(Some(value), |at| match self.graph.values[*at as usize] {
            Value::Call { callee, .. } => self.object(callee),
            _ => None,
        })
        .take(MAX_ROW)
    }

    /// A mount without a path: one thing is another's under a second name.
    pub fn link(&mut self, owner: &str, mounted: &str, caller: Option<SymbolId>, line: u32) {
        self.register(&Registration {
            owner: Some(owner),
            mounted: Some(mounted),
            ..self.registered_by(Kind::Mount.word(), caller, line)
        });
    }
}
