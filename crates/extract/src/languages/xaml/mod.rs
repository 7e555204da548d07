//! XAML: a page is a part of the class that its root names, beside the code behind it. Elements with names are
//! members of that class, resources are symbols, handlers and controls of the repository are uses of them.

mod reader;

#[cfg(test)]
mod spec;

use crate::builder::{Builder, TEXT_LIMIT};
use facts::*;
use reader::{Attribute, Piece, Reader, Tag};
use rustc_hash::FxHashMap;

/// Ends of the names of events.
const EVENTS: &[&str] = &[
    "Changed",
    "Changing",
    "CanExecute",
    "Checked",
    "Click",
    "Closed",
    "Closing",
    "Collapsed",
    "Completed",
    "Deleted",
    "Down",
    "Drop",
    "Enter",
    "Error",
    "Executed",
    "Expanded",
    "Failed",
    "Focus",
    "Handler",
    "Initialized",
    "Input",
    "Invoked",
    "Leave",
    "Loaded",
    "Move",
    "Navigated",
    "Navigating",
    "Opened",
    "Opening",
    "Over",
    "Pressed",
    "Released",
    "Selected",
    "Started",
    "Starting",
    "Tapped",
    "Unchecked",
    "Unloaded",
    "Unselected",
    "Up",
    "Updated",
    "Wheel",
];

/// Fills the graph of a XAML file.
pub fn extract(b: &mut Builder) {
    b.scope(ScopeKind::Module, None, None);
    let text = b.source.text.as_str();
    let mut page = Page { b, text, prefixes: FxHashMap::default(), class: None, open: Vec::new() };
    for tag in Reader::new(text) {
        match tag {
            Tag::Open { whole, name, attributes, closed } => page.open(whole, name, &attributes, closed),
            Tag::Close { whole, name } => page.close(whole, name),
        }
    }
    page.finish();
}

struct Page<'b, 's> {
    b: &'b mut Builder<'s>,
    text: &'s str,
    /// What each prefix stands for: a namespace of C#. Prefixes of other kinds are not among them.
    prefixes: FxHashMap<&'s str, &'s str>,
    class: Option<SymbolId>,
    /// The open elements, and the symbols that end with them.
    open: Vec<(&'s str, Vec<SymbolId>)>,
}

impl<'s> Page<'_, 's> {
    fn str(&self, piece: Piece) -> &'s str {
        &self.text[piece.start..piece.end]
    }

    fn open(&mut self, whole: Piece, name: Piece, attributes: &[Attribute], closed: bool) {
        attributes.iter().for_each(|it| self.import(it));
        let element = self.str(name);
        let mut symbols = Vec::new();
        let given = |page: &Self, wanted: &[&str]| {
            attributes.iter().find(|it| wanted.contains(&page.str(it.name))).map(|it| it.value)
        };
        if self.open.is_empty()
            && let Some(class) = given(self, &["x:Class"])
        {
            symbols.extend(self.class(class, whole, element));
        }
        let ty = self.element_type(element);
        if let (Some(ty), false) = (ty, element.contains('.')) {
            self.uses(ReferenceKind::Jsx, ty, name);
        }
        for (wanted, kind) in [(&["x:Name", "Name"][..], SymbolKind::Property), (&["x:Key"][..], SymbolKind::Variable)]
        {
            if let Some(value) = given(self, wanted).filter(|it| is_name(self.str(*it))) {
                symbols.push(self.named(kind, value, whole, element, ty));
            }
        }
        attributes.iter().for_each(|it| self.attribute(it));
        if !closed {
            self.open.push((element, symbols));
        }
    }

    fn close(&mut self, whole: Piece, name: Piece) {
        let name = self.str(name);
        let Some(at) = self.open.iter().rposition(|(open, _)| *open == name) else { return };
        for (_, symbols) in self.open.split_off(at) {
            symbols.into_iter().for_each(|symbol| self.end(symbol, whole.end));
        }
    }

    fn end(&mut self, symbol: SymbolId, end: usize) {
        let start = self.b.graph.symbols[symbol as usize].span.start.byte;
        self.b.graph.symbols[symbol as usize].span = self.b.source.span(start, end as u32);
    }

    fn finish(mut self) {
        if let Some((element, _)) = self.open.first() {
            let message = format!("{element} is not closed");
            let end = self.text.len() as u32;
            self.b.problem(ProblemKind::Syntax, end..end, message);
        }
        for (_, symbols) in std::mem::take(&mut self.open) {
            symbols.into_iter().for_each(|symbol| self.end(symbol, self.text.len()));
        }
    }

    /// `xmlns:local="clr-namespace:A.B;assembly=C"`, `xmlns:local="using:A.B"`
    fn import(&mut self, attribute: &Attribute) {
        let Some(prefix) = self.str(attribute.name).strip_prefix("xmlns:") else { return };
        let value = self.str(attribute.value);
        let namespace = value.strip_prefix("clr-namespace:").or_else(|| value.strip_prefix("using:"));
        let Some(namespace) = namespace.map(|it| it.split(';').next().unwrap_or_default().trim()) else { return };
        self.prefixes.insert(prefix, namespace);
        let names = vec![ImportedName { imported: Imported::Module, local: self.b.name(prefix), type_only: false }];
        let line = self.b.source.line(attribute.name.start as u32);
        let specifier = namespace.to_owned();
        self.b.graph.imports.push(Import { specifier, names, type_only: false, dynamic: false, line });
    }

    /// The class that the page is a part of. Its binding has no name: the code behind it declares the class.
    fn class(&mut self, value: Piece, whole: Piece, element: &str) -> Option<SymbolId> {
        let full = self.str(value);
        let (package, name) = full.rsplit_once('.').unwrap_or(("", full));
        if !is_name(name) {
            return None;
        }
        self.b.graph.package = (!package.is_empty()).then(|| package.to_owned());
        let at = (value.end - name.len()) as u32;
        let symbol = self.b.symbol(SymbolKind::Class, name, at, (whole.start as u32, whole.end as u32));
        let made = self.b.symbol_mut(symbol);
        made.exported = true;
        made.modifiers = made.modifiers.with(Modifiers::PARTIAL, true);
        let nothing = self.b.name("");
        let binding = self.b.binding(nothing, 0, BindingKind::Class, self.b.source.line(at));
        self.b.binding_mut(binding).symbol = Some(symbol);
        if let Some(ty) = self.element_type(element).or_else(|| self.framework_type(element)) {
            let line = self.b.source.line(whole.start as u32);
            let base = Base { relation: Relation::Extends, ty, text: element.to_owned(), line };
            self.b.symbol_mut(symbol).bases.push(base);
        }
        self.b.sign(symbol, whole.start as u32, whole.end as u32);
        self.b.enter(symbol);
        self.class = Some(symbol);
        Some(symbol)
    }

    fn named(&mut self, kind: SymbolKind, value: Piece, whole: Piece, element: &str, ty: Option<TypeId>) -> SymbolId {
        let name = self.str(value);
        let symbol = self.b.symbol(kind, name, value.start as u32, (whole.start as u32, whole.end as u32));
        let ty = ty.or_else(|| self.framework_type(element));
        let text = self.b.text(whole.start as u32, whole.end as u32, TEXT_LIMIT);
        let made = self.b.symbol_mut(symbol);
        made.exported = true;
        (made.declared, made.declared_text, made.signature) = (ty, Some(element.to_owned()), text);
        symbol
    }

    fn attribute(&mut self, attribute: &Attribute) {
        let (name, value) = (self.str(attribute.name), self.str(attribute.value));
        if value.starts_with('{') {
            return self.markup(attribute.value);
        }
        let event = name.rsplit(['.', ':']).next().unwrap_or_default();
        let is_event = EVENTS.iter().any(|end| event.ends_with(end)) || value.starts_with("On") || value.contains('_');
        let is_own = name.starts_with("x:") || matches!(name, "Name" | "Key" | "Property" | "TargetName" | "Event");
        if self.class.is_none() || !is_event || is_own || !is_name(value) {
            return;
        }
        let object = self.b.value(Value::This { owner: self.class });
        let id = self.b.name(value);
        let handler = self.b.value(Value::Member { object, name: id });
        self.reference(ReferenceKind::Callback, handler, id, attribute.value.start);
    }

    /// `{x:Type local:A}`, `{x:Static local:A.B}`: the classes that are named in it.
    fn markup(&mut self, value: Piece) {
        let text = self.str(value);
        for mark in ["x:Type ", "x:Static ", "x:StaticExtension ", "DesignInstance "] {
            let mut from = 0;
            while let Some(found) = text[from..].find(mark) {
                from += found + mark.len();
                let rest = &text[from..];
                let end = rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, ':' | '_')).unwrap_or(rest.len());
                if let Some(ty) = self.element_type(&rest[..end]) {
                    let start = value.start + from;
                    self.uses(ReferenceKind::Callback, ty, Piece { start, end: start + end });
                }
            }
        }
    }

    /// The type that `prefix:Name` names in C#'s namespaces.
    fn element_type(&mut self, element: &str) -> Option<TypeId> {
        let (prefix, name) = element.split_once(':')?;
        let namespace = self.prefixes.get(prefix).copied()?;
        let name = name.split('.').next()?;
        let path = namespace.split('.').chain([name]).map(|part| self.b.name(part)).collect();
        Some(self.b.ty(Type::Name { path, scope: 0, root: None, arguments: Vec::new() }))
    }

    /// The type of an element without a prefix: the framework's own.
    fn framework_type(&mut self, element: &str) -> Option<TypeId> {
        let name = Some(element).filter(|it| !it.contains([':', '.']))?;
        let path = ["System", "Windows", "Controls", name].map(|part| self.b.name(part)).to_vec();
        Some(self.b.ty(Type::Name { path, scope: 0, root: None, arguments: Vec::new() }))
    }

    fn uses(&mut self, kind: ReferenceKind, ty: TypeId, written: Piece) {
        let ty = self.b.ty(Type::ClassOf { inner: ty });
        let value = self.b.value(Value::Cast { ty });
        let text = self.str(written);
        let name = text.rsplit(':').next().unwrap_or_default();
        let id = self.b.name(name);
        self.reference(kind, value, id, written.end - name.len());
    }

    fn reference(&mut self, kind: ReferenceKind, value: ValueId, name: NameId, at: usize) {
        let (caller, at) = (self.class, self.b.source.point(at as u32));
        self.b.graph.references.push(Reference { kind, caller, value, name, at });
    }
}

/// Whether a text is a name as C# has them.
fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_') && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}
