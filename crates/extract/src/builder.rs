//! Collects a file's graph: names, arenas, the stack of enclosing symbols, bounded and redacted text.

use crate::redact::{self, Secret};
use crate::{marks, text};
use facts::*;
use hashbrown::HashTable;
use std::hash::BuildHasher;
use std::ops::Range;
use syntax::{Language, Source};

/// Deeper than any source written by hand: settings are chains of two hundred calls. The walks are recursive.
const DEPTH_LIMIT: u32 = 600;
/// The graph's limits, in characters; see the fields of [`Symbol`], [`Call`] and [`FileGraph::quotes`].
pub const SIGNATURE_LIMIT: usize = 400;
pub const DOC_LIMIT: usize = 2000;
pub const PREVIEW_LIMIT: usize = 1200;
pub const PREVIEW_LINES: u32 = 10;
pub const QUOTE_LIMIT: usize = 160;
pub const TEXT_LIMIT: usize = 160;
pub const CALLEE_LIMIT: usize = 80;
pub const DEFAULT_LIMIT: usize = 80;
/// Values of a binding, initial values of a symbol, return values of a function.
pub const VALUES_LIMIT: usize = 8;
/// How a file asks whether it is the one that was started.
const STARTED: [&str; 4] = ["__name__", "require.main", "import.meta.main", "__FILE__"];
/// Further problems of a file say nothing new.
const PROBLEMS_LIMIT: usize = 20;

/// What a front end fills. Lists that need no care are pushed to `graph` directly.
pub struct Builder<'s> {
    pub source: &'s Source,
    pub language: &'static Language,
    pub graph: FileGraph,
    names: HashTable<NameId>,
    /// The enclosing symbols, the innermost last.
    owners: Vec<SymbolId>,
    /// The names under which the handlers around have what they caught, the innermost last.
    pub caught: Vec<NameId>,
    pub(crate) secrets: Vec<Secret>,
    /// How deep the walk is.
    depth: u32,
}

impl<'s> Builder<'s> {
    /// A graph without contents, and without scopes: a front end opens the module's first.
    pub fn new(path: &str, language: &'static Language, source: &'s Source) -> Self {
        let graph = FileGraph {
            path: path.to_owned(),
            language: language.name.to_owned(),
            lines: source.line_count(),
            is_test: language.is_test_path(path),
            is_generated: marks::is_generated(path, language, source),
            problems: source.problems.clone(),
            ..FileGraph::default()
        };
        let secrets = redact::find(&source.text);
        Self {
            source,
            language,
            graph,
            names: HashTable::new(),
            owners: Vec::new(),
            caught: Vec::new(),
            secrets,
            depth: 0,
        }
    }

    /// This builder over a source that has more text behind the file's own; [`Self::resume`] gives back what it made.
    pub fn over<'t>(&mut self, source: &'t Source) -> Builder<'t> {
        Builder {
            source,
            language: self.language,
            graph: std::mem::take(&mut self.graph),
            names: std::mem::take(&mut self.names),
            owners: std::mem::take(&mut self.owners),
            caught: Vec::new(),
            depth: self.depth,
            secrets: redact::find(&source.text),
        }
    }

    pub fn resume(&mut self, over: Builder<'_>) {
        (self.graph, self.names, self.owners) = (over.graph, over.names, over.owners);
    }

    /// The id of a name; each text has one.
    pub fn name(&mut self, text: &str) -> NameId {
        let hasher = rustc_hash::FxBuildHasher;
        let names = &mut self.graph.names;
        let entry = self.names.entry(
            hasher.hash_one(text),
            |id| names[*id as usize] == text,
            |id| hasher.hash_one(names[*id as usize].as_str()),
        );
        match entry {
            hashbrown::hash_table::Entry::Occupied(found) => *found.get(),
            hashbrown::hash_table::Entry::Vacant(slot) => {
                let id = names.len() as NameId;
                slot.insert(id);
                names.push(text.to_owned());
                id
            }
        }
    }

    pub fn value(&mut self, value: Value) -> ValueId {
        self.graph.values.push(value);
        self.graph.values.len() as ValueId - 1
    }

    pub fn ty(&mut self, ty: Type) -> TypeId {
        self.graph.types.push(ty);
        self.graph.types.len() as TypeId - 1
    }

    pub fn scope(&mut self, kind: ScopeKind, parent: Option<ScopeId>, symbol: Option<SymbolId>) -> ScopeId {
        self.graph.scopes.push(Scope { kind, parent, symbol, receiver: None });
        self.graph.scopes.len() as ScopeId - 1
    }

    /// A binding without symbol, type and values: set those through [`Self::binding_mut`].
    pub fn binding(&mut self, name: NameId, scope: ScopeId, kind: BindingKind, line: u32) -> BindingId {
        let (symbol, declared, values, import) = (None, None, Vec::new(), None);
        self.graph.bindings.push(Binding { name, scope, kind, line, symbol, declared, values, import });
        self.graph.bindings.len() as BindingId - 1
    }

    pub fn binding_mut(&mut self, id: BindingId) -> &mut Binding {
        &mut self.graph.bindings[id as usize]
    }

    /// Notes what a binding was given; beyond [`VALUES_LIMIT`] nothing is noted.
    pub fn assign(&mut self, binding: BindingId, value: ValueId) {
        push_bounded(&mut self.graph.bindings[binding as usize].values, value);
    }

    /// A symbol inside the current owner, with name and place and all else empty. Its qualified name
    /// is made by [`Self::finish`] from its parent's; for a member whose owner is no parent in this file,
    /// set `qualified` to the owner's name. `span` and `name_at` are bytes.
    pub fn symbol(&mut self, kind: SymbolKind, name: &str, name_at: u32, span: (u32, u32)) -> SymbolId {
        let name = self.name(name);
        self.graph.symbols.push(Symbol {
            kind,
            name,
            qualified: String::new(),
            span: self.source.declared(name_at, span.0, span.1),
            name_at: self.source.point(name_at),
            parent: self.owner(),
            scope: None,
            exported: false,
            modifiers: Modifiers::default(),
            params: Vec::new(),
            labels: Vec::new(),
            returns: None,
            returns_type: None,
            return_values: Vec::new(),
            yields: Vec::new(),
            declared: None,
            declared_text: None,
            initial: Vec::new(),
            receiver: None,
            type_params: Vec::new(),
            bases: Vec::new(),
            decorators: Vec::new(),
            signature: String::new(),
            doc: None,
            preview: String::new(),
            complexity: 0,
        });
        self.graph.symbols.len() as SymbolId - 1
    }

    pub fn symbol_mut(&mut self, id: SymbolId) -> &mut Symbol {
        &mut self.graph.symbols[id as usize]
    }

    /// Notes what a property or variable was given.
    pub fn initial(&mut self, symbol: SymbolId, value: ValueId) {
        push_bounded(&mut self.graph.symbols[symbol as usize].initial, value);
    }

    /// Notes what a function returns.
    pub fn returned(&mut self, symbol: SymbolId, value: ValueId) {
        push_bounded(&mut self.graph.symbols[symbol as usize].return_values, value);
    }

    /// What comes next is inside this symbol.
    pub fn enter(&mut self, symbol: SymbolId) {
        self.owners.push(symbol);
    }

    pub fn leave(&mut self) -> Option<SymbolId> {
        self.owners.pop()
    }

    /// The innermost symbol around.
    pub fn owner(&self) -> Option<SymbolId> {
        self.owners.last().copied()
    }

    /// The innermost symbol around that `wanted` accepts.
    pub fn owner_of(&self, wanted: impl Fn(SymbolKind) -> bool) -> Option<SymbolId> {
        self.owners.iter().rev().find(|id| wanted(self.graph.symbols[**id as usize].kind)).copied()
    }

    /// The innermost symbol that has code of its own: what a call is made by. A class is one for its
    /// field initialisers and decorators.
    pub fn caller(&self) -> Option<SymbolId> {
        use SymbolKind::*;
        self.owner_of(|kind| !matches!(kind, Namespace | Variable | Property | EnumMember | TypeAlias))
    }

    /// Notes a use of a name that is no call; `at` is where the name stands.
    pub fn refer(&mut self, kind: ReferenceKind, value: ValueId, name: NameId, at: u32) {
        let (caller, at) = (self.caller(), self.source.point(at));
        self.graph.references.push(Reference { kind, caller, value, name, at });
    }

    /// The symbol has a body: its complexity counts from 1.
    pub fn has_body(&mut self, symbol: SymbolId) {
        self.graph.symbols[symbol as usize].complexity = 1;
    }

    /// A branch in the innermost symbol that has a body.
    pub fn branch(&mut self) {
        let with_body = self.owners.iter().rev().find(|id| self.graph.symbols[**id as usize].complexity > 0);
        if let Some(id) = with_body {
            self.graph.symbols[*id as usize].complexity += 1;
        }
    }

    /// A statement of which parts run under its condition, which ends at `asked`; the walk comes to it before to what
    /// stands in it. Whether a file is the one that was started is asked of every program that can be imported.
    pub fn conditional(&mut self, start: u32, asked: u32, end: u32) {
        let condition = self.source.slice(start, asked.clamp(start, end));
        if STARTED.iter().any(|it| condition.contains(it)) {
            return;
        }
        let (from, to) = (self.source.line(start), self.source.line(end));
        if self.graph.conditionals.last().is_none_or(|last| last.1 < from) {
            self.graph.conditionals.push((from, to));
        }
    }

    /// The text between two offsets, redacted.
    pub fn redacted(&self, start: u32, end: u32) -> String {
        redact::replace(self.source.slice(start, end), start, &self.secrets).into_owned()
    }

    /// The text between two offsets on one line, redacted, at most `limit` characters of its start.
    pub fn text(&self, start: u32, end: u32, limit: usize) -> String {
        // Spaces and secrets may make it shorter; so much more is looked at, however long it is.
        let reach = self.boundary(end.min(start.saturating_add(8 * limit as u32)));
        let line = text::one_line(&self.redacted(start, reach), self.language.line_comment);
        text::keep_start(line, limit)
    }

    /// The text between two offsets on one line, redacted, at most `limit` characters of its end.
    pub fn text_end(&self, start: u32, end: u32, limit: usize) -> String {
        let reach = self.boundary(start.max(end.saturating_sub(4 * limit as u32)));
        let line = text::one_line(&self.redacted(reach, end), self.language.line_comment);
        text::keep_end(line, limit)
    }

    /// The next offset between two characters. What was mended at a file's end may stand behind it.
    pub(crate) fn boundary(&self, at: u32) -> u32 {
        let mut at = at.min(self.source.text.len() as u32);
        while !self.source.text.is_char_boundary(at as usize) {
            at += 1;
        }
        at
    }

    /// Sets a symbol's signature: the text of the declaration without its body.
    pub fn sign(&mut self, symbol: SymbolId, start: u32, end: u32) {
        let mut signature = self.text(start, end, SIGNATURE_LIMIT);
        signature.truncate(signature.trim_end_matches([' ', '{', ';', ',']).len());
        self.graph.symbols[symbol as usize].signature = signature;
    }

    /// Documentation of which the comment marks are gone already: redacted and bounded, none when empty.
    pub fn doc(&self, clean: &str) -> Option<String> {
        let clean = clean.trim();
        (!clean.is_empty()).then(|| text::keep_start(redact::redact(clean).into_owned(), DOC_LIMIT))
    }

    /// What stands between two offsets was not understood.
    pub fn problem(&mut self, kind: ProblemKind, bytes: Range<u32>, message: impl Into<String>) {
        if self.graph.problems.len() < PROBLEMS_LIMIT {
            let last = self.source.text.len() as u32;
            let at = self.source.point(bytes.start.min(last));
            // A line end belongs to the line that it ends.
            let end_line = self.source.line(bytes.end.min(last).saturating_sub(1)).max(at.line);
            self.graph.problems.push(Problem { kind, at, end_line, message: message.into() });
        }
    }

    /// Counts a step down, to what starts at `byte`; false where the walk has to end.
    pub fn step_down(&mut self, byte: u32) -> bool {
        let goes = self.depth < DEPTH_LIMIT;
        match goes {
            true => self.depth += 1,
            false => self.too_deep(byte),
        }
        goes
    }

    /// Takes back a step that was counted.
    pub fn step_up(&mut self) {
        self.depth -= 1;
    }

    /// Something is nested too deep to be walked; said once a file.
    pub fn too_deep(&mut self, byte: u32) {
        if !self.graph.problems.iter().any(|p| p.kind == ProblemKind::TooDeep) {
            self.problem(ProblemKind::TooDeep, byte..byte, "nested too deep: what is inside was left out");
        }
    }

    /// The graph, with what follows from all of it: qualified names, previews, quotes.
    pub fn finish(mut self, bytes: usize) -> FileGraph {
        self.graph.bytes = bytes as u32;
        self.graph.calls.sort_by_key(|call| call.at);
        self.graph.references.sort_by_key(|reference| reference.at);
        self.qualify();
        self.keep_errors();
        self.keep_constants();
        self.keep_texts();
        self.keep_property_texts();
        self.graph.property_texts.sort_by_key(|(symbol, _)| *symbol);
        self.graph.member_texts.sort_by_key(|(symbol, ..)| *symbol);
        self.keep_secrets();
        crate::flows::keep(&mut self.graph, self.source, self.language);
        for at in 0..self.graph.symbols.len() {
            let symbol = &self.graph.symbols[at];
            let preview = self.preview(symbol.span, symbol.kind == SymbolKind::Variable);
            self.graph.symbols[at].preview = preview;
        }
        let calls = self.graph.calls.iter().map(|call| call.at.line);
        let references = self.graph.references.iter().map(|reference| reference.at.line);
        let imports = self.graph.imports.iter().map(|import| import.line);
        let mut lines: Vec<u32> = calls.chain(references).chain(imports).collect();
        lines.sort_unstable();
        lines.dedup();
        self.graph.quotes = lines.into_iter().map(|line| (line, self.quote(line))).collect();
        self.graph
    }

    fn quote(&self, line: u32) -> String {
        let (start, end) = self.source.line_bounds(line);
        // Of an endless line the start is as good as any part.
        let end = self.boundary(end.min(start.saturating_add(16 * QUOTE_LIMIT as u32)));
        text::keep_start(self.redacted(start, end).trim().to_owned(), QUOTE_LIMIT)
    }

    /// How a symbol is written, up to a number of lines: of a variable those of comments do not count, which may say more
    /// than what it holds.
    fn preview(&self, span: Span, is_held: bool) -> String {
        let mut last = (span.start.line + PREVIEW_LINES - 1).min(span.end.line);
        if is_held && last < span.end.line {
            last = self.last_line_of_code(span);
        }
        let end = if last == span.end.line { span.end.byte } else { self.source.line_bounds(last).1 };
        let end = self.boundary(end.min(span.start.byte.saturating_add(4 * PREVIEW_LIMIT as u32)));
        text::keep_start(self.redacted(span.start.byte, end).trim_end().to_owned(), PREVIEW_LIMIT)
    }

    /// The last of the first lines that are no comments as a whole.
    fn last_line_of_code(&self, span: Span) -> u32 {
        let mut left = PREVIEW_LINES;
        let mut last = span.start.line;
        for line in span.start.line..=span.end.line.min(span.start.line + 4 * PREVIEW_LINES) {
            let (start, end) = self.source.line_bounds(line);
            let end = self.boundary(end.min(start.saturating_add(QUOTE_LIMIT as u32)));
            let code = self.source.slice(start, end.max(start)).trim_start();
            let is_comment =
                ["//", "/*", "* ", "*/"].iter().any(|mark| code.starts_with(mark)) || code.trim_end() == "*";
            left -= u32::from(!is_comment);
            last = line;
            if left == 0 {
                break;
            }
        }
        last
    }
}

/// Keeps a list of values within [`VALUES_LIMIT`].
pub fn push_bounded(list: &mut Vec<ValueId>, value: ValueId) {
    if list.len() < VALUES_LIMIT && !list.contains(&value) {
        list.push(value);
    }
}
