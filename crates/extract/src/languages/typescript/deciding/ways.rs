//! Conditions as routes: methods and paths for which they hold.

use super::*;

/// One way in which a condition holds: methods, and a path that is a whole one or, with a star at its end, the begin of several.
pub type Way = (Vec<String>, Option<String>);

/// The ways in which a condition holds; none where it is about more than methods and paths that are known.
pub fn ways(cond: &Cond) -> Option<Vec<Way>> {
    match cond {
        Cond::Fits { pattern, of: PathOf::Whole | PathOf::Relative, .. } => {
            Some(vec![(Vec::new(), Some(path_of(pattern)?))])
        }
        Cond::Method(all) => Some(vec![(all.clone(), None)]),
        Cond::Free => Some(vec![(Vec::new(), None)]),
        Cond::And(one, other) => {
            let (left, right) = (ways(one)?, ways(other)?);
            let mut all = Vec::new();
            for (methods, path) in &left {
                for (more, deeper) in &right {
                    if path.is_some() && deeper.is_some() {
                        return None;
                    }
                    let methods = if methods.is_empty() { more } else { methods };
                    all.push((methods.clone(), path.clone().or_else(|| deeper.clone())));
                }
            }
            Some(all)
        }
        Cond::Or(one, other) => {
            let mut all = ways(one)?;
            all.extend(ways(other)?);
            Some(all)
        }
        _ => None,
    }
}

/// The path that an expression fits: a whole one, with parameters for its groups, or all below one.
fn path_of(pattern: &str) -> Option<String> {
    let rest = pattern.strip_prefix('^')?;
    let (rest, is_whole) = match rest.strip_suffix('$') {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    let mut told = String::new();
    let mut letters = rest.chars().peekable();
    while let Some(one) = letters.next() {
        match one {
            '\\' => match letters.next()? {
                it @ ('/' | '.' | '-' | '_' | '+' | '$' | '(' | ')' | '*') => told.push(it),
                _ => return None,
            },
            '(' => {
                let inner: String = letters.by_ref().take_while(|it| *it != ')').collect();
                if !told.ends_with('/') || inner.contains(['|', '/']) && !inner.starts_with("[^") {
                    return None;
                }
                told.push_str(":value");
            }
            '.' | '+' | '*' | '?' | '[' | ']' | '{' | '}' | '|' | ')' | '$' | '^' => return None,
            it => told.push(it),
        }
    }
    if !told.starts_with('/') || told.contains(ELEMENT) || told.contains(EXPRESSION) {
        return None;
    }
    Some(if is_whole { told } else { format!("{}/*", told.trim_end_matches('/')) })
}
