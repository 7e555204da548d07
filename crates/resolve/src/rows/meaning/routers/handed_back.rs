//! Routers that functions give back: what is registered on them hangs where the functions are called.

use crate::members::extensions;
use crate::rows::Writer;
use crate::rows::meaning::Anchors;
use facts::{SymbolId, Value, ValueId};

/// So many functions may stand around a router that is given back.
const MAX_AROUND: u8 = 3;

impl<'g> Writer<'_, 'g> {
    /// The routers that functions of this file give back.
    pub fn handed_back(&mut self, anchors: &Anchors) {
        let graph = self.graph;
        let by_types = self.goes_by_types();
        let in_tuples = crate::languages::of(&graph.language).module_paths;
        // What branches give is each of that; of several results the first may be a router: `return mux, nil`.
        let options = |value: &'g ValueId| match &graph.values[*value as usize] {
            Value::Either { options } => &options[..],
            Value::List { items } if by_types || in_tuples => items.get(..1).unwrap_or_default(),
            _ => std::slice::from_ref(value),
        };
        for (id, symbol) in graph.symbols.iter().enumerate() {
            let lists = symbol.return_values.iter().filter(|_| in_tuples);
            for value in lists.filter(|it| matches!(graph.values[**it as usize], Value::List { .. })) {
                for one in self.types_given_back(*value) {
                    let own = format!("{}()", self.id(id as SymbolId));
                    self.link(&own, &self.project.symbol_id(one), Some(id as SymbolId), symbol.name_at.line);
                }
            }
            for value in symbol.return_values.iter().filter(|_| in_tuples || by_types) {
                self.parts_back(id as SymbolId, *value, anchors);
                self.joined_back(id as SymbolId, *value, anchors);
            }
            for value in symbol.return_values.iter().flat_map(options) {
                if self.is_script() {
                    self.handed_back_within(id as SymbolId, *value, anchors);
                }
                // A group that an extension makes is what its calls give.
                let made = self.kept_in(*value);
                let is_group = extensions::extends(symbol) && made != *value && anchors.apart.contains(&made);
                let router = match is_group {
                    true => self.result_anchor(made, anchors),
                    false => self.given_back(*value, anchors, MAX_AROUND),
                };
                let Some(router) = router else { continue };
                let id = id as SymbolId;
                let own = self.id(id);
                // What it gives back of what it is given hangs where it is called.
                if router.strip_prefix(&*own).is_some_and(|rest| rest.starts_with('(')) {
                    continue;
                }
                self.link(&format!("{own}()"), &router, Some(id), symbol.name_at.line);
            }
        }
    }

    /// The router that a value is, or that is given back with something around it: `withCors(logged(mux))`.
    pub fn given_back(&mut self, value: ValueId, anchors: &Anchors, around: u8) -> Option<String> {
        // What a row gives in the end has what its calls add.
        let by_types = self.goes_by_types();
        let is_group = by_types && [value, self.kept_first(value)].iter().any(|it| anchors.apart.contains(it));
        let is_known =
            |it: &String| anchors.owners.contains(it) || is_group || (by_types && anchors.handed_owners.contains(it));
        let own = self.result_anchor(value, anchors).filter(is_known);
        let own = own.or_else(|| self.anchor(value, anchors).filter(is_known));
        let own = own.or_else(|| self.given_on(value, anchors));
        if own.is_some() || around == 0 {
            return own;
        }
        let Value::Call { arguments, .. } = &self.graph.values[value as usize] else { return None };
        arguments.iter().find_map(|it| self.given_back(*it, anchors, around - 1))
    }

    /// What another function gives, by which a function gives a router: `fn routes() -> Router { Orders::routes() }`.
    fn given_on(&mut self, value: ValueId, anchors: &Anchors) -> Option<String> {
        let is_call = matches!(self.graph.values[value as usize], Value::Call { .. });
        if !is_call || !crate::languages::of(&self.graph.language).module_paths || !self.is_router(value) {
            return None;
        }
        self.anchor(value, anchors).filter(|it| it.ends_with("()"))
    }
}
