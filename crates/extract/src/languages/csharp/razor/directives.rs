//! Directives: what a view is of, what it is given, and members of its own.

use super::code::closing;
use super::{Place, Reader};

/// Those that say nothing of calls.
const IDLE: &[&str] = &[
    "addTagHelper",
    "attribute",
    "implements",
    "layout",
    "namespace",
    "page",
    "preservewhitespace",
    "removeTagHelper",
    "rendermode",
    "tagHelperPrefix",
    "typeparam",
];
const ACCESS: &[&str] = &["private", "protected", "public", "internal"];

impl Reader<'_> {
    /// Reads a directive of that name, which ends at `behind`. It is false of anything else.
    pub(super) fn directive(&mut self, word: &str, behind: usize) -> bool {
        let line_end = self.line_end(behind);
        let line = self.text[behind..line_end].trim_end().trim_end_matches(';');
        let has_more = line.starts_with([' ', '\t']) && !line.trim_start().starts_with(['=', '(', '.', '<']);
        let start = self.skip_space(behind).min(line_end);
        let end = (behind + line.len()).max(start);
        match word {
            "using" if has_more => {
                if self.place == Place::File {
                    self.program.keep(behind - "using".len()..end);
                    self.program.insert(end, ";");
                }
                self.at = line_end;
            }
            "model" | "inject" | "inherits" if has_more => {
                self.to(Place::Members);
                if word == "inherits" && self.place == Place::Members {
                    self.program.insert(start, "readonly ");
                }
                self.program.keep(start..end);
                self.program.insert(end, if word == "inject" { ";" } else { " M;" });
                self.at = line_end;
            }
            "section" if has_more => {
                let brace = self.text[start..].find('{').map_or(line_end, |it| start + it + 1);
                self.at = brace;
            }
            "functions" | "code" if self.byte(start) == b'{' || self.byte(self.skip_space(behind)) == b'{' => {
                self.to(Place::Members);
                let open = self.skip_space(behind);
                self.at = open + 1;
                self.block();
                if self.place == Place::File {
                    self.without_access(open, self.at);
                }
            }
            "helper" if has_more => self.helper(start),
            _ if IDLE.contains(&word) && (has_more || line.trim().is_empty()) => self.at = line_end,
            _ => return false,
        }
        true
    }

    /// `@helper Name(int x) { … }`
    fn helper(&mut self, start: usize) {
        let name_end = start + self.word(start).len();
        let close = if self.byte(name_end) == b'(' { closing(self.text, name_end) } else { None };
        let Some(open) = close.map(|it| self.skip_space(it + 1)).filter(|it| self.byte(*it) == b'{') else {
            self.at = start;
            return;
        };
        self.to(Place::Statements);
        self.program.insert(start, "void ");
        self.program.keep(start..open + 1);
        self.at = open + 1;
        self.block();
        self.program.keep(self.at - 1..self.at);
    }

    /// Members stand as local functions, which nobody may be kept from.
    fn without_access(&mut self, from: usize, end: usize) {
        for word in ACCESS {
            for (at, _) in self.text[from..end].match_indices(word) {
                let at = from + at;
                let is_word = !self.text[..at].ends_with(super::is_name) && self.byte(at + word.len()) == b' ';
                (at..at + word.len()).filter(|_| is_word).for_each(|it| self.program.set(it, b' '));
            }
        }
    }
}
