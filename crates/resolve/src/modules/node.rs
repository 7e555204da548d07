//! Node's and the bundlers' way: relative paths, path aliases, packages of the workspace. What
//! `package.json` names may be a built file; it is led back to the source it was built from.

use super::tsconfig::{PathAliases, matched};
use super::{Found, jsonc};
use crate::project::tree::{Tree, file_name, join, parent, upward};
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Debug)]
pub struct Packages {
    aliases: PathAliases,
    by_folder: BTreeMap<String, Package>,
    /// Name → folders, those of the fewest parts first.
    by_name: BTreeMap<String, Vec<String>>,
}

#[derive(Debug)]
struct Package {
    name: Option<String>,
    manifest: Value,
}

/// Endings of sources, in the order in which they are tried.
const ENDINGS: [&str; 12] =
    [".ts", ".tsx", ".mts", ".cts", ".d.ts", ".d.mts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte"];
/// Endings of files that tell types alone.
const DECLARATIONS: [&str; 3] = [".d.ts", ".d.cts", ".d.mts"];
/// Folders that hold what a build makes.
const BUILT: [&str; 3] = ["dist", "build", "out"];
/// Folders below them that tell formats apart.
const FORMATS: [&str; 6] = ["lib", "esm", "cjs", "types", "es", "module"];

impl Packages {
    pub fn new(configs: &BTreeMap<String, String>) -> Self {
        let mut by_folder = BTreeMap::new();
        let mut by_name: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (path, text) in configs.iter().filter(|(path, _)| file_name(path) == "package.json") {
            let manifest = jsonc::parse(text);
            let name = manifest["name"].as_str().map(str::to_owned);
            if let Some(name) = &name {
                by_name.entry(name.clone()).or_default().push(parent(path).to_owned());
            }
            by_folder.insert(parent(path).to_owned(), Package { name, manifest });
        }
        for folders in by_name.values_mut() {
            folders.sort_by_key(|folder| upward(folder).count());
        }
        let aliases = PathAliases::new(configs, |name| by_name.get(name)?.first().cloned());
        Self { aliases, by_folder, by_name }
    }

    pub fn find(&self, tree: &Tree, from: &str, specifier: &str) -> Found {
        let specifier = specifier.split(['?']).next().unwrap_or_default();
        if specifier.starts_with('.') || specifier.starts_with('/') {
            let folder = if specifier.starts_with('/') { "" } else { parent(from) };
            let Some(path) = join(folder, specifier) else { return Found::Missing };
            // What a build makes leads back to what it is made of.
            let found = self.probe(tree, &path).or_else(|| built(tree, &path));
            return match found {
                Some(file) => Found::File(implemented(tree, from, file)),
                None if is_generated(&path) => Found::External { package: String::new(), path: stem(&path).to_owned() },
                None => Found::Missing,
            };
        }
        let aliased = self.aliases.candidates(parent(from), specifier);
        if let Some(file) = aliased.iter().find_map(|path| self.probe(tree, path)) {
            return Found::File(file);
        }
        if specifier.starts_with('#') {
            return self.imports(tree, from, specifier).map_or(Found::Missing, Found::File);
        }
        if let Some(file) = self.conventional(tree, from, specifier) {
            return Found::File(file);
        }
        let package = package_name(specifier);
        let sub = &specifier[package.len()..];
        let linked = self.linked(from, package);
        let named = self.by_name.get(package).into_iter().flatten();
        if let Some(file) = linked.iter().chain(named).find_map(|folder| self.entry(tree, folder, sub)) {
            return Found::File(file);
        }
        let path = specifier.strip_prefix("node:").unwrap_or(specifier);
        Found::External { package: package.to_owned(), path: path.to_owned() }
    }

    /// Aliases that bundlers and frameworks give without saying so in a file that is read here: `@/x` and `~/x` for
    /// a project's own sources, SvelteKit's `$lib`.
    fn conventional(&self, tree: &Tree, from: &str, specifier: &str) -> Option<crate::values::types::FileId> {
        let (roots, rest): (&[&str], &str) = match specifier.split_once('/') {
            Some(("@" | "~" | "@@" | "~~", rest)) => (&["src", "app", ""], rest),
            Some(("$lib", rest)) => (&["src/lib"], rest),
            None if specifier == "$lib" => (&["src/lib"], ""),
            _ => return None,
        };
        let project = |folder: &&str| folder.is_empty() || self.by_folder.contains_key(*folder);
        upward(parent(from)).filter(project).find_map(|folder| {
            roots.iter().find_map(|root| self.probe(tree, &join(folder, &format!("{root}/{rest}"))?))
        })
    }

    /// The folder that the nearest manifest which names a package says to take it from: `"a": "file:../a"`.
    fn linked(&self, from: &str, package: &str) -> Option<String> {
        let stated = upward(parent(from)).find_map(|folder| {
            let manifest = &self.by_folder.get(folder)?.manifest;
            let lists = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
            Some((folder, lists.iter().find_map(|list| manifest[list][package].as_str())?))
        });
        let (folder, version) = stated?;
        let path = ["file:", "link:", "portal:"].iter().find_map(|protocol| version.strip_prefix(protocol))?;
        join(folder, path)
    }

    pub fn package_of(&self, path: &str) -> Option<String> {
        upward(parent(path)).find_map(|folder| self.by_folder.get(folder)?.name.clone())
    }

    /// A path as an import may write it: with the ending of what it compiles to, without one, a folder.
    fn probe(&self, tree: &Tree, path: &str) -> Option<crate::values::types::FileId> {
        if let Some((stem, compiled)) = path.rsplit_once('.') {
            let sources: &[&str] = match compiled {
                "js" => &[".ts", ".tsx", ".d.ts"],
                "jsx" => &[".tsx"],
                "mjs" => &[".mts", ".d.mts"],
                "cjs" => &[".cts"],
                _ => &[],
            };
            if let Some(file) = sources.iter().find_map(|ending| tree.find(&format!("{stem}{ending}"))) {
                return Some(file);
            }
        }
        if let Some(file) = tree.find(path) {
            return Some(file);
        }
        // Bundlers are told to look for what a script with markup is called, too.
        let with_markup = path.strip_suffix(".js").and_then(|stem| tree.find(&format!("{stem}.jsx")));
        if with_markup.is_some() {
            return with_markup;
        }
        if let Some(file) = ENDINGS.iter().find_map(|ending| tree.find(&format!("{path}{ending}"))) {
            return Some(file);
        }
        tree.find_folder(path)?;
        if let Some(package) = self.by_folder.get(path)
            && let Some(file) = self.targets(&package.manifest, "").iter().find_map(|target| source(tree, path, target))
        {
            return Some(file);
        }
        let index = join(path, "index")?;
        ENDINGS.iter().find_map(|ending| tree.find(&format!("{index}{ending}")))
    }

    /// `#name`: the `imports` of the nearest manifest.
    fn imports(&self, tree: &Tree, from: &str, specifier: &str) -> Option<crate::values::types::FileId> {
        let (folder, package) = upward(parent(from)).find_map(|folder| Some((folder, self.by_folder.get(folder)?)))?;
        mapped(&package.manifest["imports"], specifier).iter().find_map(|target| source(tree, folder, target))
    }

    /// What a package of the workspace offers below `sub` (empty or `/path`).
    fn entry(&self, tree: &Tree, folder: &str, sub: &str) -> Option<crate::values::types::FileId> {
        let manifest = &self.by_folder.get(folder)?.manifest;
        let written = |file: &crate::values::types::FileId| !is_declaration(tree.path(*file));
        let targets = self.targets(manifest, sub);
        // Declarations that a build keeps beside the sources say less than these.
        let offered = targets.iter().find_map(|target| source(tree, folder, target).filter(written));
        offered.or_else(|| targets.iter().find_map(|target| source(tree, folder, target)))
    }

    fn targets(&self, manifest: &Value, sub: &str) -> Vec<String> {
        let mut targets = mapped(&manifest["exports"], &format!(".{sub}"));
        if sub.is_empty() {
            for field in ["source", "types", "typings", "module", "main"] {
                targets.extend(manifest[field].as_str().map(str::to_owned));
            }
            targets.extend(["src/index", "index", "src/main"].map(str::to_owned));
        } else {
            targets.push(format!("src{sub}"));
            targets.push(sub.trim_start_matches('/').to_owned());
        }
        targets
    }
}

/// `@scope/name/rest` → `@scope/name`, `name/rest` → `name`.
fn package_name(specifier: &str) -> &str {
    let slashes = if specifier.starts_with('@') { 2 } else { 1 };
    specifier.match_indices('/').nth(slashes - 1).map_or(specifier, |(at, _)| &specifier[..at])
}

/// The targets of a key in an `exports` or `imports` table, whatever their conditions.
fn mapped(table: &Value, key: &str) -> Vec<String> {
    let mut found = Vec::new();
    let subpaths = table.as_object().is_some_and(|table| table.keys().any(|key| key.starts_with(['.', '#'])));
    if !subpaths {
        if key == "." {
            leaves(table, &mut found);
        }
        return found;
    }
    if !table[key].is_null() {
        leaves(&table[key], &mut found);
        return found;
    }
    let table = table.as_object().into_iter().flatten();
    let mut patterns: Vec<_> = table.filter(|(pattern, _)| pattern.contains('*')).collect();
    patterns.sort_by_key(|(pattern, _)| usize::MAX - pattern.len());
    for (pattern, value) in patterns {
        if let Some(star) = matched(pattern, key) {
            let mut targets = Vec::new();
            leaves(value, &mut targets);
            found.extend(targets.iter().map(|target| target.replace('*', star)));
        }
    }
    found
}

fn leaves(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(target) => found.push(target.clone()),
        Value::Array(items) => items.iter().for_each(|item| leaves(item, found)),
        Value::Object(conditions) => {
            let mut conditions: Vec<(&String, &Value)> = conditions.iter().collect();
            conditions.sort_by_key(|(condition, _)| turn(condition));
            conditions.into_iter().for_each(|(_, value)| leaves(value, found));
        }
        _ => {}
    }
}

/// When a condition has its turn: those that name sources, what a compiler reads, the rest, what is left where none
/// holds.
fn turn(condition: &str) -> u8 {
    match condition {
        "types" => 1,
        "default" => 3,
        _ if condition.contains("source") || condition.starts_with('@') => 0,
        _ => 2,
    }
}

/// Whether a file tells types alone: `x.d.ts`.
fn is_declaration(path: &str) -> bool {
    DECLARATIONS.iter().any(|ending| path.ends_with(ending))
}

/// What a script imports: of a script and its declarations, the script.
fn implemented(tree: &Tree, from: &str, found: crate::values::types::FileId) -> crate::values::types::FileId {
    let scripts = [".js", ".cjs", ".mjs", ".jsx"];
    let stem = DECLARATIONS.iter().find_map(|ending| tree.path(found).strip_suffix(ending));
    let Some(stem) = stem.filter(|_| scripts.iter().any(|ending| from.ends_with(ending))) else { return found };
    scripts.iter().find_map(|ending| tree.find(&format!("{stem}{ending}"))).unwrap_or(found)
}

/// Whether a path leads to code that a tool writes where it runs, and no repository keeps: `../generated/prisma/client`.
fn is_generated(path: &str) -> bool {
    path.split('/').any(|part| part.contains("generated"))
}

/// The source of a built file: of a path that leads through a folder of built files.
fn built(tree: &Tree, path: &str) -> Option<crate::values::types::FileId> {
    path.split('/').any(|part| BUILT.contains(&part)).then(|| source(tree, "", path)).flatten()
}

/// The source behind a path that may name a built file, one without ending or a folder:
/// `dist/x.js` → `src/x.ts`, `dist/esm/x.d.ts` → `src/x.ts`, `index.js` → `src/index.ts`.
fn source(tree: &Tree, folder: &str, target: &str) -> Option<crate::values::types::FileId> {
    let stem = stem(target.trim_start_matches("./"));
    let parts: Vec<&str> = stem.split('/').collect();
    let mut stems = vec![stem.to_owned()];
    for (at, part) in parts.iter().enumerate() {
        if !BUILT.contains(part) && !FORMATS.contains(part) {
            continue;
        }
        let before: Vec<&str> = parts[..at].iter().copied().filter(|part| !BUILT.contains(part)).collect();
        for to in ["src", "source", "lib", ""] {
            let all = before.iter().copied().chain([to]).chain(parts[at + 1..].iter().copied());
            stems.push(all.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/"));
        }
    }
    stems.push(format!("src/{stem}"));
    let built = |path: &str| BUILT.iter().any(|part| path.split('/').next() == Some(part));
    stems.iter().filter(|stem| !built(stem)).find_map(|stem| {
        let base = join(folder, stem)?;
        let tries = [base.clone(), if base.is_empty() { "index".to_owned() } else { format!("{base}/index") }];
        tries.iter().find_map(|base| ENDINGS.iter().find_map(|ending| tree.find(&format!("{base}{ending}"))))
    })
}

/// The path without the endings of sources and declarations.
fn stem(path: &str) -> &str {
    let Some((stem, ending)) = path.rsplit_once('.') else { return path };
    match ending {
        "ts" | "tsx" | "mts" | "cts" => stem.strip_suffix(".d").unwrap_or(stem),
        "js" | "jsx" | "mjs" | "cjs" => stem,
        _ => path,
    }
}
