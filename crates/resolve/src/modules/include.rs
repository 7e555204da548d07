//! What a file includes. A compiler is told where to look; here the folders around the including file tell: its own,
//! those above with their `include` and `src`, then any file whose path ends so.

use super::Found;
use crate::naming::platforms::side_of_path;
use crate::project::tree::{Tree, file_name, join, parent, upward};
use crate::values::types::FileId;
use std::collections::BTreeMap;

/// Folders that compilers are told to look in.
const ROOTS: [&str; 5] = ["include", "src", "inc", "lib", "source"];

#[derive(Debug)]
pub struct Includes {
    /// Paths by their last part.
    by_name: BTreeMap<String, Vec<FileId>>,
}

impl Includes {
    pub fn new(tree: &Tree, _: &BTreeMap<String, String>) -> Self {
        let mut by_name: BTreeMap<String, Vec<FileId>> = BTreeMap::new();
        for (at, path) in tree.paths().iter().enumerate() {
            let name = file_name(path);
            let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
            if ending.is_empty() || ending.starts_with(['h', 'c', 'i', 't', 'H', 'd']) {
                by_name.entry(name.to_owned()).or_default().push(FileId(at as u32));
            }
        }
        Self { by_name }
    }

    pub fn find(&self, tree: &Tree, from: &str, specifier: &str) -> Found {
        let (name, is_system) = match specifier.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
            Some(name) => (name, true),
            None => (specifier, false),
        };
        let outside = Found::External { package: name.to_owned(), path: name.to_owned() };
        if is_system && is_standard(name) {
            return outside;
        }
        match self.look(tree, from, name) {
            Some(file) => Found::File(file),
            None => outside,
        }
    }

    fn look(&self, tree: &Tree, from: &str, name: &str) -> Option<FileId> {
        let here = parent(from);
        if let Some(file) = join(here, name).and_then(|path| tree.find(&path)) {
            return Some(file);
        }
        let all = self.by_name.get(file_name(name))?;
        for folder in upward(here) {
            let beside = std::iter::once(folder.to_owned()).chain(ROOTS.iter().filter_map(|root| join(folder, root)));
            let mut paths = beside.filter_map(|folder| join(&folder, name));
            if let Some(file) = paths.find_map(|path| tree.find(&path)) {
                return Some(file);
            }
        }
        let suffix = name.trim_start_matches("../").trim_start_matches("./");
        let ends = |file: &&FileId| {
            let path = tree.path(**file);
            path.strip_suffix(suffix).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        let near = |file: &FileId| {
            let path = tree.path(*file);
            let shared =
                here.split('/').zip(parent(path).split('/')).take_while(|(a, b)| a == b && !a.is_empty()).count();
            let root = path.strip_suffix(suffix).unwrap_or_default().trim_end_matches('/');
            (shared, ROOTS.contains(&file_name(root)), std::cmp::Reverse(path.len()), std::cmp::Reverse(*file))
        };
        let mut found: Vec<FileId> = all.iter().filter(ends).copied().collect();
        // What other platforms have for themselves is not meant by what all of them share.
        let is_own = |file: &FileId| side_of_path(tree.path(*file)) == side_of_path(from);
        if found.iter().any(is_own) {
            found.retain(is_own);
        }
        let best = found.iter().max_by_key(|file| near(file)).copied()?;
        // Of several at the same distance, the build takes one that nothing here tells.
        let distance = |file: &FileId| {
            let (shared, is_root, ..) = near(file);
            (shared, is_root, tree.path(*file).split('/').count())
        };
        let is_other = |file: &&FileId| **file != best && distance(file) == distance(&best);
        if found.iter().any(|file| is_other(&file)) { None } else { Some(best) }
    }

    pub fn package_of(&self, _: &str) -> Option<String> {
        None
    }
}

/// Headers that come with every compiler.
fn is_standard(name: &str) -> bool {
    !name.contains(['.', '/']) || STANDARD.binary_search(&name).is_ok()
}

/// Sorted.
const STANDARD: [&str; 48] = [
    "arpa/inet.h",
    "assert.h",
    "ctype.h",
    "dirent.h",
    "dlfcn.h",
    "errno.h",
    "fcntl.h",
    "float.h",
    "getopt.h",
    "grp.h",
    "inttypes.h",
    "libgen.h",
    "limits.h",
    "locale.h",
    "math.h",
    "netdb.h",
    "netinet/in.h",
    "netinet/tcp.h",
    "poll.h",
    "pthread.h",
    "pwd.h",
    "sched.h",
    "setjmp.h",
    "signal.h",
    "stdarg.h",
    "stdatomic.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "strings.h",
    "sys/ioctl.h",
    "sys/mman.h",
    "sys/param.h",
    "sys/resource.h",
    "sys/select.h",
    "sys/socket.h",
    "sys/stat.h",
    "sys/time.h",
    "sys/types.h",
    "sys/uio.h",
    "sys/un.h",
    "sys/wait.h",
    "time.h",
    "unistd.h",
    "wchar.h",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_included_is_looked_for_from_near_to_far() {
        let paths = ["include/a/b.h", "other/a/b.h", "src/x/c.h", "src/x/m.c", "src/string.h", "deps/z/include/z/z.h"];
        let tree = Tree::new(paths.map(str::to_owned).to_vec());
        let includes = Includes::new(&tree, &BTreeMap::new());
        let find = |specifier: &str| match includes.find(&tree, "src/x/m.c", specifier) {
            Found::File(file) => tree.path(file).to_owned(),
            _ => "outside".to_owned(),
        };
        assert_eq!(find("c.h"), "src/x/c.h");
        assert_eq!(find("x/c.h"), "src/x/c.h");
        assert_eq!(find("a/b.h"), "include/a/b.h");
        assert_eq!(find("<a/b.h>"), "include/a/b.h");
        assert_eq!(find("<z/z.h>"), "deps/z/include/z/z.h");
        assert_eq!(
            (find("<string.h>"), find("string.h"), find("../string.h")),
            ("outside".into(), "src/string.h".into(), "src/string.h".into())
        );
        assert_eq!(find("gone.h"), "outside");
        assert!(STANDARD.is_sorted());
    }
}
