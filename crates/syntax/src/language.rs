//! A language as shared code knows it: by its properties.

use crate::header;
use crate::languages::LANGUAGES;

/// The parser that reads a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrontEnd {
    Oxc,
    /// Components whose scripts and templates oxc reads.
    Vue,
    Svelte,
    Astro,
    Ruff,
    /// Cells of Python in JSON, read by ruff.
    Jupyter,
    Go,
    Java,
    Rust,
    CSharp,
    Php,
    C,
    Cpp,
    Kotlin,
    Ruby,
    Swift,
    Lua,
    Xaml,
}

/// How oxc reads a file. TypeScript's own variants differ in grammar, JavaScript's in what is a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    TypeScript,
    Tsx,
    /// `.d.ts`: everything in it is ambient.
    Declarations,
    /// JavaScript with JSX wherever the grammar allows it; a module when it imports or exports.
    JavaScript,
    CommonJs,
}

/// A language and the properties that shared code asks for.
#[derive(Debug, PartialEq, Eq)]
pub struct Language {
    /// Lower case, as users write it.
    pub name: &'static str,
    pub front_end: FrontEnd,
    /// Endings of file names. The longest one that fits decides.
    pub endings: &'static [&'static str],
    /// What a hashbang's last word starts with, for files without an ending.
    pub interpreters: &'static [&'static str],
    /// What starts a comment up to the line's end.
    pub line_comment: &'static str,
    /// What a line inside a comment may start with: where a mark such as `@generated` counts.
    pub comment_marks: &'static [&'static str],
    pub test_paths: TestPaths,
    /// Endings of the names of files that tools write.
    pub generated_endings: &'static [&'static str],
}

/// Where tests lie by convention.
#[derive(Debug, PartialEq, Eq)]
pub struct TestPaths {
    /// A folder of this name anywhere in the path.
    pub folders: &'static [&'static str],
    /// The file's name without its ending starts with one of these.
    pub prefixes: &'static [&'static str],
    /// The file's name without its ending ends with one of these.
    pub suffixes: &'static [&'static str],
}

impl Language {
    /// The language of a file, by its name's ending, else by its hashbang.
    pub fn of(path: &str, bytes: &[u8]) -> Option<&'static Self> {
        let name = path.rsplit('/').next()?;
        if let Some((stem, _)) = name.rsplit_once('.')
            && !stem.is_empty()
        {
            let fits = |language: &&Language| language.endings.iter().any(|ending| name.ends_with(ending));
            let by_name = LANGUAGES.iter().find(fits)?;
            return match by_name.front_end {
                // Both dialects call their headers so; what stands in one decides.
                FrontEnd::C if name.ends_with(".h") && header::is_cpp(bytes) => {
                    LANGUAGES.iter().find(|language| language.front_end == FrontEnd::Cpp)
                }
                _ => Some(by_name),
            };
        }
        let line = bytes.strip_prefix(b"#!")?.split(|b| *b == b'\n').next()?;
        let line = std::str::from_utf8(line).ok()?;
        // `/usr/bin/env -S node --flag`, `/usr/bin/python3`: the first word that is a program of ours.
        let programs = line.split_ascii_whitespace().filter_map(|word| word.rsplit('/').next());
        programs.filter(|word| *word != "env").find_map(|word| {
            let fits = |language: &&Language| language.interpreters.iter().any(|i| word.starts_with(i));
            LANGUAGES.iter().find(fits)
        })
    }

    /// How oxc is to read a file of this name.
    pub fn dialect(&self, path: &str) -> Dialect {
        match self.name {
            "tsx" => Dialect::Tsx,
            "typescript" if is_declarations(path) => Dialect::Declarations,
            "typescript" => Dialect::TypeScript,
            _ if path.ends_with(".cjs") => Dialect::CommonJs,
            _ => Dialect::JavaScript,
        }
    }

    /// Whether a file holds tests by where it lies and what it is called.
    pub fn is_test_path(&self, path: &str) -> bool {
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        let ending = self.endings.iter().filter(|e| name.ends_with(**e)).map(|e| e.len()).max().unwrap_or(0);
        let stem = &name[..name.len() - ending];
        let rules = &self.test_paths;
        rules.prefixes.iter().any(|p| stem.starts_with(p))
            || rules.suffixes.iter().any(|s| stem.ends_with(s))
            || folders.split('/').any(|folder| rules.folders.contains(&folder))
    }

    /// Whether a file's name alone says that a tool wrote it.
    pub fn is_generated_path(&self, path: &str) -> bool {
        self.generated_endings.iter().any(|ending| path.ends_with(ending))
    }
}

/// `a.d.ts`, `a.d.mts`, `a.d.css.ts`.
fn is_declarations(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    [".d.ts", ".d.mts", ".d.cts"].iter().any(|end| name.ends_with(end))
        || (name.contains(".d.") && name.ends_with(".ts"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(path: &str, bytes: &str) -> Option<&'static str> {
        Language::of(path, bytes.as_bytes()).map(|l| l.name)
    }

    #[test]
    fn a_language_is_known_by_its_ending_or_its_hashbang() {
        let by_name = ["a.ts", "x/a.d.mts", "a.tsx", "a.cjs", "a.py", "a.pyi", "a.go", "a.zig", "a", ".ts", "a.css"];
        let found: Vec<_> = by_name.iter().map(|path| name(path, "").unwrap_or("-")).collect();
        assert_eq!(
            found,
            ["typescript", "typescript", "tsx", "javascript", "python", "python", "go", "-", "-", "-", "-"]
        );
        assert_eq!(name("bin/run", "#!/usr/bin/env node\n1"), Some("javascript"));
        assert_eq!(name("bin/run", "#!/usr/bin/env -S deno run\n1"), Some("typescript"));
        assert_eq!(name("bin/run", "#!/usr/bin/python3.12"), Some("python"));
        assert_eq!(name("bin/run", "#!/bin/sh\necho node"), None);
    }

    #[test]
    fn oxc_reads_each_file_as_its_name_says() {
        let dialect = |path: &str| Language::of(path, b"").map(|l| l.dialect(path));
        assert_eq!(dialect("a.ts"), Some(Dialect::TypeScript));
        assert_eq!(dialect("a.d.cts"), Some(Dialect::Declarations));
        assert_eq!(dialect("a.d.css.ts"), Some(Dialect::Declarations));
        assert_eq!(dialect("a.d/b.ts"), Some(Dialect::TypeScript));
        assert_eq!(dialect("a.tsx"), Some(Dialect::Tsx));
        assert_eq!(dialect("a.cjs"), Some(Dialect::CommonJs));
        assert_eq!(dialect("a.jsx"), Some(Dialect::JavaScript));
    }

    #[test]
    fn tests_and_generated_files_are_told_by_their_paths() {
        let is_test = |path: &str| Language::of(path, b"").is_some_and(|l| l.is_test_path(path));
        for path in
            ["a/__tests__/b.ts", "b.spec.tsx", "tests/b.js", "test_a.py", "a_test.py", "conftest.py", "a_test.go"]
        {
            assert!(is_test(path), "{path}");
        }
        for path in ["a/testing.ts", "latest.ts", "contest.py", "attest.go", "a.test/b.ts", "src/spec.ts"] {
            assert!(!is_test(path), "{path}");
        }
        let is_generated = |path: &str| Language::of(path, b"").is_some_and(|l| l.is_generated_path(path));
        assert!(is_generated("a/jquery.min.js") && is_generated("a.pb.go") && is_generated("a_pb2.py"));
        assert!(!is_generated("a/min.js") && !is_generated("generated.ts"));
    }
}
