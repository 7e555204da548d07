import { renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pushLimits } from "#contract/push-limits";
import { hashUnit, unitProblem } from "#contract/unit";
import { DriftDb } from "./drift-db.ts";
import { dumpDb } from "./testing/dump-db.ts";
import { query } from "./testing/query-db.ts";
import { runScan } from "./testing/run-scan.ts";
import { TempFolder, TempRepository } from "./testing/temp-repository.ts";

/** Three languages that call across files. */
const sources = {
  "package.json": JSON.stringify({ name: "shop", workspaces: ["packages/*"] }),
  "packages/core/package.json": JSON.stringify({ name: "@shop/core", version: "1.0.0" }),
  "tsconfig.json": JSON.stringify({ compilerOptions: { paths: { "@app/*": ["./src/*"] } } }),
  "src/price.ts":
    "export function price(n: number): number {\n  return round(n);\n}\nfunction round(n: number) { return n; }\n",
  "src/cart.ts":
    'import { price } from "./price";\nexport class Cart {\n  total() {\n    return price(1) + this.tax();\n  }\n  tax() { return 0; }\n}\n',
  "src/index.ts": 'export * from "./cart";\nexport { price } from "@app/price";\n',
  "app/main.py": "from .store import Store\n\ndef main():\n    Store().load()\n",
  "app/__init__.py": "",
  "app/store.py": "class Store:\n    def load(self):\n        return helper()\n\ndef helper():\n    return 1\n",
  "go.mod": "module example.com/shop\n\ngo 1.24\n",
  "cmd/main.go": 'package main\n\nimport "example.com/shop/store"\n\nfunc main() { store.Load() }\n',
  "store/store.go": "package store\n\nfunc Load() int { return one() }\n\nfunc one() int { return 1 }\n",
};

test("a scan writes the facts of three languages, of packages and of commits", async () => {
  const repository = new TempRepository(sources);
  const { snapshot, seen, units, notes } = await runScan(repository);
  expect(notes).toEqual([]);
  expect(seen).toBe(12);
  expect(snapshot).toMatchObject({ branch: "main", commit: repository.git("rev-parse", "HEAD"), dirty: false });
  expect(snapshot.rootCommit).toBe(snapshot.commit);
  expect(snapshot.counts).toMatchObject({
    files: 8,
    languages: { go: 2, python: 3, typescript: 3 },
    skipped: { unsupported: 4 },
  });
  expect(units).toEqual({ total: 16, changed: 16 });
  const edges =
    "select caller_path || ' ' || caller_name || ':' || call_line || ' → ' || callee_path || ' ' || callee_name || ':' || callee_line as edge from call_edges where callee_path is not null order by 1";
  expect(query(repository, edges).map(({ edge }) => edge)).toEqual([
    "app/main.py main:4 → app/store.py Store.load:2",
    "app/main.py main:4 → app/store.py Store:1",
    "app/store.py Store.load:3 → app/store.py helper:5",
    "cmd/main.go main:5 → store/store.go Load:3",
    "src/cart.ts Cart.total:4 → src/cart.ts Cart.tax:6",
    "src/cart.ts Cart.total:4 → src/price.ts price:1",
    "src/price.ts price:2 → src/price.ts round:4",
    "store/store.go Load:3 → store/store.go one:5",
  ]);
  expect(query(repository, "select type, summary, files from commits")).toEqual([
    { type: "feat", summary: "feat: first", files: 12 },
  ]);
  expect(query(repository, "select name, path, manager from packages order by path")).toEqual([
    { name: "example.com/shop", path: "go.mod", manager: "go" },
    { name: "shop", path: "package.json", manager: "npm" },
    { name: "@shop/core", path: "packages/core/package.json", manager: "npm" },
  ]);
  // The database itself stays out of git.
  expect(repository.git("status", "--porcelain")).toBe("");
});

test("the lines of all units are made again from their rows, to the hash", async () => {
  const repository = new TempRepository({ ...sources, "src/nul.ts": `${"// long\n".repeat(2000)}call("a\0b");\n` });
  await runScan(repository);
  const db = DriftDb.open(repository.path);
  const hashes = db.unitHashes();
  let lines = 0;
  for (const { hash, line } of db.unitLines(hashes)) {
    expect(await hashUnit(line)).toBe(hash);
    expect(unitProblem(JSON.parse(line))).toBe(undefined);
    lines++;
  }
  db.close();
  expect(lines).toBe(hashes.length);
});

test("a scan after an edit writes the edited file's unit; one without an edit writes nothing", async () => {
  const repository = new TempRepository(sources);
  await runScan(repository);
  expect((await runScan(repository)).units).toEqual({ total: 16, changed: 0 });
  const edited = sources["src/price.ts"].replace("return n;", "return n + 0;");
  repository.write({ "src/price.ts": edited });
  const { units, snapshot } = await runScan(repository);
  expect(units).toEqual({ total: 16, changed: 1 });
  expect(snapshot.dirty).toBe(true);
});

/** A full scan of the same tree, beside the one that is there. */
async function dumpFullScan(repository: TempRepository): Promise<ReturnType<typeof dumpDb>> {
  renameSync(repository.at(".drift"), repository.at(".kept"));
  repository.write({ ".git/info/exclude": ".kept\n" });
  await runScan(repository);
  const full = dumpDb(repository.path);
  repository.remove(".drift");
  renameSync(repository.at(".kept"), repository.at(".drift"));
  return full;
}

/** Paths of the units that differ. */
function changedUnits(before: ReturnType<typeof dumpDb>, after: ReturnType<typeof dumpDb>): string[] {
  type Row = { hash: string; path: string };
  const hashes = ({ units }: typeof before) => new Map((units as Row[]).map(({ hash, path }) => [path, hash]));
  const [old, now] = [hashes(before), hashes(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((path) => old.get(path) !== now.get(path)).sort();
}

test.each<[string, (repository: TempRepository) => unknown, string[]]>([
  [
    "a body changed: that file",
    (one) => one.write({ "src/price.ts": sources["src/price.ts"].replace("return n;", "return n + 0;") }),
    ["src/price.ts"],
  ],
  [
    "an exported name changed: those that use it",
    (one) => one.write({ "src/price.ts": sources["src/price.ts"].replaceAll("price", "cost") }),
    ["src/cart.ts", "src/index.ts", "src/price.ts"],
  ],
  [
    "a method more that nobody asks for: that file",
    (one) => one.write({ "src/cart.ts": sources["src/cart.ts"].replace("  tax()", "  more() {}\n  tax()") }),
    ["src/cart.ts"],
  ],
  [
    "a function gone: those that called it",
    (one) => one.write({ "app/store.py": sources["app/store.py"].replace("def load(", "def fetch(") }),
    ["app/main.py", "app/store.py"],
  ],
  [
    "another return type: those that ask for a member of it",
    (one) => one.write({ "store/store.go": sources["store/store.go"].replace("Load() int", "Load() string") }),
    ["store/store.go"],
  ],
  [
    "a path mapping changed: those whose imports go through it",
    (one) => one.write({ "tsconfig.json": "{}" }),
    ["modules/src", "src/index.ts"],
  ],
  [
    "a module renamed: its files, and those that import by its name",
    (one) => one.write({ "go.mod": "module example.com/other\n" }),
    ["cmd/main.go", "go.mod", "modules/cmd", "modules/store", "store/store.go"],
  ],
  [
    "a file deleted: those that called into it",
    (one) => one.remove("app/store.py"),
    ["app/main.py", "app/store.py", "modules/app"],
  ],
  [
    "a file became binary: those that called into it",
    (one) => one.write({ "src/price.ts": new Uint8Array([0]) }),
    ["modules/src", "src/cart.ts", "src/index.ts", "src/price.ts"],
  ],
  [
    "a folder ignored: those that called into it",
    (one) => one.write({ ".gitignore": "/store/\n" }).git("rm", "-rq", "--cached", "store"),
    ["cmd/main.go", "modules/cmd", "modules/store", "store/store.go"],
  ],
])("%s", async (_name, edit, expected) => {
  const repository = new TempRepository(sources);
  await runScan(repository);
  const before = dumpDb(repository.path);
  edit(repository);
  const { units } = await runScan(repository);
  const after = dumpDb(repository.path);
  expect(changedUnits(before, after)).toEqual(expected);
  expect(units.changed).toBe(expected.length);
  expect(after).toEqual(await dumpFullScan(repository));
});

/** A small generator of numbers (mulberry32): the same edits in every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

test.each([1, 2])("whatever is edited, a scan equals a full one (seed %i)", { timeout: 120_000 }, async (seed) => {
  const below = random(seed);
  const files = new Map<string, string>(Object.entries(sources));
  const repository = new TempRepository(sources);
  const pick = (): string =>
    [...files.keys()].filter((path) => /\.(ts|py|go)$/.test(path))[below(files.size - 4)] ?? "src/cart.ts";
  const put = (path: string, content: string): void => {
    files.set(path, content);
    repository.write({ [path]: content });
  };
  const drop = (path: string): void => {
    files.delete(path);
    repository.remove(path);
  };
  const edits: (() => string)[] = [
    () => {
      const path = pick();
      put(path, `${files.get(path)}\n`);
      return `a line more in ${path}`;
    },
    () => {
      const path = pick();
      put(
        path,
        (files.get(path) ?? "").replaceAll(/price|load|Load/g, (name) => `${name}s`),
      );
      return `names changed in ${path}`;
    },
    () => {
      const path = `src/new${below(5)}.ts`;
      put(path, `import { Cart } from "./cart";\nexport const n${below(9)} = () => new Cart().total();\n`);
      return `${path} added`;
    },
    () => {
      const path = pick();
      drop(path);
      return `${path} deleted`;
    },
    () => {
      const path = pick();
      const to = path.replace(/(\w+)(\.\w+)$/, `$1${below(9)}$2`);
      put(to, files.get(path) ?? "");
      drop(path);
      return `${path} renamed`;
    },
    () => {
      put(
        "tsconfig.json",
        JSON.stringify({ compilerOptions: { paths: { "@app/*": [`./${below(2) ? "src" : "lib"}/*`] } } }),
      );
      return "paths changed";
    },
    () => {
      put("go.mod", `module example.com/${below(2) ? "shop" : "other"}\n`);
      return "module renamed";
    },
    () => {
      put("src/cart.ts", below(2) ? "class {{{ (" : sources["src/cart.ts"]);
      return "syntax broken or mended";
    },
    () => {
      repository.write({ "src/price.ts": below(2) ? new Uint8Array([0, 1, 2]) : sources["src/price.ts"] });
      files.set("src/price.ts", sources["src/price.ts"]);
      return "a file is binary, or is again not";
    },
    () => {
      repository.commit(`fix: step ${below(100)}`);
      return "committed";
    },
    () => {
      repository.write({ ".gitignore": below(2) ? "app/\n" : "" });
      return "ignored otherwise";
    },
  ];
  await runScan(repository);
  const history: string[] = [];
  for (let step = 0; step < 10; step++) {
    for (let times = 1 + below(2); times > 0; times--) history.push((edits[below(edits.length)] as () => string)());
    await runScan(repository);
    expect(dumpDb(repository.path), history.join("\n")).toEqual(await dumpFullScan(repository));
  }
});

test("a change that leaves size and time stamps as they were is seen, where it came soon after the scan", async () => {
  const folder = new TempFolder({ "a.ts": "export const a = () => one();\n" });
  const time = new Date(Date.now() - 60_000);
  utimesSync(folder.at("a.ts"), time, time);
  await runScan(folder);
  folder.write({ "a.ts": "export const a = () => two();\n" });
  utimesSync(folder.at("a.ts"), time, time);
  await runScan(folder);
  expect(query(folder, "select callee_name from calls")).toEqual([{ callee_name: "two" }]);
});

test("a folder that a file took the place of is read as that file", async () => {
  const folder = new TempFolder({ "lib/a.ts": "export const a = 1;\n", "b.ts": "" });
  await runScan(folder);
  rmSync(join(folder.path, "lib"), { recursive: true });
  writeFileSync(join(folder.path, "lib"), "no folder\n");
  await runScan(folder);
  expect(query(folder, "select path from files order by 1")).toEqual([{ path: "b.ts" }]);
});

test("however little of the project is held at once, the facts are the same", async () => {
  const repository = new TempRepository(sources);
  await runScan(repository, { maxHeldBytes: 1 });
  expect(dumpDb(repository.path)).toEqual(await dumpFullScan(repository));
});

test("settings hold for all units: without excerpts no line of source is in the database", async () => {
  const folder = new TempFolder({ ...sources, "src/gen.ts": "// @generated\nexport const g = 1;\n" });
  const first = await runScan(folder);
  expect(first.snapshot.counts.skipped.generated).toBe(1);
  expect(query(folder, "select count(*) as n from calls where quote is not null")).not.toEqual([{ n: 0 }]);
  await runScan(folder, { sourceMode: "none" });
  expect(query(folder, "select count(*) as n from calls where quote is not null")).toEqual([{ n: 0 }]);
  expect(query(folder, "select count(*) as n from symbols where preview is not null")).toEqual([{ n: 0 }]);
  const { snapshot } = await runScan(folder, { generated: true });
  expect(snapshot.counts.skipped.generated).toBe(undefined);
  expect(query(folder, "select path from files where is_generated = 1")).toEqual([{ path: "src/gen.ts" }]);
});

test("a secret in a commit's summary does not reach the database", async () => {
  const repository = new TempRepository({ "a.ts": "" });
  // In two parts, so that no scanner of secrets takes this line for one.
  repository.write({ "a.ts": "1" }).commit(`fix: use ghp_${"16C7e42F292c6912E7710c838347Ae178B4a"} for now`);
  await runScan(repository);
  const [newest] = query(repository, "select summary from commits order by time desc");
  expect(newest?.summary).toMatch(/^fix: use ‹redacted:[a-z_-]+› for now$/);
});

test("a folder of a repository is scanned by itself", async () => {
  const repository = new TempRepository({ "api/src/a.ts": "export const a = 1;\n", "b.ts": "" });
  repository.write({ "b.ts": "1" }).commit("elsewhere");
  const inner = new TempFolder();
  Object.defineProperty(inner, "path", { value: repository.at("api") });
  const { snapshot } = await runScan(inner);
  expect(snapshot).toMatchObject({ branch: "main", dirty: false, counts: { files: 1 } });
  expect(query(inner, "select path from files")).toEqual([{ path: "src/a.ts" }]);
  expect(query(inner, "select path from commit_files")).toEqual([{ path: "src/a.ts" }]);
});

test("a plain folder and an empty one are scanned too", async () => {
  const plain = await runScan(new TempFolder({ "a.ts": "export const a = 1;\n" }));
  expect(plain.snapshot).toMatchObject({
    commit: null,
    branch: null,
    rootCommit: null,
    dirty: false,
    counts: { files: 1 },
  });
  expect(plain.notes).toEqual(["not a git repository: files are listed without it, and there is no history"]);
  const empty = await runScan(new TempFolder());
  expect(empty.units).toEqual({ total: 0, changed: 0 });
  expect((await runScan(new TempRepository())).snapshot.commit).toBe(null);
});

test("what cannot be read is counted, and what is damaged is read as far as it goes", { timeout: 60_000 }, async () => {
  const folder = new TempFolder({
    "invalid.ts": Buffer.concat([Buffer.from('export const a = "'), Buffer.from([0xff, 0xfe]), Buffer.from('";\n')]),
    "broken.ts": "let = ;\n".repeat(2_000),
    "broken.py": "x = = 1\n".repeat(2_000),
    "broken.go": "func = {}\n".repeat(2_000),
    "long.py": "x = f(1)\n".repeat(100_000),
    "deep.ts": `export const d = ${"(\n".repeat(150_000)}1${")\n".repeat(150_000)};\n`,
    "binary.ts": new Uint8Array([1, 0, 2]),
    "large.ts": "x".repeat(2 ** 20 + 1),
    "exact.js": `${"// a line.\n".repeat(2 ** 20 / 11)}`.padEnd(2 ** 20, "\n"),
    "notes.txt": "no language",
    run: "#!/usr/bin/env python3\nprint(1)\n",
    README: "no language either",
    "ok.ts": "export const ok = () => 1;\n",
  });
  symlinkSync(".", folder.at("loop"));
  const { snapshot } = await runScan(folder, { maxFileBytes: 2 ** 20 });
  expect(snapshot.counts.skipped).toEqual({ binary: 1, symlink: 1, too_large: 1, unsupported: 2 });
  expect(query(folder, "select path, lines from files order by path")).toMatchObject([
    { path: "broken.go" },
    { path: "broken.py" },
    { path: "broken.ts" },
    { path: "deep.ts" },
    { path: "exact.js" },
    { path: "invalid.ts", lines: 1 },
    { path: "long.py", lines: 100_000 },
    { path: "ok.ts", lines: 1 },
    { path: "run" },
  ]);
  const kinds = query(folder, "select distinct path, kind from problems order by path, kind");
  expect(kinds).toContainEqual({ path: "invalid.ts", kind: "encoding" });
  expect(kinds).toContainEqual({ path: "broken.ts", kind: "left_out" });
  expect(kinds).toContainEqual({ path: "broken.py", kind: "syntax" });
  expect(kinds).toContainEqual({ path: "broken.go", kind: "syntax" });
  expect(kinds).toContainEqual({ path: "deep.ts", kind: "too_deep" });
  expect(query(folder, "select name from symbols where path = 'ok.ts'")).toEqual([{ name: "ok" }]);
});

test("a file of several MiB is read where it was written by hand, and what it yields fits into a push", async () => {
  const calls = Array.from({ length: 75_000 }, (_, at) => `  first(second(${at}));\n`).join("");
  const folder = new TempFolder({
    "large.js": `function first() {}\nfunction second() {}\n{\n${calls}}\n`,
    "bundle.js": "a(b);c={d:[e]};".repeat(100_000),
  });
  const { snapshot } = await runScan(folder);
  expect(snapshot.counts.skipped).toEqual({ generated: 1 });
  expect(query(folder, "select kind from problems")).toEqual([{ kind: "left_out" }, { kind: "left_out" }]);
  const [{ n }] = query(folder, "select count(*) as n from calls where resolution = 'exact'") as [{ n: number }];
  expect(n).toBe(snapshot.counts.calls.exact);
  const db = DriftDb.open(folder.path);
  const [unit] = db.unitLines(db.unitHashes());
  db.close();
  expect(Buffer.byteLength(unit?.line ?? "")).toBeLessThan(pushLimits.unitBytes);
});
