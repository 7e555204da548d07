//! Packages that a text says it uses: "uses `zod`", "the `pyyaml` package".

use super::Told;
use crate::Kind;
use crate::blocks::{Block, Span};

/// The words right before and behind a code span tell that it names a package.
pub fn inline(block: &Block, span: &Span, code: &str) -> Option<Told> {
    const BEFORE: [&str; 5] = ["depends on", "powered by", "built on", "built on top of", "built with"];
    const BEHIND: [&str; 8] =
        ["package", "packages", "library", "crate", "gem", "npm package", "python package", "go module"];
    let is_name = code.len() >= 2
        && code
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'_' | b'/' | b'@' | b'.'))
        && code.trim_start_matches('@').starts_with(|c: char| c.is_ascii_lowercase())
        && (code.starts_with('@') || !code.contains('/'))
        && !code.contains("..")
        && !crate::cues::is_placeholder(code)
        && !crate::words::platform().contains(code);
    let before = block.text.get(..span.from)?.trim_end().trim_end_matches("the").trim_end().to_lowercase();
    let behind = block.text.get(span.to..)?.trim_start().to_lowercase();
    let is_behind = |word: &&str| {
        behind
            .strip_prefix(*word)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '.')))
    };
    let is_told = BEFORE.iter().any(|it| before.ends_with(it)) || BEHIND.iter().any(is_behind);
    // What a system's own packages are called.
    let is_system = ["ubuntu", "debian", "fedora", "homebrew", "apt", "brew", "alpine", "arch linux", "centos"];
    let text = block.text.to_lowercase();
    let is_told = is_told && !is_system.iter().any(|it| text.contains(it)) && !code.ends_with("-dev");
    (is_name && is_told).then(|| Told::new(Kind::Dependency, code, 65))
}
