//! What the rules of a macro implement for the types that they declare under names they are given.

use super::definitions::without_marks;
use super::{Attributes, Walk, field, items, start, whole_of};
use crate::languages::rust::impls::type_name;
use crate::tree::end;
use crate::walk::Walker;
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// `struct $name; impl $name { fn new() {} } impl Load for $name { fn load() {} }`: functions of the macro. Those for an
    /// enumeration are told from those for a struct.
    pub(super) fn implemented(&mut self, symbol: SymbolId, left: Node, right: Node) {
        if !self.str(right).contains("impl") {
            return;
        }
        let Some(code) = as_items(self.str(left), self.str(right)) else { return };
        let around = self.rule.replace((right.start_byte(), code.into_bytes()));
        let tree = self.parse_again(right, right);
        self.rule = around;
        let Some(block) = tree.as_ref().and_then(|it| whole_of(it.root_node())) else { return };
        let given: Vec<&str> = pieces(self.str(left)).map(|(name, _)| name).collect();
        let declared: Vec<(&str, bool)> = items(block)
            .into_iter()
            .filter(|it| matches!(it.kind(), "struct_item" | "enum_item" | "union_item"))
            .filter_map(|it| Some((self.str(field(it, "name")?), it.kind() == "enum_item")))
            .filter(|(name, _)| given.contains(name))
            .collect();
        self.b.enter(symbol);
        for of in items(block).into_iter().filter(|it| it.kind() == "impl_item") {
            let Some(name) = field(of, "type").and_then(type_name).map(|name| self.str(name)) else { continue };
            let Some(&(_, is_enum)) = declared.iter().find(|(it, _)| *it == name) else { continue };
            // Of several structs it is not known which one a type is.
            let is_one = !declared.iter().any(|(other, kind)| *kind == is_enum && *other != name);
            let Some(body) = field(of, "body").filter(|_| is_one) else { continue };
            for function in items(body).into_iter().filter(|it| it.kind() == "function_item") {
                let Some(name) = field(function, "name") else { continue };
                let made = self.declare(SymbolKind::Method, name, function, &Attributes::default());
                self.b.sign(made, start(function), field(function, "body").map_or(end(function), start));
                let made = self.b.symbol_mut(made);
                made.modifiers = made.modifiers.with(Modifiers::OF_ENUM, is_enum);
            }
        }
        self.b.leave();
    }
}

/// The pieces that a rule is given, with what they are: `$name:ident`.
fn pieces(left: &str) -> impl Iterator<Item = (&str, &str)> {
    left.split('$').skip(1).filter_map(|rest| {
        let (name, rest) = rest.split_at(rest.find(|it: char| !is_of_name(it))?);
        let kind = rest.trim_start().strip_prefix(':')?.trim_start();
        let end = kind.find(|it: char| !is_of_name(it)).unwrap_or(kind.len());
        Some((name, &kind[..end])).filter(|(name, _)| !name.is_empty())
    })
}

fn is_of_name(it: char) -> bool {
    it.is_alphanumeric() || it == '_'
}

/// What a rule makes as items of the same length: what stands for no name is what it stands for, at its shortest.
fn as_items(left: &str, right: &str) -> Option<String> {
    let mut bytes = without_marks(right, true)?.into_bytes();
    for (name, kind) in pieces(left) {
        let shortest = match kind {
            "vis" => "",
            "lifetime" => {
                named(right, name).for_each(|at| bytes[at] = b'\'');
                continue;
            }
            "block" => "{}",
            "item" | "stmt" => ";",
            _ => continue,
        };
        for at in named(right, name) {
            bytes[at..=at + name.len()].fill(b' ');
            bytes[at..at + shortest.len()].copy_from_slice(shortest.as_bytes());
        }
    }
    String::from_utf8(bytes).ok()
}

/// Where `$name` stands.
fn named<'t>(made: &'t str, name: &'t str) -> impl Iterator<Item = usize> + 't {
    let ends = |at: usize| !made[at + 1 + name.len()..].starts_with(is_of_name);
    made.match_indices('$').map(|(at, _)| at).filter(move |&at| made[at + 1..].starts_with(name) && ends(at))
}

#[cfg(test)]
mod tests {
    use super::as_items;

    #[test]
    fn what_a_rule_makes_is_read_as_items() {
        let left = "($(#[$m:meta])* $vis:vis struct $name:ident<$of:lifetime> { $body: block })";
        let right = "{ $vis struct $name<$of>; impl<$of> $name<$of> { $vis fn f() $body fn g($visible: u8) {} } }";
        let code = "{      struct  name<'of>; impl<'of>  name<'of> {      fn f() {}    fn g( visible: u8) {} } }";
        assert_eq!(as_items(left, right).as_deref(), Some(code));
        assert_eq!(as_items("()", "{ struct A; }"), None);
    }
}
