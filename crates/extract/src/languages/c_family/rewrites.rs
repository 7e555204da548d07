//! What the compiler reads well and the grammar does not, once macros have no meaning: rewritten in place, with as
//! many bytes.

use super::cleaner::{Cleaner, is_keyword, is_macro};
use super::heads::{is_builtin, is_specifier, is_starter};
use super::tokens::Kind;

impl Cleaner<'_> {
    /// Rewrites what starts at a token; `in_function`: among statements.
    pub fn rewrite(&mut self, at: usize, in_function: bool) {
        match self.kind(at) {
            Some(Kind::Word) => self.rewrite_word(at, in_function),
            // `f(T&)` as an argument of a macro; of a parameter's type the `&` says nothing here.
            Some(Kind::Mark(b'&')) => {
                let behind_type = at > 0 && (self.is_word(at - 1) || self.is_mark(at - 1, b'>'));
                if self.cpp && in_function && behind_type && (self.is_mark(at + 1, b')') || self.is_mark(at + 1, b','))
                {
                    self.blank(at, at + 1);
                }
            }
            Some(Kind::Mark(b'*')) if at > 0 => self.rewrite_pointer(at, in_function),
            // `f(T x = {})`
            Some(Kind::Mark(b'{')) => {
                let default = self.is_mark(at + 1, b'}') && at > 0 && self.is_mark(at - 1, b'=');
                if self.cpp && default && (self.is_mark(at + 2, b')') || self.is_mark(at + 2, b',')) {
                    self.overwrite(at, "0");
                    self.blank(at + 1, at + 2);
                }
            }
            _ => {}
        }
    }

    fn rewrite_pointer(&mut self, at: usize, in_function: bool) {
        // `new T*[n]`, `f(T* = nullptr)`
        let made = self.is_mark(at + 1, b'[') && (1..6).any(|by| by <= at && self.str(at - by) == "new");
        let unnamed = self.is_mark(at + 1, b'=') && !self.is_joined(at) && self.is_word(at - 1);
        if self.cpp && (made || unnamed) {
            return self.blank(at, at + 1);
        }
        // `va_arg(list, T*)`
        let argument = in_function && at > 1 && self.is_word(at - 1) && self.is_mark(at - 2, b',');
        let mut end = at;
        while self.is_mark(end, b'*') {
            end += 1;
        }
        if argument && (self.is_mark(end, b')') || self.is_mark(end, b',')) {
            self.blank(at, end);
        }
    }

    fn rewrite_word(&mut self, at: usize, in_function: bool) {
        let word = self.str(at);
        match word {
            // `"%" PRIu64 "\n"`
            _ if self.is_behind_text(at) => self.blank(at, at + 1),
            // `enum : unsigned {`
            "enum" => {
                let colon = if matches!(self.str(at + 1), "class" | "struct") { at + 2 } else { at + 1 };
                if self.is_mark(colon, b':') {
                    let mut end = colon;
                    while end < colon + 8 && !self.is_mark(end, b'{') {
                        end += 1;
                    }
                    self.blank(colon, end);
                }
            }
            // `auto x = f(y)` of C, whose type is its value's.
            "auto" if !self.cpp && self.is_word(at + 1) && self.is_mark(at + 2, b'=') => self.overwrite(at, "void"),
            // `unsigned(x)`
            "unsigned" if self.is_mark(at + 1, b'(') && (at == 0 || !self.is_word(at - 1)) => {
                self.overwrite(at, "uint32_t")
            }
            // `A<T>::template f<U>()`, `a.template f<U>()`: for the parser the name alone says as much.
            "template" if self.is_behind_access(at) => self.blank(at, at + 1),
            "template" if self.is_mark(at + 1, b'<') => self.template_head(at + 1),
            // An explicit instantiation declares nothing.
            "template" if self.cpp && !in_function && self.is_word(at + 1) => {
                if let Some(end) = (at..at + 60).find(|&it| self.is_mark(it, b';')) {
                    self.blank(at, end + 1);
                }
            }
            // `if CONSTEXPR (…)`
            "if" if is_macro(self.str(at + 1)) && self.is_mark(at + 2, b'(') => self.blank(at + 1, at + 2),
            // An explicit instantiation that another file makes.
            "extern" if self.str(at + 1) == "template" => self.blank(at, at + 1),
            // Qt's word before a call that sends a signal stands for nothing.
            "emit" | "Q_EMIT" if self.cpp && in_function && self.is_word(at + 1) => self.blank(at, at + 1),
            "SIGNAL" | "SLOT" if self.cpp && in_function && self.is_mark(at + 1, b'(') => self.rewrite_slot(at),
            "slots" | "Q_SLOTS" if self.is_mark(at + 1, b':') => self.blank(at, at + 1),
            _ if is_macro(word) => self.rewrite_macro(at, in_function),
            _ if in_function && starts_type(word) => self.type_argument(at),
            // `atomic_ int x`, where the first word is a macro in small letters.
            _ if self.is_word(at + 1) && is_builtin(self.str(at + 1)) && !is_head(word) => self.attribute(at, at + 1),
            _ => {}
        }
    }

    /// Qt's `SIGNAL(saved(int))` and `SLOT(store(int))` are names of members as texts, and call nothing. A slot of `this`
    /// is left as its name, which is handed over: `connect(a, SIGNAL(…), this, SLOT(…))`, `connect(a, SIGNAL(…), SLOT(…))`.
    fn rewrite_slot(&mut self, at: usize) {
        let Some(end) = self.group_end(at + 1) else { return };
        let before = |by: usize| at.checked_sub(by).map_or("", |at| self.str(at));
        let is_own = self.str(at) == "SLOT" && before(1) == "," && matches!(before(2), "this" | ")");
        if is_own && self.is_word(at + 2) {
            // Without the macro around it.
            self.blank(at, at + 2);
            self.blank(at + 3, end);
        } else {
            self.blank(at + 2, end - 1);
        }
    }

    /// Whether a token stands behind `::`, `.` or `->`.
    fn is_behind_access(&self, at: usize) -> bool {
        let before = |by: usize| at.checked_sub(by);
        let arrow =
            || before(1).is_some_and(|at| self.is_mark(at, b'>')) && before(2).is_some_and(|at| self.is_mark(at, b'-'));
        before(1).is_some_and(|at| self.kind(at) == Some(Kind::Scope) || self.is_mark(at, b'.')) || arrow()
    }

    /// Whether a token stands right before the next.
    fn is_joined(&self, at: usize) -> bool {
        self.tokens.get(at + 1).is_some_and(|next| next.start == self.tokens[at].end)
    }

    /// Whether a word goes on with a text before it: a macro that is one, too. In C++ `"a"s` is one text.
    fn is_behind_text(&self, at: usize) -> bool {
        let is_text = at > 0 && self.kind(at - 1) == Some(Kind::String) && !(self.cpp && self.is_joined(at - 1));
        let before = at.checked_sub(2).map_or("", |before| self.str(before));
        let is_operator = matches!(self.str(at), "and" | "or" | "xor" | "not_eq" | "bitand" | "bitor");
        is_text && !matches!(before, "extern" | "operator") && !is_keyword(self.str(at)) && !is_operator
    }

    fn rewrite_macro(&mut self, at: usize, in_function: bool) {
        let next = self.str(at + 1);
        // `CONST char *s`
        if self.is_word(at + 1) && (is_builtin(next) || matches!(next, "struct" | "union" | "enum")) {
            return self.attribute(at, at + 1);
        }
        // `PRIVATE_IN_RELEASE:` in a class
        if !in_function && self.is_mark(at + 1, b':') && self.is_first(at) && self.is_first(at + 2) {
            return self.blank(at, at + 2);
        }
        // `TRY {`
        if in_function && self.is_first(at) && self.is_mark(at + 1, b'{') {
            return self.blank(at, at + 1);
        }
        // `f(char c UNUSED)`
        let named = at > 1
            && self.is_word(at - 1)
            && (self.is_word(at - 2) || self.is_pointer(at - 2))
            && !is_keyword(self.str(at - 1))
            && !starts_type(self.str(at - 1));
        if named && matches!(self.kind(at + 1), Some(Kind::Mark(b')' | b','))) {
            return self.blank(at, at + 1);
        }
        // `Type name GUARDED_BY(x);`
        if self.is_mark(at + 1, b'(')
            && at > 1
            && self.is_word(at - 1)
            && !is_keyword(self.str(at - 1))
            && !starts_type(self.str(at - 1))
            && (self.is_word(at - 2) && !is_keyword(self.str(at - 2)) || self.is_pointer(at - 2))
            && let Some(end) = self.group_end(at + 1)
            && matches!(self.kind(end), Some(Kind::Mark(b';' | b'=' | b'{')))
        {
            return self.attribute(at, end);
        }
        // `QUOTED("x") "text"`
        if self.is_mark(at + 1, b'(')
            && let Some(end) = self.group_end(at + 1)
            && (self.kind(end) == Some(Kind::String) || at > 0 && self.kind(at - 1) == Some(Kind::String))
        {
            self.blank(at, end);
        }
    }

    fn is_pointer(&self, at: usize) -> bool {
        matches!(self.kind(at), Some(Kind::Mark(b'*' | b'&' | b'>')))
    }

    /// `va_arg(list, char *)`: a type where the grammar wants a value.
    fn type_argument(&mut self, at: usize) {
        let Some(before) = at.checked_sub(1) else { return };
        let opens =
            self.is_mark(before, b'(') && before > 0 && self.is_word(before - 1) && !takes_type(self.str(before - 1));
        if !opens && !self.is_mark(before, b',') {
            return;
        }
        let mut end = at;
        let mut names = 0;
        while end < at + 8 {
            match self.kind(end) {
                Some(Kind::Word) => names += u8::from(!is_builtin(self.str(end)) && !starts_type(self.str(end))),
                Some(Kind::Mark(b'*' | b'&')) => {}
                Some(Kind::Mark(b')' | b',')) if names < 2 => break,
                _ => return,
            }
            end += 1;
        }
        // `int x` is a declaration, `struct x` a type.
        let tagged = matches!(self.str(at), "struct" | "union" | "enum");
        if names == 1 && !tagged || end == at + 8 {
            return;
        }
        let length = self.str(at).len();
        self.blank(at + 1, end);
        self.overwrite(at, &"_".repeat(length));
    }

    /// Template parameters that are neither a type's nor a plain value's: `ENABLE_IF(…)`, `typename a::b<T>::c = 0`.
    fn template_head(&mut self, open: usize) {
        let Some(end) = self.angle_end(open) else { return };
        let (mut at, mut from) = (open + 1, open + 1);
        while at < end {
            match self.kind(at) {
                Some(Kind::Mark(b'(' | b'[' | b'{')) => {
                    at = self.group_end(at).unwrap_or(end);
                    continue;
                }
                Some(Kind::Mark(b'<')) => {
                    at = self.angle_end(at).unwrap_or(end);
                    continue;
                }
                Some(Kind::Mark(b',')) => {
                    self.template_param(from, at);
                    from = at + 1;
                }
                _ => {}
            }
            at += 1;
        }
        self.template_param(from, end - 1);
    }

    fn template_param(&mut self, from: usize, to: usize) {
        let is_call = is_macro(self.str(from)) && self.is_mark(from + 1, b'(');
        let is_dependent = self.str(from) == "typename" && self.kind(from + 2) == Some(Kind::Scope)
            || self.str(from) == "typename" && self.kind(from + 1) == Some(Kind::Scope);
        if !(is_call || is_dependent) || self.str(from).len() < 3 {
            return;
        }
        let mut end = from + 1;
        while end < to && !self.is_mark(end, b'=') {
            end = match self.kind(end) {
                Some(Kind::Mark(b'(')) => self.group_end(end).unwrap_or(to),
                Some(Kind::Mark(b'<')) => self.angle_end(end).unwrap_or(to),
                _ => end + 1,
            };
        }
        self.blank(from + 1, end.min(to));
        self.overwrite(from, "int");
    }
}

/// Whether a word may stand before a builtin type.
fn is_head(word: &str) -> bool {
    is_builtin(word)
        || is_keyword(word)
        || is_specifier(word)
        || is_starter(word)
        || matches!(word, "_Atomic" | "and" | "or")
}

fn starts_type(word: &str) -> bool {
    is_builtin(word) || matches!(word, "struct" | "union" | "enum" | "const")
}

/// Words behind which brackets hold a type or a declaration.
fn takes_type(word: &str) -> bool {
    is_keyword(word) && word != "static_assert"
        || is_builtin(word)
        || matches!(word, "offsetof" | "_Generic" | "__builtin_offsetof")
}
