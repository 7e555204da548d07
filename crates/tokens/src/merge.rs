//! Byte-pair merging: of all neighbours that together are a token, the pair of the lowest rank is joined, the leftmost
//! of equals first, until none is left. Only the number of parts is wanted.

use crate::table::Table;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Up to this many bytes, looking at all pairs for the lowest is faster than a heap.
const SHORT: usize = 64;
const NONE: u32 = u32::MAX;

/// Merges pieces; keeps its buffers from piece to piece.
#[derive(Default)]
pub struct Merger {
    /// By the byte at which a part starts: where it ends, which is where the next starts.
    next: Vec<u32>,
    /// By the same: where the part before starts.
    before: Vec<u32>,
    /// By the same: the rank of the token that this part and the next would be.
    rank: Vec<u32>,
    heap: BinaryHeap<Reverse<u64>>,
}

impl Merger {
    /// The number of tokens that `piece` is merged to. It is at most [`crate::MAX_PIECE`] bytes long.
    pub fn count(&mut self, table: &Table<'_>, piece: &[u8]) -> usize {
        if piece.len() <= SHORT { self.count_short(table, piece) } else { self.count_long(table, piece) }
    }

    fn start(&mut self, table: &Table<'_>, piece: &[u8]) {
        let length = piece.len();
        self.next.clear();
        self.next.extend(1..=length as u32);
        self.rank.clear();
        self.rank.extend((0..length).map(|at| pair_rank(table, piece, at, at + 2)));
    }

    /// Quadratic in the piece's length, which is bounded. Parts are a dense list here: `next` holds where each ends.
    fn count_short(&mut self, table: &Table<'_>, piece: &[u8]) -> usize {
        self.start(table, piece);
        let (ends, ranks) = (&mut self.next, &mut self.rank);
        while let Some((at, &lowest)) = ranks.iter().enumerate().min_by_key(|(_, rank)| **rank) {
            if lowest == NONE {
                break;
            }
            ends.remove(at);
            ranks.remove(at);
            let start_of = |part: usize| if part == 0 { 0 } else { ends[part - 1] as usize };
            let end_of = |part: usize| ends.get(part).map_or(usize::MAX, |end| *end as usize);
            ranks[at] = pair_rank(table, piece, start_of(at), end_of(at + 1));
            if at > 0 {
                ranks[at - 1] = pair_rank(table, piece, start_of(at - 1), end_of(at));
            }
        }
        ends.len()
    }

    /// A heap of (rank, start) over linked parts. A pair that changed since it was pushed is known by its rank, which
    /// then differs from the one at its start, and is passed over. n log n in the piece's length.
    fn count_long(&mut self, table: &Table<'_>, piece: &[u8]) -> usize {
        self.start(table, piece);
        self.before.clear();
        self.before.extend((0..piece.len() as u32).map(|at| at.wrapping_sub(1)));
        self.heap.clear();
        self.heap
            .extend(self.rank.iter().enumerate().filter(|(_, rank)| **rank != NONE).map(|(at, rank)| key(*rank, at)));
        let mut parts = piece.len();
        while let Some(Reverse(lowest)) = self.heap.pop() {
            let (rank, at) = ((lowest >> 32) as u32, (lowest as u32) as usize);
            if self.rank[at] != rank {
                continue;
            }
            let joined = self.next[at] as usize;
            let end = self.next[joined] as usize;
            self.next[at] = end as u32;
            self.rank[joined] = NONE;
            if let Some(before) = self.before.get_mut(end) {
                *before = at as u32;
            }
            parts -= 1;
            self.update(table, piece, at);
            if at > 0 {
                self.update(table, piece, self.before[at] as usize);
            }
        }
        parts
    }

    fn update(&mut self, table: &Table<'_>, piece: &[u8], at: usize) {
        let second = self.next[at] as usize;
        let end = self.next.get(second).map_or(usize::MAX, |end| *end as usize);
        let rank = pair_rank(table, piece, at, end);
        self.rank[at] = rank;
        if rank != NONE {
            self.heap.push(key(rank, at));
        }
    }
}

fn key(rank: u32, at: usize) -> Reverse<u64> {
    Reverse(u64::from(rank) << 32 | at as u64)
}

fn pair_rank(table: &Table<'_>, piece: &[u8], start: usize, end: usize) -> u32 {
    piece.get(start..end).and_then(|pair| table.rank(pair)).unwrap_or(NONE)
}
