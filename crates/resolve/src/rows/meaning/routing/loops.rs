//! What is registered in loops over members that are written out is registered for each of them:
//! `foreach (['ping' => Ping::class] as $path => $handler)`, `for (const [path, handler] of Object.entries({ … }))`.

use crate::rows::Writer;
use crate::rows::meaning::handling::handlers::Handler;
use crate::rows::meaning::places::found::Found;
use crate::rows::meaning::{Anchors, Site};
use crate::values::types::Decl;
use facts::{Binding, Block, Call, FileGraph, NameId, Shape, Value, ValueId};
use rules::Clause;
use std::borrow::Cow;

/// Loops with more turns are left as they are written.
const MAX_TURNS: usize = 200;
/// Variables that are given each other.
const MAX_HELD: usize = 4;
/// What goes through a list, each time with one of it.
pub const EACH: [&str; 2] = ["forEach", "map"];
/// The same in Ruby.
const RUBYS_EACH: [&str; 3] = ["each", "each_with_index", "map"];
/// How methods of Koa's routers are called that give what is mounted.
pub const GIVING_ROUTES: [&str; 2] = ["routes", "middleware"];
/// What gives the members of an object with their names.
const PAIRS: [&str; 2] = ["entries", "items"];
/// What makes a list of what it is given.
const LISTING: [&str; 5] = ["listOf", "setOf", "arrayOf", "asList", "of"];

/// A loop over an object's members.
#[derive(Clone, Copy)]
struct Loop<'g> {
    /// The variable that goes through their names.
    key: &'g str,
    over: ValueId,
    members: &'g [(NameId, ValueId)],
}

impl<'g> Anchors<'_, 'g> {
    /// What is given a block: where that is Ruby's that goes through a list, what this stands in.
    pub fn outside_loops(&self, graph: &FileGraph, block: &Block) -> Option<&'g Call> {
        let is_loop = |it: &&'g Call| {
            let is_method = matches!(graph.values[it.callee as usize], Value::Member { .. });
            graph.language == "ruby" && is_method && RUBYS_EACH.contains(&graph.name(it.name))
        };
        let mut outer = self.by_callee.get(&block.callee).copied();
        while let Some(each) = outer.filter(is_loop) {
            outer = self.around.get(&each.callee).copied();
        }
        outer
    }
}

impl<'g> Writer<'_, 'g> {
    /// For each turn of the loop whose variable a path names, the path and what handles it there; empty where there is none.
    pub fn unrolled(&mut self, site: &Site<'g>, clause: &Clause, route: &str) -> Vec<(String, Option<Handler>)> {
        let Some(around) = self.loop_naming(route, site.at.line) else { return Vec::new() };
        let handled = self.find(site, &clause.handler).into_iter().next().and_then(|found| match found {
            Found::Value(value) => Some(value),
            Found::Shape(Shape::Value(value)) => Some(*value),
            _ => None,
        });
        let is_turned = handled.is_some_and(|value| self.part_of_loop(value) == Some((around.over, 1)));
        let turn = |(name, value): &(NameId, ValueId)| {
            let route =
                marks(around.key).iter().fold(route.to_owned(), |it, mark| it.replace(mark, self.graph.name(*name)));
            (route, if is_turned { self.value_handler(*value) } else { None })
        };
        around.members.iter().map(turn).collect()
    }

    /// The texts that a loop goes through which names each of them: `listOf("/a", "/b").forEach { authorize(it, permitAll) }`.
    pub fn patterns_gone_through(&mut self, value: ValueId, anchors: &Anchors<'_, 'g>) -> Option<Vec<String>> {
        let list = self.named_in_turn(value)?;
        let declared = self.eval.value_target(self.file, list).and_then(|one| self.texts_listed(one));
        if declared.is_some() {
            return declared;
        }
        let call = anchors.call_giving(self.kept_in(list))?;
        if !LISTING.contains(&self.graph.name(call.name)) {
            return None;
        }
        call.given.iter().map(|given| self.fixed(&given.shape).map(Cow::into_owned)).collect()
    }

    /// What a loop goes through of which a name stands for each.
    fn named_in_turn(&self, value: ValueId) -> Option<ValueId> {
        let values = &self.graph.values;
        let Value::Name { binding: Some(binding), .. } = values[value as usize] else { return None };
        let [each] = self.graph.bindings[binding as usize].values[..] else { return None };
        match values[each as usize] {
            Value::Item { object, .. } => Some(object),
            Value::CallbackParam { callee, position: 0, .. } => self.gone_through(callee),
            _ => None,
        }
    }

    /// What a loop goes over that is written out, where its variable stands for it: `for router in [items, users]`,
    /// `[items, users].forEach((router) => …)`.
    pub fn in_each_turn(&mut self, found: Found<'g>) -> Vec<Found<'g>> {
        let (Found::Value(value) | Found::Shape(&Shape::Value(value))) = found else { return vec![found] };
        let graph = self.graph;
        let value = self.with_routes(value).unwrap_or(value);
        let over = match graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => match graph.bindings[binding as usize].values[..] {
                [item] => match graph.values[item as usize] {
                    Value::Item { object, position: 1 } => self.kept_in(object),
                    Value::CallbackParam { callee, position: 0, .. } => match self.gone_through(callee) {
                        Some(list) => self.kept_in(list),
                        None => return vec![found],
                    },
                    _ => return vec![found],
                },
                _ => return vec![found],
            },
            _ => return vec![found],
        };
        if let Value::List { items } = &graph.values[over as usize] {
            return if items.is_empty() { vec![found] } else { items.iter().map(|it| Found::Value(*it)).collect() };
        }
        let told = self.listed_elsewhere(over);
        if told.is_empty() { vec![found] } else { told.into_iter().map(Found::Declared).collect() }
    }

    /// The router whose own middleware a call gives: `posts` of `posts.routes()`.
    fn with_routes(&self, value: ValueId) -> Option<ValueId> {
        let values = &self.graph.values;
        let Value::Call { callee, ref arguments } = values[value as usize] else { return None };
        let Value::Member { object, name } = values[callee as usize] else { return None };
        let is_own = arguments.is_empty() && GIVING_ROUTES.contains(&self.graph.name(name));
        (is_own && self.is_script()).then_some(object)
    }

    /// What a function is called for each of: `list.forEach`.
    pub fn gone_through(&self, callee: ValueId) -> Option<ValueId> {
        match self.graph.values[callee as usize] {
            Value::Member { object, name } if self.graph.language == "ruby" => {
                RUBYS_EACH.contains(&self.graph.name(name)).then_some(object)
            }
            Value::Member { object, name } => EACH.contains(&self.graph.name(name)).then_some(object),
            _ => None,
        }
    }

    /// What a variable of another file lists, where it is known of all what that is.
    fn listed_elsewhere(&mut self, value: ValueId) -> Vec<Decl> {
        let [list] = self.eval.reference_target(self.file, value).targets[..] else { return Vec::new() };
        let Some((source, symbol)) = self.project.symbol(list) else { return Vec::new() };
        let [held] = symbol.initial[..] else { return Vec::new() };
        let Value::List { items } = &source.graph.values[held as usize] else { return Vec::new() };
        let one = |it: &ValueId| match self.eval.reference_target(list.file, *it).targets[..] {
            [one] => Some(one),
            _ => None,
        };
        items.iter().map(one).collect::<Option<_>>().unwrap_or_default()
    }

    /// The loop around a line whose variable for names a text names.
    fn loop_naming(&self, text: &str, line: u32) -> Option<Loop<'g>> {
        if !text.contains(['$', '{']) {
            return None;
        }
        let graph = self.graph;
        let named = |name: &str| marks(name).iter().any(|mark| text.contains(mark.as_str()));
        let above = graph.bindings.iter().filter(|it| it.line <= line && named(graph.name(it.name)));
        let mut nearest: Vec<&Binding> = above.collect();
        nearest.sort_by_key(|it| (it.name, std::cmp::Reverse(it.line)));
        nearest.dedup_by_key(|it| it.name);
        nearest.into_iter().find_map(|binding| {
            let [value] = binding.values[..] else { return None };
            let (over, 0) = self.part_within(value)? else { return None };
            let members = self.members_held(over)?;
            let is_short = !members.is_empty() && members.len() <= MAX_TURNS;
            is_short.then_some(Loop { key: graph.name(binding.name), over, members })
        })
    }

    /// The variable for the names of members that are written out, as a text names it.
    pub fn key_of_loop(&self, shape: &Shape) -> Option<String> {
        let Shape::Value(value) = shape else { return None };
        let (over, 0) = self.part_of_loop(*value)? else { return None };
        let Value::Name { name, .. } = self.graph.values[*value as usize] else { return None };
        self.members_held(over)?;
        Some(marks(self.graph.name(name)).swap_remove(0))
    }

    /// What the loop goes over of which a name holds a part, and which: the names of members or what these hold.
    fn part_of_loop(&self, value: ValueId) -> Option<(ValueId, u32)> {
        let Value::Name { binding: Some(binding), .. } = self.graph.values[value as usize] else { return None };
        let [value] = self.graph.bindings[binding as usize].values[..] else { return None };
        self.part_within(value)
    }

    fn part_within(&self, value: ValueId) -> Option<(ValueId, u32)> {
        let values = &self.graph.values;
        match values[value as usize] {
            Value::Item { object, position } => Some((object, position)),
            Value::Part { object, position } => {
                let pairs = match values[object as usize] {
                    Value::Item { object: pairs, .. } => pairs,
                    Value::CallbackParam { callee, argument: 0, position: 0 } => self.gone_through(callee)?,
                    _ => return None,
                };
                let Value::Call { callee, ref arguments } = values[pairs as usize] else { return None };
                let is_pairs = self.last_name(callee).is_some_and(|name| PAIRS.contains(&&*name));
                let over = arguments.first().copied().or_else(|| self.object(callee));
                Some((over.filter(|_| is_pairs)?, position))
            }
            _ => None,
        }
    }

    /// The members of the object that is written where a value comes from.
    fn members_held(&self, value: ValueId) -> Option<&'g [(NameId, ValueId)]> {
        let graph = self.graph;
        let mut at = value;
        for _ in 0..=MAX_HELD {
            match &graph.values[at as usize] {
                Value::Object { members, spreads } if spreads.is_empty() => return Some(members),
                Value::Name { binding: Some(binding), .. } => match graph.bindings[*binding as usize].values[..] {
                    [held] => at = held,
                    _ => return None,
                },
                _ => return None,
            }
        }
        None
    }
}

/// How a variable is put into a text, in any language's writing.
fn marks(variable: &str) -> Vec<String> {
    let name = variable.trim_start_matches('$');
    vec![format!("${{${name}}}"), format!("{{${name}}}"), format!("${{{name}}}"), format!("#{{{name}}}")]
}
