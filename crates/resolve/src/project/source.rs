//! A file's graph as other files consult it: without texts that only its own unit holds, and with
//! indices for the questions that resolution asks.

use crate::languages::{self, Language};
use crate::naming::{linkage, module_tree};
use crate::project::consulted::{self, Asked};
use crate::project::index::Index;
use crate::project::names::{Name, Names};
use crate::values::types::FileId;
use facts::{
    BindingId, BindingKind, FileGraph, Modifiers, NameId, ScopeId, ScopeKind, SymbolId, SymbolKind, Type, TypeId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Whoever looks for something by a name asks for that name. What is then looked at by its number is part of what the
/// name stands for, see `changes.rs`. Who goes through all that a file declares says so: [`Source::whole`].
#[derive(Debug)]
pub struct Source {
    file: FileId,
    asked: Rc<Asked>,
    pub graph: FileGraph,
    pub language: &'static Language,
    names: Box<[Name]>,
    /// The keys of methods that may share their name with a field.
    called: FxHashMap<NameId, Name>,
    /// Symbols by parent and name.
    members: Index<(Option<SymbolId>, Name)>,
    /// Bindings by scope and name.
    bindings: Index<(u32, Name)>,
    /// Exports by name, and those of everything another module exports.
    exports: Index<Name, usize>,
    pub star_exports: Vec<usize>,
    /// Imports that bring every name of a module into the file's scope, as (import, name).
    pub star_imports: Vec<usize>,
    /// Functions that have methods, fields or accessors.
    with_fields: FxHashSet<SymbolId>,
    /// Bindings that take over all names of a namespace.
    pub used_spaces: Vec<BindingId>,
    /// Symbols by their path, where files are linked by names.
    linked: Index<Name>,
    /// Classes whose members their outer class has too.
    promoted: FxHashMap<SymbolId, Vec<SymbolId>>,
    /// Methods declared outside their type: type's name → methods.
    pub methods_by_receiver: FxHashMap<Name, Vec<SymbolId>>,
    /// Blocks for types of the file itself, by the type's name.
    own_blocks: Index<Name>,
}

impl Source {
    pub fn new(file: FileId, graph: FileGraph, names: &Names, asked: Rc<Asked>) -> Self {
        let language = languages::of(&graph.language);
        let texts: Box<[Name]> = graph.names.iter().map(|text| names.intern(text)).collect();
        let mut declared = Declared::default();
        graph.symbols.scan(|at, symbol| {
            let is_member = declared.symbol(language, names, &texts, at, symbol);
            if let Some(receiver) = symbol.receiver.filter(|_| is_member)
                && let Some(owner) = type_name(&graph, receiver)
            {
                declared.methods_by_receiver.entry(texts[owner as usize]).or_default().push(at);
            }
        });
        let star = names.intern("*");
        let mut used_spaces = Vec::new();
        let mut bindings = Vec::with_capacity(graph.bindings.len());
        graph.bindings.scan(|at, binding| {
            let name = texts[binding.name as usize];
            if name == star && binding.kind == BindingKind::Namespace {
                used_spaces.push(at);
            }
            bindings.push(((binding.scope, name), at));
        });
        let (mut exports, mut star_exports) = (Vec::with_capacity(graph.exports.len()), Vec::new());
        for (at, export) in graph.exports.iter().enumerate() {
            let name = texts[export.name as usize];
            match export.what {
                facts::Exported::AllFrom { .. } if name == star => star_exports.push(at),
                _ => exports.push((name, at)),
            }
        }
        let brings_all = |import: &facts::Import| import.names.iter().any(|it| it.imported == facts::Imported::All);
        let star_imports = (0..).zip(&graph.imports).filter(|(_, it)| brings_all(it)).map(|(at, _)| at).collect();
        let blocks = (0..).zip(&graph.impls).filter_map(|(at, block)| {
            let symbol = module_tree::own_type(&graph, block.ty)?;
            Some((texts[graph.symbols[symbol as usize].name as usize], at))
        });
        let own_blocks = Index::new(blocks.collect());
        let Declared { members, called, with_fields, linked, promoted, methods_by_receiver, .. } = declared;
        Self {
            file,
            asked,
            language,
            names: texts,
            called,
            members: Index::new(members),
            bindings: Index::new(bindings),
            exports: Index::new(exports),
            star_exports,
            star_imports,
            with_fields,
            used_spaces,
            linked: Index::new(linked),
            promoted,
            methods_by_receiver,
            own_blocks,
            graph,
        }
    }

    pub fn name(&self, id: NameId) -> Name {
        self.names[id as usize]
    }

    /// The name under which a symbol is found as a member.
    pub fn member_name(&self, id: SymbolId, names: &Names) -> Name {
        let symbol = &self.graph.symbols[id as usize];
        let name = self.name(symbol.name);
        if self.language.separate_methods && symbol.kind == SymbolKind::Method { names.called(name) } else { name }
    }

    pub fn symbol_name(&self, id: SymbolId) -> Name {
        self.name(self.graph.symbols[id as usize].name)
    }

    /// The name under which a symbol is found among its parent's members.
    pub fn symbol_key(&self, id: SymbolId) -> Name {
        let symbol = &self.graph.symbols[id as usize];
        let named = symbol.kind == SymbolKind::Constructor && self.language.named_constructors;
        let called = self.called.get(&symbol.name).filter(|_| named || symbol.kind == SymbolKind::Method);
        called.copied().unwrap_or(self.names[symbol.name as usize])
    }

    /// Notes that all the declarations of the file are gone through.
    pub fn whole(&self) -> &Self {
        self.asked.whole(self.file);
        self
    }

    /// All imports.
    pub fn imports(&self) -> &[facts::Import] {
        self.asked.special(self.file, consulted::IMPORTS);
        &self.graph.imports
    }

    /// The constructors that a class declares, in order.
    pub fn constructors(&self, class: SymbolId) -> impl Iterator<Item = (SymbolId, &facts::Symbol)> {
        self.asked.special(self.file, consulted::CONSTRUCTORS);
        let symbols = (0..).zip(&self.graph.symbols);
        symbols.filter(move |(_, it)| it.parent == Some(class) && it.kind == SymbolKind::Constructor)
    }

    /// Notes that what it declares under a name is looked for.
    pub fn ask(&self, name: Name) {
        self.asked.name_of(self.file, name);
    }

    /// The symbols directly inside another.
    pub fn children(&self, parent: SymbolId) -> impl Iterator<Item = SymbolId> {
        self.whole();
        let symbols = self.graph.symbols.iter().enumerate().skip(parent as usize + 1);
        symbols.filter(move |(_, symbol)| symbol.parent == Some(parent)).map(|(id, _)| id as SymbolId)
    }

    /// The symbols directly inside another that are written by a name, in order.
    pub fn children_named(&self, parent: SymbolId, name: Name) -> impl Iterator<Item = SymbolId> {
        self.ask(name);
        let symbols = (0..).zip(&self.graph.symbols).skip(parent as usize + 1);
        let named = symbols.filter(move |(_, it)| it.parent == Some(parent) && self.name(it.name) == name);
        named.map(|(id, _)| id)
    }

    /// The symbols of a name directly inside another symbol, or at the top level.
    pub fn members_named(&self, parent: Option<SymbolId>, name: Name) -> &[SymbolId] {
        self.ask(name);
        self.members.get((parent, name))
    }

    /// The symbols of a path, in order.
    pub fn linked(&self, path: Name) -> &[SymbolId] {
        self.ask(path);
        self.linked.get(path)
    }

    /// Whether a symbol makes a function that it stands in one that has fields.
    pub fn is_field(symbol: &facts::Symbol) -> bool {
        matches!(symbol.kind, SymbolKind::Method | SymbolKind::Property | SymbolKind::Getter)
    }

    /// Whether a function has methods, fields or accessors: it makes what has them.
    pub fn has_fields(&self, function: SymbolId) -> bool {
        self.with_fields.contains(&function)
    }

    /// The classes inside a class whose members it has too.
    pub fn promoted(&self, class: SymbolId) -> &[SymbolId] {
        self.promoted.get(&class).map_or(&[], Vec::as_slice)
    }

    /// The blocks for a type of the file itself that goes by this name.
    pub fn own_blocks(&self, name: Name) -> &[u32] {
        self.own_blocks.get(name)
    }

    pub fn exports_named(&self, name: Name) -> &[usize] {
        self.ask(name);
        self.exports.get(name)
    }

    /// The binding of a top-level name. What `usable` refuses gives way to what it takes.
    pub fn top_binding(&self, name: Name, usable: impl Fn(BindingKind) -> bool) -> Option<BindingId> {
        self.binding_in(0, name, usable)
    }

    /// The bindings of a name in a scope, in order.
    pub fn bindings_in(&self, scope: u32, name: Name) -> &[BindingId] {
        self.ask(name);
        self.bindings.get((scope, name))
    }

    pub fn binding_in(&self, scope: u32, name: Name, usable: impl Fn(BindingKind) -> bool) -> Option<BindingId> {
        let all = self.bindings_in(scope, name);
        let kind = |id: BindingId| self.graph.bindings[id as usize].kind;
        let mut liked = all.iter().copied().filter(|&id| usable(kind(id)));
        let first = liked.next();
        // A function that has a binding of its own beside an import hides that.
        let hides = first.is_some_and(|id| self.language.rebinds && kind(id) == BindingKind::Import);
        let hiding = liked.find(|&id| hides && kind(id) == BindingKind::Function);
        hiding.or(first).or_else(|| all.first().copied())
    }

    /// The symbols that one declaration is spread over: merged interfaces, classes and namespaces,
    /// overloads. The symbol itself comes first.
    pub fn merged(&self, id: SymbolId) -> Vec<SymbolId> {
        let symbol = &self.graph.symbols[id as usize];
        let mut all = vec![id];
        let same = self.members_named(symbol.parent, self.name(symbol.name));
        all.extend(same.iter().copied().filter(|&other| other != id && self.merges(id, other)));
        all
    }

    fn merges(&self, one: SymbolId, other: SymbolId) -> bool {
        let kind = |id: SymbolId| self.graph.symbols[id as usize].kind;
        let typelike =
            |kind| matches!(kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Namespace | SymbolKind::Enum);
        let callable = |kind| {
            matches!(kind, SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor | SymbolKind::Namespace)
        };
        let modifiers = |id: SymbolId| self.graph.symbols[id as usize].modifiers;
        let merges = (typelike(kind(one)) && typelike(kind(other)))
            || (callable(kind(one))
                && callable(kind(other))
                && [one, other].iter().any(|&id| {
                    modifiers(id).has(Modifiers::OVERLOAD | Modifiers::AMBIENT) || kind(id) == SymbolKind::Namespace
                }));
        merges && self.stand_together(one, other) && self.share_path(one, other)
    }

    /// Whether two declarations of one name have the same around them, as it is written: `a.A = …` is not `b.A = …`.
    fn share_path(&self, one: SymbolId, other: SymbolId) -> bool {
        let around = |id: SymbolId| {
            let qualified = &self.graph.symbols[id as usize].qualified;
            qualified.rsplit_once('.').map_or("", |(around, _)| around)
        };
        !self.language.computed_types || around(one) == around(other)
    }

    /// Whether two declarations of one name can be one thing: in functions only those of one scope are.
    fn stand_together(&self, one: SymbolId, other: SymbolId) -> bool {
        let scopes = &self.graph.scopes;
        let around = |id: SymbolId| scopes[self.graph.symbols[id as usize].scope? as usize].parent;
        let (Some(one), Some(other)) = (around(one), around(other)) else { return true };
        let is_local = |scope: ScopeId| {
            let mut all = std::iter::successors(Some(scope), |&scope| scopes[scope as usize].parent);
            all.any(|scope| scopes[scope as usize].kind == ScopeKind::Function)
        };
        one == other || !(is_local(one) || is_local(other))
    }
}

/// What going once through a file's symbols finds.
#[derive(Default)]
struct Declared {
    /// The kinds of those that were gone through, and whether they stand in a function.
    kinds: Vec<(SymbolKind, bool)>,
    members: Vec<((Option<SymbolId>, Name), SymbolId)>,
    called: FxHashMap<NameId, Name>,
    with_fields: FxHashSet<SymbolId>,
    linked: Vec<(Name, SymbolId)>,
    promoted: FxHashMap<SymbolId, Vec<SymbolId>>,
    methods_by_receiver: FxHashMap<Name, Vec<SymbolId>>,
    /// Enumerations whose members are those of what is around, and that.
    enums: FxHashMap<SymbolId, Option<SymbolId>>,
}

impl Declared {
    /// Takes a symbol; whether it is a member of what is made of its parent, and not only of that itself.
    fn symbol(
        &mut self,
        language: &Language,
        names: &Names,
        texts: &[Name],
        at: SymbolId,
        symbol: &facts::Symbol,
    ) -> bool {
        let above = symbol.parent.map(|parent| self.kinds[parent as usize]);
        let is_local = above.is_some_and(|(kind, is_local)| is_local || linkage::is_callable(kind));
        self.kinds.push((symbol.kind, is_local));
        let in_body = above.is_some_and(|(kind, _)| linkage::is_callable(kind));
        if symbol.modifiers.has(Modifiers::TITLED) || in_body && symbol.modifiers.has(Modifiers::OF_LITERAL) {
            return false;
        }
        let mut name = texts[symbol.name as usize];
        if language.links && !is_local {
            self.linked.push((names.intern(&linkage::path(symbol)), at));
            match symbol.parent.and_then(|parent| self.enums.get(&parent)) {
                Some(&Some(around)) if symbol.kind == SymbolKind::EnumMember => {
                    self.members.push(((Some(around), name), at));
                    self.linked.push((names.intern(&linkage::beside_enum(&linkage::path(symbol))), at));
                }
                Some(None) if symbol.kind == SymbolKind::EnumMember => {
                    self.linked.push((names.intern(&linkage::beside_enum(&linkage::path(symbol))), at));
                }
                _ if symbol.kind == SymbolKind::Enum && symbol.modifiers.has(Modifiers::EMBEDDED) => {
                    self.enums.insert(at, symbol.parent);
                }
                _ => {}
            }
        }
        let named = symbol.kind == SymbolKind::Constructor && language.named_constructors;
        if language.separate_methods && (named || symbol.kind == SymbolKind::Method) {
            name = *self.called.entry(symbol.name).or_insert_with(|| names.called(name));
            let lower = names.lower(name);
            if language.ignores_case && lower != name {
                self.members.push(((symbol.parent, lower), at));
            }
        }
        if language.singleton_members {
            let constant = symbol.modifiers.has(Modifiers::READONLY);
            let of_class = symbol.modifiers.has(Modifiers::STATIC) && !constant;
            if of_class || symbol.modifiers.has(Modifiers::CLASS_METHOD) {
                self.members.push(((symbol.parent, names.singleton(name)), at));
            }
            if of_class {
                return false;
            }
        }
        self.members.push(((symbol.parent, name), at));
        let Some(parent) = symbol.parent else { return true };
        if Source::is_field(symbol) && above.is_some_and(|(kind, _)| kind == SymbolKind::Function) {
            self.with_fields.insert(parent);
        }
        if symbol.kind == SymbolKind::Class && symbol.modifiers.has(Modifiers::EMBEDDED) {
            self.promoted.entry(parent).or_default().push(at);
        }
        true
    }
}

/// A function type's parts.
pub struct Signature<'g> {
    pub receiver: Option<TypeId>,
    pub params: &'g [TypeId],
    pub returns: Option<TypeId>,
}

/// The parts of a function type. None: it is another type.
pub fn signature(graph: &FileGraph, ty: TypeId) -> Option<Signature<'_>> {
    let (ty, receiver) = match graph.types[ty as usize] {
        Type::Extension { receiver, function } => (function, Some(receiver)),
        Type::Generic { function, .. } => (function, None),
        _ => (ty, None),
    };
    match &graph.types[ty as usize] {
        Type::Function { params, returns } => Some(Signature { receiver, params, returns: *returns }),
        _ => None,
    }
}

/// The last name of a named type.
pub fn type_name(graph: &FileGraph, ty: facts::TypeId) -> Option<NameId> {
    match &graph.types[ty as usize] {
        facts::Type::Name { path, .. } => path.last().copied(),
        facts::Type::Optional { inner } => type_name(graph, *inner),
        _ => None,
    }
}
