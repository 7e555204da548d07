//! What a document is, by its path.

/// How a document is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Markdown,
    Mdx,
    ReStructuredText,
}

impl Format {
    pub fn word(self) -> &'static str {
        match self {
            Self::Markdown => "markdown",
            Self::Mdx => "mdx",
            Self::ReStructuredText => "restructuredtext",
        }
    }
}

/// What a document is for. Only guides say something of the repository as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Guide,
    /// What was: changelogs, release notes, posts, proposals, records of decisions.
    History,
    License,
    /// Says what its original says.
    Translation,
    /// To be filled in: issue and pull request templates.
    Template,
}

impl Role {
    pub fn word(self) -> &'static str {
        match self {
            Self::Guide => "guide",
            Self::History => "history",
            Self::License => "license",
            Self::Translation => "translation",
            Self::Template => "template",
        }
    }
}

pub fn format_of(path: &str) -> Option<Format> {
    match path.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
        "md" | "markdown" | "mdown" | "mkd" | "mdc" => Some(Format::Markdown),
        "mdx" => Some(Format::Mdx),
        "rst" | "rest" => Some(Format::ReStructuredText),
        _ => None,
    }
}

/// Whether it is documentation: what tests are fed with is not.
pub fn is_read(path: &str) -> bool {
    const FED: [&str; 9] =
        ["test", "tests", "__tests__", "fixture", "fixtures", "testdata", "test-data", "__fixtures__", "__snapshots__"];
    !folders(path).any(|folder| FED.iter().any(|it| folder.eq_ignore_ascii_case(it)))
}

pub fn role_of(path: &str) -> Role {
    const HISTORY: [&str; 22] = [
        "versionhistory",
        "version-history",
        "version_history",
        "whats-new",
        "whats_new",
        "migration",
        "migrating",
        "upgrading",
        "upgrade",
        "awesome",
        "showcase",
        "changelog",
        "changelogs",
        "changes",
        "history",
        "releases",
        "release",
        "news",
        "whatsnew",
        "release-notes",
        "releasenotes",
        "release_notes",
    ];
    const FOLDERS: [&str; 25] = [
        "newsfragments",
        "changelog.d",
        "relnotes",
        "versioned_docs",
        "legacy",
        "archive",
        "archived",
        "migration",
        "migrations",
        "migrating",
        "upgrade",
        "upgrades",
        "upgrading",
        "showcase",
        "_posts",
        "blog",
        "blogs",
        "posts",
        "rfc",
        "rfcs",
        "adr",
        "adrs",
        "decisions",
        "proposals",
        ".changeset",
    ];
    const LICENSES: [&str; 6] = ["license", "licence", "copying", "notice", "code_of_conduct", "cla"];
    const TEMPLATES: [&str; 4] =
        ["issue_template", "pull_request_template", "merge_request_template", "discussion_template"];
    let lower = path.to_ascii_lowercase();
    let name = lower.rsplit('/').next().unwrap_or(&lower);
    let stem = name.split('.').next().unwrap_or(name);
    // `7.0-Upgrade.md`, `Pro-Changes.md`: dots of versions are no endings.
    const ENDS: [&str; 9] = [
        "-migration",
        "_migration",
        "-upgrade",
        "-changes",
        "-changelog",
        "-history",
        "-releasenotes",
        "-news",
        "_news",
    ];
    let whole = name.rsplit_once('.').map_or(name, |(whole, _)| whole);
    let is_past = ENDS.iter().any(|it| stem.ends_with(it) || whole.ends_with(it));
    let is_version = stem.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit());
    let begins = |list: &[&str]| {
        list.iter().any(|it| stem == *it || stem.strip_prefix(it).is_some_and(|rest| rest.starts_with(['-', '_'])))
    };
    let lies_in = |list: &[&str]| folders(&lower).any(|folder| list.contains(&folder));
    if begins(&LICENSES) {
        Role::License
    } else if lies_in(&TEMPLATES) || begins(&TEMPLATES) {
        Role::Template
    } else if is_past
        || begins(&HISTORY)
        || lies_in(&HISTORY)
        || lies_in(&FOLDERS)
        || (is_version && lower.contains("release"))
    {
        Role::History
    } else if is_translation(&lower, name) {
        Role::Translation
    } else {
        Role::Guide
    }
}

/// Whether it speaks to those who work on the repository: what it names without a place is the repository's.
pub fn is_internal(path: &str) -> bool {
    const NAMES: [&str; 9] = [
        "contribut",
        "agents",
        "claude",
        "gemini",
        "copilot-instructions",
        "architecture",
        "develop",
        "hacking",
        "internals",
    ];
    const FOLDERS: [&str; 9] = [
        ".cursor",
        ".claude",
        ".github",
        "contributing",
        "contribute",
        "contributors",
        "development",
        "internals",
        "architecture",
    ];
    let lower = path.to_ascii_lowercase();
    let name = lower.rsplit('/').next().unwrap_or(&lower);
    NAMES.iter().any(|it| name.starts_with(it)) || folders(&lower).any(|folder| FOLDERS.contains(&folder))
}

/// Below `docs/fr/`, `i18n/fr/`, or called `README.fr.md`, `README_fr.md`.
fn is_translation(path: &str, name: &str) -> bool {
    let list = crate::words::languages();
    let mut above = "";
    let lies_in = folders(path).any(|folder| {
        let before = std::mem::replace(&mut above, folder);
        let is_place = !before.is_empty() || folder.len() > 2;
        is_place && list.contains(folder)
    });
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let mark = stem.rsplit_once('.').or_else(|| stem.split_once('_')).or_else(|| stem.split_once('-'));
    let is_marked = (stem.starts_with("readme.") && stem.split('.').skip(1).any(|part| list.contains(part)))
        || mark.is_some_and(|(what, it)| {
            (list.contains(it) || !it.is_ascii()) && (what == "readme" || stem.contains('.'))
        });
    lies_in || is_marked
}

fn folders(path: &str) -> impl Iterator<Item = &str> {
    let end = path.rfind('/').unwrap_or(0);
    path[..end].split('/')
}
