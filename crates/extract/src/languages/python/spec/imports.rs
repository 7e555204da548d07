use super::py;
use crate::languages::reading::Read;
use facts::*;

/// `specifier: what as local`, and what kind of import it is.
fn imports(it: &Read) -> Vec<String> {
    let name = |name: &ImportedName| match &name.imported {
        Imported::Name(imported) => format!("{} as {}", it.0.name(*imported), it.0.name(name.local)),
        Imported::Module => format!("module as {}", it.0.name(name.local)),
        other => format!("{other:?}"),
    };
    let kind = |import: &Import| {
        if import.type_only {
            " (types)"
        } else if import.dynamic {
            " (late)"
        } else {
            ""
        }
    };
    let names = |import: &Import| import.names.iter().map(name).collect::<Vec<_>>().join(", ");
    it.0.imports.iter().map(|import| format!("{}: {}{}", import.specifier, names(import), kind(import))).collect()
}

#[test]
fn imports_are_read_in_all_their_forms() {
    let it = py("\
import os
import a.b.c
import a.b as ab
from . import x
from ..pkg.mod import f, g as h
from .all import *
if TYPE_CHECKING:
    from .types import T
def run():
    from late import m
");
    assert_eq!(
        imports(&it),
        [
            "os: module as os",
            "a: module as a",
            "a.b.c: Nothing",
            "a.b: module as ab",
            ".: x as x",
            "..pkg.mod: f as f, g as h",
            ".all: All",
            ".types: T as T (types)",
            "late: m as m (late)",
        ]
    );
}

#[test]
fn a_second_import_of_a_name_is_one_more_value_of_it() {
    let it = py("\
try:
    import fast as json
except ImportError:
    import json
else:
    from x import y
try:
    from ssl import wrap
except ImportError:
    wrap = None
def wrap(): pass
import a.b
import a.c
");
    let first = |name: &str| {
        let binding = it.0.bindings.iter().find(|b| it.0.name(b.name) == name).expect("a binding");
        let import = binding.import.map(|(import, _)| it.0.imports[import as usize].specifier.as_str());
        (import, binding.values.iter().map(|id| it.value(*id)).collect::<Vec<_>>())
    };
    assert_eq!(first("json"), (Some("fast"), vec!["json".to_owned()]));
    assert_eq!(first("wrap"), (Some("ssl"), vec!["null".to_owned(), "fn<wrap>()".to_owned()]));
    assert_eq!(first("a"), (Some("a"), vec![]));
}
