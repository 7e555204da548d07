//! Functions that share their name with one from outside: where modules overload each other's functions, one of the
//! repository hides nothing.

use crate::members::extensions::Fit;
use crate::modules::Found;
use crate::project::names::Name;
use crate::project::source::Source;
use crate::targets::labels::{Resolution, Verdict};
use crate::targets::pairs::pairs;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head};
use facts::{SymbolKind, Type, Value, ValueId};

impl Eval<'_> {
    /// The name of free functions that overload one from outside, where none of them is known to take the arguments.
    pub(crate) fn outside_namesake(
        &mut self,
        source: &Source,
        file: FileId,
        all: &[Decl],
        arguments: &[ValueId],
    ) -> Option<Name> {
        let first = *all.first()?;
        let (of, symbol) = self.project.symbol(first)?;
        let name = of.symbol_key(first.symbol);
        let is_free = symbol.parent.is_none() && symbol.kind == SymbolKind::Function;
        if !is_free || !self.project.is_std_name(of.language, name) {
            return None;
        }
        let takes = |&decl: &Decl| self.surely_takes(source, file, decl, arguments);
        (!all.iter().any(takes)).then_some(name)
    }

    /// The name of a type that no initializer of its own makes of the arguments, where the file sees modules from
    /// outside, one of which has to have a type of that name.
    pub(crate) fn made_outside_instead(&mut self, class: Decl, file: FileId, arguments: &[ValueId]) -> Option<Name> {
        let (of, symbol) = self.project.symbol(class)?;
        let is_value = matches!(symbol.kind, SymbolKind::Struct | SymbolKind::Enum) && symbol.bases.is_empty();
        // Without one that stands in the type itself, its members make it.
        if !of.language.implied_members || !is_value || of.constructors(class.symbol).next().is_none() {
            return None;
        }
        let source = self.source(file)?;
        let takes = |eval: &Self, decl: Decl| {
            eval.project.symbol(decl).is_some_and(|(of, it)| pairs(source, of, it, it, arguments).is_some())
        };
        if self.of_one_name(source, file, class).into_iter().any(|decl| takes(self, decl)) {
            return None;
        }
        let imported = self.project.star_specifiers(source, file);
        let is_outside = |specifier: &String| {
            matches!(self.project.find_module(file, source.language.system, specifier), Found::External { .. })
        };
        imported.iter().any(is_outside).then(|| of.name(symbol.name))
    }

    /// The one initializer with these labels that the repository adds to a type from outside.
    pub(crate) fn added_initializer(
        &mut self,
        source: &Source,
        file: FileId,
        verdict: &Verdict,
        arguments: &[ValueId],
    ) -> Option<Verdict> {
        let path = verdict.external.filter(|_| source.language.implied_members)?;
        let is_labelled = |it: &&ValueId| matches!(source.graph.values[**it as usize], Value::Named { .. });
        arguments.iter().find(is_labelled)?;
        let path = self.text(path);
        let extended = path.rsplit('.').next()?;
        let name = self.name("init");
        let mut found = self.seen_named(source, file, name);
        found.retain(|&decl| {
            self.project.symbol(decl).is_some_and(|(of, symbol)| {
                let is_of = symbol.receiver.is_some_and(|ty| match &of.graph.types[ty as usize] {
                    Type::Name { path, .. } => path.last().is_some_and(|&last| of.graph.name(last) == extended),
                    _ => false,
                });
                symbol.kind == SymbolKind::Constructor
                    && is_of
                    && pairs(source, of, symbol, symbol, arguments).is_some()
            })
        });
        match found[..] {
            [one] => Some(Verdict::one(Resolution::Typed, one)),
            _ => None,
        }
    }

    /// Whether each argument is known to be what a function takes there; of what takes anything it is.
    fn surely_takes(&mut self, source: &Source, file: FileId, decl: Decl, arguments: &[ValueId]) -> bool {
        let Some((of, symbol)) = self.project.symbol(decl) else { return false };
        let Some(pairs) = pairs(source, of, symbol, symbol, arguments) else { return false };
        pairs.into_iter().all(|(param, argument)| {
            let Some(ty) = symbol.params[param].declared else { return true };
            let wanted = self.declared(decl.file, ty, symbol.parent);
            let is_list = matches!(source.graph.values[argument as usize], Value::List { .. });
            match self.types.head(wanted) {
                Head::Unknown | Head::Param(..) => return true,
                Head::Tuple(_) if is_list => return true,
                _ => {}
            }
            let given = self.value(file, argument);
            self.fit(wanted, given, 0).is_some_and(|fit| fit != Fit::Maybe)
        })
    }
}
