//! Vue's blocks: scripts, and a template whose directives and mustaches hold expressions.

use super::markup::{At, Attribute, Held, Markup, Token};
use super::{Canvas, bound_names, held_text, is_component};
use crate::builder::Builder;
use crate::languages::typescript::component::Use;

pub fn extract(b: &mut Builder) {
    let text = b.source.text.as_str();
    let mut canvas = Canvas::new(text);
    let mut markup = Markup::new(text, 0..text.len(), false);
    let mut templates = Vec::new();
    // Which language the scripts are in decides how the template's expressions are read: it comes last.
    let mut scripts = Vec::new();
    while let Some(token) = markup.next() {
        let Token::Open { name, attributes, closed } = token else { continue };
        if closed {
            continue;
        }
        match &text[name.clone()] {
            "script" => scripts.push((markup.raw("script"), held_text(text, &attributes, "lang"))),
            "template" => {
                let at = inside(&mut markup);
                if matches!(held_text(text, &attributes, "lang"), None | Some("html")) {
                    templates.push(at);
                }
            }
            other => _ = markup.raw(other),
        }
    }
    if let Some(lang) = scripts.iter().find_map(|(_, lang)| *lang) {
        canvas.dialect = super::dialect(Some(lang));
    }
    for at in templates {
        template(&mut canvas, at);
    }
    for (at, _) in scripts {
        canvas.script(at);
    }
    canvas.finish(b, false);
}

/// What is inside of the outermost template: templates may stand in it.
fn inside(markup: &mut Markup) -> At {
    let (start, mut depth) = (markup.at, 1);
    let mut end = markup.at;
    while depth > 0 {
        end = markup.at;
        match markup.next() {
            Some(Token::Open { name, closed: false, .. }) if &markup.text[name.clone()] == "template" => depth += 1,
            Some(Token::Close { name }) if &markup.text[name.clone()] == "template" => depth -= 1,
            Some(_) => {}
            None => break,
        }
    }
    start..end.max(start)
}

fn template(canvas: &mut Canvas, at: At) {
    let text = canvas.text;
    let mut markup = Markup::new(text, at, false);
    while let Some(token) = markup.next() {
        match token {
            Token::Text(at) => mustaches(canvas, at),
            Token::Braces(_) => {}
            Token::Close { name } => canvas.close(&text[name]),
            Token::Open { name, attributes, closed } => {
                let bound = attributes.iter().flat_map(|it| locals(text, it)).collect();
                canvas.open(&text[name.clone()], bound);
                if is_component(&text[name.clone()]) {
                    canvas.name(name.clone(), Use::Element);
                } else if text[name.clone()].contains('-') {
                    canvas.kebab(name.clone());
                }
                for attribute in &attributes {
                    directive(canvas, attribute);
                }
                if closed {
                    canvas.close(&text[name]);
                }
            }
        }
    }
}

/// `{{ … }}`
fn mustaches(canvas: &mut Canvas, at: At) {
    let mut from = at.start;
    while let Some(open) = canvas.text[from..at.end].find("{{").map(|found| from + found + 2) {
        let Some(close) = canvas.text[open..at.end].find("}}").map(|found| open + found) else { return };
        canvas.expression(open..close);
        from = close + 2;
    }
}

fn is_slot(name: &str) -> bool {
    name.starts_with('#') || name.starts_with("v-slot") || name == "slot-scope"
}

/// The names that a loop or a slot gives to its element's inside.
fn locals(text: &str, attribute: &Attribute) -> Vec<String> {
    let (name, Held::Text(value)) = (&text[attribute.name.clone()], &attribute.held) else { return Vec::new() };
    if is_slot(name) {
        return bound_names(&text[value.clone()]);
    }
    match parts_of_loop(text, value.clone()).filter(|_| name == "v-for") {
        Some((bound, _)) => bound_names(&text[bound]),
        None => Vec::new(),
    }
}

/// `item in items`, `(item, index) of items`
fn parts_of_loop(text: &str, value: At) -> Option<(At, At)> {
    let inside = &text[value.clone()];
    let found = [" in ", " of "].iter().filter_map(|word| inside.find(word)).min()?;
    Some((value.start..value.start + found, value.start + found + 4..value.end))
}

fn directive(canvas: &mut Canvas, attribute: &Attribute) {
    let Held::Text(value) = &attribute.held else { return };
    let name = &canvas.text[attribute.name.clone()];
    if name == "v-for" {
        if let Some((_, list)) = parts_of_loop(canvas.text, value.clone()) {
            canvas.expression(list);
        }
    } else if !is_slot(name) && (name.starts_with([':', '@', '.']) || name.starts_with("v-")) {
        canvas.expression(value.clone());
    }
}
