//! Literals and constants: what a file says besides its names, types and calls.

use crate::builder::Builder;
use crate::{redact, text};
use facts::*;

/// Characters of a literal that are kept.
const LITERAL_LIMIT: usize = 200;
/// Of one that begins like a statement of SQL, which only the whole of it tells.
const STATEMENT_LIMIT: usize = 4_000;
/// Bytes behind a statement in which more may be added to it.
const SCOPE_LIMIT: u32 = 8_000;
/// Bytes of a declaration that lists texts which are kept.
const LIST_LIMIT: u32 = 4_000;
/// What statements begin with that read or write rows.
const STATEMENTS: [&str; 6] = ["select ", "insert ", "update ", "delete ", "with ", "replace "];

impl Builder<'_> {
    /// The contents of a literal, redacted and bounded, as a name.
    pub fn literal(&mut self, start: u32, end: u32) -> NameId {
        let limit = if self.is_statement(start, end) { STATEMENT_LIMIT } else { LITERAL_LIMIT };
        let reach = self.boundary(end.min(start.saturating_add(4 * limit as u32)));
        let text = text::keep_start(self.redacted(start, reach), limit);
        match self.graph.language == "kotlin" && text.contains('$') {
            true => self.name(&text::braced(&text)),
            false => self.name(&text),
        }
    }

    /// The contents of a literal that stands in several pieces, one behind the other, as a name.
    pub fn literal_of(&mut self, pieces: &[(u32, u32)]) -> NameId {
        let is_statement = pieces.first().is_some_and(|&(start, end)| self.is_statement(start, end));
        let limit = if is_statement { STATEMENT_LIMIT } else { LITERAL_LIMIT };
        let mut text = String::new();
        for &(start, end) in pieces {
            if text.len() > 4 * limit {
                break;
            }
            let reach = self.boundary(end.min(start.saturating_add(4 * limit as u32)));
            text.push_str(&self.redacted(start, reach));
        }
        let text = text::keep_start(text, limit);
        self.name(&text)
    }

    /// The text that an expression puts together of literals and other things. None: no literal is in it, or it is more
    /// than that.
    pub fn joined(&mut self, start: u32, end: u32) -> Option<NameId> {
        let reach = self.boundary(end.min(start.saturating_add(4 * LITERAL_LIMIT as u32)));
        if !self.source.slice(start, reach).contains(['"', '\'', '`', '+']) {
            return None;
        }
        let dots = self.graph.language == "php";
        let text = text::joined(&self.redacted(start, reach), dots)?;
        Some(self.name(&text::keep_start(text, LITERAL_LIMIT)))
    }

    /// Keeps the texts of variables that look like addresses or say that others begin with them, which are put together
    /// before they are used.
    pub(crate) fn keep_texts(&mut self) {
        for id in 0..self.graph.bindings.len() {
            let binding = &self.graph.bindings[id];
            let [given] = binding.values[..] else { continue };
            let value = &self.graph.values[given as usize];
            let is_text = matches!(value, Value::Operation { .. } | Value::Call { .. }) || self.graph.is_text(given);
            // A sum goes by its first part.
            let may_be_sum = matches!(value, Value::Name { .. });
            let may_be_template = self.graph.language == "rust" && matches!(value, Value::Cast { .. });
            if binding.kind != BindingKind::Variable || !is_text && !may_be_sum && !may_be_template {
                continue;
            }
            let (name, line) = (binding.name, binding.line);
            let (from, to) = self.source.line_bounds(line);
            let to = self.boundary(to.min(from.saturating_add(2 * LITERAL_LIMIT as u32)));
            if let Some(text) = self.given_statement(from, to, name) {
                self.graph.texts.push((id as BindingId, text));
                continue;
            }
            let line = self.source.slice(from, to);
            let is_start = self.graph.name(name).to_ascii_lowercase().ends_with("prefix");
            if !is_start && !line.contains(['/', '+'])
                || may_be_sum && !line.contains('+')
                || may_be_template && !line.contains("format!(")
            {
                continue;
            }
            let Some(given) = text::given_to(line, self.graph.name(name)) else { continue };
            // Further lines go on with what puts texts together.
            let reach = self.boundary((self.source.text.len() as u32).min(to.saturating_add(2 * LITERAL_LIMIT as u32)));
            if let Some(text) = self.joined(from + given as u32, reach) {
                self.graph.texts.push((id as BindingId, text));
            }
        }
    }

    /// The statement of SQL that a variable is given on a line, where it is one literal as a whole.
    fn given_statement(&mut self, from: u32, to: u32, name: NameId) -> Option<NameId> {
        let given = from + text::given_to(self.source.slice(from, to), self.graph.name(name))? as u32;
        let reach = (self.source.text.len() as u32).min(given.saturating_add(4 * STATEMENT_LIMIT as u32));
        let (start, end) = text::whole_literal(self.source.slice(given, self.boundary(reach)))?;
        let (start, end) = (given + start as u32, given + end as u32);
        if !self.is_statement(start, end) || end - start > 4 * STATEMENT_LIMIT as u32 {
            return None;
        }
        // What more is added to is another statement by the time that it is used.
        let rest = (self.source.text.len() as u32).min(end.saturating_add(SCOPE_LIMIT));
        if text::is_added_to(self.source.slice(end, self.boundary(rest)), self.graph.name(name)) {
            return None;
        }
        Some(self.literal(start, end))
    }

    /// Keeps the texts of properties that look like addresses, and of variables of a file that are put together to hold one.
    pub(crate) fn keep_property_texts(&mut self) {
        for id in 0..self.graph.symbols.len() {
            let symbol = &self.graph.symbols[id];
            let [value] = symbol.initial[..] else { continue };
            // A sum goes by its first part.
            let may_be_sum = || {
                let value = &self.graph.values[value as usize];
                matches!(value, Value::Builtin(Builtin::String) | Value::Name { .. } | Value::Operation { .. })
            };
            let is_property = symbol.kind == SymbolKind::Property;
            let may_hold = match symbol.kind {
                SymbolKind::Variable => symbol.parent.is_none() && may_be_sum(),
                _ => is_property,
            };
            if !may_hold {
                continue;
            }
            let (from, to) = (symbol.name_at.byte, symbol.span.end.byte);
            let to = self.boundary(to.min(from.saturating_add(2 * LITERAL_LIMIT as u32)));
            let declared = self.source.slice(from, to.max(from));
            let Some(given) = declared.find('=') else { continue };
            if let Some(text) = self.names_put_together(id, &declared[given + 1..]) {
                let text = self.name(&text);
                self.graph.property_texts.push((id as SymbolId, text));
                continue;
            }
            if !declared[given..].contains('/') {
                continue;
            }
            let text = self.joined(from + given as u32 + 1, to).or_else(|| self.listed_paths(id));
            let is_kept = |text: &NameId| is_property || self.graph.name(*text).contains(['$', '\n']);
            if let Some(text) = text.filter(is_kept) {
                self.graph.property_texts.push((id as SymbolId, text));
            }
        }
    }

    /// The text of a constant of a class that is put together of other constants alone: `USERS = BASE + NAME`.
    fn names_put_together(&self, id: usize, given: &str) -> Option<String> {
        let symbol = &self.graph.symbols[id];
        let is_text = symbol.declared_text.as_deref().is_some_and(|it| matches!(it, "String" | "string"));
        let is_constant = match self.graph.language.as_str() {
            "java" => is_text && symbol.modifiers.has(Modifiers::STATIC),
            "csharp" => is_text && symbol.signature.contains("const "),
            "kotlin" => symbol.signature.contains("const "),
            _ => false,
        };
        let given = given.trim().trim_end_matches(';').trim_end();
        if is_constant { text::only_names(given) } else { None }
    }

    /// The texts that a declaration lists and nothing else, each a line.
    fn listed_paths(&mut self, id: usize) -> Option<NameId> {
        let symbol = &self.graph.symbols[id];
        let (from, to) = (symbol.name_at.byte, symbol.span.end.byte);
        if to.saturating_sub(from) > LIST_LIMIT {
            return None;
        }
        let texts = text::only_listed(self.source.slice(from, to.max(from)))?;
        Some(self.name(&texts.iter().map(|text| format!("{text}\n")).collect::<String>()))
    }

    /// Whether a literal begins like a statement of SQL.
    fn is_statement(&self, start: u32, end: u32) -> bool {
        let text = self.source.slice(start, self.boundary(end.min(start.saturating_add(120)))).trim_start();
        let word = text.split_inclusive(char::is_whitespace).next().unwrap_or_default();
        STATEMENTS.iter().any(|it| word.trim_end().eq_ignore_ascii_case(it.trim_end()) && word.len() == it.len())
    }

    /// Notes a statement that asserts something.
    pub fn assertion(&mut self, start: u32) {
        let (caller, line) = (self.caller(), self.source.line(start));
        self.graph.assertions.push((caller, line));
    }

    /// Says where secrets stand. Of a value that could be found by trying there is no fingerprint.
    pub(crate) fn keep_secrets(&mut self) {
        for secret in self.secrets.clone() {
            let severity = redact::severity(&self.source.text, &secret);
            // A provider's own token is one wherever it stands.
            if severity == "medium" && is_translation(&self.graph.path) {
                continue;
            }
            let is_sample = severity != "high" && is_documentation(&self.source.text, secret.start as usize);
            let (kind, severity) = (self.name(secret.kind), self.name(severity));
            let line = self.source.line(secret.start);
            let fingerprint = redact::fingerprint(&self.source.text, &secret);
            self.graph.secrets.push(SecretSite { kind, severity, fingerprint, line, is_sample });
        }
    }

    /// Keeps the texts, numbers and flags that symbols are declared to hold; of a Go method without parameters the text
    /// that it gives back and does nothing else.
    pub(crate) fn keep_constants(&mut self) {
        for id in 0..self.graph.symbols.len() {
            let symbol = &self.graph.symbols[id];
            if symbol.kind == SymbolKind::Method && self.graph.language == "go" && symbol.params.is_empty() {
                let bytes = (symbol.span.start.byte, symbol.span.end.byte);
                if let Some((start, end)) = text::only_given_back(self.source.slice(bytes.0, bytes.1)) {
                    let name = self.literal(bytes.0 + start as u32, bytes.0 + end as u32);
                    self.graph.constants.push((id as SymbolId, name));
                }
                continue;
            }
            // Where a text is of a type that a library declares, its value is one of that type.
            let text = |value: &ValueId| {
                matches!(self.graph.values[*value as usize], Value::Builtin(Builtin::String) | Value::Instance { .. })
            };
            let holds = matches!(symbol.kind, SymbolKind::Variable | SymbolKind::Property | SymbolKind::EnumMember);
            if !holds || symbol.initial.len() > 1 {
                continue;
            }
            let (from, to) = (symbol.name_at.byte, symbol.span.end.byte);
            let number = match symbol.kind {
                SymbolKind::EnumMember => None,
                _ => text::only_number(self.source.slice(from, to.max(from))),
            };
            if let Some((start, end)) = number {
                let name = self.literal(from + start as u32, from + end as u32);
                self.graph.numbers.push((id as SymbolId, name));
                continue;
            }
            let symbol = &self.graph.symbols[id];
            if symbol.initial.len() != 1 || !symbol.initial.iter().all(text) {
                continue;
            }
            if let Some((start, end)) = text::only_literal(self.source.slice(from, to.max(from))) {
                let name = self.literal(from + start as u32, from + end as u32);
                self.graph.constants.push((id as SymbolId, name));
            }
        }
    }
}

/// Whether a file says what is shown in a language: what it names after a secret is what that is called there.
fn is_translation(path: &str) -> bool {
    const FOLDERS: [&str; 10] =
        ["i18n", "l10n", "lang", "langs", "language", "languages", "locale", "locales", "messages", "translations"];
    path.rsplit('/').skip(1).any(|folder| FOLDERS.contains(&&*folder.to_ascii_lowercase()))
}

/// Whether a byte lies on a line of a comment that documents, `/// let token = …`, `//! …`, ` * …`, or of a setting that
/// a generator left commented out: `# config.secret_key = '…'`.
fn is_documentation(text: &str, at: usize) -> bool {
    let before = &text.as_bytes()[..at];
    let begin = before.iter().rposition(|it| *it == b'\n').map_or(0, |at| at + 1);
    let line = before[begin..].trim_ascii_start();
    [&b"///"[..], b"//!", b"/**", b"* ", b"# config."].iter().any(|it| line.starts_with(it))
}
