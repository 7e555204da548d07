//! What a method hands to the block of a call, where its body says so: what it yields.

use crate::members::Hit;
use crate::naming::entities::{Entity, Use};
use crate::project::names::Name;
use crate::project::source::{Source, signature};
use crate::values::eval::Eval;
use crate::values::receivers::is_declared;
use crate::values::types::{Decl, FileId, Head, Ty};
use facts::{RECEIVER, ScopeId, ScopeKind, Type, Value, ValueId, WHOLE};

impl Eval<'_> {
    /// What a method hands to its block at a position, in terms of its class. None: it hands nothing on, or not all that
    /// it hands on there is known.
    pub(super) fn yielded_at(&mut self, decl: Decl, position: u32) -> Option<Ty> {
        let (source, symbol) = self.project.symbol(decl)?;
        if symbol.yields.is_empty() || position == WHOLE {
            return None;
        }
        let mut types = Vec::new();
        for &function in &symbol.yields {
            let handed = signature(&source.graph, function)?;
            let is_handed = match position {
                RECEIVER => handed.receiver.is_some(),
                _ => (position as usize) < handed.params.len(),
            };
            // A block has nothing where nothing is handed to it, and its own `self` where it is given none.
            if !is_handed {
                continue;
            }
            // What lies outside may hand on what it was given itself.
            let is_handed_on = handed.params.get(position as usize).or(handed.receiver.as_ref()).is_some_and(|&it| {
                let of = match source.graph.types[it as usize] {
                    Type::Of { value } => Some(&source.graph.values[value as usize]),
                    _ => None,
                };
                matches!(of, Some(Value::CallbackParam { .. }))
            });
            let function = self.declared(decl.file, function, symbol.parent);
            let ty = match self.function_param(function, position) {
                ty if is_handed_on && matches!(self.types.head(ty), Head::External(_)) => Ty::UNKNOWN,
                ty => ty,
            };
            if ty.is_unknown() && position != RECEIVER {
                return None;
            }
            types.push(ty);
        }
        Some(self.types.union(types)).filter(|ty| !ty.is_unknown())
    }

    /// What a class hands to the block that an instance is made with.
    pub(super) fn maker_hands(&mut self, class: Decl, argument: u32, position: u32) -> Ty {
        let this = self.types.instance(class, &[]);
        let maker = self.name("initialize");
        let maker = self.member(this, maker);
        match self.types.head(maker) {
            Head::Func(..) => self.callback_param(maker, argument, position),
            _ => Ty::UNKNOWN,
        }
    }

    /// What has something shown hands that to the block behind it: `render Table.new do |table|`.
    pub(super) fn shown_with_block(&mut self, callee: Ty, file: FileId, called: ValueId, position: u32) -> Option<Ty> {
        let shows = self.language.templates.filter(|_| position == 0)?.shows.first()?;
        let source = self.source(file)?;
        let (Value::Member { name, .. } | Value::Name { name, .. }) = source.graph.values[called as usize] else {
            return None;
        };
        if source.graph.name(name) != *shows || matches!(self.types.head(callee), Head::Func(..)) {
            return None;
        }
        let first = *self.arguments_of(file, called)?.first()?;
        let shown = self.value(file, first);
        matches!(self.types.head(shown), Head::Instance(..)).then_some(shown)
    }

    /// What a bare name means in blocks that are run for another object than the one around.
    pub(crate) fn member_of_block(
        &mut self,
        source: &Source,
        file: FileId,
        scope: ScopeId,
        name: Name,
    ) -> Option<Vec<Hit>> {
        if !source.language.singleton_members || self.text(name).starts_with(|it: char| it.is_ascii_uppercase()) {
            return None;
        }
        let mut next = Some(scope);
        let mut is_run = false;
        while let Some(id) = next {
            let scope = &source.graph.scopes[id as usize];
            next = scope.parent;
            is_run |= scope.kind == ScopeKind::Function;
            let Some(receiver) = scope.receiver else { continue };
            if matches!(source.graph.values[receiver as usize], Value::This { owner: None }) {
                return self.member_of_group(source, file, name, is_run);
            }
            let receiver = self.value(file, receiver);
            let hits = self.reached(source, file, receiver, name, Use::Call);
            if is_declared(&hits) {
                return Some(hits);
            }
        }
        None
    }

    /// What the repository adds under a name to the classes whose instances run what stands in a group of examples; a
    /// group's own body is run for the class. None: several of them have it.
    fn member_of_group(&mut self, source: &Source, file: FileId, name: Name, is_run: bool) -> Option<Vec<Hit>> {
        if !source.graph.is_test || source.graph.tests.iter().any(|test| test.framework == "rspec") {
            return None;
        }
        let mut found: Option<Hit> = None;
        for path in source.language.test_cases {
            let path = self.name(path);
            let Entity::Symbol(class) = self.project.free_name(file, 0, path, Use::Type) else { continue };
            let this = self.types.instance(class, &[]);
            let hits = match is_run {
                true => self.reached(source, file, this, name, Use::Call),
                false => self.singleton_member(class, name).into_iter().collect(),
            };
            let Some(hit) = hits.first().copied().filter(|hit| is_declared(&[*hit])) else { continue };
            if found.is_some_and(|other| other.declared() != hit.declared()) {
                return None;
            }
            found = Some(hit);
        }
        found.map(|hit| vec![hit])
    }
}
