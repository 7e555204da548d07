//! Secrets of texts that people write: there values stand without quotes too.

use super::looks::TOKEN;
use super::named::{is_of_name, is_real, kind_of};
use super::{Secret, find};

/// The text with each secret value in it replaced, and every line where it was. A value that is given to a telling name
/// counts without quotes too: `API_KEY=…`, `password: …`.
pub fn redact_written(text: &str) -> String {
    let mut secrets = find(text);
    let marks = text.bytes().enumerate().filter(|(_, byte)| matches!(byte, b'=' | b':'));
    secrets.extend(marks.filter_map(|(at, _)| unquoted(text, at)));
    secrets.sort_by_key(|secret| secret.start);
    let (mut out, mut kept) = (String::with_capacity(text.len()), 0);
    for Secret { start, end, kind } in secrets {
        let (start, end) = (start as usize, end as usize);
        if start < kept {
            continue;
        }
        out.push_str(&text[kept..start]);
        out.push_str("‹redacted:");
        out.push_str(kind);
        out.push('›');
        out.extend(text[start..end].matches('\n'));
        kept = end;
    }
    out.push_str(&text[kept..]);
    out
}

/// A value behind `=`, or behind a colon and a space, up to the next space or mark.
fn unquoted(text: &str, mark: usize) -> Option<Secret> {
    const LONGEST: usize = 500;
    let bytes = text.as_bytes();
    let from = bytes[..mark].iter().rposition(|byte| !TOKEN[*byte as usize]).map_or(0, |at| at + 1);
    let kind = kind_of(&text[from..mark])?;
    let is_mark = |byte: &u8| {
        byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'`' | b'<' | b'>' | b'|' | b')' | b',')
    };
    let spaces = bytes[mark + 1..].iter().take_while(|byte| **byte == b' ').count();
    if bytes[mark] == b':' && spaces == 0 {
        return None;
    }
    let start = mark + 1 + spaces;
    let length = bytes[start..].iter().take(LONGEST + 1).position(is_mark).unwrap_or(bytes.len() - start);
    let end = start + length;
    let value = text.get(start..end)?;
    let real = is_real(value, kind) && !is_of_name(value, &text[from..mark]);
    real.then_some(Secret { start: start as u32, end: end as u32, kind })
}

#[cfg(test)]
mod tests {
    use super::redact_written;

    #[test]
    fn values_without_quotes_are_replaced_and_lines_stay() {
        let value = "a7Bc2dE9fG4hJ1kL6mN3pQ8r";
        for (text, redacted) in [
            ("API_KEY=V", "API_KEY=‹redacted:key›"),
            ("- `SECRET_TOKEN=V` is", "- `SECRET_TOKEN=‹redacted:token›` is"),
            ("password: Tr0ub4dor&3\n", "password: ‹redacted:password›\n"),
            ("run --password=Tr0ub4dor&3 x", "run --password=‹redacted:password› x"),
            ("api_key = \"V\"", "api_key = \"‹redacted:key›\""),
        ] {
            assert_eq!(redact_written(&text.replace('V', value)), redacted);
        }
        for kept in [
            "API_KEY=your-api-key-123",
            "the token: it is new",
            "password=${PASSWORD1}",
            "token::Token1234567890abcd",
            "é=ü: x",
        ] {
            assert_eq!(redact_written(kept), kept);
        }
        let key = format!("a\n-----BEGIN RSA PRIVATE KEY-----\n{value}{value}\n-----END RSA PRIVATE KEY-----\nb");
        assert_eq!(redact_written(&key), "a\n‹redacted:private-key›\n\n\nb");
    }

    #[test]
    fn hostile_texts_are_read_in_bounded_time() {
        for text in ["=", "a=", "key=", "key: ", ": "] {
            assert!(!redact_written(&text.repeat(200_000)).is_empty());
        }
        assert!(!redact_written(&format!("{}=x", "a".repeat(1 << 20))).is_empty());
    }
}
