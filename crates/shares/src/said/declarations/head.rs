//! What declarations are declared as.

use crate::said::facts::FileFacts;
use crate::said::places::word_at;
use crate::said::symbol::Symbol;
use crate::words::is_of_word;
use std::borrow::Cow;

/// The declarations of some kinds.
pub fn of_kind<'f, 'u>(facts: &'f FileFacts<'u>, kinds: &'f [&str]) -> impl Iterator<Item = &'f Symbol<'u>> {
    facts.symbols.iter().filter(|it| kinds.contains(&it.kind()))
}

/// A signature's words before its name or its parameters.
pub fn head_of<'u>(symbol: &Symbol<'u>) -> Cow<'u, str> {
    cut(symbol.signature(), &symbol.name())
}

fn cut<'t>(signature: Cow<'t, str>, name: &str) -> Cow<'t, str> {
    let plain = if signature.contains(['@', '#']) { Cow::Owned(without_marks(&signature)) } else { signature };
    let end = word_at(&plain, name).unwrap_or(plain.len());
    match plain {
        Cow::Borrowed(plain) => Cow::Borrowed(&plain[..end]),
        Cow::Owned(mut plain) => {
            plain.truncate(end);
            Cow::Owned(plain)
        }
    }
}

/// A signature with a space in place of each annotation and attribute: `@A(b)`, `#[A]`.
fn without_marks(signature: &str) -> String {
    let mut plain = String::with_capacity(signature.len());
    let mut rest = signature;
    while let Some(at) = rest.find(['@', '#']) {
        let (front, mark) = rest.split_at(at);
        plain.push_str(front);
        match length_of(mark) {
            Some(length) => {
                plain.push(' ');
                rest = &mark[length..];
            }
            None => {
                plain.push_str(&mark[..1]);
                rest = &mark[1..];
            }
        }
    }
    plain.push_str(rest);
    plain
}

fn length_of(mark: &str) -> Option<usize> {
    if mark.starts_with('#') {
        return mark.starts_with("#[").then(|| mark.find(']').map(|end| end + 1)).flatten();
    }
    let name = mark[1..].find(|sign| !is_of_word(sign) && sign != '.').map_or(mark.len(), |end| end + 1);
    let given =
        mark[name..].strip_prefix('(').and_then(|it| it.find(['(', ')']).filter(|&end| it[end..].starts_with(')')));
    (name > 1).then(|| name + given.map_or(0, |end| end + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_end_before_names() {
        let told = |signature, name| cut(Cow::Borrowed(signature), name).into_owned();
        assert_eq!(told("public final class A<B>", "A"), "public final class ");
        assert_eq!(told("@Table(name = \"A\") @b.C class A", "A"), "    class ");
        assert_eq!(told("#[Entity] #final class B", "B"), "  #final class ");
        assert_eq!(told("class Aa", "A"), "class Aa");
        assert_eq!(told("@A((b)) class C", "C"), " ((b)) class ");
    }
}
