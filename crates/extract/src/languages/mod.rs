//! One folder a front end. Each fills a builder; what it makes of a tree stays in its folder.

use crate::builder::Builder;
use syntax::{FrontEnd, Language};

#[cfg(feature = "go")]
mod go;
#[cfg(feature = "python")]
mod python;
#[cfg(test)]
mod reading;
#[cfg(feature = "typescript")]
mod typescript;

/// What fills a builder with the graph of its source. It is never refused: what it cannot read it
/// reports with `Builder::problem`.
pub type Extract = fn(&mut Builder);

/// The front end of a language. None: this build leaves it out.
pub fn front_end(language: &Language) -> Option<Extract> {
    match language.front_end {
        #[cfg(feature = "typescript")]
        FrontEnd::Oxc => Some(typescript::extract),
        #[cfg(feature = "python")]
        FrontEnd::Ruff => Some(python::extract),
        #[cfg(feature = "go")]
        FrontEnd::TreeSitterGo => Some(go::extract),
        #[allow(unreachable_patterns, reason = "a build may leave front ends out")]
        _ => None,
    }
}
