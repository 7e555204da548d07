//! The module's memory. Graphs and types are millions of small pieces that live for one file: those are kept by
//! size in lists of free ones, cut from chunks that are never given back. What is larger is the system's.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ptr::null_mut;

/// Sizes are rounded up to a multiple, which is every piece's alignment too.
const STEP: usize = 16;
/// Larger pieces are the system's.
const LARGEST: usize = 512;
const CHUNK: usize = 64 << 10;

/// An allocator for one thread.
pub struct Heap(UnsafeCell<Lists>);

struct Lists {
    /// Free pieces by size in steps; each holds the address of the next.
    free: [*mut Piece; LARGEST / STEP + 1],
    /// What is left of the last chunk.
    rest: *mut u8,
    left: usize,
}

struct Piece {
    next: *mut Piece,
}

impl Heap {
    pub const fn new() -> Self {
        Self(UnsafeCell::new(Lists { free: [null_mut(); LARGEST / STEP + 1], rest: null_mut(), left: 0 }))
    }
}

impl Default for Heap {
    fn default() -> Self {
        Self::new()
    }
}

impl Lists {
    /// A piece that was none before; null where memory has run out.
    #[cold]
    fn cut(&mut self, steps: usize) -> *mut u8 {
        let size = steps * STEP;
        if size > self.left {
            // SAFETY: the size is not 0 and the alignment a power of two.
            let chunk = unsafe { System.alloc(Layout::from_size_align_unchecked(CHUNK, STEP)) };
            if chunk.is_null() {
                return chunk;
            }
            (self.rest, self.left) = (chunk, CHUNK);
        }
        let piece = self.rest;
        self.left -= size;
        // SAFETY: `size` was left of the chunk.
        self.rest = unsafe { piece.add(size) };
        piece
    }
}

/// The size of a small piece in steps. None: it is the system's.
fn steps(layout: Layout) -> Option<usize> {
    (layout.size() <= LARGEST && layout.align() <= STEP).then(|| layout.size().div_ceil(STEP))
}

// SAFETY: a piece is in a list or with a caller, never both; its size in steps follows from the layout alone, so it
// returns to the list that it came from.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller gives a layout that is not empty. One thread uses the lists, for this call alone.
        unsafe {
            let Some(steps) = steps(layout) else { return System.alloc(layout) };
            let lists = &mut *self.0.get();
            let piece = lists.free[steps];
            if piece.is_null() {
                return lists.cut(steps);
            }
            lists.free[steps] = (*piece).next;
            piece.cast()
        }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: `at` came from `alloc` with this layout, so a small one has a step's room and alignment.
        unsafe {
            let Some(steps) = steps(layout) else { return System.dealloc(at, layout) };
            let lists = &mut *self.0.get();
            let piece: *mut Piece = at.cast();
            (*piece).next = lists.free[steps];
            lists.free[steps] = piece;
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as for `alloc`; a piece has at least the layout's size.
        unsafe {
            if steps(layout).is_none() {
                return System.alloc_zeroed(layout);
            }
            let at = self.alloc(layout);
            if !at.is_null() {
                at.write_bytes(0, layout.size());
            }
            at
        }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's size is one that the alignment allows; both pieces have room for the lesser size.
        unsafe {
            let new = Layout::from_size_align_unchecked(size, layout.align());
            match (steps(layout), steps(new)) {
                (None, None) => System.realloc(at, layout, size),
                (Some(old), Some(new)) if old == new => at,
                _ => {
                    let moved = self.alloc(new);
                    if !moved.is_null() {
                        moved.copy_from_nonoverlapping(at, layout.size().min(size));
                        self.dealloc(at, layout);
                    }
                    moved
                }
            }
        }
    }
}

// SAFETY: the module has one thread.
#[cfg(target_arch = "wasm32")]
unsafe impl Sync for Heap {}

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static HEAP: Heap = Heap::new();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_apart_aligned_and_used_again() {
        let heap = Heap::new();
        let layout = |size| Layout::from_size_align(size, 8).expect("a layout");
        let sizes = [1, 16, 17, 100, 512, 513, 5_000, 70_000];
        // SAFETY: pieces are written within their sizes and freed once, with the layouts that they have.
        unsafe {
            let mut held = Vec::new();
            for round in 0..2_000usize {
                let size = sizes[round % sizes.len()];
                let at = if round % 3 == 0 { heap.alloc_zeroed(layout(size)) } else { heap.alloc(layout(size)) };
                assert_eq!(at as usize % 8, 0);
                at.write_bytes(round as u8, size);
                held.push((at, size, round as u8));
            }
            for (at, size, byte) in &mut held {
                let new = sizes[*byte as usize % sizes.len()] + 3;
                *at = heap.realloc(*at, layout(*size), new);
                let kept = std::slice::from_raw_parts(*at, new.min(*size));
                assert!(kept.iter().all(|it| it == byte));
                *size = new;
            }
            for (at, size, _) in held {
                heap.dealloc(at, layout(size));
            }
            let small = heap.alloc(layout(40));
            heap.dealloc(small, layout(40));
            assert_eq!(heap.alloc(layout(33)), small);
        }
    }
}
