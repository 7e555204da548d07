//! Members that a repository gives to what lies outside: interfaces in `declare module "x"`, `declare global` and
//! declared namespaces.

use crate::members::Hit;
use crate::project::names::Name;
use crate::project::outline::List;
use crate::targets::labels::{MAX_ALIASES, Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Ty};
use facts::{Builtin, FileGraph, Modifiers, SymbolId, SymbolKind, Type, Value, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The members of such interfaces by their names, those of bases in the same file among them; the interface each.
pub fn outline(graph: &FileGraph) -> Vec<(List, String, u32)> {
    let symbol = |id: SymbolId| &graph.symbols[id as usize];
    // A namespace with a name of its own belongs to the repository, but in what is declared to be global.
    let own: FxHashSet<SymbolId> = graph.bindings.iter().filter_map(|binding| binding.symbol).collect();
    let ambient = |id: SymbolId| {
        let namespace = symbol(id).kind == SymbolKind::Namespace && symbol(id).modifiers.has(Modifiers::AMBIENT);
        namespace && (!own.contains(&id) || symbol(id).parent.is_some_and(|above| !own.contains(&above)))
    };
    let mut given: FxHashMap<SymbolId, Vec<SymbolId>> = FxHashMap::default();
    for (id, interface) in graph.symbols.iter().enumerate() {
        if interface.kind != SymbolKind::Interface || !interface.parent.is_some_and(ambient) {
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
            let module = owner.graph.name(owner.graph.symbols[symbol.parent? as usize].name);
            if (imported || standard) && !below(module) {
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
