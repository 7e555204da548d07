//! What finding modules needs of a `Cargo.toml`.

use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub struct Manifest {
    pub name: Option<String>,
    pub library: Option<String>,
    pub library_path: Option<String>,
    /// By the name that the code uses.
    pub dependencies: BTreeMap<String, Dependency>,
    /// Those of `[workspace.dependencies]`.
    pub workspace: BTreeMap<String, Dependency>,
    /// Those of `[patch.…]`: what stands in for packages from elsewhere.
    pub patches: BTreeMap<String, Dependency>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependency {
    /// As the manifest names it.
    pub name: String,
    pub package: String,
    pub path: Option<String>,
    /// `workspace = true`
    pub inherited: bool,
    /// Of tests, examples and benchmarks alone.
    pub dev: bool,
}

impl Manifest {
    pub fn parse(text: &str) -> Self {
        let mut manifest = Self::default();
        let mut table: Vec<String> = Vec::new();
        let mut pending = String::new();
        for line in text.lines() {
            let line = without_comment(line).trim();
            // A value may go over several lines.
            pending.push_str(line);
            let open = |open: char, close: char| pending.matches(open).count() > pending.matches(close).count();
            if !pending.starts_with('[') && (open('[', ']') || open('{', '}')) {
                pending.push(' ');
                continue;
            }
            let line = std::mem::take(&mut pending);
            if let Some(name) = line.strip_prefix('[') {
                table = keys(name.trim_matches(['[', ']', ' ']));
            } else if let Some((key, value)) = line.split_once('=') {
                let mut path = table.clone();
                path.extend(keys(key.trim()));
                manifest.set(&path, value.trim());
            }
        }
        manifest
    }

    fn set(&mut self, path: &[String], value: &str) {
        let names: Vec<&str> = path.iter().map(String::as_str).collect();
        match names[..] {
            ["package" | "project", "name"] => self.name = Some(text(value)),
            ["lib", "name"] => self.library = Some(text(value)),
            ["lib", "path"] => self.library_path = Some(text(value)),
            ["workspace", "dependencies", name, ref rest @ ..] => {
                depend(&mut self.workspace, name, rest, value);
            }
            ["patch", _, name, ref rest @ ..] => {
                depend(&mut self.patches, name, rest, value);
            }
            ["target", _, kind, name, ref rest @ ..] | [kind, name, ref rest @ ..]
                if matches!(kind, "dependencies" | "dev-dependencies" | "build-dependencies") =>
            {
                let known = self.dependencies.get(&name.replace('-', "_")).map(|it| it.dev);
                let dependency = depend(&mut self.dependencies, name, rest, value);
                dependency.dev = kind == "dev-dependencies" && known != Some(false);
            }
            _ => {}
        }
    }
}

/// Notes what `name.rest = value` says of a dependency.
fn depend<'a>(all: &'a mut BTreeMap<String, Dependency>, name: &str, rest: &[&str], value: &str) -> &'a mut Dependency {
    let fresh = || Dependency { name: name.to_owned(), package: name.to_owned(), ..Dependency::default() };
    let dependency = all.entry(name.replace('-', "_")).or_insert_with(fresh);
    let mut say = |key: &str, value: &str| match key {
        "path" => dependency.path = Some(text(value)),
        "package" => dependency.package = text(value),
        "workspace" => dependency.inherited = value == "true",
        _ => {}
    };
    match rest {
        [key] => say(key, value),
        _ => {
            let inner = value.trim_start_matches('{').trim_end_matches('}');
            for (key, value) in inner.split(',').filter_map(|pair| pair.split_once('=')) {
                say(key.trim(), value.trim());
            }
        }
    }
    dependency
}

/// `a.'b.c'.d` → its parts.
fn keys(path: &str) -> Vec<String> {
    let (mut parts, mut part, mut quote) = (Vec::new(), String::new(), None);
    for c in path.chars() {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (Some(_), _) => part.push(c),
            (None, '"' | '\'') => quote = Some(c),
            (None, '.') => parts.push(std::mem::take(&mut part)),
            (None, ' ' | '\t') => {}
            (None, _) => part.push(c),
        }
    }
    parts.push(part);
    parts
}

fn text(value: &str) -> String {
    value.trim().trim_matches(['"', '\'']).to_owned()
}

fn without_comment(line: &str) -> &str {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '#') => return &line[..at],
            _ => {}
        }
    }
    line
}
