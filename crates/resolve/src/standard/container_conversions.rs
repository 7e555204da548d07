//! What is given for containers, what types of the repository are made of, what members outside give.

use crate::values::conversions::{Conversions, NULL, Plain, SAME, UNKNOWN, WIDER, is_type};
use crate::values::eval::Eval;
use crate::values::types::{Decl, Head, Std, Ty};

impl Eval<'_> {
    pub(crate) fn container_suits(&mut self, from: Plain, wanted: Std) -> Option<f32> {
        match from {
            Plain::Container(std) if std == wanted => Some(SAME),
            Plain::Container(Std::Map | Std::Set) | Plain::Array(_) if wanted == Std::Iterator => Some(WIDER),
            Plain::Repository(decl) => self.container_of(decl, wanted),
            Plain::Outside(ty) => {
                let text = self.outside_type(ty).map(|(path, _)| path)?;
                (&*self.text(text) != "System.String").then_some(UNKNOWN)
            }
            _ => None,
        }
    }

    /// A type of the repository given for a container: its bases tell.
    pub(crate) fn container_of(&mut self, decl: Decl, wanted: Std) -> Option<f32> {
        let lineage = self.lineage(decl);
        let fits =
            |ty: &Ty| matches!(self.types.head(*ty), Head::Std(std, _) if *std == wanted || wanted == Std::Iterator);
        if lineage.iter().any(fits) {
            return Some(WIDER);
        }
        lineage.iter().any(|&ty| self.outside_type(ty).is_some()).then_some(UNKNOWN)
    }

    /// Whether a type of the repository declares how it is made of others.
    pub(crate) fn converts_to(&self, rules: &Conversions, decl: Decl) -> Option<f32> {
        let prefix = rules.conversion?;
        let converts = self.project.merged(decl).into_iter().any(|part| {
            self.source(part.file).is_some_and(|source| {
                let mut names = source.children(part.symbol).map(|id| source.graph.symbols[id as usize].name);
                names.any(|name| source.graph.name(name).starts_with(prefix))
            })
        });
        converts.then_some(NULL)
    }

    /// The type that a member of something outside holds or gives, where its name alone tells.
    pub(crate) fn result_of(&mut self, rules: &Conversions, path: &str) -> Option<Ty> {
        let (above, name) = path.rsplit_once('.')?;
        match (rules.results)(name)? {
            "" => {
                let known = is_type(above) || rules.boxes.iter().any(|(held, _)| *held == above);
                known.then(|| self.external(above))
            }
            result => Some(self.external(result)),
        }
    }
}
