//! Anchors: by what name rows of several files speak of one thing that handlers are registered on.
//!
//! A variable or class that is a symbol goes by its id; what a function is given as its parameter by
//! `path#function(0)`, what it gives back by `path#function()`; anything else by where it stands, `path#@line:column`.

use super::aliases::second_name;
use super::going_on::goes_on_with;
use super::opened::opened;
use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::rows::meaning::places::paths::is_variable;
use crate::values::types::Decl;
use facts::unit::Cell;
use facts::{BindingId, BindingKind, Call, Exported, FileGraph, Imported, NameId, Shape, Value, ValueId};
use rules::Clause;
use rustc_hash::{FxHashMap, FxHashSet};

/// What a file's values are held by.
#[derive(Default)]
pub struct Anchors<'p, 'g> {
    /// The binding or symbol that a value was given to first.
    pub held: FxHashMap<ValueId, Holder>,
    /// The call that gives a value.
    giving: FxHashMap<ValueId, &'g Call>,
    /// By what calls give, what is made of it where that is a part alone.
    pub opened: FxHashMap<ValueId, ValueId>,
    /// What calls gave that is a thing of its own, however fluent they look.
    pub apart: FxHashSet<ValueId>,
    /// Calls of functions of the repository, and those of them that are given what registers, by which parameter.
    pub calls_of: Vec<(&'g Call, Decl)>,
    pub built: Vec<(&'g Call, Decl, usize)>,
    /// Calls of what calls gave.
    pub calls_made: Vec<&'g Call>,
    /// Calls that make one of a class of the repository that extends what rules know.
    pub made: Vec<(&'g Call, Decl)>,
    /// What something is registered on in this file.
    pub owners: FxHashSet<String>,
    /// What procedures are registered on by themselves, and with which framework.
    pub procedures: FxHashMap<String, String>,
    /// What functions of the repository are given to register on.
    pub handed_owners: FxHashSet<String>,
    /// What is told once all calls were seen.
    pub pending: Vec<(&'p Clause, Site<'g>)>,
    /// What is told with a call, by its callee, that is given what the site gives by a name.
    pub placed: FxHashMap<ValueId, Vec<(&'p Clause, Site<'g>)>>,
    /// What holds the routes that objects describe.
    pub routes: FxHashMap<ValueId, String>,
    /// The call in whose block the whole file stands, once it was asked for.
    pub inside: Option<Option<String>>,
    /// The paths of calls that are given a function, by their callees.
    pub paths: FxHashMap<ValueId, String>,
    /// What types of the repository extend outside of it.
    pub bases: FxHashMap<Decl, Vec<String>>,
    /// The calls that a value is an argument of.
    given_to: FxHashMap<ValueId, &'g Call>,
    /// So many calls were told as given an address.
    pub handed: u32,
    pub fluent: FxHashMap<ValueId, ValueId>,
    pub by_callee: FxHashMap<ValueId, &'g Call>,
    /// The innermost function around a call, by its callee.
    pub around: FxHashMap<ValueId, &'g Call>,
}

#[derive(Clone, Copy)]
pub enum Holder {
    Binding(BindingId),
    Symbol(u32),
    /// By a name that it leaves the file under.
    Export(NameId),
    /// A name that leaves the file, or a member.
    Outer(ValueId),
}

/// Steps through fluent calls and names for names: more than a file is read deep.
pub const MAX_STEPS: u16 = 650;

impl<'g> Anchors<'_, 'g> {
    pub fn new(graph: &'g FileGraph) -> Self {
        let mut anchors = Self::default();
        for (id, symbol) in graph.symbols.iter().enumerate() {
            for value in symbol.initial.iter().filter(|_| second_name(graph, id as u32).is_none()) {
                anchors.held.entry(*value).or_insert(Holder::Symbol(id as u32));
            }
        }
        for (id, binding) in graph.bindings.iter().enumerate() {
            for value in &binding.values {
                anchors.held.entry(*value).or_insert(Holder::Binding(id as BindingId));
                // What branches give is held as well, but what goes by a name of its own.
                if let Value::Either { options } = &graph.values[*value as usize] {
                    for option in options.iter().filter(|it| is_given_or_made(&graph.values[**it as usize])) {
                        anchors.held.entry(*option).or_insert(Holder::Binding(id as BindingId));
                    }
                }
            }
        }
        for export in &graph.exports {
            if let Exported::Value(value) = export.what {
                anchors.held.entry(value).or_insert(Holder::Export(export.name));
            }
        }
        let is_name = |value: ValueId| matches!(graph.values[value as usize], Value::Name { .. });
        let is_given = |value: ValueId| graph.language != "python" && !is_name(value);
        for (name, value) in graph.stored.iter().filter(|(_, value)| is_given(*value)) {
            anchors.held.entry(*value).or_insert(Holder::Outer(*name));
        }
        anchors.hold_parts(graph);
        anchors.hold_chains(graph);
        for call in &graph.calls {
            for given in &call.given {
                anchors.give(&given.shape, call);
            }
            let Some(result) = call.result else { continue };
            anchors.giving.insert(result, call);
            anchors.give_members(graph, result, call);
            if let Value::Member { object, .. } = graph.values[call.callee as usize]
                && is_given_or_made(&graph.values[object as usize])
            {
                anchors.fluent.entry(object).or_insert(result);
            }
        }
        // Lists have no name, and nothing is registered on them.
        for literal in graph.literals.iter().filter(|it| !graph.name(it.name).is_empty()) {
            anchors.giving.extend(literal.result.map(|result| (result, literal)));
        }
        anchors.blocks(graph);
        anchors
    }

    /// Notes what a call is given, in lists too.
    fn give(&mut self, shape: &Shape, call: &'g Call) {
        match shape {
            Shape::Value(value) => {
                self.given_to.insert(*value, call);
            }
            Shape::List(items) => items.iter().for_each(|item| self.give(item, call)),
            _ => {}
        }
    }

    /// Notes what the members of an object of C#'s are: `new { httpMethod = new HttpMethodRouteConstraint("PUT") }`.
    fn give_members(&mut self, graph: &'g FileGraph, result: ValueId, call: &'g Call) {
        let Value::Call { arguments, .. } = &graph.values[result as usize] else { return };
        for argument in arguments.iter().filter(|_| graph.language == "csharp") {
            let argument = match graph.values[*argument as usize] {
                Value::Named { value, .. } => value,
                _ => *argument,
            };
            if let Value::Object { members, .. } = &graph.values[argument as usize] {
                members.iter().for_each(|(_, value)| {
                    self.given_to.entry(*value).or_insert(call);
                });
            }
        }
    }

    /// The symbol that was given a value first.
    pub fn symbol_holding(&self, value: ValueId) -> Option<u32> {
        match self.held.get(&value) {
            Some(Holder::Symbol(symbol)) => Some(*symbol),
            _ => None,
        }
    }

    pub fn is_held(&self, value: ValueId) -> bool {
        self.held.contains_key(&value)
    }

    pub fn call_giving(&self, value: ValueId) -> Option<&'g Call> {
        self.giving.get(&value).copied()
    }

    /// The call that something is an argument of.
    pub fn given_to(&self, value: ValueId) -> Option<&'g Call> {
        self.given_to.get(&value).copied()
    }

    /// The call of what is called on what a call gives.
    pub fn called_on(&self, value: ValueId) -> Option<&'g Call> {
        self.giving.get(self.fluent.get(&value)?).copied()
    }

    /// What a chain of calls is made on is held by what holds the chain: `const api = Router().use(a).use(b)`.
    fn hold_chains(&mut self, graph: &FileGraph) {
        for at in (0..graph.values.len() as ValueId).rev() {
            let (Some(&holder), Value::Call { callee, .. }) = (self.held.get(&at), &graph.values[at as usize]) else {
                continue;
            };
            if let Value::Member { object, .. } = graph.values[*callee as usize]
                && is_given_or_made(&graph.values[object as usize])
                && !goes_on_with(graph, object)
            {
                self.held.entry(object).or_insert(holder);
            }
        }
    }

    /// The call that something, or what is called on it in a row, is an argument of.
    pub fn outer(&self, value: ValueId) -> Option<&'g Call> {
        let mut value = value;
        for _ in 0..MAX_STEPS {
            if let Some(call) = self.given_to.get(&value) {
                return Some(call);
            }
            value = *self.fluent.get(&value)?;
        }
        None
    }
}

impl Writer<'_, '_> {
    /// The anchor of a value; none where nothing is known of it.
    pub fn anchor(&mut self, value: ValueId, anchors: &Anchors) -> Option<String> {
        self.anchor_within(value, anchors, MAX_STEPS)
    }

    pub fn anchor_within(&mut self, value: ValueId, anchors: &Anchors, steps: u16) -> Option<String> {
        let steps = steps.checked_sub(1)?;
        let is_name = matches!(self.graph.values[value as usize], Value::Name { .. });
        match anchors.held.get(&value) {
            Some(Holder::Symbol(symbol)) => return Some(self.id(*symbol)),
            // What a variable is another name for goes by its own.
            Some(Holder::Binding(binding)) if !is_name => return self.binding_anchor(*binding, anchors, steps),
            Some(Holder::Export(name)) => return Some(self.export_anchor(&self.graph.path, *name)),
            Some(Holder::Outer(name)) => {
                if let Some(anchor) = self.target_anchor(*name) {
                    return Some(anchor);
                }
            }
            Some(Holder::Binding(_)) | None => {}
        }
        match &self.graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => {
                let kind = self.graph.bindings[*binding as usize].kind;
                if kind == BindingKind::Import {
                    return self.target_anchor(value).or_else(|| self.imported_anchor(*binding));
                }
                self.binding_anchor(*binding, anchors, steps)
            }
            // A variable of the files that include this one.
            Value::Name { name, .. } if is_variable(self.graph.name(*name)) => {
                Some(format!("{}#{}", self.graph.path, self.graph.name(*name)))
            }
            Value::Name { .. } => self.target_anchor(value),
            Value::Member { object, name } => {
                let (object, name) = (*object, *name);
                if let Some(class) = self.own_attribute(value) {
                    return Some(class);
                }
                let target = self.target(value).or_else(|| self.field(value));
                // What a property computes is each instance's own.
                let symbol = target.filter(|it| !self.is_computed(*it)).map(|it| self.project.symbol_id(it));
                let given = || self.member_given_back(object, self.graph.name(name));
                if let Some(anchor) = symbol.or_else(given) {
                    return Some(anchor);
                }
                let object = self.anchor_within(object, anchors, steps)?;
                Some(format!("{object}.{}", self.graph.name(name)))
            }
            Value::Call { callee, arguments } => {
                let callee = *callee;
                if anchors.apart.contains(&value) {
                    return self.standing(value, anchors);
                }
                let object = self.object(callee);
                // What a function of the repository gives back.
                if let Some(function) = self.target(callee) {
                    if let Some(given) = self.given_back_by(function, arguments) {
                        return self.anchor_within(given, anchors, steps);
                    }
                    return match object.filter(|_| self.gives_receiver(function)) {
                        Some(object) => self.anchor_within(object, anchors, steps),
                        None => Some(format!("{}()", self.project.symbol_id(function))),
                    };
                }
                // A fluent call gives what it was called on.
                match object {
                    Some(object) => {
                        self.anchor_within(object, anchors, steps).or_else(|| self.standing(value, anchors))
                    }
                    None => match self.given_by_closure(callee) {
                        Some(given) => self.anchor_within(given, anchors, steps),
                        None => self.standing(value, anchors),
                    },
                }
            }
            Value::Lent { object } => self.anchor_within(*object, anchors, steps),
            Value::Item { .. } | Value::Await { .. } | Value::Part { .. } => {
                self.anchor_within(opened(self.graph, value)?, anchors, steps)
            }
            Value::New { .. } | Value::Instance { .. } => self.standing(value, anchors),
            _ => None,
        }
    }

    /// What a call gives, as a thing of its own.
    pub fn result_anchor(&mut self, value: ValueId, anchors: &Anchors) -> Option<String> {
        match anchors.held.get(&value) {
            Some(Holder::Symbol(symbol)) => Some(self.id(*symbol)),
            Some(Holder::Binding(binding)) => self.binding_anchor(*binding, anchors, MAX_STEPS),
            Some(Holder::Export(name)) => Some(self.export_anchor(&self.graph.path, *name)),
            Some(Holder::Outer(name)) => self.target_anchor(*name).or_else(|| self.standing(value, anchors)),
            None => self.standing(value, anchors),
        }
    }

    fn standing(&self, value: ValueId, anchors: &Anchors) -> Option<String> {
        let at = anchors.giving.get(&value)?.at;
        Some(format!("{}#@{}:{}", self.graph.path, at.line, at.column))
    }

    pub fn binding_anchor(&mut self, id: BindingId, anchors: &Anchors, steps: u16) -> Option<String> {
        let binding = &self.graph.bindings[id as usize];
        if let Some(given) = self.script_place(id, anchors, steps) {
            return Some(given);
        }
        if let Some(symbol) = binding.symbol {
            return Some(self.id(symbol));
        }
        if let Some(place) = self.parameter_place(id) {
            return Some(place);
        }
        // Another name for something that has one.
        if let Some(first) = binding.values.first().copied() {
            let anchor = match self.graph.values[first as usize] {
                Value::Name { .. } => self.anchor_within(first, anchors, steps),
                Value::Member { .. } if binding.values.len() == 1 => self.member_anchor(first, anchors, steps),
                Value::Either { .. } if binding.values.len() == 1 => self.given_or_not(first),
                // `let router = with_items("/api", router)`
                Value::Call { .. } if binding.values.len() == 1 => {
                    self.given_back_in(first).and_then(|it| self.anchor_within(it, anchors, steps))
                }
                _ => None,
            };
            if anchor.is_some() {
                return anchor;
            }
        }
        let mut others = binding.values.iter().filter(|value| !self.is_of_itself(**value, id));
        if let (Some(only), None) = (others.next(), others.next())
            && let Some(base) = self.fluent_base(*only, id, anchors)
            && let Some(anchor) = self.anchor_within(base, anchors, steps)
        {
            return Some(anchor);
        }
        Some(format!("{}#@{}:{}", self.graph.path, binding.line, self.graph.name(binding.name)))
    }

    /// The parameter of the function around that a name stands for.
    pub fn parameter_anchor(&mut self, value: ValueId, anchors: &Anchors) -> Option<String> {
        let Value::Name { binding: Some(binding), .. } = self.graph.values[value as usize] else { return None };
        if self.graph.bindings[binding as usize].kind != BindingKind::Parameter {
            return None;
        }
        self.binding_anchor(binding, anchors, MAX_STEPS).filter(|anchor| anchor.ends_with(')'))
    }

    fn export_anchor(&self, path: &str, name: NameId) -> String {
        format!("{path}#export:{}", self.graph.name(name))
    }

    /// What a file exports that is no declaration: `export default Router().use(…)`.
    fn imported_anchor(&self, binding: BindingId) -> Option<String> {
        let (import, at) = self.graph.bindings[binding as usize].import?;
        let import = &self.graph.imports[import as usize];
        let (Cell::Text(path), _) = self.place(&import.specifier) else { return None };
        let name = match import.names.get(at as usize)?.imported {
            Imported::Default => "default",
            Imported::Name(name) => self.graph.name(name),
            Imported::Module => "export=",
            _ => return None,
        };
        Some(format!("{path}#export:{name}"))
    }

    fn target_anchor(&mut self, value: ValueId) -> Option<String> {
        self.target(value).or_else(|| self.field(value)).map(|one| self.project.symbol_id(one))
    }

    /// The field that a member is, where a language with modules by paths tells fields and methods apart.
    fn field(&mut self, value: ValueId) -> Option<Decl> {
        let is_member = matches!(self.graph.values[value as usize], Value::Member { .. });
        let tells = is_member && crate::languages::of(&self.graph.language).module_paths;
        if tells { self.eval.value_target(self.file, value).filter(|one| self.is_storage(*one)) } else { None }
    }

    /// The declaration that a name leads to.
    pub fn target(&mut self, value: ValueId) -> Option<Decl> {
        let verdict = self.eval.reference_target(self.file, value);
        match verdict.targets[..] {
            [one] => Some(one),
            _ => None,
        }
    }
}

/// What a call gives or makes, with types given to it or without.
fn is_given_or_made(value: &Value) -> bool {
    matches!(value, Value::Call { .. } | Value::New { .. } | Value::Instance { .. })
}
