//! Where a member leads: by the type of what it is called on, and by what is found of that name there.

use crate::members::Hit;
use crate::naming::entities::Use;
use crate::project::names::Name;
use crate::project::outline::List;
use crate::targets::labels::{MAX_ALIASES, MAX_CONSIDERED, Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, THIS, Ty};

impl Eval<'_> {
    pub(crate) fn member_target(&mut self, file: FileId, object: Ty, name: Name, aliases: u8) -> Verdict {
        let Some(source) = self.source(file) else { return Verdict::none(Resolution::Unresolved) };
        // What a template's parameter stands for, only its uses say.
        if source.language.links && matches!(*self.types.head(object), Head::Param(_, position) if position != THIS) {
            return Verdict::none(Resolution::Dynamic);
        }
        if self.is_blank(object) && !self.is_empty_with(object, name) {
            if let Some(verdict) = self.named_extension(source, file, name) {
                return verdict;
            }
            let plain = self.project.names.plain(name);
            return match self.universal_member(file, plain) {
                Some(path) if self.project.listed(List::Method, plain).is_empty() => Verdict::external(path),
                _ => self.guess_of_other(file, name),
            };
        }
        let how = match self.types.head(object) {
            Head::Module(_) | Head::Folder(_) | Head::Package(..) | Head::Namespace(_) | Head::Class(_) => {
                Resolution::Exact
            }
            _ => Resolution::Typed,
        };
        let hits = self.reached(source, file, object, name, Use::Call);
        let this = self.falls_to_functions(object);
        if hits.is_empty() && this.is_some() {
            return self.function_call(file, name, this);
        }
        if let (&[Hit::External(path)], Some(_)) = (&hits[..], this) {
            let plain = self.project.names.plain(name);
            if let Some(path) = self.universal_member(file, plain) {
                return Verdict::external(path);
            }
            if let Some(function) = self.function_past_base(source, file, path) {
                return Verdict::one(Resolution::Unique, function);
            }
            // A base outside may have it, but a block that runs on something else is as likely.
            if !self.project.listed(List::Method, plain).is_empty() {
                return Verdict { external: Some(path), ..Verdict::none(Resolution::Unresolved) };
            }
        }
        if let [Hit::External(path)] = hits[..]
            && self.may_be_elsewhere(source, object, path)
        {
            return Verdict { external: Some(path), ..Verdict::none(Resolution::Unresolved) };
        }
        if hits.is_empty()
            && let Some(path) = self.universal_member(file, self.project.names.plain(name))
        {
            return Verdict::external(path);
        }
        if hits.is_empty() && self.is_open(object) {
            return self.guess(file, name);
        }
        let verdict = self.hits_target(hits, name, how, aliases);
        match verdict.resolution {
            Resolution::Ambiguous if source.language.leads_each => {
                self.each_option(object, name, aliases).unwrap_or(verdict)
            }
            _ => verdict,
        }
    }

    pub(crate) fn hits_target(&mut self, mut hits: Vec<Hit>, name: Name, how: Resolution, aliases: u8) -> Verdict {
        let perhaps = hits.iter().find_map(|hit| match hit {
            Hit::Perhaps(path) => Some(*path),
            _ => None,
        });
        if perhaps.is_some() {
            hits.retain(|hit| !matches!(hit, Hit::Perhaps(_)));
            let verdict = self.hits_target(hits, name, how, aliases);
            let is_led = !verdict.targets.is_empty();
            let resolution = if is_led { Resolution::Ambiguous } else { verdict.resolution };
            return Verdict { resolution, external: perhaps.filter(|_| is_led).or(verdict.external), ..verdict };
        }
        if let Some(verdict) = self.likely_target(&hits, name) {
            return verdict;
        }
        let mut found: Vec<Verdict> = Vec::new();
        for hit in hits {
            let verdict = self.hit_target(hit, name, how, aliases);
            if !found.contains(&verdict) {
                found.push(verdict);
            }
        }
        let mut targets: Vec<Decl> = Vec::new();
        for verdict in &found {
            for &target in &verdict.targets {
                if !targets.contains(&target) {
                    targets.push(target);
                }
            }
        }
        if let Some(general) = self.most_general(&targets).or_else(|| self.written_again(&targets)) {
            return Verdict::one(Resolution::Typed, general);
        }
        if targets.len() > 1 {
            targets.truncate(MAX_CONSIDERED);
            return Verdict { targets, ..Verdict::none(Resolution::Ambiguous) };
        }
        let best = found.into_iter().min_by_key(|verdict| (verdict.targets.is_empty(), verdict.resolution));
        best.unwrap_or(Verdict::none(Resolution::Unresolved))
    }

    pub(crate) fn hit_target(&mut self, hit: Hit, name: Name, how: Resolution, aliases: u8) -> Verdict {
        match hit {
            Hit::Declared(decl, ..) if self.source(decl.file).is_some_and(|it| it.language.member_aliases) => {
                self.symbol_target(decl, how, aliases)
            }
            Hit::Declared(decl, ..) => match self.held_by_attribute(decl).or_else(|| self.kept_later(decl, aliases)) {
                Some(verdict) => verdict,
                None => Verdict::one(how, self.implementation(decl)),
            },
            // What it holds under the name is not what is declared: another name for it is one of its own.
            Hit::Mapped(..) if aliases < MAX_ALIASES => Verdict::none(Resolution::Dynamic),
            Hit::Mapped(decl, _) => Verdict::one(how, self.implementation(decl)),
            Hit::Given(file, value, _) => {
                let verdict = match aliases.checked_sub(1) {
                    Some(aliases) => self.target(file, value, aliases),
                    None => Verdict::none(Resolution::Dynamic),
                };
                match verdict.resolution {
                    Resolution::Unresolved => Verdict::none(Resolution::Dynamic),
                    Resolution::Exact => Verdict { resolution: how, ..verdict },
                    _ => verdict,
                }
            }
            Hit::Typed(ty) => self.type_target(ty),
            Hit::Named(entity) => self.entity_target(entity, Resolution::Exact, aliases),
            Hit::External(path) => Verdict::external(path),
            Hit::Standard(bound) => match *self.types.head(bound) {
                Head::Bound(from, _) => self.standard_target(from, name),
                _ => Verdict::none(Resolution::Unresolved),
            },
            Hit::CatchAll => Verdict::none(Resolution::Dynamic),
            Hit::Perhaps(_) => Verdict::none(Resolution::Unresolved),
        }
    }
}
