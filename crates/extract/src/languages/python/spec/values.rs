use super::py;
use crate::languages::reading::Read;
use facts::Value;

#[test]
fn a_call_says_what_is_called_through_which_names() {
    let it = py("\
import pkg.sub as sub
from .x import make

def top():
    make().run(1, *more)
    sub.go()(2)
    handlers['a']()
    @make(3)
    def inner(): late()

def late(): pass
");
    assert_eq!(
        it.calls(),
        [
            "top > make",
            "top > make().run",
            "top > sub.go()",
            "top > sub.go",
            "top > handlers?[…]",
            "top > make",
            "top.inner > late",
        ]
    );
    let run = &it.0.calls[1];
    assert_eq!((run.text.as_str(), run.arguments, run.spread), ("make().run", 2, true));
    assert_eq!(it.0.calls[2].text, "", "what is called has no name");
}

#[test]
fn a_class_is_called_whatever_types_it_is_given() {
    let it = py("\
from lib import Repository
class Own: pass
a = Repository[Own](1)
b = handlers[key](2)
c = Registry[name](3)
");
    assert_eq!(it.calls(), ["- > Repository", "- > handlers?[…]", "- > Registry?[…]"]);
    assert_eq!(it.0.calls[0].text, "Repository");
}

#[test]
fn the_instance_is_the_first_parameter_whatever_its_name() {
    let it = py("\
class A(B):
    def f(me):
        me.g()
        super().f()
        (lambda: me.h())()
        type(me).k()
        me.__class__()
        def inner(me): me.other()
    @staticmethod
    def s(me): me.g()
    @classmethod
    def c(cls):
        return cls().f()
");
    assert_eq!(
        it.calls(),
        [
            "A.f > this<A>.g",
            "A.f > super?",
            "A.f > super<A>.f",
            "A.f > this<A>.h",
            "A.f > type?",
            "A.f > this<A>.k",
            "A.f > this<A>",
            "A.f.inner > me.other",
            "A.s > me.g",
            "A.c > this<A>",
            "A.c > new this<A>.f",
        ]
    );
}

#[test]
fn names_follow_pythons_scopes() {
    let it = py("\
x = module()
class A:
    x = member()
    y = x
    def f(self): return x
def g():
    def h():
        nonlocal_later()
        return x
    x = local()
    return [x for x in x]
def k():
    global x
    x = changed()
");
    let of = |name: &str| {
        let value = it.symbol(name).return_values[0];
        let binding = match it.0.values[value as usize] {
            facts::Value::Name { binding, .. } => binding.expect("bound"),
            ref other => panic!("{other:?}"),
        };
        it.0.bindings[binding as usize].values.iter().map(|id| it.value(*id)).collect::<Vec<_>>()
    };
    assert_eq!(of("A.f"), ["module?()", "changed?()"], "a class's names are hidden from its methods");
    assert_eq!(of("g.h"), ["local?()"], "a function's name counts before its assignment too");
    assert_eq!(it.given("y"), ["x"]);
}

#[test]
fn every_way_of_binding_says_what_is_bound() {
    let it = py("\
with opened() as f, lock: pass
for i, item in enumerate(items): pass
for key, (left, right) in pairs.items(): pass
try: pass
except (KeyError, errors.Bad) as e: pass
a, (b, *c) = make()
first, second = one(), two()
async def g():
    got = await fetch()
    async with session() as s: pass
if (found := search()): pass
total = sum
total += 1
p: 'Path' = None
sorted(xs, key=lambda u: u.name)
");
    let given = |name: &str| it.given(name).join(" ");
    assert_eq!(given("f"), "enter opened?()");
    assert_eq!(given("item"), "part1(item1([[number, item1(items?)]]))");
    assert_eq!(given("right"), "part1(part1(item1(pairs?.items())))");
    assert_eq!(given("e"), "either(new KeyError?, new errors?.Bad)");
    assert_eq!(given("a"), "part0(make?())");
    assert_eq!(given("c"), "part1(part1(make?()))");
    assert_eq!(given("second"), "two?()");
    assert_eq!(given("got"), "await fetch?()");
    assert_eq!(given("s"), "enter session?()");
    assert_eq!(given("found"), "search?()");
    assert_eq!(given("total"), "sum?");
    assert_eq!(given("p"), ": Path? null");
    assert_eq!(given("u"), "item1(xs?)");
}

#[test]
fn expressions_keep_what_types_follow_from() {
    let it = py("\
from typing import cast
import functools
from functools import lru_cache, partial
a = x or y()
b = f() if c else None
d = cast('Thing', z)
e = [make(), *rest]
g = {'k': run, **more}
h = g['k']
i = other['k']
j = getattr(obj, 'name')
k = getattr(obj, name)
l = [t.copy() for t in things if t]
m = lambda: None
n = partial(run, 1)
o = 'a %s' % b
q = xs[1:][0]
r = not a
s = next(iter(xs))
t = functools.cache(run)
u = lru_cache(maxsize=None)(run)
v = lru_cache(run)
w = lru_cache(9)
");
    let given = |name: &str| it.given(name).join(" ");
    assert_eq!(given("a"), "either(x?, y?())");
    assert_eq!(given("b"), "either(f?(), null)");
    assert_eq!(given("d"), "as Thing?");
    assert_eq!(given("e"), "[make?(), item1(rest?)]");
    assert_eq!(given("g"), "{k: run?, ...more?}");
    assert_eq!(given("h"), "g.k");
    assert_eq!(given("i"), "other?[…]");
    assert_eq!(given("j"), "obj?.name");
    assert_eq!(given("k"), "unknown");
    assert_eq!(given("l"), "[t.copy()]");
    assert_eq!(given("n"), "run?");
    assert_eq!(given("o"), "string");
    assert_eq!(given("q"), "xs?[…]");
    assert_eq!(given("r"), "boolean");
    assert_eq!(given("s"), "item1([item1(xs?)])");
    assert_eq!(given("t"), "run?");
    assert_eq!(given("u"), "run?");
    assert_eq!(given("v"), "run?");
    assert_eq!(given("w"), "lru_cache(number)");
}

#[test]
fn a_test_of_its_type_narrows_a_name() {
    let it = py("\
def f(x, self):
    if isinstance(x, A) and x.a(): x.b()
    x.c()
    if not isinstance(x, (B, C)):
        return x.d()
    x.e()
    x = other()
    x.g()
    assert isinstance(self.y, D)
    self.y.h()
    match x:
        case E(name=n): x.i(n)
        case F() as y: y.j()
");
    assert_eq!(
        known(&it),
        [
            "x.a: Holds as A?",
            "x.b: Holds as A?",
            "x.d: Fails as B? | C?",
            "x.e: Holds as B? | C?",
            "x.g: Holds either(other?())",
            "self.y.h: Holds as D?",
            "x.i: Holds either(other?()), Holds as E?",
        ]
    );
    assert_eq!(it.given("y"), ["as F?"]);
    assert_eq!(it.given("n"), ["as E?.name"]);
}

/// What is known of what members are called on.
fn known(it: &Read) -> Vec<String> {
    let graph = &it.0;
    let calls = graph.calls.iter().filter_map(|call| {
        let Value::Member { object, .. } = graph.values[call.callee as usize] else { return None };
        let known = graph.narrowings(object).iter().map(|it_| format!("{:?} {}", it_.outcome, it.value(it_.test)));
        let known: Vec<_> = known.collect();
        (!known.is_empty()).then(|| format!("{}: {}", it.value(call.callee), known.join(", ")))
    });
    calls.collect()
}

#[test]
fn what_it_was_given_last_is_known_of_a_name_that_changes() {
    let it = py("\
def f(a, xs):
    once = A()
    once.a()
    x = A()
    x.b()
    if a:
        x = B()
        x.c()
        return
    x.d()
    if a: x = C()
    x.e()
    x = D()
    for y in xs:
        x.f()
        x = E()
        x.g()
    x.h()
    x = F()
    try:
        x = G()
        x.i()
    except Bad:
        x.j()
    a = a or A()
    a.k()
    declared: Base = Sub()
    declared.l()
    def g(): a.m()
");
    assert_eq!(
        known(&it),
        [
            "x.b: Holds either(A?())",
            "x.c: Holds either(B?())",
            "x.d: Holds either(A?())",
            "x.g: Holds either(E?())",
            "x.i: Holds either(G?())",
            "a.k: Holds either(either(a, A?()))",
            "declared.l: Holds either(Sub?())",
        ]
    );
}

#[test]
fn functions_passed_by_name_are_references() {
    let it = py("\
from .h import on_error
import signal
def run(): pass
class A:
    handler = run
    data = 1
    @register
    @plugin.hook()
    def go(self, callback=run):
        listen(run, self.go, self.data, signal.stop, 1, key=on_error)
        local = 1
        use(local)
        job = Job()
        use(job.start, job.data)
        return [run]
");
    assert_eq!(
        it.references(),
        [
            "Callback A > run",
            "Decorator A > register?",
            "Callback A.go > run",
            "Callback A.go > run",
            "Callback A.go > this<A>.go",
            "Callback A.go > signal.stop",
            "Callback A.go > on_error",
            "Callback A.go > job.start",
            "Callback A.go > run",
        ]
    );
}

#[test]
fn a_lambda_given_to_a_call_has_parameters_of_the_callees_choice() {
    let it = py("each(items, lambda item, at: item.go())");
    assert_eq!(it.given("item"), ["param(each?, 1, 0)"]);
    assert_eq!(it.given("at"), ["param(each?, 1, 1)"]);
    assert_eq!(it.calls(), ["- > each?", "- > item.go"]);
}
