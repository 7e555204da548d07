//! From a specifier to the module it names: one file per module system.

mod bundlers;
mod csharp;
mod go;
mod include;
mod jsonc;
mod jvm;
mod lua;
mod manifest;
mod node;
pub(crate) mod nuxt;
mod php;
pub(crate) mod python;
mod python_needs;
mod ruby;
mod rust;
pub(crate) mod swift;
mod tsconfig;

use crate::languages::System;
use crate::project::names::Name;
use crate::project::tree::Tree;
use crate::values::types::{Decl, FileId};
use facts::FileGraph;
pub use rust::Crates;
use std::collections::BTreeMap;

/// Where a specifier leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    File(FileId),
    /// A package that is a folder: its number in the tree.
    Folder(u32),
    /// A package that files declare, wherever they lie.
    Package(Name),
    /// A type, of which members are imported.
    Type(Decl),
    /// Outside the repository.
    External {
        /// As the package manager names it.
        package: String,
        /// The start of a dotted path to what it holds.
        path: String,
    },
    /// It names something of the repository that is not there (a generated file, say).
    Missing,
}

/// The module systems' knowledge of one repository.
#[derive(Debug)]
pub struct Modules {
    node: node::Packages,
    nuxt: nuxt::Applications,
    python: python::Roots,
    go: go::Modules,
    jvm: jvm::Packages,
    rust: Crates,
    csharp: csharp::Namespaces,
    php: php::Namespaces,
    include: include::Includes,
    ruby: ruby::LoadPath,
    swift: swift::Targets,
    lua: lua::SearchPath,
}

impl Modules {
    /// `configs` maps the paths of configuration files to their texts.
    pub fn new(tree: &Tree, configs: &BTreeMap<String, String>) -> Self {
        Self {
            node: node::Packages::new(configs),
            nuxt: nuxt::Applications::new(tree),
            python: python::Roots::new(tree, configs),
            go: go::Modules::new(configs),
            jvm: jvm::Packages::new(tree, configs),
            rust: Crates::new(tree, configs),
            csharp: csharp::Namespaces::new(tree, configs),
            php: php::Namespaces::new(tree, configs),
            include: include::Includes::new(tree, configs),
            ruby: ruby::LoadPath::new(tree, configs),
            swift: swift::Targets::new(tree, configs),
            lua: lua::SearchPath::new(tree, configs),
        }
    }

    /// Where `specifier`, written in the file `from`, leads.
    pub fn find(&self, tree: &Tree, system: System, from: &str, specifier: &str) -> Found {
        match system {
            System::Node => self.node.find(tree, from, specifier),
            System::Python => self.python.find(tree, from, specifier),
            System::Go => self.go.find(tree, from, specifier),
            System::Jvm => self.jvm.find(tree, from, specifier),
            System::Rust => self.rust.find(tree, from, specifier),
            System::CSharp => self.csharp.find(tree, from, specifier),
            System::Php => self.php.find(tree, from, specifier),
            System::Include => self.include.find(tree, from, specifier),
            System::Ruby => self.ruby.find(tree, from, specifier),
            System::Swift => self.swift.find(tree, from, specifier),
            System::Lua => self.lua.find(tree, from, specifier),
        }
    }

    /// Puts a file into the package that it is built in, where that is another than its path and text tell.
    pub fn place(&self, system: System, graph: &mut FileGraph) {
        if system == System::Swift {
            self.swift.place(graph);
        }
    }

    /// The package that a specifier names, where that goes by another name in the graphs.
    pub fn package_named<'n>(&'n self, system: System, specifier: &'n str) -> &'n str {
        if system == System::Swift { self.swift.module(specifier) } else { specifier }
    }

    /// Whether a file lies among what is not built with the sources around it, and another does not.
    pub fn is_data_beside(&self, system: System, from: &str, path: &str) -> bool {
        system == System::Jvm && jvm::data_folder(path).is_some_and(|folder| !from.starts_with(folder))
    }

    /// What says into which packages [`Self::place`] puts the files of a system.
    pub fn places(&self, system: System) -> &str {
        if system == System::Swift { self.swift.said() } else { "" }
    }

    /// The crates of the repository.
    pub fn crates(&self) -> &Crates {
        &self.rust
    }

    /// The module `name` inside the folder or package that `file` opens (Python's submodules).
    pub fn submodule(&self, tree: &Tree, folder: &str, name: &str) -> Option<Found> {
        self.python.within(tree, folder, name)
    }

    /// The folder of the project that a file is built in, where the module system has such.
    pub fn project_of<'p>(&self, system: System, path: &'p str) -> &'p str {
        match system {
            System::CSharp => self.csharp.project_of(path),
            _ => "",
        }
    }

    /// The folder of the application that a file is of, where a framework brings names into all files of one.
    pub fn application_of<'p>(&self, path: &'p str) -> Option<&'p str> {
        self.nuxt.of(path)
    }

    /// What a project's configuration imports everything from, for all of its files.
    pub fn shared_imports(&self, system: System, path: &str) -> &[String] {
        match system {
            System::CSharp => self.csharp.shared_imports(path),
            System::Swift => self.swift.shared_imports(path),
            _ => &[],
        }
    }

    /// The name of the package that a file belongs to.
    pub fn package_of(&self, tree: &Tree, system: System, path: &str) -> Option<String> {
        match system {
            System::Node => self.node.package_of(path),
            System::Python => self.python.package_of(tree, path),
            System::Go => self.go.package_of(path),
            System::Jvm => self.jvm.package_of(path),
            System::Rust => self.rust.package_of(path),
            System::CSharp => self.csharp.package_of(path),
            System::Php => self.php.package_of(path),
            System::Include => self.include.package_of(path),
            System::Ruby => self.ruby.package_of(path),
            System::Swift => self.swift.package_of(path),
            System::Lua => self.lua.package_of(path),
        }
    }
}
