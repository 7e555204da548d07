//! What `this` is in tests that are functions (Pest's): an instance of the class that the file says, or `Pest.php` for
//! the folders that it names.

use crate::project::consulted;
use crate::project::source::Source;
use crate::project::tree::{join, parent, upward};
use crate::values::eval::Eval;
use crate::values::types::{FileId, Head, Ty};
use facts::{BindingId, Relation};

const FRAMEWORK: &str = "pest";
/// Where the word for folders stands, from one that the tests lie below.
const FILES: [&str; 2] = ["Pest.php", "tests/Pest.php"];
/// The bindings that are declared as what `this` is: in the file itself, and, before a folder, in what lies there.
const OF_FILE: &str = "$this";
const OF_FOLDER: &str = "$this in ";
const DEFAULT: &str = "PHPUnit\\Framework\\TestCase";

impl Eval<'_> {
    /// What `this` is in a function that no class has.
    pub(crate) fn case_object(&mut self, source: &Source, file: FileId) -> Ty {
        if !source.graph.tests.iter().any(|test| test.framework == FRAMEWORK) {
            return Ty::UNKNOWN;
        }
        let name = self.name(OF_FILE);
        let own = source.bindings_in(0, name).iter();
        let mut said: Vec<Ty> = own.map(|&binding| self.case_said(source, file, binding)).collect();
        self.said_of_folders(source, file, file, &mut said);
        if let Some(other) = self.case_file(file).filter(|&other| other != file)
            && let Some(source) = self.source(other)
        {
            self.said_of_folders(source, other, file, &mut said);
        }
        self.case_of(&said)
    }

    fn case_file(&self, file: FileId) -> Option<FileId> {
        let above = upward(parent(self.project.tree.path(file)));
        let mut paths = above.flat_map(|folder| FILES.iter().filter_map(move |name| join(folder, name)));
        paths.find_map(|path| {
            self.project.consulted.key(consulted::file(&path));
            self.project.tree.find(&path)
        })
    }

    /// What a file says of the folders that `file` lies in.
    fn said_of_folders(&mut self, source: &Source, told: FileId, file: FileId, said: &mut Vec<Ty>) {
        let folder = parent(self.project.tree.path(told));
        for (id, binding) in (0..).zip(&source.whole().graph.bindings).filter(|(_, it)| it.scope == 0) {
            let named = source.graph.name(binding.name).strip_prefix(OF_FOLDER);
            let pattern = named.and_then(|named| join(folder, named));
            if pattern.is_some_and(|pattern| lies_in(self.project.tree.path(file), &pattern)) {
                said.push(self.case_said(source, told, id));
            }
        }
    }

    fn case_said(&mut self, source: &Source, file: FileId, binding: BindingId) -> Ty {
        let declared = source.graph.bindings[binding as usize].declared;
        declared.map_or(Ty::UNKNOWN, |ty| self.declared(file, ty, None))
    }

    /// An instance of the one class among what is said, with what its traits bring. Traits from outside are left out:
    /// they would have any member.
    fn case_of(&mut self, said: &[Ty]) -> Ty {
        let parts = said.iter().flat_map(|&ty| match self.types.head(ty) {
            Head::Intersection(parts) => parts.to_vec(),
            _ => vec![ty],
        });
        let parts: Vec<Ty> = parts.collect();
        let (mut class, mut outside, mut traits) = (None, None, Vec::new());
        for part in parts {
            match *self.types.head(part) {
                Head::Instance(decl, _) => {
                    let extends = |it: &facts::Base| it.relation == Relation::Extends;
                    match self.project.symbol(decl).is_some_and(|(_, it)| it.bases.iter().any(extends)) {
                        true => class = class.or(Some(part)),
                        false => traits.push(part),
                    }
                }
                Head::External(path) if self.text(path).ends_with("TestCase") => outside = outside.or(Some(part)),
                _ => {}
            }
        }
        let class = class.or(outside).unwrap_or_else(|| self.external(DEFAULT));
        if traits.is_empty() {
            return class;
        }
        traits.push(class);
        self.types.make(Head::Intersection(traits.into()))
    }
}

/// Whether a path lies in a folder, or is the file, of a pattern whose `*` stands for any letters.
fn lies_in(path: &str, pattern: &str) -> bool {
    let mut names = path.split('/');
    pattern.split('/').filter(|it| !it.is_empty()).all(|wanted| {
        names.next().is_some_and(|name| match wanted.split_once('*') {
            Some((start, end)) => {
                name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
            }
            None => name == wanted,
        })
    })
}
