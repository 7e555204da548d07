//! What was checked, handed in or chosen by the server does no harm.
use super::spec::told;

fn of(path: &str, text: &str, callee: &str) -> Vec<String> {
    told(path, text)
        .into_iter()
        .filter_map(|it| it.strip_prefix(callee)?.strip_prefix(": ").map(str::to_owned))
        .collect()
}

#[test]
fn a_predicate_that_names_a_form_checks_its_argument() {
    let python = "
def view(request, checksum, package, folder):
    if not is_md5(checksum):
        return
    read(checksum)
    known = package_check(package)
    read(package)
    if is_dir(folder):
        read(folder)
    if request.is_ajax():
        read(request.path)
    file = Path(folder)
    if not is_safe_path(ROOT, file.as_posix()):
        return
    read(file)
";
    assert_eq!(of("a.py", python, "read"), ["folder", "request"]);
    let go = "package a\nfunc Get(name string, owner string) {\n\terr := validateName(name)\n\tread(name)\n\tif isAdmin(owner) {\n\t\tread(owner)\n\t}\n}\n";
    assert_eq!(of("a.go", go, "read"), ["owner"]);
    let inside = "
def view(path, folder):
    if not is_path_in_folder(path):
        return
    read(path)
    if is_folder(folder):
        read(folder)
";
    assert_eq!(of("a.py", inside, "read"), ["folder"]);
    let flag = "package a\nfunc Get(f Form) {\n\tif f.IsPlugin {\n\t\tread(f.Path)\n\t}\n}\n";
    assert_eq!(of("a.go", flag, "read"), ["f"]);
}

#[test]
fn what_a_name_is_equal_to_counts_in_the_block_behind() {
    let python = "
def serve(format):
    if format.upper() == 'TXT':
        read(format)
    read(format)
";
    assert_eq!(of("a.py", python, "read"), ["format"]);
    let script = "function serve(kind, name) {\n  if (kind === 'a' && name) {\n    read(kind, name);\n  }\n  if (kind === 'a' || name) {\n    read(kind);\n  }\n}\n";
    assert_eq!(of("a.ts", script, "read"), ["= name", "kind"]);
}

#[test]
fn a_check_of_a_member_counts_for_what_is_found_by_it() {
    let csharp = "class A { void Up(IFormFile file) {\n  if (file.FileName.Contains(\"..\")) return;\n  Save(file.FileName);\n  Keep(file);\n} }";
    assert_eq!(of("a.cs", csharp, "Keep"), ["file"]);
    assert_eq!(of("a.cs", csharp, "Save"), ["?"]);
    let php = "<?php if (preg_match('/^a$/', $_GET['id'])) {\n  $id = $_GET['id'];\n  query($id);\n}\nquery($_GET['name']);\n";
    assert_eq!(of("a.php", php, "query"), ["$_GET"]);
    let go = "package a\nfunc Edit(f form.Edit) {\n\tf.Path = tidy(f.Path)\n\tread(f.Path)\n\tread(f.Name)\n}\n";
    assert_eq!(of("a.go", go, "read"), ["f"]);
}

#[test]
fn what_the_server_hands_in_was_not_sent() {
    let script =
        "class A { @Post() go(@CurrentUser() user: User, @Body() body: Dto) { read(user.home); read(body.path); } }";
    assert_eq!(of("a.ts", script, "read"), ["?", "body"]);
    let csharp =
        "class A { void Go([CurrentUser] User user, [FromBody] Dto body) { Read(user.Home); Read(body.Path); } }";
    assert_eq!(of("a.cs", csharp, "Read"), ["?", "body"]);
    let go = "package a\nfunc Go(c *web.Context) {\n\tread(c.Repo.Path())\n\tread(c.Query(\"a\"))\n\tread(c.Request.URL.Path)\n}\n";
    assert_eq!(of("a.go", go, "read"), ["?", "c", "c"]);
}

#[test]
fn the_last_part_of_a_path_names_no_other_folder() {
    let script = "function serve(path, other) {
  const name = path.split('/').pop();
  read(name);
  read(other.split(',').pop());
}";
    assert_eq!(of("a.ts", script, "read"), ["?", "other"]);
    let python = "def serve(path):\n    read(path.split('/')[-1])\n    read(path.split('/')[0])\n";
    assert_eq!(of("a.py", python, "read"), ["?", "path"]);
}

#[test]
fn a_path_that_is_handed_in_is_no_number() {
    let rust =
        "fn drop(path: &Path, id: Path<Uuid>, of: &i64) {\n    remove(path);\n    remove(id);\n    remove(of);\n}\n";
    assert_eq!(of("a.rs", rust, "remove"), ["path"]);
}

#[test]
fn an_extension_names_no_other_file() {
    let python = "def up(file, name):\n    read(name + file.suffix)\n    read('a' + file.suffix)\n";
    assert_eq!(of("a.py", python, "read"), ["name", "?"]);
}

#[test]
fn an_address_whose_host_was_asked_about_redirects_nowhere_else() {
    let python = "
def login(request):
    target = request.args.get('next')
    if not target or urlsplit(target).netloc != '':
        target = url_for('index')
    redirect(target)
    other = request.args.get('other')
    if other:
        redirect(other)
";
    let graph = crate::extract("a.py", python.as_bytes()).unwrap();
    let bit = super::words::kind_mask("redirect");
    let given = graph.flows.iter().filter(|it| graph.name(graph.calls[it.call as usize].name) == "redirect");
    let harms: Vec<bool> = given.map(|it| it.given[0].harmless & bit == 0).collect();
    assert_eq!(harms, [false, true]);
}
