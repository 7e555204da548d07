//! What kind of character the split patterns see.

/// The classes that the patterns tell apart. `White_Space` and the general categories are disjoint here:
/// white space is never a letter, mark or number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Class {
    /// Everything else: punctuation, symbols, controls, unassigned.
    Rest,
    /// Lu, Lt
    Upper,
    /// Ll
    Lower,
    /// Lm, Lo
    Letter,
    /// Mn, Mc, Me
    Mark,
    /// Nd, Nl, No
    Number,
    /// `White_Space`
    Space,
}

/// Two stages, made by `cargo run -p tokens --example classes`: for each 256 code points the number of a block, then
/// the blocks, two code points a byte, the lower one in the low half.
static CLASSES: &[u8] = include_bytes!("class.bin");
const STAGES: usize = 0x11_0000 >> 8;

impl Class {
    /// The class of a character, by the Unicode version of the `regex` crate that the workspace pins.
    pub fn of(c: char) -> Self {
        let code = c as usize;
        let block = CLASSES[code >> 8] as usize;
        let pair = CLASSES[STAGES + block * 128 + ((code & 0xff) >> 1)];
        match (pair >> ((code & 1) * 4)) & 0xf {
            1 => Self::Upper,
            2 => Self::Lower,
            3 => Self::Letter,
            4 => Self::Mark,
            5 => Self::Number,
            6 => Self::Space,
            _ => Self::Rest,
        }
    }

    /// As [`Class::of`], for a byte below 128: most of what is counted.
    pub fn of_ascii(byte: u8) -> Self {
        match byte {
            b'a'..=b'z' => Self::Lower,
            b'A'..=b'Z' => Self::Upper,
            b'0'..=b'9' => Self::Number,
            b'\t'..=b'\r' | b' ' => Self::Space,
            _ => Self::Rest,
        }
    }

    /// `\p{L}`
    pub fn is_letter(self) -> bool {
        matches!(self, Self::Upper | Self::Lower | Self::Letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regex::Regex;

    #[test]
    fn every_code_point_is_in_the_class_that_regex_gives_it() {
        let patterns = [
            (Class::Upper, r"^[\p{Lu}\p{Lt}]$"),
            (Class::Lower, r"^\p{Ll}$"),
            (Class::Letter, r"^[\p{Lm}\p{Lo}]$"),
            (Class::Mark, r"^\p{M}$"),
            (Class::Number, r"^\p{N}$"),
            (Class::Space, r"^\s$"),
        ]
        .map(|(class, pattern)| (class, Regex::new(pattern).expect("a pattern")));
        let mut buffer = [0; 4];
        for c in '\0'..=char::MAX {
            let text: &str = c.encode_utf8(&mut buffer);
            let expected =
                patterns.iter().find(|(_, regex)| regex.is_match(text)).map_or(Class::Rest, |(class, _)| *class);
            assert_eq!(Class::of(c), expected, "U+{:04X}", c as u32);
            if c.is_ascii() {
                assert_eq!(Class::of_ascii(c as u8), expected, "{c:?}");
            }
        }
    }
}
