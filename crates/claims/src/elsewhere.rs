//! What looks like a claim and is one of something else: of another version, of the reader's, of a library's.

use crate::spec::{claims, insta};
use crate::{Role, read};

#[test]
fn versions_of_other_versions_and_under_conditions_claim_nothing() {
    let text = "
Requires PHP 8.1 or above. Monolog 2.5 works with PHP 7.2 or above. Introduced in `shop@4.0`, and `shop@3.2` goes on.

The lock file is at least of today (created by Poetry 2.0 or above). Python 3.10 is required (previously Python 2.7).

| name | of |
| --- | --- |
| admin | A panel that is built with Shop and Vue 3 |

- MySQL < 8, MariaDB: `locks`
- MySQL 8+: `pages`

## Requirements

- Node.js: ^18.0.0 || >=20.0.0
- `left-pad@1.3`
";
    insta(
        &claims("docs/setup.md", text),
        "
        2:text version php (>=8.1) 90
        15:text version node (^18.0.0 || >=20.0.0) 90
        16:code version left-pad (1.3) 75
    ",
    );
}

#[test]
fn paths_of_the_reader_of_modules_and_of_branches_claim_nothing() {
    let text = "
Now open `app/Widgets/Chart.php`. Copy `config/app.php.dist` as `config/app.php`. Values lie in `docker/.env`.

The `graphql/validation` module checks. Wait for the `deploy/netlify` check. Branches are `feat/` or `fix/`.

See the `src/cart` folder.
";
    insta(&claims("docs/guide.md", text), "2:code path config/app.php.dist 65\n6:code path src/cart 65");
    assert!(claims("docs/tutorial/first.md", "Edit `src/app.ts`.").is_empty());
    assert!(claims("docs/snippets/also.md", "[More](./guide/more.md)").is_empty());
    insta(&claims("docs/guide.md", "Edit `src/app.ts`."), "1:code path src/app.ts 90");
}

#[test]
fn names_of_libraries_and_of_the_reader_s_objects_are_no_symbols() {
    let text = "
Use `@Expose({ groups })`. The record follows the `dns_get_record()` PHP function. Call `$table->uuidMorphs('a')`.

It fails with `Errno::EPIPE`, and signs `ed25519(m)`. Cells call `Cart::total()`.
";
    insta(&claims("docs/guide.md", text), "4:code symbol Cart::total 75");
    let text = "Styles are read by `getComputedStyle()`. As a future improvement, `Cart.merge()` could come.";
    assert!(claims("docs/guide.md", text).is_empty());
    let text = "| option | default |\n| --- | --- |\n| `cart.address` | `window.location.href` |\n";
    insta(&claims("docs/guide.md", text), "3:code config_key cart.address 60");
    let text = "| option | about |\n| --- | --- |\n| `cart.address` | Where to go, `window.location.href` |\n";
    insta(&claims("docs/guide.md", text), "3:code config_key cart.address 60");
    insta(&claims("docs/guide.md", "## Expose\n\n`@Expose()` marks it."), "3:code symbol Expose 60");
}

#[test]
fn members_files_and_system_variables_are_no_settings() {
    let text = "
Changing `options.json` or `options.form` has no effect. Copy `app.toml.sample` to `app.toml`. The limit is the
`net.core.limit` sysctl, as `settings.json` has it. Set the environment variable `CPPFLAGS`. Pull `$PR_NUMBER` first.

Set `SHOP_URL` in the environment, and `server.port` in `app.yml`.
";
    insta(
        &claims("docs/guide.md", text),
        "
        5:code config_key SHOP_URL (environment) 90
        5:code config_key server.port (app.yml) 70
    ",
    );
}

#[test]
fn variables_that_the_reader_s_code_reads_are_no_settings() {
    let text = "
```env
SHOP_TOKEN=abc
SHOP_URL=https://shop.example
```

```ts
const shop = new Shop({ token: process.env.SHOP_TOKEN! });
```
";
    insta(&claims("docs/sdk.md", text), "4:fence config_key SHOP_URL (environment) 90");
    assert!(claims("CONTRIBUTING.md", text).iter().any(|it| it.contains("SHOP_TOKEN")));
}

#[test]
fn proposals_plans_and_guides_of_other_versions_are_history() {
    let role = |path: &str| read(path, "").role;
    for path in [
        "sep/sep-008.rst",
        "docs/plans/cart.md",
        "docs/15-upgrade-guide.md",
        "docs-v3/home.md",
        "docs/cart-vs-basket.md",
        "wiki/cart-plan.md",
        "handbook/design-documents/cart.mdx",
        ".agents/skills/react-best-practices/rules/memo.md",
    ] {
        assert_eq!(role(path), Role::History, "{path}");
    }
    for path in [
        "sep/overview.rst",
        "docs/migrations.md",
        "docs/15-widgets.md",
        "docs/home.md",
        ".agents/skills/cart/memo.md",
        "docs/best-practices/cart.md",
    ] {
        assert_eq!(role(path), Role::Guide, "{path}");
    }
}
