//! Patterns of paths, as the files under `rules/patterns` write them.

/// What a pattern is made of.
#[derive(Debug)]
enum Part {
    Text(Box<str>),
    /// `*`: any name, or any part of one.
    Name,
    /// `**`: anything.
    Any,
    /// `.**`: nothing, or anything below.
    Below,
}

/// `a.**` is `a` and everything below it; `a.*` is what lies right below it.
#[derive(Debug)]
pub struct Pattern(Vec<Part>);

impl Pattern {
    pub fn read(written: &str) -> Self {
        let mut parts = Vec::new();
        let mut rest = written;
        while !rest.is_empty() {
            let star = rest.find('*').unwrap_or(rest.len());
            let is_double = rest[star..].starts_with("**");
            let text = if is_double { rest[..star].strip_suffix('.') } else { None };
            let before = text.unwrap_or(&rest[..star]);
            if !before.is_empty() {
                parts.push(Part::Text(before.into()));
            }
            if star < rest.len() {
                parts.push(match (is_double, text) {
                    (true, Some(_)) => Part::Below,
                    (true, None) => Part::Any,
                    _ => Part::Name,
                });
            }
            rest = rest.get(star + 1 + usize::from(is_double)..).unwrap_or_default();
        }
        Self(parts)
    }

    /// What every path that fits begins with.
    pub fn start(&self) -> &str {
        match self.0.first() {
            Some(Part::Text(text)) => text,
            _ => "",
        }
    }

    pub fn fits(&self, path: &str) -> bool {
        // Of those that may begin with anything there are many, and few paths that end like one.
        if let Some(Part::Text(text)) = self.0.last()
            && !path.ends_with(&**text)
        {
            return false;
        }
        fits(&self.0, path.as_bytes())
    }
}

/// A space is in no name.
fn fits(parts: &[Part], path: &[u8]) -> bool {
    let Some((part, rest)) = parts.split_first() else { return path.is_empty() };
    let any = |path: &[u8], is_end: fn(u8) -> bool| {
        let most = path.iter().position(|&sign| is_end(sign)).unwrap_or(path.len());
        (0..=most).any(|at| fits(rest, &path[at..]))
    };
    match part {
        Part::Text(text) => path.strip_prefix(text.as_bytes()).is_some_and(|path| fits(rest, path)),
        Part::Name => any(path, |sign| matches!(sign, b'.' | b' ')),
        Part::Any => any(path, |sign| sign == b' '),
        Part::Below => fits(rest, path) || path.strip_prefix(b".").is_some_and(|path| any(path, |sign| sign == b' ')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_names_and_what_lies_below() {
        let fits = |pattern: &str, path: &str| Pattern::read(pattern).fits(path);
        assert!(fits("a.**", "a") && fits("a.**", "a.b.c") && !fits("a.**", "ab") && !fits("a.**", "a.b c"));
        assert!(fits("a.*", "a.b") && !fits("a.*", "a.b.c") && !fits("a.*", "a") && fits("a.b*", "a.b"));
        assert!(
            fits("a**", "ab.c") && fits("**log/v*.Warn", "x/log/v2.Warn") && !fits("**log/v*.Warn", "x/log/v2.Warnf")
        );
        assert!(fits("**/**.css", "./a/b.css") && fits("a.**.send", "a.b.send") && fits("a.**.send", "a.send"));
        assert!(fits("A.*Async", "A.GetAsync") && !fits("A.*Async", "A.b.GetAsync") && fits("a!", "a!"));
        assert_eq!(
            [Pattern::read("a.**").start(), Pattern::read("a.*b").start(), Pattern::read("**").start()],
            ["a", "a.", ""]
        );
    }
}
