use super::{Language, PLAIN, System};

pub const LANGUAGE: Language =
    Language { system: System::Php, std_names: include_str!("../std_names/php.txt"), ..PLAIN };
