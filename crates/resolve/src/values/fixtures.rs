//! Test fixtures: a test's parameter holds what the fixture of its name gives.

use crate::modules::Found;
use crate::naming::entities::{Entity, Use};
use crate::project::consulted;
use crate::project::names::Name;
use crate::project::source::Source;
use crate::project::tree::{self, upward};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Std, Ty};
use facts::{FileGraph, Import, Imported, Modifiers, NameId, Shape, Symbol, SymbolId};

impl Eval<'_> {
    /// What a test's parameter holds: what the fixture that it names gives.
    pub(crate) fn fixture(&mut self, source: &Source, file: FileId, binding: u32) -> Ty {
        if let Some(fixture) = self.fixture_named(source, file, binding) {
            // A name leads there: what one fixture makes of another is no step of inference.
            let steps = std::mem::take(&mut self.inference);
            let ty = self.returned(fixture);
            self.inference = steps;
            return match self.types.head(ty).clone() {
                Head::Std(Std::Iterator, args) => args.first().copied().unwrap_or(Ty::UNKNOWN),
                _ => ty,
            };
        }
        if taker(source, binding).is_none() {
            return Ty::UNKNOWN;
        }
        let name = self.text(source.name(source.graph.bindings[binding as usize].name));
        if PYTEST_FIXTURES.contains(&&*name) {
            return self.external(&format!("pytest.{name}"));
        }
        self.plugin_fixture(&name).unwrap_or(Ty::UNKNOWN)
    }

    /// The fixture that a test's parameter names: in its file, then in `conftest.py` upwards and in the plugins that
    /// these name.
    pub(crate) fn fixture_named(&self, source: &Source, file: FileId, binding: u32) -> Option<Decl> {
        let symbol = taker(source, binding)?;
        let name = source.name(source.graph.bindings[binding as usize].name);
        let parent = source.graph.symbols[symbol as usize].parent;
        let own_class = parent.and_then(|parent| self.own_member(Decl { file, symbol: parent }, name));
        let here = self.fixtures_of(file, name, 0);
        let above = upward(tree::parent(self.project.tree.path(file))).flat_map(|folder| {
            let conftest = if folder.is_empty() { "conftest.py".to_owned() } else { format!("{folder}/conftest.py") };
            self.project.consulted.key(consulted::file(&conftest));
            let found = self.project.tree.find(&conftest);
            found.map_or_else(Vec::new, |conftest| self.fixtures_of(conftest, name, MAX_PLUGINS))
        });
        let mut all = own_class.into_iter().chain(here).chain(above);
        all.find(|&fixture| {
            let goes_by_it = |(source, symbol): (&Source, &Symbol)| {
                symbol.modifiers.has(Modifiers::FIXTURE)
                    && given_name(&source.graph, symbol).is_none_or(|given| source.name(given) == name)
            };
            Decl { file, symbol } != fixture && self.project.symbol(fixture).is_some_and(goes_by_it)
        })
    }

    /// What a file has under a name, as it is declared or as a fixture is told to go by; where it has none, what the
    /// plugins have that it names.
    fn fixtures_of(&self, file: FileId, name: Name, depth: u8) -> Vec<Decl> {
        let declared = match self.project.module_member(file, name, Use::Value) {
            Entity::Symbol(decl) => Some(decl),
            _ => None,
        };
        let Some(source) = self.project.source(file) else { return Vec::new() };
        let told = (0..).zip(&source.graph.symbols).filter(|(_, symbol)| {
            symbol.parent.is_none() && given_name(&source.graph, symbol).is_some_and(|given| source.name(given) == name)
        });
        let mut found: Vec<Decl> = told.map(|(symbol, _)| Decl { file, symbol }).chain(declared).collect();
        if found.is_empty() && depth > 0 {
            let is_plugin = |import: &&Import| import.names.iter().any(|it| it.imported == Imported::Nothing);
            for import in source.imports().iter().filter(is_plugin) {
                if let Found::File(plugin) = self.project.find_module(file, source.language.system, &import.specifier) {
                    found.extend(self.fixtures_of(plugin, name, depth - 1));
                }
            }
        }
        found
    }
}

/// The test or fixture whose parameter a binding is.
fn taker(source: &Source, binding: u32) -> Option<SymbolId> {
    let scope = source.graph.bindings[binding as usize].scope;
    let symbol = source.graph.scopes[scope as usize].symbol?;
    let function = &source.graph.symbols[symbol as usize];
    let takes = function.modifiers.has(Modifiers::FIXTURE) || source.graph.name(function.name).starts_with("test");
    takes.then_some(symbol)
}

/// The name that a fixture is told to go by instead of its own: `@pytest.fixture(name="client")`.
pub(crate) fn given_name(graph: &FileGraph, symbol: &Symbol) -> Option<NameId> {
    let fixture = Some(symbol).filter(|it| it.modifiers.has(Modifiers::FIXTURE))?;
    let given = fixture.decorators.iter().flat_map(|decorator| &decorator.given);
    given.filter(|it| it.name.is_some_and(|name| graph.name(name) == "name")).find_map(|it| match it.shape {
        Shape::Text(name) => Some(name),
        _ => None,
    })
}

/// Plugins that plugins name are followed so far.
const MAX_PLUGINS: u8 = 3;

/// The fixtures that pytest itself brings.
const PYTEST_FIXTURES: [&str; 18] = [
    "cache",
    "capfd",
    "capfdbinary",
    "caplog",
    "capsys",
    "capsysbinary",
    "doctest_namespace",
    "event_loop",
    "monkeypatch",
    "pytestconfig",
    "pytester",
    "record_property",
    "recwarn",
    "request",
    "testdir",
    "tmp_path",
    "tmp_path_factory",
    "tmpdir",
];
