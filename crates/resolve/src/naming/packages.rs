//! Packages and namespaces that files declare: what each name of one is, over the whole repository.
//!
//! A file declares its package as a whole ([`FileGraph::package`]) or in blocks ([`FileGraph::packages`]).
//! Their names stand in the files' outlines; all that resolution learns of them passes through
//! [`Project::declares_package`] and [`Project::declared_in`], which note what was asked.

use crate::languages::{self, Language, Packages, System};
use crate::modules::{Found, swift};
use crate::naming::entities::{Entity, Seen, Use};
use crate::naming::package_starts::{ALONE, OWN, START};
use crate::project::Project;
use crate::project::consulted;
use crate::project::names::{Name, is_telling};
use crate::project::outline::List;
use crate::project::source::Source;
use crate::standard::std_types;
use crate::values::types::{Decl, FileId};
use facts::{BindingId, BindingKind, FileGraph, Modifiers, ScopeId};
use std::collections::BTreeMap;

/// The package whose names a scope holds. None: a scope of a declaration inside a package.
pub(crate) fn package_of_scope(graph: &FileGraph, scope: ScopeId) -> Option<&str> {
    let block = graph.packages.iter().find(|(id, _)| *id == scope).map(|(_, name)| name.as_str());
    block.or_else(|| (scope == 0).then(|| graph.package.as_deref().unwrap_or_default()))
}

/// What a file's outline says of its packages: every name that one of them has, and the packages' own names. Those that
/// they start with follow from them: see `package_starts`.
pub(crate) fn outline(graph: &FileGraph) -> Vec<(List, String, u32)> {
    let language = languages::of(&graph.language);
    if language.packages == Packages::Folders {
        return Vec::new();
    }
    let mut entries = Vec::new();
    let mut packages: BTreeMap<String, u32> = BTreeMap::new();
    for (id, binding) in graph.bindings.iter().enumerate() {
        if binding.kind == BindingKind::Import {
            continue;
        }
        let Some(package) = package_of_scope(graph, binding.scope) else { continue };
        let name = graph.name(binding.name);
        if let Some(place) = swift::placed(graph) {
            entries.push((List::Packaged, key(language.system, place, name), id as BindingId));
            packages.entry(key(language.system, "", place)).or_insert(ALONE);
        }
        entries.push((List::Packaged, key(language.system, package, name), id as BindingId));
        if language.packages == Packages::Lexical && name.starts_with(|c: char| c.is_ascii_uppercase()) {
            entries.push((List::Packaged, key(language.system, ANYWHERE, name), id as BindingId));
        }
        packages.insert(key(language.system, "", package), OWN);
    }
    entries.extend(packages.into_iter().map(|(name, own)| (List::Package, name, own)));
    entries
}

/// Stands for the package where a constant is looked for whatever its package is.
pub(crate) const ANYWHERE: &str = "*";

/// The name by which the lists know a name of a package of a module system.
fn key(system: System, package: &str, name: &str) -> String {
    let between = if package.is_empty() { "" } else { "." };
    let mut key = format!("{system:?} {package}{between}{name}");
    if languages::ignores_case(system) {
        key.make_ascii_lowercase();
    }
    key
}

impl Project {
    /// Whether a package of that name has names of its own (`Some(true)`) or is only the start of others'.
    pub(crate) fn declares_package(&self, system: System, package: Name) -> Option<bool> {
        let key = key(system, "", &self.names.text(package));
        [false, true].into_iter().for_each(|own| self.consulted.key(consulted::in_package(&key, own)));
        let held = self.held(List::Package, self.names.intern(&key));
        (!held.is_empty()).then(|| held.iter().any(|&(_, own)| own != START))
    }

    /// What a package of the repository declares under a name, in the order of the files.
    pub(crate) fn declared_in(&self, system: System, package: Name, name: Name) -> &[(FileId, BindingId)] {
        let key = key(system, &self.names.text(package), &self.names.text(name));
        self.listed(List::Packaged, self.names.intern(&key))
    }

    /// Whether a file as a whole belongs to a package.
    pub(crate) fn declares(&self, file: FileId, package: Name) -> bool {
        self.source(file).is_some_and(|source| source.graph.package.as_deref() == Some(&*self.names.text(package)))
    }

    /// What `name` of a package is, seen from a file: of several declarations the one nearest to it, since
    /// modules and source sets of one repository may each have a type of that name; what is built before what tests read.
    pub(crate) fn package_member(
        &self,
        from: FileId,
        package: Name,
        name: Name,
        usage: Use,
        seen: &mut Seen,
    ) -> Entity {
        let Some(source) = self.source(from) else { return Entity::Missing };
        if source.language.links {
            return self.space_member(from, package, name, usage);
        }
        let system = source.language.system;
        let all = self.declared_in(system, package, name);
        let takes = |file: FileId, id: BindingId| {
            self.source(file).is_some_and(|source| usage.takes(source.graph.bindings[id as usize].kind))
        };
        let all = all.iter().copied().filter(|&(file, id)| self.is_visible(from, file, id));
        let best = all.min_by_key(|&(file, id)| {
            let (from, path) = (self.tree.path(from), self.tree.path(file));
            (!takes(file, id), self.modules.is_data_beside(system, from, path), std::cmp::Reverse(shared(from, path)))
        });
        if let Some((file, binding)) = best {
            return self.follow_binding(file, binding, usage, seen);
        }
        let joined = self.joined(package, name);
        match (self.declares_package(system, joined), self.declares_package(system, package)) {
            (Some(_), _) => Entity::Package(from, joined),
            // Packages that lie outside can be added to.
            (None, Some(true)) if !source.language.outside_by_default => Entity::Missing,
            (None, _) => self.outside(&self.names.text(package), &self.names.text(name)),
        }
    }

    /// Whether a name of a package's file is seen by another file: what is private is the file's own.
    fn is_visible(&self, from: FileId, file: FileId, id: BindingId) -> bool {
        let private = |source: &Source| {
            let symbol = source.graph.bindings[id as usize].symbol;
            symbol.is_some_and(|id| source.graph.symbols[id as usize].modifiers.has(Modifiers::PRIVATE))
        };
        from == file || !self.source(file).is_some_and(private)
    }

    fn joined(&self, package: Name, name: Name) -> Name {
        match &*self.names.text(package) {
            "" => name,
            package => self.names.intern(&format!("{package}.{}", self.names.text(name))),
        }
    }

    /// Where an import's specifier leads, if it names a package of the repository or a type in one.
    pub(crate) fn find_declared(&self, from: FileId, system: System, specifier: &str) -> Option<Found> {
        let language = self.language_of(from)?;
        if language.packages == Packages::Folders {
            return None;
        }
        if language.packages == Packages::Written {
            let full = specifier.replace('\\', ".");
            let named = |usage| self.written_member(from, system, &full, usage, &mut Vec::new());
            return match named(Use::Type).or_else(|| named(Use::Call)) {
                Some(Entity::Symbol(decl)) => Some(Found::Type(decl)),
                _ => None,
            };
        }
        if language.packages == Packages::Lexical {
            return None;
        }
        let whole = self.names.intern(self.modules.package_named(system, specifier));
        if self.declares_package(system, whole) == Some(true) {
            return Some(Found::Package(whole));
        }
        let mut cut = specifier.rfind('.')?;
        while self.declares_package(system, self.names.intern(&specifier[..cut])) != Some(true) {
            cut = specifier[..cut].rfind('.')?;
        }
        let package = self.names.intern(&specifier[..cut]);
        let mut parts = specifier[cut + 1..].split('.').map(|part| self.names.intern(part));
        let mut entity = self.package_member(from, package, parts.next()?, Use::Type, &mut Vec::new());
        for part in parts {
            entity = match entity {
                Entity::Symbol(decl) => self.nested_type(decl, part).map_or(Entity::Missing, Entity::Symbol),
                _ => Entity::Missing,
            };
        }
        debug_assert!(language.system == system, "a file asks in its own system");
        Some(match entity {
            Entity::Symbol(decl) => Found::Type(decl),
            _ => Found::Missing,
        })
    }

    /// A type declared directly inside another.
    pub(crate) fn nested_type(&self, decl: Decl, name: Name) -> Option<Decl> {
        let (name, count) = self.names.arity(name);
        self.merged(decl).into_iter().find_map(|part| {
            let source = self.source(part.file)?;
            let named = source.members_named(Some(part.symbol), name);
            let is_type = |id: &&u32| {
                let symbol = &source.graph.symbols[**id as usize];
                symbol.kind.is_type() && count.is_none_or(|count| count == symbol.type_params.len())
            };
            named.iter().find(is_type).map(|&symbol| Decl { file: part.file, symbol })
        })
    }

    /// What a name means that only its packages and the file's imports can tell, the innermost namespace first.
    pub(crate) fn packaged_name(
        &self,
        source: &Source,
        file: FileId,
        scope: ScopeId,
        name: Name,
        usage: Use,
        seen: &mut Seen,
    ) -> Entity {
        if source.language.packages == Packages::Lexical {
            return self.lexical_name(source, file, scope, name, seen);
        }
        if source.language.packages == Packages::Written {
            return self.written_name(source, file, scope, name, usage, seen);
        }
        let mut next = Some(scope);
        while let Some(id) = next {
            next = source.graph.scopes[id as usize].parent;
            let Some(package) = package_of_scope(&source.graph, id) else { continue };
            let package = self.names.intern(package);
            let own = source.bindings_in(id, name).iter().copied();
            for binding in own.filter(|&it| usage.takes(source.graph.bindings[it as usize].kind)) {
                let entity = self.follow_binding(file, binding, usage, seen);
                if entity != Entity::Missing {
                    return entity;
                }
            }
            if source.language.program_globals.is_some_and(|own| own.contains(&&*self.names.text(name))) {
                return Entity::External(name);
            }
            for package in self.seen_packages(source.language, package, next.is_none()) {
                let declared = self.declared_in(source.language.system, package, name);
                if declared.iter().any(|&(other, id)| self.is_visible(file, other, id)) {
                    return self.package_member(file, package, name, usage, seen);
                }
                if let Some(inner) = self.package_within(source, package, name, usage) {
                    return Entity::Package(file, inner);
                }
            }
        }
        // Where nothing is being looked up already, what is brought is the same every time.
        let key = (file, name, usage);
        let known = self.starred.borrow().get(&key).copied().filter(|_| seen.is_empty());
        let starred = known.unwrap_or_else(|| {
            let fresh = seen.is_empty();
            let starred = self.starred(source, file, name, usage, seen);
            if fresh {
                self.starred.borrow_mut().insert(key, starred);
            }
            starred
        });
        if starred != Entity::Missing {
            return starred;
        }
        self.unpackaged_name(source, file, name, usage)
    }

    /// A package inside another whose names are seen from there.
    fn package_within(&self, source: &Source, package: Name, name: Name, usage: Use) -> Option<Name> {
        let outer = self.names.text(package);
        if source.language.packages != Packages::Nested || usage == Use::Call || outer.is_empty() {
            return None;
        }
        let full = self.names.intern(&format!("{outer}.{}", self.names.text(name)));
        self.declares_package(source.language.system, full).map(|_| full)
    }

    /// A package and, where its names are seen from inside it, those around it.
    fn seen_packages(&self, language: &Language, package: Name, outermost: bool) -> Vec<Name> {
        let mut all = vec![package];
        if language.packages == Packages::Nested {
            let text = self.names.text(package);
            let mut above = text.rsplit_once('.');
            while let Some((outer, _)) = above {
                all.push(self.names.intern(outer));
                above = outer.rsplit_once('.');
            }
            if outermost && !text.is_empty() {
                all.push(self.names.intern(""));
            }
        }
        all
    }

    /// Which of the packages outside that a file imports brings a type. Empty: that is not known.
    fn bringing_package(&self, source: &Source, file: FileId, name: &str) -> &'static str {
        let known = (source.language.packages_of)(name);
        if known.is_empty() {
            return "";
        }
        let imported = self.star_specifiers(source, file);
        let is_imported = |package: &&str| imported.iter().any(|specifier| specifier == package);
        known.into_iter().find(is_imported).unwrap_or_default()
    }

    /// A function that only an import of a type's members from outside may bring.
    fn static_member(&self, source: &Source, file: FileId, name: &str) -> Entity {
        let is_type = |path: &str| {
            path.rsplit_once('.')
                .is_some_and(|(package, name)| (source.language.implicit_package)(name) == Some(package))
        };
        let brought = self.star_specifiers(source, file).into_iter().find(|specifier| is_type(specifier));
        brought.map_or(Entity::Missing, |specifier| self.outside(&specifier, name))
    }

    /// Whether a type from outside whose members a file imports may have a name that says little.
    pub(crate) fn may_be_outside(&self, source: &Source, file: FileId, name: Name) -> bool {
        let text = self.names.text(name);
        source.language.packages == Packages::Nested
            && !is_telling(&text)
            && matches!(self.static_member(source, file, &text), Entity::External(_))
    }

    /// A name that nothing in the repository declares for the file: the language's own, the start of a
    /// package's name, or brought by an import of everything from outside.
    fn unpackaged_name(&self, source: &Source, file: FileId, name: Name, usage: Use) -> Entity {
        let text = self.names.text(name);
        if usage == Use::Type && source.language.program_globals.is_some() {
            return Entity::Missing;
        }
        if let Some(package) = (source.language.implicit_package)(&text) {
            return self.outside(package, &text);
        }
        if usage != Use::Call && self.declares_package(source.language.system, name).is_some() {
            return Entity::Package(file, name);
        }
        let types_are_called = source.language.call_constructs && !text.starts_with(char::is_lowercase);
        if source.language.outside_by_default && (usage != Use::Call || types_are_called) {
            return self.outside(self.bringing_package(source, file, &text), &text);
        }
        if source.language.outside_by_default && source.language.package_functions {
            // A function may come with any import, but a method of that name may be meant as well.
            let free = !source.star_imports.is_empty() && self.listed(List::Method, name).is_empty();
            return if free { self.outside("", &text) } else { Entity::Missing };
        }
        if source.language.outside_by_default {
            return self.static_member(source, file, &text);
        }
        let is_type_name = |text: &str| text.starts_with(char::is_uppercase);
        let outside = source.star_imports.iter().filter_map(|&import| {
            match self.find_module(file, source.language.system, &source.graph.imports[import].specifier) {
                Found::External { path, .. } => Some(path),
                _ => None,
            }
        });
        // Members come from types, types from packages. What starts a path is in lower case.
        let functions = source.language.package_functions;
        let wants_type = usage != Use::Call && is_type_name(&text);
        if usage == Use::Type && !wants_type || usage == Use::Value && ROOTS.contains(&&*text) {
            return Entity::External(name);
        }
        let fitting: Vec<String> = outside
            .filter(|path| is_type_name(path.rsplit('.').next().unwrap_or_default()) != wants_type || functions)
            .collect();
        let known = fitting.iter().find(|path| {
            let inside = format!("{path}.{text}");
            self.stubs().knows(self.names.intern(&inside))
                || self.stubs().lists(self.names.intern(path), name)
                || functions && {
                    let libraries = self.tables.libraries(&self.names);
                    libraries.knows(self.names.intern(&inside)) || libraries.lists(self.names.intern(path), name)
                }
                || std_types::generic(&inside).is_some()
        });
        // Of several the one that rules know it of.
        let ruled = || {
            let several = fitting.len() > 1;
            fitting.iter().find(|path| several && self.rules.names(&format!("{path}.{text}"), &source.graph.language))
        };
        // Tables tell all that static imports bring of a type.
        let open = || fitting.iter().find(|path| !self.stubs().knows(self.names.intern(path)));
        if let Some(path) = known.or_else(ruled).or_else(open).or(fitting.first()) {
            return self.outside(path, &text);
        }
        if wants_type || usage == Use::Call { Entity::Missing } else { Entity::External(name) }
    }
}

/// What the names of packages mostly start with.
const ROOTS: [&str; 12] =
    ["java", "javax", "jakarta", "jdk", "sun", "org", "com", "net", "io", "edu", "kotlin", "android"];

/// How near two paths are to each other: by the folders that they share, in bytes, then by the start of the next one
/// where only its last word differs, as sources and tests of one platform lie in `jvmMain` and `jvmTest`.
pub(crate) fn shared(one: &str, other: &str) -> (usize, usize) {
    let common = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let folders = one.as_bytes()[..common].iter().rposition(|&byte| byte == b'/').map_or(0, |at| at + 1);
    let is_word = |path: &str| {
        let rest = path.as_bytes()[common..].split(|&byte| byte == b'/').next().unwrap_or_default();
        let in_folder = common + rest.len() < path.len();
        in_folder && rest.first().is_some_and(u8::is_ascii_uppercase) && !rest[1..].iter().any(u8::is_ascii_uppercase)
    };
    (folders, if is_word(one) && is_word(other) { common - folders } else { 0 })
}
