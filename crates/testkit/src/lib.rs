//! Repositories in one text, with marks that say where their calls lead.
//!
//! A line `//- path` (or `#- path`) starts a file. A line whose comment holds `^^^` marks the site above
//! it: the carets stand under the called name, and behind them stands what it must come to.
//!
//! ```text
//! //- a.ts
//! export function f() {}
//! //- b.ts
//! import { f } from "./a";
//! f();
//! //^ exact a.ts#f
//! ```
//!
//! A name in the first two columns has no room for its carets behind the comment sign; the sign itself
//! counts as a caret there; `#` and `--` are comment signs, too. `ref exact …` speaks of a reference (JSX, decorator, callback) instead of a
//! call, `called plus typed …` of one whose name is not what stands above (in backquotes where it has spaces). A line `//- path -> target` is a symbolic link. `external` may name its path. `none` says that no row stands there.

use resolve::{Project, ProjectConfig};
use serde_json::Value;
use std::collections::BTreeMap;

/// One file of a fixture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub path: String,
    /// Without the lines that hold marks.
    pub text: String,
    pub marks: Vec<Mark>,
}

/// What a site must come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Line in the file without marks, from 1.
    pub line: u32,
    /// Columns as seen: the carets' first and the one behind their last.
    pub columns: (usize, usize),
    /// The name that stands above the carets.
    pub name: String,
    pub is_reference: bool,
    pub expected: String,
}

const LINK: &str = " -> ";

/// The path in a line that starts a file.
fn opening(line: &str) -> Option<&str> {
    line.strip_prefix("//- ").or_else(|| line.strip_prefix("#- "))
}

/// The symbolic links of a fixture, and what they lead to.
fn links(fixture: &str) -> Vec<(String, String)> {
    let written = fixture.lines().filter_map(|line| opening(line)?.split_once(LINK));
    written.map(|(path, target)| (path.trim().to_owned(), target.trim().to_owned())).collect()
}

/// Splits a fixture into its files.
pub fn files(fixture: &str) -> Vec<File> {
    let mut files: Vec<File> = Vec::new();
    for written in fixture.lines() {
        let line = written;
        if let Some(path) = opening(line) {
            if path.contains(LINK) {
                continue;
            }
            files.push(File { path: path.trim().to_owned(), text: String::new(), marks: Vec::new() });
            continue;
        }
        let Some(file) = files.last_mut() else { continue };
        let line = &expand(line);
        match carets(line) {
            Some((from, to)) => {
                let line_number = file.text.lines().count() as u32;
                let above = expand(file.text.lines().last().unwrap_or_default());
                let expected = line[to..].trim();
                let (is_reference, expected) = match expected.strip_prefix("ref ") {
                    Some(rest) => (true, rest),
                    None => (false, expected),
                };
                let called = expected.strip_prefix("called ").and_then(|rest| match rest.strip_prefix('`') {
                    Some(quoted) => quoted.split_once("` "),
                    None => rest.split_once(' '),
                });
                let (called, expected) = match called {
                    Some((name, rest)) => (Some(name), rest),
                    None => (None, expected),
                };
                file.marks.push(Mark {
                    line: line_number,
                    columns: (from, to),
                    name: called.unwrap_or(above.get(from..to).unwrap_or_default()).to_owned(),
                    is_reference,
                    expected: expected.to_owned(),
                });
            }
            None => {
                file.text.push_str(written);
                file.text.push('\n');
            }
        }
    }
    files
}

/// The line as it is seen, with tab stops of 4.
fn expand(line: &str) -> String {
    let mut seen = String::with_capacity(line.len());
    for c in line.chars() {
        match c {
            '\t' => seen.push_str(&"    "[seen.len() % 4..]),
            c => seen.push(c),
        }
    }
    seen
}

/// Where the carets of a mark's line stand.
fn carets(line: &str) -> Option<(usize, usize)> {
    let start = line.len() - line.trim_start().len();
    let rest = &line[start..];
    let sign = ["//", "--", "#"].iter().find(|sign| rest.starts_with(**sign))?.len();
    let from = start + sign + rest[sign..].bytes().take_while(|&byte| byte == b' ').count();
    let count = line[from..].bytes().take_while(|&byte| byte == b'^').count();
    if count == 0 {
        return None;
    }
    // Carets right behind the sign mark a name that starts under it.
    let from = if from == start + sign { start } else { from };
    Some((from, if from == start { start + sign + count } else { from + count }))
}

/// Extracts and resolves a fixture. Empty: every mark holds. Else what differs, for a person to read.
pub fn check(fixture: &str) -> String {
    let files = files(fixture);
    let is_config = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        [".json", ".toml", ".cfg", ".csproj"].iter().any(|end| name.ends_with(end))
            || name.starts_with("go.")
            || name == "Package.swift"
            || name.contains(".config.")
    };
    let configs: Vec<(String, String)> =
        files.iter().filter(|file| is_config(&file.path)).map(|file| (file.path.clone(), file.text.clone())).collect();
    let paths = files.iter().map(|file| file.path.clone()).collect();
    let mut project = Project::new(ProjectConfig {
        files: paths,
        links: links(fixture),
        configs,
        excerpts: true,
        ..Default::default()
    });
    let mut out = String::new();
    for file in &files {
        if let Some(graph) = extract::extract(&file.path, file.text.as_bytes())
            && let Err(error) = project.add(graph.encode(), "0")
        {
            out.push_str(&format!("{}: {error}\n", file.path));
        }
    }
    for file in files.iter().filter(|file| !file.marks.is_empty()) {
        match project.resolve(&file.path) {
            Ok(resolved) => compare(file, &resolved.unit, &mut out),
            Err(error) => out.push_str(&format!("{}: {error}\n", file.path)),
        }
    }
    out
}

/// What stands at a site, in the words of the marks, by line and name.
type Sites = BTreeMap<(u64, String), Vec<String>>;

fn compare(file: &File, unit: &str, out: &mut String) {
    let unit: Value = serde_json::from_str(unit).unwrap_or_default();
    let calls = sites(&unit["rows"]["calls"], 5, 9, 12, 8, Some(13));
    let references = sites(&unit["rows"]["references"], 5, 7, 8, 6, None);
    for mark in &file.marks {
        let sites = if mark.is_reference { &references } else { &calls };
        let name = mark.name.trim_matches(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$' || c == '#'));
        let name = if name.is_empty() { mark.name.as_str() } else { name };
        let line = u64::from(mark.line);
        let as_written = sites.get(&(line, mark.name.clone()));
        let mut found = as_written.or_else(|| sites.get(&(line, name.to_owned()))).cloned().unwrap_or_default();
        found.dedup();
        let told = if found.is_empty() { "none".to_owned() } else { joined(&found) };
        let wanted = mark.expected.as_str();
        if told != wanted && !(wanted == "external" && told.starts_with("external ")) {
            let text = file.text.lines().nth(mark.line as usize - 1).unwrap_or_default();
            out.push_str(&format!(
                "{}:{} {}\n    {}\n    wanted: {wanted}\n    found:  {told}\n",
                file.path,
                mark.line,
                name,
                text.trim(),
            ));
        }
    }
}

/// `exact a#f`; the candidates of an ambiguous site one behind the other.
fn joined(found: &[String]) -> String {
    let Some((how, _)) = found[0].split_once(' ') else { return found.join(", ") };
    let targets: Vec<&str> = found.iter().map(|text| text.split_once(' ').map_or("", |(_, target)| target)).collect();
    format!("{how} {}", targets.join(", "))
}

fn sites(rows: &Value, line: usize, name: usize, how: usize, callee: usize, target: Option<usize>) -> Sites {
    let mut sites = Sites::new();
    for row in rows.as_array().into_iter().flatten() {
        let text = |at: usize| row[at].as_str().unwrap_or_default();
        let leads = if text(callee).is_empty() { target.map_or("", text) } else { text(callee) };
        let told = format!("{} {leads}", text(how)).trim_end().to_owned();
        sites.entry((row[line].as_u64().unwrap_or(0), text(name).to_owned())).or_default().push(told);
    }
    sites
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crate_lists_the_same_languages() {
        let all = |manifest: &'static str| manifest.lines().find(|line| line.starts_with("all = "));
        let listed = all(include_str!("../Cargo.toml"));
        assert!(listed.is_some());
        for manifest in [
            include_str!("../../syntax/Cargo.toml"),
            include_str!("../../extract/Cargo.toml"),
            include_str!("../../resolve/Cargo.toml"),
        ] {
            assert_eq!(all(manifest), listed);
        }
    }

    #[test]
    fn a_fixture_is_split_into_files_and_marks() {
        let files = files("//- a.ts\nf();\n//^ exact a.ts#f\nx.go();\n//^^ typed b.ts#X.go\n//- b.ts\nlet a;\n");
        assert_eq!(files[0].text, "f();\nx.go();\n");
        let marks: Vec<(u32, &str, &str)> =
            files[0].marks.iter().map(|mark| (mark.line, mark.name.as_str(), mark.expected.as_str())).collect();
        assert_eq!(marks, [(1, "f()", "exact a.ts#f"), (2, "x.go", "typed b.ts#X.go")]);
        assert_eq!(files[1].path, "b.ts");
    }

    #[test]
    fn what_differs_is_told() {
        let fixture = "#- a.py\ndef f(): pass\nf()\n#  ^ exact a.py#f\n";
        assert!(check(fixture).contains("found:  none"), "{}", check(fixture));
    }
}
