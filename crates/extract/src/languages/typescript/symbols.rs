//! Symbols: names, places, documentation, signatures, and whether they leave the file.

use super::*;
use crate::builder::TEXT_LIMIT;
use syntax::oxc::ast::ast::{BindingIdentifier, Decorator as Decoration, PropertyKey, TSAccessibility};
use syntax::oxc::span::GetSpan;

/// An initial value up to this many bytes is a part of a variable's signature.
const SHORT_VALUE: u32 = 100;

impl Walk<'_, '_> {
    /// A symbol for a declaration at `span` that binds `id`, under the lead of its statement.
    pub fn declare(&mut self, kind: SymbolKind, id: &BindingIdentifier, span: At) -> SymbolId {
        let lead = self.lead;
        let symbol = self.symbol(kind, &id.name, id.span.start, span);
        let Some(binding) = self.binding_of(id, matches!(kind, SymbolKind::Interface | SymbolKind::TypeAlias)) else {
            return symbol;
        };
        self.bind(binding, symbol);
        if lead.exported {
            self.export_symbol(symbol, lead.default, binding, id.span.start);
        }
        symbol
    }

    /// The binding of a declared name; of one that is a type and a value, the type's where asked for.
    pub fn binding_of(&self, id: &BindingIdentifier, as_type: bool) -> Option<BindingId> {
        let binding = id.symbol_id.get()?.index() as BindingId;
        Some(if as_type { self.type_bindings.get(&binding).copied().unwrap_or(binding) } else { binding })
    }

    /// The first declaration of a name is its binding's symbol, but a body goes before a signature, and
    /// a class before an interface.
    pub fn bind(&mut self, binding: BindingId, symbol: SymbolId) {
        let weak = |at: SymbolId| {
            let symbol = &self.b.graph.symbols[at as usize];
            symbol.modifiers.has(Modifiers::OVERLOAD) || symbol.kind == SymbolKind::Interface
        };
        let slot = self.b.graph.bindings[binding as usize].symbol;
        if slot.is_none_or(weak) {
            self.b.binding_mut(binding).symbol = Some(symbol);
        }
    }

    /// A symbol inside the owner, which takes the lead of its statement: where that starts and its
    /// documentation.
    pub fn symbol(&mut self, kind: SymbolKind, name: &str, name_at: u32, span: At) -> SymbolId {
        let start = std::mem::take(&mut self.lead).start.unwrap_or(span.start).min(span.start);
        let symbol = self.b.symbol(kind, name, name_at, (start, span.end));
        let doc = self.doc(start);
        let ambient = self.ambient;
        let made = self.b.symbol_mut(symbol);
        made.doc = doc;
        made.modifiers = made.modifiers.with(Modifiers::AMBIENT, ambient);
        symbol
    }

    /// The documentation that stands before a place.
    fn doc(&self, start: u32) -> Option<String> {
        let last = self.docs.partition_point(|(at, _)| *at <= start).checked_sub(1)?;
        let (at, span) = self.docs[last];
        (at == start).then(|| self.b.doc(&without_stars(self.b.source.slice(span.start, span.end))))?
    }

    /// Sets the signature: from the symbol's start to where its body starts.
    pub fn sign(&mut self, symbol: SymbolId, end: u32) {
        let start = self.b.graph.symbols[symbol as usize].span.start.byte;
        self.b.sign(symbol, start, end);
    }

    /// The signature of what holds a value: with it when it is short.
    pub fn sign_holder(&mut self, symbol: SymbolId, start: u32, end: u32, value: Option<At>) {
        let end = match value {
            Some(value) if value.size() > SHORT_VALUE => value.start,
            _ => end,
        };
        self.b.sign(symbol, start, end);
        let made = self.b.symbol_mut(symbol);
        made.signature.truncate(made.signature.trim_end_matches([' ', '=', ':']).len());
    }

    pub fn member_modifiers(&mut self, symbol: SymbolId, is_static: bool, access: Option<TSAccessibility>) {
        let made = &self.b.graph.symbols[symbol as usize];
        let hidden = access == Some(TSAccessibility::Private) || self.b.graph.name(made.name).starts_with('#');
        let made = self.b.symbol_mut(symbol);
        made.modifiers = made
            .modifiers
            .with(Modifiers::STATIC, is_static)
            .with(Modifiers::PRIVATE, hidden)
            .with(Modifiers::PROTECTED, access == Some(TSAccessibility::Protected));
    }

    /// Decorators that were walked already.
    pub fn decorate(&mut self, symbol: SymbolId, list: &[Decoration]) {
        for decorator in list {
            let text = self.text(decorator.expression.span(), TEXT_LIMIT);
            let (value, given) = self.decorator_value(decorator);
            self.b.symbol_mut(symbol).decorators.push(Decorator { text, value, given });
        }
    }

    /// The name of a member and where it stands. A computed one keeps its brackets.
    pub fn key(&self, key: &PropertyKey, computed: bool) -> (String, u32) {
        let span = key.span();
        match key {
            PropertyKey::StaticIdentifier(id) => (id.name.to_string(), span.start),
            PropertyKey::PrivateIdentifier(id) => (format!("#{}", id.name), span.start),
            PropertyKey::StringLiteral(text) => (text.value.to_string(), span.start),
            _ => match key.static_name() {
                Some(name) if !computed => (name.into_owned(), span.start),
                _ => {
                    let before = self.b.source.slice(0, span.start);
                    let open = before.len() - before.trim_end().len() + 1;
                    (format!("[{}]", self.text(span, TEXT_LIMIT)), span.start.saturating_sub(open as u32))
                }
            },
        }
    }

    /// Exports by name mark their symbols; what is visible in a visible thing is visible too.
    pub fn mark_exported(&mut self) {
        let graph = &mut self.b.graph;
        for export in &graph.exports {
            let default = graph.names[export.name as usize] == "default";
            let values = match &export.what {
                Exported::Local(binding) => {
                    let symbol = graph.bindings[*binding as usize].symbol;
                    mark(&mut graph.symbols, symbol, default);
                    continue;
                }
                // What an exported object holds is exported with it.
                Exported::Value(value) => match &graph.values[*value as usize] {
                    Value::Object { members, .. } => members.iter().map(|(_, value)| (*value, false)).collect(),
                    _ => vec![(*value, default)],
                },
                _ => continue,
            };
            for (value, default) in values {
                let symbol = match graph.values[value as usize] {
                    Value::Function { symbol, .. } => symbol,
                    Value::Class { symbol } => Some(symbol),
                    Value::Name { binding, .. } => binding.and_then(|at| graph.bindings[at as usize].symbol),
                    _ => None,
                };
                mark(&mut graph.symbols, symbol, default);
            }
        }
        for id in 0..graph.symbols.len() {
            let symbol = &graph.symbols[id];
            let Some(parent) = symbol.parent.map(|at| &graph.symbols[at as usize]) else { continue };
            let inherits = match parent.kind {
                SymbolKind::Namespace => symbol.exported || parent.modifiers.has(Modifiers::AMBIENT),
                SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor => false,
                _ => !symbol.modifiers.has(Modifiers::PRIVATE),
            };
            let exported = inherits && parent.exported;
            graph.symbols[id].exported = exported;
        }
    }
}

fn mark(symbols: &mut Arena<Symbol>, symbol: Option<SymbolId>, default: bool) {
    if let Some(symbol) = symbol {
        let made = &mut symbols[symbol as usize];
        made.exported = true;
        made.modifiers = made.modifiers.with(Modifiers::DEFAULT, default);
    }
}

/// The text of a documentation comment without its stars.
fn without_stars(comment: &str) -> String {
    let mut out = String::with_capacity(comment.len());
    for line in comment.lines() {
        let line = line.trim_start();
        let line = line.strip_prefix('*').map_or(line, |rest| rest.strip_prefix(' ').unwrap_or(rest));
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
