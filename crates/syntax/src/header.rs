//! Whether a header speaks C++ or C: headers of both end in `.h`, so what stands in them decides.

/// Headers of the C++ standard library that a C header cannot include have no ending; these words start a line of C++
/// alone.
const STARTS: [&str; 9] = [
    "namespace ",
    "inline namespace ",
    "template <",
    "template<",
    "class ",
    "using ",
    "public:",
    "private:",
    "protected:",
];
/// Words that stand in C++ alone, wherever in a line they are.
const INSIDE: [&str; 8] =
    ["::", "static_cast<", "constexpr ", "virtual ", "noexcept", "nullptr", "extern \"C++\"", "= delete;"];

/// Whether a header's text is C++. What stands under `#ifdef __cplusplus` is for the C++ readers of a C header and
/// says nothing.
pub fn is_cpp(text: &[u8]) -> bool {
    let mut hidden: Vec<bool> = Vec::new();
    let mut in_comment = false;
    for line in text.split(|byte| *byte == b'\n') {
        let line = String::from_utf8_lossy(line);
        let line = code(&line, &mut in_comment);
        let line = line.trim();
        if let Some(directive) = line.strip_prefix('#').map(str::trim_start) {
            if directive.starts_with("if") {
                hidden.push(directive.contains("__cplusplus") && !negated(directive));
            } else if directive.starts_with("else") || directive.starts_with("elif") {
                if let Some(last) = hidden.last_mut() {
                    *last = false;
                }
            } else if directive.starts_with("endif") {
                hidden.pop();
            } else if directive.strip_prefix("include").is_some_and(is_std_header) && !hidden.contains(&true) {
                return true;
            }
            continue;
        }
        if hidden.contains(&true) {
            continue;
        }
        if STARTS.iter().any(|word| line.starts_with(word)) || INSIDE.iter().any(|word| line.contains(word)) {
            return true;
        }
    }
    false
}

fn negated(condition: &str) -> bool {
    condition.starts_with("ifndef") || condition.contains("!defined") || condition.contains("! defined")
}

/// `<vector>`, `<QString>`, but not `<stdio.h>`: headers of C all have an ending.
fn is_std_header(rest: &str) -> bool {
    let name = rest.trim_start().strip_prefix('<').and_then(|rest| rest.split_once('>'));
    name.is_some_and(|(name, _)| !name.is_empty() && !name.contains('.'))
}

/// A line without its comments and without what its strings hold.
fn code(line: &str, in_comment: &mut bool) -> String {
    let (mut out, mut quote, mut rest) = (String::with_capacity(line.len()), None, line.char_indices());
    while let Some((at, c)) = rest.next() {
        let here = &line[at..];
        if *in_comment {
            if here.starts_with("*/") {
                *in_comment = false;
                rest.next();
            }
        } else if let Some(open) = quote {
            match c {
                '\\' => {
                    rest.next();
                }
                c if c == open => quote = None,
                _ => {}
            }
            if here.starts_with("C++\"") {
                out.push_str("C++");
            }
            if quote.is_none() {
                out.push(c);
            }
        } else if here.starts_with("//") {
            break;
        } else if here.starts_with("/*") {
            *in_comment = true;
            rest.next();
        } else {
            if c == '"' || c == '\'' {
                quote = Some(c);
            }
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::is_cpp;

    #[test]
    fn a_header_speaks_the_dialect_of_its_content() {
        for cpp in [
            "namespace a {\n}",
            "#ifdef X\nclass A;\n#endif",
            "template <class T> T f(T);",
            "void f(std::string s);",
            "#include <vector>\n",
            "#include <QtCore/QString>\n",
            "extern \"C++\" {\n}",
        ] {
            assert!(is_cpp(cpp.as_bytes()), "{cpp}");
        }
        for c in [
            "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n",
            "#include <stdio.h>\n/* class A; a::b */\nint class_of(int x); // std::string\n",
            "#if defined(__cplusplus)\nnamespace a {}\n#else\nint f(void);\n#endif",
            "#define M \"a::b\"\nchar *s = \"std::x\";\n",
        ] {
            assert!(!is_cpp(c.as_bytes()), "{c}");
        }
    }
}
