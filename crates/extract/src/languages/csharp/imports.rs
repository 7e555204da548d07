//! Using directives.

use super::{Walk, Walker, field, has_token, items, start};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn using(&mut self, node: Node) {
        let alias = field(node, "name");
        let Some(target) = items(node).into_iter().find(|it| Some(*it) != alias) else { return };
        let ty = self.ty(target);
        let specifier = self.dotted(ty).unwrap_or_else(|| self.str(target).to_owned());
        let line = self.b.source.line(start(node));
        let id = self.b.graph.imports.len() as ImportId;
        let (imported, local) = match alias {
            Some(name) => (Imported::Module, self.name(name)),
            // Below a namespace it is looked up from there outwards.
            None if self.namespace.is_empty() => (Imported::All, self.b.name("*")),
            None => (Imported::All, self.b.name(&self.namespace)),
        };
        let names = vec![ImportedName { imported, local, type_only: false }];
        self.b.graph.imports.push(Import { specifier, names, type_only: false, dynamic: false, line });
        // What a view of that name imports, all below its folder do.
        let path = &self.b.graph.path;
        let is_shared = self.b.language.name == "razor"
            && path.rsplit('/').next().is_some_and(|it| it.starts_with('_'))
            && path.contains("Imports.");
        if has_token(node, "global") || is_shared {
            self.b.graph.global_imports.push(id);
        }
        if let Some(name) = alias {
            let binding =
                self.b.binding(local, self.scopes.current(), BindingKind::Import, self.b.source.line(start(name)));
            let made = self.b.binding_mut(binding);
            (made.import, made.declared) = (Some((id, 0)), Some(ty));
        }
    }
}
