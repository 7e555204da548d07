//! `measure FOLDER…`: extracts every file below the folders, checks what must hold for any source, and prints
//! how fast it went: MB of source a second of one core, with and without encoding the graphs.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::print_stdout,
    reason = "a program to measure with"
)]

use facts::*;
use std::path::Path;

/// No file of a scan is larger.
const LARGEST: u64 = 1 << 20;

fn main() {
    // What a worker has; debug builds need more for the same depth.
    let run = std::thread::Builder::new().stack_size(32 << 20).spawn(run).expect("a thread");
    run.join().expect("no panic");
}

fn run() {
    let mut files = Vec::new();
    std::env::args().skip(1).for_each(|root| walk(Path::new(&root), &mut files));
    files.sort();
    let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    let (mut faults, mut sums) = (0, [0usize; 9]);
    for (path, bytes) in &files {
        let graph = extract::extract(path, bytes).expect("a known language");
        let text = String::from_utf8_lossy(bytes);
        for fault in check(&graph, &text) {
            faults += 1;
            if faults <= 30 {
                println!("{path}: {fault}");
            }
        }
        let lists = [
            graph.symbols.len(),
            graph.calls.len(),
            graph.references.len(),
            graph.values.len(),
            graph.types.len(),
            graph.bindings.len(),
            graph.imports.len(),
            graph.tests.len(),
            graph.problems.len(),
        ];
        sums.iter_mut().zip(lists).for_each(|(sum, len)| *sum += len);
        let hard = |p: &&Problem| p.kind != ProblemKind::Syntax;
        if let Some(problem) = graph.problems.iter().find(hard) {
            println!("{path}:{}: {:?} {}", problem.at.line, problem.kind, problem.message);
        }
    }
    println!("{} files, {:.2} MB, {faults} faults", files.len(), bytes as f64 / 1e6);
    println!(
        "symbols {} calls {} references {} values {} types {} bindings {} imports {} tests {} problems {}",
        sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6], sums[7], sums[8]
    );
    time("extract", &files, |path, bytes| extract::extract(path, bytes).map_or(0, |graph| graph.calls.len()));
    time("encoded", &files, |path, bytes| extract::extract(path, bytes).map_or(0, |graph| graph.encode().len()));
}

fn time(name: &str, files: &[(String, Vec<u8>)], work: impl Fn(&str, &[u8]) -> usize) {
    let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    let mut best = (f64::MAX, 0);
    for _ in 0..3 {
        let start = cpu_seconds();
        let sum = files.iter().map(|(path, bytes)| work(path, bytes)).sum();
        let took = cpu_seconds() - start;
        if took < best.0 {
            best = (took, sum);
        }
    }
    println!("{name}: {:.1} MB/s ({:.2} s, sum {})", bytes as f64 / 1e6 / best.0, best.0, best.1);
}

fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    stat.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).expect("nanoseconds") / 1e9
}

fn walk(path: &Path, files: &mut Vec<(String, Vec<u8>)>) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if path.is_dir() && name != "node_modules" && name != ".git" {
        for entry in std::fs::read_dir(path).expect("a readable folder").flatten() {
            walk(&entry.path(), files);
        }
    } else if path.is_file() && path.metadata().is_ok_and(|data| data.len() <= LARGEST) {
        let Ok(bytes) = std::fs::read(path) else { return };
        let path = path.to_string_lossy().into_owned();
        if syntax::Language::of(&path, &bytes).is_some() {
            files.push((path, bytes));
        }
    }
}

/// What must hold for any graph.
fn check(graph: &FileGraph, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let lines: Vec<&str> = text.split('\n').collect();
    let line = |at: Point| lines.get(at.line as usize - 1).copied().unwrap_or("");
    let mut qualified = std::collections::BTreeSet::new();
    for (id, s) in graph.symbols.iter().enumerate() {
        let name = graph.name(s.name);
        let first = name.lines().next().unwrap_or("").trim_matches(['[', ']', '…']);
        if !line(s.name_at).contains(first) && !line(s.name_at).contains('\\') {
            faults.push(format!("symbol {name} is not on line {}: {}", s.name_at.line, line(s.name_at)));
        }
        if !qualified.insert(&s.qualified) {
            faults.push(format!("symbol {} is there twice", s.qualified));
        }
        if s.parent.is_some_and(|parent| parent as usize >= id) && graph.language != "go" {
            faults.push(format!("symbol {} stands before its parent", s.qualified));
        }
        if s.span.start > s.name_at || s.span.end < s.name_at || s.signature.is_empty() || s.preview.is_empty() {
            faults.push(format!("symbol {} has no place, signature or preview", s.qualified));
        }
    }
    for c in &graph.calls {
        let name = graph.name(c.name);
        if !line(c.at).get(c.at.column as usize..).is_some_and(|rest| rest.starts_with(name))
            && !line(c.at).contains('\\')
        {
            faults.push(format!("call {name} is not at line {}: {}", c.at.line, line(c.at)));
        }
        if !c.text.ends_with(name) {
            faults.push(format!("the text of call {name} ends otherwise: {}", c.text));
        }
        if c.start_line > c.at.line || graph.quotes.binary_search_by_key(&c.at.line, |(line, _)| *line).is_err() {
            faults.push(format!("call {name} starts below itself or has no quote"));
        }
    }
    for (id, value) in graph.values.iter().enumerate() {
        // An object is given members where they are assigned, further down.
        let is_given_more = matches!(value, Value::Object { .. });
        if !is_given_more && operands(value).iter().any(|operand| *operand as usize >= id) {
            faults.push(format!("value {id} refers to a later one: {value:?}"));
        }
    }
    for (id, ty) in graph.types.iter().enumerate() {
        let operands: Vec<TypeId> = match ty {
            Type::Name { arguments: list, .. } | Type::Union { options: list } => list.clone(),
            Type::Intersection { parts: list } | Type::Tuple { parts: list } => list.clone(),
            Type::List { element: one } | Type::Optional { inner: one } | Type::ClassOf { inner: one } => vec![*one],
            Type::Map { key, element } => vec![*key, *element],
            Type::Function { params, returns } => params.iter().copied().chain(*returns).collect(),
            Type::Object { members } => members.iter().map(|(_, ty)| *ty).collect(),
            Type::Indexed { object: inner, .. } | Type::Keys { of: inner } => vec![*inner],
            _ => Vec::new(),
        };
        if operands.iter().any(|operand| *operand as usize >= id) {
            faults.push(format!("type {id} refers to a later one: {ty:?}"));
        }
    }
    faults
}

fn operands(value: &Value) -> Vec<ValueId> {
    match value {
        Value::Call { callee, arguments } | Value::New { callee, arguments } => {
            arguments.iter().copied().chain([*callee]).collect()
        }
        Value::CallbackParam { callee, .. } => vec![*callee],
        Value::Takes { function, .. } => vec![*function],
        Value::Rule { value, .. } => vec![*value],
        Value::Member { object, .. } | Value::Index { object } | Value::Await { object } | Value::Enter { object } => {
            vec![*object]
        }
        Value::Lent { object }
        | Value::Item { object, .. }
        | Value::Part { object, .. }
        | Value::Named { value: object, .. } => vec![*object],
        Value::Either { options: list }
        | Value::Operation { operands: list, .. }
        | Value::List { items: list }
        | Value::Function { returns: list, .. } => list.clone(),
        Value::Object { members, spreads } => {
            members.iter().map(|(_, it)| *it).chain(spreads.iter().copied()).collect()
        }
        _ => Vec::new(),
    }
}
