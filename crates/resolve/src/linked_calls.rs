//! Calls in languages that link: members by implicit `this`, overloads, definitions of what is only declared.

use crate::bare_names::Bare;
use crate::entities::{Entity, Use};
use crate::eval::Eval;
use crate::labels::{MAX_CANDIDATES, Resolution, Verdict};
use crate::linkage::path_of;
use crate::members::Hit;
use crate::names::Name;
use crate::source::Source;
use crate::tree::{file_name, parent};
use crate::types::{Decl, FileId, Head, THIS, Ty};
use facts::{CallKind, Modifiers, ScopeId, Symbol, SymbolKind};

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
        let mut outside = None;
        for (class, this) in self.classes_around(source, file, scope) {
            if usage == Use::Type {
                // The class's own name means the class inside of it.
                if self.project.symbol(class).is_some_and(|(at, symbol)| at.name(symbol.name) == name) {
                    return Bare::Entity(Entity::Symbol(class));
                }
                if let Some(found) = self.type_within(class, name) {
                    return Bare::Entity(Entity::Symbol(found));
                }
                continue;
            }
            let hits = self.members(this, name);
            match hits[..] {
                [] => {}
                [Hit::External(_)] => outside = outside.or(Some(hits)),
                _ => return Bare::Members(hits),
            }
        }
        match (self.project.linked_name(source, file, scope, name, usage), outside) {
            (Entity::External(_), Some(outside)) => Bare::Members(outside),
            (entity, _) => Bare::Entity(entity),
        }
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
                        match self.project.linked_entity(file, path, Use::Type, true) {
                            Some(Entity::Symbol(decl)) => Some(decl),
                            _ => None,
                        }
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

    /// Leads a call to what is defined: the constructor of a class, the one of several overloads, the definition of a
    /// declaration. What holds a function has no one target.
    pub(crate) fn linked_target(&mut self, file: FileId, kind: CallKind, arguments: u32, verdict: Verdict) -> Verdict {
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
            _ if symbol.modifiers.has(Modifiers::MACRO) => Verdict { resolution: how, ..verdict },
            SymbolKind::Class | SymbolKind::Struct => self.constructed(file, target, arguments, how),
            SymbolKind::TypeAlias => {
                let under = self.alias(target);
                self.of_type(file, under, arguments, how)
            }
            SymbolKind::Enum | SymbolKind::EnumMember => Verdict { conversion: true, ..verdict },
            SymbolKind::Property | SymbolKind::Variable => {
                let held = self.held(target);
                match kind {
                    // A member in a constructor's list is made by its type's constructor.
                    CallKind::New => self.of_type(file, held, arguments, how),
                    _ => self.held_target(file, target, held, arguments),
                }
            }
            SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor => {
                self.overloaded(file, target, arguments, how)
            }
            _ => verdict,
        }
    }

    fn of_type(&mut self, file: FileId, ty: Ty, arguments: u32, how: Resolution) -> Verdict {
        match *self.types.head(ty) {
            Head::Instance(class, _) => self.constructed(file, class, arguments, how),
            Head::External(path) => Verdict::external(path),
            Head::Unknown | Head::Dynamic | Head::Param(..) => Verdict::none(Resolution::Dynamic),
            _ => Verdict { conversion: true, ..Verdict::none(Resolution::External) },
        }
    }

    /// Calling what a variable holds: the one function that it is ever given, else its type's call operator.
    fn held_target(&mut self, file: FileId, target: Decl, held: Ty, arguments: u32) -> Verdict {
        let dynamic = Verdict::none(Resolution::Dynamic);
        if let Head::Instance(class, _) = *self.types.head(held)
            && self.project.symbol(class).is_some_and(|(_, symbol)| symbol.kind != SymbolKind::Enum)
        {
            let name = self.name("operator()");
            return match self.members(held, name).first() {
                Some(Hit::Declared(method, ..)) => self.overloaded(file, *method, arguments, Resolution::Typed),
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
                self.overloaded(file, one, arguments, Resolution::Typed)
            }
            _ => dynamic,
        }
    }

    fn constructed(&mut self, file: FileId, class: Decl, arguments: u32, how: Resolution) -> Verdict {
        let Some((source, symbol)) = self.project.symbol(class) else { return Verdict::none(Resolution::Unresolved) };
        if symbol.kind == SymbolKind::Enum {
            return Verdict { conversion: true, ..Verdict::none(Resolution::External) };
        }
        let own = source.members_named(Some(class.symbol), source.name(symbol.name)).iter();
        let constructors = own.filter(|&&id| source.graph.symbols[id as usize].kind == SymbolKind::Constructor);
        match constructors.clone().next() {
            Some(&symbol) => self.overloaded(file, Decl { file: class.file, symbol }, arguments, how),
            None => Verdict::one(how, class),
        }
    }

    /// Of the functions that share a path with one, the one that takes so many arguments, at its definition.
    fn overloaded(&mut self, file: FileId, decl: Decl, arguments: u32, how: Resolution) -> Verdict {
        let Some((source, symbol)) = self.project.symbol(decl) else { return Verdict::none(Resolution::Unresolved) };
        let overloads = source.language.call_constructs;
        let Some(path) = path_of(&source.graph, decl.symbol) else { return Verdict::one(how, decl) };
        self.project.ask_path(&path);
        let mut all: Vec<Decl> = Vec::new();
        let seen = self.project.seen_from(file);
        let beside = source.members_named(symbol.parent, source.name(symbol.name)).iter();
        let beside = beside.map(|&symbol| Decl { file: decl.file, symbol });
        for other in std::iter::once(decl).chain(beside).chain(self.project.linked(file, &path)) {
            let fits = self.project.symbol(other).is_some_and(|(at, found)| {
                matches!(found.kind, SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor)
                    && !found.modifiers.has(Modifiers::MACRO)
                    && at.language.links
            });
            if fits
                && !all.contains(&other)
                && (seen.has(other.file) || self.is_definition(other) || other.file == decl.file)
            {
                all.push(other);
            }
        }
        if overloads {
            let fitting: Vec<Decl> = all.iter().copied().filter(|it| self.accepts(*it, arguments)).collect();
            if !fitting.is_empty() {
                // A definition does not repeat the defaults of its declaration.
                let counts: Vec<usize> = fitting.iter().map(|it| self.count(*it)).collect();
                all.retain(|it| fitting.contains(it) || counts.contains(&self.count(*it)));
            }
        }
        let definitions: Vec<Decl> = all.iter().copied().filter(|it| self.is_definition(*it)).collect();
        let signatures = if overloads { self.signatures(&all) } else { 1 };
        let chosen = match (&definitions[..], signatures) {
            ([], 0 | 1) => vec![decl],
            ([], _) => all.clone(),
            (_, 0 | 1) => self.best_definition(file, decl, definitions),
            _ => {
                // Those that are declared without being defined here count too.
                let declared: Vec<Decl> = all
                    .iter()
                    .copied()
                    .filter(|it| {
                        !self.is_definition(*it) && !definitions.iter().any(|other| self.same_signature(*it, *other))
                    })
                    .collect();
                let mut chosen = definitions;
                for it in declared {
                    if !chosen.iter().any(|other| self.same_signature(it, *other)) {
                        chosen.push(it);
                    }
                }
                chosen
            }
        };
        match chosen[..] {
            [one] => Verdict::one(how, one),
            _ => {
                let mut targets = chosen;
                targets.truncate(MAX_CANDIDATES);
                Verdict { targets, ..Verdict::none(Resolution::Ambiguous) }
            }
        }
    }

    fn is_definition(&self, decl: Decl) -> bool {
        self.project.symbol(decl).is_some_and(|(_, symbol)| !symbol.modifiers.has(Modifiers::PROTOTYPE))
    }

    fn count(&self, decl: Decl) -> usize {
        self.project.symbol(decl).map_or(0, |(_, symbol)| symbol.params.len())
    }

    fn accepts(&self, decl: Decl, arguments: u32) -> bool {
        self.project.symbol(decl).is_some_and(|(_, symbol)| {
            let required = symbol.params.iter().filter(|param| !param.optional && !param.rest).count();
            let open = symbol.params.iter().any(|param| param.rest);
            required <= arguments as usize && (open || arguments as usize <= symbol.params.len())
        })
    }

    /// How many different lists of parameter types the functions have.
    fn signatures(&self, all: &[Decl]) -> usize {
        let mut found: Vec<String> = all.iter().map(|it| self.signature_of(*it)).collect();
        found.sort();
        found.dedup();
        found.len()
    }

    fn same_signature(&self, one: Decl, other: Decl) -> bool {
        self.signature_of(one) == self.signature_of(other)
    }

    /// The types of the parameters as written, without what may differ between a declaration and its definition.
    fn signature_of(&self, decl: Decl) -> String {
        let Some((_, symbol)) = self.project.symbol(decl) else { return String::new() };
        let mut out = String::new();
        for param in &symbol.params {
            let text = param.type_text.as_deref().unwrap_or("...");
            let words = text
                .split(|c: char| c.is_whitespace())
                .filter(|word| !matches!(*word, "const" | "struct" | "class" | "enum"));
            for word in words {
                out.push_str(word.rsplit("::").next().unwrap_or(word));
            }
            out.push(',');
        }
        out
    }

    /// Of several definitions of one function: the file's own, one that it sees, the one beside the header that
    /// declares it, the nearest.
    fn best_definition(&self, file: FileId, decl: Decl, all: Vec<Decl>) -> Vec<Decl> {
        if all.len() < 2 {
            return all;
        }
        let tree = &self.project.tree;
        let seen = self.project.seen_from(file);
        let stem = |file: FileId| {
            let path = tree.path(file);
            let name = file_name(path);
            (parent(path).to_owned(), name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned())
        };
        let pick = |wanted: &dyn Fn(&Decl) -> bool| {
            let mut found = all.iter().copied().filter(|it| wanted(it));
            let first = found.next()?;
            // Of alternatives in one file the first is read.
            found.all(|other| other.file == first.file).then_some(first)
        };
        let symbol = |decl: &Decl| self.project.symbol(*decl).map(|(_, symbol)| symbol);
        let exported = |it: &Decl| symbol(it).is_some_and(|symbol: &Symbol| symbol.exported);
        let found = pick(&|it| it.file == file)
            .or_else(|| pick(&|it| seen.has(it.file)))
            .or_else(|| pick(&|it| it.file != decl.file && stem(it.file) == stem(decl.file)))
            .or_else(|| pick(&|it| stem(it.file).1 == stem(decl.file).1 && exported(it)))
            .or_else(|| self.project.nearest(decl.file, all.clone()))
            .or_else(|| self.project.nearest(file, all.clone()));
        found.map_or(all, |one| vec![one])
    }
}
