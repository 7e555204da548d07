//! What functions and methods make of values, by their names.

use facts::CLEANED_KINDS;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::LazyLock;

/// Every kind of sink: what is harmless to all is as good as a constant.
pub const ALL: u8 = u8::MAX;

/// Functions and methods that give back what they are given, in another form.
static PASSING: LazyLock<FxHashSet<&str>> = LazyLock::new(|| include_str!("passing.txt").lines().collect());
/// Members and methods that tell something about what they are asked of, and not what it holds.
static TELLING: LazyLock<FxHashSet<&str>> = LazyLock::new(|| include_str!("telling.txt").lines().collect());
/// Methods that give what they are asked of, or a part of it. A name that ends in a star is the beginning of one.
static ASKING: LazyLock<FxHashSet<&str>> = LazyLock::new(|| include_str!("asking.txt").lines().collect());
/// Those beginnings.
static ASKING_BEGINNINGS: LazyLock<FxHashSet<&str>> =
    LazyLock::new(|| ASKING.iter().filter_map(|it| it.strip_suffix('*')).collect());
/// Parameters that are handed in to work with, and are no values.
static WORKERS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| include_str!("workers.txt").lines().collect());
/// What a request holds that was sent; what else a script finds there was put there on the way.
static REQUESTED: LazyLock<FxHashSet<&str>> = LazyLock::new(|| include_str!("requested.txt").lines().collect());
/// What a request holds in Python's frameworks that was sent; what else is there middleware put on it.
static REQUESTED_IN_PYTHON: LazyLock<FxHashSet<&str>> =
    LazyLock::new(|| include_str!("requested_python.txt").lines().collect());
/// Types whose values cannot hold a text that does harm.
static NUMBERS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| include_str!("numbers.txt").lines().collect());
/// What functions give is harmless to these kinds.
static CLEANING: LazyLock<ByKind> = LazyLock::new(|| by_kind(include_str!("cleaning.txt")));
/// What is asked in a condition whose answer says that a value is one of those that are allowed; of `text`, that a
/// part of it is.
static CHECKS: LazyLock<ByKind> = LazyLock::new(|| by_kind(include_str!("checks.txt")));

/// The kinds of sinks by a function's name, and by that of what it is called on where that counts (an empty one: it
/// does not).
type ByKind = FxHashMap<&'static str, Vec<(&'static str, u8)>>;

/// Lines of a kind and the names that belong to it: `name`, `owner.name`. `all` is every kind, `text` those in which a part of a text decides.
fn by_kind(text: &'static str) -> ByKind {
    let mut known = ByKind::default();
    for (kind, names) in text.lines().filter_map(|line| line.split_once(": ")) {
        let mask = match kind {
            "all" => ALL,
            "text" => kind_mask("path") | kind_mask("redirect"),
            _ => kind_mask(kind),
        };
        for name in names.split(' ') {
            let (owner, name) = name.rsplit_once('.').unwrap_or(("", name));
            let owners = known.entry(name).or_default();
            match owners.iter_mut().find(|it| it.0 == owner) {
                Some((_, known)) => *known |= mask,
                None => owners.push((owner, mask)),
            }
        }
    }
    known
}

/// The bit of a kind of sinks; none of a kind for which nothing cleans.
pub fn kind_mask(kind: &str) -> u8 {
    CLEANED_KINDS.iter().position(|it| *it == kind).map_or(0, |at| 1 << at)
}

pub fn passes(name: &str) -> bool {
    PASSING.contains(name)
}

pub fn tells(name: &str) -> bool {
    TELLING.contains(name)
}

pub fn works(parameter: &str) -> bool {
    WORKERS.contains(parameter)
}

/// Whether an attribute of a request of Python's frameworks holds what was sent.
pub fn is_requested_in_python(member: &str) -> bool {
    REQUESTED_IN_PYTHON.contains(member)
}

/// Whether a member of a request holds what was sent, in the casing of any language.
pub fn is_requested(member: &str) -> bool {
    let first = member.chars().next().filter(char::is_ascii_uppercase);
    REQUESTED.contains(member)
        || first.is_some_and(|first| {
            let is_short = member.bytes().all(|it| it.is_ascii_uppercase());
            let lower = if is_short {
                member.to_ascii_lowercase()
            } else {
                first.to_ascii_lowercase().to_string() + &member[1..]
            };
            REQUESTED.contains(&*lower)
        })
}

/// The kinds of sinks to which a part of a request is harmless: its own path, and where it came from, lead to no other
/// host that somebody chose.
pub fn spares(part: &str) -> u8 {
    let lower = part.to_ascii_lowercase();
    let is_own = matches!(part, "path" | "pathname" | "fullpath" | "getPathInfo" | "path_info" | "PATH_INFO");
    if is_own || lower.ends_with("referer") || lower.ends_with("referrer") { kind_mask("redirect") } else { 0 }
}

/// The kinds of sinks to which a part is harmless that stands on the request itself: the host that was asked.
pub fn spares_of_request(part: &str) -> u8 {
    const OWN: [&str; 18] = [
        "Host",
        "Scheme",
        "base_url",
        "fullUrl",
        "getRequestURL",
        "getScheme",
        "getServerName",
        "host",
        "host_url",
        "hostname",
        "href",
        "origin",
        "originalUrl",
        "protocol",
        "root_url",
        "scheme",
        "url",
        "url_root",
    ];
    if OWN.contains(&part) { kind_mask("redirect") } else { 0 }
}

/// Whether a function gives an address of the own host: `reverse("orders") + "?next=" + path`.
pub fn is_route(function: &str) -> bool {
    matches!(function, "reverse" | "reverse_lazy" | "url_for" | "url_path_for" | "route" | "get_absolute_url")
}

/// Whether a type's values are numbers, truth values, times or ids: `int`, `Option<Uuid>`, `?int`.
pub fn is_number(ty: &str) -> bool {
    let mut words = ty.split(|it: char| !it.is_alphanumeric() && it != '_').filter(|it| !it.is_empty());
    let around =
        |it: &str| matches!(it, "Option" | "Optional" | "Nullable" | "None" | "null" | "Path" | "time" | "uuid");
    let mut known = false;
    words.all(|it| {
        known |= NUMBERS.contains(it);
        around(it) || NUMBERS.contains(it)
    }) && known
}

/// Whether a method gives what it is asked of in another casing.
pub fn cases(name: &str) -> bool {
    const CASINGS: [&str; 12] = [
        "ToLower",
        "ToUpper",
        "casefold",
        "downcase",
        "lower",
        "lowercase",
        "strip",
        "toLowerCase",
        "toUpperCase",
        "trim",
        "upcase",
        "upper",
    ];
    CASINGS.contains(&name)
}

/// Whether a method gives what it is asked of, or a part of it.
pub fn asks(name: &str) -> bool {
    let is_listed = |begin: usize| name.get(..begin).is_some_and(|it| ASKING_BEGINNINGS.contains(it));
    ASKING.contains(name) || PASSING.contains(name) || (2..=name.len().min(13)).any(is_listed)
}

/// The kinds of sinks to which a function's result is harmless, by its name and that of what it is called on.
pub fn cleans(owner: &str, name: &str) -> u8 {
    of_names(&CLEANING, owner, name)
}

/// The kinds of sinks to which a part of what was sent is harmless by the words that ask for it: `$_FILES["a"]["name"]`.
pub fn cleans_part(owner: &str, part: &str) -> u8 {
    let owners = CLEANING.get(part).into_iter().flatten();
    owners.filter(|it| it.0 == owner).fold(0, |all, it| all | it.1)
}

/// How names of functions begin that say whether a value is as it has to be.
const BEGINNINGS: [&str; 16] = [
    "isAllowed",
    "isSafe",
    "isValid",
    "isTrusted",
    "is_allowed",
    "is_safe",
    "is_valid",
    "is_trusted",
    "IsAllowed",
    "IsSafe",
    "IsValid",
    "validate",
    "Validate",
    "check",
    "Check",
    "verify",
];

/// Methods of a text that only say how it is laid out.
pub fn lays_out(name: &str) -> bool {
    matches!(name, "trimIndent" | "trimMargin" | "stripIndent" | "trim" | "strip" | "stripMargin" | "dedent" | "squish")
}

/// Methods that give what there is among others, or nothing.
pub fn finds(name: &str) -> bool {
    const FINDING: [&str; 16] = [
        "Any",
        "Find",
        "First",
        "FirstOrDefault",
        "SingleOrDefault",
        "any",
        "detect",
        "find",
        "findIndex",
        "findLast",
        "find_by",
        "firstOrNull",
        "position",
        "singleOrNull",
        "some",
        "find_index",
    ];
    FINDING.contains(&name)
}

/// Methods by which what a collection holds is gone through.
pub fn goes_through(name: &str) -> bool {
    matches!(
        name,
        "iter"
            | "into_iter"
            | "enumerate"
            | "rev"
            | "copied"
            | "cloned"
            | "entries"
            | "items"
            | "keys"
            | "values"
            | "to_vec"
            | "withIndex"
    )
}

/// Classes that put texts together.
pub fn is_builder(name: &str) -> bool {
    matches!(name, "StringBuilder" | "StringBuffer" | "StringJoiner")
}

/// Methods of such that add what they are given.
pub fn adds(name: &str) -> bool {
    matches!(
        name,
        "append"
            | "appendLine"
            | "appendln"
            | "Append"
            | "AppendLine"
            | "AppendFormat"
            | "AppendJoin"
            | "add"
            | "insert"
            | "Insert"
            | "WriteString"
    )
}

/// What Rails' models say of their own tables.
pub fn names_table(name: &str) -> bool {
    matches!(name, "table_name" | "quoted_table_name" | "arel_table" | "quoted_primary_key")
}

/// Methods that give a text as it is.
pub fn gives_text(name: &str) -> bool {
    matches!(name, "toString" | "ToString" | "String")
}

/// First words of functions that say whether a value may be what it is.
const PERMITTING: [&str; 7] = ["allow", "allowed", "allows", "permit", "permitted", "permits", "accepts"];

/// The kinds of sinks to which a value is harmless that was asked about so.
pub fn checks(owner: &str, name: &str) -> u8 {
    match of_names(&CHECKS, owner, name) {
        0 if validates(name) => ALL,
        mask => mask,
    }
}

/// Whether a function says by its name that it tells whether a value is as it has to be.
pub fn validates(name: &str) -> bool {
    let begins = BEGINNINGS.iter().any(|it| name.starts_with(it)) && !asks_who(name);
    // `_allow_redirect`, `allows_host`, `permitted_path`
    let permits = name.trim_start_matches('_').split('_').next().is_some_and(|it| PERMITTING.contains(&it));
    begins || permits && !asks_who(name) || name.contains("Allowed") || is_predicate(name)
}

/// Whether a function tells by its name of what form a value is: `is_md5`, `isSlug`, `package_check`. Not in which state
/// something is that it names, nor who asks.
pub fn is_predicate(name: &str) -> bool {
    const STATES: [&str; 33] = [
        "abs", "admin", "array", "blank", "call", "defined", "dict", "dir", "empty", "enabled", "exist", "false",
        "file", "folder", "func", "image", "instance", "link", "list", "mount", "nan", "nil", "none", "null", "obj",
        "open", "present", "ready", "running", "set", "string", "true", "zero",
    ];
    if name.ends_with("_check") || name.ends_with("Check") {
        return !asks_who(name);
    }
    let Some(rest) = name.strip_prefix("is").or_else(|| name.strip_prefix("Is")) else { return false };
    let rest = rest.strip_prefix('_').or_else(|| rest.starts_with(|it: char| it.is_ascii_uppercase()).then_some(rest));
    rest.is_some_and(|rest| {
        let lower = rest.to_ascii_lowercase();
        let names_state = STATES.iter().any(|it| lower.contains(it)) && !is_inside(rest);
        !lower.is_empty() && !names_state && !asks_who(name)
    })
}

/// Whether words say that something lies in something else, whatever that is: `PathInFolder`, `within_dir`.
fn is_inside(words: &str) -> bool {
    const PLACES: [&str; 5] = ["in", "inside", "within", "under", "below"];
    let (mut begin, mut last) = (0, '_');
    for (at, mark) in words.char_indices() {
        let ends = mark == '_' || mark.is_ascii_uppercase() && last != '_' && at > 0;
        if ends && PLACES.contains(&&*words[begin..at].to_ascii_lowercase()) {
            return true;
        }
        begin = if mark == '_' {
            at + 1
        } else if ends {
            at
        } else {
            begin
        };
        last = mark;
    }
    false
}

/// Whether a member is what a thing is found by, rather than of what sort it is.
pub fn is_locator(member: &str) -> bool {
    let lower = member.to_ascii_lowercase();
    ["name", "path", "file", "key", "url", "uri"].iter().any(|it| lower.contains(it))
}

/// Whether an attribute or a decorator of a parameter says that the server hands it in: who asks, what it works with.
pub fn is_injected(decorator: &str) -> bool {
    const WORDS: [&str; 10] = [
        "auth",
        "autowired",
        "claim",
        "identity",
        "inject",
        "principal",
        "qualifier",
        "requestattribute",
        "service",
        "session",
    ];
    let lower = decorator.trim_start_matches('@').to_ascii_lowercase();
    lower.ends_with("user") || WORDS.iter().any(|it| lower.contains(it))
}

/// Whether a function that stands as a statement of its own throws where a value is not as it has to be: `ensureInside(path)`.
pub fn refuses(name: &str) -> bool {
    let beginnings =
        ["validate", "check", "ensure", "assert", "verify", "Validate", "Check", "Ensure", "Assert", "Verify"];
    let rest = beginnings.iter().find_map(|it| name.strip_prefix(it)).unwrap_or("");
    !rest.is_empty() && !asks_who(name)
}

/// Whether a check is about who asks, and not what for.
fn asks_who(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let who =
        ["auth", "login", "permission", "access", "role", "token", "csrf", "session", "password", "signature", "user"];
    who.iter().any(|it| lower.contains(it))
}

fn of_names(known: &ByKind, owner: &str, name: &str) -> u8 {
    let Some(owners) = known.get(name) else { return 0 };
    let of = |owner: &str| owners.iter().find(|it| it.0 == owner).map(|it| it.1);
    of(owner).or_else(|| of("")).unwrap_or(0)
}
