//! What rules tell of files together, in rows: one small rule and a few files each.

use resolve::{Project, ProjectConfig};
use serde_json::Value;

/// The rows of a table, each as the columns asked for with spaces between them.
fn told(rules: &str, files: &[(&str, &str)], table: &str, columns: &[usize]) -> Vec<String> {
    let paths = files.iter().map(|(path, _)| (*path).to_owned()).collect();
    let mut project = Project::new(ProjectConfig { files: paths, rules: rules.to_owned(), ..ProjectConfig::default() });
    for (path, text) in files {
        let graph = extract::extract(path, text.as_bytes()).expect("a language");
        project.add(graph.encode(), "").expect("a graph");
    }
    let mut told = Vec::new();
    for (path, _) in files {
        let unit: Value = serde_json::from_str(&project.resolve(path).expect("a unit").unit).expect("JSON");
        for row in unit["rows"][table].as_array().into_iter().flatten() {
            let cell = |at: &usize| match &row[*at] {
                Value::String(text) => text.clone(),
                Value::Number(number) => number.to_string(),
                _ => "-".to_owned(),
            };
            told.push(columns.iter().map(cell).collect::<Vec<_>>().join(" "));
        }
    }
    told
}

/// Kind, owner and what is mounted.
const MOUNTS: [usize; 3] = [0, 2, 9];

#[test]
fn what_a_function_gives_back_at_the_end_of_a_row_has_what_the_row_adds() {
    let rules = r#"[
        {"kind": "rpc", "framework": "x", "languages": ["typescript"], "call": ["x.**.query"], "on": "result", "route": "''"},
        {"kind": "guard", "framework": "x", "languages": ["typescript"], "call": ["x.**.use"], "on": "whole", "guards": "0"}
    ]"#;
    let base = "import { make } from \"x\";\nconst procedure = make();\nfunction asks() {}\nexport function closed(name: string) {\n  return procedure.use(asks);\n}\n";
    let users = "import { closed } from \"./base\";\nconst users = closed(\"users\");\nexport const list = users.query(() => 1);\n";
    let all = told(rules, &[("base.ts", base), ("users.ts", users)], "registrations", &MOUNTS);
    let mounts: Vec<&String> = all.iter().filter(|row| row.starts_with("mount")).collect();
    assert_eq!(mounts, ["mount base.ts#closed() base.ts#@5:19", "mount users.ts#users base.ts#closed()"]);
}

#[test]
fn a_parameter_without_a_type_is_handed_on_as_a_router_where_it_is_called_one() {
    let rules = r#"[
        {"kind": "endpoint", "framework": "x", "languages": ["javascript"], "call": ["x.Router.get"], "on": "object", "route": "0", "handler": "1"}
    ]"#;
    let all = "function users(app) { app.get(\"/users\", list) }\nfunction list(user) { return names(user) }\nfunction names(user) { return user.name }\nfunction all(router, user) { users(router); list(user) }\n";
    let all = told(rules, &[("all.js", all)], "registrations", &MOUNTS);
    let mounts: Vec<&String> = all.iter().filter(|row| row.starts_with("mount")).collect();
    assert_eq!(mounts, ["mount all.js#all(0) all.js#users(0)"]);
}

#[test]
fn settings_go_by_their_own_names_where_no_class_above_says_how_they_are_read() {
    let rules = r#"[
        {"kind": "environment", "framework": "x", "languages": ["python"], "extends": ["x.Settings"], "on": "its.model_config.env_prefix"}
    ]"#;
    let base = "from x import Settings\nclass Plain(Settings):\n    level: str = 'a'\nclass Named(Settings):\n    model_config = dict(env_prefix='APP_')\n    one: int\n";
    let own =
        "from base import Named, Plain\nclass Own(Plain):\n    port: int = 80\nclass Other(Named):\n    two: int = 2\n";
    let all = told(rules, &[("base.py", base), ("own.py", own)], "environment_uses", &[0]);
    assert_eq!(all, ["LEVEL", "APP_ONE", "PORT"]);
}

#[test]
fn tests_are_of_the_framework_that_a_file_of_fixtures_extends() {
    let fixtures = "import { test as base } from \"@playwright/test\";\nexport const test = base.extend({});\n";
    let own = "export function test(name: string, run: () => void) {}\n";
    let one = "import { test } from \"./fixtures\";\ntest(\"a\", async () => {});\n";
    let other = "import { test } from \"./own\";\ntest(\"b\", async () => {});\n";
    let files = [("fixtures.ts", fixtures), ("own.ts", own), ("a.spec.ts", one), ("b.spec.ts", other)];
    assert_eq!(told("[]", &files, "tests", &[2, 3]), ["a playwright", "b unknown"]);
}

#[test]
fn a_tag_of_several_words_says_what_each_of_them_means() {
    let rules = r#"[
        {"kind": "field", "framework": "x", "languages": ["go"], "decorator": ["orm"], "members": "*",
         "words": {"pk": "primary", "not null": "required", "null": "nullable"}}
    ]"#;
    let all = "package a\ntype User struct {\n  ID int64 `orm:\"bigint not null unique pk\"`\n  Name string `orm:\"varchar(80) null\"`\n  Kind string `orm:\"pkind\"`\n}\n";
    let all = told(rules, &[("a.go", all)], "model_parts", &[3, 8]);
    assert_eq!(all, ["ID primary", "Name -", "Kind -"]);
}

#[test]
fn what_is_given_back_beside_an_error_is_no_default() {
    let rules = r#"[
        {"kind": "environment", "framework": "x", "languages": ["go"], "call": ["os.Getenv"], "variable": "0"}
    ]"#;
    let home = "package a\nimport (\"errors\"; \"os\")\nvar none = errors.New(\"none\")\nfunc home() (string, error) {\n  home := os.Getenv(\"HOME\")\n  if home == \"\" { return \"\", none }\n  return home, nil\n}\n";
    let port = "package a\nimport \"os\"\nfunc port() (string, error) {\n  port := os.Getenv(\"PORT\")\n  if port == \"\" { return \"80\", nil }\n  return port, nil\n}\nfunc name() string {\n  name := os.Getenv(\"NAME\")\n  if name == \"\" { return \"shop\" }\n  return name\n}\n";
    let all = told(rules, &[("home.go", home), ("port.go", port)], "environment_uses", &[0, 5]);
    assert_eq!(all, ["HOME -", "PORT 80", "NAME shop"]);
}

#[test]
fn a_function_that_is_handed_on_is_no_path() {
    let rules = r#"[
        {"kind": "endpoint", "framework": "x", "languages": ["go"], "call": ["x.Router.Get"], "on": "object", "route": "0", "handler": "1"}
    ]"#;
    let all = "package a\nimport \"x\"\nfunc all(r *x.Router, prefix string, make func() string) {\n  one(r, prefix, make)\n  other(r, make)\n}\nfunc one(r *x.Router, prefix string, make func() string) { r.Get(prefix + \"/one\", make) }\nfunc other(r *x.Router, make func() string) { r.Get(\"/\" + make(), make) }\n";
    let all = told(rules, &[("a.go", all)], "registrations", &[0, 4, 9]);
    let handed: Vec<&String> = all.iter().filter(|row| row.starts_with("handed")).collect();
    assert_eq!(handed, ["handed ${prefix} a.go#one"]);
}

#[test]
fn a_column_that_a_function_of_the_repository_gives_is_what_that_returns() {
    let rules = r#"[
        {"kind": "table", "framework": "x", "languages": ["typescript"], "call": ["x.table"], "table": "0", "columns": "1", "words": {"primaryKey": "primary"}}
    ]"#;
    let columns = "import { integer, text } from \"x\";\nexport const key = (name: string) => text(name).primaryKey();\nfunction stamp() {\n  return integer(\"at\").notNull();\n}\nexport const stamped = () => stamp();\nexport function either(own: boolean) {\n  if (own) return text(\"a\");\n  return integer(\"b\");\n}\n";
    let users = "import { table, text } from \"x\";\nimport * as columns from \"./columns\";\nimport { stamped } from \"./columns\";\nexport const users = table(\"users\", {\n  id: columns.key(\"id\"),\n  at: stamped(),\n  either: columns.either(true),\n  name: text(\"name\"),\n});\n";
    let all = told(rules, &[("columns.ts", columns), ("users.ts", users)], "model_parts", &[0, 3, 6, 8]);
    assert_eq!(
        all,
        [
            "table users - -",
            "column id text primary",
            "column at integer -",
            "column either either -",
            "column name text -"
        ]
    );
}

#[test]
fn what_a_function_in_place_hands_on_of_a_mount_is_mounted() {
    let rules = r#"[
        {"kind": "endpoint", "framework": "x", "languages": ["rust"], "call": ["x.web.get.to"], "on": "^object", "route": "^0", "handler": "0"},
        {"kind": "mount", "framework": "x", "languages": ["rust"], "call": ["x.**.configure"], "on": "object", "route": "''", "mounted": "0"}
    ]"#;
    let main = "mod users;\nfn main() {\n    let app = x::App::new();\n    app.configure(|cfg| users::config(cfg, 1)).configure(|cfg| counted(cfg));\n}\nfn counted(it: &u32) {}\n";
    let users = "pub fn config(cfg: &mut x::web::Config, most: u32) {\n    cfg.route(\"/users\", x::web::get().to(list));\n}\nfn list() {}\n";
    let all = told(rules, &[("src/main.rs", main), ("src/users.rs", users)], "registrations", &MOUNTS);
    let mounts: Vec<&String> = all.iter().filter(|row| row.starts_with("mount")).collect();
    let [app, cfg] = ["mount src/main.rs#@3:app src/main.rs#@4:cfg", "mount src/main.rs#@4:cfg src/users.rs#config(0)"];
    assert_eq!(mounts, [app, app, cfg]);
}

#[test]
fn of_a_list_of_guards_and_a_handler_the_last_is_the_handler() {
    let rules = r#"[
        {"kind": "endpoint", "framework": "x", "languages": ["typescript"], "call": ["x.**.register"], "on": "object", "route": "0", "method": "1", "handler": "2", "guards": "2"}
    ]"#;
    let all = "import { Router } from \"x\";\nconst router = new Router();\nrouter.register(\"/a\", [\"get\", \"post\"], [check, show]);\nrouter.register(\"/b\", [\"get\"], show);\nfunction check() {}\nfunction show() {}\n";
    let told = told(rules, &[("all.ts", all)], "registrations", &[3, 4, 7, 8]);
    let check = r#"[{"name":"check","symbol":"all.ts#check"}]"#;
    assert_eq!(told, [format!("GET /a show {check}"), format!("POST /a show {check}"), "GET /b show -".to_owned()]);
}

#[test]
fn what_a_class_lists_holds_though_a_method_gives_an_instance_something_else() {
    let rules = r#"[
        {"kind": "guard", "framework": "x", "languages": ["python"], "extends": ["x.View"], "on": "decorated", "method": "'instead'", "guards": "its.asked"}
    ]"#;
    let all = "from x import View\nclass Signed: pass\nclass Open(View):\n    asked = (Signed,)\n    def get(self):\n        if self.is_test:\n            self.asked = ()\nclass Own(View):\n    def one(self):\n        self.asked = (Signed,)\n    def two(self):\n        self.asked = ()\n";
    let told = told(rules, &[("a.py", all)], "registrations", &[2, 8]);
    assert_eq!(told, [r#"a.py#Open [{"name":"Signed","symbol":"a.py#Signed"}]"#]);
}

#[test]
fn constants_are_put_into_the_paths_of_routes_wherever_they_stand() {
    let rules = r#"[
        {"kind": "endpoint", "framework": "x", "languages": ["java"], "decorator": ["x.Get"], "on": "class", "route": "0", "handler": "decorated"}
    ]"#;
    let rest = "package a;\npublic class Rest {\n  public static final String BASE = \"/rest\";\n  public static final String V1 = BASE + \"/\" + \"v1\";\n}\n";
    let orders = "package a;\nimport x.Get;\ninterface Orders {\n  String ORDERS = Rest.V1 + \"/orders\";\n  String LINES = \"lines\";\n  @Get(ORDERS) void all();\n  @Get(ORDERS + \"/{id}/\" + LINES + \"/{line}\") void line();\n  @Get(\"/plain/\" + Other.UNKNOWN) void plain();\n}\n";
    let files = "package a;\nimport x.Get;\ninterface Files { @Get(Orders.ORDERS + \"/files\") void all(); }\n";
    let files = [("a/Rest.java", rest), ("a/Orders.java", orders), ("a/Files.java", files)];
    let all = told(rules, &files, "registrations", &[4]);
    let orders = ["/rest/v1/orders", "/rest/v1/orders/{id}/lines/{line}", "/plain/${Other.UNKNOWN}"];
    assert_eq!(all[..3], orders);
    assert_eq!(all[3..], ["/rest/v1/orders/files"]);
}

#[test]
fn what_a_loop_over_written_members_registers_is_registered_for_each() {
    let rules = r#"[
        {"kind": "endpoint", "framework": "x", "languages": ["php", "typescript"], "call": ["X.get", "x.Router.get"], "on": "object", "route": "0", "handler": "1"}
    ]"#;
    let php = "<?php\nclass A {}\nclass B {}\n$all = ['a' => A::class, 'b' => B::class];\nX::group(function () use ($all) {\n  foreach ($all as $path => $handler) { X::get(\"{$path}/one\", $handler); }\n});\nforeach (others() as $path => $handler) { X::get(\"{$path}/two\", $handler); }\nforeach (['c' => A::class] as $path => $handler) { X::get($path, $handler); }\n";
    let ts = "import { Router } from \"x\";\nconst router = new Router();\nfunction list() {}\nfunction show() {}\nfor (const [path, handler] of Object.entries({ users: list, user: show })) router.get(`/${path}`, handler);\n";
    let all = told(rules, &[("all.php", php), ("all.ts", ts)], "registrations", &[0, 4, 7]);
    let routes: Vec<&String> = all.iter().filter(|row| row.starts_with("endpoint")).collect();
    assert_eq!(
        routes,
        [
            "endpoint a/one A",
            "endpoint b/one B",
            "endpoint ${$path}/two $handler",
            "endpoint c A",
            "endpoint /users list",
            "endpoint /user show"
        ]
    );
}

#[test]
fn what_a_guard_is_set_up_by_is_not_the_guard() {
    let rules = r#"[
        {"kind": "guard", "framework": "x", "languages": ["go"], "call": ["x.Engine.Use"], "on": "object", "guards": "0.."}
    ]"#;
    let all = "package a\nimport (\"cors\"; \"x\")\nfunc config() cors.Config { return cors.Config{} }\nfunc check(c *x.Context) {}\nfunc run(e *x.Engine) {\n  e.Use(cors.New(config()))\n  e.Use(x.Wrap(check), cors.Allow())\n}\n";
    let all = told(rules, &[("a.go", all)], "registrations", &[0, 8]);
    let guards: Vec<&String> = all.iter().filter(|row| row.starts_with("guard")).collect();
    assert_eq!(
        guards,
        [
            r#"guard [{"name":"cors.New","symbol":null}]"#,
            r#"guard [{"name":"check","symbol":"a.go#check"},{"name":"Allow","symbol":null}]"#
        ]
    );
}

#[test]
fn a_variable_that_is_put_together_is_known_in_other_files() {
    let rules = r#"[
        {"kind": "endpoint", "framework": "x", "languages": ["go", "typescript"], "call": ["x.Router.Get"], "on": "object", "route": "0", "handler": "1"}
    ]"#;
    let paths = "package a\nconst base = \"/api\"\nconst Users = base + \"/users\"\n";
    let go = "package a\nimport \"x\"\nfunc show() {}\nfunc run(r *x.Router) {\n  r.Get(Users, show)\n  r.Get(Users+\"/:id\", show)\n}\n";
    let held = "const base = \"/web\";\nexport const items = `${base}/items`;\nexport const tags = base + \"/tags\";\n";
    let ts = "import { Router } from \"x\";\nimport { items, tags } from \"./held\";\nconst router = new Router();\nfunction show() {}\nrouter.Get(items, show);\nrouter.Get(tags, show);\nrouter.Get(`${items}/:id`, show);\n";
    let files = [("a/paths.go", paths), ("a/run.go", go), ("held.ts", held), ("run.ts", ts)];
    let all = told(rules, &files, "registrations", &[0, 4]);
    let routes: Vec<&str> = all.iter().filter_map(|row| row.strip_prefix("endpoint ")).collect();
    assert_eq!(routes, ["/api/users", "/api/users/:id", "/web/items", "/web/tags", "/web/items/:id"]);
}

#[test]
fn what_is_registered_far_along_a_row_of_calls_hangs_on_what_the_row_begins_with() {
    let rules = r#"[
        {"kind": "endpoint", "framework": "x", "languages": ["rust"], "call": ["x.**.route"], "on": "object", "route": "0", "handler": "1"}
    ]"#;
    let routes: String = (0..60).map(|at| format!("        .route(\"/{at}\", list)\n")).collect();
    let all = format!("fn all() {{\n    x::Router::new()\n{routes};\n}}\nfn list() {{}}\n");
    let told = told(rules, &[("src/main.rs", &all)], "registrations", &[2]);
    assert_eq!((told.len(), &told[0]), (60, &told[59]));
}

#[test]
fn what_a_schema_says_of_a_setting_holds_where_its_variable_is_read() {
    let env = r#"
import { createEnv } from "@t3-oss/env-nextjs";
import { cleanEnv, num, str } from "envalid";
import { z } from "zod";
const schema = z.object({
  PORT: z.coerce.number().default(80),
  HOST: z.string().min(1),
  PROXY: z.string().optional(),
  LEVEL: z.preprocess(read, z.enum(["a", "b"]).catch("a")),
});
export const env = schema.parse(process.env);
const parsed = schema.safeParse(process.env);
export const tried_env = parsed.data;
export const t3env = createEnv({
  server: { PORT: z.coerce.number().default(80), HOST: z.url() },
  runtimeEnv: process.env,
});
const spec = { PORT: num({ default: 3000 }), HOST: str(), PROXY: str({ default: undefined }) };
export const clean_env = cleanEnv(process.env, spec);
"#;
    let uses = |name: &str| {
        format!("import {{ {name} }} from \"./env\";\nuse({name}.PORT, {name}.HOST, {name}.PROXY, {name}.LEVEL);\n")
    };
    // Name, whether there is a default, whether it is required.
    let read = |name: &str| told("[]", &[("env.ts", env), ("use.ts", &uses(name))], "environment_uses", &[0, 4, 7]);
    assert_eq!(read("env"), ["PORT 1 0", "HOST 0 1", "PROXY 0 0", "LEVEL 1 0"]);
    assert_eq!(read("tried_env"), ["PORT 1 0", "HOST 0 0", "PROXY 0 0", "LEVEL 1 0"]);
    assert_eq!(read("t3env"), ["PORT 1 0", "HOST 0 1", "PROXY 0 0", "LEVEL 0 0"]);
    assert_eq!(read("clean_env"), ["PORT 1 0", "HOST 0 1", "PROXY 0 0", "LEVEL 0 0"]);
}

#[test]
fn a_constant_is_a_path_where_an_attribute_of_php_is_given_it_alone() {
    let rules = r#"[
        {"kind": "endpoint", "framework": "x", "languages": ["php"], "decorator": ["X\\Route"], "on": "decorated", "route": "0", "handler": "decorated"}
    ]"#;
    let text = "<?php\nuse X\\Route;\nclass A {\n  private const P = '/own';\n  #[Route(self::P)]\n  public function one() {}\n  #[Route(A::P . '/{id}')]\n  public function two() {}\n  #[Route(Other::P)]\n  public function three() {}\n}\n";
    let all = told(rules, &[("a.php", text)], "registrations", &[4]);
    assert_eq!(all, ["/own", "/own/{id}", "${Other}"]);
}

#[test]
fn a_condition_around_a_whole_row_of_php_says_nothing_of_who_asks_in_it() {
    let rules = r#"[
        {"kind": "guard", "framework": "x", "languages": ["php"], "call": ["X.**.ask"], "on": "row", "guards": "0"}
    ]"#;
    let text =
        "<?php\nif ($a) {\n  X::get('/in')->ask('in');\n}\n$row = X::get('/out');\nif ($a) {\n  $row->ask('out');\n}\n";
    let all = told(rules, &[("a.php", text)], "registrations", &[8]);
    let unsure: Vec<bool> = all.iter().map(|it| it.contains("maybe")).collect();
    assert_eq!(unsure, [false, true], "{all:?}");
}
