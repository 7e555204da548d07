//! Where operators, loops and declarations lead in languages that link: what they call without naming it.

use crate::naming::entities::{Entity, Use};
use crate::naming::linkage::{path_of, spaces_around};
use crate::project::names::Name;
use crate::project::outline::List;
use crate::targets::fitness::Given;
use crate::targets::labels::{Resolution, Verdict};
use crate::targets::linked_overloads::Site;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, THIS, Ty};
use facts::{Call, CallKind, FileGraph, SymbolKind, Value};

/// The functions of a file that are operators of no class, by their names.
pub(crate) fn outline(graph: &FileGraph) -> Vec<(List, String, u32)> {
    let symbols = graph.symbols.iter().enumerate();
    let operators = symbols.filter(|(_, it)| it.kind == SymbolKind::Function && is_operator(graph.name(it.name)));
    operators.map(|(id, it)| (List::Extension, graph.name(it.name).to_owned(), id as u32)).collect()
}

fn is_operator(name: &str) -> bool {
    name.strip_prefix("operator").is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

impl Eval<'_> {
    /// What is called without being named. None: nothing of the repository, or it is not certain.
    pub(crate) fn linked_implied(&mut self, file: FileId, call: &Call) -> Option<Verdict> {
        let source = self.source(file)?;
        let text = source.graph.name(call.name);
        let name = source.name(call.name);
        let is_listed = |eval: &Self, list: List| !eval.project.listed(list, name).is_empty();
        let value = &source.graph.values[call.callee as usize];
        let is_member = is_operator(text) || matches!(text, "begin" | "end");
        self.refuel();
        match value {
            Value::Name { scope, .. } if is_operator(text) => {
                if !is_listed(self, List::Extension) {
                    return None;
                }
                self.free_operator(file, *scope, call)
            }
            Value::Member { object, .. } if is_member => {
                if !is_listed(self, List::Method) {
                    return None;
                }
                let object = self.value(file, *object);
                if !matches!(self.types.head(object), Head::Instance(..) | Head::Param(_, THIS)) {
                    return None;
                }
                let verdict = told(self.call_target(file, call))?;
                let given = self.operands(file, call);
                self.takes_operands(verdict.targets[0], &given).is_some().then_some(verdict)
            }
            _ => self.made_by_default(file, call),
        }
    }

    /// The constructor that a declaration without arguments calls.
    fn made_by_default(&mut self, file: FileId, call: &Call) -> Option<Verdict> {
        let verdict = told(self.call_target(file, call))?;
        let target = verdict.targets[0];
        let (source, symbol) = self.project.symbol(target)?;
        if symbol.kind != SymbolKind::Constructor {
            return None;
        }
        // Elsewhere it may be given something: all the same where there is but one constructor.
        let is_other = |eval: &Self, decl: Decl| {
            eval.project.symbol(decl).is_some_and(|(_, it)| it.kind == SymbolKind::Constructor) && !eval.copies(decl)
        };
        let path = path_of(&source.graph, target.symbol)?;
        let (near, _) = self.callables(file, target, &path);
        let signature = self.signature_of(target);
        let others = near.into_iter().filter(|&it| is_other(self, it) && self.signature_of(it) != signature);
        (!call.spread || others.count() == 0).then_some(verdict)
    }

    /// An operator that is a function: of the namespaces of its operands' classes, or around the call.
    fn free_operator(&mut self, file: FileId, scope: u32, call: &Call) -> Option<Verdict> {
        let given = self.operands(file, call);
        let is_own = |ty: &Ty| matches!(*self.types.head(*ty), Head::Instance(..));
        if !given.iter().any(is_own) {
            return None;
        }
        let source = self.source(file)?;
        let around = spaces_around(source, scope);
        let innermost = self.name(around.first().map_or("", String::as_str));
        let arguments = self.arguments_of(file, call.callee)?.to_vec();
        let key = (source.name(call.name), innermost, given, self.known_of(file, &arguments));
        if let Some(known) = self.operators.get(&key) {
            return known.clone();
        }
        let found = self.find_operator(file, &around, call, &key.2);
        self.operators.insert(key, found.clone());
        found
    }

    fn find_operator(&mut self, file: FileId, around: &[String], call: &Call, given: &[Ty]) -> Option<Verdict> {
        let mut spaces: Vec<String> = given.iter().filter_map(|&ty| self.space_of(ty)).collect();
        spaces.extend_from_slice(around);
        let name = self.source(file)?.graph.name(call.name);
        let site = Site { kind: CallKind::Call, callee: call.callee, arguments: call.arguments, line: call.at.line };
        let mut found: Option<Verdict> = None;
        for (at, space) in spaces.iter().enumerate() {
            if spaces[..at].contains(space) {
                continue;
            }
            let path = if space.is_empty() { name.to_owned() } else { format!("{space}.{name}") };
            let Some(Entity::Symbol(decl)) = self.project.linked_entity(file, &path, Use::Call, false) else {
                continue;
            };
            let Some(verdict) = told(self.overloaded(file, decl, site, Resolution::Typed)) else { continue };
            if self.takes_operands(verdict.targets[0], given) != Some(true) {
                continue;
            }
            if found.as_ref().is_some_and(|it| it.targets != verdict.targets) {
                return None;
            }
            found = Some(verdict);
        }
        found
    }

    fn operands(&mut self, file: FileId, call: &Call) -> Vec<Ty> {
        let arguments = self.arguments_of(file, call.callee).map(<[_]>::to_vec).unwrap_or_default();
        let given = arguments.into_iter().map(|it| self.value(file, it)).collect::<Vec<_>>();
        given
            .into_iter()
            .map(|ty| match *self.types.head(ty) {
                Head::Param(class, THIS) => self.types.instance(class, &[]),
                _ => ty,
            })
            .collect()
    }

    /// The namespace of the class or enumeration that a value is of.
    fn space_of(&self, ty: Ty) -> Option<String> {
        let Head::Instance(class, _) = *self.types.head(ty) else { return None };
        let (source, _) = self.project.symbol(class)?;
        let path = path_of(&source.graph, class.symbol)?;
        Some(path.rsplit_once('.').map_or(String::new(), |(space, _)| space.to_owned()))
    }

    /// Whether a function's parameters take the operands; `Some(true)`: one of them as what it is. None: one of them
    /// does not fit, or the function is none that can be called.
    fn takes_operands(&mut self, target: Decl, given: &[Ty]) -> Option<bool> {
        let (_, symbol) = self.project.symbol(target)?;
        let mut certain = false;
        for (param, &given) in symbol.params.iter().zip(given) {
            let wanted = self.declared(target.file, param.declared?, symbol.parent);
            let fits = self.fits_type(wanted, given);
            if fits < 0 {
                return None;
            }
            certain |= fits >= 4 && matches!(self.types.head(given), Head::Instance(..));
        }
        Some(certain)
    }
}

/// What an operator that is a function rests on: its name, the namespace around, its operands' types, and what else is
/// known of them.
pub(crate) type Operands = (Name, Name, Vec<Ty>, Vec<Given>);

fn told(verdict: Verdict) -> Option<Verdict> {
    let is_told = matches!(verdict.resolution, Resolution::Exact | Resolution::Typed) && verdict.targets.len() == 1;
    is_told.then_some(verdict)
}
