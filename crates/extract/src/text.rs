//! Text as the graph keeps it: on one line, bounded, cut between characters.

mod listed;
mod templates;

pub use listed::only_listed;
pub use templates::braced;

/// `text` on one line: spaces at a line's end become one space, none beside a bracket, a dot or a
/// comma that closes a list; comments up to a line's end (`mark`) fall away, and documentation between the
/// lines. Between braces a line's end may be what divides two members: then it becomes a semicolon. Text that
/// is on one line already stays as it is.
pub fn one_line(text: &str, mark: &str) -> String {
    if !text.bytes().any(|b| b == b'\n' || b == b'\r') {
        return text.trim().to_owned();
    }
    let (mut out, mut braces, mut in_comment) = (String::with_capacity(text.len()), 0usize, false);
    for line in text.split(['\n', '\r']) {
        let mut line = line.trim();
        in_comment |= mark == "//" && line.starts_with("/*");
        if in_comment {
            let Some((_, behind)) = line.split_once("*/") else { continue };
            (line, in_comment) = (behind, false);
        }
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

/// Names that one text is put together of.
const MOST_NAMES: usize = 8;

/// The text that names put one behind the other make, `Routes.BASE + USERS`, or that one name alone stands for: `${Routes.BASE}${USERS}`.
pub fn only_names(code: &str) -> Option<String> {
    let is_name = |part: &&str| {
        let mut letters = part.chars();
        letters.next().is_some_and(|it| it.is_alphabetic() || it == '_')
            && letters.all(|it| it.is_alphanumeric() || matches!(it, '_' | '.'))
    };
    let parts: Vec<&str> = code.split('+').map(str::trim).collect();
    let are_names = parts.len() <= MOST_NAMES && parts.iter().all(is_name);
    are_names.then(|| parts.iter().map(|part| format!("${{{part}}}")).collect())
}

/// Where the contents of the one literal stand that a Go method gives back: `func (T) Name() string { return "contents" }`.
pub fn only_given_back(declaration: &str) -> Option<(usize, usize)> {
    const OPENING: &str = "return \"";
    let body = declaration.find('{')? + 1;
    let given = body + (declaration[body..].len() - declaration[body..].trim_start().len());
    let from = given + declaration[given..].starts_with(OPENING).then_some(OPENING.len())?;
    let to = from + declaration[from..].find('"')?;
    let plain = from < to && !declaration[from..to].contains(['\\', '\n']);
    (plain && declaration[to + 1..].trim() == "}").then_some((from, to))
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

/// Where in a line stands what a variable of a name is given: behind `name =`, `name := ` or `name: T =`.
pub fn given_to(line: &str, name: &str) -> Option<usize> {
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let apart =
        |at: &usize| !line[..*at].ends_with(word) && !line[at + name.len()..].starts_with(word) && !name.is_empty();
    let at = line.match_indices(name).map(|(at, _)| at).find(apart)? + name.len();
    let given = at + line[at..].find('=')? + 1;
    let between = &line[at..given];
    let plain = !line[given..].starts_with(['=', '>', '~']) && !between.contains(['(', '"', '\'', '+', '!', '<']);
    plain.then_some(given)
}

/// What names that hold parts of addresses are made of: where no literal is between them, only these are kept.
const ADDRESS_WORDS: [&str; 7] = ["url", "path", "endpoint", "uri", "host", "prefix", "base"];

/// The text that is put together at the start of `code`, up to the end of its expression: literals as they are, anything
/// else as `${…}`. `"/users/" + user.id` is `/users/${user.id}`. None where it begins with something else than literals
/// and names, or neither holds a literal nor names of addresses.
///
/// @param dots a dot puts texts together, and calls no method of a literal
pub fn joined(code: &str, dots: bool) -> Option<String> {
    /// Longer expressions stand as `${value}`.
    const LONGEST: usize = 60;
    let (mut out, mut rest, mut literals) = (String::new(), code.trim_start(), 0);
    loop {
        rest = rest.trim_start();
        rest = rest.strip_prefix("await ").unwrap_or(rest);
        let marks = rest.len() - rest.trim_start_matches(['f', 'r', 'b', 'u', 'F', '$', '@']).len();
        let open = rest[marks..].chars().next().filter(|it| matches!(it, '"' | '\'' | '`'));
        if let Some((text, after)) = templates::formatted(rest) {
            out.push_str(&text);
            literals += 1;
            rest = after;
        } else if let Some(quote) = open.filter(|_| marks <= 2) {
            let inner = &rest[marks + 1..];
            let end = literal_end(inner, quote)?;
            match rest[..marks].contains(['$', 'f', 'F']) {
                true => out.push_str(&templates::interpolated(&inner[..end])),
                false => out.push_str(&inner[..end]),
            }
            literals += 1;
            rest = &inner[end + 1..];
            // `.replace(…)`, `.format(…)`
            rest = if dots { rest } else { called(rest) };
        } else {
            let (term, after) = term(rest);
            if term.is_empty() {
                break;
            }
            if let Some((name, path)) = path_given(term).filter(|_| out.is_empty()) {
                match FORMATTING.contains(&name) {
                    true => out.push_str(&with_verbs(path)),
                    false => {
                        out.push_str(&format!("${{{name}}}{}{path}", if path.starts_with('/') { "" } else { "/" }))
                    }
                }
                // What is done with it is not known.
                return after.trim_start_matches([' ', '\t']).starts_with(['\n', '\r', ';', ',']).then_some(out);
            }
            let plain = term.len() <= LONGEST && !term.contains(['"', '\'', '`', '{', '}', '\n', '?', ' ']);
            out.push_str(&format!("${{{}}}", if plain { term } else { "value" }));
            rest = after;
        }
        let ahead = rest.trim_start();
        let sum = ['+', '.'].iter().find(|it| ahead.starts_with(**it)).filter(|_| !ahead.starts_with("+="));
        match sum {
            Some(_) => rest = &ahead[1..],
            // What may stand behind a whole expression; what is put into marks is not known.
            None if rest.trim_start_matches([' ', '\t']).starts_with(['\n', '\r', ';', ',', ')', '}', ']', '%']) => {
                break;
            }
            None if ahead.is_empty() => break,
            None => return None,
        }
    }
    let names =
        || out.matches("${").count() > 1 && ADDRESS_WORDS.iter().any(|word| out.to_ascii_lowercase().contains(word));
    ((literals > 0 || names()) && !out.contains('\n')).then_some(out)
}

/// What puts values into a text by its verbs: `fmt.Sprintf("/users/%d", id)`.
const FORMATTING: [&str; 3] = ["Sprintf", "sprintf", "format"];

/// A text in which each verb stands as a value.
fn with_verbs(text: &str) -> String {
    let mut parts = text.split('%');
    let mut out = parts.next().unwrap_or_default().to_owned();
    while let Some(part) = parts.next() {
        // `%%` is the mark itself.
        if part.is_empty() {
            out.push('%');
            out.push_str(parts.next().unwrap_or_default());
            continue;
        }
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '#' | '.' | '$'));
        match rest.strip_prefix(|c: char| c.is_ascii_alphabetic()) {
            Some(behind) => {
                out.push_str("${value}");
                out.push_str(behind);
            }
            None => {
                out.push('%');
                out.push_str(part);
            }
        }
    }
    out
}

/// Of a call that is given a literal with a slash first: what is called, and the literal. `getUrl("/users")`
fn path_given(term: &str) -> Option<(&str, &str)> {
    let (callee, given) = term.split_once(['(', '['])?;
    let given = given.trim_start();
    let at = given.find(['"', '\'', '`'])?;
    let name = callee.rsplit(['.', ':', '>']).next().filter(|name| !name.is_empty())?;
    // `inject(Config).urlFor("/users")`
    let (name, literal) = match at {
        0 => (name, &given[1..]),
        _ => {
            let before = given[..at].strip_suffix('(')?;
            let name = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next()?;
            (name, &given[at + 1..])
        }
    };
    let path = &literal[..literal_end(literal, given[at..].chars().next()?)?];
    let plain = !path.contains([' ', '\n', '"', '\'', '`']) && path.contains('/') && !name.is_empty();
    plain.then_some((name, path))
}

/// Where the contents of the literal stand that an expression at the start of `code` is as a whole, but for methods that
/// are called on it, as `.trimIndent()`. It may go over several lines.
pub fn whole_literal(code: &str) -> Option<(usize, usize)> {
    let rest = code.trim_start();
    // Rust's `r#"…"#`.
    let hashes = rest.strip_prefix('r').map_or(0, |it| it.len() - it.trim_start_matches('#').len());
    if hashes > 0 {
        let start = code.len() - rest.len() + hashes + 2;
        let close = format!("\"{}", "#".repeat(hashes));
        let end = start + code.get(start..).filter(|_| rest[hashes + 1..].starts_with('"'))?.find(&close)?;
        return code[end + close.len()..].trim_start().starts_with(';').then_some((start, end));
    }
    let marks = rest.len() - rest.trim_start_matches(['f', 'r', 'b', 'u', 'F', '$', '@']).len();
    let open = code.len() - rest.len() + marks;
    let quote = code[open..].chars().next().filter(|it| matches!(it, '"' | '\'' | '`') && marks <= 2)?;
    let fence: String = std::iter::repeat_n(quote, 3).collect();
    let is_fenced = quote != '`' && code[open..].starts_with(&fence);
    let start = open + if is_fenced { 3 } else { 1 };
    let length = if is_fenced { code[start..].find(&fence)? } else { literal_end(&code[start..], quote)? };
    let end = start + length;
    let behind = called(&code[end + if is_fenced { 3 } else { 1 }..]).trim_start_matches([' ', '\t']);
    let is_whole = behind.is_empty() || behind.starts_with(['\n', '\r', ';', ',', ')', '}']);
    // The next line may go on with it.
    let goes_on = behind.trim_start().starts_with(['+', '.']);
    (is_whole && !goes_on).then_some((start, end))
}

/// Whether code adds something to a text by its name: `sql += …`, `$sql .= …`, `sql << …`, `sql = sql + …`.
pub fn is_added_to(code: &str, name: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    code.match_indices(name).any(|(at, _)| {
        let behind = code[at + name.len()..].trim_start_matches([' ', '\t']);
        let is_apart = !code[..at].ends_with(word) && !code[at + name.len()..].starts_with(word);
        let again = || behind.strip_prefix('=').is_some_and(|given| given.trim_start().starts_with(name));
        is_apart && (["+=", ".=", "<<", ".concat", ".append"].iter().any(|it| behind.starts_with(it)) || again())
    })
}

/// Where a literal ends whose opening quote is gone.
fn literal_end(inner: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in inner.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return Some(at),
            _ => {}
        }
    }
    None
}

/// What stands behind methods that are called on a literal.
fn called(code: &str) -> &str {
    let mut rest = code;
    while let Some(name) = rest.trim_start().strip_prefix('.') {
        let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
        if end == 0 || !name[end..].starts_with('(') {
            return rest;
        }
        match closed(&name[end..]) {
            Some(length) => rest = &name[end + length..],
            None => return rest,
        }
    }
    rest
}

/// The length of what stands in brackets at the start.
fn closed(code: &str) -> Option<usize> {
    let mut depth = 0u32;
    for (at, c) in code.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + c.len_utf8());
                }
            }
            _ => {}
        }
    }
    None
}

/// A name with its members and calls at the start, and what stands behind it.
fn term(code: &str) -> (&str, &str) {
    let mut at = 0;
    while let Some(c) = code[at..].chars().next() {
        match c {
            '(' | '[' => match closed(&code[at..]) {
                Some(length) => at += length,
                None => break,
            },
            '-' if code[at..].starts_with("->") => at += 2,
            '.' if !code[at + 1..].starts_with(|c: char| c.is_alphanumeric() || c == '_') => break,
            c if c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | ':' | '!' | '?' | '@') => at += c.len_utf8(),
            // PHP's namespaces.
            '\\' if code[at + 1..].starts_with(|c: char| c.is_ascii_uppercase()) => at += 1,
            _ => break,
        }
    }
    code.split_at(at)
}

#[cfg(test)]
mod tests;
