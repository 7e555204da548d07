//! JSON as `JSON.stringify` writes it, into a text.

/// A text in quotes.
pub fn text(text: &str, out: &mut String) {
    out.push('"');
    let bytes = text.as_bytes();
    let (mut start, mut at) = (0, 0);
    while let Some(&byte) = bytes.get(at) {
        if is_plain(byte) {
            at += match bytes[at..].first_chunk() {
                Some(eight) if are_plain(*eight) => 8,
                _ => 1,
            };
            continue;
        }
        out.push_str(&text[start..at]);
        at += 1;
        start = at;
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            8 => out.push_str("\\b"),
            12 => out.push_str("\\f"),
            _ => {
                const DIGITS: &[u8; 16] = b"0123456789abcdef";
                out.push_str("\\u00");
                out.extend([byte >> 4, byte & 15].map(|digit| char::from(DIGITS[usize::from(digit)])));
            }
        }
    }
    out.push_str(&text[start..]);
    out.push('"');
}

fn is_plain(byte: u8) -> bool {
    byte >= b' ' && byte != b'"' && byte != b'\\'
}

/// The same of eight bytes at once: a byte's highest bit is set where taking away borrows from it.
fn are_plain(bytes: [u8; 8]) -> bool {
    const EACH: u64 = u64::MAX / 255;
    let all = u64::from_le_bytes(bytes);
    let below = |bytes: u64, least: u8| bytes.wrapping_sub(EACH * u64::from(least)) & !bytes;
    let is = |byte: u8| below(all ^ (EACH * u64::from(byte)), 1);
    (below(all, b' ') | is(b'"') | is(b'\\')) & (EACH << 7) == 0
}

/// An integer.
pub fn number(number: u64, out: &mut String) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    let mut rest = number;
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend(digits[at..].iter().map(|&digit| char::from(digit)));
}

#[cfg(test)]
mod tests {
    #[test]
    fn texts_and_numbers_are_as_others_write_them() {
        let every: String = (0..256u32).filter_map(char::from_u32).chain("é😀".chars()).collect();
        let within = |sign: char| format!("at {sign} and further on");
        for text in every.chars().map(within).chain([every.clone(), every.repeat(2)]) {
            let mut out = String::new();
            super::text(&text, &mut out);
            assert_eq!(out, serde_json::to_string(&text).unwrap());
        }
        for number in [0, 9, 10, 1_234_567, u64::MAX] {
            let mut out = String::new();
            super::number(number, &mut out);
            assert_eq!(out, number.to_string());
        }
    }
}
