//! Names that are put into texts, and the texts that they hold: `${BASE}/users`, `BASE + "/users"`.

use crate::naming::entities::{Entity, Use};
use crate::rows::Writer;
use crate::rows::meaning::behaviour::requests::SCRIPTS;
use crate::rows::meaning::places::conditions::is_in_capitals;
use crate::values::types::{Decl, FileId};
use facts::{Modifiers, SymbolId, SymbolKind, Value, ValueId};

/// Constants that are put together of others.
const MAX_DEPTH: u8 = 4;
/// Languages whose constants classes declare, and the words by which they do.
const DECLARING: [&str; 3] = ["csharp", "java", "kotlin"];
const CONSTANT: [&str; 4] = ["const", "readonly", "final", "val"];
/// Names that are put into one text.
const MAX_NAMES: usize = 8;

impl<'g> Writer<'_, 'g> {
    /// A text with what the names in it hold, where that is known: the one in front, and constants further behind, where
    /// other names are parameters of a path.
    pub fn expanded(&mut self, text: String) -> String {
        let mut text = text;
        for _ in 0..3 {
            let Some((name, rest)) = front(&text) else { break };
            let Some(held) = self.held_by(name).or_else(|| self.member_held(name)) else { break };
            // What takes the name of what it is made of: `let prefix = format!("{prefix}/list")`.
            let is_of_itself = held.contains(&format!("${{{name}}}"));
            text = format!("{held}{rest}");
            if is_of_itself {
                break;
            }
        }
        if text.contains("${") { self.with_constants(&text) } else { text }
    }

    fn with_constants(&mut self, text: &str) -> String {
        with_names(text, |name| {
            let constant = self.package_constant(self.file, name).filter(|it| !it.contains("${"));
            let constant = constant.or_else(|| self.module_constant(name));
            if constant.is_some() {
                return constant;
            }
            let last = name.rsplit('.').next().unwrap_or(name);
            let is_constant = is_in_capitals(last.trim_start_matches('_'))
                || name.contains('.') && name.starts_with(char::is_uppercase);
            let held = match is_constant {
                true => self.held_by(name).filter(|it| !it.contains("${")),
                false => self.only_text(name),
            };
            held.or_else(|| self.member_held(name))
        })
    }

    /// The text that the only variable of a name in this file holds throughout. What a package of Go declares may be given
    /// another in its other files.
    fn only_text(&self, name: &str) -> Option<String> {
        let graph = self.graph;
        let embeds = self.project.source(self.file).is_some_and(|source| source.language.embeds);
        let &[id] = self.bindings_named(name) else { return None };
        let binding = &graph.bindings[id as usize];
        let &[value] = &binding.values[..] else { return None };
        let is_only = binding.import.is_none() && graph.is_text(value) && (binding.symbol.is_none() || !embeds);
        graph.text(id).filter(|text| is_only && !text.contains("${")).map(str::to_owned)
    }

    /// The text that a declaration holds, in which the constants beside it are put in.
    pub fn text_held(&self, one: Decl) -> Option<String> {
        self.text_within(one, MAX_DEPTH)
    }

    /// The same, of constants that are put together of others so many times.
    pub fn text_within(&self, one: Decl, depth: u8) -> Option<String> {
        let (source, _) = self.project.symbol(one)?;
        let property = || source.graph.property_text(one.symbol).filter(|it| !it.contains('\n'));
        match source.graph.constant(one.symbol).or_else(property) {
            Some(text) => Some(self.filled_from(one, text, depth)),
            None => self.text_of_other(one, depth),
        }
    }

    /// The text of the constant that a constant of a class is nothing but another name for: `const string Items = Root;`.
    fn text_of_other(&self, one: Decl, depth: u8) -> Option<String> {
        let (source, symbol) = self.project.symbol(one)?;
        if depth == 0 || !DECLARING.contains(&source.graph.language.as_str()) {
            return None;
        }
        let (declared, held) = symbol.signature.split_once('=')?;
        let held = held.trim().trim_end_matches(';');
        let is_constant = CONSTANT.iter().any(|it| declared.split(' ').any(|word| word == *it));
        let is_name = held.starts_with(char::is_alphabetic) && is_plain(held);
        let other = self.named_from(one, held).filter(|it| is_constant && is_name && *it != one)?;
        self.text_within(other, depth - 1)
    }

    /// The texts that a declaration lists, with the same in them.
    pub fn texts_listed(&self, one: Decl) -> Option<Vec<String>> {
        let (source, _) = self.project.symbol(one)?;
        let texts = source.graph.property_text(one.symbol).filter(|text| text.contains('\n'))?;
        Some(texts.lines().map(|text| self.filled_from(one, text, MAX_DEPTH)).collect())
    }

    /// A text of a declaration with what the names in it hold.
    fn filled_from(&self, one: Decl, text: &str, depth: u8) -> String {
        if depth == 0 || !text.contains("${") {
            return text.to_owned();
        }
        with_names(text, |name| match self.named_from(one, name).filter(|it| *it != one) {
            Some(beside) => self.text_within(beside, depth - 1),
            None => self.name_in(one.file, name, depth - 1),
        })
    }

    /// The text of a constant of a package, its own or an imported one, where nothing else in the file has the name.
    fn package_constant(&self, file: FileId, name: &str) -> Option<String> {
        self.constant_of_package(file, name).and_then(|one| self.text_held(one))
    }

    /// The text of a constant of JavaScript's modules, this one's or an imported one's, where nothing else in the file
    /// has the name.
    fn module_constant(&self, name: &str) -> Option<String> {
        let source = self.project.source(self.file).filter(|source| SCRIPTS.contains(&&*source.graph.language))?;
        let name = self.project.names.intern(name);
        let mut named = source.graph.bindings.iter().filter(|it| source.name(it.name) == name);
        if named.any(|it| it.symbol.is_none() && it.import.is_none()) {
            return None;
        }
        let binding = source.top_binding(name, |_| true)?;
        let one = match self.project.binding(self.file, binding, Use::Value) {
            Entity::Symbol(one) => one,
            other => return self.of_entity(&other, "", MAX_DEPTH).filter(|it| !it.contains("${")),
        };
        let (source, symbol) = self.project.symbol(one)?;
        // Signatures of other files are not at hand: there it counts what is given to the name.
        let declared = symbol.signature.trim_start_matches("export ");
        let mut declaring = source.graph.bindings.iter().filter(|it| it.symbol == Some(one.symbol));
        let mut is_given_once = || declaring.all(|it| it.values.len() == 1);
        let is_constant = if one.file == self.file { declared.starts_with("const ") } else { is_given_once() };
        if is_constant && symbol.kind == SymbolKind::Variable {
            self.text_held(one).filter(|it| !it.contains("${"))
        } else {
            None
        }
    }

    fn constant_of_package(&self, file: FileId, name: &str) -> Option<Decl> {
        let source = self.project.source(file).filter(|source| source.language.embeds)?;
        let (first, last) = name.split_once('.').unwrap_or((name, ""));
        let first = self.project.names.intern(first);
        let is_other = |it: &facts::Binding| it.symbol.is_none() && it.import.is_none();
        let mut named = source.graph.bindings.iter().filter(|it| source.name(it.name) == first);
        if named.any(is_other) {
            return None;
        }
        let entity = match source.top_binding(first, |_| true) {
            Some(binding) => self.project.binding(file, binding, Use::Value),
            None => self.project.free_name(file, 0, first, Use::Value),
        };
        let last = (!last.is_empty()).then(|| self.project.names.intern(last));
        let entity = match (entity, last) {
            (entity, None) => entity,
            (Entity::Folder(folder), Some(last)) => self.project.folder_member(folder, last, Use::Value),
            (Entity::Module(module), Some(last)) => self.project.module_member(module, last, Use::Value),
            _ => return None,
        };
        let Entity::Symbol(one) = entity else { return None };
        let (_, symbol) = self.project.symbol(one)?;
        (symbol.kind == SymbolKind::Variable && symbol.modifiers.has(Modifiers::READONLY)).then_some(one)
    }

    /// What a name stands for in the class that a declaration stands in, or behind the name of another class.
    pub fn named_from(&self, one: Decl, name: &str) -> Option<Decl> {
        let (source, symbol) = self.project.symbol(one)?;
        if let Some(constant) = self.constant_of_package(one.file, name) {
            return Some(constant);
        }
        let Some((holder, last)) = name.rsplit_once('.') else {
            return self.only_member(one.file, symbol.parent, name).or_else(|| self.seen_in(one.file, name));
        };
        let holder = self.project.names.intern(holder);
        let entity = match (source.members_named(None, holder), source.top_binding(holder, |_| true)) {
            (&[class, ..], _) => return self.only_member(one.file, Some(class), last),
            (_, Some(binding)) => self.project.binding(one.file, binding, Use::Type),
            _ => self.project.free_name(one.file, 0, holder, Use::Type),
        };
        let Entity::Symbol(class) = entity else { return None };
        self.only_member(class.file, Some(class.symbol), last)
    }

    /// What a name stands for at the top of a file whose language declares constants: its own, an imported one, or one of
    /// its package.
    fn seen_in(&self, file: FileId, name: &str) -> Option<Decl> {
        let source = self.project.source(file)?;
        if !DECLARING.contains(&source.graph.language.as_str()) {
            return None;
        }
        let name = self.project.names.intern(name);
        let entity = match source.top_binding(name, |_| true) {
            Some(binding) => self.project.binding(file, binding, Use::Value),
            None => self.project.free_name(file, 0, name, Use::Value),
        };
        match entity {
            Entity::Symbol(one) => Some(one),
            _ => None,
        }
    }

    fn only_member(&self, file: FileId, parent: Option<SymbolId>, name: &str) -> Option<Decl> {
        let named = self.project.source(file)?.members_named(parent, self.project.names.intern(name));
        let [symbol] = *named else { return None };
        Some(Decl { file, symbol })
    }

    /// The text that a constant of this file holds which is named where its class is not in sight: in what decorates one
    /// of its members.
    pub fn constant_named(&mut self, value: ValueId) -> Option<String> {
        let Value::Name { name, binding: None, .. } = self.graph.values[value as usize] else { return None };
        let name = self.graph.name(name);
        if is_in_capitals(name) { self.held_by(name) } else { None }
    }

    /// The text that a property holds, that of a class that is extended too.
    pub fn property_held(&mut self, value: ValueId) -> Option<String> {
        let one = self.eval.value_target(self.file, value)?;
        let (source, symbol) = self.project.symbol(one)?;
        if self.is_sum(value, source.graph.name(symbol.name)) { None } else { self.text_held(one) }
    }

    /// The text that a name of this file holds, another file's where it is imported.
    fn held_by(&mut self, wanted: &str) -> Option<String> {
        let graph = self.graph;
        let (first, last) = wanted.split_once('.').unwrap_or((wanted, ""));
        if last.is_empty() || first == "this" || first == "self" {
            let name = if last.is_empty() { first } else { last };
            let told = graph
                .texts
                .iter()
                .rev()
                .find(|(binding, _)| graph.name(graph.bindings[*binding as usize].name) == name);
            let mut constants = graph.constants.iter();
            let constant = constants.find(|(symbol, _)| graph.name(graph.symbols[*symbol as usize].name) == name);
            let text = constant.and_then(|(symbol, _)| self.text_held(Decl { file: self.file, symbol: *symbol }));
            let text = text.or_else(|| told.map(|(_, text)| graph.name(*text).to_owned()));
            let number = || graph.numbers.iter().find(|(it, _)| graph.name(graph.symbols[*it as usize].name) == name);
            let text = text.or_else(|| number().map(|(_, number)| graph.name(*number).to_owned()));
            if text.is_some() {
                return text;
            }
        }
        let named = self.value_named(wanted)?;
        self.property_held(named)
    }

    /// The text that a constant of another file holds, by its name or as a member of what is imported.
    pub fn constant_elsewhere(&mut self, name: &str) -> Option<String> {
        let value = self.value_named(name)?;
        let one = self.eval.value_target(self.file, value).filter(|one| one.file != self.file)?;
        let (source, _) = self.project.symbol(one)?;
        source.graph.constant(one.symbol)?;
        self.property_held(value).filter(|text| !text.contains("${"))
    }

    /// What stands under a name somewhere in this file: `users`, `tables.users`.
    fn value_named(&self, wanted: &str) -> Option<ValueId> {
        let graph = self.graph;
        let (first, last) = wanted.split_once('.').unwrap_or((wanted, ""));
        self.lookups.value_written(graph, first, last)
    }
}

/// A text with what is told of the names in it in their places.
pub fn with_names(text: &str, mut told: impl FnMut(&str) -> Option<String>) -> String {
    let (mut made, mut rest) = (String::with_capacity(text.len()), text);
    for _ in 0..MAX_NAMES {
        let Some((before, behind)) = rest.split_once("${") else { break };
        let Some((name, after)) = behind.split_once('}') else { break };
        made.push_str(before);
        match if is_plain(name) { told(name) } else { None } {
            Some(held) => made.push_str(&held),
            None => made.push_str(&format!("${{{name}}}")),
        }
        rest = after;
    }
    made + rest
}

fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '@'))
}

/// What is put into a text in front of the rest, in any language's writing.
fn front(text: &str) -> Option<(&str, &str)> {
    let inner = ["${", "#{", "{$", "{"].iter().find_map(|open| text.strip_prefix(open))?;
    let (name, rest) = inner.split_once('}')?;
    is_plain(name).then_some((name, rest))
}
