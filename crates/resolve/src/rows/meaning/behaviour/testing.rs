//! What tests assert and replace, what symbols hold, and where secrets are written.

use crate::rows::meaning::Site;
use crate::rows::meaning::places::found::Found;
use crate::rows::{TEXT, Writer, clip, flag};
use facts::unit::Cell;
use facts::{Modifiers, Shape, SymbolId, SymbolKind, ValueId};
use rules::{Clause, Kind};

impl<'g> Writer<'_, 'g> {
    /// Something that a test puts in the place of another thing.
    pub fn mock(&mut self, clause: &Clause, site: &Site<'g>) {
        if !self.graph.is_test && self.graph.tests.is_empty() {
            return;
        }
        let found = self.find(site, &clause.name).into_iter().next();
        let value = match found {
            Some(Found::Value(value) | Found::Shape(&Shape::Value(value))) => Some(value),
            _ => None,
        };
        let class = found.as_ref().and_then(|found| self.class_doubled(found));
        let subject = match &class {
            Some((name, _)) => Some(name.clone()),
            // `A::class.java` says nothing of what it is called on.
            None => self.name_told(site, &clause.name).filter(|name| name != "java"),
        };
        let (subject, class) = match (subject, site.result) {
            (None, Some(result)) => match self.class_awaited(result) {
                Some((name, decl)) => (Some(name.clone()), Some((name, decl))),
                None => (None, class),
            },
            (subject, _) => (subject, class),
        };
        let declared = class.and_then(|(_, decl)| decl);
        let target = declared.or_else(|| {
            let verdict = self.eval.reference_target(self.file, value?);
            if let [one] = verdict.targets[..] { Some(one) } else { None }
        });
        let target = target.or_else(|| self.member_doubled(site, found.as_ref()?));
        let target = target.map(|one| self.project.symbol_id(one));
        let [caller, ..] = self.caller(self.decorated_with(site.callee).or(site.caller));
        let library = if self.is_of_testify(clause, site) { "testify" } else { &clause.framework };
        let row = [
            clip(library, 40),
            subject.as_deref().map_or(Cell::Null, |subject| clip(subject, TEXT)),
            target.map_or(Cell::Null, Cell::from),
            caller,
            self.path(),
            site.at.line.into(),
        ];
        self.unit.push("mocks", &row);
    }

    /// What a call decorates: a test, or a class of them.
    fn decorated_with(&self, callee: ValueId) -> Option<SymbolId> {
        let is_one = |symbol: &facts::Symbol| symbol.decorators.iter().any(|it| it.value == callee);
        self.graph.symbols.iter().position(is_one).map(|at| at as SymbolId)
    }

    /// Whether mockery made the double, which embeds testify's: both of Go's generators call what makes one alike.
    fn is_of_testify(&mut self, clause: &Clause, site: &Site<'g>) -> bool {
        if clause.framework != "gomock" {
            return false;
        }
        let Some(double) = site.result.and_then(|result| self.model_of(result)) else { return false };
        self.outer_bases(double).iter().any(|base| base.starts_with("github.com/stretchr/testify/mock."))
    }

    /// Whether a call is only shown to a library that stands in for what is called, so that nothing comes of it:
    /// `when(repository.find(1))`, `verify(repository).save(it)`, `every { repository.find(1) }`.
    pub fn is_stubbed(&mut self, site: &Site<'g>) -> bool {
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
            if matches!(symbol.kind, SymbolKind::EnumMember | SymbolKind::Method) || !self.is_constant(*id) {
                continue;
            }
            // Java's serialisation asks for it in every class, each with a number of its own.
            if graph.name(symbol.name) == "serialVersionUID" {
                continue;
            }
            let value = graph.name(*value);
            // What is put into a text is another thing each time, and a time from now is no number: `5.years.ago`.
            if graph.language == "ruby" && (value.contains("#{") || is_number && asks_member(value)) {
                continue;
            }
            // What a parameter holds that is a property at once is what it may be given: `private bool $strict = true`.
            if self.is_declared_by_parameter(symbol) {
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

    /// Whether a property is declared by a parameter of its class's constructor.
    fn is_declared_by_parameter(&self, property: &facts::Symbol) -> bool {
        let (at, class) = (property.name_at.byte, property.parent);
        property.kind == SymbolKind::Property
            && self.graph.symbols.iter().any(|it| {
                it.kind == SymbolKind::Constructor
                    && it.parent == class
                    && (it.span.start.byte..it.span.end.byte).contains(&at)
                    && it.params.iter().any(|param| param.name == property.name)
            })
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
        let is_of_tests = graph.is_test || is_for_tests(&graph.path);
        for secret in &graph.secrets {
            let in_tests = graph.tests.iter().any(|test| test.line <= secret.line && secret.line <= test.end_line);
            let is_shown = is_of_tests || in_tests || secret.is_sample;
            let severity = graph.name(secret.severity);
            let row = [
                graph.name(secret.kind).into(),
                if is_shown { less_than(severity) } else { severity }.into(),
                secret.fingerprint.as_deref().map_or(Cell::Null, Cell::from),
                flag(is_shown),
                self.path(),
                secret.line.into(),
            ];
            self.unit.push("secret_findings", &row);
        }
    }
}

/// How bad it is that something is written where it opens nothing, or is meant to be seen.
const fn less_than(severity: &str) -> &'static str {
    match severity.as_bytes() {
        b"high" => "medium",
        _ => "low",
    }
}

/// Whether a file holds what tests use, sets up what runs them, or is there to copy from: `test_utils.rs`,
/// `playwright.config.ts`, `settings.sample.php`.
fn is_for_tests(path: &str) -> bool {
    let file = path.rsplit('/').next().unwrap_or(path);
    let (name, rest) = file.split_once('.').unwrap_or((file, ""));
    let is_helper = matches!(name, "test_utils" | "test_util" | "test_helpers" | "test_helper" | "test_support");
    let runs = matches!(name, "playwright" | "cypress" | "vitest" | "jest" | "karma") && rest.starts_with("config");
    let words = || file.split(['.', '-', '_']);
    let is_sample = words().count() > 2 && words().any(|it| matches!(it, "sample" | "example" | "dist"));
    is_helper || runs || is_sample
}

/// Whether something is asked of a number: `30.minutes`.
fn asks_member(value: &str) -> bool {
    value.split('.').skip(1).any(|it| it.starts_with(|c: char| c.is_alphabetic()))
}
