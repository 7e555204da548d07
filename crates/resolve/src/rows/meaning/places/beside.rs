//! What stands beside the call or symbol that a rule is about: other calls of its row, other decorators, the types that
//! a call is given.

use super::conditions::is_in_capitals;
use super::found::{Found, MAX_LISTED, MAX_ROW};
use crate::naming::entities::Entity;
use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::rows::meaning::handling::handlers::Handler;
use crate::values::types::Decl;
use facts::{Call, Given, Shape, SymbolKind, Type, TypeId, Value, ValueId};
use std::borrow::Cow;

impl<'g> Writer<'_, 'g> {
    /// A call as people write it: `hasRole('ADMIN')`, `hasAuthority(WRITE)`. Without arguments it goes by its name.
    pub fn written_call(&mut self, call: &'g Call) -> String {
        self.written(self.graph.name(call.name), &call.given)
    }

    /// The same of what has a name and is given something, some of it by names.
    pub fn written(&mut self, name: &str, given: impl IntoIterator<Item = &'g Given>) -> String {
        let written = given.into_iter().take(MAX_LISTED).filter_map(|it| {
            let argument = self.written_argument(&it.shape)?;
            Some(match it.name {
                Some(name) => format!("{} = {argument}", self.graph.name(name)),
                None => argument,
            })
        });
        let written: Vec<String> = written.collect();
        if written.is_empty() { name.to_owned() } else { format!("{name}({})", written.join(", ")) }
    }

    /// A guard that is made in its place with what it asks for goes by both: `Depends(Allows("edit"))`.
    pub fn with_given(&mut self, found: &Found<'g>, guards: Vec<Handler>) -> Vec<Handler> {
        let (&Found::Value(value) | &Found::Shape(&Shape::Value(value))) = found else { return guards };
        let [(symbol, name)] = &guards[..] else { return guards };
        if name.contains('(') {
            return guards;
        }
        match self.made_with_arguments(value, true) {
            Some(name) => vec![(symbol.clone(), name)],
            None => guards,
        }
    }

    /// What makes one of a class, as it is written, or the only thing that a call is given does.
    fn made_with_arguments(&mut self, value: ValueId, is_outer: bool) -> Option<String> {
        let Value::Call { callee, .. } = self.graph.values[value as usize] else { return None };
        let call = self.call_giving(value)?;
        let verdict = self.eval.reference_target(self.file, callee);
        let is_type = |one| self.project.symbol(one).is_some_and(|(_, it)| it.kind.is_type());
        let is_made = match verdict.targets[..] {
            [one] => is_type(one),
            _ => verdict.external.is_some_and(|path| self.asks_first(path)),
        };
        match &call.given[..] {
            [] => None,
            _ if is_made => Some(self.written_call(call)),
            [Given { shape: Shape::Value(inner), .. }, ..] if is_outer => self.made_with_arguments(*inner, false),
            _ => None,
        }
    }

    /// The call of a function by its name alone that is given something and gives a value.
    fn called_plainly(&self, value: ValueId) -> Option<&'g Call> {
        let Value::Call { callee, .. } = self.graph.values[value as usize] else { return None };
        let is_plain = matches!(self.graph.values[callee as usize], Value::Name { .. });
        let call = self.graph.calls.iter().find(|call| is_plain && call.result == Some(value))?;
        (!call.given.is_empty()).then_some(call)
    }

    fn written_argument(&mut self, shape: &'g Shape) -> Option<String> {
        if let Some(text) = self.fixed(shape) {
            return Some(format!("'{text}'"));
        }
        match shape {
            // What makes a list: `setOf(READER, WRITER)`.
            Shape::Value(value) if self.called_plainly(*value).is_some() => {
                self.called_plainly(*value).map(|call| self.written_call(call))
            }
            // A constant's own name: `WRITE` of `Permission.WRITE.getName()`.
            Shape::Value(value) => match self.graph.values[*value as usize] {
                Value::Call { callee, .. } => {
                    let object = self.object(callee).and_then(|object| self.last_name(object));
                    object.or_else(|| self.last_name(callee))
                }
                // Kotlin's `Permission.WRITE.name`.
                Value::Member { object, name } if self.graph.name(name) == "name" => {
                    let constant = self.last_name(object).filter(|it| is_in_capitals(it));
                    constant.or_else(|| self.last_name(*value))
                }
                _ => self.last_name(*value),
            }
            .map(Cow::into_owned),
            Shape::List(items) => {
                let all: Vec<String> =
                    items.iter().take(MAX_LISTED).filter_map(|it| self.written_argument(it)).collect();
                (!all.is_empty()).then(|| all.join(", "))
            }
            Shape::Joined(text) => Some(format!("'{}'", self.expanded(self.graph.name(*text).to_owned()))),
            _ => {
                let texts = self.texts(&Found::Shape(shape));
                (!texts.is_empty()).then(|| texts.join(", "))
            }
        }
    }

    /// What is given first to the call of a name in the row in front of what is called.
    pub fn given_in_row(&self, callee: ValueId, name: &str) -> Option<&'g Shape> {
        self.call_in_row(callee, name)?.given.first().map(|given| &given.shape)
    }

    /// The call of a name in the row in front of what is called.
    pub fn call_in_row(&self, callee: ValueId, name: &str) -> Option<&'g Call> {
        let mut at = callee;
        for _ in 0..MAX_ROW {
            let object = self.object(at)?;
            let Value::Call { callee, .. } = self.graph.values[object as usize] else { return None };
            if self.last_name(callee).is_some_and(|it| it == name) {
                return self.call_giving(object);
            }
            at = callee;
        }
        None
    }

    /// What is given first to the calls of a name that follow in the row, as guards are: the last of them stands around
    /// all that were put before.
    pub fn given_behind(&self, site: &Site<'g>, names: &[String]) -> Vec<Found<'g>> {
        let on = |value: ValueId| self.graph.calls.iter().find(move |call| self.object(call.callee) == Some(value));
        let first = site.result.and_then(on);
        let row = std::iter::successors(first, |call| on(call.result?)).take(MAX_ROW);
        let named = row.filter(|call| names.iter().any(|name| self.graph.name(call.name) == name));
        let mut given: Vec<_> = named.filter_map(|call| call.given.first()).map(|it| Found::Shape(&it.shape)).collect();
        given.reverse();
        given
    }

    /// Who is asked before a route of Rust's, what was put around it last first: by what its calls of these names are given
    /// (`wrap`), those in front of it in the row too where it `is_whole`, and by methods of the repository's own traits that
    /// do the same: `get().to(show).authorize(Action::Read)`.
    pub fn put_around_route(&mut self, site: &Site<'g>, names: &[String], is_whole: bool) -> Vec<Handler> {
        let graph = self.graph;
        let object = |callee: ValueId| match graph.values[callee as usize] {
            Value::Member { object, .. } => Some(object),
            _ => None,
        };
        let before =
            |callee: ValueId| graph.calls.iter().find(|call| call.result.is_some() && call.result == object(callee));
        let on = |value: ValueId| graph.calls.iter().find(|call| object(call.callee) == Some(value));
        let first = before(site.callee).filter(|_| is_whole);
        let mut row: Vec<&'g Call> = std::iter::successors(first, |call| before(call.callee)).take(MAX_ROW).collect();
        row.reverse();
        row.extend(std::iter::successors(site.result.and_then(on), |call| on(call.result?)).take(MAX_ROW));
        let mut told = Vec::new();
        for call in row.into_iter().rev() {
            let name = graph.name(call.name);
            if names.iter().any(|it| it == name) {
                let given = call.given.first().map(|it| Found::Shape(&it.shape));
                told.extend(given.map(|it| self.layers(&it, site)).unwrap_or_default());
                continue;
            }
            let Some(function) = self.target(call.callee) else { continue };
            let Some(is_sure) = self.wraps_itself(function, names) else { continue };
            let asked = call.result.map_or_else(|| name.to_owned(), |result| self.asking_for(name.to_owned(), result));
            told.push((Some(self.project.symbol_id(function)), if is_sure { asked } else { format!("{asked}?") }));
        }
        told
    }

    /// Whether a method gives what it is called on with something put around it, as far as the file says in which it is
    /// declared. None where it gives something else, or does something else with it.
    fn wraps_itself(&self, function: Decl, wrapping: &[String]) -> Option<bool> {
        let (source, symbol) = self.project.symbol(function)?;
        let is_same = symbol.kind == SymbolKind::Method && symbol.returns.as_deref() == Some("Self");
        let bodies = source.graph.symbols.iter().filter(|it| it.kind == SymbolKind::Method && it.name == symbol.name);
        let given: Vec<ValueId> = bodies.flat_map(|it| &it.return_values).copied().filter(|_| is_same).collect();
        let is_sure = given.iter().any(|it| wraps(&source.graph, *it, wrapping));
        (is_sure || is_same && given.is_empty()).then_some(is_sure)
    }

    /// Whether a decorator of a name stands at the symbol that a site is about, or a call stands in, or at its class; one of
    /// the repository's own goes by those of libraries that it extends, too.
    pub fn stands_beside(&mut self, site: &Site<'g>, name: &str) -> bool {
        let own = site.decorated.or(site.caller);
        let symbols = [own, own.and_then(|it| self.class_of(it))].into_iter().flatten();
        let all: Vec<_> = symbols.flat_map(|id| &self.graph.symbols[id as usize].decorators).collect();
        let is_named = |text: &str| text.split('(').next().is_some_and(|it| it.rsplit('.').next() == Some(name));
        all.iter().any(|it| is_named(&it.text))
            || all.iter().any(|it| match self.eval.reference_target(self.file, it.value).targets[..] {
                [class] => self.outer_bases(class).iter().any(|base| {
                    let last = base.rsplit('.').next().unwrap_or_default();
                    last.strip_suffix("Attribute") == Some(name)
                }),
                _ => false,
            })
    }

    /// The class of the repository that a property of the class is of, where the same decorates it: what stands around
    /// it in paths, as `Articles` of `@Resource("new") class New(val parent: Articles)`.
    pub fn kin(&mut self, site: &Site<'g>) -> Option<Decl> {
        let class = site.decorated?;
        let source = self.project.source(self.file)?;
        let is_alike =
            |text: &str| text.split(['(', '<']).next().and_then(|it| it.rsplit('.').next()) == Some(site.name);
        let held = self.graph.symbols.iter().filter(|it| it.parent == Some(class));
        let declared = held.flat_map(|it| it.declared.into_iter().chain(it.params.iter().filter_map(|it| it.declared)));
        declared.collect::<Vec<_>>().into_iter().find_map(|ty| match self.eval.named_by(source, self.file, ty) {
            Entity::Symbol(one) if (one.file, one.symbol) != (self.file, class) => {
                let (_, symbol) = self.project.symbol(one)?;
                symbol.decorators.iter().any(|it| is_alike(&it.text)).then_some(one)
            }
            _ => None,
        })
    }

    pub fn types_given(&self, site: &Site<'g>) -> Vec<Found<'g>> {
        let types = &self.graph.types;
        let given = |ty: &TypeId| match &types[*ty as usize] {
            Type::Name { arguments, .. } if !arguments.is_empty() => Some(arguments),
            _ => None,
        };
        // What is neither called nor applied has no value, be there one under the number.
        let is_first =
            |class: facts::SymbolId| self.graph.symbols[class as usize].decorators.iter().any(|it| it.value == 0);
        let has_callee = site.callee != 0 || site.decorated.is_none_or(is_first);
        // `new Mock<IMailer>()`, `[Group<Staff>]`
        if let (Value::Cast { ty }, true) = (&self.graph.values[site.callee as usize], has_callee) {
            let ty = *ty;
            let options = match &types[ty as usize] {
                Type::Union { options } => &options[..],
                _ => std::slice::from_ref(&ty),
            };
            let named = options.iter().find_map(|it| match types[*it as usize] {
                Type::ClassOf { inner } => Some(inner),
                _ => None,
            });
            if let Some(arguments) = named.as_ref().and_then(given) {
                return arguments.iter().map(|ty| Found::Type(*ty)).collect();
            }
        }
        // What a class extends: `class Clerks : SubGroup<Staff>`.
        if let (None, 0, Some(class)) = (site.result, site.callee, site.decorated) {
            let bases = &self.graph.symbols[class as usize].bases;
            let arguments = bases.iter().find_map(|base| given(&base.ty));
            return arguments.into_iter().flatten().map(|ty| Found::Type(*ty)).collect();
        }
        let Some(result) = site.result else { return Vec::new() };
        let Value::Call { arguments, .. } = &self.graph.values[result as usize] else { return Vec::new() };
        let types = arguments.iter().find_map(|it| match &self.graph.values[*it as usize] {
            Value::TypeArguments { types } => Some(types),
            _ => None,
        });
        types.into_iter().flatten().map(|ty| Found::Type(*ty)).collect()
    }
}

/// Whether a call of one of these names stands in the row that a value is.
fn wraps(graph: &facts::FileGraph, value: ValueId, wrapping: &[String]) -> bool {
    let callees = std::iter::successors(Some(value), |at| match graph.values[*at as usize] {
        Value::Call { callee, .. } => match graph.values[callee as usize] {
            Value::Member { object, .. } => Some(object),
            _ => None,
        },
        _ => None,
    });
    callees.take(MAX_ROW).any(|at| match graph.values[at as usize] {
        Value::Call { callee, .. } => {
            matches!(graph.values[callee as usize], Value::Member { name, .. } if wrapping.iter().any(|it| it == graph.name(name)))
        }
        _ => false,
    })
}
