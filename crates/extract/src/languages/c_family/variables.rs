//! Declarations of variables, typedefs and aliases, at the top and in functions.

use super::statements::names;
use super::types::is_std_number;
use super::{Walk, Walker, end, field, items, start};
use crate::builder::TEXT_LIMIT;
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn declaration(&mut self, node: Node) {
        let ty = field(node, "type");
        let base = match ty {
            Some(ty) => self.base_type(node, ty),
            None => self.unknown_type(),
        };
        let mut cursor = node.walk();
        let declarators: Vec<_> = node.children_by_field_name("declarator", &mut cursor).collect();
        for declarator in declarators {
            let target = if declarator.kind() == "init_declarator" { field(declarator, "declarator") } else { None };
            let declared = self.declarator(target.unwrap_or(declarator), base);
            match (declared.name, declared.function) {
                (Some(name), Some(function)) if !self.constructs(ty, function) => {
                    self.function_declaration(node, ty, name, function, declared.ty);
                }
                (Some(name), function) => {
                    let given = match function {
                        // `Type name(a, b);`, which the grammar takes for a function.
                        Some(function) => self.constructed_by(node, ty, function),
                        None => {
                            // `if (T x = f())`
                            let value = field(declarator, "value").or_else(|| field(node, "value"));
                            if let (Some(ty), None) = (ty, value)
                                && !self.has_storage(node, "extern")
                            {
                                self.made_by_default(ty, declarator, false);
                            }
                            value.map(|value| self.initialiser(node, ty, target, value))
                        }
                    };
                    match self.in_function() {
                        true => {
                            let binding = self.bind_local(name, declared.ty, given);
                            let declarator = target.unwrap_or(declarator);
                            binding
                                .into_iter()
                                .for_each(|it| self.note_constancy(it, declared.ty, node, Some(declarator)));
                        }
                        false => self.global(node, ty, declarator, name, declared.ty, given),
                    }
                }
                _ => {
                    field(declarator, "value").into_iter().for_each(|value| {
                        self.passed(value);
                    });
                }
            }
        }
    }

    fn function_declaration(&mut self, node: Node, ty: Option<Node>, name: Node, function: Node, returns: TypeId) {
        // Inside a function it only repeats what stands elsewhere.
        if self.in_function() {
            return;
        }
        // `DEFINE(x);` looks like the declaration of a function without a type.
        if ty.is_none() && !self.is_in_class() && name.kind() == "identifier" {
            return self.note_macro(node, name, function);
        }
        self.prototype(node, name, function, returns);
    }

    /// Whether `Type name(a, b)` in a function makes a variable: its arguments are mere names, of which one at least
    /// is a variable's.
    fn constructs(&mut self, ty: Option<Node>, function: Node) -> bool {
        if !self.cpp || !self.in_function() || ty.is_none_or(|ty| ty.kind() == "primitive_type") {
            return false;
        }
        let params = field(function, "parameters").map(items).unwrap_or_default();
        let bare = |param: &Node| {
            param.kind() == "parameter_declaration"
                && field(*param, "declarator").is_none_or(|it| it.kind().starts_with("abstract"))
                && field(*param, "type")
                    .is_some_and(|ty| matches!(ty.kind(), "type_identifier" | "qualified_identifier" | "template_type"))
        };
        !params.is_empty() && params.iter().all(bare)
    }

    fn constructed_by(&mut self, node: Node, ty: Option<Node>, function: Node) -> Option<ValueId> {
        let ty = ty?;
        let params: Vec<_> = field(function, "parameters").map(items).unwrap_or_default();
        let given: Vec<_> = params.iter().filter_map(|param| field(*param, "type")).collect();
        for argument in &given {
            self.passed(*argument);
        }
        self.note_constructed(node, ty, &given);
        None
    }

    /// What a variable is given: `= x`, `(x, y)`, `{x, y}`.
    fn initialiser(&mut self, node: Node, ty: Option<Node>, declarator: Option<Node>, value: Node) -> ValueId {
        let plain = declarator.is_none_or(|it| it.kind() == "identifier" || it.kind() == "qualified_identifier");
        match value.kind() {
            "argument_list" | "initializer_list" if self.cpp => {
                let equals = self.prepared.code[..value.start_byte()].trim_end().ends_with('=');
                let arguments = items(value);
                let values: Vec<_> = arguments.iter().map(|argument| self.passed(*argument)).collect();
                if let Some(ty) = ty.filter(|_| plain && !equals) {
                    self.note_constructed(node, ty, &arguments);
                }
                match values[..] {
                    [only] if !equals => only,
                    _ => self.b.value(Value::List { items: values.into_iter().take(4).collect() }),
                }
            }
            _ => self.passed(value),
        }
    }

    /// A local name from here on. None: several.
    pub fn bind_local(&mut self, name: Node, ty: TypeId, given: Option<ValueId>) -> Option<BindingId> {
        if name.kind() == "structured_binding_declarator" {
            for (position, part) in items(name).into_iter().enumerate() {
                let id = self.name(part);
                let binding = self.scopes.rebind(self.b, id, BindingKind::Variable, start(part));
                if let Some(object) = given {
                    let value = self.b.value(Value::Part { object, position: position as u32 });
                    self.b.assign(binding, value);
                }
            }
            return None;
        }
        let id = self.name(name);
        let binding = self.scopes.rebind(self.b, id, BindingKind::Variable, start(name));
        let is_known = !matches!(self.b.graph.types[ty as usize], Type::Unknown);
        self.b.binding_mut(binding).declared = is_known.then_some(ty);
        given.into_iter().for_each(|value| self.b.assign(binding, value));
        Some(binding)
    }

    /// A declarator in a function: of a loop's item, a template's parameter.
    pub fn local(&mut self, declaration: Node, declarator: Node, base: TypeId, given: Option<ValueId>) {
        let declared = self.declarator(declarator, base);
        if let Some(name) = declared.name
            && let Some(binding) = self.bind_local(name, declared.ty, given)
        {
            self.note_constancy(binding, declared.ty, declaration, Some(declarator));
        }
    }

    /// What is written of a name whose type follows from its value: `const auto& x`, `auto x`.
    pub fn note_constancy(&mut self, binding: BindingId, ty: TypeId, declaration: Node, declarator: Option<Node>) {
        if !matches!(self.b.graph.types[ty as usize], Type::Unknown) {
            return;
        }
        let (mut pointers, mut refers, mut next) = (0, false, declarator);
        while let Some(declarator) = next.take() {
            match declarator.kind() {
                "pointer_declarator" => pointers += 1,
                "reference_declarator" => refers = true,
                _ => break,
            }
            next = items(declarator).last().copied();
        }
        if self.is_constant(declaration) {
            self.b.graph.constancy.names.push((binding, pointers));
        } else if pointers == 0 && !refers {
            self.b.graph.constancy.copies.push(binding);
        }
    }

    fn global(
        &mut self,
        node: Node,
        ty: Option<Node>,
        declarator: Node,
        name: Node,
        declared: TypeId,
        given: Option<ValueId>,
    ) {
        // `extern int x;` repeats what another file defines.
        let repeats = self.has_storage(node, "extern") && given.is_none();
        let path = names(name);
        let last = path.last().copied().unwrap_or(name);
        let kind = if self.is_in_class() || path.len() > 1 { SymbolKind::Property } else { SymbolKind::Variable };
        let symbol = self.declare(kind, self.str(last), start(last), node);
        self.close_template(symbol);
        if path.len() > 1 {
            self.belongs(symbol, &path[..path.len() - 1]);
        }
        self.b.sign(symbol, start(node), given.map_or(end(declarator), |_| end(name)));
        let is_static = self.has_storage(node, "static");
        let hidden = self.is_hidden || is_static;
        let text = ty.map(|ty| self.type_text(ty, Some(declarator), Some(name)));
        let is_known = !matches!(self.b.graph.types[declared as usize], Type::Unknown);
        let made = self.b.symbol_mut(symbol);
        made.exported = !hidden;
        if hidden {
            let id = made.name;
            self.hidden_variables.insert(id, symbol);
        }
        let made = self.b.symbol_mut(symbol);
        made.modifiers = made.modifiers.with(Modifiers::STATIC, is_static).with(Modifiers::PROTOTYPE, repeats);
        (made.declared, made.declared_text) = (is_known.then_some(declared), text);
        given.into_iter().for_each(|value| self.b.initial(symbol, value));
    }

    /// `typedef T name, *other;`
    pub fn typedef(&mut self, node: Node) {
        let Some(ty) = field(node, "type") else { return };
        let mut cursor = node.walk();
        let declarators: Vec<_> = node.children_by_field_name("declarator", &mut cursor).collect();
        let specifier =
            matches!(ty.kind(), "struct_specifier" | "union_specifier" | "enum_specifier" | "class_specifier");
        let nameless = specifier && field(ty, "body").is_some() && field(ty, "name").is_none();
        let named = declarators.first().copied().filter(|it| nameless && it.kind() == "type_identifier");
        let base = match named {
            Some(name) => self.specified(ty, Some(name)),
            None => self.ty(ty),
        };
        let tag = field(ty, "name").filter(|_| specifier).map(|name| self.str(name));
        for declarator in declarators {
            let declared = self.declarator(declarator, base);
            let Some(name) = declared.name else { continue };
            // `typedef struct a a;` declares nothing new.
            if named == Some(name) || tag == Some(self.str(name)) && declarator == name {
                continue;
            }
            let mut right = declared.ty;
            if let Some(function) = declared.function {
                let params = field(function, "parameters").map(|list| self.params(list, false)).unwrap_or_default();
                let params = params.into_iter().filter_map(|param| param.declared).collect();
                right = self.b.ty(Type::Function { params, returns: Some(right) });
            }
            self.type_alias(node, name, right, self.type_text(ty, Some(declarator), Some(name)));
        }
    }

    fn type_alias(&mut self, node: Node, name: Node, ty: TypeId, text: String) {
        if is_std_number(self.str(name)) {
            return;
        }
        let symbol = self.declare(SymbolKind::TypeAlias, self.str(name), start(name), node);
        self.close_template(symbol);
        self.b.sign(symbol, start(node), end(node));
        let exported = !self.is_hidden && !self.in_function();
        let made = self.b.symbol_mut(symbol);
        (made.declared, made.declared_text, made.exported) = (Some(ty), Some(text), exported);
        if self.in_function() {
            let id = self.name(name);
            let binding = self.scopes.rebind(self.b, id, BindingKind::Type, start(name));
            self.b.binding_mut(binding).symbol = Some(symbol);
        }
    }

    /// `using A = B;`
    pub fn alias_declaration(&mut self, node: Node) {
        let (Some(name), Some(ty)) = (field(node, "name"), field(node, "type")) else { return };
        let (right, text) = (self.ty(ty), self.text(ty, TEXT_LIMIT));
        self.type_alias(node, name, right, text);
    }
}
