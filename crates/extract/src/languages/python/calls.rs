//! Calls, and what those give that the language itself defines: `super()`, `cast`, `getattr`, `zip`.

use super::assignments::names_types;
use super::{Walk, last_name};
use crate::builder::CALLEE_LIMIT;
use facts::*;
use rustc_hash::FxHashSet;
use syntax::ruff::ast::{Expr, ExprCall};
use syntax::ruff::text_size::Ranged;

/// What a lambda is handed.
#[derive(Clone, Copy)]
pub enum Handed {
    /// What the callee says of its argument.
    By { callee: ValueId, argument: u32 },
    /// Each item of a value.
    ItemOf(ValueId),
}

/// A call that was walked.
pub struct Called {
    pub callee: ValueId,
    pub result: ValueId,
}

impl Walk<'_, '_> {
    pub fn call(&mut self, it: &ExprCall) -> Called {
        let callee = self.callee(&it.func);
        let noted = self.note(it, callee);
        if self.is_from(&it.func, &["typing", "typing_extensions"], "cast")
            && let [ty, value] = &it.arguments.args[..]
        {
            let ty = self.ty(ty);
            self.value(value);
            return Called { callee, result: self.b.value(Value::Cast { ty }) };
        }
        let mut arguments = Vec::with_capacity(it.arguments.args.len());
        for (at, argument) in it.arguments.args.iter().enumerate() {
            arguments.push(match argument {
                Expr::Lambda(lambda) => self.lambda(lambda, Some(Handed::By { callee, argument: at as u32 })),
                argument => self.passed(argument),
            });
        }
        let mut by_name = Vec::with_capacity(it.arguments.keywords.len());
        for keyword in &it.arguments.keywords {
            by_name.push(match &keyword.value {
                Expr::Lambda(lambda) if keyword.arg.as_ref().is_some_and(|name| name == "key") => {
                    let items = self.ordered(&it.func, callee, &arguments);
                    self.lambda(lambda, items.map(Handed::ItemOf))
                }
                value => self.passed(value),
            });
        }
        let given = self.given(it, &arguments, &by_name);
        self.lists(it, callee);
        let result = self.result(it, callee, arguments);
        if let Some(noted) = noted.map(|at| &mut self.b.graph.calls[at]) {
            (noted.given, noted.result) = (given, Some(result));
        }
        Called { callee, result }
    }

    /// What is called: of a class that is given the types that it is generic in, `Repository[User](session)`, the class.
    fn callee(&mut self, func: &Expr) -> ValueId {
        let Some(class) = class_with_types(func) else { return self.value(func) };
        let Expr::Subscript(it) = func else { return self.value(func) };
        let callee = self.value(class);
        self.value(&it.slice);
        callee
    }

    /// Whose items a call puts in order, or compares, by what its `key` gives.
    fn ordered(&mut self, func: &Expr, callee: ValueId, arguments: &[ValueId]) -> Option<ValueId> {
        if let Expr::Name(name) = func
            && matches!(name.id.as_str(), "max" | "min" | "sorted")
            && self.is_global(func)
        {
            return if arguments.len() == 1 { Some(arguments[0]) } else { None };
        }
        if self.is_from(func, &["itertools"], "groupby") {
            return arguments.first().copied();
        }
        if self.is_from(func, &["heapq"], "nlargest") || self.is_from(func, &["heapq"], "nsmallest") {
            return arguments.get(1).copied();
        }
        match self.b.graph.values[callee as usize] {
            Value::Member { object, name } if self.b.graph.name(name) == "sort" => Some(object),
            _ => None,
        }
    }

    /// A row for a call. What is called without a name (`handlers[key]()`, `make()()`) has an empty one.
    fn note(&mut self, it: &ExprCall, callee: ValueId) -> Option<usize> {
        let named = called_name(class_with_types(&it.func).unwrap_or(&it.func));
        let start = it.func.start().to_u32();
        if named.is_none() && it.func.is_lambda_expr() {
            return None;
        }
        let (name, byte) = named.unwrap_or(("", start));
        let text = match name {
            "" => String::new(),
            name => self.b.text_end(start, byte + name.len() as u32, CALLEE_LIMIT),
        };
        let call = Call {
            kind: CallKind::Call,
            caller: self.b.caller(),
            callee,
            name: self.b.name(name),
            text,
            at: self.b.source.point(byte),
            start_line: self.b.source.line(it.start().to_u32()),
            arguments: it.arguments.len() as u32,
            spread: it.arguments.args.iter().any(Expr::is_starred_expr)
                || it.arguments.keywords.iter().any(|keyword| keyword.arg.is_none()),
            given: Vec::new(),
            result: None,
        };
        self.b.graph.calls.push(call);
        Some(self.b.graph.calls.len() - 1)
    }

    fn result(&mut self, it: &ExprCall, callee: ValueId, arguments: Vec<ValueId>) -> ValueId {
        if let Value::This { owner } = self.b.graph.values[callee as usize] {
            // `cls()`, `type(self)()` make one; `self()` is a call of its `__call__`.
            if self.this(&it.func).is_none_or(|(_, _, on_class)| on_class) {
                return self.b.value(Value::New { callee, arguments: Vec::new() });
            }
            let object = self.b.value(Value::This { owner });
            let name = self.b.name("__call__");
            let callee = self.b.value(Value::Member { object, name });
            return self.b.value(Value::Call { callee, arguments });
        }
        let known = match &*it.func {
            Expr::Name(name) if self.is_global(&it.func) => self.global_result(&name.id, it, &arguments),
            func => match (last_name(func), arguments.first()) {
                (Some("partial"), Some(first)) if self.is_from(func, &["functools"], "partial") => Some(*first),
                (Some("copy"), Some(first)) if self.is_from(func, &["copy"], "copy") => Some(*first),
                (Some("deepcopy"), Some(first)) if self.is_from(func, &["copy"], "deepcopy") => Some(*first),
                (_, Some(first)) if self.remembers(func, it) => Some(*first),
                _ => None,
            },
        };
        known.unwrap_or_else(|| self.b.value(Value::Call { callee, arguments }))
    }

    /// Whether a call gives its argument as a function that remembers results: `cache(f)`, `lru_cache(f)`, `lru_cache(9)(f)`.
    fn remembers(&mut self, func: &Expr, it: &ExprCall) -> bool {
        let maker = match func {
            Expr::Call(configured) => &*configured.func,
            _ => func,
        };
        matches!(it.arguments.args.first(), Some(Expr::Name(_) | Expr::Attribute(_) | Expr::Lambda(_)))
            && last_name(maker)
                .is_some_and(|name| matches!(name, "cache" | "lru_cache") && self.is_from(maker, &["functools"], name))
    }

    /// What a builtin function gives, where that says more than its name.
    fn global_result(&mut self, name: &str, it: &ExprCall, arguments: &[ValueId]) -> Option<ValueId> {
        if name == "super" {
            let owner = self.this_class();
            return Some(self.b.value(Value::Super { owner }));
        }
        let first = *arguments.first()?;
        Some(match name {
            "type" if arguments.len() == 1 => match self.b.graph.values[first as usize] {
                Value::This { .. } => first,
                _ => return None,
            },
            "getattr" => match it.arguments.args.get(1) {
                Some(Expr::StringLiteral(key)) => {
                    let name = self.b.name(key.value.to_str());
                    self.b.value(Value::Member { object: first, name })
                }
                _ => self.b.value(Value::Unknown { dynamic: true }),
            },
            "isinstance" | "issubclass" | "hasattr" | "callable" | "any" | "all" | "bool" => {
                self.builtin(Builtin::Boolean)
            }
            "str" | "repr" | "ascii" | "format" => self.builtin(Builtin::String),
            "len" | "int" | "float" | "hash" | "id" | "ord" | "abs" | "round" => self.builtin(Builtin::Number),
            "next" => self.item_of(first),
            "min" | "max" if arguments.len() == 1 => self.item_of(first),
            "min" | "max" => self.either(arguments.to_vec()),
            "list" | "tuple" | "set" | "frozenset" | "sorted" | "reversed" | "iter" => {
                let item = self.item_of(first);
                self.b.value(Value::List { items: vec![item] })
            }
            "filter" => {
                let item = self.item_of(*arguments.get(1)?);
                self.b.value(Value::List { items: vec![item] })
            }
            "map" => {
                let given = arguments[1..].iter().map(|list| self.item_of(*list)).collect();
                let made = self.b.value(Value::Call { callee: first, arguments: given });
                self.b.value(Value::List { items: vec![made] })
            }
            "enumerate" => {
                let pair = vec![self.builtin(Builtin::Number), self.item_of(first)];
                let pair = self.b.value(Value::List { items: pair });
                self.b.value(Value::List { items: vec![pair] })
            }
            "zip" => {
                let items = arguments.iter().take(4).map(|list| self.item_of(*list)).collect();
                let tuple = self.b.value(Value::List { items });
                self.b.value(Value::List { items: vec![tuple] })
            }
            _ => return None,
        })
    }

    fn item_of(&mut self, object: ValueId) -> ValueId {
        self.b.value(Value::Item { object, position: 1 })
    }

    /// A name that nothing so far declares.
    fn is_global(&mut self, expr: &Expr) -> bool {
        let Expr::Name(it) = expr else { return false };
        let name = self.b.name(&it.id);
        self.scopes.visible(self.b, name).is_none()
    }

    /// The value of something passed on: an argument, an item, what is assigned or returned. Where it
    /// names a function or class, that is a use of it.
    pub fn passed(&mut self, expr: &Expr) -> ValueId {
        let value = self.value(expr);
        if matches!(self.b.graph.values[value as usize], Value::Name { .. } | Value::Member { .. }) {
            self.refer(ReferenceKind::Callback, expr, value);
        }
        value
    }

    pub fn refer(&mut self, kind: ReferenceKind, expr: &Expr, value: ValueId) {
        if let Some((name, byte)) = called_name(expr) {
            let (name, at) = (self.b.name(name), self.b.source.point(byte));
            self.b.graph.references.push(Reference { kind, caller: self.b.caller(), value, name, at });
        }
    }
}

/// The class that is given the types that it is generic in, by how classes are called.
fn class_with_types(func: &Expr) -> Option<&Expr> {
    let Expr::Subscript(it) = func else { return None };
    let name = last_name(&it.value)?;
    let is_class = name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase);
    (is_class && names_types(&it.slice)).then_some(&it.value)
}

/// The last name of what is called, and where it stands.
fn called_name(expr: &Expr) -> Option<(&str, u32)> {
    match expr {
        Expr::Name(it) => Some((it.id.as_str(), it.start().to_u32())),
        Expr::Attribute(it) => Some((it.attr.as_str(), it.attr.start().to_u32())),
        _ => None,
    }
}

/// Of the names that were passed on, keeps those that may be functions or classes: declared or imported
/// as such, members of a module, of a class, of the instance unless they are known to hold data, and of
/// other objects unless a class of this file has data of that name.
pub fn keep_callbacks(graph: &mut FileGraph) {
    let (mut data, mut data_names) = (FxHashSet::default(), FxHashSet::default());
    for symbol in graph.symbols.iter().filter(|symbol| symbol.kind == SymbolKind::Property) {
        data.extend(symbol.parent.map(|class| (class, symbol.name)));
        data_names.insert(symbol.name);
    }
    let takes_all = graph.imports.iter().any(|it| it.names.iter().any(|name| name.imported == Imported::All));
    let (values, bindings) = (&graph.values, &graph.bindings);
    let kind = |binding: BindingId| bindings[binding as usize].kind;
    let mut references = std::mem::take(&mut graph.references);
    references.retain(|reference| {
        if reference.kind != ReferenceKind::Callback {
            return true;
        }
        match values[reference.value as usize] {
            Value::Name { binding: Some(binding), .. } => {
                matches!(kind(binding), BindingKind::Function | BindingKind::Class | BindingKind::Import)
            }
            Value::Name { binding: None, .. } => takes_all,
            Value::Member { object, name } => match values[object as usize] {
                Value::Name { binding: Some(binding), .. } => {
                    matches!(kind(binding), BindingKind::Class | BindingKind::Import) || !data_names.contains(&name)
                }
                Value::This { owner: Some(owner) } => !data.contains(&(owner, name)),
                Value::Super { .. } => true,
                _ => false,
            },
            _ => false,
        }
    });
    graph.references = references;
}
