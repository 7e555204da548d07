//! Tables of reStructuredText: between lines of `=`, or drawn with `+`, `-` and `|`.

const MAX_ROWS: usize = 1_000;

/// Rows: whether one stands at the head, where it begins, its cells with ` | ` between.
type Rows = Vec<(bool, usize, String)>;

/// The rows of the table that begins at a line, and the line behind it. `line` gives lines with their places.
pub fn read<'t>(at: usize, first: &str, line: impl Fn(usize) -> Option<(usize, &'t str)>) -> Option<(Rows, usize)> {
    if is_grid_rule(first) {
        return Some(grid(at, line));
    }
    is_rule(first).then(|| simple(at, line)).flatten()
}

/// `=====  ===`
fn is_rule(text: &str) -> bool {
    text.starts_with("==") && text.contains(' ') && text.bytes().all(|b| matches!(b, b'=' | b' '))
}

fn is_grid_rule(text: &str) -> bool {
    text.len() > 2
        && text.starts_with('+')
        && text.ends_with('+')
        && text.bytes().all(|b| matches!(b, b'+' | b'-' | b'='))
}

fn simple<'t>(at: usize, line: impl Fn(usize) -> Option<(usize, &'t str)>) -> Option<(Rows, usize)> {
    let mut rows = Rows::new();
    let mut rules = 1;
    for next in at + 1..at + MAX_ROWS {
        let (place, text) = line(next)?;
        if is_rule(text) {
            rules += 1;
            let is_end = rules == 3 || line(next + 1).is_none_or(|(_, text)| text.is_empty());
            if rules == 2 && !is_end {
                rows.iter_mut().for_each(|(is_head, ..)| *is_head = true);
            }
            if is_end {
                return Some((rows, next + 1));
            }
        } else if !text.is_empty() && !text.bytes().all(|b| matches!(b, b'-' | b' ')) {
            let cells = text.split("  ").map(str::trim).filter(|it| !it.is_empty()).collect::<Vec<_>>();
            rows.push((false, place, cells.join(" | ")));
        }
    }
    None
}

fn grid<'t>(at: usize, line: impl Fn(usize) -> Option<(usize, &'t str)>) -> (Rows, usize) {
    let mut rows = Rows::new();
    let mut next = at + 1;
    while let Some((place, text)) = line(next).filter(|(_, text)| text.starts_with(['+', '|'])) {
        next += 1;
        if text.starts_with("+=") {
            rows.iter_mut().for_each(|(is_head, ..)| *is_head = true);
        } else if text.starts_with('|') && rows.len() < MAX_ROWS {
            let cells = text.trim_matches('|').split('|').map(str::trim).filter(|it| !it.is_empty());
            let cells = cells.collect::<Vec<_>>().join(" | ");
            if !cells.is_empty() {
                rows.push((false, place, cells));
            }
        }
    }
    (rows, next)
}
