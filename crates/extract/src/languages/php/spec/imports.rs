use super::php;
use crate::languages::reading::read;

fn imports(source: &str) -> Vec<String> {
    let it = php(source);
    let imports = it.0.imports.iter();
    imports
        .map(|import| {
            let names = import.names.iter().map(|name| it.0.name(name.local));
            format!("{} as {}", import.specifier, names.collect::<Vec<_>>().join(", "))
        })
        .collect()
}

#[test]
fn every_form_of_use_is_an_import() {
    let found =
        imports("use A\\B, \\C as D; use E\\{F, G\\H as I, function j}; use function k\\l, k\\m; use const N\\O;");
    assert_eq!(
        found,
        ["A\\B as B", "C as D", "E\\F as F", "E\\G\\H as I", "E\\j as j", "k\\l as l", "k\\m as m", "N\\O as O"]
    );
}

#[test]
fn included_files_are_imports_where_the_path_is_written_out() {
    let found = imports(
        "require __DIR__ . '/a.php'; include_once('b/c.php'); require dirname(__FILE__, 2) . '/d.php'; include $x;",
    );
    assert_eq!(found, ["./a.php as ", "b/c.php as ", "./../d.php as "]);
}

#[test]
fn names_are_led_to_their_full_names() {
    let it =
        php("use A\\B; use function A\\f; new B; new B\\C; new D; new \\E; f(); g(); \\h(); namespace\\i(); b\\j();");
    assert_eq!(
        it.calls(),
        [
            "- > as class of \\A\\B?",
            "- > as class of \\A\\B\\C?",
            "- > as class of \\App\\D?",
            "- > as class of \\E?",
            "- > \\A\\f?",
            "- > g?",
            "- > \\h?",
            "- > \\App\\i?",
            "- > \\A\\B\\j?",
        ]
    );
}

#[test]
fn a_file_is_of_a_package_or_holds_blocks_that_are() {
    assert_eq!(php("").0.package.as_deref(), Some("App"));
    let it = read("a.php", "<?php namespace A\\B { class C {} } namespace { class C {} }");
    let packages: Vec<_> = it.0.packages.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!((it.0.package.as_deref(), packages), (None, vec!["A.B", ""]));
    assert_eq!(it.symbols(), ["Class C", "Class C~2"]);
}
