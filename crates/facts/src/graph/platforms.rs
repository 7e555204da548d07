//! What a file is built for, where its language has files for some platforms alone.

use serde::{Deserialize, Serialize};

/// A set of platforms: operating systems with the architectures that they run on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Platforms(u32);

/// The one that answers are for where nothing else is said stands first; then the commonest.
const KNOWN: [(&str, &str); 24] = [
    ("linux", "amd64"),
    ("windows", "amd64"),
    ("darwin", "arm64"),
    ("linux", "arm64"),
    ("darwin", "amd64"),
    ("windows", "arm64"),
    ("linux", "386"),
    ("linux", "arm"),
    ("linux", "riscv64"),
    ("linux", "ppc64le"),
    ("linux", "s390x"),
    ("linux", "loong64"),
    ("linux", "mips64le"),
    ("freebsd", "amd64"),
    ("openbsd", "amd64"),
    ("netbsd", "amd64"),
    ("dragonfly", "amd64"),
    ("android", "arm64"),
    ("ios", "arm64"),
    ("solaris", "amd64"),
    ("aix", "ppc64"),
    ("plan9", "amd64"),
    ("js", "wasm"),
    ("wasip1", "wasm"),
];

/// Those that are no Unix.
const OTHERS: [&str; 4] = ["windows", "plan9", "js", "wasip1"];

impl Platforms {
    pub const NONE: Self = Self(0);
    pub const ALL: Self = Self((1 << KNOWN.len()) - 1);

    /// Those of an operating system, by Go's name for it.
    pub fn of_system(name: &str) -> Option<Self> {
        Self::that(|(system, _)| system == name)
    }

    /// Those that are a Unix.
    pub fn unix() -> Self {
        Self::that(|(system, _)| !OTHERS.contains(&system)).unwrap_or(Self::NONE)
    }

    /// Those of an architecture, by Go's name for it.
    pub fn of_architecture(name: &str) -> Option<Self> {
        Self::that(|(_, architecture)| architecture == name)
    }

    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub const fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }

    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The first of them, alone.
    pub fn first(self) -> Self {
        Self(self.0 & self.0.wrapping_neg())
    }

    fn that(fits: impl Fn((&str, &str)) -> bool) -> Option<Self> {
        let bits = KNOWN.iter().enumerate().filter(|(_, platform)| fits(**platform)).map(|(at, _)| 1 << at);
        Some(Self(bits.sum())).filter(|all| !all.is_none())
    }
}
