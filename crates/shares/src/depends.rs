//! What a file depends on, with its language and its types: by imports, and where imports name no files, by what its code
//! calls and extends.

use crate::File;
use crate::words::compared;
use facts::rows::{Row, column, unescape};
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// Languages in which a file says by imports alone which files it depends on.
const IMPORTING: [&str; 11] =
    ["typescript", "tsx", "javascript", "vue", "svelte", "astro", "python", "jupyter", "lua", "c", "cpp"];

/// A way to depend: on a file or a folder, by types alone, and when the code runs there; all as they are encoded.
type Way<'u> = (&'u str, &'u str, &'u str);

/// The share of a file; None where there is nothing to tell. Of a file for tests alone its types count.
pub fn share(file: &File) -> Option<String> {
    const KIND: usize = column("symbols", "kind");
    const IS_ABSTRACT: usize = column("symbols", "is_abstract");
    let (mut all, mut open) = (0, 0);
    for row in file.unit.rows("symbols").iter() {
        match row.escaped(KIND) {
            Some("interface") => (all, open) = (all + 1, open + 1),
            Some("class" | "struct") => (all, open) = (all + 1, open + usize::from(row.is_set(IS_ABSTRACT))),
            _ => {}
        }
    }
    if file.is_test && all == 0 {
        return None;
    }
    let mut out = String::new();
    let _ = write!(out, "[\"{}\",{all},{open},", file.language);
    if file.is_test {
        out.push_str("null]");
        return Some(out);
    }
    out.push('[');
    for (at, (target, type_only, dynamic)) in ways(file).iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(out, "{comma}[\"{target}\",{type_only},{dynamic}]");
    }
    out.push_str("]]");
    Some(out)
}

/// Each once, by their targets.
fn ways<'u>(file: &File<'u>) -> Vec<Way<'u>> {
    let mut found: FxHashSet<Way> = FxHashSet::default();
    let rows = |table: &str| file.unit.rows(table).iter();
    found.extend(rows("imports").filter_map(|row| {
        let target = row.escaped(const { column("imports", "resolved") })?;
        let type_only = row.json(const { column("imports", "type_only") });
        Some((target, type_only, row.json(const { column("imports", "dynamic") })))
    }));
    found.extend(rows("exports").filter_map(|row| {
        let target = row.escaped(const { column("exports", "resolved") })?;
        Some((target, row.json(const { column("exports", "type_only") }), "0"))
    }));
    if !IMPORTING.contains(&file.language) {
        let surely = |row: Row<'u>| called_surely(&row, file.language == "rust");
        let extended = |row: Row<'u>| row.escaped(const { column("type_relations", "target") });
        let symbols = rows("calls").filter_map(surely).chain(rows("type_relations").filter_map(extended));
        found.extend(symbols.map(|id| (id.find('#').map_or("", |at| &id[..at]), "0", "0")));
    }
    let own = file.ids.path();
    let mut ways: Vec<Way> = found.into_iter().filter(|way| way.0 != own).collect();
    ways.sort_unstable_by(|a, b| {
        let is_plain = !a.0.contains('\\') && !b.0.contains('\\');
        let order = if is_plain { compared(a.0, b.0) } else { compared(&unescape(a.0), &unescape(b.0)) };
        order.then_with(|| (a.1, a.2).cmp(&(b.1, b.2)))
    });
    ways
}

fn called_surely<'u>(row: &Row<'u>, is_rust: bool) -> Option<&'u str> {
    let resolution = row.escaped(const { column("calls", "resolution") })?;
    let is_sure = resolution == "exact" || (resolution == "typed" && !is_rust);
    if is_sure { row.escaped(const { column("calls", "callee") }) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{file_of, push};
    use facts::unit::{Cell, Unit};

    fn import(unit: &mut Unit, resolved: &str, type_only: u64) {
        let flags = [("type_only", Cell::Number(type_only)), ("dynamic", Cell::Number(0))];
        push(unit, "imports", &[&[("resolved", resolved.into())], &flags[..]].concat());
    }

    fn told(unit: &Unit) -> Option<String> {
        File::of(unit).and_then(|file| share(&file))
    }

    #[test]
    fn imports_say_what_a_file_depends_on() {
        let mut unit = file_of("src/b.ts", "typescript", &[]);
        for (path, type_only) in [("src/c.ts", 0), ("src/b.ts", 0), ("src/a.ts", 1), ("src/a.ts", 0), ("src/c.ts", 0)] {
            import(&mut unit, path, type_only);
        }
        push(&mut unit, "calls", &[("callee", "src/d.ts#run".into()), ("resolution", "exact".into())]);
        push(&mut unit, "symbols", &[("kind", "interface".into())]);
        push(&mut unit, "symbols", &[("kind", "class".into()), ("is_abstract", Cell::Number(0))]);
        let ways = r#"["src/a.ts",0,0],["src/a.ts",1,0],["src/c.ts",0,0]"#;
        assert_eq!(told(&unit), Some(format!(r#"["typescript",2,1,[{ways}]]"#)));
    }

    #[test]
    fn calls_say_it_where_imports_name_no_files() {
        let calls = |language: &str| {
            let mut unit = file_of("src/b.x", language, &[]);
            for (callee, resolution) in
                [("src/a.x#run", "exact"), ("src/c.x#run", "typed"), ("src/d.x#run", "inferred")]
            {
                push(&mut unit, "calls", &[("callee", callee.into()), ("resolution", resolution.into())]);
            }
            push(&mut unit, "type_relations", &[("target", "src/e.x#Base".into())]);
            told(&unit)
        };
        let ways = r#"["src/a.x",0,0],["src/c.x",0,0],["src/e.x",0,0]"#;
        assert_eq!(calls("go"), Some(format!(r#"["go",0,0,[{ways}]]"#)));
        assert_eq!(calls("rust").as_deref(), Some(r#"["rust",0,0,[["src/a.x",0,0],["src/e.x",0,0]]]"#));
        assert_eq!(calls("python").as_deref(), Some(r#"["python",0,0,[]]"#));
    }

    #[test]
    fn of_a_file_for_tests_its_types_count() {
        let mut unit = file_of("a.test.ts", "typescript", &[("is_test", Cell::Number(1))]);
        import(&mut unit, "src/a.ts", 0);
        assert_eq!(told(&unit), None);
        push(&mut unit, "symbols", &[("kind", "class".into()), ("is_abstract", Cell::Number(1))]);
        assert_eq!(told(&unit).as_deref(), Some(r#"["typescript",1,1,null]"#));
    }
}
