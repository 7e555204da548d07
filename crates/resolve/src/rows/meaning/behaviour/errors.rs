//! Errors that are thrown, handed on, caught and dropped; the functions that may give one back.

use super::failures;
use crate::languages::Outcome;
use crate::rows::meaning::Site;
use crate::rows::meaning::places::found::Found;
use crate::rows::{TEXT, Writer, clip};
use crate::targets::labels::{Resolution, Verdict};
use crate::values::types::{Decl, Head};
use facts::unit::Cell;
use facts::{BindingKind, Call, Modifiers, Shape, Symbol, SymbolId, SymbolKind, Value, ValueId};
use rules::{Clause, Kind, Part, Source};

/// A row of `error_sites`.
struct Row<'t> {
    kind: &'static str,
    error: &'t str,
    target: Option<Decl>,
    caller: Option<SymbolId>,
    line: u32,
    end_line: u32,
}

/// The name of calls that give no error where that is thrown.
const ANSWER: &str = "answer";
/// Of the errors that one boundary names so many are told.
const MAX_NAMED: usize = 12;

impl<'g> Writer<'_, 'g> {
    /// A row that a rule tells of: a boundary, or a call that throws.
    pub fn ruled_error(&mut self, kind: Kind, clause: &Clause, site: &Site<'g>) {
        let is_missing = !clause.has.is_empty() && !self.has_method(site, &clause.has);
        if is_missing || is_answering(clause) {
            return;
        }
        let handlers = self.find(site, &clause.handler);
        let handler = handlers.iter().find(|it| self.takes(it, clause.takes));
        if clause.takes > 0 && handler.is_none() {
            return;
        }
        let handler = handler.and_then(|it| self.handler_symbol(it)).map(|decl| self.project.symbol_id(decl));
        let mut errors: Vec<(Option<Decl>, String)> = Vec::new();
        let named = self.find(site, &clause.name).into_iter().flat_map(|it| match it {
            Found::Shape(Shape::List(items)) => items.iter().map(Found::Shape).collect(),
            found => vec![found],
        });
        for found in named.collect::<Vec<_>>() {
            // What goes through a list of classes is none of them alone.
            if matches!(found, Found::Shape(Shape::Value(value)) if self.is_variable(*value)) {
                continue;
            }
            if let Some(named) = self.class_told(&found) {
                errors.push(named);
                continue;
            }
            let texts: Vec<_> = self.texts(&found).into_iter().map(|text| (None, text.into_owned())).collect();
            errors.extend(texts);
        }
        errors.truncate(MAX_NAMED);
        if errors.is_empty() {
            errors.push((None, String::new()));
        }
        for (target, error) in &errors {
            let line = site.at.line;
            let row = Row { kind: kind.word(), error, target: *target, caller: site.caller, line, end_line: line };
            self.error_row_of(row, handler.clone());
        }
    }

    /// A class by its name, where something names one here or outside: `A`, `A.class`, `A::class`.
    fn class_told(&mut self, found: &Found<'g>) -> Option<(Option<Decl>, String)> {
        if let Some(class) = self.class_named(found) {
            return Some((Some(class), self.name_of(class)?));
        }
        if let Found::Shape(Shape::Literal(text)) = found {
            let text = self.graph.name(*text);
            let class = text.strip_suffix("::class").or_else(|| text.strip_suffix(".class"))?;
            return Some((None, class.rsplit('.').next().unwrap_or_default().to_owned()));
        }
        let (Found::Value(value) | Found::Shape(Shape::Value(value))) = found else { return None };
        let path = self.eval.reference_target(self.file, *value).external?;
        let path = self.project.names.text(path);
        let plain = path.strip_suffix(".class").unwrap_or(&path);
        Some((None, plain.rsplit(['.', '\\', ':']).next().unwrap_or_default().to_owned()))
    }

    /// Whether a name is a variable's or a parameter's, by how it is written too.
    fn is_variable(&self, value: ValueId) -> bool {
        let Value::Name { name, binding: Some(binding), .. } = self.graph.values[value as usize] else { return false };
        let kind = self.graph.bindings[binding as usize].kind;
        matches!(kind, BindingKind::Variable | BindingKind::Parameter)
            && self.graph.name(name).starts_with(char::is_lowercase)
    }

    /// Whether what stands last in a call takes what a handler does and nothing that hands on, at a path of its own.
    pub fn answers_itself(&mut self, clause: &Clause, site: &Site<'g>) -> bool {
        let last = self.find(site, &clause.handler);
        let path = self.literal(site, &clause.route);
        let is_own = path.is_some_and(|it| !matches!(&*it, "" | "/" | "*" | "/*" | "(.*)" | "/{*any}"));
        is_own && last.last().is_some_and(|it| self.takes(it, clause.takes))
    }

    fn takes(&mut self, handler: &Found<'g>, params: u32) -> bool {
        if params == 0 {
            return true;
        }
        match handler {
            Found::Shape(Shape::Function { params: written, .. }) => *written == params,
            found => self.handler_symbol(found).is_some_and(|decl| {
                self.project.symbol(decl).is_some_and(|(_, symbol)| symbol.params.len() as u32 == params)
            }),
        }
    }

    fn handler_symbol(&mut self, handler: &Found<'g>) -> Option<Decl> {
        let value = match handler {
            Found::Symbol(symbol) => return Some(Decl { file: self.file, symbol: *symbol }),
            Found::Value(value) | Found::Shape(Shape::Value(value)) => *value,
            _ => return None,
        };
        match self.eval.reference_target(self.file, value).targets[..] {
            [one] => Some(one),
            _ => None,
        }
    }

    pub fn errors(&mut self) {
        let graph = self.graph;
        for site in &graph.errors {
            if site.of.is_some_and(|of| self.is_answer(of)) {
                continue;
            }
            let (target, named) = site.of.map_or((None, None), |of| self.error_named(of));
            // What makes the error says less than its type.
            let last = site.text.rsplit(['.', ':']).next().unwrap_or_default();
            let is_type = target.is_none() || !last.starts_with(char::is_lowercase);
            let error = match named.as_deref() {
                Some(named) if site.text.is_empty() || !is_type => named,
                _ => &site.text,
            };
            self.error_row(Row {
                kind: site.kind.word(),
                error,
                target,
                caller: site.caller,
                line: site.at.line,
                end_line: site.end_line,
            });
        }
        self.results();
        self.error_types();
    }

    /// Whether what is thrown is what a library answers with, and no error: `throw redirect("/login")`.
    fn is_answer(&mut self, of: ValueId) -> bool {
        let Value::Call { callee, .. } = self.graph.values[of as usize] else { return false };
        let Some(path) = self.eval.reference_target(self.file, callee).external else { return false };
        let (project, path) = (self.project, self.project.names.text(path));
        project.rules.of_call(&path, &self.graph.language).any(is_answering)
    }

    fn error_row(&mut self, row: Row) {
        self.error_row_of(row, None);
    }

    /// A row; `symbol`: what handles, where that is not the code around.
    fn error_row_of(&mut self, row: Row, symbol: Option<String>) {
        let [caller, ..] = self.caller(row.caller);
        let caller = symbol.map_or(caller, Cell::from);
        let cells = [
            row.kind.into(),
            if row.error.is_empty() { Cell::Null } else { clip(row.error, TEXT) },
            row.target.map_or(Cell::Null, |target| Cell::from(self.project.symbol_id(target))),
            caller,
            self.path(),
            row.line.into(),
            row.end_line.into(),
        ];
        self.unit.push("error_sites", &cells);
    }

    /// The declaration of an error's type, or of the variable that holds one, and the type's name.
    fn error_named(&mut self, of: ValueId) -> (Option<Decl>, Option<String>) {
        let callee = match self.graph.values[of as usize] {
            Value::New { callee, .. } | Value::Call { callee, .. } => callee,
            _ => of,
        };
        let verdict = self.eval.reference_target(self.file, callee);
        if let [one] = verdict.targets[..]
            && let Some(target) = self.error_declared(one, callee != of)
        {
            return (Some(target), self.name_of(target));
        }
        let ty = self.eval.value(self.file, of);
        match *self.eval.types.head(ty) {
            Head::Instance(decl, _) | Head::Class(decl) => (Some(decl), self.name_of(decl)),
            Head::External(path) | Head::Library(path, _) => {
                let path = self.project.names.text(path);
                let is_type = |name: &&str| name.starts_with(char::is_uppercase) && failures::is_error_name(name);
                let last = path.rsplit('.').next().unwrap_or_default();
                // What makes the error, or a case of it, stands behind its type.
                let named = path.rsplit('.').take(2).find(is_type).unwrap_or(last);
                (None, failures::is_error_name(named).then(|| named.to_owned()))
            }
            _ => (None, None),
        }
    }

    /// What a declaration says of an error: a type itself, the type that a variant or a constructor belongs to, a
    /// variable of the package. `called`: it is called, so that a function says nothing.
    fn error_declared(&self, decl: Decl, called: bool) -> Option<Decl> {
        let (_, symbol) = self.project.symbol(decl)?;
        let outer = symbol.parent.map(|symbol| Decl { file: decl.file, symbol });
        match symbol.kind {
            SymbolKind::Constructor | SymbolKind::EnumMember => outer,
            kind if kind.is_type() => Some(decl),
            SymbolKind::Variable if !called && symbol.parent.is_none() => Some(decl),
            _ => None,
        }
    }

    fn name_of(&self, decl: Decl) -> Option<String> {
        self.project.symbol(decl).map(|(source, symbol)| source.graph.name(symbol.name).to_owned())
    }

    /// The functions that say by what they give back that something may go wrong.
    fn results(&mut self) {
        let graph = self.graph;
        for (id, symbol) in graph.symbols.iter().enumerate() {
            let (id, line) = (id as SymbolId, symbol.name_at.line);
            let is_function = matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method);
            if !is_function || self.in_test(line) {
                continue;
            }
            let decl = Decl { file: self.file, symbol: id };
            let Some((target, error)) = self.outcome(decl) else { continue };
            self.error_row(Row { kind: "result", error: &error, target, caller: Some(id), line, end_line: line });
        }
    }

    fn in_test(&self, line: u32) -> bool {
        self.graph.is_test || self.graph.tests.iter().any(|test| test.line <= line && line <= test.end_line)
    }

    /// The error that a function may give back in the place of what it is asked for, by its declared result.
    fn outcome(&mut self, decl: Decl) -> Option<(Option<Decl>, String)> {
        let (source, symbol) = self.project.symbol(decl)?;
        let ty = symbol.returns_type?;
        match source.language.outcome {
            Outcome::Thrown => None,
            Outcome::LastResult(name) => failures::ends_in(&source.graph, ty, name).then(|| (None, name.to_owned())),
            Outcome::Result => {
                let written = failures::is_called(&source.graph, ty, "Result");
                let ty = self.eval.declared(decl.file, ty, Some(decl.symbol));
                let error = match self.eval.types.head(ty) {
                    Head::Std(crate::values::types::Std::Result, parts) => parts.get(1).copied(),
                    _ if written => None,
                    _ => return None,
                };
                Some(match error.map(|error| self.eval.types.head(error).clone()) {
                    Some(Head::Instance(decl, _)) => (Some(decl), self.name_of(decl).unwrap_or_default()),
                    Some(Head::External(path) | Head::Library(path, _)) => {
                        (None, self.project.names.text(path).replace('.', "::"))
                    }
                    _ => (None, String::new()),
                })
            }
        }
    }

    /// A call of which nobody takes the last result: an error that is dropped, or something that nobody waits for.
    pub fn dropped(&mut self, call: &Call, verdict: &Verdict) {
        let sure = matches!(verdict.resolution, Resolution::Exact | Resolution::Typed);
        let ([target], true) = (&verdict.targets[..], sure) else { return };
        let Some((source, symbol)) = self.project.symbol(*target) else { return };
        let (line, caller) = (call.at.line, call.caller);
        if !matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method) || self.in_test(line) {
            return;
        }
        if source.language.must_await && is_promised(symbol) {
            let target = Some(*target);
            return self.error_row(Row { kind: "unhandled", error: "", target, caller, line, end_line: line });
        }
        if let Some((target, error)) = self.outcome(*target) {
            self.error_row(Row { kind: "swallow", error: &error, target, caller, line, end_line: line });
        }
    }
}

/// Whether a clause says that what a call gives is an answer where it is thrown.
fn is_answering(clause: &Clause) -> bool {
    let says_so = |part: &Part| matches!(&part.source, Source::Text(text) if text == ANSWER);
    clause.kind == Some(Kind::Throw) && clause.name.0.iter().any(says_so)
}

/// Whether what a function gives has to be waited for, so that otherwise its errors go nowhere.
fn is_promised(symbol: &Symbol) -> bool {
    let returns = symbol.returns.as_deref().unwrap_or_default();
    let promise = ["Promise<", "Task<", "ValueTask<", "PromiseLike<"].iter().any(|it| returns.starts_with(it))
        || matches!(returns, "Task" | "ValueTask");
    let is_async = symbol.modifiers.has(Modifiers::ASYNC) && !symbol.modifiers.has(Modifiers::GENERATOR);
    let fails = symbol.decorators.iter().all(|it| it.text.is_empty()) && !symbol.modifiers.has(Modifiers::CONTAINED);
    (promise || is_async && returns != "void") && fails
}
