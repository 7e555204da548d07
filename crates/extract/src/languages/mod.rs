//! One folder a front end. Each fills a builder; what it makes of a tree stays in its folder.

use crate::builder::Builder;
use facts::FileGraph;
use syntax::{FrontEnd, Language, Source};

#[cfg(any(feature = "java", feature = "kotlin"))]
mod android;
#[cfg(any(feature = "c", feature = "cpp"))]
mod c_family;
#[cfg(feature = "typescript")]
mod components;
#[cfg(feature = "c-sharp")]
mod csharp;
#[cfg(feature = "go")]
mod go;
#[cfg(feature = "java")]
mod java;
#[cfg(feature = "kotlin")]
mod kotlin;
pub mod lexis;
#[cfg(feature = "lua")]
mod lua;
#[cfg(feature = "python")]
mod notebooks;
#[cfg(feature = "php")]
mod php;
#[cfg(feature = "python")]
mod python;
#[cfg(test)]
mod reading;
#[cfg(feature = "ruby")]
mod ruby;
#[cfg(feature = "rust")]
mod rust;
#[cfg(feature = "swift")]
mod swift;
#[cfg(feature = "typescript")]
mod typescript;
#[cfg(feature = "xaml")]
mod xaml;

/// What fills a builder with the graph of its source. It is never refused: what it cannot read it
/// reports with `Builder::problem`.
pub type Extract = fn(&mut Builder);

/// What reads a file that holds sources in another form: its path, its language, its text, its bytes.
pub type Unpack = fn(&str, &'static Language, &Source, usize) -> FileGraph;

/// What unpacks the files of a language. None: they are sources themselves.
pub fn container(language: &Language) -> Option<Unpack> {
    match language.front_end {
        #[cfg(feature = "python")]
        FrontEnd::Jupyter => Some(notebooks::extract),
        _ => None,
    }
}

/// The front end of a language. None: this build leaves it out.
pub fn front_end(language: &Language) -> Option<Extract> {
    match language.front_end {
        #[cfg(feature = "c")]
        FrontEnd::C => Some(c_family::extract),
        #[cfg(feature = "cpp")]
        FrontEnd::Cpp => Some(c_family::extract),
        #[cfg(feature = "c-sharp")]
        FrontEnd::CSharp => Some(csharp::extract),
        #[cfg(feature = "go")]
        FrontEnd::Go => Some(go::extract),
        #[cfg(feature = "java")]
        FrontEnd::Java => Some(java::extract),
        #[cfg(feature = "kotlin")]
        FrontEnd::Kotlin => Some(kotlin::extract),
        #[cfg(feature = "lua")]
        FrontEnd::Lua => Some(lua::extract),
        #[cfg(feature = "php")]
        FrontEnd::Php => Some(php::extract),
        #[cfg(feature = "python")]
        FrontEnd::Ruff => Some(python::extract),
        #[cfg(feature = "ruby")]
        FrontEnd::Ruby => Some(ruby::extract),
        #[cfg(feature = "rust")]
        FrontEnd::Rust => Some(rust::extract),
        #[cfg(feature = "swift")]
        FrontEnd::Swift => Some(swift::extract),
        #[cfg(feature = "typescript")]
        FrontEnd::Oxc => Some(typescript::extract),
        #[cfg(feature = "typescript")]
        FrontEnd::Vue => Some(components::extract_vue),
        #[cfg(feature = "typescript")]
        FrontEnd::Svelte => Some(components::extract_svelte),
        #[cfg(feature = "typescript")]
        FrontEnd::Astro => Some(components::extract_astro),
        #[cfg(feature = "xaml")]
        FrontEnd::Xaml => Some(xaml::extract),
        #[allow(unreachable_patterns, reason = "a build may leave front ends out")]
        _ => None,
    }
}
