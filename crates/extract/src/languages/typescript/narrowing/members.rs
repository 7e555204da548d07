//! Tests of members: `x.kind === "a"`, `switch (x.kind)`, `x.ok`.

use super::super::values::named_key;
use super::*;

impl<'a> Walk<'_, '_> {
    /// `switch (x.kind) { case "a": … }`
    pub fn cases(&mut self, it: &SwitchStatement<'a>) {
        let (mut texts, mut all, mut is_told) = (Vec::new(), Vec::new(), true);
        for case in &it.cases {
            match case.test.as_ref().and_then(text_of) {
                Some(text) => texts.push(text),
                None => is_told = false,
            }
            let (Some(first), Some(last)) = (case.consequent.first(), case.consequent.last()) else { continue };
            let within = At::new(first.span().start, last.span().end);
            if is_told {
                self.narrow_by_member(&it.discriminant, &texts, Outcome::Holds, within);
            } else if case.test.is_none() && texts.is_empty() {
                self.narrow_by_member(&it.discriminant, &all, Outcome::Fails, within);
            }
            all.append(&mut texts);
            is_told = leaves(last);
        }
    }

    /// What a test of a member is of, and the member's name.
    pub(super) fn member_tested<'e>(&self, member: &'e Expression<'a>) -> Option<(Subject, &'e str)> {
        let (object, name) = match member.get_inner_expression() {
            Expression::StaticMemberExpression(m) => (&m.object, m.property.name.as_str()),
            Expression::ChainExpression(it) => match it.expression.as_member_expression()? {
                MemberExpression::StaticMemberExpression(m) => (&m.object, m.property.name.as_str()),
                _ => return None,
            },
            _ => return None,
        };
        Some((self.subject(object)?, name))
    }

    /// What holds one of these texts as a member, or does not.
    pub(super) fn narrow_by_member(&mut self, member: &Expression<'a>, texts: &[String], outcome: Outcome, within: At) {
        let Some((subject, name)) = self.member_tested(member) else { return };
        let mut options = Vec::with_capacity(texts.len());
        for text in texts {
            let text = self.b.name(text);
            options.push(self.b.ty(Type::Literal { text }));
        }
        let held = match options[..] {
            [] => return,
            [one] => one,
            _ => self.b.ty(Type::Union { options }),
        };
        self.know_member(subject, name, held, outcome, within);
    }

    pub(super) fn know_member(&mut self, subject: Subject, name: &str, held: TypeId, outcome: Outcome, within: At) {
        let members = vec![(self.b.name(name), held)];
        let ty = self.b.ty(Type::Object { members });
        let by = By::Type(self.b.value(Value::Cast { ty }));
        self.know(subject, within, by, outcome);
    }
}

/// A text, or the key that stands for an enumeration's member.
pub(super) fn text_of(value: &Expression) -> Option<String> {
    match value.get_inner_expression() {
        Expression::StringLiteral(text) => Some(text.value.to_string()),
        Expression::BooleanLiteral(it) => Some(it.value.to_string()),
        value => named_key(value),
    }
}
