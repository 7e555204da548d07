//! What handles what is registered, and what asks before: functions, types whose methods answer, names.

use crate::modules::Found as Located;
use crate::naming::entities::{Entity, Use};
use crate::project::source::type_name;
use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::rows::meaning::places::found::Found;
use crate::values::types::Decl;
use facts::unit::Cell;
use facts::{Shape, SymbolId, Type, TypeId, Value, ValueId};
use rules::Clause;
use std::borrow::Cow;

/// A function that something is led to: a symbol's id, where it is one, and a name for people.
pub type Handler = (Option<String>, String);

/// Of the guards before a handler so many are told.
pub const MAX_GUARDS: usize = 64;

impl<'g> Writer<'_, 'g> {
    pub fn handlers(&mut self, site: &Site<'g>, selector: &rules::Selector) -> Vec<Handler> {
        let mut found = self.find(site, selector);
        if let Some(last) = self.appended(&found).last() {
            found = vec![Found::Shape(&last.given.shape)];
        }
        if let Some(handler) = self.handler_within(&found) {
            found = vec![Found::Value(handler)];
        }
        if let [one] = &found[..]
            && let Some(named) = self.handler_listed(one, site)
        {
            return vec![named];
        }
        let functions: Vec<Handler> = found.iter().flat_map(|it| self.functions(it, site)).collect();
        if let (&[(None, _)], &[Found::Shape(&Shape::Value(value))]) = (&functions[..], &found[..])
            && let Some(named) = self.method_of_class(value)
        {
            return vec![named];
        }
        if !functions.is_empty() {
            return functions;
        }
        // One of a type of the repository handles by the type's methods: `&Orders{}`.
        let made: Vec<Handler> = found.iter().filter_map(|it| self.made_handler(it)).collect();
        if !made.is_empty() {
            return made;
        }
        // By name: `orders#show`.
        let texts = found.iter().flat_map(|it| self.texts(it));
        let named: Vec<Handler> = texts.filter(|it| !it.is_empty()).map(|it| (None, it.into_owned())).collect();
        if !named.is_empty() {
            return named;
        }
        found.iter().filter_map(|it| self.class_and_text(it)).map(|it| (None, it)).collect()
    }

    /// A class and what is written behind it, as one text: `Login::class . ':show'`.
    fn class_and_text(&self, found: &Found<'g>) -> Option<String> {
        let Found::Shape(Shape::Joined(text)) = found else { return None };
        let (class, rest) = self.graph.name(*text).strip_prefix("${")?.split_once("::class}")?;
        let is_plain = !rest.is_empty() && !rest.contains(['$', '/']);
        is_plain.then(|| format!("{}{rest}", class.trim_start_matches('\\')))
    }

    /// A method by its class, which may have it from elsewhere: `App\Login@show` of `[Login::class, "show"]`.
    fn method_of_class(&self, value: ValueId) -> Option<Handler> {
        let Value::Member { object, name } = self.graph.values[value as usize] else { return None };
        let Value::Cast { ty } = self.graph.values[object as usize] else { return None };
        let Type::ClassOf { inner } = self.graph.types[ty as usize] else { return None };
        let class = self.graph.name(type_name(self.graph, inner)?).trim_start_matches('\\');
        Some((None, format!("{class}@{}", self.graph.name(name))))
    }

    /// The functions that something names.
    pub fn functions(&mut self, found: &Found<'g>, site: &Site<'g>) -> Vec<Handler> {
        match found {
            Found::Symbol(symbol) => vec![self.symbol_handler(*symbol)],
            Found::Value(value) => self.value_handler(*value).into_iter().collect(),
            Found::Shape(shape) => self.shape_functions(shape, site),
            Found::Type(ty) => self.type_handler(*ty).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// The same of one clause: what an application is given is one of a type that asks, whatever it is called there.
    pub fn guards_of(&mut self, found: &Found<'g>, site: &Site<'g>, clause: &Clause) -> Vec<Handler> {
        if !clause.is_of_application() {
            return self.guards(found, site);
        }
        if let Some(made) = self.made_handler(found) {
            return vec![made];
        }
        let guards = self.guards(found, site);
        match found {
            Found::Shape(Shape::Value(value)) if guards.is_empty() => self.made_elsewhere(*value).into_iter().collect(),
            _ => guards,
        }
    }

    /// The type that lies elsewhere of what is made in its place: `new AuthorizeFilter()`.
    fn made_elsewhere(&mut self, value: ValueId) -> Option<Handler> {
        match self.graph.values[value as usize] {
            Value::New { callee, .. } => self.last_name(callee).map(|name| (None, name.into_owned())),
            Value::Instance { ty } => type_name(self.graph, ty).map(|name| (None, self.graph.name(name).to_owned())),
            _ => None,
        }
    }

    /// What asks requests first: functions, and what goes by a name that is a text. A path by its name asks nobody.
    pub fn guards(&mut self, found: &Found<'g>, site: &Site<'g>) -> Vec<Handler> {
        if let Found::Shape(shape @ Shape::Value(_)) = found
            && self.fixed(shape).is_some_and(|text| text.starts_with('/'))
        {
            return Vec::new();
        }
        if self.always_hands_on(found) || self.gives_path(found) {
            return Vec::new();
        }
        if let &Found::Value(value) | &Found::Shape(&Shape::Value(value)) = found
            && self.lists_nothing(value)
        {
            return Vec::new();
        }
        // What is asked, as a constant or put together of some: `"hasRole('" + Roles.ADMIN + "')"`.
        if site.decorated.is_some()
            && let Found::Shape(shape) = found
        {
            let joined = match shape {
                Shape::Joined(text) => Some(self.expanded(self.graph.name(*text).to_owned())),
                Shape::Value(_) => self.fixed(shape).map(Cow::into_owned),
                _ => None,
            };
            if let Some(text) = joined {
                return vec![(None, text)];
            }
        }
        if let Found::Declared(one) = *found {
            let name = self.project.symbol(one).map(|(_, symbol)| symbol.qualified.clone());
            return vec![(Some(self.project.symbol_id(one)), name.unwrap_or_default())];
        }
        if let Some(named) = self.method_listed(found, site) {
            return vec![named];
        }
        if let Found::Shape(Shape::List(items)) = *found {
            return items.iter().flat_map(|item| self.guards(&Found::Shape(item), site)).collect();
        }
        if let Found::Shape(Shape::Joined(text)) = *found {
            return joined_guard(self.graph.name(*text)).map(|name| (None, name)).into_iter().collect();
        }
        if let Some(combined) = self.combined_guards(found, site) {
            return combined;
        }
        if let Some(pair) = self.class_and_name(found) {
            return pair;
        }
        let named = self.class_named_whole(found).or_else(|| self.asked_in_block(found, site));
        if let Some(told) = named.or_else(|| self.loaded_guard(found)) {
            return vec![told];
        }
        let functions = match found {
            Found::Value(value) => self.guard_values(*value),
            Found::Shape(shape) => self.guard_shapes(shape, site),
            _ => Vec::new(),
        };
        let functions = if functions.is_empty() { self.functions(found, site) } else { functions };
        if !functions.is_empty() {
            return self.with_given(found, functions);
        }
        let named = self.texts(found).into_iter().filter(|it| !it.is_empty());
        named.map(|text| self.class_at(&text).unwrap_or_else(|| (None, class_given(text)))).collect()
    }

    /// Guards that Python's operators put together: both of `A & B`, and one that is either of `A | B`.
    fn combined_guards(&mut self, found: &Found<'g>, site: &Site<'g>) -> Option<Vec<Handler>> {
        let (&Found::Value(value) | &Found::Shape(&Shape::Value(value))) = found else { return None };
        let Value::Call { callee, arguments } = &self.graph.values[value as usize] else { return None };
        let Value::Member { object, name } = self.graph.values[*callee as usize] else { return None };
        let graph = self.graph;
        let mut of = |value: ValueId| self.guards(&Found::Value(value), site);
        if let ("__invert__", []) = (graph.name(name), &arguments[..]) {
            return Some(vec![(None, format!("~{}", together(&of(object))))]);
        }
        let [other] = arguments[..] else { return None };
        match graph.name(name) {
            "__and__" => Some([of(object), of(other)].concat()),
            "__or__" => {
                let written = [of(object), of(other)].map(|guards| match &guards[..] {
                    [(_, name)] => name.clone(),
                    several => together(several),
                });
                Some(vec![(None, written.join("|"))])
            }
            _ => None,
        }
    }

    /// A class of the repository that stands for its name: `Throttle::class`.
    fn class_named_whole(&mut self, found: &Found<'g>) -> Option<Handler> {
        let (&Found::Value(value) | &Found::Shape(&Shape::Value(value))) = found else { return None };
        let Value::Cast { ty } = self.graph.values[value as usize] else { return None };
        let Type::ClassOf { inner } = self.graph.types[ty as usize] else { return None };
        self.type_handler(inner).filter(|(symbol, _)| symbol.is_some())
    }

    /// A list of a class and a text, which is a method of the class only where that is known to have one of this name:
    /// `[Throttle::class, 'verified']`.
    fn class_and_name(&mut self, found: &Found<'g>) -> Option<Vec<Handler>> {
        let (&Found::Value(value) | &Found::Shape(&Shape::Value(value))) = found else { return None };
        let Value::Member { object, name } = self.graph.values[value as usize] else { return None };
        let Value::Cast { ty } = self.graph.values[object as usize] else { return None };
        let Type::ClassOf { inner } = self.graph.types[ty as usize] else { return None };
        if self.graph.language != "php" || !self.eval.reference_target(self.file, value).targets.is_empty() {
            return None;
        }
        let (symbol, class) = self.type_handler(inner)?;
        let class = last_of(&class).to_owned();
        Some(vec![(symbol, class), (None, self.graph.name(name).to_owned())])
    }

    /// What a block asks that does nothing else, and whom: `before_action { require_token "read" }`.
    fn asked_in_block(&mut self, found: &Found<'g>, site: &Site<'g>) -> Option<Handler> {
        let graph = self.graph;
        if graph.language != "ruby" {
            return None;
        }
        if let &Found::Shape(&Shape::Value(lambda)) = found {
            return self.asked_in_lambda(lambda, site);
        }
        if !matches!(found, Found::Shape(Shape::Function { .. })) {
            return None;
        }
        let block = graph.blocks.iter().find(|block| block.callee == site.callee)?;
        let within = |call: &&facts::Call| (block.from..block.to).contains(&call.at.byte);
        let mut calls = graph.calls.iter().filter(within);
        let (Some(call), None) = (calls.next(), calls.next()) else { return None };
        self.asked_by_call(call, site)
    }

    /// The same of a lambda, by the call that it ends in: `before_action -> { require_token "read" }`.
    fn asked_in_lambda(&mut self, lambda: ValueId, site: &Site<'g>) -> Option<Handler> {
        let graph = self.graph;
        let Value::Function { symbol: None, returns, .. } = &graph.values[lambda as usize] else { return None };
        let [result] = returns[..] else { return None };
        let call = self.call_giving(result)?;
        self.asked_by_call(call, site)
    }

    fn asked_by_call(&mut self, call: &'g facts::Call, site: &Site<'g>) -> Option<Handler> {
        let graph = self.graph;
        // It runs as a method of the class in which it stands would.
        let own =
            site.caller.and_then(|symbol| self.method_named(Decl { file: self.file, symbol }, graph.name(call.name)));
        let (symbol, name) = match own {
            Some(own) => (Some(self.project.symbol_id(own)), graph.name(call.name).to_owned()),
            None => self.value_handler(call.callee)?,
        };
        Some((symbol, self.asking_for(name, call.result?)))
    }

    fn guard_shapes(&mut self, shape: &'g Shape, site: &Site<'g>) -> Vec<Handler> {
        match shape {
            Shape::Value(value) => self.guard_values(*value),
            Shape::List(items) => items.iter().flat_map(|item| self.guard_shapes(item, site)).collect(),
            // `{ method: film, assign: "film" }`
            Shape::Object(members) if self.is_script() => {
                let method = members.iter().find(|(name, _)| self.graph.name(*name) == "method");
                method.map(|(_, shape)| self.guard_shapes(shape, site)).unwrap_or_default()
            }
            _ => self.shape_functions(shape, site),
        }
    }

    /// A class that a text names with the module in front: `api.permissions.SignedIn`.
    fn class_at(&self, text: &str) -> Option<Handler> {
        if let Some(function) = self.named_by_text(text)
            && let Some((_, _, symbol)) = self.declared_function(function)
        {
            return Some((Some(self.project.symbol_id(function)), symbol.qualified.clone()));
        }
        let (module, class) = text.rsplit_once('.')?;
        let is_path = module.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'.'));
        if !is_path || !class.starts_with(|it: char| it.is_ascii_uppercase()) {
            return None;
        }
        let symbol = match self.place(module) {
            (Cell::Text(path), _) => Some(format!("{path}#{class}")),
            _ => None,
        };
        Some((symbol, class.to_owned()))
    }

    /// What of a module a text of Python names: `shop.middleware.signed_in`.
    pub fn named_by_text(&self, text: &str) -> Option<Decl> {
        let (module, name) = text.rsplit_once('.').filter(|_| self.graph.language == "python")?;
        let is_path = text.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'.'));
        let system = crate::languages::of(&self.graph.language).system;
        let Located::File(file) = self.project.find_module(self.file, system, module) else { return None };
        match self.project.module_member(file, self.project.names.intern(name), Use::Value) {
            Entity::Symbol(one) if is_path => Some(one),
            _ => None,
        }
    }

    fn shape_functions(&mut self, shape: &'g Shape, site: &Site<'g>) -> Vec<Handler> {
        let is_inline =
            |value: ValueId| matches!(self.graph.values[value as usize], Value::Function { symbol: None, .. });
        match shape {
            Shape::Value(value) if !is_inline(*value) => self.value_handler(*value).into_iter().collect(),
            // `lambda { … }` is a value too.
            Shape::Function { .. } | Shape::Value(_) => {
                let [symbol, name, _] = self.caller(site.caller);
                match (symbol, name) {
                    (Cell::Text(symbol), Cell::Text(_)) => vec![(Some(symbol.into_owned()), "(inline)".to_owned())],
                    _ => Vec::new(),
                }
            }
            // Of what is spread, `...chain`, each is one.
            Shape::List(items) => match items[..] {
                [Shape::Value(only)] => match self.held_in_list(only) {
                    listed if listed.is_empty() => self.value_handler(only).into_iter().collect(),
                    listed => listed,
                },
                _ => items.iter().flat_map(|item| self.shape_functions(item, site)).collect(),
            },
            _ => Vec::new(),
        }
    }

    /// The type that a call is given, which asks or handles by its methods.
    fn type_handler(&mut self, ty: TypeId) -> Option<Handler> {
        let source = self.project.source(self.file)?;
        match self.eval.named_by(source, self.file, ty) {
            Entity::Symbol(class) => {
                let (_, symbol) = self.project.symbol(class)?;
                Some((Some(self.project.symbol_id(class)), symbol.qualified.clone()))
            }
            _ => type_name(self.graph, ty).map(|name| (None, self.graph.name(name).to_owned())),
        }
    }

    fn symbol_handler(&self, symbol: SymbolId) -> Handler {
        (Some(self.id(symbol)), self.graph.symbols[symbol as usize].qualified.clone())
    }
}

/// Guards that all ask, as one: `((A|B)&C)`.
fn together(guards: &[Handler]) -> String {
    let is_one_of = |name: &str| name.contains('|') && !name.starts_with(['(', '~']);
    let written = guards.iter().map(|(_, name)| if is_one_of(name) { format!("({name})") } else { name.clone() });
    let written: Vec<String> = written.collect();
    if guards.len() > 1 { format!("({})", written.join("&")) } else { written.join("") }
}

/// A guard whose name is put together with what it is given: `Throttle::class.':api'`, `'throttle:'.$limit`. What begins
/// with something else that is not known is none.
fn joined_guard(text: &str) -> Option<String> {
    if let Some((class, given)) = text.strip_prefix("${").and_then(|it| it.split_once("::class}")) {
        return Some(format!("{}{given}", last_of(class)));
    }
    (!text.starts_with(['/', '$'])).then(|| text.to_owned())
}

/// The same of what is kept as it is written: `\A\Throttle::class.':api'`.
fn class_given(text: Cow<str>) -> String {
    let given = text.split_once("::class").and_then(|(class, rest)| {
        let rest = rest.trim_start().strip_prefix('.')?.trim();
        let inner = rest.strip_prefix(['\'', '"'])?.strip_suffix(['\'', '"'])?;
        Some(format!("{}{inner}", last_of(class)))
    });
    given.unwrap_or_else(|| text.into_owned())
}

/// A class without its namespace.
fn last_of(class: &str) -> &str {
    class.rsplit('\\').next().unwrap_or(class)
}
