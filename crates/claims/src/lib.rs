//! What documentation says of its repository, in a form that can be looked up: a path, a symbol, a command, a setting,
//! a route, a version, a dependency, a code block.
//!
//! A document's sections and claims follow from its path and text alone, so that an edit of one file changes what is
//! known of that file. Claims are told by form (inline code, links, fences, and of versions plain text) and by the
//! words around; whether one is true is for others to say. Every list is bounded, whatever the text holds.

mod blocks;
mod cues;
mod document;
#[cfg(test)]
mod elsewhere;
mod kinds;
mod rst;
mod sections;
#[cfg(test)]
mod spec;
mod text;
mod words;

pub use document::{Format, Role};
pub use sections::Section;

use blocks::Piece;
use document::{format_of, role_of};
use std::collections::BTreeSet;
use text::{Lines, clip};

/// Claims of one document, the first ones.
const MAX_CLAIMS: usize = 2_000;
/// Classes and functions that blocks of code of one document declare, the first ones.
const MAX_SAMPLES: usize = 500;
/// Characters of what is claimed, of what is looked up, and of the sentence around.
const MAX_TEXT: usize = 200;
const MAX_QUOTE: usize = 400;

/// What a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A file or folder of the repository.
    Path,
    Symbol,
    /// Something to run: `value` says what the subject is (script, target, file, program …).
    Command,
    /// A variable of the environment (`value`: environment), or a key of a configuration file (`value`: its name).
    ConfigKey,
    /// The subject is the path, `value` the method.
    ApiRoute,
    /// Of the subject, `value` is the version or range.
    Version,
    /// `value` is where it comes from: npm, pip, cargo …
    Dependency,
    /// The subject is the language, `value` the hash of its lines, `names` what it imports.
    CodeBlock,
}

impl Kind {
    pub fn word(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Symbol => "symbol",
            Self::Command => "command",
            Self::ConfigKey => "config_key",
            Self::ApiRoute => "api_route",
            Self::Version => "version",
            Self::Dependency => "dependency",
            Self::CodeBlock => "code_block",
        }
    }
}

/// How a claim is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Code,
    Link,
    Fence,
    Text,
}

impl Form {
    pub fn word(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Link => "link",
            Self::Fence => "fence",
            Self::Text => "text",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    pub kind: Kind,
    pub form: Form,
    /// The place of its section in [`Document::sections`].
    pub section: usize,
    pub line: u32,
    pub end_line: u32,
    /// As written.
    pub text: String,
    /// What would be looked up.
    pub subject: String,
    pub value: Option<String>,
    /// Of a code block, what it imports: `module.name`.
    pub names: Vec<String>,
    /// The sentence, row or line that it stands in.
    pub quote: String,
    /// 50 to 100: how sure it is that this is a claim of its kind, about this repository.
    pub confidence: u8,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    pub title: Option<String>,
    pub format: Format,
    pub role: Role,
    pub lines: u32,
    pub sections: Vec<Section>,
    pub claims: Vec<Claim>,
}

/// Whether a path is that of a documentation file.
pub fn is_document(path: &str) -> bool {
    format_of(path).is_some() && document::is_read(path)
}

/// Reads a document. What has no format by its name is read as Markdown.
pub fn read(path: &str, text: &str) -> Document {
    let lines = Lines::of(text);
    let role = role_of(path);
    let mut reading = Reading {
        path,
        lines: &lines,
        seen: BTreeSet::new(),
        claims: Vec::new(),
        samples: BTreeSet::new(),
        variables: BTreeSet::new(),
    };
    let format = format_of(path).unwrap_or(Format::Markdown);
    let (sections, title) = sections::read(format, text, &lines, |piece, heading, section| {
        if role == Role::Guide && reading.claims.len() < MAX_CLAIMS {
            reading.piece(piece, heading, section);
        }
    });
    let claims = without_samples(reading.claims, &reading.samples);
    let claims = if document::is_internal(path) { claims } else { without_variables(claims, &reading.variables) };
    let claims = own_programs(claims, title.as_deref(), &sections);
    let claims = own_objects(claims, title.as_deref(), &sections);
    Document { title, format, role, lines: lines.count(), sections, claims }
}

/// Without programs that the document is not about: those that its title names are the repository's own, and those of which a
/// heading is the call.
fn own_programs(claims: Vec<Claim>, title: Option<&str>, sections: &[Section]) -> Vec<Claim> {
    let first = sections.iter().filter(|section| section.level == 1);
    let first = first.filter_map(|section| section.headings.last().map(String::as_str));
    let calls: BTreeSet<&str> =
        sections.iter().filter_map(|it| it.headings.last()).map(|it| it.trim_matches('`')).collect();
    let words = first.chain(title).flat_map(|heading| heading.split([' ', '`', ':', '/', '(', ')']));
    let named: BTreeSet<String> = words.map(str::to_lowercase).collect();
    let is_own = |claim: &Claim| {
        claim.subject.split(' ').next().is_some_and(|name| named.contains(name))
            || claim.subject.contains(' ') && calls.contains(claim.subject.as_str())
    };
    let is_program = |claim: &Claim| claim.kind == Kind::Command && claim.value.as_deref() == Some("program");
    claims.into_iter().filter(|claim| !is_program(claim) || is_own(claim)).collect()
}

/// Without `db.transaction()` where no heading names `db`: it is what the text has called so, and not the repository.
fn own_objects(claims: Vec<Claim>, title: Option<&str>, sections: &[Section]) -> Vec<Claim> {
    let headings = sections.iter().filter_map(|section| section.headings.last().map(String::as_str));
    let is_end = |c: char| !c.is_alphanumeric() && c != '_';
    let named: BTreeSet<String> =
        headings.chain(title).flat_map(|it| it.split(is_end)).map(str::to_lowercase).collect();
    let is_loose = |claim: &Claim| claim.kind == Kind::Symbol && claim.confidence == kinds::OF_AN_OBJECT;
    let root = |claim: &Claim| claim.subject.split('.').next().unwrap_or_default().to_lowercase();
    claims.into_iter().filter(|claim| !is_loose(claim) || named.contains(&root(claim))).collect()
}

/// Without what the document itself writes out: members of its classes, its functions.
fn without_samples(claims: Vec<Claim>, samples: &BTreeSet<String>) -> Vec<Claim> {
    let is_sample = |claim: &Claim| {
        let root = claim.subject.split(['.', ':', '#', '\\']).next().unwrap_or_default();
        claim.kind == Kind::Symbol
            && claim.confidence < 85
            && (root.len() < claim.subject.len() || root.starts_with(char::is_lowercase))
            && samples.contains(root)
    };
    claims.into_iter().filter(|claim| !is_sample(claim)).collect()
}

/// Without variables that the document's own code reads: its reader writes that code, and sets them for it.
fn without_variables(claims: Vec<Claim>, variables: &BTreeSet<String>) -> Vec<Claim> {
    let is_sample = |claim: &Claim| claim.kind == Kind::ConfigKey && variables.contains(&claim.subject);
    claims.into_iter().filter(|claim| !is_sample(claim)).collect()
}

struct Reading<'d> {
    path: &'d str,
    lines: &'d Lines,
    /// What was claimed already: the same in the same section is one claim.
    seen: BTreeSet<(usize, Kind, String, Option<String>)>,
    claims: Vec<Claim>,
    /// Classes and functions that blocks of code declare: they are made up for the reader.
    samples: BTreeSet<String>,
    /// Variables of the environment that blocks of code read.
    variables: BTreeSet<String>,
}

impl Reading<'_> {
    fn piece(&mut self, piece: &Piece, heading: &str, section: usize) {
        if let Piece::Fence(fence) = piece {
            let room = MAX_SAMPLES.saturating_sub(self.samples.len());
            let names = kinds::classes(fence).chain(kinds::functions(fence));
            self.samples.extend(names.take(room).map(str::to_owned));
            let room = MAX_SAMPLES.saturating_sub(self.variables.len());
            self.variables.extend(kinds::variables(fence).take(room).map(str::to_owned));
        }
        for found in kinds::find(piece, self.path, heading) {
            let fits = found.confidence >= 50 && !found.subject.is_empty() && found.subject.len() <= MAX_TEXT;
            let key = (section, found.kind, found.subject.clone(), found.value.clone());
            if !fits || self.claims.len() >= MAX_CLAIMS || !self.seen.insert(key) {
                continue;
            }
            self.claims.push(Claim {
                kind: found.kind,
                form: found.form,
                section,
                line: self.lines.line(found.at),
                end_line: self.lines.line(found.end),
                text: clip(&found.text, MAX_TEXT),
                subject: found.subject,
                value: found.value,
                names: found.names,
                quote: clip(&found.quote, MAX_QUOTE),
                confidence: found.confidence,
            });
        }
    }
}
