//! What is told of documents, as lines `kind subject (value) confidence`.

use crate::{Kind, Role, read};

pub fn claims(path: &str, text: &str) -> Vec<String> {
    let document = read(path, text);
    let told = document.claims.iter().map(|it| {
        let value = it.value.as_ref().filter(|_| it.kind != Kind::CodeBlock);
        let value = value.map(|value| format!(" ({value})")).unwrap_or_default();
        format!("{}:{} {} {}{value} {}", it.line, it.form.word(), it.kind.word(), it.subject, it.confidence)
    });
    told.collect()
}

#[test]
fn paths_are_told_by_their_form_and_not_what_only_looks_alike() {
    let text = "
See `src/cart/total.ts`, `./scripts/build.sh`, `docs/`, `package.json` and `app/[slug]/page.tsx:12`.

Not `https://a.dev/x.ts`, `application/json`, `facebook/react`, `@scope/name`, `and/or`, `*.ts`, `/etc/hosts`, `~/.config/x.json`.

Not `.d.ts`, `.test.js`, `node_modules/x/index.js`, `dist/`, `path/to/file.ts`, `foo/bar.ts`, `user.name`, `Vue.js`, `github.com/a/b.go`.

Create a file `src/new.ts`. Your `src/mine.ts` is next.
";
    insta(
        &claims("README.md", text),
        "
        2:code path src/cart/total.ts 90
        2:code path scripts/build.sh 90
        2:code path docs/ 75
        2:code path app/[slug]/page.tsx 90
    ",
    );
    let text = "
Edit `package.json` and `total.ts`. Models begin with `openrouter/`. Code lies in the folder `parsing/`. Not `A.B.C`, `plugin.wasm`.

Save as `server.mjs`. Avoid `app/services/`. It is `lib/worker.js` of the `threads` dependency.

| Flag | Default |
| --- | --- |
| `--to` | `data/` |
";
    insta(&claims("docs/guide.md", text), "2:code path parsing/ 65");
    insta(&claims("src/README.md", "It adds them in `total.ts`, not `.shop/out.xml`."), "1:code path total.ts 62");
    insta(&claims("CONTRIBUTING.md", "See `package.json`."), "1:code path package.json 62");
}

#[test]
fn links_lead_from_where_the_document_lies() {
    let text = "[a](../src/a.ts#L3) ![b](img/b%20c.png) [c](https://x.dev/a.ts) [d](#there) [e](/guide) [f](../../out.ts) <img src=\"d.svg\">";
    let expected = "
        1:link path src/a.ts 95
        1:link path docs/img/b c.png 95
        1:link path docs/d.svg 95
    ";
    let mut found = claims("docs/guide.md", text);
    found.sort_by_key(|it| it.contains("d.svg"));
    insta(&found, expected);
    insta(&claims("docs/guide.md", "[packages](../packages/core)"), "");
    insta(&claims("README.md", "[packages](packages/core)"), "1:link path packages/core 80");
}

#[test]
fn symbols_are_calls_and_members() {
    let text = "
`totalOf()`, `Cart.total`, `cart::Cart::total`, `Cart#total`, `client.orders.create({ id })`, `Map<K, V>.entry()`.

Not `console.log()`, `JSON.parse`, `std::mem::swap`, `foo()`, `myHelper()`, `value`, `Node.js`, `(a) => b`, `x > 3`, `a.b.c`.

Never use `create()` directly; use `Uri.of()` instead of `parse_url()`.

Not [`useQuery()`](https://elsewhere.dev), which is explained there.

Not `total()`, `hasNext()`, `java.util.Arrays#hashCode()`, `Files.lines`, `lines.removeAll(x)`, `x.sum()`, `rate(range-vector)`, `*Reader()`, `service::logs`, `Makefile.Common`.

Set `Scanner.Enabled` to true. Unpack `Recipes.zip`. Calls of `theirMethod()`, `useStore()`, `store.sum()` and `their_own()` are written below.

```java
public void theirMethod() {
}
```

## store

```
const useStore = defineStore();
const store = useStore();
```

```python
def their_own(x):
    pass
```
";
    insta(
        &claims("README.md", text),
        "
        2:code symbol totalOf 65
        2:code symbol Cart.total 70
        2:code symbol cart::Cart::total 75
        2:code symbol Cart#total 75
        27:fence code_block python 90
    ",
    );
}

#[test]
fn who_works_on_the_repository_is_told_of_its_functions_by_their_names_alone() {
    insta(&claims("docs/a.md", "## client\n\n`client.orders.create({ id })`"), "3:code symbol client.orders.create 60");
    insta(&claims("CONTRIBUTING.md", "`rescan()` and `load()`"), "1:code symbol rescan 65");
}

#[test]
fn commands_name_scripts_targets_files_packages_and_own_programs() {
    let text = "# shopctl

Run `npm run build`, then `make lint`.

```sh
$ npm install && npm run dev -- --port 1 # serves
added 5 packages
$ cargo test -p shop
$ pip install -r requirements/dev.txt
$ pip install 'uvicorn[standard]>=0.3' ./local
$ yarn add -D @scope/a bb@2
$ shopctl migrate --all
$ sudo apt install jq
$ cat <<EOF > x
npm run hidden
EOF
$ FOO=1 ./scripts/run.sh
```

```json
{ \"npm run no\": 1 }
```

`npm run <script>`, `npm run your-script`, `git commit`, `just RECIPE`, `cargo new --bin later`, `pnpm -C packages/a lint`, `pnpm upgrade zod@latest`.
";
    insta(
        &claims("README.md", text),
        "
        3:code command build (script) 85
        3:code command lint (target) 85
        6:fence command dev (script) 85
        8:fence command shop (package) 85
        9:fence command requirements/dev.txt (file) 75
        10:fence dependency uvicorn (pip) 80
        11:fence dependency @scope/a (npm) 80
        11:fence dependency bb (npm) 80
        12:fence command shopctl migrate (program) 60
        17:fence path scripts/run.sh 65
        24:code command lint (script) 65
    ",
    );
}

#[test]
fn settings_are_told_by_what_is_said_around_them() {
    let text = "
Set the environment variable `API_URL`. `PORT` is one too, as an environment variable. `MAX_ITEMS` counts. In a production environment use `MODE_NEVER`. It is `CASCADE=REMOVE`.

Remove `OLD_FLAG` from the environment. `process.env.TOKEN_FILE` is read. In `app.yaml`, `server.port` is the port.

| Variable | Example | Meaning |
| --- | --- | --- |
| `CACHE_DIR` | `SHOP_CACHE` | a folder |

```env
DATABASE_HOST=localhost
```

```sh
USER_ID=$(curl localhost)
ITEM_ID=7
curl localhost/items/$ITEM_ID
```

Types are found by `shop.cart.total`, a module of the settings.
";
    insta(
        &claims("README.md", text),
        "
        2:code config_key API_URL (environment) 90
        2:code config_key PORT (environment) 75
        4:code config_key TOKEN_FILE (environment) 90
        4:code path app.yaml 62
        4:code config_key server.port (app.yaml) 70
        8:code config_key CACHE_DIR (environment) 90
        11:fence config_key DATABASE_HOST (environment) 90
    ",
    );
}

#[test]
fn routes_are_requests_and_paths_that_are_said_to_be_endpoints() {
    let text = "
### GET /users/{id}

`POST /users?x=1`, the `/api/orders` endpoint; not `/etc/passwd`, `GET it`, `/home/x`.

| Method | Path |
| --- | --- |
| DELETE | `/users/:id` |

DELETE / UPDATE queries

```http
PUT /users/8f14e45f-ceea-467f-ab3c-1f2a3b4c5d6e HTTP/1.1
```
";
    insta(
        &claims("README.md", text),
        "
        2:text api_route /users/{id} (GET) 80
        4:code api_route /users (POST) 90
        4:code api_route /api/orders 75
        8:code api_route /users/:id (DELETE) 85
        13:fence api_route /users/{uuid} (PUT) 80
    ",
    );
}

#[test]
fn versions_are_those_that_something_has_to_have() {
    let text = "
Requires Node.js >= 20 and Python 3.9+. Go 1.21 or later is needed to build.

It supports PostgreSQL 14. Dicts keep their order since Python 3.7. Chapter 3 of Go. We have 3 workers.

Install `express@4.18.0`.
";
    insta(
        &claims("README.md", text),
        "
        2:text version node (>=20) 90
        2:text version python (>=3.9) 90
        4:text version postgresql (14) 65
        6:code version express (4.18.0) 75
    ",
    );
    let text = "
Requires 20 rows, for sqlite 9 entries. Prior to Java 25 it must be static. For compatibility with JDK 1.1 it is supported.

At least Python 3.12 is required, where pip is that of Python 3.

For Java 25 and later, it must return void.

## Java 25 and later

## Requirements

- Redis 7
";
    insta(&claims("README.md", text), "4:text version python (>=3.12) 90\n12:text version redis (7) 65");
    insta(&claims("README.md", "- Go 1.21 or newer"), "1:text version go (>=1.21) 75");
}

#[test]
fn code_blocks_hold_a_hash_of_their_lines_and_what_they_import() {
    let text = "```ts title=\"a.ts\"\nimport { a, type B } from \"./a\";\nimport c from 'c';\n\nrun( a );\n```\n\n```json\n{\n}\n```\n";
    let document = read("README.md", text);
    let [block] = &document.claims[..] else { panic!("{:?}", document.claims) };
    assert_eq!((block.kind, block.subject.as_str(), block.line, block.end_line), (Kind::CodeBlock, "ts", 2, 5));
    assert_eq!(block.names, ["./a.a", "./a.B", "c"]);
    let spaced = read("README.md", &text.replace("run( a );", "   run(  a );\n"));
    assert_eq!(spaced.claims[0].value, block.value);
    assert_ne!(read("README.md", &text.replace("run", "walk")).claims[0].value, block.value);
    for (language, line, names) in [
        ("python", "from shop.cart import Cart, total as t", vec!["shop.cart.Cart", "shop.cart.total"]),
        ("go", "import \"example.com/shop/cart\"", vec!["example.com/shop/cart"]),
        ("rust", "use shop::{Cart, total};", vec!["shop::Cart", "shop::total"]),
        ("java", "import com.shop.Cart;", vec!["com.shop.Cart"]),
        ("csharp", "using Shop.Cart;", vec!["Shop.Cart"]),
        ("php", "use Shop\\Cart;", vec!["Shop\\Cart"]),
        ("ruby", "require 'shop/cart'", vec!["shop/cart"]),
    ] {
        assert_eq!(read("a.md", &format!("```{language}\n{line}\nx y\n```")).claims[0].names, names, "{language}");
    }
}

#[test]
fn sections_are_headings_with_what_stands_below() {
    let text = "---\ntitle: Shop\n---\nFirst words.\n\n# A\n\nOf a.\n\n## B `x`\n\nOf b.\n\n# C\n";
    let document = read("README.md", text);
    assert_eq!((document.title.as_deref(), document.lines), (Some("Shop"), 14));
    let told: Vec<String> = document
        .sections
        .iter()
        .map(|it| format!("{} {}-{} {} | {}", it.level, it.line, it.end_line, it.headings.join(" > "), it.excerpt))
        .collect();
    assert_eq!(told, ["0 1-5  | First words.", "1 6-9 A | Of a.", "2 10-13 A > B x | Of b.", "1 14-14 C | "]);
    let edited = read("README.md", &text.replace("Of b.", "Of c."));
    let same: Vec<bool> = document.sections.iter().zip(&edited.sections).map(|(a, b)| a.hash == b.hash).collect();
    assert_eq!(same, [true, true, false, true]);
}

#[test]
fn what_was_what_is_to_be_filled_in_and_what_is_translated_claims_nothing() {
    for (path, role) in [
        ("CHANGELOG.md", Role::History),
        ("docs/blog/new.md", Role::History),
        ("docs/adr/0001-x.md", Role::History),
        ("docs/7.0-Upgrade.md", Role::History),
        ("Pro-Changes.md", Role::History),
        ("docs/release-notes/v1.2.md", Role::History),
        ("LICENSE.md", Role::License),
        (".github/ISSUE_TEMPLATE/bug.md", Role::Template),
        ("README.zh-CN.md", Role::Translation),
        ("README.中文.md", Role::Translation),
        ("docs/README.zh.hant.md", Role::Translation),
        ("relnotes/v1.2.0.md", Role::History),
        ("docs/fr/guide.md", Role::Translation),
        ("docs/guide.md", Role::Guide),
        ("docs/changing-things.md", Role::Guide),
    ] {
        let document = read(path, "# A\n\n`src/a/b.ts`");
        assert_eq!(
            (document.role, document.claims.is_empty(), document.sections.len() > 1),
            (role, role != Role::Guide, true),
            "{path}"
        );
    }
    assert!(
        !crate::is_document("src/a.ts")
            && !crate::is_document("tests/fixtures/a.md")
            && crate::is_document("docs/a.mdx")
    );
}

#[test]
fn hostile_documents_are_read_in_bounded_time_and_told_in_bounded_length() {
    let many = 60_000;
    let texts = [
        ">".repeat(many),
        "[".repeat(many),
        "![a](".repeat(many / 4),
        "*a **b ".repeat(many / 4),
        "`".repeat(many) + "a",
        (0..3_000).map(|at| "`".repeat(at % 300 + 1) + " ").collect(),
        "x".repeat(1 << 20),
        "`a/b.ts` ".repeat(many / 4),
        (0..many / 8).map(|at| format!("`src/f{at}.ts` ")).collect(),
        (0..many / 8).map(|at| format!("# h{at}\n")).collect(),
        "- ".repeat(3_000) + "a",
        "[a]: /".to_owned() + &"x".repeat(many) + "\n\n" + &"[a]".repeat(many / 3),
        (0..2_000).map(|at| format!("[r{at}]: <{}>\n", "[r]".repeat(20))).collect::<String>()
            + &"[r1]".repeat(many / 4),
        "<a href=\"".repeat(many / 8),
        "|a".repeat(4_000) + "\n" + &"|-".repeat(4_000) + "\n" + &("|b".repeat(200) + "\n").repeat(100),
        "```sh\n".to_owned() + &"a && ".repeat(many) + "\n```",
        "é…\u{1f600}\0 `src/é.ts` Node >= 20 ".repeat(3_000),
        "Python ".repeat(many / 8) + "3.9",
        "&a;".repeat(many),
    ];
    for text in &texts {
        let document = read("README.md", text);
        assert!(document.claims.len() <= 2_000 && document.sections.len() <= 1_001);
        for it in &document.claims {
            assert!(
                it.text.encode_utf16().count() <= 200
                    && it.quote.encode_utf16().count() <= 400
                    && it.subject.len() <= 200
            );
            assert!(!it.quote.contains('\0') && it.line <= it.end_line && it.section < document.sections.len());
        }
    }
}

#[track_caller]
pub fn insta(found: &[String], expected: &str) {
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|it| !it.is_empty()).collect();
    assert_eq!(found, expected);
}
