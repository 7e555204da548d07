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
            let imports = configs.get(path).map(|text| usings(text)).unwrap_or_default();
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

/// What `<Using Include="A;B" />` names, but under an alias.
fn usings(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, rest)| rest);
            continue;
        }
        let Some(tag) = rest.strip_prefix("Using").filter(|tag| tag.starts_with(char::is_whitespace)) else { continue };
        let tag = tag.split_once('>').map_or(tag, |(tag, _)| tag);
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
}
