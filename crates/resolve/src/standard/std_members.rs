//! Which members the types of standard libraries have, and by which paths those are told.

use crate::languages::Extensions;
use crate::project::names::Name;
use crate::project::source::Source;
use crate::standard::std_types::Gives;
use crate::standard::universal;
use crate::targets::labels::{Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, Head, Std, Ty};
use facts::{Builtin, SymbolKind, TRAILING};

impl Eval<'_> {
    /// Whether any value hands itself to the function that its member of that name is given.
    pub(crate) fn hands_itself_on(&self, name: Name, argument: u32, position: u32) -> bool {
        (argument == TRAILING || self.language.singleton_members) && universal::hands(&self.text(name), position)
    }

    /// Whether a base outside the repository may have a member: of some all members are known.
    pub(crate) fn may_have(&self, decl: Decl, base: Name, name: Name) -> bool {
        let Some((source, _)) = self.project.symbol(decl) else { return true };
        let base = self.text(base);
        let known = source.language.outside_members.iter().find(|(known, _)| known.eq_ignore_ascii_case(&base));
        let name = self.text(self.project.names.plain(name));
        known.is_none_or(|(_, members)| members.iter().any(|member| member.eq_ignore_ascii_case(&name)))
    }

    /// Whether a type outside of which all members are known has none of a name.
    pub(crate) fn outside_lacks(&self, source: &Source, object: Ty, name: Name) -> bool {
        let (Head::External(path) | Head::Library(path, _)) = *self.types.head(object) else { return false };
        let all = source.language.outside_members;
        if all.is_empty() || source.language.extensions != Extensions::ByType {
            return false;
        }
        let (path, name) = (self.text(path), self.text(self.project.names.plain(name)));
        let known = all.iter().find(|(known, _)| **known == *path);
        known.is_some_and(|(_, members)| !members.contains(&&*name))
    }

    /// The type of what a member outside gave, where its name alone tells and all members of that type are known.
    pub(crate) fn given_whole(&mut self, source: &Source, object: Ty) -> Ty {
        let (Head::External(path), Some(rules)) = (self.types.head(object), source.language.overloads) else {
            return object;
        };
        let given = self.result_of(rules, &self.text(*path)).unwrap_or(object);
        let Head::External(path) = *self.types.head(given) else { return object };
        let is_whole = source.language.outside_members.iter().any(|(known, _)| **known == *self.text(path));
        if is_whole { given } else { object }
    }

    /// What a member gives that every enum has without declaring it.
    pub(crate) fn enum_member(&self, decl: Decl, name: Name) -> Option<Gives> {
        let (source, symbol) = self.project.symbol(decl)?;
        let text = self.text(self.project.names.plain(name));
        let mut members = source.language.enum_members.iter().filter(|_| symbol.kind == SymbolKind::Enum);
        members.find(|(member, _)| *member == &*text).map(|(_, gives)| *gives)
    }

    /// The path of a standard type's member, in one vocabulary for all languages.
    pub(crate) fn standard_target(&mut self, from: Ty, name: Name) -> Verdict {
        if matches!(self.types.head(from), Head::Library(..) | Head::Intersection(_))
            && let Some(path) = self.listed_path(from, name)
        {
            return Verdict::external(path);
        }
        if self.may_be_replaced(from) {
            return Verdict::none(Resolution::Unresolved);
        }
        let word = match self.types.head(from) {
            Head::Std(Std::List, _) | Head::Tuple(_) | Head::Builtin(Builtin::List | Builtin::Tuple) => "list",
            Head::Std(Std::Set, _) | Head::Builtin(Builtin::Set) => "set",
            Head::Std(Std::Map | Std::Record, _) | Head::Builtin(Builtin::Map) => "map",
            Head::Std(Std::Promise, _) => "promise",
            Head::Std(Std::Iterator, _) => "iterator",
            Head::Std(Std::Context, _) => "context",
            Head::Std(Std::Option, _) => "option",
            Head::Std(Std::Result, _) => "result",
            Head::Std(Std::Pointer, _) => "pointer",
            Head::Std(Std::Cell | Std::Lock, _) => "cell",
            Head::Instance(..) => "any",
            Head::Builtin(Builtin::String | Builtin::Template) => "string",
            Head::Builtin(Builtin::Bytes) => "bytes",
            Head::Builtin(Builtin::Number) => "number",
            Head::Builtin(Builtin::Boolean) => "boolean",
            Head::Builtin(Builtin::Regexp) => "regexp",
            Head::Builtin(_) | Head::Bound(..) => "builtin",
            Head::Class(_) => "enum",
            _ => "function",
        };
        let path = format!("{word}.{}", self.text(self.project.names.plain(name)));
        Verdict::external(self.name(&path))
    }
}
