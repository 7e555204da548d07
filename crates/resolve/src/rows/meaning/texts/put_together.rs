//! What is put together of constants that other files declare is constant: `"select * from " + tables.Users`.

use super::constants::with_names;
use crate::rows::Writer;
use facts::{Shape, Value, ValueId};

/// What is put together is kept up to so many bytes: of a longer text it is not known what else is put in.
const MAX_KEPT: usize = 200;
/// Functions that put a text together of what they are given.
const FORMATTING: [&str; 5] = ["Sprintf", "Sprint", "format", "sprintf", "join"];

impl<'g> Writer<'_, 'g> {
    /// Whether an argument is put together of texts and of constants alone.
    pub fn is_of_constants(&mut self, shape: &'g Shape) -> bool {
        match shape {
            Shape::Joined(text) => self.holds_constants(self.graph.name(*text)),
            Shape::Value(value) => match self.graph.values[*value as usize] {
                Value::Name { binding: Some(binding), .. } => {
                    let given = &self.graph.bindings[binding as usize].values;
                    let [one] = given[..] else { return false };
                    match self.graph.text(binding).filter(|text| text.contains("${")) {
                        Some(text) => self.holds_constants(text),
                        None => self.is_formatted(one),
                    }
                }
                _ => self.is_formatted(*value),
            },
            _ => false,
        }
    }

    fn is_formatted(&mut self, value: ValueId) -> bool {
        let Some(call) = self.call_giving(value) else { return false };
        match self.graph.name(call.name) {
            // `"…%s…".formatted(TABLE)`, `"?".repeat(n)`: what it is called on is the text.
            name @ ("formatted" | "repeat") => {
                let object = self.object(call.callee);
                let on = is_literal(&call.text, name) || object.is_some_and(|it| self.is_constant_named(it));
                return on && (name == "repeat" || call.given.iter().all(|given| self.is_constant_given(&given.shape)));
            }
            // So many times the same: `String.join(",", Collections.nCopies(n, "?"))`.
            "nCopies" => return call.given.last().is_some_and(|given| self.is_constant_given(&given.shape)),
            _ => {}
        }
        FORMATTING.contains(&self.graph.name(call.name))
            && call.given.iter().all(|given| self.is_constant_given(&given.shape))
    }

    fn is_constant_given(&mut self, shape: &'g Shape) -> bool {
        match shape {
            Shape::Text(_) | Shape::Literal(_) => true,
            shape @ Shape::Value(value) => {
                self.fixed(shape).is_some_and(|text| !text.contains("${")) || self.is_formatted(*value)
            }
            shape => self.is_of_constants(shape),
        }
    }

    /// Whether a value is a name that is declared to hold a text.
    fn is_constant_named(&mut self, value: ValueId) -> bool {
        let held = match self.graph.values[value as usize] {
            Value::Name { .. } | Value::Member { .. } => self.eval.value_target(self.file, value),
            _ => None,
        };
        held.and_then(|one| self.text_held(one)).is_some_and(|text| !text.contains("${"))
    }

    /// Whether all that is put into a text are constants.
    fn holds_constants(&mut self, text: &str) -> bool {
        text.len() < MAX_KEPT && !with_names(text, |name| self.constant_elsewhere(name)).contains("${")
    }
}

/// Whether what is called is a method of a literal text that nothing is put into, by how it is written: `"?".repeat`.
fn is_literal(called: &str, method: &str) -> bool {
    let written = called.strip_suffix(method).and_then(|it| it.trim_end().strip_suffix('.')).map(str::trim_end);
    let inner = written.and_then(|it| it.strip_prefix('"')?.strip_suffix('"'));
    let inner = inner.map(|it| it.strip_prefix("\"\"").and_then(|it| it.strip_suffix("\"\"")).unwrap_or(it));
    inner.is_some_and(|it| !it.contains('"') && !["${", "#{", "\\("].iter().any(|mark| it.contains(mark)))
}
