use super::*;

#[test]
fn texts_are_listed_where_nothing_else_is() {
    let told = [
        "OPEN = {\n    \"/a/**\", // pages\n    \"/b\"\n};",
        "OPEN = new String[] {\"/a\"};",
        "OPEN: List<String> = listOf(\"/a\", \"/b\",)",
        "OPEN = {\"/a\", A.BASE};",
        "OPEN = {\"/a\" + BASE, BASE /* all */ + \"/**\", // more\n \"$ROOT/x\"};",
        "OPEN = {\"/a\", base()};",
        "ROLES = {ADMIN, \"user\"}; // a/b",
        "OPEN = {};",
        "OPEN = \"/a\" + \"/b\";",
    ];
    let listed = [
        Some("/a/** /b"),
        Some("/a"),
        Some("/a /b"),
        Some("/a ${A.BASE}"),
        Some("/a${BASE} ${BASE}/** ${ROOT}/x"),
        None,
        None,
        None,
        None,
    ];
    let told = told.map(|one| only_listed(one).map(|texts| texts.join(" ")));
    assert_eq!(told, listed.map(|one| one.map(str::to_owned)));
}

#[test]
fn names_in_texts_stand_in_braces() {
    let told = ["$BASE/items/$id", "${a.b}/x", "5 $ and $1", "\\$x"].map(braced);
    assert_eq!(told, ["${BASE}/items/${id}", "${a.b}/x", "5 $ and $1", "\\$x"]);
}

#[test]
fn texts_are_put_together_of_literals_and_names() {
    let same = |code: &str, text: &str| assert_eq!(joined(code, false).as_deref(), Some(text), "{code}");
    same("$\"{Api.Root}/users/{{id}}/{page:D2}\";", "${Api.Root}/users/{id}/${page}");
    same("\"/users/\" + user.id + '/posts';\nnext()", "/users/${user.id}/posts");
    same("`${BASE}/users`", "${BASE}/users");
    same("f\"/users/{id}\"", "/users/${id}");
    same("'/users/' . $user->id . '/posts';", "/users/${$user->id}/posts");
    same("\"/users/{}\".format(id)\n", "/users/{}");
    same("base + \"/a\"\n    + more(1, 2)", "${base}/a${value}");
    same("base + path", "${base}${path}");
    same("format!(\"{}/{{id}}/{name}\", state.root);", "${state.root}/{id}/${name}");
    same("&format!(\"/{root}/{:?}/{1}/{}\", f(a, b), 7, root = \"x\")\n", "/x/${value}/7/7");
    same("inject(Config).urlFor('api/users');", "${urlFor}/api/users");
    same("getUrl(`/users/${id}`)\n", "${getUrl}/users/${id}");
    same("fmt.Sprintf(\"/users/%d/at/%02d\", id, at)\n", "/users/${value}/at/${value}");
    same("sprintf('%s/users/%1$s?of=5%%', $base, $id);", "${value}/users/${value}?of=5%");
    for other in ["a + b", "a ? '/b' : '/c'", "call()", "'/a' == b", "['/a']", "", "'/a"] {
        assert_eq!(joined(other, false), None, "{other}");
    }
    let dotted = |code: &str| joined(code, true);
    assert_eq!(dotted("'/hook/'.config('hook.word'),").as_deref(), Some("/hook/${value}"));
    assert_eq!(dotted("__DIR__.'/../routes/web.php',").as_deref(), Some("${__DIR__}/../routes/web.php"));
    assert_eq!(dotted("Throttle::class.':api',").as_deref(), Some("${Throttle::class}:api"));
    assert_eq!(dotted("\\A\\Throttle::class . ':api',").as_deref(), Some("${\\A\\Throttle::class}:api"));
    assert_eq!(given_to("  const url: string = `/a`;", "url").map(|at| at > 19), Some(true));
    assert_eq!(given_to("if (url == '/a')", "url"), None);
}

#[test]
fn a_declaration_over_several_lines_becomes_one() {
    let text = "function f(\n  a: string, // the first\n  b = \"x // y\",\n): Promise<\n  void\n>";
    assert_eq!(one_line(text, "//"), "function f(a: string, b = \"x // y\"): Promise<void>");
    assert_eq!(one_line("a\r\n  .b()\r\n  ?.c", "//"), "a.b()?.c");
    assert_eq!(one_line("type A =\n  | B\n  | C", "//"), "type A = | B | C");
    assert_eq!(one_line("  a  b ", "#"), "a  b");
    let text = "go(\n  url: string,\n  options?: {\n    /**\n     * How long, `*` or (\n     */\n    wait?: number;\n\n    /* Else */ all?: {};\n  },\n): void";
    assert_eq!(one_line(text, "//"), "go(url: string, options?: { wait?: number; all?: {}; }): void");
    assert_eq!(one_line("a = [\n  b, /* c\n  d */\n]", "#"), "a = [b, /* c d */]");
    assert_eq!(one_line("type A = {\n  b: C\n  d(): E[]\n  f: G\n}", "//"), "type A = { b: C; d(): E[]; f: G }");
}

#[test]
fn text_is_cut_between_characters() {
    assert_eq!(keep_start("äöü".to_owned(), 3), "äöü");
    assert_eq!(keep_start("äöüß".to_owned(), 3), "äö…");
    assert_eq!(keep_end("äöü".to_owned(), 3), "äöü");
    assert_eq!(keep_end("äöüß".to_owned(), 3), "…üß");
}

#[test]
fn a_declaration_holds_a_number_or_a_product_of_numbers() {
    let inside = |text: &'static str| only_number(text).map(|(from, to)| &text[from..to]);
    assert_eq!(inside("LIMIT: u32 = 1_000;"), Some("1_000"));
    assert_eq!(inside("day = 24 * 60 * 60"), Some("24 * 60 * 60"));
    assert_eq!(inside("share = -0.5f,"), Some("-0.5f"));
    assert_eq!(inside("IS_ON = True"), Some("True"));
    assert_eq!(inside("mask = 1 << 20"), Some("1 << 20"));
    for other in ["a = b * 2", "a = f(1)", "a = [1, 2]", "a", "a = ", "a = \"1\"", "a = () => 1", "a == 1"] {
        assert_eq!(inside(other), None, "{other}");
    }
}

#[test]
fn what_a_method_gives_back_is_one_text() {
    let inside = |text: &'static str| only_given_back(text).map(|(from, to)| &text[from..to]);
    assert_eq!(inside("func (User) TableName() string {\n\treturn \"members\"\n}"), Some("members"));
    assert_eq!(inside("func (User) TableName() string { return \"a\" + suffix }"), None);
    assert_eq!(inside("func (User) TableName() string { log(); return \"a\" }"), None);
}

#[test]
fn a_declaration_holds_one_literal_and_nothing_else() {
    let inside = |text: &'static str| only_literal(text).map(|(from, to)| &text[from..to]);
    assert_eq!(inside("PREFIX: str = \"/api/v1\""), Some("/api/v1"));
    assert_eq!(inside("a = 'x' as const;"), Some("x"));
    assert_eq!(inside("a = `/x/${b}`"), None);
    assert_eq!(inside("a = \"x\" + b"), None);
    assert_eq!(inside("a = f(\"x\")"), None);
    assert_eq!(inside("a = r\"x\""), None);
    assert_eq!(inside("a"), None);
}

#[test]
fn names_alone_are_put_together() {
    let told =
        ["A", "Routes.BASE + USERS", "a+\n    b.C", "A + \"/x\"", "A + 1", "name()", "", "A - B"].map(only_names);
    let texts = [Some("${A}"), Some("${Routes.BASE}${USERS}"), Some("${a}${b.C}")];
    assert_eq!(told.iter().map(Option::as_deref).collect::<Vec<_>>(), [&texts[..], &[None; 5]].concat());
}
