//! Bodies of classes on one line.

use super::lines::{code_length, is_comment};

/// The blank before the brace that closes the body of a class, interface or object which begins and ends on a line.
pub fn one_line(line: &str) -> Option<usize> {
    let code = &line[..code_length(line)];
    if is_comment(code) || !code.ends_with(" }") {
        return None;
    }
    let begins = |word: &&str| {
        let at = code.find(*word)?;
        let goes_on = code[..at].ends_with(|it: char| it.is_alphanumeric() || matches!(it, '_' | '.' | ':'));
        (!goes_on && !code[..at].contains("enum ")).then_some(at)
    };
    let at = ["class ", "interface ", "object ", "object:"].iter().filter_map(begins).min()?;
    let open = at + code[at..].find('{')?;
    let mut depth = 0_u32;
    let end = code.bytes().enumerate().skip(open).find_map(|(at, byte)| {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then_some(at)
    })?;
    (end + 1 == code.len() && !code[open + 1..end].trim().is_empty()).then_some(end - 1)
}

#[cfg(test)]
mod tests {
    use super::super::heads::prepared;

    #[test]
    fn bodies_on_one_line_end_in_a_mark() {
        assert_eq!(prepared("class A { fun b(c: Int) = 1 }\n"), "class A { fun b(c: Int) = 1;}\n");
        assert_eq!(
            prepared("val a = object : B { fun c() { d() } } // e"),
            "val a = object : B { fun c() { d() };} // e"
        );
        for text in
            ["enum class A { B, C }", "class A { }", "// class A { val b = 1 }", "a(B::class) { c }", "class A {\n}"]
        {
            assert_eq!(prepared(text), text);
        }
    }
}
