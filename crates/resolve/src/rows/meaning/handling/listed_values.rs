//! What variables and literals list in Go: `[]Middleware{logged, signedIn}`, also where more is appended.

use super::handlers::Handler;
use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::rows::meaning::places::found::Found;
use crate::values::types::{Decl, Head};
use facts::{Binding, BindingKind, Builtin, Call, CallKind, Given, Shape, SymbolKind, Type, Value, ValueId};
use rules::Selector;

/// Lists that are appended to each other.
const MAX_APPENDED: u8 = 12;
/// What a call is given behind a function stands so near to that, in bytes.
const NEAR: u32 = 24;
/// The function that appends.
const APPEND: &str = "append";

/// One of what is listed; `maybe`: a condition says whether it is.
#[derive(Clone, Copy)]
pub struct Listed<'g> {
    pub given: &'g Given,
    pub maybe: bool,
}

impl<'g> Writer<'_, 'g> {
    /// What a value lists, in order; nothing where that is not known.
    pub fn listed_values(&mut self, value: ValueId) -> Vec<Listed<'g>> {
        let mut told = Vec::new();
        if !self.goes_by_types() || !self.list_into(value, MAX_APPENDED, &mut told) {
            told.clear();
        }
        told
    }

    /// The list that a loop goes through whose variable a value is: `for _, check := range checks { r.Use(check) }`.
    pub fn list_of_turns(&self, value: ValueId) -> Option<ValueId> {
        let graph = self.graph;
        let Value::Name { binding: Some(binding), .. } = graph.values[value as usize] else { return None };
        match graph.bindings[binding as usize].values[..] {
            [one] if self.goes_by_types() => match graph.values[one as usize] {
                Value::Item { object, position: 1 } => Some(object),
                _ => None,
            },
            _ => None,
        }
    }

    /// Who asks, where a list stands for it.
    pub fn askers_listed(&mut self, value: ValueId) -> Vec<Handler> {
        let mut told = Vec::new();
        let in_place = if self.is_made_list(value) { self.appended_to(value) } else { Vec::new() };
        let listed = if in_place.is_empty() { self.listed_values(value) } else { in_place };
        for Listed { given, maybe } in listed {
            let Shape::Value(one) = given.shape else { continue };
            let asking = self.guard_value(one);
            told.extend(asking.map(|(symbol, name)| (symbol, if maybe { format!("{name}?") } else { name })));
        }
        told
    }

    /// What is appended to a list where a call is given it, `chain(show, append(checks, limited)...)`: as the value that an
    /// append gives goes by its first, what stands within the call says it.
    pub fn appended_in(&mut self, call: ValueId, list: ValueId, told: &mut Vec<Listed<'g>>) {
        let graph = self.graph;
        let Some(outer) = graph.calls.iter().find(|it| it.spread && it.result == Some(call)) else { return };
        let is_last = matches!(outer.given.last().map(|it| &it.shape), Some(Shape::Value(last)) if *last == list);
        if !is_last || !self.goes_by_types() {
            return;
        }
        // A function that is written in front of it may take lines.
        let end = graph.blocks.iter().filter(|it| it.callee == outer.callee).map(|it| it.to).max();
        let within = |it: &&'g Call| {
            let is_behind = end.is_some_and(|end| (end..end + NEAR).contains(&it.at.byte));
            it.at.byte > outer.at.byte && (it.at.line == outer.at.line || is_behind)
        };
        let mut appending = graph.calls.iter().filter(within);
        if let Some(append) = appending.find(|it| appends_to(graph.name(it.name), it) == Some(list)) {
            let from = told.len();
            if !self.append_into(append, MAX_APPENDED, false, told) {
                told.truncate(from);
            }
        }
    }

    fn list_into(&mut self, value: ValueId, steps: u8, told: &mut Vec<Listed<'g>>) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        let graph = self.graph;
        match graph.values[value as usize] {
            Value::Name { binding: Some(id), .. } => {
                let binding = &graph.bindings[id as usize];
                if binding.kind == BindingKind::Parameter {
                    return false;
                }
                let own = |it: &ValueId| matches!(graph.values[*it as usize], Value::Name { binding, .. } if binding == Some(id));
                let first = binding.values.first().copied().filter(|it| !own(it));
                // Nothing is in it before something is appended.
                let is_known = match first {
                    Some(first) => match self.appended_at(first, binding) {
                        Some(call) => self.list_into(first, steps, told) && self.append_into(call, steps, false, told),
                        None => self.list_into(first, steps, told),
                    },
                    None => binding.declared.is_some(),
                };
                let mut appended: Vec<ValueId> = binding.values.iter().copied().filter(own).collect();
                appended.dedup();
                // What else it is given nobody knows.
                let is_plain = binding.values.len()
                    == binding.values.iter().filter(|it| own(it)).count() + usize::from(first.is_some());
                is_known && is_plain && self.append_each(&appended, steps, told)
            }
            Value::Call { callee, .. } => match self.target(callee).filter(|_| self.list_function(value).is_some()) {
                Some(function) if self.lists_none(function) => true,
                Some(function) if function.file == self.file => {
                    let given = &graph.symbols[function.symbol as usize].return_values;
                    matches!(given[..], [one] if self.list_into(one, steps, told))
                }
                _ => false,
            },
            Value::Instance { ty } if self.is_list_type(value, ty) => {
                let Some(list) = self.list_literal(value) else {
                    // What lists nothing that is a function.
                    return matches!(graph.types[ty as usize], Type::List { .. });
                };
                for given in &list.given {
                    told.push(Listed { given, maybe: false });
                }
                true
            }
            _ => false,
        }
    }

    /// The function of the repository that a call is of, where that gives a list.
    fn list_function(&mut self, call: ValueId) -> Option<Decl> {
        let Value::Call { callee, .. } = self.graph.values[call as usize] else { return None };
        let function = self.target(callee).filter(|_| self.goes_by_types())?;
        let (source, symbol) = self.project.symbol(function)?;
        matches!(source.graph.types[symbol.returns_type? as usize], Type::List { .. }).then_some(function)
    }

    /// Whether all that a function gives is nothing.
    fn lists_none(&self, function: Decl) -> bool {
        self.project.symbol(function).is_some_and(|(source, symbol)| {
            let is_nothing = |it: &ValueId| matches!(source.graph.values[*it as usize], Value::Builtin(Builtin::Null));
            !symbol.return_values.is_empty() && symbol.return_values.iter().all(is_nothing)
        })
    }

    /// Whether a call gives a list in which nothing is: `func rootMw() []app.HandlerFunc { return nil }`.
    pub fn lists_nothing(&mut self, value: ValueId) -> bool {
        self.list_function(value).is_some_and(|function| self.lists_none(function))
    }

    /// What is appended in the place of a handler and of who is asked before it: `append(showMw(), show)...`, which goes
    /// by the list to which it is.
    pub fn appended(&mut self, found: &[Found<'g>]) -> Vec<Listed<'g>> {
        match found {
            &[Found::Shape(&Shape::Value(list))] if self.goes_by_types() => self.appended_to(list),
            _ => Vec::new(),
        }
    }

    /// Whether a value is a list that is written in its place.
    fn is_made_list(&self, value: ValueId) -> bool {
        self.goes_by_types() && matches!(self.graph.values[value as usize], Value::Instance { .. })
    }

    fn appended_to(&mut self, list: ValueId) -> Vec<Listed<'g>> {
        let graph = self.graph;
        let mut told = Vec::new();
        let appends = |call: &&'g Call| appends_to(graph.name(call.name), call) == Some(list);
        // The inner one of two stands behind the outer one.
        let calls: Vec<&'g Call> = graph.calls.iter().filter(appends).collect();
        let Some(first) = calls.first() else {
            // What is spread in the place of both: `r.GET("/items", both...)`.
            let is_named = matches!(graph.values[list as usize], Value::Name { .. });
            if is_named && !self.list_into(list, MAX_APPENDED, &mut told) {
                told.clear();
            }
            return if is_named { told } else { self.listed_by_call(list) };
        };
        if !self.list_into(list, MAX_APPENDED, &mut told) {
            told.clear();
            // What a function elsewhere lists goes by that.
            if self.list_function(list).is_none() {
                return told;
            }
            told.push(Listed { given: &first.given[0], maybe: false });
        }
        if !calls.into_iter().rev().all(|call| self.append_into(call, MAX_APPENDED, false, &mut told)) {
            told.clear();
        }
        told
    }

    /// What a function of the file lists, a handler behind who is asked before it, with what its call is given in the place
    /// of its parameters: `chain(show)...`.
    fn listed_by_call(&mut self, list: ValueId) -> Vec<Listed<'g>> {
        let graph = self.graph;
        let mut told = Vec::new();
        let Some(function) = self.list_function(list).filter(|it| it.file == self.file) else { return told };
        if !self.list_into(list, MAX_APPENDED, &mut told) {
            return Vec::new();
        }
        let params = &graph.symbols[function.symbol as usize].params;
        let call = self.call_giving(list);
        for one in &mut told {
            let Shape::Value(value) = one.given.shape else { continue };
            let Value::Name { binding, .. } = graph.values[value as usize] else { continue };
            let at = params.iter().position(|it| binding.is_some() && it.binding == binding && !it.rest);
            if let Some(given) = at.and_then(|at| call?.given.get(at)) {
                one.given = given;
            }
        }
        told
    }

    /// Those that are asked, of the same: all but the last.
    pub fn appended_before(&mut self, site: &Site<'g>, selector: &Selector) -> Vec<Handler> {
        let found = self.find(site, selector);
        let mut listed = self.appended(&found);
        listed.pop();
        let mut told = Vec::new();
        for Listed { given, maybe } in listed {
            let Shape::Value(one) = given.shape else { continue };
            let asking = self.guard_values(one).into_iter();
            told.extend(asking.map(|(symbol, name)| (symbol, if maybe { format!("{name}?") } else { name })));
        }
        told
    }

    /// What is appended under conditions, `if strict { checks = append(checks, signedIn) }`.
    fn append_each(&mut self, names: &[ValueId], steps: u8, told: &mut Vec<Listed<'g>>) -> bool {
        let graph = self.graph;
        let line = |call: &&Call| {
            graph
                .bindings
                .iter()
                .any(|it| it.line == call.at.line && it.values.first().is_some_and(|it| names.contains(it)))
        };
        let calls = graph.calls.iter().filter(|call| {
            appends_to(graph.name(call.name), call).is_some_and(|list| names.contains(&list)) && !line(call)
        });
        let calls: Vec<&Call> = calls.collect();
        calls.into_iter().all(|call| self.append_into(call, steps, true, told))
    }

    fn append_into(&mut self, call: &'g Call, steps: u8, maybe: bool, told: &mut Vec<Listed<'g>>) -> bool {
        let added = call.given.get(1..).unwrap_or_default();
        let Some((last, before)) = added.split_last() else { return true };
        told.extend(before.iter().map(|given| Listed { given, maybe }));
        if !call.spread {
            told.push(Listed { given: last, maybe });
            return true;
        }
        let Shape::Value(list) = last.shape else { return false };
        // What takes any number of them hands them on as they are.
        if self.is_rest(list) {
            told.push(Listed { given: last, maybe });
            return true;
        }
        let from = told.len();
        let is_known = self.list_into(list, steps, told);
        told[from..].iter_mut().for_each(|it| it.maybe |= maybe);
        is_known
    }

    /// Whether a value is what the function around takes any number of.
    fn is_rest(&self, value: ValueId) -> bool {
        let Value::Name { binding, .. } = self.graph.values[value as usize] else { return false };
        let is_it = |it: &facts::Param| it.rest && binding.is_some() && it.binding == binding;
        self.graph.symbols.iter().any(|symbol| symbol.params.iter().any(is_it))
    }

    /// The call that makes what a name is given of a list by appending to that.
    fn appended_at(&self, list: ValueId, to: &Binding) -> Option<&'g Call> {
        let graph = self.graph;
        graph.calls.iter().find(|call| call.at.line == to.line && appends_to(graph.name(call.name), call) == Some(list))
    }

    /// The literal that a value is, where it lists what may be functions.
    pub fn list_literal(&self, value: ValueId) -> Option<&'g Call> {
        let graph = self.graph;
        graph
            .literals
            .iter()
            .find(|it| it.result == Some(value) && it.kind == CallKind::New && graph.name(it.name).is_empty())
    }

    /// Whether a literal's type lists things, and is no struct.
    fn is_list_type(&mut self, value: ValueId, ty: facts::TypeId) -> bool {
        match self.graph.types[ty as usize] {
            Type::List { .. } | Type::Map { .. } => true,
            Type::Name { .. } => {
                let ty = self.eval.value(self.file, value);
                match *self.eval.types.head(ty) {
                    Head::Instance(class, _) => {
                        self.project.symbol(class).is_some_and(|(_, it)| it.kind != SymbolKind::Struct)
                    }
                    _ => true,
                }
            }
            _ => false,
        }
    }
}

/// The list that a call appends to.
fn appends_to(name: &str, call: &Call) -> Option<ValueId> {
    match call.given.first().filter(|_| name == APPEND)?.shape {
        Shape::Value(list) => Some(list),
        _ => None,
    }
}
