use super::php;
use crate::languages::reading::Read;

fn inside(body: &str) -> Read {
    php(&format!("class K extends P {{ public $p; function m($a, B $b) {{\n{body}\n}} }}"))
}

#[test]
fn a_call_says_what_is_called_through_which_names() {
    let it = inside(
        "\
f($a, ...$b); $a->g()?->h(); K::i(); self::j(); static::k(); parent::m(); $a::n();
new B; new $a; new (f())(); new class($a) extends B { function o() { q(); } };
$a->{'r'}(); $a->$b(); $a(1); ($this->p)(); f()(); isset($a); empty($a); \"{$a->s()}\"; $z = $a->t(...);",
    );
    assert_eq!(
        it.calls(),
        [
            "K.m > f?",
            "K.m > $a.g",
            "K.m > $a.g().h",
            "K.m > as class of \\App\\K.i",
            "K.m > class<K>.j",
            "K.m > this<K>.k",
            "K.m > super<K>.m",
            "K.m > $a.n",
            "K.m > as class of \\App\\B?",
            "K.m > $a",
            "K.m > f?()",
            "K.m > f?",
            "K.m > class<K.m.class>",
            "K.m.class.o > q?",
            "K.m > $a.r",
            "K.m > unknown",
            "K.m > $a",
            "K.m > either(this<K>.p)",
            "K.m > f?",
            "K.m > f?()",
            "K.m > $a.s",
        ]
    );
    let f = &it.0.calls[0];
    assert_eq!((f.text.as_str(), f.arguments, f.spread), ("f", 2, true));
    assert_eq!(it.references(), ["Callback K.m > $a.t"]);
}

#[test]
fn a_variable_means_what_was_assigned_last() {
    let it = inside("$x = 1; $x = new A; if ($a) { $x = new C; } else { return; } $y = $x; [$q, 'k' => $r] = $y;");
    assert_eq!(it.given("$y"), ["$x"]);
    assert_eq!(it.given("$x"), ["new as class of \\App\\C?"]);
    assert_eq!((it.given("$q"), it.given("$r")), (vec!["part0($y)".to_owned()], vec!["$y[…]".to_owned()]));
    let it = inside("$x = new A; if ($a) { $x = new C; } $y = $x;");
    assert_eq!(it.given("$x"), ["$x", "$x"]);
}

#[test]
fn tests_of_a_type_narrow() {
    let it = inside("if ($a instanceof C) { $x = $a; } if (!$b instanceof D) throw $b; $y = $b;");
    assert!(!it.given("$x").is_empty() && !it.given("$y").is_empty());
    assert!(it.0.bindings.iter().any(|binding| {
        it.0.name(binding.name) == "$b" && binding.values.iter().any(|value| it.value(*value) == "as \\App\\D?")
    }));
}

#[test]
fn properties_hold_what_methods_assign() {
    let it = inside("$this->p = new A; $this->p[] = new B; $this->q = 1;");
    let initial = it.symbol("K.p").initial.clone();
    assert_eq!(it.list(&initial), "new as class of \\App\\A?, [new as class of \\App\\B?]");
}

#[test]
fn callables_by_name_are_references() {
    let it = inside(
        "usort($a, [$this, 'sort']); array_map('trim', $a); f([K::class, 'make']); f('A\\B::c'); f('plain'); f(K::class);",
    );
    assert_eq!(
        it.references(),
        [
            "Callback K.m > this<K>.sort",
            "Callback K.m > trim?",
            "Callback K.m > as class of \\App\\K",
            "Callback K.m > as class of \\App\\K.make",
            "Callback K.m > as class of \\A\\B?.c",
            "Callback K.m > as class of \\App\\K",
        ]
    );
}

#[test]
fn callbacks_take_what_the_callee_hands_them() {
    let it = inside("array_map(fn ($i) => $i->x(), $a); $b->each(function ($j) { $j->y(); });");
    assert_eq!(it.given("$i"), ["item1($a)"]);
    assert_eq!(it.given("$j"), ["param($b.each, 0, 0)"]);
}

#[test]
fn a_group_gives_its_closure_what_it_is_about_for_this() {
    let it = php("$app->group('/a', function () { $this->get('/b'); f(function () { $this->c(); }); });");
    assert_eq!(it.calls(), ["- > $app?.group", "- > $this.get", "- > f?", "- > this<->.c"]);
    let it = php("class K { function m($app) { $app->group('/a', function () { $this->get('/b'); }); } }");
    assert_eq!(it.calls(), ["K.m > $app.group", "K.m > this<K>.get"]);
}
