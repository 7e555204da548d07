//! Decorators, attributes and annotations that are classes of the repository.

use super::{Anchors, Site};
use crate::rows::{Writer, clip};
use crate::values::types::Decl;
use facts::unit::Cell;
use facts::{SymbolId, SymbolKind};
use rules::Kind;

impl<'g> Writer<'_, 'g> {
    /// A decorator that is a class of the repository means what the class does that it extends.
    pub(super) fn own_decorator(&mut self, class: Decl, symbol: SymbolId, anchors: &mut Anchors<'_, 'g>) {
        let Some((source, declared)) = self.project.symbol(class).filter(|(_, it)| it.kind == SymbolKind::Class) else {
            return;
        };
        let name = source.graph.name(declared.name);
        let (project, graph) = (self.project, self.graph);
        let Some(decorator) = graph.symbols[symbol as usize]
            .decorators
            .iter()
            .find(|it| it.text.split(['(', ' ', '<']).next().is_some_and(|it| name.starts_with(it)))
        else {
            return;
        };
        for base in self.outer_bases(class) {
            for clause in project.rules.of_decorator(&base, &graph.language) {
                match clause.kind {
                    Some(Kind::Guard) => {
                        let site = Site { name: self.word(name, &decorator.text), ..Site::of_symbol(graph, symbol) };
                        return self.clause(clause, &site, anchors);
                    }
                    Some(Kind::Prefix) => return self.prefixed_by(class, symbol),
                    _ => {}
                }
            }
        }
    }

    /// What a class is decorated with stands before its paths as the decorator's own prefixes say.
    fn prefixed_by(&mut self, decorator: Decl, symbol: SymbolId) {
        let (own, decorator) = (self.id(symbol), self.project.symbol_id(decorator));
        let line = self.graph.symbols[symbol as usize].name_at.line;
        let none = || Cell::Null;
        let row = [
            Kind::Prefix.word().into(),
            none(),
            clip(&own, 1_000),
            none(),
            none(),
            "inherited".into(),
            none(),
            none(),
            none(),
            clip(&decorator, 1_000),
            clip(&own, 1_000),
            self.path(),
            line.into(),
            line.into(),
        ];
        self.unit.push("registrations", &row);
    }
}
