//! The call graph of one snapshot, held in memory, and the questions asked of it; one question a file.
//!
//! Everything is iterative and deterministic, and takes memory in proportion to the graph. Questions never read
//! names: a symbol is a [`Node`], the place of its id in the sorted list of ids.

mod artifact;
pub mod callers;
pub mod coupling;
mod csr;
pub mod cycles;
pub mod dead_code;
pub mod impact;
pub mod reachability;
mod strings;
pub mod test_cover;
mod walk;

pub use artifact::BadArtifact;
pub use csr::Csr;
use strings::Strings;
pub use walk::{Reached, Walk};

/// A symbol: its place in the ascending list of symbol ids.
pub type Node = u32;

/// Symbols that a graph holds at most.
pub const MAX_SYMBOLS: usize = 500_000;
/// Calls that a graph holds at most, counting several calls from one symbol to another once.
pub const MAX_CALLS: usize = 2_000_000;
/// Bytes of an id or a module's name at most.
pub const MAX_NAME: usize = 4_096;

/// Bytes of all ids, and of all modules' names, at most.
pub const MAX_TEXT: usize = 32 << 20;

/// How a call was resolved. Of several calls between two symbols, the graph keeps the surest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum How {
    Exact,
    Typed,
    Unique,
    /// One of several candidates.
    Ambiguous,
    /// Not a call: the callee is passed by name, so something may call it.
    Reference,
}

impl How {
    /// All there are, by number.
    pub const ALL: [Self; 5] = [Self::Exact, Self::Typed, Self::Unique, Self::Ambiguous, Self::Reference];
}

/// A set of [`How`]: which edges a question follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hows(u8);

impl Hows {
    /// Edges to the one declaration that is called.
    pub const RESOLVED: Self = Self(0b0_0111);
    /// Every edge that may be followed at run time.
    pub const ALL: Self = Self(0b1_1111);

    /// The set of these.
    pub fn of(hows: &[How]) -> Self {
        Self(hows.iter().fold(0, |set, how| set | 1 << *how as u8))
    }

    pub(crate) fn has(self, how: How) -> bool {
        self.0 & (1 << how as u8) != 0
    }
}

/// What is known of a symbol: a set of the constants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags(pub u8);

impl Flags {
    /// Visible outside its file by the language's rule.
    pub const EXPORTED: u8 = 1;
    /// Called from outside: a route, a job, a command, a page.
    pub const ENTRY: u8 = 1 << 1;
    /// Test code.
    pub const TEST: u8 = 1 << 2;
    /// Calls that could not be resolved name something of this name, so it may have callers the graph does not show.
    pub const UNCERTAIN: u8 = 1 << 3;
    /// The top-level code of a file, which runs when the file is loaded.
    pub const TOP_LEVEL: u8 = 1 << 4;
    /// A function, method, constructor or accessor.
    pub const CALLABLE: u8 = 1 << 5;
    /// A class, struct, interface, enum or alias.
    pub const TYPE: u8 = 1 << 6;
    /// Of a type: an interface or an abstract class.
    pub const ABSTRACT: u8 = 1 << 7;

    /// Whether any of `bits` is in the set.
    pub fn has(self, bits: u8) -> bool {
        self.0 & bits != 0
    }
}

/// What a graph is made from. `calls` holds places in `symbols`: caller, callee.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    pub symbols: Vec<PartSymbol>,
    pub calls: Vec<(u32, u32, How)>,
}

#[derive(Clone, Debug)]
pub struct PartSymbol {
    /// `path#qualified.name`
    pub id: String,
    /// What coupling is measured between: a directory or a package.
    pub module: String,
    pub flags: Flags,
}

/// Why parts make no graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadParts {
    TooManySymbols,
    TooManyCalls,
    NameTooLong,
    TooMuchText,
    /// Two symbols have one id.
    SameId,
    /// A call refers to a symbol that is not there.
    NoSuchSymbol,
}

/// The symbols of a snapshot and the calls between them, in both directions.
pub struct Graph {
    ids: Strings,
    modules: Strings,
    module_of: Vec<u32>,
    flags: Vec<Flags>,
    calls: Csr,
    callers: Csr,
}

impl Graph {
    /// Sorts the symbols by id and gathers the calls. The order of `parts` does not matter.
    pub fn from_parts(mut parts: Parts) -> Result<Self, BadParts> {
        if parts.symbols.len() > MAX_SYMBOLS {
            return Err(BadParts::TooManySymbols);
        }
        if parts.symbols.iter().any(|symbol| symbol.id.len() > MAX_NAME || symbol.module.len() > MAX_NAME) {
            return Err(BadParts::NameTooLong);
        }
        if parts.symbols.iter().map(|symbol| symbol.id.len()).sum::<usize>() > MAX_TEXT {
            return Err(BadParts::TooMuchText);
        }
        let mut order: Vec<u32> = (0..parts.symbols.len() as u32).collect();
        order.sort_unstable_by(|a, b| parts.symbols[*a as usize].id.cmp(&parts.symbols[*b as usize].id));
        let mut node_of = vec![0; order.len()];
        for (node, part) in order.iter().enumerate() {
            node_of[*part as usize] = node as u32;
        }
        for (caller, callee, _) in &mut parts.calls {
            let node = |part: u32| node_of.get(part as usize).copied().ok_or(BadParts::NoSuchSymbol);
            (*caller, *callee) = (node(*caller)?, node(*callee)?);
        }

        let sorted = || order.iter().map(|part| &parts.symbols[*part as usize]);
        let mut names: Vec<&str> = sorted().map(|symbol| symbol.module.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let modules = Strings::from_iter(names);
        let ids = Strings::from_iter(sorted().map(|symbol| symbol.id.as_str()));
        if !ids.is_ascending() {
            return Err(BadParts::SameId);
        }
        let module_of = sorted().filter_map(|symbol| modules.find(&symbol.module)).collect();
        let flags = sorted().map(|symbol| symbol.flags).collect();
        let calls = Csr::gather(ids.len(), parts.calls);
        if calls.len() > MAX_CALLS {
            return Err(BadParts::TooManyCalls);
        }
        Ok(Self::assemble(ids, modules, module_of, flags, calls))
    }

    fn assemble(ids: Strings, modules: Strings, module_of: Vec<u32>, flags: Vec<Flags>, calls: Csr) -> Self {
        let callers = calls.reversed();
        Self { ids, modules, module_of, flags, calls, callers }
    }

    /// The number of symbols; nodes are smaller.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are no symbols.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The symbol of this id.
    pub fn find(&self, id: &str) -> Option<Node> {
        self.ids.find(id)
    }

    /// A symbol's id.
    pub fn id(&self, node: Node) -> &str {
        self.ids.get(node)
    }

    /// What is known of a symbol.
    pub fn flags(&self, node: Node) -> Flags {
        self.flags[node as usize]
    }

    /// The number of modules.
    pub fn module_count(&self) -> usize {
        self.modules.len()
    }

    /// A module's name, by its number.
    pub fn module_name(&self, module: u32) -> &str {
        self.modules.get(module)
    }

    /// The number of a symbol's module.
    pub fn module_of(&self, node: Node) -> u32 {
        self.module_of[node as usize]
    }

    /// Who each symbol calls.
    pub fn calls(&self) -> &Csr {
        &self.calls
    }

    /// Who calls each symbol.
    pub fn callers(&self) -> &Csr {
        &self.callers
    }

    pub(crate) fn nodes(&self) -> std::ops::Range<Node> {
        0..self.len() as Node
    }
}

#[cfg(test)]
pub(crate) mod fixture {
    use super::*;

    /// A graph of exact calls written as `a>b`. The module of `m.a` is `m`; flags by the first letter behind the dot:
    /// `t…` a test, `e…` an entry point, `x…` exported, `u…` uncertain, `C…` a type, `A…` an abstract type; all but
    /// types are callable.
    pub fn graph(calls: &str) -> Graph {
        let mut parts = Parts::default();
        let place = |name: &str, parts: &mut Parts| {
            if let Some(at) = parts.symbols.iter().position(|symbol| symbol.id == name) {
                return at as u32;
            }
            let (module, own) = name.split_once('.').unwrap_or(("m", name));
            let flags = match own.as_bytes().first() {
                Some(b't') => Flags::TEST | Flags::CALLABLE,
                Some(b'e') => Flags::ENTRY | Flags::CALLABLE,
                Some(b'x') => Flags::EXPORTED | Flags::CALLABLE,
                Some(b'u') => Flags::UNCERTAIN | Flags::CALLABLE,
                Some(b'C') => Flags::TYPE,
                Some(b'A') => Flags::TYPE | Flags::ABSTRACT,
                _ => Flags::CALLABLE,
            };
            parts.symbols.push(PartSymbol { id: name.into(), module: module.into(), flags: Flags(flags) });
            parts.symbols.len() as u32 - 1
        };
        for call in calls.split_whitespace() {
            let mut chain = call.split('>').map(|name| place(name, &mut parts)).collect::<Vec<_>>().into_iter();
            let mut caller = chain.next().expect("a name");
            for callee in chain {
                parts.calls.push((caller, callee, How::Exact));
                caller = callee;
            }
        }
        Graph::from_parts(parts).expect("a graph")
    }

    pub fn ids(graph: &Graph, nodes: impl IntoIterator<Item = Node>) -> Vec<&str> {
        nodes.into_iter().map(|node| graph.id(node)).collect()
    }

    pub fn node(graph: &Graph, id: &str) -> Node {
        graph.find(id).expect("a symbol of this id")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbol(id: &str) -> PartSymbol {
        PartSymbol { id: id.into(), module: "m".into(), flags: Flags::default() }
    }

    #[test]
    fn several_calls_between_two_symbols_are_one_edge_of_the_surest_kind() {
        let calls = vec![(1, 0, How::Ambiguous), (1, 0, How::Typed), (1, 0, How::Reference), (0, 0, How::Exact)];
        let graph = Graph::from_parts(Parts { symbols: vec![symbol("b"), symbol("a")], calls }).expect("a graph");
        let edges = |csr: &Csr, node| csr.edges(node).collect::<Vec<_>>();
        assert_eq!(edges(graph.calls(), 0), [(1, How::Typed)]);
        assert_eq!(edges(graph.callers(), 1), [(0, How::Typed), (1, How::Exact)]);
    }

    #[test]
    fn parts_that_do_not_fit_together_are_refused() {
        let refused = |symbols, calls| Graph::from_parts(Parts { symbols, calls }).err();
        assert_eq!(refused(vec![symbol("a")], vec![(0, 1, How::Exact)]), Some(BadParts::NoSuchSymbol));
        assert_eq!(refused(vec![symbol("a"), symbol("a")], vec![]), Some(BadParts::SameId));
        assert_eq!(refused(vec![symbol(&"a".repeat(MAX_NAME + 1))], vec![]), Some(BadParts::NameTooLong));
        let many = (0..=MAX_SYMBOLS).map(|at| symbol(&at.to_string())).collect();
        assert_eq!(refused(many, vec![]), Some(BadParts::TooManySymbols));
    }
}
