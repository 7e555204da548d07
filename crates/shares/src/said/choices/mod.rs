//! Choices among libraries, told by what a file calls, imports, extends and annotates.

mod own_logger;
mod pattern;
pub mod rules;
mod takers;

use super::facts::{FileFacts, Import, Target, is_level};
use super::gathered::{At, Gathered};
use crate::ids::last_name;
use crate::words::is_space;
use own_logger::own_logger;
use rules::{Choices, Way, Within};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use takers::takers;

pub fn observe<'u>(choices: &'u Choices, facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let mut seen = Seen { choices, facts, gathered, told: Vec::new() };
    for target in &facts.targets {
        let symbol = Some(target.caller).filter(|it| !it.ends_with("#<module>"));
        let at = At { count: target.count, quote: target.quote, ..At::line(target.line).of(symbol) };
        seen.see(Way::Call, &target.target, at);
    }
    if !facts.is_test {
        // What a type or a file calls of its own is no choice of anybody's.
        let is_of_others =
            |it: &&Target| !it.caller.starts_with(&it.target[..it.target.len() - last_name(&it.target).len()]);
        for target in facts.logs.iter().filter(is_of_others) {
            let Some(own) = own_logger(&target.target) else { continue };
            let at = At { count: target.count, quote: target.quote, ..At::line(target.line).of(Some(target.caller)) };
            seen.gathered.see("logging", own, at);
        }
    }
    extended(facts, &mut seen);
    if facts.family == "rust" {
        derived(facts, &mut seen);
    }
    constructed(choices, facts, seen.gathered);
    let mut lines: FxHashSet<(u64, Cow<str>)> = FxHashSet::default();
    for row in facts.imports.iter().filter(|row| row.resolved.is_none()) {
        let path = path_of(row);
        if !lines.contains(&(row.line, Cow::Borrowed(&*path))) {
            seen.see(Way::Import, &path, At::line(row.line));
            lines.insert((row.line, path));
        }
    }
}

struct Seen<'s, 'u> {
    choices: &'u Choices,
    facts: &'s FileFacts<'u>,
    gathered: &'s mut Gathered<'u>,
    /// Choices and variants that are told of by more than imports.
    told: Vec<(u16, &'u str)>,
}

impl<'u> Seen<'_, 'u> {
    fn see(&mut self, way: Way, path: &str, at: At<'u>) {
        for &(choice, variant) in &*self.choices.met(way, self.facts.family, path) {
            let of = &self.choices.all[usize::from(choice)];
            let name = of.variants[usize::from(variant)].name.as_str();
            if of.within != Within::All && (of.within == Within::Tests) != self.facts.is_test {
                continue;
            }
            if of.id == "logging" && at.symbol.is_some_and(is_logger) {
                continue;
            }
            let is_told = self.told.contains(&(choice, name));
            // Whoever calls something has imported it: the import is no place of its own.
            if way == Way::Import && is_told {
                continue;
            }
            self.gathered.see(of.id.as_str(), name, at);
            if way != Way::Import && !is_told {
                self.told.push((choice, name));
            }
        }
    }
}

/// Whether a function is the repository's own for log lines: what it writes them with is not chosen there.
fn is_logger(id: &str) -> bool {
    is_level(last_name(id)) && own_logger(id).is_some()
}

/// What types extend and implement.
fn extended<'u>(facts: &FileFacts<'u>, seen: &mut Seen<'_, 'u>) {
    if facts.relations.is_empty() {
        return;
    }
    // What local names stand for that come from outside of the repository.
    let rows = facts.imports.iter().filter(|row| row.resolved.is_none());
    let locals = rows.filter_map(|row| Some((&**row.alias.as_ref().or(row.name.as_ref())?, row)));
    let bindings: FxHashMap<&str, &Import> = locals.collect();
    for relation in &facts.relations {
        let name = relation.name.find(['<', '[', '(']).map_or(&*relation.name, |at| &relation.name[..at]);
        let end = name.find(['.', '\\']).into_iter().chain(name.find("::")).min().unwrap_or(name.len());
        let head = &name[..end];
        let bound = bindings.get(head).map(|row| path_of(row));
        let path: Cow<str> = match bound {
            None if !name.contains(['\\', ':']) => name.into(),
            bound => {
                let rest = name[end..].replace("::", ".").replace('\\', ".");
                format!("{}{rest}", bound.as_deref().unwrap_or(head)).into()
            }
        };
        seen.see(Way::Extends, &path, At::line(relation.line).of(Some(relation.ty)));
    }
}

/// What Rust derives for a type by paths: `thiserror.Error` of `derive(thiserror::Error, Debug)`. A macro that is named by its
/// path is imported by none.
fn derived<'u>(facts: &FileFacts<'u>, seen: &mut Seen<'_, 'u>) {
    for symbol in &facts.symbols {
        let Some(decorators) = symbol.decorators().filter(|it| it.contains("::")) else { continue };
        let all: Vec<String> = serde_json::from_str(&decorators).unwrap_or_default();
        let lists = all.iter().filter_map(|it| it.strip_prefix("derive(")?.strip_suffix(')'));
        for path in lists.flat_map(|list| list.split(',')).map(|one| one.trim_matches(is_space)) {
            if path.contains("::") {
                let path = path.strip_prefix("::").unwrap_or(path).replace("::", ".");
                seen.see(Way::Extends, &path, At::line(symbol.line()).of(Some(symbol.id())));
            }
        }
    }
}

/// Classes that are given what they need when they are made.
fn constructed<'u>(choices: &'u Choices, facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    for choice in &choices.all {
        if !choice.languages.iter().any(|it| it == facts.language) || (choice.within == Within::Tests) != facts.is_test
        {
            continue;
        }
        for variant in choice.variants.iter().filter(|it| !it.constructed.is_empty()) {
            for symbol in takers(facts, &variant.constructed) {
                let at = At::line(symbol.name_line()).of(Some(symbol.id()));
                gathered.see(choice.id.as_str(), variant.name.as_str(), at);
            }
        }
    }
}

fn path_of<'i>(row: &'i Import) -> Cow<'i, str> {
    match row.name.as_deref() {
        None | Some("default") => Cow::Borrowed(&row.specifier),
        Some(name) => format!("{}.{name}", row.specifier).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::File;
    use crate::units::{file_of, push};
    use ::facts::unit::{Cell, Unit};

    const CHOICES: &str = r#"[
        {"id":"logging","languages":["typescript","java"],"in":"code","variants":[
            {"name":"console","call":["console.*"]},{"name":"pino","call":["pino.**"],"import":["pino.**"]}]},
        {"id":"bases","languages":["typescript"],"in":"code","variants":[{"name":"Model","extends":["orm.Model"]}]},
        {"id":"injection","languages":["java"],"in":"code","variants":[{"name":"constructors","constructed":["Service"]}]}]"#;

    fn told(unit: &Unit) -> String {
        let choices = Choices::read(CHOICES).expect("choices");
        let mut gathered = Gathered::default();
        let file = File::of(unit).expect("a file");
        observe(&choices, &FileFacts::of(&file).expect("facts"), &mut gathered);
        gathered.written()
    }

    fn call(unit: &mut Unit, caller: &str, target: &str) {
        let line = Cell::Number(7);
        push(unit, "calls", &[("caller", caller.into()), ("target", target.into()), ("line", line)]);
    }

    #[test]
    fn a_call_stands_for_its_import_and_a_base_goes_by_its_binding() {
        let mut unit = file_of("src/a.ts", "typescript", &[]);
        call(&mut unit, "src/a.ts#<module>", "pino.default");
        for (line, specifier, name) in [(1, "pino", "default"), (2, "orm", "Model")] {
            let local = [("specifier", specifier.into()), ("name", name.into()), ("line", Cell::Number(line))];
            push(&mut unit, "imports", &local);
        }
        let base = [("type", "src/a.ts#Shop".into()), ("relation", "extends".into()), ("name", "Model<T>".into())];
        push(&mut unit, "type_relations", &[&base[..], &[("line", Cell::Number(9))]].concat());
        let parts =
            [r#"["logging",null,"pino",7,7,null,null,1]"#, r#"["bases",null,"Model",9,9,"src/a.ts#Shop",null,1]"#];
        assert_eq!(told(&unit), parts.join(","));
    }

    #[test]
    fn a_logger_of_the_repository_chooses_nothing() {
        let mut unit = file_of("src/log.ts", "typescript", &[]);
        call(&mut unit, "src/log.ts#warn", "console.warn");
        assert_eq!(told(&unit), "");
        call(&mut unit, "src/log.ts#run", "console.log");
        assert_eq!(told(&unit), r#"["logging",null,"console",7,7,"src/log.ts#run",null,1]"#);
    }

    #[test]
    fn annotated_classes_take_what_their_constructor_takes() {
        let mut unit = file_of("A.java", "java", &[]);
        let decorators = [("decorators", r#"["Service(\"a\")"]"#.into()), ("name_line", Cell::Number(3))];
        let class = [("id", "A.java#A".into()), ("kind", "class".into()), ("signature", "class A".into())];
        push(&mut unit, "symbols", &[&class[..], &decorators].concat());
        assert_eq!(told(&unit), "");
        let maker = [("kind", "constructor".into()), ("parent", "A.java#A".into()), ("params", "[{}]".into())];
        push(&mut unit, "symbols", &maker);
        assert_eq!(told(&unit), r#"["injection",null,"constructors",3,3,"A.java#A",null,1]"#);
    }
}
