//! What a single-file component is read as.

use std::rc::Rc;
use syntax::Dialect;

/// A component as one program.
pub struct Component {
    pub text: String,
    /// The program without the template.
    pub scripts: String,
    pub dialect: Dialect,
    /// In the order of the file.
    pub expressions: Vec<Expression>,
    /// `$name` means what the store `name` holds.
    pub stores: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// An element of the component that it names.
    Element,
    /// A value that the template reads, calls or passes on.
    Value,
}

/// A part of the template in the program.
pub struct Expression {
    pub start: u32,
    pub end: u32,
    pub usage: Use,
    /// Names that the template gives here: they hide those of the script.
    pub locals: Rc<[String]>,
}
