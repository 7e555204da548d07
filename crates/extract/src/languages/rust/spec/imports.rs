use super::rust;
use facts::*;

#[test]
fn a_use_is_an_import_for_each_leaf() {
    let it = rust(
        "\
use std::{fmt, io::{self, Read as R, prelude::*}};
use crate::a::B;
pub use super::c as d;
pub use e::*;
use g;
extern crate alloc as al;
use h::Trait as _;
mod child;
#[path = \"odd.rs\"]
mod placed;
mod inner { mod below; }
fn f() { use self::i::j; }
",
    );
    let imports: Vec<_> =
        it.0.imports
            .iter()
            .map(|import| {
                let name = &import.names[0];
                let what = match name.imported {
                    Imported::Name(name) => it.0.name(name).to_owned(),
                    ref other => format!("{other:?}"),
                };
                format!("{} {what} as {} {}", import.specifier, it.0.name(name.local), import.dynamic)
            })
            .collect();
    assert_eq!(
        imports,
        [
            "self::child Module as child false",
            "odd.rs Module as placed false",
            "std fmt as fmt false",
            "std io as io false",
            "std::io Read as R false",
            "std::io::prelude All as * false",
            "crate::a B as B false",
            "super c as d false",
            "e All as * false",
            "g Module as g false",
            "alloc Module as al false",
            "h Trait as _ false",
            "self::inner::below Module as below false",
            "self::i j as j true",
        ]
    );
    let exports: Vec<_> =
        it.0.exports
            .iter()
            .map(|export| match &export.what {
                Exported::From { specifier, name } => {
                    format!("{} from {specifier} {}", it.0.name(export.name), it.0.name(*name))
                }
                other => format!("{other:?}"),
            })
            .collect();
    assert_eq!(exports, ["d from super c", "AllFrom { specifier: \"e\" }"]);
}

#[test]
fn names_are_bound_in_the_scope_of_their_use() {
    let it = rust(
        "\
use a::parse;
mod parse {}
fn f() {
    parse();
    parse::inner();
    let parse = 1;
    g(parse);
}
mod m { fn h() { parse(); } }
",
    );
    assert_eq!(it.calls(), ["f > parse", "f > type parse.inner", "f > g?", "m.h > parse?"]);
}
