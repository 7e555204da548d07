//! Members that annotations have the build make: no source shows them, callers use them. What is made stands for a
//! declaration that is written: an accessor for its field, a constructor or builder for its class.

mod builders;
mod makers;
mod naming;

use super::Walk;
use facts::*;
use makers::{MAKERS, Makes, STATIC_NAME, Takes, UNMADE};
use naming::Naming;
use rustc_hash::FxHashSet;

/// An annotation's order, and what its elements say: one that is a list is there several times, `value` is the one
/// that is given without a name.
struct Order {
    makes: Makes,
    elements: Vec<(String, String)>,
}

impl Order {
    fn element(&self, name: &str) -> Option<&str> {
        self.elements.iter().find(|(key, _)| key == name).map(|(_, text)| text.as_str())
    }

    /// Whether it says that nothing is made.
    fn is_void(&self) -> bool {
        self.element("value") == Some(UNMADE)
    }
}

/// A field of the class, or a parameter that a builder is told.
struct Field {
    /// What uses of it are told as.
    symbol: SymbolId,
    name: String,
    ty: Option<TypeId>,
    text: Option<String>,
    modifiers: Modifiers,
    /// It is given a value where it is declared.
    is_set: bool,
    orders: Vec<Order>,
}

impl Field {
    fn has(&self, bits: u32) -> bool {
        self.modifiers.has(bits)
    }

    /// Whether an instance can be made with a value for it: it is not the class's, nor has its value for good.
    fn is_open(&self) -> bool {
        let is_given = self.is_set && self.has(Modifiers::READONLY);
        !(is_given || self.has(Modifiers::STATIC))
    }

    fn is_told(&self, makes: Makes) -> bool {
        self.orders.iter().any(|it| it.makes == makes)
    }
}

/// A class whose members are made.
struct Maker {
    class: SymbolId,
    orders: Vec<Order>,
    fields: Vec<Field>,
    /// The names of its methods in lower case: what is written is not made.
    written: FxHashSet<String>,
}

impl Maker {
    fn orders(&self, makes: Makes) -> impl Iterator<Item = &Order> {
        self.orders.iter().filter(move |it| it.makes == makes)
    }

    /// The order by which something is made of a field: its own, else that of the class.
    fn order<'o>(&'o self, field: &'o Field, makes: Makes) -> Option<&'o Order> {
        let own = field.orders.iter().find(|it| it.makes == makes);
        let of_class = || self.orders(makes).next().filter(|_| !field.has(Modifiers::STATIC));
        own.or_else(of_class).filter(|it| !it.is_void())
    }
}

impl Walk<'_, '_> {
    /// The variables that a class's annotations have made, bound in a scope around it that is opened for them.
    pub fn made_variables(&mut self, decorators: &[Decorator]) -> bool {
        let orders = self.orders(decorators);
        let variables = orders.iter().filter_map(|order| match order.makes {
            Makes::Variable { name, ty } => Some((name, ty)),
            _ => None,
        });
        let variables: Vec<_> = variables.collect();
        if variables.is_empty() {
            return false;
        }
        self.scopes.open(self.b, ScopeKind::Block, None);
        for (name, ty) in variables {
            let path = ty.split('.').map(|part| self.b.name(part)).collect();
            let declared = self.b.ty(Type::Name { path, scope: 0, root: None, arguments: Vec::new() });
            let name = self.b.name(name);
            let binding = self.scopes.rebind(self.b, name, BindingKind::Variable, 0);
            self.b.binding_mut(binding).declared = Some(declared);
        }
        true
    }

    /// The members that the annotations of a class, its fields, constructors and methods have made. The class is
    /// the symbol around, all that is written in it is known.
    pub fn made_members(&mut self, class: SymbolId) {
        let Some(maker) = self.maker(class) else { return };
        for field in &maker.fields {
            let naming = self.naming(&maker, field);
            self.accessors(&maker, field, &naming);
        }
        self.constructors(&maker);
        self.builders(&maker);
    }

    fn maker(&self, class: SymbolId) -> Option<Maker> {
        let graph = &self.b.graph;
        let own = (0..).zip(&graph.symbols).skip(class as usize + 1).filter(|(_, it)| it.parent == Some(class));
        let mut maker = Maker {
            class,
            orders: self.orders(&graph.symbols[class as usize].decorators),
            fields: Vec::new(),
            written: FxHashSet::default(),
        };
        let mut ordered = !maker.orders.is_empty();
        for (symbol, it) in own {
            let name = graph.name(it.name);
            match it.kind {
                SymbolKind::Method => {
                    maker.written.insert(name.to_lowercase());
                }
                SymbolKind::Property => maker.fields.push(Field {
                    symbol,
                    name: name.to_owned(),
                    ty: it.declared,
                    text: it.declared_text.clone(),
                    modifiers: it.modifiers,
                    is_set: !it.initial.is_empty(),
                    orders: self.orders(&it.decorators),
                }),
                SymbolKind::Constructor => {}
                _ => continue,
            }
            ordered |= it.decorators.iter().any(|it| self.maker_of(it).is_some());
        }
        let fixed = maker.orders(Makes::Fixed).next().is_some();
        for field in &mut maker.fields {
            field.modifiers = field.modifiers.with(Modifiers::READONLY, fixed && !field.has(Modifiers::STATIC));
        }
        ordered.then_some(maker)
    }

    /// What annotations have made.
    fn orders(&self, decorators: &[Decorator]) -> Vec<Order> {
        let mut orders = Vec::new();
        for decorator in decorators {
            for &makes in self.maker_of(decorator).unwrap_or_default() {
                let mut elements = Vec::new();
                for given in &decorator.given {
                    let name = given.name.map_or("value", |name| self.b.graph.name(name));
                    self.element_texts(name, &given.shape, &mut elements);
                }
                orders.push(Order { makes, elements });
            }
        }
        orders
    }

    fn maker_of(&self, decorator: &Decorator) -> Option<&'static [Makes]> {
        let written = decorator.text.split(['(', ' ', '\n']).next()?;
        let simple = written.rsplit('.').next()?;
        let meant = |whole: &str| {
            whole.strip_suffix(simple).is_some_and(|package| {
                package.ends_with('.') && (written == whole || self.is_imported(package.trim_end_matches('.'), simple))
            })
        };
        MAKERS.iter().find(|(whole, _)| meant(whole)).map(|(_, makes)| *makes)
    }

    fn is_imported(&self, package: &str, name: &str) -> bool {
        let graph = &self.b.graph;
        let brings = |it: &ImportedName| match it.imported {
            Imported::Name(imported) => graph.name(imported) == name,
            Imported::All => true,
            _ => false,
        };
        graph.imports.iter().any(|import| import.specifier == package && import.names.iter().any(brings))
    }

    fn element_texts(&self, name: &str, shape: &Shape, into: &mut Vec<(String, String)>) {
        let graph = &self.b.graph;
        let text = match shape {
            Shape::Text(text) | Shape::Joined(text) | Shape::Literal(text) => *text,
            Shape::Value(value) => match graph.values[*value as usize] {
                Value::Name { name, .. } | Value::Member { name, .. } => name,
                _ => return,
            },
            Shape::List(items) => return items.iter().for_each(|it| self.element_texts(name, it, into)),
            _ => return,
        };
        into.push((name.to_owned(), graph.name(text).to_owned()));
    }

    fn accessors(&mut self, maker: &Maker, field: &Field, naming: &Naming) {
        let is_static = Modifiers(field.modifiers.0 & Modifiers::STATIC);
        if maker.order(field, Makes::Readers).is_some()
            && let Some(method) = naming.reader(field).and_then(|name| self.made_method(maker, field.symbol, &name))
        {
            let made = self.b.symbol_mut(method);
            (made.returns_type, made.returns, made.modifiers) = (field.ty, field.text.clone(), is_static);
        }
        if maker.order(field, Makes::Writers).is_some()
            && !field.has(Modifiers::READONLY)
            && let Some(method) = naming.writer(field).and_then(|name| self.made_method(maker, field.symbol, &name))
        {
            let returns = if naming.chained { self.b.ty(Type::This) } else { self.literal("void").0 };
            self.takes(method, &[field]);
            let made = self.b.symbol_mut(method);
            (made.returns_type, made.modifiers) = (Some(returns), is_static);
        }
        if maker.order(field, Makes::Copiers).is_some()
            && let Some(method) = naming.copier(field).and_then(|name| self.made_method(maker, field.symbol, &name))
        {
            let returns = self.b.ty(Type::This);
            self.takes(method, &[field]);
            self.b.symbol_mut(method).returns_type = Some(returns);
        }
    }

    fn constructors(&mut self, maker: &Maker) {
        let graph = &self.b.graph;
        let mut own = graph.symbols.iter().skip(maker.class as usize + 1);
        let mut has_one = own.any(|it| it.parent == Some(maker.class) && it.kind == SymbolKind::Constructor);
        for order in &maker.orders {
            let Makes::Constructor(takes) = order.makes else { continue };
            has_one = true;
            self.made_constructor(maker, takes, order.element(STATIC_NAME));
        }
        if has_one {
            return;
        }
        let last = |takes| maker.orders(Makes::LastConstructor(takes)).next();
        for takes in [Takes::All, Takes::Required] {
            if let Some(order) = last(takes) {
                return self.made_constructor(maker, takes, order.element("staticConstructor"));
            }
        }
    }

    fn made_constructor(&mut self, maker: &Maker, takes: Takes, static_name: Option<&str>) {
        let required = |it: &Field| it.has(Modifiers::READONLY) || it.is_told(Makes::Required);
        let given = maker.fields.iter().filter(|it| {
            it.is_open()
                && match takes {
                    Takes::All => true,
                    Takes::Required => required(it) && !it.is_set,
                    Takes::Nothing => false,
                }
        });
        let given: Vec<&Field> = given.collect();
        let name = self.b.graph.name(self.b.graph.symbols[maker.class as usize].name).to_owned();
        let constructor = self.made(maker.class, SymbolKind::Constructor, &name);
        self.takes(constructor, &given);
        if let Some(method) = static_name.and_then(|name| self.made_method(maker, maker.class, name)) {
            let returns = self.class_type(maker.class);
            self.takes(method, &given);
            let made = self.b.symbol_mut(method);
            (made.returns_type, made.modifiers) = (Some(returns), Modifiers(Modifiers::STATIC));
        }
    }

    /// A method that is made, unless one of that name is written.
    fn made_method(&mut self, maker: &Maker, stands_for: SymbolId, name: &str) -> Option<SymbolId> {
        let is_made = !name.is_empty() && !maker.written.contains(&name.to_lowercase());
        is_made.then(|| self.made(stands_for, SymbolKind::Method, name))
    }

    /// A symbol inside the one around that stands for a written one, and where that is.
    fn made(&mut self, stands_for: SymbolId, kind: SymbolKind, name: &str) -> SymbolId {
        let symbol = self.b.symbol(kind, name, 0, (0, 0));
        let graph = &mut self.b.graph;
        let of = &graph.symbols[stands_for as usize];
        let (span, name_at, exported) = (of.span, of.name_at, of.exported);
        let made = &mut graph.symbols[symbol as usize];
        (made.span, made.name_at, made.exported) = (span, name_at, exported);
        graph.made.push((symbol, stands_for));
        symbol
    }

    fn takes(&mut self, symbol: SymbolId, fields: &[&Field]) {
        let mut params = Vec::new();
        for field in fields {
            let name = self.b.name(&field.name);
            let (type_text, declared) = (field.text.clone(), field.ty);
            let (default, binding) = (None, None);
            params.push(Param { name, type_text, declared, default, optional: false, rest: false, binding });
        }
        self.b.symbol_mut(symbol).params = params;
    }

    /// The type of a class as the scope around it names it.
    fn class_type(&mut self, class: SymbolId) -> TypeId {
        let name = self.b.graph.symbols[class as usize].name;
        let scope = self.b.graph.scopes[self.scopes.current() as usize].parent.unwrap_or(0);
        self.b.ty(Type::Name { path: vec![name], scope, root: None, arguments: Vec::new() })
    }
}
