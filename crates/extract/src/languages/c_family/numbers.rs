//! Which numbers types and literals are: C++ chooses functions by it.

use super::{Walk, Walker};
use facts::*;

impl Walk<'_, '_> {
    /// A type that is a number: `text` is how it is written.
    pub fn number_type(&mut self, text: &str) -> TypeId {
        let ty = self.b.ty(Type::Builtin(Builtin::Number));
        if let Some(number) = written(text).filter(|_| self.cpp) {
            self.b.graph.arithmetic.types.push((ty, number));
        }
        ty
    }

    /// A literal, a `sizeof`.
    pub fn number_value(&mut self, number: Option<Number>) -> ValueId {
        let Some(number) = number.filter(|_| self.cpp) else { return self.builtin(Builtin::Number) };
        let value = self.b.value(Value::Builtin(Builtin::Number));
        self.b.graph.arithmetic.values.push((value, number));
        value
    }

    /// The result of arithmetic stands for one of its operands: it is joined with the other.
    pub fn join_numbers(&mut self, result: ValueId, other: ValueId) {
        if self.cpp {
            self.b.graph.arithmetic.joined.push((result, other));
        }
    }
}

/// The number that a type's words name.
fn written(text: &str) -> Option<Number> {
    use Number::*;
    let (mut is_unsigned, mut is_signed, mut longs, mut base) = (false, false, 0, None);
    for word in text.split_whitespace() {
        match word {
            "unsigned" => is_unsigned = true,
            "signed" => is_signed = true,
            "long" => longs += 1,
            "short" => base = Some(Short),
            "int" => base = base.or(Some(Int)),
            "char" => base = Some(Character),
            "float" => base = Some(Float),
            "double" => base = Some(Double),
            "const" | "volatile" => {}
            other => base = Some(named(other)?),
        }
    }
    let unsigned = |one, other| Some(if is_unsigned { other } else { one });
    match (base, longs) {
        (Some(Double), 0) => Some(Double),
        (Some(Double), _) => Some(LongDouble),
        (Some(Character), _) if is_signed => Some(SignedCharacter),
        (Some(Character), _) => unsigned(Character, UnsignedCharacter),
        (Some(Short), _) => unsigned(Short, UnsignedShort),
        (Some(Int) | None, 0) => unsigned(Int, UnsignedInt),
        (Some(Int) | None, 1) => unsigned(Long, UnsignedLong),
        (Some(Int) | None, _) => unsigned(LongLong, UnsignedLongLong),
        (base, _) => base,
    }
}

/// The number that a name of the standard headers stands for.
fn named(name: &str) -> Option<Number> {
    use Number::*;
    Some(match name.rsplit("::").next().unwrap_or(name) {
        "int8_t" => SignedCharacter,
        "uint8_t" => UnsignedCharacter,
        "int16_t" => Short,
        "uint16_t" => UnsignedShort,
        "int32_t" => Int,
        "uint32_t" | "u_int32_t" => UnsignedInt,
        "int64_t" | "ssize_t" | "ptrdiff_t" | "intptr_t" | "intmax_t" | "off_t" | "time_t" | "int_fast32_t" => Long,
        "uint64_t" | "size_t" | "uintptr_t" | "uintmax_t" | "uint_fast32_t" => UnsignedLong,
        "wchar_t" => Wide,
        _ => return None,
    })
}

/// The number that a literal is.
pub fn literal(text: &str) -> Option<Number> {
    use Number::*;
    if let Some(before) = text.find('\'').filter(|_| text.ends_with('\'')) {
        return match &text[..before] {
            "" => Some(Character),
            "L" => Some(Wide),
            _ => None,
        };
    }
    let text = text.replace('\'', "").to_ascii_lowercase();
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x', ..] => (&text[2..], 16),
        [b'0', b'b', ..] => (&text[2..], 2),
        [b'0', b'0'..=b'7', ..] if !text.contains(['.', 'e']) => (&text[1..], 8),
        _ => (&text[..], 10),
    };
    if text.contains(['.', 'p']) || radix == 10 && text.contains('e') {
        return match text.as_bytes().last() {
            Some(b'f') => Some(Float),
            Some(b'l') => Some(LongDouble),
            Some(b'0'..=b'9' | b'.') => Some(Double),
            _ => None,
        };
    }
    let end = digits.find(|it: char| !it.is_digit(radix)).unwrap_or(digits.len());
    let value = u64::from_str_radix(&digits[..end], radix).ok()?;
    let is_short = i32::try_from(value).is_ok();
    // What is not written in tens takes the room of its sign before it takes more.
    let is_short_unsigned = radix != 10 && u32::try_from(value).is_ok();
    match &digits[end..] {
        "" if is_short => Some(Int),
        "" if is_short_unsigned => Some(UnsignedInt),
        "" | "l" if i64::try_from(value).is_ok() => Some(Long),
        "u" if u32::try_from(value).is_ok() => Some(UnsignedInt),
        "" | "l" | "u" | "ul" | "lu" | "uz" | "zu" => Some(UnsignedLong),
        "z" => Some(Long),
        "ll" => Some(LongLong),
        "ull" | "llu" => Some(UnsignedLongLong),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_literals_are_numbers() {
        for (text, number) in [
            ("unsigned", Number::UnsignedInt),
            ("unsigned long int", Number::UnsignedLong),
            ("long long", Number::LongLong),
            ("short unsigned", Number::UnsignedShort),
            ("long double", Number::LongDouble),
            ("size_t", Number::UnsignedLong),
        ] {
            assert_eq!(written(text), Some(number), "{text}");
        }
        for (text, number) in [
            ("1", Number::Int),
            ("0xffffffff", Number::UnsignedInt),
            ("4294967295", Number::Long),
            ("1'000u", Number::UnsignedInt),
            ("017ULL", Number::UnsignedLongLong),
            ("1e3", Number::Double),
            ("1.5f", Number::Float),
            ("0x1e", Number::Int),
            ("'a'", Number::Character),
            ("0", Number::Int),
        ] {
            assert_eq!(literal(text), Some(number), "{text}");
        }
        assert_eq!(literal("12_km"), None);
        assert_eq!(written("char8_t"), None);
    }
}
