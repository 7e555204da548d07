//! Places in a text, and short forms of it.

/// Where the lines of a text begin.
pub struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    pub fn of(text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        let mut starts: Vec<usize> = std::iter::once(0).chain(ends).collect();
        if starts.len() > 1 && starts.last() == Some(&text.len()) {
            starts.pop();
        }
        Self { starts }
    }

    /// The line of a byte, from 1.
    pub fn line(&self, at: usize) -> u32 {
        self.starts.partition_point(|start| *start <= at).max(1) as u32
    }

    pub fn count(&self) -> u32 {
        self.starts.len() as u32
    }
}

/// At most so many UTF-16 units of a text on one line, as columns count them.
pub fn clip(text: &str, max: usize) -> String {
    let mut out = String::with_capacity(text.len().min(max * 3));
    let mut units = 0;
    for word in text.split_whitespace() {
        let space = usize::from(!out.is_empty());
        if units + space + 1 >= max {
            out.push('…');
            return out;
        }
        let mut room = (max - 1).saturating_sub(units + space);
        if space == 1 {
            out.push(' ');
            units += 1;
        }
        for c in word.chars() {
            if c.len_utf16() > room {
                out.push('…');
                return out;
            }
            room -= c.len_utf16();
            units += c.len_utf16();
            out.push(if c == '\0' { '\u{fffd}' } else { c });
        }
    }
    out
}

/// The boundary of a character at a byte or before it.
pub fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The sentence, or the row of a table, around a place; no more than a bounded part of it.
pub fn sentence(text: &str, from: usize, to: usize) -> &str {
    const REACH: usize = 300;
    let low = floor(text, from.saturating_sub(REACH));
    let high = floor(text, to.saturating_add(REACH));
    let ends = |at: usize| -> bool {
        let (before, behind) = text.split_at(at);
        let stop = before.ends_with(['.', '!', '?', ':', '\n']);
        stop && (before.ends_with('\n') || behind.starts_with([' ', '\n']) || behind.is_empty())
            && !["e.g.", "i.e.", "etc.", "vs.", "cf."].iter().any(|it| before.ends_with(it))
    };
    let start = (low + 1..=from).rev().find(|at| text.is_char_boundary(*at) && ends(*at)).unwrap_or(low);
    let end = (to..=high).find(|at| text.is_char_boundary(*at) && *at > start && ends(*at)).unwrap_or(high);
    text[start..end.max(to)].trim()
}
