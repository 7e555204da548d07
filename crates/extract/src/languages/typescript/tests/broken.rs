//! Files that are damaged, odd or huge.

use super::*;

fn kinds(read: &Read) -> Vec<ProblemKind> {
    read.0.problems.iter().map(|problem| problem.kind).collect()
}

/// Runs with the stack that a worker has.
fn with_stack(work: fn()) {
    let thread = std::thread::Builder::new().stack_size(32 << 20).spawn(work).expect("a thread");
    thread.join().expect("no overflow");
}

#[test]
fn what_reads_of_a_broken_file_is_kept() {
    let read = ts(
        "import a from 'a';\nexport function f() {\n  a();\n}\nfunction broken( {\n  g(;\n}\nclass K {\n  m() { f(); }\n}\n",
    );
    assert!(read.symbols().contains(&"Function f".to_owned()) && read.symbols().contains(&"Method K.m".to_owned()));
    assert_eq!(read.symbol("K.m").name_at.line, 9);
    assert!(kinds(&read).contains(&ProblemKind::LeftOut));
}

#[test]
fn a_syntax_error_on_every_line_gives_problems_and_no_more() {
    let source = "let = = ;\n)]}{\nconst 1a = \"\n".repeat(50);
    let read = ts(&source);
    assert!(!read.0.problems.is_empty() && read.0.problems.len() <= 20);
    assert_eq!(read.0.lines, 150);
}

#[test]
fn a_file_cut_off_anywhere_is_read() {
    let source = "import * as z from 'z';\nexport const schema = z.object({\n  name: z.string(),\n  é: [`${a(1)}`, {\n    f(x = <T>(y: T) => y) { return x; },\n  }],\n});\nclass K extends L {\n  @d() m(): void {\n    this.go(/[/]x/g);\n  }\n}\n";
    for end in 0..source.len() {
        let graph = crate::extract("a.ts", &source.as_bytes()[..end]).expect("a graph");
        assert!(graph.calls.len() <= 5, "{end}");
    }
}

#[test]
fn odd_encodings_are_read() {
    let bom = crate::extract("a.ts", b"\xef\xbb\xbfexport function f() {}\r\nf();\r\n").expect("a graph");
    assert_eq!((bom.symbols[0].name_at.byte, bom.calls[0].at.line, bom.quotes[0].1.as_str()), (19, 2, "f();"));
    let invalid = crate::extract("a.ts", b"const s = '\xff\xfe';\nf(s);").expect("a graph");
    assert_eq!((invalid.calls[0].at.line, invalid.problems[0].kind), (2, ProblemKind::Encoding));
    let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain("f();".encode_utf16().flat_map(u16::to_le_bytes)).collect();
    assert_eq!(crate::extract("a.ts", &wide).expect("a graph").calls.len(), 1);
    let conflict = ts("<<<<<<< HEAD\nours();\n=======\ntheirs();\n>>>>>>> x\nboth();\n");
    assert_eq!(conflict.calls(), ["- > ours?", "- > both?"]);
    assert_eq!(ts("").0.lines, 0);
    assert_eq!(read("a.js", "#!/usr/bin/env node\nf();").calls(), ["- > f?"]);
}

#[test]
fn deep_nesting_is_left_out_and_said() {
    with_stack(|| {
        for deep in ["(".repeat(100_000), "f(() => {".repeat(20_000), "[".repeat(5000) + &"]".repeat(5000)] {
            let read = ts(&deep);
            assert!(kinds(&read).contains(&ProblemKind::TooDeep));
        }
        let chain =
            format!("function kept() {{}}\nx{};\nconst sum = 1{};\n", ".then()".repeat(3000), " + a".repeat(3000));
        let read = ts(&chain);
        assert_eq!((read.symbols(), kinds(&read)), (vec!["Function kept".to_owned()], vec![ProblemKind::TooDeep]));
        let fine = format!("x{};", ".then((a) => a.b())".repeat(300));
        assert_eq!((ts(&fine).0.calls.len(), ts(&fine).0.problems.len()), (600, 0));
    });
}

#[test]
fn what_comments_strings_and_templates_hold_is_no_nesting() {
    let lines = [
        "/**\n * Don't f(({[ ( \n */",
        "// it's ((([[[",
        "g('(\\'([{', \"{{{[[((\");",
        "h(`(((${k(`[[[${[1].at(0)}{{{`)}(((`);",
    ];
    for line in lines {
        let read = ts(&format!("{}function last() {{}}\n", format!("{line}\n").repeat(500)));
        assert_eq!((read.symbols(), kinds(&read)), (vec!["Function last".to_owned()], vec![]), "{line}");
    }
    // What does not end hides nothing.
    for open in ["/* ", "' ", "` "] {
        let read = ts(&format!("{open}{}", "(".repeat(1000)));
        assert!(kinds(&read).contains(&ProblemKind::TooDeep), "{open}");
    }
}

#[test]
fn a_long_chain_and_a_long_file_cost_in_proportion() {
    with_stack(|| {
        let chain = format!("x{};", ".then((a) => a)".repeat(700));
        let read = ts(&chain);
        assert!(read.0.values.len() < 700 * 8, "{}", read.0.values.len());
        let lines = format!("export function f() {{\n{}}}\n", "  g(1);\n".repeat(18)).repeat(10_000);
        let read = ts(&lines);
        assert_eq!((read.0.lines, read.0.symbols.len(), read.0.calls.len()), (200_000, 10_000, 180_000));
        assert_eq!(read.0.symbols[9999].qualified, "f~10000");
    });
}

#[test]
fn the_same_bytes_give_the_same_graph() {
    let source = "import { a } from 'a';\nconst b = { c() { return a(); } };\nexport default b;\n";
    assert_eq!(ts(source).0.encode(), ts(source).0.encode());
    let graph = ts(source).0;
    assert_eq!(FileGraph::decode(&graph.encode()), Some(graph));
}
