//! What factories of tests make, which go by names of their own: `create(:author)`. See `factory_makes` of Ruby's extraction.

use crate::languages;
use crate::project::outline::List;
use crate::project::source::Source;
use crate::values::eval::Eval;
use crate::values::types::{Head, Std, Ty};
use facts::{FileGraph, Shape, Value, ValueId};

const FACTORY: &str = "factory";
const ALIASES: &str = "aliases";
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
    pub(crate) fn made_by_factory(&mut self, source: &Source, callee: ValueId, arguments: &[ValueId], given: Ty) -> Ty {
        let Some(&first) = arguments.first() else { return given };
        let Value::Named { name, .. } = source.graph.values[first as usize] else { return given };
        let Some(factory) = source.graph.name(name).strip_prefix(':') else { return given };
        if !matches!(self.types.head(given), Head::External(_) | Head::Unknown) {
            return given;
        }
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
}
