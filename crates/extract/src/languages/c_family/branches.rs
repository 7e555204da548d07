//! Which branches of conditionals are read where: some never on the platform that answers are for, Linux on amd64 with
//! a compiler that knows GCC's extensions.

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
/// What is defined there.
const OWN: &[&str] =
    &["__GNUC__", "__amd64__", "__linux", "__linux__", "__unix", "__unix__", "__x86_64__", "linux", "unix"];

/// A conditional, in one of its branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditional {
    /// The branch is read on other platforms alone.
    pub elsewhere: bool,
    /// It only keeps a header from being read twice.
    pub guard: bool,
    /// Some branch so far is read there whatever else is defined.
    decided: bool,
}

impl Conditional {
    /// The conditional that a directive opens. `next`: the directive behind it, where nothing stands between.
    pub fn open(line: &str, next: Option<&str>) -> Self {
        let (elsewhere, decided) = platform(line);
        let guarded = line.trim_start_matches(['#', ' ', '\t']).strip_prefix("ifndef").map(str::trim);
        let defined = next.and_then(|it| it.trim_start_matches(['#', ' ', '\t']).strip_prefix("define"));
        let guard = guarded.is_some() && guarded == defined.map(str::trim);
        Self { elsewhere, guard, decided }
    }

    /// Goes to the next branch: `#elif …`, `#else`.
    pub fn turn(&mut self, line: &str) {
        let (elsewhere, decided) = platform(line);
        self.elsewhere = self.decided || elsewhere;
        self.decided |= decided;
    }
}

/// Whether a condition holds on other platforms alone, and whether it always does there.
fn platform(line: &str) -> (bool, bool) {
    let rest = line.trim_start_matches(['#', ' ', '\t']);
    let word = rest.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    let condition = &rest[word.len()..];
    let condition = condition.split("//").next().unwrap_or_default().split("/*").next().unwrap_or_default();
    if word == "else" || condition.trim().is_empty() {
        return (false, false);
    }
    let negated = matches!(word, "ifndef" | "elifndef");
    let mut terms = condition.split("||").map(|term| {
        let factors: Vec<Option<bool>> = term.split("&&").map(|it| holds(it, negated)).collect();
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
fn holds(part: &str, negated: bool) -> Option<bool> {
    let part = part.trim().trim_start_matches('(').trim_start();
    let negated = negated != part.starts_with('!');
    let mut names = part.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|it| !it.is_empty());
    let name = names.find(|it| *it != "defined")?;
    if part.contains('<') {
        return None;
    }
    let known = if OTHERS.contains(&name) {
        false
    } else if OWN.contains(&name) {
        true
    } else {
        return None;
    };
    Some(known != negated)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_tells_its_platforms() {
        let told = |line| platform(line);
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
        assert_eq!(told("#else"), (false, false));
    }

    #[test]
    fn what_stands_behind_a_branch_that_is_read_is_read_elsewhere() {
        let mut it = Conditional::open("#ifndef _WIN32", None);
        assert!(!it.elsewhere);
        it.turn("#else");
        assert!(it.elsewhere);
        let mut it = Conditional::open("#ifdef _WIN32", None);
        it.turn("#elif defined(HAVE_A)");
        assert!(!it.elsewhere);
        assert!(Conditional::open("#ifndef A_H", Some("#define A_H")).guard);
        assert!(!Conditional::open("#ifndef max", Some("#define max(a, b) a")).guard);
    }
}
