//! The model that a repository is for, by the arguments of its type.

use crate::naming::entities::Entity;
use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::values::types::{Decl, FileId, Head, THIS};
use facts::{FileGraph, Given, Modifiers, Shape, SymbolId, Type, TypeId, Value, ValueId};
use rules::{Clause, Kind};

/// Classes that extend each other are followed so far.
const MAX_BASES: usize = 6;
/// What the class is called that all models of a program extend.
const BASES: [&str; 4] = ["ApplicationRecord", "BaseModel", "Base", "Model"];

impl<'g> Writer<'_, 'g> {
    /// The model that what a method is called on is for: `JpaRepository<Owner, Long>`, `DbSet<Order>`.
    pub fn entity_of(&mut self, site: &Site<'g>) -> Option<Decl> {
        let object = self.object(site.callee)?;
        self.entity_at(object).or_else(|| self.entity_inherited(object, self.class_of(site.caller?)?))
    }

    pub fn entity_at(&mut self, object: ValueId) -> Option<Decl> {
        self.entity_typed(object).or_else(|| self.class_given(object))
    }

    /// The table that something generated is, by itself or held by a field or a local: `BOOK` of `val b = Tables.BOOK`. Where
    /// classes of tables are named `behind` something, as the class is: `Book` of `QBook.book`.
    pub fn table_outside(&mut self, value: ValueId, behind: &str) -> Option<String> {
        let verdict = self.eval.reference_target(self.file, value);
        let names: Vec<String> = match verdict.targets[..] {
            [held] => {
                let (source, symbol) = self.project.symbol(held)?;
                let [first] = symbol.initial[..] else { return None };
                written(&source.graph, first).into_iter().map(str::to_owned).collect()
            }
            _ => match verdict.external.filter(|_| matches!(self.graph.values[value as usize], Value::Name { .. })) {
                Some(path) => self.project.names.text(path).split('.').map(str::to_owned).collect(),
                None => written(self.graph, value).into_iter().map(str::to_owned).collect(),
            },
        };
        let [.., holder, name] = &names[..] else { return None };
        let is_class = |name: &str| name.starts_with(char::is_uppercase);
        match behind.is_empty() {
            true => (is_class(holder) && is_class(name)).then(|| name.clone()),
            false => holder.strip_prefix(behind).filter(|it| is_class(it)).map(str::to_owned),
        }
    }

    /// The class that what makes a repository is given as a type, or as the only class: an own `getRepository(request, User)`.
    fn class_given(&mut self, object: ValueId) -> Option<Decl> {
        let Value::Call { arguments, .. } = &self.graph.values[self.kept_in(object) as usize] else { return None };
        if let Some(class) = self.type_given(arguments) {
            return Some(class);
        }
        let classes: Vec<Decl> = arguments.iter().filter_map(|it| self.class_argued(*it)).collect();
        let [class] = classes[..] else { return None };
        Some(class)
    }

    /// The class that an argument is the name of.
    fn class_argued(&mut self, argument: ValueId) -> Option<Decl> {
        let is_type = matches!(self.graph.values[argument as usize], Value::TypeArguments { .. });
        if !is_type && self.is_class_name(argument) { self.class_meant(argument) } else { None }
    }

    /// The class that the call in front is given as a type: `builder.Entity<Order>().ToTable("orders")`.
    pub fn entity_given(&mut self, site: &Site<'g>) -> Option<Decl> {
        let Value::Call { arguments, .. } = &self.graph.values[self.object(site.callee)? as usize] else { return None };
        self.type_given(arguments)
    }

    /// The first type that a call is given, where that is the repository's.
    fn type_given(&mut self, arguments: &[ValueId]) -> Option<Decl> {
        let types = arguments.iter().find_map(|it| match &self.graph.values[*it as usize] {
            Value::TypeArguments { types } => Some(types),
            _ => None,
        });
        let source = self.project.source(self.file)?;
        match self.eval.named_by(source, self.file, *types?.first()?) {
            Entity::Symbol(class) => Some(class),
            _ => None,
        }
    }

    /// The class around that calls a method of its own, `this.findOne()`, where that is a model. What is for others to
    /// extend is none.
    pub fn own_model(&mut self, site: &Site<'g>) -> Option<Decl> {
        // What a method of the class's own gives may be of another model: `this.shelf().first()`.
        let is_own = match self.row_base(site.callee) {
            Some(base) if matches!(self.graph.values[base as usize], Value::This { .. }) => {
                !self.is_of_own_method(base, site.callee)
            }
            Some(_) => false,
            None => matches!(self.graph.values[site.callee as usize], Value::Name { .. }),
        };
        let symbol = self.class_of(site.caller.filter(|_| is_own)?)?;
        let class = &self.graph.symbols[symbol as usize];
        let is_base = !class.type_params.is_empty()
            || class.modifiers.has(Modifiers::ABSTRACT)
            || BASES.contains(&self.graph.name(class.name));
        let decl = Decl { file: self.file, symbol };
        (!is_base && self.is_model(decl)).then_some(decl)
    }

    /// The class that was asked for what a local name holds: `User.find(1)`.
    pub fn kept_model(&mut self, value: ValueId) -> Option<Decl> {
        let kept = self.kept_in(value);
        let Value::Call { callee, .. } = self.graph.values[kept as usize] else { return None };
        let asked = self.row_base(callee).filter(|it| kept != value && self.is_class_name(*it))?;
        self.class_meant(asked)
    }

    /// Whether rules say of a class of this file that it is a model, by what it extends or is decorated with.
    fn is_model(&mut self, class: Decl) -> bool {
        let (project, graph) = (self.project, self.graph);
        let is_of_models = |clause: &Clause| clause.kind == Some(Kind::Model);
        if self.outer_bases(class).iter().any(|it| project.rules.of_base(it, &graph.language).any(is_of_models)) {
            return true;
        }
        graph.symbols[class.symbol as usize].decorators.iter().any(|decorator| {
            let path = self.eval.reference_target(self.file, decorator.value).external;
            let path = path.map(|path| project.names.text(path).to_string());
            path.is_some_and(|path| project.rules.of_decorator(&path, &graph.language).any(is_of_models))
        })
    }

    fn entity_typed(&mut self, object: ValueId) -> Option<Decl> {
        let ty = self.eval.value(self.file, object);
        let (decl, arguments) = match self.eval.types.head(ty) {
            Head::Instance(decl, arguments) => (Some(*decl), arguments.clone()),
            Head::Library(_, arguments) => (None, arguments.clone()),
            Head::External(_) => return self.entity_declared(object),
            // `$this->findBy(…)` in the repository itself
            Head::Param(decl, THIS) => {
                let decl = *decl;
                return self.entity_of_bases(decl).or_else(|| self.entity_handed_up(decl));
            }
            _ => return None,
        };
        if let Some(class) = decl.and_then(|decl| self.entity_of_bases(decl)) {
            return Some(class);
        }
        match *self.eval.types.head(*arguments.first()?) {
            Head::Instance(decl, _) => Some(decl),
            _ => None,
        }
    }

    /// The class that the declared type of a property or a parameter is given: `DbSet<Order>`.
    fn entity_declared(&mut self, object: ValueId) -> Option<Decl> {
        if let Value::Name { binding: Some(binding), .. } = self.graph.values[object as usize]
            && let Some(declared) = self.graph.bindings[binding as usize].declared
        {
            return self.entity_written(self.file, declared, 0);
        }
        let verdict = self.eval.reference_target(self.file, object);
        let [property] = verdict.targets[..] else { return None };
        let declared = held_type(self.project.symbol(property)?.1)?;
        self.entity_written(property.file, declared, 0)
    }

    /// The class that a type is given where it is written, or where what it names is: `Props["orders"]`.
    fn entity_written(&mut self, file: FileId, ty: TypeId, depth: usize) -> Option<Decl> {
        let source = self.project.source(file).filter(|_| depth < MAX_BASES)?;
        let held = match &source.graph.types[ty as usize] {
            Type::Name { arguments, .. } => match self.eval.named_by(source, file, *arguments.first()?) {
                Entity::Symbol(class) => return Some(class),
                _ => return None,
            },
            Type::Optional { inner } => return self.entity_written(file, *inner, depth + 1),
            Type::Indexed { object, name } => {
                let Entity::Symbol(holder) = self.eval.named_by(source, file, *object) else { return None };
                let name = self.project.names.intern(source.graph.name(*name));
                let holding = self.project.source(holder.file)?;
                Decl { file: holder.file, symbol: holding.children_named(holder.symbol, name).next()? }
            }
            _ => return None,
        };
        let declared = held_type(self.project.symbol(held)?.1)?;
        self.entity_written(held.file, declared, depth + 1)
    }

    /// Whether what a method is called on is declared to be of whatever the class around is for: `DbSet<T> _set`.
    pub fn is_for_any(&mut self, callee: ValueId) -> bool {
        let Some(object) = self.object(callee) else { return false };
        let verdict = self.eval.reference_target(self.file, object);
        let [property] = verdict.targets[..] else { return false };
        let Some((source, symbol)) = self.project.symbol(property) else { return false };
        let given = held_type(symbol).and_then(|ty| match &source.graph.types[ty as usize] {
            Type::Name { arguments, .. } => arguments.first(),
            _ => None,
        });
        let Some(Type::Name { path, .. }) = given.map(|ty| &source.graph.types[*ty as usize]) else { return false };
        let [name] = path[..] else { return false };
        let class = symbol.parent.map(|class| &source.graph.symbols[class as usize]);
        class.is_some_and(|class| class.type_params.iter().any(|it| it.name == name))
    }

    /// What a property of a class above is for where that class is for any, and the class around says which:
    /// `DbSet<T> Rows` of `Store<T>`, in `class Orders : Store<Order>`.
    fn entity_inherited(&mut self, object: ValueId, around: SymbolId) -> Option<Decl> {
        let is_own = match self.graph.values[object as usize] {
            Value::Name { .. } => true,
            Value::Member { object, .. } => matches!(self.graph.values[object as usize], Value::This { .. }),
            _ => false,
        };
        let verdict = self.eval.reference_target(self.file, object);
        let [property] = verdict.targets[..] else { return None };
        let (source, symbol) = self.project.symbol(property).filter(|_| is_own)?;
        let holder = Decl { file: property.file, symbol: symbol.parent? };
        let Type::Name { arguments, .. } = &source.graph.types[held_type(symbol)? as usize] else { return None };
        let at = parameter_at(&source.graph, holder.symbol, *arguments.first()?)?;
        match self.handed_to(Decl { file: self.file, symbol: around }, holder, at, 0)? {
            Handed::Class(class) => Some(class),
            Handed::Parameter(_) => None,
        }
    }

    /// What a class hands to the parameter of one above it.
    fn handed_to(&mut self, class: Decl, above: Decl, at: usize, depth: usize) -> Option<Handed> {
        let source = self.project.source(class.file).filter(|_| depth < MAX_BASES)?;
        let (_, symbol) = self.project.symbol(class)?;
        for base in &symbol.bases {
            let Entity::Symbol(next) = self.eval.named_by(source, class.file, base.ty) else { continue };
            let position =
                if next == above { Some(Handed::Parameter(at)) } else { self.handed_to(next, above, at, depth + 1) };
            let at = match position {
                Some(Handed::Parameter(at)) => at,
                Some(found) => return Some(found),
                None => continue,
            };
            let Type::Name { arguments, .. } = &source.graph.types[base.ty as usize] else { return None };
            let written = *arguments.get(at)?;
            if let Some(own) = parameter_at(&source.graph, class.symbol, written) {
                return Some(Handed::Parameter(own));
            }
            return match self.eval.named_by(source, class.file, written) {
                Entity::Symbol(class) => Some(Handed::Class(class)),
                _ => None,
            };
        }
        None
    }

    /// The class that a constructor of this file hands to the one above, in PHP: `parent::__construct($registry, Shelf::class)`.
    fn entity_handed_up(&mut self, decl: Decl) -> Option<Decl> {
        let graph = self.graph;
        if decl.file != self.file || graph.language != "php" {
            return None;
        }
        let is_own = |caller: Option<facts::SymbolId>| {
            caller.is_some_and(|caller| graph.symbols[caller as usize].parent == Some(decl.symbol))
        };
        let call = graph.calls.iter().find(|it| it.text == "parent::__construct" && is_own(it.caller))?;
        call.given.iter().find_map(|given| {
            let Given { shape: Shape::Value(value), .. } = given else { return None };
            self.class_meant(*value)
        })
    }

    /// The first class that the bases of a type are given as a type.
    fn entity_of_bases(&mut self, decl: Decl) -> Option<Decl> {
        let mut at = decl;
        for _ in 0..MAX_BASES {
            let source = self.project.source(at.file)?;
            let (_, symbol) = self.project.symbol(at)?;
            let mut above = None;
            for base in &symbol.bases {
                let Type::Name { arguments, .. } = &source.graph.types[base.ty as usize] else { continue };
                let first = arguments.first().map(|ty| self.eval.named_by(source, at.file, *ty));
                if let Some(Entity::Symbol(class)) = first {
                    return Some(class);
                }
                if let Entity::Symbol(base) = self.eval.named_by(source, at.file, base.ty) {
                    above = above.or(Some(base));
                }
            }
            at = above?;
        }
        None
    }
}

/// The type of a property, of one that is read by a body too.
fn held_type(symbol: &facts::Symbol) -> Option<TypeId> {
    symbol.declared.or(symbol.returns_type)
}

/// What stands in the place of a class's parameter.
enum Handed {
    Class(Decl),
    /// What one of the parameters of the class is that hands it on, by its place.
    Parameter(usize),
}

/// Which parameter of a class a type written in it is.
fn parameter_at(graph: &FileGraph, class: SymbolId, ty: TypeId) -> Option<usize> {
    let Type::Name { path, .. } = &graph.types[ty as usize] else { return None };
    let [name] = path[..] else { return None };
    graph.symbols[class as usize].type_params.iter().position(|it| it.name == name)
}

/// The names of what is written as members of a name, without what names it anew: `Tables.BOOK.as("b")`.
fn written(graph: &FileGraph, value: ValueId) -> Vec<&str> {
    match &graph.values[value as usize] {
        Value::Name { name, .. } => vec![graph.name(*name)],
        Value::Member { object, name } => {
            let mut names = written(graph, *object);
            if !names.is_empty() {
                names.push(graph.name(*name));
            }
            names
        }
        Value::Call { callee, .. } => match graph.values[*callee as usize] {
            Value::Member { object, name } if graph.name(name) == "as" => written(graph, object),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
