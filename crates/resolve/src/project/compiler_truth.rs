//! What a compiler's index says of the names of a file. It is right by definition: a call or reference leads where the
//! index says, and is `exact`; where resolution had found something else, that is noted.

use crate::project::{Project, ProjectError};
use crate::targets::labels::{Resolution, Verdict};
use crate::values::types::{Decl, FileId};
use facts::{NameId, Point, SymbolKind};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// A name of a file and where it leads: line from 1 and column in bytes from 0; path and line of the declaration's
/// name; or the text of a symbol outside.
#[derive(Clone, Debug, Deserialize)]
pub struct Hint(u32, u32, Option<String>, u32, String);

#[derive(Clone, Debug)]
enum Target {
    Declared(FileId, u32),
    Outside(String),
}

/// What an index says of one file.
#[derive(Debug, Default)]
pub struct Told {
    targets: FxHashMap<(u32, u32), Target>,
}

/// A site of which resolution had said something else than the index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    pub line: u32,
    pub name: String,
    /// `missed`: nothing was found, or several. `outside`: it was led outside. `inside`: it leads outside. `other`: it was
    /// led to another declaration.
    pub kind: &'static str,
    pub ours: String,
    pub theirs: String,
}

impl Project {
    /// Takes what a compiler's index says of a file, in JSON; none takes it back.
    pub fn tell(&mut self, path: &str, hints: &[u8]) -> Result<(), ProjectError> {
        let file = self.tree.find(path).ok_or_else(|| ProjectError::UnknownPath(path.to_owned()))?;
        let hints: Vec<Hint> = serde_json::from_slice(hints).map_err(|_| ProjectError::BadHints(path.to_owned()))?;
        let mut told = Told::default();
        for Hint(line, column, path, declared, text) in hints {
            let target = match path {
                None => Target::Outside(text),
                Some(path) => match self.tree.find(&path) {
                    Some(file) => Target::Declared(file, declared),
                    None => continue,
                },
            };
            told.targets.insert((line, column), target);
        }
        self.told.insert(file, told);
        Ok(())
    }

    /// A site's verdict, by the index where one speaks of it.
    pub(crate) fn corrected(
        &self,
        file: FileId,
        name: NameId,
        at: Point,
        verdict: Verdict,
        disagreements: &mut Vec<Disagreement>,
    ) -> Verdict {
        let Some(target) = self.told.get(&file).and_then(|told| told.targets.get(&(at.line, at.column))) else {
            return verdict;
        };
        let Some(source) = self.source(file) else { return verdict };
        let called = source.graph.name(name);
        let (corrected, theirs) = match target {
            Target::Declared(target, line) => {
                // The index may be of another state of the file: what stands there has to bear the name.
                let Some(decl) = self.declared_at(*target, *line, called) else { return verdict };
                let kept = verdict.targets.iter().copied().find(|&ours| self.is_same(ours, decl));
                (Verdict::one(Resolution::Exact, kept.unwrap_or(decl)), self.symbol_id(kept.unwrap_or(decl)))
            }
            Target::Outside(_) if verdict.resolution == Resolution::External => return verdict,
            Target::Outside(text) => (Verdict::external(self.names.intern(text)), text.clone()),
        };
        let kind = match (verdict.resolution, &verdict.targets[..], &corrected.targets[..]) {
            (_, [ours], [theirs]) if ours == theirs => return corrected,
            (Resolution::External, ..) => "outside",
            (_, [_], []) => "inside",
            (_, [_], _) => "other",
            (_, _, []) => return corrected,
            _ => "missed",
        };
        let ours = match verdict.targets[..] {
            [one] => self.symbol_id(one),
            _ => verdict
                .external
                .map_or_else(|| verdict.resolution.word().to_owned(), |it| self.names.text(it).to_string()),
        };
        disagreements.push(Disagreement { line: at.line, name: called.to_owned(), kind, ours, theirs });
        corrected
    }

    /// The declaration whose name stands on a line and that a call by this name can mean.
    fn declared_at(&self, file: FileId, line: u32, called: &str) -> Option<Decl> {
        let source = self.source(file)?;
        let on_line =
            || source.whole().graph.symbols.iter().enumerate().filter(|(_, symbol)| symbol.name_at.line == line);
        let named = on_line().find(|(_, symbol)| source.graph.name(symbol.name) == called);
        let constructs = || on_line().find(|(_, symbol)| symbol.kind == SymbolKind::Constructor);
        let (symbol, _) = named.or_else(constructs)?;
        Some(Decl { file, symbol: symbol as u32 })
    }

    /// One declaration in two words: parts of an overload set, a class and its constructor.
    fn is_same(&self, one: Decl, other: Decl) -> bool {
        let owner = |decl: Decl| match self.symbol(decl) {
            Some((_, symbol)) if symbol.kind == SymbolKind::Constructor => {
                symbol.parent.map_or(decl, |symbol| Decl { file: decl.file, symbol })
            }
            _ => decl,
        };
        one == other || owner(one) == owner(other) || self.merged(one).contains(&other)
    }
}
