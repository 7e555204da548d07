//! Edits declarations of a folder's files at random, one edit at a time, and checks that whatever would not be resolved
//! again after it stays the same: `soak FOLDER [EDITS] [SEED]`. It ends with the first that differs.
#![allow(clippy::disallowed_methods, reason = "a measuring program reads files")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it reports to its caller")]

use facts::{FileGraph, SymbolKind};
use resolve::{Changes, Key, Outline, Project, ProjectConfig, file_key, whole_key};
use std::collections::BTreeMap;
use std::path::Path;

const SKIPPED: [&str; 8] = [".git", "node_modules", "dist", "build", "out", "coverage", "vendor", ".drift"];

fn walk(root: &Path, folder: &Path, paths: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_symlink() || SKIPPED.contains(&&*entry.file_name().to_string_lossy()) {
            continue;
        }
        if path.is_dir() {
            walk(root, &path, paths);
        } else if let Ok(relative) = path.strip_prefix(root) {
            paths.push(relative.to_string_lossy().into_owned());
        }
    }
}

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end.max(1)
    }
}

/// Edits one declaration of a text; what was done.
fn edit(text: &str, graph: &FileGraph, random: &mut Random) -> Option<(String, &'static str)> {
    let symbol = &graph.symbols[random.below(graph.symbols.len())];
    let (start, end) = (symbol.span.start.byte as usize, symbol.span.end.byte as usize);
    let at = symbol.name_at.byte as usize;
    let name = graph.name(symbol.name);
    let (whole, behind) = (text.get(start..end)?, text.get(at..end)?.strip_prefix(name)?);
    let before = text.get(start..at)?;
    let is_callable = matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor);
    let with = |by: String| format!("{}{by}{}", &text[..start], &text[end..]);
    let open = behind.find('(').filter(|_| is_callable);
    Some(match (random.below(7), open) {
        (0, _) => (with(format!("{before}{name}Soaked{behind}")), "renamed"),
        (1, _) => (with(format!("{whole}\n{before}{name}Soaked{behind}")), "one more"),
        (2, Some(open)) => {
            let (head, rest) = behind.split_at(open + 1);
            let comma = if rest.trim_start().starts_with(')') { "" } else { ", " };
            (with(format!("{whole}\n{before}{name}{head}soaked{comma}{rest}")), "an overload")
        }
        (3, Some(open)) => {
            let (head, rest) = behind.split_at(open + 1);
            let comma = if rest.trim_start().starts_with(')') { "" } else { ", " };
            (with(format!("{before}{name}{head}soaked{comma}{rest}")), "a parameter more")
        }
        (4, Some(_)) => {
            let close = behind.find(')')?;
            let body = close + behind[close..].find(['{', ':'])?;
            (with(format!("{before}{name}{}{}", &behind[..=close], &behind[body..])), "no return type")
        }
        (5, None) if symbol.kind.is_type() => {
            let other = graph.name(graph.symbols[random.below(graph.symbols.len())].name);
            (with(format!("{before}{name} extends {other}{behind}")), "a base")
        }
        (6, _) => (with(String::new()), "gone"),
        _ => {
            let to = symbol.span.end.byte as usize;
            (format!("{}\n{}", &text[..to], &text[to..]), "a newline")
        }
    })
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let root = arguments.next().unwrap_or_default();
    let edits: usize = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(24);
    let seed: u64 = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(1);
    let root = Path::new(&root);
    let mut paths = Vec::new();
    walk(root, root, &mut paths);
    paths.sort();
    let configs = ["package.json", "tsconfig.json", "go.mod", "Cargo.toml", "composer.json", "pyproject.toml"];
    let is_config = |path: &&String| configs.contains(&path.rsplit('/').next().unwrap_or(path));
    let configs = paths.iter().filter(is_config);
    let configs = configs.filter_map(|path| Some((path.clone(), std::fs::read_to_string(root.join(path)).ok()?)));
    let config =
        ProjectConfig { files: paths.clone(), configs: configs.collect(), excerpts: true, ..ProjectConfig::default() };
    let mut project = Project::new(config);
    let mut files: BTreeMap<String, (String, FileGraph)> = BTreeMap::new();
    for path in &paths {
        let Ok(text) = std::fs::read_to_string(root.join(path)) else { continue };
        let Some(graph) = extract::extract(path, text.as_bytes()) else { continue };
        project.add(graph.encode(), "h").expect("added");
        files.insert(path.clone(), (text, graph));
    }
    let resolve = |project: &Project, path: &str| {
        let resolved = project.resolve(path).expect("resolved");
        (resolved.unit, resolved.consulted)
    };
    let before: BTreeMap<&String, (String, Vec<Key>)> =
        files.keys().map(|path| (path, resolve(&project, path))).collect();
    let keys: usize = before.values().map(|(_, keys)| keys.len()).sum();
    println!("{} files, {keys} keys", files.len());
    let sources: Vec<&String> =
        files.iter().filter(|(_, (_, graph))| !graph.symbols.is_empty()).map(|it| it.0).collect();
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let (mut done, mut made, mut consulting, mut tries) = (0, 0, 0, 0);
    while done < edits && tries < edits * 20 {
        tries += 1;
        let path = sources[random.below(sources.len())];
        let (text, old) = &files[path];
        let Some((text, kind)) = edit(text, old, &mut random) else { continue };
        let Some(new) = extract::extract(path, text.as_bytes()) else { continue };
        if resolve::interface_hash(old) == resolve::interface_hash(&new) {
            continue;
        }
        done += 1;
        let (was, is) = (Outline::of(old).keys(), Outline::of(&new).keys());
        let listed: Vec<Key> =
            was.iter().chain(&is).filter(|it| was.contains(it) != is.contains(it)).copied().collect();
        let changes = resolve::changes(old, &new);
        project.add(new.encode(), "h").expect("added");
        let (file, whole) = (file_key(path), whole_key(path));
        let (mut asked, mut again) = (0, 0);
        for (&other, was) in &before {
            let asks = |key: Key| was.1.binary_search(&key).is_ok();
            if other == path || !asks(file) {
                continue;
            }
            asked += 1;
            let touched = match &changes {
                Changes::All => true,
                Changes::Names(names) => asks(whole) || names.iter().copied().any(asks),
            };
            if touched || listed.iter().copied().any(asks) {
                again += 1;
                continue;
            }
            let now = resolve(&project, other);
            if now != *was {
                let differing = now.0.split("],[").zip(was.0.split("],[")).find(|(now, was)| now != was);
                eprintln!("{path} ({kind}): {other} differs and would not be made again: {differing:?}");
                std::fs::write("soak-edited", &text).expect("written");
                std::process::exit(1);
            }
        }
        println!("{path} ({kind}): {again} of {asked}{}", if changes == Changes::All { ", all" } else { "" });
        (made, consulting) = (made + again, consulting + asked);
        project.add(old.encode(), "h").expect("added");
    }
    println!("{done} edits: {made} made again of {consulting} that consulted the edited file");
}
