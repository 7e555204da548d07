//! Functions that may be wrappers, as far as their own file tells: short ones with one call, of something outside of the
//! repository, to which they pass what they are given.

mod passing;
pub mod rules;

use crate::File;
use facts::rows::{Row, column};
use passing::{is_name, passes_on};
use rules::WrapperRules;
use rustc_hash::FxHashMap;
use serde::Deserialize;
use std::borrow::Cow;
use std::fmt::Write;

/// Lines and branches of a function that does little more than one call.
const MOST_LINES: u64 = 12;
const MOST_BRANCHES: u64 = 3;

/// Names by which libraries hold what they are given, and no thing of their own.
const HOLDING: [&str; 17] = [
    "ref",
    "shallowRef",
    "reactive",
    "shallowReactive",
    "readonly",
    "computed",
    "inject",
    "useRef",
    "useState",
    "useMemo",
    "useContext",
    "signal",
    "writable",
    "readable",
    "observable",
    "atom",
    "props",
];

/// What a language's own lists, texts and promises do.
const OF_LANGUAGE: &str = "map filter find findIndex findLast some every includes indexOf forEach reduce join slice sort \
    flatMap flat at concat push pop trim split replace replaceAll startsWith endsWith toLowerCase toUpperCase toString then \
    catch finally append extend items keys values strip lower upper startswith endswith encode decode format";

/// A short function, and its one call.
struct Short<'u> {
    symbol: Row<'u>,
    call: Row<'u>,
    target: Cow<'u, str>,
    text: Cow<'u, str>,
}

/// A parameter as the column of symbols has it.
#[derive(Deserialize)]
struct Parameter {
    name: String,
}

/// The share of a file; None where there are no candidates.
pub fn share(file: &File, rules: &WrapperRules) -> Option<String> {
    const EXTERNAL: usize = column("imports", "external");
    if file.is_test || file.is_generated {
        return None;
    }
    let short = short_ones(file);
    let mut passing =
        short.iter().filter(|it| !is_of_content(&it.target) && !is_own(&it.text) && passes(it)).peekable();
    passing.peek()?;
    let imports = || file.unit.rows("imports").iter();
    let mut out = String::new();
    for one in passing {
        let is_imported = |name: &str| {
            imports().any(|row| {
                let local = row.text(const { column("imports", "alias") });
                local.or_else(|| row.text(const { column("imports", "name") })).is_some_and(|it| it == name)
            })
        };
        if is_of_result(one, is_imported) {
            continue;
        }
        let names: Vec<&str> = one.target.split('.').collect();
        let category = rules.category_of(file.language, &names);
        let is_of = |row: &Row| row.text(EXTERNAL).is_some_and(|it| starts_with(&one.target, &it));
        let from = imports().find(is_of);
        if category.is_none() && from.is_none() {
            continue;
        }
        let told = |name: &str, json: &str, out: &mut String| {
            let _ = write!(out, ",\"{name}\":{json}");
        };
        out.push_str(if out.is_empty() { "[" } else { "," });
        let _ = write!(out, "{{\"id\":{}", one.symbol.json(const { column("symbols", "id") }));
        told("name", one.symbol.json(const { column("symbols", "name") }), &mut out);
        told("line", one.symbol.json(const { column("symbols", "line") }), &mut out);
        told("target", one.call.json(const { column("calls", "target") }), &mut out);
        match category {
            Some(category) => told("category", &serde_json::Value::from(category).to_string(), &mut out),
            None => told("category", "null", &mut out),
        }
        told("from", from.map_or("null", |row| row.json(EXTERNAL)), &mut out);
        out.push('}');
    }
    if out.is_empty() {
        return None;
    }
    out.push(']');
    Some(out)
}

/// Short functions whose one call leads outside of the repository and is given something.
fn short_ones<'u>(file: &File<'u>) -> Vec<Short<'u>> {
    const CALLER: usize = column("calls", "caller");
    /// None: it makes several.
    type Once<'u> = FxHashMap<&'u str, Option<Row<'u>>>;
    let mut once: Once = FxHashMap::default();
    for row in file.unit.rows("calls").iter() {
        let Some(caller) = row.escaped(CALLER) else { continue };
        once.entry(caller).and_modify(|it| *it = None).or_insert(Some(row));
    }
    let symbols = file.unit.rows("symbols").iter().filter(is_short);
    let found = symbols.filter_map(|symbol| {
        let call = once.get(symbol.escaped(const { column("symbols", "id") })?).copied()??;
        let is_given = call.number(const { column("calls", "arguments") }) > 0;
        if !is_given || !call.is_null(const { column("calls", "callee") }) {
            return None;
        }
        let target = call.text(const { column("calls", "target") })?;
        let text = call.text(const { column("calls", "callee_text") })?;
        Some(Short { symbol, call, target, text })
    });
    found.collect()
}

fn is_short(row: &Row) -> bool {
    let is_function = matches!(row.escaped(const { column("symbols", "kind") }), Some("function" | "method"));
    let lines = || {
        let line = row.number(const { column("symbols", "line") });
        row.number(const { column("symbols", "end_line") }).saturating_sub(line)
    };
    is_function
        && row.escaped(const { column("symbols", "params") }).is_some_and(|it| it != "[]")
        && row.number(const { column("symbols", "complexity") }) <= MOST_BRANCHES
        && lines() < MOST_LINES
}

/// Without excerpts it is not known.
fn passes(Short { symbol, text, .. }: &Short) -> bool {
    let Some(preview) = symbol.text(const { column("symbols", "preview") }) else { return false };
    let params = symbol.text(const { column("symbols", "params") });
    let params = params.and_then(|it| serde_json::from_str::<Vec<Parameter>>(&it).ok()).unwrap_or_default();
    let names: Vec<String> = params.into_iter().map(|it| it.name).collect();
    passes_on(&preview, text, &names)
}

/// Whether what a library's function gave is called, and not the function: `setToasts(all)` of `useState`.
fn is_of_result(Short { target, text, .. }: &Short, is_imported: impl Fn(&str) -> bool) -> bool {
    is_name(text) && target.rsplit(['.', '\\', ':', '/']).next() != Some(text) && !is_imported(text)
}

/// Whether a target is asked of what a holder holds or a library gave: `vue.ref.value.has`, `react.Component.props.onChange`,
/// `swr.data.find`.
fn is_of_content(target: &str) -> bool {
    let mut names = target.split('.');
    let (Some(_), Some(last)) = (names.next(), names.next_back()) else { return false };
    let mut count = 2;
    let is_held = names.any(|name| {
        count += 1;
        HOLDING.contains(&name)
    });
    is_held || (count > 2 && OF_LANGUAGE.split_ascii_whitespace().any(|it| it == last))
}

/// What an instance does with itself, by a method that its class inherits: `this.setState`.
fn is_own(text: &str) -> bool {
    let rest = ["this", "self", "super", "$this", "parent"].iter().find_map(|it| text.strip_prefix(it));
    let name = rest.and_then(|rest| [".", "->", "::"].iter().find_map(|it| rest.strip_prefix(it)));
    name.is_some_and(crate::words::is_word)
}

fn starts_with(path: &str, start: &str) -> bool {
    path.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '/', '\\', ':']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{file_of, push};
    use facts::unit::{Cell, Unit};

    #[test]
    fn what_is_held_is_not_wrapped() {
        assert!(is_of_content("vue.ref.value.has") && is_of_content("react.Component.props.onChange"));
        assert!(is_of_content("swr.data.find") && !is_of_content("lodash.find") && !is_of_content("ref"));
        assert!(!is_of_content("vue.ref") && !is_of_content("axios.create.get"));
        assert!(is_own("this.setState") && is_own("$this->render") && !is_own("this.a.b") && !is_own("thisOne.a"));
        assert!(starts_with("a/b.C", "a") && starts_with("a", "a") && !starts_with("ab", "a"));
    }

    #[test]
    fn candidates_are_told_with_what_they_call() {
        let rules =
            WrapperRules::read(r#"[{"category":"http","languages":["tsx"],"call":["axios.*"]}]"#).expect("rules");
        let mut unit = file_of("a.tsx", "tsx", &[]);
        let declare = |unit: &mut Unit, name: &str, target: &str| {
            let id = Cell::from(format!("a.tsx#{name}"));
            let numbers = [("line", Cell::Number(4)), ("end_line", Cell::Number(6)), ("complexity", Cell::Number(1))];
            let texts = [("kind", "function".into()), ("params", r#"[{"name":"path"}]"#.into())];
            let preview = format!("const {name} = (path) => {target}(path);");
            let named = [("id", id.clone()), ("name", name.into()), ("preview", preview.into())];
            push(unit, "symbols", &[&numbers[..], &texts, &named].concat());
            let call = [("callee_text", target.into()), ("target", target.into()), ("arguments", Cell::Number(1))];
            push(unit, "calls", &[&[("caller", id)], &call[..]].concat());
        };
        declare(&mut unit, "load", "axios.get");
        declare(&mut unit, "find", "lodash.find");
        declare(&mut unit, "other", "unknown.find");
        push(&mut unit, "imports", &[("external", "lodash".into())]);
        let told = File::of(&unit).and_then(|file| share(&file, &rules));
        let parts = [
            r#"[{"id":"a.tsx#load","name":"load","line":4,"target":"axios.get","category":"http","from":null}"#,
            r#"{"id":"a.tsx#find","name":"find","line":4,"target":"lodash.find","category":null,"from":"lodash"}]"#,
        ];
        assert_eq!(told, Some(parts.join(",")));
    }
}
