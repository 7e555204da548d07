//! What stands behind the last mark of a text: the last part of a path, an ending. It leads into no other folder.

use super::tokens::Kind;
use super::values::Values;
use super::{Reader, words};

/// Methods and functions that cut a text from a place on.
const CUTTING: [&str; 7] = ["substring", "slice", "substr", "Substring", "subSequence", "mb_substr", "byteslice"];
/// Those that tell where a text holds a mark for the last time.
const LAST: [&str; 6] = ["lastIndexOf", "LastIndexOf", "LastIndex", "rindex", "rfind", "strrpos"];

impl<'g> Reader<'g> {
    /// Notes which names hold where a text has its last mark: `dot = name.lastIndexOf(".")`.
    pub(super) fn holds_last_mark(&mut self, targets: &[&'g str], from: usize, to: usize) {
        let is_told = (from..to.min(from + 12)).any(|at| LAST.contains(&self.word(at)) && self.word(at + 1) == "(");
        for name in targets {
            match is_told {
                true => _ = self.values.last_marks.insert(name),
                false => _ = self.values.last_marks.remove(name),
            }
        }
    }
}

impl Values<'_> {
    /// The kinds of sinks to which the last part of a path is harmless, where a token asks for that: `path.split("/").pop()`,
    /// `name.split(".")[-1]`, `name.substring(name.lastIndexOf("."))`.
    pub fn last_part(&self, at: usize) -> u8 {
        if self.cuts_last(at) {
            return words::kind_mask("path");
        }
        let is_last = match self.word(at) {
            "pop" | "last" | "Last" => true,
            "at" => matches!(self.word(at + 2), "-1" | "-") && self.word(at + 1) == "(",
            "[" => matches!(self.word(at + 1), "-1" | "-"),
            _ => false,
        };
        let close = if self.word(at) == "[" { at.checked_sub(1) } else { at.checked_sub(2) };
        let Some(close) = close.filter(|it| is_last && *it >= 3 && self.is(*it, Kind::Close)) else { return 0 };
        let separator = self.word(close - 1).trim_matches(['"', '\'']);
        let is_split = self.word(close - 2) == "(" && matches!(self.word(close - 3), "split" | "Split");
        match separator {
            "/" if is_split => words::checks("", "startsWith"),
            "." if is_split => words::kind_mask("path"),
            _ => 0,
        }
    }

    /// Whether a call or a bracket cuts a text from its last mark on: `name.slice(name.lastIndexOf("."))`,
    /// `name[dot:]`.
    fn cuts_last(&self, at: usize) -> bool {
        let is_cut = CUTTING.contains(&self.word(at)) && self.word(at + 1) == "(";
        let open = if is_cut { at + 1 } else { at };
        if !is_cut && self.word(open) != "[" {
            return false;
        }
        let mark = if is_cut { "," } else { ":" };
        let to = self.first_of(open + 1, self.behind(open).saturating_sub(1), mark);
        // An element is no cut.
        (is_cut || self.word(to) == mark) && self.tells_last(open + 1, to)
    }

    /// The same of a function that is given the text: `substr($name, strrpos($name, "."))`.
    pub fn is_cut_last(&self, name: usize) -> bool {
        let open = name + 1;
        if !CUTTING.contains(&self.word(name)) || self.word(open) != "(" {
            return false;
        }
        let close = self.behind(open).saturating_sub(1);
        let comma = self.first_of(open + 1, close, ",");
        comma < close && self.tells_last(comma + 1, self.first_of(comma + 1, close, ","))
    }

    /// Where an operator stands first between two tokens that is in no brackets of its own; else the second.
    fn first_of(&self, from: usize, to: usize, operator: &str) -> usize {
        let mut at = from;
        while at < to && !(self.is(at, Kind::Operator) && self.word(at) == operator) {
            at = if self.is(at, Kind::Open) { self.behind(at) } else { at + 1 };
        }
        at.min(to)
    }

    fn tells_last(&self, from: usize, to: usize) -> bool {
        let is_told = |at: usize| LAST.contains(&self.word(at)) && self.word(at + 1) == "(";
        (from..to)
            .any(|at| self.is(at, Kind::Name) && (is_told(at) || self.last_marks.contains(super::bare(self.word(at)))))
    }
}
