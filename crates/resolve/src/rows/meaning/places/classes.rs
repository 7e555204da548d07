//! Classes as rules ask for them: what they extend, their methods, what their names are made of.

use super::found::Found;
use crate::naming::entities::Entity;
use crate::project::source::Source;
use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::values::types::{Decl, FileId, Head};
use facts::nouns::singular;
use facts::{Call, Modifiers, Shape, SymbolId, SymbolKind, TypeId, Value, ValueId};
use rules::Pattern;
use std::borrow::Cow;

/// Bases of bases are followed so far, and so many are looked at.
const MAX_BASES: usize = 32;
/// Variables behind each other that hold what a class extends a member of.
const MAX_HOLDERS: u8 = 2;

impl<'g> Writer<'_, 'g> {
    /// The paths outside of the repository that a class extends, itself or by those that it extends.
    pub fn outer_bases(&mut self, class: Decl) -> Vec<String> {
        self.outer_bases_within(class, MAX_HOLDERS)
    }

    /// Variables that hold one of a class are asked what that extends `holders` times behind each other.
    fn outer_bases_within(&mut self, class: Decl, holders: u8) -> Vec<String> {
        let mut open = vec![class];
        let mut seen = open.clone();
        let mut told = Vec::new();
        while let Some(decl) = open.pop() {
            let Some(source) = self.project.source(decl.file) else { continue };
            let Some((_, symbol)) = self.project.symbol(decl) else { continue };
            told.extend(self.project.reopened(decl));
            told.extend(self.class_in_copy(decl));
            for base in &symbol.bases {
                if told.len() + seen.len() >= MAX_BASES {
                    return told;
                }
                match self.eval.named_by(source, decl.file, base.ty) {
                    Entity::External(path) => told.push(self.project.names.text(path).to_string()),
                    Entity::Symbol(base) if !seen.contains(&base) => {
                        // `Base = declarative_base()`
                        told.extend(self.outer_values(base, holders));
                        seen.push(base);
                        open.push(base);
                    }
                    _ => told.extend(self.outer_members(source, decl.file, base.ty, holders)),
                }
            }
        }
        told
    }

    /// The paths of what is a member of something that a variable of the repository holds: `db.Model` of
    /// `db = SQLAlchemy()`, of a class of the repository that extends that.
    fn outer_members(&mut self, source: &Source, file: FileId, ty: TypeId, holders: u8) -> Vec<String> {
        let Some((holder, member)) = self.eval.held_by_variable(source, file, ty) else { return Vec::new() };
        self.outer_values(holder, holders).into_iter().map(|path| format!("{path}.{member}")).collect()
    }

    /// The paths outside of the repository that a variable holds something of.
    pub fn outer_values(&mut self, decl: Decl, holders: u8) -> Vec<String> {
        let Some((_, symbol)) = self.project.symbol(decl) else { return Vec::new() };
        let value = symbol.initial.first().copied().filter(|_| symbol.kind == SymbolKind::Variable);
        let Some(value) = value else { return Vec::new() };
        let ty = self.eval.value(decl.file, value);
        match *self.eval.types.head(ty) {
            Head::External(path) | Head::Library(path, _) => vec![self.project.names.text(path).to_string()],
            Head::Instance(class, _) if holders > 0 => self.outer_bases_within(class, holders - 1),
            _ => Vec::new(),
        }
    }

    pub fn extends(&mut self, class: Decl, patterns: &[Pattern]) -> bool {
        let bases = self.outer_bases(class);
        bases.iter().any(|base| patterns.iter().any(|pattern| pattern.fits_path(base)))
    }

    /// The class that something names.
    pub fn class_named(&mut self, found: &Found<'g>) -> Option<Decl> {
        let value = match found {
            Found::Value(value) | Found::Shape(Shape::Value(value)) => *value,
            Found::Symbol(symbol) => return Some(Decl { file: self.file, symbol: *symbol }),
            _ => return None,
        };
        let value = self.turned(value);
        let verdict = self.eval.reference_target(self.file, value);
        match verdict.targets[..] {
            [one] if self.project.symbol(one).is_some_and(|(_, symbol)| symbol.kind.is_type()) => Some(one),
            _ => None,
        }
    }

    /// The class that something names, or that it was made of: `Users.as_view("users")`, a name that holds that.
    pub fn class_viewed(&mut self, found: &Found<'g>) -> Option<Decl> {
        self.class_named(found).or_else(|| {
            let (Found::Value(value) | Found::Shape(Shape::Value(value))) = found else { return None };
            let Value::Call { callee, ref arguments } = self.graph.values[self.kept_in(*value) as usize] else {
                return self.view_named(*value);
            };
            let of = self.object(callee).and_then(|object| self.class_named(&Found::Value(object)));
            // What stands around a view is one: `login_required(Users.as_view())`.
            of.or_else(|| match arguments[..] {
                [inner] if matches!(self.graph.values[inner as usize], Value::Call { .. }) => {
                    self.class_viewed(&Found::Value(inner))
                }
                _ => None,
            })
        })
    }

    /// A member of the decorated class, by its names from the outside in.
    pub fn member_of_class(&self, site: &Site<'g>, members: &[String]) -> Option<SymbolId> {
        let mut at = self.class_of(site.decorated?)?;
        for wanted in members {
            let named = |(_, symbol): &(usize, &facts::Symbol)| {
                symbol.parent == Some(at) && self.graph.name(symbol.name).trim_start_matches(['$', '@']) == wanted
            };
            at = self.graph.symbols.iter().enumerate().find(named)?.0 as SymbolId;
        }
        Some(at)
    }

    /// What the call is given by a name that makes a member of the decorated class: `prefix` of
    /// `config = Config(prefix="app_")`.
    pub fn given_to_member(&self, site: &Site<'g>, members: &[String]) -> Option<&'g Shape> {
        let (argument, members) = members.split_last()?;
        let member = self.member_of_class(site, members)?;
        let call = self.call_making(member)?;
        let is_it = |given: &&'g facts::Given| given.name.is_some_and(|name| self.graph.name(name) == argument);
        call.given.iter().find(is_it).map(|given| &given.shape)
    }

    /// The call whose result a member is declared to be.
    pub fn call_making(&self, member: SymbolId) -> Option<&'g Call> {
        let [initial] = self.graph.symbols[member as usize].initial[..] else { return None };
        self.call_giving(initial)
    }

    /// The text of several lines that a member is declared to be, on one line and perhaps cut.
    pub fn text_of_lines(&self, member: SymbolId) -> Option<Found<'g>> {
        let (_, given) = self.graph.symbols[member as usize].signature.split_once('=')?;
        let given = given.trim_start();
        let quote = given.chars().next().filter(|it| matches!(it, '"' | '\''))?;
        let text = &given[1..];
        match text.split_once(quote) {
            // Of a text that others are put behind, what stands before a space is whole.
            Some((text, rest)) => {
                let is_begin = rest.trim_start().starts_with(['.', '+']) && text.contains(' ');
                (is_begin || matches!(rest, "" | ";")).then_some(Found::Text(Cow::Borrowed(text)))
            }
            None => text.ends_with('…').then_some(Found::Text(Cow::Borrowed(text))),
        }
    }

    /// The class of the repository that Ruby's `App.new` makes one of.
    pub fn class_mounted(&mut self, value: ValueId) -> Option<String> {
        let Value::New { callee, .. } = self.graph.values[value as usize] else { return None };
        let [class] = self.eval.reference_target(self.file, callee).targets[..] else { return None };
        let is_type = self.project.symbol(class).is_some_and(|(_, symbol)| symbol.kind.is_type());
        (self.graph.language == "ruby" && is_type).then(|| self.project.symbol_id(class))
    }

    /// Whether a site is about a class of which there are no instances but of those that extend it.
    pub fn is_abstract(&self, site: &Site<'g>) -> bool {
        let symbol = site.decorated.map(|symbol| &self.graph.symbols[symbol as usize]);
        symbol.is_some_and(|it| it.kind.is_type() && it.modifiers.has(Modifiers::ABSTRACT))
    }

    /// Whether a function takes first what it is called on, as Python's methods do: `self`, unless called by the class.
    /// A constructor takes first what is made, unless it is called by its own name: `Base.__init__(self, app)`.
    pub fn is_bound(&mut self, call: &'g Call, function: Decl) -> bool {
        let is_of_class = |kind| matches!(kind, SymbolKind::Method | SymbolKind::Constructor);
        let found = self.project.symbol(function).and_then(|(source, symbol)| {
            let first = symbol.params.first().filter(|_| is_of_class(symbol.kind))?;
            Some((source.graph.name(first.name), symbol.kind, symbol.name))
        });
        let Some((first, kind, name)) = found else { return false };
        let is_constructor = kind == SymbolKind::Constructor;
        match first {
            "cls" => true,
            "self" if is_constructor && !self.calls_by_name(call, function, name) => true,
            "self" => !self.object(call.callee).is_some_and(|it| self.is_class(it)),
            _ => false,
        }
    }

    /// Whether a call names a method of a class by what that itself is called.
    fn calls_by_name(&self, call: &Call, function: Decl, name: facts::NameId) -> bool {
        let Value::Member { name: called, .. } = self.graph.values[call.callee as usize] else { return false };
        let declared = self.project.source(function.file).map(|source| source.graph.name(name));
        declared == Some(self.graph.name(called))
    }

    /// Whether the class that a clause is about declares a method itself; of `!name(Type`, whether neither it nor a class of
    /// the repository that it extends has one that takes such a thing.
    pub fn has_method(&mut self, site: &Site<'g>, wanted: &str) -> bool {
        let Some(symbol) = site.decorated else { return false };
        let class = Decl { file: self.file, symbol };
        match wanted.strip_prefix('!') {
            Some(absent) => {
                let (name, taken) = absent.split_once('(').unwrap_or((absent, ""));
                !self.own_lineage(class).into_iter().any(|it| self.takes_in_method(it, name, taken))
            }
            None => self.method_named(class, wanted).is_some(),
        }
    }

    /// A class with those of the repository that it extends.
    fn own_lineage(&mut self, class: Decl) -> Vec<Decl> {
        let mut all = vec![class];
        for at in 0..MAX_BASES {
            let Some(&decl) = all.get(at) else { break };
            let Some((source, symbol)) = self.project.symbol(decl) else { continue };
            for base in &symbol.bases {
                if let Entity::Symbol(base) = self.eval.named_by(source, decl.file, base.ty)
                    && !all.contains(&base)
                {
                    all.push(base);
                }
            }
        }
        all
    }

    /// Whether a class declares a method of a name with a parameter whose type is written so.
    fn takes_in_method(&self, class: Decl, name: &str, taken: &str) -> bool {
        let Some(source) = self.project.source(class.file) else { return false };
        let name = self.project.names.intern(name);
        source.children_named(class.symbol, name).any(|id| {
            let symbol = &source.graph.symbols[id as usize];
            let mut types = symbol.params.iter().map(|it| it.type_text.as_deref().unwrap_or_default());
            symbol.kind == SymbolKind::Method && (taken.is_empty() || types.any(|it| it.contains(taken)))
        })
    }

    /// A method that a class declares itself.
    pub fn method_named(&self, class: Decl, name: &str) -> Option<Decl> {
        let source = self.project.source(class.file)?;
        let name = self.project.names.intern(name);
        let found = source.children_named(class.symbol, name).find(|&id| {
            let symbol = &source.graph.symbols[id as usize];
            symbol.kind == SymbolKind::Method
        })?;
        Some(Decl { file: class.file, symbol: found })
    }
}

/// A path behind a resource's own, in which `{one}` is the singular of that one's last name.
pub fn named_after(template: &str, route: &str) -> String {
    let last = route.rsplit(['/', '.']).next().unwrap_or_default();
    template.replace("{one}", &singular(last).replace('-', "_"))
}

/// The path of a resource of resources: `users.posts`. Dots beside parameters are a path's own: `/files/<name>.<ending>`.
pub fn nested(route: &str) -> String {
    let plain = |route: &&str| !route.contains(['<', '{', ':']);
    let Some((before, last)) = Some(route).filter(plain).and_then(|it| it.rsplit_once('.')) else {
        return route.to_owned();
    };
    let parts = before.split('.').map(|part| format!("{part}{}/", named_after("/{{one}}", part)));
    format!("{}{last}", parts.collect::<String>())
}

/// A declaration's name as people write what it stands for: `kebab`: `AddUser` as `add-user`, `camel`: as `addUser`.
pub fn cased(name: &str, casing: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut before = '_';
    for c in name.chars() {
        if c == '_' || c == '-' {
            before = '_';
            continue;
        }
        match words.last_mut() {
            Some(word) if before != '_' && (before.is_uppercase() || !c.is_uppercase()) => word.push(c),
            _ => words.push(c.to_string()),
        }
        before = c;
    }
    let lower = words.iter().map(|word| word.to_lowercase());
    match casing {
        "kebab" => lower.collect::<Vec<_>>().join("-"),
        _ => {
            let capital = |(at, word): (usize, String)| match word.char_indices().nth(1) {
                _ if at == 0 && casing != "pascal" => word,
                Some((end, _)) => format!("{}{}", word[..end].to_uppercase(), &word[end..]),
                None => word.to_uppercase(),
            };
            lower.enumerate().map(capital).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{cased, named_after, nested};

    #[test]
    fn names_take_the_form_that_is_asked_for() {
        assert_eq!(["AddUser", "list_all", "x"].map(|it| cased(it, "kebab")), ["add-user", "list-all", "x"]);
        assert_eq!(["AddUser", "list_all", "ID"].map(|it| cased(it, "camel")), ["addUser", "listAll", "id"]);
        assert_eq!(nested("users.posts"), "users/{user}/posts");
        assert_eq!(nested("/files/<name>.<ending>"), "/files/<name>.<ending>");
        assert_eq!(named_after("/{{one}}", "wide-boxes"), "/{wide_box}");
    }
}
