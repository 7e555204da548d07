//! Calls of a trait's function by the name of the trait, `Trait::f(x)`, and of what a type outside is made by,
//! `Outside::from(x)`: the implementation that they run.

use crate::naming::entities::Entity;
use crate::project::names::Name;
use crate::project::outline::List;
use crate::standard::std_types::rust::{is_made_by, may_fail};
use crate::targets::labels::{Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Std, THIS, Ty};
use facts::{Modifiers, Type, Value, ValueId};

impl Eval<'_> {
    /// What `Of::f(x)` runs: what the type of the first argument implements `Of` with, what makes the type that is asked
    /// for where the call stands, what makes `Of` of the argument. `of`: the trait, where it is the repository's.
    pub(crate) fn run_by_path(&mut self, file: FileId, callee: ValueId, of: Option<Decl>) -> Option<Verdict> {
        let source = self.source(file)?;
        let Value::Member { object, name } = source.graph.values[callee as usize] else { return None };
        let Value::Type { ty } = source.graph.values[object as usize] else { return None };
        let of = match of {
            Some(decl) => Entity::Symbol(decl),
            None => self.project.head_of(file, ty),
        };
        let names = &self.project.names;
        let plain = names.plain(source.name(name));
        let called = names.called(plain);
        let arguments = self.arguments_of(file, callee)?.to_vec();
        let first = arguments.first().map(|&first| self.value(file, first)).and_then(|ty| self.class_behind(ty));
        let mut found = Vec::new();
        let mut given = &arguments[..];
        if let Some(class) = first {
            found = self.implements_with(class, of, called, arguments.len() - 1, false);
            given = &arguments[1..];
        }
        if found.is_empty()
            && let Some(class) = self.asked_for(file, callee, plain)
            && !self.derives(class, of)
        {
            found = self.implements_with(class, of, called, arguments.len(), true);
            given = &arguments;
        }
        if let (Entity::External(path), Some(class), true) = (of, first, found.is_empty()) {
            found = self.converted_by(path, class, plain, called);
            given = &arguments;
        }
        if found.len() > 1 {
            found = self.of_named_trait(&found, file, callee).unwrap_or(found);
        }
        match found[..] {
            [] => None,
            [one] => Some(Verdict::one(Resolution::Typed, one)),
            _ => {
                let chosen = self.of_implementations(&found, file, given);
                chosen.or(Some(Verdict { targets: found, ..Verdict::none(Resolution::Ambiguous) }))
            }
        }
    }

    fn class_behind(&self, ty: Ty) -> Option<Decl> {
        match *self.types.head(ty) {
            Head::Instance(decl, _) => Some(decl),
            _ => None,
        }
    }

    /// The functions by which a type implements a trait, of those that take so many arguments besides `self`.
    fn implements_with(&self, class: Decl, of: Entity, called: Name, count: usize, is_static: bool) -> Vec<Decl> {
        let all = self.project.impl_members(class, called);
        let fits = all.iter().filter(|it| it.implements).map(|it| it.decl).filter(|&decl| {
            self.project.symbol(decl).is_some_and(|(source, symbol)| {
                let is_of =
                    |block: &facts::Impl| block.bases.iter().any(|base| self.project.head_of(decl.file, base.ty) == of);
                symbol.params.len() == count
                    && symbol.modifiers.has(Modifiers::STATIC) == is_static
                    && source.graph.impls.iter().any(|it| it.members.contains(&decl.symbol) && is_of(it))
            })
        });
        fits.collect()
    }

    /// Whether a type is said to implement a trait from outside by itself: blocks that do are for references to it.
    fn derives(&self, class: Decl, of: Entity) -> bool {
        let Entity::External(path) = of else { return false };
        let path = self.text(path);
        let of = path.rsplit('.').next().unwrap_or_default();
        self.project.symbol(class).is_some_and(|(_, symbol)| {
            let derived = symbol.decorators.iter().filter_map(|it| it.text.strip_prefix("derive"));
            derived
                .into_iter()
                .any(|traits| traits.split(|c: char| !c.is_alphanumeric() && c != '_').any(|it| it == of))
        })
    }

    /// The type that a call is asked for by its place: what a function gives back that it is the result of, what the
    /// name is declared to be that it is given.
    fn asked_for(&mut self, file: FileId, callee: ValueId, plain: Name) -> Option<Decl> {
        let text = self.text(plain);
        if !is_made_by(&text) {
            return None;
        }
        let source = self.source(file)?;
        let is_call = |value: &ValueId| matches!(source.graph.values[*value as usize], Value::Call { callee: it, .. } if it == callee);
        let given_back = source.graph.symbols.iter().find_map(|symbol| {
            let returned = symbol.returns_type.filter(|_| symbol.return_values.iter().any(is_call))?;
            Some((returned, symbol.parent, symbol.receiver))
        });
        let held = || {
            let mut bindings = source.graph.bindings.iter();
            bindings.find_map(|it| it.declared.filter(|_| it.values.iter().any(is_call)))
        };
        let (ty, receiver) = match given_back {
            Some((ty, parent, receiver)) => (self.declared(file, ty, parent), receiver),
            None => (self.declared(file, held()?, None), None),
        };
        let ty = match self.types.head(ty) {
            Head::Std(Std::Result, args) if may_fail(&text) => *args.first()?,
            _ => ty,
        };
        let ty = match (self.types.head(ty), receiver) {
            (Head::Param(_, THIS), Some(receiver)) => self.declared(file, receiver, None),
            _ => ty,
        };
        self.class_behind(ty)
    }

    /// What blocks make a type outside by, of a type of the repository: `impl From<Own> for Outside`.
    fn converted_by(&self, outside: Name, of: Decl, plain: Name, called: Name) -> Vec<Decl> {
        let makes = match &*self.text(plain) {
            "from" => "From",
            "try_from" => "TryFrom",
            _ => return Vec::new(),
        };
        let path = self.text(outside);
        let word = path.rsplit('.').next().unwrap_or_default();
        let mut found = Vec::new();
        for &(file, at) in self.project.listed(List::Implemented, self.name(makes)) {
            let Some(source) = self.source(file) else { continue };
            let block = &source.graph.impls[at as usize];
            let is_outside = match source.graph.types[block.ty as usize] {
                Type::Builtin(_) => true,
                _ => self.project.head_of(file, block.ty) == Entity::External(outside),
            };
            let of_own = block.bases.iter().any(|base| match &source.graph.types[base.ty as usize] {
                Type::Name { arguments, .. } => {
                    matches!(arguments[..], [one] if self.project.head_of(file, one) == Entity::Symbol(of))
                }
                _ => false,
            });
            if !is_outside || !of_own {
                continue;
            }
            let members = block.members.iter().copied();
            found.extend(members.filter(|&it| source.member_name(it, &self.project.names) == called).filter_map(
                |it| {
                    let owner = source.graph.symbols[it as usize].qualified.rsplit_once('.')?.0;
                    (owner == word).then_some(Decl { file, symbol: it })
                },
            ));
        }
        found
    }
}
