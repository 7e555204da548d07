//! What macros choose by conditions of the build: the blocks of `cfg_if!` and of `cfg_select!`.

use super::super::attributes::{Attributes, holds};
use super::super::{Walk, Walker, end, field, start};
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// The blocks between a macro's brackets of which the build takes one, the one first that is built.
    pub fn branches<'t>(&self, node: Node<'t>) -> Option<Vec<Node<'t>>> {
        let mut cursor = node.walk();
        let tokens: Vec<Node> = node.children(&mut cursor).filter(|it| !it.kind().ends_with("_comment")).collect();
        let inner = tokens.get(1..tokens.len().checked_sub(1)?)?;
        let called = node.parent().and_then(|call| field(call, "macro"));
        let name = called.map(|path| self.str(path).rsplit("::").next().unwrap_or_default());
        match name {
            Some("cfg_select") => self.selected(inner),
            _ => self.conditional(inner),
        }
    }

    /// The blocks of `if #[cfg(a)] { … } else if #[cfg(b)] { … } else { … }`, the one first that is built.
    fn conditional<'t>(&self, mut rest: &[Node<'t>]) -> Option<Vec<Node<'t>>> {
        let (mut built, mut others) = (Vec::new(), Vec::new());
        loop {
            let is_built = match rest {
                [word, mark, condition, _, ..] if self.str(*word) == "if" && mark.kind() == "#" => {
                    rest = &rest[3..];
                    let mut attributes = Attributes::default();
                    attributes.push(*condition);
                    !self.is_elsewhere(&attributes)
                }
                _ if others.is_empty() && built.is_empty() => return None,
                _ => true,
            };
            let (&block, behind) = rest.split_first().filter(|(it, _)| it.kind() == "token_tree")?;
            if is_built && built.is_empty() {
                built.push(block)
            } else {
                others.push(block)
            }
            rest = match behind {
                [] => break,
                [word, behind @ ..] if self.str(*word) == "else" => behind,
                _ => return None,
            };
        }
        built.append(&mut others);
        Some(built)
    }

    /// The blocks of `feature = "a" => { … } unix => { … } _ => { … }`, the one first that is built.
    fn selected<'t>(&self, mut rest: &[Node<'t>]) -> Option<Vec<Node<'t>>> {
        let (mut built, mut others) = (Vec::new(), Vec::new());
        while let Some(arrow) = rest.iter().position(|it| it.kind() == "=>") {
            let (first, last) = (rest.first()?, rest.get(arrow.checked_sub(1)?)?);
            let condition = self.b.source.slice(start(*first), end(*last)).trim();
            let block = *rest.get(arrow + 1).filter(|it| it.kind() == "token_tree")?;
            match built.is_empty() && (condition == "_" || holds(condition, 0)) {
                true => built.push(block),
                false => others.push(block),
            }
            let behind = rest.get(arrow + 2).is_some_and(|it| it.kind() == ",");
            rest = &rest[arrow + 2 + usize::from(behind)..];
        }
        built.append(&mut others);
        (rest.is_empty() && !built.is_empty()).then_some(built)
    }
}
