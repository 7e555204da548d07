//! For which platforms what is declared and who uses it are built, where files are linked by their names: of what several
//! platforms have under one name, a use means what its own has. Answers are for Linux, but for what only others build.

use crate::project::Project;
use crate::values::types::FileId;
use facts::Modifiers;

/// Who builds a use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The platform that answers are for, as far as is known.
    Own,
    Windows,
    /// Others alone.
    Other,
}

impl Side {
    /// Whether it builds what is declared under a condition.
    pub(crate) fn builds(self, modifiers: Modifiers) -> bool {
        match self {
            Self::Own => !modifiers.has(Modifiers::ELSEWHERE),
            Self::Windows => !modifiers.has(Modifiers::NOT_ON_WINDOWS),
            Self::Other => true,
        }
    }
}

/// Who builds a file, by the names of its folders and the last word of its own.
pub(crate) fn side_of_path(path: &str) -> Side {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let last = stem.rsplit(['_', '-', '.']).next();
    let mut sides = folders.split('/').chain(last).rev().filter_map(|word| match word.to_ascii_lowercase().as_str() {
        "win" | "win32" | "win64" | "windows" | "w32" | "mswin" | "msvc" => Some(Side::Windows),
        "darwin" | "macos" | "macosx" | "osx" | "ios" | "freebsd" | "netbsd" | "openbsd" | "bsd" | "solaris"
        | "sunos" | "aix" | "haiku" | "os390" | "ibmi" | "hurd" | "wasm" | "emscripten" => Some(Side::Other),
        _ => None,
    });
    sides.next().unwrap_or(Side::Own)
}

impl Project {
    /// Who builds a line of a file that is resolved.
    pub(crate) fn side(&self, file: FileId, line: u32) -> Side {
        let modifiers = self.source(file).map_or(Modifiers::default(), |source| source.graph.readers(line));
        match (modifiers.has(Modifiers::ELSEWHERE), modifiers.has(Modifiers::NOT_ON_WINDOWS)) {
            (true, true) => Side::Other,
            (true, false) => Side::Windows,
            (false, _) => side_of_path(self.tree.path(file)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_tells_its_platform() {
        assert_eq!(side_of_path("src/win/tty.c"), Side::Windows);
        assert_eq!(side_of_path("src/port_windows.c"), Side::Windows);
        assert_eq!(side_of_path("src/unix/darwin.c"), Side::Other);
        assert_eq!(side_of_path("src/unix/random-sysctl-freebsd.c"), Side::Other);
        assert_eq!(side_of_path("src/unix/core.c"), Side::Own);
        assert_eq!(side_of_path("src/window.c"), Side::Own);
    }
}
