//! What one source file says by itself, in one shape for every language.
//!
//! Lists refer to each other by index (the `…Id` types). Every name is an index into
//! [`FileGraph::names`]. Values and types that matter for resolving calls are small expression trees
//! in two arenas, [`FileGraph::values`] and [`FileGraph::types`]; an arena's node refers only to nodes
//! with smaller indices, so a walk over one always ends.

use serde::{Deserialize, Serialize};

mod arena;
mod arguments;
mod constancy;
mod decisions;
mod flows;
mod names;
mod numbers;
mod platforms;
mod sites;
mod symbols;
mod values;
mod words;

pub use arena::Arena;
pub use arguments::*;
pub use constancy::{Branch, Constancy};
pub use decisions::Decision;
pub use flows::*;
pub use names::*;
pub use numbers::{Number, Numbers};
pub use platforms::*;
pub use sites::*;
pub use symbols::*;
pub use values::*;

/// The local name of an import that brings all macros of a crate to every module: `#[macro_use] extern crate a`.
pub const MACROS: &str = "#[macro_use]";
/// The local name of an import that is a macro's call: a module has the items that the macro makes there.
pub const SPREAD: &str = "macro!()";

/// Index into [`FileGraph::names`].
pub type NameId = u32;
/// Index into [`FileGraph::symbols`].
pub type SymbolId = u32;
/// Index into [`FileGraph::scopes`].
pub type ScopeId = u32;
/// Index into [`FileGraph::bindings`].
pub type BindingId = u32;
/// Index into [`FileGraph::values`].
pub type ValueId = u32;
/// Index into [`FileGraph::types`].
pub type TypeId = u32;
/// Index into [`FileGraph::imports`].
pub type ImportId = u32;

/// The version of this shape. A stored graph of another version is extracted again.
pub const GRAPH_VERSION: u32 = 29;

/// One file. `extract(path, bytes)` is a pure function, so equal bytes at an equal path give an equal graph.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FileGraph {
    /// Relative to the repository's root, `/` between the parts.
    pub path: String,
    /// Lower case, as users write it: `typescript`, `tsx`, `javascript`, `python`, `go`.
    pub language: String,
    /// The package or namespace that the file as a whole declares (`package a.b;`), dotted; none where it
    /// declares none.
    pub package: Option<String>,
    /// The blocks of a file that name a package of their own, by their scope: C#'s and PHP's namespaces.
    /// Written out in full where they nest. What stands in none of them is in `package`.
    pub packages: Vec<(ScopeId, String)>,
    /// The platforms that the file is not built for.
    pub not_for: Platforms,
    pub lines: u32,
    pub bytes: u32,
    pub is_test: bool,
    pub is_generated: bool,
    pub names: Vec<String>,
    pub symbols: Arena<Symbol>,
    /// The texts of variables, fields and enumeration's members that hold one, by symbol: redacted, at most 200
    /// characters. Sorted by symbol.
    pub constants: Vec<(SymbolId, NameId)>,
    /// The texts that variables hold that are given one value, put together of others too, as [`Shape::Joined`] has
    /// them; by binding. Sorted by binding.
    pub texts: Vec<(BindingId, NameId)>,
    /// The same of properties that look like addresses, and of a file's variables that are put together, by symbol.
    /// Of those that list texts each is a line. Sorted by symbol.
    pub property_texts: Vec<(SymbolId, NameId)>,
    /// The texts that a module's constants hold as members of objects and of lists of such, by the path that leads to
    /// each: `films.list`, `0.path`; what a name stands for as `${name}`. Under [`EXPORTED`] those of what a file exports
    /// that is no declaration, behind the name of the export where it is no whole. Of JavaScript; sorted by symbol.
    pub member_texts: Vec<(SymbolId, NameId, NameId)>,
    /// The numbers and flags that they hold, as written, sorted likewise.
    pub numbers: Vec<(SymbolId, NameId)>,
    /// Symbols that stand in no source: what annotations have the build make, each with the declaration that it stands
    /// for. A use of one is told as a use of that. Sorted by symbol.
    pub made: Vec<(SymbolId, SymbolId)>,
    pub impls: Vec<Impl>,
    /// The first is the module's.
    pub scopes: Arena<Scope>,
    pub bindings: Arena<Binding>,
    pub values: Arena<Value>,
    pub types: Arena<Type>,
    pub constancy: Constancy,
    pub arithmetic: Numbers,
    /// The branches of conditionals of the build, in the order of their starts.
    pub branches: Vec<Branch>,
    /// The outermost statements of which parts run under a condition, each by its first and last line; in order.
    pub conditionals: Vec<(u32, u32)>,
    /// What tests say of names, sorted by the use; of one use from the outermost test to the innermost.
    pub narrowings: Vec<Narrowing>,
    pub imports: Vec<Import>,
    /// Those of the imports that every file of the project has (C#'s `global using`).
    pub global_imports: Vec<ImportId>,
    /// Those of the imports that declare modules which are rather not built: `#[cfg(windows)] mod windows;`.
    pub left_out: Vec<ImportId>,
    /// What stands in the braces of a macro that other files define, by the macro's name with `!`: modules that are files
    /// of their own, and of several things that a scope binds under one name the one that is meant unless the macro says
    /// that it is not built. In the order in which they were found.
    pub gates: Vec<(BindingId, NameId)>,
    /// The types that are declared in the braces of a macro which other files define, by the macro's name with `!`: what
    /// its rules implement for the type they are given has the macro's symbol as parent. Sorted by symbol.
    pub given_types: Vec<(SymbolId, NameId)>,
    pub exports: Vec<Export>,
    pub calls: Vec<Call>,
    /// Literals of types that the file imports, as calls of the type by which every member is given by its name:
    /// Go's `&cobra.Command{Use: "serve"}`. Of C# the members of local names that are set, with what they are set to where that is a text.
    pub literals: Vec<Call>,
    /// What calls are given that is not constant, sorted by call.
    pub flows: Vec<CallFlow>,
    /// What stands inside of functions that calls are given, where a language tells.
    pub blocks: Vec<Block>,
    pub references: Vec<Reference>,
    /// Settings of the environment that are read by name, other than by calls.
    pub settings: Vec<Setting>,
    /// What stands in for values where these are nothing or empty.
    pub stand_ins: Vec<StandIn>,
    /// What names are given that leave the file, by the node of the name: a variable of the package, what a call gives
    /// or a name holds as a member. Of Python, what a module adds to the lists that names stand for.
    pub stored: Vec<(ValueId, ValueId)>,
    pub errors: Vec<ErrorSite>,
    /// The calls of which nobody takes the last result, by where the called names stand ([`Call::at`]), sorted.
    pub dropped: Vec<u32>,
    /// What functions decide by the path of a request. Of JavaScript.
    pub decisions: Vec<Decision>,
    /// Statements that assert something, by whose code they are.
    pub assertions: Vec<(Option<SymbolId>, u32)>,
    pub secrets: Vec<SecretSite>,
    pub tests: Vec<Test>,
    pub problems: Vec<Problem>,
    /// Python's `__all__`: the names that `import *` takes. None: the language's default rule.
    pub star_names: Option<Vec<NameId>>,
    /// The text of every line that a call, reference or import row quotes, by line number, trimmed,
    /// redacted and at most 160 characters. Sorted by line.
    pub quotes: Vec<(u32, String)>,
}

/// What stands in the place of a symbol for what a file exports that is none.
pub const EXPORTED: SymbolId = SymbolId::MAX;

impl FileGraph {
    /// The text of a name.
    pub fn name(&self, id: NameId) -> &str {
        &self.names[id as usize]
    }

    /// The declaration that a symbol is told as: for one that stands in no source another.
    pub fn written(&self, symbol: SymbolId) -> SymbolId {
        let at = self.made.binary_search_by_key(&symbol, |(symbol, _)| *symbol);
        at.map_or(symbol, |at| self.made[at].1)
    }

    /// The macro with `!` in whose braces stands what a name is bound to, see [`FileGraph::gates`].
    pub fn gate(&self, binding: BindingId) -> Option<NameId> {
        self.gates.iter().find(|(gated, _)| *gated == binding).map(|(_, gate)| *gate)
    }

    /// The macro with `!` that a type is given to where it is declared.
    pub fn given_to(&self, symbol: SymbolId) -> Option<NameId> {
        let at = self.given_types.binary_search_by_key(&symbol, |(symbol, _)| *symbol).ok()?;
        Some(self.given_types[at].1)
    }

    /// Whether a symbol stands in no source.
    pub fn is_made(&self, symbol: SymbolId) -> bool {
        self.written(symbol) != symbol
    }

    /// The text that a symbol holds.
    pub fn constant(&self, symbol: SymbolId) -> Option<&str> {
        let at = self.constants.binary_search_by_key(&symbol, |(symbol, _)| *symbol).ok()?;
        Some(self.name(self.constants[at].1))
    }

    /// The text that a variable holds, see [`FileGraph::texts`].
    pub fn text(&self, binding: BindingId) -> Option<&str> {
        let at = self.texts.binary_search_by_key(&binding, |(binding, _)| *binding).ok()?;
        Some(self.name(self.texts[at].1))
    }

    /// The text that a property holds, see [`FileGraph::property_texts`].
    pub fn property_text(&self, symbol: SymbolId) -> Option<&str> {
        let at = self.property_texts.binary_search_by_key(&symbol, |(symbol, _)| *symbol).ok()?;
        Some(self.name(self.property_texts[at].1))
    }

    /// What the members of a constant hold, see [`FileGraph::member_texts`].
    pub fn member_texts(&self, symbol: SymbolId) -> impl Iterator<Item = (&str, &str)> {
        let from = self.member_texts.partition_point(|(it, ..)| *it < symbol);
        let of = self.member_texts[from..].iter().take_while(move |(it, ..)| *it == symbol);
        of.map(move |(_, path, text)| (self.name(*path), self.name(*text)))
    }

    /// Whether a value is a text that is written in its place.
    pub fn is_text(&self, value: ValueId) -> bool {
        match self.values[value as usize] {
            Value::Builtin(Builtin::String) => true,
            // Java's and C#'s are of a class.
            Value::Instance { ty } => matches!(
                &self.types[ty as usize],
                Type::Name { path, .. } if path.last().is_some_and(|it| matches!(self.name(*it), "String" | "string"))
            ),
            _ => false,
        }
    }

    /// What tests say of a name where it is used.
    pub fn narrowings(&self, value: ValueId) -> &[Narrowing] {
        let start = self.narrowings.partition_point(|it| it.value < value);
        let count = self.narrowings[start..].iter().take_while(|it| it.value == value).count();
        &self.narrowings[start..start + count]
    }

    /// The branches that a line stands in.
    fn branches_around(&self, line: u32) -> impl Iterator<Item = &Branch> {
        let before = self.branches.partition_point(|it| it.from < line);
        self.branches[..before].iter().filter(move |it| line < it.to)
    }

    /// Whether no build reads both lines: they stand in different branches of one conditional.
    pub fn excludes(&self, one: u32, other: u32) -> bool {
        let mut around = self.branches_around(one);
        around.any(|it| self.branches_around(other).any(|other| it.group == other.group && it.from != other.from))
    }

    /// Whether every build that reads one line reads the other.
    pub fn implies(&self, one: u32, other: u32) -> bool {
        self.branches_around(other).all(|it| it.from < one && one < it.to)
    }

    /// Whether what stands on a line runs under a condition.
    pub fn is_conditional(&self, line: u32) -> bool {
        self.condition_around(line).is_some()
    }

    /// The line on which the condition begins under which what stands on a line runs.
    pub fn condition_around(&self, line: u32) -> Option<u32> {
        let before = self.conditionals.partition_point(|(from, _)| *from <= line);
        self.conditionals[..before].last().filter(|(_, to)| line <= *to).map(|(from, _)| *from)
    }

    /// Of the modifiers, those that tell who reads a line.
    pub fn readers(&self, line: u32) -> Modifiers {
        Modifiers(self.branches_around(line).fold(0, |all, it| all | it.readers.0))
    }

    /// What a call is given, where any of it is not constant.
    pub fn flow(&self, call: u32) -> Option<&CallFlow> {
        let at = self.flows.binary_search_by_key(&call, |flow| flow.call).ok()?;
        Some(&self.flows[at])
    }

    /// The stored bytes of a graph.
    pub fn encode(&self) -> Vec<u8> {
        postcard::to_stdvec(self).unwrap_or_default()
    }

    /// Reads [`FileGraph::encode`]'s bytes. None: damaged, or of another version.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        postcard::from_bytes(bytes).ok()
    }
}

/// `byte` counts from the start of the file as it lies on disk (a BOM counts). `line` starts at 1
/// and ends at LF, CRLF or a lone CR; `column` is in bytes from the line's first byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Point {
    pub byte: u32,
    pub line: u32,
    pub column: u32,
}

/// From the first byte of a thing to behind its last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    pub start: Point,
    pub end: Point,
}
