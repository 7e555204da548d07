//! What a file does at a place: calls, references, tests, problems.

use super::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CallKind {
    Call,
    New,
    /// A tagged template.
    Tag,
    /// `super(…)`.
    Super,
    /// Go's `go f()`, `defer f()` are `Call`.
    Optional,
    /// What an operator, a subscript, a delegate or a declaration of several names calls without naming it: a row only
    /// where it leads to one declaration of the repository.
    Implied,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    pub kind: CallKind,
    /// The innermost named symbol around the call; none at the top level. Calls in an anonymous
    /// callback belong to the named function around it.
    pub caller: Option<SymbolId>,
    pub callee: ValueId,
    /// The called name: `b` of `a.b()`, `C` of `new C()`, `super`. Empty where there is none: `f()()`, `x[i]()`.
    pub name: NameId,
    /// The callee as written, on one line, redacted, at most 80 characters kept from its end; ends in the called name.
    pub text: String,
    /// Where the called name stands.
    pub at: Point,
    /// The line on which the call expression starts.
    pub start_line: u32,
    pub arguments: u32,
    /// An argument is spread, so `arguments` is a lower bound.
    pub spread: bool,
    /// The arguments as written, at most [`SHAPES_LIMIT`]; none where a language does not tell.
    pub given: Vec<Given>,
    /// What the call gives, as a value.
    pub result: Option<ValueId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReferenceKind {
    /// A JSX element.
    Jsx,
    /// A decorator without parentheses (one with them is a call too).
    Decorator,
    /// A function or class passed by name as an argument, assigned, returned or listed.
    Callback,
}

/// A use of a symbol that is not a call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reference {
    pub kind: ReferenceKind,
    pub caller: Option<SymbolId>,
    pub value: ValueId,
    pub name: NameId,
    pub at: Point,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ErrorKind {
    Throw,
    /// What was caught is thrown on.
    Rethrow,
    Catch,
    /// Caught or given back, and nothing is done.
    Swallow,
    /// Given back to the caller as a value: Go's `return err`, Rust's `?`.
    Propagate,
    /// The program or thread gives up: Go's and Rust's panics, `unwrap`.
    Panic,
    /// What comes from anywhere below ends here: Go's `recover()`.
    Boundary,
}

/// Where errors are thrown and caught.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorSite {
    pub kind: ErrorKind,
    pub caller: Option<SymbolId>,
    /// The error, or its type as a value that names it; none where anything is thrown or caught.
    pub of: Option<ValueId>,
    /// As written, redacted, at most 80 characters; empty where nothing is.
    pub text: String,
    pub at: Point,
    /// The last line of what catches.
    pub end_line: u32,
}

/// Where a secret is written. Its value is nowhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SecretSite {
    /// `aws-key`, `private-key`, `password`, …
    pub kind: NameId,
    /// `high`, `medium`, `low`
    pub severity: NameId,
    /// The same for the same secret wherever it stands; none of what could be found by trying.
    pub fingerprint: Option<String>,
    pub line: u32,
    /// Stands in documentation, which shows what such things look like.
    pub is_sample: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TestKind {
    Suite,
    Case,
    Fixture,
    /// `beforeEach`, `setUp`, `TestMain`.
    Hook,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Test {
    pub kind: TestKind,
    /// The title as written, or the function's name; redacted, at most 160 characters.
    pub name: String,
    /// `vitest`, `jest`, `mocha`, `node:test`, `pytest`, `unittest`, `go test`, … by what the file imports.
    pub framework: String,
    /// The test function, where it is a symbol.
    pub symbol: Option<SymbolId>,
    pub line: u32,
    pub end_line: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ProblemKind {
    Encoding,
    /// A part of the file was not understood; the rest was.
    Syntax,
    /// A line that was left out so that the rest could be read.
    LeftOut,
    /// From here on nothing was understood.
    GaveUp,
    TooDeep,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Problem {
    pub kind: ProblemKind,
    pub at: Point,
    /// The last line of what was not understood.
    pub end_line: u32,
    pub message: String,
}
