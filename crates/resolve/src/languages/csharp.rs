use super::{Language, PLAIN, Packages, System};

pub const LANGUAGE: Language = Language {
    system: System::CSharp,
    packages: Packages::Nested,
    implicit_members: true,
    std_names: include_str!("../std_names/csharp.txt"),
    ..PLAIN
};
