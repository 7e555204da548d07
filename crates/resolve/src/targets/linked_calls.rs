//! Calls in languages that link: members by implicit `this`, overloads, definitions of what is only declared.

use crate::members::Hit;
use crate::naming::entities::{Entity, Use};
use crate::naming::linkage::path_of;
use crate::naming::platforms::side_of_path;
use crate::project::names::{Name, is_telling};
use crate::project::source::Source;
use crate::targets::bare_names::Bare;
use crate::targets::labels::{MAX_CANDIDATES, Resolution, Verdict};
use crate::targets::linked_overloads::Site;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, THIS, Ty};
use facts::{CallKind, Modifiers, ScopeId, SymbolKind, Value};

impl Eval<'_> {
    /// What a name means that no scope of a function binds: a member of a class around it, then a namespace's.
    pub(crate) fn linked_bare(
        &mut self,
        source: &Source,
        file: FileId,
        scope: ScopeId,
        name: Name,
        usage: Use,
    ) -> Bare {
        let space = self.text(name);
        if (source.language.implicit_package)(&space).is_some() {
            return Bare::Entity(Entity::Package(file, name));
        }
        let mut outside = None;
        for (class, this) in self.classes_around(source, file, scope) {
            // The class's own name means the class inside of it.
            if self.project.symbol(class).is_some_and(|(at, symbol)| at.name(symbol.name) == name) {
                return Bare::Entity(Entity::Symbol(class));
            }
            if usage == Use::Type {
                if let Some(found) = self.type_within(class, name) {
                    return Bare::Entity(Entity::Symbol(found));
                }
                continue;
            }
            let hits = self.members(this, name);
            match hits[..] {
                [] => {}
                [Hit::External(_)] => outside = outside.or(Some(hits)),
                // Nor has a container of the standard library what it has no name for.
                [Hit::Standard(_)] if !self.project.is_std_name(source.language, name) => {
                    outside = outside.or(Some(hits));
                }
                // So does the name of a base.
                _ => match self.class_constructed(&hits) {
                    Some(base) => return Bare::Entity(Entity::Symbol(base)),
                    None => return Bare::Members(hits),
                },
            }
        }
        match (self.project.linked_name(source, file, scope, name, usage), outside) {
            (Entity::External(_), Some(outside)) => Bare::Members(outside),
            (entity, _) => Bare::Entity(entity),
        }
    }

    /// The class whose constructor is found under a name.
    fn class_constructed(&self, hits: &[Hit]) -> Option<Decl> {
        let found = hits.first()?.declared()?;
        let (_, symbol) = self.project.symbol(found)?;
        let parent = symbol.parent.filter(|_| symbol.kind == SymbolKind::Constructor)?;
        Some(Decl { file: found.file, symbol: parent })
    }

    /// The classes around a scope, the innermost first, also the one that a definition outside of it belongs to.
    fn classes_around(&mut self, source: &Source, file: FileId, scope: ScopeId) -> Vec<(Decl, Ty)> {
        let mut found: Vec<(Decl, Ty)> = Vec::new();
        let mut next = Some(scope);
        while let Some(id) = next {
            let here = &source.graph.scopes[id as usize];
            next = here.parent;
            let Some(symbol) = here.symbol else { continue };
            let declared = &source.graph.symbols[symbol as usize];
            let class = match declared.kind {
                SymbolKind::Class | SymbolKind::Struct => Some(Decl { file, symbol }),
                SymbolKind::Method | SymbolKind::Constructor | SymbolKind::Function => match declared.parent {
                    Some(parent) if source.graph.symbols[parent as usize].kind.is_type() => {
                        Some(Decl { file, symbol: parent })
                    }
                    _ if declared.receiver.is_some() => {
                        let path = declared.qualified.rsplit_once('.').map_or("", |(owner, _)| owner);
                        self.class_of_path(source, file, path)
                    }
                    _ => None,
                },
                _ => None,
            };
            if let Some(class) = class.filter(|class| found.iter().all(|(other, _)| other != class)) {
                let this = self.types.make(Head::Param(class, THIS));
                found.push((class, this));
                // The classes around a class that another file declares.
                if class.file != file {
                    let outer = self.project.symbol(class).and_then(|(_, symbol)| symbol.parent);
                    let outer = outer.map(|symbol| Decl { file: class.file, symbol });
                    if let Some(outer) =
                        outer.filter(|it| self.project.symbol(*it).is_some_and(|(_, symbol)| symbol.kind.is_type()))
                    {
                        let this = self.types.make(Head::Param(outer, THIS));
                        found.push((outer, this));
                    }
                }
            }
        }
        found
    }

    /// The class that a definition outside of it names, also one of a namespace that the file takes over.
    fn class_of_path(&self, source: &Source, file: FileId, path: &str) -> Option<Decl> {
        let class = |path: &str, far: bool| match self.project.linked_entity(file, path, Use::Type, far) {
            Some(Entity::Symbol(decl)) => Some(decl),
            _ => None,
        };
        let spaces = self.project.used_spaces(source, file);
        let of_space = |far: bool| spaces.iter().find_map(|space| class(&format!("{space}.{path}"), far));
        let found =
            class(path, false).or_else(|| of_space(false)).or_else(|| class(path, true)).or_else(|| of_space(true));
        found.or_else(|| {
            // One that stands in a class is found there.
            let (outer, name) = path.rsplit_once('.')?;
            self.project.nested_type(self.class_of_path(source, file, outer)?, self.name(name))
        })
    }

    /// The call operator of what a local name holds.
    fn called_local(&mut self, file: FileId, call: Site, verdict: &Verdict) -> Option<Verdict> {
        let source = self.source(file).filter(|source| source.language.call_constructs)?;
        let Value::Name { binding: Some(_), .. } = source.graph.values[call.callee as usize] else { return None };
        if !verdict.targets.is_empty() || call.kind != CallKind::Call {
            return None;
        }
        let ty = self.value(file, call.callee);
        let Head::Instance(class, _) = *self.types.head(ty) else { return None };
        if self.project.symbol(class).is_some_and(|(_, symbol)| symbol.kind == SymbolKind::Enum) {
            return None;
        }
        let name = self.name("operator()");
        match self.members(ty, name).first() {
            Some(Hit::Declared(method, ..)) => Some(self.overloaded(file, *method, call, Resolution::Typed)),
            _ => None,
        }
    }

    /// Leads a call to what is defined: the constructor of a class, the one of several overloads, the definition of a
    /// declaration. What holds a function has no one target.
    pub(crate) fn linked_target(&mut self, file: FileId, call: Site, verdict: Verdict) -> Verdict {
        if let Some(called) = self.called_local(file, call, &verdict) {
            return called;
        }
        let verdict = self.by_arguments(file, call, &verdict).unwrap_or(verdict);
        let verdict = self.defined_anywhere(file, call, &verdict).unwrap_or(verdict);
        let [target] = verdict.targets[..] else { return verdict };
        let Some((source, symbol)) = self.project.symbol(target) else { return verdict };
        if !source.language.links {
            return verdict;
        }
        let how = match verdict.resolution {
            Resolution::Exact if !self.project.seen_from(file).has(target.file) => Resolution::Unique,
            how => how,
        };
        match symbol.kind {
            _ if symbol.modifiers.has(Modifiers::MACRO) => self.macro_target(file, target, call, how),
            SymbolKind::Class | SymbolKind::Struct => self.constructed(file, target, call, how),
            SymbolKind::TypeAlias => {
                let under = self.alias(target);
                self.of_type(file, under, call, how)
            }
            SymbolKind::Enum | SymbolKind::EnumMember => Verdict { conversion: true, ..verdict },
            SymbolKind::Property | SymbolKind::Variable => {
                let held = self.held(target);
                match call.kind {
                    // A member in a constructor's list is made by its type's constructor.
                    CallKind::New => self.of_type(file, held, call, how),
                    _ => self.held_target(file, target, held, call),
                }
            }
            // Of several overloads, those are meant that are seen; one that nothing includes may be any namespace's.
            SymbolKind::Function
                if how == Resolution::Unique
                    && source.language.call_constructs
                    && !is_telling(source.graph.name(symbol.name)) =>
            {
                Verdict::none(Resolution::Unresolved)
            }
            SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor => {
                let found = self.overloaded(file, target, call, how);
                self.with_macros(file, target, call, found)
            }
            _ => verdict,
        }
    }

    /// Where nothing that a file sees declares a function of C: several files that define it, of which a build links one.
    fn defined_anywhere(&self, file: FileId, call: Site, verdict: &Verdict) -> Option<Verdict> {
        let source = self.source(file).filter(|source| source.language.links && !source.language.call_constructs)?;
        let Value::Name { name, binding: None, .. } = source.graph.values[call.callee as usize] else { return None };
        let is_open = verdict.resolution == Resolution::Unresolved && verdict.targets.is_empty();
        if !is_open || self.project.is_std_name(source.language, source.name(name)) {
            return None;
        }
        let side = self.project.side(file, call.line);
        let is_defined = |decl: &&Decl| {
            self.project.symbol(**decl).is_some_and(|(_, symbol)| {
                let is_linked = symbol.exported && !symbol.modifiers.has(Modifiers::PROTOTYPE | Modifiers::MACRO);
                symbol.kind == SymbolKind::Function && is_linked && side.builds(symbol.modifiers)
            }) && side_of_path(self.project.tree.path(decl.file)) == side
        };
        let all = self.project.linked(file, &self.text(source.name(name)));
        let targets: Vec<Decl> = all.iter().filter(is_defined).take(MAX_CANDIDATES).copied().collect();
        (targets.len() > 1).then(|| Verdict { targets, ..Verdict::none(Resolution::Ambiguous) })
    }

    /// A function that is declared under a condition, and a macro of its name that the same file defines under another:
    /// which of them is meant is not known, but where the call's own conditions tell.
    fn with_macros(&self, file: FileId, target: Decl, call: Site, found: Verdict) -> Verdict {
        let Some((source, symbol)) = self.project.symbol(target) else { return found };
        if !symbol.modifiers.has(Modifiers::CONDITIONAL) || symbol.kind != SymbolKind::Function {
            return found;
        }
        let Some(path) = path_of(&source.graph, target.symbol) else { return found };
        let line = |decl: Decl| self.project.symbol(decl).map_or(0, |(_, it)| it.name_at.line);
        let is_own = target.file == file;
        if is_own && source.graph.implies(call.line, line(target)) {
            return found;
        }
        let side = self.project.side(file, call.line);
        let is_other = |decl: &&Decl| {
            let own = self.project.symbol(**decl).map_or(Modifiers::default(), |(_, it)| it.modifiers);
            let open = !is_own || !source.graph.excludes(call.line, line(**decl));
            decl.file == target.file
                && own.has(Modifiers::MACRO)
                && own.has(Modifiers::CONDITIONAL)
                && side.builds(own)
                && open
        };
        let macros: Vec<Decl> = self.project.linked(file, &path).iter().filter(is_other).copied().collect();
        if macros.is_empty() {
            return found;
        }
        let targets = found.targets.iter().copied().chain(macros).take(MAX_CANDIDATES).collect();
        Verdict { targets, ..Verdict::none(Resolution::Ambiguous) }
    }

    /// Of a macro that is defined several times under conditions it is not known which is meant: of those of one file,
    /// of those that are seen, or, where none is, of all.
    fn macro_target(&self, file: FileId, target: Decl, call: Site, how: Resolution) -> Verdict {
        let one = Verdict::one(how, target);
        let Some((source, symbol)) = self.project.symbol(target) else { return one };
        let Some(path) = path_of(&source.graph, target.symbol) else { return one };
        let seen = self.project.seen_from(file);
        let modifiers = |decl: &Decl| self.project.symbol(*decl).map_or(Modifiers::default(), |(_, it)| it.modifiers);
        let unseen = how == Resolution::Unique;
        // Such names are the compiler's: that a file defines one where it lacks it concerns those alone that see the file.
        if unseen && path.starts_with('_') {
            return Verdict::external(self.name(&path));
        }
        let side = self.project.side(file, call.line);
        let is_other = |decl: &Decl| {
            let own = modifiers(decl);
            let reached = if target.file == file { decl.file == file } else { unseen || seen.has(decl.file) };
            own.has(Modifiers::MACRO) && side.builds(own) && reached
        };
        let mut all: Vec<Decl> = self.project.linked(file, &path).iter().copied().filter(is_other).collect();
        if target.file == file && all.len() > 1 {
            return self.defined_above(source, all, call, how);
        }
        // What a condition alone defines is there for whoever meets it by including the file.
        if unseen && all.len() < 2 && symbol.modifiers.has(Modifiers::CONDITIONAL) {
            return Verdict::none(Resolution::Unresolved);
        }
        // One that is not seen is defined by whoever includes the file, and may be defined anew for it.
        if all.len() < 2 || !unseen && !symbol.modifiers.has(Modifiers::CONDITIONAL) {
            let native = all.first().filter(|_| symbol.modifiers.has(Modifiers::ELSEWHERE));
            return native.map_or(one, |&native| Verdict::one(how, native));
        }
        all.truncate(MAX_CANDIDATES);
        Verdict { targets: all, ..Verdict::none(Resolution::Ambiguous) }
    }

    /// Of the macros of one name that a file defines, the last above a call; with those before it, as far as conditions
    /// leave open which it is.
    fn defined_above(&self, source: &Source, all: Vec<Decl>, call: Site, how: Resolution) -> Verdict {
        let symbol = |decl: &Decl| &source.graph.symbols[decl.symbol as usize];
        let line = |decl: &Decl| symbol(decl).name_at.line;
        let open = |decl: &&Decl| !source.graph.excludes(call.line, line(decl));
        let above: Vec<Decl> = all.iter().filter(open).filter(|it| line(it) < call.line).copied().collect();
        let above = if above.is_empty() { all } else { above };
        // What a macro's own text means shows where that is used.
        let in_macro = self.around.is_some_and(|it| source.graph.symbols[it as usize].modifiers.has(Modifiers::MACRO));
        let last = |decl: &Decl| source.graph.implies(call.line, line(decl));
        let from = above.iter().rposition(last).filter(|_| !in_macro).unwrap_or(0);
        match &above[from..] {
            [one] => Verdict::one(how, *one),
            several => {
                let targets = several.iter().copied().take(MAX_CANDIDATES).collect();
                Verdict { targets, ..Verdict::none(Resolution::Ambiguous) }
            }
        }
    }

    /// A bare name that nothing around declares may be one of a namespace that an argument's type is of.
    fn by_arguments(&mut self, file: FileId, call: Site, verdict: &Verdict) -> Option<Verdict> {
        let source = self.source(file).filter(|source| source.language.call_constructs)?;
        let Value::Name { name, binding: None, .. } = source.graph.values[call.callee as usize] else { return None };
        if !verdict.targets.is_empty() || call.kind != CallKind::Call {
            return None;
        }
        let text = self.text(source.name(name));
        let arguments = self.arguments_of(file, call.callee)?.to_vec();
        arguments.into_iter().find_map(|argument| {
            let mut ty = self.value(file, argument);
            if let Head::Std(_, args) = self.types.head(ty).clone() {
                ty = args.first().copied()?;
            }
            let Head::Instance(class, _) = *self.types.head(ty) else { return None };
            let (at, _) = self.project.symbol(class)?;
            let path = path_of(&at.graph, class.symbol)?;
            let (space, _) = path.rsplit_once('.')?;
            match self.project.linked_entity(file, &format!("{space}.{text}"), Use::Call, false)? {
                Entity::Symbol(decl) => Some(Verdict::one(Resolution::Typed, decl)),
                _ => None,
            }
        })
    }

    fn of_type(&mut self, file: FileId, ty: Ty, call: Site, how: Resolution) -> Verdict {
        match *self.types.head(ty) {
            Head::Instance(class, _) => self.constructed(file, class, call, how),
            Head::External(path) => Verdict::external(path),
            Head::Unknown | Head::Dynamic | Head::Param(..) => Verdict::none(Resolution::Dynamic),
            _ => Verdict { conversion: true, ..Verdict::none(Resolution::External) },
        }
    }

    /// Calling what a variable holds: the one function that it is ever given, else its type's call operator.
    fn held_target(&mut self, file: FileId, target: Decl, held: Ty, call: Site) -> Verdict {
        let dynamic = Verdict::none(Resolution::Dynamic);
        if let Head::Instance(class, _) = *self.types.head(held)
            && self.project.symbol(class).is_some_and(|(_, symbol)| symbol.kind != SymbolKind::Enum)
        {
            let name = self.name("operator()");
            return match self.members(held, name).first() {
                Some(Hit::Declared(method, ..)) => self.overloaded(file, *method, call, Resolution::Typed),
                _ => dynamic,
            };
        }
        let Some((source, symbol)) = self.project.symbol(target) else { return dynamic };
        if symbol.kind != SymbolKind::Variable || symbol.exported || symbol.initial.len() != 1 {
            return dynamic;
        }
        let facts::Value::Name { .. } = source.graph.values[symbol.initial[0] as usize] else { return dynamic };
        let given = self.reference_target(target.file, symbol.initial[0]);
        match given.targets[..] {
            [one] if self.project.symbol(one).is_some_and(|(_, symbol)| symbol.kind == SymbolKind::Function) => {
                self.overloaded(file, one, call, Resolution::Typed)
            }
            _ => dynamic,
        }
    }

    /// Whether a call's only argument is of a class.
    pub(crate) fn is_given(&mut self, file: FileId, class: Decl, call: Site) -> bool {
        let Some(&[argument]) = self.arguments_of(file, call.callee) else { return false };
        // What a template makes of other arguments is another class.
        if self.project.symbol(class).is_some_and(|(_, symbol)| !symbol.type_params.is_empty()) {
            return false;
        }
        let given = self.value(file, argument);
        matches!(*self.types.head(given), Head::Instance(of, _) if of == class)
    }

    fn constructed(&mut self, file: FileId, class: Decl, call: Site, how: Resolution) -> Verdict {
        let Some((source, symbol)) = self.project.symbol(class) else { return Verdict::none(Resolution::Unresolved) };
        if symbol.kind == SymbolKind::Enum {
            return Verdict { conversion: true, ..Verdict::none(Resolution::External) };
        }
        let own = source.members_named(Some(class.symbol), source.name(symbol.name)).iter();
        let constructors = own.filter(|&&id| source.graph.symbols[id as usize].kind == SymbolKind::Constructor);
        // A copy needs no constructor that is written.
        let takes = |&symbol: &u32| self.takes_count(Decl { file: class.file, symbol }, call.arguments as usize);
        if call.arguments == 1 && !constructors.clone().any(takes) {
            return Verdict::one(how, class);
        }
        // What nobody writes copies and moves.
        let copies = |&symbol: &u32| self.copies(Decl { file: class.file, symbol });
        if call.arguments == 1 && !constructors.clone().any(copies) && self.is_given(file, class, call) {
            return Verdict::one(how, class);
        }
        match constructors.clone().next() {
            Some(&symbol) => self.overloaded(file, Decl { file: class.file, symbol }, call, how),
            None => Verdict::one(how, class),
        }
    }
}
