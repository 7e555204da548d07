//! Attributes, documentation and visibility: what stands in front of an item.

use super::names::Space;
use super::{Walk, Walker, end, field, start};
use crate::builder::TEXT_LIMIT;
use crate::shapes;
use facts::*;
use syntax::tree_sitter::Node;

/// The attributes in front of an item.
#[derive(Default)]
pub struct Attributes<'t> {
    nodes: Vec<Node<'t>>,
}

impl<'t> Attributes<'t> {
    pub fn push(&mut self, node: Node<'t>) {
        self.nodes.push(node);
    }

    pub fn clear(&mut self) {
        self.nodes.clear();
    }

    fn start_of(&self, node: Node) -> u32 {
        self.nodes.first().map_or(start(node), |first| start(*first))
    }
}

impl Walk<'_, '_> {
    /// Attributes as decorators, documentation and visibility of a symbol.
    pub fn describe(&mut self, symbol: SymbolId, node: Node, attributes: &Attributes) {
        let decorators = self.decorators(attributes);
        let doc = self.doc_of(node, attributes);
        let (exported, hidden) = self.visibility(node);
        let made = self.b.symbol_mut(symbol);
        (made.decorators, made.doc, made.exported) = (decorators, doc, exported);
        made.modifiers = made.modifiers.with(hidden, true);
    }

    fn decorators(&mut self, attributes: &Attributes) -> Vec<Decorator> {
        let mut decorators = Vec::new();
        for attribute in &attributes.nodes {
            let Some(inner) = attribute.named_child(0) else { continue };
            let text = self.text(inner, TEXT_LIMIT);
            if text.starts_with("doc ") || text.starts_with("doc=") {
                continue;
            }
            let value = match inner.named_child(0) {
                Some(path) if path.kind() == "identifier" => {
                    // What a function of that name hides is a value, no macro: `#[delete("/a")] fn delete() {}`.
                    let (name, text) = (self.name(path), self.str(path));
                    let as_macro = self.b.name(&format!("{text}!"));
                    let binding = self.visible(Space::Macro, as_macro).or_else(|| self.visible(Space::Value, name));
                    self.scopes.name(self.b, name, binding)
                }
                Some(path) if path.kind() == "scoped_identifier" => self.path_value(path),
                _ => self.unknown(),
            };
            let given = field(inner, "arguments").map(|tokens| self.tokens_given(tokens)).unwrap_or_default();
            decorators.push(Decorator { text, value, given });
        }
        decorators
    }

    /// The attributes of a block that implements, as its functions have them: `#[Object] impl Query { … }`. Those
    /// of the language itself say nothing of these.
    pub fn lent_decorators(&mut self, attributes: &Attributes) -> Vec<Decorator> {
        let own = |text: &str| {
            let name = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').next().unwrap_or_default();
            matches!(
                name,
                "cfg" | "cfg_attr" | "allow" | "expect" | "warn" | "deny" | "must_use" | "automatically_derived"
            ) || name.starts_with("clippy")
                || name.starts_with("rustfmt")
        };
        let mut lent = self.decorators(attributes);
        lent.retain(|it| !own(&it.text));
        lent.iter_mut().for_each(|it| it.text.clear());
        lent
    }

    /// `("/a", method = "GET")`
    fn tokens_given(&mut self, tokens: Node) -> Vec<Given> {
        let mut cursor = tokens.walk();
        let all: Vec<Node> = tokens.children(&mut cursor).filter(|it| !it.is_extra()).collect();
        let inside = all.get(1..all.len().saturating_sub(1)).unwrap_or_default();
        let pieces = inside.split(|it| it.kind() == ",").filter(|piece| !piece.is_empty()).take(SHAPES_LIMIT);
        pieces
            .map(|piece| match piece {
                [key, is, value] if is.kind() == "=" && key.kind() == "identifier" => {
                    Given { name: Some(self.name(*key)), shape: shapes::constant(self.b, *value) }
                }
                [value] => Given { name: None, shape: shapes::constant(self.b, *value) },
                _ => Given { name: None, shape: Shape::Other },
            })
            .collect()
    }

    /// Whether other modules see an item, and how its visibility is restricted.
    fn visibility(&self, node: Node) -> (bool, u32) {
        let mut cursor = node.walk();
        let modifier = node.children(&mut cursor).find(|child| child.kind() == "visibility_modifier");
        match modifier.map(|modifier| self.str(modifier)) {
            Some("pub") => (true, 0),
            Some(text) => (!text.contains("self"), Modifiers::PROTECTED),
            None => (false, Modifiers::PRIVATE),
        }
    }

    /// What is declared with its owner's visibility: a trait's items, an enum's variants.
    pub fn as_visible_as_owner(&mut self, symbol: SymbolId) {
        let owner = self.b.graph.symbols[symbol as usize].parent;
        let exported = owner.is_none_or(|owner| self.b.graph.symbols[owner as usize].exported);
        let made = self.b.symbol_mut(symbol);
        made.exported = exported;
        made.modifiers.0 &= !Modifiers::PRIVATE;
    }

    /// The `///`, `/** */` and `#[doc = "…"]` in front of an item, between and above its attributes.
    fn doc_of(&self, node: Node, attributes: &Attributes) -> Option<String> {
        let source = self.b.source;
        if let Some(from) = source.made_from(start(node)) {
            return self.made_doc(source.slice(from, start(node)));
        }
        let mut lines: Vec<&str> = Vec::new();
        let mut line = source.line(start(node));
        let (mut in_block, first) = (false, source.line(attributes.start_of(node)));
        while line > 1 {
            line -= 1;
            let attribute = attributes.nodes.iter().find(|it| {
                let inside = (source.line(start(**it)), source.line(end(**it)));
                (inside.0..=inside.1).contains(&line)
            });
            if let Some(attribute) = attribute {
                lines.extend(doc_attribute(source.slice(start(*attribute), end(*attribute))));
                line = source.line(start(*attribute));
                continue;
            }
            let (from, to) = source.line_bounds(line);
            let text = source.slice(from, to).trim();
            if in_block || (text.ends_with("*/") && (text.starts_with("/**") || !text.contains("/*"))) {
                in_block = !text.starts_with("/*");
                let text = text.strip_suffix("*/").unwrap_or(text);
                let text = text.strip_prefix("/**").unwrap_or(text).trim();
                lines.push(text.strip_prefix('*').unwrap_or(text).trim());
            } else if let Some(text) = text.strip_prefix("///").filter(|text| !text.starts_with('/')) {
                lines.push(text.strip_prefix(' ').unwrap_or(text));
            } else if !(text.starts_with("//") && line > first) {
                break;
            }
        }
        lines.reverse();
        self.b.doc(&lines.join("\n"))
    }

    /// The documentation at the end of a text that a macro makes.
    fn made_doc(&self, before: &str) -> Option<String> {
        let mut lines = Vec::new();
        for line in before.lines().rev().map(str::trim) {
            if let Some(text) = line.strip_prefix("///") {
                lines.push(text.strip_prefix(' ').unwrap_or(text));
            } else if line.starts_with("#[") {
                lines.extend(doc_attribute(line));
            } else if !line.is_empty() {
                break;
            }
        }
        lines.reverse();
        self.b.doc(&lines.join("\n"))
    }

    /// The `//!` at the start of a module's body.
    pub fn inner_doc(&self, body: Node) -> Option<String> {
        let mut lines = Vec::new();
        let mut cursor = body.walk();
        for child in body.named_children(&mut cursor) {
            if child.kind() != "line_comment" || field(child, "inner").is_none() {
                break;
            }
            let text = self.b.source.slice(start(child), end(child)).trim_end().trim_start_matches("//!");
            lines.push(text.strip_prefix(' ').unwrap_or(text));
        }
        self.b.doc(&lines.join("\n"))
    }

    /// Whether a condition says that what follows is not built on a common system with every feature.
    pub fn is_elsewhere(&self, attributes: &Attributes) -> bool {
        self.in_elsewhere
            || attributes.nodes.iter().any(|attribute| {
                let text = self.b.source.slice(start(*attribute), end(*attribute));
                let text = text.trim_start_matches(['#', '[', ' ']).trim_end_matches([']', ' ']);
                let condition = text.strip_prefix("cfg").and_then(|rest| rest.trim_start().strip_prefix('('));
                let condition = condition.and_then(|condition| condition.trim_end().strip_suffix(')'));
                condition.is_some_and(|condition| !holds(condition, 0))
            })
    }

    /// Whether what a macro's call holds is not built so: by a condition before the call, or by the macro's name, as
    /// `cfg_windows! { … }` and `cfg_not_rt! { … }` say it.
    pub fn is_elsewhere_call(&self, node: Node, attributes: &Attributes) -> bool {
        let Some(call) = super::expand::called(node) else { return false };
        let named = field(call, "macro").map(|path| self.str(path).rsplit("::").next().unwrap_or_default());
        let by_name = named
            .and_then(|name| name.strip_prefix("cfg_"))
            .is_some_and(|flag| flag.strip_prefix("not_").map_or_else(|| is_off(flag), |flag| !is_off(flag)));
        by_name || self.is_elsewhere(attributes)
    }

    /// Walks what is not built, so that what it declares gives way to what is.
    pub fn elsewhere<T>(&mut self, is_elsewhere: bool, walk: impl FnOnce(&mut Self) -> T) -> T {
        let around = self.in_elsewhere;
        self.in_elsewhere |= is_elsewhere;
        let result = walk(self);
        self.in_elsewhere = around;
        result
    }

    /// The path that `#[path = "…"]` gives, also under a condition that holds: `#[cfg_attr(unix, path = "…")]`.
    pub fn path_attribute(&self, attributes: &Attributes) -> Option<String> {
        attributes.nodes.iter().find_map(|attribute| {
            let text = self.b.source.slice(start(*attribute), end(*attribute));
            let text = text.trim_start_matches(['#', '[', ' ']).trim_end_matches([']', ' ']);
            let inner = text.strip_prefix("cfg_attr").and_then(|rest| rest.trim_start().strip_prefix('('));
            let Some(inner) = inner else { return path_in(text) };
            let parts = parts(inner.trim_end().strip_suffix(')')?);
            let (_, given) = parts.split_first().filter(|(condition, _)| holds(condition, 0))?;
            given.iter().find_map(|part| path_in(part))
        })
    }

    /// The names by which macros give a type whose fields are reached through a pin.
    pub fn bind_projections(&mut self, symbol: SymbolId, attributes: &Attributes) {
        for name in self.projections(attributes) {
            let id = self.name(name);
            self.hoist_name(id, name, BindingKind::Class, &[Space::Type]);
            self.bind_item(Space::Type, id, symbol, attributes);
        }
    }

    /// The names in `#[project = Name]` and `#[pin_project(project = Name)]`.
    fn projections<'t>(&self, attributes: &Attributes<'t>) -> Vec<Node<'t>> {
        let is_key = |node: Node| matches!(self.str(node), "project" | "project_ref" | "project_replace");
        let mut names = Vec::new();
        for attribute in &attributes.nodes {
            let Some(inner) = attribute.named_child(0) else { continue };
            let Some(path) = inner.named_child(0) else { continue };
            if is_key(path) {
                names.extend(field(inner, "value").filter(|value| value.kind() == "identifier"));
            } else if self.str(path).ends_with("pin_project")
                && let Some(list) = field(inner, "arguments")
            {
                let mut cursor = list.walk();
                let tokens: Vec<Node> = list.children(&mut cursor).collect();
                names.extend(tokens.windows(3).filter_map(|it| match it {
                    [key, is, name] if is_key(*key) && is.kind() == "=" && name.kind() == "identifier" => Some(*name),
                    _ => None,
                }));
            }
        }
        names
    }

    /// The names that `#[derive(…)]` lists, as nodes of its token tree.
    pub fn derived<'t>(&self, attributes: &Attributes<'t>) -> Vec<Vec<Node<'t>>> {
        let mut names = Vec::new();
        for attribute in &attributes.nodes {
            let Some(inner) = attribute.named_child(0) else { continue };
            let Some(path) = inner.named_child(0).filter(|path| self.str(*path) == "derive") else { continue };
            let Some(list) = path.next_named_sibling() else { continue };
            let mut cursor = list.walk();
            let tokens: Vec<Node> = list.children(&mut cursor).collect();
            let paths = tokens.split(|it| it.kind() == ",");
            let paths = paths.map(|path| path.iter().copied().filter(|it| it.kind() == "identifier").collect());
            names.extend(paths.filter(|path: &Vec<Node>| !path.is_empty()));
        }
        names
    }
}

/// The text of `#[doc = "…"]`.
fn doc_attribute(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(['#', '[', ' ']).strip_prefix("doc")?.trim_start().strip_prefix('=')?;
    let rest = rest.trim_start().strip_prefix('"')?;
    rest.rsplit_once('"').map(|(text, _)| text.trim())
}

/// Whether a condition holds on a common system, Linux, with every feature.
pub fn holds(condition: &str, depth: u8) -> bool {
    let condition = condition.trim();
    let Some((word, rest)) = condition.split_once('(').filter(|(word, _)| !word.contains('=')) else {
        return match condition.split_once('=') {
            Some((key, value)) => {
                let value = value.trim().trim_matches('"');
                match key.trim() {
                    "target_os" => value == "linux",
                    "target_family" => value == "unix",
                    "target_arch" => value == "x86_64",
                    "target_env" => value == "gnu",
                    "target_pointer_width" => value == "64",
                    "target_endian" => value == "little",
                    "target_vendor" => value == "unknown",
                    "panic" => value == "unwind",
                    _ => true,
                }
            }
            None => !is_off(condition),
        };
    };
    if depth > 8 {
        return true;
    }
    let inner = rest.trim_end();
    let inner = inner.strip_suffix(')').unwrap_or(inner);
    let mut parts = parts(inner).into_iter().filter(|part| !part.trim().is_empty());
    match word.trim() {
        "not" => parts.next().is_none_or(|part| !holds(part, depth + 1)),
        "any" => parts.any(|part| holds(part, depth + 1)),
        _ => parts.all(|part| holds(part, depth + 1)),
    }
}

/// Whether a flag is unset on a common system: another system's, also as build scripts name it, or one that a build
/// has to ask for.
pub fn is_off(flag: &str) -> bool {
    const ELSEWHERE: [&str; 14] = [
        "windows",
        "win32",
        "apple",
        "macos",
        "darwin",
        "ios",
        "android",
        "solari",
        "wasm",
        "wasi",
        "fuchsia",
        "redox",
        "haiku",
        "emscripten",
    ];
    matches!(flag, "miri" | "loom" | "doc" | "docsrs" | "doctest" | "fuzzing" | "kani" | "bsd")
        || flag.split('_').any(|word| matches!(word, "unstable" | "internal"))
        || ELSEWHERE.iter().any(|name| flag.split('_').any(|word| word.starts_with(name)))
}

/// The file that `path = "…"` names.
fn path_in(text: &str) -> Option<String> {
    let rest = text.trim_start().strip_prefix("path")?.trim_start().strip_prefix('=')?;
    rest.split('"').nth(1).map(str::to_owned)
}

/// The parts between the commas that stand in no brackets.
fn parts(text: &str) -> Vec<&str> {
    let (mut all, mut depth, mut from) = (Vec::new(), 0i32, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth = depth.saturating_add(1),
            b')' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                all.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    all.push(&text[from..]);
    all
}
