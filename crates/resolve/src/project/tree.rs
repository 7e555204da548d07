//! The paths of a repository.

use crate::values::types::FileId;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// All paths, sorted, and their folders.
#[derive(Debug, Default)]
pub struct Tree {
    paths: Vec<String>,
    numbers: FxHashMap<String, FileId>,
    folders: Vec<Folder>,
    folder_numbers: FxHashMap<String, u32>,
    /// What stands for other files and folders: paths of symbolic links, and what each leads to.
    links: BTreeMap<String, String>,
}

#[derive(Debug)]
struct Folder {
    path: String,
    files: Vec<FileId>,
    folders: Vec<u32>,
}

impl Tree {
    pub fn new(mut paths: Vec<String>) -> Self {
        paths.sort();
        paths.dedup();
        let mut tree = Self::default();
        tree.folder("");
        for (at, path) in paths.iter().enumerate() {
            let file = FileId(at as u32);
            tree.numbers.insert(path.clone(), file);
            let folder = tree.folder(parent(path)) as usize;
            tree.folders[folder].files.push(file);
        }
        tree.paths = paths;
        tree
    }

    /// The same tree where links lead to some of its files and folders. What is behind a link has one path alone.
    pub fn with_links(mut self, links: Vec<(String, String)>) -> Self {
        self.links = links.into_iter().collect();
        self
    }

    /// The path by which the tree knows what a path through a link leads to.
    fn behind_link(&self, path: &str) -> Option<String> {
        if self.links.is_empty() {
            return None;
        }
        let (link, target) = upward(path).find_map(|at| self.links.get_key_value(at))?;
        Some(format!("{target}{}", &path[link.len()..]))
    }

    /// A file's path, and those of the links that lead to it by themselves.
    pub fn names_of(&self, file: FileId) -> impl Iterator<Item = &str> {
        let path = self.path(file);
        let links = self.links.iter().filter(move |(_, target)| *target == path);
        std::iter::once(path).chain(links.map(|(link, _)| link.as_str()))
    }

    /// The number of a folder, made with those above it where it is new.
    fn folder(&mut self, path: &str) -> u32 {
        if let Some(&number) = self.folder_numbers.get(path) {
            return number;
        }
        let above = (!path.is_empty()).then(|| self.folder(parent(path)));
        let number = self.folders.len() as u32;
        self.folders.push(Folder { path: path.to_owned(), files: Vec::new(), folders: Vec::new() });
        if let Some(above) = above {
            self.folders[above as usize].folders.push(number);
        }
        self.folder_numbers.insert(path.to_owned(), number);
        number
    }

    pub fn len(&self) -> usize {
        self.paths.len()
    }

    pub fn path(&self, file: FileId) -> &str {
        &self.paths[file.0 as usize]
    }

    pub fn find(&self, path: &str) -> Option<FileId> {
        let known = self.numbers.get(path).copied();
        known.or_else(|| self.numbers.get(&self.behind_link(path)?).copied())
    }

    pub fn paths(&self) -> &[String] {
        &self.paths
    }

    pub fn find_folder(&self, path: &str) -> Option<u32> {
        let known = self.folder_numbers.get(path).copied();
        known.or_else(|| self.folder_numbers.get(&self.behind_link(path)?).copied())
    }

    pub fn folder_path(&self, folder: u32) -> &str {
        &self.folders[folder as usize].path
    }

    /// The folders that lie directly in a folder.
    pub fn folders_in(&self, folder: u32) -> impl Iterator<Item = u32> {
        self.folders[folder as usize].folders.iter().copied()
    }

    /// The files that lie directly in a folder, sorted by path.
    pub fn files_in(&self, folder: u32) -> &[FileId] {
        &self.folders[folder as usize].files
    }
}

/// The folder that a path lies in; empty for the root's own files.
pub fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The last part of a path.
pub fn file_name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// `folder` and `relative` as one normal path. None: it leaves the repository.
pub fn join(folder: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// A folder and those above it, the root's empty path last.
pub fn upward(folder: &str) -> impl Iterator<Item = &str> {
    let mut next = Some(folder);
    std::iter::from_fn(move || {
        let this = next?;
        next = (!this.is_empty()).then(|| parent(this));
        Some(this)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_and_normalises() {
        assert_eq!(join("a/b", "../c/./d").as_deref(), Some("a/c/d"));
        assert_eq!(join("a", "../..").as_deref(), None);
        assert_eq!(join("", "./x").as_deref(), Some("x"));
        assert_eq!(upward("a/b").collect::<Vec<_>>(), ["a/b", "a", ""]);
    }
}
