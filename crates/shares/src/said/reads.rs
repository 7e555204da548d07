//! Where data and settings are read: what is asked of folders, not of single places.

use super::facts::FileFacts;
use super::gathered::{At, Gathered};
use super::places::{file_of, is_aside, is_migration};

pub fn observe<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let is_silent = facts.data.is_empty() && facts.environment.is_empty();
    if is_silent || facts.is_test || is_aside(facts.path) || is_of_tool(facts.path) {
        return;
    }
    if !is_migration(facts.path) {
        for one in &facts.data {
            gathered.see("place", "data", At::line(one.line).of(Some(one.symbol)));
        }
    }
    for one in &facts.environment {
        gathered.see("place", "environment", At::line(one.line).of(Some(one.symbol)));
    }
}

/// Tools read their own settings where they want to.
fn is_of_tool(path: &str) -> bool {
    let front = path.strip_suffix("js").or_else(|| path.strip_suffix("ts"));
    let is_script = front.is_some_and(|it| it.strip_suffix(['c', 'm']).unwrap_or(it).ends_with(".config."));
    is_script || matches!(file_of(path), "setup.py" | "conftest.py" | "noxfile.py")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_read_settings() {
        assert!(is_of_tool("a/vite.config.mts") && is_of_tool("next.config.js") && is_of_tool("a/setup.py"));
        assert!(!is_of_tool("config.ts") && !is_of_tool("a.config.tsx") && !is_of_tool("a_setup.py"));
    }
}
