use super::{Language, PLAIN, System};

pub const LANGUAGE: Language = Language { system: System::Include, links: true, std_names: std_names::C, ..PLAIN };
