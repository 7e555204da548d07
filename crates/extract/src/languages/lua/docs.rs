//! Documentation: the comment above a declaration, and what its tags declare (LuaLS's and EmmyLua's `---@param`,
//! LDoc's `@tparam`).

use super::{Walk, Walker, start};
use facts::*;
use syntax::tree_sitter::Node;

/// Lines of a comment that are read at most.
const LINES: usize = 300;

#[derive(Default)]
pub struct Docs<'s> {
    /// The text without tags.
    pub text: String,
    pub params: Vec<Typed<'s>>,
    pub fields: Vec<Typed<'s>>,
    pub returns: Option<&'s str>,
    pub ty: Option<&'s str>,
    /// The name of a class and those of its bases.
    pub class: Option<(&'s str, Vec<&'s str>)>,
    pub alias: Option<(&'s str, &'s str)>,
    pub generics: Vec<&'s str>,
}

/// A name and what follows, which starts with its type.
pub struct Typed<'s> {
    pub name: &'s str,
    pub ty: &'s str,
    pub optional: bool,
}

impl<'s> Docs<'s> {
    /// What `---@type A, B` says of the nth name.
    pub fn type_of(&self, at: usize) -> Option<&'s str> {
        let mut depth = 0i32;
        let divides = move |c: char| {
            depth += i32::from("<({[".contains(c)) - i32::from(">)}]".contains(c));
            c == ',' && depth == 0
        };
        self.ty?.split(divides).nth(at).map(str::trim)
    }

    fn read(lines: &[&'s str]) -> Self {
        let mut docs = Self::default();
        for line in lines {
            let marks = line.len() - line.trim_start_matches('-').len();
            let rest = line[marks..].trim();
            let Some(tag) = rest.strip_prefix('@') else {
                if !(rest.starts_with('|') && marks == 3) {
                    docs.text.push_str(rest);
                    docs.text.push('\n');
                }
                continue;
            };
            let (word, rest) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
            docs.tag(word, rest.trim(), marks == 3);
        }
        docs
    }

    fn tag(&mut self, word: &'s str, rest: &'s str, typed: bool) {
        let split = |text: &'s str| text.split_once(char::is_whitespace).map_or((text, ""), |(a, b)| (a, b.trim()));
        match word {
            "param" | "vararg" if typed => self.params.extend(named(rest)),
            "field" if typed => {
                let (first, behind) = split(rest);
                let is_scope = matches!(first, "public" | "private" | "protected" | "package");
                self.fields.extend(named(if is_scope { behind } else { rest }));
            }
            "return" if typed && self.returns.is_none() => self.returns = Some(rest).filter(|it| !it.is_empty()),
            "type" if typed => self.ty = Some(rest),
            "generic" if typed => {
                let names = rest.split(',').filter_map(|part| part.split(':').next());
                self.generics.extend(names.map(str::trim));
            }
            "alias" if typed => self.alias = Some(split(rest)),
            "class" if typed => {
                let rest = rest.strip_prefix("(exact)").map_or(rest, str::trim);
                let (name, bases) = rest.split_once(':').unwrap_or((rest, ""));
                let name = name.split(|c: char| c.is_whitespace() || c == '<').next().unwrap_or_default();
                let bases = bases.split(',').filter_map(|base| base.split_whitespace().next());
                if !name.is_empty() {
                    self.class = Some((name, bases.collect()));
                }
            }
            _ if word.starts_with("tparam") => {
                let (ty, rest) = split(rest);
                let (name, _) = split(rest);
                let optional = word.contains("opt");
                self.params.push(Typed { name, ty, optional });
            }
            _ if word.starts_with("treturn") && self.returns.is_none() => {
                self.returns = Some(split(rest).0).filter(|it| !it.is_empty());
            }
            _ => {}
        }
    }
}

/// `name type`, `name? type`
fn named(text: &str) -> Option<Typed<'_>> {
    let (name, ty) = text.split_once(char::is_whitespace)?;
    let plain = name.trim_end_matches('?');
    Some(Typed { name: plain, ty: ty.trim(), optional: plain.len() < name.len() })
}

impl<'s> Walk<'_, 's> {
    /// The comment that ends on the line above a place.
    pub fn docs_above(&self, at: u32) -> Docs<'s> {
        let source = self.b.source;
        let (mut line, mut lines, mut in_block) = (source.line(at), Vec::new(), false);
        while line > 1 && lines.len() < LINES {
            line -= 1;
            let (from, to) = source.line_bounds(line);
            let text = source.slice(from, to).trim();
            let closes = !in_block && (text.ends_with("]]") || text.ends_with("]=]"));
            let opens = text.starts_with("--[[") || text.starts_with("--[=[") || text.starts_with("--- [[");
            if in_block || closes {
                in_block = !opens;
                let inner = text.trim_start_matches("--").trim_start_matches(['[', '=']);
                lines.push(inner.trim_end_matches("--").trim_end_matches([']', '=']).trim());
            } else if text.starts_with("--") {
                lines.push(text);
            } else {
                break;
            }
        }
        if in_block || lines.is_empty() {
            return Docs::default();
        }
        lines.reverse();
        Docs::read(&lines)
    }

    pub fn note_generics(&mut self, docs: &Docs) {
        for name in &docs.generics {
            let name = self.b.name(name);
            self.generics.push(name);
        }
    }

    /// Where a part of the source's text starts.
    pub fn offset_of(&self, part: &str) -> u32 {
        let at = (part.as_ptr() as usize).saturating_sub(self.b.source.text.as_ptr() as usize);
        at.min(self.b.source.text.len()) as u32
    }

    /// A comment that declares a type of its own: `---@class` or `---@alias` above nothing that it is of.
    pub fn free_docs(&mut self, node: Node) {
        let text = self.str(node);
        if !text.starts_with("---@class") && !text.starts_with("---@alias") && !text.starts_with("---@enum") {
            return;
        }
        let source = self.b.source;
        let (first, mut line) = (source.line(start(node)), source.line(start(node)));
        let mut lines = Vec::new();
        let free = loop {
            if line > source.line_count() || lines.len() > LINES {
                break true;
            }
            let (from, to) = source.line_bounds(line);
            let text = source.slice(from, to).trim();
            if !text.starts_with("--") {
                let declares = text.starts_with("local ") || text.contains('=') && !text.starts_with("return");
                break !declares;
            }
            let again = text.starts_with("---@class") || text.starts_with("---@alias");
            if again && line > first {
                break true;
            }
            lines.push(text);
            line += 1;
        };
        let docs = Docs::read(&lines);
        let span = (start(node), source.line_bounds(line.saturating_sub(1).max(first)).1);
        if let Some((name, ty)) = docs.alias {
            let symbol = self.b.symbol(SymbolKind::TypeAlias, name, self.offset_of(name), span);
            self.sign_line(symbol, (self.offset_of(name), span.1));
            let declared = (!ty.is_empty()).then(|| self.doc_type(ty));
            let made = self.b.symbol_mut(symbol);
            (made.declared, made.exported) = (declared, true);
            return self.bind_type(name, symbol);
        }
        if let Some((name, bases)) = docs.class.as_ref().filter(|_| free) {
            let symbol = self.b.symbol(SymbolKind::Interface, name, self.offset_of(name), span);
            self.sign_line(symbol, (self.offset_of(name), span.1));
            let doc = self.b.doc(&docs.text);
            let made = self.b.symbol_mut(symbol);
            (made.doc, made.exported) = (doc, true);
            self.bind_type(name, symbol);
            self.class_bases(symbol, bases);
            self.class_fields(symbol, &docs);
        }
    }
}
