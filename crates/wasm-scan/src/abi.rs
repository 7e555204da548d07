//! Plain exports. A reply is `[u32 status][u32 length][bytes]`, freed by the host with
//! `drift_free(at, 8 + length)`. Status 0 holds the answer, 1 says that there is none, 2 holds a
//! sentence about what is wrong with the input. The prefix keeps the names apart from those of the C
//! library that the grammars link.

use crate::answers::{self, Answer};
use crate::documents;
use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};

fn layout(length: usize) -> Layout {
    // Lengths come from a 32-bit host, so that rounding one up cannot overflow.
    Layout::from_size_align(length.max(1), 8).unwrap_or(Layout::new::<u64>())
}

/// Memory for an input.
#[unsafe(no_mangle)]
pub extern "C" fn drift_alloc(length: usize) -> *mut u8 {
    let layout = layout(length);
    // SAFETY: the layout is never of size 0.
    let at = unsafe { alloc(layout) };
    if at.is_null() {
        handle_alloc_error(layout);
    }
    at
}

/// # Safety
/// `at` came from `drift_alloc(length)` or is a reply of `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_free(at: *mut u8, length: usize) {
    // SAFETY: as the caller promises.
    unsafe { dealloc(at, layout(length)) }
}

/// Version of the graphs' shape.
#[unsafe(no_mangle)]
pub extern "C" fn drift_graph_version() -> u32 {
    facts::GRAPH_VERSION
}

/// The tables of a file's unit and their columns, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn drift_tables() -> *mut u8 {
    reply(answers::tables())
}

/// A text with its secrets replaced.
///
/// # Safety
/// `at` and `length` name readable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_redact(at: *const u8, length: usize) -> *mut u8 {
    // SAFETY: as the caller promises.
    let said = String::from_utf8_lossy(unsafe { bytes(at, length) });
    reply(Answer::Done(extract::redact(&said).into_owned().into_bytes()))
}

/// Where secrets stand in a settings file, as JSON.
///
/// # Safety
/// `at` and `length` name readable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_settings(at: *const u8, length: usize) -> *mut u8 {
    // SAFETY: as the caller promises.
    let said = String::from_utf8_lossy(unsafe { bytes(at, length) });
    reply(answers::settings(&said))
}

/// What the statements of an SQL file make and change, as JSON, its secrets replaced.
///
/// # Safety
/// `at` and `length` name readable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_schema(at: *const u8, length: usize) -> *mut u8 {
    // SAFETY: as the caller promises.
    let said = String::from_utf8_lossy(unsafe { bytes(at, length) });
    reply(answers::schema(&said))
}

/// The rows of a documentation file.
///
/// # Safety
/// `at` names `path` bytes of the file's path in UTF-8, then `length` bytes of the file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_document(at: *const u8, path: usize, length: usize, excerpts: u32) -> *mut u8 {
    // SAFETY: as the caller promises.
    let (path, file) = unsafe { bytes(at, path + length) }.split_at(path);
    reply(utf8(path, |path| documents::document(path, file, excerpts != 0)))
}

/// Extracts one file.
///
/// # Safety
/// `at` names `path` bytes of the file's path in UTF-8, then `length` bytes of the file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_extract(at: *const u8, path: usize, length: usize) -> *mut u8 {
    // SAFETY: as the caller promises.
    let (path, file) = unsafe { bytes(at, path + length) }.split_at(path);
    reply(utf8(path, |path| answers::extract(path, file)))
}

/// Parses one file and keeps nothing: what reading it costs at least.
///
/// # Safety
/// `at` names `path` bytes of the file's path in UTF-8, then `length` bytes of the file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_parse(at: *const u8, path: usize, length: usize) -> *mut u8 {
    // SAFETY: as the caller promises.
    let (path, file) = unsafe { bytes(at, path + length) }.split_at(path);
    reply(utf8(path, |path| answers::parse(path, file)))
}

/// Opens a project.
///
/// # Safety
/// `at` names `config` bytes of its configuration in JSON, then `files` of its paths, `rules`, `test_rules` and `share_rules`
/// of its rules, all in UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_open(
    at: *const u8,
    config: usize,
    files: usize,
    rules: usize,
    test_rules: usize,
    share_rules: usize,
) -> *mut u8 {
    // SAFETY: as the caller promises.
    let whole = unsafe { bytes(at, config + files + rules + test_rules + share_rules) };
    let (config, texts) = whole.split_at(config);
    reply(utf8(texts, |texts| {
        let parts = texts.split_at_checked(files).and_then(|(files, rest)| {
            let (rules, rest) = rest.split_at_checked(rules)?;
            Some((files, rules, rest.split_at_checked(test_rules)?))
        });
        match parts {
            Some((files, rules, (test_rules, share_rules))) => {
                answers::open(config, files, [rules, test_rules, share_rules])
            }
            None => answers::Answer::Refused("a text ends amid a sign".to_owned()),
        }
    }))
}

/// Adds a graph to a project.
///
/// # Safety
/// `at` names `hash` bytes of the content's hash in hexadecimal, then `graph` bytes of the graph.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_add(project: u32, at: *const u8, hash: usize, graph: usize) -> *mut u8 {
    // SAFETY: as the caller promises.
    let (hash, graph) = unsafe { bytes(at, hash + graph) }.split_at(hash);
    reply(utf8(hash, |hash| answers::add(project, hash, graph)))
}

/// Adds what a file offers to others to a project.
///
/// # Safety
/// `at` and `length` name readable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_offer(project: u32, at: *const u8, length: usize) -> *mut u8 {
    // SAFETY: as the caller promises.
    reply(answers::offer(project, unsafe { bytes(at, length) }))
}

/// Adds outlines to a project.
///
/// # Safety
/// `at` and `length` name readable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_outline(project: u32, at: *const u8, length: usize) -> *mut u8 {
    // SAFETY: as the caller promises.
    reply(answers::outline(project, unsafe { bytes(at, length) }))
}

/// Takes what a compiler's index says of a file.
///
/// # Safety
/// `at` names `path` bytes of the file's path in UTF-8, then `length` bytes of JSON.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_tell(project: u32, at: *const u8, path: usize, length: usize) -> *mut u8 {
    // SAFETY: as the caller promises.
    let (path, hints) = unsafe { bytes(at, path + length) }.split_at(path);
    reply(utf8(path, |path| answers::tell(project, path, hints)))
}

/// Where the specifiers of a project's files lead, a number a file.
#[unsafe(no_mangle)]
pub extern "C" fn drift_links(project: u32) -> *mut u8 {
    reply(answers::links(project))
}

/// The unit of a file of a project.
///
/// # Safety
/// `at` names `hash` bytes of the content's hash in hexadecimal, then `graph` bytes of the file's graph.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_resolve(project: u32, at: *const u8, hash: usize, graph: usize) -> *mut u8 {
    // SAFETY: as the caller promises.
    let (hash, graph) = unsafe { bytes(at, hash + graph) }.split_at(hash);
    reply(utf8(hash, |hash| answers::resolve(project, hash, graph)))
}

/// The shares of a unit that is another than what resolving made.
///
/// # Safety
/// `at` and `length` name the unit's line in UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_shares(project: u32, at: *const u8, length: usize) -> *mut u8 {
    // SAFETY: as the caller promises.
    reply(utf8(unsafe { bytes(at, length) }, |unit| answers::shares(project, unit)))
}

/// The calls of a line of a file, and what led to their resolution.
///
/// # Safety
/// `at` and `length` name the path's bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_explain(project: u32, at: *const u8, length: usize, line: u32) -> *mut u8 {
    // SAFETY: as the caller promises.
    reply(utf8(unsafe { bytes(at, length) }, |path| answers::explain(project, path, line)))
}

/// The interface's hash of a file of a project.
///
/// # Safety
/// `at` and `length` name the path's bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_interface_hash(project: u32, at: *const u8, length: usize) -> *mut u8 {
    // SAFETY: as the caller promises.
    reply(utf8(unsafe { bytes(at, length) }, |path| answers::interface_hash(project, path)))
}

/// Under which names two versions of a file differ, as JSON.
///
/// # Safety
/// `at` names `before` bytes of the older version's graph, then `after` bytes of the newer one's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_changes(at: *const u8, before: usize, after: usize) -> *mut u8 {
    // SAFETY: as the caller promises.
    let (before, after) = unsafe { bytes(at, before + after) }.split_at(before);
    reply(answers::changes(before, after))
}

/// Closes a project.
#[unsafe(no_mangle)]
pub extern "C" fn drift_close(project: u32) {
    answers::close(project);
}

/// # Safety
/// `at` and `length` name readable bytes.
unsafe fn bytes<'a>(at: *const u8, length: usize) -> &'a [u8] {
    // SAFETY: as the caller promises.
    unsafe { std::slice::from_raw_parts(at, length) }
}

fn utf8(text: &[u8], answer: impl FnOnce(&str) -> Answer) -> Answer {
    match std::str::from_utf8(text) {
        Ok(text) => answer(text),
        Err(_) => Answer::Refused("a path or hash is not UTF-8".to_owned()),
    }
}

fn reply(answer: Answer) -> *mut u8 {
    let (status, bytes) = match answer {
        Answer::Done(bytes) => (0u32, bytes),
        Answer::Nothing => (1, Vec::new()),
        Answer::Refused(said) => (2, said.into_bytes()),
    };
    let at = drift_alloc(8 + bytes.len());
    // SAFETY: `at` has room for both numbers and the bytes, and is aligned to 8.
    unsafe {
        at.cast::<u32>().write(status.to_le());
        at.add(4).cast::<u32>().write((bytes.len() as u32).to_le());
        std::ptr::copy_nonoverlapping(bytes.as_ptr(), at.add(8), bytes.len());
    }
    at
}
