//! A language as shared code knows it: by its properties.

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
            // A class that is called `Test` alone says nothing of what it is.
            || rules.suffixes.iter().any(|s| stem.ends_with(s) && (stem.len() > s.len() || !s.starts_with(char::is_uppercase)))
            // `test.js`, Django's `tests.py`: the whole name is what others end in.
            || stem == "test" && rules.suffixes.contains(&".test")
            || stem == "tests" && rules.suffixes.contains(&"_tests")
            || folders.split('/').any(|folder| folder == "tst" || rules.folders.contains(&folder))
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
        for path in [
            "a/__tests__/b.ts",
            "b.spec.tsx",
            "a/test.js",
            "tests/b.js",
            "tst/Bootstrap.php",
            "test_a.py",
            "a_test.py",
            "conftest.py",
            "a_test.go",
            "shop/tests.py",
            "app/CartTest.php",
        ] {
            assert!(is_test(path), "{path}");
        }
        for path in [
            "a/testing.ts",
            "latest.ts",
            "contest.py",
            "a/contests.py",
            "attest.go",
            "a.test/b.ts",
            "src/spec.ts",
            "app/Commands/Test.php",
        ] {
            assert!(!is_test(path), "{path}");
        }
        let is_generated = |path: &str| Language::of(path, b"").is_some_and(|l| l.is_generated_path(path));
        assert!(is_generated("a/jquery.min.js") && is_generated("a.pb.go") && is_generated("a_pb2.py"));
        assert!(!is_generated("a/min.js") && !is_generated("generated.ts"));
    }
}
