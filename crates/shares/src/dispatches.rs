//! Messages: objects that are handed to a bus, which hands each to the one method that takes its type, and events, which
//! it hands to the methods that wait for their name. Which calls dispatch and which methods take a message is told by
//! their names and types; that the bus is set up so is not known.

use crate::File;
use crate::laravel::Laravel;
use crate::words::{Distinct, Grouped, is_of_word};
use facts::rows::{Row, column};
use rustc_hash::FxHashMap;

const CALLER: usize = column("calls", "caller");
const LINE: usize = column("calls", "line");
const CALLEE: usize = column("calls", "callee");
const NAME: usize = column("calls", "callee_name");
const TEXT: usize = column("calls", "callee_text");
const TARGET: usize = column("calls", "target");
const PASSED: usize = column("calls", "passed");
const QUOTE: usize = column("calls", "quote");

const VERBS: [&str; 25] = [
    "Send",
    "SendAsync",
    "Publish",
    "PublishAsync",
    "Dispatch",
    "DispatchAsync",
    "InvokeAsync",
    "Execute",
    "ExecuteAsync",
    "Query",
    "QueryAsync",
    "send",
    "sendAndWait",
    "publish",
    "dispatch",
    "dispatchSync",
    "dispatchNow",
    "execute",
    "executeSync",
    "handle",
    "query",
    "ask",
    "emit",
    "emitAsync",
    "invoke",
];

/// What messages are handed to, by the end of its name or its type's.
const BUSES: [&str; 11] = [
    "mediator",
    "sender",
    "publisher",
    "bus",
    "dispatcher",
    "messenger",
    "gateway",
    "emitter",
    "emitter2",
    "event",
    "events",
];

/// Methods that take a message, and say so by no more than their names.
const TAKERS: [&str; 7] = ["Handle", "HandleAsync", "Consume", "handle", "__invoke", "execute", "consume"];

/// What is handed on, escaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message<'u> {
    /// An object of a type, by its id.
    Type(&'u str),
    /// An event, by its name.
    Event(String),
}

/// A call by which one of some messages may be handed on.
pub struct Dispatch<'u> {
    pub caller: &'u str,
    pub line: u64,
    pub messages: Vec<Message<'u>>,
    /// As the column of calls has it.
    pub passed: Option<&'u str>,
}

/// The calls of a file that hand messages on: what the same line makes, else what the function takes.
pub fn of<'u>(file: &File<'u>) -> Vec<Dispatch<'u>> {
    let rows = file.unit.rows("calls");
    let laravel = Laravel::of(file);
    let found: Vec<Row> = rows
        .iter()
        .filter(|row| is_bus(row) || laravel.as_ref().is_some_and(|it| it.itself(row).is_some() || it.hands(row)))
        .collect();
    if found.is_empty() {
        return Vec::new();
    }
    let mut made: Grouped = Grouped::default();
    let mut made_at: FxHashMap<(&str, u64), Distinct> = FxHashMap::default();
    for row in rows.iter() {
        let (Some(caller), Some(ty)) = (row.escaped(CALLER), type_made(&row)) else { continue };
        made.add(caller, ty);
        made_at.entry((caller, row.number(LINE))).or_default().add(ty);
    }
    let taken = taken_by(file);
    let dispatch = |row: Row<'u>| {
        let (caller, line) = (row.escaped(CALLER).unwrap_or_default(), row.number(LINE));
        let in_place = |line: u64| made_at.get(&(caller, line)).map(|it| it.all().to_vec());
        let laravel = laravel.as_ref();
        let near: Vec<&str> = if let Some(itself) = laravel.and_then(|it| it.itself(&row)) {
            vec![itself]
        } else if laravel.is_some_and(|it| it.hands(&row)) {
            in_place(line).or_else(|| in_place(line + 1)).unwrap_or_default()
        } else {
            in_place(line).unwrap_or_else(|| {
                let all: Distinct = made.get(caller).iter().chain(taken.get(caller)).copied().collect();
                all.all().to_vec()
            })
        };
        let messages = match event_in(&row.text(QUOTE).unwrap_or_default()) {
            Some(name) => vec![Message::Event(name.to_owned())],
            None => near.into_iter().map(Message::Type).collect(),
        };
        let passed = row.escaped(PASSED).map(|_| row.json(PASSED));
        Dispatch { caller, line, messages, passed }
    };
    found.into_iter().map(dispatch).collect()
}

fn is_bus(row: &Row) -> bool {
    row.is_null(CALLEE)
        && row.escaped(NAME).is_some_and(|name| VERBS.contains(&name))
        && [TEXT, TARGET].iter().any(|&column| row.text(column).is_some_and(|text| is_called_on_bus(&text)))
}

/// Whether a path of a call leads over a bus: `this.commandBus.execute`, `Mediator::send`, `events()->dispatch`.
fn is_called_on_bus(text: &str) -> bool {
    let behind = text.trim_end_matches(is_of_word);
    if behind.len() == text.len() {
        return false;
    }
    ["->", "::", "?.", "!.", "."].iter().filter_map(|sign| behind.strip_suffix(sign)).any(|on| {
        let on = on.strip_suffix("()").unwrap_or(on).to_ascii_lowercase();
        let plain = on.strip_suffix("interface");
        [Some(on.as_str()), plain].into_iter().flatten().any(is_bus_named)
    })
}

/// Whether it ends in one of [`BUSES`], at the beginning of a name or behind its other words.
fn is_bus_named(on: &str) -> bool {
    BUSES.iter().filter_map(|bus| on.strip_suffix(bus)).any(|front| {
        let before = front.trim_end_matches(is_of_word);
        front[before.len()..].contains('_') || before.is_empty() || before.ends_with(['.', '\\', '>', '$', ':'])
    })
}

/// The name of an event that is written where it is sent: `bus.emit("order.paid", order)`.
fn event_in(quote: &str) -> Option<&str> {
    let is_inside = |sign: char| is_of_word(sign) || matches!(sign, '.' | ':' | '/' | '-');
    quote.match_indices('(').find_map(|(at, _)| {
        let before = &quote[..at];
        let verb = &before[before.trim_end_matches(is_of_word).len()..];
        if !matches!(verb, "emit" | "emitAsync" | "publish" | "dispatch") {
            return None;
        }
        let given = quote[at + 1..].trim_start();
        let mark = given.chars().next().filter(|sign| matches!(sign, '"' | '\'' | '`'))?;
        let inside = &given[1..];
        let end = inside.find(|sign| !is_inside(sign))?;
        (end > 0 && inside[end..].starts_with(mark)).then(|| &inside[..end])
    })
}

/// The type of which a call makes something.
fn type_made<'u>(row: &Row<'u>) -> Option<&'u str> {
    let name = row.escaped(NAME).filter(|name| name.starts_with(|sign: char| sign.is_ascii_uppercase()))?;
    let callee = row.escaped(CALLEE)?;
    let qualified = callee.find('#').map_or(callee, |at| &callee[at + 1..]);
    let last = qualified.rsplit('.').next().unwrap_or_default();
    let around = callee.get(..callee.len().saturating_sub(last.len() + 1));
    if last != name {
        return if matches!(last, "__construct" | "constructor" | "__init__") { around } else { None };
    }
    if qualified.rsplit('.').nth(1) == Some(name) { around } else { Some(callee) }
}

const TYPE: usize = column("type_relations", "type");
const RELATION: usize = column("type_relations", "relation");
const BASE: usize = column("type_relations", "target");

/// The types of parameters.
fn taken_by<'u>(file: &File<'u>) -> Grouped<'u> {
    let mut taken = Grouped::default();
    for row in file.unit.rows("type_relations").iter() {
        if let (Some("parameter"), Some(ty), Some(base)) = (row.escaped(RELATION), row.escaped(TYPE), row.escaped(BASE))
        {
            taken.add(ty, base);
        }
    }
    taken
}

/// The methods of a file that take a message of a type of the repository, and those that wait for an event.
pub fn takers<'u>(file: &File<'u>) -> Vec<(Message<'u>, &'u str)> {
    const KIND: usize = column("registrations", "kind");
    const EVENT: usize = column("registrations", "name");
    const HANDLER: usize = column("registrations", "handler");
    let mut methods = Distinct::default();
    let mut found = Vec::new();
    for row in file.unit.rows("type_relations").iter() {
        let (Some("parameter"), Some(method), Some(ty)) = (row.escaped(RELATION), row.escaped(TYPE), row.escaped(BASE))
        else {
            continue;
        };
        let name = method.rfind('.').map_or(method, |at| &method[at + 1..]);
        if TAKERS.contains(&name) && methods.add(method) {
            found.push((Message::Type(ty), method));
        }
    }
    for row in file.unit.rows("registrations").iter() {
        if let (Some("event"), Some(name), Some(handler)) =
            (row.escaped(KIND), row.escaped(EVENT), row.escaped(HANDLER))
        {
            found.push((Message::Event(name.to_owned()), handler));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bus_is_told_by_the_end_of_its_name() {
        for text in
            ["this.commandBus.execute", "_mediator.Send", "Symfony\\MessageBusInterface::dispatch", "bus()->send"]
        {
            assert!(is_called_on_bus(text), "{text}");
        }
        for text in ["rabbits.send", "abuse.query", "bus", "send", "busy.send"] {
            assert!(!is_called_on_bus(text), "{text}");
        }
    }

    #[test]
    fn an_event_is_named_where_it_is_sent() {
        assert_eq!(event_in("bus.emit( 'order.paid', order)"), Some("order.paid"));
        assert_eq!(event_in("this.emit(name), this.emit(`a b`)"), None);
        assert_eq!(event_in("submit('x')"), None);
    }
}
