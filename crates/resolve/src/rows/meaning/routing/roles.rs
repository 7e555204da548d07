//! What methods of routers do, as far as their names and what they are declared to take tell.

use super::verbs::verb;
use crate::project::source::{Source, type_name};
use facts::{Builtin, Param, Symbol, Type, TypeId};

/// How parameters are called that are paths, and how the names of others end.
const PATHS: [&str; 6] = ["path", "pattern", "route", "prefix", "url", "uri"];
/// The same of those that name a method of HTTP.
const METHODS: [&str; 4] = ["method", "methods", "verb", "httpmethod"];
/// The same of those that handle requests or stand before that. Plurals too.
const HANDLERS: [&str; 7] = ["handler", "action", "callback", "controller", "middleware", "handlerfunc", "func"];
/// How parameters are called that ask before a handler, and how the names of others end.
const ASKING: [&str; 4] = ["middleware", "guard", "mw", "filter"];
/// Short names of such, where nothing or anything is declared.
const SHORT: [&str; 6] = ["h", "hs", "fn", "f", "cb", "view"];
/// Methods that register a handler for a method of HTTP that they are given, or for all.
const ROUTES: [&str; 12] = [
    "route",
    "handle",
    "handlefunc",
    "add",
    "addroute",
    "add_route",
    "method",
    "methodfunc",
    "methods",
    "register",
    "any",
    "all",
];
/// Those among them by which one for all methods is registered.
const ANY: [&str; 6] = ["any", "all", "handle", "handlefunc", "addroute", "add_route"];
/// Methods that register what an object describes.
const DESCRIBED: [&str; 4] = ["route", "addroute", "add_route", "register"];
/// Methods that give a router behind a path.
const GROUPS: [&str; 9] =
    ["group", "subgroup", "newgroup", "sub", "route", "scope", "namespace", "subrouter", "prefix"];
/// Methods that give a router which asks what they are given first, or nobody else so far.
const PARTS: [&str; 7] = ["with", "group", "subgroup", "newgroup", "withmiddleware", "withmiddlewares", "inline"];
/// Methods by which others are asked first.
const GUARDS: [&str; 9] = [
    "use",
    "bind",
    "bindfunc",
    "usefunc",
    "middleware",
    "middlewares",
    "usemiddleware",
    "addmiddleware",
    "usemiddlewares",
];
/// What a method of a router of the repository's own does, by what it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// `get(path, handler)`
    Verb,
    /// `get(path, handler, guards...)`
    VerbThen,
    /// `get(path, handler, permission)`
    VerbFirst,
    /// `handle(path, handler)`
    Any,
    /// `handle(path, handler, guards...)`
    AnyThen,
    /// `route(method, path, handler)`
    Route,
    /// `route(method, path, handler, guards...)`
    RouteThen,
    /// `route(path, method, handler)`
    Routed,
    /// `route({ method, path, handler })`
    Described,
    /// `group(prefix)` gives a router.
    Group,
    /// `group(prefix, func(router) { … })`
    Grouped,
    /// `group(prefix, func() { … })`: what is registered on the same router in there is behind it.
    Around,
    /// `mount(path, router)`
    Mount,
    /// `with(guard)` gives a router.
    With,
    /// `group(func(router) { … })`
    Parted,
    /// `use(guard)`
    Guard,
}

impl Role {
    pub fn registers(self) -> bool {
        matches!(
            self,
            Self::Verb
                | Self::VerbThen
                | Self::VerbFirst
                | Self::Any
                | Self::AnyThen
                | Self::Route
                | Self::RouteThen
                | Self::Routed
                | Self::Described
        )
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::Verb => "verb",
            Self::VerbThen => "verb-then",
            Self::VerbFirst => "verb-first",
            Self::Any => "any",
            Self::AnyThen => "any-then",
            Self::Route => "route",
            Self::RouteThen => "route-then",
            Self::Routed => "routed",
            Self::Described => "described",
            Self::Group => "group",
            Self::Grouped => "grouped",
            Self::Around => "around",
            Self::Mount => "mount",
            Self::With => "with",
            Self::Parted => "parted",
            Self::Guard => "guard",
        }
    }
}

/// What a method does by its name and by what it takes.
pub fn role_by(source: &Source, symbol: &Symbol) -> Option<Role> {
    let name = &*source.graph.name(symbol.name).to_ascii_lowercase();
    let params = match &symbol.params[..] {
        [own, rest @ ..] if matches!(source.graph.name(own.name), "self" | "cls") => rest,
        all => all,
    };
    let [first, .., last] = params else {
        return match params {
            [only] if is_path(source, only) => GROUPS.contains(&name).then_some(Role::Group),
            [] => PARTS.contains(&name).then_some(Role::With),
            [only] if is_handler(source, only) && PARTS.contains(&name) => match declared(source, only) {
                Some(Type::Function { params: taken, returns: None }) => (taken.len() == 1).then_some(Role::Parted),
                _ => Some(Role::With),
            },
            [only] if is_handler(source, only) => GUARDS.contains(&name).then_some(Role::Guard),
            [only] if !only.rest && !is_text_declared(source, only) => {
                DESCRIBED.contains(&name).then_some(Role::Described)
            }
            _ => None,
        };
    };
    if is_path(source, first) {
        if is_router(source, &params[1]) {
            return Some(Role::Mount);
        }
        if verb(name).is_some() && is_handler(source, last) {
            return Some(if asks_behind(source, params) { Role::VerbThen } else { Role::Verb });
        }
        if verb(name).is_some() && is_handler(source, &params[1]) {
            return Some(Role::VerbFirst);
        }
        if let Some(Type::Function { params: taken, .. }) = declared(source, &params[1])
            && GROUPS.contains(&name)
            && !is_of_requests(&params[1], source)
        {
            return Some(if taken.is_empty() { Role::Around } else { Role::Grouped });
        }
        if params.len() > 2 && is_method(source, &params[1]) && is_handler(source, last) && ROUTES.contains(&name) {
            return Some(Role::Routed);
        }
        if is_handler(source, last) && ANY.contains(&name) {
            return Some(if asks_behind(source, params) { Role::AnyThen } else { Role::Any });
        }
        return GROUPS.contains(&name).then_some(Role::Group);
    }
    if params.len() > 2
        && is_method(source, first)
        && is_path(source, &params[1])
        && is_handler(source, last)
        && ROUTES.contains(&name)
    {
        return Some(if asks_behind(source, params) { Role::RouteThen } else { Role::Route });
    }
    (GUARDS.contains(&name) && is_handler(source, first)).then_some(Role::Guard)
}

/// A function of a group takes a router; one that is called as handlers are is none.
fn is_of_requests(param: &Param, source: &Source) -> bool {
    let name = source.graph.name(param.name).to_ascii_lowercase();
    HANDLERS[..6].iter().any(|end| name.ends_with(end))
}

/// Whether a handler is followed by any number of others that ask before it: `(path, handler, guards...)`. What stands
/// before a handler among those of its type is none: `(path, handlers...)`.
fn asks_behind(source: &Source, params: &[Param]) -> bool {
    let [.., handler, last] = params else { return false };
    let is_list = last.rest || source.graph.language == "php" && last.declared.is_some() && last.optional;
    if !is_list || handler.rest || !is_handler(source, handler) {
        return false;
    }
    let of = |param: &Param| named_type(source, param);
    let name = source.graph.name(last.name).to_ascii_lowercase();
    match (of(handler), of(last)) {
        (Some(one), Some(other)) if one != other => true,
        _ => ASKING.iter().any(|end| name.strip_suffix('s').unwrap_or(&name).ends_with(end)),
    }
}

fn declared<'s>(source: &'s Source, param: &Param) -> Option<&'s Type> {
    declared_type(source, param).map(|ty| &source.graph.types[ty as usize])
}

/// The type of a parameter, or of each that it takes.
fn declared_type(source: &Source, param: &Param) -> Option<TypeId> {
    let mut ty = param.declared?;
    for _ in 0..4 {
        match &source.graph.types[ty as usize] {
            Type::Optional { inner } => ty = *inner,
            Type::List { element } => ty = *element,
            _ => return Some(ty),
        }
    }
    None
}

/// The name of that type.
fn named_type<'s>(source: &'s Source, param: &Param) -> Option<&'s str> {
    let name = declared_type(source, param).and_then(|ty| type_name(&source.graph, ty))?;
    Some(source.graph.name(name))
}

fn is_text(source: &Source, param: &Param) -> bool {
    match declared(source, param) {
        None => true,
        Some(Type::Builtin(Builtin::String)) => true,
        Some(Type::Name { path, .. }) => {
            matches!(path[..], [one] if matches!(source.graph.name(one), "string" | "str" | "String"))
        }
        Some(_) => false,
    }
}

fn is_text_declared(source: &Source, param: &Param) -> bool {
    param.declared.is_some() && is_text(source, param)
}

fn is_path(source: &Source, param: &Param) -> bool {
    let name = source.graph.name(param.name).to_ascii_lowercase();
    let is_called = PATHS.iter().any(|end| name.ends_with(end)) || (name == "p" && param.declared.is_some());
    is_called && is_text(source, param) && !param.rest
}

/// A router that is declared as one, or is called so where nothing is declared.
fn is_router(source: &Source, param: &Param) -> bool {
    let ends = |name: &str| name.to_ascii_lowercase().ends_with("router") && !param.rest;
    match declared(source, param) {
        Some(Type::Name { .. }) => {
            param.declared.and_then(|ty| type_name(&source.graph, ty)).is_some_and(|it| ends(source.graph.name(it)))
        }
        Some(_) => false,
        None => ends(source.graph.name(param.name)),
    }
}

fn is_method(source: &Source, param: &Param) -> bool {
    let name = source.graph.name(param.name).to_ascii_lowercase();
    METHODS.contains(&name.replace('_', "").as_str()) && !param.rest
}

/// What handles requests is declared as a function, or called what such things are called.
fn is_handler(source: &Source, param: &Param) -> bool {
    let named = |name: &str| {
        let name = name.to_ascii_lowercase();
        let name = name.strip_suffix('s').unwrap_or(&name);
        HANDLERS.iter().any(|end| name.ends_with(end))
    };
    let name = source.graph.name(param.name);
    match declared(source, param) {
        Some(Type::Function { .. }) => true,
        Some(&Type::Name { .. }) => {
            let ty = named_type(source, param);
            named(name) || ty.is_some_and(named) || (ty == Some("any") && SHORT.contains(&name))
        }
        // PHP's handlers are texts and lists as well.
        Some(Type::Builtin(_)) => source.graph.language == "php" && named(name),
        Some(_) => named(name),
        None => named(name) || SHORT.contains(&name),
    }
}
