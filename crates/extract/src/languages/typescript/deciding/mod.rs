//! What functions decide by the path of a request: which conditions about it lead to handing on, and which to code that
//! may refuse. Kept is the function as a tree of these conditions, of its early returns in their order; what it asks
//! beside the path is a condition that may hold or not.

mod conditions;
mod lists;
mod outcomes;
mod paths;
mod routes;
mod ways;
mod written;

use super::*;
use crate::redact;
use lists::Listed;
use paths::PathOf;
use syntax::oxc::ast::ast::*;
use syntax::oxc::span::{GetSpan, Span};

/// What is longer decides more than who is asked.
const LONGEST: usize = 3_000;
/// Of a function with more conditions nothing is told.
const LARGEST: usize = 120;
/// What stands behind a condition is kept for both of its branches, and what a name holds wherever it stands: a function
/// of which more is copied is not told of, or trees would double from condition to condition.
const MOST_COPIED: usize = 20_000;

/// What becomes of a request.
#[derive(Clone, Debug, PartialEq)]
enum Tree {
    /// It is handed on.
    Pass,
    /// It may be refused.
    Ask,
    /// Nobody knows.
    Open,
    If(Cond, Box<Tree>, Box<Tree>),
}

/// What is asked about a request.
#[derive(Clone, Debug, PartialEq)]
enum Cond {
    Always(bool),
    /// Of something beside the path.
    Free,
    /// Of the path in a way that is not known.
    Open,
    /// Whether an expression fits what says where the request goes.
    Fits {
        pattern: String,
        of: PathOf,
        folded: bool,
    },
    Method(Vec<String>),
    /// Whether it holds of one of what a name lists, which stands in its patterns as [`ELEMENT`].
    Any(usize, Box<Cond>),
    /// What the function says that a name stands for; whether it is given the path itself.
    Asked(usize, bool),
    Not(Box<Cond>),
    And(Box<Cond>, Box<Cond>),
    Or(Box<Cond>, Box<Cond>),
}

/// Stands in a pattern for one of a list: for its text, and for the expression that it is.
const ELEMENT: char = '\u{e000}';
const EXPRESSION: char = '\u{e001}';

/// The names of a function, and what they hold.
struct Reader<'r, 'e> {
    scoping: &'r Scoping,
    text: &'e str,
    paths: FxHashMap<String, PathOf>,
    methods: FxHashSet<String>,
    conditions: FxHashMap<String, Cond>,
    lists: FxHashMap<String, Vec<Listed>>,
    texts: FxHashMap<String, String>,
    /// What holds an answer that hands on.
    handing: FxHashSet<String>,
    /// What one of a list is called in the function that asks of each.
    element: Option<String>,
    /// Names whose declarations the conditions rest on, with their bindings.
    named: Vec<(String, BindingId)>,
    /// Whether what throws here is answered by a refusal.
    catching: bool,
    size: usize,
    copied: usize,
}

/// What asks by itself before it comes to the function that it is given.
const ASKING: &str = "withAuth";

impl<'a> Walk<'_, '_> {
    /// Functions that a call is given which asks before them.
    pub fn undecided(&mut self, it: &CallExpression<'a>) {
        if paths::last_name(&it.callee) == Some(ASKING)
            && let Some(first) = it.arguments.first().and_then(|it| it.as_expression())
        {
            self.undecided.insert(first.span().start);
        }
    }

    /// Keeps what a function decides.
    pub fn keep_decision(
        &mut self,
        symbol: Option<SymbolId>,
        params: &FormalParameters<'a>,
        body: &[Statement<'a>],
        at: Span,
    ) {
        if !self.may_decide(at) {
            return;
        }
        let mut reader = self.decider();
        reader.parameters(params);
        let tree = reader.run(body, Tree::Pass);
        let named = std::mem::take(&mut reader.named);
        let is_read = reader.size <= LARGEST && reader.copied <= MOST_COPIED;
        if is_read && tree.decides() {
            self.put_decision(symbol, at, tree.written(), named);
        }
        let text = self.b.source.slice(at.start, at.end);
        if !self.b.graph.is_test && ["pathname", ".url", ".path"].iter().any(|it| text.contains(it)) {
            self.keep_routes(symbol, params, body, at);
        }
    }

    /// Keeps the routes that a function tells apart.
    fn keep_routes(
        &mut self,
        symbol: Option<SymbolId>,
        params: &FormalParameters<'a>,
        body: &[Statement<'a>],
        at: Span,
    ) {
        let mut reader = self.decider();
        reader.parameters(params);
        let source = &self.b.source;
        let told = reader.routes(body, &|at| source.line(at));
        for one in told {
            self.put_decision(symbol, at, one.text, one.named);
        }
    }

    /// The same of an arrow that is one expression.
    pub fn keep_arrow_decision(
        &mut self,
        symbol: Option<SymbolId>,
        params: &FormalParameters<'a>,
        value: &Expression<'a>,
        at: Span,
    ) {
        // One that is given what stands in a list is a part of what is asked.
        let is_part = symbol.is_none()
            && matches!(&params.items[..], [only] if matches!(only.pattern, BindingPattern::BindingIdentifier(_)));
        if is_part || !self.may_decide(at) {
            return;
        }
        let mut reader = self.decider();
        reader.parameters(params);
        let tree = reader.outcome(Some(value));
        let named = std::mem::take(&mut reader.named);
        if reader.copied <= MOST_COPIED && tree.decides() {
            self.put_decision(symbol, at, tree.written(), named);
        }
    }

    /// Keeps a module's list of paths, and what is made of one to ask whether it has a path.
    pub fn keep_path_list(&mut self, symbol: SymbolId, value: &Expression<'a>, at: Span) {
        let mut reader = self.decider();
        let Some(all) = reader.listed(value) else { return };
        let mut told = Vec::new();
        for one in all {
            let Listed::Here(kind, text) = one else { return };
            if kind == 't' && !text.starts_with('/') {
                return;
            }
            told.push(format!("{kind}{text}"));
        }
        if !told.is_empty() {
            let told: Vec<String> = told.iter().map(|it| written::quoted(it)).collect();
            self.put_decision(Some(symbol), at, format!("[\"list\",{}]", told.join(",")), Vec::new());
        }
    }

    fn put_decision(&mut self, symbol: Option<SymbolId>, at: Span, text: String, named: Vec<(String, BindingId)>) {
        if text.len() > LONGEST || redact::redact(&text) != text {
            return;
        }
        let (from, to) = (self.b.source.line(at.start), self.b.source.line(at.end));
        let named = named.into_iter().map(|(name, binding)| (self.b.name(&name), binding)).collect();
        self.b.graph.decisions.push(Decision { symbol, from, to, text, named });
    }

    /// Whether the text of a function has any word of a path.
    fn may_decide(&self, at: Span) -> bool {
        if self.undecided.contains(&at.start) {
            return false;
        }
        let text = self.b.source.slice(at.start, at.end);
        ["ath", "url", "Url", "ethod", "oute", "ublic", "req"].iter().any(|it| text.contains(it))
    }

    fn decider(&self) -> Reader<'_, '_> {
        Reader {
            scoping: self.scoping,
            text: &self.b.source.text,
            paths: FxHashMap::default(),
            methods: FxHashSet::default(),
            conditions: FxHashMap::default(),
            lists: FxHashMap::default(),
            texts: FxHashMap::default(),
            handing: FxHashSet::default(),
            element: None,
            named: Vec::new(),
            catching: false,
            size: 0,
            copied: 0,
        }
    }
}

impl Reader<'_, '_> {
    /// Whether so many nodes more are too many to be copied.
    fn copies_too_much(&mut self, nodes: usize) -> bool {
        self.copied += nodes;
        self.copied > MOST_COPIED
    }

    fn slice(&self, at: Span) -> &str {
        self.text.get(at.start as usize..at.end as usize).unwrap_or_default()
    }

    /// The place of a name whose declaration a condition rests on.
    fn named(&mut self, id: &IdentifierReference) -> Option<usize> {
        let symbol = self.scoping.get_reference(id.reference_id.get()?).symbol_id()?;
        let binding = symbol.index() as BindingId;
        let known = self.named.iter().position(|(_, it)| *it == binding);
        Some(known.unwrap_or_else(|| {
            self.named.push((id.name.to_string(), binding));
            self.named.len() - 1
        }))
    }
}
