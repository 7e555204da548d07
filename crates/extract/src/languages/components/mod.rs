//! Single-file components: Vue, Svelte, Astro. A component's scripts and the expressions of its template become
//! one program in which everything else is blank, so that every position is the file's own.
//!
//! The bytes around an expression are markup; what makes a statement of it stands there. Each expression
//! is read alone first: one that cannot be read is left out and harms nothing else.

mod astro;
mod canvas;
mod markup;
mod svelte;
#[cfg(test)]
mod tests;
mod vue;

use canvas::Canvas;
use markup::{At, Attribute, Held};
use syntax::Dialect;

pub use astro::extract as extract_astro;
pub use svelte::extract as extract_svelte;
pub use vue::extract as extract_vue;

/// What an attribute holds, where that is a text.
fn held_text<'t>(text: &'t str, attributes: &[Attribute], name: &str) -> Option<&'t str> {
    let found = attributes.iter().find(|it| &text[it.name.clone()] == name)?;
    match &found.held {
        Held::Text(at) | Held::Braces(at) => Some(&text[at.clone()]),
        Held::Nothing => Some(""),
    }
}

/// How a script of this `lang` is to be read.
fn dialect(lang: Option<&str>) -> Dialect {
    match lang {
        Some("ts" | "typescript") => Dialect::TypeScript,
        Some("tsx" | "jsx") => Dialect::Tsx,
        _ => Dialect::JavaScript,
    }
}

/// Whether an element names a component: the platform's own are in small letters.
fn is_component(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase()) || name.contains('.')
}

/// The names that a pattern or a list of parameters binds.
fn bound_names(pattern: &str) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut names = Vec::new();
    let mut rest = pattern;
    while let Some(from) = rest.find(is_part) {
        let word = &rest[from..];
        let end = word.find(|c| !is_part(c)).unwrap_or(word.len());
        rest = &word[end..];
        // `{ key: name }`: the key binds nothing.
        if !rest.trim_start().starts_with(':') && !word.starts_with(|c: char| c.is_ascii_digit()) {
            names.push(word[..end].to_owned());
        }
    }
    names
}

/// The range without the blanks at its ends.
fn trimmed(text: &str, at: At) -> At {
    let inside = &text[at.clone()];
    let start = at.start + (inside.len() - inside.trim_start().len());
    start..start + inside.trim().len()
}
