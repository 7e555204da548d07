//! Ids of symbols, `path#qualified.name`, as they stand escaped in a unit's rows.

use std::fmt::Write;

/// How a file's share writes ids: those of its own symbols with a tab in place of the path, which no path holds.
pub struct Ids {
    /// What they begin with.
    own: String,
}

impl Ids {
    pub fn of(path: &str) -> Self {
        let mut own = serde_json::to_string(path).unwrap_or_default();
        own.pop();
        own.push('#');
        own.remove(0);
        Self { own }
    }

    /// The file's own path, escaped.
    pub fn path(&self) -> &str {
        self.own.strip_suffix('#').unwrap_or_default()
    }

    /// What is behind the path of an id of the file's own.
    pub fn own<'i>(&self, id: &'i str) -> Option<&'i str> {
        id.strip_prefix(&self.own)
    }

    /// Writes an id as the share has it, in quotes.
    pub fn write(&self, id: &str, out: &mut String) {
        let _ = match self.own(id) {
            Some(rest) => write!(out, "\"\\t{rest}\""),
            None => write!(out, "\"{id}\""),
        };
    }
}

/// Where a symbol is declared.
pub fn path_of(id: &str) -> &str {
    id.find('#').map_or(id, |at| &id[..at])
}

/// What a symbol is called in what is around it.
pub fn last_name(id: &str) -> &str {
    id.rfind(['.', '#']).map_or(id, |at| &id[at + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_symbols_go_without_their_path() {
        let ids = Ids::of("a\"b.ts");
        let written = |id: &str| {
            let mut out = String::new();
            ids.write(id, &mut out);
            out
        };
        assert_eq!(ids.path(), "a\\\"b.ts");
        assert_eq!(written("a\\\"b.ts#A.run"), "\"\\tA.run\"");
        assert_eq!(written("b.ts#A.run"), "\"b.ts#A.run\"");
        assert_eq!((path_of("b.ts#A.run"), last_name("b.ts#A.run"), last_name("b.ts#A")), ("b.ts", "run", "A"));
    }
}
