//! Functions of Kotlin's standard library that make a container of what they are given: `listOf(a, b)`,
//! `mutableMapOf<K, V>()`.

use crate::values::eval::Eval;
use crate::values::types::{FileId, Std, Ty};
use facts::{Value, ValueId};

/// The container that a function makes, by its path.
fn made_by(path: &str) -> Option<Std> {
    let name = ["kotlin.collections.", "kotlin.sequences.", "kotlin."].iter().find_map(|it| path.strip_prefix(it))?;
    Some(match name {
        "arrayListOf" | "arrayOf" | "arrayOfNulls" | "buildList" | "emptyArray" | "emptyList" | "listOf"
        | "listOfNotNull" | "mutableListOf" => Std::List,
        "buildSet" | "emptySet" | "hashSetOf" | "linkedSetOf" | "mutableSetOf" | "setOf" | "setOfNotNull"
        | "sortedSetOf" => Std::Set,
        "buildMap" | "emptyMap" | "hashMapOf" | "linkedMapOf" | "mapOf" | "mutableMapOf" | "sortedMapOf" => Std::Map,
        "emptySequence" | "sequence" | "sequenceOf" => Std::Iterator,
        _ => return None,
    })
}

/// Whether what a function is given is what the container holds: a function makes that of others, and a number says
/// how many there are.
fn takes_elements(path: &str) -> bool {
    path.ends_with("Of") || path.ends_with("NotNull")
}

impl Eval<'_> {
    /// The container that a function makes: of the types that the call names, else of what it is given.
    pub(crate) fn collection_of(&mut self, path: &str, file: FileId, arguments: &[ValueId]) -> Option<Ty> {
        let made = made_by(path)?;
        let (given, types) = self.split_arguments(file, arguments);
        let mut inner: Vec<Ty> = types.iter().map(|&ty| self.declared(file, ty, None)).collect();
        if inner.is_empty() && takes_elements(path) {
            inner = match made {
                Std::Map => {
                    let pairs: Vec<(Ty, Ty)> = given.iter().filter_map(|&pair| self.parts_of_to(file, pair)).collect();
                    vec![one_type(pairs.iter().map(|it| it.0)), one_type(pairs.iter().map(|it| it.1))]
                }
                _ => {
                    let items: Vec<Ty> = given.iter().map(|&item| self.value(file, item)).collect();
                    vec![one_type(items.into_iter())]
                }
            };
        }
        inner.resize(if made == Std::Map { 2 } else { 1 }, Ty::UNKNOWN);
        Some(self.types.std(made, &inner))
    }

    /// The parts of `a to b`.
    fn parts_of_to(&mut self, file: FileId, value: ValueId) -> Option<(Ty, Ty)> {
        let graph = &self.source(file)?.graph;
        let Value::Call { callee, arguments } = &graph.values[value as usize] else { return None };
        let Value::Member { object, name } = graph.values[*callee as usize] else { return None };
        let (&[second], "to") = (&arguments[..], graph.name(name)) else { return None };
        Some((self.value(file, object), self.value(file, second)))
    }
}

/// The type that all of some types are. Of several it is one that these extend, which nobody says.
fn one_type(mut types: impl Iterator<Item = Ty>) -> Ty {
    let Some(first) = types.next() else { return Ty::UNKNOWN };
    if types.all(|ty| ty == first) { first } else { Ty::UNKNOWN }
}
