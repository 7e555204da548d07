//! Types as documentation writes them, beside those of the code.

use super::docs::Doc;
use super::{Walk, Walker};
use crate::builder::TEXT_LIMIT;
use facts::*;

/// A reader of one type.
struct Reader<'t> {
    rest: &'t str,
    depth: u32,
}

impl<'t> Reader<'t> {
    /// Skips spaces and the stars of a comment's lines.
    fn skip(&mut self) {
        self.rest = self.rest.trim_start_matches(|c: char| c.is_whitespace() || c == '*');
    }

    fn eat(&mut self, text: &str) -> bool {
        self.skip();
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn name(&mut self) -> &'t str {
        self.skip();
        let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\\' | '-' | '$') || !c.is_ascii();
        let end = self.rest.find(|c: char| !fits(c)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        name
    }

    /// Skips up to the bracket that closes the one just read.
    fn close(&mut self, open: char, close: char) {
        let mut depth = 1usize;
        for (at, c) in self.rest.char_indices() {
            if c == open {
                depth += 1;
            } else if c == close {
                depth -= 1;
                if depth == 0 {
                    self.rest = &self.rest[at + c.len_utf8()..];
                    return;
                }
            }
        }
        self.rest = "";
    }
}

impl Walk<'_, '_> {
    /// A type as documentation writes it.
    pub fn doc_type(&mut self, text: &str) -> TypeId {
        let mut reader = Reader { rest: text, depth: 0 };
        self.doc_union(&mut reader)
    }

    fn doc_union(&mut self, reader: &mut Reader) -> TypeId {
        if reader.depth > 12 {
            reader.rest = "";
            return self.unknown_type();
        }
        reader.depth += 1;
        let mut options = vec![self.doc_parts(reader)];
        while reader.eat("|") {
            options.push(self.doc_parts(reader));
        }
        reader.depth -= 1;
        self.union(options)
    }

    fn doc_parts(&mut self, reader: &mut Reader) -> TypeId {
        let mut parts = vec![self.doc_suffixed(reader)];
        while reader.eat("&") {
            parts.push(self.doc_suffixed(reader));
        }
        match parts[..] {
            [one] => one,
            _ => self.b.ty(Type::Intersection { parts }),
        }
    }

    fn doc_suffixed(&mut self, reader: &mut Reader) -> TypeId {
        let mut ty = self.doc_atom(reader);
        while reader.eat("[]") {
            ty = self.b.ty(Type::List { element: ty });
        }
        ty
    }

    fn doc_atom(&mut self, reader: &mut Reader) -> TypeId {
        if reader.eat("?") {
            let inner = self.doc_suffixed(reader);
            return self.b.ty(Type::Optional { inner });
        }
        if reader.eat("(") {
            let inner = self.doc_union(reader);
            reader.close('(', ')');
            return inner;
        }
        if reader.eat("'") || reader.eat("\"") {
            reader.rest = reader.rest.split_once(['\'', '"']).map_or("", |(_, rest)| rest);
            return self.b.ty(Type::Builtin(Builtin::String));
        }
        let name = reader.name();
        if name.is_empty() {
            // Nothing that is known as a type: what is left says nothing.
            reader.rest = "";
            return self.unknown_type();
        }
        if reader.rest.starts_with("::") {
            reader.rest = &reader.rest[2..];
            reader.name();
            reader.eat("*");
            return self.unknown_type();
        }
        let mut arguments = Vec::new();
        if reader.eat("<") {
            loop {
                arguments.push(self.doc_union(reader));
                if !reader.eat(",") {
                    break;
                }
            }
            if !reader.eat(">") {
                reader.close('<', '>');
            }
        } else if reader.eat("{") {
            reader.close('{', '}');
        } else if matches!(name.trim_start_matches('\\').to_ascii_lowercase().as_str(), "callable" | "closure")
            && reader.eat("(")
        {
            return self.doc_function(reader);
        }
        self.doc_named(name, arguments)
    }

    /// `callable(A, B $b=): C`
    fn doc_function(&mut self, reader: &mut Reader) -> TypeId {
        let mut params = Vec::new();
        while !reader.rest.is_empty() && !reader.eat(")") {
            params.push(self.doc_union(reader));
            reader.eat("...");
            reader.eat("=");
            reader.name();
            reader.eat("=");
            if !reader.eat(",") && !reader.rest.trim_start().starts_with(')') {
                reader.close('(', ')');
                break;
            }
        }
        let returns = if reader.eat(":") { Some(self.doc_suffixed(reader)) } else { None };
        self.b.ty(Type::Function { params, returns })
    }

    fn doc_named(&mut self, name: &str, arguments: Vec<TypeId>) -> TypeId {
        match name.to_ascii_lowercase().as_str() {
            "array" | "iterable" | "non-empty-array" | "traversable" | "associative-array" if !arguments.is_empty() => {
                match arguments[..] {
                    [element] => self.b.ty(Type::List { element }),
                    [key, element, ..] => self.b.ty(Type::Map { key, element }),
                    [] => self.unknown_type(),
                }
            }
            "list" | "non-empty-list" => match arguments.first() {
                Some(element) => self.b.ty(Type::List { element: *element }),
                None => self.b.ty(Type::Builtin(Builtin::List)),
            },
            "\\generator" | "generator" | "\\iterator" | "iterator" | "\\traversable" | "\\iteratoraggregate"
                if !arguments.is_empty() =>
            {
                let at = usize::from(arguments.len() > 1);
                self.b.ty(Type::List { element: arguments[at] })
            }
            "class-string" | "interface-string" => match arguments.first() {
                Some(inner) => self.b.ty(Type::ClassOf { inner: *inner }),
                None => self.b.ty(Type::Builtin(Builtin::String)),
            },
            _ => {
                let known = self.b.name(name);
                if let Some((_, binding)) = self.templates.iter().rev().find(|it| it.0 == known) {
                    let root = Some(*binding);
                    return self.b.ty(Type::Name { path: vec![known], scope: self.scopes.current(), root, arguments });
                }
                self.type_name(name, arguments)
            }
        }
    }

    /// Binds `@template` names in the current scope until the caller takes them back.
    pub fn declare_templates(&mut self, symbol: SymbolId, doc: &Doc) {
        for (name, bound) in &doc.templates {
            let bound = bound.as_ref().map(|it| self.doc_type(it));
            let name = self.b.name(name);
            let line = self.b.graph.symbols[symbol as usize].name_at.line;
            let binding = self.b.binding(name, self.scopes.current(), BindingKind::TypeParam, line);
            self.b.binding_mut(binding).declared = bound;
            self.templates.push((name, binding));
            self.b.symbol_mut(symbol).type_params.push(TypeParam { name, bound, default: None });
        }
    }

    /// The type of a declaration: the native one, unless documentation says more.
    pub fn told_type(&mut self, native: Option<syntax::tree_sitter::Node>, written: Option<&str>) -> Option<TypeId> {
        let native_text = native.map_or("", |it| self.str(it)).trim_start_matches('?').to_ascii_lowercase();
        let weak = matches!(
            native_text.as_str(),
            "" | "array"
                | "iterable"
                | "object"
                | "mixed"
                | "callable"
                | "self"
                | "\\closure"
                | "closure"
                | "\\traversable"
                | "traversable"
                | "iterator"
                | "\\iterator"
                | "generator"
                | "\\generator"
                | "string"
        );
        match written {
            Some(written) if weak || says_more(written) => {
                let known = self.b.name(written.trim_start_matches('?'));
                let is_template = self.templates.iter().any(|it| it.0 == known);
                let ty = self.doc_type(written);
                let empty = matches!(self.b.graph.types[ty as usize], Type::Unknown) && !is_template;
                match native {
                    Some(native) if empty => Some(self.ty(native)),
                    _ => Some(ty),
                }
            }
            Some(written) => {
                let known = self.b.name(written.trim_start_matches('?'));
                let is_template = self.templates.iter().any(|it| it.0 == known);
                match native {
                    Some(native) if !is_template => Some(self.ty(native)),
                    _ => Some(self.doc_type(written)),
                }
            }
            None => native.map(|it| self.ty(it)),
        }
    }

    pub fn declare_type(&mut self, symbol: SymbolId, native: Option<syntax::tree_sitter::Node>, written: Option<&str>) {
        let ty = self.told_type(native, written);
        let text = match (native, written) {
            (Some(native), _) => Some(self.text(native, TEXT_LIMIT)),
            (None, Some(written)) => self.b.doc(written).map(|text| crate::text::keep_start(text, TEXT_LIMIT)),
            _ => None,
        };
        let made = self.b.symbol_mut(symbol);
        (made.declared, made.declared_text) = (ty, text);
    }
}

/// Whether a documented type tells more than a native class can.
fn says_more(written: &str) -> bool {
    written.contains(['<', '&', '[']) || matches!(written, "$this" | "static" | "?static")
}
