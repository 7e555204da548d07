//! The distributions that a Python project says it needs, by the names that they are mostly imported by.

use crate::project::tree::file_name;
use std::collections::{BTreeMap, BTreeSet};

/// Those of all projects of the repository, of `pyproject.toml`, `setup.cfg` and lists of requirements, but for those that
/// are such projects themselves.
pub fn needed(configs: &BTreeMap<String, String>) -> BTreeSet<String> {
    let (mut names, mut own) = (BTreeSet::new(), BTreeSet::new());
    for (path, text) in configs {
        match file_name(path) {
            "pyproject.toml" => {
                of_pyproject(text, &mut names);
                declared(text, &["project", "tool.poetry"], &mut own);
            }
            "setup.cfg" => {
                of_setup(text, &mut names);
                declared(text, &["metadata"], &mut own);
            }
            name if name.starts_with("requirements") => text.lines().for_each(|line| take(line, &mut names)),
            _ => {}
        }
    }
    names.retain(|name| !own.contains(name));
    names
}

/// What a project calls itself: the `name` of one of these tables.
fn declared(text: &str, tables: &[&str], own: &mut BTreeSet<String>) {
    let mut is_own = false;
    for line in text.lines().map(str::trim) {
        if let Some(table) = line.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
            is_own = tables.contains(&table);
        } else if let Some((_, name)) = line.split_once('=').filter(|(key, _)| is_own && key.trim() == "name") {
            take(name.trim().trim_matches(['"', '\'']), own);
        }
    }
}

fn of_pyproject(text: &str, names: &mut BTreeSet<String>) {
    // `[tool.poetry.group.dev.dependencies]`: its keys are names. `dependencies = [`: its texts are.
    let (mut of_keys, mut is_open) = (false, false);
    for line in text.lines().map(str::trim) {
        if let Some(table) = line.strip_prefix('[').filter(|_| !is_open).and_then(|it| it.strip_suffix(']')) {
            of_keys = table.ends_with("dependencies") || table == "dependency-groups";
            continue;
        }
        let mut listed = line;
        if !is_open {
            let Some((key, given)) = line.split_once('=') else { continue };
            let (key, given) = (key.trim(), given.trim());
            if !of_keys && !key.ends_with("dependencies") {
                continue;
            }
            is_open = given.starts_with('[');
            if !is_open && !given.contains("path") {
                take(key, names);
            }
            listed = given;
        }
        if is_open {
            listed.split(['"', '\'']).skip(1).step_by(2).for_each(|text| take(text, names));
            is_open = !listed.ends_with(']');
        }
    }
}

/// `install_requires =` with a requirement on each of the lines that stand in behind it.
fn of_setup(text: &str, names: &mut BTreeSet<String>) {
    let (mut of_extras, mut is_open) = (false, false);
    for line in text.lines() {
        if line.starts_with(char::is_whitespace) {
            if is_open {
                take(line, names);
            }
        } else if line.starts_with('[') {
            (of_extras, is_open) = (line.contains("extras_require"), false);
        } else if let Some((key, given)) = line.split_once('=') {
            is_open = of_extras || key.trim().ends_with("_requires");
            if is_open {
                take(given, names);
            }
        }
    }
}

/// `Flask-SQLAlchemy[x]>=3` as `flask_sqlalchemy`. What is taken from a folder may be the repository's own.
fn take(requirement: &str, names: &mut BTreeSet<String>) {
    let requirement = requirement.trim();
    let ends = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
    let name = requirement.split(ends).next().unwrap_or_default();
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) && !requirement.contains("file:") {
        names.insert(name.to_ascii_lowercase().replace(['-', '.'], "_"));
    }
}

#[cfg(test)]
mod tests {
    use super::needed;
    use std::collections::BTreeMap;

    #[test]
    fn a_project_of_the_repository_is_needed_from_nowhere() {
        let configs = BTreeMap::from(
            [
                ("pyproject.toml", "[project]\nname = \"my-shop\"\n[tool.other]\nname = \"flask\"\n"),
                ("lib/setup.cfg", "[metadata]\nname = shoplib\n"),
                ("requirements.txt", "flask\nmy_shop[dev]\nshoplib==1\n"),
            ]
            .map(|(path, text)| (path.to_owned(), text.to_owned())),
        );
        let names: Vec<String> = needed(&configs).into_iter().collect();
        assert_eq!(names, ["flask"]);
    }

    #[test]
    fn what_projects_need_is_read_from_their_manifests() {
        let configs = BTreeMap::from(
            [
                (
                    "pyproject.toml",
                    "[project]\nname = \"shop\"\ndependencies = [\n  \"alembic>=1.13\",\n  'Flask-SQLAlchemy[x]',\n]\n\
                     packages = [\"src\"]\n[tool.poetry.dependencies]\nredis = \"^5\"\nown = { path = \"../own\" }\n\
                     [dependency-groups]\ndev = [\"ruff\"]\n[tool.ruff]\nlint = \"x\"\n",
                ),
                ("setup.cfg", "[options]\ninstall_requires =\n    celery>=5\n    kombu\npackages = find:\n"),
                (
                    "api/requirements-dev.txt",
                    "# tools\npytest==8 ; python_version > '3'\n-r base.txt\nlib @ file:../lib\n",
                ),
            ]
            .map(|(path, text)| (path.to_owned(), text.to_owned())),
        );
        let names: Vec<String> = needed(&configs).into_iter().collect();
        assert_eq!(names, ["alembic", "celery", "flask_sqlalchemy", "kombu", "pytest", "redis", "ruff"]);
    }
}
