//! Which platforms a file is built for: by its name and by its build constraint.
//!
//! <https://pkg.go.dev/cmd/go#hdr-Build_constraints>

use facts::Platforms;
use std::borrow::Cow;

/// As deep as parentheses and negations are followed.
const DEPTH: u8 = 32;
/// The newest minor release of Go 1: a build has the tags of all up to it, and none of those behind.
const NEWEST: u32 = 26;
/// Systems and architectures that name files and that no answer is for.
const OTHERS: [&str; 17] = [
    "hurd",
    "illumos",
    "nacl",
    "zos",
    "amd64p32",
    "arm64be",
    "armbe",
    "mips",
    "mips64",
    "mips64p32",
    "mips64p32le",
    "mipsle",
    "ppc",
    "riscv",
    "s390",
    "sparc",
    "sparc64",
];

/// The platforms that a file is not built for.
pub fn excluded(path: &str, text: &str) -> Platforms {
    let named = by_name(path);
    let written = directive(text).map_or(Platforms::ALL, |line| Expression::new(&line).read());
    named.and(written).not()
}

/// `x_linux.go`, `x_amd64_test.go`, `x_windows_arm64.go`
fn by_name(path: &str) -> Platforms {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or_default();
    let stem = stem.strip_suffix("_test").unwrap_or(stem);
    // What stands in front of the first `_` is never a platform.
    let Some((_, rest)) = stem.split_once('_') else { return Platforms::ALL };
    let mut parts = rest.rsplit('_');
    let (last, before) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    match (Platforms::of_system(last), Platforms::of_architecture(last)) {
        (Some(system), _) => system,
        (None, Some(architecture)) => match Platforms::of_system(before) {
            Some(system) => system.and(architecture),
            None => architecture,
        },
        (None, None) if OTHERS.contains(&last) => Platforms::NONE,
        (None, None) => Platforms::ALL,
    }
}

/// The constraint above the package clause; without one, what the lines of the older form say together.
fn directive(text: &str) -> Option<Cow<'_, str>> {
    let head = || text.lines().map(str::trim).take_while(|line| !line.starts_with("package "));
    if let Some(line) = head().find_map(|line| line.strip_prefix("//go:build ")) {
        return Some(Cow::Borrowed(line));
    }
    let older = head().filter_map(|line| line.strip_prefix("//")?.trim_start().strip_prefix("+build "));
    let lines: Vec<String> = older.map(rewritten).collect();
    (!lines.is_empty()).then(|| Cow::Owned(lines.join(" && ")))
}

/// `linux,amd64 darwin` as `(linux && amd64 || darwin)`.
fn rewritten(line: &str) -> String {
    let options: Vec<String> = line.split_whitespace().map(|option| option.replace(',', " && ")).collect();
    format!("({})", options.join(" || "))
}

/// `linux && (amd64 || !cgo)`
struct Expression<'t> {
    rest: &'t str,
}

impl<'t> Expression<'t> {
    fn new(text: &'t str) -> Self {
        Self { rest: text.split("//").next().unwrap_or_default() }
    }

    fn read(mut self) -> Platforms {
        self.either(DEPTH)
    }

    fn either(&mut self, depth: u8) -> Platforms {
        let mut all = self.both(depth);
        while self.take("||") {
            all = all.or(self.both(depth));
        }
        all
    }

    fn both(&mut self, depth: u8) -> Platforms {
        let mut all = self.one(depth);
        while self.take("&&") {
            all = all.and(self.one(depth));
        }
        all
    }

    fn one(&mut self, depth: u8) -> Platforms {
        let Some(depth) = depth.checked_sub(1) else { return Platforms::ALL };
        if self.take("!") {
            return self.one(depth).not();
        }
        if self.take("(") {
            let inner = self.either(depth);
            self.take(")");
            return inner;
        }
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.')).unwrap_or(self.rest.len());
        let (tag, rest) = self.rest.split_at(end);
        self.rest = rest;
        of_tag(tag)
    }

    fn take(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        let taken = self.rest.strip_prefix(token);
        self.rest = taken.unwrap_or(self.rest);
        taken.is_some()
    }
}

/// Where a tag holds. The compiler is Go's own and new; what else a build may be asked for, it is not.
fn of_tag(tag: &str) -> Platforms {
    match tag {
        "unix" => Platforms::unix(),
        "gc" | "cgo" => Platforms::ALL,
        _ if let Some(release) = tag.strip_prefix("go1.") => match release.parse::<u32>() {
            Ok(release) if release <= NEWEST => Platforms::ALL,
            _ => Platforms::NONE,
        },
        _ => Platforms::of_system(tag).or_else(|| Platforms::of_architecture(tag)).unwrap_or(Platforms::NONE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built(path: &str, text: &str) -> Vec<&'static str> {
        let all = excluded(path, text).not();
        ["linux", "windows", "darwin"]
            .into_iter()
            .filter(|it| !Platforms::of_system(it).unwrap().and(all).is_none())
            .collect()
    }

    #[test]
    fn names_and_constraints_say_where_a_file_is_built() {
        assert_eq!(built("a.go", "package a"), ["linux", "windows", "darwin"]);
        assert_eq!(built("linux.go", "package a"), ["linux", "windows", "darwin"]);
        assert_eq!(built("a_linux.go", "package a"), ["linux"]);
        assert_eq!(built("a_linux_test.go", "package a"), ["linux"]);
        assert_eq!(built("a_windows_arm64.go", "package a"), ["windows"]);
        assert_eq!(built("a.go", "// Copyright\n\n//go:build !windows\n\npackage a"), ["linux", "darwin"]);
        assert_eq!(built("a.go", "//go:build unix && !(linux || darwin) || windows // why\npackage a"), ["windows"]);
        assert_eq!(built("a.go", "//go:build ignore\npackage a"), Vec::<&str>::new());
        assert_eq!(built("a.go", "package a\n//go:build ignore"), ["linux", "windows", "darwin"]);
        assert_eq!(built("a_linux.go", "//go:build cgo && go1.18\npackage a"), ["linux"]);
        assert_eq!(built("a.go", "//go:build go1.26 && !go1.27\npackage a").len(), 3);
        assert_eq!(built("a.go", "//go:build go1.22 && !go1.23\npackage a"), Vec::<&str>::new());
        assert_eq!(built("a_mips.go", "package a"), Vec::<&str>::new());
        assert_eq!(built("a.go", "// +build linux,!cgo darwin\n// +build !windows\n\npackage a"), ["darwin"]);
        assert_eq!(built("a.go", "//go:build linux\n// +build windows\n\npackage a"), ["linux"]);
        assert_eq!(built("a.go", &format!("//go:build {}linux\npackage a", "!(".repeat(10_000))).len(), 3);
    }
}
