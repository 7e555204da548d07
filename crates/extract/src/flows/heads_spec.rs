//! What heads of blocks bind, and what constants of a language's own forms hold.
use super::spec::told;

fn of(path: &str, text: &str, callee: &str) -> Vec<String> {
    told(path, text)
        .into_iter()
        .filter_map(|it| it.strip_prefix(callee)?.strip_prefix(": ").map(str::to_owned))
        .collect()
}

#[test]
fn a_head_binds_what_it_asks_and_not_what_its_block_holds() {
    let go = "package a
func show(r Request) {
\tp := &P{To: r.FormValue(\"to\")}
\tfor _, f := range get() {
\t\tp.Flashes = append(p.Flashes, mark(f))
\t}
\tif x := first(); x != nil {
\t\tmark(x, r.To)
\t}
\tswitch y := kind().(type) {
\tcase A:
\t\tmark(y, r.To)
\t}
}
";
    assert_eq!(of("a.go", go, "mark"), ["?", "? r", "? r"]);
    let rust = "fn show(query: Query) {
    if let Some(file) = list().first() {
        if file.name() == query.name { open(file.name()); }
    }
    let made = Query { name: query.name };
    open(made);
}";
    assert_eq!(of("a.rs", rust, "open"), ["?", "query"]);
    let swift_like = "package a
func show(r Request) {
\tfor i := 0; i < 3; i++ {
\t\tmark(i, r.To)
\t}
}
";
    assert_eq!(of("a.go", swift_like, "mark"), ["= r"]);
}

#[test]
fn raw_texts_and_what_is_gone_through_of_constants_are_constant() {
    let rust = "static STEPS: &[&str] = &[\"create table a\"];
fn go(db: &Db, id: i64, name: &str) {
    run(r\"insert into a values ($1)\", name);
    run(r#\"insert \"a\"\"#, name);
    run(br\"insert\", name);
    for (i, step) in STEPS.iter().enumerate() {
        run(*step, name);
    }
    for step in STEPS.iter().rev() {
        run(step, name);
    }
    run(r, name);
}";
    assert_eq!(of("a.rs", rust, "run"), ["= name", "= name", "= name", "= name", "= name", "? name"]);
}

#[test]
fn what_go_declares_constant_is_constant_and_so_is_a_list_of_texts() {
    let go = "package a
const (
\teveryone = \"'\" + otherFile + \"'\"
\ttable    = `select 1`
)
var launcher = []string{\"sh\", \"-c\"}
var pages = map[string]Page{\"a\": {Name: \"b\"}}
func run(name string) {
\tstart(everyone, table, name)
\tstart(launcher[0], name)
\tstart(pages[\"a\"].Name, name)
\tstart([]string{\"a\", name}, []string{\"a\"})
\tstart(Page{Name: name}, &Page{Name: \"b\"})
}
";
    assert_eq!(of("a.go", go, "start"), ["= = name", "= name", "= name", "name =", "name ="]);
}

#[test]
fn what_is_found_among_others_or_asked_about_as_a_part_of_a_text_is_checked() {
    let script = "function serve(folder, name, id, key) {
  if (!files().includes(`${folder}/${name}`)) return;
  read(folder, name, id);
  const provider = providers.find((p) => p.id === id);
  if (!provider) return;
  read(id, key);
  const page = pages[key];
  if (!page) return;
  read(key);
}";
    assert_eq!(of("a.ts", script, "read"), ["= = id", "= key"]);
    let not_asked = "function serve(id, key) {
  const provider = providers.find((p) => p.id === id);
  const page = pages[key];
  if (id) return;
  read(id, key);
}";
    assert_eq!(of("a.ts", not_asked, "read"), ["id key"]);
    let go = "package a\nfunc Get(name string) {\n\tpage, ok := pages[name]\n\tread(name)\n\tif !ok {\n\t\treturn\n\t}\n\tread(name)\n\tuse(page)\n}\n";
    assert_eq!(of("a.go", go, "read"), ["name"]);
}

#[test]
fn what_runs_statements_is_no_value() {
    let script = "class A { async up(queryRunner: QueryRunner, name: string) {
  const rows = await queryRunner.query('select 1');
  await queryRunner.query(`update a set b = '${rows[0].key}'`);
  await queryRunner.query(`update a set b = '${name}'`);
} }";
    assert_eq!(of("a.ts", script, "query"), ["?", "name"]);
}

#[test]
fn what_was_checked_is_no_source_beside_what_is_not_known() {
    let script = "function serve(name, file) {
  if (name.includes('..')) return;
  read(join(settings.root, name));
  read(join(settings.root, name, file));
  let path = join(ROOT, file);
  if (!path.startsWith(ROOT)) return;
  if (missing()) {
    path = settings.root;
  }
  read(path);
}";
    assert_eq!(of("a.ts", script, "read"), ["?", "file", "?"]);
}
