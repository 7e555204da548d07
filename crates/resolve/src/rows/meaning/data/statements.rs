//! Statements of SQL that calls are given: of libraries, and of functions of the repository that hand them on.

use super::accesses::Access;
use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::rows::meaning::places::found::Found;
use facts::{Call, Shape, Value};
use rules::Clause;
use std::borrow::Cow;

/// How statements begin that read or write rows.
const BEGINNINGS: [&str; 6] = ["select ", "insert ", "update ", "delete ", "replace ", "with "];

impl<'g> Writer<'_, 'g> {
    /// What a statement does that a call is given. What does not parse tells nothing.
    pub fn statement(&mut self, clause: &Clause, site: &Site<'g>) {
        if let Some(Found::Shape(shape)) = self.find(site, &clause.sql).into_iter().next()
            && let Some(text) = self.statement_text(shape)
        {
            self.stated(&clause.framework, site, &text);
        }
    }

    /// A statement that a function of the repository is given, which runs it somewhere: `update("delete from players")`.
    /// One of a test may be what is tested: `split("select 1; select 2")`.
    pub fn own_statement(&mut self, call: &'g Call) {
        let is_tested = |line: u32| self.graph.tests.iter().any(|test| test.line <= line && line <= test.end_line);
        if self.graph.is_test || is_tested(call.at.line) || is_of_another_language(self.graph.name(call.name)) {
            return;
        }
        let Some(text) = call.given.iter().find_map(|given| self.statement_text(&given.shape)) else { return };
        let start =
            text.trim_start().get(..8).unwrap_or_default().replace(['\n', '\t', '\r'], " ").to_ascii_lowercase();
        if BEGINNINGS.iter().any(|it| start.starts_with(it)) && is_whole(&text) {
            self.stated("SQL", &Site::of_call(self.graph, call), &text);
        }
    }

    fn stated(&mut self, library: &str, site: &Site<'g>, text: &str) {
        let plain = if self.graph.language == "php" { without_namespaces(text) } else { Cow::Borrowed(text) };
        for told in sql::accesses(&plain).unwrap_or_default() {
            let (operation, model) = (told.operation, Some(told.table.as_str()));
            self.access(library, site, &Access { operation, model, symbol: None, fields: &told.columns });
        }
    }

    /// A text, what a name holds that is one throughout, or what is put together of texts, constants and other things.
    fn statement_text(&mut self, shape: &'g Shape) -> Option<Cow<'g, str>> {
        match shape {
            Shape::Joined(text) => Some(Cow::Owned(self.expanded(self.graph.name(*text).to_owned()))),
            Shape::Text(_) | Shape::Value(_) => self.fixed(shape).or_else(|| self.held_text(shape)),
            _ => None,
        }
    }

    /// The text that a local name in the place of a text was given.
    fn held_text(&self, shape: &Shape) -> Option<Cow<'g, str>> {
        let Shape::Value(value) = shape else { return None };
        let Value::Name { binding: Some(binding), .. } = self.graph.values[*value as usize] else { return None };
        let symbol = self.graph.bindings[binding as usize].symbol;
        let constant = symbol.and_then(|symbol| self.graph.constant(symbol));
        constant.or_else(|| self.graph.text(binding)).map(Cow::Borrowed)
    }
}

/// A statement of Doctrine's in which classes go by their own names: `from App\Entity\Cat c`, `delete App\Entity\Cat c`, of
/// what is put together `from {Cat::class}`.
fn without_namespaces(text: &str) -> Cow<'_, str> {
    const CLASS: &str = "::class";
    if !text.contains(['\\']) && !text.contains(CLASS) {
        return Cow::Borrowed(text);
    }
    let is_class = |word: &str| word.starts_with(|c: char| c.is_uppercase());
    let mut out = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        let bare = word.trim_end();
        let inner = bare.trim_start_matches(['$', '{', '\\']).trim_end_matches('}');
        let named = inner.strip_suffix(CLASS).unwrap_or(inner);
        let name = named.rsplit('\\').next().unwrap_or(named);
        let is_named = named.len() < inner.len() || inner.contains('\\');
        let is_name = is_class(name) && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !is_named || !is_name {
            out.push_str(word);
            continue;
        }
        // Its DELETE needs no FROM.
        if out.trim().eq_ignore_ascii_case("delete") {
            out.push_str("from ");
        }
        out.push_str(name);
        out.push_str(&word[bare.len()..]);
    }
    Cow::Owned(out)
}

/// Whether a text reads like a whole statement, and not like a sentence that begins with the same word: `Delete the key`.
fn is_whole(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let mut words = lower.split_whitespace();
    let wanted = match words.next() {
        Some("delete") => "from",
        Some("insert" | "replace") => "into",
        Some("update") => "set",
        // A sentence has none of its marks: `Select a name from the list`.
        Some("select") if text.trim_start().starts_with("Sel") => return text.contains(['*', '=', ',', '(', '_', '?']),
        _ => return true,
    };
    words.any(|word| word == wanted) && lower.split_whitespace().count() > 2
}

/// Whether a function says by its name that it runs what looks like SQL and is none: `hogqlCount`, `queryKQL`.
fn is_of_another_language(function: &str) -> bool {
    let name = function.to_ascii_lowercase();
    name.match_indices("ql").any(|(at, _)| name[..at].ends_with(|c: char| c.is_ascii_alphabetic() && c != 's'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_in_statements_go_by_their_own_names() {
        let plain = |text| without_namespaces(text).into_owned();
        assert_eq!(
            plain("SELECT c FROM App\\Entity\\Cat c WHERE c.a = '\\n'"),
            "SELECT c FROM Cat c WHERE c.a = '\\n'"
        );
        assert_eq!(plain("DELETE App\\Entity\\Cat c"), "DELETE from Cat c");
        assert_eq!(plain("SELECT c FROM ${Cat::class} c"), "SELECT c FROM Cat c");
    }

    #[test]
    fn a_sentence_is_no_statement() {
        for text in
            ["Delete AI provider", "update the settings", "Insert a coin", "delete from", "Select a name from a list"]
        {
            assert!(!is_whole(text), "{text}");
        }
        for text in ["DELETE FROM a", "update a set b = 1", "insert into a values (1)", "select 1", "Select * from a"] {
            assert!(is_whole(text), "{text}");
        }
    }

    #[test]
    fn a_language_that_is_not_sql_is_told_by_the_name() {
        for name in ["hogqlCount", "queryKQL", "runSoql"] {
            assert!(is_of_another_language(name), "{name}");
        }
        for name in ["query", "runSql", "mysqlQuery", "execSQL", "qlen"] {
            assert!(!is_of_another_language(name), "{name}");
        }
    }
}
