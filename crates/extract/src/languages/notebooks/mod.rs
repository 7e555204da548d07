//! Jupyter notebooks: their cells of Python, in order, as one module. Positions are those of the file:
//! the line of JSON in which a line of source stands, and the bytes there. Outputs are not read.

mod cells;
#[cfg(test)]
mod tests;

use crate::builder::Builder;
use facts::{FileGraph, Point, ProblemKind};
use syntax::{Language, Source};

/// The graph of a notebook.
pub fn extract(path: &str, language: &'static Language, file: &Source, bytes: usize) -> FileGraph {
    let (program, understood) = cells::read(&file.text);
    let source = Source::decode(program.text.as_bytes());
    let mut b = Builder::new(path, language, &source);
    super::python::extract(&mut b);
    if !understood {
        b.problem(ProblemKind::GaveUp, 0..u32::MAX, "no notebook: its cells could not be read");
    }
    let mut graph = b.finish(bytes);
    graph.lines = file.line_count();
    graph.problems.splice(0..0, file.problems.iter().cloned());
    Places { program: &program, source: &source, file }.put(&mut graph);
    graph
}

/// Leads positions in the program to positions in the file.
struct Places<'p> {
    program: &'p cells::Program,
    source: &'p Source,
    file: &'p Source,
}

impl Places<'_> {
    fn point(&self, at: &mut Point) {
        *at = self.file.point(self.program.place(at.byte));
    }

    fn line(&self, line: &mut u32) {
        let start = self.source.line_bounds((*line).max(1)).0;
        *line = self.file.line(self.program.place(start));
    }

    fn put(&self, graph: &mut FileGraph) {
        for symbol in &mut graph.symbols {
            self.point(&mut symbol.span.start);
            self.point(&mut symbol.span.end);
            self.point(&mut symbol.name_at);
            symbol.bases.iter_mut().for_each(|base| self.line(&mut base.line));
        }
        graph.bindings.iter_mut().for_each(|it| self.line(&mut it.line));
        graph.imports.iter_mut().for_each(|it| self.line(&mut it.line));
        graph.exports.iter_mut().for_each(|it| self.line(&mut it.line));
        for call in &mut graph.calls {
            self.point(&mut call.at);
            self.line(&mut call.start_line);
        }
        graph.references.iter_mut().for_each(|it| self.point(&mut it.at));
        for test in &mut graph.tests {
            self.line(&mut test.line);
            self.line(&mut test.end_line);
        }
        for problem in &mut graph.problems {
            self.point(&mut problem.at);
            self.line(&mut problem.end_line);
        }
        graph.quotes.iter_mut().for_each(|(line, _)| self.line(line));
        graph.quotes.dedup_by_key(|(line, _)| *line);
    }
}
