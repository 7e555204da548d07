//! Where in a call, or about a decorated symbol, something stands.

use serde::Deserialize;

/// Alternatives in order, `=methods|1|'GET'`: the first that is there counts. Empty: nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct Selector(pub Vec<Part>);

/// One alternative: a source, and the members to take from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub source: Source,
    /// Names of members of an object literal, from the outside in; behind `object`, one `object` a step outwards.
    pub members: Vec<String>,
    /// `name-Mapping`: what is taken off the end of a name. `base-table`, `0-table`: of what a row begins with, where
    /// this is a member of that name, what it is a member of.
    pub without: String,
    /// `Http-name`: what is taken off its start.
    pub behind: String,
    /// `^0`: of the call that this one, or one in a row on it, is an argument of.
    pub outer: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// `'GET'`
    Text(String),
    /// `name`: the last name of what is called or decorates.
    Name,
    /// `object`: what a method is called on.
    Object,
    /// `result`: what the call gives.
    Result,
    /// `decorated`: the symbol that a decorator stands at.
    Decorated,
    /// `class`: the class of the decorated symbol; of a class itself, it.
    Class,
    /// `file`
    File,
    /// `row`: what all calls in a row on one thing are about, this one among them; `row.table`: what is given first
    /// to the call of this name among them, `row.apply.*`: all that it is given.
    Row,
    /// `base`: what the row begins with.
    Base,
    /// `whole`: what the last call of the row gives.
    Whole,
    /// `block`: the thing that a call stands for whose function is the innermost around this one.
    Block,
    /// `around`: the symbol in which the call stands.
    Around,
    /// `owner`: the name in front of the called name, `user` of `prisma.user.findMany`; `owner.path`: the same of the
    /// path that it leads to outside of the repository.
    Owner,
    /// `0`, `-1`: an argument by its position, from the end where it is negative.
    At(i32),
    /// `1..-1`: arguments from one position to before another; `1..` to the end.
    Range(i32, Option<i32>),
    /// `=path`: an argument by its name.
    Named(String),
    /// `key`: of `"a" => b` among the arguments, what is in front of the arrow; of a member of `each`, its name, with
    /// those around it, `key.0` the outermost alone.
    Key,
    /// `value`: what is behind it.
    Value,
    /// `keys`: the names that arguments are given by.
    Keys,
    /// `variable`: the innermost variable around that a call helps to make.
    Variable,
    /// `beside.command.name`: what the decorator of a name that stands at the same symbol is given by another;
    /// `beside.FeignClient`: that name, where such a decorator stands there or at the class around.
    Beside,
    /// `behind.Methods`: of what is registered, the texts that a call of this name is given which follows in the row. Of
    /// guards, what is given first to all calls of this name that follow.
    Behind,
    /// `next`: the call that follows in the row, as it would be written: `hasRole('ADMIN')`; of one without arguments its
    /// name.
    Next,
    /// `types`: the types that a call is given: `Own` of `Use<Own>()`.
    Types,
    /// `written`: what is called or decorates, with what it is given: `Authorize(Policy = 'Editors')`.
    Written,
    /// `kin`: the class of the repository that a property of the class is of, where the same decorates it.
    Kin,
    /// `entity`: the model that what a method is called on is for, by its type's arguments or those of its bases.
    Entity,
    /// `taken.rocket`: the types of other crates of which what is decorated takes one that no text of the decorator names,
    /// but those of crates whose names begin so.
    Taken,
    /// `its.__tablename__`: what a member of the class holds.
    Its,
    /// `=controller#=action`: both texts with the mark between them.
    Paired(Box<[Part; 2]>),
    /// `1.onRequest+1.preHandler`: what is found by all of them, one after the other.
    Together(Vec<Part>),
}

/// Sources of which the text is a name.
const NAMES: [&str; 5] = ["name", "class", "decorated", "base", "0"];

impl From<String> for Selector {
    fn from(text: String) -> Self {
        Self(text.split('|').filter(|part| !part.is_empty()).map(Part::read).collect())
    }
}

impl Selector {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Part {
    fn read(text: &str) -> Self {
        if let Some(inner) = text.strip_prefix('^') {
            return Self { outer: true, ..Self::read(inner) };
        }
        if let Some(literal) = text.strip_prefix('\'') {
            return Self::plain(Source::Text(literal.trim_end_matches('\'').to_owned()));
        }
        if let Some((one, other)) = text.split_once('#') {
            return Self::plain(Source::Paired(Box::new([Self::read(one), Self::read(other)])));
        }
        if text.contains('+') {
            return Self::plain(Source::Together(text.split('+').map(Self::read).collect()));
        }
        if let Some((from, to)) = text.split_once("..") {
            let source = Source::Range(from.parse().unwrap_or(0), to.parse().ok());
            return Self::plain(source);
        }
        if let Some((word, without)) = text.split_once('-').filter(|(word, _)| NAMES.contains(word)) {
            return Self { without: without.to_owned(), ..Self::read(word) };
        }
        for (end, source) in [("-name", Source::Name), ("-decorated", Source::Decorated), ("-owner", Source::Owner)] {
            if let Some(behind) = text.strip_suffix(end).filter(|it| !it.is_empty()) {
                return Self { behind: behind.to_owned(), ..Self::plain(source) };
            }
        }
        let mut parts = text.split('.');
        let source = match parts.next().unwrap_or_default() {
            "name" => Source::Name,
            "object" => Source::Object,
            "result" => Source::Result,
            "decorated" => Source::Decorated,
            "class" => Source::Class,
            "file" => Source::File,
            "row" => Source::Row,
            "base" => Source::Base,
            "whole" => Source::Whole,
            "block" => Source::Block,
            "around" => Source::Around,
            "owner" => Source::Owner,
            "key" => Source::Key,
            "value" => Source::Value,
            "keys" => Source::Keys,
            "variable" => Source::Variable,
            "its" => Source::Its,
            "beside" => Source::Beside,
            "behind" => Source::Behind,
            "entity" => Source::Entity,
            "written" => Source::Written,
            "kin" => Source::Kin,
            "next" => Source::Next,
            "types" => Source::Types,
            "taken" => Source::Taken,
            other => match (other.strip_prefix('='), other.parse()) {
                (Some(name), _) => Source::Named(name.to_owned()),
                (None, Ok(at)) => Source::At(at),
                (None, Err(_)) => Source::Text(other.to_owned()),
            },
        };
        Self { members: parts.map(str::to_owned).collect(), ..Self::plain(source) }
    }

    fn plain(source: Source) -> Self {
        Self { source, members: Vec::new(), without: String::new(), behind: String::new(), outer: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selector_is_read_from_its_text() {
        let read = |text: &str| Selector::from(text.to_owned()).0;
        let part = |source: Source| vec![Part::plain(source)];
        assert_eq!(read(""), []);
        assert_eq!(read("0"), part(Source::At(0)));
        assert_eq!(read("-1"), part(Source::At(-1)));
        assert_eq!(read("1..-1"), part(Source::Range(1, Some(-1))));
        assert_eq!(read("1.."), part(Source::Range(1, None)));
        assert_eq!(read("'GET'"), part(Source::Text("GET".into())));
        let members = Part { members: vec!["url".into()], ..Part::plain(Source::At(0)) };
        assert_eq!(read("=url|0.url"), vec![Part::plain(Source::Named("url".into())), members]);
        let pair = [Part::plain(Source::Named("a".into())), Part::plain(Source::At(0))];
        assert_eq!(read("=a#0"), part(Source::Paired(Box::new(pair))));
        let together = Source::Together(vec![Part::plain(Source::At(0)), Part::plain(Source::At(2))]);
        assert_eq!(read("0+2"), part(together));
        assert_eq!(read("^0"), vec![Part { outer: true, ..Part::plain(Source::At(0)) }]);
        let verb = Part { without: "Mapping".into(), ..Part::plain(Source::Name) };
        assert_eq!(read("name-Mapping"), vec![verb]);
        let verb = Part { behind: "Http".into(), ..Part::plain(Source::Name) };
        assert_eq!(read("Http-name"), vec![verb]);
        let class = Part { without: "Controller".into(), ..Part::plain(Source::Class) };
        assert_eq!(read("class-Controller"), vec![class]);
    }
}
