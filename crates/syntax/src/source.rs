//! Bytes to text and offsets to positions, once for all languages.

use facts::{Point, Problem, ProblemKind, Span};

/// A file as text. Offsets into `text` equal offsets into the file, except for UTF-16 files.
#[derive(Debug)]
pub struct Source {
    pub text: String,
    /// What decoding met.
    pub problems: Vec<Problem>,
    lines: Vec<u32>,
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
        let mut source = Self { lines: line_starts(text.as_bytes()), text, problems: Vec::new() };
        let problems = [
            encoding.map(|message| (ProblemKind::Encoding, 0, message)),
            conflict.map(|at| (ProblemKind::LeftOut, at as u32, "conflict markers: our side is read")),
        ];
        for (kind, byte, message) in problems.into_iter().flatten() {
            let at = source.point(byte);
            source.problems.push(Problem { kind, at, message: message.to_owned() });
        }
        source
    }

    /// Where a byte stands.
    pub fn point(&self, byte: u32) -> Point {
        let line = self.line(byte);
        Point { byte, line, column: byte - self.lines[line as usize - 1] }
    }

    /// The number of the line that a byte stands in, from 1.
    pub fn line(&self, byte: u32) -> u32 {
        self.lines.partition_point(|&start| start <= byte) as u32
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
        let last = self.lines.last().copied().unwrap_or(0) as usize;
        self.lines.len() as u32 - u32::from(last == self.text.len())
    }

    /// Where a line starts and where the next one does. Lines count from 1.
    pub fn line_bounds(&self, line: u32) -> (u32, u32) {
        let at = |index: usize| self.lines.get(index).copied().unwrap_or(self.text.len() as u32);
        (at(line as usize - 1), at(line as usize))
    }
}

/// Of a conflict that git left in the file, our side. Also where the first is.
fn ours(text: String) -> (String, Option<usize>) {
    if !text.contains("<<<<<<< ") || !text.contains("\n>>>>>>> ") {
        return (text, None);
    }
    let (mut out, mut theirs, mut inside, mut first) = (String::with_capacity(text.len()), false, false, None);
    for line in text.split_inclusive('\n') {
        let starts = |mark: &str| line.starts_with(mark);
        let opens = starts("<<<<<<< ");
        inside |= opens;
        let divides = inside && (starts("||||||| ") || line.trim_end() == "=======");
        let closes = inside && starts(">>>>>>> ");
        if opens || divides || closes || theirs {
            first.get_or_insert(out.len());
            out.extend(line.bytes().map(|b| if matches!(b, b'\n' | b'\r') { b as char } else { ' ' }));
        } else {
            out.push_str(line);
        }
        theirs = !closes && (theirs || divides);
        inside &= !closes;
    }
    (out, first)
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
    fn of_a_conflict_our_side_is_read() {
        let source = Source::decode(b"a\n<<<<<<< HEAD\nb\n||||||| base\nc\n=======\nd\n>>>>>>> x\ne\n");
        let kept: Vec<_> = source.text.lines().map(str::trim).collect();
        assert_eq!(kept, ["a", "", "b", "", "", "", "", "", "e"]);
        assert_eq!((source.problems[0].kind, source.problems[0].at.line), (ProblemKind::LeftOut, 2));
        let heading = "Title\n=======\n<<<<<<< x\n\n>>>>>>> y\nText\n=======\nmore\n";
        assert!(Source::decode(heading.as_bytes()).text.ends_with("Text\n=======\nmore\n"));
    }
}
