//! Decorators, attributes and annotations that are types of the repository, and what is made of such classes.

use crate::naming::entities::Entity;
use crate::rows::Writer;
use crate::rows::meaning::routers::registration::Registration;
use crate::rows::meaning::routing::verbs::verb;
use crate::rows::meaning::{Anchors, Site};
use crate::targets::labels::{Resolution, Verdict};
use crate::values::types::Decl;
use facts::{Call, Decorator, SymbolId, SymbolKind, Value, ValueId};
use rules::{Clause, Kind, Part, Source};
use serde_json::json;

/// The name of guards that are types which make themselves of requests.
const OF_TYPES: &str = "type";

fn is_of_types(part: &rules::Part) -> bool {
    matches!(&part.source, Source::Text(text) if text == OF_TYPES)
}

impl<'p, 'g> Writer<'p, 'g> {
    /// A method that a class declares in the place of a library's, which it extends, reads and writes what that does, a
    /// model's own `save`, or registers what that does, a router's own `register`.
    pub fn overriding(
        &mut self,
        call: &'g Call,
        verdict: &Verdict,
        block: Option<&'g Call>,
        anchors: &mut Anchors<'p, 'g>,
    ) {
        let (project, graph) = (self.project, self.graph);
        let [method] = verdict.targets[..] else { return };
        let Some((source, symbol)) = project.symbol(method).filter(|(_, it)| it.kind == SymbolKind::Method) else {
            return;
        };
        let (name, parent) = (source.graph.name(symbol.name), symbol.parent);
        if !project.rules.names_last(name) {
            return;
        }
        let Some(class) = parent.map(|symbol| Decl { file: method.file, symbol }) else { return };
        for base in self.bases_of(class, anchors).to_vec() {
            let path = format!("{base}.{name}");
            // What a router's own method registers in the place of the library's is registered by that, with more around it.
            let is_sure = matches!(verdict.resolution, Resolution::Exact | Resolution::Typed);
            let registers = |it: &Clause| {
                is_sure
                    && graph.language == "python"
                    && matches!(it.kind, Some(Kind::Endpoint | Kind::Mount | Kind::Guard))
            };
            let is_told =
                |it: &&Clause| (it.kind == Some(Kind::Data) || registers(it)) && call.arguments >= it.arguments;
            let told: Vec<&Clause> = project.rules.of_call(&path, &graph.language).filter(is_told).collect();
            if !told.is_empty() {
                let site = Site { block, ..Site::of_call(graph, call) };
                return anchors.pending.extend(told.into_iter().map(|clause| (clause, site)));
            }
        }
    }
}

impl<'g> Writer<'_, 'g> {
    /// A decorator that is a class of the repository means what the class does that it extends.
    pub fn own_decorator(
        &mut self,
        class: Decl,
        decorator: &'g Decorator,
        symbol: SymbolId,
        anchors: &mut Anchors<'_, 'g>,
    ) {
        let Some((source, declared)) = self.project.symbol(class).filter(|(_, it)| it.kind.is_type()) else {
            return;
        };
        let name = source.graph.name(declared.name);
        let (project, graph) = (self.project, self.graph);
        let word = self.word(name, &decorator.text);
        self.annotated_with(class, word, decorator, symbol, anchors);
        for base in self.outer_bases(class) {
            if self.own_endpoint(class, decorator, &base, symbol, anchors) {
                return;
            }
            for clause in project.rules.of_decorator(&base, &graph.language) {
                // A prefix that goes by what decorates says it of what is decorated.
                let is_named = clause.route.0.iter().any(|part| part.source == Source::Name);
                if clause.kind == Some(Kind::Prefix) && self.templated(clause, class, decorator, symbol) {
                    return;
                }
                match clause.kind {
                    Some(Kind::Guard | Kind::Prefix) if clause.kind == Some(Kind::Guard) || is_named => {
                        let is_written = clause.guards.0.iter().any(|part| part.source == Source::Written);
                        let given = if is_written { &decorator.given[..] } else { &[] };
                        let site = Site { name: word, given, ..Site::of_symbol(graph, symbol) };
                        return self.clause(clause, &site, anchors);
                    }
                    Some(Kind::Prefix) => return self.prefixed_by(class, symbol),
                    _ => {}
                }
            }
        }
    }

    /// Whether a type of the repository may decorate: of C#'s, what extends an attribute.
    pub fn decorates(&mut self, class: Decl) -> bool {
        let Some(end) = crate::languages::of(&self.graph.language).decorators_extend else { return true };
        self.outer_bases(class).iter().any(|base| base.ends_with(end))
    }

    /// An annotation of the repository asks as those ask that stand at its own declaration, and makes a class what these
    /// make one.
    fn annotated_with(
        &mut self,
        annotation: Decl,
        name: &'g str,
        used: &'g Decorator,
        symbol: SymbolId,
        anchors: &mut Anchors<'_, 'g>,
    ) {
        let (project, graph) = (self.project, self.graph);
        let Some((_, declared)) = project.symbol(annotation) else { return };
        let site = Site { name, ..Site::of_symbol(graph, symbol) };
        for decorator in &declared.decorators {
            let verdict = self.eval.reference_target(annotation.file, decorator.value);
            let Some(path) = verdict.external.map(|path| project.names.text(path).to_string()) else { continue };
            for clause in project.rules.of_decorator(&path, &graph.language) {
                let marks = clause.kind == Some(Kind::Prefix) && clause.route.is_empty();
                let on_class = graph.symbols[symbol as usize].kind.is_type();
                if marks || clause.kind == Some(Kind::Guard) {
                    self.clause(clause, &site, anchors);
                } else if clause.kind == Some(Kind::Prefix) && on_class && clause.class == Some(true) {
                    self.composed_prefix(clause, annotation, used, &path, symbol, anchors);
                } else if clause.kind == Some(Kind::Endpoint) && !on_class && clause.class != Some(true) {
                    // It is given the path, and says itself by which method.
                    let verb = said_by(&decorator.text, clause, &path);
                    let site = Site { callee: used.value, given: &used.given, verb, ..site };
                    self.clause(clause, &site, anchors);
                }
            }
        }
    }

    /// A class stands behind the path that its annotation is given for another that is put at this, where a member is said to
    /// be that one's, `@AliasFor(annotation = RequestMapping.class)`; else behind the path that stands at the annotation.
    fn composed_prefix(
        &mut self,
        clause: &Clause,
        annotation: Decl,
        used: &'g Decorator,
        path: &str,
        symbol: SymbolId,
        anchors: &mut Anchors<'_, 'g>,
    ) {
        let (project, graph) = (self.project, self.graph);
        let Some(source) = project.source(annotation.file) else { return };
        let standing = path.rsplit('.').next().unwrap_or(path);
        let is_path =
            |name: &str| clause.route.0.iter().any(|part| matches!(&part.source, Source::Named(it) if it == name));
        let stands_for = |member: &facts::Symbol| {
            let name = source.graph.name(member.name);
            member.parent == Some(annotation.symbol)
                && member.decorators.iter().any(|it| {
                    let said = it.text.split_once("attribute").and_then(|(_, it)| it.split('"').nth(1)).unwrap_or(name);
                    it.text.starts_with("AliasFor") && it.text.contains(standing) && is_path(said)
                })
        };
        let aliases: Vec<&str> =
            source.graph.symbols.iter().filter(|it| stands_for(it)).map(|it| source.graph.name(it.name)).collect();
        let given = used.given.iter().find(|it| aliases.contains(&it.name.map_or("value", |name| graph.name(name))));
        match given {
            Some(given) => {
                let place = std::slice::from_ref(given);
                let site = Site { given: place, ..Site::of_symbol(graph, symbol) };
                self.clause(clause, &site, anchors);
            }
            None => self.prefixed_by(annotation, symbol),
        }
    }

    /// An attribute of the repository makes an endpoint as the one does that it extends and that names a method, with the
    /// path that its constructor gives that one.
    fn own_endpoint(
        &mut self,
        class: Decl,
        decorator: &'g Decorator,
        base: &str,
        symbol: SymbolId,
        anchors: &mut Anchors<'_, 'g>,
    ) -> bool {
        let (project, graph) = (self.project, self.graph);
        let last = base.rsplit('.').next().unwrap_or_default();
        let mut told = None;
        for clause in project.rules.of_decorator(base, &graph.language) {
            let [Part { source: Source::Name, behind, .. }] = &clause.method.0[..] else { continue };
            let word = last.strip_suffix("Attribute").and_then(|it| it.strip_prefix(&**behind));
            let Some(name) = word.and_then(verb).filter(|_| clause.kind == Some(Kind::Endpoint)) else { continue };
            self.clause(clause, &Site { name, ..Site::of_symbol(graph, symbol) }, anchors);
            told = Some(clause);
        }
        if let Some(endpoint) = told {
            for clause in project.rules.of_decorator(base, &graph.language) {
                if clause.kind == Some(Kind::Mount) {
                    self.clause(clause, &Site::of_symbol(graph, symbol), anchors);
                }
            }
            if !self.templated(endpoint, class, decorator, symbol) {
                self.prefixed_by(class, symbol);
            }
        }
        told.is_some()
    }

    /// A function of the repository that gives a decorator hands on whom it asks: `applyDecorators(UseGuards(…))`.
    pub fn decorated_by(&mut self, decorator: Decl, symbol: SymbolId) {
        let own = &self.graph.symbols[symbol as usize];
        let is_decorated = matches!(own.kind, SymbolKind::Class | SymbolKind::Method);
        if self.graph.is_test || crate::languages::of(&self.graph.language).decorators_give || !is_decorated {
            return;
        }
        if self.project.symbol(decorator).is_some_and(|(_, it)| it.kind == SymbolKind::Function) {
            let decorator = self.project.symbol_id(decorator);
            self.guard_row(symbol, None, None, None, Some(&decorator));
        }
    }

    /// A type of another file for which this one implements what makes it of a request, and so asks: the block stands for
    /// the type.
    pub fn implemented_guards(&mut self) {
        let (project, graph) = (self.project, self.graph);
        let Some(source) = project.source(self.file).filter(|_| !graph.is_test) else { return };
        for block in &graph.impls {
            let Entity::Symbol(ty) = self.eval.named_by(source, self.file, block.ty) else { continue };
            if ty.file == self.file {
                continue;
            }
            for base in &block.bases {
                let Entity::External(path) = self.eval.named_by(source, self.file, base.ty) else { continue };
                let path = project.names.text(path).to_string();
                let mut clauses = project.rules.of_base(&path, &graph.language);
                let is_asking = |it: &&Clause| it.kind == Some(Kind::Guard) && it.name.0.iter().any(is_of_types);
                let Some(clause) = clauses.find(is_asking) else { continue };
                let Some(name) = project.symbol(ty).map(|(_, symbol)| symbol.qualified.clone()) else { continue };
                let (id, here) = (project.symbol_id(ty), format!("{}#{name}", graph.path));
                let guard = json!([{ "name": name, "symbol": id }]).to_string();
                self.register(&Registration {
                    framework: Some(&clause.framework),
                    owner: Some(&id),
                    name: Some(OF_TYPES),
                    guards: Some(guard),
                    symbol: here,
                    ..self.registered_by(Kind::Guard.word(), None, block.line)
                });
            }
        }
    }

    /// A guard before a symbol: `guards`, or those of what is `mounted`.
    pub fn guard_row(
        &mut self,
        symbol: SymbolId,
        method: Option<&str>,
        name: Option<&str>,
        guards: Option<String>,
        mounted: Option<&str>,
    ) {
        let (id, line) = (self.id(symbol), self.graph.symbols[symbol as usize].name_at.line);
        self.register(&Registration {
            owner: Some(&id),
            method,
            name,
            guards,
            mounted,
            ..self.registered_by(Kind::Guard.word(), Some(symbol), line)
        });
    }

    /// The path of an attribute that helps what is derived for the type around: `clap.arg` of `#[arg(env)]` where
    /// `clap::Parser` is derived.
    pub fn helping_attribute(&mut self, attribute: ValueId, symbol: SymbolId) -> Option<String> {
        let Value::Name { name, .. } = self.graph.values[attribute as usize] else { return None };
        let name = self.graph.name(name);
        let (project, language) = (self.project, &self.graph.language);
        if !crate::languages::of(language).module_paths || !project.rules.names_last(name) {
            return None;
        }
        let class = Decl { file: self.file, symbol: self.class_of(symbol)? };
        let derived = self.outer_bases(class);
        let mut paths = derived.iter().filter_map(|base| Some(format!("{}.{name}", base.split_once('.')?.0)));
        paths.find(|path| project.rules.knows(path, language))
    }

    /// What a class is decorated with stands before its paths as the decorator's own prefixes say.
    fn prefixed_by(&mut self, decorator: Decl, symbol: SymbolId) {
        let own = self.id(symbol);
        let line = self.graph.symbols[symbol as usize].name_at.line;
        self.takes_prefixes(&own, decorator, Some(symbol), line);
    }

    /// A prefix whose parts are those that a class of the repository has.
    pub fn takes_prefixes(&mut self, owner: &str, class: Decl, by: Option<SymbolId>, line: u32) {
        let class = self.project.symbol_id(class);
        self.register(&Registration {
            owner: Some(owner),
            mounted: Some(&class),
            ..self.registered_by(Kind::Prefix.word(), by, line)
        });
    }
}

/// The method that a decorator says, by its own name or an argument as it is written: `GetMapping`,
/// `RequestMapping(method = RequestMethod.GET)`.
fn said_by(written: &str, clause: &Clause, path: &str) -> Option<&'static str> {
    clause.method.0.iter().find_map(|part| match &part.source {
        Source::Name => {
            let name = path.rsplit('.').next()?;
            verb(name.strip_suffix(&*part.without)?.strip_prefix(&*part.behind)?)
        }
        Source::Named(name) => {
            let (_, behind) = written.split_once(&**name)?;
            let value = behind.trim_start().strip_prefix('=')?.trim_start_matches([' ', '{', '[', '\n']);
            let word = value.split(|c: char| !c.is_alphanumeric() && c != '.' && c != '_').next()?;
            verb(word.rsplit('.').next()?)
        }
        _ => None,
    })
}
