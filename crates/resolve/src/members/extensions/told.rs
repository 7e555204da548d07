//! Extensions of types from outside that are told with what they are of, and what calls by operators are sure of.

use super::Fit;
use super::seen::Seen;
use crate::languages::{self, Extensions};
use crate::naming::starred::brought;
use crate::project::names::Name;
use crate::project::outline::List;
use crate::project::source::Source;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Std, THIS, Ty};
use facts::{FileGraph, Symbol, SymbolKind, Value, ValueId};

impl Eval<'_> {
    /// What a file sees of a name that extends types.
    pub(crate) fn seen_named(&mut self, source: &Source, file: FileId, name: Name) -> Vec<Decl> {
        self.seen_extensions(source, file, name).into_iter().map(|(_, decl)| decl).collect()
    }

    /// Whether a file of the same module imports another, whose extensions are seen in all of it then.
    pub(super) fn is_brought(&self, source: &Source, package: &str) -> bool {
        let module = source.graph.package.as_deref().filter(|_| source.language.extensions == Extensions::ByModule);
        module.is_some_and(|module| {
            let name = self.name(&brought(module, package));
            !self.project.listed(List::Shared, name).is_empty()
        })
    }

    /// Whether what a member is taken from is known to be of the type that its declaration extends, if it extends one.
    pub(crate) fn surely_extends(&mut self, file: FileId, callee: ValueId, decl: Decl) -> bool {
        let Some((source, symbol)) = self.project.symbol(decl) else { return true };
        let is_operator =
            source.language.extensions == Extensions::ByModule && is_symbolic(source.graph.name(symbol.name));
        if is_operator && !self.takes_operands_of(file, callee, decl) {
            return false;
        }
        if symbol.receiver.is_none() {
            return true;
        }
        let Some(here) = self.source(file) else { return false };
        let Value::Member { object, name } = here.graph.values[callee as usize] else { return false };
        let object = self.called_upon(here, file, object, here.name(name));
        let object = if source.language.extended_types { self.instance_of(object) } else { object };
        let receiver = self.receiver_type(decl);
        self.fit(receiver, object, 0).is_some_and(|fit| fit >= Fit::Like)
    }

    /// How well a value fits a receiver where an import names what extends that: the two may be related by types outside.
    pub(super) fn fit_seen(&mut self, seen: Seen, receiver: Ty, object: Ty) -> Option<Fit> {
        let fit = self.fit(receiver, object, 0);
        let is_outside = matches!(self.types.head(receiver), Head::External(_) | Head::Library(..));
        if fit.is_some() || seen != Seen::Named || !is_outside {
            return fit;
        }
        let (&Head::Instance(class, _) | &Head::Param(class, THIS)) = self.types.head(object) else { return None };
        let lineage = self.lineage(class);
        let is_open = |ty: &Ty| matches!(self.types.head(*ty), Head::External(_) | Head::Library(..));
        lineage.iter().any(is_open).then_some(Fit::Maybe)
    }

    /// What no list is a pair is one of its own type; a type from outside is no class of the repository.
    fn fit_apart(&mut self, receiver: Ty, object: Ty) -> Option<Option<Fit>> {
        if !self.language.calls_values {
            return None;
        }
        match (self.types.head(receiver), self.types.head(object)) {
            (Head::Std(Std::Iterator | Std::List, _), Head::Tuple(_)) => Some(None),
            (Head::External(wanted) | Head::Library(wanted, _), Head::Tuple(parts)) => {
                let name = if parts.len() == 2 { "kotlin.Pair" } else { "kotlin.Triple" };
                (&*self.text(*wanted) == name).then_some(Some(Fit::Same))
            }
            (&Head::Instance(wanted, _), &(Head::External(given) | Head::Library(given, _))) => {
                let kind = self.project.symbol(wanted).map(|(_, symbol)| symbol.kind);
                let is_class = matches!(kind, Some(SymbolKind::Class | SymbolKind::Struct | SymbolKind::Enum));
                (is_class && is_type(&self.text(given))).then_some(None)
            }
            _ => None,
        }
    }

    /// Whether an operator's function may be meant by its operands; one of no type has to be of one of them.
    fn takes_operands_of(&mut self, file: FileId, callee: ValueId, decl: Decl) -> bool {
        let Some((_, symbol)) = self.project.symbol(decl) else { return false };
        let operands = self.arguments_of(file, callee).map(<[ValueId]>::to_vec).unwrap_or_default();
        let mut is_sure = symbol.parent.is_some();
        for (param, operand) in symbol.params.iter().zip(operands) {
            let Some(ty) = param.declared else { continue };
            let (wanted, given) = (self.declared(decl.file, ty, symbol.parent), self.value(file, operand));
            let is_own = matches!(self.types.head(wanted), Head::Instance(..));
            match self.fit(wanted, given, 0) {
                Some(fit) => is_sure |= is_own && fit >= Fit::Base,
                None if self.is_blank(given) => {}
                None if matches!(self.types.head(given), Head::Param(..) | Head::Computed(..) | Head::Dynamic) => {}
                None => return false,
            }
        }
        is_sure
    }

    /// How types of libraries fit that are told with what they are of.
    pub(super) fn fit_outside(&mut self, receiver: Ty, object: Ty, depth: u8) -> Option<Option<Fit>> {
        if self.language.package_functions
            && let Some(fit) = self.fit_apart(receiver, object)
        {
            return Some(fit);
        }
        let is_told = |eval: &Self, ty: Ty| matches!(eval.types.head(ty), Head::Library(..));
        if !self.language.package_functions {
            return None;
        }
        if !is_told(self, receiver) && !is_told(self, object) {
            let (wanted, _) = self.outside_type(receiver).filter(|(path, _)| self.is_in_tables(*path))?;
            let (own, given) = (self.outside_type(object), self.as_outside(object, wanted));
            return given
                .map(|_| Some(if own.is_some_and(|(path, _)| path == wanted) { Fit::Same } else { Fit::Base }));
        }
        let ((wanted, takes), (given, _)) = (self.outside_type(receiver)?, self.outside_type(object)?);
        if let Some(has) = self.as_outside(object, wanted) {
            let differs = takes.iter().zip(has.iter()).any(|(&takes, &has)| self.differs(takes, has));
            return Some((!differs).then_some(if wanted == given { Fit::Same } else { Fit::Base }));
        }
        let (wanted, given) = (self.types.make(Head::External(wanted)), self.types.make(Head::External(given)));
        Some(self.fit(wanted, given, depth + 1))
    }
}

/// Whether what lies outside is written like a type, and no function or member of one.
pub(crate) fn is_type(path: &str) -> bool {
    let last = path.rsplit('.').next().unwrap_or_default();
    last.starts_with(char::is_uppercase) && last.contains(char::is_lowercase)
}

/// `IServiceCollection` is what `ServiceCollection` is, `ObservableType` what `Observable`, `Publisher` what `AnyPublisher`.
pub(super) fn is_named_for(wanted: &str, given: &str) -> bool {
    let is_rest = |rest: Option<&str>| rest.is_some_and(|rest| matches!(rest, "Type" | "Protocol"));
    wanted.strip_prefix('I') == Some(given)
        || given.strip_prefix("Any") == Some(wanted)
        || is_rest(wanted.strip_prefix(given))
}

/// Whether a function is called by an operator, and of no type.
pub(super) fn is_operator(graph: &FileGraph, symbol: &Symbol) -> bool {
    let is_free = symbol.kind == SymbolKind::Function && symbol.parent.is_none();
    is_free && languages::of(&graph.language).extensions == Extensions::ByModule && is_symbolic(graph.name(symbol.name))
}

/// Whether what is declared has a receiver, and is no part of a type itself.
pub(super) fn is_of_receiver(symbol: &Symbol) -> bool {
    symbol.receiver.is_some() && symbol.kind != SymbolKind::Extension
}

fn is_symbolic(name: &str) -> bool {
    !name.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '`'))
}
