//! What the words around a claim say of it.

/// The words around a claim, in lower case.
pub struct Around<'a> {
    pub sentence: String,
    /// Of the headings above.
    pub heading: &'a str,
    /// At the head of the table.
    pub header: &'a str,
    /// Of that, above the cell that it stands in.
    pub column: &'a str,
    /// The document speaks to those who work on the repository.
    pub is_internal: bool,
    /// It leads through an application of the reader's.
    pub is_lesson: bool,
    /// It is a folder's first page, and names what lies beside it.
    pub is_front: bool,
}

impl Around<'_> {
    /// Something is to be made, or lies with the reader: it is none of this repository.
    pub fn is_readers(&self) -> bool {
        const CUES: [&str; 60] = [
            "must be located",
            "must be placed",
            "place it ",
            "is placed ",
            "are placed ",
            " put ",
            "ignored by git",
            " writes ",
            " written to ",
            "extracted from",
            "copied from",
            "move ",
            "moved ",
            "pattern",
            "save as ",
            "save it as ",
            "avoid ",
            "paste ",
            " prefix",
            " dependency",
            "output directory",
            "create ",
            "creates ",
            "creating ",
            "created ",
            "added a ",
            "added an ",
            "generate",
            "your ",
            "you're ",
            "you have ",
            "you've ",
            "new file",
            "add a file",
            "a file called",
            "a file named",
            "file named",
            "called ",
            "for example",
            "for instance",
            "e.g.",
            "such as",
            "suppose",
            "let's say",
            "say you",
            "imagine",
            "assume",
            "hypothetical",
            "would be",
            "deleted",
            "removed",
            "no longer",
            "renamed",
            "deprecated",
            "deprecation",
            "obsolete",
            "current directory",
            "if it exists",
            "directory contains",
            "save the ",
        ];
        CUES.iter().any(|cue| self.sentence.contains(cue))
            || self.heading.contains("migrat")
            || self.heading.contains("upgrad")
            || !self.is_internal && (self.is_lesson || self.says(&[" open ", " go to "]))
    }

    /// What is written in code is where something is put: `copy it as a.py`, `compiled to b.js`.
    pub fn is_put(&self, code: &str) -> bool {
        const TO: [&str; 2] = [" as ", " into "];
        const PUTS: [&str; 8] = ["copy ", "copied ", "compile", "save ", "write ", "writes ", "output", "render"];
        let code = code.to_lowercase();
        self.says(&PUTS) && TO.iter().any(|it| self.sentence.contains(&format!("{it}{code}")))
    }

    pub fn is_about(&self, words: &[&str]) -> bool {
        words
            .iter()
            .any(|word| self.sentence.contains(word) || self.heading.contains(word) || self.header.contains(word))
    }

    pub fn says(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.sentence.contains(word))
    }
}

/// Whether a name stands for something else: `foo`, `my-app`, `YOUR_KEY`, `<name>`.
pub fn is_placeholder(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let list = crate::words::placeholders();
    let begins = ["your", "my-", "my_", "some-", "some_", "example", "path/to", "xxx", "foo", "bar."];
    lower.contains("path/to")
        || lower.contains("xxx")
        || lower.contains("...")
        || lower.contains('…')
        || lower.contains("_your")
        || lower.contains("-your")
        || lower.split('/').any(|part| {
            let stem = part.split(['.', '(', '@', ':']).find(|it| !it.is_empty()).unwrap_or(part);
            list.contains(stem) || begins.iter().any(|it| part.starts_with(it))
        })
        || is_mine(name)
}

/// `myThing`, `MyThing`.
fn is_mine(name: &str) -> bool {
    name.split(['/', '.', ':']).any(|part| {
        let rest = part.strip_prefix("my").or_else(|| part.strip_prefix("My"));
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
    })
}
