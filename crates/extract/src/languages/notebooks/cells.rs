//! The source of a notebook's cells, and where in the file each part of it stands.

/// What the cells say, one after the other.
#[derive(Debug, Default)]
pub struct Program {
    pub text: String,
    /// From an offset in the text on, offsets in the file run alike. In order.
    places: Vec<(u32, u32)>,
}

impl Program {
    /// Where in the file a byte of the text stands.
    pub fn place(&self, byte: u32) -> u32 {
        let before = self.places.partition_point(|(text, _)| *text <= byte);
        let Some((text, file)) = before.checked_sub(1).map(|at| self.places[at]) else { return 0 };
        file.saturating_add(byte - text)
    }

    fn put(&mut self, c: char, at: usize, moved: bool) {
        if moved || self.places.is_empty() {
            self.places.push((self.text.len() as u32, at as u32));
        }
        self.text.push(c);
    }
}

/// Magics of a whole cell under which Python stands.
const PYTHON_MAGICS: [&str; 8] =
    ["%%time", "%%timeit", "%%capture", "%%prun", "%%python", "%%python3", "%%memit", "%%mprun"];

/// The cells of Python in a notebook's JSON. False: it is none.
pub fn read(json: &str) -> (Program, bool) {
    let mut reader = Reader { json: json.as_bytes(), text: json };
    let mut program = Program::default();
    let mut other_language = false;
    let mut found = false;
    reader.object(0, &mut |reader, key, at| match key {
        "cells" => {
            found = true;
            reader.list(at, &mut |reader, at| reader.cell(at, &mut program))
        }
        // The shape before nbformat 4.
        "worksheets" => reader.list(at, &mut |reader, at| {
            reader.object(at, &mut |reader, key, at| match key {
                "cells" => {
                    found = true;
                    reader.list(at, &mut |reader, at| reader.cell(at, &mut program))
                }
                _ => reader.skip(at),
            })
        }),
        "metadata" => reader.object(at, &mut |reader, key, at| match key {
            "kernelspec" | "language_info" => reader.object(at, &mut |reader, key, at| {
                let wanted = (key == "language" || key == "name") && reader.json.get(at) == Some(&b'"');
                if wanted && !(key == "name" && reader.plain(at).contains("conda")) {
                    let name = reader.plain(at).to_ascii_lowercase();
                    other_language |= key == "language" && name != "python";
                    other_language |=
                        ["ir", "julia", "r", "scala", "javascript", "typescript", "deno"].contains(&&*name);
                }
                reader.skip(at)
            }),
            _ => reader.skip(at),
        }),
        _ => reader.skip(at),
    });
    if other_language {
        return (Program::default(), true);
    }
    only_known_escapes(&mut program.text);
    (program, found)
}

/// What a line of a notebook may start with besides Python: of these the parser takes `%` and `!` wherever a line
/// may begin. The others (help, quoting, calls without parentheses) it asks for in statements only, and a broken
/// statement before them makes it ask elsewhere: help and `;` become comments, a line with a comma or a slash first
/// goes on the line before. Every byte stays where it is.
fn only_known_escapes(text: &mut String) {
    let mut bytes = std::mem::take(text).into_bytes();
    let mut newline = None;
    let mut at = 0;
    while at < bytes.len() {
        while matches!(bytes.get(at), Some(b' ' | b'\t')) {
            at += 1;
        }
        match (bytes.get(at), newline) {
            (Some(b'?' | b';'), _) => bytes[at] = b'#',
            (Some(b'!'), _) if bytes.get(at + 1) == Some(&b'!') => bytes[at + 1] = b' ',
            (Some(b',' | b'/'), Some(newline)) => bytes[newline] = b' ',
            (Some(b',' | b'/'), None) => bytes[at] = b'#',
            _ => {}
        }
        let Some(length) = bytes[at..].iter().position(|byte| *byte == b'\n') else { break };
        newline = Some(at + length);
        at += length + 1;
    }
    // Only bytes of ASCII took each other's places.
    *text = String::from_utf8(bytes).unwrap_or_default();
}

/// Reads JSON where it is needed and passes over the rest. Each function takes the start of a value and gives
/// the offset behind it.
struct Reader<'j> {
    json: &'j [u8],
    text: &'j str,
}

impl<'j> Reader<'j> {
    fn space(&self, mut at: usize) -> usize {
        while self.json.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        at
    }

    /// The text of a string up to its first quote, escapes as written.
    fn plain(&self, at: usize) -> &'j str {
        let end = self.skip(at);
        self.text.get(at + 1..end.saturating_sub(1)).unwrap_or("")
    }

    fn skip(&self, at: usize) -> usize {
        let (mut at, mut depth) = (self.space(at), 0usize);
        while let Some(byte) = self.json.get(at) {
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' if depth == 0 => return at,
                b'}' | b']' => {
                    depth -= 1;
                    if depth == 0 {
                        return at + 1;
                    }
                }
                b',' if depth == 0 => return at,
                b'"' => {
                    at += 1;
                    while self.json.get(at).is_some_and(|byte| *byte != b'"') {
                        at += 1 + usize::from(self.json[at] == b'\\');
                    }
                    if depth == 0 {
                        return (at + 1).min(self.json.len());
                    }
                }
                _ => {}
            }
            at += 1;
        }
        self.json.len()
    }

    fn object(&mut self, at: usize, member: &mut dyn FnMut(&mut Self, &'j str, usize) -> usize) -> usize {
        let mut at = self.space(at);
        if self.json.get(at) != Some(&b'{') {
            return self.skip(at);
        }
        at += 1;
        loop {
            at = self.space(at);
            match self.json.get(at) {
                Some(b'"') => {
                    let key = self.plain(at);
                    at = self.space(self.skip(at));
                    if self.json.get(at) != Some(&b':') {
                        return self.json.len();
                    }
                    let start = self.space(at + 1);
                    at = member(self, key, start).max(start);
                }
                Some(b',') => at += 1,
                Some(b'}') => return at + 1,
                _ => return self.json.len(),
            }
        }
    }

    fn list(&mut self, at: usize, item: &mut dyn FnMut(&mut Self, usize) -> usize) -> usize {
        let mut at = self.space(at);
        if self.json.get(at) != Some(&b'[') {
            return self.skip(at);
        }
        at += 1;
        loop {
            at = self.space(at);
            match self.json.get(at) {
                Some(b',') => at += 1,
                Some(b']') => return at + 1,
                None => return self.json.len(),
                Some(_) => at = item(self, at).max(at + 1),
            }
        }
    }

    fn cell(&mut self, at: usize, program: &mut Program) -> usize {
        let (mut code, mut source) = (false, None);
        let end = self.object(at, &mut |reader, key, at| {
            match key {
                "cell_type" => code = reader.plain(at) == "code",
                "source" | "input" => source = Some(at),
                _ => {}
            }
            reader.skip(at)
        });
        let Some(source) = source.filter(|_| code) else { return end };
        let start = (program.text.len(), program.places.len());
        match self.json.get(source) {
            Some(b'"') => self.string(source, program),
            _ => {
                self.list(source, &mut |reader, at| {
                    if reader.json.get(at) == Some(&b'"') {
                        reader.string(at, program);
                    }
                    reader.skip(at)
                });
            }
        }
        let cell = program.text[start.0..].trim_start();
        let first = cell.split_whitespace().next().unwrap_or("");
        if cell.starts_with("%%") && !PYTHON_MAGICS.contains(&first) {
            program.text.truncate(start.0);
            program.places.truncate(start.1);
        } else if program.text.len() > start.0 {
            program.text.push('\n');
        }
        end
    }

    /// Adds what a string says to the program.
    fn string(&mut self, at: usize, program: &mut Program) {
        let end = self.skip(at).saturating_sub(1);
        let mut moved = true;
        let mut rest = self.text.get(at + 1..end).unwrap_or("").char_indices();
        let mut high = None;
        while let Some((offset, c)) = rest.next() {
            let place = at + 1 + offset;
            if c != '\\' {
                program.put(c, place, moved);
                moved = false;
                continue;
            }
            let escaped = match rest.next().map(|(_, c)| c) {
                Some('n') => '\n',
                Some('t') => '\t',
                Some('r') => '\r',
                Some('b') => '\u{8}',
                Some('f') => '\u{c}',
                Some('u') => {
                    let unit =
                        (0..4).filter_map(|_| rest.next()?.1.to_digit(16)).fold(0, |all, digit| all * 16 + digit);
                    match (unit, high.take()) {
                        (0xd800..=0xdbff, _) => {
                            high = Some(unit);
                            continue;
                        }
                        (0xdc00..=0xdfff, Some(high)) => {
                            char::from_u32(0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00)).unwrap_or('_')
                        }
                        _ => char::from_u32(unit).unwrap_or('_'),
                    }
                }
                Some(other) => other,
                None => break,
            };
            program.put(escaped, place, true);
            moved = true;
        }
    }
}
