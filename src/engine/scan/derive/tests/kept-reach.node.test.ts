import { cpSync } from "node:fs";
import { expect, test } from "vitest";
import { dumpDb } from "#engine/scan/testing/dump-db";
import { query } from "#engine/scan/testing/query-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";
import { Words } from "./reach-words.ts";

/** A function with a branch, and what it calls. */
const branching = (name: string, body = "0") =>
  `export function ${name}(n: number): number { return n ? ${body} : 1; }\n`;

test("whatever changed since the arrays were made, what no test reaches is that of a full scan", async () => {
  const names = Array.from({ length: 60 }, (_, at) => `f${at}`);
  const folder = new TempFolder({
    ...Object.fromEntries(names.map((name) => [`src/${name}.ts`, branching(name)])),
    "test/f0.test.ts": `import { test } from "vitest"; import { f0 } from "../src/f0"; test("f0", () => { f0(1); });`,
  });
  const untested = () =>
    query(folder, "select symbol from untested_functions order by symbol").map(({ symbol }) => symbol);
  const since = () =>
    query(folder, "select path from scan_kept_since where name = 'reach' order by path").map(({ path }) => path);
  /** Scans, and scans the same beside from nothing; tells which functions no test reaches. */
  const rescan = async (): Promise<unknown[]> => {
    await runScan(folder);
    const beside = new TempFolder();
    cpSync(folder.path, beside.path, { recursive: true, filter: (path) => !path.endsWith(".drift") });
    await runScan(beside);
    expect(dumpDb(folder.path)).toEqual(dumpDb(beside.path));
    return untested();
  };
  expect(await rescan()).toHaveLength(59);

  folder.write({ "src/f0.ts": `import { f1 } from "./f1";\n${branching("f0", "f1(n)")}` });
  expect(await rescan()).not.toContain("src/f1.ts#f1");
  folder.write({ "src/f60.ts": branching("f60") }).remove("src/f2.ts");
  const told = await rescan();
  expect(told).toContain("src/f60.ts#f60");
  expect(told).not.toContain("src/f2.ts#f2");
  expect(since()).toEqual(["src/f0.ts", "src/f2.ts", "src/f60.ts"]);
  folder.write({ "src/f2.ts": branching("f2"), "src/f0.ts": branching("f0") });
  expect(await rescan()).toEqual([...names.slice(1), "f60"].map((name) => `src/${name}.ts#${name}`).sort());

  folder.write(Object.fromEntries(names.map((name) => [`src/${name}.ts`, branching(`${name}x`)])));
  expect(await rescan()).toContain("src/f3.ts#f3x");
  expect(since()).toEqual([]);
});

test("where no file says anything there is nothing to keep", async () => {
  const folder = new TempFolder({ "a.js": "", "notes.txt": "a\n" });
  await runScan(folder);
  folder.write({ "b.js": "export function b(n) { return n ? 1 : 2; }\n" });
  await runScan(folder);
  expect(query(folder, "select path from share_reach order by path")).toEqual([{ path: "a.js" }, { path: "b.js" }]);
  folder.remove("a.js", "b.js");
  await runScan(folder);
  expect(query(folder, "select * from share_reach")).toEqual([]);
});

test("words are found again as they were kept, and others beside them", () => {
  const words = new Words();
  const all = ["a.ts#total", "total", "caf\u00e9/b.py#Caf\u00e9.\u4e2d", "", "#own", "a.ts#total~2"];
  const numbers = all.map((word) => words.take(word));
  const kept = new Words(words.keep());
  expect(all.map((word) => kept.find(word))).toEqual(numbers);
  expect(numbers.map((number) => kept.at(number))).toEqual(all);
  expect(kept.size).toBe(words.size);
  expect(kept.at(kept.pathOf(kept.take("caf\u00e9/b.py#Caf\u00e9.\u4e2d")))).toBe("caf\u00e9/b.py");
  expect(numbers.map((number) => kept.pathOf(number) >= 0)).toEqual([true, false, true, false, false, true]);
  expect(kept.find("total~2")).toBeUndefined();
  const other = kept.take("a.ts#other");
  expect([kept.find("a.ts#other"), kept.at(other), kept.pathOf(other)]).toEqual([
    other,
    "a.ts#other",
    kept.find("a.ts"),
  ]);
  expect(new Words().find("total")).toBeUndefined();
  words.take("half \ud83d");
  expect(words.keep()).toBeUndefined();
});
