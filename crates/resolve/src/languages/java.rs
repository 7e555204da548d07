use super::{Language, PLAIN, System};

pub const LANGUAGE: Language =
    Language { system: System::Jvm, std_names: include_str!("../std_names/java.txt"), ..PLAIN };
