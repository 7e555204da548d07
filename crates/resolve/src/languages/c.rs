use super::{Language, PLAIN, System};

pub const LANGUAGE: Language =
    Language { system: System::Include, links: true, std_names: include_str!("../standard/std_names/c.txt"), ..PLAIN };
