//! Imports and exports, of ES modules, CommonJS and TypeScript.

use super::objects::has_functions;
use super::*;
use syntax::oxc::ast::ast::*;
use syntax::oxc::ast_visit::Visit;
use syntax::oxc::span::GetSpan;

impl<'a> Walk<'_, '_> {
    fn import(
        &mut self,
        specifier: &str,
        names: Vec<ImportedName>,
        type_only: bool,
        dynamic: bool,
        at: u32,
    ) -> ImportId {
        let line = self.b.source.line(at);
        self.b.graph.imports.push(Import { specifier: specifier.to_owned(), names, type_only, dynamic, line });
        self.b.graph.imports.len() as ImportId - 1
    }

    /// An import whose names are declared by `locals`, in their order.
    fn import_names(
        &mut self,
        specifier: &str,
        names: Vec<(Imported, &BindingIdentifier<'a>, bool)>,
        type_only: bool,
        dynamic: bool,
        at: u32,
    ) {
        let locals: Vec<_> = names.iter().map(|(_, id, _)| id.symbol_id.get()).collect();
        let mut list: Vec<ImportedName> = names
            .into_iter()
            .map(|(imported, id, type_only)| ImportedName { imported, local: self.b.name(&id.name), type_only })
            .collect();
        if list.is_empty() {
            list.push(ImportedName { imported: Imported::Nothing, local: self.b.name(""), type_only });
        }
        let import = self.import(specifier, list, type_only, dynamic, at);
        for (position, binding) in locals.into_iter().enumerate() {
            if let Some(binding) = binding {
                let binding = self.b.binding_mut(binding.index() as BindingId);
                (binding.kind, binding.import) = (BindingKind::Import, Some((import, position as u32)));
            }
        }
    }

    pub fn import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        let mut names = Vec::new();
        for specifier in it.specifiers.iter().flatten() {
            names.push(match specifier {
                ImportDeclarationSpecifier::ImportSpecifier(s) => {
                    let name = s.imported.name();
                    let imported = match name.as_str() {
                        "default" => Imported::Default,
                        name => Imported::Name(self.b.name(name)),
                    };
                    (imported, &s.local, s.import_kind.is_type())
                }
                ImportDeclarationSpecifier::ImportDefaultSpecifier(s) => (Imported::Default, &s.local, false),
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(s) => (Imported::Module, &s.local, false),
            });
        }
        self.import_names(&it.source.value, names, it.import_kind.is_type(), false, it.span.start);
    }

    /// `import a = require("b")`, `import a = b.c`.
    pub fn import_equals(&mut self, it: &TSImportEqualsDeclaration<'a>) {
        let exported = std::mem::take(&mut self.lead).exported;
        let binding = it.id.symbol_id.get().map(|id| id.index() as BindingId);
        match &it.module_reference {
            TSModuleReference::ExternalModuleReference(module) => {
                let names = vec![(Imported::Module, &it.id, false)];
                self.import_names(&module.expression.value, names, it.import_kind.is_type(), false, it.span.start);
            }
            TSModuleReference::IdentifierReference(id) => {
                let value = self.identifier(id);
                self.alias(binding, value);
            }
            TSModuleReference::QualifiedName(name) => {
                let object = self.named_value(&name.left);
                let value = self.member_value(object, &name.right.name);
                self.alias(binding, value);
            }
        }
        if let (true, Some(binding), true) = (exported, binding, self.namespaces.is_empty()) {
            self.export(&it.id.name, Exported::Local(binding), it.import_kind.is_type(), it.span.start);
        }
    }

    fn alias(&mut self, binding: Option<BindingId>, value: ValueId) {
        if let Some(binding) = binding {
            self.b.binding_mut(binding).kind = BindingKind::Variable;
            self.b.assign(binding, value);
        }
    }

    /// A binding that stands for a module named in an expression or a type.
    pub fn module_binding(&mut self, specifier: &str, type_only: bool, at: u32) -> (BindingId, NameId) {
        self.member_binding(specifier, None, type_only, at)
    }

    /// A binding for an export of a module, or for the module, that an expression or type names.
    pub fn member_binding(
        &mut self,
        specifier: &str,
        member: Option<&str>,
        type_only: bool,
        at: u32,
    ) -> (BindingId, NameId) {
        let dotted = member.map(|member| format!(".{member}")).unwrap_or_default();
        let name = self.b.name(&format!("import(\"{specifier}\"){dotted}"));
        let imported = member.map_or(Imported::Module, |member| Imported::Name(self.b.name(member)));
        let import =
            self.import(specifier, vec![ImportedName { imported, local: name, type_only }], type_only, true, at);
        let line = self.b.source.line(at);
        let binding = self.b.binding(name, 0, BindingKind::Import, line);
        self.b.binding_mut(binding).import = Some((import, 0));
        (binding, name)
    }

    /// `import("a")` and `require("a")` as expressions.
    pub fn module_value(&mut self, specifier: &str, span: At) {
        let (binding, name) = self.module_binding(specifier, false, span.start);
        let value = self.b.value(Value::Name { name, scope: 0, binding: Some(binding) });
        self.made.insert((span.start, span.end), value);
    }

    /// `const a = require("b")`, `const { c } = require("b")`, `const d = require("b").d`, and the same with
    /// `await import("b")`: imports. False: something else.
    pub fn required(&mut self, pattern: &BindingPattern<'a>, init: &Expression<'a>, at_top: bool) -> bool {
        if self.lead.exported {
            return false;
        }
        let (mut value, mut member) = (init.get_inner_expression(), None);
        if let Expression::StaticMemberExpression(m) = value {
            (value, member) = (m.object.get_inner_expression(), Some(m.property.name.as_str()));
        }
        let (specifier, dynamic, span) = match value {
            Expression::CallExpression(call) => match self.require(call) {
                Some(specifier) => (specifier, !at_top, call.span),
                None => return false,
            },
            Expression::AwaitExpression(it) => match it.argument.get_inner_expression() {
                Expression::ImportExpression(import) => match &import.source {
                    Expression::StringLiteral(source) => (source.value.as_str(), true, import.span),
                    _ => return false,
                },
                _ => return false,
            },
            _ => return false,
        };
        let mut names = Vec::new();
        match (pattern, member) {
            (BindingPattern::BindingIdentifier(id), None) => names.push((Imported::Module, &**id, false)),
            (BindingPattern::BindingIdentifier(id), Some("default")) => names.push((Imported::Default, &**id, false)),
            (BindingPattern::BindingIdentifier(id), Some(name)) => {
                names.push((Imported::Name(self.b.name(name)), &**id, false));
            }
            (BindingPattern::ObjectPattern(object), None) => {
                for p in &object.properties {
                    let (BindingPattern::BindingIdentifier(id), Some(name)) = (&p.value, p.key.static_name()) else {
                        return false;
                    };
                    let imported =
                        if name == "default" { Imported::Default } else { Imported::Name(self.b.name(&name)) };
                    names.push((imported, &**id, false));
                }
                // The rest has what is not taken by name: what it is asked for, the module has.
                match object.rest.as_deref().map(|rest| &rest.argument) {
                    Some(BindingPattern::BindingIdentifier(id)) => names.push((Imported::Module, &**id, false)),
                    Some(_) => return false,
                    None => {}
                }
            }
            _ => return false,
        }
        self.lead = Lead::default();
        self.import_names(specifier, names, false, dynamic, span.start);
        true
    }

    /// The specifier of `require("…")`, where `require` is not the file's own.
    pub fn require<'e>(&self, call: &'e CallExpression<'a>) -> Option<&'e str> {
        match (&call.callee, call.arguments.first()) {
            (Expression::Identifier(id), Some(Argument::StringLiteral(path)))
                if id.name == "require" && self.referred(id, false).is_none() =>
            {
                Some(&path.value)
            }
            _ => None,
        }
    }

    pub fn export(&mut self, name: &str, what: Exported, type_only: bool, at: u32) {
        let (name, line) = (self.b.name(name), self.b.source.line(at));
        self.b.graph.exports.push(Export { name, what, type_only, line });
    }

    /// A declaration with `export` before it. What a namespace exports does not leave the file by itself,
    /// overloads leave once.
    pub fn export_symbol(&mut self, symbol: SymbolId, default: bool, binding: BindingId, at: u32) {
        let made = self.b.symbol_mut(symbol);
        made.exported = true;
        made.modifiers = made.modifiers.with(Modifiers::DEFAULT, default);
        let is_type = matches!(made.kind, SymbolKind::Interface | SymbolKind::TypeAlias);
        let name = self.b.graph.bindings[binding as usize].name;
        let again =
            self.b.graph.exports.last().is_some_and(|it| matches!(it.what, Exported::Local(at) if at == binding));
        if self.namespaces.is_empty() && !again {
            let name = if default { "default".to_owned() } else { self.b.graph.name(name).to_owned() };
            self.export(&name, Exported::Local(binding), is_type, at);
        }
    }

    /// A symbol for what is exported by default and has no name.
    pub fn default_symbol(&mut self, kind: SymbolKind, span: At) -> SymbolId {
        let start = self.lead.start.unwrap_or(span.start);
        let at = self.b.source.slice(start, span.start).find("default").map_or(span.start, |at| start + at as u32);
        let symbol = self.symbol(kind, "default", at, span);
        let made = self.b.symbol_mut(symbol);
        made.exported = true;
        made.modifiers = made.modifiers.with(Modifiers::DEFAULT, true);
        symbol
    }

    pub fn export_default(&mut self, it: &ExportDefaultDeclaration<'a>) {
        self.lead = Lead { start: Some(it.span.start), exported: true, default: true };
        let (named, span) = match &it.declaration {
            ExportDefaultDeclarationKind::FunctionDeclaration(f) => {
                self.function(f);
                (f.id.is_some(), f.span)
            }
            ExportDefaultDeclarationKind::ClassDeclaration(c) => {
                self.class(c);
                (c.id.is_some(), c.span)
            }
            ExportDefaultDeclarationKind::TSInterfaceDeclaration(it) => {
                self.interface(it);
                (true, it.span)
            }
            other => {
                let Some(value) = other.as_expression() else { return };
                self.default_expression(value);
                if let Some((ty, _)) = self.documented_type(it.span.start) {
                    self.expect_type(value, ty);
                }
                return;
            }
        };
        self.lead = Lead::default();
        if !named && let Some(value) = self.made.get(&(span.start, span.end)).copied() {
            self.export("default", Exported::Value(value), false, it.span.start);
        }
    }

    fn default_expression(&mut self, value: &Expression<'a>) {
        let span = value.span();
        if self.options(value) {
            return;
        }
        let kind = super::classes::holder_kind(value).filter(|_| !is_named(value));
        let holds =
            matches!(value.get_inner_expression(), Expression::ObjectExpression(object) if has_functions(object));
        match kind.or(holds.then_some(SymbolKind::Variable)) {
            Some(kind) => {
                let symbol = self.default_symbol(kind, span);
                self.hold(symbol, None, Some(value));
            }
            None => {
                self.lead = Lead::default();
                self.visit_expression(value);
            }
        }
        let what = self.exported(value);
        self.keep_exported_texts("default", value);
        self.export("default", what, false, span.start);
    }

    /// What an exported expression is: a name of this file, or a value.
    fn exported(&mut self, value: &Expression<'a>) -> Exported {
        let mut inner = value.get_inner_expression();
        while let Expression::AssignmentExpression(it) = inner {
            inner = it.right.get_inner_expression();
        }
        let binding = match inner {
            Expression::Identifier(id) => self.referred(id, false),
            _ => None,
        };
        match binding {
            Some(binding) => Exported::Local(binding),
            None => Exported::Value(self.value(value)),
        }
    }

    pub fn export_assignment(&mut self, it: &TSExportAssignment<'a>) {
        let what = self.exported(&it.expression);
        self.export("export=", what, false, it.span.start);
    }

    pub fn export_names(&mut self, it: &ExportNamedDeclaration<'a>) {
        for s in &it.specifiers {
            let ModuleExportName::IdentifierReference(id) = &s.local else { continue };
            let type_only = it.export_kind.is_type() || s.export_kind.is_type();
            let what = match self.referred(id, false) {
                // A type's own name goes with the value's: both leave.
                Some(binding) => {
                    if let Some(of_type) = self.type_bindings.get(&binding).copied() {
                        self.export(&s.exported.name(), Exported::Local(of_type), true, s.span.start);
                    }
                    Exported::Local(binding)
                }
                None => Exported::Value(self.identifier(id)),
            };
            self.export(&s.exported.name(), what, type_only, s.span.start);
        }
    }

    pub fn export_from(&mut self, it: &ExportFromDeclaration<'a>) {
        for s in &it.specifiers {
            let (specifier, name) = (it.source.value.to_string(), self.b.name(&s.local.name()));
            let type_only = it.export_kind.is_type() || s.export_kind.is_type();
            self.export(&s.exported.name(), Exported::From { specifier, name }, type_only, s.span.start);
        }
    }

    pub fn export_all(&mut self, it: &ExportAllDeclaration<'a>) {
        let (specifier, type_only) = (it.source.value.to_string(), it.export_kind.is_type());
        match &it.exported {
            Some(name) => self.export(&name.name(), Exported::ModuleFrom { specifier }, type_only, it.span.start),
            None => self.export("*", Exported::AllFrom { specifier }, type_only, it.span.start),
        }
    }

    /// The binding of what this file exports as `x` by `exports.x = …`.
    fn export_binding(&mut self, name: &str, at: u32) -> BindingId {
        if let Some(binding) = self.export_bindings.get(name) {
            return *binding;
        }
        let (id, line) = (self.b.name(&format!("exports.{name}")), self.b.source.line(at));
        let binding = self.b.binding(id, 0, BindingKind::Variable, line);
        self.export_bindings.insert(name.to_owned(), binding);
        binding
    }

    /// `exports.x` where it is used in the file that exports it.
    pub fn own_export(&mut self, m: &StaticMemberExpression<'a>) -> Option<ValueId> {
        let name = self.common_export(m).filter(|name| name != "export=")?;
        let binding = self.export_binding(&name, m.span.start);
        let name = self.b.graph.bindings[binding as usize].name;
        Some(self.b.value(Value::Name { name, scope: 0, binding: Some(binding) }))
    }

    pub fn export_assigned(&mut self, name: Option<String>, value: &Expression<'a>, at: u32) {
        if let Some(name) = name.filter(|_| !is_nothing(value)) {
            if name != "export=" {
                let binding = self.export_binding(&name, at);
                let value = self.value(value);
                self.b.assign(binding, value);
            }
            let what = match self.chained {
                Some(binding) if name == "export=" => Exported::Local(binding),
                _ => self.exported(value),
            };
            self.keep_exported_texts(&name, value);
            self.export(&name, what, false, at);
        }
    }
}

/// Whether a value only says that there will be one: `exports.a = exports.b = void 0`, as compilers write it.
fn is_nothing(value: &Expression) -> bool {
    match value.get_inner_expression() {
        Expression::AssignmentExpression(it) => is_nothing(&it.right),
        Expression::UnaryExpression(it) => it.operator == UnaryOperator::Void,
        Expression::Identifier(id) => id.name == "undefined",
        _ => false,
    }
}

fn is_named(value: &Expression) -> bool {
    match value.get_inner_expression() {
        Expression::FunctionExpression(f) => f.id.is_some(),
        Expression::ClassExpression(c) => c.id.is_some(),
        _ => false,
    }
}
