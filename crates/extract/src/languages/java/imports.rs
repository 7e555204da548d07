//! The package clause and imports.

use super::{Walk, Walker, child, field, items, start};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn package(&mut self, node: Node) {
        let name = items(node).into_iter().find(|it| matches!(it.kind(), "identifier" | "scoped_identifier"));
        if let Some(name) = name {
            self.b.graph.package = Some(self.dotted(name));
        }
    }

    /// `import a.b.C`, `import a.b.*`, `import static a.b.C.m`, `import static a.b.C.*`.
    pub fn import(&mut self, node: Node) {
        let name = items(node).into_iter().find(|it| matches!(it.kind(), "identifier" | "scoped_identifier"));
        let Some(path) = name else { return };
        let line = self.b.source.line(start(node));
        let (specifier, imported, local) = if child(node, "asterisk").is_some() {
            (self.dotted(path), Imported::All, self.b.name("*"))
        } else {
            let last = field(path, "name").unwrap_or(path);
            let specifier = field(path, "scope").map(|scope| self.dotted(scope)).unwrap_or_default();
            let name = self.name(last);
            (specifier, Imported::Name(name), name)
        };
        let id = self.b.graph.imports.len() as ImportId;
        let is_name = imported != Imported::All;
        let names = vec![ImportedName { imported, local, type_only: false }];
        self.b.graph.imports.push(Import { specifier, names, type_only: false, dynamic: false, line });
        if is_name {
            // Several static imports may bring members under one name: each has a binding.
            let binding = self.b.binding(local, 0, BindingKind::Import, line);
            self.b.binding_mut(binding).import = Some((id, 0));
        }
    }

    /// A dotted name without spaces and comments.
    pub fn dotted(&self, node: Node) -> String {
        let mut parts = Vec::new();
        let mut next = Some(node);
        while let Some(node) = next {
            parts.push(self.str(field(node, "name").unwrap_or(node)));
            next = field(node, "scope");
        }
        parts.reverse();
        parts.join(".")
    }
}
