//! What templates by indentation (Haml, Slim) share: lines, blocks that end where the indentation says so, and Ruby in
//! the middle of text.

use crate::program::{self, Program};
use std::ops::Range;

/// Words that go on with a block in its middle.
const MIDDLE: &[&str] = &["else", "elsif", "when", "in", "rescue", "ensure"];
/// Words that begin one.
const BEGIN: &[&str] = &["if", "unless", "while", "until", "for", "case", "begin"];

/// What the lines below one that are indented deeper are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Below {
    Nothing,
    Text,
    Code,
}

pub struct Template<'s> {
    pub text: &'s str,
    pub program: Program<'s>,
    lines: Vec<Range<usize>>,
    /// The blocks that are open: how far the line is indented that opens one, and what closes it.
    open: Vec<(usize, &'static str)>,
    /// Where the last line ends that says anything.
    end: usize,
}

impl<'s> Template<'s> {
    pub fn of(text: &'s str) -> Self {
        let mut lines = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            lines.push(at..at + line.trim_end_matches(['\n', '\r']).len());
            at += line.len();
        }
        Self { text, program: Program::blank(text), lines, open: Vec::new(), end: 0 }
    }

    /// Goes through the lines. `line` reads one, behind its indentation; it gives the number of the last line that it
    /// read, and what stands below.
    pub fn read(mut self, line: impl Fn(&mut Self, usize, usize) -> (usize, Option<Below>)) -> Program<'s> {
        let mut below: Option<(usize, Below)> = None;
        let mut number = 0;
        while let Some(here) = self.lines.get(number).cloned() {
            let Some(indent) = self.indent(number) else {
                number += 1;
                continue;
            };
            let mut last = number;
            match below.filter(|it| indent > it.0) {
                Some((_, Below::Nothing)) => {}
                Some((_, Below::Text)) => self.interpolated(here.clone()),
                Some((_, Below::Code)) => self.program.keep(here.clone()),
                None => {
                    self.close(indent, is_middle(&self.text[here.start + indent..here.end]));
                    let told;
                    (last, told) = line(&mut self, number, here.start + indent);
                    last = last.max(number);
                    below = told.map(|it| (indent, it));
                }
            }
            self.end = self.lines[last].end;
            number = last + 1;
        }
        self.close(0, false);
        self.program
    }

    /// How far a line is indented. None: it is blank.
    fn indent(&self, number: usize) -> Option<usize> {
        let line = &self.text[self.lines[number].clone()];
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        (indent < line.len()).then_some(indent)
    }

    pub fn line_end(&self, number: usize) -> usize {
        self.lines[number].end
    }

    /// The number of the line of a place.
    pub fn line_of(&self, at: usize) -> usize {
        self.lines.partition_point(|it| it.end < at).min(self.lines.len() - 1)
    }

    fn close(&mut self, indent: usize, is_middle: bool) {
        while let Some(&(at, closer)) = self.open.last()
            && (at > indent || at == indent && !is_middle)
        {
            self.program.insert(self.end, closer);
            self.open.pop();
        }
    }

    /// Code from a place to the end of its line, and on while its lines end with a comma or one of `marks`, which is no
    /// part of it. Blocks that it opens end where the indentation does; where nothing opens one, `opens` does.
    pub fn script(&mut self, number: usize, from: usize, marks: &[&str], opens: Option<&'static str>) -> usize {
        let indent = self.indent(number).unwrap_or_default();
        let (mut last, mut from) = (number, from);
        let start = from;
        let mut code = String::new();
        loop {
            let line = from..self.lines[last].end;
            let trimmed = self.text[line.clone()].trim_end();
            let mark = marks.iter().find(|it| trimmed.ends_with(**it) && !is_block(trimmed));
            let part = &trimmed[..trimmed.len() - mark.map_or(0, |it| it.len())];
            self.program.keep(from..from + part.len());
            code.push_str(part);
            let goes_on = mark.is_some() || part.ends_with(',');
            if !goes_on || last + 1 >= self.lines.len() {
                self.block(indent, last, from + part.len(), &code, opens);
                return last;
            }
            code.push(' ');
            last += 1;
            from = self.lines[last].start;
            // The next line of a text of several lines is one of them only where it is marked like them.
            if mark.is_some_and(|it| *it == " |") && !self.text[self.lines[last].clone()].trim_end().ends_with(" |") {
                last -= 1;
                self.block(indent, last, start, &code, opens);
                return last;
            }
        }
    }

    fn block(&mut self, indent: usize, last: usize, end: usize, code: &str, opens: Option<&'static str>) {
        let code = code.trim();
        let has_below = (last + 1..self.lines.len()).find_map(|it| self.indent(it)).is_some_and(|it| it > indent);
        if is_middle_word(code) {
            return;
        }
        let opened = code.rsplit(" = ").next().unwrap_or(code).trim_start();
        if begins(code, BEGIN) || begins(opened, BEGIN) {
            // What is whole in one line ends there.
            if !code.ends_with(" end") {
                self.open.push((indent, "\nend;"));
            }
        } else if is_block(code) {
            self.open.push((indent, if opens_brace(code) { "\n};" } else { "\nend;" }));
        } else if let Some(opens) = opens.filter(|_| has_below && !code.is_empty()) {
            self.program.insert(end, opens);
            self.open.push((indent, "\nend;"));
        }
    }

    /// `#{…}` in a text: what stands in each is a statement.
    pub fn interpolated(&mut self, part: Range<usize>) {
        let mut at = part.start;
        while let Some(found) = self.text[at..part.end].find("#{") {
            let open = at + found;
            at = open + 2;
            if self.text[..open].ends_with('\\') {
                continue;
            }
            let Some(close) = closing(self.text, open + 1).filter(|it| *it < part.end) else { continue };
            self.program.keep(open + 2..close);
            self.program.set(close, b';');
            at = close + 1;
        }
    }

    /// Code that is a value of its own.
    pub fn value(&mut self, part: Range<usize>) {
        if !self.text[part.clone()].trim().is_empty() {
            self.program.keep(part.clone());
            self.program.insert(part.end, ";");
        }
    }

    /// `{a: b}`, `{c, a: b}`: what stands between brackets is a list.
    pub fn list(&mut self, open: usize, close: usize) {
        if !self.text[open + 1..close].trim().is_empty() {
            self.program.keep(open + 1..close);
            self.program.set(open, b'[');
            self.program.set(close, b']');
            self.program.insert(close + 1, ";");
        }
    }
}

/// Where what is opened at a place is closed.
pub fn closing(text: &str, open: usize) -> Option<usize> {
    program::closing(text, open, 0, skipped)
}

/// Where a text ends that starts at a place.
fn skipped(text: &str, at: usize, around: usize) -> Option<Option<usize>> {
    matches!(text.as_bytes()[at], b'\'' | b'"').then(|| text_within(text, at, around).map(|end| end + 1))
}

/// Where a text in quotes ends.
pub fn text_end(text: &str, open: usize) -> Option<usize> {
    text_within(text, open, 0)
}

fn text_within(text: &str, open: usize, around: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = open + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'#' if bytes[open] == b'"' && bytes.get(at + 1) == Some(&b'{') => {
                at = program::closing(text, at + 1, around + 1, skipped)?
            }
            it if it == bytes[open] => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// Whether a line of code goes on with a block that stands around it.
fn is_middle(line: &str) -> bool {
    line.strip_prefix('-').is_some_and(|code| is_middle_word(code.trim_start()))
}

fn is_middle_word(code: &str) -> bool {
    begins(code, MIDDLE)
}

fn begins(code: &str, words: &[&str]) -> bool {
    let rest = code.trim_start_matches(|it: char| it.is_alphanumeric() || matches!(it, '_' | '?' | '!'));
    words.contains(&&code[..code.len() - rest.len()]) && !rest.starts_with([':', '.'])
}

/// `x.each do |y|`, `x { |y|`
fn is_block(code: &str) -> bool {
    let code = without_parameters(code);
    code == "do" || code.ends_with(" do") || code.ends_with(")do") || code.ends_with('{')
}

fn opens_brace(code: &str) -> bool {
    without_parameters(code).ends_with('{')
}

fn without_parameters(code: &str) -> &str {
    let code = code.trim_end();
    let behind = code.strip_suffix('|').and_then(|it| it.rfind('|').map(|at| code[..at].trim_end()));
    behind.filter(|it| it.ends_with(" do") || it.ends_with('{') || *it == "do").unwrap_or(code)
}
