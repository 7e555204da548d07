//! What decorators, attributes and annotations mean, by where they lead.

use crate::naming::entities::Entity;
use crate::project::names::Name;
use crate::rows::Writer;
use crate::rows::meaning::{Anchors, Site};
use facts::{Imported, Symbol, SymbolId, Value, ValueId};
use rules::{Kind, Source};

impl<'p, 'g> Writer<'p, 'g> {
    /// The rows that follow from the decorators of symbols.
    pub fn decorator_meaning(&mut self, anchors: &mut Anchors<'p, 'g>) {
        let (project, graph) = (self.project, self.graph);
        if project.rules.is_empty() {
            return;
        }
        let later = self.given_later();
        for (id, symbol) in graph.symbols.iter().enumerate() {
            self.decorated_later(id as SymbolId, &later, anchors);
            let registered = self.registered_at(symbol);
            for (at, decorator) in symbol.decorators.iter().enumerate() {
                // What was registered below it is what stood there by then.
                let is_too_late = registered.is_some_and(|registered| at < registered);
                if crate::languages::of(&graph.language).tags {
                    self.tag_meaning(decorator, id as SymbolId, anchors);
                    continue;
                }
                self.mapped_meaning(decorator, id as SymbolId, anchors);
                let verdict = self.eval.reference_target(self.file, decorator.value);
                let copied = self.decorator_in_copy(&verdict);
                let own = verdict.targets[..].first().copied().filter(|it| copied.is_none() && self.decorates(*it));
                if let (Some(class), 1) = (own, verdict.targets.len()) {
                    self.own_decorator(class, decorator, id as SymbolId, anchors);
                    if !is_too_late {
                        self.guarded_by(class, &decorator.given, id as SymbolId);
                    }
                    self.decorated_by(class, id as SymbolId);
                    self.composed_by(class, decorator, id as SymbolId);
                    self.decorated_route(class, decorator, id as SymbolId, anchors);
                }
                // What is imported whole may seem to give any name.
                let is_known = |path: &Name| project.rules.knows(&project.names.text(*path), &graph.language);
                let lent = || self.lent_attribute(decorator.value);
                let path = verdict.external.filter(is_known).or_else(lent);
                let path = path.map(|path| project.names.text(path).to_string()).or(copied);
                let path = path.or_else(|| self.decorated_path(decorator.value));
                let path = path.or_else(|| self.given_decorator(decorator.value, &verdict));
                let path = path.or_else(|| self.helping_attribute(decorator.value, id as SymbolId));
                let is_own = !verdict.targets.is_empty();
                let imported = || self.imported_whole(&decorator.text).filter(|_| !is_own);
                let Some(path) = path.or_else(imported) else {
                    if !is_too_late {
                        self.guarded_outside(&verdict, decorator, id as SymbolId);
                    }
                    continue;
                };
                let name = path.rsplit('.').next().map_or("", |name| self.word(name, &decorator.text));
                let site = Site::of_decorator(graph, decorator, id as SymbolId, name);
                let on_class = symbol.kind.is_type();
                for clause in project.rules.of_decorator(&path, &graph.language) {
                    let asks = clause.kind == Some(Kind::Guard) && clause.method.is_empty();
                    if clause.class.is_some_and(|wanted| wanted != on_class) || asks && is_too_late {
                        continue;
                    }
                    self.clause_of_symbol(clause, &site, anchors);
                }
            }
        }
    }

    /// Which decorator of a function of Python, from the top, is the first that registers what stands below it.
    fn registered_at(&mut self, symbol: &'g Symbol) -> Option<usize> {
        if self.graph.language != "python" || symbol.decorators.len() < 2 || symbol.kind.is_type() {
            return None;
        }
        symbol.decorators.iter().position(|decorator| {
            let verdict = self.eval.reference_target(self.file, decorator.value);
            let path = verdict.external.map(|path| self.project.names.text(path).to_string());
            let path =
                path.or_else(|| self.decorator_in_copy(&verdict)).or_else(|| self.decorated_path(decorator.value));
            let Some(path) = path.or_else(|| self.given_decorator(decorator.value, &verdict)) else { return false };
            let mut clauses = self.project.rules.of_decorator(&path, &self.graph.language);
            clauses.any(|clause| {
                let is_on_object = clause.on.0.iter().any(|part| part.source == Source::Object);
                clause.kind == Some(Kind::Endpoint) && is_on_object
            })
        })
    }

    /// The path of a decorator that one of several packages gives that the file imports whole: the one that a rule knows.
    fn imported_whole(&self, text: &str) -> Option<String> {
        let name = text.split(['(', '<', ' ', '\n']).next().filter(|it| !it.contains(['.', ':', '\\']))?;
        let all = || self.graph.imports.iter().flat_map(|import| import.names.iter().map(move |it| (import, it)));
        let is_whole = |imported: &Imported| *imported == Imported::All;
        // A name that is imported by itself is that.
        if all().any(|(_, it)| !is_whole(&it.imported) && self.graph.name(it.local) == name) {
            return None;
        }
        let whole = all().filter(|(_, it)| is_whole(&it.imported));
        let mut paths = whole.map(|(import, _)| format!("{}.{name}", import.specifier));
        paths.find(|path| self.project.rules.knows(path, &self.graph.language))
    }

    /// The path of an attribute that a crate lends to all modules.
    fn lent_attribute(&self, value: ValueId) -> Option<Name> {
        let Value::Name { name, .. } = self.graph.values[value as usize] else { return None };
        let is_rust = crate::languages::of(&self.graph.language).module_paths;
        match is_rust.then(|| self.project.lent_macro(self.file, self.graph.name(name)))? {
            Some(Entity::External(path)) => Some(path),
            _ => None,
        }
    }
}
