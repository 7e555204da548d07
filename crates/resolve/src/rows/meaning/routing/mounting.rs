//! What is reached through a mount.

use crate::rows::Writer;
use crate::rows::meaning::places::found::{Found, MAX_LISTED};
use crate::rows::meaning::places::paths::file_joined;
use crate::rows::meaning::{Anchors, Site};
use crate::values::types::Head;
use facts::unit::Cell;
use facts::{BindingKind, Shape, SymbolId, SymbolKind, Value, ValueId};
use rules::{Clause, Kind, Part, Source};

impl<'g> Writer<'_, 'g> {
    /// What a list mounts: a module, behind which its name may stand, or everything that is named in it.
    pub fn mounted_in(&mut self, found: Found<'g>, clause: &Clause) -> Vec<Found<'g>> {
        let Found::Shape(Shape::List(items)) = found else {
            let named = self.named_in_list(&found);
            return if named.is_empty() { vec![found] } else { named };
        };
        if clause.into.is_empty() {
            // Several by their names: `concerns: [:votable, :pinned]`.
            return items.iter().filter(|it| matches!(it, Shape::Text(_))).map(Found::Shape).collect();
        }
        if let [first @ Shape::Text(_), ..] = &items[..] {
            return vec![Found::Shape(first)];
        }
        // Several files: `[__DIR__.'/../routes/web.php', __DIR__.'/../routes/more.php']`.
        if items.iter().all(|it| matches!(it, Shape::Joined(_))) {
            return items.iter().map(Found::Shape).collect();
        }
        let is_named = |shape: &&Shape| match *shape {
            Shape::Value(value) => {
                matches!(self.graph.values[*value as usize], Value::Name { .. } | Value::Member { .. })
            }
            _ => false,
        };
        items.iter().filter(is_named).map(Found::Shape).collect()
    }

    /// What a list of Python's holds that a name stands for, where these are names themselves: `routes = [orders, users]`.
    fn named_in_list(&mut self, found: &Found<'g>) -> Vec<Found<'g>> {
        let (&Found::Value(value) | &Found::Shape(&Shape::Value(value))) = found else { return Vec::new() };
        if self.graph.language != "python" {
            return Vec::new();
        }
        let own = match &self.graph.values[self.kept_in(value) as usize] {
            Value::List { items } => Some((self.file, &items[..])),
            _ => None,
        };
        let Some((file, items)) = own.or_else(|| self.list_named(value)) else { return Vec::new() };
        let Some(source) = self.project.source(file) else { return Vec::new() };
        let is_name =
            |it: &ValueId| matches!(source.graph.values[*it as usize], Value::Name { .. } | Value::Member { .. });
        if items.len() > MAX_LISTED || !items.iter().all(is_name) {
            return Vec::new();
        }
        let named = items.iter().map(|it| match self.eval.reference_target(file, *it).targets[..] {
            [one] => Some(Found::Declared(one)),
            _ => None,
        });
        // All of it or nothing: what is left out would be told as if nothing mounted it.
        named.collect::<Option<Vec<_>>>().unwrap_or_default()
    }

    /// The types that a mount is given together: `OpenApiService::new((Users, Orders), …)`.
    pub fn types_together(&mut self, site: &Site<'g>, clause: &Clause) -> Vec<Found<'g>> {
        let graph = self.graph;
        let [Part { source: Source::At(at), .. }] = clause.mounted.0[..] else { return Vec::new() };
        let made = site.result.map(|it| &graph.values[it as usize]);
        let (Some(Value::Call { arguments, .. }), Ok(at)) = (made, usize::try_from(at)) else { return Vec::new() };
        let listed = arguments.get(at).filter(|it| matches!(graph.values[**it as usize], Value::List { .. }));
        match listed.filter(|_| crate::languages::of(&graph.language).module_paths) {
            Some(list) => self.types_given_back(*list).into_iter().map(Found::Declared).collect(),
            None => Vec::new(),
        }
    }

    /// The variable of a module to whose list something is added: `middleware += [Middleware(Auth)]`.
    pub fn added_to(&self, site: &Site<'g>) -> Option<SymbolId> {
        let graph = self.graph;
        let around = graph.blocks.iter().filter(|it| (it.from..it.to).contains(&site.at.byte));
        let mut held = around.filter_map(|it| match graph.values[it.callee as usize] {
            Value::Name { binding: Some(binding), .. } => graph.bindings[binding as usize].symbol,
            _ => None,
        });
        held.rfind(|it| graph.symbols[*it as usize].kind == SymbolKind::Variable)
    }

    /// The routers that a mount is given in front of its last, behind the same path: `app.use("/api", signedIn, posts, votes)`.
    pub fn mounted_beside(&mut self, kind: Kind, site: &Site<'g>, clause: &Clause) -> Vec<Found<'g>> {
        let is_last = matches!(clause.mounted.0[..], [Part { source: Source::At(-1), .. }]);
        let Some((_, before)) = site.given.split_last().filter(|_| is_last && kind == Kind::Mount) else {
            return Vec::new();
        };
        let first = before.iter().rposition(|it| !self.gives_router(&it.shape)).map_or(0, |at| at + 1);
        before[first..].iter().map(|it| Found::Shape(&it.shape)).collect()
    }

    /// What is reached through a mount: a router, what a function is given as its first parameter, what a call gives.
    pub fn mounted(
        &mut self,
        found: &Found<'g>,
        clause: &Clause,
        site: &Site<'g>,
        anchors: &Anchors<'_, 'g>,
    ) -> Option<String> {
        // A class: its methods say themselves how they are reached, or register for all that is made of it.
        if let [Part { source: Source::Text(name), .. }, ..] = &clause.name.0[..]
            && (name.starts_with("operations") || name == "of class")
            && let Some((Some(class), _)) = self.made_handler(found)
        {
            return Some(class);
        }
        match found {
            // A module by its name.
            Found::Shape(Shape::Text(text)) if !clause.into.is_empty() => {
                let module = &format!("{}{}", clause.prepend, self.graph.name(*text));
                Some(match self.place(module) {
                    (Cell::Text(path), _) => format!("{path}#{}", clause.into),
                    // A file by its path from a folder above.
                    _ if module.starts_with("~/") => format!("{module}#{}", clause.into),
                    _ => module.clone(),
                })
            }
            Found::Shape(Shape::Joined(text)) if !clause.into.is_empty() => {
                file_joined(self.graph.name(*text), &clause.into)
            }
            Found::Value(value) if Some(*value) == site.result => self.result_anchor(*value, anchors),
            Found::Shape(written @ Shape::Function { line, .. }) => self.inline_param(written, *line, site, anchors),
            Found::Shape(Shape::Value(value)) => {
                if let Some(router) = self.routes_given_out(*value) {
                    return Some(self.project.symbol_id(router));
                }
                let named = self.module_mounted(*value, clause).or_else(|| self.file_named(*value, clause, anchors));
                let named = named
                    .or_else(|| self.plugins_of_folder(*value, clause, anchors))
                    .or_else(|| self.router_within(*value));
                let named = named.or_else(|| self.own_mounted(*value, anchors)).or_else(|| self.class_mounted(*value));
                named.or_else(|| self.router_around(*value, anchors)).or_else(|| self.anchor(*value, anchors))
            }
            _ => self.anchor_of(found, anchors),
        }
    }

    /// A module that is mounted by what it is imported as: `from shop import urls`, `include(urls)`.
    fn module_mounted(&mut self, value: ValueId, clause: &Clause) -> Option<String> {
        if clause.into.is_empty() {
            return None;
        }
        let ty = self.eval.value(self.file, value);
        let Head::Module(file) = *self.eval.types.head(ty) else { return None };
        Some(format!("{}#{}", self.project.tree.path(file), clause.into))
    }

    /// A file that is mounted by its path from a folder above: `base_path("routes/api.php")`.
    fn file_named(&mut self, value: ValueId, clause: &Clause, anchors: &Anchors<'_, 'g>) -> Option<String> {
        let call = anchors.call_giving(value).filter(|_| !clause.into.is_empty())?;
        // What stands before the path names a part of the repository: `module_path('Blog', 'routes/web.php')`.
        let is_file = |path: &str| path.rsplit('/').next().is_some_and(|name| name.contains('.'));
        let mut texts = call.given.iter().filter_map(|given| self.fixed(&given.shape));
        let path = texts.find(|it| is_file(it))?;
        Some(format!("~/{}#{}", path.trim_start_matches('/'), clause.into))
    }

    /// The first parameter of a function that a call is given in place: of several functions, of that one.
    fn inline_param(&mut self, written: &Shape, line: u32, site: &Site<'g>, anchors: &Anchors) -> Option<String> {
        let bindings = &self.graph.bindings;
        let given = |value: &ValueId| {
            let value = &self.graph.values[*value as usize];
            matches!(value, Value::CallbackParam { callee, position: 0, .. } if *callee == site.callee)
        };
        let told = bindings.iter().enumerate().filter(|(_, binding)| binding.values.iter().any(given));
        let told: Vec<usize> = told.map(|(at, _)| at).collect();
        let mut functions = site.given.iter().filter(|it| matches!(it.shape, Shape::Function { .. }));
        let is_each = functions.clone().count() == told.len();
        let place = functions.position(|it| std::ptr::eq(&it.shape, written)).filter(|_| is_each);
        let told = told.get(place.unwrap_or(0)).copied();
        // A parameter with a type of its own.
        let anonymous = |scope: facts::ScopeId| self.graph.scopes[scope as usize].symbol.is_none();
        let declared = || {
            bindings.iter().position(|it| it.kind == BindingKind::Parameter && it.line == line && anonymous(it.scope))
        };
        let binding = told.or_else(declared)?;
        self.binding_anchor(binding as u32, anchors, 1)
    }
}
