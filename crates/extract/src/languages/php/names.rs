//! Namespaces and `use`: what a name written here is called everywhere.

use super::{Walk, Walker, field, items};
use facts::*;
use rustc_hash::FxHashMap;
use syntax::tree_sitter::Node;

/// What a name is used as; each kind has names of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Class,
    Function,
    Constant,
}

#[derive(Default)]
pub struct Names {
    /// Without a backslash before or behind it; empty for the global one.
    pub namespace: String,
    /// `use`: the name here, in lower case, and the full name.
    aliases: FxHashMap<(Kind, String), String>,
    /// What the file declares, by full name in lower case.
    declared: FxHashMap<(Kind, String), BindingId>,
    /// Values that name a function, and their full names where the namespace's own function comes first.
    functions: Vec<(ValueId, String)>,
    /// Classes named as values, by full name.
    values: FxHashMap<NameId, ValueId>,
    /// The scope that holds what the namespace declares.
    pub scope: ScopeId,
}

impl Names {
    /// The full name of a class, `\A\B`.
    pub fn class(&self, written: &str) -> String {
        self.full(Kind::Class, written).unwrap_or_else(|| self.own(written))
    }

    /// The full name of a class that the file imports, or that is written in full.
    pub fn imported_class(&self, written: &str) -> Option<String> {
        let first = written.split('\\').next().unwrap_or_default();
        match self.aliases.contains_key(&(Kind::Class, first.to_ascii_lowercase())) {
            true => self.full(Kind::Class, written),
            false => written.starts_with('\\').then(|| written.to_owned()),
        }
    }

    /// `\namespace\name`
    pub fn own(&self, name: &str) -> String {
        if self.namespace.is_empty() { format!("\\{name}") } else { format!("\\{}\\{name}", self.namespace) }
    }

    /// The full name of what a qualified or imported name means; none for a plain one.
    fn full(&self, kind: Kind, written: &str) -> Option<String> {
        if written.starts_with('\\') {
            return Some(written.to_owned());
        }
        if let Some(rest) =
            written.get(..10).filter(|it| it.eq_ignore_ascii_case("namespace\\")).map(|_| &written[10..])
        {
            return Some(self.own(rest));
        }
        match written.split_once('\\') {
            Some((first, rest)) => Some(match self.aliases.get(&(Kind::Class, first.to_ascii_lowercase())) {
                Some(full) => format!("{full}\\{rest}"),
                None => self.own(written),
            }),
            None => self.aliases.get(&(kind, written.to_ascii_lowercase())).cloned(),
        }
    }

    pub fn declare(&mut self, kind: Kind, full: &str, binding: BindingId) {
        self.declared.entry((kind, full.to_ascii_lowercase())).or_insert(binding);
    }

    /// Binds what the file itself declares.
    pub fn bind(&self, graph: &mut FileGraph) {
        let names = &graph.names;
        for (value, full) in &self.functions {
            if let Value::Name { binding, .. } = &mut graph.values[*value as usize] {
                *binding = self.declared.get(&(Kind::Function, full.clone())).copied();
            }
        }
        let class = |name: NameId| {
            let text = &names[name as usize];
            let found = || self.declared.get(&(Kind::Class, text.to_ascii_lowercase())).copied();
            text.starts_with('\\').then(found).flatten()
        };
        for ty in &mut graph.types {
            if let Type::Name { path, root: root @ None, .. } = ty
                && let [name] = path[..]
            {
                *root = class(name);
            }
        }
    }
}

impl Walk<'_, '_> {
    /// The file's statements; each namespace's are walked in it. A file of one namespace is of that
    /// package, in one of several each is a block.
    pub fn file(&mut self, root: Node) {
        let mut cursor = root.walk();
        let spaces: Vec<Node> =
            root.named_children(&mut cursor).filter(|it| it.kind() == "namespace_definition").collect();
        let first = spaces.first().and_then(|it| field(*it, "name")).map_or("", |name| self.str(name));
        let several = spaces.iter().any(|it| field(*it, "name").map_or("", |name| self.str(name)) != first);
        if !several && !first.is_empty() {
            self.b.graph.package = Some(dotted(first));
        }
        let mut open = false;
        for child in root.named_children(&mut root.walk()) {
            if child.kind() != "namespace_definition" {
                self.node(child);
                continue;
            }
            self.names.namespace = field(child, "name").map_or("", |it| self.str(it)).to_owned();
            self.names.aliases.clear();
            if std::mem::take(&mut open) {
                self.scopes.close();
            }
            if several {
                self.names.scope = self.scopes.open(self.b, ScopeKind::Block, None);
                self.b.graph.packages.push((self.names.scope, dotted(&self.names.namespace)));
                open = true;
            }
            if let Some(body) = field(child, "body") {
                self.children(body);
                self.names.namespace.clear();
            }
        }
    }

    /// `use A\B, C as D;`, `use function A\f;`, `use A\{B, C\D as E};`
    pub fn uses(&mut self, node: Node) {
        let kind = use_kind(node).unwrap_or(Kind::Class);
        let (prefix, clauses) = match field(node, "body") {
            Some(group) => {
                let prefix = items(node).into_iter().find(|it| it.kind() == "namespace_name");
                (prefix.map_or("", |it| self.str(it)), items(group))
            }
            None => ("", items(node)),
        };
        // Outside of braces the first one's word counts for all.
        let first = clauses.first().and_then(|it| use_kind(*it)).filter(|_| prefix.is_empty());
        let kind = first.unwrap_or(kind);
        for clause in clauses.into_iter().filter(|it| it.kind() == "namespace_use_clause") {
            let kind = use_kind(clause).unwrap_or(kind);
            let alias = field(clause, "alias");
            let named = items(clause).into_iter().find(|it| matches!(it.kind(), "name" | "qualified_name"));
            let Some(written) = named.filter(|it| Some(*it) != alias) else { continue };
            let rest = self.str(written).trim_start_matches('\\');
            let full =
                if prefix.is_empty() { rest.to_owned() } else { format!("{}\\{rest}", prefix.trim_matches('\\')) };
            let last = full.rsplit('\\').next().unwrap_or_default().to_owned();
            let local = alias.map_or(last.as_str(), |it| self.str(it)).to_owned();
            let (imported, named) = (self.b.name(&last), self.b.name(&local));
            let names = vec![ImportedName { imported: Imported::Name(imported), local: named, type_only: false }];
            let line = self.line(clause);
            self.b.graph.imports.push(Import {
                specifier: full.clone(),
                names,
                type_only: false,
                dynamic: false,
                line,
            });
            self.names.aliases.insert((kind, local.to_ascii_lowercase()), format!("\\{full}"));
        }
    }

    /// The name of a class as it is called everywhere.
    pub fn class_name(&mut self, node: Node) -> NameId {
        let full = self.names.class(self.str(node));
        self.b.name(&full)
    }

    /// A class named as a value.
    pub fn class_value(&mut self, node: Node) -> ValueId {
        let name = self.class_name(node);
        self.class_of(name)
    }

    /// The class of a full name as a value.
    pub fn class_of(&mut self, name: NameId) -> ValueId {
        if let Some(value) = self.names.values.get(&name) {
            return *value;
        }
        let inner =
            self.b.ty(Type::Name { path: vec![name], scope: self.scopes.current(), root: None, arguments: Vec::new() });
        let ty = self.b.ty(Type::ClassOf { inner });
        let value = self.b.value(Value::Cast { ty });
        self.names.values.insert(name, value);
        value
    }

    /// A function named as a value: by its full name, or by a plain one that may be the namespace's or global.
    pub fn function_value(&mut self, node: Node) -> ValueId {
        let text = self.str(node);
        self.named_function(text)
    }

    pub fn named_function(&mut self, written: &str) -> ValueId {
        let full = self.names.full(Kind::Function, written);
        let name = self.b.name(full.as_deref().unwrap_or(written));
        let value = self.b.value(Value::Name { name, scope: self.scopes.current(), binding: None });
        let full = full.unwrap_or_else(|| self.names.own(written)).to_ascii_lowercase();
        self.names.functions.push((value, full));
        value
    }

    /// `include 'x.php'`, with the folder of this file before it or not.
    pub fn include(&mut self, node: Node) -> ValueId {
        let Some(argument) = items(node).first().copied() else { return self.unknown() };
        if let Some(specifier) = self.literal_path(argument) {
            let (line, local) = (self.line(node), self.b.name(""));
            let names = vec![ImportedName { imported: Imported::Nothing, local, type_only: false }];
            self.b.graph.imports.push(Import { specifier, names, type_only: false, dynamic: false, line });
        }
        self.value(argument);
        self.unknown()
    }

    /// The path that an expression names: relative to the file's folder with `./` before it.
    pub fn literal_path(&self, node: Node) -> Option<String> {
        match node.kind() {
            "string" | "encapsed_string" => super::literal(node).map(|it| self.str(it).to_owned()),
            "parenthesized_expression" => self.literal_path(node.named_child(0)?),
            "binary_expression" => {
                let (left, right) = (field(node, "left")?, field(node, "right")?);
                let behind = self.literal_path(right)?;
                // Of the repository's own folder, whose constant another file defines: `APP_ROOT . '/lib/routes.php'`.
                if self.is_root(left) {
                    return Some(behind.trim_start_matches('/').to_owned()).filter(|path| path.contains('/'));
                }
                Some(format!("{}{behind}", self.folder_path(left)?))
            }
            _ => None,
        }
    }

    fn is_root(&self, node: Node) -> bool {
        let name = if node.kind() == "name" { self.str(node) } else { "" };
        let words: Vec<&str> = name.split('_').collect();
        words.iter().any(|it| matches!(*it, "ROOT" | "BASE" | "BASEPATH" | "ABSPATH" | "ROOTPATH"))
    }

    /// `__DIR__`, `dirname(__FILE__)`, `dirname(__DIR__, 2)`, or the start of a longer path.
    fn folder_path(&self, node: Node) -> Option<String> {
        match node.kind() {
            "name" if self.str(node) == "__DIR__" => Some(".".to_owned()),
            "binary_expression" => self.literal_path(node),
            "function_call_expression" if field(node, "function").is_some_and(|it| self.str(it) == "dirname") => {
                let given = items(field(node, "arguments")?);
                let levels = given.get(1).map_or(Some(1), |it| self.str(*it).parse::<usize>().ok())?.min(20);
                let inner = given.first()?.named_child(0)?;
                let base = match self.str(inner) {
                    "__FILE__" => return Some(format!(".{}", "/..".repeat(levels.saturating_sub(1)))),
                    _ => self.folder_path(inner)?,
                };
                Some(format!("{base}{}", "/..".repeat(levels)))
            }
            _ => None,
        }
    }
}

fn dotted(namespace: &str) -> String {
    namespace.replace('\\', ".")
}

fn use_kind(node: Node) -> Option<Kind> {
    match field(node, "type")?.kind() {
        "function" => Some(Kind::Function),
        "const" => Some(Kind::Constant),
        _ => None,
    }
}
