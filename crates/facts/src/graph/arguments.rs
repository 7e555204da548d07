//! What calls, decorators and reads are given, as it is written: what rules about libraries ask for.

use super::*;
use serde::{Deserialize, Serialize};

/// Of a call's arguments, of a list's items and of an object's members so many are kept.
pub const SHAPES_LIMIT: usize = 32;
/// Lists and objects inside of each other are kept so deep.
pub const SHAPE_DEPTH: u8 = 3;

/// An argument, by name where it is given so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Given {
    pub name: Option<NameId>,
    pub shape: Shape,
}

/// What an argument is as written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Shape {
    /// The text of a string, redacted, at most 200 characters, of SQL 4,000. What is put into it stays as written.
    Text(NameId),
    /// A text that is put together of others, at most 200 characters: what is put in between stands as `${…}`.
    Joined(NameId),
    /// A number, a flag, nothing, as written.
    Literal(NameId),
    /// A name, a member, a call: what resolution follows.
    Value(ValueId),
    /// A function written in place, and how many parameters it has; it is the code of the symbol around.
    Function { line: u32, params: u32 },
    /// The named members of an object, map or struct literal.
    Object(Vec<(NameId, Shape)>),
    /// The items of a list, a tuple, an array.
    List(Vec<Shape>),
    /// Anything else.
    Other,
}

/// A function written in place that a call is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// What is called.
    pub callee: ValueId,
    /// The bytes from its first to behind its last.
    pub from: u32,
    pub to: u32,
}

/// A setting of the environment that is read by its name: `process.env.PORT`, `os.environ["PORT"]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setting {
    pub caller: Option<SymbolId>,
    /// What holds the settings, as written: `process.env`.
    pub holder: NameId,
    /// `${key}` where a variable names it.
    pub name: NameId,
    pub at: Point,
    /// What stands in where it is not set, as written; empty where that is no literal. None: nothing does.
    pub default: Option<String>,
    /// Reading it fails where it is not set.
    pub required: bool,
}

/// What happens where a value is nothing or empty: `a ?? "b"`, `if a == "" { … }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandIn {
    pub of: ValueId,
    /// The text that takes its place, redacted. None: something else does, or nothing.
    pub text: Option<NameId>,
    /// The code gives up: it throws, gives back an error, ends the program.
    pub fails: bool,
}
