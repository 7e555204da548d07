//! The paths that functions of the repository give back, with what a call gives them: `this.routerPath("find")`.

use super::constants::with_names;
use crate::naming::entities::{Entity, Use};
use crate::rows::Writer;
use crate::rows::meaning::Anchors;
use crate::rows::meaning::places::found::Found;
use crate::values::types::Decl;
use facts::{Call, Shape, Value};

/// What such a text is called among a function's members; in front of its closing bracket may stand what sets a flag.
const GIVEN_BACK: &str = "()";

impl<'g> Writer<'_, 'g> {
    /// The path that a call gives. None: the function is not of the repository, does more, or it is not known whether
    /// a flag is set that adds to the path.
    pub fn path_given_back(&mut self, call: &'g Call, anchors: &Anchors<'_, 'g>, parts: u8) -> Option<String> {
        let [function] = self.eval.reference_target(self.file, call.callee).targets[..] else { return None };
        let (source, _) = self.project.symbol(function)?;
        let texts: Vec<(&str, &str)> =
            source.graph.member_texts(function.symbol).filter(|(name, _)| name.starts_with('(')).collect();
        let plain = texts.iter().find(|(name, _)| *name == GIVEN_BACK)?.1;
        let flagged = texts.iter().find(|(name, _)| *name != GIVEN_BACK);
        let text = match flagged {
            Some((name, text)) => {
                if self.is_flag_set(name, call)? {
                    text
                } else {
                    plain
                }
            }
            None => plain,
        };
        let given: Vec<Option<String>> = call
            .given
            .iter()
            .map(|it| self.put_together(&it.shape, anchors, parts - 1).or_else(|| self.unknown_text(&it.shape)))
            .collect();
        let told = with_names(text, |name| match name.strip_prefix('$').and_then(|it| it.parse::<usize>().ok()) {
            Some(at) => given.get(at).cloned().flatten(),
            None => self.text_beside(function, name),
        });
        Some(told.replace("${$", "${_"))
    }

    /// Whether a call in the place of a guard gives a path, which asks nobody.
    pub fn gives_path(&mut self, found: &Found<'g>) -> bool {
        let (&Found::Value(value) | &Found::Shape(&Shape::Value(value))) = found else { return false };
        let Value::Call { callee, .. } = self.graph.values[value as usize] else { return false };
        let [function] = self.eval.reference_target(self.file, callee).targets[..] else { return false };
        let texts =
            self.project.source(function.file).map(|it| it.graph.member_texts(function.symbol).next().is_some());
        texts == Some(true)
    }

    /// Whether the flag that `($1=true)` names is set by a call.
    fn is_flag_set(&self, name: &str, call: &Call) -> Option<bool> {
        let (place, default) = name.trim_matches(['(', ')', '$']).split_once('=').unwrap_or((name, "false"));
        let place: usize = place.trim_matches(['(', ')', '$']).parse().ok()?;
        let written = match call.given.get(place).map(|it| &it.shape) {
            None => default,
            Some(Shape::Literal(text)) => self.graph.name(*text),
            Some(Shape::Text(text)) if self.graph.name(*text).is_empty() => "false",
            Some(Shape::Text(_) | Shape::Object(_) | Shape::List(_) | Shape::Function { .. }) => "true",
            Some(_) => return None,
        };
        match written.trim_end_matches(')') {
            "true" | "1" => Some(true),
            "false" | "0" | "null" | "undefined" | "''" | "\"\"" => Some(false),
            _ => None,
        }
    }

    /// What a name stands for where a function stands: a member of its class, a name of its file.
    fn text_beside(&self, function: Decl, name: &str) -> Option<String> {
        let (source, symbol) = self.project.symbol(function)?;
        let held = match name.strip_prefix("this.") {
            Some(member) => {
                let members = source.members_named(symbol.parent, self.project.names.intern(member));
                let [member] = *members else { return None };
                self.text_held(Decl { file: function.file, symbol: member })
            }
            None if name.contains('.') => self.member_in(function.file, name, 3),
            None => {
                let binding = source.top_binding(self.project.names.intern(name), |_| true)?;
                match self.project.binding(function.file, binding, Use::Value) {
                    Entity::Symbol(one) => self.text_held(one),
                    _ => None,
                }
            }
        };
        held.filter(|it| !it.contains("${"))
    }
}
