//! Texts that are put together piece by piece, and values that are chosen.
use super::spec::told;

#[test]
fn a_builder_holds_what_was_added_to_it() {
    let java = r#"class A {
  void all(boolean b, String id) {
    StringBuilder sb = new StringBuilder();
    sb.append("select a from A a");
    if (b) sb.append(" where a.b = 1").append(" and c");
    ask(sb.toString());
    sb.append(" where a.id = ").append(id);
    ask(sb.toString());
    ask(new StringBuilder("a").append("b").toString());
    ask(new StringBuilder("a").append(id).toString());
    StringBuilder other = new StringBuilder("a");
    fill(other, id);
    ask(other.toString());
  }
}"#;
    assert_eq!(told("A.java", java), ["append: id", "ask: id", "ask: id", "append: id", "fill: = id", "ask: ?"]);
    let kotlin = "fun all(id: String) {\n  val sb = StringBuilder(\"a\")\n  sb.append(\"b\")\n  ask(sb.toString())\n  sb.appendLine(id)\n  ask(sb.toString())\n}\n";
    assert_eq!(told("a.kt", kotlin), ["appendLine: id", "ask: id"]);
    let csharp = "class A { void All(string id) {\n  var sql = new StringBuilder();\n  sql.AppendLine(\"a\");\n  Ask(sql.ToString());\n  sql.AppendFormat(\"{0}\", id);\n  Ask(sql.ToString());\n} }";
    assert_eq!(told("A.cs", csharp), ["AppendFormat: = id", "Ask: id"]);
    let go = "package a\nfunc All(id string) {\n\tvar sb strings.Builder\n\tsb.WriteString(\"a\")\n\tAsk(sb.String())\n\tfmt.Fprintf(&sb, \"%s\", id)\n\tAsk(sb.String())\n}\n";
    assert_eq!(told("a.go", go), ["Fprintf: = = id", "Ask: id"]);
}

#[test]
fn what_stands_behind_a_head_is_a_body() {
    let kotlin = "class A {\n  fun one(sql: String): Any = run(sql)\n  fun two(sql: String) = run(sql)\n  fun three(\n    sql: String,\n  ): Any = run(sql)\n}\n";
    assert_eq!(told("A.kt", kotlin), ["run: sql", "run: sql", "run: sql"]);
    let ruby = "def one(cmd) = system(cmd)\n";
    assert_eq!(told("a.rb", ruby), ["system: cmd"]);
}

#[test]
fn what_is_chosen_is_one_of_the_branches_and_not_the_subject() {
    let ruby = "def one(job, x)\n  cmd = case job when 'a' then 'ls' else 'pwd' end\n  system(cmd)\n  cmd = case job\n        when 'a'\n          'ls'\n        else\n          x\n        end\n  system(cmd)\nend\n";
    assert_eq!(told("a.rb", ruby), ["system: x"]);
    let csharp = "class A { void One(string s, string x) {\n  var p = s switch { \"a\" => \"ls\", _ => \"pwd\" };\n  Start(p);\n  var q = s switch { \"a\" => x, _ => \"pwd\" };\n  Start(q);\n} }";
    assert_eq!(told("A.cs", csharp), ["Start: x"]);
    let kotlin = "fun one(s: String, x: String) {\n  val p = when (s) { \"a\" -> \"ls\" else -> \"pwd\" }\n  run(p)\n  val q = if (s == \"a\") \"b\" else x\n  run(q)\n  val r = when (s) {\n    \"a\" -> \"ls\"\n    else -> x\n  }\n  run(r)\n}\n";
    assert_eq!(told("a.kt", kotlin), ["run: x", "run: x"]);
    let rust = "fn one(s: &str, x: &str) {\n    let p = match s { \"a\" => \"ls\", _ => \"pwd\" };\n    run(p);\n    let q = r#\"a\"#;\n    run(q);\n    run(if s == x { \"a\" } else { \"b\" });\n}\n";
    assert!(told("a.rs", rust).is_empty());
    let java = "class A { void one(String s) { String p = switch (s) { case \"a\" -> \"ls\"; default -> \"pwd\"; }; run(p); } }";
    assert!(told("A.java", java).is_empty());
}
