//! `show PATH [AS]`: what the graph of one file says, one fact a line; AS is the path it is read as.
#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "a program to look with")]

use facts::*;

struct Shown<'g>(&'g FileGraph);

impl Shown<'_> {
    fn name(&self, id: NameId) -> &str {
        self.0.name(id)
    }

    fn symbol(&self, id: Option<SymbolId>) -> &str {
        id.map_or("-", |id| &self.0.symbols[id as usize].qualified)
    }

    fn list(&self, ids: &[ValueId]) -> String {
        ids.iter().map(|id| self.value(*id)).collect::<Vec<_>>().join(", ")
    }

    fn value(&self, id: ValueId) -> String {
        match &self.0.values[id as usize] {
            Value::Name { name, binding, .. } => match binding {
                Some(binding) => format!("{}#{binding}", self.name(*name)),
                None => format!("{}?", self.name(*name)),
            },
            Value::This { owner } => format!("this<{}>", self.symbol(*owner)),
            Value::Super { owner } => format!("super<{}>", self.symbol(*owner)),
            Value::Member { object, name } => format!("{}.{}", self.value(*object), self.name(*name)),
            Value::Call { callee, arguments } => format!("{}({})", self.value(*callee), self.list(arguments)),
            Value::New { callee, .. } => format!("new {}", self.value(*callee)),
            Value::Index { object } => format!("{}[…]", self.value(*object)),
            Value::Item { object, position } => format!("item{position}({})", self.value(*object)),
            Value::Part { object, position } => format!("part{position}({})", self.value(*object)),
            Value::Await { object } => format!("await {}", self.value(*object)),
            Value::Enter { object } => format!("enter {}", self.value(*object)),
            Value::Lent { object } => format!("&{}", self.value(*object)),
            Value::Cast { ty } => format!("as {}", self.ty(*ty)),
            Value::Either { options } => format!("either({})", self.list(options)),
            Value::Operation { operands, .. } => format!("op({})", self.list(operands)),
            Value::Function { symbol, returns, declared, is_async } => format!(
                "{}fn<{}>{}({})",
                if *is_async { "async " } else { "" },
                self.symbol(*symbol),
                declared.map_or(String::new(), |ty| format!(": {} ", self.ty(ty))),
                self.list(returns)
            ),
            Value::Class { symbol } => format!("class<{}>", self.symbol(Some(*symbol))),
            Value::Object { members, spreads } => {
                let members: Vec<_> = members
                    .iter()
                    .map(|(name, value)| format!("{}: {}", self.name(*name), self.value(*value)))
                    .collect();
                format!(
                    "{{{}{}}}",
                    members.join(", "),
                    spreads.iter().map(|it| format!(", ...{}", self.value(*it))).collect::<String>()
                )
            }
            Value::List { items } => format!("[{}]", self.list(items)),
            Value::Payload { object, of, name } => {
                format!("{} as {}.{}", self.value(*object), self.value(*of), self.name(*name))
            }
            Value::Type { ty } => format!("type {}", self.ty(*ty)),
            Value::Instance { ty } => format!("instance {}", self.ty(*ty)),
            Value::Receiver { .. } => "receiver".to_owned(),
            Value::TypeArguments { types } => format!("<{}>", self.types(types, ", ")),
            Value::Named { name, value } => format!("{}: {}", self.name(*name), self.value(*value)),
            Value::Takes { function, position } => format!("takes({}, {position})", self.value(*function)),
            Value::Rule { pieces, value, .. } => format!("rule({pieces}, {})", self.value(*value)),
            Value::Piece { position } => format!("piece({position})"),
            Value::CallbackParam { callee, argument, position } => {
                format!("param({}, {argument}, {position})", self.value(*callee))
            }
            Value::Builtin(builtin) => format!("{builtin:?}").to_lowercase(),
            Value::Unknown { dynamic } => if *dynamic { "dynamic" } else { "unknown" }.to_owned(),
        }
    }

    fn types(&self, ids: &[TypeId], between: &str) -> String {
        ids.iter().map(|id| self.ty(*id)).collect::<Vec<_>>().join(between)
    }

    fn ty(&self, id: TypeId) -> String {
        match &self.0.types[id as usize] {
            Type::Name { path, root, arguments, .. } => format!(
                "{}{}{}",
                path.iter().map(|name| self.name(*name)).collect::<Vec<_>>().join("."),
                root.map_or("?".to_owned(), |root| format!("#{root}")),
                if arguments.is_empty() { String::new() } else { format!("<{}>", self.types(arguments, ", ")) }
            ),
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
                let members: Vec<_> =
                    members.iter().map(|(name, ty)| format!("{}: {}", self.name(*name), self.ty(*ty))).collect();
                format!("{{{}}}", members.join(", "))
            }
            Type::Optional { inner } => format!("{}?", self.ty(*inner)),
            Type::This => "this".to_owned(),
            Type::Of { value } => format!("typeof {}", self.value(*value)),
            Type::Keys { of } => format!("keyof {}", self.ty(*of)),
            Type::Indexed { object, name } => format!("{}[\"{}\"]", self.ty(*object), self.name(*name)),
            Type::ClassOf { inner } => format!("class of {}", self.ty(*inner)),
            other => format!("{other:?}"),
        }
    }

    fn optional_type(&self, id: Option<TypeId>) -> String {
        id.map_or("-".to_owned(), |id| self.ty(id))
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let path = args.next().expect("a path");
    let bytes = std::fs::read(&path).expect("a readable file");
    let graph = extract::extract(&args.next().unwrap_or(path), &bytes).expect("a known language");
    let shown = Shown(&graph);
    println!(
        "{} {} lines {} test {} generated {} package {:?}",
        graph.path, graph.language, graph.lines, graph.is_test, graph.is_generated, graph.package
    );
    for s in &graph.symbols {
        println!(
            "symbol {:?} {} {}-{} at {}:{} exported={} modifiers={:#x} complexity={} returns={:?} {} declared={} scope={:?}",
            s.kind,
            s.qualified,
            s.span.start.line,
            s.span.end.line,
            s.name_at.line,
            s.name_at.column,
            s.exported,
            s.modifiers.0,
            s.complexity,
            s.returns,
            shown.optional_type(s.returns_type),
            shown.optional_type(s.declared),
            s.scope
        );
        println!("    {}", s.signature);
        for p in &s.params {
            let flags = (p.optional, p.rest, &p.default);
            println!(
                "    param {} {:?} {} {flags:?}",
                shown.name(p.name),
                p.type_text,
                shown.optional_type(p.declared)
            );
        }
        for base in &s.bases {
            println!("    {:?} {} {}", base.relation, base.text, shown.ty(base.ty));
        }
        for decorator in &s.decorators {
            println!("    @{} {}", decorator.text, shown.value(decorator.value));
        }
        if !s.return_values.is_empty() {
            println!("    gives {}", shown.list(&s.return_values));
        }
        if !s.initial.is_empty() {
            println!("    holds {}", shown.list(&s.initial));
        }
        if let Some(doc) = &s.doc {
            println!("    doc {doc:?}");
        }
    }
    for (id, b) in graph.bindings.iter().enumerate() {
        println!(
            "binding {id} {} {:?} scope {} line {} symbol {} declared {} values {} import {:?}",
            shown.name(b.name),
            b.kind,
            b.scope,
            b.line,
            shown.symbol(b.symbol),
            shown.optional_type(b.declared),
            shown.list(&b.values),
            b.import
        );
    }
    for i in &graph.imports {
        let names: Vec<_> = i
            .names
            .iter()
            .map(|n| match &n.imported {
                Imported::Name(name) => format!("{} as {}", shown.name(*name), shown.name(n.local)),
                other => format!("{other:?} as {}", shown.name(n.local)),
            })
            .collect();
        println!("import {:?} line {} type={} dynamic={} {names:?}", i.specifier, i.line, i.type_only, i.dynamic);
    }
    for e in &graph.exports {
        let what = match &e.what {
            Exported::Value(value) => shown.value(*value),
            Exported::From { specifier, name } => format!("{} from {specifier}", shown.name(*name)),
            other => format!("{other:?}"),
        };
        println!("export {} line {} type={} {what}", shown.name(e.name), e.line, e.type_only);
    }
    for c in &graph.calls {
        println!(
            "call {:?} {} -> {:?} {:?} at {}:{} from {} arguments {}{} value {} given {:?}",
            c.kind,
            shown.symbol(c.caller),
            shown.name(c.name),
            c.text,
            c.at.line,
            c.at.column,
            c.start_line,
            c.arguments,
            if c.spread { "+" } else { "" },
            shown.value(c.callee),
            c.given.iter().map(|given| &given.shape).collect::<Vec<_>>()
        );
    }
    for r in &graph.references {
        println!(
            "reference {:?} {} -> {} line {} {}",
            r.kind,
            shown.symbol(r.caller),
            shown.name(r.name),
            r.at.line,
            shown.value(r.value)
        );
    }
    graph.tests.iter().for_each(|t| println!("{t:?}"));
    graph.problems.iter().for_each(|p| println!("{p:?}"));
}
