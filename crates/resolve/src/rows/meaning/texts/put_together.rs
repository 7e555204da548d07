//! What is put together of constants that other files declare is constant: `"select * from " + tables.Users`.

use super::constants::with_names;
use crate::rows::Writer;
use facts::{Shape, Value, ValueId};

/// What is put together is kept up to so many bytes: of a longer text it is not known what else is put in.
const MAX_KEPT: usize = 200;
/// Functions that put a text together of what they are given.
const FORMATTING: [&str; 4] = ["Sprintf", "Sprint", "format", "sprintf"];

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
        FORMATTING.contains(&self.graph.name(call.name))
            && call.given.iter().all(|given| match &given.shape {
                Shape::Text(_) | Shape::Literal(_) => true,
                shape @ Shape::Value(_) => self.fixed(shape).is_some_and(|text| !text.contains("${")),
                shape => self.is_of_constants(shape),
            })
    }

    /// Whether all that is put into a text are constants.
    fn holds_constants(&mut self, text: &str) -> bool {
        text.len() < MAX_KEPT && !with_names(text, |name| self.constant_elsewhere(name)).contains("${")
    }
}
