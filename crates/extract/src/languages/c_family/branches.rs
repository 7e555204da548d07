//! Which branches of conditionals are read where: some never on the platform that answers are for, Linux on amd64 with
//! a compiler that knows GCC's extensions.

use facts::Modifiers;

/// What is defined on other platforms, and by their compilers.
const OTHERS: &[&str] = &[
    "WIN32",
    "WIN64",
    "WINDOWS",
    "_AIX",
    "_M_ARM64",
    "_M_IX86",
    "_M_X64",
    "_MSC_VER",
    "_WIN32",
    "_WIN32_WCE",
    "_WIN64",
    "__APPLE__",
    "__BCPLUSPLUS__",
    "__BORLANDC__",
    "__CYGWIN__",
    "__DragonFly__",
    "__EMSCRIPTEN__",
    "__FreeBSD__",
    "__HAIKU__",
    "__MACH__",
    "__MINGW32__",
    "__MINGW64__",
    "__NetBSD__",
    "__OpenBSD__",
    "__WIN32__",
    "__aarch64__",
    "__arm__",
    "__hpux",
    "__sgi",
    "__sun",
    "__wasm__",
];
/// Of these, what is defined on Windows and by its usual compiler.
const WINDOWS: &[&str] = &["WIN32", "WIN64", "WINDOWS", "_M_X64", "_MSC_VER", "_WIN32", "_WIN64", "__WIN32__"];
/// What is defined there.
const OWN: &[&str] =
    &["__GNUC__", "__amd64__", "__linux", "__linux__", "__unix", "__unix__", "__x86_64__", "linux", "unix"];

/// Which platforms read a text, as far as its conditions tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Readers {
    /// Others alone than the one that answers are for.
    pub elsewhere: bool,
    /// Others alone than Windows.
    pub not_windows: bool,
}

impl Readers {
    /// Those of a text that stands in two branches.
    pub fn and(self, other: Self) -> Self {
        Self { elsewhere: self.elsewhere || other.elsewhere, not_windows: self.not_windows || other.not_windows }
    }

    /// The modifiers of what is declared there.
    pub fn modifiers(self) -> u32 {
        let bit = |bit: u32, on: bool| if on { bit } else { 0 };
        bit(Modifiers::ELSEWHERE, self.elsewhere) | bit(Modifiers::NOT_ON_WINDOWS, self.not_windows)
    }
}

/// A conditional, in one of its branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditional {
    pub readers: Readers,
    /// It only keeps a header from being read twice.
    pub guard: bool,
    /// On these platforms some branch so far is read whatever else is defined.
    decided: Readers,
}

impl Conditional {
    /// The conditional that a directive opens. `next`: the directive behind it, where nothing stands between.
    pub fn open(line: &str, next: Option<&str>) -> Self {
        let (readers, decided) = readers(line);
        let asked = line.trim_start_matches(['#', ' ', '\t']);
        let negated = asked.strip_prefix("if").map(|it| it.replace(['(', ')', ' ', '\t'], ""));
        let negated = negated.as_deref().and_then(|it| it.strip_prefix("!defined"));
        let guarded = asked.strip_prefix("ifndef").map(str::trim).or(negated);
        let defined = next.and_then(|it| it.trim_start_matches(['#', ' ', '\t']).strip_prefix("define"));
        let guard = guarded.is_some() && guarded == defined.map(str::trim);
        Self { readers, guard, decided }
    }

    /// Goes to the next branch: `#elif …`, `#else`.
    pub fn turn(&mut self, line: &str) {
        let (readers, decided) = readers(line);
        self.readers = self.decided.and(readers);
        self.decided = self.decided.and(decided);
    }
}

/// Where a condition never holds, and where it always does.
fn readers(line: &str) -> (Readers, Readers) {
    let (own, windows) = (platform(line, false), platform(line, true));
    (Readers { elsewhere: own.0, not_windows: windows.0 }, Readers { elsewhere: own.1, not_windows: windows.1 })
}

/// Whether a condition never holds on a platform, and whether it always does there. `windows`: on that, not on the one
/// that answers are for.
fn platform(line: &str, windows: bool) -> (bool, bool) {
    let rest = line.trim_start_matches(['#', ' ', '\t']);
    let word = rest.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    let condition = &rest[word.len()..];
    let condition = condition.split("//").next().unwrap_or_default().split("/*").next().unwrap_or_default();
    if word == "else" || condition.trim().is_empty() {
        return (false, false);
    }
    let negated = matches!(word, "ifndef" | "elifndef");
    let mut terms = condition.split("||").map(|term| {
        let factors: Vec<Option<bool>> = term.split("&&").map(|it| holds(it, negated, windows)).collect();
        (factors.contains(&Some(false)), factors.iter().all(|it| *it == Some(true)))
    });
    let (mut never, mut always) = (true, false);
    for (fails, holds) in &mut terms {
        never &= fails;
        always |= holds;
    }
    (never, always)
}

/// Whether one part of a condition holds there, where that is known.
fn holds(part: &str, negated: bool, windows: bool) -> Option<bool> {
    let part = part.trim().trim_start_matches('(').trim_start();
    let negated = negated != part.starts_with('!');
    let mut names = part.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|it| !it.is_empty());
    let name = names.find(|it| *it != "defined")?;
    if part.contains('<') {
        return None;
    }
    let named = platform_of_name(name);
    let known = match windows {
        true if named.is_some() => named?,
        false if named.is_some() => false,
        true if WINDOWS.contains(&name) => true,
        // Of processors and compilers it has several.
        true if name.contains("GNU") || name.contains("64") || name.contains("86") || name.contains("arm") => {
            return None;
        }
        true => (OTHERS.contains(&name) || OWN.contains(&name)).then_some(false)?,
        false if OTHERS.contains(&name) => false,
        false => OWN.contains(&name).then_some(true)?,
    };
    Some(known != negated)
}

/// Of a name that says that it is for another platform, as `_IRR_OSX_PLATFORM_` and `Q_OS_WIN` do, whether that is
/// Windows.
fn platform_of_name(name: &str) -> Option<bool> {
    let says = |words: &[&str]| name.split('_').any(|word| words.contains(&word));
    if !says(&["PLATFORM", "OS"]) || says(&["LINUX", "UNIX", "POSIX"]) {
        return None;
    }
    match says(&["WIN", "WIN32", "WIN64", "WINDOWS"]) {
        true => Some(true),
        false => {
            says(&["OSX", "MAC", "MACOS", "DARWIN", "IPHONE", "IOS", "SOLARIS", "ANDROID", "FREEBSD"]).then_some(false)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_tells_its_platforms() {
        let told = |line| platform(line, false);
        assert_eq!(told("#ifdef _WIN32"), (true, false));
        assert_eq!(told("#ifndef _WIN32"), (false, true));
        assert_eq!(told("# if defined(_MSC_VER) && _MSC_VER < 1900"), (true, false));
        assert_eq!(told("#if defined(_WIN32) || defined(__APPLE__)"), (true, false));
        assert_eq!(told("#if defined(_WIN32) || defined(HAVE_A)"), (false, false));
        assert_eq!(told("#if !defined(_WIN32) && defined(HAVE_A)"), (false, false));
        assert_eq!(told("#ifdef __linux__ // here"), (false, true));
        assert_eq!(told("#if A_VERSION > 2"), (false, false));
        assert_eq!(told("#if __GNUC__ >= 4"), (false, true));
        assert_eq!(told("#if _MSC_VER < 1900"), (false, false));
        assert_eq!(told("#if defined(_IRR_SOLARIS_PLATFORM_) || defined(_WIN32_WCE)"), (true, false));
        assert_eq!(told("#ifdef Q_OS_LINUX"), (false, false));
        assert_eq!(told("#else"), (false, false));
        let on_windows = |line| platform(line, true);
        assert_eq!(on_windows("#ifdef _WIN32"), (false, true));
        assert_eq!(on_windows("#if defined(__APPLE__) || defined(__linux__)"), (true, false));
        assert_eq!(on_windows("#ifdef __GNUC__"), (false, false));
    }

    #[test]
    fn what_stands_behind_a_branch_that_is_read_is_read_elsewhere() {
        let mut it = Conditional::open("#ifndef _WIN32", None);
        assert!(!it.readers.elsewhere);
        it.turn("#else");
        assert!(it.readers.elsewhere);
        let mut it = Conditional::open("#ifdef _WIN32", None);
        it.turn("#elif defined(HAVE_A)");
        assert!(!it.readers.elsewhere);
        assert!(Conditional::open("#ifndef A_H", Some("#define A_H")).guard);
        assert!(!Conditional::open("#ifndef max", Some("#define max(a, b) a")).guard);
    }
}
