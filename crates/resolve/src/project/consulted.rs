//! What resolving a file asked of the rest of the repository.
//!
//! Each question is a key, a number of 32 bits. A file's unit stays the same while its own bytes stay the same and
//! no answer to its questions changes, so who keeps its keys knows when to resolve it again. Two questions that
//! share a key cost work, never truth.

use crate::project::outline::List;
use crate::values::types::FileId;
use rustc_hash::FxHashSet;
use std::cell::{Cell, RefCell};

/// A question: FNV-1a over the letter of its kind and its text.
pub type Key = u32;

fn key(kind: u8, text: &str) -> Key {
    let hash = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    text.bytes().fold(hash(0x811c_9dc5, kind), hash)
}

/// What a file declares, or whether it is there.
pub fn file(path: &str) -> Key {
    key(b'f', path)
}

/// What lies directly in a folder.
pub fn folder(path: &str) -> Key {
    key(b'd', path)
}

/// What a list holds under a name.
pub fn listed(list: List, name: &str) -> Key {
    key(b'0' + list as u8, name)
}

/// What the files say that tell how modules are found.
pub fn configs() -> Key {
    key(b'c', "")
}

/// A number for a text, to tell whether it is still the same.
pub fn digest(text: &str) -> u32 {
    key(b'=', text)
}

/// What has been asked since the last [`Consulted::start`].
#[derive(Debug, Default)]
pub struct Consulted {
    turn: Cell<u32>,
    /// The turn in which each file was last asked for.
    turns: Vec<Cell<u32>>,
    files: RefCell<Vec<FileId>>,
    keys: RefCell<FxHashSet<Key>>,
    /// Files whose graphs are there to be had and were not added.
    wanted: RefCell<Vec<FileId>>,
}

impl Consulted {
    pub fn new(files: usize) -> Self {
        Self { turns: vec![Cell::new(0); files], turn: Cell::new(1), ..Self::default() }
    }

    pub fn start(&self) {
        self.turn.set(self.turn.get() + 1);
        self.files.borrow_mut().clear();
        self.keys.borrow_mut().clear();
        self.wanted.borrow_mut().clear();
    }

    pub fn file(&self, file: FileId) {
        let turn = &self.turns[file.0 as usize];
        if turn.replace(self.turn.get()) != self.turn.get() {
            self.files.borrow_mut().push(file);
        }
    }

    pub fn key(&self, key: Key) {
        self.keys.borrow_mut().insert(key);
    }

    pub fn want(&self, file: FileId) {
        let mut wanted = self.wanted.borrow_mut();
        if !wanted.contains(&file) {
            wanted.push(file);
        }
    }

    pub fn wanted(&self) -> Vec<FileId> {
        self.wanted.borrow().clone()
    }

    pub fn files(&self) -> Vec<FileId> {
        self.files.borrow().clone()
    }

    pub fn keys(&self) -> Vec<Key> {
        self.keys.borrow().iter().copied().collect()
    }
}
