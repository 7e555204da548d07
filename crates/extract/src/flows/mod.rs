//! What the arguments of calls are made of: constants, or what a function is given.
//!
//! Read from tokens, in one way for all languages: assignments in the order in which they are written, in each
//! function for itself. What another function makes of a value is not known, but for those of `passing.txt`, which
//! give back what they are given.

mod assignments;
mod branches;
mod builders;
#[cfg(test)]
mod builders_spec;
mod chains;
#[cfg(test)]
mod checks_spec;
mod choices;
mod conditions;
mod constants;
mod endings;
#[cfg(test)]
mod endings_spec;
mod formats;
#[cfg(test)]
mod heads_spec;
mod objects;
mod parameters;
mod scopes;
#[cfg(test)]
mod spec;
#[cfg(test)]
mod texts_spec;
mod tokens;
mod values;
mod words;

use assignments::Held;
use facts::{BindingKind, CallFlow, FileGraph, NameId, Param, Passed, SHAPES_LIMIT, SymbolKind};
use rustc_hash::{FxHashMap, FxHashSet};
use scopes::{Fact, Scope, Scopes};
use syntax::{Language, Source};
use tokens::Kind;
use values::Values;

/// Tokens that an assignment or an argument is read by, at most.
const MAX_TOKENS: usize = 400;
/// Tokens in front of an assignment that say what is assigned.
const MAX_TARGET: usize = 40;

/// Of functions without a name only the parameters that handlers of requests call so are told apart: where in the file
/// such a function ends is not known here.
const HANDED: [&str; 13] = [
    "req", "request", "ctx", "c", "context", "event", "params", "call", "input", "query", "body", "headers", "cookies",
];

/// First parameters that a method is called on, and one whose value nobody takes.
const UNASKED: [&str; 5] = ["self", "cls", "&self", "&mut self", "_"];

/// Fills [`FileGraph::flows`] of a graph whose calls are in order. Tests lead nowhere that does harm: of theirs there are none.
pub fn keep(graph: &mut FileGraph, source: &Source, language: &Language) {
    let Some(lexis) = crate::languages::lexis::of(language) else { return };
    if graph.calls.is_empty() || graph.is_generated || graph.is_test {
        return;
    }
    let requests = lexis.requests.iter().map(|word| (*word, intern(&mut graph.names, word))).collect();
    let tokens = tokens::read(&source.text, lexis);
    let nameless = graph.bindings.iter().filter(|it| {
        let is_nameless = it.kind == BindingKind::Parameter && graph.scopes[it.scope as usize].symbol.is_none();
        is_nameless && HANDED.contains(&bare(graph.name(it.name)))
    });
    let values = Values {
        text: &source.text,
        tokens: &tokens,
        lexis,
        requests,
        nameless: nameless.map(|it| (graph.name(it.name), it.name)).collect(),
        constants: constants::of_file(graph, lexis.pointers),
        names: graph.names.iter().enumerate().map(|(at, name)| (name.as_str(), at as NameId)).collect(),
        scopes: Scopes::of_file(),
        builders: Names::default(),
        last_marks: Names::default(),
        found_by: FxHashMap::default(),
    };
    graph.flows = Reader {
        graph,
        source,
        values,
        functions: functions(graph, source, &tokens, !lexis.loose_types),
        next: 0,
        open: Vec::new(),
        held: Vec::new(),
    }
    .read();
}

fn intern(names: &mut Vec<String>, word: &str) -> NameId {
    let known = names.iter().position(|name| name == word);
    known.unwrap_or_else(|| {
        names.push(word.to_owned());
        names.len() - 1
    }) as NameId
}

/// A function's bytes, and the names that its parameters bind.
struct Function<'g> {
    from: u32,
    to: u32,
    params: Vec<(&'g str, NameId)>,
    /// Those whose types hold nothing that does harm.
    numbers: Vec<&'g str>,
    /// Those that the server hands in, by what decorates them: `@CurrentUser() user`.
    injected: Vec<&'g str>,
    /// Those that hold the context of a request.
    contexts: Vec<&'g str>,
}

/// The functions in the order in which they begin.
///
/// # Arguments
/// * `typed` - what is given at a parameter is of the type that it is declared with.
fn functions<'g>(graph: &'g FileGraph, source: &'g Source, tokens: &[tokens::Token], typed: bool) -> Vec<Function<'g>> {
    let mut bound: FxHashMap<u32, Vec<(&str, NameId)>> = FxHashMap::default();
    for binding in graph.bindings.iter().filter(|it| it.kind == BindingKind::Parameter) {
        if let Some(symbol) = graph.scopes[binding.scope as usize].symbol {
            bound.entry(symbol).or_default().push((graph.name(binding.name), binding.name));
        }
    }
    let callable = |kind| {
        use SymbolKind::*;
        matches!(kind, Function | Method | Constructor | Getter | Setter)
    };
    let symbols = graph.symbols.iter().enumerate().filter(|(_, symbol)| callable(symbol.kind));
    let mut functions: Vec<Function> = symbols
        .map(|(id, symbol)| {
            let mut params: Vec<_> = symbol.params.iter().map(|param| (graph.name(param.name), param.name)).collect();
            // What a pattern in a parameter's place takes out of it; a receiver is no parameter.
            if symbol.params.iter().any(|param| param.binding.is_none()) {
                params.extend(bound.remove(&(id as u32)).into_iter().flatten());
            }
            params.retain(|(name, _)| !UNASKED.contains(name));
            let is_number = |param: &&Param| typed && param.type_text.as_deref().is_some_and(words::is_number);
            let numbers = symbol.params.iter().filter(is_number).map(|param| bare(graph.name(param.name))).collect();
            let is_context = |param: &&Param| {
                param.type_text.as_deref().is_some_and(|it| it.trim_end_matches('>').ends_with("Context"))
            };
            let contexts = symbol.params.iter().filter(is_context).map(|param| bare(graph.name(param.name))).collect();
            let injected = if symbol.params.is_empty() {
                Vec::new()
            } else {
                parameters::injected(&source.text, tokens, symbol.name_at.byte, |at| {
                    symbol.params.get(at).map(|param| bare(graph.name(param.name)))
                })
            };
            Function { from: symbol.span.start.byte, to: symbol.span.end.byte, params, numbers, injected, contexts }
        })
        .collect();
    functions.sort_by_key(|it| (it.from, std::cmp::Reverse(it.to)));
    functions
}

struct Reader<'g> {
    graph: &'g FileGraph,
    source: &'g Source,
    values: Values<'g>,
    functions: Vec<Function<'g>>,
    /// The function that begins next.
    next: usize,
    /// The brackets around.
    open: Vec<usize>,
    /// What names held in front of the blocks around.
    held: Vec<Held<'g>>,
}

impl<'g> Reader<'g> {
    fn read(mut self) -> Vec<CallFlow> {
        let (mut flows, mut call) = (Vec::new(), 0);
        for at in 0..self.values.tokens.len() {
            let token = self.values.tokens[at];
            self.enter(token.from);
            self.leave_blocks(at);
            while self.graph.calls.get(call).is_some_and(|it| it.at.byte < token.from) {
                call += 1;
            }
            while token.kind == Kind::Name && self.graph.calls.get(call).is_some_and(|it| it.at.byte == token.from) {
                flows.extend(self.call(call, at));
                call += 1;
            }
            match token.kind {
                Kind::Open => self.open.push(at),
                Kind::Close => {
                    self.open.pop();
                }
                Kind::Operator => self.assignment(at),
                Kind::Name => {
                    self.word_of_statement(at);
                    self.added(at);
                }
                Kind::Literal => {}
            }
        }
        flows
    }

    /// Goes into the functions that begin in front of a byte, and out of those that end there.
    fn enter(&mut self, byte: u32) {
        let scopes = &mut self.values.scopes;
        scopes.leave(byte);
        while let Some(function) = self.functions.get(self.next).filter(|it| it.from <= byte) {
            self.next += 1;
            if function.to <= byte {
                continue;
            }
            let known = function.params.iter().map(|(name, id)| match bare(name) {
                name if function.numbers.contains(&name) => (name, Fact::CONSTANT),
                name if words::works(name) || function.injected.contains(&name) => (name, Fact::default()),
                name => (name, Fact::of(*id)),
            });
            let contexts = function.contexts.clone();
            scopes.enter(Scope { to: function.to, known: known.collect(), checked: FxHashMap::default(), contexts });
        }
    }

    fn word(&self, at: usize) -> &'g str {
        self.values.word(at)
    }

    /// What a call is given whose name is a token.
    fn call(&self, call: usize, at: usize) -> Option<CallFlow> {
        let tokens = self.values.tokens;
        let (from, to) = self.values.arguments(at)?;
        if self.is_on_long_line(tokens[at].from as usize) {
            return None;
        }
        let mut given = Vec::new();
        let (mut start, mut next) = (from, from);
        while next <= to && given.len() < SHAPES_LIMIT {
            let ends = next == to || tokens[next].kind == Kind::Operator && self.word(next) == ",";
            if ends && next > start {
                given.push(self.passed(start, next));
            }
            if ends {
                start = next + 1;
            }
            next = match tokens.get(next) {
                Some(token) if token.kind == Kind::Open => (token.partner as usize + 1).max(next + 1),
                _ => next + 1,
            };
        }
        if given.iter().all(|it| it.is_constant) {
            return None;
        }
        let last = tokens.get(to).or(tokens.last())?;
        let lines = self.source.line(last.from).saturating_sub(self.graph.calls[call].at.line);
        Some(CallFlow { call: call as u32, lines, given })
    }

    fn passed(&self, from: usize, to: usize) -> Passed {
        let tokens = self.values.tokens;
        let named = tokens[from].kind == Kind::Name
            && from + 2 < to
            && tokens[from + 1].kind == Kind::Operator
            && matches!(self.word(from + 1), ":" | "=");
        let name = named.then(|| self.values.names.get(self.word(from)).copied()).flatten();
        let start = if named { from + 2 } else { from };
        let mut fact = self.values.evaluate(start, to);
        if self.is_pair(start, to) {
            fact.harmless |= words::kind_mask("sql");
        }
        if !fact.of.is_empty() && self.is_mixed(start, to) {
            fact.of.clear();
        }
        Passed { name, is_constant: fact.is_constant(), harmless: fact.harmless, of: fact.of }
    }

    /// Whether an argument is one of Ruby's pairs, of which the first part names a column: `where("a.b" => id)`.
    fn is_pair(&self, from: usize, to: usize) -> bool {
        let tokens = self.values.tokens;
        let behind = if tokens[from].kind == Kind::Open { self.values.behind(from) } else { from + 1 };
        self.values.lexis.bare_calls
            && tokens[from].kind != Kind::Name
            && behind < to
            && (self.word(behind) == "=>" || self.word(behind) == ":" && tokens[behind - 1].to == tokens[behind].from)
    }

    /// Whether an argument is an object of which some members are not made of what the function is given: which of them
    /// the callee takes is not known here.
    fn is_mixed(&self, from: usize, to: usize) -> bool {
        let tokens = self.values.tokens;
        let Some(open) = (from..to).find(|at| tokens[*at].kind == Kind::Open) else { return false };
        let close = tokens[open].partner as usize;
        let is_object = match self.word(open) {
            "{" => true,
            "[" => (open + 1..close).any(|at| self.word(at) == "=>"),
            _ => false,
        };
        if !is_object || close + 1 != to || close - open > MAX_TOKENS {
            return false;
        }
        let (mut start, mut at) = (open + 1, open + 1);
        while at <= close {
            let ends = at == close || tokens[at].kind == Kind::Operator && self.word(at) == ",";
            if ends && at > start {
                let value =
                    (start..at).find(|at| matches!(self.word(*at), ":" | "=>" | "=")).map_or(start, |key| key + 1);
                if value < at && self.values.evaluate(value, at).of.is_empty() {
                    return true;
                }
            }
            if ends {
                start = at + 1;
            }
            let skipped = at < close && tokens[at].kind == Kind::Open;
            at = if skipped { (tokens[at].partner as usize + 1).max(at + 1) } else { at + 1 };
        }
        false
    }

    /// The first token of the statement that a token is in.
    fn statement_start(&self, at: usize) -> usize {
        let tokens = self.values.tokens;
        let (mut start, mut depth) = (at, 0);
        while start > 0 && at - start < MAX_TARGET {
            let before = &tokens[start - 1];
            match before.kind {
                Kind::Close => depth += 1,
                Kind::Open if depth == 0 => break,
                Kind::Open => depth -= 1,
                Kind::Operator if depth == 0 && matches!(self.word(start - 1), ";" | "=" | ":=") => break,
                _ => {}
            }
            start -= 1;
            if before.starts_line && depth == 0 {
                break;
            }
        }
        // Within brackets that begin further up no statement begins.
        if depth > 0 {
            return at;
        }
        start
    }

    /// Where the value ends that begins with a token.
    fn value_end(&self, from: usize, several: bool) -> usize {
        if let Some(end) = self.values.behind_case(from) {
            return end;
        }
        let tokens = self.values.tokens;
        let mut end = from;
        let mut steps = 0;
        while let Some(token) = tokens.get(end) {
            steps += 1;
            let goes_on = end == from
                || !token.starts_line
                || token.kind == Kind::Operator
                || tokens[end - 1].kind == Kind::Operator;
            let stops = match token.kind {
                Kind::Close => true,
                Kind::Operator => matches!(self.word(end), ";") || !several && self.word(end) == ",",
                _ => false,
            };
            if stops || !goes_on || steps > MAX_TOKENS {
                break;
            }
            end = if token.kind == Kind::Open { (token.partner as usize + 1).max(end + 1) } else { end + 1 };
        }
        end.min(tokens.len())
    }

    /// `for x of xs`, `for x in xs`, `foreach ($xs as $x)`: an item is what is gone through.
    fn iteration(&mut self, at: usize) {
        let word = self.word(at);
        if !matches!(word, "of" | "in" | "as") || at == 0 {
            return;
        }
        let start = self.statement_start(at);
        let opens = start.checked_sub(2).map(|it| self.word(it));
        let loops = [Some(self.word(start)), opens].into_iter().flatten().any(|it| matches!(it, "for" | "foreach"));
        if !loops {
            return;
        }
        let (targets, fact) = if word == "as" {
            let end = self.value_end(at + 1, true);
            (self.targets(at + 1, end.max(at + 2).min(self.values.tokens.len())), self.values.evaluate(start, at))
        } else {
            let end = self.value_end(at + 1, false);
            let body = (at + 1..end).find(|it| matches!(self.word(*it), "{" | ":"));
            (self.targets(start, at), self.values.evaluate(at + 1, body.unwrap_or(end)))
        };
        for target in targets {
            self.values.scopes.assign(target, &fact, true);
        }
    }
}

/// A name without the mark that it is a variable.
pub fn bare(name: &str) -> &str {
    let marks = name.bytes().take_while(|it| matches!(it, b'$' | b'@' | b'&' | b'*')).count();
    &name[marks..]
}

type Names<'g> = FxHashSet<&'g str>;
