//! Imports in all forms.

use super::Walk;
use super::literals::string_items;
use facts::*;
use syntax::ruff::ast::{Expr, Identifier, StmtImport, StmtImportFrom};
use syntax::ruff::text_size::Ranged;

impl Walk<'_, '_> {
    pub fn import(&mut self, it: &StmtImport) {
        for alias in &it.names {
            let module = alias.name.as_str();
            let line = self.b.source.line(alias.start().to_u32());
            match (&alias.asname, module.split_once('.')) {
                (Some(local), _) => self.module(module, local, local.start().to_u32(), line),
                (None, None) => self.module(module, module, alias.start().to_u32(), line),
                // `import a.b` binds `a` and sees to it that `a.b` is there.
                (None, Some((package, _))) => {
                    self.module(package, package, alias.start().to_u32(), line);
                    let local = self.b.name(package);
                    self.push(
                        module,
                        vec![ImportedName { imported: Imported::Nothing, local, type_only: false }],
                        line,
                    );
                }
            }
        }
    }

    pub fn import_from(&mut self, it: &StmtImportFrom) {
        let specifier = ".".repeat(it.level as usize) + it.module.as_ref().map_or("", Identifier::as_str);
        let line = self.b.source.line(it.start().to_u32());
        let names = it
            .names
            .iter()
            .map(|alias| {
                let imported = match alias.name.as_str() {
                    "*" => Imported::All,
                    name => Imported::Name(self.b.name(name)),
                };
                let local = self.b.name(alias.asname.as_ref().unwrap_or(&alias.name));
                ImportedName { imported, local, type_only: self.type_checking }
            })
            .collect();
        let import = self.push(&specifier, names, line);
        for (position, alias) in it.names.iter().enumerate().filter(|(_, alias)| alias.name.as_str() != "*") {
            let local = alias.asname.as_ref().unwrap_or(&alias.name);
            self.bind_import(import, position as u32, local, local.start().to_u32());
        }
    }

    /// The modules that `pytest_plugins` names, which pytest imports with the file: `"a.b"`, `["a.b", "a.c"]`.
    pub fn plugins(&mut self, named: &Expr) {
        let one = || Some(vec![named.as_string_literal_expr()?.value.to_str().to_owned()]);
        let line = self.b.source.line(named.start().to_u32());
        for module in string_items(named).or_else(one).unwrap_or_default() {
            let local = self.b.name(&module);
            self.push(&module, vec![ImportedName { imported: Imported::Nothing, local, type_only: false }], line);
        }
    }

    fn module(&mut self, specifier: &str, local: &str, byte: u32, line: u32) {
        let name = self.b.name(local);
        let names = vec![ImportedName { imported: Imported::Module, local: name, type_only: self.type_checking }];
        let import = self.push(specifier, names, line);
        self.bind_import(import, 0, local, byte);
    }

    fn push(&mut self, specifier: &str, names: Vec<ImportedName>, line: u32) -> ImportId {
        let (type_only, dynamic) = (self.type_checking, !self.functions.is_empty());
        self.b.graph.imports.push(Import { specifier: specifier.to_owned(), names, type_only, dynamic, line });
        self.b.graph.imports.len() as ImportId - 1
    }

    /// Binds an imported name. Where the name means something already (`try: import a except
    /// ImportError: import b as a`), the import gets a binding of its own, which becomes one more value
    /// of the first.
    fn bind_import(&mut self, import: ImportId, position: u32, local: &str, byte: u32) {
        let (name, scope) = (self.b.name(local), self.scopes.current());
        self.narrowing.forget(local);
        let before = self.scopes.bound(name, scope);
        if before.is_some_and(|before| self.imports_same(before, import, position)) {
            return;
        }
        if let Some(empty) = before.filter(|&before| self.is_empty(before)) {
            self.b.binding_mut(empty).import = Some((import, position));
            return;
        }
        let binding = match before {
            Some(_) => self.b.binding(name, scope, BindingKind::Import, self.b.source.line(byte)),
            None => self.scopes.bind(self.b, name, scope, BindingKind::Import, byte),
        };
        self.b.binding_mut(binding).import = Some((import, position));
        if let Some(before) = before {
            let also = self.b.value(Value::Name { name, scope, binding: Some(binding) });
            self.b.assign(before, also);
        }
    }

    /// Whether a name has held nothing so far, for where an import fails that follows: `a = None; try: import a`.
    fn is_empty(&self, binding: BindingId) -> bool {
        let graph = &self.b.graph;
        let bound = &graph.bindings[binding as usize];
        let is_none = |value: &ValueId| matches!(graph.values[*value as usize], Value::Builtin(Builtin::Null));
        bound.import.is_none()
            && bound.declared.is_none()
            && bound.kind == BindingKind::Variable
            && !bound.values.is_empty()
            && bound.values.iter().all(is_none)
    }

    /// Whether a binding imports the same already: `import a.b` and `import a.c` both bind `a`.
    fn imports_same(&self, binding: BindingId, import: ImportId, position: u32) -> bool {
        let graph = &self.b.graph;
        let named = |(import, position): (ImportId, u32)| {
            let import = &graph.imports[import as usize];
            (&import.specifier, &import.names[position as usize].imported)
        };
        graph.bindings[binding as usize].import.is_some_and(|before| named(before) == named((import, position)))
    }
}
