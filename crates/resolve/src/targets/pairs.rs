//! Which parameter of a function each argument of a call goes to: by names, labels, and what stands behind the parentheses.

use crate::languages::Arguments;
use crate::project::source::Source;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId};
use facts::{NameId, Param, Symbol, Type, Value, ValueId};

impl Eval<'_> {
    /// The parameter that each argument goes to, where names, labels and closures behind the parentheses tell.
    pub(crate) fn places_of(
        &self,
        decl: Decl,
        symbol: &Symbol,
        file: FileId,
        arguments: &[ValueId],
    ) -> Option<Vec<usize>> {
        let (source, of) = (self.source(file)?, self.source(decl.file)?);
        if of.language.arguments == Arguments::Unchecked {
            return None;
        }
        let pairs = pairs(source, of, symbol, symbol, arguments)?;
        Some(pairs.into_iter().map(|(place, _)| place).collect())
    }
}

/// Which parameter each argument is given to. None: the function does not take them. `defaults`: the function whose
/// word on what may be left out counts, one with as many parameters.
pub(crate) fn pairs(
    source: &Source,
    of: &Source,
    symbol: &Symbol,
    defaults: &Symbol,
    arguments: &[ValueId],
) -> Option<Vec<(usize, ValueId)>> {
    // A function that is the last argument may stand behind the parentheses or in them.
    let placed = |behind: bool| placed(source, of, (symbol, defaults), arguments, behind);
    placed(true).or_else(|| placed(false).filter(|_| of.language.arguments == Arguments::Named))
}

fn placed(
    source: &Source,
    of: &Source,
    (symbol, defaults): (&Symbol, &Symbol),
    arguments: &[ValueId],
    behind: bool,
) -> Option<Vec<(usize, ValueId)>> {
    let mut pairs = Vec::new();
    let mut next = 0;
    let mut used = vec![false; symbol.params.len()];
    for (at, &argument) in arguments.iter().enumerate() {
        let (name, value) = match source.graph.values[argument as usize] {
            Value::Named { name, value } => (Some(name), value),
            _ => (None, argument),
        };
        let closes = behind
            && at + 1 == arguments.len()
            && matches!(source.graph.values[value as usize], Value::Function { .. })
            && name.is_none();
        let same = |other: NameId| name.is_some_and(|name| of.name(other) == source.name(name));
        let param = match of.language.arguments {
            Arguments::Labelled => labelled(of, symbol, next, name.is_some(), closes, same)?,
            _ => match name {
                Some(_) => symbol.params.iter().position(|param| same(param.name))?,
                None if closes => {
                    let next = || position(&symbol.params, next).filter(|&at| may_be_function(of, &symbol.params[at]));
                    last_function(of, &symbol.params, &used).or_else(next)?
                }
                None => position(&symbol.params, next)?,
            },
        };
        if of_spread(source, value) && !symbol.params[param].rest {
            return None;
        }
        used[param] = true;
        pairs.push((param, value));
        next = if symbol.params[param].rest { param } else { param + 1 };
    }
    let missing = defaults.params.iter().zip(&used).any(|(param, used)| !used && !param.optional && !param.rest);
    (!missing).then_some(pairs)
}

/// Whether an argument is spread over what takes any number.
pub(super) fn of_spread(source: &Source, argument: ValueId) -> bool {
    matches!(source.graph.values[argument as usize], Value::Lent { .. })
}

fn position(params: &[Param], next: usize) -> Option<usize> {
    if next < params.len() { Some(next) } else { params.last().filter(|param| param.rest).map(|_| params.len() - 1) }
}

/// The last parameter, for a block behind the parentheses.
fn last_function(of: &Source, params: &[Param], used: &[bool]) -> Option<usize> {
    let last = params.len().checked_sub(1).filter(|&last| !used[last])?;
    may_be_function(of, &params[last]).then_some(last)
}

fn may_be_function(of: &Source, param: &Param) -> bool {
    let mut ty = param.declared;
    while let Some(Type::Optional { inner }) = ty.map(|ty| &of.graph.types[ty as usize]) {
        ty = Some(*inner);
    }
    ty.is_none_or(|ty| !matches!(of.graph.types[ty as usize], Type::Builtin(_) | Type::List { .. } | Type::Map { .. }))
}

/// The next parameter of a label. Those between may be left out.
fn labelled(
    of: &Source,
    symbol: &Symbol,
    next: usize,
    named: bool,
    closes: bool,
    same: impl Fn(NameId) -> bool,
) -> Option<usize> {
    for at in next..symbol.params.len() {
        let label = symbol.labels.get(at).copied();
        let open = label.is_none_or(|label| of.graph.name(label) == "_");
        let param = &symbol.params[at];
        let fits = match named {
            true => label.is_some_and(&same),
            // What stands behind the parentheses leaves only what may be left out.
            false if closes => {
                let rest = &symbol.params[at + 1..];
                may_be_function(of, param) && rest.iter().all(|param| param.optional || param.rest)
            }
            false => open,
        };
        if fits {
            return Some(at);
        }
        if !param.optional && !param.rest {
            return None;
        }
    }
    None
}
