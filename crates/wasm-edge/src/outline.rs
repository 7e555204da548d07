//! What a piece of code declares, imports and calls: the parts of its graph that mean something without a repository.
//! `src/engine/outline.ts` has the same shapes in TypeScript.

use crate::reply::{Answer, Refusal, json, reply};
use facts::graph::{FileGraph, Imported, Modifiers};
use serde::Serialize;

/// Bytes of code that are read at most.
const MAX_BYTES: usize = 256 << 10;
const MAX_PATH_BYTES: usize = 4 << 10;

/// Reads code as the file of a path would be read. The path lies before the code; the reply is JSON.
///
/// # Safety
/// `at` names `path_length + length` readable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_outline(at: *const u8, path_length: usize, length: usize) -> *mut u8 {
    // SAFETY: as the caller promises.
    let (path, code) = unsafe {
        (std::slice::from_raw_parts(at, path_length), std::slice::from_raw_parts(at.add(path_length), length))
    };
    reply(outline(path, code))
}

fn outline(path: &[u8], code: &[u8]) -> Answer {
    if path.len() > MAX_PATH_BYTES || code.len() > MAX_BYTES {
        return Err(Refusal::TooLarge(format!(
            "{} bytes of code are more than the {MAX_BYTES} that can be checked at once: pass the changed part only",
            code.len()
        )));
    }
    let path = std::str::from_utf8(path).map_err(|_| Refusal::Invalid("the path is not UTF-8".into()))?;
    match extract::extract(path, code) {
        Some(graph) => json(&Outline::of(&graph)),
        None => json(&Outline::unread(code)),
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outline<'a> {
    language: Option<&'a str>,
    lines: u32,
    is_test: bool,
    symbols: Vec<Symbol<'a>>,
    imports: Vec<Import<'a>>,
    exports: Vec<&'a str>,
    calls: Vec<Call<'a>>,
    problems: Vec<Problem<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Symbol<'a> {
    kind: &'static str,
    name: &'a str,
    qualified_name: &'a str,
    line: u32,
    end_line: u32,
    exported: bool,
    is_async: bool,
    params: Vec<Param<'a>>,
    return_type: Option<&'a str>,
    has_doc: bool,
    decorators: Vec<&'a str>,
    bases: Vec<&'a str>,
    complexity: u32,
}

#[derive(Serialize)]
struct Param<'a> {
    name: &'a str,
    r#type: Option<&'a str>,
    default: Option<&'a str>,
    optional: bool,
    rest: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Import<'a> {
    specifier: &'a str,
    names: Vec<ImportedName<'a>>,
    kind: &'static str,
    type_only: bool,
    line: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ImportedName<'a> {
    imported: Option<&'a str>,
    local: Option<&'a str>,
    type_only: bool,
}

#[derive(Serialize)]
struct Call<'a> {
    text: &'a str,
    name: &'a str,
    kind: &'static str,
    line: u32,
    caller: Option<&'a str>,
    arguments: u32,
    spread: bool,
}

#[derive(Serialize)]
struct Problem<'a> {
    kind: &'static str,
    line: u32,
    message: &'a str,
}

impl<'a> Outline<'a> {
    /// Of code in a language that no front end reads.
    fn unread(code: &[u8]) -> Self {
        Self {
            language: None,
            lines: code.split(|byte| *byte == b'\n').count() as u32,
            is_test: false,
            symbols: vec![],
            imports: vec![],
            exports: vec![],
            calls: vec![],
            problems: vec![],
        }
    }

    fn of(graph: &'a FileGraph) -> Self {
        let mut exports: Vec<&str> = graph.exports.iter().map(|export| graph.name(export.name)).collect();
        exports.sort_unstable();
        exports.dedup();
        Self {
            language: Some(&graph.language),
            lines: graph.lines,
            is_test: graph.is_test,
            symbols: graph.symbols.iter().map(|symbol| Symbol::of(graph, symbol)).collect(),
            imports: graph.imports.iter().map(|import| Import::of(graph, import)).collect(),
            exports,
            calls: graph.calls.iter().map(|call| Call::of(graph, call)).collect(),
            problems: graph.problems.iter().map(Problem::of).collect(),
        }
    }
}

impl<'a> Symbol<'a> {
    fn of(graph: &'a FileGraph, symbol: &'a facts::graph::Symbol) -> Self {
        let param = |param: &'a facts::graph::Param| Param {
            name: graph.name(param.name),
            r#type: param.type_text.as_deref(),
            default: param.default.as_deref(),
            optional: param.optional,
            rest: param.rest,
        };
        Self {
            kind: symbol.kind.word(),
            name: graph.name(symbol.name),
            qualified_name: &symbol.qualified,
            line: symbol.name_at.line,
            end_line: symbol.span.end.line,
            exported: symbol.exported,
            is_async: symbol.modifiers.has(Modifiers::ASYNC),
            params: symbol.params.iter().map(param).collect(),
            return_type: symbol.returns.as_deref(),
            has_doc: symbol.doc.is_some(),
            decorators: symbol.decorators.iter().map(|decorator| decorator.text.as_str()).collect(),
            bases: symbol.bases.iter().map(|base| base.text.as_str()).collect(),
            complexity: symbol.complexity,
        }
    }
}

impl<'a> Import<'a> {
    fn of(graph: &'a FileGraph, import: &'a facts::graph::Import) -> Self {
        let name = |name: &facts::graph::ImportedName| {
            let local = Some(graph.name(name.local));
            let (imported, local) = match name.imported {
                Imported::Name(imported) => (Some(graph.name(imported)), local),
                Imported::Default => (Some("default"), local),
                Imported::Module => (None, local),
                Imported::All => (Some("*"), None),
                Imported::Nothing => return None,
            };
            Some(ImportedName { imported, local, type_only: name.type_only })
        };
        Self {
            specifier: &import.specifier,
            names: import.names.iter().filter_map(name).collect(),
            kind: if import.dynamic { "dynamic" } else { "static" },
            type_only: import.type_only,
            line: import.line,
        }
    }
}

impl<'a> Call<'a> {
    fn of(graph: &'a FileGraph, call: &'a facts::graph::Call) -> Self {
        Self {
            text: &call.text,
            name: graph.name(call.name),
            kind: call.kind.word(),
            line: call.at.line,
            caller: call.caller.map(|caller| graph.symbols[caller as usize].qualified.as_str()),
            arguments: call.arguments,
            spread: call.spread,
        }
    }
}

impl<'a> Problem<'a> {
    fn of(problem: &'a facts::graph::Problem) -> Self {
        Self { kind: problem.kind.word(), line: problem.at.line, message: &problem.message }
    }
}
