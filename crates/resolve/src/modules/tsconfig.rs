//! Path aliases of `tsconfig.json` and `jsconfig.json`, with what they extend, and of bundlers.

use super::{bundlers, jsonc};
use crate::project::tree::{file_name, join, parent, upward};
use serde_json::Value;
use std::collections::BTreeMap;

/// The configurations that name paths, by folder.
#[derive(Debug, Default)]
pub struct PathAliases {
    folders: BTreeMap<String, Vec<Aliases>>,
}

#[derive(Clone, Debug, Default)]
struct Aliases {
    base: Option<String>,
    /// Pattern and targets, which are paths of the repository; the longest pattern first.
    paths: Vec<(String, Vec<String>)>,
}

/// How many `extends` are followed from one configuration.
const MAX_EXTENDS: usize = 8;

impl PathAliases {
    pub fn new(configs: &BTreeMap<String, String>, package_folder: impl Fn(&str) -> Option<String>) -> Self {
        let texts: BTreeMap<&str, Value> = configs
            .iter()
            .filter(|(path, _)| is_config(path))
            .map(|(path, text)| (path.as_str(), jsonc::parse(text)))
            .collect();
        let mut folders: BTreeMap<String, Vec<Aliases>> = BTreeMap::new();
        // `tsconfig.json` sorts behind `tsconfig.build.json`, yet it is what editors and compilers take.
        let mut paths: Vec<&str> = texts.keys().copied().collect();
        paths.sort_by_key(|path| (parent(path), file_name(path).len(), *path));
        for path in paths {
            let aliases = read(path, &texts, &package_folder, 0);
            if aliases.base.is_some() || !aliases.paths.is_empty() {
                folders.entry(parent(path).to_owned()).or_default().push(aliases);
            }
        }
        for (folder, paths) in configs.keys().filter_map(|path| bundlers::read(path, configs)) {
            folders.entry(folder).or_default().push(Aliases { base: None, paths });
        }
        Self { folders }
    }

    /// Paths that a specifier written in `folder` may mean, the likeliest first.
    pub fn candidates(&self, folder: &str, specifier: &str) -> Vec<String> {
        let mut found = Vec::new();
        for folder in upward(folder) {
            for aliases in self.folders.get(folder).into_iter().flatten() {
                for (pattern, targets) in &aliases.paths {
                    if let Some(star) = matched(pattern, specifier) {
                        found.extend(targets.iter().map(|target| target.replacen('*', star, 1)));
                        break;
                    }
                }
                found.extend(aliases.base.as_ref().and_then(|base| join(base, specifier)));
            }
        }
        found
    }
}

/// `tsconfig.json`, `tsconfig.<anything>.json`, and the same of `jsconfig`.
fn is_config(path: &str) -> bool {
    let name = file_name(path);
    (name.starts_with("tsconfig") || name.starts_with("jsconfig")) && name.ends_with(".json")
}

/// What `*` of the pattern stands for in the specifier; empty for a pattern without one.
pub fn matched<'a>(pattern: &str, specifier: &'a str) -> Option<&'a str> {
    match pattern.split_once('*') {
        None => (pattern == specifier).then_some(""),
        Some((head, tail)) => specifier.strip_prefix(head)?.strip_suffix(tail),
    }
}

fn read(
    path: &str,
    texts: &BTreeMap<&str, Value>,
    package_folder: &impl Fn(&str) -> Option<String>,
    depth: usize,
) -> Aliases {
    let Some(config) = texts.get(path).filter(|_| depth < MAX_EXTENDS) else { return Aliases::default() };
    let folder = parent(path);
    let mut aliases = Aliases::default();
    for extended in strings(&config["extends"]) {
        let target = if extended.starts_with('.') {
            join(folder, extended)
        } else {
            // A shared configuration of the workspace: `@team/config/base.json`.
            let parts = extended.splitn(if extended.starts_with('@') { 3 } else { 2 }, '/').collect::<Vec<_>>();
            let (name, rest) = if extended.starts_with('@') && parts.len() > 1 {
                (parts[..2].join("/"), parts.get(2))
            } else {
                (parts[0].to_owned(), parts.get(1))
            };
            package_folder(&name).and_then(|folder| join(&folder, rest.copied().unwrap_or("tsconfig.json")))
        };
        let Some(target) = target else { continue };
        let name = [target.clone(), format!("{target}.json"), format!("{target}/tsconfig.json")]
            .into_iter()
            .find(|name| texts.contains_key(name.as_str()));
        if let Some(name) = name {
            let inherited = read(&name, texts, package_folder, depth + 1);
            aliases.base = inherited.base.or(aliases.base);
            if !inherited.paths.is_empty() {
                aliases.paths = inherited.paths;
            }
        }
    }
    let options = &config["compilerOptions"];
    if let Some(base) = options["baseUrl"].as_str() {
        aliases.base = join(folder, base);
    }
    if let Some(paths) = options["paths"].as_object() {
        let root = aliases.base.clone().unwrap_or_else(|| folder.to_owned());
        aliases.paths = paths
            .iter()
            .map(|(pattern, targets)| {
                (pattern.clone(), strings(targets).into_iter().filter_map(|target| join(&root, target)).collect())
            })
            .collect();
        aliases.paths.sort_by_key(|(pattern, _)| (pattern.contains('*'), usize::MAX - pattern.len()));
    }
    aliases
}

fn strings(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}
