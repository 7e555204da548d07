//! How a call was resolved, step by step, or where that stopped: for people.

use crate::naming::entities::{Entity, Use};
use crate::naming::linkage::is_callable;
use crate::project::{Project, ProjectError};
use crate::targets::bare_names::Bare;
use crate::targets::labels::{Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId};
use facts::{BindingId, BindingKind, FileGraph, Modifiers, SymbolKind, Value, ValueId};
use serde::Serialize;

/// A call and what led from its text to its resolution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExplainedCall {
    pub line: u32,
    /// In bytes, from 1.
    pub column: u32,
    pub caller: String,
    pub text: String,
    pub resolution: &'static str,
    /// From the first name of the callee to the called one.
    pub steps: Vec<String>,
    /// `path:line name` of each declaration that it leads to; of what is outside, its dotted path.
    pub targets: Vec<String>,
    /// Why it has its resolution, in a sentence.
    pub because: String,
}

/// A callee is told in so many steps at most; those nearest to the called name are kept.
const MAX_STEPS: usize = 30;
impl Project {
    /// The calls of a line, explained. None: no call stands there. Graphs that are needed are asked for as by
    /// [`Project::resolve`].
    pub fn explain(&self, path: &str, line: u32) -> Result<Vec<ExplainedCall>, ProjectError> {
        self.with_graph(path, |file, graph, _| {
            let mut eval = Eval::new(self, file, crate::languages::of(&graph.language));
            let on_line = |call: &&facts::Call| call.at.line == line || call.start_line == line;
            graph.calls.iter().filter(on_line).map(|call| eval.explain(file, graph, call)).collect()
        })
    }
}

impl Eval<'_> {
    fn explain(&mut self, file: FileId, graph: &FileGraph, call: &facts::Call) -> ExplainedCall {
        let guess = self.call_target(file, call);
        let misfit = self.misfit(file, call, &guess);
        let verdict = if misfit.is_some() { Verdict::none(Resolution::Unresolved) } else { guess.clone() };
        let mut steps = Vec::new();
        self.refuel();
        self.tell(file, call.callee, Use::Call, &mut steps);
        steps.dedup();
        steps.extend(self.told_namesake(file, call, &verdict));
        steps.extend(self.told_overload(file, call, &verdict));
        steps.extend(self.told_definition(file, call, &verdict));
        steps.extend(misfit.map(|why| format!("{} has that name, and {why}", self.place(guess.targets[0]))));
        steps.drain(..steps.len().saturating_sub(MAX_STEPS));
        let targets = verdict.targets.iter().map(|&decl| self.place(decl)).collect();
        let outside = verdict.external.map(|path| self.text(path).to_string());
        ExplainedCall {
            line: call.at.line,
            column: call.at.column + 1,
            caller: call.caller.map_or("<module>".into(), |id| graph.symbols[id as usize].qualified.clone()),
            text: call.text.clone(),
            resolution: if verdict.conversion { "conversion" } else { verdict.resolution.word() },
            because: match misfit {
                Some(_) => {
                    "too little is known of the receiver, and the one declaration of that name is not meant".into()
                }
                None => self.because(file, call, &verdict),
            },
            steps,
            targets: if let Some(path) = outside { vec![path] } else { targets },
        }
    }

    /// By what one of several declarations of a name was chosen: how many there are, what the call gives, what it takes.
    fn told_overload(&mut self, file: FileId, call: &facts::Call, verdict: &Verdict) -> Option<String> {
        let &[target] = &verdict.targets[..] else { return None };
        let (source, symbol) = self.project.symbol(target)?;
        let alike = |other: &u32| {
            let other = &source.graph.symbols[*other as usize];
            other.kind == symbol.kind && (other.name == symbol.name || symbol.kind == SymbolKind::Constructor)
        };
        let lines: Vec<String> = source
            .children(symbol.parent?)
            .filter(alike)
            .map(|it| source.graph.symbols[it as usize].name_at.line.to_string())
            .collect();
        if lines.len() < 2 {
            return None;
        }
        let given = match &self.source(file)?.graph.values[call.result? as usize] {
            Value::Call { arguments, .. } | Value::New { arguments, .. } => arguments,
            _ => return None,
        };
        let (arguments, _) = self.split_arguments(file, given);
        let given: Vec<String> = arguments
            .iter()
            .map(|&argument| {
                let ty = self.value(file, argument);
                self.words(ty, 1)
            })
            .collect();
        let taken = symbol.params.iter().map(|it| it.type_text.as_deref().unwrap_or(source.graph.name(it.name)));
        Some(format!(
            "of {} declarations (lines {}) that of line {}, which takes ({}), is the one for ({})",
            lines.len(),
            lines.join(", "),
            symbol.name_at.line,
            taken.collect::<Vec<_>>().join(", "),
            given.join(", ")
        ))
    }

    /// Why a function is called, where its name holds something else.
    fn told_namesake(&mut self, file: FileId, call: &facts::Call, verdict: &Verdict) -> Option<String> {
        let source = self.source(file)?;
        let (&Value::Name { .. }, &[target]) = (&source.graph.values[call.callee as usize], &verdict.targets[..])
        else {
            return None;
        };
        let is_function = is_callable(self.project.symbol(target)?.1.kind);
        let held = self.value(file, call.callee);
        let other = is_function && self.is_no_function_type(source, file, held);
        other.then(|| format!("{} cannot be called: the function of that name is meant", self.words(held, 0)))
    }

    /// Where what is only declared is defined, in a language that links.
    fn told_definition(&mut self, file: FileId, call: &facts::Call, verdict: &Verdict) -> Option<String> {
        let seen = self.reference_target(file, call.callee);
        let declared = *seen.targets.first()?;
        let (source, symbol) = self.project.symbol(declared)?;
        if !source.language.links || !symbol.modifiers.has(Modifiers::PROTOTYPE) || verdict.targets.contains(&declared)
        {
            return None;
        }
        let declares = format!("{} only declares it", self.place(declared));
        match verdict.targets[..] {
            [] => None,
            [one] => Some(format!("{declares}: it is defined at {}", self.place(one))),
            ref all => Some(format!("{declares}: {} places define it, of which a build takes one", all.len())),
        }
    }

    /// Tells what a value is, after what it is made from.
    fn tell(&mut self, file: FileId, value: ValueId, usage: Use, steps: &mut Vec<String>) {
        self.step((), |eval| eval.tell_value(file, value, usage, steps));
    }

    fn tell_value(&mut self, file: FileId, value: ValueId, usage: Use, steps: &mut Vec<String>) {
        let Some(source) = self.source(file) else { return };
        if steps.len() > 4 * MAX_STEPS {
            return;
        }
        let ty = self.value(file, value);
        let is = self.words(ty, 0);
        match &source.graph.values[value as usize] {
            Value::Name { name, binding, scope } => {
                let text = source.graph.name(*name);
                let entity = match self.bare(file, *scope, source.name(*name), *binding, usage) {
                    Bare::Entity(entity) => entity,
                    Bare::Members(hits) => {
                        let ty = self.hits_type(hits);
                        steps
                            .push(format!("`{text}`, by the type it stands in or an import, is {}", self.words(ty, 0)));
                        return;
                    }
                };
                match binding {
                    Some(binding) => self.tell_binding(file, *binding, entity, steps),
                    None => {
                        let is = self.entity_words(entity);
                        steps.push(match entity {
                            Entity::External(_) => format!("`{text}` is declared nowhere here: {is}"),
                            _ => format!("`{text}` is declared in no scope of the file, but in reach of it: {is}"),
                        });
                    }
                }
            }
            Value::Member { object, name } => {
                self.tell(file, *object, Use::Value, steps);
                let held = self.value(file, *object);
                let text = source.graph.name(*name);
                let on = self.words_after(steps.last(), held);
                let mut hits = self.reached(source, file, held, source.name(*name), usage);
                if hits.is_empty() {
                    hits.extend(self.assigned_member(source, file, *object, source.name(*name)));
                }
                let found = !hits.is_empty();
                let is = match usage {
                    Use::Call => {
                        let ty = self.hits_type(hits);
                        self.words(ty, 0)
                    }
                    _ => is,
                };
                steps.push(if found {
                    format!("`.{text}` of {on} is {is}")
                } else {
                    format!("`.{text}` is not known of {on}")
                });
            }
            Value::Call { callee, .. } => {
                self.tell(file, *callee, Use::Call, steps);
                steps.push(format!("calling that gives {is}"));
            }
            Value::New { callee, .. } => {
                self.tell(file, *callee, Use::Call, steps);
                steps.push(format!("`new` makes {is}"));
            }
            Value::Index { object } | Value::Item { object, .. } => {
                self.tell(file, *object, Use::Value, steps);
                steps.push(format!("an element of it is {is}"));
            }
            Value::Part { object, .. } => {
                self.tell(file, *object, Use::Value, steps);
                steps.push(format!("a part of it is {is}"));
            }
            Value::Await { object } => {
                self.tell(file, *object, Use::Value, steps);
                steps.push(format!("awaiting it gives {is}"));
            }
            Value::Lent { object } => self.tell(file, *object, Use::Value, steps),
            Value::Enter { object } => {
                self.tell(file, *object, Use::Value, steps);
                steps.push(format!("entering it gives {is}"));
            }
            Value::This { .. } | Value::Receiver { .. } => steps.push(format!("the receiver is {is}")),
            Value::Super { .. } => steps.push(format!("`super` is {is}")),
            Value::Takes { function, position } => {
                self.tell(file, *function, Use::Value, steps);
                steps.push(format!("its parameter {} is {is}", position + 1));
            }
            Value::CallbackParam { callee, argument, position } => {
                self.tell(file, *callee, Use::Call, steps);
                let (argument, position) = (argument + 1, position + 1);
                steps.push(format!("parameter {position} of the function given as argument {argument} is {is}"));
            }
            Value::Unknown { .. } => steps.push("an expression of which nothing is followed".into()),
            Value::Cast { .. } | Value::Type { .. } => steps.push(format!("a type that is written: {is}")),
            Value::Instance { .. } => steps.push(format!("a literal makes {is}")),
            Value::Function { .. } => steps.push(format!("a function is written there: {is}")),
            Value::Either { options } => {
                if self.is_blank(ty) {
                    options.iter().for_each(|&option| self.tell(file, option, Use::Value, steps));
                }
                steps.push(format!("one of several, {is}"));
            }
            _ => steps.push(format!("an expression that gives {is}")),
        }
    }

    fn tell_binding(&mut self, file: FileId, id: BindingId, entity: Entity, steps: &mut Vec<String>) {
        let Some(source) = self.source(file) else { return };
        let binding = &source.graph.bindings[id as usize];
        let text = source.graph.name(binding.name);
        let what = match binding.kind {
            BindingKind::Import => {
                let from = binding.import.map(|(import, _)| source.graph.imports[import as usize].specifier.as_str());
                let from = from.map_or(String::new(), |specifier| format!(" from `{specifier}`"));
                steps.push(format!(
                    "`{text}` is imported{from} on line {}: {}",
                    binding.line,
                    self.entity_words(entity)
                ));
                return;
            }
            BindingKind::Parameter => "parameter",
            BindingKind::Variable => "variable",
            _ => {
                steps.push(format!("`{text}`: {}", self.entity_words(entity)));
                return;
            }
        };
        let ty = self.entity(entity);
        let fixture = match binding.kind {
            BindingKind::Parameter if source.language.fixtures => self.fixture_named(source, file, id),
            _ => None,
        };
        let how = match (binding.declared, &binding.values[..], fixture) {
            (Some(_), ..) if self.is_blank(ty) => "by a declaration that leads to no type".into(),
            (Some(_), ..) => "declared".into(),
            (None, [], Some(fixture)) => format!("by the fixture {}", self.place(fixture)),
            (None, [], None) if binding.symbol.is_some() => "declared or first given".into(),
            (None, [], None) if !self.is_blank(ty) => "by where its function is given, or what that overrides".into(),
            (None, [], None) => "not declared, and given nothing that is known".into(),
            (None, ..) => "by what it was given".to_owned(),
        };
        if let (None, [value]) = (binding.declared, &binding.values[..]) {
            self.tell(file, *value, Use::Value, steps);
        }
        let is = self.words_after(steps.last(), ty);
        steps.push(format!("the {what} `{text}` of line {} is, {how}, {is}", binding.line));
    }

    fn entity_words(&mut self, entity: Entity) -> String {
        match entity {
            Entity::External(path) => format!("`{}`, outside the repository", self.text(path)),
            Entity::Missing => "it leads into the repository, to nothing that is there".into(),
            Entity::Module(file) => format!("the module {}", self.project.tree.path(file)),
            Entity::Folder(folder) => format!("the package {}", self.project.tree.folder_path(folder)),
            Entity::Symbol(decl) => self.place(decl),
            _ => {
                let ty = self.entity(entity);
                self.words(ty, 0)
            }
        }
    }

    /// `path:line name`
    pub(crate) fn place(&self, decl: Decl) -> String {
        match self.project.symbol(decl) {
            Some((source, symbol)) => {
                let (path, line) = (&source.graph.path, symbol.name_at.line);
                match source.graph.written(decl.symbol) {
                    written if written == decl.symbol => format!("{path}:{line} {}", symbol.qualified),
                    written => {
                        let of = &source.graph.symbols[written as usize].qualified;
                        format!("{path}:{line} {of}, of which an annotation makes {}", symbol.qualified)
                    }
                }
            }
            None => self.project.tree.path(decl.file).to_owned(),
        }
    }
}
