//! What a file offers to others: its graph without what resolving them never consults. Bodies are most of a graph, so
//! that where many files are held at once, this is what is held of them.
//!
//! All that an interface says something of (`interface.rs`) is there, under the same ids. What it says nothing of is
//! blank, so that whoever looked at it all the same would find nothing.

use crate::project::interface::{self, Part, Said};
use facts::*;
use serde::de::DeserializeOwned;

/// A file's interface, and the hash that names it.
pub struct Offer {
    pub hash: String,
    pub graph: FileGraph,
}

impl Offer {
    pub fn of(graph: &FileGraph) -> Self {
        let (hash, said) = interface::said(graph);
        Self { hash, graph: offered(graph, &said) }
    }
}

/// The items of an arena that are said; the others are blank.
fn kept<T: Clone + DeserializeOwned>(
    items: &Arena<T>,
    part: impl Fn(u32) -> Part,
    said: &Said,
    blank: impl Fn(&T) -> T,
) -> Arena<T> {
    let items = (0..).zip(items);
    items.map(|(id, item)| if said.has(part(id)) { item.clone() } else { blank(item) }).collect()
}

fn offered(graph: &FileGraph, said: &Said) -> FileGraph {
    FileGraph {
        path: graph.path.clone(),
        language: graph.language.clone(),
        package: graph.package.clone(),
        packages: graph.packages.clone(),
        not_for: graph.not_for,
        is_test: graph.is_test,
        is_generated: graph.is_generated,
        names: names(graph, said),
        symbols: graph.symbols.iter().map(symbol).collect(),
        constants: graph.constants.clone(),
        property_texts: graph.property_texts.clone(),
        member_texts: graph.member_texts.clone(),
        made: graph.made.clone(),
        impls: graph.impls.clone(),
        scopes: graph.scopes.clone(),
        bindings: kept(&graph.bindings, Part::Binding, said, binding),
        values: kept(&graph.values, Part::Value, said, |_| Value::Unknown { dynamic: false }),
        types: kept(&graph.types, Part::Type, said, |_| Type::Unknown),
        constancy: Constancy { types: graph.constancy.types.clone(), ..Constancy::default() },
        arithmetic: Numbers { types: graph.arithmetic.types.clone(), ..Numbers::default() },
        narrowings: graph.narrowings.iter().filter(|it| said.has(Part::Value(it.value))).copied().collect(),
        imports: graph.imports.clone(),
        global_imports: graph.global_imports.clone(),
        left_out: graph.left_out.clone(),
        gates: graph.gates.clone(),
        given_types: graph.given_types.clone(),
        exports: graph.exports.clone(),
        star_names: graph.star_names.clone(),
        ..FileGraph::default()
    }
}

/// Those that are said, and those under which something is found.
fn names(graph: &FileGraph, said: &Said) -> Vec<String> {
    let mut is_kept = said.names.clone();
    let texts = graph.constants.iter().chain(&graph.property_texts).map(|it| it.1);
    let members = graph.member_texts.iter().flat_map(|(_, path, text)| [*path, *text]);
    let found = graph.symbols.iter().map(|it| it.name).chain(graph.bindings.iter().map(|it| it.name));
    let star_names = graph.star_names.iter().flatten().copied();
    let given = graph.symbols.iter().filter(|it| is_asked_what_it_was_given(it)).flat_map(given);
    texts.chain(members).chain(found).chain(star_names).chain(given).for_each(|name| is_kept[name as usize] = true);
    let names = graph.names.iter().zip(is_kept);
    names.map(|(name, is_kept)| if is_kept { name.clone() } else { String::new() }).collect()
}

/// Whether others ask what a declaration's decorators were given: a fixture may go by another name than its own.
fn is_asked_what_it_was_given(symbol: &Symbol) -> bool {
    symbol.modifiers.has(Modifiers::FIXTURE)
}

/// The names and texts that a declaration's decorators were given.
fn given(symbol: &Symbol) -> impl Iterator<Item = NameId> {
    let given = symbol.decorators.iter().flat_map(|it| &it.given);
    given.flat_map(|it| {
        let text = match it.shape {
            Shape::Text(text) => Some(text),
            _ => None,
        };
        it.name.into_iter().chain(text)
    })
}

/// A declaration without what is only told where it stands.
fn symbol(symbol: &Symbol) -> Symbol {
    let is_asked = is_asked_what_it_was_given(symbol);
    let decorator = |it: &Decorator| match is_asked {
        true => it.clone(),
        false => Decorator { text: it.text.clone(), value: it.value, given: Vec::new() },
    };
    Symbol {
        kind: symbol.kind,
        name: symbol.name,
        qualified: symbol.qualified.clone(),
        span: symbol.span,
        name_at: symbol.name_at,
        parent: symbol.parent,
        scope: symbol.scope,
        exported: symbol.exported,
        modifiers: symbol.modifiers,
        params: symbol
            .params
            .iter()
            .map(|it| Param { default: None, type_text: it.type_text.clone(), ..*it })
            .collect(),
        labels: symbol.labels.clone(),
        returns: symbol.returns.clone(),
        returns_type: symbol.returns_type,
        return_values: symbol.return_values.clone(),
        yields: symbol.yields.clone(),
        declared: symbol.declared,
        declared_text: symbol.declared_text.clone(),
        initial: symbol.initial.clone(),
        receiver: symbol.receiver,
        type_params: symbol.type_params.clone(),
        bases: symbol.bases.iter().map(|it| Base { text: String::new(), ..*it }).collect(),
        decorators: symbol.decorators.iter().map(decorator).collect(),
        signature: String::new(),
        doc: None,
        preview: String::new(),
        complexity: symbol.complexity,
    }
}

/// A name of a body.
fn binding(binding: &Binding) -> Binding {
    Binding { declared: None, values: Vec::new(), ..binding.clone() }
}
