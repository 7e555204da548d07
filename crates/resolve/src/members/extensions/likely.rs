//! Extensions of a type for values from outside of which no table says that they are of it.

use super::Fit;
use super::told::is_of_receiver;
use crate::languages::Extensions;
use crate::members::Hit;
use crate::project::names::{Name, is_telling};
use crate::targets::labels::{MAX_CONSIDERED, Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, Head, Ty};

impl Eval<'_> {
    /// Whether something is called like a member of a value that may as well be of another type, which has one of its own.
    pub(crate) fn is_likely_extension(&mut self, hit: &Hit) -> bool {
        let &Hit::Declared(decl, _, object) = hit else { return false };
        let Some((source, symbol)) = self.project.symbol(decl) else { return false };
        let by_sight = matches!(source.language.extensions, Extensions::ByName | Extensions::ByModule);
        if !by_sight || !is_of_receiver(symbol) || self.path_outside(object).is_none() {
            return false;
        }
        let receiver = self.receiver_type(decl);
        self.fit(receiver, object, 0) == Some(Fit::Maybe)
    }

    /// Where a call leads that only such extensions may be meant by: to the only one where its name says much, or where what
    /// it is called on is called like a kind of what it extends. None: what was found is certain.
    pub(crate) fn likely_target(&mut self, hits: &[Hit], name: Name) -> Option<Verdict> {
        let mut targets: Vec<Decl> = Vec::new();
        let mut object = Ty::UNKNOWN;
        for hit in hits {
            if !self.is_likely_extension(hit) {
                return None;
            }
            let &Hit::Declared(decl, _, of) = hit else { return None };
            object = of;
            if !targets.contains(&decl) {
                targets.push(decl);
            }
        }
        let path = self.path_outside(object)?;
        let text = self.text(self.project.names.plain(name));
        let kinds: Vec<Decl> = targets.iter().copied().filter(|&decl| self.extends_kind(decl, path)).collect();
        match (&kinds[..], &targets[..]) {
            ([one], _) => return Some(Verdict::one(Resolution::Unique, *one)),
            ([], [one]) if is_telling(&text) => return Some(Verdict::one(Resolution::Unique, *one)),
            _ => {}
        }
        targets.truncate(MAX_CONSIDERED);
        let external = Some(self.name(&format!("{}.{text}", self.text(path))));
        Some(Verdict { targets, external, ..Verdict::none(Resolution::Ambiguous) })
    }

    /// Whether all that was found are such extensions.
    pub(crate) fn are_likely_extensions(&mut self, hits: &[Hit]) -> bool {
        !hits.is_empty() && hits.iter().all(|hit| self.is_likely_extension(hit))
    }

    /// Whether nothing is known of what such an extension gives, since it may not be the one that is meant. Of several that
    /// a telling name may mean, what all of them give is known.
    pub(crate) fn is_doubtful(&mut self, hits: &[Hit]) -> bool {
        let Some(&Hit::Declared(decl, ..)) = hits.iter().find(|hit| self.is_likely_extension(hit)) else {
            return false;
        };
        let Some((source, _)) = self.project.symbol(decl) else { return true };
        let name = source.symbol_key(decl.symbol);
        match self.likely_target(hits, name) {
            Some(Verdict { resolution: Resolution::Unique, .. }) => false,
            Some(_) => !is_telling(&self.text(self.project.names.plain(name))) || !self.give_one_type(hits),
            None => true,
        }
    }

    /// Whether all functions that were found give one type, which is known.
    fn give_one_type(&mut self, hits: &[Hit]) -> bool {
        let decls: Vec<Decl> = hits.iter().filter_map(Hit::declared).collect();
        let Some(&first) = decls.first() else { return false };
        let given = self.returned(first);
        !given.is_unknown() && decls.iter().all(|&decl| self.returned(decl) == given)
    }

    fn extends_kind(&mut self, decl: Decl, path: Name) -> bool {
        let receiver = self.receiver_type(decl);
        let Some(wanted) = self.path_outside(receiver) else { return false };
        let (given, wanted) = (self.text(path), self.text(wanted));
        is_kind_of(&given, &wanted) || hands_own_kind(&given, &wanted)
    }

    fn path_outside(&self, ty: Ty) -> Option<Name> {
        match *self.types.head(ty) {
            Head::External(path) | Head::Library(path, _) => Some(path),
            _ => None,
        }
    }
}

/// Whether the name of a type ends in that of another, or that of a function or member in what it gives: a `TextView` is a
/// kind of `View`, and so is what `findTextView` gives.
fn is_kind_of(given: &str, wanted: &str) -> bool {
    let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_owned();
    let (given, wanted) = (last(given), last(wanted));
    if !wanted.starts_with(char::is_uppercase) || wanted.len() <= 2 {
        return false;
    }
    let is_word_end = |it: char| it.is_lowercase() || it.is_numeric();
    given.strip_suffix(&*wanted).is_some_and(|rest| rest.ends_with(is_word_end))
        || given.starts_with(char::is_lowercase) && given.eq_ignore_ascii_case(&wanted)
}

/// Whether a function hands a type to what it is given that its own library has: `io.ktor.server.auth.authenticate` hands a
/// `io.ktor.server.routing.Route`.
fn hands_own_kind(function: &str, wanted: &str) -> bool {
    let library = |path: &str| path.match_indices('.').nth(1).map(|(end, _)| path[..end].to_owned());
    let last = function.rsplit('.').next().unwrap_or_default();
    last.starts_with(char::is_lowercase) && library(function).is_some_and(|own| library(wanted) == Some(own))
}
