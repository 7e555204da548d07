//! What arguments are made of, language by language.
use crate::extract;

/// `callee: argument argument`, one a call that is given anything that is not constant: a constant is `=`, what nothing
/// is known of `?`.
pub(super) fn told(path: &str, text: &str) -> Vec<String> {
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
export function serve(req, res) { send(req.query.a, req.backup.path, req.get("b")); }
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
            "send: req ? req",
        ]
    );
}

#[test]
fn of_an_object_it_is_not_known_which_member_is_taken() {
    let text = "function send(mail: Mail, to: string) {\n  post({ to, path: join(ROOT, 'a') });\n  post({ to, body: mail.body });\n  post({ ...mail });\n}";
    assert_eq!(told("a.ts", text), ["post: ?", "post: to+mail", "post: mail"]);
    let ruby = "def find(id)\n  joins(:category)\n  joins(id)\n  joins(x ? :a : :b)\nend\n";
    assert_eq!(told("a.rb", ruby), ["joins: id"]);
    let python = "def go(request):\n    to(reverse(\"a\") + request.path)\n    to(request.path)\n";
    assert_eq!(told("a.py", python).last().map(String::as_str), Some("to: request"));
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
    assert_eq!(told("A.java", java).iter().filter(|it| it.starts_with("run")).collect::<Vec<_>>(), ["run: id"]);
    let php = "<?php function find($id) { $sql = \"select $id\"; run($sql); run('a $id'); $path = '/srv/' . $id; run($path); run($_GET['a']); }";
    assert_eq!(told("a.php", php), ["run: id", "run: id", "run: $_GET"]);
    let ruby = "def find(id)\n  system \"ls #{id}\"\n  system(\"ls\")\n  run params[:id], 'a'\nend\n";
    assert_eq!(told("a.rb", ruby), ["system: id", "run: params ="]);
    let kotlin = "fun find(id: String) { run(\"select $id\"); run(\"a\"); run(limit = id) }";
    assert_eq!(told("a.kt", kotlin), ["run: id", "run: limit:id"]);
    let csharp = "class A { void Find(string id) { Run($\"select {id}\"); Run(\"select {id}\"); } }";
    assert_eq!(told("a.cs", csharp), ["Run: id"]);
}

/// The arguments, and the kinds of sinks to which they are harmless.
fn harmless(path: &str, text: &str) -> Vec<String> {
    let graph = extract(path, text.as_bytes()).unwrap();
    let all = graph.flows.iter().flat_map(|flow| &flow.given).filter(|it| !it.is_constant);
    let told = all.map(|it| {
        let of: Vec<&str> = it.of.iter().map(|name| graph.name(*name)).collect();
        let kinds = facts::CLEANED_KINDS.iter().enumerate().filter(|(at, _)| it.harmless & (1 << at) != 0);
        format!("{}: {}", of.join("+"), kinds.map(|(_, kind)| *kind).collect::<Vec<_>>().join(" "))
    });
    told.collect()
}

#[test]
fn what_is_cleaned_does_no_harm_to_the_kinds_that_it_is_cleaned_for() {
    let python = "def f(name, size):\n    size = int(size)\n    run(shlex.quote(name))\n    run(size)\n    run('a' + shlex.quote(name) + name)\n    name = os.path.basename(name)\n    run(name)\n";
    let of_calls = harmless("a.py", python);
    assert!(of_calls.contains(&": exec sql redirect".to_owned()), "{of_calls:?}");
    assert!(of_calls.contains(&"name: redirect".to_owned()), "{of_calls:?}");
    assert_eq!(of_calls.last().map(String::as_str), Some(": path"));
    let php = "<?php class A { function f($x) { $this->rows->selectRaw('0 as '.$this->dialect->wrapColumn($x)); } }";
    assert!(harmless("a.php", php).contains(&": sql redirect".to_owned()));
    let php = "<?php function f($id) { $id = mysqli_real_escape_string($c, $id); run(\"select '$id'\"); }";
    assert_eq!(harmless("a.php", php).last().map(String::as_str), Some(": sql redirect"));
}

#[test]
fn what_is_checked_does_no_harm_from_there_on() {
    let script = "function f(to, file, kind) {\n  run(to);\n  if (!allowed.includes(to)) return;\n  if (file.includes('..')) return;\n  run(to);\n  run(file);\n  run(kind);\n}";
    assert_eq!(harmless("a.js", script), ["to: ", "file: path redirect", "kind: "]);
    let python = "def f(to, kind):\n    if to not in ALLOWED:\n        return\n    run(to, kind)\n";
    assert_eq!(harmless("a.py", python), ["kind: "]);
    let go = "package a\nfunc F(to string) {\n\tif !strings.HasPrefix(to, base) {\n\t\treturn\n\t}\n\trun(to)\n}\n";
    assert_eq!(harmless("a.go", go).last().map(String::as_str), Some("to: path redirect"));
}

#[test]
fn numbers_and_what_is_handed_in_to_work_with_are_no_values() {
    assert_eq!(told("A.java", "class A { void f(Long id, String a) { run(\"x\" + id); run(a); } }"), ["run: a"]);
    assert_eq!(told("a.ts", "function f(id: number) { run(id); }"), ["run: id"]);
    assert_eq!(
        told("a.py", "def f(db, r):\n    run(db.now())\n    run(r.now())\n    run(r.get('a'))\n"),
        ["run: ?", "run: ?", "run: r"]
    );
}

#[test]
fn fields_of_the_own_object_and_what_pointers_lead_to_are_followed_within_a_function() {
    assert_eq!(
        told("a.ts", "class A { f(x: string) { this.path = x; run(this.path); run(this.other); } }"),
        ["run: x", "run: ?"]
    );
    assert_eq!(told("a.php", "<?php class A { function f($x) { $this->path = $x; run($this->path); } }"), ["run: x"]);
    let go = "package a\nfunc F(c *gin.Context) {\n\tvar in Input\n\tc.Bind(&in)\n\trun(in.Name)\n}\n";
    assert_eq!(told("a.go", go).last().map(String::as_str), Some("run: c"));
}

#[test]
fn lines_that_nobody_wrote_tell_nothing() {
    let text = format!("function f(x) {{ {} run(x); }}", "a=1;".repeat(500));
    assert_eq!(told("a.js", &text).len(), 0);
}

#[test]
fn a_thousand_parameters_and_checks_are_read() {
    let names: Vec<String> = (0..1_000).map(|at| format!("p{at}")).collect();
    let checks: String = names.iter().map(|it| format!("if (!allowed.includes({it})) return;\n")).collect();
    let text =
        format!("function f(\n{}\n) {{\n{checks}\nrun(\n{}\n);\nrun(p0);\n}}", names.join(",\n"), names.join(",\n"));
    assert_eq!(told("a.js", &text).last().map(String::as_str), None);
    let open = format!("function f(a) {{ {}", "if (a.includes(".repeat(3_000));
    extract("a.js", open.as_bytes()).unwrap();
    for text in ["a = f(a, ", "if a in (", "c.Bind(&a, "] {
        for path in ["a.js", "a.py", "a.go"] {
            extract(path, format!("function f(a) {{ {}", format!("{text}\n").repeat(300)).as_bytes()).unwrap();
        }
    }
}

#[test]
fn what_is_never_closed_ends_with_the_file() {
    for text in ["f(a, `${", "function f(x) { g(((((x", "f(\"", "const a = {{{{", "x = /[", "`${`${`${`${`${"] {
        extract("a.ts", text.repeat(50).as_bytes()).unwrap();
    }
    let deep = format!("function f(x) {{ {}x{} }}", "g(".repeat(5_000), ")".repeat(5_000));
    extract("a.ts", deep.as_bytes()).unwrap();
}

#[test]
fn what_is_asked_of_a_request_is_checked_where_the_same_is_asked() {
    let text = r#"
def enter(request):
    if request.args.get("next") and is_safe_url(
        request.args.get("next")
    ):
        return redirect(request.args.get("next"))
    return redirect(request.args.get("other"))
"#;
    assert_eq!(
        told("a.py", text).into_iter().filter(|it| it.starts_with("redirect")).collect::<Vec<_>>(),
        ["redirect: request"]
    );
}

#[test]
fn to_the_end_of_its_block_a_name_holds_what_it_was_given_there() {
    let text = r#"
def upload(request, store):
    path = "/srv"
    if request.old:
        path = request.form.get("path")
        remove(path)
    for name in NAMES:
        path = "/srv/new"
        write(path)
    read(path)
"#;
    let of = |callee: &str| told("a.py", text).into_iter().find(|it| it.starts_with(callee));
    assert_eq!(of("remove").as_deref(), Some("remove: request"));
    assert_eq!(of("write"), None);
    assert_eq!(of("read").as_deref(), Some("read: request"));
    let text = r#"
function upload($request, $fallback) {
    $path = $request->get('path');
    if ($fallback)
        $path = '/srv/a';
    read($path);
    switch ($fallback) {
        case 1:
            $path = '/srv/b';
            write($path);
            break;
        case 2:
            remove($path);
    }
    $path = '/srv/c';
    send($path);
}
"#;
    let of = |callee: &str| told("a.php", &format!("<?php{text}")).into_iter().find(|it| it.starts_with(callee));
    assert_eq!(of("read").as_deref(), Some("read: request"));
    assert_eq!(of("write"), None);
    assert_eq!(of("remove").as_deref(), Some("remove: request"));
    assert_eq!(of("send"), None);
}

#[test]
fn a_text_that_begins_with_a_constant_leads_to_no_other_host() {
    let text = r#"
BASE_URL = "https://cdn.example.com/a"
def show(request, name):
    redirect(BASE_URL + "/" + name)
    redirect(f"{BASE_URL}/{name}")
    redirect(name + BASE_URL)
"#;
    let graph = extract("a.py", text.as_bytes()).unwrap();
    let redirect = super::words::kind_mask("redirect");
    let harmless: Vec<bool> = graph.flows.iter().map(|flow| flow.given[0].harmless & redirect != 0).collect();
    assert_eq!(harmless, [true, true, false]);
    let text = r#"
class A {
    go(jwt: string) {
        redirect(`${this.config.get("URL")}/auth/${jwt}`);
        redirect(this.url + "/auth/" + jwt);
        redirect(`${jwt}/auth`);
    }
}
"#;
    let graph = extract("a.ts", text.as_bytes()).unwrap();
    let redirects = graph.flows.iter().filter(|flow| flow.given.len() == 1 && !flow.given[0].of.is_empty());
    let harmless: Vec<bool> = redirects.map(|flow| flow.given[0].harmless & redirect != 0).collect();
    assert_eq!(harmless, [true, true, false]);
}

#[test]
fn what_a_function_of_the_repository_checks_is_checked() {
    let java = r#"
class A {
    void load(String name, String other) {
        if (!Files.checkAllowDownload(name)) { throw new Refused(); }
        run(name);
        ensureInside(other);
        run(other);
    }
    void go(String name, String user) {
        if (!checkPermission(name)) { return; }
        verifyToken(user);
        run(name, user);
    }
    void save(MultipartFile sent) {
        validateFileName(sent.getOriginalFilename());
        run(sent.getOriginalFilename());
        run(sent.getContentType());
    }
}
"#;
    assert_eq!(
        told("A.java", java).into_iter().filter(|it| it.starts_with("run")).collect::<Vec<_>>(),
        ["run: name user", "run: sent"]
    );
    let script = "function f(req, a) { if (!checkPath(req)) return; run(req.query.a); checkAge(a); run(a); }";
    assert_eq!(told("a.js", script).into_iter().filter(|it| it.starts_with("run")).collect::<Vec<_>>(), ["run: req"]);
}

#[test]
fn what_equals_a_value_of_others_choice_is_that_value() {
    let text = "<?php function f($sort, $order, $id) {
        foreach ($fields as $field) { if ($field->column == $sort) { run($sort . $order); } }
        if ($id == '') { return; }
        run($id);
    }";
    let of = told("a.php", text).into_iter().filter(|it| it.starts_with("run")).collect::<Vec<_>>();
    assert_eq!(of, ["run: order", "run: id"]);
}

#[test]
fn where_a_request_came_from_and_its_own_path_lead_nowhere_else() {
    let python = r#"
def go(request, path):
    target = f"/orders/{path}"
    query = request.META.get("QUERY_STRING")
    if query:
        target = f"{target}?{query}"
    to(target)
    to(request.META["HTTP_REFERER"])
    to(request.path.replace("a", "b", 1))
    base = find().url
    to(f"/{base}/{path}")
    to(f"{base}?{query}")
    to(request.GET["next"] + "?a")
    to(f"/{path}")
"#;
    let leads = |path: &str, text: &str| -> Vec<String> {
        harmless(path, text).into_iter().map(|it| if it.contains("redirect") { "own".into() } else { it }).collect()
    };
    let of_python = leads("a.py", python);
    let expected = ["own", "own", "own", "own", "own", "request: ", "path: "];
    assert_eq!(of_python[of_python.len() - expected.len()..], expected);
    let php = "<?php function f($request) { to($request->headers->get('referer', '/')); to($request->get('next')); }";
    assert_eq!(leads("a.php", php).into_iter().filter(|it| it.starts_with("request") || it == "own").count(), 2);
    assert_eq!(leads("a.php", php).last().map(String::as_str), Some("request: "));
}

#[test]
fn php_makes_numbers_of_values_and_puts_uploads_where_it_wants() {
    let text = "<?php function f($request, $a) {
        $months = ((int)$request->input('a') - (int)($a->b));
        run('x' . $months);
        run(file_get($_FILES['file']['tmp_name']));
        open($_FILES['file']['tmp_name']);
        open($_FILES['file']['full_path']);
        open($_FILES['file']['name']);
        $file = $request->file('image');
        open($file);
    }";
    let of = |callee: &str| told("a.php", text).into_iter().filter(|it| it.starts_with(callee)).collect::<Vec<_>>();
    assert_eq!(of("run"), ["run: ?"]);
    assert_eq!(of("open"), ["open: $_FILES", "open: ?", "open: ?"]);
}

#[test]
fn the_name_of_a_column_in_a_pair_is_no_text_that_is_asked() {
    let ruby = "def find(id)\n  where(\"a.b\" => id)\n  where(\"a_#{id}\": 1)\n  where(\"a = #{id}\")\nend\n";
    let all = harmless("a.rb", ruby);
    assert_eq!(all.iter().filter(|it| it.contains("sql")).count(), 2, "{all:?}");
    assert!(all.last().is_some_and(|it| !it.contains("sql")), "{all:?}");
}

#[test]
fn what_middleware_puts_on_a_request_was_not_sent() {
    let python = "def go(request):\n    to(request.event.urls.base)\n    to(f\"{request.organiser.slug}/x\")\n    to(request.GET[\"next\"])\n    to(request.query_params.get(\"next\"))\n";
    let told = told("a.py", python).into_iter().filter(|it| it == "to: request").count();
    assert_eq!(told, 2);
}
