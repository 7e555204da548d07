//! The lists of a graph that its other parts refer into by index.
//!
//! In a graph that was read from its stored bytes an arena is those bytes, in chunks that are decoded when something
//! in them is first looked at: of most files that are consulted, little is.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cell::OnceCell;
use std::fmt;
use std::ops::{Index, IndexMut, Range};

/// Items of a chunk: as many as are likely to be looked at together.
const CHUNK: usize = 16;

#[derive(Clone)]
pub struct Arena<T>(Items<T>);

#[derive(Clone)]
enum Items<T> {
    Made(Vec<T>),
    Stored(Stored<T>),
}

#[derive(Clone)]
struct Stored<T> {
    length: usize,
    bytes: Box<[u8]>,
    /// Where each chunk ends in the bytes.
    ends: Box<[u32]>,
    chunks: Box<[OnceCell<Box<[T]>>]>,
}

impl<T> Stored<T> {
    fn bytes_of(&self, chunk: usize) -> &[u8] {
        let start = chunk.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[start as usize..self.ends[chunk] as usize]
    }
}

impl<T: DeserializeOwned> Stored<T> {
    /// Empty where the bytes are damaged.
    fn decode(&self, chunk: usize) -> Box<[T]> {
        postcard::from_bytes(self.bytes_of(chunk)).unwrap_or_default()
    }

    fn get(&self, at: usize) -> Option<&T> {
        if at >= self.length {
            return None;
        }
        let chunk = at / CHUNK;
        self.chunks[chunk].get_or_init(|| self.decode(chunk)).get(at % CHUNK)
    }
}

impl<T> Arena<T> {
    pub fn len(&self) -> usize {
        match &self.0 {
            Items::Made(items) => items.len(),
            Items::Stored(stored) => stored.length,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<T: DeserializeOwned> Arena<T> {
    pub fn get(&self, at: usize) -> Option<&T> {
        match &self.0 {
            Items::Made(items) => items.get(at),
            Items::Stored(stored) => stored.get(at),
        }
    }

    pub fn last(&self) -> Option<&T> {
        self.get(self.len().checked_sub(1)?)
    }

    pub fn iter(&self) -> Iter<'_, T> {
        Iter { arena: self, range: 0..self.len() }
    }

    /// Goes through all items once; none is kept for that.
    pub fn scan(&self, mut look: impl FnMut(u32, &T)) {
        match &self.0 {
            Items::Made(items) => (0..).zip(items).for_each(|(at, item)| look(at, item)),
            Items::Stored(stored) => {
                for (chunk, known) in stored.chunks.iter().enumerate() {
                    let first = (chunk * CHUNK) as u32;
                    let mut look = |items: &[T]| (first..).zip(items).for_each(|(at, item)| look(at, item));
                    match known.get() {
                        Some(items) => look(items),
                        None => look(&stored.decode(chunk)),
                    }
                }
            }
        }
    }

    /// The items as a list of their own, to be changed.
    pub fn made(&mut self) -> &mut Vec<T> {
        if let Items::Stored(stored) = &mut self.0 {
            let chunks = (0..stored.chunks.len()).flat_map(|at| {
                let known = stored.chunks[at].take();
                known.unwrap_or_else(|| stored.decode(at)).into_vec()
            });
            self.0 = Items::Made(chunks.collect());
        }
        match &mut self.0 {
            Items::Made(items) => items,
            Items::Stored(_) => unreachable!("it was made above"),
        }
    }

    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.made().iter_mut()
    }

    pub fn push(&mut self, item: T) {
        self.made().push(item);
    }
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Self(Items::Made(Vec::new()))
    }
}

impl<T> From<Vec<T>> for Arena<T> {
    fn from(items: Vec<T>) -> Self {
        Self(Items::Made(items))
    }
}

impl<T> FromIterator<T> for Arena<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self(Items::Made(items.into_iter().collect()))
    }
}

impl<T: DeserializeOwned> Index<usize> for Arena<T> {
    type Output = T;

    #[inline]
    fn index(&self, at: usize) -> &T {
        match &self.0 {
            Items::Made(items) => &items[at],
            Items::Stored(stored) => stored.get(at).expect("an index into the arena"),
        }
    }
}

impl<T: DeserializeOwned> IndexMut<usize> for Arena<T> {
    fn index_mut(&mut self, at: usize) -> &mut T {
        &mut self.made()[at]
    }
}

pub struct Iter<'a, T> {
    arena: &'a Arena<T>,
    range: Range<usize>,
}

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Self { arena: self.arena, range: self.range.clone() }
    }
}

impl<'a, T: DeserializeOwned> Iterator for Iter<'a, T> {
    type Item = &'a T;

    #[inline]
    fn next(&mut self) -> Option<&'a T> {
        self.range.next().map(|at| &self.arena[at])
    }

    fn nth(&mut self, n: usize) -> Option<&'a T> {
        self.range.nth(n).map(|at| &self.arena[at])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }
}

impl<T: DeserializeOwned> DoubleEndedIterator for Iter<'_, T> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.range.next_back().map(|at| &self.arena[at])
    }
}

impl<T: DeserializeOwned> ExactSizeIterator for Iter<'_, T> {}

impl<'a, T: DeserializeOwned> IntoIterator for &'a Arena<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T: DeserializeOwned> IntoIterator for &'a mut Arena<T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<T: DeserializeOwned + PartialEq> PartialEq for Arena<T> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other)
    }
}

impl<T: DeserializeOwned + fmt::Debug> fmt::Debug for Arena<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

/// How many items there are, where each chunk's bytes end, and the bytes.
#[derive(Serialize, Deserialize)]
struct Encoded<'a> {
    length: usize,
    ends: Vec<u32>,
    #[serde(borrow)]
    bytes: Bytes<'a>,
}

#[derive(Deserialize)]
struct Bytes<'a>(&'a [u8]);

impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(self.0)
    }
}

impl<T: Serialize + DeserializeOwned> Serialize for Arena<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let items = match &self.0 {
            Items::Made(items) => items,
            Items::Stored(Stored { length, bytes, ends, .. }) => {
                return Encoded { length: *length, ends: ends.to_vec(), bytes: Bytes(bytes) }.serialize(to);
            }
        };
        let (mut bytes, mut ends) = (Vec::new(), Vec::with_capacity(items.len().div_ceil(CHUNK)));
        for chunk in items.chunks(CHUNK) {
            bytes = postcard::to_extend(chunk, bytes).map_err(serde::ser::Error::custom)?;
            ends.push(bytes.len() as u32);
        }
        Encoded { length: items.len(), ends, bytes: Bytes(&bytes) }.serialize(to)
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Arena<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Encoded { length, ends, bytes: Bytes(bytes) } = Encoded::deserialize(from)?;
        let is_whole = ends.len() == length.div_ceil(CHUNK)
            && ends.is_sorted()
            && ends.last().map_or(0, |&end| end as usize) == bytes.len();
        if !is_whole {
            return Err(serde::de::Error::custom("the chunks of an arena do not fit"));
        }
        let chunks = std::iter::repeat_with(OnceCell::new).take(ends.len()).collect();
        Ok(Self(Items::Stored(Stored { length, bytes: bytes.into(), ends: ends.into(), chunks })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(items: Vec<String>) -> Arena<String> {
        let bytes = postcard::to_stdvec(&Arena::from(items)).expect("encoded");
        postcard::from_bytes(&bytes).expect("decoded")
    }

    #[test]
    fn what_is_stored_is_read_where_it_is_looked_at() {
        let items: Vec<String> = (0..100).map(|at| format!("item {at}")).collect();
        let mut arena = stored(items.clone());
        assert_eq!((arena.len(), arena.get(100), &arena[37]), (100, None, &items[37]));
        let Items::Stored(Stored { chunks, .. }) = &arena.0 else { panic!("it is stored") };
        let read: Vec<usize> = (0..chunks.len()).filter(|&at| chunks[at].get().is_some()).collect();
        assert_eq!(read, [37 / CHUNK]);
        let mut seen = Vec::new();
        arena.scan(|at, item| seen.push((at, item.clone())));
        assert!(seen.iter().map(|it| it.0).eq(0..100) && seen.iter().map(|it| &it.1).eq(&items));
        assert_eq!(arena, Arena::from(items.clone()));
        arena.push("more".to_owned());
        assert!(arena.iter().eq(items.iter().chain([&"more".to_owned()])));
        assert_eq!(arena.iter().next_back(), arena.last());
    }

    #[test]
    fn an_encoded_arena_is_encoded_as_it_is() {
        let items: Vec<String> = (0..40).map(|at| at.to_string()).collect();
        let bytes = postcard::to_stdvec(&Arena::from(items.clone())).expect("encoded");
        assert_eq!(postcard::to_stdvec(&stored(items)).expect("encoded"), bytes);
        assert!(stored(Vec::new()).is_empty());
        assert!(postcard::from_bytes::<Arena<String>>(&bytes[..bytes.len() - 1]).is_err());
    }
}
