//! What selectors find in a call or about a decorated symbol, and what that says.

use crate::project::source::type_name;
use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::values::types::Decl;
use facts::{Given, Shape, SymbolId, SymbolKind, Type, TypeId, Value, ValueId};
use rules::{Part, Selector, Source};
use std::borrow::Cow;

/// What stands where a selector points.
#[derive(Clone, Debug)]
pub enum Found<'g> {
    Shape(&'g Shape),
    Value(ValueId),
    /// What a row of calls is about that ends in this value.
    Row(ValueId),
    /// What the last call of the row gives in which this value is.
    Whole(ValueId),
    Symbol(SymbolId),
    /// A member of what a value holds, by its name.
    Member(ValueId, String),
    Text(Cow<'g, str>),
    /// A type that a call is given.
    Type(TypeId),
    /// A declaration of any file.
    Declared(Decl),
    /// The file itself.
    File,
}

/// Calls in a row are followed so far.
pub const MAX_ROW: usize = 200;
/// What gives options to all calls in its block.
const OPTIONS: &str = "with_options";
/// Texts that are lists of texts: so many count.
pub const MAX_LISTED: usize = 32;

impl<'g> Writer<'_, 'g> {
    /// Two texts with a mark between them, where both are there: `users#show` of `controller: "users", action: "show"`.
    fn paired(&mut self, site: &Site<'g>, pair: &[Part; 2]) -> Option<Found<'g>> {
        let mut text = |part| self.found(site, part).first().and_then(|it| self.texts(it).first().cloned());
        let (one, other) = (text(&pair[0])?, text(&pair[1])?);
        Some(Found::Text(Cow::Owned(format!("{one}#{other}"))))
    }

    /// What the first alternative of a selector finds that finds anything.
    pub fn find(&mut self, site: &Site<'g>, selector: &Selector) -> Vec<Found<'g>> {
        selector.0.iter().map(|part| self.found(site, part)).find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// What one alternative of a selector finds.
    pub fn found(&mut self, site: &Site<'g>, part: &Part) -> Vec<Found<'g>> {
        let found = match (part.outer, site.outer) {
            (true, _) if part.source == Source::Decorated => site.mapped.map(Found::Symbol).into_iter().collect(),
            (false, _) => self.part(site, part),
            (true, Some(outer)) => self.part(&Site::of_call(self.graph, outer), part),
            (true, None) => Vec::new(),
        };
        found.into_iter().flat_map(|it| self.found_in_turn(it)).collect()
    }

    fn part(&mut self, site: &Site<'g>, part: &Part) -> Vec<Found<'g>> {
        let one = |found: Option<Found<'g>>| found.into_iter().collect::<Vec<_>>();
        match &part.source {
            Source::Text(text) => vec![Found::Text(Cow::Owned(text.clone()))],
            Source::Name => {
                let name = site.name.strip_suffix(&*part.without).unwrap_or(site.name);
                vec![Found::Text(Cow::Borrowed(name.strip_prefix(&*part.behind).unwrap_or(name)))]
            }
            Source::Object => {
                let step = |at: ValueId| match self.graph.values[at as usize] {
                    Value::Call { callee, .. } => self.object(callee),
                    _ => self.object(at),
                };
                let called_on = match self.graph.values[site.callee as usize] {
                    Value::Index { object } => Some(object),
                    _ => self.scoped_object(site).or_else(|| self.object(site.callee)),
                };
                let outward = part.members.iter().try_fold(called_on, |at, _| Some(step(at?)));
                // A router's method that a function is given by itself.
                let given = site.applied.filter(|_| self.is_own_parameter(site.callee)).map(|_| site.callee);
                one(outward.flatten().or(given).map(Found::Value))
            }
            Source::Owner if !part.members.is_empty() => one(self.owner_in_path(site.callee)),
            Source::Owner => {
                let object = self.object(site.callee).map(|object| match self.graph.values[object as usize] {
                    Value::Call { callee, .. } => callee,
                    _ => object,
                });
                let of_type = |it| self.type_path(it).last().copied().map(Cow::Borrowed);
                let name = object.and_then(|it| self.last_name(it).or_else(|| of_type(it)));
                let behind = |name: Cow<'g, str>| match name.strip_prefix(&*part.behind) {
                    Some(rest) if !part.behind.is_empty() => Cow::Owned(rest.to_owned()),
                    _ => name,
                };
                one(name.map(behind).map(Found::Text))
            }
            Source::Result => one(site.result.map(|result| match &part.members[..] {
                [] => Found::Value(result),
                members => Found::Member(result, members.join(".")),
            })),
            Source::Key if site.member.is_some() => {
                let place = part.members.first().and_then(|at| at.parse().ok());
                one(site.member.and_then(|it| self.member_name(&it, place)).map(|it| Found::Text(Cow::Owned(it))))
            }
            Source::Value if site.member.is_some() => one(site.member.and_then(|it| match it.found() {
                Found::Shape(shape) => member(self.graph, shape, &part.members).map(Found::Shape),
                found => part.members.is_empty().then_some(found),
            })),
            Source::Base => one(self.row_base(site.callee).map(Found::Value)),
            Source::Whole => one(site.result.map(Found::Whole)),
            Source::Key => one(self.keyed(site).map(|(key, _)| Found::Text(Cow::Borrowed(key)))),
            Source::Value => one(self.keyed(site).map(|(_, shape)| Found::Shape(shape))),
            Source::Variable => {
                let symbol = self.variable_around(site).or_else(|| self.added_to(site));
                one(symbol.map(Found::Symbol))
            }
            Source::Its if part.members.len() > 1 && self.member_of_class(site, &part.members).is_none() => {
                let given = self.given_to_member(site, &part.members).map(Found::Shape);
                one(given.or_else(|| self.kept_in_member(site, &part.members)))
            }
            Source::Its => match self.member_of_class(site, &part.members) {
                Some(member) => match self.graph.constant(member) {
                    Some(text) => vec![Found::Text(Cow::Borrowed(text))],
                    None if self.graph.symbols[member as usize].kind == SymbolKind::Method => {
                        vec![Found::Symbol(member)]
                    }
                    None => self.text_of_lines(member).map_or_else(|| self.listed_by(member), |text| vec![text]),
                },
                None => Vec::new(),
            },
            Source::Next => one(site.next.map(|call| Found::Text(Cow::Owned(self.written_call(call))))),
            Source::Types => self.types_given(site),
            Source::Kin => one(self.kin(site).map(Found::Declared)),
            Source::Written => {
                let name = site.name.strip_suffix("Attribute").unwrap_or(site.name);
                vec![Found::Text(Cow::Owned(self.written(name, site.given)))]
            }
            Source::Behind => self.given_behind(site, &part.members),
            Source::Entity | Source::Taken => Vec::new(),
            Source::Beside => match &part.members[..] {
                [name] => one(self.stands_beside(site, name).then(|| Found::Text(Cow::Owned(name.clone())))),
                members => one(self.beside(site, members).map(Found::Shape)),
            },
            Source::Decorated => one(site.decorated.map(Found::Symbol).or(site.applied.map(Found::Value))),
            Source::Class => {
                let own = site.decorated.or(site.caller);
                one(own.and_then(|symbol| self.class_of(symbol)).map(Found::Symbol))
            }
            Source::Around => one(site.caller.or_else(|| self.extending_around(site)).map(Found::Symbol)),
            Source::Keys => {
                let names = site.given.iter().filter_map(|given| Some(self.graph.name(given.name?)));
                names
                    .filter(|name| !name.starts_with(['"', '\'']))
                    .map(|name| Found::Text(Cow::Borrowed(name.trim_start_matches(':'))))
                    .collect()
            }
            Source::Row => match part.members.first() {
                Some(name) if part.members.len() > 1 => {
                    let given = self.call_in_row(site.callee, name).map_or(&[][..], |it| &it.given);
                    let given = match part.members[1].parse::<usize>() {
                        Ok(at) => given.get(at..=at).unwrap_or_default(),
                        Err(_) => given,
                    };
                    let within = part.members.get(2..).unwrap_or_default();
                    let told = given.iter().filter_map(|it| member(self.graph, &it.shape, within));
                    told.map(Found::Shape).collect()
                }
                Some(name) => one(self.given_in_row(site.callee, name).map(Found::Shape)),
                None => one(site.result.map(Found::Row)),
            },
            Source::Block => one(site.block.and_then(|call| call.result).map(Found::Value)),
            Source::File => vec![Found::File],
            Source::Paired(pair) => one(self.paired(site, pair)),
            Source::Together(parts) => parts.iter().flat_map(|it| self.found(site, it)).collect(),
            Source::At(at) => {
                let by_place: Vec<&'g Given> = site.given.iter().filter(|given| given.name.is_none()).collect();
                let given = place(*at, by_place.len()).and_then(|at| by_place.get(at));
                let shape = given.map(|it| self.turned_shape(&it.shape));
                let held = shape.and_then(|it| member(self.graph, it, &part.members)).map(Found::Shape);
                one(held.or_else(|| self.member_kept(site, *at, shape?, &part.members)))
            }
            Source::Range(from, to) => {
                let by_place: Vec<&'g Given> = site.given.iter().filter(|given| given.name.is_none()).collect();
                let from = place(*from, by_place.len()).unwrap_or(by_place.len());
                let to = to.map_or(Some(by_place.len()), |to| place(to, by_place.len())).unwrap_or(0);
                by_place.get(from..to).unwrap_or_default().iter().map(|given| Found::Shape(&given.shape)).collect()
            }
            Source::Named(name) => {
                // Ruby's `:name => …` is `name: …`. An attribute may be given one several times.
                let given = site
                    .given
                    .iter()
                    .filter(|it| it.name.is_some_and(|it| self.graph.name(it).trim_start_matches(':') == name));
                let told = given.filter_map(|given| member(self.graph, &given.shape, &part.members));
                let told: Vec<_> = told.map(Found::Shape).collect();
                match self.options_around(site).filter(|_| told.is_empty()) {
                    Some(around) => self.part(&around, part),
                    None => told,
                }
            }
        }
    }

    /// What gives a call the options that it is not given itself: Ruby's `with_options only: :index do … end`.
    pub fn options_around(&self, site: &Site<'g>) -> Option<Site<'g>> {
        let around = site.block.filter(|it| self.graph.language == "ruby" && self.graph.name(it.name) == OPTIONS)?;
        Some(Site::of_call(self.graph, around))
    }

    /// What a row of calls begins with, where a method is called.
    pub fn row_base(&self, callee: ValueId) -> Option<ValueId> {
        let mut at = self.object(callee)?;
        for _ in 0..MAX_ROW {
            let Value::Call { callee, .. } = self.graph.values[at as usize] else { return Some(at) };
            at = self.object(callee)?;
        }
        None
    }

    /// The first call of a row, by what it calls: `a.b` of `a.b().c().d()`.
    pub fn row_start(&self, callee: ValueId) -> ValueId {
        let mut at = callee;
        for _ in 0..MAX_ROW {
            match self.object(at).map(|object| &self.graph.values[object as usize]) {
                Some(Value::Call { callee, .. }) => at = *callee,
                _ => break,
            }
        }
        at
    }

    /// The first argument that is written as a pair of a text and something else.
    fn keyed(&self, site: &Site<'g>) -> Option<(&'g str, &'g Shape)> {
        site.given.iter().find_map(|given| {
            let key = self.graph.name(given.name?);
            let inner = key.strip_prefix(['"', '\''])?.strip_suffix(['"', '\''])?;
            Some((inner, &given.shape))
        })
    }

    /// The innermost variable in whose declaration a call stands.
    fn variable_around(&self, site: &Site<'g>) -> Option<SymbolId> {
        let holds = |symbol: &facts::Symbol| {
            matches!(symbol.kind, SymbolKind::Variable | SymbolKind::Property | SymbolKind::TypeAlias)
                && (symbol.span.start.byte..symbol.span.end.byte).contains(&site.at.byte)
        };
        let around = self.graph.symbols.iter().enumerate().filter(|(_, symbol)| holds(symbol));
        around.max_by_key(|(_, symbol)| symbol.span.start.byte).map(|(id, _)| id as SymbolId)
    }

    /// The variable around that holds an extension of something: `val items: Route.() -> Unit = { get("/items") { } }`.
    fn extending_around(&self, site: &Site<'g>) -> Option<SymbolId> {
        let symbol = self.variable_around(site)?;
        let declared = self.graph.symbols[symbol as usize].declared?;
        matches!(self.graph.types[declared as usize], Type::Extension { .. }).then_some(symbol)
    }

    /// What a decorator of the symbol that a site is about is given, by the decorator's name and the argument's. By its
    /// position: what a decorator of the class around is given, where none of that name stands at the symbol.
    fn beside(&self, site: &Site<'g>, members: &[String]) -> Option<&'g Shape> {
        let [decorator, argument] = members else { return None };
        let place = argument.parse::<usize>().ok();
        let own = site.decorated?;
        let class = place.and_then(|_| self.class_of(own));
        // A tag's key stands before a colon.
        let named = |text: &str| text.strip_prefix(&**decorator).is_some_and(|rest| rest.starts_with(['(', ':']));
        [Some(own), class].into_iter().flatten().find_map(|symbol| {
            let decorators = self.graph.symbols[symbol as usize].decorators.iter().filter(|it| named(&it.text));
            let mut given = decorators.flat_map(|it| &it.given);
            let found = match place {
                Some(at) => given.filter(|it| it.name.is_none()).nth(at),
                None => given.find(|it| it.name.is_some_and(|name| self.graph.name(name) == argument)),
            };
            found.map(|it| &it.shape)
        })
    }

    /// What a method is called on.
    pub fn object(&self, callee: ValueId) -> Option<ValueId> {
        match &self.graph.values[callee as usize] {
            Value::Member { object, .. } => Some(*object),
            _ => None,
        }
    }

    pub fn last_name(&self, value: ValueId) -> Option<Cow<'g, str>> {
        match &self.graph.values[value as usize] {
            Value::Member { name, .. } | Value::Name { name, .. } => Some(Cow::Borrowed(self.graph.name(*name))),
            // A class in the place of a value: `Login::class`.
            Value::Cast { ty } => match self.graph.types[*ty as usize] {
                Type::ClassOf { inner } => type_name(self.graph, inner)
                    .and_then(|name| self.graph.name(name).rsplit('\\').next())
                    .map(Cow::Borrowed),
                _ => None,
            },
            _ => None,
        }
    }

    pub fn class_of(&self, symbol: SymbolId) -> Option<SymbolId> {
        let mut at = Some(symbol);
        while let Some(id) = at {
            let symbol = &self.graph.symbols[id as usize];
            if matches!(symbol.kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Struct) {
                return Some(id);
            }
            at = symbol.parent;
        }
        None
    }

    /// The texts that something says: a literal's, those of a list.
    pub fn texts(&self, found: &Found<'g>) -> Vec<Cow<'g, str>> {
        match found {
            Found::Text(text) => vec![text.clone()],
            Found::Shape(shape) => self.shape_texts(shape),
            _ => Vec::new(),
        }
    }

    /// The texts by which conditions know something: of a call, or a name that holds what one gives, the name of what
    /// is called.
    pub fn condition_texts(&self, found: &Found<'g>) -> Vec<Cow<'g, str>> {
        match found {
            Found::Shape(Shape::Value(value)) => match &self.graph.values[*value as usize] {
                Value::Call { callee, .. } => {
                    self.last_name(*callee).into_iter().chain(self.put_inside(*value)).collect()
                }
                _ => {
                    let made = match &self.graph.values[self.kept_in(*value) as usize] {
                        Value::Call { callee, .. } => self.last_name(*callee),
                        _ => None,
                    };
                    self.texts(found).into_iter().chain(made).collect()
                }
            },
            Found::Symbol(symbol) => {
                vec![Cow::Borrowed(self.graph.name(self.graph.symbols[*symbol as usize].name))]
            }
            _ => self.texts(found),
        }
    }

    /// The name that a selector leads to, of a symbol too.
    pub fn name_told(&mut self, site: &Site<'g>, selector: &Selector) -> Option<String> {
        selector.0.iter().find_map(|part| match self.found(site, part).first()? {
            Found::Symbol(symbol) => {
                let name = self.graph.name(self.graph.symbols[*symbol as usize].name);
                let name = name.strip_suffix(&*part.without).unwrap_or(name);
                Some(name.strip_prefix(&*part.behind).unwrap_or(name).to_owned())
            }
            found => self.texts(found).first().map(|text| text.clone().into_owned()),
        })
    }

    fn shape_texts(&self, shape: &'g Shape) -> Vec<Cow<'g, str>> {
        match shape {
            Shape::Text(text) => vec![Cow::Borrowed(self.graph.name(*text))],
            // A constant of an enumeration by its last name: `RequestMethod.GET`, as a class's. A number is whole: `6.0`.
            Shape::Literal(text) => {
                let text = self.graph.name(*text);
                let text = text.strip_suffix(".class").unwrap_or(text);
                let is_name = text.starts_with(|c: char| c.is_alphabetic() || c == '_')
                    && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '\\' | '$'));
                vec![Cow::Borrowed(if is_name { text.rsplit('.').next().unwrap_or_default() } else { text })]
            }
            Shape::List(items) => items.iter().take(MAX_LISTED).flat_map(|item| self.shape_texts(item)).collect(),
            Shape::Value(value) => self.last_name(*value).into_iter().collect(),
            _ => Vec::new(),
        }
    }
}

fn place(at: i32, count: usize) -> Option<usize> {
    if at < 0 { count.checked_sub(at.unsigned_abs() as usize) } else { Some(at as usize) }
}

fn member<'g>(graph: &'g facts::FileGraph, shape: &'g Shape, members: &[String]) -> Option<&'g Shape> {
    let mut shape = shape;
    for wanted in members {
        let Shape::Object(held) = shape else { return None };
        shape = held.iter().find(|(name, _)| graph.name(*name) == wanted).map(|(_, shape)| shape)?;
    }
    Some(shape)
}
