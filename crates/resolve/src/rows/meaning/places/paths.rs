//! By what paths rules know a call that leads nowhere by itself.

use super::found::{Found, MAX_ROW};
use crate::rows::Writer;
use crate::rows::meaning::Anchors;
use crate::targets::labels::{Resolution, Verdict};
use crate::values::types::{Decl, FileId, Head};
use facts::{BindingKind, Call, Shape, SymbolKind, Type, TypeId, Value, ValueId};
use rules::Kind;

/// Members of a class's members are followed so far.
const MAX_MEMBERS: usize = 4;
/// What stands between the path of what a call is given and its own name.
const TAKEN: &str = "(taken)";
/// What stands in the place of a parameter's name where rules do not go by that.
pub const ANY_GIVEN: &str = "(any given)";
/// What stands behind the path of what is itself called.
const CALLED: &str = "(called)";

impl<'p, 'g> Writer<'p, 'g> {
    /// The path of what is called without an object in a function that a router is given, and leads nowhere else.
    pub fn implied(&self, call: &Call, verdict: &Verdict, block: Option<&Call>, anchors: &Anchors) -> Option<String> {
        let around = anchors.paths.get(&block?.callee)?;
        // Ruby's bare names are calls of the object around, which a block may be run with another of.
        let is_own = self.graph.language == "ruby" && call.text == self.graph.name(call.name);
        let bare = is_own || matches!(self.graph.values[call.callee as usize], Value::Name { binding: None, .. });
        (bare && verdict.targets.is_empty() && self.project.rules.is_router(around))
            .then(|| format!("{around}.{}", self.graph.name(call.name)))
    }

    /// The path of what is called without an object at the top of a file that stands as a whole in a call's block.
    pub fn inside(
        &self,
        call: &Call,
        verdict: &Verdict,
        block: Option<&Call>,
        anchors: &mut Anchors,
    ) -> Option<String> {
        let bare = matches!(self.graph.values[call.callee as usize], Value::Name { binding: None, .. });
        if block.is_some() || call.caller.is_some() || !bare || !verdict.targets.is_empty() {
            return None;
        }
        let graph = self.graph;
        let requires = |name: &str| graph.imports.iter().any(|import| import.specifier == name);
        let around = anchors.inside.get_or_insert_with(|| {
            let found = self.project.rules.inside(&graph.path, &graph.language, requires);
            found.map(str::to_owned)
        });
        around.as_ref().map(|around| format!("{around}.{}", graph.name(call.name)))
    }

    /// The path of a call as it is written, where it begins with a constant that the repository reopens and rules
    /// know what is registered there: `Rails.application.routes.draw`.
    pub fn written_path(&self, call: &Call, verdict: &Verdict) -> Option<String> {
        if !verdict.targets.is_empty() || verdict.resolution != Resolution::Unresolved {
            return None;
        }
        let is_plain = call.text.starts_with(|c: char| c.is_ascii_uppercase())
            && call.text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | ':'));
        let path = call.text.replace("::", ".");
        (is_plain && self.project.rules.is_router(&path)).then_some(path)
    }

    /// The path of a method of a library of which the repository holds a copy, where namespaces are a library's own alone:
    /// `Illuminate\Routing\Controller.middleware`.
    pub fn copied_path(&self, call: &Call, verdict: &Verdict) -> Option<String> {
        let ([method], rules) = (&verdict.targets[..], &self.project.rules) else { return None };
        if !rules.names_last(self.graph.name(call.name)) {
            return None;
        }
        let (source, symbol) = self.project.symbol(*method)?;
        let blocks = source.graph.packages.iter().map(|(_, package)| package);
        let package = source.graph.package.iter().chain(blocks).next()?;
        let (class, method) = symbol.qualified.rsplit_once('.')?;
        let path = format!("{}.{method}", format!("{package}.{class}").replace('.', "\\"));
        let is_known = rules.of_call(&path, &self.graph.language).next().is_some();
        is_known.then_some(path)
    }

    /// The path of a method that an interface declares for a library to implement: `findByName` of what extends Spring
    /// Data's `JpaRepository`.
    pub fn declared_path(&mut self, verdict: &Verdict, anchors: &mut Anchors<'p, 'g>) -> Option<String> {
        let [method] = verdict.targets[..] else { return None };
        let (source, symbol) = self.project.symbol(method)?;
        let parent = symbol.parent.filter(|_| symbol.kind == SymbolKind::Method && symbol.complexity == 0)?;
        if source.graph.symbols[parent as usize].kind != SymbolKind::Interface {
            return None;
        }
        let name = source.graph.name(symbol.name).to_owned();
        let class = Decl { file: method.file, symbol: parent };
        let mut paths = self.bases_of(class, anchors).iter().map(|base| format!("{base}.{name}"));
        paths.find(|path| self.project.rules.of_call(path, &self.graph.language).next().is_some())
    }

    /// The path of a call of what a variable holds that something outside of the repository made:
    /// `starlette.config.Config.(called)` of `config("PORT")`.
    pub fn called_path(&mut self, call: &Call, verdict: &Verdict) -> Option<String> {
        let [variable] = verdict.targets[..] else { return None };
        let (_, symbol) = self.project.symbol(variable)?;
        if symbol.kind != SymbolKind::Variable || !self.project.rules.names_last(CALLED) {
            return None;
        }
        let ty = self.eval.value(self.file, call.callee);
        let (Head::External(path) | Head::Library(path, _)) = *self.eval.types.head(ty) else { return None };
        let path = format!("{}.{CALLED}", self.project.names.text(path));
        self.project.rules.of_call(&path, &self.graph.language).next()?;
        Some(path)
    }

    /// The path of a call of a router's method that only running code knows, by one of those: `router[method](path, show)`.
    pub fn computed_path(&mut self, call: &Call) -> Option<String> {
        let Value::Index { object } = self.graph.values[call.callee as usize] else { return None };
        // What objects describe is told by who gives them: `router[it.method](it.path)` of a class's own method.
        let is_path = match call.given.first().map(|given| &given.shape) {
            Some(Shape::Text(_) | Shape::Joined(_)) => true,
            Some(Shape::Value(path)) => self.is_own_parameter(*path) || self.is_gone_through(*path),
            _ => false,
        };
        if call.arguments < 2 || !is_path {
            return None;
        }
        if !self.is_router(object) {
            // Of what a function is given, it means something where that is a router.
            let path = format!("{ANY_GIVEN}.get");
            let is_given = self.is_script() && self.is_own_parameter(object) && self.is_ruled(&path);
            return is_given.then_some(path);
        }
        let ty = self.eval.value(self.file, object);
        let (Head::External(path) | Head::Library(path, _)) = *self.eval.types.head(ty) else { return None };
        let of = self.project.names.text(path);
        // What a library has beside its routers has methods by such names, too.
        let is_other = ["Logger", "Request", "Reply", "Response", "Context"].iter().any(|it| of.ends_with(it));
        let path = format!("{of}.get");
        (!is_other && self.is_ruled(&path)).then_some(path)
    }

    /// The path of what a class has from what it extends outside of the repository: `User.query.all` of what extends
    /// `db.Model`, `$this->middleware` of what extends Laravel's controllers.
    pub fn inherited_path(&mut self, call: &Call, verdict: &Verdict, anchors: &mut Anchors<'p, 'g>) -> Option<String> {
        let (graph, rules) = (self.graph, &self.project.rules);
        if !verdict.targets.is_empty() || !rules.names_last(graph.name(call.name)) {
            return None;
        }
        let (mut at, mut names) = (call.callee, Vec::new());
        while let Value::Member { object, name } = graph.values[at as usize] {
            // `models.User.query.get(1)`
            if names.len() > 1 && graph.name(name).starts_with(char::is_uppercase) {
                break;
            }
            names.push(graph.name(name));
            at = object;
        }
        let class = match graph.values[at as usize] {
            // What several of those could have that it extends and mixes in.
            Value::This { owner: Some(symbol) } if names.len() == 1 => Decl { file: self.file, symbol },
            // `cls.query.get(1)`, `$this->Authentication->allowUnauthenticated([…])`
            Value::This { owner: Some(symbol) } if matches!(&*graph.language, "python" | "php") && names.len() == 2 => {
                Decl { file: self.file, symbol }
            }
            Value::Name { name, .. } | Value::Member { name, .. }
                if graph.name(name).starts_with(char::is_uppercase) && (2..=MAX_MEMBERS).contains(&names.len()) =>
            {
                let [class] = self.eval.reference_target(self.file, at).targets[..] else { return None };
                class
            }
            _ => return None,
        };
        self.project.symbol(class).filter(|(_, symbol)| symbol.kind.is_type())?;
        names.reverse();
        let members = names.join(".");
        let mut paths = self.bases_of(class, anchors).iter().map(|base| format!("{base}.{members}"));
        paths.find(|path| rules.of_call(path, &graph.language).next().is_some())
    }

    /// The path of what is called on a parameter of no known type, by the parameter's name: `(given).app.get`. It means
    /// something only where the function is given what registers handlers. Of what a class was given and keeps, rules
    /// about data alone tell: `(given).session.query` of `self.session.query(User)`.
    pub fn given_path(&self, call: &Call, verdict: &Verdict) -> Option<String> {
        let rules = &self.project.rules;
        if !verdict.targets.is_empty() || !rules.names_last(self.graph.name(call.name)) {
            return None;
        }
        let (path, is_kept) = self.path_of_given(call.callee, matches!(call.text.matches('.').count(), 2 | 3))?;
        // A router that a class keeps goes by the name of what it was given.
        let is_router = is_kept && self.keeps_router(&path);
        let is_told = |it: &rules::Clause| !is_kept || is_router || it.kind == Some(Kind::Data);
        let is_known = rules.of_call(&path, &self.graph.language).any(is_told);
        is_known.then_some(path)
    }

    /// The same of a parameter of JavaScript by whatever name it goes: `(any given).get`.
    pub fn any_given_path(&self, call: &Call, verdict: &Verdict) -> Option<String> {
        let rules = &self.project.rules;
        if !self.is_script() || !verdict.targets.is_empty() || !rules.names_last(self.graph.name(call.name)) {
            return None;
        }
        let (path, _) = self.path_of_given(call.callee, false)?;
        let (_, members) = path.strip_prefix("(given).")?.split_once('.')?;
        let path = format!("{ANY_GIVEN}.{members}");
        self.is_ruled(&path).then_some(path)
    }

    /// The same of a decorator that such a parameter gives: `(given).app.route` of `@app.route("/")`.
    pub fn given_decorator(&self, decorator: ValueId, verdict: &Verdict) -> Option<String> {
        if !verdict.targets.is_empty() {
            return None;
        }
        let is_python = self.graph.language == "python";
        let found = self.path_of_given(decorator, is_python);
        let (path, _) = found.filter(|(path, is_kept)| !is_kept || self.keeps_router(path))?;
        let is_known = self.project.rules.of_decorator(&path, &self.graph.language).next().is_some();
        is_known.then_some(path)
    }

    /// The names from a parameter of no known type on, and whether it is what a class keeps, `may_be_kept`, instead.
    fn path_of_given(&self, value: ValueId, may_be_kept: bool) -> Option<(String, bool)> {
        let graph = self.graph;
        let (mut at, mut names, mut is_kept) = (value, Vec::new(), false);
        for _ in 0..MAX_ROW {
            match graph.values[at as usize] {
                Value::Member { object, name } => {
                    names.push(graph.name(name));
                    at = object;
                }
                Value::Call { callee, .. } => at = callee,
                Value::This { .. } if may_be_kept && matches!(names.len(), 2 | 3) => {
                    is_kept = true;
                    break;
                }
                Value::Name { binding: Some(binding), name, .. } => {
                    let binding = &graph.bindings[binding as usize];
                    if let (BindingKind::Variable, None, &[held]) =
                        (binding.kind, binding.declared, &binding.values[..])
                    {
                        let is_held = match graph.values[held as usize] {
                            // What a function sees of those around by the same name: PHP's `use ($app)`.
                            Value::Name { name: around, .. } => around == name,
                            // `router = app.router`, `const { router } = app`, `item = router.add_resource("/items")`.
                            Value::Member { .. } | Value::Call { .. } => graph.language == "python" || self.is_script(),
                            _ => false,
                        };
                        if is_held {
                            at = held;
                            continue;
                        }
                    }
                    let is_any = |ty: TypeId| matches!(graph.types[ty as usize], Type::Any);
                    if binding.kind != BindingKind::Parameter || !binding.declared.is_none_or(is_any) {
                        return None;
                    }
                    names.push(graph.name(name));
                    break;
                }
                Value::Name { binding: None, name, .. } if is_variable(graph.name(name)) => {
                    names.push(graph.name(name));
                    break;
                }
                _ => return None,
            }
        }
        names.push("(given)");
        names.reverse();
        Some((names.join("."), is_kept))
    }

    /// The path of a call of no known type by what it is given first, where that is made or extended outside of the
    /// repository: `drizzle-orm/pg-core.pgTable.(taken).insert` of `tx.insert(users)`.
    pub fn taken_path(&mut self, call: &'g Call, verdict: &Verdict, anchors: &mut Anchors<'p, 'g>) -> Option<String> {
        let (graph, rules) = (self.graph, &self.project.rules);
        let name = graph.name(call.name);
        let is_method = matches!(graph.values[call.callee as usize], Value::Member { .. });
        if !is_method || !verdict.targets.is_empty() || !rules.names_last(name) {
            return None;
        }
        let Shape::Value(first) = call.given.first()?.shape else { return None };
        if !matches!(graph.values[first as usize], Value::Name { .. } | Value::Member { .. }) {
            return None;
        }
        let paths = match self.eval.reference_target(self.file, first).targets[..] {
            [class] if self.project.symbol(class).is_some_and(|(_, it)| it.kind.is_type()) => {
                self.bases_of(class, anchors).to_vec()
            }
            _ => {
                let ty = self.eval.value(self.file, first);
                let (Head::External(path) | Head::Library(path, _)) = *self.eval.types.head(ty) else { return None };
                vec![self.project.names.text(path).to_string()]
            }
        };
        let mut paths = paths.into_iter().map(|path| format!("{path}.{TAKEN}.{name}"));
        paths.find(|path| rules.of_call(path, &graph.language).next().is_some())
    }

    /// What a method is called on, by the last name of the path that it leads to outside of the repository: `book` of
    /// `this.books.findAll()` where `books` gives back `sequelize.models.book`.
    pub fn owner_in_path(&mut self, callee: ValueId) -> Option<Found<'g>> {
        let object = self.object(callee)?;
        let ty = self.eval.value(self.file, object);
        let (Head::External(path) | Head::Library(path, _)) = *self.eval.types.head(ty) else { return None };
        let path = self.project.names.text(path);
        path.rsplit_once('.').map(|(_, last)| Found::Text(last.to_owned().into()))
    }

    /// The path of a decorator that something gives by which a function of the repository is decorated: `cli.command` of
    /// `@click.group() def cli()`.
    pub fn decorated_path(&mut self, value: ValueId) -> Option<String> {
        self.path_in(self.file, value, MAX_MEMBERS)
    }

    fn path_in(&mut self, file: FileId, value: ValueId, steps: usize) -> Option<String> {
        let steps = steps.checked_sub(1)?;
        let source = self.project.source(file)?;
        let Value::Member { object, name } = source.graph.values[value as usize] else { return None };
        // What decorates a function may be unknown, so its name leads nowhere.
        let own = match source.graph.values[object as usize] {
            Value::Name { binding: Some(binding), .. } => source.graph.bindings[binding as usize].symbol,
            _ => None,
        };
        let led = self.eval.reference_target(file, object).targets;
        let function = match (own, &led[..]) {
            (Some(symbol), _) => Decl { file, symbol },
            (None, [one]) => *one,
            _ => return None,
        };
        let (declared, symbol) = self.project.symbol(function)?;
        if symbol.kind != SymbolKind::Function || !declared.language.decorators_give {
            return None;
        }
        let name = source.graph.name(name);
        symbol.initial.iter().find_map(|&given| {
            let ty = self.eval.value(function.file, given);
            let outer = match *self.eval.types.head(ty) {
                Head::External(path) => Some(self.project.names.text(path).to_string()),
                _ => None,
            };
            let is_known = |path: &String| self.project.rules.knows(path, &self.graph.language);
            let path = outer.map(|path| format!("{path}.{name}")).filter(is_known);
            path.or_else(|| {
                // What a decorator gives is called with the function, after the call that made the decorator.
                let called = |at: &ValueId| match declared.graph.values[*at as usize] {
                    Value::Call { callee, .. } => Some(callee),
                    _ => None,
                };
                let callee = std::iter::successors(called(&given), called).last()?;
                let around = self.path_in(function.file, callee, steps)?;
                Some(format!("{around}.{name}")).filter(is_known)
            })
        })
    }

    pub fn bases_of<'a>(&mut self, class: Decl, anchors: &'a mut Anchors<'p, 'g>) -> &'a [String] {
        anchors.bases.entry(class).or_insert_with(|| self.outer_bases(class))
    }
}

/// Whether a name is a variable by how it is written: PHP's `$app`, not jQuery's `$.get`.
pub fn is_variable(name: &str) -> bool {
    name.strip_prefix('$').is_some_and(|name| name.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

/// A file that is named by its way from the folder of code: `__DIR__.'/../routes/web.php'`.
pub fn file_joined(path: &str, into: &str) -> Option<String> {
    let (folder, mut path) = path.strip_prefix("${")?.split_once('}')?;
    while let Some(rest) = path.strip_prefix('/').or_else(|| path.strip_prefix("../")) {
        path = rest;
    }
    let is_file = folder.contains("__DIR__") && path.contains('.') && !path.contains("${");
    is_file.then(|| format!("~/{path}#{into}"))
}
