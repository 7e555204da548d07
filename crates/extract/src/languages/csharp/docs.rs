//! Documentation: the `///` lines above a declaration, without their XML.

use super::{Walk, start};
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// The documentation comment that ends on the line above a declaration and its attributes.
    pub fn doc_above(&self, node: Node) -> Option<String> {
        let source = self.b.source;
        let (mut line, mut lines, mut in_block) = (source.line(start(node)), Vec::new(), false);
        while line > 1 {
            line -= 1;
            let (from, to) = source.line_bounds(line);
            let text = source.slice(from, to).trim();
            if let Some(text) = text.strip_prefix("///") {
                lines.push(text);
            } else if in_block || text.ends_with("*/") && lines.is_empty() {
                if !in_block && text.contains("/*") && !text.starts_with("/**") {
                    break;
                }
                in_block = !text.starts_with("/*");
                lines.push(text.trim_start_matches("/**").trim_end_matches("*/").trim_start_matches('*'));
            } else {
                break;
            }
        }
        if lines.is_empty() {
            return None;
        }
        lines.reverse();
        self.b.doc(&plain(&lines.join("\n")))
    }
}

/// The text of a documentation comment: what stands in the elements, named where an element names something.
fn plain(xml: &str) -> String {
    let mut out = String::new();
    let mut rest = xml;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        let Some(close) = rest[at..].find('>') else {
            out.push_str(&rest[at..]);
            rest = "";
            break;
        };
        out.push_str(&named(&rest[at + 1..at + close]));
        rest = &rest[at + close + 1..];
    }
    out.push_str(rest);
    let text = out.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let kept = lines.iter().enumerate().filter(|(at, line)| !line.is_empty() || *at > 0 && !lines[at - 1].is_empty());
    kept.map(|(_, line)| *line).collect::<Vec<_>>().join("\n")
}

/// What an element says by itself: `<param name="x">` is `x: `, `<see cref="T:A.B"/>` is `A.B`.
fn named(tag: &str) -> String {
    let value = |key: &str| {
        let (_, rest) = tag.split_once(key)?;
        let rest = rest.trim_start().strip_prefix('=')?.trim_start().strip_prefix(['"', '\''])?;
        rest.split(['"', '\'']).next()
    };
    let name = tag.split([' ', '/']).next().unwrap_or_default();
    match name {
        "param" | "typeparam" => value("name").map_or(String::new(), |name| format!("{name}: ")),
        "returns" => "Returns: ".to_owned(),
        "exception" => value("cref").map_or(String::new(), |name| format!("Throws {}: ", unprefixed(name))),
        "paramref" | "typeparamref" => value("name").unwrap_or_default().to_owned(),
        "see" | "seealso" => {
            value("cref").map(unprefixed).or(value("langword")).or(value("href")).unwrap_or_default().to_owned()
        }
        _ => String::new(),
    }
}

fn unprefixed(cref: &str) -> &str {
    cref.split_once(':').filter(|(kind, _)| kind.len() == 1).map_or(cref, |(_, name)| name)
}
