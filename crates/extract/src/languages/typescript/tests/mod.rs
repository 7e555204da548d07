//! What the graph of a TypeScript or JavaScript file says, read like a specification.

mod broken;
mod jsdoc;
mod modules;
mod symbols;
mod values;

use facts::*;

/// The graph of a source, with its parts as short texts.
struct Read(FileGraph);

fn read(path: &str, source: &str) -> Read {
    Read(crate::extract(path, source.as_bytes()).expect("a known language"))
}

fn ts(source: &str) -> Read {
    read("a.ts", source)
}

impl Read {
    fn symbol(&self, qualified: &str) -> &Symbol {
        let found = self.0.symbols.iter().find(|symbol| symbol.qualified == qualified);
        found.unwrap_or_else(|| panic!("no symbol {qualified} in {:?}", self.symbols()))
    }

    /// `Kind qualified`, in order.
    fn symbols(&self) -> Vec<String> {
        self.0.symbols.iter().map(|symbol| format!("{:?} {}", symbol.kind, symbol.qualified)).collect()
    }

    fn qualified(&self, id: Option<SymbolId>) -> &str {
        id.map_or("-", |id| &self.0.symbols[id as usize].qualified)
    }

    /// `caller > value of the callee`, in order.
    fn calls(&self) -> Vec<String> {
        let calls = self.0.calls.iter();
        calls.map(|call| format!("{} > {}", self.qualified(call.caller), self.value(call.callee))).collect()
    }

    fn references(&self) -> Vec<String> {
        let references = self.0.references.iter();
        references.map(|it| format!("{:?} {} > {}", it.kind, self.qualified(it.caller), self.value(it.value))).collect()
    }

    /// What the last binding of a name was given.
    fn given(&self, name: &str) -> Vec<String> {
        let binding =
            self.0.bindings.iter().rev().find(|binding| self.0.name(binding.name) == name).expect("a binding");
        let declared = binding.declared.map(|ty| format!(": {}", self.ty(ty)));
        declared.into_iter().chain(binding.values.iter().map(|value| self.value(*value))).collect()
    }

    fn list(&self, ids: &[ValueId]) -> String {
        ids.iter().map(|id| self.value(*id)).collect::<Vec<_>>().join(", ")
    }

    /// A name that leaves the file ends in `?`.
    fn value(&self, id: ValueId) -> String {
        match &self.0.values[id as usize] {
            Value::Name { name, binding, .. } => {
                format!("{}{}", self.0.name(*name), if binding.is_some() { "" } else { "?" })
            }
            Value::This { owner } => format!("this<{}>", self.qualified(*owner)),
            Value::Super { owner } => format!("super<{}>", self.qualified(*owner)),
            Value::Member { object, name } => format!("{}.{}", self.value(*object), self.0.name(*name)),
            Value::Call { callee, arguments } => format!("{}({})", self.value(*callee), self.list(arguments)),
            Value::New { callee, .. } => format!("new {}", self.value(*callee)),
            Value::Index { object } => format!("{}[…]", self.value(*object)),
            Value::Item { object, position } => format!("item{position}({})", self.value(*object)),
            Value::Part { object, position } => format!("part{position}({})", self.value(*object)),
            Value::Await { object } => format!("await {}", self.value(*object)),
            Value::Enter { object } => format!("enter {}", self.value(*object)),
            Value::Lent { object } => format!("&{}", self.value(*object)),
            Value::Type { .. } | Value::Payload { .. } => "type".into(),
            Value::Cast { ty } => format!("as {}", self.ty(*ty)),
            Value::Either { options } => format!("either({})", self.list(options)),
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
            Value::Instance { ty } => format!("a {}", self.ty(*ty)),
            Value::Takes { function, position } => format!("takes({}, {position})", self.value(*function)),
            Value::CallbackParam { callee, argument, position } => {
                format!("param({}, {argument}, {position})", self.value(*callee))
            }
            Value::Builtin(builtin) => format!("{builtin:?}").to_lowercase(),
            Value::Unknown { .. } => "unknown".to_owned(),
            Value::TypeArguments { types } => format!("<{}>", self.types(types, ", ")),
            Value::Receiver { .. } | Value::Named { .. } | Value::Operation { .. } => "another language's".to_owned(),
        }
    }

    fn types(&self, ids: &[TypeId], between: &str) -> String {
        ids.iter().map(|id| self.ty(*id)).collect::<Vec<_>>().join(between)
    }

    fn ty(&self, id: TypeId) -> String {
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
            Type::Extension { .. } => "another language's".to_owned(),
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
            Type::Unknown => "unknown".to_owned(),
        }
    }
}
