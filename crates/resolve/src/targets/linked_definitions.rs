//! Where the functions that calls mean are defined: the definitions of what is only declared, of several the one that the
//! call's platform and place tell.

use crate::naming::doubles::likely;
use crate::naming::linkage::path_of;
use crate::naming::platforms::side_of_path;
use crate::project::tree::{file_name, parent};
use crate::targets::labels::Verdict;
use crate::targets::linked_overloads::{Group, Site};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId};
use facts::{CallKind, Modifiers};

impl Eval<'_> {
    /// Puts a declaration together with the definition whose parameters are written in other words, where only one can be
    /// meant.
    pub(super) fn pair(&self, groups: &mut Vec<Group>) {
        let symbol = |group: &Group| self.project.symbol(group.decls[0]).map(|(_, symbol)| symbol);
        let alike = |one: &Group, other: &Group| {
            let shape = |it: &Group| {
                symbol(it).map(|it| (it.params.len(), it.modifiers.has(Modifiers::ON_CONSTANT), it.type_params.len()))
            };
            shape(one) == shape(other)
        };
        let is_open = |group: &Group| !group.decls.iter().any(|it| self.is_definition(*it));
        let is_outside = |group: &Group| {
            group.decls.iter().all(|it| self.is_definition(*it))
                && symbol(group).is_some_and(|it| it.receiver.is_some())
        };
        let mut at = 0;
        while at < groups.len() {
            let group = &groups[at];
            let mut definitions = (0..groups.len()).filter(|&it| is_outside(&groups[it]) && alike(&groups[it], group));
            let only = definitions.next().filter(|_| definitions.next().is_none());
            let rivals = groups.iter().filter(|it| is_open(it) && alike(it, group)).count();
            if let Some(definition) = only.filter(|_| is_open(group) && rivals == 1) {
                let decls = std::mem::take(&mut groups[definition].decls);
                groups[at].decls.extend(decls);
                groups.remove(definition);
                continue;
            }
            at += 1;
        }
    }

    /// A function that is only declared and handed on, at its definition.
    pub(crate) fn handed_definition(&self, file: FileId, line: u32, verdict: Verdict) -> Verdict {
        let [declared] = verdict.targets[..] else { return verdict };
        let Some((source, symbol)) = self.project.symbol(declared) else { return verdict };
        if !source.language.links || !symbol.modifiers.has(Modifiers::PROTOTYPE) {
            return verdict;
        }
        let Some(path) = path_of(&source.graph, declared.symbol) else { return verdict };
        let overloads = source.language.call_constructs;
        let signature = self.signature_of(declared);
        let (near, far) = self.callables(file, declared, &path);
        let is_meant = |it: &Decl| self.is_definition(*it) && (!overloads || self.signature_of(*it) == signature);
        let all: Vec<Decl> = near.into_iter().chain(far).filter(is_meant).collect();
        let site = Site { kind: CallKind::Call, callee: 0, arguments: 0, line };
        match self.best_definition(file, site, declared, all)[..] {
            [one] => Verdict { targets: vec![one], ..verdict },
            _ => verdict,
        }
    }

    /// Where a function is defined: among its own declarations, else in a file that is not seen.
    pub(super) fn definitions(
        &self,
        file: FileId,
        call: Site,
        decl: Decl,
        group: &Group,
        far: &[Decl],
        all: &[String],
    ) -> Vec<Decl> {
        let own: Vec<Decl> = group.decls.iter().copied().filter(|it| self.is_definition(*it)).collect();
        let is_template = |it: &Decl| self.project.symbol(*it).is_some_and(|(_, found)| !found.type_params.is_empty());
        // Templates with the same parameters differ in what they are made for.
        if own.len() > 1 && own.iter().any(is_template) && own.iter().all(|it| it.file == own[0].file) {
            return own;
        }
        if !own.is_empty() {
            return self.best_definition(file, call, decl, own);
        }
        let count = |decl: Decl| self.project.symbol(decl).map_or(0, |(_, symbol)| symbol.params.len());
        let first = group.decls[0];
        let same = |it: &&Decl| group.signature.is_empty() || self.signature_of(**it) == group.signature;
        let alike = far.iter().filter(|it| is_template(it) == is_template(&first));
        let mut found: Vec<Decl> = alike.clone().filter(same).copied().collect();
        if found.is_empty() {
            // Types may be written in other words.
            let others = alike.filter(|it| count(**it) == count(first) && !all.contains(&self.signature_of(**it)));
            found = others.copied().collect();
            if all.len() > 1 && found.len() > 1 {
                found.clear();
            }
        }
        match found.is_empty() {
            true => vec![group.decls[0]],
            false => self.best_definition(file, call, first, found),
        }
    }

    /// Of several definitions of one function: the file's own, one that it sees, one of its folder, the one beside the header
    /// that declares it, the nearest. Mocks are meant by their own folder alone.
    fn best_definition(&self, file: FileId, call: Site, decl: Decl, all: Vec<Decl>) -> Vec<Decl> {
        let all = self.of_own_platform(file, call, all);
        if all.len() < 2 {
            return all;
        }
        let tree = &self.project.tree;
        let seen = self.project.seen_from(file);
        // A class is told from others by where it is declared.
        let is_free = self.project.symbol(decl).is_some_and(|(_, it)| it.parent.is_none() && it.receiver.is_none());
        let all = match is_free && !all.iter().any(|it| it.file == file || seen.has(it.file)) {
            true => likely(tree, file, all),
            false => all,
        };
        let stem = |file: FileId| {
            let path = tree.path(file);
            let name = file_name(path);
            (parent(path), name.rsplit_once('.').map_or(name, |(stem, _)| stem))
        };
        let pick = |wanted: &dyn Fn(&Decl) -> bool| {
            let mut found = all.iter().copied().filter(|it| wanted(it));
            let first = found.next()?;
            found.all(|other| other.file == first.file).then_some(first)
        };
        let found = pick(&|it| it.file == file)
            .or_else(|| pick(&|it| seen.has(it.file)))
            .or_else(|| pick(&|it| stem(it.file) == stem(decl.file)))
            .or_else(|| pick(&|it| stem(it.file).1 == stem(decl.file).1))
            .or_else(|| self.project.nearest(decl.file, all.clone()))
            .or_else(|| self.project.nearest(file, all.clone()));
        let Some(found) = found else { return all };
        // Of alternatives in one file it is not known which is built, but for one that is built wherever the call is.
        let symbol = |decl: &Decl| self.project.symbol(*decl).map(|(_, symbol)| symbol);
        let conditional = |decl: &Decl| symbol(decl).is_some_and(|it| it.modifiers.has(Modifiers::CONDITIONAL));
        let graph = self.source(file).filter(|_| found.file == file).map(|source| &source.graph);
        let implied =
            |decl: &&Decl| graph.zip(symbol(decl)).is_some_and(|(graph, it)| graph.implies(call.line, it.name_at.line));
        let beside: Vec<Decl> = all.into_iter().filter(|it| it.file == found.file).collect();
        if !beside.iter().any(conditional) {
            return vec![found];
        }
        match beside.iter().rev().find(implied) {
            Some(&one) => vec![one],
            None if beside.len() > 1 && beside.iter().all(conditional) => beside,
            None => vec![found],
        }
    }

    /// Of definitions of one function, those that the folders and files of other platforms do not hold. What a macro makes
    /// goes by a name of the macro's.
    fn of_own_platform(&self, file: FileId, call: Site, all: Vec<Decl>) -> Vec<Decl> {
        let kept = |all: Vec<Decl>, keeps: &dyn Fn(&Decl) -> bool| {
            let kept: Vec<Decl> = all.iter().copied().filter(keeps).collect();
            if kept.is_empty() { all } else { kept }
        };
        let is_written = |decl: &Decl| {
            let only = self.project.symbol(*decl).and_then(|(_, symbol)| symbol.params.first());
            !only.is_some_and(|param| param.rest && param.type_text.is_some() && param.declared.is_none())
        };
        let side = self.project.side(file, call.line);
        let all = kept(all, &is_written);
        kept(all, &|decl| side_of_path(self.project.tree.path(decl.file)) == side)
    }
}
