//! The members of objects that calls are given, of each of which a clause may hold.

use super::found::Found;
use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::values::types::Decl;
use facts::{BindingKind, NameId, SHAPES_LIMIT, Shape, Value, ValueId};
use rules::Selector;

/// Objects inside of each other are followed so far.
const MAX_DEPTH: usize = 4;
/// Members of options of JavaScript that hold who is asked and who handles.
const HOOKS: [&str; 6] = ["onRequest", "preParsing", "preValidation", "preHandler", "beforeHandle", "handler"];
/// Of one call so many members count.
const MAX_MEMBERS: usize = 400;

/// A member of an object, with the names that lead to it from the outside in.
#[derive(Clone, Copy)]
pub struct Member<'g> {
    names: [Option<NameId>; MAX_DEPTH],
    pub held: Held<'g>,
}

/// What a member holds: as it is written, or as resolution follows it.
#[derive(Clone, Copy)]
pub enum Held<'g> {
    Shape(&'g Shape),
    Value(ValueId),
}

impl<'g> Member<'g> {
    pub fn found(&self) -> Found<'g> {
        match self.held {
            Held::Shape(shape) => Found::Shape(shape),
            Held::Value(value) => Found::Value(value),
        }
    }

    fn depth(&self) -> usize {
        self.names.iter().flatten().count()
    }
}

impl<'g> Writer<'_, 'g> {
    /// Whether a declaration is a function that is used like a field: Python's `@property`.
    pub fn is_computed(&self, one: Decl) -> bool {
        let symbol = self.project.symbol(one).map(|(_, symbol)| symbol);
        symbol.is_some_and(|it| it.decorators.iter().any(|it| it.text == "property"))
    }

    /// The members that `0.*` stands for, of `0.**` those inside of others too.
    pub fn members(&mut self, site: &Site<'g>, selector: &Selector) -> Vec<Member<'g>> {
        let Some(part) = selector.0.first() else { return Vec::new() };
        // What is given by name.
        if part.source == rules::Source::Keys {
            let named = site.given.iter().filter_map(|given| {
                let mut names = [None; MAX_DEPTH];
                names[0] = Some(given.name?);
                Some(Member { names, held: Held::Shape(&given.shape) })
            });
            return named.take(MAX_MEMBERS).collect();
        }
        let starts = part.members.iter().position(|name| name.starts_with('*')).unwrap_or(part.members.len());
        let (before, stars) = part.members.split_at(starts);
        let outer = rules::Part { members: before.to_vec(), ..part.clone() };
        let held = self.found(site, &outer).into_iter().filter_map(|found| match found {
            Found::Shape(shape) => Some(Held::Shape(shape)),
            Found::Value(value) => Some(Held::Value(value)),
            _ => None,
        });
        // What is written in place is kept whole only as a value.
        let held = self.argument(site, part, before.is_empty()).map(Held::Value).or_else(|| held.into_iter().next());
        let mut open: Vec<Member<'g>> =
            held.map(|held| Member { names: [None; MAX_DEPTH], held }).into_iter().collect();
        for star in stars {
            let mut told = Vec::new();
            while let Some(one) = open.pop().filter(|_| told.len() < MAX_MEMBERS) {
                let mut inner = self.members_of(&one);
                if star == "**" {
                    let (objects, leaves): (Vec<_>, Vec<_>) =
                        inner.into_iter().partition(|it| it.depth() < MAX_DEPTH && !self.members_of(it).is_empty());
                    open.extend(objects);
                    inner = leaves;
                }
                told.extend(inner);
            }
            open = told;
        }
        open.truncate(MAX_MEMBERS);
        open
    }

    /// The names that lead to a member; of a place, that one alone.
    pub fn member_name(&self, member: &Member<'g>, place: Option<usize>) -> Option<String> {
        let name = |name: NameId| self.graph.name(name).trim_matches(['"', '\'']);
        match place {
            Some(at) => member.names.get(at).copied().flatten().map(|it| name(it).to_owned()),
            None => Some(member.names.iter().flatten().map(|it| name(*it)).collect::<Vec<_>>().join("/")),
        }
    }

    /// The value of an argument that is named by its place.
    fn argument(&self, site: &Site<'g>, part: &rules::Part, is_whole: bool) -> Option<ValueId> {
        let rules::Source::At(at) = part.source else { return None };
        let Value::Call { arguments, .. } = &self.graph.values[site.result? as usize] else { return None };
        let argument = arguments.get(usize::try_from(at).ok()?).copied().filter(|_| is_whole)?;
        // Of a list not all items are kept as values, and of PHP's none beside those that have names.
        let is_list = matches!(self.graph.values[argument as usize], Value::List { .. })
            || self.is_php() && self.is_written_whole(site, at);
        (!is_list).then_some(argument)
    }

    /// Whether an argument is kept whole as it is written, and what it names holds others that no value does.
    fn is_written_whole(&self, site: &Site<'g>, at: i32) -> bool {
        let mut by_place = site.given.iter().filter(|given| given.name.is_none());
        match usize::try_from(at).ok().and_then(|at| by_place.nth(at)).map(|given| &given.shape) {
            Some(Shape::Object(members)) => {
                members.len() < SHAPES_LIMIT && members.iter().any(|(name, _)| self.graph.name(*name) == "0")
            }
            Some(Shape::List(items)) => items.len() < SHAPES_LIMIT,
            _ => false,
        }
    }

    fn members_of(&self, one: &Member<'g>) -> Vec<Member<'g>> {
        let below = |name: NameId, held: Held<'g>| {
            let mut names = one.names;
            *names.iter_mut().find(|it| it.is_none())? = Some(name);
            Some(Member { names, held })
        };
        match one.held {
            Held::Shape(Shape::Object(members)) => {
                members.iter().filter_map(|(name, shape)| below(*name, Held::Shape(shape))).collect()
            }
            // An item goes by no name.
            Held::Shape(Shape::List(items)) => {
                items.iter().map(|shape| Member { names: one.names, held: Held::Shape(shape) }).collect()
            }
            Held::Shape(Shape::Value(value)) => self.members_of(&Member { held: Held::Value(*value), ..*one }),
            Held::Shape(_) => Vec::new(),
            Held::Value(value) => match &self.graph.values[self.kept_in(value) as usize] {
                Value::Object { members, .. } => {
                    members.iter().filter_map(|(name, value)| below(*name, Held::Value(*value))).collect()
                }
                _ => Vec::new(),
            },
        }
    }

    /// A function in an object of JavaScript that a variable of this file keeps, `opts.preHandler` of
    /// `app.get("/", opts, show)`, or that is spread in what a call is given: `app.get("/", { ...opts }, show)`.
    pub fn member_kept(&self, site: &Site<'g>, at: i32, shape: &Shape, members: &[String]) -> Option<Found<'g>> {
        if !self.is_script() || !members.last().is_some_and(|it| HOOKS.contains(&it.as_str())) {
            return None;
        }
        let mut held = match *shape {
            Shape::Value(value) => value,
            Shape::Object(_) => match &self.graph.values[site.result? as usize] {
                Value::Call { arguments, .. } => *arguments.get(usize::try_from(at).ok()?)?,
                _ => return None,
            },
            _ => return None,
        };
        for wanted in members {
            held = self.member_written(held, wanted, MAX_DEPTH)?;
        }
        Some(Found::Value(held))
    }

    /// What an object has under a name, or what is spread in it.
    fn member_written(&self, object: ValueId, wanted: &str, depth: usize) -> Option<ValueId> {
        let depth = depth.checked_sub(1)?;
        let Value::Object { members, spreads } = &self.graph.values[self.kept_in(object) as usize] else { return None };
        let own = members.iter().find(|(name, _)| self.graph.name(*name) == wanted).map(|(_, held)| *held);
        own.or_else(|| spreads.iter().rev().find_map(|it| self.member_written(*it, wanted, depth)))
    }

    /// What a name of this file was given, where that is one thing.
    pub fn kept_in(&self, value: ValueId) -> ValueId {
        let value = self.turned(value);
        let Value::Name { binding: Some(binding), .. } = self.graph.values[value as usize] else { return value };
        let binding = &self.graph.bindings[binding as usize];
        match (binding.kind == BindingKind::Parameter, &binding.values[..]) {
            (false, [one]) => *one,
            _ => value,
        }
    }

    /// The same; of what is given anew of itself, what it was given first.
    pub fn kept_first(&self, value: ValueId) -> ValueId {
        self.renewed(value).map_or_else(|| self.kept_in(value), |(first, _)| first)
    }
}
