//! Of what several blocks give one type by itself, what those give that are for its arguments: `impl Socket<Open>` and
//! `impl Socket<Closed>`.

use crate::members::impls::Given;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Head, Ty};
use facts::SymbolKind;

impl Eval<'_> {
    /// Leaves out what blocks for other arguments give; nothing where all are for others.
    pub(super) fn for_arguments(&mut self, given: Vec<Given>, args: &[Ty]) -> Vec<Given> {
        let own = given.iter().filter(|it| !it.implements).count();
        if own < 2 || args.is_empty() {
            return given;
        }
        let mut fits = given.clone();
        fits.retain(|it| it.implements || !self.is_for_others(it.decl, args));
        if fits.iter().any(|it| !it.implements) { fits } else { given }
    }

    /// The first of the members, and those of blocks that are for other arguments than its.
    pub(super) fn first_of_each(&mut self, all: &[Given]) -> Vec<Decl> {
        let first = all[0].decl;
        let mut found = vec![first];
        let args = if all.len() > 1 { self.block_arguments(first) } else { Vec::new() };
        if !args.is_empty() {
            let others = all[1..].iter().filter(|it| !it.implements).map(|it| it.decl);
            found.extend(others.collect::<Vec<_>>().into_iter().filter(|&it| self.is_for_others(it, &args)));
        }
        found
    }

    fn is_for_others(&mut self, member: Decl, args: &[Ty]) -> bool {
        let wanted = self.block_arguments(member);
        wanted.iter().zip(args).any(|(&wanted, &given)| self.excludes(wanted, given))
    }

    /// The arguments of the type that a member's block is for.
    fn block_arguments(&mut self, member: Decl) -> Vec<Ty> {
        let receiver = self.project.symbol(member).and_then(|(_, symbol)| symbol.receiver);
        let Some(receiver) = receiver else { return Vec::new() };
        let written = self.declared(member.file, receiver, None);
        match self.types.head(written) {
            Head::Instance(_, args) => args.to_vec(),
            _ => Vec::new(),
        }
    }

    /// Whether no type is both.
    fn excludes(&self, one: Ty, two: Ty) -> bool {
        let is_trait =
            |decl: Decl| self.project.symbol(decl).is_none_or(|(_, symbol)| symbol.kind == SymbolKind::Interface);
        match (self.types.head(one), self.types.head(two)) {
            (&Head::Instance(one, _), &Head::Instance(two, _)) if is_trait(one) || is_trait(two) => false,
            (Head::Instance(one, first), Head::Instance(two, second)) => {
                one != two || first.iter().zip(second.iter()).any(|(&one, &two)| self.excludes(one, two))
            }
            (Head::Std(one, _), Head::Std(two, _)) => one != two,
            (Head::Builtin(one), Head::Builtin(two)) => one != two,
            (&Head::Instance(decl, _), Head::Std(..) | Head::Builtin(_) | Head::Tuple(_))
            | (Head::Std(..) | Head::Builtin(_) | Head::Tuple(_), &Head::Instance(decl, _)) => !is_trait(decl),
            _ => false,
        }
    }
}
