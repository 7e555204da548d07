//! Test fixtures: a test's parameter holds what the fixture of its name gives.

use crate::modules::Found;
use crate::naming::entities::{Entity, Use};
use crate::project::consulted;
use crate::project::names::Name;
use crate::project::source::Source;
use crate::project::tree::{parent, upward};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Std, Ty};
use facts::{Import, Imported, Modifiers};

impl Eval<'_> {
    /// The fixture that a test's parameter names: in its file, then in `conftest.py` upwards and in the plugins that
    /// these name.
    pub(crate) fn fixture(&mut self, source: &Source, file: FileId, binding: u32) -> Ty {
        let binding = &source.graph.bindings[binding as usize];
        let Some(symbol) = source.graph.scopes[binding.scope as usize].symbol else { return Ty::UNKNOWN };
        let function = &source.graph.symbols[symbol as usize];
        let name = source.name(binding.name);
        let is_fixture = function.modifiers.has(Modifiers::FIXTURE);
        if !is_fixture && !source.graph.name(function.name).starts_with("test") {
            return Ty::UNKNOWN;
        }
        let own_class = function.parent.and_then(|parent| self.own_member(Decl { file, symbol: parent }, name));
        let here = match self.project.module_member(file, name, Use::Value) {
            Entity::Symbol(decl) => Some(decl),
            _ => None,
        };
        let path = self.project.tree.path(file);
        let above = upward(parent(path)).filter_map(|folder| {
            let conftest = if folder.is_empty() { "conftest.py".to_owned() } else { format!("{folder}/conftest.py") };
            self.project.consulted.key(consulted::file(&conftest));
            self.fixture_of(self.project.tree.find(&conftest)?, name, MAX_PLUGINS)
        });
        let fixtures: Vec<Decl> = own_class.into_iter().chain(here).chain(above).collect();
        for fixture in fixtures {
            let is_it = Decl { file, symbol } != fixture
                && self.project.symbol(fixture).is_some_and(|(_, s)| s.modifiers.has(Modifiers::FIXTURE));
            if is_it {
                let ty = self.returned(fixture);
                return match self.types.head(ty).clone() {
                    Head::Std(Std::Iterator, args) => args.first().copied().unwrap_or(Ty::UNKNOWN),
                    _ => ty,
                };
            }
        }
        if PYTEST_FIXTURES.contains(&&*self.text(name)) {
            let path = format!("pytest.{}", self.text(name));
            return self.external(&path);
        }
        Ty::UNKNOWN
    }

    /// What a `conftest.py` or a plugin has under a name, itself or by the plugins that it names.
    fn fixture_of(&self, file: FileId, name: Name, depth: u8) -> Option<Decl> {
        if let Entity::Symbol(decl) = self.project.module_member(file, name, Use::Value) {
            return Some(decl);
        }
        let source = self.project.source(file).filter(|_| depth > 0)?;
        let is_plugin = |import: &&Import| import.names.iter().any(|it| it.imported == Imported::Nothing);
        source.imports().iter().filter(is_plugin).find_map(|import| {
            match self.project.find_module(file, source.language.system, &import.specifier) {
                Found::File(plugin) => self.fixture_of(plugin, name, depth - 1),
                _ => None,
            }
        })
    }
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
