//! Paths that are regular expressions, as people write them: `^users/(?P<id>\d+)/$` is `users/<id>/`.

/// Groups inside of each other are followed so far; what stands deeper is dropped.
const MAX_DEPTH: usize = 8;

/// The path that an expression stands for. A named group is its name, one without a name is `<var>`; what only asks
/// what is around, and marks of beginnings, ends and repetition are no part of it. Optional parts stay.
pub fn readable(expression: &str) -> String {
    let mut path = String::with_capacity(expression.len());
    write(expression, &mut path, 0);
    path
}

/// The path that an expression stands for which is written in place, `/^\/files\/(.+)$/i`; none of anything else.
pub fn written_path(literal: &str) -> Option<String> {
    let (inner, flags) = literal.strip_prefix('/')?.rsplit_once('/')?;
    let is_one = !inner.is_empty() && flags.chars().all(|c| c.is_ascii_lowercase());
    is_one.then(|| readable(inner))
}

/// So many paths one template stands for.
const MAX_PATHS: usize = 16;

/// The paths that a template of RFC 6570 stands for: `/items{/id}{?page,size}` is `/items` and `/items/{id}`, as is what
/// stands before a query that is written out, `/items{/id}?<page>`.
pub fn of_template(template: &str) -> Vec<String> {
    let mut paths = vec![String::with_capacity(template.len())];
    let add = |paths: &mut Vec<String>, text: &str| paths.iter_mut().for_each(|it| it.push_str(text));
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once('{') {
        if let Some((before, _)) = before.split_once('?') {
            add(&mut paths, before);
            return paths;
        }
        add(&mut paths, before);
        let Some((inner, after)) = behind.split_once('}') else {
            add(&mut paths, &format!("{{{behind}"));
            return paths;
        };
        rest = after;
        match inner.chars().next() {
            Some('?' | '&' | '#') => {}
            // Segments that may be left out, the last ones first.
            Some('/') => {
                let mut all = paths.clone();
                for name in inner[1..].split(',') {
                    add(&mut paths, &format!("/{{{name}}}"));
                    all.extend(paths.iter().cloned());
                }
                all.truncate(MAX_PATHS);
                paths = all;
            }
            Some('+' | '.' | ';') => add(&mut paths, &format!("{{{}}}", &inner[1..])),
            _ => add(&mut paths, &format!("{{{inner}}}")),
        }
    }
    add(&mut paths, rest.split_once('?').map_or(rest, |(before, _)| before));
    paths
}

fn write(expression: &str, path: &mut String, depth: usize) {
    let mut rest = expression;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '\\' => match rest.chars().next() {
                Some(mark @ ('A' | 'Z' | 'z' | 'b' | 'B')) => rest = &rest[mark.len_utf8()..],
                Some(class) if class.is_alphanumeric() => {
                    path.push('\\');
                    path.push(class);
                    rest = &rest[class.len_utf8()..];
                }
                Some(escaped) => {
                    path.push(escaped);
                    rest = &rest[escaped.len_utf8()..];
                }
                None => {}
            },
            '(' => {
                let end = closing(rest);
                group(&rest[..end], path, depth);
                rest = rest.get(end + 1..).unwrap_or_default();
            }
            // What is put into it: `${settings.MEDIA}`.
            '$' if rest.starts_with('{') => {
                let end = rest.find('}').map_or(rest.len(), |at| at + 1);
                path.push('$');
                path.push_str(&rest[..end]);
                rest = &rest[end..];
            }
            '^' | '$' | '?' => {}
            _ => path.push(c),
        }
    }
}

/// What a group stands for, without its brackets.
fn group(inner: &str, path: &mut String, depth: usize) {
    let Some(told) = inner.strip_prefix('?') else { return path.push_str("<var>") };
    let named = told.strip_prefix('P').unwrap_or(told).strip_prefix('<');
    if let Some(name) = named.filter(|it| !it.starts_with(['=', '!'])).and_then(|it| it.split('>').next()) {
        path.push('<');
        path.push_str(name);
        path.push('>');
    } else if let Some(inner) = told.strip_prefix(':').filter(|_| depth < MAX_DEPTH) {
        write(inner, path, depth + 1);
    }
}

/// Where the bracket closes that was opened in front of a text; its end where none does.
fn closing(text: &str) -> usize {
    let (mut open, mut escaped, mut in_set) = (1_usize, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => in_set = true,
            ']' => in_set = false,
            '(' if !in_set => open += 1,
            ')' if !in_set => {
                open -= 1;
                if open == 0 {
                    return at;
                }
            }
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{of_template, readable};

    #[test]
    fn a_template_reads_as_the_path_without_what_asks_for_a_query() {
        let told = ["/items{/id}{?page,size}", "/{a}/{+rest}", "/plain", "/{id:[0-9]+}", "/open{", "/me?<page>&{x}"]
            .map(|it| of_template(it).join(" "));
        assert_eq!(told, ["/items /items/{id}", "/{a}/{rest}", "/plain", "/{id:[0-9]+}", "/open{", "/me"]);
    }

    #[test]
    fn an_expression_reads_as_the_path_that_it_stands_for() {
        let told = [
            r"^users/(?P<id>\d+)/$",
            r"^image/(?P<key>[.0-9A-Za-z_=()\-]+)/(\w+)\Z",
            r"^\.well-known/jwks\.json$",
            r"^thumbnail/(?P<id>\d+)/(?:(?P<format>[a-z]+)/)?$",
            r"^(?i)plain/(?!admin)x/?",
            r"^a/(?<slug>(b|c)+)",
            r"files/\w+/",
            "unclosed/(?P<a>[x",
            "",
        ];
        let paths = [
            "users/<id>/",
            "image/<key>/<var>",
            ".well-known/jwks.json",
            "thumbnail/<id>/<format>/",
            "plain/x/",
            "a/<slug>",
            r"files/\w+/",
            "unclosed/<a>",
            "",
        ];
        assert_eq!(told.map(readable), paths);
        readable(&"(?:".repeat(100_000));
    }
}
