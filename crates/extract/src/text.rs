//! Text as the graph keeps it: on one line, bounded, cut between characters.

/// `text` on one line: spaces at a line's end become one space, none beside a bracket, a dot or a
/// comma that closes a list, and comments up to a line's end (`mark`) fall away. Between braces a line's
/// end may be what divides two members: then it becomes a semicolon. Text that is on one line already
/// stays as it is.
pub fn one_line(text: &str, mark: &str) -> String {
    if !text.bytes().any(|b| b == b'\n' || b == b'\r') {
        return text.trim().to_owned();
    }
    let (mut out, mut braces) = (String::with_capacity(text.len()), 0usize);
    for line in text.split(['\n', '\r']) {
        let line = without_comment(line, mark).trim();
        let Some(first) = line.chars().next() else { continue };
        if matches!(first, ')' | ']' | '>') {
            // A comma before what closes the list belongs to the lines.
            let kept = out.trim_end_matches(',').len();
            out.truncate(kept);
        } else if braces > 0
            && first.is_alphanumeric()
            && out.ends_with(|c: char| c.is_alphanumeric() || ")]>}".contains(c))
        {
            out.push_str("; ");
        } else if !(out.is_empty()
            || out.ends_with(['(', '[', '<', '.'])
            || (matches!(first, '.' | ',' | ';' | '?') && !line.starts_with("...")))
        {
            out.push(' ');
        }
        out.push_str(line);
        braces = (braces + line.matches('{').count()).saturating_sub(line.matches('}').count());
    }
    out
}

/// A line up to a comment, if one starts outside a string.
fn without_comment<'t>(line: &'t str, mark: &str) -> &'t str {
    if !line.contains(mark) {
        return line;
    }
    let (mut quote, mut escaped) = (None, false);
    for (at, byte) in line.bytes().enumerate() {
        match (quote, byte) {
            _ if escaped => escaped = false,
            (Some(_), b'\\') => escaped = true,
            (Some(open), _) => quote = (open != byte).then_some(open),
            (None, b'"' | b'\'' | b'`') => quote = Some(byte),
            (None, _) if line.as_bytes()[at..].starts_with(mark.as_bytes()) => return &line[..at],
            _ => {}
        }
    }
    line
}

/// At most `limit` characters of the start; `…` stands for the rest.
pub fn keep_start(mut text: String, limit: usize) -> String {
    if text.len() > limit
        && let Some((cut, _)) = text.char_indices().nth(limit)
    {
        let cut = text[..cut].char_indices().next_back().map_or(0, |(at, _)| at);
        text.truncate(cut);
        text.push('…');
    }
    text
}

/// At most `limit` characters of the end; `…` stands for the rest.
pub fn keep_end(text: String, limit: usize) -> String {
    if text.len() <= limit {
        return text;
    }
    match text.char_indices().rev().nth(limit - 1) {
        Some((cut, c)) if cut > 0 => format!("…{}", &text[cut + c.len_utf8()..]),
        _ => text,
    }
}

/// Where the contents of the one literal stand that a declaration gives its name: `NAME: T = "contents";`. None where it
/// gives more than that, or puts something into it.
pub fn only_literal(declaration: &str) -> Option<(usize, usize)> {
    let given = declaration.find('=')? + 1;
    let start = given + (declaration[given..].len() - declaration[given..].trim_start().len());
    let quote = declaration[start..].chars().next().filter(|it| matches!(it, '"' | '\'' | '`'))?;
    let from = start + 1;
    let to = from + declaration[from..].find(quote)?;
    let rest = declaration[to + 1..].trim().trim_end_matches([';', ',']).trim();
    let contents = &declaration[from..to];
    let plain = !contents.contains(['\\', '\n']) && !contents.contains("${");
    (plain && !contents.is_empty() && matches!(rest, "" | "as const")).then_some((from, to))
}

/// Where the number or flag stands, or the product of numbers, that a declaration gives its name: `NAME: T = 60 * 60;`.
pub fn only_number(declaration: &str) -> Option<(usize, usize)> {
    /// Longer ones are tables.
    const LONGEST: usize = 80;
    let given = declaration.find('=')? + 1;
    let rest = &declaration[given..];
    let from = given + (rest.len() - rest.trim_start().len());
    let rest = declaration[from..].trim_end().trim_end_matches([';', ',']).trim_end();
    let is_number = |word: &str| {
        let plain = word.trim_start_matches(['-', '+']);
        plain.starts_with(|c: char| c.is_ascii_digit())
            && plain.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_'))
    };
    let is_flag = matches!(rest, "true" | "false" | "True" | "False");
    let mut words = rest.split([' ', '*', '/', '+', '(', ')']).filter(|word| !word.is_empty() && *word != "<<");
    let is_product = rest.len() <= LONGEST && !rest.is_empty() && words.all(is_number);
    (is_flag || is_product).then_some((from, from + rest.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_over_several_lines_becomes_one() {
        let text = "function f(\n  a: string, // the first\n  b = \"x // y\",\n): Promise<\n  void\n>";
        assert_eq!(one_line(text, "//"), "function f(a: string, b = \"x // y\"): Promise<void>");
        assert_eq!(one_line("a\r\n  .b()\r\n  ?.c", "//"), "a.b()?.c");
        assert_eq!(one_line("type A =\n  | B\n  | C", "//"), "type A = | B | C");
        assert_eq!(one_line("  a  b ", "#"), "a  b");
        assert_eq!(one_line("type A = {\n  b: C\n  d(): E[]\n  f: G\n}", "//"), "type A = { b: C; d(): E[]; f: G }");
    }

    #[test]
    fn text_is_cut_between_characters() {
        assert_eq!(keep_start("äöü".to_owned(), 3), "äöü");
        assert_eq!(keep_start("äöüß".to_owned(), 3), "äö…");
        assert_eq!(keep_end("äöü".to_owned(), 3), "äöü");
        assert_eq!(keep_end("äöüß".to_owned(), 3), "…üß");
    }

    #[test]
    fn a_declaration_holds_a_number_or_a_product_of_numbers() {
        let inside = |text: &'static str| only_number(text).map(|(from, to)| &text[from..to]);
        assert_eq!(inside("LIMIT: u32 = 1_000;"), Some("1_000"));
        assert_eq!(inside("day = 24 * 60 * 60"), Some("24 * 60 * 60"));
        assert_eq!(inside("share = -0.5f,"), Some("-0.5f"));
        assert_eq!(inside("IS_ON = True"), Some("True"));
        assert_eq!(inside("mask = 1 << 20"), Some("1 << 20"));
        for other in ["a = b * 2", "a = f(1)", "a = [1, 2]", "a", "a = ", "a = \"1\"", "a = () => 1", "a == 1"] {
            assert_eq!(inside(other), None, "{other}");
        }
    }

    #[test]
    fn a_declaration_holds_one_literal_and_nothing_else() {
        let inside = |text: &'static str| only_literal(text).map(|(from, to)| &text[from..to]);
        assert_eq!(inside("PREFIX: str = \"/api/v1\""), Some("/api/v1"));
        assert_eq!(inside("a = 'x' as const;"), Some("x"));
        assert_eq!(inside("a = `/x/${b}`"), None);
        assert_eq!(inside("a = \"x\" + b"), None);
        assert_eq!(inside("a = f(\"x\")"), None);
        assert_eq!(inside("a = r\"x\""), None);
        assert_eq!(inside("a"), None);
    }
}
