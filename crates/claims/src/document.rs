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
    /// What was, and what others have: changelogs, release notes, posts, proposals, records of decisions, comparisons.
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
    const FOLDERS: [&str; 32] = [
        "design-docs",
        "design-documents",
        "design-proposals",
        "comparison",
        "comparisons",
        "plans",
        "planning",
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
    // `15-upgrade-guide.md`: the place in a row of documents.
    let stem = stem.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix(['-', '_']).unwrap_or(stem);
    // `7.0-Upgrade.md`, `Pro-Changes.md`: dots of versions are no endings.
    const ENDS: [&str; 11] = [
        "-plan",
        "-proposal",
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
    // What is laid beside others speaks of theirs.
    const WITHIN: [&str; 5] = ["-vs-", "migration-guide", "migration_guide", "upgrade-guide", "upgrade_guide"];
    let is_past = ENDS.iter().any(|it| stem.ends_with(it) || whole.ends_with(it))
        || WITHIN.iter().any(|it| stem.contains(it) || folders(&lower).any(|folder| folder.contains(it)))
        || is_numbered(&lower)
        || is_borrowed(&lower)
        || folders(&lower).any(is_old);
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

/// `sep/sep-008.rst`, `pep/pep-0001.rst`: proposals, each as it was when it was made.
fn is_numbered(path: &str) -> bool {
    let mut parts = path.rsplit('/');
    let (Some(name), Some(folder)) = (parts.next(), parts.next()) else { return false };
    let stem = name.split('.').next().unwrap_or(name);
    let number = stem.strip_prefix(folder.trim_end_matches('s')).and_then(|it| it.strip_prefix(['-', '_']));
    number
        .and_then(|it| it.split(['-', '_']).next())
        .is_some_and(|it| it.len() > 1 && it.bytes().all(|b| b.is_ascii_digit()))
}

/// `.agents/skills/react-best-practices/…`: what agents are taught about everybody's code.
fn is_borrowed(path: &str) -> bool {
    folders(path).skip_while(|it| *it != "skills").skip(1).any(|it| it.ends_with("best-practices"))
}

/// `docs-v3`, `docs-2.x`: documentation of one version, beside that of today.
fn is_old(folder: &str) -> bool {
    let rest = ["docs-", "docs_", "api-"].iter().find_map(|it| folder.strip_prefix(it));
    rest.is_some_and(|it| it.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether it leads through an application that its reader makes.
pub fn is_lesson(path: &str) -> bool {
    const WORDS: [&str; 13] = [
        "tutorial",
        "quickstart",
        "quick-start",
        "quick_start",
        "getting-started",
        "getting_started",
        "walkthrough",
        "example-with",
        "build-a-",
        "building-a-",
        "create-a-",
        "creating-a-",
        "your-first",
    ];
    let lower = path.to_ascii_lowercase();
    let mut parts = lower.rsplit('/');
    let name = parts.next().unwrap_or_default();
    WORDS.iter().any(|it| name.contains(it)) || parts.any(|it| it.starts_with("tutorial") || it == "how-to")
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
