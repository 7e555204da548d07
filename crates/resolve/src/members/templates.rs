//! What templates have that stand in files of their own: the fields of what has them shown, methods of modules that all
//! of them have, and those that classes give them by name.

use crate::languages::{self, Templates};
use crate::members::Hit;
use crate::naming::entities::{Entity, Use};
use crate::project::consulted;
use crate::project::names::Name;
use crate::project::outline::List;
use crate::targets::labels::{Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, Env, FileId, Head, Ty};
use facts::nouns::constant;
use facts::{FileGraph, Modifiers, Shape, SymbolKind, ValueId};

/// The methods that the classes of a file give templates, `helper_method :current_user`, and the names of locals with
/// which the file has templates shown.
pub fn outline(graph: &FileGraph) -> Vec<(List, String, u32)> {
    let language = languages::of(&graph.language);
    let (words, Some(templates)) = (language.gives_templates, language.templates) else { return Vec::new() };
    let mut all: Vec<(List, String, u32)> = Vec::new();
    for call in graph.calls.iter().filter(|call| templates.shows.contains(&graph.name(call.name))) {
        for given in &call.given {
            let named = given.name.into_iter().chain(match &given.shape {
                Shape::Object(members) => members.iter().map(|it| it.0).collect(),
                _ => Vec::new(),
            });
            all.extend(named.map(|name| (List::Local, graph.name(name).to_owned(), 0)));
        }
    }
    all.sort_unstable();
    all.dedup();
    let gives = graph.calls.iter().filter(|call| words.contains(&graph.name(call.name)));
    for call in gives {
        let Some(class) = call.caller.filter(|it| graph.symbols[*it as usize].kind.is_type()) else { continue };
        for given in call.given.iter().filter(|given| given.name.is_none()) {
            if let Shape::Text(text) | Shape::Literal(text) = given.shape {
                let name = graph.name(text).trim_start_matches(':').trim_matches(['"', '\'']);
                all.push((List::Shown, name.to_owned(), class));
            }
        }
    }
    all
}

impl Eval<'_> {
    fn templates(&self, file: FileId) -> Option<&'static Templates> {
        self.source(file)?.language.templates
    }

    /// Whether a bare name of a part of a template may be a local that it is shown with.
    pub(crate) fn may_be_local(&mut self, file: FileId, name: Name, callee: ValueId) -> bool {
        let Some(templates) = self.templates(file) else { return false };
        let path = self.project.tree.path(file);
        let last = path.rsplit('/').next().unwrap_or(path);
        let Some(part) = last.strip_prefix('_').filter(|_| path.contains(templates.folder)) else { return false };
        let is_named = part.split('.').next() == Some(&*self.text(name));
        (is_named || !self.project.listed(List::Local, name).is_empty())
            && self.arguments_of(file, callee).is_none_or(<[ValueId]>::is_empty)
    }

    /// The class that a template beside its file belongs to: `card.html.erb` beside `card.rb`.
    fn class_beside(&mut self, file: FileId) -> Option<Decl> {
        let path = self.project.tree.path(file);
        let start = path.rfind('/').map_or(0, |at| at + 1);
        let stem = path[start..].split('.').next()?;
        let place = format!("{}{stem}.rb", &path[..start]);
        if place == path {
            return None;
        }
        self.project.consulted.key(consulted::file(&place));
        let of = self.project.tree.find(&place)?;
        let source = self.project.source(of)?;
        let is_class = |symbol: &facts::Symbol| {
            symbol.kind == SymbolKind::Class && !symbol.modifiers.has(Modifiers::ABSTRACT) && !symbol.bases.is_empty()
        };
        let symbol = (0..source.graph.symbols.len()).find(|&at| is_class(&source.graph.symbols[at]))?;
        Some(Decl { file: of, symbol: symbol as u32 })
    }

    /// A field of what has a template shown, by the folder that the template stands in.
    pub(crate) fn shown_field(&mut self, file: FileId, name: Name) -> Option<Ty> {
        let templates = self.templates(file)?;
        if let Some(class) = self.class_beside(file) {
            let this = self.types.instance(class, &[]);
            return Some(self.member(this, name)).filter(|held| !held.is_unknown());
        }
        let path = self.project.tree.path(file);
        let (_, inside) = path.rsplit_once(templates.folder)?;
        let (folder, _) = inside.rsplit_once('/')?;
        let class: Vec<String> = folder.split('/').map(constant).collect();
        let class = class.join("::");
        for suffix in templates.suffixes {
            let class = self.name(&format!("{class}{suffix}"));
            let Entity::Symbol(decl) = self.project.free_name(file, 0, class, Use::Type) else { continue };
            let this = self.types.instance(decl, &[]);
            let held = self.member(this, name);
            return Some(held).filter(|held| !held.is_unknown());
        }
        None
    }

    /// Where a bare name of a template, or of a module that templates have, leads: to a method of the class beside it,
    /// of one of the modules that it has, or to one that a class gives it. None: to none of these.
    pub(crate) fn template_call(&mut self, file: FileId, name: Name) -> Option<Verdict> {
        let templates = self.templates(file)?;
        if let Some(class) = self.class_beside(file) {
            let this = self.types.instance(class, &[]);
            if let Some(&Hit::Declared(found, ..)) = self.members(this, name).first() {
                return Some(Verdict::one(Resolution::Typed, found));
            }
        }
        let path = self.project.tree.path(file);
        // The modules themselves are parts of the same templates.
        let root = path.rsplit_once(templates.folder).or_else(|| path.rsplit_once(templates.modules))?.0;
        let mut targets: Vec<Decl> = Vec::new();
        for &(other, symbol) in self.project.listed(List::Method, name) {
            let at = self.project.tree.path(other);
            let is_beside = at.strip_prefix(root).is_some_and(|rest| rest.starts_with(templates.modules));
            let decl = Decl { file: other, symbol };
            if is_beside && self.is_of_module(decl) {
                targets.push(decl);
            }
        }
        if targets.is_empty() {
            for &(other, symbol) in self.project.listed(List::Shown, name) {
                let this = self.types.instance(Decl { file: other, symbol }, &[]);
                if let Some(&Hit::Declared(found, ..)) = self.members(this, name).first()
                    && !targets.contains(&found)
                {
                    targets.push(found);
                }
            }
        }
        Verdict::among(Resolution::Typed, targets)
    }

    /// The function that a bare name of a template leads to.
    pub(crate) fn template_function(&mut self, file: FileId, name: Name) -> Option<Ty> {
        match self.template_call(file, name)?.targets[..] {
            [one] => Some(self.types.make(Head::Func(one, Env::EMPTY, None))),
            _ => None,
        }
    }

    pub(crate) fn is_of_module(&self, method: Decl) -> bool {
        let symbol = self.project.symbol(method);
        let owner = symbol.and_then(|(source, symbol)| Some(&source.graph.symbols[symbol.parent? as usize]));
        owner.is_some_and(|owner| owner.modifiers.has(Modifiers::ABSTRACT))
    }
}
