//! The rows of one file's unit.

mod call_rows;
mod lookups;
mod meaning;
pub(crate) mod module_rows;
mod test_rows;
pub(crate) mod type_rows;

use crate::project::compiler_truth::Disagreement;
use crate::project::outline::List;
use crate::project::{Project, Resolved};
use crate::targets::labels::{Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::FileId;
use facts::unit::{Cell, Unit};
use facts::{Call, CallKind, FileGraph, Modifiers, Param, ReferenceKind, SymbolId, SymbolKind, Value};
use serde_json::json;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What the writers of single tables share.
pub struct Writer<'p, 'g> {
    pub eval: Eval<'p>,
    pub project: &'p Project,
    pub file: FileId,
    pub graph: &'g FileGraph,
    pub unit: Unit,
    pub disagreements: Vec<Disagreement>,
    /// What is known of the repository's own routers.
    pub own: meaning::OwnRouters,
    /// The row of a table for which a registration is read.
    pub turn: Option<meaning::Turn<'g>>,
    lookups: lookups::Lookups<'g>,
}

/// The unit of a file and the counts of its call sites.
pub fn resolve(project: &Project, file: FileId, graph: &FileGraph, content_hash: &str) -> Resolved {
    let unit = Unit::new("file", &graph.path);
    let mut writer = Writer {
        eval: Eval::new(project, file, crate::languages::of(&graph.language)),
        project,
        file,
        graph,
        unit,
        disagreements: Vec::new(),
        own: meaning::OwnRouters::default(),
        turn: None,
        lookups: lookups::Lookups::default(),
    };
    writer.file(content_hash);
    writer.symbols();
    writer.imports();
    writer.exports();
    let counts = writer.calls();
    writer.references();
    type_rows::write(&mut writer);
    writer.tests();
    writer.problems();
    let Writer { unit: rows, disagreements, .. } = writer;
    Resolved { unit: rows.encode(), rows, counts, consulted: Vec::new(), links: 0, disagreements }
}

/// A text of at most `max` UTF-16 units, as its column takes.
pub fn clip(text: &str, max: usize) -> Cell<'_> {
    if text.len() <= max {
        return Cell::from(text);
    }
    let mut units = 0;
    let end = text.char_indices().find(|(_, c)| {
        units += c.len_utf16();
        units > max
    });
    Cell::from(end.map_or(text, |(at, _)| &text[..at]))
}

/// What most text columns take.
pub const TEXT: usize = 400;
/// What columns of qualified names, specifiers take.
pub const LONG_TEXT: usize = 1_000;

/// A flag as units write it.
pub fn flag(on: bool) -> Cell<'static> {
    Cell::Number(on.into())
}

impl<'g> Writer<'_, 'g> {
    pub fn path(&self) -> Cell<'g> {
        Cell::from(self.graph.path.as_str())
    }

    pub fn id(&self, symbol: SymbolId) -> String {
        format!("{}#{}", self.graph.path, self.graph.symbols[symbol as usize].qualified)
    }

    fn maybe_id(&self, symbol: Option<SymbolId>) -> Cell<'static> {
        symbol.map_or(Cell::Null, |symbol| Cell::from(self.id(symbol)))
    }

    /// The id of the symbol around a site.
    fn caller_id(&self, caller: Option<SymbolId>) -> String {
        caller.map_or_else(|| format!("{}#<module>", self.graph.path), |id| self.id(id))
    }

    /// Id, qualified name and line of the symbol around a site.
    fn caller(&self, caller: Option<SymbolId>) -> [Cell<'g>; 3] {
        let id = self.caller_id(caller).into();
        match caller {
            Some(caller) => {
                let symbol = &self.graph.symbols[caller as usize];
                [id, clip(&symbol.qualified, LONG_TEXT), symbol.name_at.line.into()]
            }
            None => [id, "<module>".into(), 1.into()],
        }
    }

    fn quote(&self, line: u32) -> Cell<'g> {
        if !self.project.excerpts {
            return Cell::Null;
        }
        match self.graph.quotes.binary_search_by_key(&line, |(line, _)| *line) {
            Ok(at) => clip(&self.graph.quotes[at].1, 200),
            Err(_) => Cell::Null,
        }
    }

    fn file(&mut self, content_hash: &str) {
        let system = crate::languages::of(&self.graph.language).system;
        let package = self.project.modules.package_of(&self.project.tree, system, &self.graph.path);
        let row = [
            self.path(),
            self.graph.language.as_str().into(),
            self.graph.bytes.into(),
            self.graph.lines.into(),
            content_hash.into(),
            package.map_or(Cell::Null, Cell::from),
            flag(self.graph.is_test),
            flag(self.graph.is_generated),
        ];
        self.unit.push("files", &row);
    }

    fn symbols(&mut self) {
        for (id, symbol) in self.graph.symbols.iter().enumerate() {
            if self.graph.is_made(id as SymbolId) {
                continue;
            }
            let has = |bits| flag(symbol.modifiers.has(bits));
            // As many as fit the column.
            let decorators = symbol.decorators.iter().map(|decorator| decorator.text.as_str());
            let decorators: Vec<&str> = decorators.filter(|text| !text.is_empty()).take(40).collect();
            let callable = matches!(
                symbol.kind,
                SymbolKind::Function
                    | SymbolKind::Method
                    | SymbolKind::Constructor
                    | SymbolKind::Getter
                    | SymbolKind::Setter
            );
            fn text(text: &Option<String>, max: usize) -> Cell<'_> {
                text.as_deref().map_or(Cell::Null, |text| clip(text, max))
            }
            let row = [
                self.id(id as SymbolId).into(),
                symbol.kind.word().into(),
                clip(self.graph.name(symbol.name), TEXT),
                clip(&symbol.qualified, LONG_TEXT),
                self.path(),
                symbol.span.start.line.into(),
                symbol.span.end.line.into(),
                symbol.name_at.line.into(),
                self.maybe_id(symbol.parent),
                clip(&symbol.signature, 600),
                if callable { self.params(&symbol.params).into() } else { Cell::Null },
                text(&symbol.returns, TEXT),
                text(&symbol.declared_text, TEXT),
                text(&symbol.doc, 2_400),
                flag(symbol.exported),
                visibility(symbol.modifiers).into(),
                if decorators.is_empty() { Cell::Null } else { json!(decorators).to_string().into() },
                has(Modifiers::ASYNC),
                has(Modifiers::GENERATOR),
                has(Modifiers::STATIC | Modifiers::CLASS_METHOD),
                has(Modifiers::ABSTRACT),
                symbol.complexity.into(),
                if self.project.excerpts { clip(&symbol.preview, 1_600) } else { Cell::Null },
            ];
            self.unit.push("symbols", &row);
        }
    }

    /// As many parameters as fit the column, as JSON.
    fn params(&self, params: &[Param]) -> String {
        const MAX: usize = 8_000;
        let mut out = String::from("[");
        for param in params {
            let told = told(self.graph.name(param.name), param);
            if out.len() + told.len() + 2 > MAX {
                break;
            }
            if out.len() > 1 {
                out.push(',');
            }
            out.push_str(&told);
        }
        out.push(']');
        out
    }

    fn calls(&mut self) -> BTreeMap<&'static str, u32> {
        let mut counts: BTreeMap<&'static str, u32> = Resolution::ALL.iter().map(|r| (r.word(), 0)).collect();
        let mut site = 0u32;
        let mut anchors = meaning::RouterAnchors::new(self.graph);
        let graph = self.graph;
        for (at, call) in graph.calls.iter().enumerate() {
            let Some(verdict) = self.verdict(call).filter(|verdict| !verdict.conversion) else { continue };
            let verdict = if self.eval.misfit(self.file, call, &verdict).is_none() {
                verdict
            } else {
                Verdict::none(Resolution::Unresolved)
            };
            let verdict = self.project.corrected(self.file, call.name, call.at, verdict, &mut self.disagreements);
            *counts.entry(verdict.resolution.word()).or_default() += 1;
            self.call_meaning(call, &verdict, &mut anchors);
            if graph.dropped.binary_search(&call.at.byte).is_ok() {
                self.dropped(call, &verdict);
            }
            let name = self.called(self.graph.name(call.name), &verdict);
            let text = self.called(&call.text, &verdict);
            let external = verdict.external.filter(|_| verdict.resolution == Resolution::External);
            let external = external.map(|path| self.project.names.text(path));
            let passed = if verdict.targets.is_empty() { Cell::Null } else { self.passed(at as u32) };
            let kind = match call.kind {
                CallKind::Implied if self.constructs(&verdict) => CallKind::New,
                kind => kind,
            };
            for target in self.called_by(&verdict) {
                let [caller, caller_name, caller_line] = self.caller(call.caller);
                let row = [
                    site.into(),
                    caller,
                    caller_name,
                    caller_line,
                    self.path(),
                    call.at.line.into(),
                    call.start_line.into(),
                    kind.word().into(),
                    target,
                    clip(&name, TEXT),
                    clip(&text, TEXT),
                    call.arguments.into(),
                    verdict.resolution.word().into(),
                    external.as_deref().map_or(Cell::Null, |path| clip(path, 600)),
                    passed.clone(),
                    self.quote(call.at.line),
                ];
                self.unit.push("calls", &row);
            }
            site += 1;
        }
        self.literal_meaning(&mut anchors);
        self.decorator_meaning(&mut anchors);
        self.models(&mut anchors);
        self.passed_meaning(&mut anchors);
        self.decisions();
        self.settings();
        self.errors();
        self.constants();
        self.assertions();
        self.secrets();
        counts
    }

    /// Where a call leads. None: nothing of the repository is called by what does not name it.
    fn verdict(&mut self, call: &Call) -> Option<Verdict> {
        if call.kind != CallKind::Implied {
            return Some(self.eval.call_target(self.file, call));
        }
        if self.eval.language.links {
            return self.eval.linked_implied(self.file, call);
        }
        if matches!(self.graph.values[call.callee as usize], Value::Cast { .. }) {
            let verdict = self.eval.call_target(self.file, call);
            let is_told = matches!(verdict.resolution, Resolution::Exact | Resolution::Typed);
            return (is_told && verdict.targets.len() == 1 && self.constructs(&verdict)).then_some(verdict);
        }
        let name = self.project.names.intern(self.graph.name(call.name));
        if [List::Method, List::Extension].into_iter().all(|list| self.project.listed(list, name).is_empty()) {
            return None;
        }
        let verdict = self.eval.call_target(self.file, call);
        let is_told = matches!(verdict.resolution, Resolution::Exact | Resolution::Typed);
        let [target] = verdict.targets[..] else { return None };
        (is_told && self.eval.surely_extends(self.file, call.callee, target)).then_some(verdict)
    }

    fn constructs(&self, verdict: &Verdict) -> bool {
        let target = verdict.targets.first().and_then(|&decl| self.project.symbol(decl));
        target.is_some_and(|(_, symbol)| symbol.kind == SymbolKind::Constructor)
    }

    /// What is called as written; where nothing is (`make()()`), the name of where it leads.
    fn called<'t>(&self, written: &'t str, verdict: &Verdict) -> Cow<'t, str> {
        if !written.is_empty() {
            return Cow::Borrowed(written);
        }
        let target = verdict.targets.first().and_then(|&decl| self.project.symbol(decl));
        let name = target.map_or("()", |(source, symbol)| source.graph.name(symbol.name));
        Cow::Owned(name.to_owned())
    }

    fn targets(&self, verdict: &Verdict) -> Vec<Cell<'static>> {
        match &verdict.targets[..] {
            [] => vec![Cell::Null],
            targets => targets.iter().map(|&decl| self.project.symbol_id(decl).into()).collect(),
        }
    }

    fn references(&mut self) {
        for reference in &self.graph.references {
            let verdict = self.eval.reference_target(self.file, reference.value);
            let verdict = self.eval.handed_definition(self.file, reference.at.line, verdict);
            let verdict =
                self.project.corrected(self.file, reference.name, reference.at, verdict, &mut self.disagreements);
            // A name passed on that leads to no function or class says nothing.
            let silent = !matches!(verdict.resolution, Resolution::External) && verdict.targets.is_empty();
            if reference.kind == ReferenceKind::Callback && (silent || !self.is_callable(&verdict)) {
                continue;
            }
            for target in self.targets(&verdict) {
                let [caller, caller_name, caller_line] = self.caller(reference.caller);
                let row = [
                    reference.kind.word().into(),
                    caller,
                    caller_name,
                    caller_line,
                    self.path(),
                    reference.at.line.into(),
                    target,
                    clip(self.graph.name(reference.name), TEXT),
                    verdict.resolution.word().into(),
                    self.quote(reference.at.line),
                ];
                self.unit.push("references", &row);
            }
        }
    }

    fn is_callable(&self, verdict: &Verdict) -> bool {
        verdict.targets.iter().any(|&decl| {
            let kind = self.project.symbol(decl).map(|(_, symbol)| symbol.kind);
            matches!(
                kind,
                Some(SymbolKind::Function | SymbolKind::Method | SymbolKind::Class | SymbolKind::Constructor)
            )
        })
    }

    fn problems(&mut self) {
        for problem in &self.graph.problems {
            let (line, end_line) = (problem.at.line.into(), problem.end_line.into());
            let row = [self.path(), problem.kind.word().into(), line, end_line, clip(&problem.message, TEXT)];
            self.unit.push("problems", &row);
        }
    }
}

/// A parameter as JSON, its keys in order.
fn told(name: &str, param: &Param) -> String {
    let mut out = String::from("{");
    if let Some(default) = &param.default {
        out.push_str("\"default\":");
        out.push_str(&quoted(default));
        out.push(',');
    }
    out.push_str("\"name\":");
    out.push_str(&quoted(name));
    out.push_str(if param.optional || param.rest { ",\"required\":false" } else { ",\"required\":true" });
    if param.rest {
        out.push_str(",\"rest\":true");
    }
    if let Some(ty) = &param.type_text {
        out.push_str(",\"type\":");
        out.push_str(&quoted(ty));
    }
    out.push('}');
    out
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

fn visibility(modifiers: Modifiers) -> &'static str {
    match () {
        () if modifiers.has(Modifiers::PRIVATE) => "private",
        () if modifiers.has(Modifiers::PROTECTED) => "protected",
        () => "public",
    }
}
