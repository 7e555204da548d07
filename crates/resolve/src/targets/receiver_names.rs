//! What the name of a receiver says of its type, where types are written nowhere: `order` and `@last_order` are mostly
//! an `Order`.

use crate::members::Hit;
use crate::naming::entities::{Entity, Use};
use crate::project::names::Name;
use crate::project::source::Source;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId};
use facts::nouns::constant;
use facts::{ScopeId, Value, ValueId};

impl Eval<'_> {
    /// Whether a receiver is called like the class of a method, or like one that has the method from there.
    ///
    /// @param class the class or module that declares the method
    /// @param method its name
    pub(crate) fn is_called_like(
        &mut self,
        source: &Source,
        file: FileId,
        receiver: ValueId,
        class: Decl,
        method: Name,
    ) -> bool {
        let Some((name, scope)) = called(source, receiver) else { return false };
        let Some((owner, symbol)) = self.project.symbol(class) else { return false };
        let last = owner.graph.name(symbol.name);
        let last = last.rsplit("::").next().unwrap_or(last);
        if endings(name).any(|ending| joined(ending).eq_ignore_ascii_case(last)) {
            return true;
        }
        let names: Vec<Name> = endings(name).map(|ending| self.name(&constant(ending))).collect();
        names.into_iter().any(|name| {
            let Entity::Symbol(other) = self.project.free_name(file, scope, name, Use::Type) else { return false };
            let this = self.types.instance(other, &[]);
            let hits = self.reached(source, file, this, method, Use::Call);
            hits.iter().any(|hit| matches!(*hit, Hit::Declared(found, ..) if self.is_in(found, class)))
        })
    }

    /// Whether a member is one that a class or one of its parts declares.
    fn is_in(&self, member: Decl, class: Decl) -> bool {
        let parent = self.project.symbol(member).and_then(|(_, symbol)| symbol.parent);
        parent.is_some_and(|symbol| self.project.merged(class).contains(&Decl { file: member.file, symbol }))
    }
}

/// The last name of what a method is called on, and where it stands.
fn called(source: &Source, receiver: ValueId) -> Option<(&str, ScopeId)> {
    let mut value = receiver;
    let mut last = None;
    loop {
        match source.graph.values[value as usize] {
            Value::Name { name, scope, .. } => return Some((last.unwrap_or(source.graph.name(name)), scope)),
            Value::Member { object, name } => {
                last = last.or(Some(source.graph.name(name)));
                value = object;
            }
            Value::Call { callee, .. } => value = callee,
            _ => return last.map(|name| (name, 0)),
        }
    }
}

/// A name from each of its words on, the longest ending first: `last_order`, `order`.
fn endings(name: &str) -> impl Iterator<Item = &str> {
    let name = name.trim_start_matches('@').trim_end_matches(['?', '!']);
    let inner = name.match_indices('_').map(move |(at, _)| &name[at + 1..]);
    std::iter::once(name).chain(inner).filter(|ending| !ending.is_empty())
}

/// `order_line` without what separates its words.
fn joined(name: &str) -> String {
    name.replace('_', "")
}

#[cfg(test)]
mod tests {
    use super::{endings, joined};

    #[test]
    fn names_end_in_words() {
        assert_eq!(endings("@last_order_line").collect::<Vec<_>>(), ["last_order_line", "order_line", "line"]);
        assert_eq!(joined("http_client"), "httpclient");
    }
}
