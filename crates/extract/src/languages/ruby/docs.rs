//! Comments as documentation, with YARD's tags.

use super::{Walk, Walker};
use facts::*;

#[derive(Default)]
pub struct Doc {
    pub params: Vec<(String, String)>,
    pub returns: Option<String>,
}

/// The text without comment marks, and without what is for tools alone.
pub fn clean(comment: &str) -> String {
    let lines = comment.lines().map(|line| {
        let line = line.trim_start();
        let line = line.strip_prefix('#').unwrap_or(line);
        line.strip_prefix(' ').unwrap_or(line).trim_end()
    });
    let told = lines.filter(|line| {
        let line = line.to_ascii_lowercase();
        !(line.starts_with("rubocop:")
            || line.starts_with("frozen_string_literal:")
            || line.starts_with("encoding:")
            || line.starts_with("=begin")
            || line.starts_with("=end"))
    });
    told.collect::<Vec<_>>().join("\n")
}

pub fn read(comment: &str) -> Doc {
    let mut doc = Doc::default();
    for line in comment.lines() {
        let Some(tag) = line.trim_start().trim_start_matches('#').trim_start().strip_prefix('@') else { continue };
        let (word, rest) = tag.split_once(' ').unwrap_or((tag, ""));
        match word {
            "return" => {
                doc.returns = bracketed(rest).map(|it| it.0.to_owned()).or(doc.returns);
            }
            "param" => {
                // `@param name [Type]` and `@param [Type] name`
                let Some((ty, before, after)) = bracketed(rest).map(|(ty, before, after)| (ty, before.trim(), after))
                else {
                    continue;
                };
                let name = if before.is_empty() { after.split_whitespace().next().unwrap_or_default() } else { before };
                doc.params.push((name.trim_start_matches(['*', '&']).to_owned(), ty.to_owned()));
            }
            _ => {}
        }
    }
    doc
}

/// What stands in the first brackets, before and behind them.
fn bracketed(text: &str) -> Option<(&str, &str, &str)> {
    let open = text.find('[')?;
    let mut depth = 0usize;
    for (at, c) in text[open..].char_indices() {
        match c {
            '[' => depth += 1,
            ']' => {
                depth -= 1;
                if depth == 0 {
                    return Some((&text[open + 1..open + at], &text[..open], &text[open + at + 1..]));
                }
            }
            _ => {}
        }
    }
    None
}

impl Walk<'_, '_> {
    /// `A, nil`, `Array<A>`, `Hash{A => B}`
    pub fn doc_type(&mut self, text: &str) -> TypeId {
        let options: Vec<TypeId> = split(text).into_iter().take(8).map(|it| self.doc_one(it)).collect();
        match options[..] {
            [] => self.unknown_type(),
            [one] => one,
            _ => self.b.ty(Type::Union { options }),
        }
    }

    fn doc_one(&mut self, text: &str) -> TypeId {
        let text = text.trim();
        let (head, inner) = match text.find(['<', '{', '(']) {
            Some(at) => (&text[..at], text[at + 1..].trim_end_matches(['>', '}', ')'])),
            None => (text, ""),
        };
        let builtin = match head {
            "String" | "Symbol" => Builtin::String,
            "Integer" | "Float" | "Numeric" | "Fixnum" => Builtin::Number,
            "Boolean" | "true" | "false" | "TrueClass" | "FalseClass" | "Bool" => Builtin::Boolean,
            "nil" | "void" | "NilClass" => Builtin::Null,
            "Array" | "Enumerable" | "Enumerator" if inner.is_empty() => Builtin::List,
            "Set" if inner.is_empty() => Builtin::Set,
            "Hash" if inner.is_empty() => Builtin::Map,
            "Proc" | "Method" => Builtin::Function,
            "Regexp" => Builtin::Regexp,
            "self" => return self.b.ty(Type::This),
            "Array" | "Set" | "Enumerable" | "Enumerator" => {
                let element = self.doc_type(inner);
                return self.b.ty(Type::List { element });
            }
            "Hash" => {
                let (key, element) = inner.split_once("=>").or(inner.split_once(',')).unwrap_or(("Object", inner));
                let (key, element) = (self.doc_type(key), self.doc_type(element));
                return self.b.ty(Type::Map { key, element });
            }
            "Class" if !inner.is_empty() => {
                let inner = self.doc_type(inner);
                return self.b.ty(Type::ClassOf { inner });
            }
            "Object" | "BasicObject" => return self.unknown_type(),
            _ if head.starts_with(|c: char| c.is_ascii_uppercase() || c == ':')
                && head.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b':') =>
            {
                return self.named_type(head);
            }
            _ => return self.unknown_type(),
        };
        self.b.ty(Type::Builtin(builtin))
    }
}

/// The parts between the commas outside of all brackets.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0i32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '<' | '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            '>' if !text[..at].ends_with('=') => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}
