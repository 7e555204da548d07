use super::php;

#[test]
fn types_are_read_as_written() {
    let it = php("\
class A { function f(
    int|string|null $a, ?B $b, self $c, C&D $d, array $e, callable $f, \\Closure $g, mixed $h, iterable $i): static {} }");
    let params: Vec<_> = it.symbol("A.f").params.iter().map(|param| it.ty(param.declared.expect("a type"))).collect();
    assert_eq!(
        params,
        [
            "number | string | null",
            "optional \\App\\B?",
            "\\App\\A",
            "\\App\\C? & \\App\\D?",
            "map",
            "function",
            "function",
            "unknown",
            "map",
        ]
    );
    assert_eq!(it.ty(it.symbol("A.f").returns_type.expect("a type")), "this");
}

#[test]
fn documentation_tells_types_where_code_does_not() {
    let it = php("\
use X\\Y;
/**
 * @param Y|null $a
 * @param array<string, Y[]> $b
 * @param  list<array{id: int, y: Y}>  $c
 * @param class-string<Y> $d
 * @param callable(Y, int=): bool $e
 * @param (Y&Z)|false $f
 * @param Y $g wins not over a class
 * @param Collection<int, Y> $h
 * @param 'a'|'b' $i
 * @return \\Generator<int, Y, mixed, void> things
 */
function f($a, array $b, $c, string $d, callable $e, $f, Z $g, Collection $h, $i, $j) {}");
    let declared: Vec<_> =
        it.symbol("f").params.iter().map(|param| param.declared.map_or("-".to_owned(), |ty| it.ty(ty))).collect();
    assert_eq!(
        declared,
        [
            "\\X\\Y? | null",
            "map[string][]\\X\\Y?",
            "[]map",
            "class of \\X\\Y?",
            "fn(\\X\\Y?, number) boolean",
            "\\X\\Y? & \\App\\Z? | boolean",
            "\\App\\Z?",
            "\\App\\Collection?<number, \\X\\Y?>",
            "string | string",
            "-",
        ]
    );
    assert_eq!(it.ty(it.symbol("f").returns_type.expect("a type")), "[]\\X\\Y?");
}

#[test]
fn templates_are_type_parameters() {
    let it = php("\
/**
 * @template T of Base
 * @extends Parents<T>
 */
class A extends Parents {
    /** @return T */
    function a() {}
}");
    let a = it.symbol("A");
    assert_eq!(a.type_params.iter().map(|param| it.0.name(param.name)).collect::<Vec<_>>(), ["T"]);
    assert_eq!(it.ty(a.bases[0].ty), "\\App\\Parents?<T>");
    assert_eq!(it.ty(it.symbol("A.a").returns_type.expect("a type")), "T");
}
