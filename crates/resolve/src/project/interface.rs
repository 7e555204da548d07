//! A hash over everything of a file that resolving another file can consult: what its declarations are,
//! hold and return, what it imports and exports, and the names that these rest on. Positions, bodies'
//! calls, quotes and documentation are not among it.
//!
//! The parts are numbered as they are found from the declarations outward, so that a part of a body that
//! nothing refers to changes nothing.

use crate::values::factories;
use crate::values::handed_params;
use facts::*;
use std::fmt::Write;
use xxhash_rust::xxh3::xxh3_128;

#[derive(Clone, Copy)]
pub(super) enum Part {
    Symbol(SymbolId),
    Binding(BindingId),
    Value(ValueId),
    Type(TypeId),
}

pub(super) struct Walk<'a> {
    pub graph: &'a FileGraph,
    /// The names that were said.
    names: Vec<bool>,
    /// The numbers of symbols, bindings, values and types, each by its id; none yet: [`NEW`].
    numbers: [Vec<u32>; 4],
    found: Vec<Part>,
    pub out: String,
    /// Where declarations are told one by one: what is said in place of one that is told apart.
    pub apart: Option<&'a Apart>,
    /// Of those, the ones that were referred to.
    pub referred: Vec<Part>,
}

/// What stands for the declarations that are told apart, by symbol and binding; none: it is part of what refers to it.
#[derive(Default)]
pub(super) struct Apart {
    pub symbols: Vec<Option<String>>,
    pub bindings: Vec<Option<String>>,
}

const NEW: u32 = u32::MAX;

/// The hash in hexadecimal: XXH3 of 128 bits. Who makes two versions of a file collide fools their own rescan alone.
pub fn hash(graph: &FileGraph) -> String {
    said(graph).0
}

/// The hash, and what it is made of.
pub(super) fn said(graph: &FileGraph) -> (String, Said) {
    let mut walk = Walk::new(graph, None);
    walk.file();
    walk.follow();
    let hash = format!("{:032x}", xxh3_128(walk.out.as_bytes()));
    (hash, Said { names: walk.names, numbers: walk.numbers })
}

/// The names and parts of a graph that its interface says something of.
pub(super) struct Said {
    pub names: Vec<bool>,
    numbers: [Vec<u32>; 4],
}

impl Said {
    pub fn has(&self, part: Part) -> bool {
        let number = match part {
            Part::Symbol(id) => self.numbers[0][id as usize],
            Part::Binding(id) => self.numbers[1][id as usize],
            Part::Value(id) => self.numbers[2][id as usize],
            Part::Type(id) => self.numbers[3][id as usize],
        };
        number != NEW
    }
}

impl<'a> Walk<'a> {
    pub(super) fn new(graph: &'a FileGraph, apart: Option<&'a Apart>) -> Self {
        let lengths = [graph.symbols.len(), graph.bindings.len(), graph.values.len(), graph.types.len()];
        let numbers = lengths.map(|length| vec![NEW; length]);
        let names = vec![false; graph.names.len()];
        Self { graph, names, numbers, found: Vec::new(), out: String::new(), apart, referred: Vec::new() }
    }

    /// Says the parts that were referred to, and those that these refer to.
    fn follow(&mut self) {
        let mut at = 0;
        while let Some(&part) = self.found.get(at) {
            self.part(part);
            at += 1;
        }
    }

    /// The same, and forgets them.
    pub(super) fn finish(&mut self) {
        self.follow();
        for part in std::mem::take(&mut self.found) {
            *self.number_of(part) = NEW;
        }
    }

    fn number_of(&mut self, part: Part) -> &mut u32 {
        match part {
            Part::Symbol(id) => &mut self.numbers[0][id as usize],
            Part::Binding(id) => &mut self.numbers[1][id as usize],
            Part::Value(id) => &mut self.numbers[2][id as usize],
            Part::Type(id) => &mut self.numbers[3][id as usize],
        }
    }

    pub(super) fn say(&mut self, what: impl std::fmt::Debug) {
        let _ = write!(self.out, "{what:?};");
    }

    /// As [`Self::say`] says a text.
    pub(super) fn text(&mut self, text: &str) {
        let plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
        if !text.bytes().all(plain) {
            return self.say(text);
        }
        self.out.push('"');
        self.out.push_str(text);
        self.out.push_str("\";");
    }

    /// As [`Self::say`] says a number.
    fn number(&mut self, mut number: usize) {
        let (mut digits, mut at) = ([0u8; 20], 20);
        loop {
            at -= 1;
            digits[at] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        self.out.extend(digits[at..].iter().map(|&digit| digit as char));
        self.out.push(';');
    }

    pub(super) fn name(&mut self, name: NameId) {
        let graph = self.graph;
        self.names[name as usize] = true;
        self.text(graph.name(name));
    }

    /// The number of a part; a new part is looked at later.
    pub(super) fn refer(&mut self, part: Part) {
        let apart = self.apart.and_then(|apart| match part {
            Part::Symbol(id) => apart.symbols[id as usize].as_deref(),
            Part::Binding(id) => apart.bindings[id as usize].as_deref(),
            Part::Value(_) | Part::Type(_) => None,
        });
        if let Some(name) = apart {
            self.referred.push(part);
            return self.text(name);
        }
        let next = self.found.len() as u32;
        let number = self.number_of(part);
        let known = *number != NEW;
        if !known {
            *number = next;
        }
        let number = *number;
        if !known {
            self.found.push(part);
        }
        self.number(number as usize);
    }

    pub(super) fn values(&mut self, values: &[ValueId]) {
        self.number(values.len());
        values.iter().for_each(|&value| self.refer(Part::Value(value)));
    }

    pub(super) fn types(&mut self, types: &[TypeId]) {
        self.number(types.len());
        types.iter().for_each(|&ty| self.refer(Part::Type(ty)));
    }

    pub(super) fn maybe(&mut self, part: Option<Part>) {
        match part {
            Some(part) => self.refer(part),
            None => self.text("-"),
        }
    }

    fn file(&mut self) {
        let graph = self.graph;
        self.header();
        for id in 0..graph.symbols.len() as SymbolId {
            if is_told(graph, id) {
                self.refer(Part::Symbol(id));
            }
        }
        let open = open_scopes(graph);
        for (id, binding) in graph.bindings.iter().enumerate() {
            if open[binding.scope as usize] {
                self.refer(Part::Binding(id as BindingId));
            }
        }
        for block in &graph.impls {
            self.block(block);
            block.members.iter().for_each(|&member| self.refer(Part::Symbol(member)));
        }
        graph.imports.iter().for_each(|import| self.import(import));
        graph.exports.iter().for_each(|export| self.export(export));
        handed_params::outline(graph).iter().for_each(|(_, _, call)| self.refer(Part::Value(*call)));
        factories::outline(graph).iter().for_each(|(_, _, made)| self.refer(Part::Value(*made)));
    }

    /// What the file as a whole is.
    pub(super) fn header(&mut self) {
        let graph = self.graph;
        self.say((GRAPH_VERSION, &graph.path, &graph.language, &graph.package, &graph.packages));
        self.say((graph.is_test, graph.not_for));
        self.say(graph.star_names.as_ref().map(|names| names.iter().map(|&name| graph.name(name)).collect::<Vec<_>>()));
    }

    /// A block that gives a type members, but for these.
    pub(super) fn block(&mut self, block: &Impl) {
        self.say(block.behind);
        self.refer(Part::Type(block.ty));
        for base in &block.bases {
            self.say(base.relation);
            self.refer(Part::Type(base.ty));
        }
    }

    pub(super) fn import(&mut self, import: &Import) {
        self.say((&import.specifier, import.dynamic));
        for imported in &import.names {
            self.name(imported.local);
            match imported.imported {
                Imported::Name(name) => self.name(name),
                Imported::Default => self.say("default"),
                Imported::Module => self.say("module"),
                Imported::All => self.say("all"),
                Imported::Nothing => self.say("nothing"),
            }
        }
    }

    /// The texts below an export, all that there are of one that is a whole.
    fn exported_texts(&mut self, export: &Export) {
        let graph = self.graph;
        let name = graph.name(export.name);
        let is_below =
            |path: &str| path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        for (path, text) in graph.member_texts(EXPORTED).filter(|(path, _)| name == "export=" || is_below(path)) {
            self.say((path, text));
        }
    }

    pub(super) fn export(&mut self, export: &Export) {
        self.name(export.name);
        match &export.what {
            Exported::Local(binding) => self.refer(Part::Binding(*binding)),
            Exported::Value(value) => {
                self.refer(Part::Value(*value));
                self.exported_texts(export);
            }
            Exported::From { specifier, name } => {
                self.text(specifier);
                self.name(*name);
            }
            Exported::AllFrom { specifier } => self.say(("all", specifier)),
            Exported::ModuleFrom { specifier } => self.say(("module", specifier)),
        }
    }

    pub(super) fn part(&mut self, part: Part) {
        let graph = self.graph;
        match part {
            Part::Symbol(id) => {
                self.symbol(&graph.symbols[id as usize]);
                self.say((graph.constant(id), graph.property_text(id)));
                graph.member_texts(id).for_each(|it| self.say(it));
                graph.given_to(id).into_iter().for_each(|to| self.name(to));
                if graph.is_made(id) {
                    self.text(&graph.symbols[graph.written(id) as usize].qualified);
                }
            }
            Part::Binding(id) => {
                let binding = &graph.bindings[id as usize];
                self.name(binding.name);
                let owner = self.owner(binding.scope).map(str::to_owned);
                self.say((binding.kind, owner));
                match (binding.import, self.apart) {
                    // Another import before it would give it another number.
                    (Some((import, at)), Some(_)) => {
                        self.import(&graph.imports[import as usize]);
                        self.say((at, graph.left_out.contains(&import), graph.global_imports.contains(&import)));
                    }
                    (import, _) => self.say(import),
                }
                graph.gate(id).into_iter().for_each(|gate| self.name(gate));
                self.maybe(binding.symbol.map(Part::Symbol));
                self.maybe(binding.declared.map(Part::Type));
                self.values(&binding.values);
            }
            Part::Value(id) => {
                self.value(&graph.values[id as usize]);
                graph.narrowings(id).iter().for_each(|it| self.narrowing(it));
            }
            Part::Type(id) => {
                self.ty(&graph.types[id as usize]);
                if graph.constancy.has_type(id) {
                    self.text("const");
                }
                if let Some(number) = graph.arithmetic.of_type(id) {
                    self.say(number as u8);
                }
            }
        }
    }

    /// The symbol whose body a scope belongs to.
    pub(super) fn owner(&self, scope: ScopeId) -> Option<&str> {
        let mut next = Some(scope);
        while let Some(scope) = next {
            let scope = &self.graph.scopes[scope as usize];
            if let Some(symbol) = scope.symbol {
                return Some(&self.graph.symbols[symbol as usize].qualified);
            }
            next = scope.parent;
        }
        None
    }

    /// What the scopes from here outward have as receivers: bare names may be members of these.
    pub(super) fn receivers(&mut self, scope: ScopeId) {
        let mut next = Some(scope);
        while let Some(scope) = next {
            let scope = &self.graph.scopes[scope as usize];
            scope.receiver.into_iter().for_each(|value| self.refer(Part::Value(value)));
            next = scope.parent;
        }
    }
}

/// Whether others can reach a symbol by itself: a function's own functions and variables are reached by what refers
/// to them alone.
pub(super) fn is_told(graph: &FileGraph, id: SymbolId) -> bool {
    let symbol = &graph.symbols[id as usize];
    let by_binding = matches!(symbol.kind, SymbolKind::Function | SymbolKind::Variable) && symbol.receiver.is_none();
    !by_binding || !is_local(graph, symbol)
}

/// Of each scope whether it lies in no function: what others find by a name, or types that they consult, may lead to
/// what is bound there, as what a namespace uses.
pub(super) fn open_scopes(graph: &FileGraph) -> Vec<bool> {
    let mut open: Vec<bool> = Vec::with_capacity(graph.scopes.len());
    for scope in &graph.scopes {
        let around = scope.parent.is_none_or(|parent| open.get(parent as usize).copied().unwrap_or_default());
        open.push(around && scope.kind != ScopeKind::Function);
    }
    open
}

/// Whether a symbol stands in a function's body. What a namespace holds that goes by a function's name does not.
fn is_local(graph: &FileGraph, symbol: &Symbol) -> bool {
    let own = symbol.scope.and_then(|scope| graph.scopes[scope as usize].parent);
    let mut around = std::iter::successors(own, |&scope| graph.scopes[scope as usize].parent);
    if own.is_some() && around.all(|scope| graph.scopes[scope as usize].kind != ScopeKind::Function) {
        return false;
    }
    let mut parent = symbol.parent;
    while let Some(id) = parent {
        let above = &graph.symbols[id as usize];
        if matches!(above.kind, SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor) {
            return true;
        }
        parent = above.parent;
    }
    false
}
