//! Names of the members of languages' standard types, one a line: resolution looks for none of them in a repository, and
//! documentation that writes one claims nothing of it.

pub const C: &str = include_str!("../names/c.txt");
pub const CPP: &str = include_str!("../names/cpp.txt");
pub const CSHARP: &str = include_str!("../names/csharp.txt");
pub const GO: &str = include_str!("../names/go.txt");
pub const JAVA: &str = include_str!("../names/java.txt");
pub const KOTLIN: &str = include_str!("../names/kotlin.txt");
pub const LUA: &str = include_str!("../names/lua.txt");
pub const NODE: &str = include_str!("../names/node.txt");
pub const PHP: &str = include_str!("../names/php.txt");
pub const PYTHON: &str = include_str!("../names/python.txt");
pub const RUBY: &str = include_str!("../names/ruby.txt");
pub const RUST: &str = include_str!("../names/rust.txt");
pub const SWIFT: &str = include_str!("../names/swift.txt");
