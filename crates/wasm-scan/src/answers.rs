//! What the exports answer, as bytes.

use facts::unit::{TABLES, Unit};
use facts::{FileGraph, ProblemKind};
use resolve::{Changes, Offer, Outline, Project, ProjectConfig, ProjectError, Resolved};
use serde_json::json;
use std::cell::RefCell;
use std::rc::Rc;

/// How an export answers.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    Done(Vec<u8>),
    /// There is nothing to answer with: no front end knows the file.
    Nothing,
    /// The input cannot be worked with; a sentence that says what to do.
    Refused(String),
}

/// A project, and by what the shares of its files are made; None: nobody asks for them.
struct Open {
    project: Project,
    shares: Option<Rc<shares::Rules>>,
}

thread_local! {
    /// The open projects, by handle less one. A closed one leaves its place to the next.
    static PROJECTS: RefCell<Vec<Option<Open>>> = const { RefCell::new(Vec::new()) };
}

/// `[u32 length][that much JSON][u32 length][outline][u32 length][offer][graph]`: what the host wants to know of a file,
/// its outline, what it offers to others, and its graph.
pub fn extract(path: &str, bytes: &[u8]) -> Answer {
    let Some(graph) = extract::extract(path, bytes) else { return Answer::Nothing };
    let outline = Outline::of(&graph);
    let offer = Offer::of(&graph);
    let problems: Vec<_> = graph
        .problems
        .iter()
        .map(|problem| json!({ "kind": problem_word(problem.kind), "line": problem.at.line, "message": problem.message }))
        .collect();
    let head = json!({
        "language": graph.language,
        "lines": graph.lines,
        "symbols": graph.symbols.len(),
        "calls": graph.calls.len(),
        "generated": graph.is_generated,
        "problems": problems,
        "interface": offer.hash,
        "keys": outline.keys(),
        "presences": outline.presences(),
        "package": outline.package(),
    })
    .to_string();
    let mut reply = Vec::new();
    for part in [head.as_bytes(), &outline.encode(), &offer.graph.encode()] {
        reply.extend_from_slice(&(part.len() as u32).to_le_bytes());
        reply.extend_from_slice(part);
    }
    reply.extend_from_slice(&graph.encode());
    Answer::Done(reply)
}

/// Parses a file and keeps nothing; an empty answer.
pub fn parse(path: &str, bytes: &[u8]) -> Answer {
    extract::parse(path, bytes).map_or(Answer::Nothing, |()| Answer::Done(Vec::new()))
}

/// Opens a project from its configuration in JSON and what is large of it, each as it is: paths, a NUL between two, and
/// rules. The answer is its handle in decimal.
pub fn open(config: &[u8], files: &str, [rules, test_rules, share_rules]: [&str; 3]) -> Answer {
    let mut config: ProjectConfig = match serde_json::from_slice(config) {
        Ok(config) => config,
        Err(error) => return Answer::Refused(format!("a project's configuration cannot be read: {error}")),
    };
    config.files = files.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect();
    config.rules = rules.to_owned();
    config.test_rules = test_rules.to_owned();
    let mut lists = share_rules.split('\n');
    let lists = [(); 3].map(|()| lists.next().unwrap_or_default());
    let shares = (!share_rules.is_empty()).then(|| shares::Rules::read_once(&lists));
    let project = Some(Open { project: Project::new(config), shares });
    PROJECTS.with_borrow_mut(|projects| {
        let at = projects.iter().position(Option::is_none).unwrap_or(projects.len());
        if at == projects.len() {
            projects.push(project);
        } else {
            projects[at] = project;
        }
        Answer::Done((at + 1).to_string().into_bytes())
    })
}

/// Adds a file's graph; an empty answer.
pub fn add(handle: u32, content_hash: &str, graph: &[u8]) -> Answer {
    with(handle, |project| match project.add(graph.to_vec(), content_hash) {
        Ok(()) => Answer::Done(Vec::new()),
        Err(error) => Answer::Refused(error.to_string()),
    })
}

/// Adds what a file offers to others; an empty answer.
pub fn offer(handle: u32, offer: &[u8]) -> Answer {
    with(handle, |project| match project.offer(offer.to_vec()) {
        Ok(()) => Answer::Done(Vec::new()),
        Err(error) => Answer::Refused(error.to_string()),
    })
}

/// Adds outlines, each behind its length (`[u32 length][outline]…`); an empty answer.
pub fn outline(handle: u32, mut outlines: &[u8]) -> Answer {
    with(handle, |project| {
        while let Some((length, rest)) = outlines.split_first_chunk::<4>() {
            let Some((one, rest)) = rest.split_at_checked(u32::from_le_bytes(*length) as usize) else {
                return Answer::Refused("an outline is cut short".to_owned());
            };
            if let Err(error) = project.outline(one) {
                return Answer::Refused(error.to_string());
            }
            outlines = rest;
        }
        Answer::Done(Vec::new())
    })
}

/// Takes what a compiler's index says of a file, in JSON; an empty answer.
pub fn tell(handle: u32, path: &str, hints: &[u8]) -> Answer {
    with(handle, |project| match project.tell(path, hints) {
        Ok(()) => Answer::Done(Vec::new()),
        Err(error) => Answer::Refused(error.to_string()),
    })
}

/// JSON: of each file that was added, path and a number for where its specifiers lead.
pub fn links(handle: u32) -> Answer {
    with(handle, |project| Answer::Done(json!(project.links()).to_string().into_bytes()))
}

/// A line of JSON with the counts, the links, the keys and the lengths of what stands behind it: the unit's line, and what
/// [`parts`] adds; or a line that names the files whose graphs are needed first.
pub fn resolve(handle: u32, content_hash: &str, graph: &[u8]) -> Answer {
    with_open(handle, |Open { project, shares }| match project.resolve_graph(graph, content_hash) {
        Ok(resolved) => {
            let Resolved { counts, links, consulted, disagreements, unit, rows } = &resolved;
            let mut head = json!({ "counts": counts, "links": links, "consulted": consulted, "unit": unit.len() });
            if !disagreements.is_empty() {
                head["disagreements"] = json!(disagreements);
            }
            parts(head, unit, rows, shares.as_deref())
        }
        Err(ProjectError::Needs(paths)) => Answer::Done((json!({ "needs": paths }).to_string() + "\n").into_bytes()),
        Err(error) => Answer::Refused(error.to_string()),
    })
}

/// The shares of a unit that is another than what resolving made.
pub fn shares(handle: u32, unit: &str) -> Answer {
    with_open(handle, |Open { shares, .. }| match Unit::read(unit) {
        Some(rows) => parts(json!({ "unit": 0 }), "", &rows, shares.as_deref()),
        None => Answer::Refused("a unit cannot be read".to_owned()),
    })
}

/// A line that says how long each part behind it is: the unit's line and its shares.
fn parts(mut head: serde_json::Value, line: &str, rows: &Unit, rules: Option<&shares::Rules>) -> Answer {
    let shares = rules.map(|rules| shares::of(rows, rules)).unwrap_or_default();
    let shares = shares.named();
    head["shares"] = shares.iter().map(|(name, share)| json!([name, share.len()])).collect();
    let mut reply = head.to_string();
    reply.reserve(1 + line.len() + shares.iter().map(|(_, share)| share.len()).sum::<usize>());
    reply.push('\n');
    reply.push_str(line);
    reply.extend(shares.iter().map(|(_, share)| *share));
    Answer::Done(reply.into_bytes())
}

/// JSON: the calls of a line, explained; or the files whose graphs are needed first.
pub fn explain(handle: u32, path: &str, line: u32) -> Answer {
    with(handle, |project| match project.explain(path, line) {
        Ok(calls) => Answer::Done(json!({ "calls": calls }).to_string().into_bytes()),
        Err(ProjectError::Needs(paths)) => Answer::Done(json!({ "needs": paths }).to_string().into_bytes()),
        Err(error) => Answer::Refused(error.to_string()),
    })
}

pub fn interface_hash(handle: u32, path: &str) -> Answer {
    with(handle, |project| match project.interface_hash(path) {
        Ok(hash) => Answer::Done(hash.into_bytes()),
        Err(error) => Answer::Refused(error.to_string()),
    })
}

/// JSON: the keys of the names under which two versions of a file differ; null: it may differ in anything. A version
/// of no bytes: the file was not there, so that it differs under every name.
pub fn changes(before: &[u8], after: &[u8]) -> Answer {
    let [before, after] = [before, after].map(|bytes| (!bytes.is_empty()).then(|| FileGraph::decode(bytes)));
    let names = match (before, after) {
        (Some(Some(before)), Some(Some(after))) => match resolve::changes(&before, &after) {
            Changes::All => None,
            Changes::Names(keys) => Some(keys),
        },
        (None, Some(Some(only))) | (Some(Some(only)), None) => resolve::declared(&only),
        _ => return Answer::Refused(ProjectError::BadGraph.to_string()),
    };
    Answer::Done(json!(names).to_string().into_bytes())
}

/// Drops a project. A handle that is not open is left alone.
pub fn close(handle: u32) {
    PROJECTS.with_borrow_mut(|projects| {
        if let Some(place) = (handle as usize).checked_sub(1).and_then(|at| projects.get_mut(at)) {
            *place = None;
        }
    });
}

pub fn tables() -> Answer {
    Answer::Done(json!(TABLES).to_string().into_bytes())
}

fn with(handle: u32, ask: impl FnOnce(&mut Project) -> Answer) -> Answer {
    with_open(handle, |open| ask(&mut open.project))
}

fn with_open(handle: u32, ask: impl FnOnce(&mut Open) -> Answer) -> Answer {
    PROJECTS.with_borrow_mut(|projects| {
        let place = (handle as usize).checked_sub(1).and_then(|at| projects.get_mut(at));
        match place.and_then(Option::as_mut) {
            Some(project) => ask(project),
            None => Answer::Refused("the project is closed: open it again and add its files".to_owned()),
        }
    })
}

fn problem_word(kind: ProblemKind) -> &'static str {
    match kind {
        ProblemKind::Encoding => "encoding",
        ProblemKind::Syntax => "syntax",
        ProblemKind::LeftOut => "left_out",
        ProblemKind::GaveUp => "gave_up",
        ProblemKind::TooDeep => "too_deep",
    }
}

/// Where secrets stand in a settings file: lists of kind, severity, fingerprint and line.
pub fn settings(text: &str) -> Answer {
    let rows = extract::settings(text);
    let rows = rows.iter().map(|it| serde_json::json!([it.kind, it.severity, it.fingerprint, it.line]));
    Answer::Done(serde_json::Value::Array(rows.collect()).to_string().into_bytes())
}

/// What makes and changes tables in an SQL file: lists of kind, table, name, new name, type, whether it may be null,
/// key, what it refers to, and line.
pub fn schema(text: &str) -> Answer {
    let clean = |text: Option<&str>| text.map(|text| extract::redact(text).into_owned());
    let rows = sql::changes(text).into_iter().map(|it| {
        serde_json::json!([
            it.kind.word(),
            clean(Some(&it.table)),
            clean(it.name.as_deref()),
            clean(it.to.as_deref()),
            clean(it.ty.as_deref()),
            it.nullable,
            it.key,
            clean(it.references.as_deref()),
            it.line,
        ])
    });
    Answer::Done(serde_json::Value::Array(rows.collect()).to_string().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(answer: Answer) -> String {
        match answer {
            Answer::Done(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Answer::Nothing => "nothing".to_owned(),
            Answer::Refused(said) => format!("refused: {said}"),
        }
    }

    #[test]
    fn a_project_is_opened_filled_asked_and_closed() {
        let source = b"def f(): pass\nf()\n";
        let Answer::Done(reply) = extract("a.py", source) else { panic!("a.py is read") };
        let length = u32::from_le_bytes([reply[0], reply[1], reply[2], reply[3]]) as usize;
        let head: serde_json::Value = serde_json::from_slice(&reply[4..4 + length]).expect("JSON");
        assert_eq!((&head["language"], &head["calls"]), (&json!("python"), &json!(1)));
        let parts = |rest: &[u8]| {
            let length = u32::from_le_bytes([rest[0], rest[1], rest[2], rest[3]]) as usize;
            let (part, rest) = rest[4..].split_at(length);
            (part.to_vec(), rest.to_vec())
        };
        let (outlined, rest) = parts(&reply[4 + length..]);
        let outlined = [&(outlined.len() as u32).to_le_bytes()[..], &outlined].concat();
        let (offered, graph) = parts(&rest);

        let handle: u32 =
            text(open(br#"{"configs":[],"excerpts":true}"#, "a.py", ["", "", "[]\n[]\n[]"])).parse().expect("a handle");
        assert_eq!(
            text(interface_hash(handle, "a.py")),
            "refused: no graph was added for a.py: extract and add it first"
        );
        assert_eq!(text(outline(handle, &outlined)), "");
        assert_eq!(text(outline(handle, &outlined[..outlined.len() - 1])), "refused: an outline is cut short");
        assert!(text(links(handle)).starts_with(r#"[["a.py","#));
        assert_eq!(text(offer(handle, &offered)), "");
        let said = text(resolve(handle, "h", &graph));
        let (head, behind) = said.split_once('\n').expect("two lines");
        assert!(head.contains(r#""exact":1"#), "{head}");
        assert!(behind.starts_with(r#"{"v":1,"kind":"file","path":"a.py""#), "{behind}");
        let lengths: serde_json::Value = serde_json::from_str(head).expect("JSON");
        let (unit, brought) = behind.split_at(lengths["unit"].as_u64().expect("a length") as usize);
        assert!(brought.starts_with(r#"[[["\tf","function","#) && brought.contains(r#"["python",0,["#), "{brought}");
        let again = text(shares(handle, unit));
        let (head, alone) = again.split_once('\n').expect("two lines");
        assert_eq!((alone, head.contains(r#""unit":0"#)), (brought, true), "{head}");
        assert_eq!(text(shares(handle, "{")), "refused: a unit cannot be read");
        assert_eq!(text(add(handle, "h", &graph)), "");
        assert_eq!(text(interface_hash(handle, "a.py")).len(), 32);
        close(handle);
        assert!(text(resolve(handle, "h", &graph)).starts_with("refused: the project is closed"));
    }

    #[test]
    fn what_cannot_be_worked_with_is_refused() {
        assert_eq!(extract("a.bin", b"x"), Answer::Nothing);
        assert!(text(open(b"{", "", ["", "", ""])).starts_with("refused: a project's configuration cannot be read"));
        assert!(text(tables()).starts_with(r#"[["assertions",["symbol","path""#));
    }
}
