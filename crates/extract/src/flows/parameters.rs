//! What stands at the parameters of a declaration.

use super::tokens::{Kind, Token};
use super::words;

/// Tokens of a declaration's parameters that are read.
const MAX_TOKENS: usize = 200;

/// The parameters that a server hands in, by their attributes or decorators: `@CurrentUser() user`, `[CurrentUser] User user`.
///
/// # Arguments
/// * `name_at` - the byte at which the declaration's name begins
/// * `named` - what the parameter of a position is called
pub fn injected<'g>(
    text: &str,
    tokens: &[Token],
    name_at: u32,
    named: impl Fn(usize) -> Option<&'g str>,
) -> Vec<&'g str> {
    let word = |at: usize| &text[tokens[at].from as usize..tokens[at].to as usize];
    let first = tokens.partition_point(|token| token.from < name_at);
    let opens = (first..tokens.len().min(first + 8)).find(|at| tokens[*at].kind == Kind::Open && word(*at) == "(");
    let Some(open) = opens else { return Vec::new() };
    let close = (tokens[open].partner as usize).min(tokens.len()).min(open + MAX_TOKENS);
    let (mut found, mut at, mut position, mut begins) = (Vec::new(), open + 1, 0, true);
    while at < close {
        let is_mark = tokens[at].kind == Kind::Name && word(at).starts_with('@');
        let is_attribute = begins && tokens[at].kind == Kind::Open && word(at) == "[" && at + 1 < close;
        let decorator = if is_attribute { Some(word(at + 1)) } else { is_mark.then(|| word(at)) };
        if decorator.is_some_and(words::is_injected) {
            found.extend(named(position));
        }
        begins = word(at) == ",";
        position += usize::from(begins);
        at = if tokens[at].kind == Kind::Open { (tokens[at].partner as usize + 1).max(at + 1) } else { at + 1 };
    }
    found
}
