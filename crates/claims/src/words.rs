//! Lists of words, as the files of `data/` hold them: lines that begin with `#` are remarks.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::sync::OnceLock;

type Words = BTreeSet<&'static str>;

macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $file:literal) => {
        $(#[$doc])*
        pub fn $name() -> &'static Words {
            static READ: OnceLock<Words> = OnceLock::new();
            READ.get_or_init(|| lines(include_str!(concat!("../data/", $file))).flat_map(str::split_whitespace).collect())
        }
    };
}

words!(/** Endings of files that repositories hold. */ extensions, "extensions.txt");
words!(/** Files known by their whole name. */ file_names, "file-names.txt");
words!(/** Endings of files that names of members have too. */ member_endings, "member-endings.txt");
words!(/** Languages that documents are translated into. */ languages, "languages.txt");
words!(/** What stands between a name and its ending. */ inner_endings, "inner-endings.txt");
words!(/** Folders that many repositories have. */ folders, "folders.txt");
words!(/** Folders that builds and installations make. */ outputs, "outputs.txt");
words!(/** Names of files that many repositories have. */ everyones, "everyones.txt");
words!(/** Types of Java's platform and of everybody's libraries. */ java, "java.txt");
words!(/** What stands for something else in examples. */ placeholders, "placeholders.txt");
words!(/** Names that languages bring. */ platform, "platform.txt");
words!(/** Roots of names that Python and everybody's libraries bring. */ python, "python.txt");
words!(/** Programs that are everybody's. */ programs, "programs.txt");

/// Names of the members of languages' standard types, as resolution knows them.
pub fn members() -> &'static Words {
    static READ: OnceLock<Words> = OnceLock::new();
    READ.get_or_init(|| {
        use std_names::{C, CPP, CSHARP, GO, KOTLIN, LUA, NODE, PHP, PYTHON, RUBY, RUST, SWIFT};
        let all = [C, CPP, CSHARP, GO, KOTLIN, LUA, NODE, PHP, PYTHON, RUBY, RUST, SWIFT];
        all.into_iter().flat_map(str::lines).collect()
    })
}

/// What has versions: how it is written, in lower case, and the name that is looked up.
pub fn versioned() -> &'static BTreeMap<&'static str, &'static str> {
    static READ: OnceLock<BTreeMap<&'static str, &'static str>> = OnceLock::new();
    READ.get_or_init(|| {
        let rows = lines(include_str!("../data/versions.txt")).filter_map(|line| line.split_once(':'));
        rows.flat_map(|(name, written)| written.split(',').map(move |it| (it.trim(), name.trim()))).collect()
    })
}

/// What words of a command say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// The word itself names something of this kind.
    Itself(&'static str),
    Next(&'static str),
    /// The arguments are packages of this ecosystem.
    Packages(&'static str),
}

pub struct Command {
    pub program: &'static str,
    /// The words that it holds for; none: whatever comes.
    pub words: Vec<&'static str>,
    /// It holds for all but `words`.
    pub is_rest: bool,
    pub says: Says,
}

pub fn commands() -> &'static [Command] {
    static READ: OnceLock<Vec<Command>> = OnceLock::new();
    READ.get_or_init(|| lines(include_str!("../data/commands.txt")).filter_map(command).collect())
}

fn command(line: &'static str) -> Option<Command> {
    let (program, rest) = line.split_once(": ")?;
    let mut parts = rest.split_whitespace();
    let words = parts.next()?;
    let says = match (parts.next()?, parts.next()?) {
        ("self", what) => Says::Itself(what),
        ("next", what) => Says::Next(what),
        ("all", what) => Says::Packages(what),
        _ => return None,
    };
    let is_rest = words.starts_with('!');
    let list = words.trim_start_matches('!');
    let words = if list == "-" { Vec::new() } else { list.split('|').collect() };
    Some(Command { program, words, is_rest, says })
}

/// What directives and roles say, a kind and its names a line.
pub fn rst_lines() -> impl Iterator<Item = &'static str> {
    lines(include_str!("../data/rst.txt"))
}

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_lists_is_understood() {
        assert_eq!(commands().len(), lines(include_str!("../data/commands.txt")).count());
        let written = lines(include_str!("../data/versions.txt")).map(|it| it.matches(',').count() + 1).sum::<usize>();
        assert_eq!(versioned().len(), written);
        assert!(folders().contains("src") && programs().contains("git") && !programs().contains("#"));
    }
}
