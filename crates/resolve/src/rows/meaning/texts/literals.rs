//! Literals of types that lie outside, and what constants are set to that libraries read by their names.

use crate::rows::Writer;
use crate::rows::meaning::{RouterAnchors as Anchors, Site};
use crate::values::types::Decl;
use facts::{Call, Value};

/// Functions around a literal that give it back.
const MAX_AROUND: usize = 3;
/// The same of those that say what stands for something where that is asked for.
const PROVIDER: &str = "(provider)";
/// What objects of JavaScript are called that describe routes, whatever their type.
pub const ROUTE: &str = "(route)";

impl<'p, 'g> Writer<'p, 'g> {
    /// The rows that follow from literals of types that lie outside.
    pub fn literal_meaning(&mut self, anchors: &mut Anchors<'p, 'g>) {
        let (project, graph) = (self.project, self.graph);
        for literal in graph.literals.iter().filter(|it| !graph.name(it.name).is_empty()) {
            if graph.name(literal.name) == ROUTE {
                self.described_route(literal, anchors);
                continue;
            }
            if graph.name(literal.name) == PROVIDER {
                let clauses = project.rules.of_literal(PROVIDER, &graph.language);
                anchors.pending.extend(clauses.map(|clause| (clause, Site::of_call(graph, literal))));
                continue;
            }
            // Of a member that is set what it is called is its path's last name.
            let is_set = literal.arguments == 1 && literal.given.iter().all(|it| it.name.is_none());
            let is_property = matches!(graph.values[literal.callee as usize], Value::Member { object, .. }
                if matches!(graph.values[object as usize], Value::This { .. } | Value::Receiver { .. }));
            if (is_set || is_property) && !project.rules.names_literal(graph.name(literal.name)) {
                continue;
            }
            let verdict = self.eval.reference_target(self.file, literal.callee);
            let told = verdict.external.map(|path| project.names.text(path).to_string());
            // A class of the repository is what it extends, what a variable is set to goes by the variable's name, and
            // what a property lists by its name behind what the class extends.
            let paths = match verdict.targets[..] {
                [one] if told.is_none() && is_property => self.inherited_names(one, graph.name(literal.name)),
                [one] if told.is_none() && self.is_storage(one) => vec![graph.name(literal.name).to_owned()],
                [class] if told.is_none() => self.outer_bases(class),
                _ => told.into_iter().collect(),
            };
            let clauses = |path: &String| project.rules.of_literal(path, &graph.language).collect::<Vec<_>>();
            let Some(clauses) = paths.iter().map(clauses).find(|it| !it.is_empty()) else { continue };
            let outer = literal.result.and_then(|result| anchors.outer(result));
            let outer = outer.map(|call| self.past_giving_back(call, anchors));
            let described = graph.literals.iter().find(|it| it.at == literal.at && graph.name(it.name) == ROUTE);
            let result = literal.result.or(described.and_then(|it| it.result));
            for clause in clauses {
                anchors.pending.push((clause, Site { outer, result, ..Site::of_call(graph, literal) }));
            }
        }
    }

    /// The call that a literal is given to, through functions that give back what they are given of it:
    /// `huma.Register(api, scoped(huma.Operation{…}, "read"), show)`.
    fn past_giving_back(&mut self, call: &'g Call, anchors: &Anchors<'p, 'g>) -> &'g Call {
        let mut call = call;
        for _ in 0..MAX_AROUND {
            let function = self.target(call.callee);
            if function.and_then(|it| self.parameter_given_back(it)).is_none() {
                break;
            }
            let Some(next) = call.result.and_then(|result| anchors.outer(result)) else { break };
            call = next;
        }
        call
    }

    /// A member's name behind the paths of what its class extends.
    fn inherited_names(&mut self, member: Decl, name: &str) -> Vec<String> {
        let class = self.project.symbol(member).and_then(|(_, symbol)| symbol.parent);
        let bases = class.map(|symbol| self.outer_bases(Decl { symbol, ..member })).unwrap_or_default();
        bases.into_iter().map(|base| format!("{base}.{name}")).collect()
    }
}
