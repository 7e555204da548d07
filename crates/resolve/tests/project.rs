//! What a project promises: a unit is a pure function of its inputs, and an interface's hash says when
//! other units may differ.

use resolve::{Offer, Outline, Project, ProjectConfig, ProjectError};
use serde_json::Value;

const FILES: [(&str, &str); 4] = [
    ("src/a.ts", "export * from './b';\nexport class A { go() { return new A(); } }\n"),
    (
        "src/b.ts",
        "import { A } from './a';\nexport const made = () => new A().go();\nexport function b() { made().go(); }\n",
    ),
    ("src/c.ts", "import { b, made } from './a';\nb();\nmade().go();\nfunction local() { made(); }\n"),
    ("src/d.ts", "thing.unusualName();\n"),
];

fn bytes(path: &str, text: &str) -> Vec<u8> {
    extract::extract(path, text.as_bytes()).expect("a front end reads it").encode()
}

fn project() -> Project {
    let files = FILES.iter().map(|(path, _)| (*path).to_owned()).collect();
    Project::new(ProjectConfig { files, configs: Vec::new(), excerpts: true, ..ProjectConfig::default() })
}

#[test]
fn neither_the_order_of_adding_nor_of_resolving_matters() {
    let mut forward = project();
    FILES.iter().for_each(|(path, text)| forward.add(bytes(path, text), "h").expect("added"));
    let mut backward = project();
    FILES.iter().rev().for_each(|(path, text)| backward.add(bytes(path, text), "h").expect("added"));
    let first: Vec<String> = FILES.iter().map(|(path, _)| forward.resolve(path).expect("resolved").unit).collect();
    let mut last: Vec<String> =
        FILES.iter().rev().map(|(path, _)| backward.resolve(path).expect("resolved").unit).collect();
    last.reverse();
    assert_eq!(first, last);
    assert!(first[2].contains("typed") && first[2].contains("src/a.ts#A.go"), "{}", first[2]);
}

#[test]
fn a_replaced_file_is_seen_by_the_others() {
    let mut project = project();
    FILES.iter().for_each(|(path, text)| project.add(bytes(path, text), "h").expect("added"));
    let count = |project: &Project, how: &str| project.resolve("src/c.ts").expect("resolved").counts[how];
    assert_eq!((count(&project, "exact"), count(&project, "unresolved")), (3, 0));
    project.add(bytes("src/b.ts", "export const other = 1;\n"), "h").expect("added");
    assert_eq!((count(&project, "exact"), count(&project, "unresolved")), (0, 4));
}

fn outline(path: &str, text: &str) -> Outline {
    Outline::of(&extract::extract(path, text.as_bytes()).expect("a front end reads it"))
}

fn offer(path: &str, text: &str) -> Offer {
    Offer::of(&extract::extract(path, text.as_bytes()).expect("a front end reads it"))
}

#[test]
fn what_files_offer_is_told_when_it_is_needed_and_is_enough() {
    let mut whole = project();
    FILES.iter().for_each(|(path, text)| whole.add(bytes(path, text), "h").expect("added"));
    for (path, text) in FILES {
        let mut lazy = project();
        FILES.iter().for_each(|(path, text)| lazy.outline(&outline(path, text).encode()).expect("an outline"));
        let graph = bytes(path, text);
        let (mut rounds, wanted) = (0, whole.resolve(path).expect("resolved"));
        let found = loop {
            match lazy.resolve_graph(&graph, "h") {
                Ok(found) => break found,
                Err(ProjectError::Needs(paths)) => {
                    rounds += 1;
                    assert!(rounds < FILES.len(), "{path} asks again and again: {paths:?}");
                    for needed in paths {
                        let (_, text) = FILES.iter().find(|(path, _)| *path == needed).expect("one of ours");
                        lazy.offer(offer(&needed, text).graph.encode()).expect("added");
                    }
                }
                Err(error) => panic!("{path}: {error}"),
            }
        };
        assert_eq!((found.unit, found.consulted, found.links), (wanted.unit, wanted.consulted, wanted.links), "{path}");
    }
}

#[test]
fn a_file_offers_its_declarations_and_not_its_bodies() {
    let text =
        "/** Says it. */\nexport function told(a: number) {\n  const hidden = other(a, `${a}`);\n  return a;\n}\n";
    let whole = extract::extract("a.ts", text.as_bytes()).expect("a front end reads it");
    let Offer { hash, graph } = offer("a.ts", text);
    assert_eq!(hash, resolve::interface_hash(&whole));
    assert_eq!(hash, resolve::interface_hash(&graph), "nothing that the interface says is missing");
    assert_eq!((graph.symbols[0].doc.as_ref(), graph.calls.len(), graph.quotes.len()), (None, 0, 0));
    let called = whole.names.iter().position(|name| name == "other").expect("it is called");
    assert_eq!(graph.names[called], "");
    assert!(whole.values.iter().ne(&graph.values) && whole.values.len() == graph.values.len());
    assert_eq!(graph.name(graph.symbols[0].params[0].name), "a");
}

const HEADERS: [(&str, &str); 3] = [
    ("a.c", "#include \"b.h\"\nint main(void) { return first() + late(); }\n"),
    ("b.h", "#include \"c.h\"\nint unused(void);\n"),
    ("c.h", "int first(void);\nint late(void);\n"),
];

#[test]
fn what_a_file_sees_is_known_without_the_graphs_of_what_it_includes() {
    let files = HEADERS.iter().map(|(path, _)| (*path).to_owned()).collect();
    let mut project = Project::new(ProjectConfig { files, excerpts: true, ..ProjectConfig::default() });
    HEADERS.iter().for_each(|(path, text)| project.outline(&outline(path, text).encode()).expect("an outline"));
    project.add(bytes("a.c", HEADERS[0].1), "h").expect("added");
    let Err(ProjectError::Needs(needed)) = project.resolve("a.c") else { panic!("nothing is needed") };
    assert_eq!(needed, ["c.h"]);
    project.add(bytes("c.h", HEADERS[2].1), "h").expect("added");
    let found = project.resolve("a.c").expect("resolved");
    assert_eq!(found.counts["exact"], 2, "{}", found.unit);
    assert!(found.consulted.contains(&resolve::file_key("b.h")), "it leads to what is called");

    // In place of a graph that was there comes another one.
    project.add(bytes("c.h", "int first(void);\n"), "h").expect("added");
    let found = project.resolve("a.c").expect("resolved");
    assert_eq!(found.counts["exact"], 1, "{}", found.unit);
}

/// A member that a class has not is looked for where the class is, and in nothing that its file imports.
#[test]
fn a_file_rests_on_no_imports_of_what_it_uses() {
    let texts = [
        ("main.py", "from store import Store\n\nStore.create()\n"),
        ("store.py", "from other import helper\n\n\nclass Store:\n    def save(self):\n        helper()\n"),
        ("other.py", "def helper():\n    pass\n"),
    ];
    let files = texts.iter().map(|(path, _)| (*path).to_owned()).collect();
    let mut project = Project::new(ProjectConfig { files, ..ProjectConfig::default() });
    texts.iter().for_each(|(path, text)| project.add(bytes(path, text), "h").expect("added"));
    let found = project.resolve("main.py").expect("resolved");
    assert!(found.consulted.contains(&resolve::file_key("store.py")), "it is called");
    assert!(!found.consulted.contains(&resolve::file_key("other.py")), "nothing of it is");
}

#[test]
fn a_file_whose_questions_have_the_same_answers_keeps_its_unit() {
    let before = {
        let mut project = project();
        FILES.iter().for_each(|(path, text)| project.add(bytes(path, text), "h").expect("added"));
        FILES.map(|(path, _)| project.resolve(path).expect("resolved"))
    };
    let changes = [
        ("src/a.ts", "export * from './b';\nexport class A { go() { return 1; } }\n"),
        ("src/b.ts", "export function b() {}\n"),
        ("src/d.ts", "thing.unusualName();\nclass U { unusualName() {} }\n"),
        ("src/c.ts", "1;\n"),
    ];
    let mut kept = 0;
    for (changed, text) in changes {
        let mut project = project();
        for (path, old) in FILES {
            project.add(bytes(path, if path == changed { text } else { old }), "h").expect("added");
        }
        let old = FILES.iter().find(|(path, _)| *path == changed).expect("one of ours").1;
        let answers = |outline: Outline| [outline.keys(), outline.presences()].concat();
        let (was, is) = (answers(outline(changed, old)), answers(outline(changed, text)));
        let mut dirty: Vec<_> = was.iter().chain(&is).filter(|key| !(was.contains(key) && is.contains(key))).collect();
        let file = resolve::file_key(changed);
        dirty.push(&file);
        for ((path, _), before) in FILES.iter().zip(&before) {
            if *path == changed || before.consulted.iter().any(|key| dirty.contains(&key)) {
                continue;
            }
            kept += 1;
            assert_eq!(project.resolve(path).expect("resolved").unit, before.unit, "{path} after {changed}");
        }
    }
    assert!(kept >= 4, "only {kept} units were kept");
}

#[test]
fn links_say_where_specifiers_lead() {
    let links = |files: &[&str]| {
        let files = files.iter().map(|&path| path.to_owned()).collect();
        let mut project =
            Project::new(ProjectConfig { files, configs: Vec::new(), excerpts: true, ..ProjectConfig::default() });
        let made = outline("src/c.ts", "import { b } from './a';\nimport './gone';\n");
        project.outline(&made.encode()).expect("an outline");
        project.links()[0].1
    };
    let plain = links(&["src/a.ts", "src/c.ts"]);
    assert_eq!(links(&["src/a.ts", "src/c.ts", "src/d.ts"]), plain);
    assert_ne!(links(&["src/c.ts"]), plain);
    assert_ne!(links(&["src/a.ts", "src/c.ts", "src/gone.ts"]), plain);
}

#[test]
fn an_interface_stays_the_same_where_only_bodies_and_lines_change() {
    let hash = |text: &str| resolve::interface_hash(&extract::extract("a.ts", text.as_bytes()).expect("a graph"));
    let plain = hash("export function f(x: X) { return x.a(); }\nclass K { m() {} }\n");
    let same = [
        "\n\n// said\nexport function f(x: X) { log('hi'); const y = 1; g(y); return x.a(); }\nclass K { m() { go(); } }\n",
        "export function f(x: X) { function inner() {} inner(); return x.a(); }\nclass K { m() {} }\n",
    ];
    for text in same {
        assert_eq!(hash(text), plain, "{text}");
    }
    let other = [
        "export function f(x: X) { return x.b(); }\nclass K { m() {} }\n",
        "export function f(x: Y) { return x.a(); }\nclass K { m() {} }\n",
        "function f(x: X) { return x.a(); }\nclass K { m() {} }\n",
        "export function f(x: X) { return x.a(); }\nclass K { n() {} }\n",
        "export function f(x: X) { return x.a(); }\nclass K extends L { m() {} }\n",
        "import { X } from './x';\nexport function f(x: X) { return x.a(); }\nclass K { m() {} }\n",
        "export function f(x: X) { class I { p = new Q(); } return x.a(); }\nclass K { m() {} }\n",
    ];
    for text in other {
        assert_ne!(hash(text), plain, "{text}");
    }
}

#[test]
fn what_cannot_be_resolved_says_why() {
    let mut project = project();
    assert_eq!(project.resolve("src/a.ts").err(), Some(ProjectError::NotAdded("src/a.ts".into())));
    assert_eq!(project.resolve("gone.ts").err(), Some(ProjectError::UnknownPath("gone.ts".into())));
    assert_eq!(project.add(vec![255; 40], "h").err(), Some(ProjectError::BadGraph));
    assert_eq!(project.add(bytes("new.ts", ""), "h").err(), Some(ProjectError::UnknownPath("new.ts".into())));
}

#[test]
fn a_unit_without_excerpts_quotes_nothing() {
    let files = vec!["a.py".to_owned()];
    let text = "class C:\n    \"\"\"Said.\"\"\"\n    def m(self): pass\nC().m()\n";
    let unit = |excerpts: bool| {
        let mut project = Project::new(ProjectConfig {
            files: files.clone(),
            configs: Vec::new(),
            excerpts,
            ..ProjectConfig::default()
        });
        project.add(bytes("a.py", text), "h").expect("added");
        serde_json::from_str::<Value>(&project.resolve("a.py").expect("resolved").unit).expect("JSON")
    };
    let (with, without) = (unit(true), unit(false));
    assert_eq!(with["rows"]["calls"][0][15], "C().m()");
    assert_eq!(without["rows"]["calls"][0][15], Value::Null);
    assert_eq!(without["rows"]["symbols"][0][22], Value::Null);
}

#[test]
fn the_rows_of_a_file() {
    let files = ["a.ts", "b.ts"].map(str::to_owned).to_vec();
    let mut project =
        Project::new(ProjectConfig { files, configs: Vec::new(), excerpts: false, ..ProjectConfig::default() });
    let a = "import type { B } from './b';\nimport './b';\nimport x, { y as z } from 'pkg/sub';\n\
             export abstract class A extends Base implements B {\n  private readonly b?: B;\n  m(p: B, ...q: string[]): B { return x(p); }\n}\n";
    project.add(bytes("a.ts", a), "h").expect("added");
    project.add(bytes("b.ts", "export interface B { n: number }\n"), "h").expect("added");
    let unit = project.resolve("a.ts").expect("resolved").unit;
    let unit: Value = serde_json::from_str(&unit).expect("JSON");
    let rows = |table: &str| {
        let rows = unit["rows"][table].as_array().cloned().unwrap_or_default();
        rows.iter().map(Value::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        rows("imports"),
        [
            r#"["a.ts",1,"./b","b.ts",null,"named","B","B","b.ts#B",1,0]"#,
            r#"["a.ts",2,"./b","b.ts",null,"effect",null,null,null,0,0]"#,
            r#"["a.ts",3,"pkg/sub",null,"pkg","default","default","x",null,0,0]"#,
            r#"["a.ts",3,"pkg/sub",null,"pkg","named","y","z",null,0,0]"#,
        ]
    );
    assert_eq!(rows("exports"), [r#"["a.ts",4,"A","local","A",null,null,"a.ts#A",0]"#]);
    assert_eq!(
        rows("type_relations"),
        [
            r#"["a.ts#A","extends","Base",null,"a.ts",4]"#,
            r#"["a.ts#A","implements","B","b.ts#B","a.ts",4]"#,
            r#"["a.ts#A","contains","B","b.ts#B","a.ts",5]"#,
            r#"["a.ts#A.m","parameter","B","b.ts#B","a.ts",6]"#,
            r#"["a.ts#A.m","return","B","b.ts#B","a.ts",6]"#,
        ]
    );
    assert_eq!(
        rows("type_members"),
        [
            r#"["a.ts#A","a.ts","b","property","B","b.ts#B",1,1,0,5]"#,
            r#"["a.ts#A","a.ts","m","method","m(p: B, ...q: string[]): B","b.ts#B",0,0,0,6]"#,
        ]
    );
    assert_eq!(
        rows("calls"),
        [r#"[0,"a.ts#A.m","A.m",6,"a.ts",6,6,"call",null,"x","x",1,"external","pkg/sub",null,null]"#]
    );
}

#[test]
fn a_property_has_the_type_of_the_parameter_that_it_was_given() {
    let text = "class Engine: ...\n\nclass Car:\n    def __init__(self, engine: Engine, doors=4):\n        self.engine = engine\n        self.doors = doors\n";
    let config = ProjectConfig {
        files: vec!["car.py".to_owned()],
        configs: Vec::new(),
        excerpts: false,
        ..ProjectConfig::default()
    };
    let mut project = Project::new(config);
    project.add(bytes("car.py", text), "h").expect("added");
    let unit: Value = serde_json::from_str(&project.resolve("car.py").expect("resolved").unit).expect("JSON");
    let members = unit["rows"]["type_members"].as_array().expect("members");
    let member = |name: &str| members.iter().find(|row| row[2] == name).expect("a member");
    assert_eq!((&member("engine")[4], &member("engine")[5]), (&"Engine".into(), &"car.py#Engine".into()));
    assert_eq!((&member("doors")[4], &member("doors")[5]), (&Value::Null, &Value::Null));
}
