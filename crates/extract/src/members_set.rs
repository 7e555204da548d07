//! Members of what code has in hand that are set to texts, `config.router.contextPath = "/api"`: kept as literals of the member.

use crate::builder::{Builder, CALLEE_LIMIT};
use crate::shapes;
use crate::tree::{end, items, start};
use facts::{Call, CallKind, Given, ValueId};
use syntax::tree_sitter::Node;

/// What may be a text: one, several that are put together, and what names or gives one.
const TEXTS: [&str; 7] = [
    "string_literal",
    "binary_expression",
    "additive_expression",
    "identifier",
    "navigation_expression",
    "call_expression",
    "method_invocation",
];

/// Keeps that a member is set; `values` are those of the member and of what it is set to.
pub fn keep(b: &mut Builder, left: Node, right: Node, values: (ValueId, ValueId)) {
    let Some(member) = items(left).last().copied().filter(|it| it.kind().ends_with("identifier")) else { return };
    if !TEXTS.contains(&right.kind()) || b.source.slice(start(left), end(left)).starts_with("this.") {
        return;
    }
    let (callee, value) = values;
    let shape = shapes::written(b, right, value);
    let name = b.source.slice(start(member), end(member)).to_owned();
    let literal = Call {
        kind: CallKind::New,
        caller: b.caller(),
        callee,
        name: b.name(&name),
        text: b.text_end(start(left), end(member), CALLEE_LIMIT),
        at: b.source.point(start(member)),
        start_line: b.source.line(start(left)),
        arguments: 1,
        spread: false,
        given: vec![Given { name: None, shape }],
        result: None,
    };
    b.graph.literals.push(literal);
}
