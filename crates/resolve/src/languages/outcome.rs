//! How functions of a language fail.

/// How a function tells its caller that something went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It throws, which its result does not tell.
    Thrown,
    /// Its last result is of the type of this name.
    LastResult(&'static str),
    /// It gives a value or what went wrong in one.
    Result,
}

impl Outcome {
    /// The type's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Thrown => "",
            Self::LastResult(name) => name,
            Self::Result => "Result",
        }
    }
}
