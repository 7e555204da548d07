//! Lines of a shell: what is typed, without prompts, remarks, output and documents given to a command.

use crate::blocks::Fence;

/// Of one fence.
const MAX_LINES: usize = 300;
const MAX_LINE: usize = 1_000;

pub fn is_shell(language: &str) -> bool {
    matches!(
        language,
        "sh" | "bash"
            | "shell"
            | "zsh"
            | "fish"
            | "console"
            | "terminal"
            | "shell-session"
            | "shellsession"
            | "sh-session"
            | "cmd"
            | "bat"
            | "powershell"
            | "ps1"
            | "pwsh"
            | "command"
            | "bash-session"
    )
}

pub struct Line<'f> {
    /// Where it begins in the fence.
    pub at: usize,
    pub text: &'f str,
    /// It stands behind a prompt.
    pub is_typed: bool,
}

/// What is typed in a fence. Where one line has a prompt, lines without are output.
pub fn lines(fence: &Fence) -> Vec<Line<'_>> {
    let has_prompts = fence.text.lines().take(MAX_LINES).any(|line| unprompted(line).is_some());
    let mut lines = Vec::new();
    let mut at = 0;
    let mut is_continued = false;
    let mut until: Option<&str> = None;
    for whole in fence.text.split_inclusive('\n').take(MAX_LINES) {
        let from = at;
        at += whole.len();
        let line = whole.trim();
        if let Some(end) = until {
            if line == end {
                until = None;
            }
            continue;
        }
        let was_continued = std::mem::replace(&mut is_continued, line.ends_with('\\'));
        let typed = unprompted(line);
        if was_continued || line.len() > MAX_LINE || (has_prompts && typed.is_none()) {
            continue;
        }
        let text = typed.unwrap_or(line);
        until = text
            .split_once("<<")
            .map(|(_, rest)| rest.trim_start_matches('-').trim().trim_matches(['"', '\'']))
            .and_then(|rest| {
                let word = rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
                (!word.is_empty()).then_some(word)
            });
        if !text.is_empty() && !text.starts_with(['#', '/']) && !text.starts_with("REM ") {
            lines.push(Line { at: from, text, is_typed: typed.is_some() });
        }
    }
    lines
}

/// What stands behind a prompt.
fn unprompted(line: &str) -> Option<&str> {
    let line = line.trim_start();
    ["$ ", "% ", "❯ ", "> "].iter().find_map(|it| line.strip_prefix(it)).map(str::trim)
}

/// The words of each simple command of a line, without variables that are set before it.
pub fn commands(line: &str) -> Vec<Vec<&str>> {
    let mut all = Vec::new();
    for part in split(line) {
        let mut words: Vec<&str> = words(part);
        while words.first().is_some_and(|word| {
            is_set(word) || matches!(*word, "sudo" | "time" | "env" | "cross-env" | "dotenv" | "--")
        }) {
            words.remove(0);
        }
        if !words.is_empty() {
            all.push(words);
        }
    }
    all
}

/// `NAME=value`.
pub fn is_set(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
    })
}

/// A line at `&&`, `||`, `;`, `|`, outside of quotes.
fn split(line: &str) -> Vec<&str> {
    let bytes = line.as_bytes();
    let mut parts = Vec::new();
    let (mut from, mut at, mut quote) = (0, 0, 0_u8);
    while at < bytes.len() {
        let byte = bytes[at];
        match byte {
            _ if quote != 0 => quote = if byte == quote { 0 } else { quote },
            b'"' | b'\'' => quote = byte,
            b'&' | b'|' | b';' => {
                parts.push(&line[from..at]);
                from = at + 1;
            }
            b'#' if at > 0 && bytes[at - 1] == b' ' => {
                parts.push(&line[from..at]);
                return parts;
            }
            _ => {}
        }
        at += 1;
    }
    parts.push(&line[from..]);
    parts
}

/// Words between spaces, those in quotes whole and without them.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let is_quoted = matches!(first, '"' | '\'');
        let end = if is_quoted {
            rest[1..].find(first).map_or(rest.len(), |at| at + 2)
        } else {
            rest.find(char::is_whitespace).unwrap_or(rest.len())
        };
        let (word, behind) = rest.split_at(end);
        let word = if is_quoted { word.trim_matches(first) } else { word };
        if !word.is_empty() && word != "\\" {
            words.push(word);
        }
        rest = behind.trim_start();
    }
    words
}
