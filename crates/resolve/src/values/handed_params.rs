//! Parameters of JavaScript that say no type: what they are given wherever their function is known to be called. Of what
//! makes an instance these are all places of the repository; of other functions those of their own file, where nothing
//! else can reach them.

use crate::project::outline::List;
use crate::project::source::Source;
use crate::values::eval::Eval;
use crate::values::handed_params_of_functions;
use crate::values::types::{Decl, FileId, Head, THIS, Ty};
use facts::{
    BindingId, Call, CallKind, FileGraph, Imported, ReferenceKind, Relation, SymbolId, SymbolKind, Type, Value, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Of a function that is called in more places nothing is said.
pub(super) const MAX_SITES: usize = 32;
/// A parameter is one of so many types at most.
const MAX_TYPES: usize = 12;
/// What everybody makes, and no repository declares.
const STANDARD: [&str; 14] = [
    "Array",
    "Buffer",
    "Date",
    "Error",
    "Function",
    "Map",
    "Object",
    "Promise",
    "Proxy",
    "RegExp",
    "Set",
    "TypeError",
    "URL",
    "Uint8Array",
];

/// Where a file makes instances and hands something to them that may be of a type of the repository, by the last name of
/// the class; the value of the call.
pub fn outline(graph: &FileGraph) -> Vec<(List, String, u32)> {
    if !is_untyped(graph) || graph.is_test || graph.is_generated {
        return Vec::new();
    }
    let made = graph.calls.iter().filter_map(|call| {
        let made = call.result.filter(|_| call.arguments > 0 && !call.spread)?;
        let (Value::New { arguments, .. } | Value::Call { arguments, .. }) = &graph.values[made as usize] else {
            return None;
        };
        let is_telling = |it: &ValueId| {
            matches!(
                graph.values[*it as usize],
                Value::This { .. } | Value::Name { .. } | Value::Member { .. } | Value::New { .. } | Value::Call { .. }
            )
        };
        let name = made_by(graph, call).filter(|name| !STANDARD.contains(name))?;
        let name = imported_as(graph, call.callee).unwrap_or_else(|| name.to_owned());
        arguments.iter().any(is_telling).then_some((List::Made, name, made))
    });
    made.chain(handed_params_of_functions::outline(graph)).collect()
}

/// The name under which another file of the repository knows what is imported here under any: of what is the whole of a
/// module, or its default, the module's.
pub(super) fn imported_as(graph: &FileGraph, value: ValueId) -> Option<String> {
    let Value::Name { binding: Some(binding), .. } = graph.values[value as usize] else { return None };
    let (import, at) = graph.bindings[binding as usize].import?;
    let import = graph.imports.get(import as usize).filter(|it| it.specifier.starts_with('.'))?;
    match import.names.get(at as usize)?.imported {
        Imported::Name(name) => Some(graph.name(name).to_owned()),
        Imported::Default | Imported::Module => Some(module_name(&import.specifier)),
        Imported::All | Imported::Nothing => None,
    }
}

/// What the last part of a path to a module says, without its ending; of a folder's `index` that is the folder.
pub(super) fn module_name(path: &str) -> String {
    let plain = |part: &str| !part.is_empty() && !matches!(part, "." | "..");
    let mut parts = path.rsplit('/').filter(|it| plain(it));
    let last = parts.next().unwrap_or_default();
    let stem = [".js", ".cjs", ".mjs", ".jsx"].iter().find_map(|end| last.strip_suffix(end)).unwrap_or(last);
    let name = if stem == "index" { parts.next().unwrap_or(stem) } else { stem };
    format!("./{name}")
}

/// Whether types are written nowhere in a file.
pub(crate) fn is_untyped(graph: &FileGraph) -> bool {
    graph.language == "javascript"
}

/// The last name of the class of which a call makes an instance, or fills one of a class that extends it.
fn made_by<'g>(graph: &'g FileGraph, call: &Call) -> Option<&'g str> {
    match (call.kind, &graph.values[call.callee as usize]) {
        (CallKind::New, _) => Some(graph.name(call.name)),
        (CallKind::Super, Value::Super { owner: Some(owner) }) => {
            let bases = &graph.symbols[*owner as usize].bases;
            let base = bases.iter().find(|base| base.relation == Relation::Extends)?;
            match &graph.types[base.ty as usize] {
                Type::Name { path, .. } => path.last().map(|name| graph.name(*name)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The calls of a file's own functions, by the function; of those that something else may call, none.
pub(crate) type OwnSites = (FileId, FxHashMap<SymbolId, Vec<ValueId>>);

impl Eval<'_> {
    /// What a parameter without a type is given where its function is called; unknown where one place does not tell.
    pub(crate) fn param_by_sites(&mut self, source: &Source, file: FileId, id: BindingId) -> Ty {
        let binding = &source.graph.bindings[id as usize];
        // What it is given again may be anything; what a place asks of the function that stands there is no such thing.
        if !is_untyped(&source.graph) || !binding.values.iter().all(|&it| is_asked(source, it)) {
            return Ty::UNKNOWN;
        }
        let Some(function) = source.graph.scopes[binding.scope as usize].symbol else { return Ty::UNKNOWN };
        let symbol = &source.graph.symbols[function as usize];
        let position = symbol.params.iter().position(|param| param.binding == Some(id) && !param.rest);
        let Some(position) = position else { return Ty::UNKNOWN };
        let class = match symbol.kind {
            SymbolKind::Constructor => symbol.parent,
            SymbolKind::Function if source.has_fields(function) => Some(function),
            _ => None,
        };
        let sites = match class {
            Some(class) => self.makers(source, Decl { file, symbol: class }),
            None if symbol.exported => match self.callers(source, Decl { file, symbol: function }) {
                Some(sites) => sites,
                None => return Ty::UNKNOWN,
            },
            None if file == self.file => self.own_sites(source, file, function),
            None => return Ty::UNKNOWN,
        };
        self.given_at(&sites, position, id)
    }

    /// Where instances of a class are made.
    fn makers(&mut self, source: &Source, class: Decl) -> Vec<(FileId, ValueId)> {
        let name = source.symbol_name(class.symbol);
        let of_module = self.name(&module_name(&source.graph.path));
        let mut sites = self.project.listed(List::Made, name).to_vec();
        sites.extend(self.project.listed(List::Made, of_module));
        if sites.len() > MAX_SITES {
            return Vec::new();
        }
        sites.retain(|&(file, call)| {
            let Some(other) = self.source(file) else { return false };
            match other.graph.values[call as usize] {
                Value::New { callee, .. } => {
                    let made = self.value(file, callee);
                    matches!(*self.types.head(made), Head::Class(of) | Head::Func(of, ..) if of == class)
                }
                Value::Call { callee, .. } => match other.graph.values[callee as usize] {
                    Value::Super { owner: Some(symbol) } => {
                        let base = self.lineage(Decl { file, symbol }).first().copied();
                        base.is_some_and(|base| matches!(*self.types.head(base), Head::Instance(of, _) if of == class))
                    }
                    _ => false,
                },
                _ => false,
            }
        });
        sites
    }

    /// The type of what is given at a position in these places.
    fn given_at(&mut self, sites: &[(FileId, ValueId)], position: usize, param: BindingId) -> Ty {
        let mut types = Vec::new();
        for &(file, call) in sites {
            let Some(source) = self.source(file) else { return Ty::UNKNOWN };
            let (Value::New { arguments, .. } | Value::Call { arguments, .. }) = &source.graph.values[call as usize]
            else {
                return Ty::UNKNOWN;
            };
            let Some(&argument) = arguments.get(position) else { continue };
            let is_own = file == self.file && is_behind(source, argument, param);
            if is_own || matches!(source.graph.values[argument as usize], Value::Builtin(facts::Builtin::Null)) {
                continue;
            }
            let floor = std::mem::replace(&mut self.floor, u32::MAX);
            let given = self.value(file, argument);
            let leads_back = self.floor != u32::MAX;
            self.floor = self.floor.min(floor);
            // What is handed on to another of the kind is what this one was given.
            if leads_back && given.is_unknown() {
                continue;
            }
            let given = match *self.types.head(given) {
                Head::Param(of, THIS) => self.types.instance(of, &[]),
                _ => given,
            };
            if matches!(self.types.head(given), Head::Unknown | Head::Dynamic | Head::External(_)) {
                return Ty::UNKNOWN;
            }
            if !types.contains(&given) {
                types.push(given);
            }
        }
        if types.len() > MAX_TYPES { Ty::UNKNOWN } else { self.types.union(types) }
    }

    /// The calls of a function in its file. Empty: it may be called from elsewhere.
    fn own_sites(&mut self, source: &Source, file: FileId, function: SymbolId) -> Vec<(FileId, ValueId)> {
        if self.own_sites.as_ref().is_none_or(|(of, _)| *of != file) {
            self.own_sites = Some((file, sites_of(source)));
        }
        let sites = self.own_sites.as_ref().and_then(|(_, all)| all.get(&function));
        let sites = sites.filter(|sites| sites.len() <= MAX_SITES);
        sites.into_iter().flatten().map(|&call| (file, call)).collect()
    }
}

/// The function that a value names which only its own file can call: a function, a member of a variable, a private method.
fn own_function(source: &Source, value: ValueId) -> Option<SymbolId> {
    let graph = &source.graph;
    let declared = |binding: BindingId| graph.bindings[binding as usize].symbol;
    let found = match graph.values[value as usize] {
        Value::Name { binding: Some(binding), .. } => declared(binding)?,
        Value::Member { object, name } => {
            let owner = match graph.values[object as usize] {
                Value::Name { binding: Some(binding), .. } => {
                    let holder = &graph.symbols[declared(binding)? as usize];
                    let is_own = holder.kind == SymbolKind::Variable && !holder.exported;
                    declared(binding).filter(|_| is_own)?
                }
                Value::This { owner } if graph.name(name).starts_with('#') => owner?,
                _ => return None,
            };
            match source.members_named(Some(owner), source.name(name)) {
                &[only] => only,
                _ => return None,
            }
        }
        _ => return None,
    };
    let symbol = &graph.symbols[found as usize];
    (matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method) && !symbol.exported).then_some(found)
}

fn sites_of(source: &Source) -> FxHashMap<SymbolId, Vec<ValueId>> {
    let graph = &source.graph;
    let passed = graph.references.iter().filter(|it| it.kind == ReferenceKind::Callback);
    let escaped: FxHashSet<SymbolId> = passed.filter_map(|it| own_function(source, it.value)).collect();
    let mut sites: FxHashMap<SymbolId, Vec<ValueId>> = FxHashMap::default();
    let mut open = escaped;
    for call in &graph.calls {
        let Some(function) = own_function(source, call.callee) else { continue };
        match call.result.filter(|_| !call.spread) {
            Some(result) => sites.entry(function).or_default().push(result),
            None => _ = open.insert(function),
        }
    }
    sites.retain(|function, _| !open.contains(function));
    sites
}

/// Whether a value is what a place asks of the function that stands there.
pub(crate) fn is_asked(source: &Source, value: ValueId) -> bool {
    matches!(source.graph.values[value as usize], Value::CallbackParam { .. } | Value::Takes { .. })
}

/// Whether a value is something behind what a name holds: what it was given to, or a part of that.
pub(crate) fn is_behind(source: &Source, value: ValueId, name: BindingId) -> bool {
    name_behind(source, value) == Some(name)
}

/// The name that a value starts from.
pub(crate) fn name_behind(source: &Source, mut value: ValueId) -> Option<BindingId> {
    loop {
        value = match source.graph.values[value as usize] {
            Value::Name { binding, .. } => return binding,
            Value::Member { object, .. }
            | Value::Index { object }
            | Value::Item { object, .. }
            | Value::Part { object, .. }
            | Value::Await { object } => object,
            Value::Call { callee, .. } => callee,
            _ => return None,
        };
    }
}
