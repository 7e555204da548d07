//! What a file says of how things are done: the learner's only input. Which questions are asked, and how answers are told, is
//! `src/engine/scan/derive/patterns`; here a file answers them.

mod casing;
pub mod choices;
mod classes;
mod declarations;
mod docs;
mod errors;
mod exports;
mod facts;
mod file_names;
mod gathered;
mod imports;
mod places;
mod reads;
mod subclasses;
mod symbol;
mod testing;
mod texts;
mod types;

use crate::File;
use choices::rules::Choices;
use facts::{FileFacts, Import};
use gathered::Gathered;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// What is seen once for each place that may give several answers.
pub const TOTAL: &str = "*";

/// The share of a file; None where nothing is learnt from it.
pub fn share<'u>(file: &File<'u>, choices: &'u Choices) -> Option<String> {
    let facts = FileFacts::of(file)?;
    let mut gathered = Gathered::default();
    casing::observe(&facts, &mut gathered);
    classes::observe(&facts, &mut gathered);
    declarations::observe(&facts, &mut gathered);
    docs::observe(&facts, &mut gathered);
    errors::observe(&facts, &mut gathered);
    exports::observe(&facts, &mut gathered);
    file_names::observe(&facts, &mut gathered);
    imports::observe(&facts, &mut gathered);
    choices::observe(choices, &facts, &mut gathered);
    reads::observe(&facts, &mut gathered);
    subclasses::observe(&facts, &mut gathered);
    testing::observe(&facts, &mut gathered);
    types::observe(&facts, &mut gathered);
    let mut out = String::new();
    let _ = write!(out, "[\"{}\",{},[{}],[", facts.family, u8::from(facts.is_test), gathered.written());
    let (inside, outside): (Vec<&Import>, Vec<&Import>) = facts.imports.iter().partition(|it| it.resolved.is_some());
    write_reached(inside.iter().filter_map(|it| Some((it.resolved.as_deref()?, *it))), &mut out);
    out.push_str("],[");
    write_reached(outside.iter().filter_map(|it| Some((it.external.as_deref()?, *it))), &mut out);
    out.push_str("]]");
    Some(out)
}

/// Where imports lead, each with the first line of it, and whether nothing but types are asked for.
fn write_reached<'f>(imports: impl Iterator<Item = (&'f str, &'f Import<'f>)>, out: &mut String) {
    let mut places: FxHashMap<&str, usize> = FxHashMap::default();
    let mut reached: Vec<(&str, u64, bool)> = Vec::new();
    for (to, import) in imports {
        let at = *places.entry(to).or_insert(reached.len());
        match reached.get_mut(at) {
            Some(known) => known.2 &= import.type_only,
            None => reached.push((to, import.line, import.type_only)),
        }
    }
    for (at, (to, line, is_of_types)) in reached.into_iter().enumerate() {
        let to = serde_json::Value::from(to);
        let comma = if at > 0 { "," } else { "" };
        let _ = write!(out, "{comma}[{to},{line},{}]", u8::from(is_of_types));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{file_of, push};
    use ::facts::unit::{Cell, Unit};

    fn file(path: &str, is_generated: bool) -> Unit {
        file_of(path, "typescript", &[("is_generated", Cell::Number(is_generated.into()))])
    }

    fn declare(unit: &mut Unit, kind: &str, name: &str, line: u64) {
        let id = format!("{}#{name}", unit.path());
        let lines = [("name_line", Cell::Number(line)), ("end_line", Cell::Number(line + 1))];
        let named = [("id", id.into()), ("kind", kind.into()), ("name", name.into())];
        let seen = [("exported", Cell::Number(1)), ("visibility", "public".into())];
        push(unit, "symbols", &[&lines[..], &named, &seen].concat());
    }

    fn import(unit: &mut Unit, line: u64, column: &str, to: &str, is_of_types: bool) {
        let values =
            [("line", Cell::Number(line)), (column, to.into()), ("type_only", Cell::Number(is_of_types.into()))];
        push(unit, "imports", &values);
    }

    fn told(unit: &Unit) -> Option<String> {
        File::of(unit).and_then(|file| share(&file, &Choices::default()))
    }

    #[test]
    fn answers_that_are_the_same_are_one_and_so_is_where_imports_lead() {
        let mut unit = file("src/a.ts", false);
        declare(&mut unit, "interface", "Shape", 4);
        declare(&mut unit, "interface", "IUser", 2);
        declare(&mut unit, "interface", "Plain", 1);
        import(&mut unit, 1, "resolved", "src/b.ts", true);
        import(&mut unit, 2, "external", "a\"b", true);
        import(&mut unit, 3, "resolved", "src/b.ts", false);
        let parts = [
            r#"["js",0,[["casing","interfaces","no prefix",1,2,"src/a.ts#Plain",null,2]"#,
            r#"["casing","interfaces","a leading I",2,3,"src/a.ts#IUser",null,1]"#,
            r#"["doc-comments",null,"undocumented",1,2,"src/a.ts#Plain",null,3]"#,
            r#"["import-order",null,"mixed",2,2,null,null,1]"#,
            r#"["object-types",null,"interfaces",1,2,"src/a.ts#Plain",null,3]]"#,
            r#"[["src/b.ts",1,0]],[["a\"b",2,1]]]"#,
        ];
        assert_eq!(told(&unit), Some(parts.join(",")));
    }

    #[test]
    fn nothing_is_learnt_from_what_tools_write() {
        assert_eq!(told(&file("src/a.ts", false)).as_deref(), Some(r#"["js",0,[],[],[]]"#));
        assert_eq!((told(&file("src/a.ts", true)), told(&file("src/a.d.mts", false))), (None, None));
        let mut schema = file("src/schema.ts", false);
        declare(&mut schema, "type_alias", "Scalars", 1);
        declare(&mut schema, "type_alias", "Exact", 2);
        assert_eq!(told(&schema), None);
    }
}
