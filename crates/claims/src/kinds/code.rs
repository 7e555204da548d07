//! Blocks of code: what language, which lines, what they import.

use crate::blocks::Fence;
use crate::text::clip;
use sha2::{Digest, Sha256};

const MAX_NAMES: usize = 20;

pub struct CodeBlock {
    /// Its first line.
    pub first: String,
    /// The first 64 bits of SHA-256 of its normalised lines, as hexadecimal digits.
    pub hash: String,
    pub names: Vec<String>,
}

/// A fence of a programming language with at least two lines that hold something.
pub fn block(fence: &Fence) -> Option<CodeBlock> {
    let family = family(&fence.language)?;
    let lines: Vec<String> =
        fence.text.lines().map(normal).filter(|line| line.chars().any(char::is_alphanumeric)).collect();
    if lines.len() < 2 {
        return None;
    }
    let hash = Sha256::digest(lines.join("\n").as_bytes());
    let hash = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let mut names: Vec<String> = Vec::new();
    for name in lines.iter().flat_map(|line| imports(line, family)) {
        if names.len() < MAX_NAMES && !names.contains(&name) {
            names.push(name);
        }
    }
    Some(CodeBlock { first: clip(&lines[0], 200), hash, names })
}

/// Names of the classes that a fence declares.
pub fn classes(fence: &Fence) -> impl Iterator<Item = &str> {
    let lines = fence.text.lines().filter(|line| line.len() < 400);
    lines.filter_map(|line| {
        let mut words = line.trim().trim_start_matches(">>> ").split_whitespace().take(6).skip_while(|word| {
            matches!(*word, "export" | "default" | "public" | "final" | "abstract" | "open" | "data" | "sealed")
        });
        let name = words.next().filter(|word| *word == "class").and_then(|_| words.next())?;
        let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
        Some(&name[..end]).filter(|name| name.starts_with(char::is_uppercase))
    })
}

/// Names of the variables of the environment that a fence of a programming language reads.
pub fn variables(fence: &Fence) -> impl Iterator<Item = &str> {
    const READING: [&str; 8] = ["env.", "environ[", "environ.get(", "getenv(", "Getenv(", "ENV[", "ENV.fetch(", "env("];
    let text = if family(&fence.language).is_some() { fence.text.as_str() } else { "" };
    let found = READING.iter().flat_map(move |it| text.match_indices(it).map(|(at, it)| &text[at + it.len()..]));
    found.filter_map(|rest| {
        let rest = rest.trim_start_matches(['"', '\'']);
        let end = rest.find(|c: char| !c.is_ascii_uppercase() && !c.is_ascii_digit() && c != '_').unwrap_or(rest.len());
        Some(&rest[..end]).filter(|name| name.len() > 2)
    })
}

/// Names of the functions that a fence writes out: with what they do.
pub fn functions(fence: &Fence) -> impl Iterator<Item = &str> {
    const OTHERS: [&str; 12] =
        ["if", "for", "while", "switch", "catch", "else", "return", "await", "new", "match", "with", "try"];
    let lines = fence.text.lines().map(|line| line.trim().trim_start_matches(">>> ")).filter(|line| line.len() < 400);
    lines.filter_map(|line| {
        if let Some(name) = given(line) {
            return Some(name);
        }
        let is_python = line.starts_with("def ") || line.starts_with("async def ");
        if !line.ends_with('{') && !is_python {
            return None;
        }
        let head = line.split('(').next().filter(|head| head.len() < line.len())?;
        let (before, name) = head.rsplit_once(' ')?;
        let is_plain =
            |c: char| c.is_alphanumeric() || matches!(c, '_' | ' ' | '<' | '>' | '[' | ']' | ',' | '@' | '.');
        let is_head = before.chars().all(is_plain) && !OTHERS.contains(&before.split(' ').next().unwrap_or_default());
        (is_head && name.len() > 2 && is_name(name)).then_some(name)
    })
}

/// What a line gives a name: `const store = useStore()`, `client := resty.New()`.
fn given(line: &str) -> Option<&str> {
    let (left, right) = line.split_once(" = ").or_else(|| line.split_once(" := "))?;
    let words: Vec<&str> = left.split(' ').collect();
    let (name, before) = words.split_last()?;
    let is_declared =
        before.iter().all(|it| matches!(*it, "export" | "const" | "let" | "var" | "mut" | "val" | "final"));
    let is_made = right.contains('(');
    (is_declared && is_made && name.len() > 1 && is_name(name)).then_some(*name)
}

/// A line with single spaces and none around.
fn normal(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Script,
    Python,
    Go,
    Rust,
    /// `import a.b.C;`
    Dotted,
    /// `using A.B;`
    Using,
    Php,
    Ruby,
    Other,
}

fn family(language: &str) -> Option<Family> {
    Some(match language {
        "js" | "javascript" | "jsx" | "ts" | "typescript" | "tsx" | "mjs" | "cjs" | "mts" | "vue" | "svelte"
        | "astro" => Family::Script,
        "py" | "python" | "python3" | "pycon" => Family::Python,
        "go" | "golang" => Family::Go,
        "rust" | "rs" => Family::Rust,
        "java" | "kotlin" | "kt" | "kts" | "scala" | "groovy" | "swift" => Family::Dotted,
        "c#" | "cs" | "csharp" | "cshtml" | "razor" => Family::Using,
        "php" => Family::Php,
        "ruby" | "rb" | "erb" | "haml" | "slim" => Family::Ruby,
        "c" | "cpp" | "c++" | "sql" | "graphql" | "gql" | "lua" | "elixir" | "ex" | "dart" | "proto" | "protobuf"
        | "prisma" => Family::Other,
        _ => return None,
    })
}

/// What a line imports: the module, or its names.
fn imports(line: &str, family: Family) -> Vec<String> {
    let line = line.trim_start_matches(">>> ");
    let one = |it: Option<&str>| it.map(|it| vec![it.to_owned()]).unwrap_or_default();
    match family {
        Family::Script => script(line),
        Family::Python => match (line.strip_prefix("from "), line.strip_prefix("import ")) {
            (Some(rest), _) => {
                rest.split_once(" import ").map(|(module, list)| named(module, list, '.')).unwrap_or_default()
            }
            (_, Some(list)) => list.split(',').filter_map(first_word).map(str::to_owned).collect(),
            _ => Vec::new(),
        },
        Family::Go => {
            let rest = line.strip_prefix("import ").unwrap_or(line);
            let is_path = rest.starts_with('"') && rest.ends_with('"') && rest.len() > 2 && !rest.contains(' ');
            one(is_path.then(|| rest.trim_matches('"')))
        }
        Family::Rust => line.strip_prefix("use ").map(|rest| rest.trim_end_matches(';')).map(rust).unwrap_or_default(),
        Family::Dotted => {
            let rest = line.strip_prefix("import ").map(|it| it.strip_prefix("static ").unwrap_or(it));
            one(rest.map(|it| it.trim_end_matches(';')).and_then(first_word))
        }
        Family::Using => {
            one(line.strip_prefix("using ").and_then(|it| it.strip_suffix(';')).filter(|it| !it.contains([' ', '('])))
        }
        Family::Php => one(line.strip_prefix("use ").map(|it| it.trim_end_matches(';')).and_then(first_word)),
        Family::Ruby => one(quoted(line.strip_prefix("require ").or_else(|| line.strip_prefix("require_relative ")))),
        Family::Other => Vec::new(),
    }
}

fn script(line: &str) -> Vec<String> {
    let is_import = line.starts_with("import ")
        || line.starts_with("export ")
        || line.starts_with("} from ")
        || line.contains("require(");
    if !is_import {
        return Vec::new();
    }
    let behind = line.rsplit_once(" from ").map(|it| it.1).or_else(|| line.split_once("require(").map(|it| it.1));
    let Some(module) = quoted(behind.or_else(|| line.strip_prefix("import "))) else { return Vec::new() };
    match line.split_once('{').and_then(|(_, rest)| rest.split_once('}')) {
        Some((list, _)) => named(module, list, '.'),
        None => vec![module.to_owned()],
    }
}

/// `module.name` of each of a list of names.
fn named(module: &str, list: &str, separator: char) -> Vec<String> {
    let module = module.trim();
    let names = list
        .trim_matches(['(', ')', ' ', ','])
        .split(',')
        .filter_map(|it| first_word(it.trim().trim_start_matches("type ")));
    let names: Vec<String> = names.filter(|it| is_name(it)).map(|it| format!("{module}{separator}{it}")).collect();
    if names.is_empty() && !module.is_empty() { vec![module.to_owned()] } else { names }
}

/// `a::b`, `a::{b, c}`; of nested braces the module alone.
fn rust(text: &str) -> Vec<String> {
    match text.split_once("::{") {
        Some((module, list)) if !list.contains('{') => named(module, list.trim_end_matches('}'), ':')
            .into_iter()
            .map(|it| it.replacen(&format!("{module}:"), &format!("{module}::"), 1))
            .collect(),
        Some((module, _)) => vec![module.to_owned()],
        None => first_word(text).map(|it| vec![it.to_owned()]).unwrap_or_default(),
    }
}

fn first_word(text: &str) -> Option<&str> {
    text.split_whitespace().next().filter(|it| it.len() <= 200)
}

fn quoted(text: Option<&str>) -> Option<&str> {
    let text = text?.trim();
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    text[1..].split(quote).next().filter(|it| !it.is_empty() && it.len() <= 200)
}

fn is_name(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
}
