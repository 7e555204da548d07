//! Templates with Ruby in them (ERB): what stands between `<%` and `%>` is the program, in which everything else is
//! blank, so that every position is the file's own.

/// The program of a template, byte for byte as long.
pub fn program(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut program: Vec<u8> = bytes.iter().map(|&b| if matches!(b, b'\n' | b'\r') { b } else { b' ' }).collect();
    let mut at = 0;
    while let Some(open) = find(text, at, "<%") {
        let start = open + 2;
        let Some(close) = find(text, start, "%>") else { break };
        at = close + 2;
        let code = match bytes.get(start) {
            // `<%%` stands for itself, `<%#` begins a comment.
            Some(b'%') => {
                at = start + 1;
                continue;
            }
            Some(b'#') => continue,
            Some(b'=') if bytes.get(start + 1) == Some(&b'=') => start + 2,
            Some(b'=' | b'-') => start + 1,
            _ => start,
        };
        let end = if text[..close].ends_with('-') && close > code { close - 1 } else { close };
        if code >= end || text[code..end].trim_start().starts_with('#') {
            continue;
        }
        program[code..end].copy_from_slice(&bytes[code..end]);
        program[close] = b';';
    }
    String::from_utf8(program).unwrap_or_default()
}

fn find(text: &str, from: usize, what: &str) -> Option<usize> {
    text.get(from..)?.find(what).map(|at| from + at)
}

#[cfg(test)]
mod tests {
    use super::program;

    #[test]
    fn what_stands_in_tags_is_the_program() {
        let text = "<p>\u{e9}<%= a b %></p>\n<%# no %><% x.each do |y| -%><%== y %><% end %>\n<%% z %>";
        let made = program(text);
        assert_eq!(made.len(), text.len());
        let words: Vec<&str> = made.split_whitespace().collect();
        assert_eq!(words.join(" "), "a b ; x.each do |y| ; y ; end ;");
        assert_eq!(made.find('a'), text.find("a b"));
    }

    #[test]
    fn what_is_not_closed_is_none() {
        assert_eq!(program("<% a").trim(), "");
        assert_eq!(program("<%").trim(), "");
    }
}
