//! What is found by name in the whole repository.

use crate::project::names::Name;
use crate::project::outline::{Entry, List};
use crate::values::types::FileId;
use rustc_hash::FxHashMap;

/// Where something stands under each name, in the order of the files: in one vector, since a repository may have a
/// million names, most of which stand for one thing.
#[derive(Debug)]
pub struct Lists {
    /// Where the items of each name begin and end.
    ranges: FxHashMap<(List, Name), (u32, u32)>,
    items: Vec<(FileId, u32)>,
}

impl Lists {
    pub fn new<'e>(entries: impl Iterator<Item = (FileId, &'e Entry)> + Clone) -> Self {
        let mut ranges: FxHashMap<_, (u32, u32)> = FxHashMap::default();
        for (_, &(list, name, _)) in entries.clone() {
            ranges.entry((list, name)).or_default().1 += 1;
        }
        let mut begin = 0;
        for range in ranges.values_mut() {
            let count = range.1;
            *range = (begin, begin);
            begin += count;
        }
        let mut items = vec![(FileId(0), 0); begin as usize];
        for (file, &(list, name, at)) in entries {
            if let Some((_, end)) = ranges.get_mut(&(list, name)) {
                items[*end as usize] = (file, at);
                *end += 1;
            }
        }
        Self { ranges, items }
    }

    /// What stands under a name; empty where nothing does.
    pub fn get(&self, list: List, name: Name) -> &[(FileId, u32)] {
        let range = self.ranges.get(&(list, name));
        range.map_or(&[], |&(begin, end)| &self.items[begin as usize..end as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::names::Names;

    #[test]
    fn items_stand_in_the_order_of_the_files() {
        let names = Names::default();
        let (a, b) = (names.intern("a"), names.intern("b"));
        let first = [(List::Method, a, 1), (List::Macro, b, 2), (List::Method, a, 3)];
        let second = [(List::Method, a, 4), (List::Macro, a, 5)];
        let all = first.iter().map(|it| (FileId(0), it)).chain(second.iter().map(|it| (FileId(1), it)));
        let lists = Lists::new(all);
        assert_eq!(lists.get(List::Method, a), [(FileId(0), 1), (FileId(0), 3), (FileId(1), 4)]);
        assert_eq!(lists.get(List::Macro, b), [(FileId(0), 2)]);
        assert_eq!(lists.get(List::Macro, a), [(FileId(1), 5)]);
        assert_eq!(lists.get(List::Method, b), []);
    }
}
