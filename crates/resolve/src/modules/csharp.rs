//! C#'s way: namespaces that files declare, see [`crate::naming::packages`], and projects that hold them.

use super::Found;
use crate::project::tree::{Tree, file_name, parent, upward};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The folders of the projects, and what their files import for all sources of the project.
#[derive(Debug)]
pub struct Namespaces {
    projects: FxHashMap<String, Vec<String>>,
}

impl Namespaces {
    pub fn new(tree: &Tree, configs: &BTreeMap<String, String>) -> Self {
        let is_project = |path: &str| file_name(path).ends_with("proj") && file_name(path).contains('.');
        let mut projects: FxHashMap<String, Vec<String>> = FxHashMap::default();
        for path in tree.paths().iter().filter(|path| is_project(path)) {
            let texts = build_files(path, configs);
            let holds = |condition: &str| condition_holds(condition, &texts);
            let imports = texts.iter().flat_map(|text| usings(text, holds));
            projects.entry(parent(path).to_owned()).or_default().extend(imports);
        }
        Self { projects }
    }

    /// The namespaces and types whose names the project's file brings to all of its sources.
    pub fn shared_imports(&self, path: &str) -> &[String] {
        self.projects.get(self.project_of(path)).map_or(&[], Vec::as_slice)
    }

    /// What no file of the repository declares lies outside.
    pub fn find(&self, _: &Tree, _: &str, specifier: &str) -> Found {
        // A library goes by the first names of its namespaces: `System`, `Microsoft.Extensions`.
        let parts = if specifier.starts_with("System") { 1 } else { 2 };
        let package = specifier.splitn(parts + 1, '.').take(parts).collect::<Vec<_>>().join(".");
        Found::External { package, path: specifier.to_owned() }
    }

    /// The folder of the project that a file belongs to: the nearest above it that holds a project's file.
    pub fn project_of<'p>(&self, path: &'p str) -> &'p str {
        upward(parent(path)).find(|folder| self.projects.contains_key(*folder)).unwrap_or_default()
    }

    pub fn package_of(&self, path: &str) -> Option<String> {
        let folder = self.project_of(path);
        Some(file_name(folder).to_owned()).filter(|name| !name.is_empty())
    }
}

/// The texts that say how a project is built, in their order: the project's own, and before and behind it those of the
/// nearest folder above that has one.
fn build_files<'t>(project: &str, configs: &'t BTreeMap<String, String>) -> Vec<&'t str> {
    let nearest = |name: &str| {
        let mut above = upward(parent(project));
        above.find_map(|folder| {
            configs.get(&if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") })
        })
    };
    let files = [nearest("Directory.Build.props"), configs.get(project), nearest("Directory.Build.targets")];
    files.into_iter().flatten().map(String::as_str).collect()
}

/// Whether a condition may hold: of one that compares a property with a text, some file gives it that.
fn condition_holds(condition: &str, texts: &[&str]) -> bool {
    let Some((left, right)) = condition.split_once("==") else { return true };
    let plain = |side: &str| side.trim().trim_matches(['\'', '"']).to_owned();
    let (left, value) = (plain(left), plain(right));
    let property = left.strip_prefix("$(").and_then(|it| it.strip_suffix(')'));
    property.is_none_or(|name| {
        value.contains("$(") || texts.iter().any(|text| text.contains(&format!("<{name}>{value}</")))
    })
}

/// What `<Using Include="A;B" />` names, but under an alias or where a condition does not hold.
fn usings(text: &str, holds: impl Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut group = true;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, rest)| rest);
            continue;
        }
        let tag = rest.split_once('>').map_or(rest, |(tag, _)| tag);
        let condition = attribute(tag, "Condition").is_none_or(&holds);
        match tag.split([' ', '\t', '\r', '\n', '/']).next() {
            Some("ItemGroup") => group = condition,
            Some("Using") if group && condition => {}
            _ => continue,
        }
        if attribute(tag, "Alias").is_none() {
            let names = attribute(tag, "Include").unwrap_or_default().split(';').map(str::trim);
            found.extend(names.filter(|name| !name.is_empty() && !name.contains("$(")).map(str::to_owned));
        }
    }
    found
}

fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = tag.split_once(&format!(" {name}="))?;
    let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    rest[1..].split(quote).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_belongs_to_the_nearest_project_above_it() {
        let paths = ["src/App/App.csproj", "src/App/Deep/A.cs", "src/Tests/Tests.csproj", "src/Tests/B.cs", "c.cs"];
        let tree = Tree::new(paths.map(str::to_owned).to_vec());
        let namespaces = Namespaces::new(&tree, &BTreeMap::new());
        assert_eq!(namespaces.project_of("src/App/Deep/A.cs"), "src/App");
        assert_eq!(namespaces.project_of("src/Tests/B.cs"), "src/Tests");
        assert_eq!(namespaces.project_of("c.cs"), "");
        assert_eq!(namespaces.package_of("src/Tests/B.cs").as_deref(), Some("Tests"));
    }
    #[test]
    fn a_project_imports_for_its_files() {
        let text = "<Project><ItemGroup><!-- <Using Include=\"No\" /> -->\n<Using Include=\"Xunit; Shouldly\" />\n\
                    <Using Static=\"true\" Include='A.Make' /><Using Include=\"X.Y\" Alias=\"Z\" /><Using Remove=\"Q\" />\
                    </ItemGroup></Project>";
        let tree = Tree::new(["src/App/App.csproj", "src/App/A.cs", "b.cs"].map(str::to_owned).to_vec());
        let configs = BTreeMap::from([("src/App/App.csproj".to_owned(), text.to_owned())]);
        let namespaces = Namespaces::new(&tree, &configs);
        assert_eq!(namespaces.shared_imports("src/App/A.cs"), ["Xunit", "Shouldly", "A.Make"]);
        assert!(namespaces.shared_imports("b.cs").is_empty());
    }

    #[test]
    fn what_is_built_alike_imports_for_all_projects_below() {
        let common = "<Project><ItemGroup><Using Include=\"A\" /></ItemGroup>\n<ItemGroup Condition=\"'$(InTests)' == 'true'\">\
                      <Using Include=\"B\" /></ItemGroup></Project>";
        let own = "<Project><PropertyGroup><InTests>true</InTests></PropertyGroup><Using Include=\"C\" /></Project>";
        let files = [("Directory.Build.targets", common), ("a/A.csproj", "<Project/>"), ("b/B.csproj", own)];
        let deep = [("c/Directory.Build.targets", "<Project/>"), ("c/d/D.csproj", "<Project/>")];
        let configs: BTreeMap<String, String> =
            files.iter().chain(&deep).map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
        let namespaces = Namespaces::new(&Tree::new(configs.keys().cloned().collect()), &configs);
        assert_eq!(namespaces.shared_imports("a/A.cs"), ["A"]);
        assert_eq!(namespaces.shared_imports("b/B.cs"), ["C", "A", "B"]);
        assert!(namespaces.shared_imports("c/d/D.cs").is_empty());
    }
}
