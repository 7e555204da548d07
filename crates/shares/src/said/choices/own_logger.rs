//! The repository's own functions that write log lines.

use crate::said::places::{file_of, folder_of, last_of, module_name};

/// `loggers.Logger`: what a method for writing log lines belongs to, where its type or its file says that it logs.
pub fn own_logger(callee: &str) -> Option<String> {
    let (path, qualified) = callee.split_once('#')?;
    if let Some((ty, _)) = qualified.rsplit_once('.') {
        let says_so = ty.as_bytes().windows(3).any(|it| it.eq_ignore_ascii_case(b"log"));
        return says_so.then(|| told(ty));
    }
    let (file, folder) = (file_of(path), last_of(folder_of(path)));
    if !is_logging(folder) && !is_logging(without_ending(file)) {
        return None;
    }
    Some(told(if names_logger(file) { module_name(path) } else { folder }))
}

fn told(name: &str) -> String {
    format!("the repository's own {name}")
}

fn without_ending(file: &str) -> &str {
    match file.rsplit_once('.') {
        Some((word, ending)) if !ending.is_empty() && ending.bytes().all(|it| it.is_ascii_alphabetic()) => word,
        _ => file,
    }
}

fn is_logging(word: &str) -> bool {
    ["log", "logs", "logger", "loggers", "logging"].iter().any(|it| it.eq_ignore_ascii_case(word))
}

/// Whether a file's name says by itself what it is for: `log.go`, `loger.ts`, `logs.ts`.
fn names_logger(name: &str) -> bool {
    let Some((word, _)) = name.split_once('.') else { return false };
    let word = word.to_ascii_lowercase();
    let rest = word.strip_prefix("log").map(|rest| rest.strip_prefix('g').unwrap_or(rest));
    matches!(rest, Some("" | "er" | "ing" | "s"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loggers_are_named_by_their_types_and_files() {
        let of =
            |callee: &str| own_logger(callee).and_then(|it| Some(it.strip_prefix("the repository's own ")?.to_owned()));
        assert_eq!(of("a/b.ts#app.AppLogger.warn").as_deref(), Some("app.AppLogger"));
        assert_eq!(of("src/utils/logger.ts#warn").as_deref(), Some("logger"));
        assert_eq!(of("src/logging/write.go#Warn").as_deref(), Some("logging"));
        assert_eq!((of("src/write.ts#warn"), of("a/b.ts#Shop.warn")), (None, None));
    }
}
