//! What calls are given, as it is written, and settings of the environment that are read.

use super::Walk;
use crate::builder::CALLEE_LIMIT;
use facts::*;
use syntax::ruff::ast::{
    Expr, ExprBinOp, ExprCall, ExprFString, ExprSubscript, InterpolatedStringElement, Operator, StmtAugAssign,
};
use syntax::ruff::text_size::{Ranged, TextRange};

/// A path that a function gives back is no longer.
const PATH_LIMIT: usize = 200;

impl Walk<'_, '_> {
    /// The arguments of a call, of which the values were made.
    pub fn given(&mut self, it: &ExprCall, values: &[ValueId], by_name: &[ValueId]) -> Vec<Given> {
        let mut given = Vec::new();
        for (argument, value) in it.arguments.args.iter().zip(values).take(SHAPES_LIMIT) {
            given.push(Given { name: None, shape: self.written(argument, Some(*value), 0) });
        }
        for (keyword, value) in it.arguments.keywords.iter().zip(by_name).take(SHAPES_LIMIT) {
            let Some(name) = &keyword.arg else { continue };
            let name = self.b.name(name);
            given.push(Given { name: Some(name), shape: self.written(&keyword.value, Some(*value), 0) });
        }
        given
    }

    /// Keeps where the lists stand that a call is given, of which the items are calls: what these make goes to it.
    pub fn lists(&mut self, it: &ExprCall, callee: ValueId) {
        for argument in &it.arguments.args {
            let items = match argument {
                Expr::List(list) => &list.elts,
                Expr::Tuple(list) => &list.elts,
                _ => continue,
            };
            if items.iter().any(|item| matches!(item, Expr::Call(_) | Expr::List(_))) {
                let (from, to) = (argument.start().to_u32(), argument.end().to_u32());
                self.b.graph.blocks.push(Block { callee, from, to });
            }
        }
    }

    /// The same of a list that is added to what a name stands for: `middleware += [Middleware(Auth)]`.
    pub fn added_list(&mut self, it: &StmtAugAssign) {
        if it.op == Operator::Add && it.target.is_name_expr() && matches!(&*it.value, Expr::List(_) | Expr::Tuple(_)) {
            let (from, to) = (it.value.start().to_u32(), it.value.end().to_u32());
            let callee = self.value(&it.target);
            self.b.graph.blocks.push(Block { callee, from, to });
        }
    }

    /// Keeps a tuple of a path and what a name stands for, as a literal of that: `(r"/users/(.*)", UserHandler)`.
    pub fn path_and_class(&mut self, items: &[Expr], values: &[ValueId]) {
        let [path, named @ (Expr::Name(_) | Expr::Attribute(_)), ..] = items else { return };
        let (from, end) = (named.start().to_u32(), named.end().to_u32());
        let name = match named {
            Expr::Attribute(it) => it.attr.to_string(),
            _ => self.b.source.slice(from, end).to_owned(),
        };
        // What is called a handler has a path beside it however that is written.
        let is_handler = name.ends_with("Handler");
        let is_path = match path {
            Expr::StringLiteral(text) => begins_path(text.value.to_str()) || is_handler,
            Expr::FString(text) => begins_path(&self.put_together(text)) || is_handler,
            Expr::BinOp(it) => self.path_formatted(it).is_some() || is_handler,
            Expr::Call(_) | Expr::Name(_) | Expr::Attribute(_) => is_handler,
            _ => false,
        };
        if !is_path {
            return;
        }
        let path = match path {
            Expr::FString(text) => {
                let whole = self.put_together(text);
                Shape::Joined(self.b.name(&whole))
            }
            _ => self.written(path, Some(values[0]), 0),
        };
        let handler = self.written(named, Some(values[1]), 0);
        let given = [path, handler].map(|shape| Given { name: None, shape });
        let literal = Call {
            kind: CallKind::New,
            caller: self.b.caller(),
            callee: values[1],
            name: self.b.name(&name),
            text: self.b.text_end(from, end, CALLEE_LIMIT),
            at: self.b.source.point(from),
            start_line: self.b.source.line(items[0].start().to_u32()),
            arguments: 2,
            spread: false,
            given: given.into(),
            result: None,
        };
        self.b.graph.literals.push(literal);
    }

    pub(super) fn written(&mut self, it: &Expr, value: Option<ValueId>, depth: u8) -> Shape {
        let (start, end) = (it.start().to_u32(), it.end().to_u32());
        let items = match it {
            Expr::StringLiteral(text) if text.value.is_implicit_concatenated() => {
                return Shape::Text(self.pieces(text.value.iter().map(Ranged::range)));
            }
            Expr::FString(text) if text.value.is_implicit_concatenated() => {
                return Shape::Text(self.pieces(text.value.iter().map(Ranged::range)));
            }
            // Braces that a text itself has are written twice: `f"{API}/items/{{id}}"`. In a path what is put in is no
            // parameter.
            Expr::FString(text) if self.is_path_of_parts(text, start, end) => {
                let whole = self.put_together(text);
                return Shape::Joined(self.b.name(&whole));
            }
            Expr::StringLiteral(_) | Expr::FString(_) | Expr::BytesLiteral(_) => {
                let (start, end) = unquoted(self.b.source.slice(start, end), start, end);
                return Shape::Text(self.b.literal(start, end));
            }
            Expr::BinOp(binary) => match self
                .path_formatted(binary)
                .or_else(|| self.path_of_pieces(it))
                .or_else(|| self.b.joined(start, end))
            {
                Some(text) => return Shape::Joined(text),
                None => return value.map_or(Shape::Other, Shape::Value),
            },
            Expr::Call(call) => match self.path_of_format(call) {
                Some(text) => return Shape::Joined(text),
                None => return value.map_or(Shape::Other, Shape::Value),
            },
            Expr::NumberLiteral(_) | Expr::BooleanLiteral(_) | Expr::NoneLiteral(_) => {
                return Shape::Literal(self.b.literal(start, end));
            }
            Expr::Lambda(function) => {
                let params = function.parameters.as_ref().map_or(0, |list| list.len()) as u32;
                return Shape::Function { line: self.b.source.line(start), params };
            }
            Expr::Dict(dict) if depth < SHAPE_DEPTH => {
                let mut members = Vec::new();
                for item in dict.items.iter().take(SHAPES_LIMIT) {
                    let Some(Expr::StringLiteral(key)) = &item.key else { continue };
                    let name = self.b.name(key.value.to_str());
                    members.push((name, self.written(&item.value, None, depth + 1)));
                }
                return Shape::Object(members);
            }
            // What is spread into a list stands for what it holds.
            Expr::Starred(_) => {
                return match value.map(|value| &self.b.graph.values[value as usize]) {
                    Some(Value::Item { object, .. }) => Shape::Value(*object),
                    _ => Shape::Other,
                };
            }
            Expr::List(list) if depth < SHAPE_DEPTH => &list.elts,
            Expr::Tuple(list) if depth < SHAPE_DEPTH => &list.elts,
            Expr::Set(list) if depth < SHAPE_DEPTH => &list.elts,
            Expr::List(_) | Expr::Tuple(_) | Expr::Set(_) | Expr::Dict(_) => return Shape::Other,
            Expr::Name(_) | Expr::Attribute(_) if value.is_none() => return Shape::Value(self.value(it)),
            _ => return value.map_or(Shape::Other, Shape::Value),
        };
        let values = match value.map(|value| &self.b.graph.values[value as usize]) {
            Some(Value::List { items }) => items.clone(),
            _ => Vec::new(),
        };
        let items = items.iter().take(values.len().max(SHAPES_LIMIT)).enumerate();
        Shape::List(items.map(|(at, item)| self.written(item, values.get(at).copied(), depth + 1)).collect())
    }

    /// The text that `f"/users/{name}"` makes: `/users/${name}`.
    pub(super) fn put_together(&self, it: &ExprFString) -> String {
        let part = |part: &InterpolatedStringElement| match part {
            InterpolatedStringElement::Literal(text) => text.value.to_string(),
            InterpolatedStringElement::Interpolation(it) => {
                let range = it.expression.range();
                format!("${{{}}}", self.b.source.slice(range.start().to_u32(), range.end().to_u32()))
            }
        };
        it.value.elements().map(part).collect()
    }

    fn is_path_of_parts(&self, it: &ExprFString, start: u32, end: u32) -> bool {
        let written = self.b.source.slice(start, end);
        let parts = || it.value.elements().any(|it| matches!(it, InterpolatedStringElement::Interpolation(_)));
        // Django's begin with no slash and end with one.
        let is_behind =
            |text: &str| text.ends_with('/') && text.starts_with(char::is_alphabetic) && !text.contains(':');
        let is_path = || {
            let text = self.put_together(it);
            (begins_path(&text) || is_behind(&text)) && !written.contains(char::is_whitespace)
        };
        written.contains("{{") || parts() && is_path()
    }

    /// A path into which parts are put: `"/users/%s" % name`.
    fn path_formatted(&mut self, it: &ExprBinOp) -> Option<NameId> {
        let (Operator::Mod, Expr::StringLiteral(text)) = (it.op, &*it.left) else { return None };
        let text = text.value.to_str();
        let parts: Vec<&Expr> = match &*it.right {
            Expr::Tuple(list) => list.elts.iter().collect(),
            Expr::Dict(_) => return None,
            only => vec![only],
        };
        let between: Vec<&str> = text.split("%s").collect();
        let is_path = begins_path(text) || text.starts_with('^') && !text.contains(char::is_whitespace);
        if !is_path || between.len() != parts.len() + 1 {
            return None;
        }
        let mut whole = between[0].to_owned();
        for (part, behind) in parts.into_iter().zip(&between[1..]) {
            let written = self.b.source.slice(part.start().to_u32(), part.end().to_u32());
            whole.push_str(&format!("${{{written}}}{behind}"));
        }
        Some(self.b.name(&whole))
    }

    /// A path of which a part is written in several pieces: `"^users" "/" + NAME + "/$"`.
    fn path_of_pieces(&mut self, it: &Expr) -> Option<NameId> {
        let (mut parts, mut left) = (Vec::new(), it);
        while let Expr::BinOp(sum) = left {
            if sum.op != Operator::Add {
                return None;
            }
            parts.push(&*sum.right);
            left = &*sum.left;
        }
        parts.push(left);
        let is_in_pieces = |part: &&Expr| match part {
            Expr::StringLiteral(text) => text.value.is_implicit_concatenated(),
            Expr::FString(text) => text.value.is_implicit_concatenated(),
            _ => false,
        };
        if !parts.iter().any(is_in_pieces) {
            return None;
        }
        let mut whole = String::new();
        for part in parts.into_iter().rev() {
            match part {
                Expr::StringLiteral(text) => whole.push_str(text.value.to_str()),
                Expr::FString(text) => whole.push_str(&self.put_together(text)),
                Expr::Name(_) | Expr::Attribute(_) => {
                    whole
                        .push_str(&format!("${{{}}}", self.b.source.slice(part.start().to_u32(), part.end().to_u32())));
                }
                _ => return None,
            }
        }
        let is_path = whole.contains('/') && whole.len() <= PATH_LIMIT && !whole.contains(char::is_whitespace);
        is_path.then(|| self.b.name(&whole))
    }

    /// The same of `"/users/{}".format(name)`: parts by their places, or by their names.
    fn path_of_format(&mut self, it: &ExprCall) -> Option<NameId> {
        let Expr::Attribute(method) = &*it.func else { return None };
        let Expr::StringLiteral(text) = &*method.value else { return None };
        let text = text.value.to_str();
        let is_path = (begins_path(text) || text.starts_with('{')) && text.contains('/') && !text.contains([' ', '\n']);
        if method.attr.as_str() != "format" || !is_path || text.contains("{{") {
            return None;
        }
        let (mut whole, mut rest, mut place) = (String::new(), text, 0);
        while let Some((before, behind)) = rest.split_once('{') {
            let (mark, behind) = behind.split_once('}')?;
            let keyword = it.arguments.keywords.iter().find(|it| it.arg.as_ref().is_some_and(|it| it.as_str() == mark));
            let part = match mark {
                "" => it.arguments.args.get(place)?,
                _ => match mark.parse::<usize>() {
                    Ok(at) => it.arguments.args.get(at)?,
                    Err(_) => &keyword?.value,
                },
            };
            place += 1;
            whole.push_str(before);
            match part {
                Expr::StringLiteral(text) => whole.push_str(text.value.to_str()),
                part => {
                    let written = self.b.source.slice(part.start().to_u32(), part.end().to_u32());
                    whole.push_str(&format!("${{{written}}}"));
                }
            }
            rest = behind;
        }
        whole.push_str(rest);
        Some(self.b.name(&whole))
    }

    /// A path that a function gives back, with names in it that it is put together of.
    pub fn path_given_back(&mut self, it: &Expr) -> Option<String> {
        let text = match it {
            Expr::Name(name) => format!("${{{}}}", name.id),
            Expr::StringLiteral(text) => text.value.to_str().to_owned(),
            Expr::FString(text) => self.put_together(text),
            Expr::BinOp(_) | Expr::Call(_) => match self.written(it, None, 0) {
                Shape::Joined(text) => self.b.graph.name(text).to_owned(),
                _ => return None,
            },
            _ => return None,
        };
        let is_path = begins_path(&text) || text.starts_with("${");
        (is_path && text.len() <= PATH_LIMIT && !text.contains(char::is_whitespace)).then_some(text)
    }

    /// Keeps the paths that a function makes of the one that it is given.
    pub fn paths_given_back(&mut self, symbol: SymbolId, paths: &[String]) {
        let params = self.b.graph.symbols[symbol as usize].params.iter();
        let marks: Vec<String> = params.map(|it| format!("${{{}}}", self.b.graph.name(it.name))).collect();
        let takes = |path: &String| marks.iter().any(|mark| path.contains(mark.as_str()));
        if paths.iter().all(takes) && paths.iter().any(|path| path.contains('/')) {
            let text = self.b.name(&format!("\n{}", paths.join("\n")));
            self.b.graph.property_texts.push((symbol, text));
        }
    }

    /// What literals that stand one behind the other say together.
    fn pieces(&mut self, ranges: impl Iterator<Item = TextRange>) -> NameId {
        let within = |range: TextRange| {
            let (start, end) = (range.start().to_u32(), range.end().to_u32());
            unquoted(self.b.source.slice(start, end), start, end)
        };
        let pieces: Vec<(u32, u32)> = ranges.map(within).collect();
        self.b.literal_of(&pieces)
    }

    /// `os.environ["NAME"]`, `os.environ[name]`
    pub fn setting(&mut self, it: &ExprSubscript) {
        let name = match &*it.slice {
            Expr::StringLiteral(name) => name.value.to_str().to_owned(),
            Expr::Name(name) => format!("${{{}}}", name.id),
            _ => return,
        };
        if !self.is_from(&it.value, &["os"], "environ") {
            return;
        }
        let required = !self.narrowing.has_setting(&name);
        let (holder, name) = (self.b.name("os.environ"), self.b.name(&name));
        let (caller, at) = (self.b.caller(), self.b.source.point(it.start().to_u32()));
        self.b.graph.settings.push(Setting { caller, holder, name, at, default: None, required });
    }
}

/// Where the contents of a text stand, without its prefix and quotes.
fn unquoted(text: &str, start: u32, end: u32) -> (u32, u32) {
    let open = text.find(['"', '\'']).unwrap_or(0);
    let quotes = &text[open..];
    let width = if quotes.starts_with("\"\"\"") || quotes.starts_with("'''") { 3 } else { 1 };
    let from = start + (open + width) as u32;
    (from, end.saturating_sub(width as u32).max(from))
}

/// Whether a text, or an expression that paths are held against, begins as paths do.
fn begins_path(text: &str) -> bool {
    text.trim_start_matches('^').starts_with('/')
}
