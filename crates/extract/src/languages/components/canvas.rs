//! The program that is made of a component's file.

use super::markup::{At, Markup};
use super::trimmed;
use crate::builder::Builder;
use crate::languages::typescript::component::{Component, Expression, Use};
use std::rc::Rc;
use syntax::Dialect;

/// A file of blanks onto which scripts and expressions are copied, in the order of the file.
pub struct Canvas<'t> {
    pub text: &'t str,
    scripts: Vec<u8>,
    whole: Vec<u8>,
    pub dialect: Dialect,
    expressions: Vec<Expression>,
    /// What elements and blocks around bind: their names with what closes them.
    around: Vec<(String, Vec<String>)>,
    locals: Rc<[String]>,
}

impl<'t> Canvas<'t> {
    pub fn new(text: &'t str) -> Self {
        let blank: Vec<u8> = text.bytes().map(|b| if matches!(b, b'\n' | b'\r') { b } else { b' ' }).collect();
        Self {
            text,
            scripts: blank.clone(),
            whole: blank,
            dialect: Dialect::JavaScript,
            expressions: Vec::new(),
            around: Vec::new(),
            locals: Rc::from([]),
        }
    }

    /// Copies a script. What stands before and behind it is closed.
    pub fn script(&mut self, at: At) {
        for canvas in [&mut self.scripts, &mut self.whole] {
            canvas[at.clone()].copy_from_slice(&self.text.as_bytes()[at.clone()]);
            if let Some(before) = at.start.checked_sub(1) {
                canvas[before] = b';';
            }
            if let Some(behind) = canvas.get_mut(at.end) {
                *behind = b';';
            }
        }
    }

    /// The script of a `<script>` that was opened.
    pub fn script_of(&mut self, markup: &mut Markup, lang: Option<&str>) {
        let at = markup.raw("script");
        if lang.is_some() {
            self.dialect = super::dialect(lang);
        }
        self.script(at);
    }

    /// Copies an expression as a statement that begins with the byte before it and ends with the one behind.
    pub fn expression(&mut self, at: At) {
        let at = trimmed(self.text, at);
        if at.is_empty() || at.start == 0 || at.end >= self.text.len() {
            return;
        }
        let text = &self.text[at.clone()];
        let alone = |open: &str, close: &str| syntax::oxc::reads(&format!("{open}{text}{close}"), self.dialect);
        let (before, behind) = if alone("(", "\n)") {
            // A brace or a `function` would start a statement of its own.
            let other =
                text.starts_with('{') || ["function", "class", "async", "let"].iter().any(|w| text.starts_with(w));
            (if other { b'!' } else { b' ' }, b';')
        } else if alone("async()=>{", "\n}") {
            (b'{', b'}')
        } else {
            return;
        };
        // A comment at the end would hide what closes the statement.
        if text.lines().last().is_some_and(|line| line.contains("//") && !alone("(", ")") && !alone("async()=>{", "}"))
        {
            return;
        }
        self.put(at, Some(before), behind, Use::Value);
    }

    /// Copies the name of an element's component or of an action: a statement of its own.
    pub fn name(&mut self, at: At, usage: Use) {
        let plain = self.text[at.clone()].bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.'));
        let starts = self.text[at.clone()].starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$'));
        if plain && starts && !self.text[at.clone()].ends_with('.') && at.start > 0 && at.end < self.text.len() {
            self.put(at, None, b';', usage);
        }
    }

    /// `my-part` as `MyPart`.
    pub fn kebab(&mut self, at: At) {
        let words = self.text[at.clone()].split('-');
        let pascal: String =
            words.map(|word| word[..1.min(word.len())].to_uppercase() + &word[1.min(word.len())..]).collect();
        let plain =
            pascal.bytes().all(|b| b.is_ascii_alphanumeric()) && pascal.starts_with(|c: char| c.is_ascii_uppercase());
        if plain && at.start > 0 && at.end < self.text.len() {
            self.put(at.clone(), None, b';', Use::Element);
            let name = &mut self.whole[at.clone()];
            name.fill(b' ');
            name[..pascal.len()].copy_from_slice(pascal.as_bytes());
        }
    }

    fn put(&mut self, at: At, before: Option<u8>, behind: u8, usage: Use) {
        self.whole[at.clone()].copy_from_slice(&self.text.as_bytes()[at.clone()]);
        if let Some(before) = before {
            self.whole[at.start - 1] = before;
        }
        self.whole[at.end] = behind;
        let (start, end, locals) = (at.start as u32, at.end as u32, self.locals.clone());
        self.expressions.push(Expression { start, end, usage, locals });
    }

    /// Inside of this, up to [`Self::close`] with the same name, these names are the template's.
    pub fn open(&mut self, name: &str, bound: Vec<String>) {
        let quiet = bound.is_empty();
        self.around.push((name.to_owned(), bound));
        if !quiet {
            self.collect();
        }
    }

    /// More names inside the innermost.
    pub fn bind(&mut self, bound: Vec<String>) {
        match self.around.last_mut() {
            Some((_, names)) => names.extend(bound),
            None => self.around.push((String::new(), bound)),
        }
        self.collect();
    }

    /// Closes the innermost of this name and what was left open in it.
    pub fn close(&mut self, name: &str) {
        if let Some(at) = self.around.iter().rposition(|(opened, _)| opened == name) {
            let closed = self.around.split_off(at);
            if closed.iter().any(|(_, names)| !names.is_empty()) {
                self.collect();
            }
        }
    }

    fn collect(&mut self) {
        self.locals = self.around.iter().flat_map(|(_, names)| names.iter().cloned()).collect();
    }

    /// Gives the program to the front end of scripts.
    pub fn finish(self, b: &mut Builder, stores: bool) {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap_or_default();
        let component = Component {
            text: text(self.whole),
            scripts: text(self.scripts),
            dialect: self.dialect,
            expressions: self.expressions,
            stores,
        };
        crate::languages::typescript::extract_component(b, component);
    }
}
