//! Routes that functions tell apart by themselves, `if (url.pathname === "/films" && request.method === "GET")`: each by its
//! methods, its path, what handles it and who may refuse before; and what a request is handed on to.

use super::outcomes::statements;
use super::paths::{call, last_name};
use super::ways::{Way, ways};
use super::*;

/// Of a function with more routes no more are told.
const MOST: usize = 200;
/// What calls of these names refuse where somebody may not, and what refusals have in them.
const REFUSING: [&str; 14] = [
    "allow", "assert", "auth", "ensure", "guard", "login", "must", "permi", "protect", "requir", "restrict", "session",
    "verif", "valid",
];
const REFUSALS: [&str; 8] = ["401", "403", "429", "nauthor", "orbidden", "denied", "/login", "ogin("];
/// What gives something that says who somebody is.
const SAYING: [&str; 7] = ["auth", "user", "session", "login", "token", "valid", "permi"];
/// What throws where its result is kept.
const THROWING: [&str; 8] = ["assert", "ensure", "must", "protect", "requir", "verify", "enforce", "throw"];

/// Who may refuse: a name, its place among what a decision rests on, and whether that is for some alone.
#[derive(Clone)]
struct Asked {
    name: String,
    binding: Option<BindingId>,
    maybe: bool,
}

/// What is known of a request where a statement stands.
#[derive(Clone, Default)]
struct Within {
    methods: Vec<String>,
    path: Option<String>,
    asked: Vec<Asked>,
    /// Names of what calls gave that say who somebody is, with these.
    kept: Vec<(String, Asked)>,
}

/// A route, or what a request is handed on to.
pub struct Told {
    pub text: String,
    pub named: Vec<(String, BindingId)>,
}

impl<'a> Reader<'_, '_> {
    /// The routes among statements, `line` gives the line of an offset.
    pub fn routes(&mut self, body: &[Statement<'a>], line: &dyn Fn(u32) -> u32) -> Vec<Told> {
        let mut told = Vec::new();
        self.routes_within(body, &mut Within::default(), line, &mut told);
        told.truncate(MOST);
        told
    }

    fn routes_within(
        &mut self,
        body: &[Statement<'a>],
        within: &mut Within,
        line: &dyn Fn(u32) -> u32,
        told: &mut Vec<Told>,
    ) {
        for one in body {
            self.size += 1;
            if self.size > LARGEST * 4 {
                return;
            }
            match one {
                Statement::VariableDeclaration(it) => {
                    for declared in &it.declarations {
                        if let Some(init) = &declared.init
                            && let Some(asked) = self.throwing(init, &THROWING)
                        {
                            within.asked.push(asked);
                        } else if let Some(init) = &declared.init
                            && let Some(asked) = self.throwing(init, &SAYING)
                        {
                            let names =
                                self.slice(declared.id.span()).split(|it: char| !(it.is_alphanumeric() || it == '_'));
                            within
                                .kept
                                .extend(names.filter(|it| !it.is_empty()).map(|it| (it.to_owned(), asked.clone())));
                        }
                        self.declared(declared, it.kind == VariableDeclarationKind::Const);
                    }
                }
                Statement::IfStatement(it) => self.branch(it, within, line, told),
                Statement::BlockStatement(it) => self.routes_within(&it.body, within, line, told),
                Statement::TryStatement(it) => self.routes_within(&it.block.body, within, line, told),
                Statement::SwitchStatement(it) => self.switched(it, within, line, told),
                Statement::ReturnStatement(it) => {
                    if let Some(value) = &it.argument {
                        self.handed(value, within, line, told);
                    }
                }
                Statement::ExpressionStatement(it) => {
                    if let Some(asked) = self.throwing(&it.expression, &REFUSING) {
                        within.asked.push(asked);
                    } else {
                        self.handed(&it.expression, within, line, told);
                    }
                }
                _ => {}
            }
        }
    }

    fn branch(&mut self, it: &IfStatement<'a>, within: &mut Within, line: &dyn Fn(u32) -> u32, told: &mut Vec<Told>) {
        let cond = self.condition(&it.test);
        let inner = statements(&it.consequent);
        let before = told.len();
        let ways = ways(&cond);
        let paths: Vec<Way> = ways.iter().flatten().filter(|(_, path)| path.is_some()).cloned().collect();
        if !paths.is_empty() && ways.as_ref().is_some_and(|all| all.len() == paths.len()) {
            for (methods, path) in paths {
                let mut deeper = Within { path, ..within.clone() };
                if !methods.is_empty() {
                    deeper.methods = methods;
                }
                self.route(inner, &deeper, it.span.start, line, told);
            }
        } else if let Some([(methods, None)]) = ways.as_deref()
            && !methods.is_empty()
        {
            let deeper = Within { methods: methods.clone(), ..within.clone() };
            match within.path {
                Some(_) => self.route(inner, &deeper, it.span.start, line, told),
                None => self.routes_within(inner, &mut deeper.clone(), line, told),
            }
        } else {
            self.routes_within(inner, &mut within.clone(), line, told);
            if told.len() == before {
                self.refused(it, &cond, within);
            }
        }
        if let Some(other) = &it.alternate {
            self.routes_within(statements(other), within, line, told);
        }
    }

    /// Who refuses by a condition whose branch has no routes.
    fn refused(&self, it: &IfStatement<'a>, cond: &Cond, within: &mut Within) {
        if let Cond::Not(inner) = cond
            && let Cond::Method(all) = &**inner
        {
            within.methods.clone_from(all);
            return;
        }
        let ends = self.slice(it.consequent.span());
        // What a call gave is asked about: `if (session instanceof Response) return session`.
        let mut words = self.slice(it.test.span()).split(|it: char| !(it.is_alphanumeric() || it == '_'));
        let kept = words.find_map(|word| within.kept.iter().find(|(name, _)| name == word));
        if let Some((_, asked)) = kept
            && (ends.contains("return") || ends.contains("throw"))
        {
            within.asked.push(Asked { maybe: cond.goes_by_path(), ..asked.clone() });
            return;
        }
        if !REFUSALS.iter().any(|it| ends.contains(it)) || !(ends.contains("return") || ends.contains("throw")) {
            return;
        }
        let asked = self.called_within(&it.test);
        let asked = asked.unwrap_or(Asked { name: "(inline)".to_owned(), binding: None, maybe: false });
        within.asked.push(Asked { maybe: asked.maybe || cond.goes_by_path(), ..asked });
    }

    /// What is called in a condition.
    fn called_within(&self, value: &Expression<'a>) -> Option<Asked> {
        match value.get_inner_expression() {
            Expression::UnaryExpression(it) => self.called_within(&it.argument),
            Expression::AwaitExpression(it) => self.called_within(&it.argument),
            Expression::LogicalExpression(it) => self.called_within(&it.right).or_else(|| self.called_within(&it.left)),
            other => self.asked_by(call(other)?),
        }
    }

    fn asked_by(&self, it: &CallExpression<'a>) -> Option<Asked> {
        let name = last_name(&it.callee)?.to_owned();
        let binding = match it.callee.get_inner_expression() {
            Expression::Identifier(id) => Some(self.binding_of(id)?),
            _ => None,
        };
        Some(Asked { name, binding, maybe: false })
    }

    fn binding_of(&self, id: &IdentifierReference) -> Option<BindingId> {
        let symbol = self.scoping.get_reference(id.reference_id.get()?).symbol_id()?;
        Some(symbol.index() as BindingId)
    }

    /// Who throws where a call's result is kept, or nobody takes it.
    fn throwing(&self, value: &Expression<'a>, words: &[&str]) -> Option<Asked> {
        let value = match value.get_inner_expression() {
            Expression::AwaitExpression(it) => it.argument.get_inner_expression(),
            other => other,
        };
        let call = call(value)?;
        let name = last_name(&call.callee)?.to_ascii_lowercase();
        let is_handing = call.arguments.len() > 1 && name.starts_with("handle");
        if is_handing || !words.iter().any(|it| name.contains(it)) {
            return None;
        }
        self.asked_by(call)
    }

    fn switched(
        &mut self,
        it: &SwitchStatement<'a>,
        within: &mut Within,
        line: &dyn Fn(u32) -> u32,
        told: &mut Vec<Told>,
    ) {
        let by_path = matches!(self.path(&it.discriminant), Some(PathOf::Whole | PathOf::Relative));
        let by_method = self.is_method(&it.discriminant);
        if !by_path && !by_method {
            return;
        }
        let mut open: Vec<String> = Vec::new();
        for case in &it.cases {
            let Some(test) = &case.test else { continue };
            let Expression::StringLiteral(text) = test.get_inner_expression() else {
                open.clear();
                continue;
            };
            open.push(text.value.to_string());
            if case.consequent.is_empty() {
                continue;
            }
            let body = match &case.consequent[..] {
                [Statement::BlockStatement(it)] => &it.body[..],
                all => all,
            };
            if by_method {
                let methods = std::mem::take(&mut open).iter().map(|it| it.to_uppercase()).collect();
                let mut deeper = Within { methods, ..within.clone() };
                match within.path {
                    Some(_) => self.route(body, &deeper, case.span.start, line, told),
                    None => self.routes_within(body, &mut deeper, line, told),
                }
                continue;
            }
            for path in std::mem::take(&mut open) {
                let deeper = Within { path: Some(path), ..within.clone() };
                self.route(body, &deeper, case.span.start, line, told);
            }
        }
    }

    /// A route whose handler is what a branch does, unless that tells routes of its own apart.
    fn route(
        &mut self,
        body: &[Statement<'a>],
        within: &Within,
        at: u32,
        line: &dyn Fn(u32) -> u32,
        told: &mut Vec<Told>,
    ) {
        let before = told.len();
        let is_below = within.path.as_ref().is_some_and(|it| it.ends_with('*'));
        let deeper = Within { path: within.path.clone().filter(|_| !is_below), ..within.clone() };
        // What is handed on is the handler here.
        let only = body.iter().filter(|it| matches!(it, Statement::IfStatement(_) | Statement::SwitchStatement(_)));
        for one in only {
            self.routes_within(std::slice::from_ref(one), &mut deeper.clone(), line, told);
        }
        let ends = !matches!(body.last(), Some(Statement::IfStatement(_) | Statement::SwitchStatement(_)));
        if told.len() > before && (!ends || is_below) {
            return;
        }
        let handler = self.handling(body);
        if is_below && handler.is_none() {
            return;
        }
        self.tell("route", within, handler, line(at), told);
    }

    /// What a branch gives back, or calls in the end.
    fn handling(&self, body: &[Statement<'a>]) -> Option<(String, BindingId)> {
        body.iter().rev().find_map(|it| {
            let value = match it {
                Statement::ReturnStatement(it) => it.argument.as_ref()?,
                Statement::ExpressionStatement(it) => &it.expression,
                Statement::BlockStatement(it) => return self.handling(&it.body),
                Statement::TryStatement(it) => return self.handling(&it.block.body),
                _ => return None,
            };
            self.callee(value)
        })
    }

    /// The function that an expression calls by its name.
    fn callee(&self, value: &Expression<'a>) -> Option<(String, BindingId)> {
        let value = match value.get_inner_expression() {
            Expression::AwaitExpression(it) => it.argument.get_inner_expression(),
            other => other,
        };
        match call(value)?.callee.get_inner_expression() {
            Expression::Identifier(id) => Some((id.name.to_string(), self.binding_of(id)?)),
            _ => None,
        }
    }

    /// What is given the request, and may tell routes apart in turn.
    fn handed(&mut self, value: &Expression<'a>, within: &Within, line: &dyn Fn(u32) -> u32, told: &mut Vec<Told>) {
        let inner = match value.get_inner_expression() {
            Expression::AwaitExpression(it) => it.argument.get_inner_expression(),
            other => other,
        };
        let Some(it) = call(inner) else { return };
        let is_given =
            it.arguments.iter().filter_map(|it| it.as_expression()).any(|it| {
                self.is_request(it) || self.path(it).is_some() || last_name(it).is_some_and(|it| it == "url")
            });
        if let Some(callee) = self.callee(value).filter(|_| is_given && within.path.is_none()) {
            self.tell("hand", within, Some(callee), line(it.span.start), told);
        }
    }

    fn tell(&self, word: &str, within: &Within, handler: Option<(String, BindingId)>, line: u32, told: &mut Vec<Told>) {
        let mut named: Vec<(String, BindingId)> = Vec::new();
        let mut place = |name: &str, binding: Option<BindingId>| match binding {
            Some(binding) => {
                named.push((name.to_owned(), binding));
                named.len() as i32 - 1
            }
            None => -1,
        };
        let handled = handler.as_ref().map_or(-1, |(name, binding)| place(name, Some(*binding)));
        let asked: Vec<String> = within
            .asked
            .iter()
            .map(|it| format!("[{},{},{}]", written::quoted(&it.name), place(&it.name, it.binding), it.maybe))
            .collect();
        let methods: Vec<String> = within.methods.iter().map(|it| written::quoted(it)).collect();
        let path = within.path.as_deref().unwrap_or_default();
        told.push(Told {
            text: format!(
                "[\"{word}\",[{}],{},{line},{handled},[{}]]",
                methods.join(","),
                written::quoted(path),
                asked.join(",")
            ),
            named,
        });
    }
}
