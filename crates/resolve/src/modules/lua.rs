//! Lua's way: dotted or slashed names looked up along a search path, which is set outside of the sources. Any folder
//! may be on it; those that usually are go first.

use super::Found;
use crate::naming::packages::shared;
use crate::project::tree::{Tree, file_name, join, parent, upward};
use crate::values::types::FileId;
use std::collections::BTreeMap;

/// Folders whose files are required from inside them.
const ROOTS: &[&str] = &["", "lua", "src", "lib"];

#[derive(Debug)]
pub struct SearchPath {
    /// Modules by the last part of their name.
    modules: BTreeMap<String, Vec<FileId>>,
    /// Folder → the name of the rock that is specified in it.
    rocks: BTreeMap<String, String>,
}

impl SearchPath {
    pub fn new(tree: &Tree, _: &BTreeMap<String, String>) -> Self {
        let mut made = Self { modules: BTreeMap::new(), rocks: BTreeMap::new() };
        for path in tree.paths() {
            if let Some(name) = module_name(path)
                && let Some(file) = tree.find(path)
            {
                made.modules.entry(file_name(name).to_owned()).or_default().push(file);
            }
            // `name-version-revision.rockspec`
            if let Some(rock) = file_name(path).strip_suffix(".rockspec") {
                let name = rock.rsplitn(3, '-').last().unwrap_or(rock);
                made.rocks.entry(parent(path).to_owned()).or_insert_with(|| name.to_owned());
            }
        }
        made
    }

    pub fn find(&self, tree: &Tree, from: &str, specifier: &str) -> Found {
        let name = specifier.replace('.', "/");
        let name = name.trim_matches('/');
        let near = upward(parent(from)).flat_map(|folder| ROOTS.iter().filter_map(move |root| join(folder, root)));
        let mut near = near.filter_map(|root| join(&root, name));
        let at = |path: String| tree.find(&format!("{path}.lua")).or_else(|| tree.find(&format!("{path}/init.lua")));
        if let Some(file) = near.find_map(at) {
            return Found::File(file);
        }
        // Below a folder that only the program's start puts on the path.
        let ends = |file: &&FileId| {
            let root = module_name(tree.path(**file)).and_then(|module| module.strip_suffix(name));
            root.is_some_and(|root| root.ends_with('/') && (name.contains('/') || is_root(root)))
        };
        let all = self.modules.get(file_name(name)).map_or(&[][..], Vec::as_slice);
        let best = all.iter().filter(ends).max_by_key(|file| {
            let path = tree.path(**file);
            (shared(from, path), std::cmp::Reverse(path.len()), std::cmp::Reverse(**file))
        });
        match best {
            Some(&file) => Found::File(file),
            None => {
                let package = name.split('/').next().unwrap_or(name).to_owned();
                Found::External { package, path: specifier.to_owned() }
            }
        }
    }

    /// The rock that a file belongs to.
    pub fn package_of(&self, path: &str) -> Option<String> {
        upward(parent(path)).find_map(|folder| self.rocks.get(folder)).cloned()
    }
}

/// The slashed name of a module from the top of the repository.
fn module_name(path: &str) -> Option<&str> {
    let name = path.strip_suffix(".lua")?;
    Some(name.strip_suffix("/init").unwrap_or(name))
}

/// Whether a folder, with a slash behind it, is one that modules of one name lie in.
fn is_root(folder: &str) -> bool {
    let name = file_name(folder.trim_end_matches('/'));
    ROOTS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_found_by_their_names_below_the_folders_of_the_search_path() {
        let paths = [
            "a-1.0-1.rockspec",
            "lua/a/init.lua",
            "lua/a/b.lua",
            "plugins/x.koplugin/main.lua",
            "plugins/x.koplugin/helper.lua",
            "frontend/ui/widget.lua",
            "spec/unit/a_spec.lua",
            "vendor/lib/json.lua",
            "other/json2.lua",
        ];
        let tree = Tree::new(paths.map(str::to_owned).to_vec());
        let lua = SearchPath::new(&tree, &BTreeMap::new());
        let file = |path: &str| Found::File(tree.find(path).expect("a file"));
        let outside = |name: &str| {
            let package = name.split('.').next().unwrap_or_default().to_owned();
            Found::External { package, path: name.to_owned() }
        };
        assert_eq!(lua.find(&tree, "spec/unit/a_spec.lua", "a"), file("lua/a/init.lua"));
        assert_eq!(lua.find(&tree, "lua/a/init.lua", "a.b"), file("lua/a/b.lua"));
        assert_eq!(lua.find(&tree, "lua/a/init.lua", "a/b"), file("lua/a/b.lua"));
        assert_eq!(lua.find(&tree, "plugins/x.koplugin/main.lua", "helper"), file("plugins/x.koplugin/helper.lua"));
        assert_eq!(lua.find(&tree, "plugins/x.koplugin/main.lua", "ui/widget"), file("frontend/ui/widget.lua"));
        assert_eq!(lua.find(&tree, "lua/a/b.lua", "json"), file("vendor/lib/json.lua"));
        assert_eq!(lua.find(&tree, "lua/a/b.lua", "json2"), outside("json2"));
        assert_eq!(lua.find(&tree, "lua/a/b.lua", "plenary.job"), outside("plenary.job"));
        assert_eq!(lua.package_of("lua/a/b.lua").as_deref(), Some("a"));
    }
}
