//! Attributes with arguments that are written like functions.

use super::cleaner::{Cleaner, is_keyword, is_macro};
use super::heads::{Part, What, is_builtin, is_specifier, is_starter};
use super::tokens::Kind;

impl Cleaner<'_> {
    /// `void printflike(1, 2) say(…) {`: an attribute with arguments that is written like a function, between a type and
    /// the function's own name.
    pub(super) fn attribute_call(&mut self, parts: &[Part], end: usize) {
        let Some((last, before)) = parts.split_last() else { return };
        if last.what != What::Name || last.to != last.from + 1 || !self.has_type(before) || !self.is_mark(end, b'(') {
            return;
        }
        let Some(behind) = self.group_end(end).filter(|&behind| behind > end + 2) else { return };
        let is_plain = |at: usize| match self.kind(at) {
            Some(Kind::Word) => {
                let word = self.str(at);
                !self.is_word(at + 1) && !is_builtin(word) && !is_specifier(word) && !is_starter(word)
            }
            Some(Kind::Number | Kind::Mark(b',')) => true,
            _ => false,
        };
        if !(end + 1..behind - 1).all(is_plain) {
            return;
        }
        let mut name = behind;
        while self.is_mark(name, b'*') {
            name += 1;
        }
        let is_name = self.is_word(name) && !is_keyword(self.str(name)) && !is_macro(self.str(name));
        let is_trailer = matches!(self.str(name), "override" | "final" | "const" | "__attribute__" | "__declspec");
        if is_name && !is_trailer && self.is_mark(self.name_end(name + 1), b'(') {
            self.attribute(last.from, behind);
        }
    }
}
