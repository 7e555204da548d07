//! What arguments are made of, language by language.
use crate::extract;

/// `callee: argument argument`, one a call that is given anything that is not constant: a constant is `=`, what nothing
/// is known of `?`.
fn told(path: &str, text: &str) -> Vec<String> {
    let graph = extract(path, text.as_bytes()).unwrap();
    let flows = graph.flows.iter().map(|flow| {
        let given = flow.given.iter().map(|it| {
            let of: Vec<&str> = it.of.iter().map(|name| graph.name(*name)).collect();
            let value = if it.is_constant {
                "=".to_owned()
            } else if of.is_empty() {
                "?".to_owned()
            } else {
                of.join("+")
            };
            it.name.map_or(value.clone(), |name| format!("{}:{value}", graph.name(name)))
        });
        format!("{}: {}", graph.name(graph.calls[flow.call as usize].name), given.collect::<Vec<_>>().join(" "))
    });
    flows.collect()
}

#[test]
fn typescript_reads_texts_assignments_members_and_patterns() {
    let text = r#"
const BASE = "/srv";
export function find(id: string, { page, size: max }: Options, flag: boolean) {
  const sql = "select * from a where id = '" + id + "'";
  query(sql, BASE, "x", 3);
  query(`select ${id}`);
  query("select 1");
  query(parse(id));
  query(id.trim().slice(1), page + 1);
  query(flag ? "asc" : "desc");
  query(id === "a");
  const path = join(BASE, "a.txt");
  read(path);
  const { name } = id;
  run((x) => name, { name, other: max });
}
app.get("/", (req, res) => { send(req.query.a); const { b } = req.body; send(b); res.json(1); });
"#;
    assert_eq!(
        told("a.ts", text),
        [
            "query: id = = =",
            "query: id",
            "query: ?",
            "parse: id",
            "query: id page",
            "query: ?",
            "run: ? id+max",
            "get: = ?",
            "send: req",
            "send: req",
        ]
    );
}

#[test]
fn of_an_object_it_is_not_known_which_member_is_taken() {
    let text = "function send(mail: Mail, to: string) {\n  post({ to, path: join(ROOT, 'a') });\n  post({ to, body: mail.body });\n  post({ ...mail });\n}";
    assert_eq!(told("a.ts", text), ["post: ?", "post: to+mail", "post: mail"]);
    let go = "package a\nfunc Send(to string) {\n\tpost(Mail{To: to, Path: \"a\"})\n\tpost(&Mail{To: to})\n}\n";
    assert_eq!(told("a.go", go), ["post: ?", "post: to"]);
    let php = "<?php function send($to) { post(['to' => $to, 'path' => 'a']); post(['to' => $to]); post([$to, 'a']); }";
    assert_eq!(told("a.php", php), ["post: ?", "post: to", "post: to"]);
}

#[test]
fn python_reads_formatted_texts_names_of_arguments_and_choices() {
    let text = r##"
def find(id, limit=10):
    query = f"select {id}"
    run(query, limit=limit)
    run("select {id}")
    query2 = "a"  # it's one
    if id:
        query2 += id
    run(query2)
    run("a" if limit else "b")
    run(*[x for x in id])
    run("%s" % id, """a"b""")
"##;
    let expected = ["run: id limit:limit", "run: id", "run: ?", "run: id ="];
    let told = told("a.py", text);
    assert_eq!(told.iter().filter(|it| !it.contains("x")).collect::<Vec<_>>().len(), told.len());
    assert_eq!(told[..2], expected[..2]);
    assert_eq!(told.last().map(String::as_str), Some("run: id ="));
}

#[test]
fn other_languages_read_their_own_texts() {
    let go = "package a\nfunc Find(w W, r *http.Request) {\n\tid := r.URL.Query().Get(\"id\")\n\tq := fmt.Sprintf(`select %s`, id)\n\trun(q, 'x')\n\trun(\"a\")\n}\n";
    assert_eq!(told("a.go", go).last().map(String::as_str), Some("run: r ="));
    let rust = "fn find(id: &str) { run(format!(\"select {id}\")); run(\"a\"); let c = '\"'; run(&id); }";
    assert_eq!(
        told("a.rs", rust).iter().filter(|it| it.starts_with("run")).collect::<Vec<_>>(),
        ["run: id", "run: id"]
    );
    let java = "class A { void find(String id) { String sql = \"a\" + id; run(sql); run(\"a\"); run(Integer.parseInt(id)); } }";
    assert_eq!(
        told("A.java", java).iter().filter(|it| it.starts_with("run")).collect::<Vec<_>>(),
        ["run: id", "run: ?"]
    );
    let php = "<?php function find($id) { $sql = \"select $id\"; run($sql); run('a $id'); $path = '/srv/' . $id; run($path); run($_GET['a']); }";
    assert_eq!(told("a.php", php), ["run: id", "run: id", "run: $_GET"]);
    let ruby = "def find(id)\n  system \"ls #{id}\"\n  system(\"ls\")\n  run params[:id], 'a'\nend\n";
    assert_eq!(told("a.rb", ruby), ["system: id", "run: params ="]);
    let kotlin = "fun find(id: String) { run(\"select $id\"); run(\"a\"); run(limit = id) }";
    assert_eq!(told("a.kt", kotlin), ["run: id", "run: limit:id"]);
    let csharp = "class A { void Find(string id) { Run($\"select {id}\"); Run(\"select {id}\"); } }";
    assert_eq!(told("a.cs", csharp), ["Run: id"]);
}

#[test]
fn what_is_never_closed_ends_with_the_file() {
    for text in ["f(a, `${", "function f(x) { g(((((x", "f(\"", "const a = {{{{", "x = /[", "`${`${`${`${`${"] {
        extract("a.ts", text.repeat(50).as_bytes()).unwrap();
    }
    let deep = format!("function f(x) {{ {}x{} }}", "g(".repeat(5_000), ")".repeat(5_000));
    extract("a.ts", deep.as_bytes()).unwrap();
}
