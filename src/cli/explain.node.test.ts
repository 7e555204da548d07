import { symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { TempFolder, TempRepository } from "#engine/scan/testing/temp-repository";
import { runDrift } from "./testing/run-drift.ts";

test("drift scan --explain tells the rule for each reason", { timeout: 120_000 }, async () => {
  const repository = new TempRepository({
    ".gitignore": "*.log\nlocal/\n",
    ".driftignore": "*.snap.ts\n",
    "drift.json": JSON.stringify({ exclude: ["legacy/"], include: ["/*.*", "lib/"], maxFileBytes: 4_096 }),
    ".gitattributes": "lib/copied/** linguist-vendored\n",
    "a.ts": "export const a = 1;\n",
    "a.snap.ts": "",
    "legacy/l.ts": "",
    "other/o.ts": "",
    "lib/copied/c.ts": "",
    "lib/vendor/v.go": "",
    "lib/api.pb.go": "package lib\n",
    "packed.js": "a(b);c={d:[e]};".repeat(100),
    "bytes.ts": new Uint8Array([1, 0, 2]),
    "large.ts": "x();\n".repeat(1_000),
    "notes.txt": "no source",
    "back\\slash.ts": "",
  });
  repository.write({ "x.log": "", "local/y.ts": "" });
  symlinkSync("a.ts", repository.at("link.ts"));
  const explain = async (path: string) => {
    const { stdout } = await runDrift(["scan", repository.path, "--explain", path]);
    return stdout.trim().replace("\n", " – ");
  };
  const paths =
    "a.ts ./lib/../a.ts x.log local/y.ts a.snap.ts legacy/l.ts other/o.ts lib/copied/c.ts lib/vendor/v.go lib/api.pb.go packed.js bytes.ts large.ts notes.txt link.ts back\\slash.ts lib missing.ts";
  const told: string[] = [];
  for (const path of paths.split(" ")) told.push(await explain(path));
  expect(told).toMatchInlineSnapshot(`
    [
      "a.ts: read as typescript, 20 B – a scan reads it",
      "a.ts: read as typescript, 20 B – a scan reads it",
      "x.log: not read (ignored) – git ignores it: .gitignore:1:*.log",
      "local/y.ts: not read (ignored) – git ignores it: .gitignore:2:local/",
      "a.snap.ts: not read (excluded) – .driftignore names it",
      "legacy/l.ts: not read (excluded) – exclude in drift.json names it",
      "other/o.ts: not read (excluded) – no pattern of include in drift.json names it",
      "lib/copied/c.ts: not read (vendored) – line 1 of .gitattributes says so; "!lib/copied/c.ts" in .driftignore takes it in",
      "lib/vendor/v.go: not read (vendored) – lib/vendor/ holds others' code by its name; "!lib/vendor/" in .driftignore takes it in",
      "lib/api.pb.go: read as go, 12 B – a scan reads it",
      "packed.js: not read (generated), 1.5 kB – a tool wrote it, and it is large or has lines that nobody reads, or the settings leave such files out: --generated, or generated in drift.json, takes them in",
      "bytes.ts: not read (binary), 3 B – it has a NUL byte within its first 8 KiB",
      "large.ts: not read (too_large), 5.0 kB – it is larger than files that are read: maxFileBytes in drift.json raises the limit",
      "notes.txt: not read (unsupported), 9 B – no language that is read has files of this name, nor is there a hashbang of one",
      "link.ts: not read (symlink) – it is a symbolic link: what it leads to is read under its own path, where that lies in the repository",
      "back\\slash.ts: not read (path) – its name is no UTF-8, or holds control characters or a backslash, so that it cannot be written down",
      "lib: not read (absent) – it is a folder: ask for one of its files",
      "missing.ts: not read (absent) – there is no such file",
    ]
  `);
  const outside = await runDrift(["scan", repository.path, "--explain", "../elsewhere.ts"]);
  expect(outside).toMatchObject({
    code: 3,
    stderr: `drift: ../elsewhere.ts does not lie in ${repository.path}\n  Give a path of a file in the folder.\n`,
  });
  const json = await runDrift(["scan", repository.path, "--explain", repository.at("a.ts"), "--json"]);
  expect(json.json()).toEqual({
    path: "a.ts",
    isRead: true,
    reason: null,
    because: "a scan reads it",
    language: "typescript",
    bytes: 20,
  });
});

test("drift explain-call tells each kind of answer", { timeout: 120_000 }, async () => {
  const folder = new TempFolder({
    "lib.ts": "export class Cart { total() { return 1; } }\nexport function price() { return 2; }\n",
    "use.ts": [
      'import { Cart, price } from "./lib";',
      'import express from "express";',
      "export function run(cart: Cart, given: any, name: string) {",
      "  price(); cart.total();",
      "  express.Router();",
      "  given.whatever();",
      "  const f = (n: number) => n;",
      "  f(1);",
      "  nowhere();",
      "  new Cart().total().toFixed();",
      "  return name;",
      "}",
    ].join("\n"),
    "broken.ts": "function broken((;\ncall();\n",
    "notes.txt": "",
  });
  const explain = async (place: string) => {
    const { code, stdout, stderr } = await runDrift(["explain-call", place], { cwd: folder.path });
    return code === 0 ? stdout : `${code} ${stderr}`;
  };
  expect(await explain("use.ts:4")).toContain("4 ");
  await runDrift(["scan", folder.path, "--quiet"]);
  const told: string[] = [];
  const places =
    "use.ts:4 use.ts:4:13 use.ts:5 use.ts:6 use.ts:8 use.ts:9 use.ts:10 use.ts:11 use.ts:99 broken.ts:2 notes.txt:1 gone.ts:1 use.ts use.ts:0";
  for (const place of places.split(" ")) told.push(await explain(place));
  expect(told.join("\n").replaceAll(folder.path, "<folder>")).toMatchInlineSnapshot(`
    "use.ts:4:3 price(…) in run: exact
      1. \`price\` is imported from \`./lib\` on line 1: lib.ts:2 price
      → lib.ts:2 price
      names alone lead to the declaration, through scopes and imports.

    use.ts:4:17 cart.total(…) in run: typed
      1. the parameter \`cart\` of line 3 is, declared, an instance of lib.ts:1 Cart
      2. \`.total\` of an instance of lib.ts:1 Cart is the function lib.ts:1 Cart.total
      → lib.ts:1 Cart.total
      the receiver's type is known, and this is its member.

    use.ts:4:3 price(…) in run: exact
      1. \`price\` is imported from \`./lib\` on line 1: lib.ts:2 price
      → lib.ts:2 price
      names alone lead to the declaration, through scopes and imports.

    use.ts:5:11 express.Router(…) in run: external
      1. \`express\` is imported from \`express\` on line 2: \`express\`, outside the repository
      2. \`.Router\` of \`express\` from outside the repository is \`express.Router\` from outside the repository
      → express.Router
      it leaves the repository.

    use.ts:6:9 given.whatever(…) in run: unresolved
      1. the parameter \`given\` of line 3 is, by a declaration that leads to no type, something of unknown type
      2. \`.whatever\` is not known of something of unknown type
      nothing is known of what it is called on; nothing here has a method of that name.

    use.ts:8:3 f(…) in run: exact
      1. a function is written there: the function use.ts:7 run.f
      2. the variable \`f\` of line 7 is, by what it was given, the function use.ts:7 run.f
      → use.ts:7 run.f
      names alone lead to the declaration, through scopes and imports.

    use.ts:9:3 nowhere(…) in run: external
      1. \`nowhere\` is declared nowhere here: \`nowhere\`, outside the repository
      → nowhere
      it leaves the repository.

    use.ts:10:7 Cart(…) in run: exact
      1. \`Cart\` is imported from \`./lib\` on line 1: lib.ts:1 Cart
      → lib.ts:1 Cart
      names alone lead to the declaration, through scopes and imports.

    use.ts:10:14 new Cart().total(…) in run: typed
      1. \`Cart\` is imported from \`./lib\` on line 1: lib.ts:1 Cart
      2. \`new\` makes an instance of lib.ts:1 Cart
      3. \`.total\` of an instance of lib.ts:1 Cart is the function lib.ts:1 Cart.total
      → lib.ts:1 Cart.total
      the receiver's type is known, and this is its member.

    use.ts:10:22 new Cart().total().toFixed(…) in run: external
      1.–3. as above
      4. calling that gives a number
      5. \`.toFixed\` of a number is \`toFixed\` of a number
      → number.toFixed
      it leaves the repository.

    use.ts:11: no call stands on this line; the nearest: use.ts:10

    use.ts:99: no call stands on this line; the nearest: use.ts:10

    broken.ts:2:1 call(…) in <module>: external
      1. \`call\` is declared nowhere here: \`call\`, outside the repository
      → call
      it leaves the repository.

    3 drift: notes.txt was not scanned
      Run: drift scan --explain notes.txt

    3 drift: gone.ts was not scanned
      Run: drift scan --explain gone.ts

    2 drift: "use.ts" names no line
      Give FILE:LINE, such as src/app.ts:42; lines are counted from 1.

    2 drift: "use.ts:0" names no line
      Give FILE:LINE, such as src/app.ts:42; lines are counted from 1.
    "
  `);

  folder.write({ "use.ts": "" });
  const { stdout, stderr } = await runDrift(["explain-call", "use.ts:4", "--json"], { cwd: folder.path });
  expect(JSON.parse(stdout)).toMatchObject({ path: "use.ts", isBehind: true, calls: [{}, {}] });
  expect(stderr).toBe("");
  // The file is named from where one is or from the folder that is given.
  for (const [cwd, place] of [
    ["/", "use.ts:4"],
    [folder.path, "./use.ts:4"],
  ] as const) {
    const elsewhere = await runDrift(["explain-call", "--dir", folder.path, place, "--json"], { cwd });
    expect(elsewhere.stdout).toBe(stdout);
  }
  const { stderr: warned } = await runDrift(["explain-call", folder.at("use.ts:4")], { cwd: folder.path });
  expect(warned).toContain("use.ts has changed since the scan");
});

test("the steps to a method are told where methods and fields have names of their own", async () => {
  const folder = new TempFolder({
    "A.java": "class A {\n  A add(int x) { return this; }\n  void run(A a) {\n    a.add(1).add(2);\n  }\n}\n",
    "b.php":
      "<?php\nclass B {\n  function add($x): B { return $this; }\n  function run(B $b) {\n    $b->add(1)->add(2);\n  }\n}\n",
    "c.rs": "struct C;\nimpl C {\n    fn add(&self) -> &C { self }\n}\nfn run(c: C) {\n    c.add().add();\n}\n",
  });
  await runDrift(["scan", folder.path, "--quiet"]);
  const told: string[] = [];
  for (const place of ["A.java:4", "b.php:5", "c.rs:6"])
    told.push((await runDrift(["explain-call", place], { cwd: folder.path })).stdout);
  expect(told.join("\n")).toMatchInlineSnapshot(`
    "A.java:4:7 a.add(…) in A.run: typed
      1. the parameter \`a\` of line 3 is, declared, an instance of A.java:1 A
      2. \`.add\` of an instance of A.java:1 A is the function A.java:2 A.add
      → A.java:2 A.add
      the receiver's type is known, and this is its member.

    A.java:4:14 a.add(1).add(…) in A.run: typed
      1.–2. as above
      3. calling that gives an instance of A.java:1 A
      4. \`.add\` of an instance of A.java:1 A is the function A.java:2 A.add
      → A.java:2 A.add
      the receiver's type is known, and this is its member.

    b.php:5:9 $b->add(…) in B.run: typed
      1. the parameter \`$b\` of line 4 is, declared, an instance of b.php:2 B
      2. \`.add\` of an instance of b.php:2 B is the function b.php:3 B.add
      → b.php:3 B.add
      the receiver's type is known, and this is its member.

    b.php:5:17 $b->add(1)->add(…) in B.run: typed
      1.–2. as above
      3. calling that gives an instance of b.php:2 B
      4. \`.add\` of an instance of b.php:2 B is the function b.php:3 B.add
      → b.php:3 B.add
      the receiver's type is known, and this is its member.

    c.rs:6:7 c.add(…) in run: typed
      1. the parameter \`c\` of line 5 is, declared, an instance of c.rs:1 C
      2. \`.add\` of an instance of c.rs:1 C is the function c.rs:3 C.add
      → c.rs:3 C.add
      the receiver's type is known, and this is its member.

    c.rs:6:13 c.add().add(…) in run: typed
      1.–2. as above
      3. calling that gives an instance of c.rs:1 C
      4. \`.add\` of an instance of c.rs:1 C is the function c.rs:3 C.add
      → c.rs:3 C.add
      the receiver's type is known, and this is its member.
    "
  `);
});
