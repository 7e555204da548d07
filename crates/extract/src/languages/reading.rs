//! Graphs as short texts, for tests that read like a specification.

use facts::*;

/// The graph of a source, with its parts as short texts.
pub struct Read(pub FileGraph);

pub fn read(path: &str, source: &str) -> Read {
    Read(crate::extract(path, source.as_bytes()).expect("a known language"))
}

impl Read {
    pub fn symbol(&self, qualified: &str) -> &Symbol {
        let found = self.0.symbols.iter().find(|symbol| symbol.qualified == qualified);
        found.unwrap_or_else(|| panic!("no symbol {qualified} in {:?}", self.symbols()))
    }

    /// `Kind qualified`, in order.
    pub fn symbols(&self) -> Vec<String> {
        self.0.symbols.iter().map(|symbol| format!("{:?} {}", symbol.kind, symbol.qualified)).collect()
    }

    pub fn qualified(&self, id: Option<SymbolId>) -> &str {
        id.map_or("-", |id| &self.0.symbols[id as usize].qualified)
    }

    /// `caller > value of the callee`, in order.
    pub fn calls(&self) -> Vec<String> {
        let calls = self.0.calls.iter().filter(|it| it.kind != CallKind::Implied);
        calls.map(|call| format!("{} > {}", self.qualified(call.caller), self.value(call.callee))).collect()
    }

    pub fn references(&self) -> Vec<String> {
        let references = self.0.references.iter();
        references.map(|it| format!("{:?} {} > {}", it.kind, self.qualified(it.caller), self.value(it.value))).collect()
    }

    /// What the last binding of a name was given.
    pub fn given(&self, name: &str) -> Vec<String> {
        let binding =
            self.0.bindings.iter().rev().find(|binding| self.0.name(binding.name) == name).expect("a binding");
        let declared = binding.declared.map(|ty| format!(": {}", self.ty(ty)));
        declared.into_iter().chain(binding.values.iter().map(|value| self.value(*value))).collect()
    }

    pub fn list(&self, ids: &[ValueId]) -> String {
        ids.iter().map(|id| self.value(*id)).collect::<Vec<_>>().join(", ")
    }

    /// A name that leaves the file ends in `?`.
    pub fn value(&self, id: ValueId) -> String {
        match &self.0.values[id as usize] {
            Value::Name { name, binding, .. } => {
                format!("{}{}", self.0.name(*name), if binding.is_some() { "" } else { "?" })
            }
            Value::This { owner } => format!("this<{}>", self.qualified(*owner)),
            Value::Super { owner } => format!("super<{}>", self.qualified(*owner)),
            Value::Member { object, name } => format!("{}.{}", self.value(*object), self.0.name(*name)),
            Value::Call { callee, arguments } => format!("{}({})", self.value(*callee), self.list(arguments)),
            Value::New { callee, arguments } if arguments.is_empty() => format!("new {}", self.value(*callee)),
            Value::New { callee, arguments } => format!("new {}({})", self.value(*callee), self.list(arguments)),
            Value::Index { object } => format!("{}[…]", self.value(*object)),
            Value::Item { object, position } => format!("item{position}({})", self.value(*object)),
            Value::Part { object, position } => format!("part{position}({})", self.value(*object)),
            Value::Await { object } => format!("await {}", self.value(*object)),
            Value::Enter { object } => format!("enter {}", self.value(*object)),
            Value::Lent { object } => format!("&{}", self.value(*object)),
            Value::Cast { ty } => format!("as {}", self.ty(*ty)),
            Value::Either { options } => format!("either({})", self.list(options)),
            Value::Operation { operands, joins } => {
                let operands: Vec<_> = operands.iter().map(|id| self.value(*id)).collect();
                operands.join(if *joins { " + " } else { " ∘ " })
            }
            Value::Function { symbol, returns, .. } => {
                format!("fn<{}>({})", self.qualified(*symbol), self.list(returns))
            }
            Value::Class { symbol } => format!("class<{}>", self.qualified(Some(*symbol))),
            Value::Object { members, spreads } => {
                let members = members.iter().map(|(name, it)| format!("{}: {}", self.0.name(*name), self.value(*it)));
                let spreads = spreads.iter().map(|it| format!("...{}", self.value(*it)));
                format!("{{{}}}", members.chain(spreads).collect::<Vec<_>>().join(", "))
            }
            Value::List { items } => format!("[{}]", self.list(items)),
            Value::Payload { object, of, name } => {
                format!("{} as {}.{}", self.value(*object), self.value(*of), self.0.name(*name))
            }
            Value::Type { ty } => format!("type {}", self.ty(*ty)),
            Value::Instance { ty } => format!("a {}", self.ty(*ty)),
            Value::Receiver { .. } => "receiver".to_owned(),
            Value::TypeArguments { types } => format!("<{}>", self.types(types, ", ")),
            Value::Named { name, value } => format!("{}: {}", self.0.name(*name), self.value(*value)),
            Value::Takes { function, position } => format!("takes({}, {position})", self.value(*function)),
            Value::Rule { pieces, value, .. } => format!("rule({pieces}, {})", self.value(*value)),
            Value::Piece { position } => format!("piece({position})"),
            Value::CallbackParam { callee, argument, position } => {
                format!("param({}, {argument}, {position})", self.value(*callee))
            }
            Value::Builtin(builtin) => format!("{builtin:?}").to_lowercase(),
            Value::Unknown { .. } => "unknown".to_owned(),
        }
    }

    pub fn types(&self, ids: &[TypeId], between: &str) -> String {
        ids.iter().map(|id| self.ty(*id)).collect::<Vec<_>>().join(between)
    }

    pub fn ty(&self, id: TypeId) -> String {
        match &self.0.types[id as usize] {
            Type::Name { path, root, arguments, .. } => {
                let path = path.iter().map(|name| self.0.name(*name)).collect::<Vec<_>>().join(".");
                let arguments =
                    if arguments.is_empty() { String::new() } else { format!("<{}>", self.types(arguments, ", ")) };
                format!("{path}{}{arguments}", if root.is_some() { "" } else { "?" })
            }
            Type::Builtin(builtin) => format!("{builtin:?}").to_lowercase(),
            Type::Union { options } => self.types(options, " | "),
            Type::Intersection { parts } => self.types(parts, " & "),
            Type::List { element } => format!("[]{}", self.ty(*element)),
            Type::Map { key, element } => format!("map[{}]{}", self.ty(*key), self.ty(*element)),
            Type::Tuple { parts } => format!("({})", self.types(parts, ", ")),
            Type::Function { params, returns } => {
                format!("fn({}) {}", self.types(params, ", "), returns.map_or("-".to_owned(), |it| self.ty(it)))
            }
            Type::Extension { receiver, function } => format!("{}.{}", self.ty(*receiver), self.ty(*function)),
            Type::Object { members } => {
                let members = members.iter().map(|(name, ty)| format!("{}: {}", self.0.name(*name), self.ty(*ty)));
                format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
            }
            Type::Optional { inner } => format!("optional {}", self.ty(*inner)),
            Type::This => "this".to_owned(),
            Type::Of { value } => format!("typeof {}", self.value(*value)),
            Type::Keys { of } => format!("keyof {}", self.ty(*of)),
            Type::Indexed { object, name } => format!("{}[{}]", self.ty(*object), self.0.name(*name)),
            Type::ClassOf { inner } => format!("class of {}", self.ty(*inner)),
            Type::IndexedBy { object, index } => format!("{}[{}]", self.ty(*object), self.ty(*index)),
            Type::Conditional { check, extends, yes, no, .. } => {
                let [check, extends, yes, no] = [check, extends, yes, no].map(|it| self.ty(*it));
                format!("{check} extends {extends} ? {yes} : {no}")
            }
            Type::Mapped { param, keys, renamed, element } => {
                let param = self.0.name(self.0.bindings[*param as usize].name);
                let renamed = renamed.map_or(String::new(), |it| format!(" as {}", self.ty(it)));
                format!("{{[{param} in {}{renamed}]: {}}}", self.ty(*keys), self.ty(*element))
            }
            Type::Literal { text } => format!("{:?}", self.0.name(*text)),
            Type::Template { texts, types } => {
                let texts = texts.iter().map(|text| self.0.name(*text)).collect::<Vec<_>>().join("${}");
                format!("`{texts}`({})", self.types(types, ", "))
            }
            Type::Rest { of } => format!("...{}", self.ty(*of)),
            Type::Generic { params, function } => {
                let params = params.iter().map(|(it, _)| self.0.name(self.0.bindings[*it as usize].name));
                format!("<{}>{}", params.collect::<Vec<_>>().join(", "), self.ty(*function))
            }
            Type::Predicate { position, is, asserts } => {
                format!("{}{position} is {}", if *asserts { "asserts " } else { "" }, self.ty(*is))
            }
            Type::Any => "any".to_owned(),
            Type::Never => "never".to_owned(),
            Type::Unknown => "unknown".to_owned(),
        }
    }
}
