//! The paths by which something is registered.

use super::verbs::verb;
use crate::rows::Writer;
use crate::rows::meaning::places::classes::named_after;
use crate::rows::meaning::places::conditions::is_in_capitals;
use crate::rows::meaning::places::found::Found;
use crate::rows::meaning::texts::expressions::{of_template, readable, written_path};
use crate::rows::meaning::texts::php_texts;
use crate::rows::meaning::{Anchors, Site};
use facts::{Call, Shape, Value};
use rules::{Clause, Kind, Part, Source};
use std::borrow::Cow;

/// What puts a path together of its parts, as it is called, and by its name alone where no other is called so.
const JOINING: [&str; 5] = ["path.Join", "path.join", "path.posix.join", "posixpath.join", "os.path.join"];
const JOINING_NAMES: [&str; 3] = ["JoinPath", "joinPath", "urljoin"];
/// The modules of JavaScript whose functions do that, and how these are called.
const JOINING_MODULES: [&str; 3] = ["path", "path.posix", "desm"];
const JOINED_BY: [&str; 2] = ["join", "resolve"];
/// What gives a path as people read it: `CGI.unescape("/a%3Ab")`.
const UNESCAPING: &str = "unescape";
/// Paths that are put together of such.
pub const MAX_PARTS: u8 = 3;

impl<'g> Writer<'_, 'g> {
    /// The paths of a registration. What stands in one's place and is not known stays as a name in braces.
    pub fn routes(&mut self, kind: Kind, site: &Site<'g>, clause: &Clause, anchors: &Anchors<'_, 'g>) -> Vec<String> {
        let mut routes = Vec::new();
        let is_of_row = kind == Kind::Prefix && matches!(clause.on.0[..], [Part { source: Source::Row, .. }]);
        // What is made with a path has one, be it known or not: `web::scope(&base)`.
        let is_of_result = kind == Kind::Prefix
            && crate::languages::of(&self.graph.language).module_paths
            && matches!(clause.on.0[..], [Part { source: Source::Result, outer: false, .. }]);
        // The first argument of a mount may be what is mounted.
        let is_path = kind == Kind::Endpoint
            || kind == Kind::Prefix && clause.absolute && site.decorated.is_some()
            || kind == Kind::Prefix && matches!(clause.on.0[..], [Part { source: Source::Around, .. }])
            || is_of_result
            || matches!(clause.route.0[..], [Part { source: Source::Named(_), .. }])
            || matches!(clause.mounted.0[..], [Part { source: Source::Result | Source::Whole, .. }])
            || matches!(clause.mounted.0[..], [Part { source: Source::At(1..), .. }])
            || is_of_row;
        // What stands before all paths of an application is a part of them whether or not it is known.
        let is_before_all =
            kind == Kind::Prefix && clause.on.0.is_empty() && clause.name.0.is_empty() && site.decorated.is_none();
        // A function in a path's place says that there is none: `get { }`.
        let is_none = |found: &[Found]| matches!(found, [] | [Found::Shape(Shape::Function { .. })]);
        let places = clause.route.0.iter().map(|part| self.found(site, part));
        for found in places.into_iter().find(|found| !is_none(found)).unwrap_or_default() {
            match found {
                Found::Text(text) => routes.push(text.into_owned()),
                Found::Symbol(symbol) => {
                    routes.push(self.graph.name(self.graph.symbols[symbol as usize].name).to_owned());
                }
                Found::Shape(Shape::List(items)) => {
                    let mut known = |item| {
                        let told = self.expression(kind, item);
                        told.or_else(|| match item {
                            Shape::Joined(_) => self.put_together(item, anchors, MAX_PARTS),
                            _ => Some(self.fixed(item)?.into_owned()),
                        })
                    };
                    routes.extend(items.iter().filter_map(&mut known));
                }
                Found::Shape(shape) if self.expression(kind, shape).is_some() => {
                    routes.extend(self.expression(kind, shape));
                }
                Found::Shape(shape) if clause.patterns && self.lists_patterns(shape, anchors) => {
                    routes.extend(self.patterns_listed(shape, anchors, MAX_PARTS));
                }
                Found::Shape(shape) if let Some(paths) = self.given_paths(shape, anchors) => routes.extend(paths),
                Found::Shape(shape) => match self.put_together(shape, anchors, MAX_PARTS) {
                    Some(text) => routes.push(text),
                    None if is_path => {
                        let known = self.key_of_loop(shape).or_else(|| self.put_before(shape, anchors));
                        let known = known.or_else(|| self.setting_otherwise(shape, anchors));
                        let told = known.or_else(|| self.unknown_text(shape));
                        let told = told.or_else(|| self.unknown_mount(kind, shape, anchors));
                        let told = told.or_else(|| self.constant_or_unknown(shape));
                        let told = told.or_else(|| self.unknown_argument(clause, shape, anchors));
                        let told = told.or_else(|| self.given_or_else(shape));
                        routes.extend(told.or_else(|| is_of_result.then(|| self.prefix_named(shape, anchors))));
                    }
                    None if is_before_all => routes.push(self.prefix_named(shape, anchors)),
                    None if clause.patterns => routes.extend(self.patterns_listed(shape, anchors, MAX_PARTS)),
                    None => {}
                },
                _ => {}
            }
        }
        if let Some(function) = site.changing {
            routes = routes.iter().flat_map(|it| self.paths_through(function, it)).collect();
        }
        for route in &mut routes {
            *route = self.text_in_turn(std::mem::take(route));
        }
        if clause.template {
            routes = routes.iter().flat_map(|it| of_template(it)).collect();
        }
        for route in &mut routes {
            if clause.expression {
                *route = readable(route);
            }
            if !clause.append.is_empty() && !takes_all(route) {
                *route = format!("{route}{}", named_after(&clause.append, route));
            }
            route.insert_str(0, &clause.prepend);
            if let Some(function) = site.changed_by {
                route.insert_str(0, &format!("${{{function}}}"));
            }
            if clause.absolute && route.starts_with('/') {
                route.insert(0, '~');
            }
        }
        if clause.fill.is_empty() {
            return routes;
        }
        routes.into_iter().map(|route| self.filled(site, clause, route)).collect()
    }

    /// The path of an endpoint that is a regular expression.
    pub fn expression(&self, kind: Kind, shape: &Shape) -> Option<String> {
        match shape {
            Shape::Literal(text) if kind == Kind::Endpoint => written_path(self.graph.name(*text)),
            _ => None,
        }
    }

    pub fn is_expression(&self, shape: &Shape) -> bool {
        self.expression(Kind::Endpoint, shape).is_some()
    }

    /// A path with what stands for its marks.
    pub fn filled(&mut self, site: &Site<'g>, clause: &Clause, route: String) -> String {
        let mut marks: Vec<_> = clause.fill.iter().filter(|(mark, _)| route.contains(&***mark)).collect();
        marks.sort_by_key(|(mark, _)| *mark);
        let mut route = route;
        for (mark, selector) in marks {
            let name = match selector.0.first() {
                // What the name of a class that inherits it is put into.
                Some(Part { source: Source::Class, without, .. }) if clause.inherited => {
                    Some(format!("{{class-{without}}}"))
                }
                _ => self.name_told(site, selector),
            };
            if let Some(name) = name {
                // `{one of it}`: by what one of many is called.
                let name = if mark.starts_with("{one") { named_after("{one}", &name) } else { name };
                route = route.replace(&**mark, &name);
            }
        }
        route
    }

    /// Whether something is a path as far as is known.
    pub fn is_path(&mut self, shape: &'g Shape, anchors: &Anchors<'_, 'g>) -> bool {
        self.put_together(shape, anchors, MAX_PARTS).is_some()
    }

    /// A path as far as it is known; what is not goes by its name.
    pub fn path_told(&mut self, shape: &'g Shape, anchors: &Anchors<'_, 'g>, parts: u8) -> Option<String> {
        let told = self.put_together(shape, anchors, parts).or_else(|| self.unknown_text(shape));
        told.or_else(|| self.unknown_given(shape, anchors))
    }

    /// The same of a path that begins without a slash, where nothing but one can stand: `path(Subpath.before("api/"))`.
    fn put_before(&mut self, shape: &'g Shape, anchors: &Anchors<'_, 'g>) -> Option<String> {
        let Shape::Value(value) = *shape else { return None };
        let call = anchors.call_giving(value)?;
        let [given] = &call.given[..] else { return None };
        let path = self.fixed(&given.shape).filter(|it| it.contains('/'))?;
        Some(format!("${{{}}}/{path}", self.graph.name(call.name)))
    }

    /// Whether a call puts a path together by a module's function: `join(__dirname, "routes")`.
    fn joins_paths(&mut self, call: &Call) -> bool {
        if !JOINED_BY.contains(&self.graph.name(call.name)) {
            return false;
        }
        let Some(path) = self.eval.reference_target(self.file, call.callee).external else { return false };
        let path = self.project.names.text(path);
        let module = path.rsplit_once('.').map_or("", |(module, _)| module);
        JOINING_MODULES.contains(&module.trim_start_matches("node:").trim_end_matches(".default"))
    }

    /// What is not known goes by its name, or by that of the setting that a call asks for: `config.get("app.prefix")`.
    fn prefix_named(&mut self, shape: &'g Shape, anchors: &Anchors<'_, 'g>) -> String {
        let asked = match *shape {
            Shape::Value(value) => anchors.call_giving(value).and_then(|call| match &call.given[..] {
                [first, ..] => self.fixed(&first.shape).map(|name| format!("${{{name}}}")),
                [] => None,
            }),
            _ => None,
        };
        asked.or_else(|| self.unknown_text(shape)).unwrap_or_else(|| "${prefix}".to_owned())
    }

    /// The method of HTTP that a text or a constant's name is: `HttpMethod.GET`, `"GET"`.
    pub fn verb_of(&mut self, shape: &'g Shape) -> Option<&'static str> {
        let word = match shape {
            Shape::Value(value) => self.last_name(*value),
            _ => self.fixed(shape),
        };
        word.filter(|it| is_in_capitals(it)).and_then(|it| verb(&it))
    }

    /// A path that is a text, or put together of some: `base + "/x"`, `path.Join(base, "x")`. A part of which nothing is
    /// known stands as `${name}`; the method that a matcher is given stands in front, `GET ${antMatcher}/x`.
    pub fn put_together(&mut self, shape: &'g Shape, anchors: &Anchors<'_, 'g>, parts: u8) -> Option<String> {
        if let Some(text) = self.fixed(shape) {
            let text = match &*self.graph.language {
                "ruby" if text.contains("#{") => Cow::Owned(text.replace("#{", "${")),
                "php" if matches!(shape, Shape::Text(_)) => match php_texts::put_in(text) {
                    Cow::Owned(text) => return Some(self.with_members(text)),
                    text => text,
                },
                _ => text,
            };
            // A path begins with a slash: what stands in braces in front of it is put in, where that is known.
            let has_name = text.starts_with('{') || text.contains("${");
            return Some(if has_name { self.expanded(text.into_owned()) } else { text.into_owned() });
        }
        let value = match shape {
            Shape::Joined(text) => {
                let text = self.with_members(self.graph.name(*text).to_owned());
                return Some(self.expanded(text));
            }
            Shape::Value(value) => match self.graph.values[*value as usize] {
                Value::Lent { object } => object,
                _ => *value,
            },
            _ => return None,
        };
        if let Some(call) = anchors.call_giving(self.kept_in(value)).filter(|_| parts > 0)
            && let Some(text) = self.printed(call, anchors, parts)
        {
            return Some(text);
        }
        if let Some(text) = self.joined_text(value) {
            return Some(self.expanded(text.to_owned()));
        }
        if let Some(text) = self.constant_named(value) {
            return Some(self.expanded(text));
        }
        let call = anchors.call_giving(value).filter(|_| parts > 0)?;
        if let Some(text) = self.formatted(call, anchors, parts) {
            return Some(text);
        }
        if let Some(text) = self.path_given_back(call, anchors, parts) {
            return Some(text);
        }
        if let (UNESCAPING, [given]) = (self.graph.name(call.name), &call.given[..]) {
            return self.put_together(&given.shape, anchors, parts - 1).map(|path| unescaped(&path));
        }
        let is_joining = JOINING.contains(&call.text.as_str()) || JOINING_NAMES.contains(&self.graph.name(call.name));
        if !is_joining && !self.joins_paths(call) {
            // A path that a function puts something before: `conf.BaseUri("/api")`.
            let name = self.graph.name(call.name);
            let (method, given) = match &call.given[..] {
                [given] => (None, given),
                [one, other] if is_matcher(name) => match (self.verb_of(&one.shape), self.verb_of(&other.shape)) {
                    (Some(verb), None) => (Some(verb), other),
                    (None, Some(verb)) => (Some(verb), one),
                    _ => return None,
                },
                _ => return None,
            };
            let path = self.put_together(&given.shape, anchors, parts - 1).filter(|it| it.starts_with('/'))?;
            let method = method.map(|verb| format!("{verb} ")).unwrap_or_default();
            if self.gives_matcher(call) {
                return Some(format!("{method}{path}"));
            }
            return Some(format!("{method}${{{name}}}{path}"));
        }
        let told = call.given.iter().map(|given| {
            self.put_together(&given.shape, anchors, parts - 1).or_else(|| self.unknown_text(&given.shape))
        });
        Some(told.collect::<Option<Vec<String>>>()?.join("/"))
    }

    /// What stands before the paths of a group in the place of one and is not known, by the name of what gives it.
    fn unknown_mount(&self, kind: Kind, shape: &Shape, anchors: &Anchors<'_, 'g>) -> Option<String> {
        let is_told = kind == Kind::Mount && self.goes_by_types() || kind == Kind::Prefix && self.is_php();
        self.unknown_given(shape, anchors).filter(|_| is_told)
    }

    /// What Python gives by the name of an argument and is not known, by what gives it or by that name:
    /// `url_prefix=app.config["PREFIX"]`.
    fn unknown_argument(&self, clause: &Clause, shape: &Shape, anchors: &Anchors<'_, 'g>) -> Option<String> {
        if self.graph.language != "python" || !matches!(shape, Shape::Value(_)) {
            return None;
        }
        let named = clause.route.0.iter().find_map(|part| match &part.source {
            Source::Named(name) => Some(format!("${{{name}}}")),
            _ => None,
        });
        named.map(|named| self.unknown_given(shape, anchors).unwrap_or(named))
    }

    /// What Go's `fmt.Sprintf` makes with what it is given: each verb is one of these.
    fn printed(&mut self, call: &'g facts::Call, anchors: &Anchors<'_, 'g>, parts: u8) -> Option<String> {
        let [format, given @ ..] = &call.given[..] else { return None };
        if self.graph.language != "go" || call.text != "fmt.Sprintf" {
            return None;
        }
        let format = self.fixed(&format.shape)?.into_owned();
        let (mut text, mut given, mut rest) = (String::new(), given.iter(), &format[..]);
        while let Some((before, verb)) = rest.split_once('%') {
            text += before;
            let end = verb.find(|it: char| it.is_ascii_alphabetic() || it == '%')?;
            if verb[end..].starts_with('%') {
                text.push('%');
            } else {
                let one = &given.next()?.shape;
                let told = match one {
                    Shape::Literal(number) => Some(self.graph.name(*number).to_owned()),
                    _ => self.path_told(one, anchors, parts - 1),
                };
                text += &told.unwrap_or_else(|| "${}".to_owned());
            }
            rest = &verb[end + 1..];
        }
        text += rest;
        Some(text)
    }

    /// A call in the place of a part of a path that is not known, by its name.
    pub fn unknown_given(&self, shape: &Shape, anchors: &Anchors<'_, 'g>) -> Option<String> {
        let Shape::Value(value) = *shape else { return None };
        Some(format!("${{{}}}", self.graph.name(anchors.call_giving(value)?.name)))
    }

    /// What a format of the JVM makes with what it is given: `String.format("/items/{%s}", ID)`.
    fn formatted(&mut self, call: &'g facts::Call, anchors: &Anchors<'_, 'g>, parts: u8) -> Option<String> {
        let (format, given) = match (self.graph.name(call.name), &call.given[..]) {
            ("format", [format, given @ ..]) if self.is_of_jvm() => {
                (self.put_together(&format.shape, anchors, parts - 1)?, given)
            }
            _ => return None,
        };
        let mut pieces = format.split("%s");
        let mut text = pieces.next()?.to_owned();
        let mut given = given.iter();
        for piece in pieces {
            let one = &given.next()?.shape;
            let told = self.put_together(one, anchors, parts - 1).or_else(|| self.unknown_text(one))?;
            text += &told;
            text += piece;
        }
        Some(text)
    }
}

/// What functions and classes are called that match requests by a path, and maybe a method.
pub fn is_matcher(name: &str) -> bool {
    name.ends_with("atcher") || name.ends_with("Matchers") || matches!(name, "pattern" | "pathPattern")
}

/// A text with the characters of ASCII that escapes in it stand for; others stay as they are.
fn unescaped(text: &str) -> String {
    let mut parts = text.split('%');
    let mut made = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match code.filter(|it| it.is_ascii_graphic() || *it == b' ') {
            Some(code) => {
                made.push(char::from(code));
                made += &part[2..];
            }
            None => {
                made.push('%');
                made += part;
            }
        }
    }
    made
}

/// Whether a path ends in a parameter that takes all that follows: `/files/{path:.*}`.
fn takes_all(route: &str) -> bool {
    [":.*}", ":.+}"].iter().any(|end| route.ends_with(end))
}
