//! Types as documentation writes them.

use super::{Walk, Walker};
use crate::builder::TEXT_LIMIT;
use facts::*;

/// A reader of one type.
struct Reader<'t> {
    rest: &'t str,
    depth: u32,
}

impl<'t> Reader<'t> {
    fn eat(&mut self, text: &str) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// `a.b-c`, without a full stop that ends a sentence.
    fn name(&mut self) -> &'t str {
        self.rest = self.rest.trim_start();
        let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '*');
        let end = self.rest.find(|c: char| !fits(c)).unwrap_or(self.rest.len());
        let name = self.rest[..end].trim_end_matches(['.', '-']);
        self.rest = &self.rest[end..];
        name
    }
}

impl Walk<'_, '_> {
    /// The type at the start of a text; a description may follow.
    pub fn doc_type(&mut self, text: &str) -> TypeId {
        self.doc_union(&mut Reader { rest: text, depth: 0 })
    }

    /// A type as written, without the description behind it.
    pub fn doc_text(&mut self, text: &str) -> String {
        let mut depth = 0i32;
        let ends = |c: char| {
            depth += i32::from("<({[".contains(c)) - i32::from(">)}]".contains(c));
            depth <= 0 && (c.is_whitespace() || c == ',')
        };
        let end = text.find(ends).unwrap_or(text.len());
        let is_function = text.starts_with("fun(") && text[end..].trim_start().starts_with(':');
        let plain = if is_function { text } else { &text[..end] };
        crate::text::keep_start(crate::redact::redact(plain).into_owned(), TEXT_LIMIT)
    }

    fn doc_union(&mut self, reader: &mut Reader) -> TypeId {
        if reader.depth > 12 {
            reader.rest = "";
            return self.unknown_type();
        }
        reader.depth += 1;
        let mut options = vec![self.doc_suffixed(reader)];
        while reader.eat("|") {
            options.push(self.doc_suffixed(reader));
        }
        reader.depth -= 1;
        let nothing =
            |walk: &Self, ty: &TypeId| matches!(walk.b.graph.types[*ty as usize], Type::Builtin(Builtin::Null));
        let optional = options.len() > 1 && options.iter().any(|ty| nothing(self, ty));
        if optional {
            options.retain(|ty| !nothing(self, ty));
        }
        let inner = match options[..] {
            [] => return self.unknown_type(),
            [one] => one,
            _ => self.b.ty(Type::Union { options }),
        };
        if optional { self.b.ty(Type::Optional { inner }) } else { inner }
    }

    fn doc_suffixed(&mut self, reader: &mut Reader) -> TypeId {
        let mut ty = self.doc_atom(reader);
        loop {
            if reader.rest.starts_with("[]") {
                reader.rest = &reader.rest[2..];
                ty = self.b.ty(Type::List { element: ty });
            } else if reader.rest.starts_with('?') {
                reader.rest = &reader.rest[1..];
                ty = self.b.ty(Type::Optional { inner: ty });
            } else {
                return ty;
            }
        }
    }

    fn doc_atom(&mut self, reader: &mut Reader) -> TypeId {
        if reader.eat("(") {
            let inner = self.doc_union(reader);
            reader.eat(")");
            return inner;
        }
        if reader.eat("{") {
            return self.doc_shape(reader);
        }
        for quote in ["\"", "'", "`"] {
            if reader.eat(quote) {
                reader.rest = reader.rest.split_once(quote).map_or("", |(_, rest)| rest);
                return self.b.ty(Type::Builtin(Builtin::String));
            }
        }
        let name = reader.name();
        if name == "fun" && reader.rest.starts_with('(') {
            return self.doc_function(reader);
        }
        let mut arguments = Vec::new();
        if reader.rest.starts_with('<') {
            reader.rest = &reader.rest[1..];
            while !reader.rest.is_empty() && !reader.eat(">") {
                arguments.push(self.doc_union(reader));
                if !reader.eat(",") && !reader.rest.trim_start().starts_with('>') {
                    break;
                }
            }
        }
        self.named_type(name, arguments)
    }

    fn named_type(&mut self, name: &str, arguments: Vec<TypeId>) -> TypeId {
        let builtin = match name {
            "string" => Builtin::String,
            "number" | "integer" | "float" | "int" => Builtin::Number,
            "boolean" | "bool" | "true" | "false" => Builtin::Boolean,
            "nil" | "void" => Builtin::Null,
            "function" | "func" | "fun" => Builtin::Function,
            "table" => match arguments[..] {
                [key, element] => return self.b.ty(Type::Map { key, element }),
                _ => return self.unknown_type(),
            },
            "self" => return self.b.ty(Type::This),
            "" | "any" | "unknown" | "userdata" | "lightuserdata" | "thread" | "object" | "..." | "tab" => {
                return self.unknown_type();
            }
            _ => {
                let id = self.b.name(name);
                if self.generics.contains(&id) || name.starts_with(|c: char| c.is_ascii_digit()) {
                    return self.unknown_type();
                }
                let table = self.scopes.visible(self.b, id);
                let root = table.filter(|binding| self.tables.contains_key(binding));
                return self.b.ty(Type::Name { path: vec![id], scope: 0, root, arguments });
            }
        };
        self.b.ty(Type::Builtin(builtin))
    }

    /// `{ name: T, [string]: U }`, behind the brace.
    fn doc_shape(&mut self, reader: &mut Reader) -> TypeId {
        let (mut members, mut map) = (Vec::new(), None);
        while !reader.rest.is_empty() && !reader.eat("}") {
            if reader.eat("[") {
                let key = self.doc_union(reader);
                if !reader.eat("]") || !reader.eat(":") {
                    break;
                }
                map = Some((key, self.doc_union(reader)));
            } else {
                let name = reader.name();
                reader.eat("?");
                if name.is_empty() || !reader.eat(":") {
                    // `{ T }` is a list of it.
                    let element = self.named_type(name, Vec::new());
                    reader.eat("}");
                    return self.b.ty(Type::List { element });
                }
                let id = self.b.name(name);
                members.push((id, self.doc_union(reader)));
            }
            if !reader.eat(",") {
                reader.eat(";");
            }
        }
        match (map, members.is_empty()) {
            (Some((key, element)), true) => self.b.ty(Type::Map { key, element }),
            _ => self.b.ty(Type::Object { members }),
        }
    }

    /// `fun(a: T, b?: U): R`, behind the word.
    fn doc_function(&mut self, reader: &mut Reader) -> TypeId {
        let mut params = Vec::new();
        reader.eat("(");
        while !reader.rest.is_empty() && !reader.eat(")") {
            reader.name();
            reader.eat("?");
            params.push(match reader.eat(":") {
                true => self.doc_union(reader),
                false => self.unknown_type(),
            });
            if !reader.eat(",") && !reader.rest.trim_start().starts_with(')') {
                break;
            }
        }
        let returns = reader.rest.starts_with(':').then(|| {
            reader.eat(":");
            self.doc_union(reader)
        });
        self.b.ty(Type::Function { params, returns })
    }
}
