use super::{Language, PLAIN, System};

pub const LANGUAGE: Language =
    Language { system: System::Rust, std_names: include_str!("../std_names/rust.txt"), ..PLAIN };
