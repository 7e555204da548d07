//! Members that a repository gives to what lies outside: interfaces in `declare module "x"`, `declare global` and
//! declared namespaces.

use crate::members::Hit;
use crate::naming::globals::is_script;
use crate::project::names::Name;
use crate::project::outline::List;
use crate::targets::labels::{MAX_ALIASES, Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Ty};
use facts::{Builtin, FileGraph, Modifiers, SymbolId, SymbolKind, Type, Value, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Types of a browser's own that declarations of an application add to.
const GLOBAL_TYPES: [&str; 4] = ["Document", "Navigator", "Screen", "Window"];

/// What holds what is declared to be global.
const GLOBAL: &str = "global";

/// Whether a path from outside leads to a thing of a type that is outside, too: by its module or namespace, of what is
/// global by the type's own name or that of the one thing that has it (`window`, `document`).
fn is_of(path: &str, module: &str, interface: &str) -> bool {
    if module == GLOBAL {
        let path = path.strip_prefix("globalThis.").unwrap_or(path);
        let is_whole = matches!(path, "globalThis" | "self") && interface == "Window";
        let mut first = path.chars();
        let capital = first.next().map(|it| it.to_ascii_uppercase());
        return is_whole || capital == interface.chars().next() && interface.get(1..) == Some(first.as_str());
    }
    path.rsplit_once('.').is_some_and(|(_, last)| last == interface) && is_kin(path, module)
}

/// Whether a path begins with a module, or with a word of its name: `express` of `express-serve-static-core`.
fn is_kin(path: &str, module: &str) -> bool {
    let root = path.split('.').next().unwrap_or(path);
    let mut words = module.split(['@', '/', '-', '.']);
    path.strip_prefix(module).is_some_and(|rest| rest.starts_with('.')) || words.any(|it| it.eq_ignore_ascii_case(root))
}

/// Whether a declaration stands in what a file says of a module: `declare module "x"`. It says what lies outside.
fn is_in_module(graph: &FileGraph, symbol: SymbolId) -> bool {
    let above = |id: &SymbolId| graph.symbols[*id as usize].parent;
    let Some(outermost) = std::iter::successors(Some(symbol), above).last() else { return false };
    let it = &graph.symbols[outermost as usize];
    it.kind == SymbolKind::Namespace
        && it.modifiers.has(Modifiers::AMBIENT)
        && graph.name(it.name) != GLOBAL
        && !graph.bindings.iter().any(|binding| binding.symbol == Some(outermost))
}

/// The members of such interfaces by their names, those of bases in the same file among them; the interface each.
pub fn outline(graph: &FileGraph) -> Vec<(List, String, u32)> {
    let symbol = |id: SymbolId| &graph.symbols[id as usize];
    // A namespace with a name of its own belongs to the repository, but in what is declared to be global.
    let own: FxHashSet<SymbolId> = graph.bindings.iter().filter_map(|binding| binding.symbol).collect();
    let ambient = |id: SymbolId| {
        let namespace = symbol(id).kind == SymbolKind::Namespace && symbol(id).modifiers.has(Modifiers::AMBIENT);
        namespace && (!own.contains(&id) || symbol(id).parent.is_some_and(|above| !own.contains(&above)))
    };
    let is_shared = is_script(graph);
    let is_named_global = |it: &facts::Symbol| GLOBAL_TYPES.contains(&graph.name(it.name));
    let mut given: FxHashMap<SymbolId, Vec<SymbolId>> = FxHashMap::default();
    for (id, interface) in graph.symbols.iter().enumerate() {
        let is_given = interface.parent.map_or_else(|| is_shared && is_named_global(interface), ambient);
        if interface.kind != SymbolKind::Interface || !is_given {
            continue;
        }
        given.entry(id as SymbolId).or_default().push(id as SymbolId);
        for base in &interface.bases {
            let Type::Name { root: Some(root), path, .. } = &graph.types[base.ty as usize] else { continue };
            if let (Some(base), 1) = (graph.bindings[*root as usize].symbol, path.len()) {
                given.entry(base).or_default().push(id as SymbolId);
            }
        }
    }
    if given.is_empty() {
        return Vec::new();
    }
    let members = graph.symbols.iter().filter(|it| matches!(it.kind, SymbolKind::Method | SymbolKind::Property));
    let named = members.filter_map(|member| Some((graph.name(member.name), given.get(&member.parent?)?)));
    named.flat_map(|(name, owners)| owners.iter().map(move |&it| (List::Augmented, name.to_owned(), it))).collect()
}

impl Eval<'_> {
    /// Where a callee leads, members that the repository gives to what lies outside among them.
    pub(crate) fn called(&mut self, file: FileId, callee: ValueId) -> Verdict {
        let verdict = self.target(file, callee, MAX_ALIASES);
        let value = self.source(file).map(|source| (source, &source.graph.values[callee as usize]));
        match (value, verdict.external) {
            (Some((source, Value::Member { name, .. })), Some(path)) => {
                self.augmented(file, source.name(*name), path).unwrap_or(verdict)
            }
            _ => verdict,
        }
    }

    /// Whether a declaration says what a module outside has.
    pub(crate) fn tells_of_module(&self, decl: Decl) -> bool {
        self.project.source(decl.file).is_some_and(|source| is_in_module(&source.graph, decl.symbol))
    }

    /// A call of a member of something outside that the repository itself has given that member.
    pub(crate) fn augmented(&mut self, file: FileId, name: Name, path: Name) -> Option<Verdict> {
        let listed = self.project.listed(List::Augmented, name).to_vec();
        if listed.is_empty() {
            return None;
        }
        let (source, path) = (self.source(file)?, self.text(path));
        let standard = self.project.is_std_name(source.language, name);
        let below = |module: &str| path.strip_prefix(module).is_some_and(|rest| rest.starts_with('.'));
        let imported = source.imports().iter().any(|import| below(&import.specifier));
        let mut found: Option<Decl> = None;
        for (other, interface) in listed {
            let decl = Decl { file: other, symbol: interface };
            let (owner, symbol) = self.project.symbol(decl)?;
            let named = |id: SymbolId| owner.graph.name(owner.graph.symbols[id as usize].name);
            let module = symbol.parent.map_or(GLOBAL, named);
            let is_other = is_in_module(&owner.graph, interface) && !is_kin(&path, module);
            if (imported || standard) && !below(module) || is_other {
                continue;
            }
            // What rules know of a library it has by itself, whatever a repository says of its types.
            if is_in_module(&owner.graph, interface) && self.project.rules.knows(&path, &owner.graph.language) {
                continue;
            }
            let this = self.types.instance(decl, &[]);
            match self.members(this, name).first() {
                Some(Hit::Declared(member, ..)) if found.is_none_or(|it| it == *member) => found = Some(*member),
                Some(Hit::Declared(..)) => return None,
                _ => {}
            }
        }
        let called = found.filter(|decl| !self.holds_data(*decl))?;
        Some(Verdict::one(Resolution::Unique, called))
    }

    /// A member that the repository gives to a thing outside: of `window` what `interface Window` declares, `user` of
    /// `express.Request`.
    pub(crate) fn added_member(&mut self, path: Name, name: Name) -> Option<Vec<Hit>> {
        let listed = self.project.listed(List::Augmented, name).to_vec();
        if listed.is_empty() {
            return None;
        }
        let path = self.text(path);
        let member = format!("{path}.{}", self.text(name));
        for (file, symbol) in listed {
            let decl = Decl { file, symbol };
            let (owner, interface) = self.project.symbol(decl)?;
            let named = |id: SymbolId| owner.graph.name(owner.graph.symbols[id as usize].name);
            if !is_of(&path, interface.parent.map_or(GLOBAL, named), owner.graph.name(interface.name)) {
                continue;
            }
            if is_in_module(&owner.graph, symbol) && self.project.rules.knows(&member, &owner.graph.language) {
                continue;
            }
            let this = self.types.instance(decl, &[]);
            let hits = self.members(this, name);
            if let Some(Hit::Declared(..)) = hits.first() {
                return Some(hits);
            }
        }
        None
    }

    /// Whether a property is declared to hold what cannot be called: a text, a list.
    fn holds_data(&mut self, property: Decl) -> bool {
        let ty = self.symbol_value(property);
        let options: Vec<Ty> = match self.types.head(ty) {
            Head::Union(options) => options.to_vec(),
            _ => vec![ty],
        };
        let is_data = |it: &Ty| match self.types.head(*it) {
            Head::Builtin(it) => !matches!(it, Builtin::Function),
            Head::Std(..) | Head::Tuple(_) => true,
            _ => false,
        };
        options.iter().all(is_data)
    }
}
