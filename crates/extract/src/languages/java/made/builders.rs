//! Builders: a class inside that is told values one by one, and gives what is made of them in the end.

use super::makers::{BUILD_METHOD, BUILDER_CLASS, BUILDER_METHOD, Makes, SETTER_PREFIX, TO_BUILDER};
use super::naming::joined;
use super::{Field, Maker, Order, Walk};
use facts::*;
use rustc_hash::FxHashSet;

/// What a builder makes, and of what.
struct Built<'o> {
    /// The class, or the constructor or method that is called in the end.
    by: SymbolId,
    gives: TypeId,
    /// The type's name, by which the builder's is formed.
    name: String,
    order: &'o Order,
    inherits: bool,
}

impl Walk<'_, '_> {
    /// The builders of a class, of its constructors and methods.
    pub(super) fn builders(&mut self, maker: &Maker) {
        for order in &maker.orders {
            let Makes::Builder { inherits } = order.makes else { continue };
            let name = self.b.graph.name(self.b.graph.symbols[maker.class as usize].name).to_owned();
            let gives = self.class_type(maker.class);
            let fields: Vec<&Field> = maker.fields.iter().filter(|it| it.is_open()).collect();
            self.builder(maker, &Built { by: maker.class, gives, name, order, inherits }, &fields);
        }
        let own = (0..).zip(&self.b.graph.symbols).skip(maker.class as usize + 1);
        let makes = |(_, it): &(SymbolId, &Symbol)| {
            let callable = matches!(it.kind, SymbolKind::Constructor | SymbolKind::Method);
            it.parent == Some(maker.class) && callable && !it.decorators.is_empty()
        };
        let written: Vec<SymbolId> = own.filter(makes).map(|(id, _)| id).collect();
        for by in written {
            let orders = self.orders(&self.b.graph.symbols[by as usize].decorators);
            let Some(order) = orders.iter().find(|it| matches!(it.makes, Makes::Builder { .. })) else { continue };
            let Some((gives, name)) = self.given_by(maker, by) else { continue };
            let fields = self.parameters(by);
            let fields: Vec<&Field> = fields.iter().collect();
            self.builder(maker, &Built { by, gives, name, order, inherits: false }, &fields);
        }
    }

    /// The type that a constructor or method gives, and its name.
    fn given_by(&mut self, maker: &Maker, by: SymbolId) -> Option<(TypeId, String)> {
        let graph = &self.b.graph;
        let symbol = &graph.symbols[by as usize];
        if symbol.kind == SymbolKind::Constructor {
            let name = graph.name(symbol.name).to_owned();
            return Some((self.class_type(maker.class), name));
        }
        let gives = symbol.returns_type?;
        let Type::Name { path, .. } = &graph.types[gives as usize] else { return None };
        Some((gives, graph.name(*path.last()?).to_owned()))
    }

    /// The parameters of a constructor or method: uses of one are told as its own.
    fn parameters(&self, by: SymbolId) -> Vec<Field> {
        let graph = &self.b.graph;
        let params = graph.symbols[by as usize].params.iter().map(|param| Field {
            symbol: by,
            name: graph.name(param.name).to_owned(),
            ty: param.declared,
            text: param.type_text.clone(),
            modifiers: Modifiers::default(),
            is_set: false,
            orders: Vec::new(),
        });
        params.collect()
    }

    fn builder(&mut self, maker: &Maker, built: &Built, fields: &[&Field]) {
        let element = |name, usual: &str| built.order.element(name).unwrap_or(usual).to_owned();
        let default = format!("{}Builder", built.name);
        let class_name = element(BUILDER_CLASS, &default).replace('*', &built.name);
        let (class, is_written) = match self.nested(maker.class, &class_name) {
            Some(class) => (class, true),
            None => (self.made(maker.class, SymbolKind::Class, &class_name), false),
        };
        let name = self.b.name(&class_name);
        let scope = self.scopes.current();
        let ty = self.b.ty(Type::Name { path: vec![name], scope, root: None, arguments: Vec::new() });
        let starts = [(element(BUILDER_METHOD, "builder"), Modifiers::STATIC)];
        let again = (built.order.element(TO_BUILDER) == Some("true")).then(|| (TO_BUILDER.to_owned(), 0));
        for (name, modifiers) in starts.into_iter().chain(again) {
            if let Some(method) = self.made_method(maker, built.by, &name) {
                let made = self.b.symbol_mut(method);
                (made.returns_type, made.modifiers) = (Some(ty), Modifiers(modifiers));
            }
        }
        if !is_written {
            self.b.symbol_mut(class).modifiers = Modifiers(Modifiers::STATIC);
            if built.inherits {
                self.builder_bases(maker.class, class);
            }
        }
        let inside = Maker {
            class,
            orders: Vec::new(),
            fields: Vec::new(),
            written: if is_written { self.methods_of(class) } else { FxHashSet::default() },
        };
        self.b.enter(class);
        let prefix = element(SETTER_PREFIX, "");
        for field in fields {
            self.told(&inside, field, &prefix);
        }
        if let Some(method) = self.made_method(&inside, built.by, &element(BUILD_METHOD, "build")) {
            self.b.symbol_mut(method).returns_type = Some(built.gives);
        }
        self.b.leave();
    }

    /// The methods by which a builder is told a field.
    fn told(&mut self, builder: &Maker, field: &Field, prefix: &str) {
        let mut told = vec![(joined(prefix, &field.name), Some(field.ty))];
        if let Some(items) = field.orders.iter().find(|it| it.makes == Makes::Items) {
            let one = items.element("value").or(field.name.strip_suffix('s'));
            // Of what type one item is, is not looked at.
            told.extend(one.map(|one| (joined(prefix, one), Some(None))));
            told.push((joined("clear", &field.name), None));
        }
        for (name, given) in told {
            let Some(method) = self.made_method(builder, field.symbol, &name) else { continue };
            let this = self.b.ty(Type::This);
            if let Some(ty) = given {
                self.takes(method, &[field]);
                self.b.symbol_mut(method).params[0].declared = ty;
            }
            self.b.symbol_mut(method).returns_type = Some(this);
        }
    }

    /// A builder inherits those of what the class extends.
    fn builder_bases(&mut self, class: SymbolId, builder: SymbolId) {
        let bases = self.b.graph.symbols[class as usize].bases.clone();
        for base in bases.into_iter().filter(|it| it.relation == Relation::Extends) {
            let Type::Name { path, scope, root, .. } = self.b.graph.types[base.ty as usize].clone() else { continue };
            let Some(&last) = path.last() else { continue };
            let name = format!("{}Builder", self.b.graph.name(last));
            let name = self.b.name(&name);
            let path = path.into_iter().chain([name]).collect();
            let ty = self.b.ty(Type::Name { path, scope, root, arguments: Vec::new() });
            self.b.symbol_mut(builder).bases.push(Base { ty, ..base });
        }
    }

    /// A class that is written inside of another.
    fn nested(&self, class: SymbolId, name: &str) -> Option<SymbolId> {
        let graph = &self.b.graph;
        let mut all = (0..).zip(&graph.symbols).skip(class as usize + 1);
        let is_it =
            |it: &Symbol| it.parent == Some(class) && it.kind == SymbolKind::Class && graph.name(it.name) == name;
        all.find(|(_, it)| is_it(it)).map(|(id, _)| id)
    }

    fn methods_of(&self, class: SymbolId) -> FxHashSet<String> {
        let graph = &self.b.graph;
        let own = graph.symbols.iter().filter(|it| it.parent == Some(class) && it.kind == SymbolKind::Method);
        own.map(|it| graph.name(it.name).to_lowercase()).collect()
    }
}
