//! Who is asked by what stands in a handler's place in JavaScript: a name that holds a list of functions, of which the last
//! handles, `exports.show = [signedIn, async (req, res) => …]`, and a function of the repository that is put around it.

use super::handlers::Handler;
use crate::naming::entities::{Entity, Use};
use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::rows::meaning::behaviour::requests::SCRIPTS;
use crate::rows::meaning::places::found::{Found, MAX_LISTED};
use crate::rows::meaning::routing::loops::GIVING_ROUTES;
use crate::values::types::{Decl, FileId};
use facts::unit::Cell;
use facts::{Shape, Value, ValueId};
use rules::Selector;

/// Names for names.
const MAX_NAMES: usize = 4;
/// Of lists in which other things than names stand so many items are kept.
const MAX_MIXED: usize = 4;
/// How a library's function is called that gives the list of what it is given.
const LISTING: &str = ".createHandlers";
/// So many functions may stand around a handler.
const MAX_AROUND: usize = 8;

impl<'p, 'g> Writer<'p, 'g> {
    /// The functions that what stands in a handler's place lists before its last.
    pub fn listed_before(&mut self, site: &Site<'g>, selector: &Selector) -> Vec<Handler> {
        let found = self.find(site, selector);
        // What is spread by itself goes by what it names: `...show`.
        let spread = match found[..] {
            [Found::Shape(Shape::List(items))] => match items[..] {
                [Shape::Value(only)] if self.is_script() => Some(only),
                _ => None,
            },
            _ => None,
        };
        if let ([Found::Shape(Shape::List(items))], None) = (&found[..], spread) {
            // What ends in a text names a method of what stands before it: `[Users, "index"]`.
            let lists = |last: &Shape| self.is_script() && !matches!(last, Shape::Text(_));
            let before = items.split_last().filter(|(last, _)| lists(last)).map_or(&[][..], |(_, before)| before);
            return before.iter().take(MAX_LISTED).flat_map(|it| self.guards(&Found::Shape(it), site)).collect();
        }
        let Some(value) = spread.or_else(|| self.handler_value(site, selector)) else { return Vec::new() };
        let Some((file, items)) = self.list_named(value) else { return Vec::new() };
        let Some((_, before)) = items.split_last() else { return Vec::new() };
        before.iter().take(MAX_LISTED).filter_map(|it| self.listed_at(file, *it)).collect()
    }

    /// Who a list of JavaScript asks that is declared in another file, with the lists that are spread into it.
    pub fn listed_elsewhere_named(&mut self, value: ValueId) -> Vec<Handler> {
        let mut told = Vec::new();
        let is_name = matches!(self.graph.values[value as usize], Value::Name { .. } | Value::Member { .. });
        if self.is_script()
            && is_name
            && let Some((file, items)) = self.list_named(value)
            && file != self.file
            && !self.list_each(file, items, MAX_NAMES, &mut told)
        {
            told.clear();
        }
        told
    }

    /// Adds what each item of a list is told as; not of one that may list more than is kept of it.
    fn list_each(&mut self, file: FileId, items: &'p [ValueId], depth: usize, told: &mut Vec<Handler>) -> bool {
        let Some(source) = self.project.source(file).filter(|_| depth > 0) else { return false };
        let values = &source.graph.values;
        let is_name = |it: &ValueId| !matches!(values[*it as usize], Value::Call { .. } | Value::Function { .. });
        if items.len() > MAX_LISTED || items.len() >= MAX_MIXED && !items.iter().all(is_name) {
            return false;
        }
        items.iter().all(|&item| match values[item as usize] {
            Value::Item { object, .. } => match self.list_named_in(file, object) {
                Some((file, items)) => self.list_each(file, items, depth - 1, told),
                None => false,
            },
            _ => {
                told.extend(self.listed_at(file, item));
                true
            }
        })
    }

    /// The list that a name stands for, or a member of a module or of an object, and the file in which it is written.
    pub fn list_named(&mut self, value: ValueId) -> Option<(FileId, &'p [ValueId])> {
        self.list_named_in(self.file, value)
    }

    fn list_named_in(&mut self, file: FileId, value: ValueId) -> Option<(FileId, &'p [ValueId])> {
        let graph = &self.project.source(file)?.graph;
        let bound = |value: ValueId| match graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => Some(self.project.binding(file, binding, Use::Value)),
            _ => None,
        };
        let entity = match graph.values[value as usize] {
            Value::Member { object, name } => {
                let name = graph.name(name);
                match bound(object)? {
                    Entity::Module(file) => {
                        self.project.module_member(file, self.project.names.intern(name), Use::Value)
                    }
                    of => {
                        let (file, value) = self.held_by_entity(of)?;
                        let graph = &self.project.source(file)?.graph;
                        let Value::Object { members, .. } = &graph.values[value as usize] else { return None };
                        let (_, held) = members.iter().find(|(it, _)| graph.name(*it) == name)?;
                        Entity::Value(file, *held)
                    }
                }
            }
            _ => bound(value)?,
        };
        let (file, value) = self.held_by_entity(entity)?;
        match &self.project.source(file)?.graph.values[value as usize] {
            Value::List { items } => Some((file, items)),
            // What is listed for its types alone: `factory.createHandlers(signedIn, async (c) => …)`.
            Value::Call { callee, arguments } => {
                let path = self.eval.reference_target(file, *callee).external?;
                self.project.names.text(path).ends_with(LISTING).then_some((file, &arguments[..]))
            }
            _ => None,
        }
    }

    /// The router whose own middleware a name stands for that another file gives out: `module.exports = router.routes()`.
    pub fn routes_given_out(&mut self, value: ValueId) -> Option<Decl> {
        let Value::Name { binding: Some(binding), .. } = self.graph.values[value as usize] else { return None };
        if !self.is_script() {
            return None;
        }
        let (file, held) = self.held_by_entity(self.project.binding(self.file, binding, Use::Value))?;
        let values = &self.project.source(file)?.graph.values;
        let Value::Call { callee, ref arguments } = values[held as usize] else { return None };
        let Value::Member { object, name } = values[callee as usize] else { return None };
        let is_own = arguments.is_empty() && GIVING_ROUTES.contains(&self.project.source(file)?.graph.name(name));
        match self.eval.reference_target(file, object).targets[..] {
            [one] if is_own => Some(one),
            _ => None,
        }
    }

    /// What a variable was given that stands for an entity, by whatever names.
    fn held_by_entity(&self, entity: Entity) -> Option<(FileId, ValueId)> {
        let mut entity = entity;
        for _ in 0..MAX_NAMES {
            let (file, value) = match entity {
                Entity::Value(file, value) => (file, value),
                Entity::Symbol(one) if self.is_storage(one) => match self.project.symbol(one)?.1.initial[..] {
                    [held] => (one.file, held),
                    _ => return None,
                },
                _ => return None,
            };
            match self.project.source(file)?.graph.values[value as usize] {
                Value::Name { binding: Some(binding), .. } => {
                    entity = self.project.binding(file, binding, Use::Value);
                }
                _ => return Some((file, value)),
            }
        }
        None
    }

    /// The functions of the repository that are called with a handler, the outermost first: they ask where their code
    /// refuses.
    pub fn refusing_around(&mut self, site: &Site<'g>, selector: &Selector) -> Vec<Handler> {
        let mut told = Vec::new();
        let Some(mut at) = self.handler_value(site, selector) else { return told };
        while told.len() < MAX_AROUND
            && let Value::Call { callee, arguments } = &self.graph.values[at as usize]
        {
            let written = |it: &&ValueId| matches!(self.graph.values[**it as usize], Value::Function { .. });
            let inner = arguments.iter().find(written).copied();
            let Some(inner) = inner.or_else(|| self.given_function(at).map(|(given, _)| given)) else { break };
            if let Some((one, _, function)) = self.function_called(*callee) {
                let (symbol, name) = (self.project.symbol_id(one), function.qualified.clone());
                told.push((Some(symbol), self.asking_for(name, at)));
            }
            at = inner;
        }
        told
    }

    /// The function that is written where a call is handed it, of what goes by types in the place of what it gives.
    pub fn written_in(&mut self, call: ValueId) -> Option<ValueId> {
        let Value::Call { callee, arguments } = &self.graph.values[call as usize] else { return None };
        let is_written = |it: &ValueId| matches!(self.graph.values[*it as usize], Value::Function { symbol: None, .. });
        if self.is_script() {
            return arguments.iter().copied().find(is_written);
        }
        if !self.goes_by_types() {
            return None;
        }
        let mut written = arguments.iter().copied().filter(is_written);
        let first = written.next()?;
        // Of what lies outside nothing tells which it hands on, where it is given several.
        let is_outside = self.target(*callee).is_none() && self.is_made_outside(call);
        if is_outside && arguments.len() > 1 && written.next().is_none() && !self.chained(call, first).is_empty() {
            return Some(first);
        }
        let at = self.position_handed_on(*callee)?;
        arguments.get(at).copied().filter(is_written)
    }

    /// The handler that is written where it is handed to what is called around it: `caught(async (req, res) => …)`.
    pub fn written_inside(&mut self, site: &Site<'g>, selector: &Selector) -> Option<Handler> {
        let mut at = match self.find(site, selector)[..] {
            [Found::Value(value) | Found::Shape(&Shape::Value(value))] => Some(value),
            _ => None,
        }?;
        if !self.is_script() && !self.goes_by_types() {
            return None;
        }
        for _ in 0..MAX_AROUND {
            let Value::Call { arguments, .. } = &self.graph.values[at as usize] else { return None };
            match self.given_function(at) {
                Some((given, _)) => at = given,
                None if self.written_in(at).is_some() => {
                    let [symbol, ..] = self.caller(site.caller);
                    return match symbol {
                        Cell::Text(symbol) => Some((Some(symbol.into_owned()), "(inline)".to_owned())),
                        _ => None,
                    };
                }
                None if !self.is_script() => return None,
                None => {
                    let is_call = |it: &&ValueId| matches!(self.graph.values[**it as usize], Value::Call { .. });
                    at = *arguments.iter().find(is_call)?;
                }
            }
        }
        None
    }

    fn handler_value(&mut self, site: &Site<'g>, selector: &Selector) -> Option<ValueId> {
        match self.find(site, selector)[..] {
            [Found::Value(value) | Found::Shape(&Shape::Value(value))] if self.is_script() => Some(value),
            _ => None,
        }
    }

    pub fn is_script(&self) -> bool {
        SCRIPTS.contains(&self.graph.language.as_str())
    }

    /// What an item of a list is told as that may stand in another file: a function, what makes one, or by its name alone
    /// what lies outside.
    fn listed_at(&mut self, file: FileId, item: ValueId) -> Option<Handler> {
        let graph = &self.project.source(file)?.graph;
        let called = match graph.values[item as usize] {
            Value::Call { callee, .. } => callee,
            Value::Function { symbol: None, .. } => {
                return Some((Some(format!("{}#<module>", graph.path)), "(inline)".to_owned()));
            }
            _ => item,
        };
        let verdict = self.eval.reference_target(file, called);
        if let [one] = verdict.targets[..] {
            let name = self.project.symbol(one).map(|(_, symbol)| symbol.qualified.clone())?;
            return Some((Some(self.project.symbol_id(one)), name));
        }
        if verdict.external.is_some_and(|path| self.asks_nobody(path)) {
            return None;
        }
        match graph.values[called as usize] {
            Value::Name { name, .. } | Value::Member { name, .. } => Some((None, graph.name(name).to_owned())),
            _ => None,
        }
    }
}
