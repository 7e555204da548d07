//! Deep nesting, which recursion could not survive, is found before anything recurses over it.
//!
//! The parser recurses over brackets, so these are counted in the text; it reads chains and sums in
//! loops but leaves deep trees, so these are counted in the tree, where only long statements can be deep.

use syntax::oxc::ast::ast::*;
use syntax::oxc::ast_visit::{Visit, walk};
use syntax::oxc::span::GetSpan;

/// Brackets inside each other: far beyond what people write, well within the parser's stack.
const BRACKETS: usize = 400;
/// Expressions, statements and types inside each other. Each takes a few frames of the stack.
const NODES: u32 = 1500;

/// Where brackets are nested too deep. Strings, comments and the text of templates do not count; a regular expression may
/// miscount by its own brackets and quotes, which is far from the limit.
pub fn brackets_too_deep(text: &str) -> Option<u32> {
    let bytes = text.as_bytes();
    if bytes.iter().filter(|b| matches!(b, b'(' | b'[' | b'{')).count() <= BRACKETS {
        return None;
    }
    let mut at = 0;
    // Looked for once, so that comments that do not end cost no more than a look.
    let last_end = text.rfind("*/").unwrap_or(0);
    // Of each open bracket, whether a template goes on behind it.
    let mut open: Vec<bool> = Vec::with_capacity(BRACKETS);
    while let Some(next) = bytes[at..].iter().position(|b| STOPS[*b as usize]) {
        at += next;
        match bytes[at] {
            b'(' | b'[' | b'{' => open.push(false),
            b')' | b']' => drop(open.pop()),
            b'}' => {
                if open.pop() == Some(true) {
                    at = behind_template(bytes, at, &mut open);
                }
            }
            quote @ (b'"' | b'\'') => at = behind_string(bytes, at, quote),
            b'`' => at = behind_template(bytes, at, &mut open),
            _ => at = behind_comment(bytes, at, last_end),
        }
        if open.len() > BRACKETS {
            return Some(at as u32);
        }
        at += 1;
    }
    None
}

/// The bytes that counting brackets looks at.
const STOPS: [bool; 256] = {
    let (mut table, mut at) = ([false; 256], 0);
    let bytes = b"([{)]}\"'`/";
    while at < bytes.len() {
        table[bytes[at] as usize] = true;
        at += 1;
    }
    table
};

/// The last byte of a string, or where it stands if its line does not end it.
fn behind_string(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' => return start,
            _ if byte == quote => return at,
            _ => {}
        }
        at += 1;
    }
    start
}

/// The last byte of a comment; where there is none, or it does not end, its first. `last_end`: the last `*/` of the text.
fn behind_comment(bytes: &[u8], at: usize, last_end: usize) -> usize {
    let inside = &bytes[at + 1..];
    match inside.first() {
        Some(b'/') => at + inside.iter().position(|b| *b == b'\n').unwrap_or(inside.len()),
        Some(b'*') if at + 2 <= last_end => {
            inside.windows(2).skip(1).position(|two| two == b"*/").map_or(at, |end| at + end + 3)
        }
        _ => at,
    }
}

/// The last byte of a template's text, from its start or a `}` in it: its end, or a `${` in it, which opens a bracket.
fn behind_template(bytes: &[u8], start: usize, open: &mut Vec<bool>) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'`' => return at,
            b'$' if bytes.get(at + 1) == Some(&b'{') => {
                open.push(true);
                return at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    start
}

/// Takes the statements out of a program that are nested too deep to be walked; where they start.
pub fn cut(program: &mut Program) -> Vec<u32> {
    let mut starts = Vec::new();
    program.body.retain(|statement| {
        let span = statement.span();
        let deep = span.size() > NODES && {
            let mut depth = Depth::default();
            depth.visit_statement(statement);
            depth.exceeded
        };
        if deep {
            starts.push(span.start);
        }
        !deep
    });
    starts
}

#[derive(Default)]
struct Depth {
    now: u32,
    exceeded: bool,
}

impl Depth {
    fn deeper(&mut self, walk: impl FnOnce(&mut Self)) {
        self.now += 1;
        if self.now > NODES {
            self.exceeded = true;
        }
        if !self.exceeded {
            walk(self);
        }
        self.now -= 1;
    }
}

impl<'a> Visit<'a> for Depth {
    fn visit_expression(&mut self, it: &Expression<'a>) {
        self.deeper(|depth| walk::walk_expression(depth, it));
    }

    fn visit_statement(&mut self, it: &Statement<'a>) {
        self.deeper(|depth| walk::walk_statement(depth, it));
    }

    fn visit_ts_type(&mut self, it: &TSType<'a>) {
        self.deeper(|depth| walk::walk_ts_type(depth, it));
    }

    fn visit_jsx_element(&mut self, it: &JSXElement<'a>) {
        self.deeper(|depth| walk::walk_jsx_element(depth, it));
    }

    fn visit_binding_pattern(&mut self, it: &BindingPattern<'a>) {
        self.deeper(|depth| walk::walk_binding_pattern(depth, it));
    }

    fn visit_chain_element(&mut self, it: &ChainElement<'a>) {
        self.deeper(|depth| walk::walk_chain_element(depth, it));
    }
}
