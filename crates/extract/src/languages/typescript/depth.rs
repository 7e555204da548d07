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

/// Where brackets are nested too deep. Strings, comments and templates are skipped roughly: a regular
/// expression may miscount by its own brackets, which is far from the limit.
pub fn brackets_too_deep(text: &str) -> Option<u32> {
    let (bytes, mut depth, mut at) = (text.as_bytes(), 0usize, 0);
    if bytes.iter().filter(|b| matches!(b, b'(' | b'[' | b'{')).count() <= BRACKETS {
        return None;
    }
    while let Some(next) = bytes[at..].iter().position(|b| STOPS[*b as usize]) {
        at += next;
        match bytes[at] {
            b'(' | b'[' | b'{' => {
                depth += 1;
                if depth > BRACKETS {
                    return Some(at as u32);
                }
            }
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            quote @ (b'"' | b'\'') => {
                let rest = &bytes[at + 1..];
                at += rest.iter().position(|b| *b == quote || *b == b'\n').map_or(0, |end| end + 1);
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at += bytes[at..].iter().position(|b| *b == b'\n').unwrap_or(bytes.len() - at - 1);
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// The bytes that counting brackets looks at.
const STOPS: [bool; 256] = {
    let (mut table, mut at) = ([false; 256], 0);
    let bytes = b"([{)]}\"'/";
    while at < bytes.len() {
        table[bytes[at] as usize] = true;
        at += 1;
    }
    table
};

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
