//! C# 14's extension blocks: `extension(Order order) { public int Count() => … }` inside a static class.
//!
//! The grammar does not know them. It reads a type in their place, whose members become the class's: each extends the
//! type of the block's parameter, as if it had that parameter in front.

use super::{Walk, Walker, child, field, start};
use facts::*;
use syntax::tree_sitter::Node;

const KEYWORD: &str = "extension";
/// Of the same length; of its name what the source has in its place is [`NAME`].
const TYPE: &str = "struct E_";
const NAME: &str = "on";

/// What the members of a block extend.
#[derive(Clone, Debug)]
pub struct Extended {
    receiver: Param,
    type_params: Vec<TypeParam>,
}

/// The text with a type's beginning in place of those of blocks, byte for byte as long. None: it has no block.
pub fn as_types(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = 0;
    for (at, _) in text.match_indices(KEYWORD) {
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        if text[line..at].trim().is_empty() && text[at + KEYWORD.len()..].trim_start().starts_with(['(', '<']) {
            out.push_str(&text[rest..at]);
            out.push_str(TYPE);
            rest = at + KEYWORD.len();
        }
    }
    out.push_str(&text[rest..]);
    (rest > 0).then_some(out)
}

impl Walk<'_, '_> {
    pub fn is_extension_block(&self, node: Node) -> bool {
        let named = field(node, "name").is_some_and(|name| self.str(name) == NAME);
        named && self.b.source.text[start(node) as usize..].starts_with(KEYWORD)
    }

    pub fn extension_block(&mut self, node: Node) {
        let owner = self.b.owner();
        self.scopes.open(self.b, ScopeKind::Block, owner);
        let type_params = child(node, "type_parameter_list").map(|list| self.type_params(list, node));
        let params = child(node, "parameter_list").map(|list| self.params(list, true)).unwrap_or_default();
        let extended = params.into_iter().next();
        self.extended = extended.map(|receiver| Extended { receiver, type_params: type_params.unwrap_or_default() });
        if let Some(body) = field(node, "body") {
            self.deeper(body, |walk| walk.children(body));
        }
        self.extended = None;
        self.scopes.close();
    }

    /// Has a member of a block extend what the block says. A static one is the type's own, and takes no receiver.
    pub fn extend(&mut self, symbol: SymbolId, node: Node) {
        let is_static = |it: Node| it.kind() == "modifier" && self.str(it) == "static";
        let is_static = node.children(&mut node.walk()).any(is_static);
        let Some(Extended { receiver, type_params }) = self.extended.clone().filter(|_| !is_static) else { return };
        let made = self.b.symbol_mut(symbol);
        made.receiver = receiver.declared;
        made.modifiers = made.modifiers.with(Modifiers::STATIC, true);
        made.type_params.splice(0..0, type_params);
        made.params.insert(0, receiver);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_read_as_types_and_nothing_moves() {
        let text =
            "static class A\n{\n\textension(B b)\n\t{\n\t}\n\textension <T>(C<T> c) {}\n\tint extension(int x);\n}";
        let types = as_types(text).unwrap_or_default();
        assert_eq!(types.len(), text.len());
        assert!(types.contains("\tstruct E_(B b)\n") && types.contains("\tstruct E_ <T>(C<T> c) {}"));
        assert!(types.contains("int extension(int x);"));
        assert_eq!(as_types("extension.Call();"), None);
    }
}
