//! What templates have that stand in files of their own: the fields of what has them shown, methods of modules that all
//! of them have, and those that classes give them by name.

use crate::languages::{self, Templates};
use crate::members::Hit;
use crate::naming::entities::{Entity, Use};
use crate::project::names::Name;
use crate::project::outline::List;
use crate::targets::labels::{MAX_CANDIDATES, Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, Env, FileId, Head, Ty};
use facts::nouns::constant;
use facts::{FileGraph, Modifiers, Shape};

/// The methods that the classes of a file give templates: `helper_method :current_user`.
pub fn outline(graph: &FileGraph) -> Vec<(List, String, u32)> {
    let words = languages::of(&graph.language).gives_templates;
    let gives = graph.calls.iter().filter(|call| !words.is_empty() && words.contains(&graph.name(call.name)));
    let mut all = Vec::new();
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

    /// A field of what has a template shown, by the folder that the template stands in.
    pub(crate) fn shown_field(&mut self, file: FileId, name: Name) -> Option<Ty> {
        let templates = self.templates(file)?;
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

    /// Where a bare name of a template, or of a module that templates have, leads: to a method of one of the modules that it has, or to one that a class gives
    /// it. None: to neither.
    pub(crate) fn template_call(&mut self, file: FileId, name: Name) -> Option<Verdict> {
        let templates = self.templates(file)?;
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
        match targets[..] {
            [] => None,
            [one] => Some(Verdict::one(Resolution::Typed, one)),
            _ => {
                targets.truncate(MAX_CANDIDATES);
                Some(Verdict { targets, ..Verdict::none(Resolution::Ambiguous) })
            }
        }
    }

    /// The function that a bare name of a template leads to.
    pub(crate) fn template_function(&mut self, file: FileId, name: Name) -> Option<Ty> {
        match self.template_call(file, name)?.targets[..] {
            [one] => Some(self.types.make(Head::Func(one, Env::EMPTY, None))),
            _ => None,
        }
    }

    fn is_of_module(&self, method: Decl) -> bool {
        let symbol = self.project.symbol(method);
        let owner = symbol.and_then(|(source, symbol)| Some(&source.graph.symbols[symbol.parent? as usize]));
        owner.is_some_and(|owner| owner.modifiers.has(Modifiers::ABSTRACT))
    }
}
