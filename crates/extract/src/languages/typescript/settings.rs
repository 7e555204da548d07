//! Settings of the environment: `process.env.PORT`, `import.meta.env.VITE_URL`, `const { PORT = 80 } = process.env`.

use super::*;
use crate::builder::DEFAULT_LIMIT;
use syntax::oxc::ast::ast::*;
use syntax::oxc::span::GetSpan;

const META: &str = "import.meta.env";
const PROCESS: &str = "process.env";
/// The library whose schemas say of each setting how its variable is called.
const SCHEMAS: &str = "convict";
/// What Vite itself says there of the build (https://vite.dev/guide/env-and-mode): nobody sets it.
const OF_BUNDLER: &[&str] = &["BASE_URL", "DEV", "MODE", "PROD", "SSR"];

impl<'a> Walk<'_, '_> {
    /// Notes what stands in for the left side where that gives nothing.
    pub fn stands_in(&mut self, it: &LogicalExpression<'a>) {
        if it.operator != LogicalOperator::And && !self.tests.contains(&it.span) {
            let left = converted(it.left.get_inner_expression());
            if !gives_truth(left) {
                self.defaults.insert(left.span().start, it.right.span());
            }
            // `env.A && join(env.A) || "b"`
            if let Expression::LogicalExpression(both) = left
                && both.operator == LogicalOperator::And
                && let Expression::StaticMemberExpression(asked) = both.left.get_inner_expression()
                && holder(&asked.object).is_some()
            {
                self.chosen_for(asked.span, both.right.span(), it.right.span());
            }
            // `given || env.PORT || 80`: what stands in for both stands in for the last of them.
            if let Expression::LogicalExpression(left) = left
                && left.operator != LogicalOperator::And
            {
                let last = converted(left.right.get_inner_expression());
                if !gives_truth(last) {
                    self.defaults.insert(last.span().start, it.right.span());
                }
            }
        }
    }

    /// The same of a call by which the repository reads a setting: `env("PORT") || 80`, `Number(env("PORT")) || 80`.
    pub fn stands_in_for_call(&mut self, it: &LogicalExpression<'a>, left: ValueId) {
        let whole = it.left.get_inner_expression();
        let read = converted(whole);
        let Expression::CallExpression(call) = read else { return };
        let is_named = matches!(call.arguments.first(), Some(Argument::StringLiteral(name)) if is_setting(&name.value));
        let of = match &self.b.graph.values[left as usize] {
            _ if std::ptr::eq(whole, read) => Some(left),
            Value::Call { arguments, .. } => arguments.first().copied(),
            _ => None,
        };
        let Some(of) = of.filter(|_| is_named) else { return };
        let text = match it.right.get_inner_expression() {
            Expression::StringLiteral(text) => Some(text.value.to_string()),
            right @ (Expression::NumericLiteral(_) | Expression::BooleanLiteral(_) | Expression::NullLiteral(_)) => {
                Some(self.text(right.span(), DEFAULT_LIMIT))
            }
            Expression::Identifier(name) if name.name == "undefined" => Some(name.name.to_string()),
            _ => None,
        };
        let text = text.map(|text| self.b.name(&text));
        self.b.graph.stand_ins.push(StandIn { of, text, fails: false });
    }

    /// Of what is only asked whether it holds, nothing stands in for a side.
    pub fn only_asked(&mut self, it: &Expression<'a>) {
        match it.get_inner_expression() {
            Expression::LogicalExpression(it) => {
                self.tests.insert(it.span);
                self.only_asked(&it.left);
                self.only_asked(&it.right);
            }
            Expression::UnaryExpression(it) => self.only_asked(&it.argument),
            _ => {}
        }
    }

    /// `env.A ? Number(env.A) : 10`, `env.A !== undefined ? env.A : 10`: the last stands in for what is asked and then read.
    pub fn chosen(&mut self, it: &ConditionalExpression<'a>) {
        self.only_asked(&it.test);
        let (asked, is_there) = asked(&it.test);
        let Expression::StaticMemberExpression(asked) = asked else { return };
        if holder(&asked.object).is_none() {
            return;
        }
        let (read, otherwise) =
            if is_there { (&it.consequent, &it.alternate) } else { (&it.alternate, &it.consequent) };
        self.chosen_for(asked.span, read.span(), otherwise.span());
    }

    /// What stands in for a setting that is asked for and then read in what is given.
    fn chosen_for(&mut self, asked: At, given: At, stands_in: At) {
        const MAX: usize = 4;
        let source = &self.b.source;
        let (test, read) = (source.slice(asked.start, asked.end), source.slice(given.start, given.end));
        let ends = |at: usize| !read[at + test.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let places: Vec<u32> = read
            .match_indices(test)
            .filter(|(at, _)| ends(*at))
            .take(MAX)
            .map(|(at, _)| given.start + at as u32)
            .collect();
        if !places.is_empty() {
            self.defaults.extend(places.into_iter().chain([asked.start]).map(|at| (at, stands_in)));
        }
    }

    /// `delete process.env.PORT` reads nothing.
    pub fn removes_setting(&self, it: &UnaryExpression<'a>) -> bool {
        let object = match it.argument.get_inner_expression() {
            Expression::StaticMemberExpression(it) => &it.object,
            Expression::ComputedMemberExpression(it) => &it.object,
            _ => return false,
        };
        it.operator == UnaryOperator::Delete && holder(object).is_some()
    }

    /// A member of what holds the environment.
    pub fn setting(&mut self, object: &Expression<'a>, name: &str, span: At) {
        let Some(holder) = holder(object) else { return };
        if !self.may_hold(holder, object, name) {
            return;
        }
        let default = self.defaults.get(&span.start).copied();
        self.read_setting(holder, name, span.start, default);
    }

    /// `const { A, B = 1 } = process.env`
    pub fn taken_settings(&mut self, pattern: &ObjectPattern<'a>, value: &Expression<'a>) {
        let Some(holder) = holder(value) else { return };
        for property in &pattern.properties {
            let Some(name) = property.key.static_name() else { continue };
            if !self.may_hold(holder, value, &name) {
                continue;
            }
            let default = match &property.value {
                BindingPattern::AssignmentPattern(it) => Some(it.right.span()),
                _ => None,
            };
            self.read_setting(holder, &name, property.span.start, default);
        }
    }

    /// A part of a schema that says how the variable of a setting is called: `{ env: "PORT", default: 80 }`.
    /// https://github.com/mozilla/node-convict/tree/master/packages/convict#the-schema
    pub fn setting_in_schema(&mut self, object: &ObjectExpression<'a>) {
        let of = |wanted: &str| {
            object.properties.iter().find_map(|property| match property {
                ObjectPropertyKind::ObjectProperty(it) if it.key.static_name().is_some_and(|name| name == wanted) => {
                    Some(it.value.get_inner_expression())
                }
                _ => None,
            })
        };
        let Some(Expression::StringLiteral(variable)) = of("env") else { return };
        let default = of("default");
        let is_one = is_setting(&variable.value) && (default.is_some() || of("format").is_some());
        if is_one && self.b.graph.imports.iter().any(|it| it.specifier == SCHEMAS) {
            self.read_setting(PROCESS, &variable.value, variable.span.start, default.map(GetSpan::span));
        }
    }

    /// Whether something may have a setting of a name: the environment, and a variable of the file's own that is called
    /// after it, of which it is known once all files are.
    fn may_hold(&self, holder: &str, object: &Expression<'a>, name: &str) -> bool {
        if holder == META && OF_BUNDLER.contains(&name) {
            return false;
        }
        holder.contains('.') || is_setting(name) && self.is_of_module(object)
    }

    /// Whether a name is one at the top of the file.
    fn is_of_module(&self, object: &Expression<'a>) -> bool {
        let Expression::Identifier(id) = object.get_inner_expression() else { return false };
        let symbol = id.reference_id.get().and_then(|id| self.scoping.get_reference(id).symbol_id());
        symbol.is_some_and(|symbol| self.scoping.symbol_scope_id(symbol) == self.scoping.root_scope_id())
    }

    fn read_setting(&mut self, holder: &str, name: &str, at: u32, default: Option<At>) {
        let default = default.map(|span| self.text(span, DEFAULT_LIMIT));
        // `process.env.PORT || undefined` leaves it open.
        let default = default.filter(|text| !matches!(text.as_str(), "undefined" | "null"));
        let default = default.map(|text| if is_plain(&text) { text } else { String::new() });
        let (holder, name) = (self.b.name(holder), self.b.name(name));
        let (caller, at) = (self.b.caller(), self.b.source.point(at));
        self.b.graph.settings.push(Setting { caller, holder, name, at, default, required: false });
    }
}

/// What a condition asks about, and whether it holds where that is there: `a`, `a !== undefined`, `a == null`.
fn asked<'e, 'a>(test: &'e Expression<'a>) -> (&'e Expression<'a>, bool) {
    let test = test.get_inner_expression();
    let Expression::BinaryExpression(it) = test else { return (test, true) };
    let is_nothing = match it.right.get_inner_expression() {
        Expression::Identifier(name) => name.name == "undefined",
        Expression::StringLiteral(text) => text.value.is_empty(),
        right => matches!(right, Expression::NullLiteral(_)),
    };
    match it.operator {
        BinaryOperator::Inequality | BinaryOperator::StrictInequality if is_nothing => {
            (it.left.get_inner_expression(), true)
        }
        BinaryOperator::Equality | BinaryOperator::StrictEquality if is_nothing => {
            (it.left.get_inner_expression(), false)
        }
        _ => (test, true),
    }
}

/// Whether what comes of an expression is whether it holds: nothing takes the place of what is asked there.
fn gives_truth(it: &Expression) -> bool {
    match it {
        Expression::LogicalExpression(it) => it.operator == LogicalOperator::And,
        Expression::BinaryExpression(_) | Expression::UnaryExpression(_) => true,
        _ => false,
    }
}

/// Whether a default is told as it is written: one text, number or name, or a list of such, nothing that is worked out.
fn is_plain(text: &str) -> bool {
    if text.starts_with(['[', '{']) && text.ends_with([']', '}']) {
        return !text.contains(['(', '?', '+']) && !text.contains("${");
    }
    let quoted = |mark: char| text.len() > 1 && text.starts_with(mark) && text.ends_with(mark);
    match ['"', '\'', '`'].into_iter().find(|mark| quoted(*mark)) {
        Some(mark) => !text[1..text.len() - 1].contains(mark) && (mark != '`' || !text.contains("${")),
        None => text.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '$' | '.' | '-' | '…')),
    }
}

/// Whether a name is written as settings are.
fn is_setting(name: &str) -> bool {
    name.len() > 2 && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
}

/// What holds the environment, or a variable that is called after it.
fn holder<'e>(object: &'e Expression) -> Option<&'e str> {
    if let Expression::Identifier(id) = object.get_inner_expression() {
        return Some(id.name.as_str()).filter(|name| name.to_ascii_lowercase().contains("env"));
    }
    let Expression::StaticMemberExpression(it) = object.get_inner_expression() else { return None };
    if it.property.name != "env" {
        return None;
    }
    match it.object.get_inner_expression() {
        Expression::Identifier(id) if id.name == "process" => Some(PROCESS),
        Expression::Identifier(id) if id.name == "Bun" => Some("Bun.env"),
        Expression::ImportMeta(_) => Some(META),
        _ => None,
    }
}

/// What a conversion makes another type of: `env.PORT` of `Number(env.PORT)`, `toNumber(env.PORT)`, `+env.PORT`.
fn converted<'e, 'a>(it: &'e Expression<'a>) -> &'e Expression<'a> {
    const CONVERSIONS: [&str; 5] = ["Number", "parseInt", "parseFloat", "String", "BigInt"];
    if let Expression::UnaryExpression(number) = it
        && number.operator == UnaryOperator::UnaryPlus
    {
        return number.argument.get_inner_expression();
    }
    let Expression::CallExpression(call) = it else { return it };
    // A function of the repository, by its name.
    let converts = |name: &str| {
        let rest = ["to", "as", "parse"].iter().find_map(|word| name.strip_prefix(word));
        call.arguments.len() == 1 && rest.is_some_and(|it| it.starts_with(|c: char| c.is_ascii_uppercase()))
    };
    let is_one = match call.callee.get_inner_expression() {
        Expression::Identifier(name) => CONVERSIONS.contains(&name.name.as_str()) || converts(&name.name),
        Expression::StaticMemberExpression(member) => {
            let of = |object: &str| matches!(&member.object, Expression::Identifier(name) if name.name == object);
            of("Number") || of("JSON") && member.property.name == "parse" || converts(&member.property.name)
        }
        _ => false,
    };
    let first = call.arguments.first().and_then(Argument::as_expression);
    first.filter(|_| is_one).map_or(it, Expression::get_inner_expression)
}
