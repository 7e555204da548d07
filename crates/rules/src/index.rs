//! Clauses by the last name of a path, and which of them were found for the paths that were asked about before.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// The name under which clauses stand that are about paths with any last name.
const ANY: &str = "*";
/// Of a language so many paths are remembered: most calls of a repository lead to few.
const MOST_PATHS: usize = 8_192;

type ByPath = FxHashMap<Box<str>, Rc<[u32]>>;

#[derive(Debug, Default)]
pub struct Index {
    listed: FxHashMap<String, Vec<u32>>,
    /// What was found, by language.
    found: RefCell<FxHashMap<String, ByPath>>,
}

impl Index {
    /// Lists a clause under a last name, once however often it is told in a row.
    pub fn list(&mut self, last: &str, clause: u32) {
        let listed = self.listed.entry(last.to_owned()).or_default();
        if listed.last() != Some(&clause) {
            listed.push(clause);
        }
    }

    /// Whether clauses are listed under this very name.
    pub fn names(&self, last: &str) -> bool {
        self.listed.contains_key(last)
    }

    /// The clauses about a path in a language, if any may be: `choose` picks them, the first time, from those that its last name tells.
    pub fn find(
        &self,
        path: &str,
        language: &str,
        choose: impl FnOnce(&mut dyn Iterator<Item = u32>) -> Vec<u32>,
    ) -> Option<Rc<[u32]>> {
        let last = path.rsplit('.').next().unwrap_or(path);
        let lists = [self.listed.get(last), self.listed.get(ANY)];
        lists.iter().any(Option::is_some).then(|| {
            let known = self.found.borrow().get(language).and_then(|paths| paths.get(path)).cloned();
            known.unwrap_or_else(|| {
                let chosen: Rc<[u32]> = choose(&mut lists.into_iter().flatten().flatten().copied()).into();
                self.remember(path, language, &chosen);
                chosen
            })
        })
    }

    fn remember(&self, path: &str, language: &str, chosen: &Rc<[u32]>) {
        let mut found = self.found.borrow_mut();
        if !found.contains_key(language) {
            found.insert(language.to_owned(), ByPath::default());
        }
        let Some(paths) = found.get_mut(language) else { return };
        if paths.len() >= MOST_PATHS {
            paths.clear();
        }
        paths.insert(path.into(), Rc::clone(chosen));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index() -> Index {
        let mut index = Index::default();
        for (last, clause) in [("get", 0), ("get", 0), ("get", 2), ("*", 1)] {
            index.list(last, clause);
        }
        index
    }

    #[test]
    fn what_a_path_leads_to_is_chosen_once_a_language() {
        let index = index();
        let find = |path: &str, language: &str, asked: &mut u32| -> Vec<u32> {
            let choose = |listed: &mut dyn Iterator<Item = u32>| {
                *asked += 1;
                listed.collect()
            };
            index.find(path, language, choose).map(|it| it.to_vec()).unwrap_or_default()
        };
        let mut asked = 0;
        assert_eq!(find("express.get", "typescript", &mut asked), [0, 2, 1]);
        assert_eq!(find("express.get", "typescript", &mut asked), [0, 2, 1]);
        assert_eq!(asked, 1);
        assert_eq!(find("express.get", "javascript", &mut asked), [0, 2, 1]);
        assert_eq!(find("express.post", "javascript", &mut asked), [1]);
        assert_eq!(asked, 3);
        assert!(index.names("get") && !index.names("post"));
    }

    #[test]
    fn the_paths_that_are_remembered_are_bounded() {
        let index = index();
        for at in 0..=MOST_PATHS {
            let path = format!("library{at}.get");
            assert_eq!(index.find(&path, "go", |listed| listed.collect()).map(|it| it.len()), Some(3));
        }
        assert!(index.found.borrow()["go"].len() <= MOST_PATHS);
    }
}
