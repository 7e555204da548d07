//! Settings that the fields of a class are: pydantic's `class Settings(BaseSettings): port: int = 80` reads `PORT`.

use crate::naming::entities::Entity;
use crate::rows::meaning::Site;
use crate::rows::meaning::places::found::Found;
use crate::rows::{TEXT, Writer, clip, flag};
use crate::values::types::{Decl, Head};
use facts::unit::Cell;
use facts::{Modifiers, Shape, Symbol, SymbolId, SymbolKind, TypeId};
use rules::Clause;

/// What says of a field how it is filled.
const FIELD: &str = "Field";
/// Members of a class that say how its settings are read.
const SAYING: [&str; 2] = ["model_config", "Config"];
/// More classes above a class are not looked at.
const MAX_BASES: usize = 16;
/// A field without which there is no instance: `name: str = Field(...)`.
const REQUIRED: &str = "(...";

/// What takes a field's place where it is not set.
enum Default {
    None,
    /// Something that is no literal.
    Some,
    Told(String),
}

impl<'g> Writer<'_, 'g> {
    /// A row for each field of a class, by the name that the field is given for the environment, or by its own behind
    /// what the class puts in front of all.
    pub fn setting_fields(&mut self, clause: &Clause, site: &Site<'g>) {
        let Some(class) = site.decorated else { return };
        let prefix = self.literal(site, &clause.on);
        // What a class of the repository says of its settings is not looked into.
        if prefix.is_none() && self.is_told_by_base(class) {
            return;
        }
        let graph = self.graph;
        for (id, symbol) in graph.symbols.iter().enumerate() {
            let id = id as SymbolId;
            let name = graph.name(symbol.name);
            let is_field = symbol.parent == Some(class)
                && symbol.kind == SymbolKind::Property
                && !symbol.modifiers.has(Modifiers::STATIC)
                && !name.starts_with('_');
            let Some(ty) = symbol.declared.filter(|_| is_field) else { continue };
            if self.is_group(ty) {
                continue;
            }
            let made = self.call_making(id).map(|call| Site::of_call(graph, call));
            let given = made.and_then(|made| self.literal(&made, &clause.name));
            let own = || format!("{}{name}", prefix.as_deref().unwrap_or_default()).to_uppercase();
            let variable = given.map_or_else(own, |it| it.into_owned());
            let default = match made {
                Some(made) if made.name == FIELD => self.default_given(clause, &made, symbol),
                Some(_) => Default::Some,
                None => default_written(symbol),
            };
            let told = match &default {
                Default::Told(text) if !text.is_empty() => clip(text, 200),
                _ => Cell::Null,
            };
            let is_set = !matches!(default, Default::None);
            let row = [
                clip(&variable, TEXT),
                self.id(id).into(),
                self.path(),
                symbol.name_at.line.into(),
                flag(is_set),
                told,
                clip(&clause.framework, 40),
                flag(!is_set && !is_nothing(symbol)),
            ];
            self.unit.push("environment_uses", &row);
        }
    }

    /// Whether a class of the repository that a class extends may say what stands in front of its settings.
    fn is_told_by_base(&mut self, class: SymbolId) -> bool {
        let mut open = vec![Decl { file: self.file, symbol: class }];
        let mut seen = 0;
        while let Some(decl) = open.pop() {
            let (Some(source), Some((_, symbol))) = (self.project.source(decl.file), self.project.symbol(decl)) else {
                continue;
            };
            seen += 1;
            let mut says = |name| source.children_named(decl.symbol, self.project.names.intern(name)).next().is_some();
            if seen > 1 && (seen > MAX_BASES || SAYING.into_iter().any(&mut says)) {
                return true;
            }
            for base in &symbol.bases {
                if let Entity::Symbol(base) = self.eval.named_by(source, decl.file, base.ty) {
                    open.push(base);
                }
            }
        }
        false
    }

    /// Whether a field holds an instance of a class of the repository, whose fields have names of their own. An
    /// enumeration is one value.
    fn is_group(&mut self, ty: TypeId) -> bool {
        let ty = self.eval.declared(self.file, ty, None);
        let Head::Instance(class, _) = *self.eval.types.head(ty) else { return false };
        !self.outer_bases(class).iter().any(|base| base.starts_with("enum."))
    }

    fn default_given(&mut self, clause: &Clause, made: &Site<'g>, symbol: &Symbol) -> Default {
        if symbol.signature.contains(REQUIRED) {
            return Default::None;
        }
        match self.find(made, &clause.default).into_iter().next() {
            None => Default::None,
            Some(Found::Shape(Shape::Value(_))) => Default::Some,
            Some(found) => match self.texts(&found).into_iter().next() {
                Some(text) if text == "None" => Default::None,
                Some(text) => Default::Told(text.into_owned()),
                None => Default::Some,
            },
        }
    }
}

/// The literal that a field is declared to hold, or that it holds something else.
fn default_written(symbol: &Symbol) -> Default {
    let Some((_, text)) = symbol.signature.split_once('=').filter(|_| !symbol.initial.is_empty()) else {
        return Default::None;
    };
    let text = text.trim();
    let quote = text.chars().next().filter(|it| matches!(it, '"' | '\''));
    // What stands behind a `#` is a comment, but for that in a text.
    let text = if quote.is_none() { text.split('#').next().unwrap_or_default().trim_end() } else { text };
    match quote.and_then(|quote| text[1..].strip_suffix(quote)) {
        Some(text) => Default::Told(text.to_owned()),
        None if text == "None" => Default::None,
        None if text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-')) => {
            Default::Told(text.to_owned())
        }
        None => Default::Some,
    }
}

/// Whether a field is declared to hold nothing: `= None`, `= Field(None)`, `= Field(default=None)`.
fn is_nothing(symbol: &Symbol) -> bool {
    let text: String = symbol.signature.split_whitespace().collect();
    text.ends_with("=None") || text.contains("(None") || text.contains("default=None")
}
