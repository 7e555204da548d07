//! Graphs: built from symbols and calls in parts, or loaded from an artifact; kept by handle until dropped.

use crate::reply::{Answer, Refusal, json, reply};
use ::graph::{BadArtifact, BadParts, Flags, Graph, How, MAX_CALLS, MAX_SYMBOLS, PartSymbol, Parts};
use serde::Deserialize;
use std::cell::RefCell;
use std::collections::BTreeMap;

mod query;

/// Handles that may be open at a time: an isolate's memory is shared.
const MAX_OPEN: usize = 8;

enum Slot {
    Building(Parts),
    Built(Box<Graph>),
}

#[derive(Default)]
struct Graphs {
    last: u32,
    open: BTreeMap<u32, Slot>,
}

thread_local! {
    static GRAPHS: RefCell<Graphs> = RefCell::default();
}

/// Begins a graph; the reply is its handle, a u32.
#[unsafe(no_mangle)]
pub extern "C" fn drift_graph_begin() -> *mut u8 {
    reply(open(Slot::Building(Parts::default())))
}

/// Adds symbols and calls to a graph that was begun; the input is JSON as [`Added`] describes it.
///
/// # Safety
/// `at` and `length` name readable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_graph_add(handle: u32, at: *const u8, length: usize) -> *mut u8 {
    // SAFETY: as the caller promises.
    let input = unsafe { std::slice::from_raw_parts(at, length) };
    reply(add(handle, input))
}

/// Makes a begun graph ready for questions. Where it refuses, the handle is closed.
#[unsafe(no_mangle)]
pub extern "C" fn drift_graph_finish(handle: u32) -> *mut u8 {
    reply(finish(handle))
}

/// Loads an artifact; the reply is the graph's handle, a u32.
///
/// # Safety
/// `at` and `length` name readable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_graph_load(at: *const u8, length: usize) -> *mut u8 {
    // SAFETY: as the caller promises.
    let artifact = unsafe { std::slice::from_raw_parts(at, length) };
    reply(load(artifact))
}

/// The artifact of a graph.
#[unsafe(no_mangle)]
pub extern "C" fn drift_graph_encode(handle: u32) -> *mut u8 {
    reply(with(handle, |graph| Ok(graph.encode())))
}

/// Asks a graph; question and answer are JSON, see [`query`].
///
/// # Safety
/// `at` and `length` name readable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_graph_query(handle: u32, at: *const u8, length: usize) -> *mut u8 {
    // SAFETY: as the caller promises.
    let question = unsafe { std::slice::from_raw_parts(at, length) };
    reply(with(handle, |graph| json(&query::answer(graph, parse(question)?)?)))
}

/// Closes a handle; one that is closed already stays so.
#[unsafe(no_mangle)]
pub extern "C" fn drift_graph_drop(handle: u32) {
    GRAPHS.with_borrow_mut(|graphs| graphs.open.remove(&handle));
}

/// Symbols and calls. Calls name symbols by their place among all that were added, these included.
#[derive(Deserialize)]
struct Added {
    /// Id, module, and the bits of [`Flags`].
    #[serde(default)]
    symbols: Vec<(String, String, u8)>,
    /// Caller, callee, and the number of a [`How`].
    #[serde(default)]
    calls: Vec<(u32, u32, u8)>,
}

fn parse<'a, T: Deserialize<'a>>(input: &'a [u8]) -> Result<T, Refusal> {
    serde_json::from_slice(input).map_err(|error| Refusal::Invalid(error.to_string()))
}

fn open(slot: Slot) -> Answer {
    GRAPHS.with_borrow_mut(|graphs| {
        if graphs.open.len() >= MAX_OPEN {
            return Err(Refusal::TooLarge(format!("{MAX_OPEN} graphs are open already: close one first")));
        }
        graphs.last += 1;
        graphs.open.insert(graphs.last, slot);
        Ok(graphs.last.to_le_bytes().to_vec())
    })
}

fn closed() -> Refusal {
    Refusal::Unavailable("the graph is not open, or not in that state".into())
}

fn with(handle: u32, ask: impl FnOnce(&Graph) -> Answer) -> Answer {
    GRAPHS.with_borrow(|graphs| match graphs.open.get(&handle) {
        Some(Slot::Built(graph)) => ask(graph),
        _ => Err(closed()),
    })
}

fn add(handle: u32, input: &[u8]) -> Answer {
    let added: Added = parse(input)?;
    GRAPHS.with_borrow_mut(|graphs| {
        let Some(Slot::Building(parts)) = graphs.open.get_mut(&handle) else { return Err(closed()) };
        if parts.symbols.len() + added.symbols.len() > MAX_SYMBOLS {
            return Err(refusal(BadParts::TooManySymbols));
        }
        if parts.calls.len() + added.calls.len() > MAX_CALLS {
            return Err(refusal(BadParts::TooManyCalls));
        }
        for (id, module, flags) in added.symbols {
            parts.symbols.push(PartSymbol { id, module, flags: Flags(flags) });
        }
        for (caller, callee, how) in added.calls {
            let known = How::ALL.get(usize::from(how));
            let how =
                known.ok_or_else(|| Refusal::Invalid(format!("a call is resolved in way {how}, which is none")))?;
            parts.calls.push((caller, callee, *how));
        }
        Ok(Vec::new())
    })
}

fn finish(handle: u32) -> Answer {
    GRAPHS.with_borrow_mut(|graphs| match graphs.open.remove(&handle) {
        Some(Slot::Building(parts)) => {
            let graph = Graph::from_parts(parts).map_err(refusal)?;
            graphs.open.insert(handle, Slot::Built(Box::new(graph)));
            Ok(Vec::new())
        }
        Some(built) => {
            graphs.open.insert(handle, built);
            Err(closed())
        }
        None => Err(closed()),
    })
}

fn load(artifact: &[u8]) -> Answer {
    let graph = Graph::decode(artifact).map_err(|bad| match bad {
        BadArtifact::Version => Refusal::Unavailable("the graph artifact is of another version".into()),
        BadArtifact::Damaged => Refusal::Unavailable("the graph artifact is damaged".into()),
        BadArtifact::TooLarge => refusal(BadParts::TooMuchText),
    })?;
    open(Slot::Built(Box::new(graph)))
}

fn refusal(bad: BadParts) -> Refusal {
    match bad {
        BadParts::SameId => Refusal::Invalid("two symbols have the same id".into()),
        BadParts::NoSuchSymbol => Refusal::Invalid("a call refers to a symbol that was not added".into()),
        BadParts::NameTooLong => Refusal::Invalid("a symbol's id or module is longer than 4,096 bytes".into()),
        BadParts::TooManySymbols | BadParts::TooManyCalls | BadParts::TooMuchText => Refusal::TooLarge(format!(
            "the graph has more than {MAX_SYMBOLS} symbols, {MAX_CALLS} calls or 32 MiB of names: ask about a part of it"
        )),
    }
}
