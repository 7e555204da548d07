//! Variables of the environment, and keys of configuration files.

use super::Told;
use crate::Kind;
use crate::blocks::Fence;
use crate::cues::{Around, is_placeholder};

/// What every system sets.
const SYSTEM: [&str; 68] = [
    "NETRC",
    "CPPFLAGS",
    "CXXFLAGS",
    "PKG_CONFIG_PATH",
    "DBUS_SESSION_BUS_ADDRESS",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "FROM",
    "RUN",
    "COPY",
    "ENV",
    "PATH",
    "HOME",
    "USER",
    "SHELL",
    "PWD",
    "TERM",
    "LANG",
    "TMPDIR",
    "EDITOR",
    "VISUAL",
    "PAGER",
    "BROWSER",
    "DISPLAY",
    "HOSTNAME",
    "TODO",
    "README",
    "LICENSE",
    "JSON",
    "HTTP",
    "VAR",
    "VARIABLE",
    "KEY",
    "VALUE",
    "NAME",
    "CGO_ENABLED",
    "GOPATH",
    "GOROOT",
    "GOOS",
    "GOARCH",
    "GOFLAGS",
    "GOBIN",
    "GOPROXY",
    "GOPRIVATE",
    "JAVA_HOME",
    "JAVA_OPTS",
    "NODE_OPTIONS",
    "NODE_PATH",
    "DOCKER_TLS_CERTDIR",
    "MAVEN_OPTS",
    "GRADLE_OPTS",
    "CFLAGS",
    "LDFLAGS",
    "RUSTFLAGS",
    "GOMEMLIMIT",
    "GOMAXPROCS",
    "GODEBUG",
    "GOGC",
    "RUST",
    "KEYNAME",
    "ENV_VAR",
    "SCRIPT_NAME",
    "PATH_INFO",
    "REMOTE_USER",
    "REQUEST_METHOD",
    "QUERY_STRING",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
];
/// What a framework's applications set, each its own.
const FRAMEWORKS: [&str; 10] = [
    "INSTALLED_APPS",
    "MIDDLEWARE",
    "MIDDLEWARE_CLASSES",
    "TEMPLATES",
    "APP_DIRS",
    "DATABASES",
    "INTERNAL_IPS",
    "STATIC_URL",
    "STATIC_ROOT",
    "ROOT_URLCONF",
];
/// What toolchains and systems read.
const SYSTEMS: [&str; 9] = ["SO_", "LC_", "XDG_", "PYTHON", "RUST_", "CARGO_", "LD_", "DYLD_", "TARGET_"];

pub fn inline(code: &str, around: &Around<'_>) -> Option<Told> {
    variable(code, around).or_else(|| key(code, around))
}

fn variable(code: &str, around: &Around<'_>) -> Option<Told> {
    const READ: [(&str, &str); 9] = [
        ("process.env.", ""),
        ("import.meta.env.", ""),
        ("os.environ[\"", "\"]"),
        ("os.environ['", "']"),
        ("ENV['", "']"),
        ("ENV[\"", "\"]"),
        ("System.getenv(\"", "\")"),
        ("os.Getenv(\"", "\")"),
        ("os.getenv(\"", "\")"),
    ];
    let read = READ.iter().find_map(|(before, behind)| code.strip_prefix(before)?.strip_suffix(behind));
    if let Some(name) = read.filter(|it| is_upper(it)) {
        return told(name, 90);
    }
    let given =
        code.strip_prefix("export ").unwrap_or(code).split_once('=').filter(|(_, value)| !value.starts_with('='));
    let name = given.map_or(code, |(name, _)| name);
    let name = name.trim_start_matches('$').trim_start_matches('{').trim_end_matches('}');
    if !is_upper(name) {
        return None;
    }
    // A cell of examples or defaults holds values.
    let is_value = ["example", "default", "value"].iter().any(|it| around.column.contains(it));
    if is_value
        || around.says(&[
            "substitut",
            " parameter of",
            " query parameter",
            " remove ",
            " removed",
            " no longer ",
            " deprecated",
            " renamed",
            " provides ",
            "class variable",
            "classvar",
            "class attribute",
            " will be used to ",
        ])
    {
        return None;
    }
    // Where something runs, not what is set there.
    const PLACES: [&str; 6] = [
        "production environment",
        "development environment",
        "staging environment",
        "test environment",
        "testing environment",
        "local environment",
    ];
    let is_place = around.says(&PLACES) && !around.says(&["environment variable"]);
    let is_cell = around.header.split(" | ").any(|it| it.trim() == "variable" || it.trim() == "env");
    let is_about = !is_place
        && around.is_about(&[" environment", " env var", ".env", "env-var", "envvar", "env variable"])
        || is_cell;
    let lower = name.to_lowercase();
    // `SO_REUSEPORT` is a constant, unless it is said to be set.
    let is_said = |before: &str, behind: &str| around.sentence.contains(&format!("{before}{lower}{behind}"));
    let is_set = ["set ", "set the ", "setting ", "settings ", "configure ", "variable ", "secret ", "option "];
    let has_set = [" setting", " option", " config", " variable", " secret", ":", " is set", " and "];
    let is_told = is_set.iter().any(|it| is_said(it, "")) || has_set.iter().any(|it| is_said("", it));
    let is_telling = !FRAMEWORKS.contains(&name)
        && name.contains('_')
        && is_told
        && around.is_about(&[" variable", " secret", " setting", " set ", " configur", " option"]);
    match (is_about, given.is_some()) {
        (true, _) if name.contains('_') => told(name, 90),
        // `SKIP` is any word in capitals.
        (true, _)
            if around.is_about(&["environment variable", "env var", ".env", "envvar", "env variable"]) || is_cell =>
        {
            told(name, 75)
        }
        // `CASCADE=REMOVE` is any language's; `PORT=80 npm start` is a shell's.
        (_, true) if name.contains('_') || code.contains(' ') => told(name, 70),
        // Of the environment, or of a file: nothing says it.
        _ if is_telling => told(name, 60).map(|it| Told { value: None, ..it }),
        _ => None,
    }
}

/// A variable, because the markup says that it is one.
pub fn named(name: &str) -> Option<Told> {
    told(name, 90).filter(|_| is_upper(name))
}

fn told(name: &str, confidence: u8) -> Option<Told> {
    let is_system = SYSTEM.contains(&name) || SYSTEMS.iter().any(|it| name.starts_with(it));
    (!is_system && !is_placeholder(name)).then(|| Told::new(Kind::ConfigKey, name, confidence).with("environment"))
}

/// `NAME_IN_CAPITALS`, of at least three characters.
fn is_upper(name: &str) -> bool {
    name.len() >= 3
        && name.len() <= 80
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
        && !name.ends_with('_')
}

/// `server.port`, where the words around speak of a configuration file or of settings.
fn key(code: &str, around: &Around<'_>) -> Option<Told> {
    let parts: Vec<&str> = code.split('.').collect();
    let is_part = |part: &&str| {
        part.starts_with(|c: char| c.is_ascii_lowercase())
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
    };
    if parts.len() < 2
        || parts.len() > 8
        || !parts.iter().all(is_part)
        || is_placeholder(code)
        || super::paths::confidence(code).is_some()
    {
        return None;
    }
    let is_value = ["example", "default", "value"].iter().any(|it| around.column.contains(it));
    if is_value || around.says(&[" module ", "module path", "import path", "python path", " class ", " package "]) {
        return None;
    }
    let last = *parts.last()?;
    let is_known = crate::words::extensions().contains(last) || crate::words::platform().contains(parts[0]);
    // `window.location.href`: what a page's script is given.
    let is_global = matches!(parts[0], "window" | "document" | "navigator" | "location" | "globalThis" | "process");
    let is_host = matches!(
        last,
        "com" | "org" | "net" | "io" | "dev" | "app" | "ai" | "co" | "local" | "localhost" | "internal" | "git"
    );
    if is_host || is_global || (is_known && parts.len() == 2) {
        return None;
    }
    // `app.toml.sample` is a file, `options.form` beside `options.json` a member, `net.core.somaxconn` a system's.
    let is_file = (last == "config" || parts.iter().any(|part| *part != "config" && is_config_ending(part)))
        && !around.says(&["key", "section", "table"]);
    if is_file || around.says(&["sysctl"]) {
        return None;
    }
    let beside = format!("{}.", parts[0]).to_lowercase();
    let mut words =
        around.sentence.split([' ', '`', '(', ')', ',', '"', '\'']).filter(|word| !word.starts_with(&beside));
    let file = words.find_map(config_file);
    let is_plain = !code.bytes().any(|b| b.is_ascii_uppercase());
    let is_about =
        is_plain && parts.len() > 2 && around.says(&["setting", "propert", "configur", "config key", "config option"])
            || around.header.split(" | ").any(|it| matches!(it.trim(), "key" | "option" | "setting" | "property"));
    let told = Told::new(Kind::ConfigKey, code, if file.is_some() { 70 } else { 60 });
    match file {
        Some(file) => Some(told.with(file)),
        None => is_about.then_some(told),
    }
}

/// A word that names a configuration file.
fn config_file(word: &str) -> Option<&str> {
    let word = word.trim_end_matches(['.', ':', ';', '?', '!']);
    let (stem, ending) = word.rsplit_once('.')?;
    (is_config_ending(ending) && stem.chars().any(|c| c.is_ascii_alphanumeric())).then_some(word)
}

fn is_config_ending(ending: &str) -> bool {
    matches!(ending, "json" | "jsonc" | "yaml" | "yml" | "toml" | "ini" | "cfg" | "conf" | "config" | "properties")
}

/// Variables that a fence sets: all of an `.env` file, those that a shell exports.
pub fn in_fence(fence: &Fence) -> Vec<(Told, usize, &str)> {
    const MAX: usize = 200;
    let is_env = matches!(fence.language.as_str(), "env" | "dotenv") || fence.info.contains(".env");
    let is_shell = super::shell::is_shell(&fence.language) || (fence.language.is_empty());
    if !is_env && !is_shell {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut at = 0;
    for line in fence.text.split_inclusive('\n') {
        let text = line.trim().trim_start_matches("$ ");
        let exported = text.strip_prefix("export ").or_else(|| text.strip_prefix("set -x "));
        // A shell knows no space before `=`: that is another language's.
        let set = exported.unwrap_or(text).split_once('=');
        // What a command gives, or what a later line asks for by its name, is the example's own.
        let is_local = !is_env && set.is_some_and(|(name, value)| is_local(fence, name, value, exported.is_some()));
        let name = set.filter(|_| !is_local).map(|(name, _)| name);
        let name = name.map(|it| if is_env { it.trim() } else { it });
        let is_set = exported.is_some() || is_env || (is_shell && name.is_some_and(|it| it.contains('_')));
        if let Some(told) =
            name.filter(|it| is_set && is_upper(it)).and_then(|it| told(it, if is_env { 90 } else { 75 }))
        {
            found.push((told, at, line.trim()));
        }
        at += line.len();
        if found.len() >= MAX {
            break;
        }
    }
    found
}

/// `ID=$(curl …)`; `ID=7` on a line of its own, of which another line of the block makes use.
fn is_local(fence: &Fence, name: &str, value: &str, is_exported: bool) -> bool {
    let value = value.trim();
    let is_made = value.starts_with("$(") || value.starts_with('`');
    let is_alone = !value.contains(' ') || value.starts_with(['"', '\'']) && value.ends_with(['"', '\'']);
    let is_used = fence.text.contains(&format!("${name}")) || fence.text.contains(&format!("${{{name}}}"));
    if is_exported { is_made && is_used } else { is_made || (is_alone && is_used) }
}
