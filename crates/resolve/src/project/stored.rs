//! What a project holds of the graphs of its files. Of a file that others consult that is what it offers to them; of
//! one that is resolved it is the whole, for as long as that takes.

use crate::project::error::ProjectError;
use crate::project::offer::Offer;
use crate::project::source::Source;
use crate::project::{Project, Resolved};
use crate::values::types::FileId;
use facts::FileGraph;
use std::cell::{OnceCell, RefCell};

/// What a project has of a file.
#[derive(Debug, Default)]
pub(super) struct Stored {
    /// The file itself, to be resolved. None: it only answers others' questions.
    pub(super) whole: Option<Whole>,
    /// What it offers to others, encoded, until it is consulted. Empty: that is found in the whole.
    offered: RefCell<Vec<u8>>,
    pub(super) source: OnceCell<Box<Source>>,
}

/// A file's encoded graph, the hash of its content, and the graph itself from when it is resolved on.
#[derive(Debug)]
pub(super) struct Whole {
    bytes: Vec<u8>,
    pub(super) hash: String,
    pub(super) source: OnceCell<Box<Source>>,
}

impl Stored {
    /// Whether it answers others' questions without the whole.
    pub(super) fn is_offered(&self) -> bool {
        self.source.get().is_some() || !self.offered.borrow().is_empty()
    }

    /// What it offers to others; it is decoded once.
    pub(super) fn decode(&self) -> Option<FileGraph> {
        let offered = self.offered.take();
        match &self.whole {
            Some(whole) if offered.is_empty() => Some(Offer::of(&whole.graph()?).graph),
            _ => FileGraph::decode(&offered),
        }
    }
}

impl Whole {
    pub(super) fn graph(&self) -> Option<FileGraph> {
        FileGraph::decode(&self.bytes)
    }
}

impl Project {
    /// Adds a file's encoded graph, or replaces it. `content_hash` is the hexadecimal SHA-256 of the file's bytes.
    pub fn add(&mut self, graph: Vec<u8>, content_hash: &str) -> Result<(), ProjectError> {
        let file = self.file_of(&graph)?;
        let whole = Whole { bytes: graph, hash: content_hash.to_owned(), source: OnceCell::new() };
        self.store(file, Stored { whole: Some(whole), ..Stored::default() });
        Ok(())
    }

    /// Adds what a file offers to others ([`Offer`], encoded), or replaces it.
    pub fn offer(&mut self, offered: Vec<u8>) -> Result<(), ProjectError> {
        let file = self.file_of(&offered)?;
        self.store(file, Stored { offered: RefCell::new(offered), ..Stored::default() });
        Ok(())
    }

    fn file_of(&self, graph: &[u8]) -> Result<FileId, ProjectError> {
        // The path is the first thing that a graph's encoding holds.
        let (path, _) = postcard::take_from_bytes::<String>(graph).map_err(|_| ProjectError::BadGraph)?;
        self.tree.find(&path).ok_or(ProjectError::UnknownPath(path))
    }

    fn store(&mut self, file: FileId, stored: Stored) {
        if self.stored[file.0 as usize].replace(stored).is_some() {
            self.outlines[file.0 as usize] = None;
        }
        // What its outline told already was made with it.
        if self.outlines[file.0 as usize].is_none() {
            self.forget();
        }
    }

    /// The unit of a file of which only this is its graph, and which is kept no longer than that takes: see
    /// [`Project::resolve`].
    pub fn resolve_graph(&mut self, graph: &[u8], content_hash: &str) -> Result<Resolved, ProjectError> {
        let file = self.file_of(graph)?;
        let graph = FileGraph::decode(graph).ok_or(ProjectError::BadGraph)?;
        let source = self.source_of(file, graph);
        let whole = Whole { bytes: Vec::new(), hash: content_hash.to_owned(), source: Box::new(source).into() };
        let place = file.0 as usize;
        self.stored[place].get_or_insert_default().whole = Some(whole);
        let resolved = self.resolve(self.tree.path(file));
        let stored = self.stored[place].take();
        self.stored[place] = stored.map(|it| Stored { whole: None, ..it }).filter(Stored::is_offered);
        resolved
    }
}
