//! Imports. What a package is called, its own files say; an importing file only shows how it is used.

use super::{Walk, Walker, field, start};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn import(&mut self, node: Node) {
        let Some(path) = field(node, "path") else { return };
        let specifier = self.str(path).trim_matches(['"', '`']).to_owned();
        let line = self.b.source.line(start(node));
        let id = self.b.graph.imports.len() as ImportId;
        let (imported, local, byte) = match field(node, "name") {
            Some(name) => match self.str(name) {
                "." => (Imported::All, self.name(name), start(name)),
                "_" => (Imported::Nothing, self.name(name), start(name)),
                _ => (Imported::Module, self.name(name), start(name)),
            },
            None => {
                let likely: Vec<_> = package_names(&specifier).into_iter().map(|name| self.b.name(name)).collect();
                let Some(first) = likely.first().copied() else { return };
                self.guessed.push((id, likely));
                (Imported::Module, first, start(path))
            }
        };
        let binds = imported == Imported::Module;
        let names = vec![ImportedName { imported, local, type_only: false }];
        self.b.graph.imports.push(Import { specifier, names, type_only: false, dynamic: false, line });
        if binds {
            let binding = self.scopes.rebind(self.b, local, BindingKind::Import, byte);
            self.b.binding_mut(binding).import = Some((id, 0));
        }
    }

    /// Where a file uses a name that it does not declare and that an import's package may have
    /// (`chi` of `github.com/x/go-chi`), the import is known by it.
    pub fn name_packages(&mut self) {
        let open = self.open_names();
        for (import, likely) in std::mem::take(&mut self.guessed) {
            let Some(local) = likely[1..].iter().copied().find(|name| open.contains(name)) else { continue };
            let line = self.b.graph.imports[import as usize].line;
            let binding = self.b.binding(local, 0, BindingKind::Import, line);
            self.b.binding_mut(binding).import = Some((import, 0));
            self.b.graph.imports[import as usize].names[0].local = local;
            for value in &mut self.b.graph.values {
                if let Value::Name { name, binding: free @ None, .. } = value
                    && *name == local
                {
                    *free = Some(binding);
                }
            }
            for ty in &mut self.b.graph.types {
                if let Type::Name { path, root: free @ None, .. } = ty
                    && path.first() == Some(&local)
                {
                    *free = Some(binding);
                }
            }
        }
    }

    /// The names before a dot that nothing in the file declares.
    fn open_names(&self) -> Vec<NameId> {
        let (values, types) = (&self.b.graph.values, &self.b.graph.types);
        let of_value = values.iter().filter_map(|value| match value {
            Value::Member { object, .. } => match values[*object as usize] {
                Value::Name { name, binding: None, .. } => Some(name),
                _ => None,
            },
            _ => None,
        });
        let of_type = types.iter().filter_map(|ty| match ty {
            Type::Name { path, root: None, .. } if path.len() > 1 => path.first().copied(),
            _ => None,
        });
        let mut names: Vec<_> = of_value.chain(of_type).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// What a package at this path may be called, the likeliest first: the last part that is no version, then
/// pieces of it.
fn package_names(path: &str) -> Vec<&str> {
    let is_version =
        |part: &str| part.strip_prefix('v').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    let mut parts = path.rsplit('/').filter(|part| !part.is_empty());
    let Some(mut last) = parts.next() else { return Vec::new() };
    if is_version(last) {
        last = parts.next().unwrap_or(last);
    }
    // `gopkg.in/yaml.v3`
    if let Some((name, version)) = last.rsplit_once('.')
        && is_version(version)
    {
        last = name;
    }
    let mut names = vec![last];
    let pieces = last.split(['-', '.', '_']).filter(|piece| !piece.is_empty() && *piece != last);
    names.extend(pieces.chain(last.strip_prefix("go")).chain(last.strip_suffix("go")).filter(|it| !it.is_empty()));
    names
}

#[cfg(test)]
mod tests {
    use super::package_names;

    #[test]
    fn a_package_is_most_likely_called_by_its_paths_last_part() {
        let first = |path| package_names(path)[0];
        let paths = ["fmt", "net/http", "github.com/go-chi/chi/v5", "gopkg.in/yaml.v3", "github.com/mattn/go-isatty"];
        assert_eq!(paths.map(first), ["fmt", "http", "chi", "yaml", "go-isatty"]);
        assert_eq!(package_names("github.com/mattn/go-isatty"), ["go-isatty", "go", "isatty", "-isatty"]);
    }
}
