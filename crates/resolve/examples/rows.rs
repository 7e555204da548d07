//! Scans a folder and writes the rows of some tables, one a line: `rows FOLDER RULES TABLE… > rows.jsonl`, where RULES
//! is what `scripts/gen-rules.mjs` makes. For writing rules without building the WASM modules.
#![allow(clippy::disallowed_methods, reason = "a measuring program reads files")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it reports to its caller")]

use resolve::{Project, ProjectConfig};
use serde_json::Value;
use std::path::Path;

const SKIPPED: [&str; 6] = [".git", ".drift", "node_modules", "dist", "vendor", "public"];

fn walk(root: &Path, folder: &Path, paths: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_symlink() || SKIPPED.contains(&entry.file_name().to_string_lossy().as_ref()) {
            continue;
        }
        if path.is_dir() {
            walk(root, &path, paths);
        } else if let Ok(relative) = path.strip_prefix(root) {
            paths.push(relative.to_string_lossy().into_owned());
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [root, rules, tables @ ..] = &arguments[..] else {
        eprintln!("usage: rows FOLDER RULES TABLE…");
        std::process::exit(2);
    };
    let root = Path::new(root);
    let mut paths = Vec::new();
    walk(root, root, &mut paths);
    paths.sort();
    let is_config = |path: &&String| {
        let name = path.rsplit('/').next().unwrap_or(path);
        matches!(name, "package.json" | "go.mod" | "Cargo.toml" | "pyproject.toml" | "composer.json" | "tsconfig.json")
    };
    let read = |path: &String| Some((path.clone(), std::fs::read_to_string(root.join(path)).ok()?));
    let configs = paths.iter().filter(is_config).filter_map(read).collect();
    let rules = std::fs::read_to_string(rules).unwrap_or_default();
    let mut project = Project::new(ProjectConfig {
        files: paths.clone(),
        configs,
        excerpts: true,
        rules,
        ..ProjectConfig::default()
    });
    let mut added = Vec::new();
    for path in &paths {
        let Some(graph) = std::fs::read(root.join(path)).ok().and_then(|text| extract::extract(path, &text)) else {
            continue;
        };
        if project.add(graph.encode(), "").is_ok() {
            added.push(path);
        }
    }
    for path in added {
        let Ok(resolved) = project.resolve(path) else { continue };
        let unit: Value = serde_json::from_str(&resolved.unit).unwrap_or_default();
        for table in tables {
            for row in unit["rows"][table].as_array().into_iter().flatten() {
                println!("{table} {row}");
            }
        }
    }
}
