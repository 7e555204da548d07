//! Lists by key, in two flat vectors.

/// Items under each key, in the order in which they were given.
#[derive(Debug)]
pub struct Index<K, T = u32> {
    /// Keys in order, and where the items of each end.
    keys: Box<[(K, u32)]>,
    items: Box<[T]>,
}

impl<K: Ord + Copy, T: Copy> Index<K, T> {
    pub fn new(mut entries: Vec<(K, T)>) -> Self {
        entries.sort_by_key(|(key, _)| *key);
        let mut keys: Vec<(K, u32)> = Vec::with_capacity(entries.len());
        for (at, (key, _)) in entries.iter().enumerate() {
            let end = at as u32 + 1;
            match keys.last_mut() {
                Some(last) if last.0 == *key => last.1 = end,
                _ => keys.push((*key, end)),
            }
        }
        Self { keys: keys.into(), items: entries.into_iter().map(|(_, item)| item).collect() }
    }

    /// What stands under a key; empty where nothing does.
    pub fn get(&self, key: K) -> &[T] {
        let Ok(at) = self.keys.binary_search_by_key(&key, |(key, _)| *key) else { return &[] };
        let start = at.checked_sub(1).map_or(0, |before| self.keys[before].1);
        &self.items[start as usize..self.keys[at].1 as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_keep_their_order() {
        let index = Index::new(vec![(2, 'a'), (1, 'b'), (2, 'c'), (3, 'd')]);
        let all = [0, 1, 2, 3, 4].map(|key| index.get(key).iter().collect::<String>());
        assert_eq!(all, ["", "b", "ac", "d", ""]);
    }
}
