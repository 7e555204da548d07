//! Namespaces that macros open around what a file declares.

use crate::project::Project;
use crate::project::outline::List;
use crate::values::types::FileId;
use facts::{Modifiers, Symbol};

const KEYWORD: &str = "namespace";

/// The namespace that a macro opens.
pub(super) fn opened(symbol: &Symbol) -> Option<&str> {
    let body = symbol.declared_text.as_deref()?;
    let rest = body.split("namespace ").nth(1)?;
    let name = rest.split(|c: char| !is_of_word(c)).next()?;
    Some(name).filter(|name| !name.is_empty())
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

impl Project {
    /// Whether the macro that opens the namespace around a file's declarations may open one of a name.
    pub(super) fn may_open(&self, file: FileId, space: &str) -> bool {
        let Some(name) = self.source(file).and_then(|source| source.graph.package.as_deref()) else { return true };
        let all = self.listed(List::Linked, self.names.intern(name));
        let mut bodies = all.iter().filter_map(|&(file, symbol)| {
            let symbol = self.source(file)?.graph.symbols.get(symbol as usize)?;
            symbol.declared_text.as_deref().filter(|_| symbol.modifiers.has(Modifiers::MACRO))
        });
        // Another macro in its body may open any.
        let opens = |body: &str| !body.contains(KEYWORD) || body.split(|c| !is_of_word(c)).any(|word| word == space);
        let Some(first) = bodies.next() else { return true };
        opens(first) || bodies.any(opens)
    }
}
