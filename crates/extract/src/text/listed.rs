//! The texts that a declaration lists.

use super::braced;

/// The texts that a declaration lists: `String[] OPEN = {"/a", BASE + "/b"};`, `val OPEN = listOf("/a", "$BASE/b")`, with
/// names in braces, `${BASE}/b`. None where it lists anything else, or no path.
pub fn only_listed(declaration: &str) -> Option<Vec<String>> {
    const OPENING: [&str; 8] =
        ["List.of(", "Set.of(", "Arrays.asList(", "listOf(", "setOf(", "arrayOf(", "new[]", "new []"];
    let given = declaration[declaration.find('=')? + 1..].trim_start();
    let array = given.strip_prefix("new ").and_then(|it| it.find('{').map(|at| &it[at..]));
    let rest = OPENING.iter().find_map(|it| given.strip_prefix(it)).or(array).unwrap_or(given).trim_start();
    let mut rest = rest.trim_start_matches(['{', '[']);
    let (mut texts, mut holds_path) = (Vec::new(), false);
    loop {
        rest = behind_comments(rest)?;
        if rest.starts_with(['"', '_']) || rest.starts_with(char::is_alphabetic) {
            let mut text = String::new();
            loop {
                let (part, behind) = part_of_text(rest)?;
                holds_path |= rest.starts_with('"') && part.contains('/');
                text.push_str(&part);
                rest = behind_comments(behind)?;
                match rest.strip_prefix('+') {
                    Some(more) => rest = more.trim_start(),
                    None => break,
                }
            }
            texts.push(text);
            match rest.strip_prefix(',') {
                Some(behind) => rest = behind,
                None if rest.starts_with(['}', ']', ')']) => {}
                None => return None,
            }
            continue;
        }
        let end = rest.trim_start_matches(['}', ']', ')', ';', ',']);
        return (end.trim().is_empty() && holds_path).then_some(texts);
    }
}

fn behind_comments(text: &str) -> Option<&str> {
    let mut rest = text.trim_start();
    loop {
        rest = match (rest.strip_prefix("//"), rest.strip_prefix("/*")) {
            (Some(comment), _) => comment.split_once('\n')?.1,
            (_, Some(comment)) => comment.split_once("*/")?.1,
            _ => return Some(rest),
        }
        .trim_start();
    }
}

/// A literal in double quotes without escapes, or a name, with what is behind it.
fn part_of_text(rest: &str) -> Option<(String, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    if let Some(literal) = rest.strip_prefix('"') {
        let (text, behind) = literal.split_once('"')?;
        return (!text.contains(['\\', '\n'])).then(|| (braced(text), behind));
    }
    let end = rest.find(|c| !is_part(c) && c != '.').unwrap_or(rest.len());
    let is_name =
        rest.starts_with(|c: char| c.is_alphabetic() || c == '_') && !rest[end..].trim_start().starts_with('(');
    is_name.then(|| (format!("${{{}}}", &rest[..end]), &rest[end..]))
}
