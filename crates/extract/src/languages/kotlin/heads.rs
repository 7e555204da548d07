//! What the parser does not take the way that the language means it: written so that it does, with equal offsets.

use std::borrow::Cow;

/// Words that stand before `constructor`.
const MODIFIERS: [&str; 6] = ["private", "protected", "internal", "public", "actual", "expect"];

/// The text to parse.
pub fn prepared(text: &str) -> Cow<'_, str> {
    let mut bytes: Option<Vec<u8>> = None;
    let mut before = Before::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let inside = line.trim_start();
        let start = at + line.len() - inside.len();
        let mut write = |at: usize, with: u8| {
            let bytes = bytes.get_or_insert_with(|| text.as_bytes().to_vec());
            bytes[at] = with;
        };
        let head = head(inside);
        if head == Head::Constructor && before.class {
            before.ends.iter().for_each(|&at| write(at, b' '));
        }
        // A getter takes nothing: this is a call, and the line before ends a statement.
        if inside.starts_with("get(") && !inside.starts_with("get()") {
            before.value.into_iter().for_each(|at| write(at, b';'));
        }
        if let Some(length) = context_parameters(inside) {
            (start..start + length).for_each(|at| write(at, b' '));
        }
        if let Some(guard) = guard(inside) {
            write(start + guard, b',');
            write(start + guard + 1, b' ');
        }
        for (found, _) in line.match_indices("$$\"") {
            write(at + found, b' ');
            write(at + found + 1, b' ');
        }
        at += line.len();
        before.line(inside, head, at);
    }
    match bytes.and_then(|bytes| String::from_utf8(bytes).ok()) {
        Some(text) => Cow::Owned(text),
        None => Cow::Borrowed(text),
    }
}

/// What the lines before say.
#[derive(Default)]
struct Before {
    /// A class's name, with nothing but annotations behind it.
    class: bool,
    /// The last line of code ends in what may end a statement: the byte behind that, which is a blank or a line end.
    value: Option<usize>,
    /// The line ends since the class's name.
    ends: Vec<usize>,
}

impl Before {
    fn line(&mut self, inside: &str, head: Head, end: usize) {
        let start = end - inside.len();
        let (code, behind) = inside.split_at(code_length(inside));
        let inside = inside.trim_end();
        if inside.is_empty() {
            return;
        }
        if !is_comment(inside) {
            self.value = code
                .ends_with(|it: char| it.is_alphanumeric() || matches!(it, '_' | ')' | '"' | '}' | ']'))
                .then_some(start + code.len())
                .filter(|_| behind.starts_with(char::is_whitespace));
        }
        if !(self.class && head == Head::Annotation) {
            self.class = names_class(inside);
            self.ends.clear();
        }
        self.ends.push(end - 1);
    }
}

fn is_comment(line: &str) -> bool {
    line.starts_with("//") || line.starts_with("/*") || line.starts_with('*')
}

/// How much of a line stands before the comment at its end and the blanks there.
fn code_length(line: &str) -> usize {
    let (mut text, mut escaped, mut last) = (false, false, 0);
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            b'/' if !text && last == b'/' => return line[..at - 1].trim_end().len(),
            b'"' if !escaped => text = !text,
            _ => {}
        }
        escaped = byte == b'\\' && !escaped;
        last = byte;
    }
    line.trim_end().len()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    Constructor,
    Annotation,
    Other,
}

/// What a line starts with: modifiers and annotations before `constructor(`, annotations alone, something else.
fn head(line: &str) -> Head {
    let mut rest = line;
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return if line.starts_with('@') { Head::Annotation } else { Head::Other };
        }
        let length =
            rest.find(|it: char| !(it.is_alphanumeric() || matches!(it, '_' | '@' | '.' | ':'))).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(length);
        rest = match word {
            "constructor" if behind.trim_start().starts_with('(') => return Head::Constructor,
            _ if word.starts_with('@') => match parenthesised(behind) {
                Some(length) => &behind[length..],
                None => behind,
            },
            _ if MODIFIERS.contains(&word) => behind,
            _ => return Head::Other,
        };
    }
}

/// How long the parentheses are that a text starts with, if they close.
fn parenthesised(text: &str) -> Option<usize> {
    if !text.starts_with('(') {
        return None;
    }
    let mut open = 0u32;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => open += 1,
            b')' if open == 1 => return Some(at + 1),
            b')' => open -= 1,
            _ => {}
        }
    }
    None
}

/// Whether a line ends with the name of a class, or with its type parameters.
fn names_class(line: &str) -> bool {
    let Some((before, behind)) = line.rsplit_once("class ") else { return false };
    let separate = before.is_empty() || before.ends_with(' ');
    let name = behind.trim_start();
    let length = name.find(|it: char| !(it.is_alphanumeric() || it == '_')).unwrap_or(name.len());
    let parameters = name[length..].trim();
    separate && length > 0 && (parameters.is_empty() || parameters.starts_with('<') && parameters.ends_with('>'))
}

/// `context(a: A)` on a line of its own, before a declaration.
fn context_parameters(line: &str) -> Option<usize> {
    let behind = line.strip_prefix("context")?;
    let length = parenthesised(behind)?;
    let typed = behind[..length].contains(':');
    (typed && behind[length..].trim().is_empty()).then_some("context".len() + length)
}

/// Where the `if` of a branch's further condition stands: `is A if b ->` is read as `is A, b ->`.
fn guard(line: &str) -> Option<usize> {
    let tests = ["is ", "!is ", "in ", "!in "].iter().any(|word| line.starts_with(word));
    let (before, _) = line.split_once("->").filter(|_| tests)?;
    Some(before.find(" if ")? + 1)
}

#[cfg(test)]
mod tests {
    use super::prepared;

    #[test]
    fn a_constructor_on_a_line_of_its_own_belongs_to_the_class() {
        let text = "class A<T>\n@Inject\nprivate constructor(val a: T)";
        assert_eq!(prepared(text), "class A<T> @Inject private constructor(val a: T)");
        let text = "class A {\n  val a = 1\n  constructor(b: Int)\n}";
        assert_eq!(prepared(text), text);
    }

    #[test]
    fn get_with_arguments_is_a_call() {
        assert_eq!(prepared("val a = b\nget(\"/\") {}"), "val a = b;get(\"/\") {}");
        assert_eq!(prepared("val a: B\n  get() = c"), "val a: B\n  get() = c");
        assert_eq!(prepared("val a by b()\n\nget(\"/\") {}"), "val a by b();\nget(\"/\") {}");
        assert_eq!(prepared("val a = \"//\" // b\n// c\nget(\"/\")"), "val a = \"//\";// b\n// c\nget(\"/\")");
        assert_eq!(prepared("routing {\n  // b\n  get(\"/\")"), "routing {\n  // b\n  get(\"/\")");
        assert_eq!(prepared("val a = b// c\nget(\"/\")"), "val a = b// c\nget(\"/\")");
    }

    #[test]
    fn guards_contexts_and_strings_with_more_dollars() {
        assert_eq!(prepared("is A if b -> c"), "is A ,  b -> c");
        assert_eq!(prepared("context(a: A)\nfun b() {}"), "             \nfun b() {}");
        assert_eq!(prepared("val a = $$\"$b\""), "val a =   \"$b\"");
    }
}
