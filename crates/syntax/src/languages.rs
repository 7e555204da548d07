//! What the product reads: one row a language, in one table.

use crate::header;
use crate::language::{FrontEnd, Language, TestPaths};

const SCRIPT_TESTS: TestPaths = TestPaths {
    folders: &["__tests__", "__test__", "test", "tests", "spec", "specs", "e2e", "cypress", "playwright"],
    prefixes: &[],
    suffixes: &[".test", ".spec", ".tests", ".e2e", ".cy", ".test-d", ".spec-d", "_test", "-test", ".bench"],
};
const SCRIPT_COMMENTS: &[&str] = &["//", "/*", "*"];
const COMPONENT_COMMENTS: &[&str] = &["<!--", "//", "/*", "*"];

const C_COMMENTS: &[&str] = &["//", "/*", "*"];

/// Every language, each once.
pub const LANGUAGES: &[Language] = &[
    Language {
        name: "typescript",
        front_end: FrontEnd::Oxc,
        endings: &[".ts", ".mts", ".cts"],
        interpreters: &["ts-node", "tsx", "deno", "bun"],
        line_comment: "//",
        comment_marks: SCRIPT_COMMENTS,
        test_paths: SCRIPT_TESTS,
        generated_endings: &[".pb.ts", "_pb.ts", "_pb.d.ts"],
    },
    Language {
        name: "tsx",
        front_end: FrontEnd::Oxc,
        endings: &[".tsx"],
        interpreters: &[],
        line_comment: "//",
        comment_marks: SCRIPT_COMMENTS,
        test_paths: SCRIPT_TESTS,
        generated_endings: &[],
    },
    Language {
        name: "javascript",
        front_end: FrontEnd::Oxc,
        endings: &[".js", ".mjs", ".cjs", ".jsx"],
        interpreters: &["node"],
        line_comment: "//",
        comment_marks: SCRIPT_COMMENTS,
        test_paths: SCRIPT_TESTS,
        generated_endings: &[".min.js", ".min.mjs", ".bundle.js", "_pb.js"],
    },
    Language {
        name: "vue",
        front_end: FrontEnd::Vue,
        endings: &[".vue"],
        interpreters: &[],
        line_comment: "//",
        comment_marks: COMPONENT_COMMENTS,
        test_paths: SCRIPT_TESTS,
        generated_endings: &[],
    },
    Language {
        name: "svelte",
        front_end: FrontEnd::Svelte,
        endings: &[".svelte"],
        interpreters: &[],
        line_comment: "//",
        comment_marks: COMPONENT_COMMENTS,
        test_paths: SCRIPT_TESTS,
        generated_endings: &[],
    },
    Language {
        name: "astro",
        front_end: FrontEnd::Astro,
        endings: &[".astro"],
        interpreters: &[],
        line_comment: "//",
        comment_marks: COMPONENT_COMMENTS,
        test_paths: SCRIPT_TESTS,
        generated_endings: &[],
    },
    Language {
        name: "python",
        front_end: FrontEnd::Ruff,
        endings: &[".py", ".pyi"],
        interpreters: &["python", "pypy"],
        line_comment: "#",
        comment_marks: &["#", "\"\"\"", "'''"],
        test_paths: TestPaths {
            folders: &["test", "tests", "testing"],
            prefixes: &["test_", "conftest"],
            suffixes: &["_test", "_tests"],
        },
        generated_endings: &["_pb2.py", "_pb2.pyi", "_pb2_grpc.py", "_pb2_grpc.pyi"],
    },
    Language {
        name: "jupyter",
        front_end: FrontEnd::Jupyter,
        endings: &[".ipynb"],
        interpreters: &[],
        line_comment: "#",
        comment_marks: &[],
        test_paths: TestPaths { folders: &["test", "tests", "testing"], prefixes: &["test_"], suffixes: &["_test"] },
        generated_endings: &[],
    },
    Language {
        name: "go",
        front_end: FrontEnd::Go,
        endings: &[".go"],
        interpreters: &[],
        line_comment: "//",
        comment_marks: &["//", "/*"],
        test_paths: TestPaths { folders: &["testdata"], prefixes: &[], suffixes: &["_test"] },
        generated_endings: &[".pb.go", ".pb.gw.go"],
    },
    Language {
        name: "java",
        front_end: FrontEnd::Java,
        endings: &[".java"],
        interpreters: &[],
        line_comment: "//",
        comment_marks: C_COMMENTS,
        test_paths: TestPaths {
            folders: &["test", "tests", "androidTest", "integrationTest", "testFixtures"],
            prefixes: &[],
            suffixes: &["Test", "Tests", "IT", "TestCase"],
        },
        generated_endings: &[],
    },
    Language {
        name: "rust",
        front_end: FrontEnd::Rust,
        endings: &[".rs"],
        interpreters: &[],
        line_comment: "//",
        comment_marks: C_COMMENTS,
        test_paths: TestPaths { folders: &["tests", "benches"], prefixes: &[], suffixes: &["_test", "_tests"] },
        generated_endings: &[],
    },
    Language {
        name: "csharp",
        front_end: FrontEnd::CSharp,
        endings: &[".cs", ".csx"],
        interpreters: &[],
        line_comment: "//",
        comment_marks: C_COMMENTS,
        test_paths: TestPaths {
            folders: &["test", "tests", "Test", "Tests"],
            prefixes: &[],
            suffixes: &["Test", "Tests", "Spec", "Specs"],
        },
        generated_endings: &[".g.cs", ".g.i.cs", ".designer.cs", ".Designer.cs", ".generated.cs"],
    },
    Language {
        name: "razor",
        front_end: FrontEnd::CSharp,
        endings: &[".cshtml", ".razor"],
        interpreters: &[],
        line_comment: "//",
        comment_marks: &["@*", "<!--"],
        test_paths: TestPaths { folders: &["test", "tests", "Test", "Tests"], prefixes: &[], suffixes: &[] },
        generated_endings: &[],
    },
    Language {
        name: "php",
        front_end: FrontEnd::Php,
        endings: &[".php", ".phtml"],
        interpreters: &["php"],
        line_comment: "//",
        comment_marks: &["//", "/*", "*", "#"],
        test_paths: TestPaths {
            folders: &["test", "tests", "Test", "Tests"],
            prefixes: &[],
            suffixes: &["Test", "TestCase"],
        },
        generated_endings: &[],
    },
    Language {
        name: "c",
        front_end: FrontEnd::C,
        endings: &[".c", ".h", ".h.in"],
        interpreters: &[],
        line_comment: "//",
        comment_marks: C_COMMENTS,
        test_paths: TestPaths { folders: &["test", "tests"], prefixes: &["test_"], suffixes: &["_test", "_tests"] },
        generated_endings: &[".pb-c.c", ".pb-c.h"],
    },
    Language {
        name: "cpp",
        front_end: FrontEnd::Cpp,
        endings: &[".cc", ".cpp", ".cxx", ".c++", ".hh", ".hpp", ".hxx", ".h++", ".ipp", ".inl", ".tcc"],
        interpreters: &[],
        line_comment: "//",
        comment_marks: C_COMMENTS,
        test_paths: TestPaths {
            folders: &["test", "tests"],
            prefixes: &["test_"],
            suffixes: &["_test", "_tests", "_unittest", "-test", "Test"],
        },
        generated_endings: &[".pb.cc", ".pb.h"],
    },
    Language {
        name: "kotlin",
        front_end: FrontEnd::Kotlin,
        endings: &[".kt", ".kts"],
        interpreters: &[],
        line_comment: "//",
        comment_marks: C_COMMENTS,
        test_paths: TestPaths {
            folders: &["test", "tests", "androidTest", "commonTest", "jvmTest", "jsTest", "nativeTest"],
            prefixes: &[],
            suffixes: &["Test", "Tests"],
        },
        generated_endings: &[],
    },
    Language {
        name: "erb",
        front_end: FrontEnd::Ruby,
        endings: &[".erb", ".jbuilder"],
        interpreters: &[],
        line_comment: "#",
        comment_marks: &["<%#", "<!--"],
        test_paths: TestPaths { folders: &["test", "tests", "spec", "specs"], prefixes: &[], suffixes: &[] },
        generated_endings: &[],
    },
    Language {
        name: "haml",
        front_end: FrontEnd::Ruby,
        endings: &[".haml"],
        interpreters: &[],
        line_comment: "#",
        comment_marks: &["-#", "/"],
        test_paths: TestPaths { folders: &["test", "tests", "spec", "specs"], prefixes: &[], suffixes: &[] },
        generated_endings: &[],
    },
    Language {
        name: "slim",
        front_end: FrontEnd::Ruby,
        endings: &[".slim"],
        interpreters: &[],
        line_comment: "#",
        comment_marks: &["/"],
        test_paths: TestPaths { folders: &["test", "tests", "spec", "specs"], prefixes: &[], suffixes: &[] },
        generated_endings: &[],
    },
    Language {
        name: "ruby",
        front_end: FrontEnd::Ruby,
        endings: &[".rb", ".rake", ".gemspec", ".ru"],
        interpreters: &["ruby"],
        line_comment: "#",
        comment_marks: &["#", "=begin"],
        test_paths: TestPaths {
            folders: &["test", "tests", "spec", "specs"],
            prefixes: &["test_"],
            suffixes: &["_test", "_spec"],
        },
        generated_endings: &[],
    },
    Language {
        name: "swift",
        front_end: FrontEnd::Swift,
        endings: &[".swift"],
        interpreters: &[],
        line_comment: "//",
        comment_marks: C_COMMENTS,
        test_paths: TestPaths { folders: &["Tests", "tests"], prefixes: &[], suffixes: &["Tests", "Test"] },
        generated_endings: &[],
    },
    Language {
        name: "lua",
        front_end: FrontEnd::Lua,
        endings: &[".lua", ".rockspec"],
        interpreters: &["lua", "luajit", "texlua", "resty", "busted"],
        line_comment: "--",
        comment_marks: &["--"],
        test_paths: TestPaths {
            folders: &["test", "tests", "spec", "specs"],
            prefixes: &["test_", "test-"],
            suffixes: &["_spec", "_test", "-spec", "-test"],
        },
        generated_endings: &[],
    },
    Language {
        name: "xaml",
        front_end: FrontEnd::Xaml,
        endings: &[".xaml", ".axaml"],
        interpreters: &[],
        line_comment: "",
        comment_marks: &["<!--"],
        test_paths: TestPaths { folders: &[], prefixes: &[], suffixes: &[] },
        generated_endings: &[],
    },
];

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
}
