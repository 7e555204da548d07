//! What stands on a line of a source that is not read yet.

/// Whether a line is one of a comment.
pub fn is_comment(line: &str) -> bool {
    line.starts_with("//") || line.starts_with("/*") || line.starts_with('*')
}

/// How much of a line stands before the comment at its end and the blanks there.
pub fn code_length(line: &str) -> usize {
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
