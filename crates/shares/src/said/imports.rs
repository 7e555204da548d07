//! How imports are written.

use super::facts::{FileFacts, Import};
use super::gathered::{At, Gathered};
use super::places::folder_of;
use crate::words::is_word;
use rustc_hash::FxHashSet;

pub fn observe<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let is_js = facts.family == "js";
    if facts.imports.is_empty() || !(is_js || facts.family == "python") {
        return;
    }
    let statements = statements(facts);
    if is_js {
        javascript(facts, &statements, gathered);
    } else {
        for it in statements.iter().filter(|it| it.resolved.is_some()) {
            let variant = if it.specifier.starts_with('.') { "relative" } else { "absolute" };
            gathered.see("own-imports", variant, At::line(it.line));
        }
    }
    order(facts, &statements, gathered);
}

/// One row a statement. What only a type names where it stands, by a call of an import, is none.
fn statements<'f, 'u>(facts: &'f FileFacts<'u>) -> Vec<&'f Import<'u>> {
    let mut seen: FxHashSet<(u64, &str)> = FxHashSet::default();
    let all = facts.imports.iter().filter(|it| !(it.type_only && it.dynamic));
    all.filter(|it| seen.insert((it.line, &it.specifier))).collect()
}

fn javascript<'u>(facts: &FileFacts<'u>, statements: &[&Import<'u>], gathered: &mut Gathered<'u>) {
    let folder = folder_of(facts.path);
    for it in statements {
        let (specifier, at) = (&*it.specifier, At::line(it.line));
        let plain = specifier.strip_prefix("node:");
        if BUILTIN.binary_search(&plain.unwrap_or(specifier)).is_ok() {
            gathered.see("node-builtins", if plain.is_some() { "node:" } else { "bare" }, at);
            continue;
        }
        let Some(resolved) = it.resolved.as_deref() else { continue };
        let is_relative = specifier.starts_with('.');
        if is_relative && script_ending(resolved).is_some() {
            match script_ending(specifier) {
                Some(ending) => gathered.see("import-endings", format!("with {ending}"), at),
                None => gathered.see("import-endings", "without an ending", at),
            }
        }
        if facts.is_test || folder_of(resolved).starts_with(folder) {
            continue;
        }
        if is_relative {
            gathered.see("import-paths", "relative paths", at);
        } else if let Some(prefix) = alias_of(specifier) {
            gathered.see("import-paths", format!("the alias {prefix}"), at);
        } else if is_from_base(specifier, resolved, facts.path) {
            gathered.see("import-paths", "paths from a base folder", at);
        }
    }
}

/// The ending of a script's path: `.ts`, `.mjs`, `.tsx`.
fn script_ending(path: &str) -> Option<&str> {
    let ending = &path[path.rfind('.')?..];
    let plain = ending[1..].strip_suffix('x').unwrap_or(&ending[1..]);
    let plain = plain.strip_prefix(['c', 'm']).unwrap_or(plain);
    matches!(plain, "js" | "ts").then_some(ending)
}

/// What an alias of a folder begins with: `@/`, `~lib/`, `#`, `$app/`, `src/`.
fn alias_of(specifier: &str) -> Option<&str> {
    if let Some(known) = ["@/", "~/", "src/"].iter().find(|it| specifier.starts_with(**it)) {
        return Some(known);
    }
    let sign = specifier.bytes().next().filter(|sign| matches!(sign, b'~' | b'#' | b'$'))?;
    let rest = &specifier[1..];
    let end = 1 + rest.find(|it: char| !it.is_ascii_lowercase() && it != '-').unwrap_or(rest.len());
    let is_folder = specifier[end..].starts_with('/');
    let is_alias = match sign {
        b'~' => is_folder && end > 1,
        b'#' => true,
        _ => end > 1,
    };
    is_alias.then(|| &specifier[..end + usize::from(is_folder)])
}

/// Whether a specifier is the path itself below a folder that both files are in, as `baseUrl` has it: `components/Cart`.
fn is_from_base(specifier: &str, resolved: &str, path: &str) -> bool {
    if specifier.starts_with('@') {
        return false;
    }
    let plain = match resolved.rsplit_once('.') {
        Some((front, ending)) if is_word(ending) => without(without(front, ".module"), "/index"),
        _ => resolved,
    };
    let base = plain.strip_suffix(specifier).filter(|base| base.ends_with('/'));
    base.is_some_and(|base| path.starts_with(base))
}

fn without<'p>(path: &'p str, end: &str) -> &'p str {
    path.strip_suffix(end).unwrap_or(path)
}

/// Only what stands before the first declaration: later imports are there for another reason.
fn order<'u>(facts: &FileFacts<'u>, statements: &[&Import<'u>], gathered: &mut Gathered<'u>) {
    let first = facts.symbols.iter().find(|it| matches!(it.kind(), "function" | "class")).map(|it| it.line());
    let head = || statements.iter().filter(|it| first.is_none_or(|first| it.line < first));
    let Some(own) = head().find(|it| it.resolved.is_some()) else { return };
    let Some(last) = head().rfind(|it| it.resolved.is_none() && it.external.is_some()) else { return };
    if own.line < last.line {
        gathered.see("import-order", "mixed", At::line(last.line));
    } else {
        gathered.see("import-order", "packages first", At::line(head().next().map_or(1, |it| it.line)));
    }
}

/// Node's own modules, in order.
#[rustfmt::skip]
const BUILTIN: [&str; 68] = [
    "_http_agent", "_http_client", "_http_common", "_http_incoming", "_http_outgoing", "_http_server",
    "_stream_duplex", "_stream_passthrough", "_stream_readable", "_stream_transform", "_stream_wrap",
    "_stream_writable", "_tls_common", "_tls_wrap", "assert", "assert/strict", "async_hooks", "buffer",
    "child_process", "cluster", "console", "constants", "crypto", "dgram", "diagnostics_channel", "dns",
    "dns/promises", "domain", "events", "fs", "fs/promises", "http", "http2", "https", "inspector",
    "inspector/promises", "module", "net", "os", "path", "path/posix", "path/win32", "perf_hooks", "process",
    "punycode", "querystring", "readline", "readline/promises", "repl", "stream", "stream/consumers",
    "stream/promises", "stream/web", "string_decoder", "sys", "timers", "timers/promises", "tls", "trace_events",
    "tty", "url", "util", "util/types", "v8", "vm", "wasi", "worker_threads", "zlib",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specifiers_are_told_apart() {
        assert!(BUILTIN.is_sorted());
        let aliases = ["@/a", "~lib/a", "#app/a", "#A", "$lib", "~lib", "$/a", "@a/b"].map(alias_of);
        assert_eq!(aliases[..5], [Some("@/"), Some("~lib/"), Some("#app/"), Some("#"), Some("$lib")]);
        assert_eq!(aliases[5..], [None; 3]);
        assert_eq!(["a.mts", "a.jsx", "./a", "./a.vue"].map(script_ending), [Some(".mts"), Some(".jsx"), None, None]);
    }

    #[test]
    fn paths_are_from_a_base() {
        assert!(is_from_base("components/Cart", "web/components/Cart/index.ts", "web/pages/a.ts"));
        assert!(is_from_base("styles/a", "web/styles/a.module.css", "web/pages/a.ts"));
        assert!(!is_from_base("components/Cart", "api/components/Cart.ts", "web/pages/a.ts"));
        assert!(!is_from_base("art", "web/components/Cart.ts", "web/pages/a.ts"));
    }
}
