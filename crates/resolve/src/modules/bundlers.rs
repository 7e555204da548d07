//! Path aliases of bundlers, test runners and frameworks: `alias` of Vite, Vitest, webpack, Rollup, Babel and SvelteKit,
//! Jest's `moduleNameMapper`. Their configurations are programs: what is written out there is read, nothing is run.

use super::jsonc;
use crate::project::tree::{file_name, join, parent, upward};
use serde_json::Value;
use std::collections::BTreeMap;

/// A pattern with at most one `*`, and the paths that it may mean.
pub type Alias = (String, Vec<String>);

const TOOLS: [&str; 13] = [
    "vite", "vitest", "webpack", "rspack", "rsbuild", "rollup", "jest", "babel", "svelte", "astro", "electron",
    "craco", "vue",
];
/// Where a path without a dot in front is one, and no package: https://svelte.dev/docs/kit/configuration#alias.
const OF_PATHS: &str = "svelte.config.";
const TABLES: [&str; 2] = ["alias", "moduleNameMapper"];
/// How many entries of one configuration are read.
const MAX_ENTRIES: usize = 200;

/// What a configuration says, and the folder for whose files it holds. None: it is no configuration of that kind.
pub fn read(path: &str, configs: &BTreeMap<String, String>) -> Option<(String, Vec<Alias>)> {
    let name = file_name(path);
    let text = configs.get(path)?;
    let entries = if name == "package.json" {
        if !text.contains("moduleNameMapper") {
            return None;
        }
        let manifest = jsonc::parse(text);
        let mapped = manifest["jest"]["moduleNameMapper"].as_object()?;
        let entry = |(key, value): (&String, &Value)| Some((key.clone(), value.as_str()?.to_owned(), true));
        mapped.iter().filter_map(entry).collect()
    } else if is_tool(name) {
        Reader { tokens: tokens(text), at: 0, is_of_paths: name.starts_with(OF_PATHS) }.tables()
    } else {
        return None;
    };
    let folder = parent(path);
    let is_package = |folder: &&str| join(folder, "package.json").is_some_and(|it| configs.contains_key(&it));
    let project = upward(folder).find(is_package).unwrap_or(folder);
    let mut all = Vec::new();
    for (key, target, is_pattern) in entries {
        let (folders, target) = match target.strip_prefix("<rootDir>") {
            Some(rest) => ([project, project], rest),
            None => ([folder, project], target.as_str()),
        };
        let target = target.trim_start_matches('/');
        for (pattern, target) in patterns(&key, target, is_pattern) {
            let mut targets: Vec<String> = folders.iter().filter_map(|folder| join(folder, &target)).collect();
            targets.dedup();
            all.push((pattern, targets));
        }
    }
    all.sort_by_key(|(pattern, _)| (pattern.contains('*'), usize::MAX - pattern.len()));
    (!all.is_empty()).then(|| (project.to_owned(), all))
}

fn is_tool(name: &str) -> bool {
    let Some((tool, rest)) = name.split_once('.') else { return false };
    (TOOLS.contains(&tool) && rest.contains('.')) || name.starts_with(".babelrc")
}

/// The patterns of an entry, `*` for what both sides share.
fn patterns(key: &str, target: &str, is_pattern: bool) -> Vec<(String, String)> {
    let target = target.trim_end_matches('/');
    if !is_pattern {
        if let (Some(key), Some(target)) = (key.strip_suffix('*'), target.strip_suffix("/*")) {
            return patterns(key, target, false);
        }
        if let Some(exact) = key.strip_suffix('$') {
            return vec![(exact.to_owned(), target.to_owned())];
        }
        let within = (format!("{}/*", key.trim_end_matches('/')), format!("{target}/*"));
        return if key.ends_with('/') { vec![within] } else { vec![(key.to_owned(), target.to_owned()), within] };
    }
    let Some(body) = key.strip_prefix('^') else { return Vec::new() };
    let (body, is_whole) = match body.strip_suffix('$') {
        Some(body) => (body, true),
        None => (body, false),
    };
    let body = body.replace("(.*)", "*").replace("(.+)", "*").replace("\\/", "/").replace("\\.", ".");
    if body.contains(['(', ')', '[', ']', '|', '\\', '?', '+', '{']) || body.matches('*').count() > 1 {
        return Vec::new();
    }
    let target = target.replace("$1", "*");
    match (body.contains('*'), is_whole) {
        (true, _) => vec![(body, target)],
        (false, true) => vec![(body, target)],
        (false, false) => vec![(format!("{body}*"), format!("{target}*"))],
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Text(String),
    Pattern(String),
    Word(String),
    Sign(char),
}

struct Reader {
    tokens: Vec<Token>,
    at: usize,
    is_of_paths: bool,
}

/// Key, target, and whether the key is a regular expression.
type Entry = (String, String, bool);

impl Reader {
    fn tables(&mut self) -> Vec<Entry> {
        let mut all = Vec::new();
        while self.at < self.tokens.len() && all.len() < MAX_ENTRIES {
            let table = match &self.tokens[self.at] {
                Token::Word(word) | Token::Text(word) => TABLES.iter().position(|table| table == word),
                _ => None,
            };
            self.at += 1;
            let Some(table) = table else { continue };
            if !matches!(self.tokens.get(self.at), Some(Token::Sign(':' | '='))) {
                continue;
            }
            self.at += 1;
            match self.tokens.get(self.at) {
                Some(Token::Sign('{')) => {
                    let entries = self.object();
                    let told = |value: &[Token]| match value {
                        [Token::Text(text)] if self.is_of_paths => Some(text.clone()),
                        _ => target(value),
                    };
                    let read = |(key, value): (Token, Vec<Token>)| match key {
                        Token::Text(key) | Token::Word(key) => Some((key, told(&value)?, table == 1)),
                        _ => None,
                    };
                    all.extend(entries.into_iter().filter_map(read));
                }
                Some(Token::Sign('[')) => self.list(&mut all),
                _ => {}
            }
        }
        all
    }

    /// `[{ find: …, replacement: … }, …]`
    fn list(&mut self, all: &mut Vec<Entry>) {
        self.at += 1;
        while let Some(token) = self.tokens.get(self.at) {
            match token {
                Token::Sign(']') => return,
                Token::Sign('{') => {
                    let (mut find, mut to) = (None, None);
                    for (key, value) in self.object() {
                        match key {
                            Token::Word(key) | Token::Text(key) if key == "find" => find = value.first().cloned(),
                            Token::Word(key) | Token::Text(key) if key == "replacement" => to = target(&value),
                            _ => {}
                        }
                    }
                    match (find, to) {
                        (Some(Token::Text(key)), Some(to)) => all.push((key, to, false)),
                        (Some(Token::Pattern(key)), Some(to)) => all.push((key, to, true)),
                        _ => {}
                    }
                }
                _ => self.at += 1,
            }
        }
    }

    /// The keys and values of an object, which begins here; stands behind it then.
    fn object(&mut self) -> Vec<(Token, Vec<Token>)> {
        let mut entries = Vec::new();
        self.at += 1;
        while let Some(token) = self.tokens.get(self.at).cloned() {
            self.at += 1;
            match token {
                Token::Sign('}') => break,
                Token::Sign(_) => continue,
                key => {
                    if self.tokens.get(self.at) == Some(&Token::Sign(':')) {
                        self.at += 1;
                        entries.push((key, self.value()));
                    }
                }
            }
        }
        entries
    }

    /// The tokens up to the comma or brace that ends a value.
    fn value(&mut self) -> Vec<Token> {
        let (start, mut depth) = (self.at, 0u32);
        while let Some(token) = self.tokens.get(self.at) {
            match token {
                Token::Sign('(' | '[' | '{') => depth += 1,
                Token::Sign(',' | '}' | ']' | ')') if depth == 0 => break,
                Token::Sign(')' | ']' | '}') => depth -= 1,
                _ => {}
            }
            self.at += 1;
        }
        self.tokens[start..self.at].to_vec()
    }
}

/// The path that a value tells: a relative one as it is written, else the texts that a call puts together.
fn target(value: &[Token]) -> Option<String> {
    let texts = || value.iter().filter_map(|it| if let Token::Text(text) = it { Some(text.as_str()) } else { None });
    let word = |wanted: &str| value.iter().any(|it| matches!(it, Token::Word(word) if word == wanted));
    match value {
        [Token::Text(text)] => text.starts_with(['.', '/', '<']).then(|| text.clone()),
        _ if word("require") || !value.contains(&Token::Sign('(')) => None,
        _ => Some(texts().map(|it| it.trim_matches('/')).collect::<Vec<_>>().join("/")).filter(|it| !it.is_empty()),
    }
}

/// What a script consists of, as far as tables of texts need it.
fn tokens(text: &str) -> Vec<Token> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        rest = match first {
            _ if rest.starts_with("//") => &rest[rest.find('\n').unwrap_or(rest.len())..],
            _ if rest.starts_with("/*") => &rest[rest.find("*/").map_or(rest.len(), |at| at + 2)..],
            '"' | '\'' | '`' => {
                let (inner, behind) = quoted(&rest[1..], first);
                all.push(Token::Text(inner));
                behind
            }
            '/' if matches!(all.last(), Some(Token::Sign(':' | '(' | ',' | '=' | '['))) => {
                let (inner, behind) = quoted(&rest[1..], '/');
                all.push(Token::Pattern(inner));
                behind
            }
            _ if first.is_alphanumeric() || matches!(first, '_' | '$' | '@') => {
                let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))).unwrap_or(rest.len());
                let end = end.max(first.len_utf8());
                all.push(Token::Word(rest[..end].to_owned()));
                &rest[end..]
            }
            _ => {
                if !first.is_whitespace() {
                    all.push(Token::Sign(first));
                }
                &rest[first.len_utf8()..]
            }
        };
    }
    all
}

/// What stands before the closing quote, and what is behind it. Of a template only its texts; a pattern keeps its
/// backslashes.
fn quoted(text: &str, quote: char) -> (String, &str) {
    let (mut inner, mut at) = (String::new(), 0);
    while let Some(c) = text[at..].chars().next() {
        at += c.len_utf8();
        match c {
            _ if c == quote => return (inner, &text[at..]),
            '\\' => {
                let Some(next) = text[at..].chars().next() else { break };
                at += next.len_utf8();
                if quote == '/' {
                    inner.push(c);
                }
                inner.push(next);
            }
            '$' if quote == '`' && text[at..].starts_with('{') => at += text[at..].find('}').map_or(0, |end| end + 1),
            '\n' if quote != '`' => return (inner, &text[at..]),
            _ => inner.push(c),
        }
    }
    (inner, "")
}
