//! Which of a function's signatures a call may mean, by the number and form of its arguments.

use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Ty};
use facts::{Modifiers, Symbol, SymbolId, SymbolKind, Value, ValueId};

impl Eval<'_> {
    /// Of a set of overloads, the first that takes so many arguments and none that is a function where it wants a
    /// plain value, or the other way round; without one, the declaration itself.
    pub(crate) fn overload(&mut self, decl: Decl, file: FileId, arguments: &[ValueId]) -> Decl {
        self.overloads_for(decl, file, arguments)[0]
    }

    /// All of them that are so, in their order; never none.
    pub(crate) fn overloads_for(&mut self, decl: Decl, file: FileId, arguments: &[ValueId]) -> Vec<Decl> {
        let mut sorted = self.signatures(decl);
        if sorted.len() < 2 {
            return vec![decl];
        }
        sorted.sort();
        let project = self.project;
        let (arguments, _) = self.split_arguments(file, arguments);
        sorted.retain(|&decl| {
            project.symbol(decl).is_some_and(|(_, symbol)| {
                let required = symbol.params.iter().filter(|param| !param.optional && !param.rest).count();
                let open = symbol.params.iter().any(|param| param.rest);
                (symbol.modifiers.has(Modifiers::OVERLOAD) || symbol.complexity == 0)
                    && symbol.returns_type.is_some()
                    && required <= arguments.len()
                    && (open || arguments.len() <= symbol.params.len())
                    && !self.is_refused(decl, symbol, file, arguments)
            })
        });
        if sorted.is_empty() { vec![decl] } else { sorted }
    }

    /// The declarations whose parameters say what a function takes, where its language does not choose one of them
    /// by the arguments.
    pub(super) fn handing(&self, decl: Decl) -> Vec<Decl> {
        let mut all = if self.conversions(decl).is_some() { self.project.merged(decl) } else { self.signatures(decl) };
        // What implements overloads is not seen where these are called.
        let is_signature =
            |it: &Decl| self.project.symbol(*it).is_some_and(|(_, symbol)| symbol.modifiers.has(Modifiers::OVERLOAD));
        if self.language.computed_types && all.len() > 1 && all.iter().any(is_signature) {
            all.retain(is_signature);
        }
        all
    }

    /// The declarations that a call of a function may mean. In an interface all of one name are signatures.
    pub(crate) fn signatures(&self, decl: Decl) -> Vec<Decl> {
        let merged = self.project.merged(decl);
        let Some((source, symbol)) = self.project.symbol(decl).filter(|_| merged.len() < 2) else { return merged };
        let is = |id: SymbolId, kind: SymbolKind| source.graph.symbols[id as usize].kind == kind;
        match symbol.parent.filter(|&parent| is(parent, SymbolKind::Interface)) {
            Some(parent) => {
                let named = source.members_named(Some(parent), source.name(symbol.name)).iter().copied();
                let methods = named.filter(|&id| is(id, SymbolKind::Method));
                methods.map(|symbol| Decl { file: decl.file, symbol }).collect()
            }
            None => merged,
        }
    }

    /// Whether an argument is a function where the parameter is a plain value or an object, or the other way round.
    fn is_refused(&mut self, decl: Decl, symbol: &Symbol, file: FileId, arguments: &[ValueId]) -> bool {
        let skipped = usize::from(symbol.parent.is_some() && self.language.named_constructors);
        let Some(source) = self.source(file) else { return false };
        symbol.params.iter().skip(skipped).zip(arguments).any(|(param, &argument)| {
            let value = &source.graph.values[argument as usize];
            let plain = matches!(value, Value::Builtin(_));
            let object = self.language.computed_types && matches!(value, Value::Object { .. });
            let function = matches!(value, Value::Function { .. }) || self.names_function(file, argument, value);
            let Some(declared) = param.declared.filter(|_| !param.rest && (plain || object || function)) else {
                return false;
            };
            let wanted = self.declared(decl.file, declared, symbol.parent);
            match self.types.head(wanted) {
                Head::FuncType(..) => plain || object,
                Head::Builtin(_) => function,
                _ => function && self.takes_no_function(wanted),
            }
        })
    }

    /// Whether an argument is the name of a function.
    fn names_function(&mut self, file: FileId, argument: ValueId, value: &Value) -> bool {
        if !self.language.computed_types || !matches!(value, Value::Name { .. }) {
            return false;
        }
        let given = self.value(file, argument);
        matches!(self.types.head(given), Head::Func(..) | Head::Closure(..))
    }

    /// Whether a type is an object's that cannot be called.
    fn takes_no_function(&mut self, wanted: Ty) -> bool {
        if !self.language.computed_types {
            return false;
        }
        match *self.types.head(wanted) {
            Head::Shape(..) => true,
            Head::Instance(decl, _) => {
                let kind = self.project.symbol(decl).map(|(_, symbol)| symbol.kind);
                matches!(kind, Some(SymbolKind::Interface | SymbolKind::Class)) && self.callable(wanted) == wanted
            }
            Head::Computed(..) => {
                let known = self.known(wanted);
                known != wanted && self.takes_no_function(known)
            }
            _ => false,
        }
    }
}
