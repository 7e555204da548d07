//! Slim: lines of Ruby (`- x`, `= x`, `== x`), tags whose attributes have Ruby for values, `#{…}` in all text.

use super::indented::{Below, Template, closing, text_end};
use crate::program::Program;

const MARKS: &[&str] = &["\\"];
/// Tags in one line.
const MAX_TAGS: usize = 50;
/// Where a line has lines below that are no block yet, it is given one.
const OPENS: Option<&str> = Some(" do");

/// The program of a template.
pub fn program(text: &str) -> Program<'_> {
    Template::of(text).read(|template, number, at| line(template, number, at, 0))
}

fn line(template: &mut Template, number: usize, at: usize, depth: usize) -> (usize, Option<Below>) {
    let text = template.text;
    let end = template.line_end(number);
    let line = &text[at..end];
    match line.as_bytes()[0] {
        b'/' if line.starts_with("/!") || line.starts_with("/[") => {
            template.interpolated(at..end);
            (number, line.starts_with("/!").then_some(Below::Text))
        }
        b'/' => (number, Some(Below::Nothing)),
        b'-' => (template.script(number, at + 1, MARKS, OPENS), None),
        b'=' => (output(template, number, at), None),
        b'|' | b'\'' => {
            template.interpolated(at..end);
            (number, Some(Below::Text))
        }
        b'<' => {
            template.interpolated(at..end);
            (number, None)
        }
        _ if line.starts_with("doctype ") => (number, None),
        _ => match line.trim_end().strip_suffix(':').filter(|it| is_word(it)) {
            Some("ruby") => (number, Some(Below::Code)),
            Some(_) => (number, Some(Below::Text)),
            None => tag(template, number, at, depth),
        },
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
}

/// `= x`, `==x`, `=> x`, `=<> x`
fn output(template: &mut Template, number: usize, at: usize) -> usize {
    let end = template.line_end(number);
    let rest = &template.text[at..end];
    let marks = rest.len() - rest.trim_start_matches('=').trim_start_matches(['<', '>', '\'']).len();
    template.script(number, at + marks, MARKS, OPENS)
}

/// `a.b#c d=e f="g#{h}" *i : j = k`; gives the last line that it takes.
fn tag(template: &mut Template, number: usize, from: usize, depth: usize) -> (usize, Option<Below>) {
    let text = template.text;
    let bytes = text.as_bytes();
    let is_name =
        |it: u8| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'-' | b'.' | b'#' | b'@' | b'&') || !it.is_ascii();
    let mut at = from;
    while at < bytes.len()
        && (is_name(bytes[at]) || bytes[at] == b':' && bytes.get(at + 1).is_some_and(|it| is_name(*it)))
    {
        at += 1;
    }
    at += text[at..].bytes().take_while(|it| matches!(it, b'<' | b'>' | b'\'')).count();
    let mut last = number;
    if let Some(b'(' | b'[' | b'{') = bytes.get(at)
        && let Some(close) = closing(text, at)
    {
        attributes(template, at + 1, close);
        at = close + 1;
        last = template.line_of(close);
    }
    at = attributes(template, at, template.line_end(last));
    last = template.line_of(at);
    let end = template.line_end(last);
    let rest = &text[at.min(end)..end];
    let inner = at + rest.len() - rest.trim_start().len();
    match &text.as_bytes()[inner.min(end)..end] {
        [] => (last, None),
        [b'=', ..] => (output(template, last, inner), None),
        [b':', ..] => {
            let behind = inner + 1;
            let next = behind + text[behind..end].len() - text[behind..end].trim_start().len();
            match next < end && depth < MAX_TAGS {
                true => line(template, last, next, depth + 1),
                false => (last, None),
            }
        }
        [b'/'] => (last, None),
        _ => {
            template.interpolated(inner..end);
            (last, Some(Below::Text))
        }
    }
}

/// `a=b c="d#{e}" *f`, up to what is no attribute.
fn attributes(template: &mut Template, from: usize, end: usize) -> usize {
    let text = template.text;
    let mut at = from;
    let is_wrapped = from > 0
        && matches!(text.as_bytes()[from - 1], b'(' | b'[' | b'{')
        && text.as_bytes().get(end).is_some_and(|it| matches!(it, b')' | b']' | b'}'));
    loop {
        let end = if is_wrapped { end } else { template.line_end(template.line_of(at)) };
        if at >= end {
            return at;
        }
        let rest = &text[at..end];
        let start = at + rest.len() - rest.trim_start().len();
        let has_space = start > at || is_wrapped || at == from;
        if text[start..end].starts_with('*') && has_space && !text[start + 1..end].starts_with(char::is_whitespace) {
            let stop = code_end(text, start + 1, end);
            template.value(start + 1..stop.min(text.len()));
            at = stop;
            continue;
        }
        let name = text[start..end]
            .find(|it: char| it.is_whitespace() || "\"'><=/()[]{}#".contains(it))
            .unwrap_or(end - start);
        let behind = &text[start + name..end];
        let equals = behind.trim_start();
        if name == 0 || !equals.starts_with('=') || start == at && !is_wrapped && at != from {
            match is_wrapped && name > 0 {
                true => at = start + name,
                false => return at,
            }
            continue;
        }
        let mut value = start + name + behind.len() - equals.len();
        value += equals.len() - equals.trim_start_matches('=').len();
        value += text[value..end].len() - text[value..end].trim_start().len();
        if text[value..end].starts_with(['"', '\'']) {
            let Some(stop) = text_end(text, value) else { return end };
            template.interpolated(value + 1..stop);
            at = stop + 1;
        } else {
            let stop = code_end(text, value, end);
            template.value(value..stop);
            at = stop.max(value);
        }
        if at <= start {
            return at;
        }
    }
}

/// Where Ruby ends that stands in the middle of a line: before the first space that nothing around holds.
fn code_end(text: &str, from: usize, end: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = from;
    while at < end {
        match bytes[at] {
            b'(' | b'[' | b'{' => match closing(text, at) {
                Some(close) => at = close,
                None => return end,
            },
            b'\'' | b'"' => match text_end(text, at) {
                Some(close) => at = close,
                None => return end,
            },
            b' ' | b'\t' | b'\n' | b'\r' => return at,
            _ => {}
        }
        at += 1;
    }
    at.max(end.min(at))
}

#[cfg(test)]
mod tests {
    use super::program;

    fn made(text: &str) -> String {
        program(text).whole().0.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn lines_of_code_are_the_program() {
        assert_eq!(
            made("doctype html\n- if a\n  p = b\n- else\n  | no #{c}!\n    #{d}\n== e\n"),
            "if a b else c; d; end; e"
        );
        assert_eq!(made("- a.each do |b|\n  = f b,\n    1\n/ no\n  = never\n=> g"), "a.each do |b| f b, 1 end; g");
        assert_eq!(made("= form_for x\n  = y\np"), "form_for x do y end;");
        assert_eq!(made("javascript:\n  f(#{a.b});\nruby:\n  h = 1\np no\n  no #{z}"), "a.b; h = 1 z;");
    }

    #[test]
    fn tags_have_code_for_values() {
        assert_eq!(made("a.b#c href=d(e, 'x y') title=\"t#{f}\" no #{g}"), "d(e, 'x y'); f; g;");
        assert_eq!(made("a[b=c\n  d=e(1)] = f"), "c; e(1); f");
        assert_eq!(made("li: a href=b = c"), "b; c");
        assert_eq!(made("a *b(c) d=e\np= f\np == g\np - no = h"), "b(c); e; f g");
        assert_eq!(made("svg:use xlink:href=a\ninput[disabled value=b]"), "a; b;");
    }
}
