//! Extracts every file below a folder, checks each graph against what its documentation promises, and
//! prints the figures. With `--list`, one JSON object a file: its functions, types and calls, to be
//! compared with what another parser finds.
//!
//!     cargo run --profile measure --example check -- [--list] FOLDER
#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "a program for people, not a part of the crate")]

use facts::*;
use std::path::Path;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let list = arguments.iter().any(|it| it == "--list");
    let mut files = Vec::new();
    for folder in arguments.iter().filter(|it| !it.starts_with("--")) {
        collect(Path::new(folder), Path::new(folder), &mut files);
    }
    files.sort();
    let (mut figures, mut faults, started) = ([0usize; 8], 0, cpu_seconds());
    let graphs: Vec<_> =
        files.iter().filter_map(|(path, bytes)| Some((extract::extract(path, bytes)?, bytes))).collect();
    let seconds = cpu_seconds() - started;
    let encoded: usize = graphs.iter().map(|(graph, _)| graph.encode().len()).sum();
    for (graph, bytes) in &graphs {
        for fault in faults_of(graph, bytes) {
            faults += 1;
            println!("FAULT {}: {fault}", graph.path);
        }
        let counts = [
            1,
            bytes.len(),
            graph.symbols.len(),
            graph.calls.len(),
            graph.references.len(),
            graph.values.len(),
            graph.tests.len(),
            graph.problems.len(),
        ];
        figures.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        if list {
            println!("{}", listing(graph));
        }
    }
    if !list {
        let [files, bytes, symbols, calls, references, values, tests, problems] = figures;
        println!(
            "{files} files, {symbols} symbols, {calls} calls, {references} references, {values} values, {tests} tests, {problems} problems, {faults} faults"
        );
        let megabytes = bytes as f64 / 1e6;
        println!(
            "{megabytes:.1} MB in {seconds:.2} s of processor time: {:.1} MB/s; encoded {:.2} of the source",
            megabytes / seconds,
            encoded as f64 / bytes as f64
        );
    }
    std::process::exit(i32::from(faults > 0));
}

/// The processor time of this thread so far: other programs do not count. Zero where the system does not say.
fn cpu_seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    told.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_symlink() || path.ends_with(".git") {
            continue;
        }
        if path.is_dir() {
            collect(root, &path, files);
        } else if let Ok(bytes) = std::fs::read(&path) {
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
            if syntax::Language::of(&name, &bytes).is_some() {
                files.push((name, bytes));
            }
        }
    }
}

/// What a graph breaks of its own promises.
fn faults_of(graph: &FileGraph, bytes: &[u8]) -> Vec<String> {
    let mut faults = Vec::new();
    // Python reads `ｗ` as `w`, and a byte that is not UTF-8 as `_`.
    let mut named = |what: &str, name: NameId, at: Point| {
        let name = graph.name(name);
        let found = bytes.get(at.byte as usize..at.byte as usize + name.len()).unwrap_or_default();
        // A field of a tuple goes by its position, some declarations by a keyword, or by none.
        let is_named = found.eq_ignore_ascii_case(name.as_bytes())
            || matches!(found.first(), Some(b'[' | b'(' | b'`'))
            || name.bytes().all(|byte| byte.is_ascii_digit());
        if !is_named && found.is_ascii() {
            faults.push(format!("{what} {name} at {}:{} is {:?}", at.line, at.column, String::from_utf8_lossy(found)));
        }
    };
    // A component's name is its file's.
    let whole = |it: &&Symbol| it.span.start.byte == 0 && it.span.end.byte as usize == bytes.len();
    graph.symbols.iter().filter(|it| !whole(it)).for_each(|it| named("symbol", it.name, it.name_at));
    graph.calls.iter().for_each(|it| named("call", it.name, it.at));
    graph.references.iter().for_each(|it| named("reference", it.name, it.at));
    for (id, symbol) in graph.symbols.iter().enumerate() {
        if symbol.parent.is_some_and(|parent| parent as usize >= id) {
            faults.push(format!("{} stands before its parent", symbol.qualified));
        }
        if symbol.span.start > symbol.name_at || symbol.span.end < symbol.name_at {
            faults.push(format!("{} is named outside its span", symbol.qualified));
        }
        if symbol.preview.is_empty() || symbol.signature.is_empty() {
            faults.push(format!("{} has no preview or signature", symbol.qualified));
        }
    }
    let pairs = graph.symbols.iter().zip(graph.symbols.iter().skip(1));
    for (one, next) in pairs.filter(|(one, next)| one.span.start > next.span.start) {
        faults.push(format!("{} stands before {}", one.qualified, next.qualified));
    }
    let mut qualified: Vec<_> = graph.symbols.iter().map(|it| &it.qualified).collect();
    qualified.sort();
    let twice = qualified.windows(2).filter(|pair| pair[0] == pair[1]);
    faults.extend(twice.map(|pair| format!("{} is there twice", pair[0])));
    for (id, value) in graph.values.iter().enumerate() {
        if operands(value).into_iter().any(|operand| operand as usize >= id) {
            faults.push(format!("value {id} stands before what it uses: {value:?}"));
        }
    }
    for (id, ty) in graph.types.iter().enumerate() {
        if parts(ty).into_iter().any(|part| part as usize >= id) {
            faults.push(format!("type {id} stands before what it uses: {ty:?}"));
        }
    }
    if FileGraph::decode(&graph.encode()).as_ref() != Some(graph) {
        faults.push("is another after encoding".to_owned());
    }
    faults
}

fn operands(value: &Value) -> Vec<ValueId> {
    match value {
        Value::Member { object, .. }
        | Value::Index { object }
        | Value::Item { object, .. }
        | Value::Part { object, .. }
        | Value::Await { object }
        | Value::Enter { object }
        | Value::Lent { object } => vec![*object],
        Value::Call { callee, arguments } | Value::New { callee, arguments } => {
            arguments.iter().copied().chain([*callee]).collect()
        }
        Value::CallbackParam { callee, .. } => vec![*callee],
        Value::Payload { object, of, .. } => vec![*object, *of],
        Value::Takes { function, .. } => vec![*function],
        Value::Rule { value, .. } => vec![*value],
        Value::Either { options } => options.clone(),
        Value::Function { returns, .. } => returns.clone(),
        Value::Object { members, spreads } => members.iter().map(|it| it.1).chain(spreads.iter().copied()).collect(),
        Value::List { items } => items.clone(),
        Value::Named { value, .. } => vec![*value],
        _ => Vec::new(),
    }
}

fn parts(ty: &Type) -> Vec<TypeId> {
    match ty {
        Type::Name { arguments, .. } => arguments.clone(),
        Type::Union { options } => options.clone(),
        Type::Intersection { parts } | Type::Tuple { parts } => parts.clone(),
        Type::List { element } => vec![*element],
        Type::Map { key, element } => vec![*key, *element],
        Type::Function { params, returns } => params.iter().copied().chain(*returns).collect(),
        Type::Object { members } => members.iter().map(|it| it.1).collect(),
        Type::Extension { receiver, function } => vec![*receiver, *function],
        Type::Optional { inner } | Type::ClassOf { inner } => vec![*inner],
        Type::Indexed { object: inner, .. } | Type::Keys { of: inner } => vec![*inner],
        _ => Vec::new(),
    }
}

fn listing(graph: &FileGraph) -> serde_json::Value {
    use SymbolKind::*;
    let of = |kinds: &[SymbolKind]| -> Vec<serde_json::Value> {
        let kept = graph.symbols.iter().filter(|it| kinds.contains(&it.kind));
        kept.map(|it| {
            let lines = (it.span.start.line, it.name_at.line, it.span.end.line);
            serde_json::json!([graph.name(it.name), lines.0, lines.1, lines.2, it.qualified, it.complexity > 0])
        })
        .collect()
    };
    let calls: Vec<_> = graph
        .calls
        .iter()
        .map(|it| serde_json::json!([graph.name(it.name), it.at.line, it.at.column, it.start_line]))
        .collect();
    serde_json::json!({
        "path": graph.path,
        "functions": of(&[Function, Method, Constructor, Getter, Setter]),
        "types": of(&[Class, Struct, Interface, Enum]),
        "calls": calls,
        "problems": graph.problems.len(),
    })
}
