use super::{Language, PLAIN, System};

pub const LANGUAGE: Language =
    Language { system: System::Swift, std_names: include_str!("../std_names/swift.txt"), ..PLAIN };
