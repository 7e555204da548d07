//! Who asks where a call stands for it. What makes a guard is told with what it is given to ask for,
//! `requireRole('admin')`; what only stands around one, as `asyncHandler(signedIn)`, by what it stands around.

use super::handlers::Handler;
use crate::modules::Found as Module;
use crate::naming::entities::{Entity, Use};
use crate::project::source::Source;
use crate::rows::Writer;
use crate::rows::meaning::behaviour::requests::SCRIPTS;
use crate::rows::meaning::places::found::{Found, MAX_LISTED};
use crate::values::types::Head;
use facts::{Modifiers, NameId, Shape, Symbol, SymbolKind, Value, ValueId};
use serde_json::json;

/// Of a longer text nobody would know at a glance what it asks for.
const MAX_ASKED: usize = 60;

/// What functions of libraries are called that put guards together.
const COMBINING: [&str; 9] = ["all", "and", "any", "chain", "every", "except", "not", "or", "some"];

const FLAGS: [&str; 2] = ["true", "false"];
/// What methods are called that give the one that there is of a class.
const ASKING_FOR: [&str; 2] = ["get", "resolve"];
/// Of what a guard is given by names so many count.
const MAX_NAMED: usize = 6;

/// What functions are called that only see to it that what they are given is called well.
const PLAIN: [&str; 10] = ["async", "await", "wrap", "catch", "handle", "try", "promise", "safe", "middleware", "bind"];

impl<'g> Writer<'_, 'g> {
    /// All that ask where a value stands for them: of a list each.
    pub fn guard_values(&mut self, value: ValueId) -> Vec<Handler> {
        if self.lists_nothing(value) {
            return Vec::new();
        }
        if let Some(list) = self.list_of_turns(value) {
            let listed = self.askers_listed(list);
            if !listed.is_empty() {
                return listed;
            }
        }
        let listed = match self.stack_used(value) {
            stack if stack.is_empty() => self.held_in_list(value),
            stack => stack,
        };
        let listed = if listed.is_empty() { self.listed_elsewhere_named(value) } else { listed };
        if listed.is_empty() { self.guard_value(value).into_iter().collect() } else { listed }
    }

    /// What a function of JavaScript loads in the place of a guard, by what the module gives out as a whole:
    /// `() => import("#middleware/signed_in")`.
    pub fn loaded_guard(&mut self, found: &Found<'g>) -> Option<Handler> {
        let Found::Shape(&Shape::Function { line, params: 0 }) = *found else { return None };
        if !self.is_script() {
            return None;
        }
        let graph = self.graph;
        let mut loaded = graph.imports.iter().filter(|it| it.dynamic && it.line == line);
        // Of several on a line it is not known which.
        let (Some(import), None) = (loaded.next(), loaded.next()) else { return None };
        let system = crate::languages::of(&graph.language).system;
        let declared = match self.project.look_up(self.file, system, &import.specifier) {
            Module::File(file) => {
                match self.project.module_member(file, self.project.names.intern("default"), Use::Value) {
                    Entity::Symbol(declared) => Some(declared),
                    _ => None,
                }
            }
            _ => None,
        };
        let file = import.specifier.rsplit('/').next().unwrap_or_default();
        let named = || file.split('.').next().unwrap_or_default().to_owned();
        let (symbol, name) = match declared.and_then(|one| Some((one, self.project.symbol(one)?.1))) {
            Some((one, symbol)) => (Some(self.project.symbol_id(one)), symbol.qualified.clone()),
            None => (None, named()),
        };
        Some((symbol, if name == "default" { named() } else { name }))
    }

    /// What a value in the place of a guard asks by.
    pub fn guard_value(&mut self, value: ValueId) -> Option<Handler> {
        let told = self.guard_made(value)?;
        let is_sure = told.1.ends_with('?') || !self.gives_condition(value);
        Some(if is_sure { told } else { (told.0, format!("{}?", told.1)) })
    }

    fn guard_made(&mut self, value: ValueId) -> Option<Handler> {
        if let Some(router) = self.routes_given_out(value) {
            let name = self.project.symbol(router)?.1.qualified.clone();
            return Some((Some(self.project.symbol_id(router)), name));
        }
        if let Some(one) = self.one_of(value).or_else(|| self.combined_call(value)) {
            return Some(one);
        }
        if let Some(class) = self.asked_for(value) {
            return self.value_handler(class);
        }
        if let Some((symbol, name)) = self.under_condition(value).and_then(|inner| self.guard_value(inner)) {
            return Some((symbol, if name.ends_with('?') { name } else { format!("{name}?") }));
        }
        let told = self.value_handler(value)?;
        let Value::Call { callee, .. } = self.graph.values[value as usize] else { return Some(told) };
        if self.always_hands_on(&Found::Value(value)) {
            return None;
        }
        let Some(maker) = self.value_handler(callee) else { return Some(told) };
        match self.wrapped_value(value) {
            Some(inner) => {
                let inner = self.guard_value(inner).unwrap_or(told);
                Some(if is_plain_wrapper(&maker) { inner } else { (inner.0, format!("{}({})", maker.1, inner.1)) })
            }
            None if self.is_made_by(&told, &maker, value) => Some((maker.0, self.asking_for(maker.1, value))),
            None => Some(told),
        }
    }

    /// The class by which something outside is asked for the one that there is of it: `app.get(SignedIn)`.
    fn asked_for(&mut self, value: ValueId) -> Option<ValueId> {
        let graph = self.graph;
        let value = match graph.values[value as usize] {
            Value::Await { object } => object,
            _ => value,
        };
        let Value::Call { callee, arguments } = &graph.values[value as usize] else { return None };
        let is_asking = SCRIPTS.contains(&graph.language.as_str())
            && matches!(graph.values[*callee as usize], Value::Member { name, .. } if ASKING_FOR.contains(&graph.name(name)));
        let class = arguments.first().copied().filter(|_| is_asking && arguments.len() < 3)?;
        let is_named = self.last_name(class).is_some_and(|it| it.starts_with(|it: char| it.is_ascii_uppercase()));
        let is_known =
            is_named && (self.is_class(class) || self.eval.reference_target(self.file, class).external.is_some());
        (is_known && self.target(*callee).is_none()).then_some(class)
    }

    /// What a library has asked only where a condition holds: `Condition::new(is_secure, bearer)`.
    fn under_condition(&mut self, value: ValueId) -> Option<ValueId> {
        let held = if self.makes_conditions() { self.kept_first(value) } else { value };
        let Value::Call { callee, arguments } = &self.graph.values[held as usize] else { return None };
        let path = self.eval.reference_target(self.file, *callee).external?;
        let path = self.project.names.text(path);
        let mut clauses = self.project.rules.of_call(&path, &self.graph.language);
        let clause = clauses.find(|it| it.is_under_condition())?;
        match clause.guards.0[..] {
            [rules::Part { source: rules::Source::At(at), .. }] => arguments.get(usize::try_from(at).ok()?).copied(),
            // `jwt({ secret }).unless({ path: ["/login"] })`
            [rules::Part { source: rules::Source::Object, .. }] => self.object(*callee),
            // `selector.Server(signedIn).Match(listed).Build()`
            [rules::Part { source: rules::Source::Row, ref members, .. }] => {
                match self.given_in_row(*callee, members.first()?)? {
                    Shape::Value(inner) => Some(*inner),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether types say what is asked under a condition alone, whoever made it.
    fn makes_conditions(&self) -> bool {
        crate::languages::of(&self.graph.language).module_paths
    }

    /// Whether a method of the repository gives what is asked under a condition: `fn global(&self) -> Condition<Limit>`.
    fn gives_condition(&mut self, value: ValueId) -> bool {
        let is_call = matches!(self.graph.values[value as usize], Value::Call { .. });
        if !is_call || !self.makes_conditions() {
            return false;
        }
        let ty = self.eval.value(self.file, value);
        let (Head::External(path) | Head::Library(path, _)) = *self.eval.types.head(ty) else { return false };
        let made = format!("{}.new", self.project.names.text(path));
        self.project.rules.of_call(&made, &self.graph.language).any(|it| it.is_under_condition())
    }

    /// Whether something is what a library gives that asks nobody.
    pub fn always_hands_on(&mut self, found: &Found<'g>) -> bool {
        let (&Found::Value(value) | &Found::Shape(&Shape::Value(value))) = found else { return false };
        let Value::Call { callee, .. } = self.graph.values[value as usize] else { return false };
        self.eval.reference_target(self.file, callee).external.is_some_and(|path| self.asks_nobody(path))
    }

    /// What a library puts together of guards by what that is called: `every(signedIn, admin)`, `or(owner, admin)`.
    fn combined_call(&mut self, value: ValueId) -> Option<Handler> {
        let graph = self.graph;
        let Value::Call { callee, arguments } = &graph.values[value as usize] else { return None };
        if !SCRIPTS.contains(&graph.language.as_str()) {
            return None;
        }
        let name = self.last_name(*callee).filter(|name| COMBINING.contains(&&**name))?.into_owned();
        self.eval.reference_target(self.file, *callee).external?;
        let told: Vec<String> = arguments.iter().filter_map(|it| self.guard_value(*it)).map(|(_, name)| name).collect();
        (!told.is_empty()).then(|| (None, format!("{name}({})", told.join(", "))))
    }

    /// What a call stands around that asks itself: the handler that it goes by, where that is one.
    fn wrapped_value(&mut self, call: ValueId) -> Option<ValueId> {
        let Value::Call { arguments, .. } = &self.graph.values[call as usize] else { return None };
        if let [only] = arguments[..]
            && self.one_of(only).is_some()
        {
            return Some(only);
        }
        let told = self.value_handler(call)?;
        let (given, inner) = self.given_function(call)?;
        (inner == told && !self.is_no_function(given)).then_some(given)
    }

    /// Whether a call is given its name by what makes it: the function that is called, one that is written in that, or,
    /// where it is given what no request is handled by, whatever else it was told by.
    fn is_made_by(&mut self, told: &Handler, maker: &Handler, call: ValueId) -> bool {
        let is_within = match (&told.0, &maker.0) {
            (Some(told), Some(maker)) => told.strip_prefix(&**maker).is_some_and(|rest| rest.starts_with('.')),
            _ => false,
        };
        told == maker || is_within || self.given_function(call).is_some_and(|(given, _)| self.is_no_function(given))
    }

    /// Whether a call gives one of a type of the repository, which is nothing that is called; nor is a class in JavaScript:
    /// `validated(NewUser)`.
    fn is_no_function(&mut self, value: ValueId) -> bool {
        let Value::Call { callee, .. } = self.graph.values[value as usize] else {
            return SCRIPTS.contains(&self.graph.language.as_str()) && self.is_class(value);
        };
        let [made] = self.eval.reference_target(self.file, callee).targets[..] else { return false };
        let is_function = |kind: SymbolKind| matches!(kind, SymbolKind::Function | SymbolKind::Method);
        if !self.project.symbol(made).is_some_and(|(_, symbol)| is_function(symbol.kind)) {
            return false;
        }
        let ty = self.eval.value(self.file, value);
        let Head::Instance(class, _) = *self.eval.types.head(ty) else { return false };
        let is_object =
            |kind: SymbolKind| matches!(kind, SymbolKind::Class | SymbolKind::Struct | SymbolKind::Interface);
        self.project.symbol(class).is_some_and(|(_, symbol)| is_object(symbol.kind))
    }

    /// What a call is given beside a handler to put around it: `chain(show, logged, signedIn)`, `chain(show, checks...)`.
    pub fn chained(&mut self, call: ValueId, handler: ValueId) -> Vec<Handler> {
        let graph = self.graph;
        let Value::Call { callee, arguments } = &graph.values[call as usize] else { return Vec::new() };
        let askers = self.askers_taken(*callee);
        let mut told = Vec::new();
        for (at, &other) in arguments.iter().enumerate().filter(|(_, it)| **it != handler) {
            let takes = askers.as_ref().is_some_and(|range| range.contains(&at));
            let mut listed = self.listed_values(other);
            self.appended_in(call, other, &mut listed);
            for one in &listed {
                let Shape::Value(value) = one.given.shape else { continue };
                if let Some((symbol, name)) = self.asker_given(value, takes) {
                    told.push((symbol, if one.maybe { format!("{name}?") } else { name }));
                }
            }
            if !listed.is_empty() {
                continue;
            }
            let each = match &graph.values[self.kept_in(other) as usize] {
                Value::List { items } => &items[..],
                _ => std::slice::from_ref(&other),
            };
            for &one in each.iter().take(MAX_LISTED) {
                told.extend(self.asker_given(one, takes));
            }
        }
        told
    }

    /// What a call is given that stands around a handler, or that the call is declared to ask, `takes`.
    fn asker_given(&mut self, value: ValueId, takes: bool) -> Option<Handler> {
        let around = self.stands_around(value).or_else(|| self.makes_middleware(value));
        match around {
            Some((symbol, name)) => Some((symbol, self.asking_for(name, value))),
            None if takes && !self.is_own_parameter(value) => self.guard_value(value),
            None => None,
        }
    }

    /// One of several that asks, where a condition says which: `strict ? signedIn : known`.
    fn one_of(&mut self, value: ValueId) -> Option<Handler> {
        let Value::Either { options } = &self.graph.values[value as usize] else { return None };
        if options.len() < 2 {
            return None;
        }
        let told: Option<Vec<Handler>> = options.iter().map(|it| self.guard_value(*it)).collect();
        let told = told.filter(|all| all.iter().all(|(symbol, _)| symbol.is_some()))?;
        let names: Vec<String> = told.into_iter().map(|(_, name)| name).collect();
        Some((None, names.join(" | ")))
    }

    /// A guard's name with what it is given to ask for: texts, and constants by their names.
    pub fn asking_for(&mut self, name: String, call: ValueId) -> String {
        let Some(call) = self.call_giving(call) else { return name };
        let shapes = call.given.iter().take(MAX_LISTED).map(|it| &it.shape);
        // What a library is given by names sets it up.
        let is_own = self.is_script() && self.eval.value_target(self.file, call.callee).is_some();
        let given: Vec<String> = shapes
            .filter_map(|it| match it {
                Shape::Object(members) if is_own => self.asked_by_names(members),
                _ => self.asked(it),
            })
            .collect();
        if given.is_empty() { name } else { format!("{name}({})", given.join(", ")) }
    }

    fn asked(&mut self, shape: &'g Shape) -> Option<String> {
        match shape {
            Shape::List(items) => {
                let told: Option<Vec<String>> = items.iter().take(MAX_LISTED).map(|it| self.asked(it)).collect();
                told.filter(|it| !it.is_empty()).map(|it| format!("[{}]", it.join(", ")))
            }
            Shape::Literal(flag) if self.goes_by_types() => {
                Some(self.graph.name(*flag)).filter(|it| FLAGS.contains(it)).map(str::to_owned)
            }
            Shape::Text(_) | Shape::Value(_) => match self.fixed(shape) {
                Some(text) => is_plain(&text).then(|| format!("'{text}'")),
                None => self.constant_asked(shape),
            },
            _ => None,
        }
    }

    /// What an object says of whom to ask: `{ role: 'admin', strict: true }`; a member that says something else is left out.
    fn asked_by_names(&mut self, members: &'g [(NameId, Shape)]) -> Option<String> {
        let mut told = Vec::new();
        for (name, shape) in members.iter().take(MAX_LISTED) {
            let said = match shape {
                Shape::Literal(flag) => Some(self.graph.name(*flag)).filter(|it| FLAGS.contains(it)).map(str::to_owned),
                _ => self.asked(shape),
            };
            told.extend(said.map(|it| format!("{}: {it}", self.graph.name(*name).trim_matches(['"', '\'']))));
        }
        told.truncate(MAX_NAMED);
        (!told.is_empty()).then(|| format!("{{ {} }}", told.join(", ")))
    }

    /// A constant of an enumeration, or one that lies elsewhere, by its name.
    fn constant_asked(&mut self, shape: &'g Shape) -> Option<String> {
        let Shape::Value(value) = *shape else { return None };
        let name = self.last_name(value)?;
        let is_constant = match self.eval.reference_target(self.file, value).targets[..] {
            [one] => self.project.symbol(one).is_some_and(|(source, symbol)| {
                let is_held = matches!(symbol.kind, SymbolKind::Variable | SymbolKind::Property);
                let is_fixed = source.graph.constant(one.symbol).is_some();
                symbol.kind == SymbolKind::EnumMember
                    || (is_held && (is_fixed || self.is_constant_of_go(source, symbol)))
            }),
            _ => {
                matches!(self.graph.values[value as usize], Value::Member { .. })
                    && name.starts_with(char::is_uppercase)
            }
        };
        is_constant.then(|| name.into_owned())
    }

    /// Whether Go declares a name to be a constant, whatever it holds: `High` of `const (Low = iota; High)`.
    fn is_constant_of_go(&self, source: &Source, symbol: &Symbol) -> bool {
        source.graph.language == "go"
            && symbol.kind == SymbolKind::Variable
            && symbol.modifiers.has(Modifiers::READONLY)
    }
}

/// A guard as it is kept; `maybe`: whether it asks is decided where it is registered; `decorates`: it asks where what it
/// is refuses.
pub fn told_guard((symbol, name): &Handler, maybe: bool, decorates: bool) -> serde_json::Value {
    let mut told = json!({ "name": name, "symbol": symbol });
    for (word, _) in [("maybe", maybe), ("decorates", decorates && symbol.is_some())].iter().filter(|(_, it)| *it) {
        told[*word] = json!(true);
    }
    told
}

/// Whether what is put around a guard changes nothing of whom it asks, as far as its name says: `asyncHandler`, `wrap`. What
/// lies outside is told by what it is given alone.
fn is_plain_wrapper((symbol, name): &Handler) -> bool {
    let name = name.rsplit(['.', ':']).next().unwrap_or_default().to_ascii_lowercase();
    symbol.is_none() || PLAIN.iter().any(|it| name.contains(it))
}

/// A word, or what is put together of some: `users:read`, `ROLE_ADMIN`.
fn is_plain(text: &str) -> bool {
    (1..=MAX_ASKED).contains(&text.len()) && !text.contains(|it: char| it.is_whitespace() || matches!(it, '\'' | '$'))
}
