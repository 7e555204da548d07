//! Members that files give to functions and classes of others: `A.b = function …`, `A.prototype.b = function …`,
//! `A.extend({ b() {} })`.

use crate::languages;
use crate::naming::entities::{Entity, Use};
use crate::project::Project;
use crate::project::names::Name;
use crate::project::outline::List;
use crate::project::source::Source;
use crate::values::types::Decl;
use facts::{FileGraph, Imported, Symbol, SymbolId, SymbolKind, Type, Value};

/// As which name a file lists what it gives to what it imports as a module's default or as the module itself.
const DEFAULT: &str = "default";
/// Files that give something a member of one name: where there are more, none is meant.
const MAX_GIVING: usize = 32;

/// What a file's outline says of the members that it gives to what others declare, by their names and as `owner.member`:
/// mostly nothing of a name is given to anything, which is asked first.
pub(crate) fn outline(graph: &FileGraph) -> Vec<(List, String, u32)> {
    if !languages::of(&graph.language).computed_types {
        return Vec::new();
    }
    let given = (0..).zip(&graph.symbols).filter_map(|(id, symbol): (SymbolId, &Symbol)| {
        let (owner, name) = (owner_name(graph, symbol)?, graph.name(symbol.name));
        Some([(List::Given, name.to_owned(), id), (List::Given, format!("{owner}.{name}"), id)])
    });
    given.flatten().collect()
}

/// What the file that declares it calls what a member is given to.
fn owner_name<'g>(graph: &'g FileGraph, symbol: &Symbol) -> Option<&'g str> {
    let Type::Name { path, root, .. } = &graph.types[symbol.receiver? as usize] else { return None };
    let local = graph.name(*path.first()?);
    let Some((import, at)) = root.and_then(|root| graph.bindings[root as usize].import) else { return Some(local) };
    match graph.imports[import as usize].names.get(at as usize).map(|it| &it.imported) {
        Some(Imported::Name(name)) => Some(graph.name(*name)),
        _ => Some(DEFAULT),
    }
}

impl Project {
    /// The member that another file gives a function or class, or what that makes, where it is the only one of the name.
    pub(crate) fn given_member(&self, decl: Decl, name: Name, of_class: bool) -> Option<Decl> {
        let (source, symbol) = self.symbol(decl)?;
        let may_be = matches!(symbol.kind, SymbolKind::Function | SymbolKind::Class | SymbolKind::Method);
        if !source.language.computed_types || !may_be || self.listed(List::Given, name).is_empty() {
            return None;
        }
        let own = source.graph.name(symbol.name);
        let (mut of_instances, mut of_itself) = (Vec::new(), Vec::new());
        for owner in [Some(own), symbol.exported.then_some(DEFAULT)].into_iter().flatten() {
            let key = self.names.intern(&format!("{owner}.{}", self.names.text(name)));
            let listed = self.listed(List::Given, key);
            if listed.len() > MAX_GIVING {
                return None;
            }
            for &(file, symbol) in listed {
                let given = Decl { file, symbol };
                match self.is_given_to(source, decl, given, name) {
                    Some(true) if !of_class => of_instances.push(given),
                    Some(false) => of_itself.push(given),
                    _ => {}
                }
            }
        }
        let mut found = if of_instances.is_empty() { of_itself } else { of_instances };
        // What tests put in the place of something is there while they run.
        let is_test = |it: &Decl| self.source(it.file).is_some_and(|source| source.graph.is_test);
        if !found.iter().all(is_test) {
            found.retain(|it| !is_test(it));
        }
        match found[..] {
            [one] => Some(one),
            _ => None,
        }
    }

    /// Whether a member is given to what a declaration makes, or to that itself. None: to neither.
    fn is_given_to(&self, source: &Source, decl: Decl, given: Decl, name: Name) -> Option<bool> {
        let (other, symbol) = self.symbol(given)?;
        other.ask(name);
        let Type::Name { path, root, .. } = &other.graph.types[symbol.receiver? as usize] else { return None };
        let (first, rest) = path.split_first()?;
        let of_instances = match rest {
            [] => false,
            [second] if self.stands_for_prototype(source, decl, other.name(*second)) => true,
            _ => return None,
        };
        let owner = match root {
            Some(root) => self.binding(given.file, *root, Use::Value),
            None => self.free_name(given.file, 0, other.name(*first), Use::Value),
        };
        let owner = match owner {
            // What a module exports as a whole stands for it.
            Entity::Module(file) if file == decl.file => {
                let &whole = source.exports_named(self.names.intern("export=")).last()?;
                self.exported(file, whole, Use::Value)
            }
            owner => owner,
        };
        (owner == Entity::Symbol(decl)).then_some(of_instances)
    }

    /// Whether a function's member is its prototype: `A.fn = A.prototype`.
    fn stands_for_prototype(&self, source: &Source, decl: Decl, member: Name) -> bool {
        if &*self.names.text(member) == "prototype" {
            return true;
        }
        let is_own =
            |value: &facts::ValueId| source.graph.values[*value as usize] == Value::This { owner: Some(decl.symbol) };
        let members = source.members_named(Some(decl.symbol), member).iter();
        members.map(|&id| &source.graph.symbols[id as usize]).any(|it| it.initial.first().is_some_and(is_own))
    }
}
