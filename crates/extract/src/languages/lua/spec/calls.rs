use super::lua;
use facts::*;

#[test]
fn calls_in_every_form_have_rows_and_requires_have_none() {
    let it = lua("\
local fs = require('app.fs')
local ok, json = pcall(require, 'cjson')
f 'x'
f { g() }
fs.read(x)
fs:close(...)
a.b['c'].d()
t[1]()
require('app.util').trim(s);
(function() h() end)()
");
    assert_eq!(
        it.calls(),
        [
            "- > pcall?",
            "- > f?",
            "- > f?",
            "- > g?",
            "- > fs.read",
            "- > fs.close",
            "- > a?.b.c.d",
            "- > t?[…]",
            "- > util.trim",
            "- > fn<->()",
            "- > h?",
        ]
    );
    let imports: Vec<_> = it.0.imports.iter().map(|import| (import.specifier.as_str(), import.dynamic)).collect();
    assert_eq!(imports, [("app.fs", false), ("cjson", false), ("app.util", false)]);
    assert!(it.0.calls.iter().any(|call| call.spread));
}

#[test]
fn values_follow_what_operators_and_loops_give() {
    let it = lua("\
local a = x or y
local b = x and y
local c = x == y
local d = 'x' .. y
for i, item in ipairs(items) do local e = item end
for n = 1, 2 do end
local g = assert(open())
");
    assert_eq!(it.given("a"), ["either(x?, y?)"]);
    assert_eq!(it.given("b"), ["y?"]);
    assert_eq!(it.given("c"), ["boolean"]);
    assert_eq!(it.given("d"), ["string"]);
    assert_eq!(it.given("item"), ["item1(items?)"]);
    assert_eq!(it.given("n"), ["number"]);
    assert_eq!(it.given("g"), ["open?()"]);
}

#[test]
fn functions_passed_by_name_are_references() {
    let it = lua("local function by() end\ntable.sort(t, by)\nlocal o = { cb = by }\nreturn by\n");
    let mut all = it.references();
    all.retain(|it| it.ends_with("> by"));
    assert_eq!(all.len(), 2, "{:?}", it.references());
    assert!(it.0.references.iter().all(|it| it.kind == ReferenceKind::Callback));
}
