//! What factories of tests make, which go by names of their own: `create(:author)`. See `factory_makes` of Ruby's extraction.

use crate::languages;
use crate::naming::entities::{Entity, Use};
use crate::project::outline::List;
use crate::project::source::Source;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Std, Ty};
use facts::nouns::{constant, singular};
use facts::{Builtin, FileGraph, Shape, Value, ValueId};

const FACTORY: &str = "factory";
const ALIASES: &str = "aliases";
/// What classes of records extend.
const RECORD: &str = "ActiveRecord::Base";
/// Of one that is declared in more places nothing is said.
const MAX_SITES: usize = 16;

/// The factories of a file by the names that they go by; the value of what one makes.
pub fn outline(graph: &FileGraph) -> Vec<(List, String, u32)> {
    if !languages::of(&graph.language).stated_members {
        return Vec::new();
    }
    let declared = graph.calls.iter().filter(|call| graph.name(call.name) == FACTORY && call.text == FACTORY);
    let of_each = declared.filter_map(|call| Some((call, call.result?, call.given.first()?)));
    let named = of_each.flat_map(|(call, made, first)| {
        let aliases = call.given.iter().filter(|it| it.name.is_some_and(|name| graph.name(name) == ALIASES));
        let aliases = aliases.flat_map(|it| match &it.shape {
            Shape::List(items) => items.clone(),
            _ => Vec::new(),
        });
        let names = std::iter::once(first.shape.clone()).chain(aliases).filter_map(|it| match it {
            Shape::Text(text) | Shape::Literal(text) => Some(graph.name(text).trim_start_matches(':').to_owned()),
            _ => None,
        });
        names.map(move |name| (List::Factory, name, made)).collect::<Vec<_>>()
    });
    named.collect()
}

impl Eval<'_> {
    /// What a call gives that has a factory make something, where what is called lies outside.
    pub(crate) fn made_by_factory(
        &mut self,
        source: &Source,
        file: FileId,
        callee: ValueId,
        arguments: &[ValueId],
        given: Ty,
    ) -> Ty {
        let Some(&first) = arguments.first() else { return given };
        if !matches!(self.types.head(given), Head::External(_) | Head::Unknown) {
            return given;
        }
        let factory = match source.graph.values[first as usize] {
            Value::Named { name, .. } => source.graph.name(name).strip_prefix(':'),
            Value::Builtin(Builtin::String) => {
                return self.of_fixtures(source, file, callee, arguments).unwrap_or(given);
            }
            _ => None,
        };
        let Some(factory) = factory else { return given };
        let (Value::Member { name, .. } | Value::Name { name, .. }) = source.graph.values[callee as usize] else {
            return given;
        };
        let is_list = source.graph.name(name).ends_with("_list") || source.graph.name(name).ends_with("_pair");
        let factory = self.name(factory);
        let sites = self.project.listed(List::Factory, factory).to_vec();
        if sites.len() > MAX_SITES {
            return given;
        }
        let mut made = sites.into_iter().map(|(file, value)| self.value(file, value)).collect::<Vec<_>>();
        made.dedup();
        match made[..] {
            [one] if matches!(self.types.head(one), Head::Instance(..)) => {
                if is_list {
                    self.types.std(Std::List, &[one])
                } else {
                    one
                }
            }
            _ => given,
        }
    }

    /// The record that a test asks fixtures for by the name of its table, of the class that is called like that:
    /// `order_lines(:first)`, `shop_items(:one, :two)` of `Shop::Item`.
    fn of_fixtures(&mut self, source: &Source, file: FileId, callee: ValueId, arguments: &[ValueId]) -> Option<Ty> {
        let graph = &source.graph;
        let name = match graph.values[callee as usize] {
            Value::Name { name, binding: None, .. } => graph.name(name),
            Value::Member { object, name } if matches!(graph.values[object as usize], Value::This { .. }) => {
                graph.name(name)
            }
            _ => return None,
        };
        let one = singular(name);
        if !graph.is_test || one == name {
            return None;
        }
        let spaces = one.match_indices('_').map(|(at, _)| (&one[..at], &one[at + 1..]));
        let within = spaces.map(|(space, rest)| format!("{}::{}", constant(space), constant(rest)));
        let class = std::iter::once(constant(&one)).chain(within).find_map(|path| {
            let path = self.name(&path);
            match self.project.free_name(file, 0, path, Use::Type) {
                Entity::Symbol(decl) => self.is_record(decl).then_some(decl),
                _ => None,
            }
        })?;
        let record = self.types.instance(class, &[]);
        Some(if arguments.len() > 1 { self.types.std(Std::List, &[record]) } else { record })
    }

    /// Whether a class is of records that Active Record keeps.
    fn is_record(&mut self, class: Decl) -> bool {
        let lineage = self.lineage(class);
        lineage.iter().any(|&base| match *self.types.head(base) {
            Head::External(path) => &*self.text(path) == RECORD,
            _ => false,
        })
    }
}
