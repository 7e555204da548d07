//! JSON with comments and trailing commas, as configuration files have it.

use serde_json::Value;

/// Null where the text is not JSON even so.
pub fn parse(text: &str) -> Value {
    let text = text.trim_start_matches('\u{feff}');
    serde_json::from_str(text).or_else(|_| serde_json::from_str(&strip(text))).unwrap_or(Value::Null)
}

/// The text without comments, and without commas before a closing bracket.
fn strip(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' => {
                out.push(c);
                while let Some(c) = rest.next() {
                    out.push(c);
                    match c {
                        '\\' => out.extend(rest.next()),
                        '"' => break,
                        _ => {}
                    }
                }
            }
            '/' if rest.peek() == Some(&'/') => while rest.next_if(|&c| c != '\n').is_some() {},
            '/' if rest.peek() == Some(&'*') => {
                rest.next();
                let mut before = ' ';
                for c in rest.by_ref() {
                    if (before, c) == ('*', '/') {
                        break;
                    }
                    before = c;
                }
            }
            '}' | ']' => {
                let kept = out.trim_end().len();
                if out[..kept].ends_with(',') {
                    out.truncate(kept - 1);
                }
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn comments_and_trailing_commas_are_left_out() {
        let text = "{ // a\n \"x\": [1, 2, /* b */ ], \"y//\": \"\\\"/*\", }";
        assert_eq!(super::parse(text), serde_json::json!({ "x": [1, 2], "y//": "\"/*" }));
        assert_eq!(super::parse("not json"), serde_json::Value::Null);
    }
}
