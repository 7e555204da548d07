use super::{Language, PLAIN, System};

pub const LANGUAGE: Language =
    Language { system: System::Ruby, std_names: include_str!("../std_names/ruby.txt"), ..PLAIN };
