//! What a module calls of `self` that it does not have: those have it that include the module.

use crate::languages;
use crate::members::Hit;
use crate::project::names::Name;
use crate::project::outline::List;
use crate::project::source::Source;
use crate::targets::labels::{Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, THIS, Ty};
use facts::{FileGraph, Modifiers, Relation, Type, Value, ValueId};

/// How many methods of a name, and how many classes that include a module, are looked at.
const MAX_METHODS: usize = 64;

/// The classes and modules of a file that include others, by the last name of each that they include.
pub fn outline(graph: &FileGraph) -> Vec<(List, String, u32)> {
    if !languages::of(&graph.language).open_this {
        return Vec::new();
    }
    let includes = |relation| matches!(relation, Relation::Embeds | Relation::Prepends);
    let of_each = graph.symbols.iter().enumerate().flat_map(|(id, symbol)| {
        let included = symbol.bases.iter().filter(move |base| includes(base.relation));
        included.filter_map(move |base| match &graph.types[base.ty as usize] {
            Type::Name { path, .. } => {
                let written = graph.name(*path.last()?);
                let last = written.rsplit([':', '\\']).next().unwrap_or(written);
                Some((List::Included, last.to_owned(), id as u32))
            }
            _ => None,
        })
    });
    of_each.collect()
}

impl Eval<'_> {
    /// Where a call of `self` in a module leads: to the method of the one class that includes the module and has it, by
    /// itself or by another of its modules. None: it is no module, or no such class has it.
    pub(crate) fn of_includers(&mut self, file: FileId, name: Name, this: Decl) -> Option<Verdict> {
        let hits = self.had_by_includers(file, name, this);
        Verdict::among(Resolution::Unique, hits.iter().filter_map(Hit::declared).collect())
    }

    /// What a member of `self` is in a module that does not have it, where all that include the module lead to one.
    pub(crate) fn given_by_includers(
        &mut self,
        source: &Source,
        file: FileId,
        object: ValueId,
        name: Name,
    ) -> Option<Ty> {
        if !source.language.open_this || !matches!(source.graph.values[object as usize], Value::This { .. }) {
            return None;
        }
        let this = self.value(file, object);
        let Head::Param(module, THIS) = *self.types.head(this) else { return None };
        match self.had_by_includers(file, name, module)[..] {
            [hit] => Some(self.hit_type(hit)),
            _ => None,
        }
    }

    fn had_by_includers(&mut self, file: FileId, name: Name, this: Decl) -> Vec<Hit> {
        let Some((source, symbol)) = self.project.symbol(this) else { return Vec::new() };
        if !symbol.modifiers.has(Modifiers::ABSTRACT) || !source.language.open_this {
            return Vec::new();
        }
        let named = self.project.listed(List::Method, name);
        if named.is_empty() || named.len() > MAX_METHODS {
            return Vec::new();
        }
        let in_test = self.source(file).is_some_and(|it| it.graph.is_test);
        let parts = self.project.merged(this);
        let (mut owners, mut modules) = (Vec::new(), Vec::new());
        for &(other, at) in named {
            let Some((source, symbol)) = self.project.symbol(Decl { file: other, symbol: at }) else { continue };
            let of_class = symbol.modifiers.has(Modifiers::STATIC);
            let Some(owner) = symbol.parent.filter(|_| !of_class && (in_test || !source.graph.is_test)) else {
                continue;
            };
            let is_module = source.graph.symbols[owner as usize].modifiers.has(Modifiers::ABSTRACT);
            let owner = Decl { file: other, symbol: owner };
            if self.has_part(owner, &parts) {
                owners.push(owner);
            } else if is_module && !parts.contains(&owner) {
                modules.push(owner);
            }
        }
        // What includes the module may have it by another that it includes.
        modules.retain(|&module| self.includers(module).into_iter().any(|class| self.has_part(class, &parts)));
        owners.extend(modules);
        let own = self.had_by(&owners, name);
        if !own.is_empty() {
            return own;
        }
        let mut classes = self.includers(this);
        classes.retain(|it| in_test || !self.source(it.file).is_some_and(|source| source.graph.is_test));
        self.had_by(&classes, name)
    }

    /// What the instances of classes have under a name, each declaration once.
    fn had_by(&mut self, classes: &[Decl], name: Name) -> Vec<Hit> {
        let mut hits: Vec<Hit> = Vec::new();
        for &class in classes {
            let this = self.types.instance(class, &[]);
            for hit in self.members(this, name) {
                if hit.declared().is_some_and(|found| hits.iter().all(|it| it.declared() != Some(found))) {
                    hits.push(hit);
                }
            }
        }
        hits
    }

    /// The classes that include a module, by themselves or by another module.
    fn includers(&mut self, module: Decl) -> Vec<Decl> {
        let (mut modules, mut classes, mut at) = (vec![module], Vec::new(), 0);
        while let Some(&module) = modules.get(at) {
            at += 1;
            let Some((source, symbol)) = self.project.symbol(module) else { continue };
            let parts = self.project.merged(module);
            for &(file, symbol) in self.project.listed(List::Included, source.name(symbol.name)) {
                let found = Decl { file, symbol };
                let Some((_, symbol)) = self.project.symbol(found) else { continue };
                let all = if symbol.modifiers.has(Modifiers::ABSTRACT) { &mut modules } else { &mut classes };
                if all.len() < MAX_METHODS && !all.contains(&found) && self.has_part(found, &parts) {
                    all.push(found);
                }
            }
        }
        classes
    }

    /// Whether a class extends or includes what has one of these parts.
    pub(crate) fn has_part(&mut self, class: Decl, parts: &[Decl]) -> bool {
        let lineage = self.lineage(class);
        lineage.iter().any(|&base| matches!(*self.types.head(base), Head::Instance(base, _) if parts.contains(&base)))
    }
}
