/** What depends on what, as a scan derives it. */
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { driftDbPath } from "#engine/scan/drift-folder";
import { dumpDb } from "#engine/scan/testing/dump-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";
import { cyclesOf } from "./cycles.ts";

function modules(folder: TempFolder, where: string): string[] {
  const db = new DatabaseSync(driftDbPath(folder.path), { readOnly: true });
  try {
    return db
      .prepare(
        `select path, fan_in, fan_out, type_fan_in, type_fan_out, instability, abstractness, distance, cycle, cycle_size
         from modules where ${where} order by path`,
      )
      .all()
      .map((row) => Object.values(row).join(" "));
  } finally {
    db.close();
  }
}

const graph = (edges: Record<string, string[]>) =>
  new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to)]));

const app = {
  "src/a.ts": `import { b } from "./b"; import type { Shape } from "./types"; export const a = () => b();`,
  "src/b.ts": `import { a } from "./a"; export const b = (): unknown => a;`,
  "src/lazy.ts": `export const load = () => import("./main"); export class Lazy {}`,
  "src/main.ts": `import { load } from "./lazy"; import { a } from "./a"; export const main = () => [load, a];`,
  "src/types.ts": `import type { Lazy } from "./lazy"; export interface Shape { lazy: Lazy }`,
  "src/a.test.ts": `import { a } from "./a"; a();`,
};

test("files are told with what depends on them when they run, by types apart, and the cycles they are in", async () => {
  const folder = new TempFolder(app);
  await runScan(folder);
  expect(modules(folder, "kind = 'file'")).toMatchInlineSnapshot(`
    [
      "src/a.ts 2 1 0 1 33   src/a.ts 2",
      "src/b.ts 1 1 0 0 50   src/a.ts 2",
      "src/lazy.ts 1 1 1 0 50 0 50  0",
      "src/main.ts 1 2 0 0 67    0",
      "src/types.ts 0 0 1 1  100   0",
    ]
  `);
});

test("folders of Go depend on the packages that their files import", async () => {
  const folder = new TempFolder({
    "go.mod": "module example.com/a\n",
    "main.go": 'package main\nimport "example.com/a/store"\nfunc main() { store.Open() }\n',
    "store/store.go": "package store\ntype Store interface { Get() }\nfunc Open() {}\n",
  });
  await runScan(folder);
  expect(modules(folder, "kind = 'directory'")).toMatchInlineSnapshot(`
    [
      ". 0 1 0 0 100    0",
      "store 1 0 0 0 0 100 0  0",
    ]
  `);
});

test("after an edit the modules are those of a full scan", async () => {
  const folder = new TempFolder(app);
  await runScan(folder);
  folder.write({ "src/b.ts": "export const b = (): unknown => 1;" });
  await runScan(folder);
  expect(modules(folder, "cycle is not null")).toEqual([]);
  const changed = dumpDb(folder.path);
  await runScan(folder, { full: true });
  expect(dumpDb(folder.path)).toEqual(changed);
});

test("cycles are found in long chains without recursion", () => {
  const length = 50_000;
  const chain = Object.fromEntries(Array.from({ length }, (_, at) => [`${at}`, [`${(at + 1) % length}`]]));
  expect(cyclesOf(Object.keys(chain), graph(chain)).get("0")).toHaveLength(length);
  const open = graph({ a: ["b"], b: ["c"], c: ["b", "d"], d: [] });
  expect(cyclesOf(["a", "b", "c", "d"], open)).toEqual(
    new Map([
      ["b", ["b", "c"]],
      ["c", ["b", "c"]],
    ]),
  );
});
