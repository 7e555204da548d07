//! What becomes of a request, statement by statement.

use super::paths::{call, last_name, member};
use super::*;
use syntax::oxc::syntax::operator::LogicalOperator;

/// How what hands on is called.
const ONWARD: [&str; 3] = ["next", "done", "resolve"];
/// What is called on an answer and gives it.
const ANSWERING: [&str; 14] = [
    "send",
    "json",
    "jsonp",
    "end",
    "redirect",
    "sendStatus",
    "render",
    "sendFile",
    "throw",
    "abort",
    "status",
    "code",
    "writeHead",
    "text",
];
const ANSWERS: [&str; 9] = ["res", "response", "reply", "ctx", "context", "c", "resp", "Response", "NextResponse"];
/// What may refuse where its name says no more: by throwing, or by what it is given.
const REFUSING: [&str; 20] = [
    "allow", "assert", "auth", "check", "consume", "ensure", "guard", "limit", "must", "permi", "protect", "reject",
    "requir", "throw", "valid", "verif", "redirect", "navigate", "error", "enforce",
];
/// What throws where its result is kept.
const THROWING: [&str; 9] = ["assert", "ensure", "must", "protect", "reject", "requir", "throw", "verify", "enforce"];
/// What only keeps something, or gets something ready.
const KEEPING: [&str; 22] = [
    "connect", "init", "log", "track", "load", "set", "start", "record", "update", "touch", "report", "capture",
    "save", "flush", "after", "sync", "fetch", "get", "find", "append", "delete", "console",
];

impl<'a> Reader<'_, '_> {
    /// What becomes of a request at some statements, and behind them.
    pub fn run(&mut self, body: &[Statement<'a>], behind: Tree) -> Tree {
        let Some((first, rest)) = body.split_first() else { return behind };
        match first {
            Statement::IfStatement(it) => {
                self.size += 1;
                if self.size > LARGEST {
                    return Tree::Open;
                }
                let cond = self.condition(&it.test);
                let behind = self.run(rest, behind);
                if self.copies_too_much(behind.nodes()) {
                    return Tree::Open;
                }
                let then = self.run(statements(&it.consequent), behind.clone());
                let otherwise = match &it.alternate {
                    Some(other) => self.run(statements(other), behind),
                    None => behind,
                };
                Tree::chosen(cond, then, otherwise)
            }
            Statement::ReturnStatement(it) => self.outcome(it.argument.as_ref()),
            Statement::ThrowStatement(_) => Tree::Ask,
            Statement::BlockStatement(it) => {
                let behind = self.run(rest, behind);
                self.run(&it.body, behind)
            }
            Statement::ExpressionStatement(it) => match self.effect(&it.expression) {
                Effect::None => self.run(rest, behind),
                Effect::Ends(tree) => tree,
                Effect::Some(cond, tree) => Tree::chosen(cond, tree, self.run(rest, behind)),
            },
            Statement::VariableDeclaration(it) => {
                for one in &it.declarations {
                    if let Some(tree) = self.declared(one, it.kind == VariableDeclarationKind::Const) {
                        return tree;
                    }
                }
                self.run(rest, behind)
            }
            Statement::TryStatement(it) => {
                let behind = self.run(rest, behind);
                let outer = self.catching;
                let refuses =
                    it.handler.as_ref().is_some_and(|handler| self.run(&handler.body.body, Tree::Pass) != Tree::Pass);
                self.catching = outer || refuses;
                let tree = self.run(&it.block.body, behind);
                self.catching = outer;
                tree
            }
            Statement::ForOfStatement(it) => self.looped(it, rest, behind),
            Statement::FunctionDeclaration(_) | Statement::EmptyStatement(_) => self.run(rest, behind),
            other => {
                let text = self.slice(other.span());
                if ["return", "throw", "next", "redirect"].iter().any(|it| text.contains(it)) {
                    return Tree::Open;
                }
                self.run(rest, behind)
            }
        }
    }

    /// A loop over a list of which one that fits decides.
    fn looped(&mut self, it: &ForOfStatement<'a>, rest: &[Statement<'a>], behind: Tree) -> Tree {
        let behind = self.run(rest, behind);
        let name = match &it.left {
            ForStatementLeft::VariableDeclaration(declared) => match &declared.declarations[..] {
                [one] => match &one.id {
                    BindingPattern::BindingIdentifier(id) => Some(id.name.to_string()),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        if let (Some(name), [Statement::IfStatement(only)]) = (name, statements(&it.body))
            && only.alternate.is_none()
            && let Some(cond) = self.of_loop(&name, &it.right, &only.test)
        {
            let then = self.run(statements(&only.consequent), Tree::Open);
            return Tree::chosen(cond, then, behind);
        }
        let text = self.slice(it.span);
        if ["return", "throw", "next", "redirect"].iter().any(|it| text.contains(it)) { Tree::Open } else { behind }
    }

    /// What a declaration holds; some that throw are the end.
    pub fn declared(&mut self, it: &VariableDeclarator<'a>, is_const: bool) -> Option<Tree> {
        let init = it.init.as_ref()?;
        let BindingPattern::BindingIdentifier(id) = &it.id else {
            let of = last_name(init).is_some();
            self.taken_apart(&it.id, of && (self.is_request(init) || self.is_inner_request(init)));
            return self.throws(init).then_some(Tree::Ask);
        };
        let name = id.name.to_string();
        if let Some(of) = self.path(init) {
            self.paths.insert(name, of);
            return None;
        }
        if self.is_method(init) {
            self.methods.insert(name);
            return None;
        }
        match init.get_inner_expression() {
            Expression::StringLiteral(text) if is_const => {
                self.texts.insert(name, text.value.to_string());
                return None;
            }
            Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_) => return None,
            Expression::ArrayExpression(_) | Expression::NewExpression(_) | Expression::RegExpLiteral(_)
                if is_const =>
            {
                if let Some(list) = self.listed(init) {
                    self.lists.insert(name, list);
                    return None;
                }
            }
            // What is behind is done when the handler was.
            Expression::AwaitExpression(inner) if self.hands_on(&inner.argument) => return Some(Tree::Pass),
            inner if self.hands_on(inner) => {
                if is_const || !self.is_replaced(&name) {
                    self.handing.insert(name);
                }
                return None;
            }
            _ => {}
        }
        if self.throws(init) {
            return Some(Tree::Ask);
        }
        let cond = match is_const {
            true => self.condition(init),
            false if matches!(init.get_inner_expression(), Expression::BooleanLiteral(_)) => Cond::Open,
            false => Cond::Free,
        };
        // A truth that is written is a setting.
        let cond = if matches!(cond, Cond::Always(_)) { Cond::Free } else { cond };
        self.conditions.insert(name, cond);
        None
    }

    /// Whether an answer that hands on is another one later on.
    fn is_replaced(&self, name: &str) -> bool {
        let given = self.text.match_indices(name).map(|(at, _)| self.text[at + name.len()..].trim_start());
        let mut given = given.filter_map(|it| it.strip_prefix('=')).map(str::trim_start);
        given.any(|it| !it.starts_with('=') && !it.starts_with("NextResponse.next"))
    }

    /// Whether what an expression calls throws where somebody may not.
    fn throws(&self, value: &Expression<'a>) -> bool {
        let value = match value.get_inner_expression() {
            Expression::AwaitExpression(it) => {
                if self.catching {
                    return true;
                }
                it.argument.get_inner_expression()
            }
            other => other,
        };
        let Some(call) = call(value) else { return false };
        let name = self.slice(call.callee.span()).to_ascii_lowercase();
        THROWING.iter().any(|it| name.contains(it))
    }

    /// Whether an expression hands on.
    fn hands_on(&self, value: &Expression<'a>) -> bool {
        let value = value.get_inner_expression();
        if let Expression::Identifier(id) = value {
            return self.handing.contains(id.name.as_str());
        }
        let Some(call) = call(value) else { return false };
        let callee = call.callee.get_inner_expression();
        let name = match (callee, member(callee)) {
            (Expression::Identifier(id), _) => id.name.as_str(),
            (_, Some((object, "next")))
                if last_name(object).is_some_and(|it| it.ends_with("Response") || it == "opts") =>
            {
                return true;
            }
            (_, Some((object, "handle"))) => return last_name(object) == Some("next"),
            _ => return false,
        };
        ONWARD.contains(&name) && !self.is_given_error(call, name)
    }

    /// Whether what hands on is given something in the place of that: an error, another way.
    fn is_given_error(&self, it: &CallExpression<'a>, name: &str) -> bool {
        let Some(given) = it.arguments.first().and_then(|it| it.as_expression()) else { return false };
        if name == "resolve" {
            return false;
        }
        !matches!(given.get_inner_expression(), Expression::ObjectExpression(_)) && !self.is_request(given)
    }

    /// What becomes of a request where a function gives something back.
    pub fn outcome(&mut self, value: Option<&Expression<'a>>) -> Tree {
        let Some(value) = value else { return Tree::Pass };
        let value = match value.get_inner_expression() {
            Expression::AwaitExpression(it) => it.argument.get_inner_expression(),
            other => other,
        };
        if self.hands_on(value) {
            return Tree::Pass;
        }
        match value {
            Expression::BooleanLiteral(it) => {
                if it.value {
                    Tree::Pass
                } else {
                    Tree::Ask
                }
            }
            Expression::NullLiteral(_) => Tree::Pass,
            Expression::Identifier(id) if id.name == "undefined" => Tree::Pass,
            Expression::ConditionalExpression(it) => {
                let cond = self.condition(&it.test);
                let then = self.outcome(Some(&it.consequent));
                let other = self.outcome(Some(&it.alternate));
                Tree::chosen(cond, then, other)
            }
            Expression::UnaryExpression(_) | Expression::LogicalExpression(_) | Expression::BinaryExpression(_) => {
                self.held(value)
            }
            Expression::Identifier(id) if self.conditions.contains_key(id.name.as_str()) => self.held(value),
            _ => match call(value) {
                Some(call) => match last_name(&call.callee) {
                    Some("startsWith" | "endsWith" | "includes" | "some" | "test" | "has" | "Boolean") => {
                        self.held(value)
                    }
                    _ if self.is_asked(call) => self.held(value),
                    _ => Tree::Ask,
                },
                None => Tree::Ask,
            },
        }
    }

    /// Whether a call gives only the path to what may say something of it.
    fn is_asked(&self, it: &CallExpression<'a>) -> bool {
        let given = it.arguments.first().and_then(|it| it.as_expression());
        it.arguments.len() == 1
            && matches!(it.callee.get_inner_expression(), Expression::Identifier(_))
            && given.is_some_and(|it| self.path(it).is_some())
    }

    /// What holds lets on.
    fn held(&mut self, value: &Expression<'a>) -> Tree {
        let cond = self.condition(value);
        Tree::chosen(cond, Tree::Pass, Tree::Ask)
    }

    /// What an expression does that stands by itself.
    fn effect(&mut self, value: &Expression<'a>) -> Effect {
        let (value, is_awaited) = match value.get_inner_expression() {
            Expression::AwaitExpression(it) => (it.argument.get_inner_expression(), true),
            other => (other, false),
        };
        if self.hands_on(value) {
            return Effect::Ends(Tree::Pass);
        }
        if is_awaited && self.catching {
            return Effect::Ends(Tree::Ask);
        }
        match value {
            Expression::LogicalExpression(it) => {
                let Effect::Ends(tree) = self.effect(&it.right) else { return Effect::None };
                let cond = self.condition(&it.left);
                match it.operator {
                    LogicalOperator::And => Effect::Some(cond, tree),
                    _ => Effect::Some(cond.not(), tree),
                }
            }
            Expression::AssignmentExpression(it) => self.assigned_to(it),
            _ => match call(value) {
                Some(call) => self.done(call, is_awaited),
                None => Effect::None,
            },
        }
    }

    fn assigned_to(&mut self, it: &AssignmentExpression<'a>) -> Effect {
        let of = match &it.left {
            AssignmentTarget::StaticMemberExpression(left) => {
                Some((last_name(&left.object), left.property.name.as_str()))
            }
            _ => None,
        };
        if let Some((of, "status" | "statusCode" | "body")) = of
            && of.is_some_and(|it| ANSWERS.contains(&it) || it == "set")
        {
            return Effect::Ends(Tree::Ask);
        }
        if self.throws(&it.right) {
            return Effect::Ends(Tree::Ask);
        }
        Effect::None
    }

    /// What a call does of which nobody takes the result.
    fn done(&self, it: &CallExpression<'a>, is_awaited: bool) -> Effect {
        let callee = it.callee.get_inner_expression();
        let text = self.slice(callee.span());
        let name = last_name(callee).unwrap_or_default();
        let lower = name.to_ascii_lowercase();
        let root = text.split(['.', '(', '?']).next().unwrap_or_default();
        if text.contains(".headers.") || text.contains(".cookies.") || root == "console" || text.contains("logger") {
            return Effect::None;
        }
        let is_answer = ANSWERS.contains(&root) && ANSWERING.contains(&name);
        let hands = |it: &Argument<'a>| {
            let Some(given) = it.as_expression().map(|it| it.get_inner_expression()) else { return false };
            if matches!(given, Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_)) {
                let text = self.slice(given.span());
                return ["next(", "res.", "throw", "redirect", "reply"].iter().any(|it| text.contains(it));
            }
            last_name(given).is_some_and(|it| matches!(it, "next" | "done" | "res" | "response" | "reply"))
        };
        let refuses = REFUSING.iter().any(|it| lower.contains(it)) || ONWARD.contains(&name);
        let asks = text.to_ascii_lowercase();
        if is_answer || refuses || THROWING.iter().any(|it| asks.contains(it)) || it.arguments.iter().any(hands) {
            return Effect::Ends(Tree::Ask);
        }
        if is_awaited && !KEEPING.iter().any(|it| lower.starts_with(it)) {
            return Effect::Ends(Tree::Open);
        }
        Effect::None
    }

    /// Whether an expression is what a request keeps its address in: `request.nextUrl`, `event.url`.
    fn is_inner_request(&self, value: &Expression<'a>) -> bool {
        member(value).is_some_and(|(object, name)| matches!(name, "nextUrl" | "url" | "req") && self.is_request(object))
    }
}

enum Effect {
    None,
    /// Nothing behind it matters.
    Ends(Tree),
    /// That, under a condition.
    Some(Cond, Tree),
}

pub fn statements<'b, 'a>(it: &'b Statement<'a>) -> &'b [Statement<'a>] {
    match it {
        Statement::BlockStatement(block) => &block.body,
        other => std::slice::from_ref(other),
    }
}
