//! How languages write what `flows` reads: comments, texts, and what is put into these.

use syntax::{FrontEnd, Language};

/// What may stand inside of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    Nothing,
    /// `${x}`
    Dollar,
    /// `$x`, `${x}`, `{$x}`
    Variables,
    /// `#{x}`
    Hash,
    /// `{x}`
    Braces,
}

#[derive(Debug)]
pub struct Lexis {
    pub line_comments: &'static [&'static str],
    /// Quotes, and what may stand inside.
    pub texts: &'static [(&'static str, Inside)],
    /// What in front of a quote lets something stand inside: Python's `f"…"`.
    pub formatted: &'static [char],
    /// Names begin with `$`.
    pub dollars: bool,
    /// `/…/` where an operand may stand.
    pub regexps: bool,
    /// `->` takes a member, and is no function.
    pub arrow_members: bool,
    /// Calls need no parentheses.
    pub bare_calls: bool,
    /// A condition's statements stand in brackets or further to the right, or between words.
    pub lines_end: bool,
    /// `&x` hands on where a value is kept, so that it can be filled.
    pub pointers: bool,
    /// What is given at a parameter may be of another type than the declared one.
    pub loose_types: bool,
    /// What holds a request without being given.
    pub requests: &'static [&'static str],
}

const PLAIN: Lexis = Lexis {
    line_comments: &["//"],
    texts: &[("\"\"\"", Inside::Nothing), ("\"", Inside::Nothing), ("'", Inside::Nothing)],
    formatted: &[],
    dollars: false,
    regexps: false,
    arrow_members: false,
    bare_calls: false,
    lines_end: false,
    pointers: false,
    loose_types: false,
    requests: &[],
};

static SCRIPT: Lexis = Lexis {
    texts: &[("`", Inside::Dollar), ("\"", Inside::Nothing), ("'", Inside::Nothing)],
    dollars: true,
    regexps: true,
    loose_types: true,
    ..PLAIN
};
static PYTHON: Lexis = Lexis {
    line_comments: &["#"],
    texts: &[("\"\"\"", Inside::Nothing), ("'''", Inside::Nothing), ("\"", Inside::Nothing), ("'", Inside::Nothing)],
    formatted: &['f', 'F'],
    requests: &["request"],
    lines_end: true,
    ..PLAIN
};
static GO: Lexis = Lexis {
    texts: &[("`", Inside::Nothing), ("\"", Inside::Nothing), ("'", Inside::Nothing)],
    pointers: true,
    lines_end: true,
    ..PLAIN
};
static RUST: Lexis = Lexis { texts: &[("\"", Inside::Braces)], lines_end: true, ..PLAIN };
static CSHARP: Lexis = Lexis { formatted: &['$'], ..PLAIN };
static KOTLIN: Lexis =
    Lexis { texts: &[("\"\"\"", Inside::Variables), ("\"", Inside::Variables), ("'", Inside::Nothing)], ..PLAIN };
static PHP: Lexis = Lexis {
    line_comments: &["//", "#"],
    texts: &[("\"", Inside::Variables), ("'", Inside::Nothing)],
    dollars: true,
    arrow_members: true,
    requests: &["$_GET", "$_POST", "$_REQUEST", "$_COOKIE", "$_FILES"],
    ..PLAIN
};
static RUBY: Lexis = Lexis {
    line_comments: &["#"],
    texts: &[("`", Inside::Hash), ("\"", Inside::Hash), ("'", Inside::Nothing)],
    regexps: true,
    bare_calls: true,
    lines_end: true,
    requests: &["params", "cookies"],
    ..PLAIN
};
static JAVA: Lexis = PLAIN;

/// None: what arguments are made of is not read.
pub fn of(language: &Language) -> Option<&'static Lexis> {
    match language.front_end {
        FrontEnd::Oxc | FrontEnd::Vue | FrontEnd::Svelte | FrontEnd::Astro => Some(&SCRIPT),
        FrontEnd::Ruff => Some(&PYTHON),
        FrontEnd::Go => Some(&GO),
        FrontEnd::Java => Some(&JAVA),
        FrontEnd::Rust => Some(&RUST),
        FrontEnd::CSharp => Some(&CSHARP),
        FrontEnd::Php => Some(&PHP),
        FrontEnd::Kotlin => Some(&KOTLIN),
        FrontEnd::Ruby => Some(&RUBY),
        _ => None,
    }
}
