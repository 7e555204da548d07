//! What `new` makes.

use crate::project::source::Source;
use crate::standard::std_types;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Env, FileId, Head, THIS, Ty};
use facts::{Modifiers, SymbolKind, Value, ValueId};

impl Eval<'_> {
    /// What `new` makes of what is written behind it.
    pub(crate) fn made_new(&mut self, source: &Source, file: FileId, callee: ValueId) -> Ty {
        if let Some(ty) = self.named_class(source, callee) {
            return self.declared(file, ty, None);
        }
        let callee = self.value(file, callee);
        self.construct(callee)
    }

    /// An instance of a generic class as the arguments of its constructor tell what its type parameters stand for, and
    /// else their defaults.
    pub(crate) fn filled(&mut self, made: Ty, file: FileId, arguments: &[ValueId]) -> Ty {
        if let Head::Std(..) = self.types.head(made) {
            return self.made_of(made, file, arguments);
        }
        let Head::Instance(class, args) = self.types.head(made).clone() else { return made };
        let Some((_, symbol)) = self.project.symbol(class) else { return made };
        if !args.is_empty() || symbol.type_params.is_empty() {
            return made;
        }
        let constructor = self.constructor(class).filter(|it| it.file == class.file);
        let chosen = constructor.map(|it| match self.conversions(it) {
            Some(_) => self.chosen(it, Env::EMPTY, None, file, arguments).map_or(it, |(decl, _)| decl),
            None => self.overload(it, file, arguments),
        });
        let env = match chosen.and_then(|it| self.project.symbol(it)) {
            Some((_, taking)) if !arguments.is_empty() => self.infer(class, taking, 0, file, arguments),
            _ => Env::EMPTY,
        };
        let env = self.with_untold(class, symbol, env, file, arguments);
        if env == Env::EMPTY {
            return made;
        }
        let params = (0..symbol.type_params.len() as u32).map(|at| self.types.make(Head::Param(class, at)));
        let params: Vec<Ty> = params.collect();
        let args: Vec<Ty> = params.into_iter().map(|param| self.types.subst(param, env)).collect();
        self.types.instance(class, &args)
    }

    /// What a function gives that makes an instance of the class which it is given, `def build(kind = Page) kind.new end`,
    /// where a call gives it one. None: it is no such function, or the call leaves the class out.
    pub(crate) fn made_of_given(&mut self, decl: Decl, file: FileId, arguments: &[ValueId]) -> Option<Ty> {
        let (source, symbol) = self.project.symbol(decl).filter(|(source, _)| source.language.singleton_members)?;
        let graph = &source.graph;
        let [made] = symbol.return_values[..] else { return None };
        let Value::New { callee, .. } = graph.values[made as usize] else { return None };
        let Value::Name { binding: Some(class), .. } = graph.values[callee as usize] else { return None };
        let position = symbol.params.iter().position(|param| param.binding == Some(class) && !param.rest)?;
        let (caller, name) = (self.source(file)?, source.name(symbol.params[position].name));
        let written = |&it: &ValueId| &caller.graph.values[it as usize];
        let named = arguments.iter().find_map(|it| match *written(it) {
            Value::Named { name: given, value } if caller.name(given) == name => Some(value),
            _ => None,
        });
        let placed =
            arguments.get(position).filter(|it| !matches!(written(it), Value::Named { .. } | Value::Function { .. }));
        let given = named.or(placed.copied())?;
        let given = self.value(file, given);
        Some(self.construct(given))
    }

    /// What `new callee` makes.
    pub(crate) fn construct(&mut self, callee: Ty) -> Ty {
        self.step(Ty::UNKNOWN, |eval| eval.make(callee))
    }

    fn make(&mut self, callee: Ty) -> Ty {
        match self.types.head(callee).clone() {
            Head::Class(decl) => self.made_by_own(decl).unwrap_or_else(|| self.types.instance(decl, &[])),
            Head::Library(..) if let Some(record) = self.item_of_chain(callee) => record,
            Head::External(path) => {
                let text = self.text(path);
                match std_types::generic(&text) {
                    Some(std_types::Generic::Std(std, positions)) => {
                        let args = vec![Ty::UNKNOWN; positions.len()];
                        self.types.std(std, &args)
                    }
                    _ => callee,
                }
            }
            Head::ClassOf(inner) => inner,
            Head::Instance(..) => {
                let under = self.callable(callee);
                if under == callee { Ty::UNKNOWN } else { self.construct(under) }
            }
            // What is several classes at once makes what all of them make.
            Head::Intersection(parts) if parts.iter().filter(|&&part| self.is_constructor(part)).count() > 1 => {
                self.instance_of(callee)
            }
            Head::Intersection(parts) => {
                let made: Vec<Ty> = parts.iter().map(|&part| self.construct(part)).collect();
                made.into_iter().find(|ty| !ty.is_unknown()).unwrap_or(Ty::UNKNOWN)
            }
            Head::Computed(..) => {
                let known = self.known(callee);
                self.construct(known)
            }
            Head::Union(options) => {
                let made: Vec<Ty> = options.iter().map(|&option| self.construct(option)).collect();
                self.types.union(made)
            }
            // `new this()` in a class's own method.
            Head::Param(_, THIS) => callee,
            Head::Func(decl, ..) if self.constructs(decl) || self.gives_nothing(decl) => self.types.instance(decl, &[]),
            // A function used as a constructor, a variable that holds a class.
            _ => self.call(callee, FileId(0), &[]),
        }
    }

    /// Whether `new` on a function makes what the function fills: it has members of its own, and gives back nothing
    /// else (`return new A()` where it was called without `new`).
    pub(crate) fn constructs(&self, decl: Decl) -> bool {
        self.project.symbol(decl).is_some_and(|(source, symbol)| {
            let is_own = |value: &ValueId| match source.graph.values[*value as usize] {
                Value::This { .. } => true,
                Value::New { callee, .. } => match source.graph.values[callee as usize] {
                    Value::Name { binding: Some(binding), .. } => {
                        source.graph.bindings[binding as usize].symbol == Some(decl.symbol)
                    }
                    _ => false,
                },
                _ => false,
            };
            (source.has_fields(decl.symbol) || !symbol.bases.is_empty())
                && !source.language.call_constructs
                && symbol.return_values.iter().all(is_own)
        })
    }

    /// Whether a function gives nothing back, so that `new` on it makes an instance of it.
    fn gives_nothing(&self, decl: Decl) -> bool {
        self.project.symbol(decl).is_some_and(|(source, symbol)| {
            let says_more = symbol.returns_type.or(symbol.declared).is_some();
            source.language.computed_types
                && symbol.kind == SymbolKind::Function
                && symbol.return_values.is_empty()
                && !says_more
                && !symbol.modifiers.has(Modifiers::AMBIENT | Modifiers::OVERLOAD | Modifiers::ASYNC)
        })
    }
}
