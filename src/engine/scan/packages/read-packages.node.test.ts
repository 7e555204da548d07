import { expect, test } from "vitest";
import { isManifest } from "./names.ts";
import { json, rows } from "./testing/rows.ts";

test("npm: workspaces link packages; a folder outside of them is its own", () => {
  const found = rows({
    "package.json": json({ name: "root", private: true, workspaces: ["packages/*", "!packages/old"] }),
    "packages/a/package.json": json({
      name: "@x/a",
      version: "1.2.3",
      dependencies: { "@x/b": "workspace:^", zod: "^4" },
      devDependencies: { "@x/old": "*", vitest: "^3" },
      peerDependencies: { react: ">=18" },
      optionalDependencies: { fsevents: "*" },
    }),
    "packages/b/package.json": json({ name: "@x/b", dependencies: { "@x/a": "github:x/a", "@x/c": "file:../../c" } }),
    "packages/old/package.json": json({ name: "@x/old" }),
    "c/package.json": json({ name: "@x/c", dependencies: { "@x/b": "1" } }),
    "packages/b/fixtures/zod/package.json": json({ name: "zod" }),
  });
  expect(found.packages).toMatchInlineSnapshot(`
    [
      "package.json: root - npm private",
      "packages/a/package.json: @x/a 1.2.3 npm in package.json",
      "packages/b/package.json: @x/b - npm in package.json",
      "packages/old/package.json: @x/old - npm",
      "c/package.json: @x/c - npm",
      "packages/b/fixtures/zod/package.json: zod - npm",
    ]
  `);
  expect(found.dependencies).toMatchInlineSnapshot(`
    [
      "packages/a/package.json:5 @x/b workspace:^ runtime → packages/b/package.json",
      "packages/a/package.json:6 zod ^4 runtime",
      "packages/a/package.json:9 @x/old * development",
      "packages/a/package.json:10 vitest ^3 development",
      "packages/a/package.json:13 react >=18 peer",
      "packages/a/package.json:16 fsevents * optional",
      "packages/b/package.json:4 @x/a github:x/a runtime",
      "packages/b/package.json:5 @x/c file:../../c runtime → c/package.json",
      "c/package.json:4 @x/b 1 runtime",
    ]
  `);
});

test("pnpm: its workspace file says which folders belong", () => {
  const found = rows({
    "pnpm-workspace.yaml": "# all\npackages:\n  - 'apps/**' # deep\n  - \"libs/{a,b}\"\ncatalog:\n  zod: 4\n",
    "apps/web/site/package.json": json({ name: "site", dependencies: { a: "workspace:*", c: "1" } }),
    "libs/a/package.json": json({ name: "a" }),
    "libs/c/package.json": json({ name: "c" }),
  });
  expect(found.dependencies).toMatchInlineSnapshot(`
    [
      "apps/web/site/package.json:4 a workspace:* runtime → libs/a/package.json",
      "apps/web/site/package.json:5 c 1 runtime",
    ]
  `);
});

test("Python: pyproject.toml in its dialects, setup.cfg and requirements", () => {
  const found = rows({
    "pyproject.toml": `
[build-system]
requires = ["flit_core<4"]
[project]
name = "Flask" # the name
version = '3.1'
dependencies = [
  "werkzeug>=3.1.0", # a comment, with ] and "quotes"
  'jinja2 [async] (>=3) ; python_version < "4"',
  "local @ file:///x",
]
[project.optional-dependencies]
async = ["asgiref>=3.2"]
tests = ["pytest"]
[dependency-groups]
dev = ["ruff", {include-group = "tests"}]
[[tool.mypy.overrides]]
module = ["x.*"]
[[tool.mypy.overrides]]
text = """
not = "a table"
[project]
"""
`,
    "libs/one/pyproject.toml": `
[tool.poetry]
name = "one"
version = "0.1.0"
[tool.poetry.dependencies]
python = "^3.12"
flask = { version = "^3", optional = true }
"zope.event" = "*"
[tool.poetry.group.dev.dependencies]
pytest = "^8"
`,
    "old/setup.cfg":
      "[metadata]\nname = old_one\nversion = attr: old.v\n[options]\ninstall_requires =\n    Flask>=2\n    six\n",
    "requirements-dev.txt":
      "-r other.txt\npytest==8.0 \\\n  --hash=sha256:00\n# no\nold.one\n./local\nhttps://x/y.whl\n",
    "requirements.txt": "werkzeug\n",
    "tests/requirements.txt": "beautifulsoup4\n",
  });
  expect(found.packages).toMatchInlineSnapshot(`
    [
      "pyproject.toml: Flask 3.1 pip",
      "libs/one/pyproject.toml: one 0.1.0 poetry",
      "old/setup.cfg: old_one - pip",
    ]
  `);
  expect(found.dependencies).toMatchInlineSnapshot(`
    [
      "pyproject.toml:8 werkzeug >=3.1.0 runtime",
      "pyproject.toml:9 jinja2 >=3 runtime",
      "pyproject.toml:10 local file:///x runtime",
      "pyproject.toml:13 asgiref >=3.2 optional",
      "pyproject.toml:14 pytest development",
      "pyproject.toml:16 ruff development",
      "pyproject.toml:3 flit_core <4 build",
      "libs/one/pyproject.toml:7 flask ^3 optional → pyproject.toml",
      "libs/one/pyproject.toml:8 zope.event * runtime",
      "libs/one/pyproject.toml:10 pytest ^8 development",
      "old/setup.cfg:6 Flask >=2 runtime → pyproject.toml",
      "old/setup.cfg:7 six runtime",
      "requirements-dev.txt:2 pytest ==8.0 development",
      "requirements-dev.txt:5 old.one development → old/setup.cfg",
      "requirements.txt:1 werkzeug runtime",
      "tests/requirements.txt:1 beautifulsoup4 development",
    ]
  `);
});

test("Go: what a module requires directly, and the modules of this repository", () => {
  const found = rows({
    "go.mod": `module example.com/a // the root

go 1.24

require example.com/b v0.1.0
require (
	"github.com/x/y" v1.2.3
	github.com/z v1.0.0 // indirect
)
replace example.com/b => ./b
tool golang.org/x/tools/cmd/stringer
`,
    "b/go.mod": "module example.com/b\n",
  });
  expect(found.packages).toMatchInlineSnapshot(`
    [
      "go.mod: example.com/a - go",
      "b/go.mod: example.com/b - go",
    ]
  `);
  expect(found.dependencies).toMatchInlineSnapshot(`
    [
      "go.mod:5 example.com/b v0.1.0 runtime → b/go.mod",
      "go.mod:7 github.com/x/y v1.2.3 runtime",
      "go.mod:11 golang.org/x/tools/cmd/stringer development",
    ]
  `);
});

test("a manifest that cannot be read yields nothing, and the others are read", () => {
  const broken = {
    "package.json": "{,",
    "a/package.json": "[]",
    "pyproject.toml": "[project\nname=",
    "go.mod": "go 1.2",
  };
  const found = rows({ ...broken, "b/package.json": json({ name: "b", version: 3, dependencies: { x: {} } }) });
  expect(found).toEqual({ packages: ["b/package.json: b - npm"], dependencies: [], unread: [] });
});

test("manifests are told by their names", () => {
  const names = [
    "package.json",
    "a/setup.cfg",
    "requirements/dev.txt",
    "requirements_test.txt",
    "xpackage.json",
    "a.txt",
  ];
  expect(names.map(isManifest)).toEqual([true, true, true, true, false, false]);
});
