//! JSON as `JSON.stringify` writes it, into a text.

/// A text in quotes.
pub fn text(text: &str, out: &mut String) {
    out.push('"');
    let mut start = 0;
    for (at, &byte) in text.as_bytes().iter().enumerate() {
        if byte >= b' ' && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.push_str(&text[start..at]);
        start = at + 1;
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
        let mut out = String::new();
        super::text(&every, &mut out);
        assert_eq!(out, serde_json::to_string(&every).unwrap());
        for number in [0, 9, 10, 1_234_567, u64::MAX] {
            let mut out = String::new();
            super::number(number, &mut out);
            assert_eq!(out, number.to_string());
        }
    }
}
