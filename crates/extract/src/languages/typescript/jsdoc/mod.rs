//! Types that JavaScript declares in documentation comments: `@param`, `@returns`, `@type`, `@typedef`, `@callback`.

mod reader;
mod tags;

use super::*;
use crate::builder::TEXT_LIMIT;
use reader::Reader;
use syntax::oxc::ast::ast::*;
use syntax::oxc::syntax::scope::ScopeId as OxcScope;
use tags::{Tag, tags};

impl<'a> Walk<'_, '_> {
    /// The tags of the documentation that stands before a place, where that declares types.
    fn tags_at(&self, start: u32) -> Vec<Tag> {
        if !self.documents_types {
            return Vec::new();
        }
        let Some(last) = self.docs.partition_point(|(at, _)| *at <= start).checked_sub(1) else { return Vec::new() };
        let (at, span) = self.docs[last];
        if at == start { tags(self.b.source.slice(span.start, span.end)) } else { Vec::new() }
    }

    /// Gives a function what its documentation declares and its text does not.
    pub fn documented_function(&mut self, symbol: SymbolId, params: &FormalParameters<'a>) {
        let start = self.b.graph.symbols[symbol as usize].span.start.byte;
        let all = self.tags_at(start);
        // What a getter is of is what it gives.
        let of_type = self.b.graph.symbols[symbol as usize].kind == SymbolKind::Getter;
        for tag in &all {
            let Some(text) = &tag.ty else { continue };
            let is_result = matches!(tag.kind.as_str(), "returns" | "return") || of_type && tag.kind == "type";
            match tag {
                _ if tag.is_param() => self.documented_param(symbol, tag, text, start),
                _ if is_result && self.b.graph.symbols[symbol as usize].returns_type.is_none() => {
                    let Some(ty) = self.documented(text, start) else { continue };
                    let made = self.b.symbol_mut(symbol);
                    (made.returns, made.returns_type) = (Some(short(text)), Some(ty));
                }
                _ => {}
            }
        }
        self.documented_parts(symbol, &all, params, start);
    }

    /// `@param {Object} options`, `@param {T} options.a`: what documentation says of a parameter's members. A parameter
    /// that is taken apart has no name: it is the one that is documented at its position.
    fn documented_parts(&mut self, symbol: SymbolId, all: &[Tag], params: &FormalParameters<'a>, at: u32) {
        let documented: Vec<&Tag> = all.iter().filter(|tag| tag.is_param()).collect();
        let wholes = documented.iter().filter(|tag| !tag.name.contains('.'));
        for (position, whole) in wholes.enumerate() {
            let mut members = Vec::new();
            for part in &documented {
                let Some(name) = part.name.strip_prefix(&whole.name).and_then(|rest| rest.strip_prefix('.')) else {
                    continue;
                };
                if !name.is_empty() && !name.contains('.') {
                    let ty = part.ty.as_deref().and_then(|text| self.documented(text, at));
                    let ty = ty.unwrap_or_else(|| self.b.ty(Type::Unknown));
                    members.push((self.b.name(name), ty));
                }
            }
            let name = self.b.name(&whole.name);
            let listed = &self.b.graph.symbols[symbol as usize].params;
            let nth = listed.iter().position(|param| param.name == name);
            let taken_apart = |nth: &usize| listed.get(*nth).is_some_and(|param| param.binding.is_none());
            let Some(nth) = nth.or(Some(position).filter(taken_apart)) else { continue };
            let Some(param) = params.items.get(nth).filter(|_| listed[nth].declared.is_none()) else { continue };
            let ty = match (&members[..], &whole.ty) {
                ([], Some(text)) if listed[nth].binding.is_none() => self.documented(text, at),
                ([], _) => None,
                _ => Some(self.b.ty(Type::Object { members })),
            };
            let Some(ty) = ty else { continue };
            let listed = &mut self.b.symbol_mut(symbol).params[nth];
            listed.declared = Some(ty);
            match listed.binding {
                Some(binding) => self.b.binding_mut(binding).declared = Some(ty),
                None => {
                    let value = self.of_type(ty);
                    self.destructure(&param.pattern, value);
                }
            }
        }
    }

    fn documented_param(&mut self, symbol: SymbolId, tag: &Tag, text: &str, at: u32) {
        let name = self.b.name(&tag.name);
        let params = &self.b.graph.symbols[symbol as usize].params;
        let Some(nth) = params.iter().position(|p| p.name == name && p.declared.is_none()) else { return };
        let (binding, rest) = (params[nth].binding, params[nth].rest);
        let Some(mut ty) = self.documented(text, at) else { return };
        if rest && !matches!(self.b.graph.types[ty as usize], Type::List { .. }) {
            ty = self.b.ty(Type::List { element: ty });
        }
        let param = &mut self.b.symbol_mut(symbol).params[nth];
        (param.declared, param.type_text) = (Some(ty), Some(short(text)));
        param.optional |= tag.optional;
        if let Some(binding) = binding {
            self.b.binding_mut(binding).declared = Some(ty);
        }
    }

    /// The type that `@type` before a place declares, and how it is written.
    pub fn documented_type(&mut self, start: u32) -> Option<(TypeId, String)> {
        let tag = self.tags_at(start).into_iter().find(|tag| tag.kind == "type")?;
        let text = tag.ty?;
        Some((self.documented(&text, start)?, short(&text)))
    }

    /// Gives a property or variable the type that its documentation declares.
    pub fn documented_holder(&mut self, symbol: SymbolId, start: u32) {
        let made = &self.b.graph.symbols[symbol as usize];
        if made.declared.is_some() || !matches!(made.kind, SymbolKind::Property | SymbolKind::Variable) {
            return;
        }
        if let Some((ty, text)) = self.documented_type(start) {
            let made = self.b.symbol_mut(symbol);
            (made.declared, made.declared_text) = (Some(ty), Some(text));
        }
    }

    /// Declares the types that comments define: `@typedef {T} A`, with `@property`s, `@callback A`.
    pub fn documented_types(&mut self) {
        if !self.documents_types {
            return;
        }
        let mut found = Vec::new();
        for (_, span) in &self.docs {
            let text = self.b.source.slice(span.start, span.end);
            if !text.contains("@typedef") && !text.contains("@callback") {
                continue;
            }
            let mut group: Option<Vec<Tag>> = None;
            for tag in tags(text) {
                if matches!(tag.kind.as_str(), "typedef" | "callback") {
                    found.extend(group.replace(vec![tag]).map(|group| (group, *span)));
                } else if let Some(group) = &mut group {
                    group.push(tag);
                }
            }
            found.extend(group.map(|group| (group, *span)));
        }
        let mut declared = Vec::with_capacity(found.len());
        for (group, span) in found {
            let name = group[0].name.clone();
            let plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
            let taken = self.scoping.get_root_binding(name.as_str().into()).is_some();
            if !plain || taken || self.documented_names.contains_key(&name) {
                continue;
            }
            let at =
                self.b.source.slice(span.start, span.end).find(&name).map_or(span.start, |at| span.start + at as u32);
            let symbol = self.b.symbol(SymbolKind::TypeAlias, &name, at, (span.start, span.end));
            let id = self.b.name(&name);
            let line = self.b.source.line(at);
            let binding = self.b.binding(id, 0, BindingKind::Type, line);
            self.b.binding_mut(binding).symbol = Some(symbol);
            self.documented_names.insert(name, binding);
            declared.push((symbol, binding, group, at));
        }
        // Types that refer to each other: all are bound before any is read.
        for (symbol, binding, group, at) in declared {
            let ty = self.defined(&group, at);
            let made = self.b.symbol_mut(symbol);
            (made.declared, made.declared_text) = (ty, group[0].ty.as_deref().map(short));
            self.export_symbol(symbol, false, binding, at);
        }
    }

    /// What `@typedef` or `@callback` with what follows it stands for.
    fn defined(&mut self, group: &[Tag], at: u32) -> Option<TypeId> {
        let (first, rest) = group.split_first()?;
        if first.kind == "callback" {
            let mut params = Vec::new();
            for tag in rest.iter().filter(|tag| tag.kind == "param") {
                let ty = tag.ty.as_deref().and_then(|text| self.documented(text, at));
                params.push(ty.unwrap_or_else(|| self.b.ty(Type::Unknown)));
            }
            let returns = rest.iter().find(|tag| matches!(tag.kind.as_str(), "returns" | "return"));
            let returns = returns.and_then(|tag| tag.ty.as_deref()).and_then(|text| self.documented(text, at));
            return Some(self.b.ty(Type::Function { params, returns }));
        }
        let mut members = Vec::new();
        for tag in rest.iter().filter(|tag| matches!(tag.kind.as_str(), "property" | "prop")) {
            let ty = tag.ty.as_deref().and_then(|text| self.documented(text, at));
            let ty = ty.unwrap_or_else(|| self.b.ty(Type::Unknown));
            members.push((self.b.name(&tag.name), ty));
        }
        if !members.is_empty() {
            return Some(self.b.ty(Type::Object { members }));
        }
        self.documented(first.ty.as_deref()?, at)
    }

    /// The type that a documentation's text stands for; none where it says nothing or cannot be read.
    fn documented(&mut self, text: &str, at: u32) -> Option<TypeId> {
        let scope = self.b.owner().and_then(|at| self.b.graph.symbols[at as usize].scope).unwrap_or(0);
        Reader::new(self, text, scope, at).read()
    }

    /// The binding that a type's name has in documentation.
    fn documented_name(&self, name: &str, scope: ScopeId, as_type: bool) -> Option<BindingId> {
        if let Some(binding) = self.documented_names.get(name) {
            return Some(*binding);
        }
        let found = self.scoping.find_binding(OxcScope::from_usize(scope as usize), name.into())?;
        let binding = found.index() as BindingId;
        Some(if as_type { self.type_bindings.get(&binding).copied().unwrap_or(binding) } else { binding })
    }
}

fn short(text: &str) -> String {
    text.chars().take(TEXT_LIMIT).collect()
}
