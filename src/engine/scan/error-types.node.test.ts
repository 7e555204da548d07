/** Which types are errors, and that rescans find what full scans find. */

import { expect, test } from "vitest";
import { dumpDb } from "./testing/dump-db.ts";
import { runScan } from "./testing/run-scan.ts";
import { rowsOf } from "./testing/scanned-rows.ts";
import { TempFolder } from "./testing/temp-repository.ts";

/** `path:line symbol is base → declaration, by root` */
async function typesOf(files: Record<string, string>): Promise<string[]> {
  const rows = await rowsOf(files, "select * from error_types order by path, line");
  return rows.map(({ path, line, name, base, target, root }) =>
    [`${path}:${line}`, name, base && `is ${base}`, target && `→ ${target}`, `by ${root}`].filter(Boolean).join(" "),
  );
}

test("the types that are errors, and what they extend", async () => {
  const types = await typesOf({
    "a.ts": "export class Base extends Error {}\nexport class Missing extends Base {}\nexport class Other {}\n",
    "a.py": "class Bad(ValueError): pass\nclass Worse(Bad): pass\nclass Plain: pass\n",
    "go.mod": "module app\n",
    "a.go":
      'package app\nimport "errors"\nvar ErrNone = errors.New("x")\nvar other = errors.New\ntype Bad struct{}\nfunc (b Bad) Error() string { return "" }\n',
    "A.cs": "using System;\npublic class Missing : InvalidOperationException {}\n",
    "a.rb": "class Missing < StandardError; end\nclass Worse < Missing; end\n",
    "Gone.java":
      'public class Gone extends RuntimeException { Throwable t = new Throwable("x") { public String toString() { return ""; } }; }\n',
    "A.kt": "class Lost(m: String) : RuntimeException(m)\n",
    "a.php": "<?php\nclass Gone extends \\RuntimeException {}\n",
    "Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\n',
    "src/lib.rs":
      "#[derive(Debug, thiserror::Error)]\npub enum Failed { A }\npub struct E;\nimpl std::error::Error for E {}\n",
  });
  expect(types).toMatchInlineSnapshot(`
    [
      "A.cs:2 Missing is InvalidOperationException by System.InvalidOperationException",
      "A.kt:1 Lost is RuntimeException by kotlin.RuntimeException",
      "Gone.java:1 Gone is RuntimeException by java.lang.RuntimeException",
      "a.go:3 ErrNone by errors.New",
      "a.go:6 Bad by error",
      "a.php:2 Gone is \\RuntimeException by RuntimeException",
      "a.py:1 Bad is ValueError by builtins.ValueError",
      "a.py:2 Worse is Bad → a.py#Bad by builtins.ValueError",
      "a.rb:1 Missing is StandardError by StandardError",
      "a.rb:2 Worse is Missing → a.rb#Missing by StandardError",
      "a.ts:1 Base is Error by Error",
      "a.ts:2 Missing is Base → a.ts#Base by Error",
      "src/lib.rs:2 Failed is Error by Error",
      "src/lib.rs:3 E is std::error::Error by std.error.Error",
    ]
  `);
});

test("an error of Ruby's own that is opened again is still one", async () => {
  const types = await typesOf({
    "again.rb": "class StandardError\n  def told; end\nend\n",
    "base.rb": "module Shop\n  class Base < StandardError; end\n  class Late < Base; end\nend\n",
    "own.rb": "class Failure; end\nclass Worse < Failure; end\n",
  });
  expect(types).toEqual([
    "base.rb:2 Base is StandardError by StandardError",
    "base.rb:3 Late is Base → base.rb#Shop.Base by StandardError",
  ]);
});

test("after edits of what sites and types rest on a rescan finds what a full scan finds", async () => {
  const before = {
    "base.ts": "export class Base extends Error {}\nexport async function save(): Promise<void> {}\n",
    "middle.ts": 'import { Base } from "./base";\nexport class Middle extends Base {}\n',
    "use.ts":
      'import { Middle } from "./middle";\nimport { save } from "./base";\nclass Last extends Middle {}\nsave();\nexport const f = () => { throw new Last(); };\n',
    "go.mod": "module app\n",
    "a.go": "package app\nfunc find() (int, error) { return 0, nil }\n",
    "b.go": "package app\nfunc use() {\n\t_, _ = find()\n}\n",
    "a.py": "import functools\nasync def save(): pass\n",
    "b.py": "from a import save\ndef go():\n    save()\n",
  };
  const edits = {
    "base.ts": "export class Base {}\nexport async function save(): Promise<void> { try { f(); } catch { g(); } }\n",
    "a.go": "package app\nfunc find() (int, bool) { return 0, false }\n",
    "a.py": "import functools\n@functools.cache\nasync def save(): pass\n",
  };
  const run = (folder: string) => runScan({ path: folder });
  const folder = new TempFolder(before);
  await run(folder.path);
  const told = () => dumpDb(folder.path).error_sites as { kind: string }[];
  expect(
    told()
      .map((row) => row.kind)
      .sort(),
  ).toEqual(["result", "swallow", "throw", "unhandled", "unhandled"]);
  folder.write(edits);
  await run(folder.path);
  const full = new TempFolder({ ...before, ...edits });
  await run(full.path);
  const [after, whole] = [dumpDb(folder.path), dumpDb(full.path)];
  expect(after.error_types).toEqual(whole.error_types);
  expect(after.error_sites).toEqual(whole.error_sites);
  expect(
    told()
      .map((row) => row.kind)
      .sort(),
  ).toEqual(["catch", "throw"]);
});
