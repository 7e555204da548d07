//! Scans a folder and writes its call edges, one JSON object a line: `edges FOLDER > edges.jsonl`.
//! For measuring against a compiler's edges; the time and the counts go to standard error.
#![allow(clippy::disallowed_methods, reason = "a measuring program reads files and the clock")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it reports to its caller")]

use resolve::{Project, ProjectConfig};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

const SKIPPED: [&str; 8] = [".git", "node_modules", "dist", "build", "out", "coverage", "vendor", ".venv"];

/// Gathers the paths of files, and those of symbolic links with what they lead to.
fn walk(root: &Path, folder: &Path, paths: &mut Vec<String>, links: &mut Vec<(String, String)>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_made = name != "build" || folder.join("package.json").exists();
        if is_made && SKIPPED.contains(&name.as_str()) {
            continue;
        }
        if path.is_symlink() {
            let within = |path: &Path| Some(path.strip_prefix(root).ok()?.to_string_lossy().into_owned());
            let target = path.canonicalize().ok().filter(|target| !path.starts_with(target));
            links.extend(within(&path).zip(target.and_then(|target| within(&target))));
        } else if path.is_dir() {
            walk(root, &path, paths, links);
        } else if let Ok(relative) = path.strip_prefix(root) {
            paths.push(relative.to_string_lossy().into_owned());
        }
    }
}

fn main() {
    let Some(root) = std::env::args().nth(1) else {
        eprintln!("usage: edges FOLDER");
        std::process::exit(2);
    };
    let root = &Path::new(&root).canonicalize().unwrap_or_else(|_| root.clone().into());
    let (mut paths, mut links) = (Vec::new(), Vec::new());
    walk(root, root, &mut paths, &mut links);
    paths.sort();
    let named = |path: &str, names: &[&str]| names.contains(&path.rsplit('/').next().unwrap_or(path));
    let is_config = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        named(
            path,
            &[
                "package.json",
                "go.mod",
                "go.work",
                "Cargo.toml",
                "pyproject.toml",
                "pnpm-workspace.yaml",
                "composer.json",
                "Directory.Build.props",
                "Directory.Build.targets",
                "Package.swift",
            ],
        ) || name.ends_with(".csproj")
            || ((name.starts_with("tsconfig") || name.starts_with("jsconfig")) && name.ends_with(".json"))
    };
    let configs = paths
        .iter()
        .filter(|path| is_config(path))
        .filter_map(|path| Some((path.clone(), std::fs::read_to_string(root.join(path)).ok()?)))
        .collect();
    let mut project =
        Project::new(ProjectConfig { files: paths.clone(), links, configs, excerpts: true, ..Default::default() });
    let start = Instant::now();
    let (mut added, mut lines, mut bytes) = (Vec::new(), 0u64, 0usize);
    for path in &paths {
        let Ok(text) = std::fs::read(root.join(path)) else { continue };
        let Some(graph) = extract::extract(path, &text) else { continue };
        lines += u64::from(graph.lines);
        let encoded = graph.encode();
        bytes += encoded.len();
        if project.add(encoded, "").is_ok() {
            added.push(path);
        }
    }
    let extracted = start.elapsed();
    let start = Instant::now();
    let mut units = Vec::new();
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for path in added {
        match project.resolve(path) {
            Ok(resolved) => {
                resolved.counts.iter().for_each(|(how, count)| *counts.entry(how).or_default() += count);
                units.push(resolved.unit);
            }
            Err(error) => eprintln!("{path}: {error}"),
        }
    }
    let resolved = start.elapsed();
    eprintln!(
        "{} files, {lines} lines, {bytes} bytes of graphs; extracted {extracted:?}, resolved {resolved:?}; {counts:?}",
        units.len()
    );
    print(&units);
}

fn print(units: &[String]) {
    let units: Vec<Value> = units.iter().filter_map(|unit| serde_json::from_str(unit).ok()).collect();
    let mut places: BTreeMap<String, (Value, Value)> = BTreeMap::new();
    let rows = |unit: &Value, table: &str| unit["rows"][table].as_array().cloned().unwrap_or_default();
    for unit in &units {
        for row in rows(unit, "symbols") {
            places.insert(row[0].as_str().unwrap_or_default().to_owned(), (row[4].clone(), row[7].clone()));
        }
    }
    for unit in &units {
        for row in rows(unit, "calls") {
            let place = row[8].as_str().and_then(|id| places.get(id));
            let (path, line) = place.cloned().unwrap_or((Value::Null, Value::Null));
            let edge = json!({
                "caller_path": row[4], "caller_name": row[2], "call_line": row[5], "start_line": row[6],
                "callee_path": path, "callee_name": row[9], "callee_line": line, "callee_text": row[10],
                "resolution": row[12], "target": row[13], "callee": row[8],
            });
            println!("{edge}");
        }
    }
}
