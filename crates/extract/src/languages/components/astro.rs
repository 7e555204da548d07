//! Astro's components: a script between fences, scripts for the browser, and markup whose braces hold TSX.

use super::markup::{Markup, Token};
use super::{Canvas, held_text, svelte};
use crate::builder::Builder;
use syntax::Dialect;

pub fn extract(b: &mut Builder) {
    let text = b.source.text.as_str();
    let mut canvas = Canvas::new(text);
    canvas.dialect = Dialect::Tsx;
    let mut from = 0;
    let opening = text.len() - text.trim_start().len() + 3;
    if text.trim_start().starts_with("---")
        && let Some(close) = text[opening..].find("\n---").map(|at| opening + at)
    {
        canvas.script(opening..close);
        from = close + 4;
    }
    let mut markup = Markup::new(text, from..text.len(), true);
    while let Some(token) = markup.next() {
        match token {
            Token::Text(_) => {}
            Token::Braces(at) => canvas.expression(at),
            Token::Close { name } => canvas.close(&text[name]),
            Token::Open { name, attributes, closed } => match &text[name.clone()] {
                "script" if !closed => {
                    let at = markup.raw("script");
                    let other = ["is:inline", "define:vars", "type"].iter();
                    if other.filter_map(|name| held_text(text, &attributes, name)).all(|held| held == "module") {
                        canvas.script(at);
                    }
                }
                "style" if !closed => _ = markup.raw("style"),
                _ => svelte::element(&mut canvas, name, &attributes, closed),
            },
        }
    }
    canvas.finish(b, false);
}
