//! What resolving a file asked of the rest of the repository.
//!
//! Each question is a key, a number of 32 bits. A file's unit stays the same while its own bytes stay the same and
//! no answer to its questions changes, so who keeps its keys knows when to resolve it again. Two questions that
//! share a key cost work, never truth.

use crate::project::names::{Name, Names};
use crate::project::outline::List;
use crate::values::types::FileId;
use rustc_hash::FxHashSet;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A question: FNV-1a over the letter of its kind and its text.
pub type Key = u32;

fn key(kind: u8, text: &str) -> Key {
    let hash = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    text.bytes().fold(hash(0x811c_9dc5, kind), hash)
}

/// Whether a file is there, and what it is as a whole; also what it declares under the names that were asked for.
pub fn file(path: &str) -> Key {
    key(b'f', path)
}

/// Everything that a file declares.
pub fn whole(path: &str) -> Key {
    key(b'w', path)
}

/// What consulted files declare under a name.
pub fn name(text: &str) -> Key {
    key(b'n', &plain(text))
}

/// A name as far as all the ways of asking for it agree: without a path before it, marks behind it and case.
pub fn plain(text: &str) -> String {
    let last = text.trim_start_matches('?').rsplit(['.', '\\', ':', '/', '#', ' ']).next().unwrap_or_default();
    let last = last.split('`').next().unwrap_or_default().trim_end_matches(['(', ')', '=', '!', '?']);
    last.to_lowercase()
}

/// What lies directly in a folder.
pub fn folder(path: &str) -> Key {
    key(b'd', path)
}

/// What the files that lie directly in a folder declare together, and of which packages they say that they are; also what they
/// declare under the names that were asked for.
pub fn package_of(folder: &str) -> Key {
    key(b'g', folder)
}

/// Whether a file of a folder says that it is of a package.
pub fn clause(folder: &str, package: &str) -> Key {
    key(b'h', &format!("{folder}\n{package}"))
}

/// Whether there are names in a package (`own`), or in any that starts with it.
pub fn in_package(name: &str, own: bool) -> Key {
    key(if own { b'o' } else { b'p' }, name)
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

/// The name that stands for the constructors of classes.
pub const CONSTRUCTORS: &str = "\u{1}new";
/// The name that stands for all imports of a file.
pub const IMPORTS: &str = "\u{1}use";

/// The names by which other files than the one that is being resolved were asked for something.
#[derive(Debug, Default)]
pub struct Asked {
    own: Cell<Option<FileId>>,
    turn: Cell<u32>,
    /// The turn in which each name was last asked for.
    turns: RefCell<Vec<u32>>,
    names: RefCell<Vec<Name>>,
    special: RefCell<FxHashSet<&'static str>>,
    wholes: RefCell<FxHashSet<FileId>>,
}

impl Asked {
    fn start(&self, own: FileId) {
        self.own.set(Some(own));
        self.turn.set(self.turn.get() + 1);
        self.names.borrow_mut().clear();
        self.special.borrow_mut().clear();
        self.wholes.borrow_mut().clear();
    }

    /// Whether a file is the one that is being resolved.
    pub fn is_own(&self, file: FileId) -> bool {
        self.own.get() == Some(file)
    }

    /// The file that is being resolved.
    pub fn own(&self) -> Option<FileId> {
        self.own.get()
    }

    /// What a file has under a name.
    pub fn name_of(&self, file: FileId, name: Name) {
        if !self.is_own(file) {
            self.name(name);
        }
    }

    /// What any file has under a name.
    pub fn name(&self, name: Name) {
        let mut turns = self.turns.borrow_mut();
        let at = name.index();
        if turns.len() <= at {
            turns.resize(at + 1, 0);
        }
        if std::mem::replace(&mut turns[at], self.turn.get()) != self.turn.get() {
            self.names.borrow_mut().push(name);
        }
    }

    /// [`CONSTRUCTORS`] or [`IMPORTS`] of a file.
    pub fn special(&self, file: FileId, name: &'static str) {
        if !self.is_own(file) {
            self.special.borrow_mut().insert(name);
        }
    }

    /// All that a file declares.
    pub fn whole(&self, file: FileId) {
        if !self.is_own(file) {
            self.wholes.borrow_mut().insert(file);
        }
    }
}

/// What has been asked since the last [`Consulted::start`].
#[derive(Debug, Default)]
pub struct Consulted {
    turn: Cell<u32>,
    /// The turn in which each file was last asked for.
    turns: Vec<Cell<u32>>,
    files: RefCell<Vec<FileId>>,
    keys: RefCell<FxHashSet<Key>>,
    pub asked: Rc<Asked>,
    /// Of each name, the turn in which lists were last asked for it, and which: a bit each.
    listed: RefCell<Vec<(u32, u32)>>,
    /// The key of each name, once it was asked for.
    name_keys: RefCell<Vec<Option<Key>>>,
    /// Files whose graphs are there to be had and were not added.
    wanted: RefCell<FxHashSet<FileId>>,
}

impl Consulted {
    pub fn new(files: usize) -> Self {
        Self { turns: vec![Cell::new(0); files], turn: Cell::new(1), ..Self::default() }
    }

    /// Begins with the questions of a file.
    pub fn start(&self, own: FileId) {
        self.asked.start(own);
        self.turn.set(self.turn.get() + 1);
        self.files.borrow_mut().clear();
        self.keys.borrow_mut().clear();
        self.wanted.borrow_mut().clear();
    }

    /// A number for what has been asked since the last [`Self::start`].
    pub fn turn(&self) -> u32 {
        self.turn.get()
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

    /// What a list holds under a name.
    pub fn listed(&self, list: List, name: Name, names: &Names) {
        let mut all = self.listed.borrow_mut();
        let at = name.index();
        if all.len() <= at {
            all.resize(at + 1, (0, 0));
        }
        let (turn, asked) = &mut all[at];
        if std::mem::replace(turn, self.turn.get()) != self.turn.get() {
            *asked = 0;
        }
        let bit = 1 << list as u32;
        if *asked & bit == 0 {
            *asked |= bit;
            self.key(listed(list, &names.text(name)));
        }
    }

    fn name_key(&self, of: Name, names: &Names) -> Key {
        let mut all = self.name_keys.borrow_mut();
        let at = of.index();
        if all.len() <= at {
            all.resize(at + 1, None);
        }
        *all[at].get_or_insert_with(|| name(&names.text(of)))
    }

    pub fn want(&self, file: FileId) {
        self.wanted.borrow_mut().insert(file);
    }

    pub fn wanted(&self) -> Vec<FileId> {
        let mut wanted: Vec<FileId> = self.wanted.borrow().iter().copied().collect();
        wanted.sort_unstable_by_key(|file| file.0);
        wanted
    }

    pub fn files(&self) -> Vec<FileId> {
        self.files.borrow().clone()
    }

    /// The keys of what was asked, those of [`Consulted::files`] not among them.
    pub fn keys(&self, names: &Names) -> Vec<Key> {
        let asked = &self.asked;
        let mut keys: Vec<Key> = self.keys.borrow().iter().copied().collect();
        keys.extend(asked.names.borrow().iter().map(|&it| self.name_key(it, names)));
        keys.extend(asked.special.borrow().iter().map(|it| name(it)));
        keys
    }

    /// The files of which all was asked.
    pub fn wholes(&self) -> Vec<FileId> {
        self.asked.wholes.borrow().iter().copied().collect()
    }
}
