//! The tables of standard libraries, read from texts, one a language that has one
//! ([`crate::languages::Language::stubs`]). Their first lines say how they are written.

use crate::languages;
use crate::project::names::{Name, Names};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::rc::Rc;

/// How many type arguments a type has at most, and how far a type in a table nests.
const MAX_ARGUMENTS: u32 = 8;
const MAX_DEPTH: u8 = 8;
/// A type as a table writes it.
#[derive(Clone, Debug)]
pub(crate) enum Stub {
    Unknown,
    /// A parameter of the type that the line is about.
    Param(u32),
    /// An argument's type; one of its type arguments; its element.
    Argument(u32, Option<u32>),
    Element(u32),
    /// What an argument gives as a function; one of the type arguments of that.
    Returned(u32, Option<u32>),
    /// What the last argument gives as a function.
    Last,
    /// A type that the call gives in front of its arguments.
    Given(u32),
    /// What an argument makes as a class, else what it holds.
    Made(u32),
    /// What an argument gives that is asked for a member.
    Asked(u32, Name),
    /// What the member is called on.
    This,
    Tuple(Vec<Stub>),
    /// The first, and the second where that is not known, or is the same type without its arguments.
    Either(Box<[Stub; 2]>),
    Array(Box<Stub>),
    Named(Name, Vec<Stub>),
}

#[derive(Debug, Default)]
pub(crate) struct Library {
    /// Direct supertypes, and the type that every type of the table extends.
    pub above: Vec<Stub>,
    pub root: Option<Name>,
    /// It has more members than the table tells.
    pub partial: bool,
    pub members: FxHashMap<Name, Rc<Member>>,
    /// Members of any name that begins so.
    pub made_up: Vec<(Box<str>, Rc<Member>)>,
    /// What its one method takes and gives, if it is a functional interface.
    pub function: Option<Rc<(Vec<Stub>, Stub)>>,
}

#[derive(Debug)]
pub(crate) struct Member {
    pub gives: Stub,
    /// What a function among its arguments is handed.
    pub hands: Vec<Stub>,
}

/// The tables, each read when it is first asked for.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    standard: OnceCell<Stubs>,
    libraries: OnceCell<Stubs>,
}

impl Tables {
    /// What is known of the standard libraries.
    pub(crate) fn standard(&self, names: &Names) -> &Stubs {
        self.standard.get_or_init(|| Stubs::new(names, languages::ALL.iter().map(|language| language.stubs)))
    }

    /// What is known of libraries of which only some types are.
    pub(crate) fn libraries(&self, names: &Names) -> &Stubs {
        self.libraries.get_or_init(|| Stubs::new(names, languages::ALL.iter().map(|language| language.libraries)))
    }
}

/// The tables of all languages, by the types' paths.
#[derive(Debug, Default)]
pub(crate) struct Stubs {
    pub types: FxHashMap<Name, Library>,
}

impl Stubs {
    pub(crate) fn new<'t>(names: &Names, tables: impl Iterator<Item = &'t str>) -> Self {
        let mut stubs = Self::default();
        tables.for_each(|table| stubs.read(names, table));
        stubs
    }

    /// Whether a path names a type of the tables.
    pub(crate) fn knows(&self, path: Name) -> bool {
        self.types.contains_key(&path)
    }

    /// Whether a type or one that it extends has a member.
    pub(crate) fn lists(&self, path: Name, member: Name) -> bool {
        let (mut all, mut at) = (vec![path], 0);
        while let Some(path) = all.get(at) {
            at += 1;
            let Some(library) = self.types.get(path) else { continue };
            if library.members.contains_key(&member) {
                return true;
            }
            for above in &library.above {
                if let Stub::Named(path, _) = above
                    && !all.contains(path)
                {
                    all.push(*path);
                }
            }
        }
        false
    }

    fn read(&mut self, names: &Names, table: &str) {
        let lines = || table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let heads = lines().filter(|line| !line.starts_with(' ')).filter_map(|line| line.split([' ', '/', '~']).next());
        let known: FxHashMap<&str, &str> = heads.map(|path| (without_package(path), path)).collect();
        let parser = Parser { names, known };
        let root = lines().find_map(|line| line.strip_prefix("root ")).map(|path| names.intern(path));
        let mut current = names.intern("");
        for line in lines() {
            if let Some(member) = line.strip_prefix("  ") {
                let Some(library) = self.types.get_mut(&current) else { continue };
                if let Some((takes, gives)) = member.strip_prefix('(').and_then(|rest| rest.split_once(") ")) {
                    library.function = Some(Rc::new((parser.list(takes), parser.stub(gives, 0))));
                } else if let Some((all, gives)) = member.split_once(" = ") {
                    let (gives, hands) = gives.split_once(" (").unwrap_or((gives, ""));
                    let hands = parser.list(hands.trim_end_matches(')'));
                    let member = Rc::new(Member { gives: parser.stub(gives, 0), hands });
                    for name in all.split(' ') {
                        match name.strip_suffix('*') {
                            Some(start) if !start.is_empty() => library.made_up.push((start.into(), member.clone())),
                            _ => drop(library.members.insert(names.intern(name), member.clone())),
                        }
                    }
                }
            } else if !line.starts_with("root ") {
                let (head, above) = line.split_once(" :").unwrap_or((line, ""));
                let path = head.split(['/', '~']).next().unwrap_or(head);
                current = names.intern(path);
                let above = above.split(' ').filter(|text| !text.is_empty()).map(|text| parser.stub(text, 0)).collect();
                let library = self.types.entry(current).or_default();
                (library.above, library.root, library.partial) = (above, root, head.ends_with('~'));
            }
        }
    }
}

/// `Map.Entry` of `java.util.Map.Entry`.
fn without_package(path: &str) -> &str {
    let starts = std::iter::once(0).chain(path.match_indices('.').map(|(at, _)| at + 1));
    let start = starts.into_iter().find(|&at| path[at..].starts_with(char::is_uppercase));
    start.map_or(path, |at| &path[at..])
}

struct Parser<'t> {
    names: &'t Names,
    known: FxHashMap<&'t str, &'t str>,
}

impl Parser<'_> {
    fn list(&self, text: &str) -> Vec<Stub> {
        split(text).map(|text| self.stub(text, 0)).collect()
    }

    fn stub(&self, text: &str, depth: u8) -> Stub {
        if depth > MAX_DEPTH {
            return Stub::Unknown;
        }
        let number = |text: &str| text.parse::<u32>().ok().filter(|&number| number < MAX_ARGUMENTS);
        if let Some((first, second)) = text.split_once('|').filter(|(first, _)| !first.contains(['<', '('])) {
            return Stub::Either(Box::new([first, second].map(|text| self.stub(text, depth + 1))));
        }
        if let Some(rest) = text.strip_prefix('#') {
            if let Some(at) = rest.strip_suffix("[]").and_then(number) {
                return Stub::Element(at);
            }
            if let Some(at) = rest.strip_suffix('*').and_then(number) {
                return Stub::Made(at);
            }
            if let Some((at, member)) = rest.split_once(':') {
                return number(at).map_or(Stub::Unknown, |at| Stub::Asked(at, self.names.intern(member)));
            }
            if let Some(element) = text.strip_suffix("[]") {
                return Stub::Array(Box::new(self.stub(element, depth + 1)));
            }
            let (at, inner) = rest.split_once('.').map_or((rest, None), |(at, inner)| (at, number(inner)));
            return number(at).map_or(Stub::Unknown, |at| Stub::Argument(at, inner));
        }
        if let Some(at) = text.strip_prefix('!').and_then(number) {
            return Stub::Given(at);
        }
        if let Some(rest) = text.strip_prefix('@').filter(|it| *it != "L") {
            let (at, inner) = rest.split_once('.').map_or((rest, None), |(at, inner)| (at, number(inner)));
            return number(at).map_or(Stub::Unknown, |at| Stub::Returned(at, inner));
        }
        if let Some(element) = text.strip_suffix("[]") {
            return Stub::Array(Box::new(self.stub(element, depth + 1)));
        }
        if let Some(parts) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            return Stub::Tuple(split(parts).map(|text| self.stub(text, depth + 1)).collect());
        }
        match text {
            "?" => return Stub::Unknown,
            "this" => return Stub::This,
            "@L" => return Stub::Last,
            _ => {}
        }
        if let Some(at) = number(text) {
            return Stub::Param(at);
        }
        let (name, arguments) = match text.split_once('<') {
            Some((name, arguments)) => (name, arguments.strip_suffix('>').unwrap_or(arguments)),
            None => (text, ""),
        };
        let path = self.known.get(name).copied().unwrap_or(name);
        let arguments = split(arguments).map(|text| self.stub(text, depth + 1)).collect();
        Stub::Named(self.names.intern(path), arguments)
    }
}

/// The parts between commas that stand in no brackets.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let parts = text.split(move |c| {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    parts.filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_say_what_types_extend_and_members_give() {
        let names = Names::default();
        let table = "\
# a comment
a.b.List/1 : a.b.Iterable<0> other.Thing
  get first = 0
  map = List<@0> (0)
  of = List<#0[]>
a.b.Fn/2 :
  (0,List<1>) 1
";
        let stubs = Stubs::new(&names, std::iter::once(table));
        let list = &stubs.types[&names.intern("a.b.List")];
        assert_eq!(list.above.len(), 2);
        assert!(matches!(list.members[&names.intern("first")].gives, Stub::Param(0)));
        let map = &list.members[&names.intern("map")];
        assert!(matches!(&map.gives, Stub::Named(path, args)
            if *path == names.intern("a.b.List") && matches!(args[..], [Stub::Returned(0, None)])));
        assert!(matches!(map.hands[..], [Stub::Param(0)]));
        let function = stubs.types[&names.intern("a.b.Fn")].function.clone().expect("a function");
        assert!(matches!(&function.0[..], [Stub::Param(0), Stub::Named(..)]));
        assert_eq!(without_package("java.util.Map.Entry"), "Map.Entry");
    }
}
