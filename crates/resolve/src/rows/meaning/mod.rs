//! What calls and decorators mean by the rules about libraries: the rows of entry points, settings and data.

mod anchors;
mod errors;
mod found;
mod registrations;
mod settings;

use crate::rows::Writer;
use crate::targets::labels::{Resolution, Verdict};
use anchors::Anchors;
use facts::{Call, Given, Point, SymbolId, ValueId};
use found::Found;
use rules::{Clause, Kind};

/// A call, or a decorator at a symbol, that a rule is about.
#[derive(Clone, Copy)]
pub struct Site<'g> {
    /// The last name of what is called or decorates.
    name: &'g str,
    callee: ValueId,
    /// What a call gives.
    result: Option<ValueId>,
    given: &'g [Given],
    /// The symbol that a decorator stands at.
    decorated: Option<SymbolId>,
    caller: Option<SymbolId>,
    at: Point,
}

impl<'g> Writer<'_, 'g> {
    /// The rows that follow from where a call leads.
    pub fn call_meaning(&mut self, call: &'g Call, verdict: &Verdict, anchors: &mut Anchors<'g>) {
        let project = self.project;
        if project.rules.is_empty() {
            return;
        }
        if let [function] = verdict.targets[..] {
            anchors.calls_of.push((call, function));
        }
        if verdict.resolution != Resolution::External {
            return;
        }
        let Some(path) = verdict.external.map(|path| project.names.text(path)) else { return };
        let site = Site {
            name: self.graph.name(call.name),
            callee: call.callee,
            result: call.result,
            given: &call.given,
            decorated: None,
            caller: call.caller,
            at: call.at,
        };
        for clause in project.rules.of_call(&path, &self.graph.language) {
            if call.arguments >= clause.arguments {
                self.clause(clause, &site, anchors);
            }
        }
    }

    /// The rows that follow once all calls were seen: routers that functions are given and give back.
    pub fn passed_meaning(&mut self, anchors: &mut Anchors<'g>) {
        for (call, function) in std::mem::take(&mut anchors.calls_of) {
            self.handed_on(call, function, anchors);
        }
        self.handed_back(anchors);
    }

    /// The rows that follow from the decorators of symbols.
    pub fn decorator_meaning(&mut self, anchors: &mut Anchors<'g>) {
        let (project, graph) = (self.project, self.graph);
        if project.rules.is_empty() {
            return;
        }
        for (id, symbol) in graph.symbols.iter().enumerate() {
            for decorator in &symbol.decorators {
                let verdict = self.eval.reference_target(self.file, decorator.value);
                let Some(path) = verdict.external.map(|path| project.names.text(path)) else { continue };
                let site = Site {
                    name: path.rsplit('.').next().map_or("", |name| self.word(name, &decorator.text)),
                    callee: decorator.value,
                    result: None,
                    given: &decorator.given,
                    decorated: Some(id as SymbolId),
                    caller: Some(id as SymbolId),
                    at: symbol.name_at,
                };
                let on_class = symbol.kind.is_type();
                for clause in project.rules.of_decorator(&path, &graph.language) {
                    if clause.class.is_some_and(|wanted| wanted != on_class) {
                        continue;
                    }
                    self.clause(clause, &site, anchors);
                }
            }
        }
    }

    /// `name` where it stands in a decorator's text, which lives as long as the graph.
    fn word(&self, name: &str, text: &'g str) -> &'g str {
        text.find(name).map_or("", |at| &text[at..at + name.len()])
    }

    fn clause(&mut self, clause: &Clause, site: &Site<'g>, anchors: &mut Anchors<'g>) {
        if !clause.texts.is_empty() && !self.all_texts(site, &clause.texts) {
            return;
        }
        match clause.kind {
            None => {}
            Some(Kind::Environment) => self.environment(clause, site),
            Some(Kind::Data) => self.data(clause, site),
            Some(kind) => self.registration(kind, clause, site, anchors),
        }
    }

    fn all_texts(&mut self, site: &Site<'g>, selector: &rules::Selector) -> bool {
        let texts = self.find(site, selector);
        !texts.is_empty() && texts.iter().all(|it| matches!(it, Found::Shape(shape) if self.fixed(shape).is_some()))
    }
}

pub use anchors::Anchors as RouterAnchors;
