//! Copies of libraries of Python that a repository holds within packages of its own, `shop/bottle.py`,
//! `shop/core/cornice/service.py`: what such a copy declares is what the library declares.

use crate::rows::Writer;
use crate::targets::labels::{Resolution, Verdict};
use crate::values::types::Decl;
use std::ops::RangeFrom;

impl Writer<'_, '_> {
    /// The path that something has in the library of which its file is a copy: `bottle.Bottle.route`.
    fn path_in_copy(&self, decl: Decl) -> Option<String> {
        let (source, symbol) = self.project.symbol(decl)?;
        if &*source.graph.language != "python" {
            return None;
        }
        let modules = modules_of(&source.graph.path)?;
        let library = self.library_among(&modules)?;
        // A module that takes what it is called after from elsewhere stands around that.
        let name = modules[library.start];
        if source.imports().iter().any(|it| it.specifier.split('.').next() == Some(name)) {
            return None;
        }
        Some(format!("{}.{}", modules[library].join("."), symbol.qualified))
    }

    /// The path in the library of a class of such a copy, which stands for what it extends where others use it.
    pub fn class_in_copy(&self, class: Decl) -> Option<String> {
        let path = self.path_in_copy(class).filter(|_| !self.is_in_copy())?;
        self.project.rules.is_router(&path).then_some(path)
    }

    /// The path of a decorator that a copy of a library declares, where rules know it.
    pub fn decorator_in_copy(&self, verdict: &Verdict) -> Option<String> {
        let path = self.path_in_copy(led_to(verdict)?).filter(|_| !self.is_in_copy())?;
        self.project.rules.of_decorator(&path, &self.graph.language).next()?;
        Some(path)
    }

    /// The same of a call of a method.
    pub fn call_in_copy(&self, verdict: &Verdict) -> Option<String> {
        let path = self.path_in_copy(led_to(verdict)?).filter(|_| !self.is_in_copy())?;
        self.project.rules.of_call(&path, &self.graph.language).next()?;
        Some(path)
    }

    /// Whether this file is a part of such a copy: what a library calls of itself is not what others do with it.
    fn is_in_copy(&self) -> bool {
        modules_of(&self.graph.path).is_some_and(|modules| self.library_among(&modules).is_some())
    }

    /// Which names of a module's path, within a folder, are those of a library on whose things handlers are registered.
    fn library_among(&self, modules: &[&str]) -> Option<RangeFrom<usize>> {
        (1..modules.len()).find(|at| self.project.rules.is_router(modules[*at])).map(|at| at..)
    }
}

/// The one declaration that a name leads to by more than itself.
fn led_to(verdict: &Verdict) -> Option<Decl> {
    let is_sure = matches!(verdict.resolution, Resolution::Exact | Resolution::Typed);
    match verdict.targets[..] {
        [one] if is_sure => Some(one),
        _ => None,
    }
}

/// The names of a module of Python by its file's path, from the repository's folder on.
fn modules_of(path: &str) -> Option<Vec<&str>> {
    let path = path.strip_suffix(".py")?;
    Some(path.strip_suffix("/__init__").unwrap_or(path).split('/').collect())
}
