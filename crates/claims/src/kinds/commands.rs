//! Commands, as far as they name something of the repository: scripts, targets, files, packages, its own programs.

use super::shell::{self, Line};
use super::{Told, paths};
use crate::Kind;
use crate::blocks::Fence;
use crate::cues::{Around, is_placeholder};
use crate::words::{Says, commands, programs};

/// A code span that is a command.
pub fn inline(code: &str, around: &Around<'_>) -> Option<Vec<Told>> {
    if !code.contains(' ') || code.contains(['{', '<', '[', '=']) {
        return None;
    }
    let all = shell::commands(code);
    let told: Vec<Told> = all.iter().flat_map(|words| named(words)).collect();
    let is_readers = around.is_readers();
    let told = told
        .into_iter()
        .map(|it| Told { confidence: if is_readers { it.confidence.min(55) } else { it.confidence }, ..it });
    let told: Vec<Told> = told.collect();
    (!told.is_empty()).then_some(told)
}

/// What the lines of a fence run, with where they begin in it.
pub fn in_fence<'f>(fence: &'f Fence, heading: &str) -> Vec<(Told, usize, &'f str)> {
    let is_shell = shell::is_shell(&fence.language);
    if !is_shell && !matches!(fence.language.as_str(), "" | "text" | "txt" | "plaintext") {
        return Vec::new();
    }
    let lines = shell::lines(fence);
    let mut found = Vec::new();
    for Line { at, text, is_typed } in &lines {
        for words in shell::commands(text) {
            let told = named(&words);
            let is_own = told.is_empty() && (*is_typed || is_shell && (lines.len() == 1 || is_call(&words)));
            let own = if is_own { program(&words) } else { None };
            let files = if is_shell || *is_typed { files(&words, heading) } else { Vec::new() };
            let mut all = told;
            for one in own.into_iter().chain(files) {
                if !all.iter().any(|it| it.subject == one.subject) {
                    all.push(one);
                }
            }
            found.extend(all.into_iter().map(|it| (it, *at, *text)));
        }
    }
    found
}

/// What a command of the table names.
fn named(words: &[&str]) -> Vec<Told> {
    let words = unwrapped(words);
    let Some((program, rest)) = words.split_first() else { return Vec::new() };
    // What is to be made is not there yet.
    if matches!(rest.first(), Some(&("new" | "init" | "create"))) {
        return Vec::new();
    }
    let mut told = flags(program, rest);
    let is_place = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| rest.get(at));
        matches!(before, Some(&("-C" | "--dir" | "--cwd" | "--prefix" | "--filter" | "-F" | "-w" | "--workspace")))
    };
    let words = rest
        .iter()
        .copied()
        .enumerate()
        .filter(|(at, it)| !it.starts_with('-') && !shell::is_set(it) && !is_place(*at));
    let arguments: Vec<&str> = words.map(|(_, it)| it).collect();
    for command in commands().iter().filter(|it| it.program == *program) {
        let (word, behind) = match arguments.split_first() {
            Some((word, behind)) if !command.words.is_empty() => (*word, behind),
            _ if command.words.is_empty() => ("", arguments.as_slice()),
            _ => continue,
        };
        if !command.words.is_empty() && command.words.contains(&word) == command.is_rest {
            continue;
        }
        match command.says {
            // Of what is no command of the manager's own, some are programs of packages.
            Says::Itself(what) => {
                told.extend(
                    target(word, what).map(|it| if command.is_rest { Told { confidence: 65, ..it } } else { it }),
                );
            }
            Says::Next(what) => {
                // `make -C dir test`, `python -m venv`: what stands behind a flag is no target.
                let is_plain = rest.first().is_some_and(|it| !it.starts_with('-')) || what == "script";
                let next = behind.first().filter(|_| is_plain);
                told.extend(next.and_then(|it| target(it, what)));
            }
            Says::Packages(ecosystem) => told.extend(packages(rest, behind, ecosystem)),
        }
        break;
    }
    told
}

/// Without what only runs another command: `python -m pip`, `uv run`, `bundle exec`.
fn unwrapped<'w>(words: &'w [&'w str]) -> &'w [&'w str] {
    match words {
        ["python" | "python3" | "py", "-m", "pip", ..] => &words[2..],
        ["uv", "pip", ..] => &words[1..],
        ["uv" | "poetry" | "pipenv" | "pdm" | "hatch" | "rye", "run", rest @ ..] | ["bundle", "exec", rest @ ..]
            if !rest.is_empty() =>
        {
            &words[2..]
        }
        _ => words,
    }
}

/// What flags name: `cargo test -p NAME`, `npm -w NAME`, `pip install -r FILE`, `docker compose -f FILE`.
fn flags(program: &str, words: &[&str]) -> Vec<Told> {
    let mut told = Vec::new();
    for (at, word) in words.iter().enumerate().take(40) {
        let (flag, value) = match word.split_once('=') {
            Some((flag, value)) if flag.starts_with("--") => (flag, Some(value)),
            _ => (*word, words.get(at + 1).copied()),
        };
        let Some(value) = value.filter(|it| !it.starts_with('-')) else { continue };
        let what = match (program, flag) {
            ("cargo", "-p" | "--package") | ("npm", "-w" | "--workspace") | ("pnpm", "--filter" | "-F") => "package",
            ("cargo", "--bin" | "--example" | "--test" | "--bench") => "target",
            ("cargo", "--features" | "-F") => "feature",
            ("pip" | "pip3" | "uv", "-r" | "--requirement")
            | ("docker" | "docker-compose" | "kubectl" | "make", "-f" | "--file") => "file",
            ("cargo", "--manifest-path") | ("dotnet", "--project") => "file",
            _ => continue,
        };
        if what == "file" && paths::confidence(value).is_none() {
            continue;
        }
        told.extend(target(value.trim_end_matches("..."), what));
    }
    told
}

/// A claim that there is something of a name.
fn target(name: &str, what: &str) -> Option<Told> {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b':' | b'.' | b'/' | b'@' | b',');
    let is_file = what == "file" || (what == "script" && paths::confidence(name).is_some() && name.contains('.'));
    let what = if is_file { "file" } else { what };
    if name.len() < 2
        || !name.bytes().all(plain)
        || is_placeholder(name)
        || name.starts_with('-')
        || name == "."
        || is_capital(name)
    {
        return None;
    }
    if is_file && is_anybodys(name) {
        return None;
    }
    if is_file && (paths::confidence(name).is_none() || name.starts_with("http")) {
        return None;
    }
    let confidence = match (is_file, name.contains('/')) {
        (true, true) => 75,
        (true, false) => 60,
        _ => 85,
    };
    let subject = if is_file { paths::normal(name) } else { name.to_owned() };
    Some(Told::new(Kind::Command, &subject, confidence).with(what))
}

/// `app.js`, `main.py`: the reader's own program.
fn is_anybodys(name: &str) -> bool {
    const STEMS: [&str; 11] =
        ["app", "index", "server", "client", "main", "test", "script", "demo", "program", "run", "example"];
    name.split_once('.').is_some_and(|(stem, ending)| STEMS.contains(&stem) && !ending.contains(['.', '/']))
}

/// `RECIPE`: what is put there.
fn is_capital(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
}

/// Packages that a command installs.
fn packages(words: &[&str], names: &[&str], ecosystem: &str) -> Vec<Told> {
    // What flags take is no package: a list of requirements, a place, an index.
    let takes = |flag: &str| {
        matches!(
            flag,
            "-r" | "--requirement"
                | "-e"
                | "--editable"
                | "-c"
                | "-i"
                | "--index-url"
                | "--extra-index-url"
                | "--path"
                | "--git"
                | "--registry"
                | "--prefix"
                | "-w"
                | "--workspace"
                | "--filter"
                | "-F"
                | "--features"
                | "--group"
                | "--extra"
                | "-t"
                | "--target"
                | "-G"
                | "--branch"
                | "--tag"
                | "--rev"
                | "--version"
                | "-v"
                | "--root"
                | "--source"
                | "-f"
        )
    };
    let is_taken = |name: &str| words.windows(2).any(|pair| takes(pair[0]) && pair[1] == name);
    let names = names.iter().filter(|it| !is_taken(it)).take(30);
    names
        .filter_map(|it| package(it, ecosystem))
        .map(|name| Told::new(Kind::Dependency, &name, 80).with(ecosystem))
        .collect()
}

/// A package's name without its version and extras; none where it is a file, an address or stands for any.
fn package(written: &str, ecosystem: &str) -> Option<String> {
    let bare = written.split(['[', '>', '<', '=', '~', '^', ';', '!']).next()?;
    let bare = match bare.char_indices().skip(1).find(|(_, c)| *c == '@') {
        Some((at, _)) => &bare[..at],
        None => bare,
    };
    let bare = bare.trim_end_matches("/...");
    let bare = if ecosystem == "composer" { bare.split(':').next()? } else { bare };
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'/' | b'@');
    let slashes = bare.matches('/').count();
    let fits = match ecosystem {
        "npm" => {
            if bare.starts_with('@') {
                slashes == 1
            } else {
                slashes == 0
            }
        }
        "go" => slashes > 0 && bare.split('/').next().is_some_and(|host| host.contains('.')),
        "composer" => slashes == 1,
        _ => slashes == 0,
    };
    let is_file = [".txt", ".whl", ".tgz", ".gz", ".zip", ".gem", ".json", ".toml"].iter().any(|it| bare.ends_with(it));
    let is_name = bare.len() >= 2 && bare.bytes().all(plain) && !bare.starts_with(['.', '/', '-']);
    (fits && is_name && !(ecosystem == "nuget" && bare == "package") && !is_file && !is_placeholder(bare))
        .then(|| bare.to_owned())
}

/// A program of the repository's own: neither everybody's nor a file.
fn program(words: &[&str]) -> Option<Told> {
    let words = match words {
        ["npx" | "pnpx" | "bunx" | "uvx" | "pipx", ..] => return None,
        words => words,
    };
    let name = *words.first()?;
    let is_name = name.len() >= 2
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'_'));
    if !is_name || programs().contains(name) || is_placeholder(name) {
        return None;
    }
    let second = words
        .get(1)
        .filter(|it| it.len() >= 2 && it.bytes().all(|b| b.is_ascii_lowercase() || b == b'-') && !it.starts_with('-'));
    let subject = second.filter(|it| !is_placeholder(it)).map_or(name.to_owned(), |second| format!("{name} {second}"));
    Some(Told::new(Kind::Command, &subject, 60).with("program"))
}

/// Words that look typed: a flag, or a program alone.
fn is_call(words: &[&str]) -> bool {
    words.len() > 1
        && words[1..].iter().any(|it| it.starts_with("--") || (it.len() == 2 && it.starts_with('-')))
        && words.iter().all(|it| !it.ends_with([',', ':', '.']) || *it == ".")
}

/// Files that a command takes, where it does not make them.
fn files(words: &[&str], heading: &str) -> Vec<Told> {
    const READS: [&str; 22] = [
        "cd",
        "cat",
        "source",
        ".",
        "vim",
        "nano",
        "less",
        "chmod",
        "psql",
        "sqlite3",
        "docker",
        "docker-compose",
        "kubectl",
        "python",
        "python3",
        "node",
        "bash",
        "sh",
        "go",
        "cargo",
        "pip",
        "cp",
    ];
    let Some((program, rest)) = words.split_first() else { return Vec::new() };
    let is_run = program.starts_with("./") && paths::confidence(program).is_some();
    let is_new = heading.contains("new project")
        || rest.iter().any(|it| matches!(*it, ">" | ">>" | "<<"))
        || rest.contains(&"init");
    if is_new || !(is_run || READS.contains(program)) {
        return Vec::new();
    }
    let rest = if *program == "cp" { rest.split_last().map_or(rest, |(_, rest)| rest) } else { rest };
    let program = is_run.then_some(*program);
    let sure = |it: &&str| it.contains('/') && !it.contains('=') && paths::confidence(it).is_some_and(|it| it >= 75);
    let named = rest.iter().copied().filter(sure).chain(program);
    named.take(10).map(|it| Told::new(Kind::Path, &paths::normal(it), 65)).collect()
}
