//! What macros give whose calls are not expanded, since they are defined in other files: the body of the rule that fits
//! is evaluated with what the call gives, anew for each call.

use crate::values::asking::{Memo, Question};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Ty};
use facts::{Symbol, Value, ValueId};
use rustc_hash::FxHashMap;

/// How deep macros call each other.
const MAX_EXPANSIONS: usize = 5;

/// A macro's body as it is evaluated for one call.
pub(crate) struct Expansion {
    file: FileId,
    given: Vec<Ty>,
    /// What is known of values of the macro's file in this call.
    memo: FxHashMap<Question, Memo>,
}

impl Eval<'_> {
    /// What a macro gives by its first rule for as many pieces as a call has. None: it has no such rules.
    pub(crate) fn expanded(&mut self, decl: Decl, symbol: &Symbol, file: FileId, pieces: &[ValueId]) -> Option<Ty> {
        let graph = &self.source(decl.file)?.graph;
        let rules = symbol.return_values.iter().filter_map(|&it| match graph.values[it as usize] {
            Value::Rule { pieces, more, value } => Some((pieces as usize, more, value)),
            _ => None,
        });
        let mut rules = rules.peekable();
        rules.peek()?;
        let fits =
            |&(wanted, more, _): &(usize, bool, ValueId)| wanted == pieces.len() || more && wanted < pieces.len();
        let Some((_, _, value)) = rules.find(fits) else { return Some(Ty::UNKNOWN) };
        if self.expansions.len() >= MAX_EXPANSIONS {
            return Some(Ty::UNKNOWN);
        }
        let given = pieces.iter().map(|&piece| self.value(file, piece)).collect();
        self.expansions.push(Expansion { file: decl.file, given, memo: FxHashMap::default() });
        let made = self.value(decl.file, value);
        self.expansions.pop();
        Some(made)
    }

    /// What the call gives at a position whose macro's body is being evaluated.
    pub(super) fn given_piece(&self, position: u32) -> Ty {
        let innermost = self.expansions.last();
        innermost.and_then(|it| it.given.get(position as usize)).copied().unwrap_or(Ty::UNKNOWN)
    }

    /// Where the answer to a question is kept: of values in the file of a macro, it holds for one call alone.
    pub(super) fn memo_of(&mut self, question: Question) -> &mut FxHashMap<Question, Memo> {
        match (self.expansions.last_mut(), question) {
            (Some(innermost), Question::Value(file, _) | Question::Binding(file, _)) if file == innermost.file => {
                &mut innermost.memo
            }
            _ => &mut self.memo,
        }
    }
}
