//! Bytes to text and offsets to positions, once for all languages.

use facts::{Point, Problem, ProblemKind, Span};
use std::ops::Range;

/// A file as text. Offsets into `text` equal offsets into the file, except for UTF-16 files.
#[derive(Clone, Debug)]
pub struct Source {
    pub text: String,
    /// What decoding met.
    pub problems: Vec<Problem>,
    lines: Vec<u32>,
    /// Where the file's own text ends.
    length: u32,
    made: Vec<MadeText>,
}

/// Text behind the file's own that is made of pieces of it, as macros do.
#[derive(Clone, Debug)]
struct MadeText {
    start: u32,
    /// What it stands for.
    place: (u32, u32),
    /// Where pieces start, and where in the file they are from.
    pieces: Vec<(u32, u32)>,
}

/// A text to be put behind a source: where its pieces start and where in the source each is from, and the
/// bytes that the whole stands for.
pub struct Made<'t> {
    pub text: &'t str,
    pub pieces: &'t [(u32, u32)],
    pub place: (u32, u32),
}

impl Source {
    /// Never fails. UTF-16 with a BOM is transcoded. A byte that is not UTF-8 becomes `_`, which
    /// keeps all offsets and can stand in a comment, a string and an identifier alike. Of a conflict
    /// that git left in the file our side is kept, the rest becomes blanks.
    pub fn decode(bytes: &[u8]) -> Self {
        let mut encoding = None;
        let text = match bytes {
            [0xff, 0xfe, rest @ ..] => {
                encoding = Some("UTF-16LE, read as its text");
                utf16(rest, u16::from_le_bytes)
            }
            [0xfe, 0xff, rest @ ..] => {
                encoding = Some("UTF-16BE, read as its text");
                utf16(rest, u16::from_be_bytes)
            }
            _ => match std::str::from_utf8(bytes) {
                Ok(text) => text.to_owned(),
                Err(_) => {
                    encoding = Some("not UTF-8: each invalid byte is read as _");
                    replace_invalid(bytes)
                }
            },
        };
        let (text, conflict) = ours(text);
        let (lines, length) = (line_starts(text.as_bytes()), text.len() as u32);
        let mut source = Self { lines, text, problems: Vec::new(), length, made: Vec::new() };
        let problems = [
            encoding.map(|message| (ProblemKind::Encoding, 0..0, message)),
            conflict.map(|it| (ProblemKind::LeftOut, it, "conflict markers: our side is read")),
        ];
        for (kind, Range { start, end }, message) in problems.into_iter().flatten() {
            let at = source.point(start);
            let end_line = source.line(end.saturating_sub(1)).max(at.line);
            source.problems.push(Problem { kind, at, end_line, message: message.to_owned() });
        }
        source
    }

    /// Where a byte stands; of made text, where that is from.
    pub fn point(&self, byte: u32) -> Point {
        let byte = self.origin(byte);
        let line = self.line(byte);
        Point { byte, line, column: byte - self.lines[line as usize - 1] }
    }

    /// The number of the line that a byte stands in, from 1.
    pub fn line(&self, byte: u32) -> u32 {
        let byte = self.origin(byte);
        self.lines.partition_point(|&start| start <= byte) as u32
    }

    /// Puts made text behind all there is. Where it starts.
    pub fn append(&mut self, made: &Made) -> u32 {
        // A token of its own: what stood last may not run into it.
        self.text.push('\n');
        let start = self.text.len() as u32;
        let pieces = made.pieces.iter().map(|(at, from)| (start + at, self.origin(*from))).collect();
        let place = self.place(made.place.0).unwrap_or(made.place);
        self.text.push_str(made.text);
        self.made.push(MadeText { start, place, pieces });
        start
    }

    /// Takes back what was appended from a byte on.
    pub fn cut(&mut self, at: u32) {
        self.made.retain(|made| made.start < at);
        self.text.truncate(at as usize);
    }

    /// Of a byte of made text, what in the file that stands for.
    pub fn place(&self, byte: u32) -> Option<(u32, u32)> {
        self.made_at(byte).map(|made| made.place)
    }

    /// Where the made text starts that a byte is of.
    pub fn made_from(&self, byte: u32) -> Option<u32> {
        self.made_at(byte).map(|made| made.start)
    }

    fn made_at(&self, byte: u32) -> Option<&MadeText> {
        if byte < self.length || self.made.is_empty() {
            return None;
        }
        self.made[..self.made.partition_point(|made| made.start <= byte)].last()
    }

    /// The byte of the file that a byte is, or is from.
    fn origin(&self, byte: u32) -> u32 {
        let Some(made) = self.made_at(byte) else { return byte };
        match made.pieces[..made.pieces.partition_point(|(at, _)| *at <= byte)].last() {
            Some((at, from)) => (from + (byte - at)).min(self.length),
            None => made.place.0,
        }
    }

    /// The span of a declaration whose name starts at `name`. Of made text: what it stands for where the name is from
    /// there, else the text that it was made of.
    pub fn declared(&self, name: u32, start: u32, end: u32) -> Span {
        let Some((from, to)) = self.place(start) else { return self.span(start, end) };
        let name = self.origin(name);
        if (from..to).contains(&name) {
            return self.span(from, to);
        }
        let (start, end) = (self.origin(start), self.origin(end.saturating_sub(1)) + 1);
        if (start..end).contains(&name) { self.span(start, end) } else { self.span(name, name + 1) }
    }

    pub fn span(&self, start: u32, end: u32) -> Span {
        Span { start: self.point(start), end: self.point(end) }
    }

    /// The text between two offsets; empty when they do not stand between characters.
    pub fn slice(&self, start: u32, end: u32) -> &str {
        self.text.get(start as usize..(end as usize).min(self.text.len())).unwrap_or("")
    }

    /// The number of lines; a last line end starts no further line.
    pub fn line_count(&self) -> u32 {
        let last = self.lines.last().copied().unwrap_or(0);
        self.lines.len() as u32 - u32::from(last == self.length)
    }

    /// Where a line starts and where the next one does. Lines count from 1.
    pub fn line_bounds(&self, line: u32) -> (u32, u32) {
        let at = |index: usize| self.lines.get(index).copied().unwrap_or(self.length);
        (at(line as usize - 1), at(line as usize))
    }
}

/// Of conflicts that git left in the file, our side. Also from where to where they reach.
fn ours(text: String) -> (String, Option<Range<u32>>) {
    if !text.contains("<<<<<<< ") || !text.contains("\n>>>>>>> ") {
        return (text, None);
    }
    let (mut out, mut theirs, mut inside) = (String::with_capacity(text.len()), false, false);
    let mut found: Option<Range<u32>> = None;
    for line in text.split_inclusive('\n') {
        let starts = |mark: &str| line.starts_with(mark);
        let opens = starts("<<<<<<< ");
        inside |= opens;
        let divides = inside && (starts("||||||| ") || line.trim_end() == "=======");
        let closes = inside && starts(">>>>>>> ");
        if opens || divides || closes || theirs {
            let start = found.map_or(out.len() as u32, |it| it.start);
            out.extend(line.bytes().map(|b| if matches!(b, b'\n' | b'\r') { b as char } else { ' ' }));
            found = Some(start..out.len() as u32);
        } else {
            out.push_str(line);
        }
        theirs = !closes && (theirs || divides);
        inside &= !closes;
    }
    (out, found)
}

fn line_starts(bytes: &[u8]) -> Vec<u32> {
    let mut lines = Vec::with_capacity(bytes.len() / 32 + 1);
    lines.push(0);
    for (at, &byte) in bytes.iter().enumerate() {
        if byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')) {
            lines.push(at as u32 + 1);
        }
    }
    lines
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.as_chunks::<2>().0.iter().map(|pair| unit(*pair));
    char::decode_utf16(units).map(|c| c.unwrap_or('_')).collect()
}

fn replace_invalid(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '_'));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_lf_crlf_and_a_lone_cr() {
        let source = Source::decode(b"a\nbc\r\nd\re\n");
        let at = |byte| (source.point(byte).line, source.point(byte).column);
        assert_eq!([at(0), at(2), at(3), at(6), at(8)], [(1, 0), (2, 0), (2, 1), (3, 0), (4, 0)]);
        assert_eq!(source.line_count(), 4);
        assert_eq!(source.line_bounds(2), (2, 6));
        assert_eq!((Source::decode(b"").line_count(), Source::decode(b"x").line_count()), (0, 1));
    }

    #[test]
    fn bytes_that_are_no_utf8_move_nothing() {
        let source = Source::decode(b"a \xff\xfe\x80 b");
        assert_eq!(source.text, "a ___ b");
        assert_eq!(source.problems[0].kind, ProblemKind::Encoding);
    }

    #[test]
    fn utf16_is_read_as_its_text() {
        let little: Vec<u8> =
            [0xff, 0xfe].into_iter().chain("é = 1".encode_utf16().flat_map(u16::to_le_bytes)).collect();
        let big: Vec<u8> = [0xfe, 0xff].into_iter().chain("é = 1".encode_utf16().flat_map(u16::to_be_bytes)).collect();
        assert_eq!([Source::decode(&little).text, Source::decode(&big).text], ["é = 1", "é = 1"]);
        assert_eq!(Source::decode(&little).problems[0].message, "UTF-16LE, read as its text");
    }

    #[test]
    fn made_text_stands_where_its_pieces_are_from() {
        let mut source = Source::decode(b"ab\ncd\nef();\n");
        let made = Made { text: "cd ab x", pieces: &[(0, 3), (3, 0), (6, 6)], place: (6, 11) };
        let at = source.append(&made);
        let lines = [at, at + 1, at + 4, at + 6].map(|byte| (source.point(byte).byte, source.line(byte)));
        assert_eq!(lines, [(3, 2), (4, 2), (1, 1), (6, 3)]);
        assert_eq!((source.line_count(), source.slice(at, at + 5)), (3, "cd ab"));
        let made = Made { text: "x", pieces: &[(0, at + 6)], place: (at, at + 2) };
        let inner = source.append(&made);
        assert_eq!((source.place(inner), source.point(inner).byte), (Some((6, 11)), 6));
        let bytes = |span: Span| (span.start.byte, span.end.byte);
        assert_eq!(bytes(source.declared(at + 6, at, at + 7)), (6, 11), "a name from the place itself");
        assert_eq!(bytes(source.declared(at, at, at + 2)), (3, 5), "a name from elsewhere");
        source.cut(inner - 1);
        assert_eq!(source.place(inner - 2), Some((6, 11)));
    }

    #[test]
    fn of_a_conflict_our_side_is_read() {
        let source = Source::decode(b"a\n<<<<<<< HEAD\nb\n||||||| base\nc\n=======\nd\n>>>>>>> x\ne\n");
        let kept: Vec<_> = source.text.lines().map(str::trim).collect();
        assert_eq!(kept, ["a", "", "b", "", "", "", "", "", "e"]);
        assert_eq!((source.problems[0].kind, source.problems[0].at.line), (ProblemKind::LeftOut, 2));
        let heading = "Title\n=======\n<<<<<<< x\n\n>>>>>>> y\nText\n=======\nmore\n";
        assert!(Source::decode(heading.as_bytes()).text.ends_with("Text\n=======\nmore\n"));
    }
}
