//! Tags of an XML text, one after the other. What is broken is passed over.

/// A piece of the text, by its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub start: usize,
    pub end: usize,
}

#[derive(Clone, Debug)]
pub struct Attribute {
    pub name: Piece,
    /// Without the quotes.
    pub value: Piece,
}

#[derive(Clone, Debug)]
pub enum Tag {
    Open { whole: Piece, name: Piece, attributes: Vec<Attribute>, closed: bool },
    Close { whole: Piece, name: Piece },
}

/// Reads the tags of a text. Comments, instructions and declarations are none.
pub struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    pub fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// The start behind the next `mark`, or the end.
    fn behind(&self, from: usize, mark: &str) -> usize {
        self.text[from..].find(mark).map_or(self.text.len(), |found| from + found + mark.len())
    }

    fn name_from(&self, start: usize) -> Piece {
        let ends = |c: char| c.is_whitespace() || matches!(c, '>' | '/' | '=' | '<' | '"' | '\'');
        let end = self.text[start..].find(ends).map_or(self.text.len(), |found| start + found);
        Piece { start, end }
    }

    fn skip_space(&self, from: usize) -> usize {
        let rest = &self.text[from..];
        from + rest.len() - rest.trim_start().len()
    }

    fn attribute(&self, from: usize) -> Option<(Attribute, usize)> {
        let name = self.name_from(from);
        if name.start == name.end {
            return None;
        }
        let at = self.skip_space(name.end);
        let quoted = self.text[at..].strip_prefix('=').map(|rest| self.text.len() - rest.len());
        let start = self.skip_space(quoted?);
        let quote = self.text[start..].chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let end = self.text[start + 1..].find(quote).map(|found| start + 1 + found)?;
        Some((Attribute { name, value: Piece { start: start + 1, end } }, end + 1))
    }
}

impl Iterator for Reader<'_> {
    type Item = Tag;

    fn next(&mut self) -> Option<Tag> {
        loop {
            let start = self.at + self.text.get(self.at..)?.find('<')?;
            let rest = &self.text[start..];
            if rest.starts_with("<!--") {
                self.at = self.behind(start + 4, "-->");
            } else if rest.starts_with("<![CDATA[") {
                self.at = self.behind(start, "]]>");
            } else if rest.starts_with("<?") || rest.starts_with("<!") {
                self.at = self.behind(start, ">");
            } else if rest.starts_with("</") {
                let name = self.name_from(start + 2);
                self.at = self.behind(name.end, ">");
                return Some(Tag::Close { whole: Piece { start, end: self.at }, name });
            } else {
                let name = self.name_from(start + 1);
                if name.start == name.end {
                    self.at = start + 1;
                    continue;
                }
                let (mut at, mut attributes) = (name.end, Vec::new());
                loop {
                    at = self.skip_space(at);
                    match self.text[at..].chars().next() {
                        None => break,
                        // A tag that nobody ended ends where the next one starts.
                        Some('>' | '<') => break,
                        Some('/') => at += 1,
                        Some(c) => match self.attribute(at) {
                            Some((attribute, behind)) => {
                                attributes.push(attribute);
                                at = behind;
                            }
                            None => at += c.len_utf8(),
                        },
                    }
                }
                let closed = self.text[..at].ends_with('/');
                self.at = if self.text[at..].starts_with('>') { at + 1 } else { at };
                return Some(Tag::Open { whole: Piece { start, end: self.at }, name, attributes, closed });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(text: &str) -> Vec<String> {
        let show = |tag| match tag {
            Tag::Open { name, attributes, closed, .. } => {
                let attributes: Vec<String> = attributes
                    .iter()
                    .map(|it| format!(" {}={}", &text[it.name.start..it.name.end], &text[it.value.start..it.value.end]))
                    .collect();
                format!("<{}{}{}", &text[name.start..name.end], attributes.concat(), if closed { "/" } else { "" })
            }
            Tag::Close { name, .. } => format!("</{}", &text[name.start..name.end]),
        };
        Reader::new(text).map(show).collect()
    }

    #[test]
    fn tags_are_read_with_their_attributes() {
        let text = "<?xml version='1.0'?><a x:B=\"1 > 2\" c = '{d}'><!-- <e/> --><f/><![CDATA[<g>]]></a>";
        assert_eq!(tags(text), ["<a x:B=1 > 2 c={d}", "<f/", "</a"]);
    }

    #[test]
    fn broken_tags_end_where_the_next_starts() {
        assert_eq!(tags("<a b= <c d=\"ä\"> < <e x"), ["<a", "<c d=ä", "<e"]);
        assert!(tags("").is_empty() && tags("<").is_empty() && tags("<!--").is_empty());
    }
}
