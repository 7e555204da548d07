//! Tags of fields, each as what decorates its field: `gorm:"column:name;primaryKey"` is `gorm` with what stands between
//! its quotes, by name where a colon, an equals sign or nothing else is there.

use super::Walk;
use crate::tree::{end, start};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn tags(&mut self, node: Node) -> Vec<Decorator> {
        let from = start(node) + 1;
        let text = self.b.source.slice(from, end(node).saturating_sub(1).max(from)).to_owned();
        let mut decorators = Vec::new();
        let mut rest = text.as_str();
        while let Some((key, behind)) = rest.trim_start().split_once(":\"") {
            let Some((inside, after)) = behind.split_once('"') else { break };
            rest = after;
            let is_name = key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
            if !is_name || decorators.len() >= SHAPES_LIMIT {
                break;
            }
            // What sits in a text at these bytes, so that what is secret in it is redacted as elsewhere.
            let offset = |part: &str| from + (part.as_ptr() as usize - text.as_ptr() as usize) as u32;
            let given = self.tag_given(key, inside, &offset);
            let name = self.b.name(key);
            let value = self.b.value(Value::Name { name, scope: 0, binding: None });
            let (at, to) = (offset(key), offset(inside) + inside.len() as u32 + 1);
            decorators.push(Decorator { text: self.b.text(at, to, 160), value, given });
        }
        decorators
    }

    fn tag_given(&mut self, key: &str, inside: &str, offset: &dyn Fn(&str) -> u32) -> Vec<Given> {
        let mut given = Vec::new();
        // A default is one value, whatever it is made of: `default:"a,b"`.
        let is_one = key.to_ascii_lowercase().ends_with("default");
        let pieces = inside.split(|c| !is_one && matches!(c, ';' | ',')).map(str::trim).filter(|it| !it.is_empty());
        for (at, piece) in pieces.take(SHAPES_LIMIT).enumerate() {
            let mut literal = |part: &str| self.b.literal(offset(part), offset(part) + part.len() as u32);
            match piece.split_once([':', '=']).filter(|_| !is_one) {
                Some((key, value)) => {
                    let shape = Shape::Text(literal(value));
                    given.push(Given { name: Some(self.b.name(key)), shape });
                }
                None => {
                    let text = literal(piece);
                    if at == 0 {
                        given.push(Given { name: None, shape: Shape::Text(text) });
                    }
                    given.push(Given { name: Some(text), shape: Shape::Literal(text) });
                }
            }
        }
        given
    }
}
