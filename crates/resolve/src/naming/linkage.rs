//! Languages whose files are put together by including them and linked by their names (C, C++): what a file sees,
//! what a path of names declares, and which definition a declaration stands for.
//!
//! A path is the names of the enclosing namespaces and classes and the last one, with dots between. Where a macro
//! opens a namespace around a file's declarations, the start of their paths is not known; their keys start with `?`.

use crate::languages::{self, Language};
use crate::naming::doubles::likely;
use crate::naming::entities::{Entity, Use};
use crate::naming::opened::opened;
use crate::naming::platforms::side_of_path;
use crate::project::Project;
use crate::project::names::Name;
use crate::project::outline::List;
use crate::project::source::Source;
use crate::project::tree::{file_name, parent};
use crate::targets::operators;
use crate::values::types::{Decl, FileId};
use facts::{BindingKind, FileGraph, Modifiers, ScopeId, Symbol, SymbolId, SymbolKind, Type};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Whether a file is there to be included. What another one declares for itself alone is not seen elsewhere.
pub(crate) fn is_header(path: &str) -> bool {
    let ending = file_name(path).rsplit_once('.').map_or("", |(_, ending)| ending);
    !matches!(ending, "c" | "cc" | "cpp" | "cxx" | "c++" | "C")
}

/// A symbol's path, without the numbers that tell equal names apart. None: it is local to a function.
pub(crate) fn path_of(graph: &FileGraph, id: SymbolId) -> Option<String> {
    let symbol = &graph.symbols[id as usize];
    let mut above = symbol.parent;
    while let Some(parent) = above {
        let parent = &graph.symbols[parent as usize];
        if is_callable(parent.kind) {
            return None;
        }
        above = parent.parent;
    }
    Some(path(symbol))
}

/// The same of a symbol that is not local.
pub(crate) fn path(symbol: &Symbol) -> String {
    let mut path = String::with_capacity(symbol.qualified.len());
    for part in symbol.qualified.split_inclusive('.') {
        let numbered = part.rsplit_once('~').filter(|(name, number)| {
            !name.is_empty() && number.trim_end_matches('.').bytes().all(|byte| byte.is_ascii_digit())
        });
        match numbered {
            Some((name, number)) => {
                path.push_str(name);
                path.push_str(if number.ends_with('.') { "." } else { "" });
            }
            None => path.push_str(part),
        }
    }
    path
}

/// Whether a member of an enumeration is one of what that stands in, and not a member of a class.
fn is_promoted(graph: &FileGraph, member: &Symbol) -> bool {
    let Some(parent) = member.parent.map(|parent| &graph.symbols[parent as usize]) else { return false };
    let in_class = parent.parent.is_some_and(|it| graph.symbols[it as usize].kind.is_type());
    parent.modifiers.has(Modifiers::EMBEDDED) && !in_class
}

/// The path of an enumeration's member where the enumeration is no part of it.
pub(crate) fn beside_enum(path: &str) -> String {
    let Some((owner, name)) = path.rsplit_once('.') else { return path.to_owned() };
    match owner.rsplit_once('.') {
        Some((around, _)) => format!("{around}.{name}"),
        None => name.to_owned(),
    }
}

pub(crate) fn is_callable(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor)
}

/// What a file's outline says of the names that other files can reach.
pub(crate) fn outline(graph: &FileGraph) -> Vec<(List, String, u32)> {
    if !languages::of(&graph.language).links {
        return Vec::new();
    }
    let header = is_header(&graph.path);
    let spaces = used_everywhere(graph);
    let mut entries = Vec::new();
    for (id, symbol) in graph.symbols.iter().enumerate() {
        let in_class = symbol.parent.is_some_and(|parent| graph.symbols[parent as usize].kind.is_type());
        let defines = is_callable(symbol.kind) && symbol.complexity > 0;
        let shared = match symbol.kind {
            SymbolKind::Namespace => true,
            _ if symbol.modifiers.has(Modifiers::TITLED) => false,
            _ if symbol.modifiers.has(Modifiers::MACRO) => header,
            // Members are found in their class; only their definitions elsewhere are not.
            SymbolKind::EnumMember => is_promoted(graph, symbol) && (header || symbol.exported),
            _ if in_class => defines && symbol.receiver.is_none() && !header,
            kind if is_callable(kind) || kind == SymbolKind::Variable => header || symbol.exported,
            _ => true,
        };
        if !shared {
            continue;
        }
        let Some(path) = path_of(graph, id as SymbolId) else { continue };
        let path = if symbol.kind == SymbolKind::EnumMember { beside_enum(&path) } else { path };
        if let Some(space) = symbol.modifiers.has(Modifiers::MACRO).then(|| opened(symbol)).flatten() {
            entries.push((List::Linked, space.to_owned(), id as u32));
        }
        // A class may be one of a namespace that is taken over as a whole.
        let is_open = graph.package.is_some() || symbol.receiver.is_some() && !spaces.is_empty();
        let unknown = is_open && !symbol.modifiers.has(Modifiers::MACRO);
        entries.push((List::Linked, if unknown { format!("?{path}") } else { path }, id as u32));
    }
    entries.extend(spaces.into_iter().map(|path| (List::Using, path, 0)));
    entries.extend(operators::outline(graph));
    entries
}

/// The namespaces that a file takes over as a whole outside of any function, class and namespace.
fn used_everywhere(graph: &FileGraph) -> Vec<String> {
    let star = |name: u32| graph.name(name) == "*";
    let used = graph.bindings.iter().filter(|it| it.scope == 0 && it.kind == BindingKind::Namespace && star(it.name));
    used.filter_map(|it| {
        let Type::Name { path, .. } = &graph.types[it.declared? as usize] else { return None };
        Some(path.iter().map(|&name| graph.name(name)).collect::<Vec<_>>().join("."))
    })
    .collect()
}

impl Project {
    /// What a path of names declares, as seen from a file: its own declarations, those it sees, then all others.
    pub(crate) fn linked(&self, from: FileId, path: &str) -> Rc<[Decl]> {
        let key = self.names.intern(path);
        if let Some(known) = self.linked.borrow().get(&(from, key)) {
            return known.clone();
        }
        let all: Rc<[Decl]> = self.find_linked(from, path, key).into();
        self.linked.borrow_mut().insert((from, key), all.clone());
        all
    }

    fn find_linked(&self, from: FileId, path: &str, key: Name) -> Vec<Decl> {
        let seen = self.seen_from(from);
        let mut all: Vec<Decl> = Vec::new();
        for file in std::iter::once(from).chain(seen.bodies.iter().copied()) {
            let Some(source) = self.source(file) else { continue };
            all.extend(source.linked(key).iter().map(|&symbol| Decl { file, symbol }));
        }
        let mut found = self.listed(List::Linked, key).to_vec();
        let root = path.split('.').next().unwrap_or_default();
        let outside = self.source(from).is_some_and(|it| (it.language.implicit_package)(root).is_some());
        let mut rest = if outside { "" } else { path };
        let mut unlikely = Vec::new();
        while !rest.is_empty() {
            let open = self.names.intern(&format!("?{rest}"));
            let around = path[..path.len() - rest.len()].trim_end_matches('.').rsplit('.').next().unwrap_or_default();
            let open = self.listed(List::Linked, open).iter().copied();
            let (may, not): (Vec<_>, Vec<_>) =
                open.partition(|&(file, _)| around.is_empty() || self.may_open(file, around));
            found.extend(may);
            unlikely.extend(not);
            match rest.split_once('.') {
                Some((_, shorter)) => rest = shorter,
                None => break,
            }
        }
        // A namespace that could not be read is around none of what is in it.
        if all.is_empty() && found.is_empty() {
            found = unlikely;
        }
        let (near, far): (Vec<_>, Vec<_>) = found.into_iter().partition(|(file, _)| seen.has(*file));
        let mut known: FxHashSet<Decl> = all.iter().copied().collect();
        let others = near.into_iter().chain(far).map(|(file, symbol)| Decl { file, symbol });
        all.extend(others.filter(|&decl| known.insert(decl)));
        all
    }

    /// What a path names for a use. `far`: also what the file does not see.
    pub(crate) fn linked_entity(&self, from: FileId, path: &str, usage: Use, far: bool) -> Option<Entity> {
        let all = self.linked(from, path);
        let seen = self.seen_from(from);
        let language = self.source(from)?.language;
        let side = side_of_path(self.tree.path(from));
        let mut best: Option<(u8, Decl)> = None;
        let mut is_space = false;
        for &decl in all.iter() {
            let is_far = !seen.has(decl.file);
            if is_far && !far {
                continue;
            }
            let Some((other, symbol)) = self.symbol(decl) else { continue };
            // The standard library's own is meant, whose headers are not read.
            if is_far && language.call_constructs && self.is_std_name(language, other.name(symbol.name)) {
                continue;
            }
            let is_macro = symbol.modifiers.has(Modifiers::MACRO);
            let is_built = side.builds(symbol.modifiers);
            if is_macro && !is_built && decl.file != from {
                continue;
            }
            if symbol.kind == SymbolKind::Namespace || is_macro && opened(symbol).is_some() {
                is_space = true;
                continue;
            }
            let is_type = symbol.kind.is_type();
            let takes = match usage {
                Use::Type => is_type && !is_macro,
                Use::Call | Use::Value => !is_type || language.call_constructs,
            };
            // What only a namespace, a class or a macro of another file holds is not linked by name.
            let links =
                !is_far || is_type || symbol.kind != SymbolKind::EnumMember && self.can_be_included(decl, language);
            if !takes || !links {
                continue;
            }
            let rank = u8::from(is_far) * 8
                + u8::from(!is_built) * 4
                + u8::from(is_type && usage != Use::Type) * 2
                + u8::from(is_alias(symbol));
            if best.is_none_or(|(other, _)| rank < other) {
                best = Some((rank, decl));
            }
        }
        match best {
            Some((rank, decl)) if rank >= 8 => self.only_far(from, path, decl, usage),
            Some((_, decl)) => Some(Entity::Symbol(decl)),
            None if is_space => Some(Entity::Package(from, self.names.intern(path))),
            None => None,
        }
    }

    /// Whether a function may be linked with, or come from a header in a way that is not seen (one that a build
    /// makes). C has no other way to call a function.
    fn can_be_included(&self, decl: Decl, from: &Language) -> bool {
        self.symbol(decl)
            .is_some_and(|(_, symbol)| symbol.exported || !from.call_constructs && is_header(self.tree.path(decl.file)))
    }

    /// Of what a file does not see: the one declaration, or the nearest.
    fn only_far(&self, from: FileId, path: &str, decl: Decl, usage: Use) -> Option<Entity> {
        let name = self.names.intern(path.rsplit('.').next().unwrap_or(path));
        let language = self.source(from)?.language;
        let (_, symbol) = self.symbol(decl)?;
        if usage != Use::Type && symbol.parent.is_none() && self.is_std_name(language, name) {
            return None;
        }
        let side = side_of_path(self.tree.path(from));
        let of_kind = |it: &Decl| {
            self.symbol(*it).is_some_and(|(_, found)| match usage {
                _ if !side.builds(found.modifiers) => false,
                Use::Type => found.kind.is_type(),
                _ => {
                    self.can_be_included(*it, language) && !found.kind.is_type() && found.kind != SymbolKind::Namespace
                }
            })
        };
        let all: Vec<Decl> = self.linked(from, path).iter().copied().filter(of_kind).collect();
        let defined = |it: &Decl| self.symbol(*it).is_some_and(|(_, found)| !found.modifiers.has(Modifiers::PROTOTYPE));
        let definitions: Vec<Decl> = all.iter().copied().filter(defined).collect();
        let entity = match definitions.is_empty() {
            // A file may declare for itself what lies outside.
            true => Some(all.iter().copied().find(|it| is_header(self.tree.path(it.file)))?),
            false => self.nearest(from, likely(&self.tree, from, definitions)),
        };
        Some(entity.map_or(Entity::Missing, Entity::Symbol))
    }

    /// The one of several that lies nearest to a file. None: two are equally near.
    pub(crate) fn nearest(&self, from: FileId, all: Vec<Decl>) -> Option<Decl> {
        let here = self.tree.path(from);
        let near = |decl: &Decl| shared(parent(here), parent(self.tree.path(decl.file)));
        let best = all.iter().map(near).max()?;
        let mut nearest = all.iter().filter(|decl| near(decl) == best);
        let first = nearest.next()?;
        nearest.all(|other| other.file == first.file).then_some(*first)
    }

    /// What a name means in a namespace, the inner ones first, with what the file takes over from others by name.
    pub(crate) fn linked_name(&self, source: &Source, file: FileId, scope: ScopeId, name: Name, usage: Use) -> Entity {
        let text = self.names.text(name);
        let spaces = spaces_around(source, scope);
        let mut next = Some(scope);
        while let Some(id) = next {
            next = source.graph.scopes[id as usize].parent;
            for &binding in source.bindings_in(id, name) {
                let bound = &source.graph.bindings[binding as usize];
                if matches!(bound.kind, BindingKind::Import | BindingKind::Namespace)
                    && let Some(entity) = self.other_name(source, file, binding, usage)
                {
                    return entity;
                }
            }
        }
        for far in [false, true] {
            for space in &spaces {
                let path = if space.is_empty() { text.to_string() } else { format!("{space}.{text}") };
                if let Some(entity) = self.linked_entity(file, &path, usage, far) {
                    return entity;
                }
            }
            for space in self.used_spaces(source, file) {
                if let Some(entity) = self.linked_entity(file, &format!("{space}.{text}"), usage, far) {
                    return entity;
                }
            }
        }
        if usage == Use::Type
            && let Some(entity) = self.type_behind_macro(file, &text)
        {
            return entity;
        }
        // The repository has the name, but nothing says that it is this one.
        if usage == Use::Call && !self.is_std_name(source.language, name) && !self.linked(file, &text).is_empty() {
            return Entity::Missing;
        }
        Entity::External(self.names.intern(&format!("{}{text}", source.language.globals)))
    }

    /// What a using declaration or a namespace's other name stands for.
    fn other_name(&self, source: &Source, file: FileId, binding: u32, usage: Use) -> Option<Entity> {
        let path = self.written_path(source, binding)?;
        let bound = &source.graph.bindings[binding as usize];
        let spaces = spaces_around(source, bound.scope);
        for space in &spaces {
            let whole = if space.is_empty() { path.clone() } else { format!("{space}.{path}") };
            if let Some(entity) = self.linked_entity(file, &whole, usage, true) {
                return Some(entity);
            }
            if bound.kind == BindingKind::Namespace && !self.linked(file, &whole).is_empty() {
                return Some(Entity::Package(file, self.names.intern(&whole)));
            }
        }
        Some(Entity::External(self.names.intern(&path)))
    }

    pub(super) fn written_path(&self, source: &Source, binding: u32) -> Option<String> {
        let ty = source.graph.bindings[binding as usize].declared?;
        let Type::Name { path, .. } = &source.graph.types[ty as usize] else { return None };
        Some(path.iter().map(|&name| source.graph.name(name)).collect::<Vec<_>>().join("."))
    }

    /// What `name` of a namespace is.
    pub(crate) fn space_member(&self, from: FileId, space: Name, name: Name, usage: Use) -> Entity {
        let (space, name) = (self.names.text(space), self.names.text(name));
        let path = format!("{space}.{name}");
        let found = self.linked_entity(from, &path, usage, true);
        let outside = |path: &str| self.outside("", path);
        found.unwrap_or_else(|| match self.source(from).map(|source| source.language) {
            Some(language) if (language.implicit_package)(space.split('.').next().unwrap_or_default()).is_some() => {
                outside(&path)
            }
            _ => Entity::Missing,
        })
    }
}

/// The paths of the namespaces and classes around a scope, the innermost first, the file's own empty one last.
pub(crate) fn spaces_around(source: &Source, scope: ScopeId) -> Vec<String> {
    let mut next = Some(scope);
    let mut path = String::new();
    while let Some(id) = next {
        let here = &source.graph.scopes[id as usize];
        if let Some(symbol) = here.symbol {
            let symbol = &source.graph.symbols[symbol as usize];
            path = match (is_callable(symbol.kind), symbol.qualified.rsplit_once('.')) {
                // What a test's suite is called is no namespace.
                (true, _) if symbol.kind == SymbolKind::Function => {
                    let parent = symbol.parent.map(|parent| source.graph.symbols[parent as usize].qualified.clone());
                    parent.unwrap_or_default()
                }
                (true, Some((owner, _))) => owner.to_owned(),
                (true, None) => String::new(),
                (false, _) => symbol.qualified.clone(),
            };
            break;
        }
        next = here.parent;
    }
    let mut all = Vec::new();
    let mut rest = path.as_str();
    while !rest.is_empty() {
        all.push(rest.to_owned());
        rest = rest.rsplit_once('.').map_or("", |(outer, _)| outer);
    }
    all.push(String::new());
    all
}

fn is_alias(symbol: &Symbol) -> bool {
    symbol.kind == SymbolKind::TypeAlias
}

/// How many folders two folders share from the root on.
fn shared(one: &str, other: &str) -> usize {
    one.split('/').zip(other.split('/')).take_while(|(a, b)| a == b && !a.is_empty()).count()
}
