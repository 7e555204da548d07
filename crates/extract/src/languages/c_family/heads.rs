//! Macros at the head of a declaration.

use super::cleaner::{Cleaner, is_keyword, is_macro, is_qualifier};
use super::tokens::Kind;

/// A part of a declaration's head, with its tokens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub what: What,
    pub from: usize,
    pub to: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A name, with what qualifies it and its template arguments; or a word for a builtin type.
    Name,
    /// `static`, `const`, …: says nothing about where the type stands.
    Specifier,
    /// A word that only starts a declaration or a type.
    Starter,
    /// `*`, `&`
    Pointer,
    /// `~`, `operator`
    Special,
    /// A word in capitals, with its arguments if it has any.
    Macro,
    MacroCall,
}

impl Cleaner<'_> {
    /// Takes out the macros before a declaration's type. `class`: the token that names the class around.
    pub fn declaration(&mut self, at: usize, in_class: bool, class: usize) {
        let mut at = at;
        loop {
            let next = match self.str(at) {
                "template" if self.is_mark(at + 1, b'<') => self.angle_end(at + 1),
                "extern" if self.kind(at + 1) == Some(Kind::String) => Some(at + 2),
                "[" if self.is_mark(at + 1, b'[') => self.group_end(at),
                "__attribute__" | "__declspec" => self.group_end(at + 1),
                "requires" => None,
                _ => None,
            };
            match next {
                Some(next) => at = next,
                None => break,
            }
        }
        let own = if in_class { self.str(class) } else { "" };
        let (parts, end) = self.head(at, own);
        let count = |parts: &[Part]| parts.iter().filter(|part| matches!(part.what, What::Name | What::Macro)).count();
        for (position, part) in parts.iter().enumerate() {
            let rest = &parts[position + 1..];
            let (next, named) = (rest.first().map(|part| part.what), count(rest));
            let closes = self.is_mark(end, b'}') || end >= self.tokens.len();
            match part.what {
                What::Macro => {
                    let prefix = match next {
                        None => closes || position == 0 && self.is_mark(end, b';'),
                        _ if closes && rest.iter().all(|part| part.what == What::Macro) => true,
                        // `END\nBEGIN(name) {`
                        Some(What::Macro) if self.is_first(rest[0].from) => true,
                        // `int API f(`
                        Some(What::Name) if self.has_type(&parts[..position]) => true,
                        Some(What::Pointer) => false,
                        Some(What::Starter | What::Special | What::MacroCall) => true,
                        _ if in_class => named > 1 || self.is_constructor(rest, end, class),
                        _ => named > 1 || self.is_outer_constructor(rest, end),
                    };
                    if prefix {
                        self.note_namespace(part.from);
                        match self.is_first(part.to) {
                            // A line of its own speaks of no declaration.
                            true => self.blank(part.from, part.to),
                            false => self.attribute(part.from, part.to),
                        }
                    }
                }
                What::MacroCall => self.macro_call(*part, position, rest, end, in_class),
                // `u_char *cdecl_t f(`, `int cdecl_t f(`: between a whole type and the name stands a macro in small letters.
                What::Name if next == Some(What::Name) && self.is_mark(end, b'(') && rest.len() == 1 => {
                    let before = &parts[..position];
                    let is_whole = before.last().is_some_and(|it| {
                        let is_builtin = self.str(it.from) != "unsigned" && is_builtin(self.str(it.from));
                        it.what == What::Pointer || it.what == What::Name && is_builtin
                    });
                    if is_whole && !is_builtin(self.str(part.from)) && part.to == part.from + 1 {
                        self.attribute(part.from, part.to);
                    }
                }
                _ => {}
            }
        }
        self.attribute_call(&parts, end);
        if let [only] = parts[..]
            && matches!(only.what, What::Name | What::Macro)
            && self.is_mark(end, b'(')
            && let Some(close) = self.group_end(end)
            && self.is_mark(close, b'{')
            && (end..close).any(|at| self.kind(at) == Some(Kind::String))
        {
            self.blank(end + 1, close - 1);
        }
    }

    /// `ALIGNED(class) Name`: a macro whose argument says what is declared.
    pub fn holds_tag(&self, at: usize) -> bool {
        self.is_mark(at + 1, b'(')
            && matches!(self.str(at + 2), "class" | "struct" | "union")
            && self.is_mark(at + 3, b')')
            && self.is_word(at + 4)
    }

    /// `UNUSED(static int f(void)) {`: a macro whose argument is what is declared.
    fn holds_function(&self, part: Part) -> bool {
        if !self.is_mark(part.to, b'{') && !self.is_mark(part.to, b';') {
            return false;
        }
        let (first, last) = (part.from + 2, part.to - 1);
        let typed =
            |at: usize| self.is_word(at) || matches!(self.kind(at), Some(Kind::Mark(b'*' | b'&') | Kind::Scope));
        let Some(open) = (first..last).find(|&at| !typed(at)) else { return false };
        let words = (first..open).filter(|&at| self.is_word(at)).count();
        let starts = is_starter(self.str(first)) || is_specifier(self.str(first)) || is_builtin(self.str(first));
        words > 1 && starts && self.is_mark(open, b'(') && self.is_word(open - 1) && self.group_end(open) == Some(last)
    }

    fn macro_call(&mut self, part: Part, position: usize, rest: &[Part], end: usize, in_class: bool) {
        if self.holds_tag(part.from) {
            return;
        }
        if position == 0 && self.holds_function(part) {
            self.attribute(part.from, part.from + 2);
            return self.blank(part.to - 1, part.to);
        }
        let next = rest.first().map(|part| part.what);
        let opens = self.is_mark(part.to, b'{');
        if opens && (part.from..part.to).any(|at| self.kind(at) == Some(Kind::String)) {
            // `TEST_CASE("…") {`
            return self.blank(part.from + 2, part.to - 1);
        }
        if position == 0 && next.is_some() && is_attribute(self.str(part.from)) {
            return self.attribute(part.from, part.to);
        }
        // `DECLARE(int, name);`
        if position == 0
            && !in_class
            && self.is_mark(part.to, b';')
            && (part.from + 2..part.to).any(|at| is_builtin(self.str(at)) || self.str(at) == "const")
        {
            self.blank(part.from + 2, part.to - 1);
        }
        if position == 0 && (self.is_first(part.to) || next.is_none()) {
            match in_class {
                _ if opens || !in_class && self.is_mark(part.to, b';') => {}
                true => self.attribute(part.from, part.to),
                false => self.end_statement(part.to - 1),
            }
            return;
        }
        let named = rest.iter().filter(|part| matches!(part.what, What::Name | What::Macro)).count();
        let prefix = match next {
            Some(What::Pointer) | None => false,
            Some(What::Starter | What::Special) => true,
            _ => named > 1 || self.is_mark(end, b'(') && in_class && named == 1 && position > 0,
        };
        if prefix {
            self.attribute(part.from, part.to);
        }
    }

    pub(super) fn has_type(&self, before: &[Part]) -> bool {
        before.iter().any(|part| match part.what {
            What::Name | What::Pointer => true,
            What::Starter => is_builtin(self.str(part.from)),
            _ => false,
        })
    }

    fn is_constructor(&self, rest: &[Part], end: usize, class: usize) -> bool {
        let last = rest.iter().rev().find(|part| part.what == What::Name);
        self.is_mark(end, b'(') && last.is_some_and(|part| self.str(part.from) == self.str(class))
    }

    /// `A::A(`, `A<T>::A(`, `A::~A(`: what has no type before it, so that a macro there is none.
    fn is_outer_constructor(&self, rest: &[Part], end: usize) -> bool {
        let [Part { what: What::Name, from, to }] = *rest else { return false };
        if !self.is_mark(end, b'(') || to < from + 3 {
            return false;
        }
        let (name, mut at) = (to - 1, to - 2);
        if self.is_mark(at, b'~') {
            return true;
        }
        if self.kind(at) != Some(Kind::Scope) {
            return false;
        }
        let mut depth = 0;
        while at > from {
            at -= 1;
            match self.kind(at) {
                Some(Kind::Mark(b'>')) => depth += 1,
                Some(Kind::Mark(b'<')) => depth -= 1,
                Some(Kind::Word) if depth == 0 => return self.str(at) == self.str(name),
                _ => {}
            }
        }
        false
    }

    /// A macro that opens a namespace around what follows.
    fn note_namespace(&mut self, at: usize) {
        let name = self.str(at);
        let opens = ["BEGIN", "OPEN", "START", "ENTER"].iter().any(|word| name.contains(word));
        if opens && name.contains("NAMESPACE") && self.namespace.is_none() {
            self.namespace = Some(name.to_owned());
        }
    }

    /// The parts of a declaration up to what declares: `(`, `;`, `=`, `{`, `,`, `:`, `[`. `own`: what the class around is
    /// called, which is no macro in it.
    fn head(&self, from: usize, own: &str) -> (Vec<Part>, usize) {
        let (mut parts, mut at) = (Vec::new(), from);
        while parts.len() < 16 {
            let start = at;
            let what = match self.kind(at) {
                Some(Kind::Word) => {
                    let word = self.str(at);
                    at += 1;
                    if is_qualifier(word) {
                        continue;
                    }
                    match word {
                        "operator" => What::Special,
                        _ if is_specifier(word) => What::Specifier,
                        _ if is_starter(word) => What::Starter,
                        _ if is_keyword(word) => break,
                        _ if is_builtin(word) => What::Starter,
                        _ if is_macro(word) && word != own && self.kind(at) != Some(Kind::Scope) => {
                            match self.is_mark(at, b'(').then(|| self.group_end(at)).flatten() {
                                // `CAPS(x) …`: with its arguments, unless these are what is declared.
                                Some(end) if !self.ends_head(end) || parts.is_empty() => {
                                    at = end;
                                    What::MacroCall
                                }
                                _ => What::Macro,
                            }
                        }
                        _ => {
                            at = self.name_end(at);
                            What::Name
                        }
                    }
                }
                Some(Kind::Scope) => {
                    at = self.name_end(at);
                    What::Name
                }
                Some(Kind::Mark(b'*' | b'&')) => {
                    at += 1;
                    What::Pointer
                }
                Some(Kind::Mark(b'~')) => {
                    at += 1;
                    What::Special
                }
                Some(Kind::Mark(b'[')) if self.is_mark(at + 1, b'[') => match self.group_end(at) {
                    Some(end) => {
                        at = end;
                        continue;
                    }
                    None => break,
                },
                _ => break,
            };
            let builtin = what == What::Starter && is_builtin(self.str(start));
            parts.push(Part { what, from: start, to: at });
            if builtin {
                // A builtin type counts as a name of one behind what stands before it.
                continue;
            }
            if what == What::Special {
                break;
            }
        }
        (parts, at)
    }

    fn ends_head(&self, at: usize) -> bool {
        matches!(self.kind(at), None | Some(Kind::Mark(b';' | b'{' | b'}' | b',' | b')' | b'=' | b':')))
    }

    /// Behind a name's further parts and template arguments.
    pub(super) fn name_end(&self, at: usize) -> usize {
        let mut at = at;
        loop {
            if self.kind(at) == Some(Kind::Scope) && (self.is_word(at + 1) || self.is_mark(at + 1, b'~')) {
                at += if self.is_word(at + 1) { 2 } else { 3 };
            } else if self.cpp
                && self.is_mark(at, b'<')
                && let Some(end) = self.angle_end(at)
            {
                at = end;
            } else {
                return at;
            }
        }
    }
}

/// Whether a macro with arguments is an attribute by its name.
fn is_attribute(name: &str) -> bool {
    [
        "DEPRECATED",
        "NODISCARD",
        "NONNULL",
        "NON_NULL",
        "ATTRIBUTE",
        "VISIBILITY",
        "NORETURN",
        "WARN_UNUSED",
        "PRINTF",
        "PRAGMA",
    ]
    .iter()
    .any(|word| name.contains(word))
}

pub fn is_specifier(word: &str) -> bool {
    matches!(word, "const" | "volatile" | "register" | "mutable" | "thread_local" | "_Thread_local" | "__thread")
}

/// Words that no declaration has behind its type.
pub fn is_starter(word: &str) -> bool {
    matches!(
        word,
        "static"
            | "extern"
            | "inline"
            | "virtual"
            | "explicit"
            | "friend"
            | "typedef"
            | "template"
            | "class"
            | "struct"
            | "union"
            | "enum"
            | "namespace"
            | "using"
            | "constexpr"
            | "consteval"
            | "constinit"
            | "typename"
            | "public"
            | "private"
            | "protected"
            | "_Noreturn"
            | "concept"
            | "export"
    )
}

pub fn is_builtin(word: &str) -> bool {
    matches!(
        word,
        "void"
            | "int"
            | "char"
            | "long"
            | "short"
            | "unsigned"
            | "signed"
            | "float"
            | "double"
            | "bool"
            | "auto"
            | "_Bool"
            | "char8_t"
            | "char16_t"
            | "char32_t"
            | "wchar_t"
            | "decltype"
    )
}
