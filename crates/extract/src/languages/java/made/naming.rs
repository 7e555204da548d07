//! How accessors are named, and what setting a field gives.

use super::makers::{CHAIN, FLUENT, Makes, PREFIX};
use super::{Field, Maker, Order, Walk};
use facts::*;

/// How the accessors of a field are named.
pub struct Naming {
    /// By the field's name alone.
    fluent: bool,
    /// Setting a field gives what it was set of.
    pub chained: bool,
    /// What stands before the fields' names; where there are any, a field without one has no accessors.
    prefixes: Vec<String>,
}

impl Naming {
    fn of(order: Option<&Order>) -> Self {
        let is = |name| order.and_then(|it| it.element(name)).map(|text| text == "true");
        let fluent = is(FLUENT).unwrap_or(false);
        let elements = order.map_or(&[][..], |it| &it.elements);
        let prefixes = elements.iter().filter(|(name, _)| name == PREFIX).map(|(_, text)| text.clone()).collect();
        Self { fluent, chained: is(CHAIN).unwrap_or(fluent), prefixes }
    }

    pub fn reader(&self, field: &Field) -> Option<String> {
        let is_flag = field.text.as_deref() == Some("boolean");
        self.named(field, if is_flag { "is" } else { "get" })
    }

    pub fn writer(&self, field: &Field) -> Option<String> {
        self.named(field, "set")
    }

    pub fn copier(&self, field: &Field) -> Option<String> {
        Some(joined("with", self.base(field)?))
    }

    fn named(&self, field: &Field, verb: &str) -> Option<String> {
        match self.fluent {
            true => self.stripped(&field.name).map(str::to_owned),
            false => Some(joined(verb, self.base(field)?)),
        }
    }

    /// A field's name without what stands before it; of a flag without its `is`.
    fn base<'f>(&self, field: &'f Field) -> Option<&'f str> {
        let name = self.stripped(&field.name)?;
        let flag = name.strip_prefix("is").filter(|_| field.text.as_deref() == Some("boolean"));
        Some(flag.filter(|rest| rest.starts_with(|c: char| !c.is_lowercase())).unwrap_or(name))
    }

    fn stripped<'n>(&self, name: &'n str) -> Option<&'n str> {
        if self.prefixes.is_empty() {
            return Some(name);
        }
        self.prefixes.iter().find_map(|prefix| name.strip_prefix(prefix.as_str()).filter(|rest| !rest.is_empty()))
    }
}

/// `getName` of `get` and `name`.
pub fn joined(verb: &str, name: &str) -> String {
    let mut letters = name.chars();
    match letters.next() {
        Some(first) if !verb.is_empty() => format!("{verb}{}{}", first.to_uppercase(), letters.as_str()),
        _ => name.to_owned(),
    }
}

impl Walk<'_, '_> {
    /// What is said of the field, else of its class, else of a class around.
    pub(super) fn naming(&self, maker: &Maker, field: &Field) -> Naming {
        let said = |orders: &[Order]| {
            let order = orders.iter().find(|it| it.makes == Makes::Naming);
            order.map(|it| Naming::of(Some(it)))
        };
        let around = || {
            let outer = self.classes.iter().rev().skip(1);
            outer
                .copied()
                .find_map(|class: SymbolId| said(&self.orders(&self.b.graph.symbols[class as usize].decorators)))
        };
        said(&field.orders).or_else(|| said(&maker.orders)).or_else(around).unwrap_or_else(|| Naming::of(None))
    }
}
