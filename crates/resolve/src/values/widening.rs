//! How the numbers of a language widen, and which objects hold values without one.

use crate::values::conversions::{Conversions, SAME, STEP, WIDER};

/// Where a type stands among the numbers.
pub(super) fn rank(rules: &Conversions, name: &str) -> Option<usize> {
    let name = rules.widens.iter().find(|(from, _)| *from == name).map_or(name, |(_, to)| *to);
    rules.numbers.iter().position(|number| *number == name)
}

pub(super) fn widening(rules: &Conversions, from: &str, to: &str) -> Option<f32> {
    if from == to {
        return Some(SAME);
    }
    let is_number = |name: &str| rules.numbers.contains(&name);
    let (one, other) = (rank(rules, from)?, rank(rules, to).filter(|_| is_number(to))?);
    let reaches = if is_number(from) { one < other } else { one <= other };
    reaches.then(|| WIDER - STEP * (other - one.min(other)) as f32)
}

pub(super) fn boxed(rules: &Conversions, name: &str) -> Option<&'static str> {
    rules.boxes.iter().find(|(held, _)| *held == name).map(|(_, boxed)| *boxed)
}
