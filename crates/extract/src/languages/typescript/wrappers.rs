//! Calls that are given a function and give one back: `const load = memo(() => …)`.

use super::functions::Shape;
use super::*;
use syntax::oxc::ast::ast::*;
use syntax::oxc::span::GetSpan;

/// Functions that take a function and give back another value: a name for that holds no function.
const NO_WRAPPERS: &[&str] = &[
    "all",
    "catch",
    "computed",
    "each",
    "every",
    "filter",
    "finally",
    "find",
    "findIndex",
    "findLast",
    "flatMap",
    "forEach",
    "from",
    "lazy",
    "map",
    "mysqlTable",
    "on",
    "once",
    "pgTable",
    "preprocess",
    "reduce",
    "reduceRight",
    "refine",
    "relations",
    "setInterval",
    "setTimeout",
    "singlestoreTable",
    "some",
    "sort",
    "sqliteTable",
    "subscribe",
    "superRefine",
    "then",
    "toSorted",
    "transform",
    "useEffect",
    "useMemo",
    "useRef",
    "useState",
    "watch",
    "watchEffect",
    "requestAnimationFrame",
    "setImmediate",
    "queueMicrotask",
    "it",
    "test",
    "describe",
];
/// Those that are known to give a function back, also for a local name.
const WRAPPERS: &[&str] = &[
    "debounce",
    "forwardRef",
    "memo",
    "memoize",
    "observer",
    "throttle",
    "useCallback",
    "useEvent",
    "useEventCallback",
];
/// Those that give a function back with the results of the one they are given: hooks, makers of mocks (`vi.fn`).
const KEEPING_RESULTS: &[&str] = &["fn", "memoize", "useCallback", "useEffectEvent", "useEvent", "useEventCallback"];

impl<'a> Walk<'_, '_> {
    /// `memo(() => …)`, `React.forwardRef(function …)`: what is called is given a function and gives one back.
    pub fn wraps(&self, init: &Expression<'a>, at_top: bool) -> bool {
        let inner = init.get_inner_expression();
        let (Expression::CallExpression(call), Some(_)) = (inner, wrapped(inner)) else { return false };
        let (name, root) = match call.callee.get_inner_expression() {
            Expression::Identifier(id) => (id.name.as_str(), Some(id)),
            Expression::StaticMemberExpression(m) => match m.object.get_inner_expression() {
                Expression::Identifier(id) => (m.property.name.as_str(), Some(id)),
                _ => (m.property.name.as_str(), None),
            },
            _ => return false,
        };
        // A method of a local thing works on that thing; a package's or a module's function may wrap.
        let is_bare = matches!(call.callee.get_inner_expression(), Expression::Identifier(_));
        let imported = root.is_some_and(|id| {
            let binding = self.referred(id, false).map(|at| self.b.graph.bindings[at as usize].kind);
            matches!(binding, Some(BindingKind::Import))
        });
        WRAPPERS.contains(&name) || (at_top && (is_bare || imported) && !NO_WRAPPERS.contains(&name))
    }
}

/// The function that a call is given as its first or last argument, and where it starts. Through
/// wrappers in wrappers: `memo(forwardRef(() => …))`.
pub fn wrapped<'e, 'a>(value: &'e Expression<'a>) -> Option<(Shape<'e, 'a>, u32)> {
    let Expression::CallExpression(call) = value else { return None };
    let ends = [call.arguments.first(), call.arguments.last()];
    ends.into_iter().flatten().filter_map(|argument| argument.as_expression()).find_map(|argument| {
        let inner = argument.get_inner_expression();
        Shape::of_value(inner).map(|shape| (shape, inner.span().start)).or_else(|| wrapped(inner))
    })
}

/// Whether what a call gives is known to give what the function gives that it is called with.
pub fn keeps_results(value: &Expression) -> bool {
    let Expression::CallExpression(call) = value else { return false };
    let name = match call.callee.get_inner_expression() {
        Expression::Identifier(id) => id.name.as_str(),
        Expression::StaticMemberExpression(m) => m.property.name.as_str(),
        _ => return false,
    };
    let given = call.arguments.first().and_then(|it| it.as_expression()).map(Expression::get_inner_expression);
    KEEPING_RESULTS.contains(&name) && given.is_some_and(|it| Shape::of_value(it).is_some() || keeps_results(it))
}
