//! Haml: lines of Ruby (`- x`, `= x`), tags with Ruby for attributes and content, `#{…}` in all text.

use super::indented::{Below, Template, closing, text_end};
use crate::program::Program;

/// What a line of several ends with.
const MARKS: &[&str] = &[" |"];

/// The program of a template.
pub fn program(text: &str) -> Program<'_> {
    Template::of(text).read(|template, number, at| line(template, number, at))
}

fn line(template: &mut Template, number: usize, at: usize) -> (usize, Option<Below>) {
    let text = template.text;
    let end = template.line_end(number);
    let line = &text[at..end];
    match line.as_bytes()[0] {
        b'-' if line.starts_with("-#") => (number, Some(Below::Nothing)),
        b'-' => (template.script(number, at + 1, MARKS, None), None),
        b':' => {
            let is_code = line[1..].trim_end() == "ruby";
            (number, Some(if is_code { Below::Code } else { Below::Text }))
        }
        b'%' => (tag(template, at), None),
        b'.' | b'#' if line[1..].starts_with(|it: char| it.is_alphanumeric() || matches!(it, '_' | '-')) => {
            (tag(template, at), None)
        }
        b'=' | b'!' | b'&' | b'~' => (content(template, at), None),
        _ => {
            template.interpolated(at..end);
            (number, None)
        }
    }
}

/// `%a.b#c{…}(…)[…]= x`; gives the last line that it takes.
fn tag(template: &mut Template, from: usize) -> usize {
    let text = template.text;
    let is_name = |it: u8| {
        it.is_ascii_alphanumeric() || matches!(it, b'_' | b'-' | b':' | b'.' | b'#' | b'%' | b'@') || !it.is_ascii()
    };
    let mut at = from + text[from..].bytes().take_while(|it| is_name(*it)).count();
    loop {
        let close = match text.as_bytes().get(at) {
            Some(b'{' | b'[') => closing(text, at),
            Some(b'(') => html_attributes(template, at),
            _ => None,
        };
        let Some(close) = close else { break };
        if text.as_bytes()[at] != b'(' {
            template.list(at, close);
        }
        at = close + 1;
    }
    at += text[at..].bytes().take_while(|it| matches!(it, b'<' | b'>' | b'/')).count();
    content(template, at)
}

/// What stands behind a tag, or where one could.
fn content(template: &mut Template, at: usize) -> usize {
    let number = template.line_of(at);
    let end = template.line_end(number);
    let rest = &template.text[at.min(end)..end];
    let marks = rest.len() - rest.trim_start_matches(['!', '&', '~', '=']).len();
    match &rest[..marks] {
        "=" | "!=" | "&=" | "~" | "!~" | "&~" => template.script(number, at + marks, MARKS, None),
        _ => {
            template.interpolated(at.min(end)..end);
            number
        }
    }
}

/// `(a=b c="d#{e}")`: a name, a text or a variable behind each `=`; gives where they end.
fn html_attributes(template: &mut Template, open: usize) -> Option<usize> {
    let text = template.text;
    let close = closing(text, open)?;
    let mut at = open + 1;
    while let Some(found) = text[at..close].find('=') {
        at += found + 1;
        at += text[at..close].len() - text[at..close].trim_start().len();
        if text[at..].starts_with(['"', '\'']) {
            let end = text_end(text, at).filter(|it| *it < close)?;
            template.interpolated(at + 1..end);
            at = end + 1;
        } else {
            let length = text[at..close].find(char::is_whitespace).unwrap_or(close - at);
            template.value(at..at + length);
            at += length;
        }
    }
    Some(close)
}

#[cfg(test)]
mod tests {
    use super::program;

    fn made(text: &str) -> String {
        program(text).whole().0.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn lines_of_code_are_the_program() {
        assert_eq!(made("- if a\n  %p= b\n- else\n  no \\#{x} #{c}!\n= d\n"), "if a b else c; end; d");
        assert_eq!(made("= f x do |y|\n  - z y,\n    1\n-# no\n  = never\n!= g"), "f x do |y| z y, 1 end; g");
        assert_eq!(made("- case a\n- when 1\n  = b\n- when 2\n  = c\n= d"), "case a when 1 b when 2 c end; d");
        assert_eq!(made("- x = 1 if y\n= z"), "x = 1 if y z");
        assert_eq!(made(":javascript\n  f(#{a.b});\n  g\n:ruby\n  h = 1\n%p"), "a.b; h = 1");
        assert_eq!(made("- a.each do |b|\n  - b.each do |c|\n    = c"), "a.each do |b| b.each do |c| c end; end;");
    }

    #[test]
    fn tags_have_code_for_attributes_and_content() {
        assert_eq!(made("%a.b#c{href: d(e), 'x' => \"}\"}[f]>= g"), "[href: d(e), 'x' => \"}\"];[f]; g");
        assert_eq!(made(".a{b,\n  c: d}\n  = e"), "[b, c: d]; e");
        assert_eq!(made("%a(b=c d=\"e#{f}\" g='h') no #{i}"), "c; f; i;");
        assert_eq!(made("#a\n#{b}\n.5 no\n%p== #{c}\n%p a = b"), "b; c;");
        assert_eq!(made("= f(a, |\n  b) |\n%p no"), "f(a, b)");
    }

    #[test]
    fn positions_are_the_files_own() {
        let text = "%p\u{e9}= aa\n- if bb\n  = cc";
        let (whole, parts) = program(text).whole();
        assert_eq!(whole.len() - parts.iter().map(|it| it.len()).sum::<usize>(), text.len());
        assert_eq!(whole.find("aa"), text.find("aa"));
        assert_eq!(whole.find("cc"), text.find("cc"));
    }
}
