//! Names that a line mentions and does not call.

use rustc_hash::FxHashSet;

/// Names, each once, in the order in which they were found.
#[derive(Debug, Default)]
pub struct Names {
    all: Vec<String>,
    known: FxHashSet<String>,
}

impl Names {
    fn add(&mut self, name: &str) {
        if !self.known.contains(name) {
            self.known.insert(name.to_owned());
            self.all.push(name.to_owned());
        }
    }

    pub fn all(&self) -> &[String] {
        &self.all
    }

    /// `sort(by: Meta.newest)`, `cart.add.bind(cart)`, `send(:total)`, `Cart::add`: what stands behind a sign that leads
    /// to a member, and before no bracket.
    pub fn mentioned_in(&mut self, quote: &str) {
        let goes_on = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == '$';
        let bytes = quote.as_bytes();
        let mut from = 0;
        while let Some(at) = bytes[from..].iter().position(|byte| matches!(byte, b'.' | b':' | b'&' | b'>')) {
            from += at + 1;
            let rest = &quote[from..];
            if !rest.starts_with(|sign: char| sign.is_alphabetic() || sign == '_' || sign == '$') {
                continue;
            }
            let end = end_of(rest, goes_on);
            let (name, behind) = rest.split_at(end);
            // Ruby's names end in such a sign, but not where it asks or denies something.
            let mut signs = behind.chars();
            let marked = signs.next().filter(|sign| matches!(sign, '?' | '!'));
            let is_marked = marked.is_some() && !signs.next().is_some_and(|sign| goes_on(sign) || sign == '(');
            if is_marked {
                self.add(&rest[..end + 1]);
            } else if !behind.starts_with('(') {
                self.add(name);
            }
            from += end;
        }
    }

    /// Texts that may name a function: `"oscar.core.loading.default_loader"`, `'base_sqs'`, `"\\Schema\\up"`; a word alone is
    /// as often none.
    pub fn named_by_texts(&mut self, quote: &str) {
        let is_quote = |byte: u8| matches!(byte, b'"' | b'\'' | b'`');
        let is_inside =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | b':' | b'\\' | b'/' | b'-');
        let bytes = quote.as_bytes();
        let mut from = 0;
        while let Some(at) = bytes[from..].iter().position(|&byte| is_quote(byte)) {
            from += at + 1;
            let length = bytes[from..].iter().position(|&byte| !is_inside(byte)).unwrap_or(bytes.len() - from);
            let inside = &quote[from..from + length];
            from += length;
            if !bytes.get(from).is_some_and(|&byte| is_quote(byte)) {
                continue;
            }
            let around = inside.rfind(['.', ':', '\\']);
            let name = around.map_or(inside, |at| &inside[at + 1..]);
            let is_name = name.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '_' || sign == '$')
                && !name.contains(['/', '-']);
            if !is_name {
                continue;
            }
            if around.is_some() || is_of_words(name) {
                self.add(name);
            }
            from += 1;
        }
    }
}

/// Where the signs at the beginning of a text end that fit.
fn end_of(text: &str, fits: impl Fn(char) -> bool) -> usize {
    let ascii = text.bytes().position(|byte| !(byte.is_ascii() && fits(char::from(byte)))).unwrap_or(text.len());
    if text.as_bytes().get(ascii).is_none_or(u8::is_ascii) {
        return ascii;
    }
    text.find(|sign| !fits(sign)).unwrap_or(text.len())
}

/// Several words, in snake or camel case.
fn is_of_words(name: &str) -> bool {
    let is_small = |sign: u8| sign.is_ascii_lowercase() || sign.is_ascii_digit();
    let bytes = name.as_bytes();
    let snake = bytes.windows(3).any(|it| is_small(it[0]) && it[1] == b'_' && is_small(it[2]));
    snake || bytes.windows(2).any(|it| is_small(it[0]) && it[1].is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mentioned(quote: &str) -> Vec<String> {
        let mut names = Names::default();
        names.mentioned_in(quote);
        names.all
    }

    fn named(quote: &str) -> Vec<String> {
        let mut names = Names::default();
        names.named_by_texts(quote);
        names.all
    }

    #[test]
    fn members_that_are_not_called_are_mentioned() {
        assert_eq!(mentioned("sort(by: Meta.newest), cart.add.bind(cart)"), ["newest", "add"]);
        assert_eq!(
            mentioned("send(:total) if a.empty? && b.full?(x) && Cart::add"),
            ["total", "empty?", "full", "add"]
        );
        assert_eq!(mentioned("a.größe, a.f()"), ["größe"]);
        assert_eq!(mentioned("a.b?c:d"), ["b", "d"]);
    }

    #[test]
    fn texts_name_functions_by_paths_or_several_words() {
        assert_eq!(named(r#"load("oscar.core.default_loader", 'base_sqs', `plain`)"#), ["default_loader", "base_sqs"]);
        assert_eq!(named(r#"("\Schema\up", "a-b_c", "x/y.getAll", "it's onDone")"#), ["up", "getAll"]);
    }
}
