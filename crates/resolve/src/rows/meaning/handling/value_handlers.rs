//! The handler that a value stands for: by what it is called, what calls give, what a module is as a whole.

use super::handlers::Handler;
use crate::rows::Writer;
use crate::values::types::{Decl, Head};
use facts::{SymbolKind, Value, ValueId};

/// Names of what a module gives out as a whole.
const WHOLE: [&str; 2] = ["exports", "default"];
/// The method by which an object is called as a function.
const CALLED: &str = "__call__";
/// Names under which packages make what they are for.
const MAKING: [&str; 8] = ["New", "Default", "Server", "init", "initialize", "session", "middleware", "handler"];

/// What holds those that are loaded by names of files.
const CONTROLLERS: &str = "controller";

impl Writer<'_, '_> {
    /// What is called by a function that is named in its place: `orders::show`.
    fn referred_method(&self, options: &[ValueId]) -> Option<ValueId> {
        let [function] = options else { return None };
        let Value::Function { symbol: None, returns, .. } = &self.graph.values[*function as usize] else { return None };
        match returns[..] {
            [given] => match self.graph.values[given as usize] {
                Value::Call { callee, .. } => Some(callee),
                _ => None,
            },
            _ => None,
        }
    }

    /// The case of an enumeration whose value is meant: of `Group::Web->value` it is `Group.Web`.
    fn case_of_value(&self, object: ValueId, name: &str) -> Option<String> {
        let Value::Member { object: holder, name: case } = self.graph.values[object as usize] else { return None };
        let (holder, case) = (self.last_name(holder)?, self.graph.name(case));
        let is_type = |it: &str| it.starts_with(|first: char| first.is_ascii_uppercase());
        (name == "value" && is_type(&holder) && is_type(case)).then(|| format!("{holder}.{case}"))
    }

    /// What is loaded by names of files goes by all of them: `controller.api.films.list`.
    fn path_of_controller(&self, value: ValueId) -> Option<String> {
        let (mut at, mut names) = (value, Vec::new());
        while let Value::Member { object, name } = self.graph.values[at as usize] {
            names.push(self.graph.name(name));
            at = object;
        }
        let Value::Name { name, .. } = self.graph.values[at as usize] else { return None };
        names.push(self.graph.name(name));
        names.reverse();
        let from = names.iter().position(|it| *it == CONTROLLERS).filter(|it| *it < 2 && names.len() > it + 1)?;
        self.is_script().then(|| names[from..].join("."))
    }

    pub fn value_handler(&mut self, value: ValueId) -> Option<Handler> {
        let value = match self.graph.values[value as usize] {
            Value::Lent { object } => object,
            _ => value,
        };
        let value = self.turned(value);
        if let Some(view) = self.view_handler(value) {
            return Some(view);
        }
        let verdict = self.eval.reference_target(self.file, value);
        if let [one] = verdict.targets[..] {
            if let Some(wrapped) = self.wrapped(value, one) {
                return Some(wrapped);
            }
            let name = self.project.symbol(one).map(|(_, symbol)| symbol.qualified.clone()).unwrap_or_default();
            // What a module is as a whole goes by the name that it is imported as.
            let name = match self.last_name(value).filter(|_| WHOLE.contains(&&*name)) {
                Some(local) => module_named(&local).unwrap_or(&local).to_owned(),
                None => name,
            };
            return Some((Some(self.project.symbol_id(one)), name));
        }
        match &self.graph.values[value as usize] {
            // A wrapper of a handler: `asyncHandler(show)`, `Depends(user)`.
            // What is cloned is the same: `auth.clone()`.
            Value::Call { callee, .. } if self.last_name(*callee).is_some_and(|it| it == "clone") => {
                self.value_handler(self.object(*callee)?)
            }
            Value::Call { callee, arguments } => {
                let callee = *callee;
                if let Some(made) = self.type_of_row(callee) {
                    return Some(made);
                }
                let inner = self.given_handler(value);
                // What the function around is given to handle.
                if let Some((None, _)) = inner {
                    return inner;
                }
                // `Orders.as_view()`
                let class = match inner {
                    None if self.is_of_instance(callee) => None,
                    None => self.object(callee).and_then(|object| self.value_handler(object)),
                    told => told,
                };
                let class = class.filter(|(symbol, _)| symbol.is_some());
                class
                    .or_else(|| self.view_class(callee))
                    .or_else(|| self.made_type(callee))
                    .or_else(|| self.taken_by(callee, arguments))
                    .or_else(|| self.value_handler(callee))
            }
            Value::Name { name, .. } => {
                let class = self.class_called(value).map(|it| self.project.symbol_id(it));
                Some((class, self.graph.name(*name).to_owned()))
            }
            Value::Member { object, name } => {
                let name = self.graph.name(*name);
                if let Some(case) = self.case_of_value(*object, name) {
                    return Some((None, case));
                }
                if let Some(path) = self.path_of_controller(value) {
                    return Some((None, path));
                }
                // What every package has says nothing without the package's name: `cors.New`.
                let package = match self.graph.values[*object as usize] {
                    Value::Name { name: package, .. } if MAKING.contains(&name) => Some(self.graph.name(package)),
                    _ => None,
                };
                Some((None, package.map_or_else(|| name.to_owned(), |package| format!("{package}.{name}"))))
            }
            Value::Named { value, .. } => self.value_handler(*value),
            Value::New { callee, .. } => self.value_handler(*callee),
            Value::Either { options } => self.value_handler(self.referred_method(options)?),
            // A class that is given by itself: `Checked.class`.
            Value::Cast { .. } | Value::Instance { .. } => match self.class_written(value) {
                Some((name, class)) => Some((class.map(|it| self.project.symbol_id(it)), name)),
                None => self.last_name(value).map(|name| (None, name.into_owned())),
            },
            _ => None,
        }
    }

    /// The class of what is called as a function is, by its declaration: `def routes(signed_in: SignedIn)`.
    fn class_called(&mut self, value: ValueId) -> Option<Decl> {
        let ty = self.eval.value(self.file, value);
        let Head::Instance(class, _) = *self.eval.types.head(ty) else { return None };
        self.has_within(class, CALLED).then_some(class)
    }

    /// Whether a method of the repository is called on what a variable or a property holds: `this.auth.required`.
    fn is_of_instance(&mut self, callee: ValueId) -> bool {
        let Some(object) = self.object(callee) else { return false };
        let verdict = self.eval.reference_target(self.file, callee);
        let [method] = verdict.targets[..] else { return false };
        let kind = self.project.symbol(method).map(|(_, symbol)| symbol.kind);
        matches!(kind, Some(SymbolKind::Method | SymbolKind::Function)) && self.is_held(object)
    }
}

/// The name of a module that is imported in its place: `busy` of `import("./middleware/busy")`.
fn module_named(local: &str) -> Option<&str> {
    let path = local.strip_prefix("import(\"")?.strip_suffix("\")")?;
    let path = path.strip_suffix("/index").unwrap_or(path);
    let name = path.rsplit('/').next()?;
    Some([".js", ".ts", ".mjs", ".cjs"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name))
}
