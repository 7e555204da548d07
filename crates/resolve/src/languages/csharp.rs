use super::{Language, PLAIN, System};

pub const LANGUAGE: Language =
    Language { system: System::CSharp, std_names: include_str!("../std_names/csharp.txt"), ..PLAIN };
