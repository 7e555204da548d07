//! What the grammar does not know: `try` and `await` in the head of a loop or condition, empty tuples as values, several patterns of
//! one `catch`, two forced values in a row, `sending` before a type, locals that no actor guards, attributes of a function in
//! a `switch`'s case, attributes in front of functions that are waited for.

use crate::builder::Builder;
use crate::tree;
use std::ops::Range;
use syntax::tree_sitter::Tree;

/// Words that a head starts with, whose body's brace could be a closure's.
const HEADS: [&str; 6] = ["for ", "if ", "} else if ", "else if ", "while ", "switch "];

/// The tree of the builder's source, as it stands or without these.
pub fn parse(b: &mut Builder) -> Option<Tree> {
    let text = joined(&b.source.text);
    let text = apart(text.as_deref().unwrap_or(&b.source.text)).or(text);
    let tree = tree::parse_text(b, text.as_deref().unwrap_or(&b.source.text))?;
    Some(tree::mended(b, tree, |written, _| prepared(text.as_deref().unwrap_or(written)).or(text.clone())))
}

/// The text with lines joined where an operator that a line begins with goes on with what the line before ends with: byte
/// for byte as long. None: there are none.
fn joined(text: &str) -> Option<String> {
    let (mut at, mut ended) = (0, None);
    let mut ends = Vec::new();
    for line in text.split_inclusive('\n') {
        if goes_on(line.trim_start()) {
            ends.extend(ended);
        }
        ended = ends_value(line).map(|end| at + end);
        at += line.len();
    }
    let mut bytes = (!ends.is_empty()).then(|| text.as_bytes().to_vec())?;
    ends.into_iter().for_each(|end| bytes[end] = b' ');
    String::from_utf8(bytes).ok()
}

/// How far in front of its end the parameters of a function's type may start, in bytes.
const MAX_PARAMETERS: usize = 2000;

/// The text without the attributes that take parameters behind them for their own: `@escaping (A) async -> B` is no function
/// of an `async`. Byte for byte as long. None: there are none.
fn apart(text: &str) -> Option<String> {
    let attributes: Vec<Range<usize>> =
        text.match_indices(") async ").filter_map(|(end, _)| attributes_before(text, end)).collect();
    let mut bytes = (!attributes.is_empty()).then(|| text.as_bytes().to_vec())?;
    for attribute in attributes {
        bytes[attribute].iter_mut().filter(|it| **it != b'\n').for_each(|it| *it = b' ');
    }
    String::from_utf8(bytes).ok()
}

/// The attributes in front of the parentheses that are closed at `end`: each would take them where the last does not.
fn attributes_before(text: &str, end: usize) -> Option<Range<usize>> {
    let mut open = 0u32;
    let start = text.as_bytes()[..=end].iter().rev().take(MAX_PARAMETERS).position(|byte| {
        match byte {
            b')' => open += 1,
            b'(' => open -= 1,
            _ => {}
        }
        open == 0
    })?;
    let before = &text[..end - start];
    let (mut rest, mut found) = (before, None);
    loop {
        let named = rest.trim_end();
        let name = named.rsplit(|it: char| !(it.is_alphanumeric() || it == '_')).next().unwrap_or_default();
        let Some(in_front) = named[..named.len() - name.len()].strip_suffix('@') else { return found };
        if name.is_empty() || named.len() == rest.len() {
            return found;
        }
        let last = found.map_or(named.len(), |it: Range<usize>| it.end);
        (rest, found) = (in_front, Some(in_front.len()..last));
    }
}

/// The text with spaces in place of these, and a name that is none in that of an empty tuple, byte for byte as long. None: there are none. A fault shows anywhere behind what
/// was not known, so that no line is left out.
fn prepared(text: &str) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    let (mut at, mut cases) = (0, Cases::default());
    for line in text.split_inclusive('\n') {
        if let Some(attribute) = cases.attribute(line) {
            bytes[at + attribute.start..at + attribute.end].fill(b' ');
        }
        for empty in empty_tuples(line) {
            bytes[at + empty.start..at + empty.end].fill(b'_');
        }
        for left_out in unknown(line) {
            bytes[at + left_out.start..at + left_out.end].fill(b' ');
        }
        at += line.len();
    }
    String::from_utf8(bytes).ok().filter(|prepared| prepared != text)
}

/// How far in the labels of the cases stand that are open.
#[derive(Default)]
struct Cases(Vec<usize>);

impl Cases {
    /// The attribute that stands before a function in a `switch`'s case.
    fn attribute(&mut self, line: &str) -> Option<Range<usize>> {
        let inside = line.trim_start();
        let depth = line.len() - inside.len();
        if inside.is_empty() {
            return None;
        }
        while self.0.last().is_some_and(|&case| depth <= case) {
            self.0.pop();
        }
        let is_label = (inside.starts_with("case ") || inside.starts_with("default")) && inside.contains(':');
        if is_label {
            self.0.push(depth);
        }
        let name = inside.strip_prefix('@').filter(|_| !self.0.is_empty())?;
        let length = 1 + name.find(|it: char| !(it.is_alphanumeric() || it == '_'))?;
        inside[length..].trim_start().starts_with("func ").then_some(depth..depth + length)
    }
}

/// What of a line the grammar does not know.
fn unknown(line: &str) -> Vec<Range<usize>> {
    let inside = line.trim_start();
    let mut found = Vec::new();
    let mut each = |text: &str, part: Range<usize>| {
        found.extend(line.match_indices(text).map(|(at, _)| at + part.start..at + part.end));
    };
    if HEADS.iter().any(|head| inside.starts_with(head)) && inside.trim_end().ends_with('{') {
        each(" try ", 1..4);
        // `for await a in b` is another loop than `for a in b`.
        let from = if inside.starts_with("for ") { " in await " } else { " await " };
        each(from, from.len() - 6..from.len() - 1);
    }
    each("!!", 1..2);
    each(" sending ", 1..8);
    each("nonisolated(unsafe) ", 0..20);
    found.extend(further_patterns(line));
    found
}

/// Whether a line begins with an operator between two operands that could be one before its operand.
fn goes_on(inside: &str) -> bool {
    ["+ ", "- ", "* ", "/ ", "% "].iter().any(|operator| inside.starts_with(operator))
}

/// The end of a line without a comment that ends with what may be an operand.
fn ends_value(line: &str) -> Option<usize> {
    let end = line.strip_suffix('\n')?;
    let is_operand = end.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ')' | ']' | '"' | '_' | '!' | '?'));
    (is_operand && !end.contains("//") && !end.contains("*/")).then_some(end.len())
}

/// Where `()` is a value: a statement, an argument, what is assigned or returned.
fn empty_tuples(line: &str) -> impl Iterator<Item = Range<usize>> {
    line.match_indices("()").map(|(at, empty)| at..at + empty.len()).filter(|it| {
        let (before, behind) = (line[..it.start].trim_end(), line[it.end..].trim_start());
        let word = before.rsplit(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
        let apart = before.len() < it.start;
        let starts = before.is_empty()
            || before.ends_with(['(', ',', ':', '=', '{'])
            || apart && ["in", "return"].contains(&word);
        let is_type = ["->", "async", "throws", "rethrows", "in "].iter().any(|word| behind.starts_with(word));
        starts && !is_type
    })
}

/// The patterns of a `catch` behind its first.
fn further_patterns(line: &str) -> Option<Range<usize>> {
    let start = line.find("} catch ")?;
    let end = line.trim_end().strip_suffix('{')?.len();
    let mut open = 0u32;
    let comma = line.get(start..end)?.bytes().position(|byte| {
        match byte {
            b'(' => open += 1,
            b')' => open = open.saturating_sub(1),
            _ => {}
        }
        byte == b',' && open == 0
    });
    Some(start + comma?..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_grammar_does_not_know_is_left_out() {
        assert_eq!(prepared("for a in try b() {").as_deref(), Some("for a in     b() {"));
        assert_eq!(prepared("if try await a.b > c {").as_deref(), Some("if           a.b > c {"));
        assert_eq!(prepared("for await a in await b {").as_deref(), Some("for await a in       b {"));
        assert_eq!(prepared("} else if let a = try b {\n").as_deref(), Some("} else if let a =     b {\n"));
        assert_eq!(prepared("a(.b(()))").as_deref(), Some("a(.b(__))"));
        assert_eq!(prepared("    ()  // b").as_deref(), Some("    __  // b"));
        assert_eq!(prepared("a(b: (), c()) { _ in () }").as_deref(), Some("a(b: __, c()) { _ in __ }"));
        assert_eq!(prepared("return ()").as_deref(), Some("return __"));
        assert_eq!(prepared("} catch A.b, A.c {\n").as_deref(), Some("} catch A.b      {\n"));
        assert_eq!(prepared("let a = b!!.c").as_deref(), Some("let a = b! .c"));
        assert_eq!(prepared("a: () -> sending B").as_deref(), Some("a: () ->         B"));
        assert_eq!(prepared("nonisolated(unsafe) var a = 0").as_deref(), Some("                    var a = 0"));
        let case = "\t\tcase .a(let b):\n\t\t\t@MainActor func c() {}\n\t\t}\n\t@objc func d() {}\n";
        assert_eq!(prepared(case), Some(case.replace("@MainActor", "          ")));
        assert_eq!(apart("a: @B @c (D) async -> E").as_deref(), Some("a:       (D) async -> E"));
        assert_eq!(
            apart("a: @b (\n (C) -> D\n) async throws -> E").as_deref(),
            Some("a:    (\n (C) -> D\n) async throws -> E")
        );
        for text in ["a: @b (C) -> D", "a: @b(c) (D) async -> E", "@b func c(d: E) async -> F", ") async "] {
            assert_eq!(apart(text), None, "{text}");
        }
        assert_eq!(joined("a(b)\n  + c(d)\n").as_deref(), Some("a(b)   + c(d)\n"));
        assert_eq!(joined("a(b) // c\n  + c(d)\n"), None);
        assert_eq!(joined("a {\n  -b\n}\n"), None);
        for text in
            ["let a = try b()", "guard let a = try b() else {", "} catch {", "} catch A.b(_, let c) {", "{ () in a }"]
        {
            assert_eq!(prepared(text), None);
        }
    }
}
