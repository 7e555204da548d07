//! Where a call may lead by its name alone: the last resort, under strict rules.

use crate::languages::Extensions;
use crate::members::Hit;
use crate::modules::Found;
use crate::naming::entities::{Entity, Use};
use crate::project::names::{Name, is_telling};
use crate::project::outline::List;
use crate::project::source::Source;
use crate::project::tree::parent;
use crate::targets::bare_names::Bare;
use crate::targets::labels::{MAX_ALIASES, MAX_CANDIDATES, Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, THIS};
use facts::{BindingId, Call, Modifiers, Symbol, SymbolKind, Type, TypeId, Value, ValueId};
use rustc_hash::FxHashMap;

/// How far what a receiver is got from is looked at.
const RECEIVER_DEPTH: u8 = 48;
/// Why a guess is none whose parameters are others.
const OTHER_ARGUMENTS: &str = "takes another number of arguments";

impl<'p> Eval<'p> {
    /// A member of something unknown, by its name alone: only a telling name that no standard type has,
    /// and that the methods of one type bear.
    pub(crate) fn guess(&mut self, file: FileId, name: Name) -> Verdict {
        self.guess_among(file, name, |_, _| true)
    }

    /// The same of a value other than `this`: of what is private, only the file itself may call it.
    pub(crate) fn guess_of_other(&mut self, file: FileId, name: Name) -> Verdict {
        self.guess_among(file, name, |eval, decl| {
            let private = |symbol: &Symbol| symbol.modifiers.has(Modifiers::PRIVATE);
            decl.file == file || !eval.project.symbol(decl).is_some_and(|(_, symbol)| private(symbol))
        })
    }

    /// The same of `this`: what a module brings, or a class that extends that of `this`. Methods of other classes are
    /// never meant.
    ///
    /// @param this its class, where it has one
    pub(crate) fn guess_of_this(&mut self, file: FileId, name: Name, this: Option<Decl>) -> Verdict {
        let parts = this.map_or_else(Vec::new, |this| self.project.merged(this));
        if let Some(verdict) = this.and_then(|this| self.of_includers(file, name, this)) {
            return verdict;
        }
        self.guess_among(file, name, |eval, method| eval.may_be_of(method, &parts))
    }

    fn may_be_of(&mut self, method: Decl, this: &[Decl]) -> bool {
        let Some((source, symbol)) = self.project.symbol(method) else { return false };
        let Some(owner) = symbol.parent else { return true };
        if source.graph.symbols[owner as usize].modifiers.has(Modifiers::ABSTRACT) {
            return true;
        }
        if this.is_empty() {
            return false;
        }
        let bases = self.lineage(Decl { file: method.file, symbol: owner });
        bases.iter().any(|&base| matches!(*self.types.head(base), Head::Instance(base, _) if this.contains(&base)))
    }

    fn guess_among(&mut self, file: FileId, name: Name, fits: impl Fn(&mut Self, Decl) -> bool) -> Verdict {
        let unresolved = Verdict::none(Resolution::Unresolved);
        let Some(source) = self.source(file) else { return unresolved };
        let text = self.text(name);
        let named = self.project.listed(List::Method, name);
        let magic = text.starts_with("__") && text.ends_with("__");
        if named.is_empty() || magic || self.project.is_std_name(source.language, name) {
            return unresolved;
        }
        let stated = self.name(text.trim_end_matches('='));
        if source.language.stated_members && !self.project.listed(List::Stated, stated).is_empty() {
            return unresolved;
        }
        let mut owners: Vec<(FileId, String)> = Vec::new();
        let mut candidates: Vec<Decl> = Vec::new();
        for &(owner, symbol) in named {
            let decl = Decl { file: owner, symbol };
            let Some((other, symbol)) = self.project.symbol(decl) else { continue };
            if other.language.system != source.language.system {
                continue;
            }
            // Nothing but tests calls what tests declare, and what a module outside has is no better known for being told.
            if other.graph.is_test && !source.graph.is_test || self.tells_of_module(decl) || !fits(self, decl) {
                continue;
            }
            let owner = symbol.qualified.rsplit_once('.').map_or("", |(owner, _)| owner).to_owned();
            // A type's methods may be spread over the files of a package, and several packages may have one of its name.
            let place = if symbol.receiver.is_some() { self.receiver_file(decl) } else { decl.file };
            if !owners.contains(&(place, owner.clone())) {
                owners.push((place, owner));
                candidates.push(self.implementation(decl));
            }
        }
        let candidates = self.without_copies(file, candidates);
        let telling = is_telling(&text);
        match candidates[..] {
            [] => unresolved,
            [one] => {
                let near = !source.language.guess_needs_long_name && self.sees_file(file, one.file);
                let fits = self.is_method_of_type(one) && (telling || near);
                if fits { Verdict::one(Resolution::Unique, one) } else { unresolved }
            }
            _ if telling
                && source.language.computed_types
                && let Some(base) = self.overridden_by_others(&candidates) =>
            {
                Verdict::one(Resolution::Unique, base)
            }
            _ if telling && candidates.len() <= MAX_CANDIDATES => {
                Verdict { targets: candidates, ..Verdict::none(Resolution::Ambiguous) }
            }
            _ => unresolved,
        }
    }

    /// Where the type is declared that a method is written for.
    fn receiver_file(&mut self, method: Decl) -> FileId {
        let receiver = self.receiver_type(method);
        match *self.types.head(receiver) {
            Head::Instance(of, _) => of.file,
            _ => FileId(u32::MAX),
        }
    }

    fn is_of_type_itself(&self, decl: Decl) -> bool {
        self.project
            .symbol(decl)
            .is_some_and(|(_, symbol)| symbol.modifiers.has(Modifiers::STATIC) || symbol.kind == SymbolKind::EnumMember)
    }

    /// Why a guess does not go with the rest of the site. What hands a call on to something of the same name is not
    /// what it calls. Where a language has overloads or its types are rarely written, the guess also takes as many
    /// arguments as it is given; in the latter case its type has what else the receiver is asked for.
    pub(crate) fn misfit(&mut self, file: FileId, call: &Call, verdict: &Verdict) -> Option<&'static str> {
        if verdict.resolution == Resolution::Ambiguous {
            return self.is_taken_by_none(file, call, &verdict.targets).then_some(OTHER_ARGUMENTS);
        }
        let (Resolution::Unique, [target]) = (verdict.resolution, &verdict.targets[..]) else { return None };
        let source = self.project.source(file)?;
        let member = match source.graph.values[call.callee as usize] {
            Value::Member { object, .. } => Some(&source.graph.values[object as usize]),
            _ => None,
        };
        // `.name(…)` leaves out the type that it is a member of, and is none of an instance.
        if call.text.starts_with('.') && source.language.implied_members {
            let outside = match source.graph.values[call.callee as usize] {
                Value::Member { object, .. } => self.is_wanted_outside(source, file, object),
                _ => false,
            };
            if !self.is_of_type_itself(*target) || outside && !self.adds_to_outside(*target) {
                return Some("is no member of the type that is left out");
            }
        }
        let handed_on = call.caller.is_some_and(|symbol| *target == Decl { file, symbol });
        if handed_on && member.is_some_and(|object| !matches!(object, Value::This { .. })) {
            return Some("is what makes the call, and hands it on to something else");
        }
        if let Value::Member { object, name } = source.graph.values[call.callee as usize]
            && self.is_past_missing(source, file, object, RECEIVER_DEPTH)
            && !self.is_imported_extension(source, file, source.name(name), *target)
        {
            return Some("would be reached by a member that a known type lacks");
        }
        if let Value::Member { object, .. } = source.graph.values[call.callee as usize]
            && let Some(ends) = self.kept_by_library(source, object)
            && !self.extends_named(*target, ends)
        {
            return Some("would be reached by a member under which a library keeps its own");
        }
        // Whatever else implements a trait from outside has its methods, too.
        if self.is_of_outside_trait(*target) {
            return Some("implements a trait from outside, as much else does");
        }
        let (_, symbol) = self.project.symbol(*target)?;
        if source.language.overloads.is_some() && symbol.kind == SymbolKind::Method && !call.spread {
            // What extends a type may list the receiver first.
            let given = call.arguments as usize;
            let extends = symbol.receiver.is_some() && source.language.extensions == Extensions::ByType;
            let takes = self.takes_count(*target, given + usize::from(extends));
            return (!takes).then_some(OTHER_ARGUMENTS);
        }
        if source.language.computed_types {
            let most = self.most_arguments(*target).filter(|_| !call.spread);
            return most.is_some_and(|most| call.arguments > most).then_some(OTHER_ARGUMENTS);
        }
        if !source.language.open_this {
            return None;
        }
        if let (&Value::Member { object, name }, Some(parent)) =
            (&source.graph.values[call.callee as usize], symbol.parent)
            && !self.may_be_called_on(
                source,
                file,
                object,
                Decl { file: target.file, symbol: parent },
                source.name(name),
            )
        {
            return Some(
                "is of a type that nothing speaks for: what it is called on is not called so, nor asked for what that has",
            );
        }
        if call.spread {
            return None;
        }
        let most = if symbol.kind == SymbolKind::Property { 1 } else { symbol.params.len() };
        let open = symbol.params.iter().any(|param| param.rest) || symbol.modifiers.has(Modifiers::AMBIENT);
        let lacks = call.arguments == 0 && symbol.params.iter().any(|param| !param.optional && !param.rest);
        let takes = !lacks && (open || call.arguments as usize <= most);
        (!takes).then_some(OTHER_ARGUMENTS)
    }

    /// Whether the type that is left out is that of a parameter of what lies outside or is not known.
    fn is_wanted_outside(&mut self, source: &'p Source, file: FileId, implied: ValueId) -> bool {
        let mut value = implied;
        for _ in 0..RECEIVER_DEPTH {
            value = match source.graph.values[value as usize] {
                Value::Cast { ty } => match source.graph.types[ty as usize] {
                    Type::ClassOf { inner } => match source.graph.types[inner as usize] {
                        Type::Of { value } => value,
                        _ => return false,
                    },
                    _ => return false,
                },
                Value::Item { object, .. } => object,
                Value::CallbackParam { callee, .. } => {
                    return self.target(file, callee, MAX_ALIASES).targets.is_empty();
                }
                _ => return false,
            };
        }
        false
    }

    /// Whether a declaration is a member that the repository adds to a type from outside.
    fn adds_to_outside(&self, decl: Decl) -> bool {
        let Some(owner) = self.project.symbol(decl).and_then(|(_, symbol)| symbol.parent) else { return false };
        self.project
            .merged(Decl { file: decl.file, symbol: owner })
            .iter()
            .all(|&part| self.project.symbol(part).is_some_and(|(_, symbol)| symbol.kind == SymbolKind::Extension))
    }

    /// Whether a receiver is what the repository leaves open, so that no type that is there need have made it: it is got
    /// by a member that the type of what has it, though known, lacks, or its type leads to nothing that is there, as
    /// that of what a build writes.
    fn is_past_missing(&mut self, source: &'p Source, file: FileId, receiver: ValueId, depth: u8) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        match &source.graph.values[receiver as usize] {
            &Value::Member { object, name } => {
                let ty = self.value(file, object);
                let known = matches!(self.types.head(ty), Head::Instance(..) | Head::Param(_, THIS));
                let ends = known && {
                    let name = source.name(name);
                    let mut hits = self.reached(source, file, ty, name, Use::Call);
                    if hits.is_empty() {
                        hits = self.reached(source, file, ty, name, Use::Value);
                    }
                    if hits.is_empty() { !self.is_open(ty) } else { hits.iter().all(|hit| self.gives_missing(hit)) }
                };
                ends || self.is_past_missing(source, file, object, depth)
            }
            &Value::Call { callee, .. } => self.is_past_missing(source, file, callee, depth),
            &Value::Await { object }
            | &Value::Index { object }
            | &Value::Item { object, .. }
            | &Value::Part { object, .. }
            | &Value::Payload { object, .. } => self.is_past_missing(source, file, object, depth),
            &Value::Cast { ty } => self.is_missing_type(source, file, ty),
            &Value::New { callee, .. } => match source.graph.values[callee as usize] {
                Value::Cast { ty } => self.is_missing_type(source, file, ty),
                Value::Name { name, scope, binding } => {
                    let meaning = self.bare(file, scope, source.name(name), binding, Use::Type);
                    matches!(meaning, Bare::Entity(Entity::Missing))
                }
                _ => false,
            },
            &Value::Name { name, scope, binding } => {
                let held = binding.map(|at| &source.graph.bindings[at as usize]);
                match held.map(|held| (held.declared, &held.values[..])) {
                    Some((Some(ty), _)) => self.is_missing_type(source, file, ty),
                    Some((None, &[one])) => self.is_past_missing(source, file, one, depth),
                    Some((None, &[_, ..])) => false,
                    Some((None, [])) | None => [Use::Call, Use::Value].into_iter().any(|usage| {
                        let implied = source.language.implicit_members;
                        match implied.then(|| self.bare(file, scope, source.name(name), binding, usage)) {
                            Some(Bare::Members(hits)) => hits.iter().all(|hit| self.gives_missing(hit)),
                            _ => false,
                        }
                    }),
                }
            }
            _ => false,
        }
    }

    /// Whether a member is declared to be or to return what leads to nothing that is there.
    fn gives_missing(&mut self, hit: &Hit) -> bool {
        let &Hit::Declared(decl, ..) = hit else { return false };
        let Some((source, symbol)) = self.project.symbol(decl) else { return false };
        let ty = symbol.returns_type.or(symbol.declared);
        ty.is_some_and(|ty| self.is_missing_type(source, decl.file, ty))
    }

    /// Whether a type as written leads into the repository, to nothing that is there. Where macros make types, and
    /// paths lead through what they are members of, that says nothing.
    fn is_missing_type(&mut self, source: &'p Source, file: FileId, ty: TypeId) -> bool {
        match source.graph.types[ty as usize] {
            _ if source.language.module_paths => false,
            Type::Name { .. } => self.named_by(source, file, ty) == Entity::Missing,
            Type::ClassOf { inner } | Type::Optional { inner } => self.is_missing_type(source, file, inner),
            _ => false,
        }
    }

    /// Whether what is called upon may be of a class by what else it is asked for, where that says something; and by its
    /// name, where types are told by names.
    fn may_be_called_on(
        &mut self,
        source: &Source,
        file: FileId,
        receiver: ValueId,
        class: Decl,
        method: Name,
    ) -> bool {
        let by_name = source.language.told_by_receivers;
        match source.graph.values[receiver as usize] {
            Value::This { .. } | Value::Super { .. } | Value::Unknown { .. } => true,
            Value::Receiver { .. } if !source.language.implicit_members => true,
            _ if by_name && self.is_called_like(source, file, receiver, class, method) => true,
            Value::Name { binding: Some(binding), .. } => {
                let (has, lacks) = self.answered(source, file, binding, class);
                if by_name { has > 1 && lacks == 0 } else { lacks < has }
            }
            _ => !by_name,
        }
    }

    /// How much a class has of what a file asks of a name, and how much it lacks.
    fn answered(&mut self, source: &Source, file: FileId, binding: BindingId, class: Decl) -> (u32, u32) {
        let asked = self.asked_of(source, file, binding);
        let this = self.types.instance(class, &[]);
        let (mut has, mut lacks) = (0, 0);
        for name in asked {
            if self.project.is_std_name(source.language, name)
                || self.universal_member(file, self.project.names.plain(name)).is_some()
            {
                continue;
            }
            match self.reached(source, file, this, name, Use::Call).is_empty() {
                true => lacks += 1,
                false => has += 1,
            }
        }
        (has, lacks)
    }

    /// The members that a file names of what a binding holds.
    fn asked_of(&mut self, source: &Source, file: FileId, binding: BindingId) -> Vec<Name> {
        if self.asked.as_ref().is_none_or(|(of, _)| *of != file) {
            let mut asked: FxHashMap<BindingId, Vec<Name>> = FxHashMap::default();
            for value in &source.graph.values {
                let &Value::Member { object, name } = value else { continue };
                let Value::Name { binding: Some(binding), .. } = source.graph.values[object as usize] else { continue };
                let (names, name) = (asked.entry(binding).or_default(), source.name(name));
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            self.asked = Some((file, asked));
        }
        self.asked.as_ref().and_then(|(_, asked)| asked.get(&binding)).cloned().unwrap_or_default()
    }

    /// Whether a file imports another, or lies in its folder.
    fn sees_file(&self, file: FileId, other: FileId) -> bool {
        let Some(source) = self.source(file) else { return false };
        let tree = &self.project.tree;
        let folder = parent(tree.path(other));
        if folder == parent(tree.path(file)) {
            return true;
        }
        source.imports().iter().any(|import| {
            match self.project.find_module(file, source.language.system, &import.specifier) {
                Found::File(found) => found == other,
                Found::Folder(found) => tree.folder_path(found) == folder,
                Found::Type(found) => found.file == other,
                Found::Package(package) => self.project.declares(other, package),
                _ => false,
            }
        })
    }
}
