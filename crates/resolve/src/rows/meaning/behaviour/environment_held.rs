//! Variables that hold the environment, or what a program makes of it as a whole: `env` of
//! `export const env = schema.parse(process.env)`, with what the schema says of each setting.

use crate::languages::System;
use crate::naming::entities::{Entity, Use};
use crate::rows::Writer;
use crate::values::types::FileId;
use facts::{BindingId, Builtin, FileGraph, NameId, SymbolKind, Value, ValueId};

/// What the environment is called in JavaScript.
pub const PROCESS: &str = "process.env";
/// Calls and objects around the environment are looked into so far.
const MAX_DEPTH: u8 = 8;
/// So many calls behind each other say what a setting is: `z.string().min(1).default("x")`.
const MAX_CHAIN: usize = 12;

/// What a validator is given to stand in for a setting.
const DEFAULT: &str = "default";
/// What schemas call the same.
const DEFAULTS: [&str; 4] = [DEFAULT, "catch", "prefault", "fallback"];
/// What lets one be missing.
const OPTIONAL: [&str; 4] = ["optional", "nullish", "nullable", "exactOptional"];
/// Where these are called an environment need not fit, or what a schema says nothing of may be missing.
const LENIENT: [&str; 6] = ["safeParse", "safeParseAsync", "partial", "validate", "validateAsync", "validateSync"];
/// Members of such a result that hold the settings.
const HOLDING: [&str; 4] = ["data", "value", "output", "env"];

/// What a schema says of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    Default,
    Optional,
    Required,
}

impl Writer<'_, '_> {
    /// Whether what holds a setting is a variable, of which it has to be found out what it holds.
    pub fn is_held_by_variable(&self, holder: &str) -> bool {
        matches!(crate::languages::of(&self.graph.language).system, System::Node) && !holder.contains('.')
    }

    /// Where a name at the top of this file stands for the environment, what is said of a setting there.
    pub fn held_environment(&self, name: NameId, setting: &str) -> Option<Option<Said>> {
        let bound = |it: &facts::Binding| it.scope == 0 && it.name == name;
        let binding = self.graph.bindings.iter().position(bound)?;
        let (file, value) = match self.project.binding(self.file, binding as u32, Use::Value) {
            Entity::Value(file, value) => (file, value),
            Entity::Symbol(decl) => match self.project.symbol(decl) {
                Some((_, symbol)) if symbol.kind == SymbolKind::Variable && symbol.initial.len() == 1 => {
                    (decl.file, symbol.initial[0])
                }
                _ => return None,
            },
            _ => return None,
        };
        let source = self.project.source(file)?;
        is_made_of(&source.graph, value, MAX_DEPTH).then(|| self.said_of(file, value, setting, MAX_DEPTH))
    }

    /// What a schema says of a setting in what the environment is made into; none: nothing that is seen does.
    fn said_of(&self, file: FileId, value: ValueId, setting: &str, depth: u8) -> Option<Said> {
        let depth = depth.checked_sub(1)?;
        let graph = &self.project.source(file)?.graph;
        match &graph.values[value as usize] {
            Value::Object { members, spreads } => {
                let own = members.iter().find(|(name, _)| graph.name(*name) == setting);
                if let Some((_, value)) = own {
                    return self.said_by(file, *value, MAX_DEPTH);
                }
                let inner = spreads.iter().chain(members.iter().map(|(_, it)| it));
                inner.copied().find_map(|it| self.said_of(file, it, setting, depth))
            }
            // What is put in by a condition need not be there otherwise: `...(sso ? { CLIENT: z.string() } : {})`.
            Value::Either { options } => {
                let found = options.iter().find_map(|it| self.said_of(file, *it, setting, depth))?;
                Some(if found == Said::Required { Said::Optional } else { found })
            }
            Value::Call { callee, arguments } => {
                let (name, on) = match graph.values[*callee as usize] {
                    Value::Member { object, name } => (Some(name), Some(object)),
                    _ => (None, None),
                };
                let within = arguments.iter().copied().chain(on);
                let found = within.into_iter().find_map(|it| self.said_of(file, it, setting, depth))?;
                let is_lenient = name.is_some_and(|name| LENIENT.contains(&graph.name(name)));
                (found != Said::Required || !is_lenient).then_some(found)
            }
            Value::Member { object, .. } => self.said_of(file, *object, setting, depth),
            Value::Name { binding: Some(binding), .. } => self.said_of(file, given(graph, *binding)?, setting, depth),
            _ => None,
        }
    }

    /// What the calls say that describe a setting: `z.coerce.number().default(80)`, `port({ default: 80 })`. What the
    /// repository's own functions make is described in them.
    fn said_by(&self, file: FileId, value: ValueId, depth: u8) -> Option<Said> {
        let depth = depth.checked_sub(1)?;
        let graph = &self.project.source(file)?.graph;
        let mut value = value;
        for _ in 0..MAX_CHAIN {
            let (callee, arguments) = match &graph.values[value as usize] {
                Value::Call { callee, arguments } => (callee, arguments),
                Value::Name { binding: Some(binding), .. } => {
                    let (file, value) = self.schema_held(file, *binding)?;
                    return self.said_by(file, value, depth);
                }
                _ => return None,
            };
            let inner = arguments.iter().find_map(|it| match &graph.values[*it as usize] {
                Value::Object { members, .. } => {
                    let (_, default) = members.iter().find(|(name, _)| graph.name(*name) == DEFAULT)?;
                    Some(if is_nothing(graph, *default) { Said::Optional } else { Said::Default })
                }
                Value::Name { .. } => None,
                // What is wrapped is described inside: `z.preprocess(read, z.string().optional())`.
                _ => self.said_by(file, *it, depth).filter(|it| *it != Said::Required),
            });
            let (object, name) = match &graph.values[*callee as usize] {
                Value::Member { object, name } => (object, graph.name(*name)),
                Value::Name { binding: Some(binding), .. } if inner.is_none() => match self.schema_made(file, *binding)
                {
                    Some((file, made)) => return self.said_by(file, made?, depth),
                    None => return Some(Said::Required),
                },
                _ => return Some(inner.unwrap_or(Said::Required)),
            };
            if DEFAULTS.contains(&name) || OPTIONAL.contains(&name) && arguments.len() > 1 {
                return Some(Said::Default);
            }
            if OPTIONAL.contains(&name) {
                return Some(Said::Optional);
            }
            if inner.is_some() {
                return inner;
            }
            match graph.values[*object as usize] {
                Value::Call { .. } => value = *object,
                Value::Name { binding: Some(_), .. } => {
                    return Some(self.said_by(file, *object, depth).unwrap_or(Said::Required));
                }
                _ => return Some(Said::Required),
            }
        }
        None
    }

    /// What a name is given, where that is one thing and lies in the repository.
    fn schema_held(&self, file: FileId, binding: BindingId) -> Option<(FileId, ValueId)> {
        if let Some(value) = given(&self.project.source(file)?.graph, binding) {
            return Some((file, value));
        }
        match self.project.binding(file, binding, Use::Value) {
            Entity::Value(file, value) => Some((file, value)),
            Entity::Symbol(decl) => {
                let (_, symbol) = self.project.symbol(decl)?;
                let is_one = symbol.kind == SymbolKind::Variable && symbol.initial.len() == 1;
                is_one.then(|| (decl.file, symbol.initial[0]))
            }
            _ => None,
        }
    }

    /// What a call of a name gives, where that is a function of the repository; none in it where that is not one thing.
    fn schema_made(&self, file: FileId, binding: BindingId) -> Option<(FileId, Option<ValueId>)> {
        let only = |values: &[ValueId]| if let [value] = values { Some(*value) } else { None };
        if let Entity::Symbol(decl) = self.project.binding(file, binding, Use::Value) {
            let (_, symbol) = self.project.symbol(decl)?;
            if symbol.kind == SymbolKind::Function {
                return Some((decl.file, only(&symbol.return_values)));
            }
        }
        let (file, value) = self.schema_held(file, binding)?;
        match &self.project.source(file)?.graph.values[value as usize] {
            Value::Function { returns, .. } => Some((file, only(returns))),
            _ => None,
        }
    }
}

/// Whether a value is the environment, a call that is given it, or what such a call gives.
fn is_made_of(graph: &FileGraph, value: ValueId, depth: u8) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let is_named = |value: ValueId, wanted: &str| match graph.values[value as usize] {
        Value::Name { name, binding: None, .. } => graph.name(name) == wanted,
        _ => false,
    };
    match &graph.values[value as usize] {
        Value::Member { object, name } => match graph.values[*object as usize] {
            Value::Call { .. } => is_made_of(graph, *object, depth),
            Value::Name { binding: Some(binding), .. } if HOLDING.contains(&graph.name(*name)) => {
                given(graph, binding).is_some_and(|it| is_made_of(graph, it, depth))
            }
            _ => graph.name(*name) == "env" && is_named(*object, "process"),
        },
        Value::Call { arguments, .. } => arguments.iter().any(|it| is_made_of(graph, *it, depth)),
        Value::Object { members, spreads } => {
            spreads.iter().chain(members.iter().map(|(_, it)| it)).any(|it| is_made_of(graph, *it, depth))
        }
        _ => false,
    }
}

/// What a variable is given, where that is one thing.
fn given(graph: &FileGraph, binding: BindingId) -> Option<ValueId> {
    match graph.bindings[binding as usize].values[..] {
        [value] => Some(value),
        _ => None,
    }
}

fn is_nothing(graph: &FileGraph, value: ValueId) -> bool {
    match graph.values[value as usize] {
        Value::Name { name, binding: None, .. } => graph.name(name) == "undefined",
        Value::Builtin(builtin) => matches!(builtin, Builtin::Null),
        _ => false,
    }
}
