//! What tests assert and replace, what symbols hold, and where secrets are written.

use super::Site;
use super::found::Found;
use crate::rows::type_rows::named;
use crate::rows::{TEXT, Writer, clip, flag};
use crate::values::types::Decl;
use facts::unit::Cell;
use facts::{Modifiers, Shape, SymbolId, Type, Value, ValueId};
use rules::{Clause, Kind};

impl<'g> Writer<'_, 'g> {
    /// Something that a test puts in the place of another thing.
    pub fn mock(&mut self, clause: &Clause, site: &Site<'g>) {
        if !self.graph.is_test && self.graph.tests.is_empty() {
            return;
        }
        let value = match self.find(site, &clause.name).first() {
            Some(Found::Value(value) | Found::Shape(Shape::Value(value))) => Some(*value),
            _ => None,
        };
        let class = value.and_then(|value| self.class_written(value));
        let subject = match &class {
            Some((name, _)) => Some(name.clone()),
            // `A::class.java` says nothing of what it is called on.
            None => self.name_told(site, &clause.name).filter(|name| name != "java"),
        };
        let declared = class.and_then(|(_, decl)| decl);
        let target = declared.or_else(|| {
            let verdict = self.eval.reference_target(self.file, value?);
            if let [one] = verdict.targets[..] { Some(one) } else { None }
        });
        let target = target.map(|one| self.project.symbol_id(one));
        let [caller, ..] = self.caller(site.caller);
        let row = [
            clip(&clause.framework, 40),
            subject.as_deref().map_or(Cell::Null, |subject| clip(subject, TEXT)),
            target.map_or(Cell::Null, Cell::from),
            caller,
            self.path(),
            site.at.line.into(),
        ];
        self.unit.push("mocks", &row);
    }

    /// Whether a call is only shown to a library that stands in for what is called, so that nothing comes of it:
    /// `when(repository.find(1))`, `verify(repository).save(it)`, `every { repository.find(1) }`.
    pub(super) fn is_stubbed(&mut self, site: &Site<'g>) -> bool {
        if !self.graph.is_test && self.graph.tests.is_empty() {
            return false;
        }
        let base = self.row_start(site.callee);
        let around = [site.outer, site.block].into_iter().flatten().map(|call| call.callee);
        let (project, language) = (self.project, &self.graph.language);
        let mut all = around.chain((base != site.callee).then_some(base));
        all.any(|callee| {
            let verdict = self.eval.reference_target(self.file, callee);
            let path = verdict.external.map(|path| project.names.text(path).to_string());
            path.is_some_and(|path| project.rules.of_call(&path, language).any(|it| it.kind == Some(Kind::Stub)))
        })
    }

    /// The type that `A.class` names, and where it is declared.
    fn class_written(&mut self, value: ValueId) -> Option<(String, Option<Decl>)> {
        let Value::Instance { ty } = self.graph.values[value as usize] else { return None };
        let Type::Name { path, arguments, .. } = &self.graph.types[ty as usize] else { return None };
        if !path.iter().map(|name| self.graph.name(*name)).eq(["java", "lang", "Class"]) {
            return None;
        }
        let inner = *arguments.first()?;
        let Type::Name { path, .. } = &self.graph.types[inner as usize] else { return None };
        let name = self.graph.name(*path.last()?).to_owned();
        Some((name, named(self, inner).first().copied()))
    }

    /// The statements of tests that assert something.
    pub fn assertions(&mut self) {
        let graph = self.graph;
        if !graph.is_test && graph.tests.is_empty() {
            return;
        }
        for (caller, line) in &graph.assertions {
            let [caller, ..] = self.caller(*caller);
            let row = [caller, self.path(), (*line).into()];
            self.unit.push("assertions", &row);
        }
    }

    /// The texts, numbers and flags that constants hold. Members of enumerations are none: their type tells of them.
    pub fn constants(&mut self) {
        let graph = self.graph;
        // Nobody chose what a tool wrote.
        if graph.is_generated {
            return;
        }
        let texts = graph.constants.iter().map(|it| (it, false));
        let numbers = graph.numbers.iter().map(|it| (it, true));
        let mut held: Vec<_> = texts.chain(numbers).collect();
        held.sort_unstable_by_key(|((symbol, _), _)| *symbol);
        for ((id, value), is_number) in held {
            let symbol = &graph.symbols[*id as usize];
            if matches!(symbol.kind, facts::SymbolKind::EnumMember | facts::SymbolKind::Method)
                || !self.is_constant(*id)
            {
                continue;
            }
            // Java's serialisation asks for it in every class, each with a number of its own.
            if graph.name(symbol.name) == "serialVersionUID" {
                continue;
            }
            let value = graph.name(*value);
            // What is put into a text is another thing each time.
            if graph.language == "ruby" && value.contains("#{") {
                continue;
            }
            let kind = match value {
                _ if !is_number => "text",
                "true" | "false" | "True" | "False" => "flag",
                _ => "number",
            };
            let row = [
                clip(graph.name(symbol.name), TEXT),
                kind.into(),
                clip(value, TEXT),
                self.id(*id).into(),
                flag(symbol.exported),
                self.path(),
                symbol.name_at.line.into(),
            ];
            self.unit.push("constants", &row);
        }
    }

    /// Whether a symbol is never given another value: its declaration says so, or it is written as such are.
    fn is_constant(&self, id: SymbolId) -> bool {
        let symbol = &self.graph.symbols[id as usize];
        let name = self.graph.name(symbol.name);
        let declared = symbol.modifiers.has(Modifiers::READONLY)
            || symbol.signature.split_whitespace().take(3).any(|word| word == "const");
        let written = name.len() > 1
            && name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        declared || written
    }

    /// Where secrets are written.
    pub fn secrets(&mut self) {
        let graph = self.graph;
        for secret in &graph.secrets {
            let in_tests = graph.tests.iter().any(|test| test.line <= secret.line && secret.line <= test.end_line);
            let row = [
                graph.name(secret.kind).into(),
                graph.name(secret.severity).into(),
                secret.fingerprint.as_deref().map_or(Cell::Null, Cell::from),
                flag(graph.is_test || in_tests),
                self.path(),
                secret.line.into(),
            ];
            self.unit.push("secret_findings", &row);
        }
    }
}
