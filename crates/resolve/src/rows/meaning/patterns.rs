//! Lists of patterns that paths are held against.

use super::Anchors;
use crate::rows::Writer;
use facts::{Shape, Value, ValueId};

/// What makes a list of another.
const COPYING: [&str; 3] = ["of", "copyOf", "stream"];
/// What makes a list of what it is given, as it is called: `List.of("/a", "/b")`, `Arrays.asList(A, B)`.
const LISTING: [&str; 6] = ["of", "asList", "listOf", "setOf", "arrayOf", "singletonList"];
/// What a list gives itself as.
const GIVING: [&str; 3] = ["toArray", "stream", "toList"];

impl<'g> Writer<'_, 'g> {
    /// Whether patterns are listed by a call of the JVM that makes a list of paths which are written there.
    pub(super) fn lists_patterns(&mut self, shape: &'g Shape, anchors: &Anchors<'_, 'g>) -> bool {
        let Shape::Value(value) = *shape else { return false };
        let Some(call) = anchors.call_giving(value).filter(|_| self.is_of_jvm()) else { return false };
        LISTING.contains(&self.graph.name(call.name))
            && call.given.iter().any(|given| self.fixed(&given.shape).is_some_and(|it| it.starts_with('/')))
    }

    pub(super) fn is_of_jvm(&self) -> bool {
        matches!(&*self.graph.language, "java" | "kotlin")
    }

    /// The patterns that a name is declared to list, or what copies that: `List.of(OPEN)`. Of what is not known the name
    /// of what gives it is told, an empty one behind those that are known where a list may be added to.
    pub(super) fn patterns_listed(&mut self, shape: &'g Shape, anchors: &Anchors<'_, 'g>, steps: u8) -> Vec<String> {
        let unknown = |of: &Self| {
            let named = of.unknown_text(shape).or_else(|| of.unknown_given(shape, anchors));
            vec![named.unwrap_or_else(|| "${}".to_owned())]
        };
        let Shape::Value(value) = *shape else { return unknown(self) };
        let listed = self.eval.value_target(self.file, value).and_then(|one| self.texts_listed(one));
        if let Some(texts) = listed {
            return texts;
        }
        if let Some(texts) = self.patterns_gone_through(value, anchors) {
            return texts;
        }
        let held = self.kept_in(value);
        let told = anchors.call_giving(held).filter(|_| steps > 0).and_then(|call| {
            let name = self.graph.name(call.name);
            let is_copy = COPYING.contains(&name) || name.ends_with("List") || name.ends_with("Set");
            if self.lists_patterns(shape, anchors) {
                let told = call.given.iter().flat_map(|given| {
                    let text = self.put_together(&given.shape, anchors, steps - 1);
                    text.map_or_else(|| self.patterns_listed(&given.shape, anchors, steps - 1), |it| vec![it])
                });
                return Some(told.collect());
            }
            match &call.given[..] {
                [given] if is_copy => Some(self.patterns_listed(&given.shape, anchors, steps - 1)),
                _ if GIVING.contains(&name) => match self.graph.values[call.callee as usize] {
                    Value::Member { object, .. } => Some(self.patterns_of(object, anchors, steps - 1)),
                    _ => None,
                },
                _ => None,
            }
        });
        told.unwrap_or_else(|| unknown(self))
    }

    /// The same of a list that a name holds, to which more may be added.
    fn patterns_of(&mut self, list: ValueId, anchors: &Anchors<'_, 'g>, steps: u8) -> Vec<String> {
        let graph = self.graph;
        let bound = |value: ValueId| match graph.values[value as usize] {
            Value::Name { binding, .. } => binding,
            _ => None,
        };
        let name = bound(list);
        let adds = |call: &facts::Call| match graph.values[call.callee as usize] {
            Value::Member { object, .. } => bound(object) == name && graph.name(call.name).starts_with("add"),
            _ => false,
        };
        let held = self.kept_in(list);
        let Some(call) = anchors.call_giving(held) else { return vec!["${}".to_owned()] };
        let mut told = match &call.given[..] {
            [given] => self.patterns_listed(&given.shape, anchors, steps),
            _ => vec!["${}".to_owned()],
        };
        if name.is_some() && graph.calls.iter().any(adds) {
            told.push("${}".to_owned());
        }
        told
    }
}
