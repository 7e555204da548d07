//! Svelte's components: scripts, and markup whose braces hold expressions and blocks.

use super::markup::{At, Attribute, Held, Markup, Token, brace_end};
use super::{Canvas, bound_names, held_text, is_component, trimmed};
use crate::builder::Builder;
use crate::languages::typescript::component::Use;

/// Directives whose name is a function's.
const ACTIONS: [&str; 5] = ["use:", "transition:", "in:", "out:", "animate:"];

pub fn extract(b: &mut Builder) {
    let text = b.source.text.as_str();
    let mut canvas = Canvas::new(text);
    canvas.dialect = language(text);
    let mut markup = Markup::new(text, 0..text.len(), true);
    while let Some(token) = markup.next() {
        match token {
            Token::Text(_) => {}
            Token::Braces(at) => block(&mut canvas, at),
            Token::Close { name } => canvas.close(&text[name]),
            Token::Open { name, attributes, closed } => match &text[name.clone()] {
                "script" if !closed => canvas.script_of(&mut markup, held_text(text, &attributes, "lang")),
                "style" if !closed => _ = markup.raw("style"),
                _ => element(&mut canvas, name, &attributes, closed),
            },
        }
    }
    canvas.finish(b, true);
}

/// How the scripts are read, which also says how the expressions before them are.
fn language(text: &str) -> syntax::Dialect {
    let mut markup = Markup::new(text, 0..text.len(), true);
    while let Some(token) = markup.next() {
        if let Token::Open { name, attributes, closed: false } = token {
            match &text[name] {
                "script" => return super::dialect(held_text(text, &attributes, "lang")),
                "style" => _ = markup.raw("style"),
                _ => {}
            }
        }
    }
    syntax::Dialect::JavaScript
}

pub fn element(canvas: &mut Canvas, name: At, attributes: &[Attribute], closed: bool) {
    let text = canvas.text;
    let bound =
        attributes.iter().filter_map(|it| text[it.name.clone()].strip_prefix("let:")).map(str::to_owned).collect();
    canvas.open(&text[name.clone()], bound);
    if is_component(&text[name.clone()]) {
        canvas.name(name.clone(), Use::Element);
    }
    for attribute in attributes {
        let written = &text[attribute.name.clone()];
        if let Some(prefix) = ACTIONS.iter().find(|prefix| written.starts_with(**prefix)) {
            let start = attribute.name.start + prefix.len();
            let end = text[start..attribute.name.end].find('|').map_or(attribute.name.end, |at| start + at);
            canvas.name(start..end, Use::Value);
        }
        match &attribute.held {
            Held::Nothing => {}
            Held::Text(at) => interpolated(canvas, at.clone()),
            Held::Braces(at) => canvas.expression(without_mark(text, at.clone())),
        }
    }
    if closed {
        canvas.close(&text[name]);
    }
}

/// What is spread or attached: `{...rest}`, `{@attach shortcut(key)}`.
fn without_mark(text: &str, at: At) -> At {
    let at = trimmed(text, at);
    let mark = ["...", "@attach "].into_iter().find(|mark| text[at.clone()].starts_with(mark));
    at.start + mark.map_or(0, str::len)..at.end
}

/// `"a {b} c"`
fn interpolated(canvas: &mut Canvas, at: At) {
    let mut from = at.start;
    while let Some(open) = canvas.text[from..at.end].find('{').map(|found| from + found) {
        let close = brace_end(canvas.text, open, at.end);
        canvas.expression(open + 1..close);
        from = (close + 1).min(at.end);
    }
}

/// `{…}` between tags: an expression, or a part of a block.
fn block(canvas: &mut Canvas, at: At) {
    let text = canvas.text;
    let at = trimmed(text, at);
    let inside = &text[at.clone()];
    let (word, rest) = inside.split_at(inside.find(char::is_whitespace).unwrap_or(inside.len()));
    let rest = at.start + word.len()..at.start + word.len() + rest.len();
    let split = |by: &str, last: bool| {
        let found = if last { text[rest.clone()].rfind(by) } else { text[rest.clone()].find(by) }?;
        Some((rest.start..rest.start + found, rest.start + found + by.len()..rest.end))
    };
    match word {
        "#if" | "#key" | "@html" | "@render" | "@attach" => {
            if word.starts_with('#') {
                canvas.open(word, Vec::new());
            }
            canvas.expression(rest);
        }
        ":else" => {
            let condition = text[rest.clone()].trim_start().strip_prefix("if ").map_or(0, str::len);
            canvas.expression(rest.end - condition..rest.end);
        }
        "#each" => {
            let (list, bound) = split(" as ", true).unwrap_or((rest.clone(), rest.end..rest.end));
            canvas.expression(list);
            let names = text[bound.clone()].split_once(" (").map_or(&text[bound], |(names, _)| names);
            canvas.open(word, bound_names(names));
        }
        "#await" => {
            let (promise, bound) = split(" then ", false).unwrap_or((rest.clone(), rest.end..rest.end));
            canvas.expression(promise);
            canvas.open(word, bound_names(&text[bound]));
        }
        ":then" | ":catch" => canvas.bind(bound_names(&text[rest])),
        "#snippet" => {
            let name = bound_names(&text[rest.clone()]).into_iter().take(1).collect();
            canvas.bind(name);
            canvas.open(word, bound_names(&text[rest]));
        }
        "@const" => {
            if let Some((bound, value)) = split("=", false) {
                canvas.expression(value);
                canvas.bind(bound_names(&text[bound]));
            }
        }
        _ if word.starts_with('/') => canvas.close(&format!("#{}", &word[1..])),
        _ if word.starts_with(['#', ':', '@']) => {}
        _ => canvas.expression(at),
    }
}
