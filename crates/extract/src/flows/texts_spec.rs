//! Texts that are laid out, formatted, and given side by side.
use super::spec::told;

#[test]
fn what_is_given_side_by_side_and_numbers_in_formats_are_told_apart() {
    let go = "package a\nfunc List(find *Find) {\n\twhere, args := []string{\"id = ?\"}, []any{find.Name}\n\twhere, args = append(where, \"b\"), append(args, find.Id)\n\tquery := \"select \" + strings.Join(where, \" and \")\n\tquery = fmt.Sprintf(\"%s limit %d\", query, find.Limit)\n\trun(query, args)\n\trun(fmt.Sprintf(\"%s %d\", find.Name, 1))\n}\n";
    let told = told("a.go", go);
    let runs: Vec<&str> = told.iter().map(String::as_str).filter(|it| it.starts_with("run")).collect();
    assert_eq!(runs, ["run: ? ?", "run: find"]);
}

#[test]
fn texts_that_are_laid_out_and_go_over_lines_are_constant() {
    let kotlin = "class A { fun f(id: String) { run(\"\"\"select\n 1\"\"\".trimIndent()); run(\"\"\"a $id\"\"\".trimMargin()) } }";
    let runs = |told: Vec<String>| told.into_iter().filter(|it| it.starts_with("run")).collect::<Vec<_>>();
    assert_eq!(runs(told("A.kt", kotlin)), ["run: id"]);
    let csharp = "class A { void F(string id) { run(@\"select \"\"a\"\"\n from \\\"); run(@\"x\n\" + id); run($@\"a\n{id}\"); } }";
    assert_eq!(told("A.cs", csharp), ["run: id", "run: id"]);
    let ruby = "def f(id)\n  run('\n  select a.b\n  ')\n  run('\n  ' + id)\nend\n";
    assert_eq!(runs(told("a.rb", ruby)), ["run: id"]);
}

#[test]
fn of_what_stands_for_each_other_each_leads_to_the_own_host() {
    let of = |value: &str| {
        let text = format!("app.get('/a', (req, res) => {{ res.redirect({value}); }});");
        let graph = crate::extract("a.ts", text.as_bytes()).unwrap();
        let flow = graph.flows.iter().find(|it| graph.name(graph.calls[it.call as usize].name) == "redirect");
        flow.is_some_and(|flow| flow.given.iter().any(|it| !it.of.is_empty() && it.harmless == 0))
    };
    assert!(of("req.query.to || `/sign/${req.query.token}`"));
    assert!(!of("`/sign/${req.query.token}`"));
}

#[test]
fn what_begins_with_another_host_is_no_path_of_this_one() {
    let harmless = |value: &str| {
        let text = format!("<?php function f($to) {{ file_get_contents({value}); }}");
        let graph = crate::extract("a.php", text.as_bytes()).unwrap();
        let flow = graph.flows.iter().find(|it| graph.name(graph.calls[it.call as usize].name) == "file_get_contents");
        flow.is_none_or(|flow| flow.given.iter().all(|it| it.harmless & super::words::kind_mask("path") != 0))
    };
    assert!(harmless("'https://example.com/latest?to=' . $to"));
    assert!(!harmless("'https://' . $to"));
    assert!(!harmless("'rates/' . $to"));
}

#[test]
fn an_array_that_is_made_where_it_is_filled_is_what_it_holds() {
    let java = "class A { void f(String id) { run(new String[]{\"sh\", \"-c\", \"ls\"}); run(new String[] {\"sh\", id}); run(new byte[3]); } }";
    let runs: Vec<String> = told("A.java", java).into_iter().filter(|it| it.starts_with("run")).collect();
    assert_eq!(runs, ["run: id", "run: ?"]);
}

#[test]
fn what_a_choice_in_brackets_goes_by_is_no_part_of_a_text() {
    let runs = |told: Vec<String>| told.into_iter().filter(|it| it.starts_with("run")).collect::<Vec<_>>();
    let ruby = "class A\n  def f(a)\n    run('x IN (?)' + (a.delete('b') ? ' OR x IS NULL' : ''))\n    run('x' + (a ? 'b' : a))\n  end\nend\n";
    assert_eq!(runs(told("a.rb", ruby)), ["run: a"]);
    let script = "function f(a, b) { run('select ' + (a ? 'b' : 'c') + ' from d'); run('select ' + (a ? b : 'c')); }";
    assert_eq!(runs(told("a.ts", script)), ["run: b"]);
}
