//! Types as documentation writes them.

use super::*;

/// Global types that documentation names without an import.
const GLOBALS: &[&str] = &[
    "Array",
    "ArrayBuffer",
    "AsyncIterable",
    "Awaited",
    "Buffer",
    "Date",
    "Error",
    "InstanceType",
    "Iterable",
    "Iterator",
    "Map",
    "Partial",
    "Promise",
    "Readonly",
    "ReadonlyArray",
    "Record",
    "RegExp",
    "ReturnType",
    "Set",
    "TypeError",
    "URL",
    "Uint8Array",
    "WeakMap",
    "WeakSet",
];

/// How deep types in documentation are read.
const NESTING: usize = 32;

/// Reads a type as documentation writes it: TypeScript's forms and Closure's `?T`, `!T`, `T=`, `...T`, `Array.<T>`.
pub struct Reader<'r, 'w, 's> {
    walk: &'r mut Walk<'w, 's>,
    text: &'r str,
    at: usize,
    depth: usize,
    scope: ScopeId,
    place: u32,
}

impl<'r, 'w, 's> Reader<'r, 'w, 's> {
    pub fn new(walk: &'r mut Walk<'w, 's>, text: &'r str, scope: ScopeId, place: u32) -> Self {
        Self { walk, text, at: 0, depth: 0, scope, place }
    }

    /// The type that the whole text stands for.
    pub fn read(mut self) -> Option<TypeId> {
        let ty = self.union()?;
        self.rest().is_empty().then_some(ty)
    }

    fn rest(&self) -> &str {
        self.text[self.at..].trim_start()
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at = self.text.len() - self.rest().len() + token.len();
        }
        found
    }

    fn word(&mut self) -> String {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).unwrap_or(rest.len());
        let word = rest[..end].to_owned();
        self.at = self.text.len() - rest.len() + end;
        word
    }

    /// `A | B`; with `null` or `undefined` it is optional.
    fn union(&mut self) -> Option<TypeId> {
        self.depth += 1;
        if self.depth > NESTING {
            return None;
        }
        self.eat("|");
        let mut options = vec![self.intersection()?];
        while self.eat("|") {
            options.push(self.intersection()?);
        }
        self.depth -= 1;
        let all = options.len();
        let types = &self.walk.b.graph.types;
        options.retain(|ty| !matches!(types[*ty as usize], Type::Builtin(Builtin::Null)));
        let optional = all > options.len();
        let inner = match options[..] {
            [] => return Some(self.walk.b.ty(Type::Builtin(Builtin::Null))),
            [one] => one,
            _ => self.walk.b.ty(Type::Union { options }),
        };
        Some(if optional { self.walk.b.ty(Type::Optional { inner }) } else { inner })
    }

    fn intersection(&mut self) -> Option<TypeId> {
        let mut parts = vec![self.postfix()?];
        while self.eat("&") {
            parts.push(self.postfix()?);
        }
        Some(if let [one] = parts[..] { one } else { self.walk.b.ty(Type::Intersection { parts }) })
    }

    fn postfix(&mut self) -> Option<TypeId> {
        let rest = self.eat("...");
        let optional = self.eat("?");
        self.eat("!");
        let mut inner = self.primary()?;
        while self.eat("[]") {
            inner = self.walk.b.ty(Type::List { element: inner });
        }
        if rest {
            inner = self.walk.b.ty(Type::List { element: inner });
        }
        let late = !self.rest().starts_with("=>") && self.eat("=");
        Some(if late || optional { self.walk.b.ty(Type::Optional { inner }) } else { inner })
    }

    fn primary(&mut self) -> Option<TypeId> {
        if self.eat("(") {
            let inner = self.union()?;
            return (self.eat(")") && !self.rest().starts_with("=>")).then_some(inner);
        }
        if self.eat("{") {
            return self.record();
        }
        for quote in ['\'', '"'] {
            if self.rest().starts_with(quote) {
                let end = self.rest()[1..].find(quote)?;
                self.at = self.text.len() - self.rest().len() + end + 2;
                return Some(self.walk.b.ty(Type::Builtin(Builtin::String)));
            }
        }
        let word = self.word();
        let builtin = match word.as_str() {
            // What says nothing, or is not read.
            "" | "any" | "unknown" | "mixed" | "object" | "Function" | "function" | "keyof" | "new" | "asserts"
            | "readonly" => return None,
            "Object" => return self.map(),
            "typeof" => return self.type_of_imported(),
            "string" | "String" => Some(Builtin::String),
            "number" | "Number" | "bigint" => Some(Builtin::Number),
            "boolean" | "Boolean" | "bool" | "true" | "false" => Some(Builtin::Boolean),
            "null" | "undefined" | "void" | "never" => Some(Builtin::Null),
            "this" => return Some(self.walk.b.ty(Type::This)),
            number if number.starts_with(|c: char| c.is_ascii_digit()) => Some(Builtin::Number),
            _ => None,
        };
        match builtin {
            Some(builtin) => Some(self.walk.b.ty(Type::Builtin(builtin))),
            None => self.named(word),
        }
    }

    /// `Object<K, V>`
    fn map(&mut self) -> Option<TypeId> {
        match self.arguments()?[..] {
            [key, element] => Some(self.walk.b.ty(Type::Map { key, element })),
            _ => None,
        }
    }

    /// `typeof import("a")`, `typeof import("a").B`
    fn type_of_imported(&mut self) -> Option<TypeId> {
        let named = (self.word() == "import").then(|| self.named("import".to_owned()))??;
        Some(self.walk.type_of_named(named))
    }

    /// `A.B<C>`, `import("a").B`
    fn named(&mut self, word: String) -> Option<TypeId> {
        let (mut path, root);
        if word == "import" && self.eat("(") {
            let quote = self.rest().chars().next().filter(|c| matches!(c, '\'' | '"'))?;
            self.eat(quote.encode_utf8(&mut [0; 4]));
            let end = self.text[self.at..].find(quote)?;
            let specifier = self.text[self.at..self.at + end].to_owned();
            self.at += end + 1;
            if !self.eat(")") {
                return None;
            }
            let member = if self.eat(".") { Some(self.word()) } else { None };
            let (binding, name) = self.walk.member_binding(&specifier, member.as_deref(), true, self.place);
            (path, root) = (vec![name], Some(binding));
        } else {
            let dotted = self.rest().starts_with('.') && !self.rest().starts_with(".<");
            root = self.walk.documented_name(&word, self.scope, !dotted);
            if root.is_none() && !GLOBALS.contains(&word.as_str()) {
                return None;
            }
            path = vec![self.walk.b.name(&word)];
        }
        while !self.rest().starts_with(".<") && self.eat(".") {
            let part = self.word();
            path.push(self.walk.b.name(&part));
        }
        let arguments = self.arguments()?;
        let bare = arguments.is_empty() && root.is_none();
        // `Array` and `Promise` of anything say less than what the code does.
        if bare && matches!(self.walk.b.graph.name(path[0]), "Array" | "Promise" | "Map" | "Set") {
            return None;
        }
        let scope =
            if root.is_some_and(|at| self.walk.b.graph.bindings[at as usize].scope == 0) { 0 } else { self.scope };
        Some(self.walk.b.ty(Type::Name { path, scope, root, arguments }))
    }

    /// `<A, B>`, `.<A, B>`; none at all where one cannot be read.
    fn arguments(&mut self) -> Option<Vec<TypeId>> {
        let mut found = Vec::new();
        if self.eat(".<") || self.eat("<") {
            loop {
                found.push(self.part()?);
                if !self.eat(",") {
                    break;
                }
            }
            if !self.eat(">") {
                return None;
            }
        }
        Some(found)
    }

    /// A type argument or a member's type, which may be anything.
    fn part(&mut self) -> Option<TypeId> {
        let rest = self.rest();
        let word = |text: &str| rest.strip_prefix(text).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
        let anything = ["*", "any", "object", "unknown"].into_iter().find(|text| word(text));
        match anything.filter(|text| self.eat(text)) {
            Some(_) => Some(self.walk.b.ty(Type::Unknown)),
            None => self.union(),
        }
    }

    /// `{a: A, b?: B}`
    fn record(&mut self) -> Option<TypeId> {
        let mut members = Vec::new();
        while !self.eat("}") {
            let name = self.word();
            if name.is_empty() {
                return None;
            }
            let optional = self.eat("?");
            let mut ty = if self.eat(":") { self.part()? } else { self.walk.b.ty(Type::Unknown) };
            if optional {
                ty = self.walk.b.ty(Type::Optional { inner: ty });
            }
            members.push((self.walk.b.name(&name), ty));
            if !self.eat(",") {
                self.eat(";");
            }
        }
        Some(self.walk.b.ty(Type::Object { members }))
    }
}
