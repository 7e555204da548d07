use super::cpp;

#[test]
fn what_is_included_keeps_its_brackets() {
    let it =
        cpp("#include <vector>\n#include \"a/b.h\"\n#if 0\n#include \"dead.h\"\n#endif\n# include \"c.h\" // why\n");
    let all: Vec<_> = it.0.imports.iter().map(|it| (it.specifier.as_str(), it.line)).collect();
    assert_eq!(all, [("<vector>", 1), ("a/b.h", 2), ("c.h", 6)]);
}

#[test]
fn using_brings_names_of_elsewhere() {
    let it = cpp("using namespace a::b;\nusing c::d;\nnamespace e = f::g;\n");
    let all: Vec<_> =
        it.0.bindings
            .iter()
            .map(|it2| {
                format!("{:?} {} {}", it2.kind, it.0.name(it2.name), it2.declared.map_or(String::new(), |ty| it.ty(ty)))
            })
            .collect();
    assert_eq!(all, ["Namespace * a.b?", "Import d c.d?", "Namespace e f.g?"]);
}
