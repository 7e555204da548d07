//! Functions of the repository that put a library's decorators together, `applyDecorators(Controller(path))`: what
//! such a one decorates has what these say, with what it is given in the place of its parameters.

use crate::rows::Writer;
use crate::rows::meaning::behaviour::requests::SCRIPTS;
use crate::rows::meaning::routers::registration::Registration;
use crate::values::types::Decl;
use facts::{Call, Decorator, Param, Shape, SymbolId, SymbolKind, Value};
use rules::{Clause, Kind, Part, Source};
use serde_json::{Value as Json, json};

/// The name of the row that says what a decorator of the repository is given.
const COMPOSED: &str = "composed";
/// The member of an object that stands for it where a path is wanted.
const PATH: &str = "path";

impl<'g> Writer<'_, 'g> {
    /// Whether a call puts what a decorator is made of on something, `Controller(path)(target)`, where a clause is about
    /// what makes one.
    pub fn is_applied(&self, call: &Call, clause: &Clause) -> bool {
        let is_around = matches!(clause.on.0[..], [Part { source: Source::Around, .. }]);
        is_around && matches!(self.graph.values[call.callee as usize], Value::Call { .. })
    }

    /// What a function of the repository is given where it decorates something, by the names of its parameters: of an
    /// object each member. What is left out is an empty text.
    pub fn composed_by(&mut self, decorator: Decl, used: &'g Decorator, symbol: SymbolId) {
        let own = &self.graph.symbols[symbol as usize];
        let is_decorated = matches!(own.kind, SymbolKind::Class | SymbolKind::Method | SymbolKind::Property);
        if self.graph.is_test || !SCRIPTS.contains(&self.graph.language.as_str()) || !is_decorated {
            return;
        }
        let Some((source, declared)) = self.project.symbol(decorator).filter(|(_, it)| it.kind == SymbolKind::Function)
        else {
            return;
        };
        let mut told = Vec::new();
        for (at, param) in declared.params.iter().enumerate() {
            let name = source.graph.name(param.name);
            // All that are left.
            if param.rest && used.given.len() > at {
                let all: Vec<_> = used.given[at..].iter().map_while(|it| self.fixed(&it.shape)).collect();
                if all.len() == used.given.len() - at {
                    told.extend(all.iter().map(|text| json!({ "name": name, "symbol": null, "given": text })));
                }
                continue;
            }
            self.given_as(name, param, used.given.get(at).map(|it| &it.shape), &mut told);
        }
        let (id, line) = (self.id(symbol), own.name_at.line);
        let (function, name) = (self.project.symbol_id(decorator), own.qualified.clone());
        self.register(&Registration {
            owner: Some(&id),
            name: Some(COMPOSED),
            handler_name: Some(&name),
            guards: Some(Json::Array(told).to_string()),
            mounted: Some(&function),
            ..self.registered_by(Kind::Prefix.word(), Some(symbol), line)
        });
    }

    fn given_as(&mut self, name: &str, param: &Param, given: Option<&'g Shape>, told: &mut Vec<Json>) {
        let mut tell = |name: &str, text: &str| told.push(json!({ "name": name, "symbol": null, "given": text }));
        let Some(given) = given else {
            let default = param.default.as_deref().unwrap_or("''");
            let inner = default.trim_start_matches(['"', '\'', '`']).trim_end_matches(['"', '\'', '`']);
            if inner.len() + 2 == default.len() {
                tell(name, inner);
            }
            return;
        };
        if let Shape::Object(members) = given {
            for (member, shape) in members {
                let Some(held) = self.fixed(shape) else { continue };
                let member = self.graph.name(*member);
                if member == PATH {
                    tell(name, &held);
                }
                tell(&format!("{name}.{member}"), &held);
                tell(member, &held);
            }
        } else if let Shape::List(items) = given {
            let held: Vec<_> = items.iter().map_while(|it| self.fixed(it)).collect();
            if held.len() == items.len() {
                held.iter().for_each(|it| tell(name, it));
            }
        } else if let Some(held) = self.fixed(given) {
            tell(name, &held);
        }
    }
}
