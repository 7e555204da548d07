//! The package header and imports.

use super::{Walk, Walker, child, items};
use crate::tree::{end, start};
use facts::*;
use syntax::tree_sitter::Node;

impl<'t> Walk<'_, '_, 't> {
    pub fn package(&mut self, node: Node<'t>) {
        let path = child(node, "qualified_identifier").map(|path| self.dotted(path));
        self.b.graph.package = path;
    }

    fn dotted(&self, path: Node) -> String {
        self.b.source.slice(start(path), end(path)).chars().filter(|c| !c.is_whitespace() && *c != '`').collect()
    }

    /// `import a.b.C`, `import a.b.C as D`, `import a.b.*`.
    pub fn import(&mut self, node: Node<'t>) {
        let Some(path) = child(node, "qualified_identifier") else { return };
        let line = self.b.source.line(start(node));
        let id = self.b.graph.imports.len() as ImportId;
        let whole = self.dotted(path);
        let starred = node.children(&mut node.walk()).any(|child| child.kind() == "*");
        let (specifier, imported, local) = if starred {
            let star = self.b.name("*");
            (whole, Imported::All, star)
        } else {
            let (specifier, name) = whole.rsplit_once('.').unwrap_or(("", &whole));
            let imported = self.b.name(name);
            let alias = child(node, "identifier").map(|alias| self.name(alias));
            (specifier.to_owned(), Imported::Name(imported), alias.unwrap_or(imported))
        };
        let binds = imported != Imported::All;
        let names = vec![ImportedName { imported, local, type_only: false }];
        self.b.graph.imports.push(Import { specifier, names, type_only: false, dynamic: false, line });
        if binds {
            let byte = items(path).last().map_or(start(path), |last| start(*last));
            let binding = self.scopes.rebind(self.b, local, BindingKind::Import, byte);
            self.b.binding_mut(binding).import = Some((id, 0));
        }
    }
}
