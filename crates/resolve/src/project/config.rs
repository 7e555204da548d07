//! What a project is opened with.

use serde::Deserialize;

/// What a project must know before its files.
#[derive(Debug, Default, Deserialize)]
pub struct ProjectConfig {
    /// Every path of the repository, scanned or not.
    #[serde(default)]
    pub files: Vec<String>,
    /// Further paths of files and folders of these: those of symbolic links, and what they lead to.
    #[serde(default)]
    pub links: Vec<(String, String)>,
    /// Path and text of the files that say how modules are found.
    pub configs: Vec<(String, String)>,
    /// Whether units hold quotes and previews.
    pub excerpts: bool,
    /// What libraries' calls mean, as [`rules::Rules::read`] takes it; empty: nothing is known.
    #[serde(default)]
    pub rules: String,
    /// What calls in tests mean, likewise.
    #[serde(default)]
    pub test_rules: String,
}
