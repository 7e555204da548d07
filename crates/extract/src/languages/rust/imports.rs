//! `use` trees, `extern crate` and modules in files of their own.

use super::names::Space;
use super::{Walk, Walker, field, start};
use crate::tree::items;
use facts::*;
use syntax::tree_sitter::Node;

impl<'s> Walk<'_, 's> {
    /// A `use` declaration: one import a leaf of its tree.
    pub fn use_declaration(&mut self, node: Node) {
        let mut cursor = node.walk();
        let public = node.children(&mut cursor).any(|child| child.kind() == "visibility_modifier");
        if let Some(argument) = field(node, "argument") {
            self.deeper(argument, |walk| walk.use_tree(argument, &[], public));
        }
    }

    /// One tree below a path.
    fn use_tree(&mut self, node: Node, prefix: &[&'s str], public: bool) {
        match node.kind() {
            "scoped_use_list" => {
                let mut path = prefix.to_vec();
                field(node, "path").into_iter().for_each(|it| self.segments(it, &mut path));
                field(node, "list").into_iter().for_each(|it| {
                    self.deeper(it, |walk| walk.use_tree(it, &path, public));
                });
            }
            "use_list" => {
                for item in items(node) {
                    self.deeper(item, |walk| walk.use_tree(item, prefix, public));
                }
            }
            "use_wildcard" => {
                let mut path = prefix.to_vec();
                items(node).first().into_iter().for_each(|it| self.segments(*it, &mut path));
                self.import(&path, None, node, public);
            }
            "use_as_clause" => {
                let (Some(path_node), Some(alias)) = (field(node, "path"), field(node, "alias")) else { return };
                let mut path = prefix.to_vec();
                self.segments(path_node, &mut path);
                self.import(&path, Some(self.str(alias)), alias, public);
            }
            "identifier" | "scoped_identifier" | "crate" | "self" | "super" => {
                let mut path = prefix.to_vec();
                self.segments(node, &mut path);
                // `use a::b::{self}` means `b`.
                if path.len() > 1 && path.last() == Some(&"self") {
                    path.pop();
                }
                let Some(local) = path.last().copied() else { return };
                self.import(&path, Some(local), node, public);
            }
            _ => {}
        }
    }

    /// Adds the names of a path from left to right.
    pub fn segments(&self, node: Node, path: &mut Vec<&'s str>) {
        let (mut next, mut names) = (Some(node), Vec::new());
        while let Some(at) = next {
            match at.kind() {
                "scoped_identifier" | "scoped_type_identifier" => {
                    names.extend(field(at, "name").map(|name| self.str(name)));
                    next = field(at, "path");
                    if next.is_none() {
                        // `::a` starts at the crates.
                        names.push("");
                    }
                }
                "generic_type" | "generic_type_with_turbofish" => next = field(at, "type"),
                _ => {
                    names.push(self.str(at));
                    next = None;
                }
            }
        }
        path.extend(names.into_iter().rev());
    }

    fn import(&mut self, path: &[&str], local: Option<&str>, node: Node, public: bool) {
        let line = self.b.source.line(start(node));
        let dynamic = self.b.owner_of(|kind| matches!(kind, SymbolKind::Function | SymbolKind::Method)).is_some();
        let (module, imported, name) = match (local, path) {
            (None, _) => (path.join("::"), Imported::All, "*"),
            (Some(local), [only]) => ((*only).to_owned(), Imported::Module, local),
            (Some(local), [module @ .., last]) => {
                (module.join("::"), Imported::Name(self.b.name(last.trim_start_matches("r#"))), local)
            }
            _ => return,
        };
        let name_id = self.b.name(name.trim_start_matches("r#"));
        if public {
            let what = match imported {
                Imported::All => Exported::AllFrom { specifier: module.clone() },
                Imported::Name(name) => Exported::From { specifier: module.clone(), name },
                _ => Exported::ModuleFrom { specifier: module.clone() },
            };
            self.b.graph.exports.push(Export { name: name_id, what, type_only: false, line });
        }
        let is_all = imported == Imported::All;
        let id = self.b.graph.imports.len() as ImportId;
        let names = vec![ImportedName { imported, local: name_id, type_only: false }];
        self.b.graph.imports.push(Import { specifier: module, names, type_only: false, dynamic, line });
        let scope = self.scopes.current();
        let binding = self.b.binding(name_id, scope, BindingKind::Import, line);
        self.b.binding_mut(binding).import = Some((id, 0));
        if is_all {
            self.names.globs.insert(scope);
        }
        if is_all || name == "_" {
            return;
        }
        self.gated(binding);
        for space in [Space::Value, Space::Type] {
            let earlier = self.names.bound(space, scope, name_id);
            if let Some((earlier, gate)) = earlier.and_then(|it| Some((it, self.deciding(it)?))) {
                self.set_rival(earlier, gate, binding);
            }
        }
        self.names.set_where_free(Space::Value, scope, name_id, binding);
        self.names.set_where_free(Space::Type, scope, name_id, binding);
        let as_macro = self.b.name(&format!("{name}!"));
        self.names.set_where_free(Space::Macro, scope, as_macro, binding);
    }

    /// `extern crate a as b;`
    pub fn extern_crate(&mut self, node: Node) {
        let Some(name) = field(node, "name") else { return };
        let local = field(node, "alias").unwrap_or(name);
        let path = ["", self.str(name)];
        let path = if path[1] == "self" { ["", "crate"] } else { path };
        self.import(&path[1..], Some(self.str(local)), local, false);
        if self.lends_macros(node) {
            let names = vec![ImportedName { imported: Imported::All, local: self.b.name(MACROS), type_only: false }];
            let line = self.b.source.line(start(node));
            let specifier = path[1].to_owned();
            self.b.graph.imports.push(Import { specifier, names, type_only: false, dynamic: false, line });
        }
    }

    /// Whether `#[macro_use]` stands in front of an item.
    fn lends_macros(&self, node: Node) -> bool {
        let before = std::iter::successors(node.prev_named_sibling(), |it| it.prev_named_sibling());
        let mut attributes = before.take_while(|it| matches!(it.kind(), "attribute_item" | "line_comment"));
        attributes.any(|it| it.kind() == "attribute_item" && self.str(it).contains("macro_use"))
    }

    /// `mod a;`: the binding of a module that is a file of its own.
    pub fn module_file(&mut self, name: Node, path: Option<String>) {
        let name_id = self.name(name);
        let (scope, line) = (self.scopes.current(), self.b.source.line(start(name)));
        let specifier = path.unwrap_or_else(|| {
            let mut parts = self.modules_around();
            parts.insert(0, "self");
            parts.push(self.str(name));
            parts.join("::")
        });
        let id = self.b.graph.imports.len() as ImportId;
        let names = vec![ImportedName { imported: Imported::Module, local: name_id, type_only: false }];
        self.b.graph.imports.push(Import { specifier, names, type_only: false, dynamic: false, line });
        let binding = self.b.binding(name_id, scope, BindingKind::Namespace, line);
        self.b.binding_mut(binding).import = Some((id, 0));
        self.b.graph.gates.extend(self.names.gate.map(|gate| (binding, gate)));
        self.names.set_where_free(Space::Type, scope, name_id, binding);
    }

    /// The names of the modules of this file that are open, the outermost first.
    fn modules_around(&self) -> Vec<&str> {
        let (mut next, mut names) = (Some(self.scopes.current()), Vec::new());
        while let Some(at) = next {
            let scope = &self.b.graph.scopes[at as usize];
            // What a macro makes has no module of its own.
            let symbol = scope.symbol.filter(|it| self.b.graph.symbols[*it as usize].kind == SymbolKind::Namespace);
            if let (ScopeKind::Module, Some(symbol)) = (scope.kind, symbol) {
                names.push(self.b.graph.name(self.b.graph.symbols[symbol as usize].name));
            }
            next = scope.parent;
        }
        names.reverse();
        names
    }
}
