//! Razor: what stands behind `@` is the program. A view's statements are those of its file; those of a component, or of
//! a view that says what it inherits, stand in a class whose name, like that of the method around them, is put in
//! between and has no length.

mod code;
mod directives;

use crate::program::Program;
use code::{closing, comment_end, is_name};

/// The program of a view or component.
pub fn program<'s>(text: &'s str, path: &str) -> Program<'s> {
    let is_component = path.ends_with(".razor");
    let has_class = is_component || text.contains("@inherits ");
    let mut reader =
        Reader { text, at: 0, depth: 0, program: Program::blank(text), place: Place::File, is_component, has_class };
    while reader.at < text.len() {
        reader.markup();
    }
    reader.to(if has_class { Place::Members } else { Place::File });
    if reader.place == Place::Members {
        reader.program.insert(text.len(), "}");
    }
    reader.program
}

/// What a piece of code would be a part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    File,
    Members,
    Statements,
}

struct Reader<'s> {
    text: &'s str,
    at: usize,
    /// How many elements and blocks are around.
    depth: usize,
    program: Program<'s>,
    place: Place,
    is_component: bool,
    has_class: bool,
}

/// Deeper ones are no longer read.
const MAX_DEPTH: usize = 100;
const VOID: &[&str] =
    &["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"];
/// What is done in a statement of several words and blocks.
const STATEMENTS: &[&str] = &["if", "for", "foreach", "while", "do", "switch", "using", "lock", "try"];
/// Attributes of elements whose values are code.
const CODE_ATTRIBUTES: &[&str] = &["attributes", "bind", "key", "ref"];

impl<'s> Reader<'s> {
    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or_default()
    }

    /// Whether a name starts at a place.
    fn names(&self, at: usize) -> bool {
        self.text[at..].starts_with(is_name)
    }

    /// The name that starts at a place.
    fn word(&self, at: usize) -> &'s str {
        let rest = &self.text[at..];
        &rest[..rest.find(|it: char| !is_name(it)).unwrap_or(rest.len())]
    }

    fn skip_space(&self, at: usize) -> usize {
        let rest = &self.text[at..];
        at + rest.len() - rest.trim_start().len()
    }

    fn line_end(&self, at: usize) -> usize {
        self.text[at..].find('\n').map_or(self.text.len(), |it| at + it)
    }

    /// Goes to where members or statements are, from here on.
    fn to(&mut self, place: Place) {
        if !self.has_class || self.place == place {
            return;
        }
        let between = match (self.place, place) {
            (Place::File, Place::Members) => "partial class C{",
            (Place::File, Place::Statements) => "partial class C{void M(){",
            (Place::Members, Place::Statements) => "void M(){",
            (Place::Statements, Place::Members) => "}",
            _ => return,
        };
        self.program.insert(self.at, between);
        self.place = place;
    }

    /// One piece of markup, up to what is next of interest.
    fn markup(&mut self) {
        match self.byte(self.at) {
            b'@' => self.sign(),
            b'<' if self.is_component && self.byte(self.at + 1).is_ascii_uppercase() => {
                self.tag();
            }
            _ => {
                let first = self.text[self.at..].chars().next().map_or(1, char::len_utf8);
                let next = self.text[self.at + first..].find(['@', '<']);
                self.at = next.map_or(self.text.len(), |it| self.at + first + it);
            }
        }
    }

    /// What stands at an `@`.
    fn sign(&mut self) {
        let start = self.at;
        let next = self.byte(start + 1);
        let is_address = self.text[..start].ends_with(|it: char| it.is_ascii_alphanumeric());
        match next {
            b'@' => self.at += 2,
            b'*' => self.at = comment_end(self.text, start),
            b'{' => {
                self.to(Place::Statements);
                self.at += 2;
                self.block();
            }
            b'(' => match closing(self.text, start + 1) {
                Some(close) => self.expression(start + 1, close + 1),
                None => self.at += 1,
            },
            it if self.names(start + 1) && !it.is_ascii_digit() && !is_address => self.named(start + 1),
            _ => self.at += 1,
        }
    }

    /// `@name`: a directive, a statement or an expression.
    fn named(&mut self, from: usize) {
        let word = self.word(from);
        let behind = self.skip_space(from + word.len());
        if self.is_component && self.attribute(from, word) || self.directive(word, from + word.len()) {
            return;
        }
        if STATEMENTS.contains(&word) && matches!(self.byte(behind), b'(' | b'{') {
            return self.statement(from);
        }
        let mut at = from;
        if word == "await" {
            at = behind;
        }
        at += self.word(at).len();
        loop {
            let rest = &self.text[at..];
            let mark = rest.len() - rest.trim_start_matches(['?', '!']).len();
            match rest.as_bytes().get(mark) {
                Some(b'(' | b'[') => match closing(self.text, at + mark) {
                    Some(close) => at = close + 1,
                    None => break,
                },
                Some(b'.') if rest[mark + 1..].starts_with(|it: char| is_name(it) && !it.is_ascii_digit()) => {
                    at += mark + 1;
                    at += self.word(at).len();
                }
                _ => break,
            }
        }
        self.expression(from, at.max(from + 1));
    }

    /// A value that is shown.
    fn expression(&mut self, from: usize, end: usize) {
        self.to(Place::Statements);
        self.program.insert(from, "lock(");
        self.program.keep(from..end);
        self.program.insert(end, "){}");
        self.at = end;
    }

    /// `@onclick="Save"`, `@bind-Value="name"`
    fn attribute(&mut self, from: usize, word: &str) -> bool {
        let is_known = word.starts_with("on") || CODE_ATTRIBUTES.contains(&word);
        let name = self.text[from..].find(|it: char| !is_name(it) && !matches!(it, '-' | ':')).unwrap_or(0);
        let behind = from + name;
        if !is_known || self.byte(behind) != b'=' || !matches!(self.byte(behind + 1), b'"' | b'\'') {
            return false;
        }
        let open = behind + 1;
        let quote = self.byte(open) as char;
        let Some(close) = self.text[open + 1..].find(quote).map(|it| open + 1 + it) else { return false };
        let inner = if self.byte(open + 1) == b'@' { open + 2 } else { open + 1 };
        // Modifiers of events are texts and words of the markup.
        if self.text[from..behind].contains(':') && word.starts_with("on") || self.text[inner..close].trim().is_empty()
        {
            self.at = close + 1;
        } else {
            self.expression(inner, close);
            self.at = close + 1;
        }
        true
    }

    /// A tag up to its end; whether an element begins that has content.
    fn tag(&mut self) -> bool {
        let name = self.word(self.at + 1);
        let is_own = name.starts_with(|it: char| it.is_ascii_uppercase());
        self.at += 1 + name.len();
        while self.at < self.text.len() {
            match self.byte(self.at) {
                b'>' => {
                    let closed = self.text[..self.at].ends_with('/') || VOID.contains(&name);
                    self.at += 1;
                    return !closed;
                }
                b'@' => self.sign(),
                quote @ (b'"' | b'\'') => self.attribute_value(quote, is_own),
                _ => self.at += self.text[self.at..].chars().next().map_or(1, char::len_utf8),
            }
        }
        false
    }

    /// A value in quotes; what a component is told to do with is code.
    fn attribute_value(&mut self, quote: u8, is_own: bool) {
        let open = self.at;
        let before = self.text[..open].trim_end_matches('=');
        let name = &before[before.trim_end_matches(is_name).len()..];
        let close = self.text[open + 1..].find(quote as char).map_or(self.text.len(), |it| open + 1 + it);
        let value = &self.text[open + 1..close];
        let is_event = name.strip_prefix("On").is_some_and(|it| it.starts_with(|it: char| it.is_ascii_uppercase()))
            || name.ends_with("Changed");
        let is_code = value.contains("=>") || value.chars().all(|it| is_name(it) || it == '.');
        if is_own && is_event && is_code && !value.is_empty() && !value.starts_with('@') {
            self.expression(open + 1, close);
        } else {
            self.at = open + 1;
            // What is put into it may have such quotes of its own.
            while self.at < self.text.len() && self.byte(self.at) != quote {
                match self.byte(self.at) {
                    b'@' => self.sign(),
                    _ => self.at += self.text[self.at..].chars().next().map_or(1, char::len_utf8),
                }
            }
        }
        if self.byte(self.at) == quote {
            self.at += 1;
        }
    }

    /// An element in code, up to its end.
    fn element(&mut self) {
        if self.depth > MAX_DEPTH || self.text[self.at..].starts_with("<!") {
            self.at = self.line_end(self.at);
            return;
        }
        let name = self.word(self.at + 1);
        if !self.tag() {
            return;
        }
        self.depth += 1;
        let is_raw = matches!(name, "script" | "style");
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            let next = self.byte(self.at + 1);
            match rest.as_bytes()[0] {
                b'@' => self.sign(),
                b'<' if next == b'/' && (!is_raw || rest[2..].starts_with(name)) => {
                    self.at += rest.find('>').map_or(rest.len(), |it| it + 1);
                    break;
                }
                b'<' if next.is_ascii_alphabetic() && !is_raw => self.element(),
                _ => self.at += rest.chars().next().map_or(1, char::len_utf8),
            }
        }
        self.depth -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::program;

    fn made(text: &str, path: &str) -> String {
        let (whole, parts) = program(text, path).whole();
        let inserted: usize = parts.iter().map(|it| it.len()).sum();
        assert_eq!(whole.len() - inserted, text.len());
        whole.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn expressions_and_statements_of_views_are_the_program() {
        let view = |text: &str| made(text, "a.cshtml");
        assert_eq!(view("<p>a@b.c @@d @* e *@ @f.G(1)?.H[2], @(i + 1)</p>"), "lock(f.G(1)?.H[2]){} lock((i + 1)){}");
        assert_eq!(
            view("@foreach (var a in b) {\n <li class=\"@a.C\">@a.D() x</li>\n @:no @a\n e();\n}\n else"),
            "foreach (var a in b) { lock(a.C){} lock(a.D()){} lock(a){} e(); }"
        );
        assert_eq!(
            view("@if (a) { <br> b(); } else if (c) { <text>@d</text> } e"),
            "if (a) { b(); } else if (c) { lock(d){} }"
        );
        assert_eq!(
            view("@{ var a = \"}\"; <p>@b</p> if (c < d) { e(); } }f"),
            "var a = \"}\"; lock(b){} if (c < d) { e(); }"
        );
        assert_eq!(view("@await A.B(c)\n@section S {\n@d\n}"), "lock(await A.B(c)){} lock(d){}");
        assert_eq!(
            view("@if (a) { <tr b=\"c @(d ? \"e\" : \"f\") g\" h=\"@i\"><td>@j</td></tr> k(); }"),
            "if (a) { lock((d ? \"e\" : \"f\")){} lock(i){} lock(j){} k(); }"
        );
        assert_eq!(view("@switch (a) { case 1: <p>@b</p> break; }"), "switch (a) { case 1: lock(b){} break; }");
        assert_eq!(view("@A(x, @<b>@y</b>)"), "lock(A(x, @<b>@y</b>)){}");
    }

    #[test]
    fn directives_declare() {
        assert_eq!(
            made("@using A.B\n@model C<D>\n@inject E f\n@functions { private int G() { return 1; } }", "a.cshtml"),
            "using A.B; C<D> M; E f; int G() { return 1; }"
        );
        assert_eq!(
            made(
                "@page \"/x\"\n@using A\n@inherits B\n@inject E f\n<C OnX=\"G\" Y=\"no\" />@code { int H; }",
                "a.razor"
            ),
            "using A; partial class C{ readonly B M; E f; void M(){ lock(G){} } int H; }"
        );
        assert_eq!(
            made("<b @onclick=\"Save\" @onclick:stop=\"true\" @bind-X:event=\"y\">@z</b>", "a.razor"),
            "partial class C{void M(){ lock(Save){} lock(y){} lock(z){} }}"
        );
    }
}
