import { expect, test } from "vitest";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";
import { runMain as run } from "./testing/run-main.ts";

test("patterns, constraints and genes are printed for people and for scripts", async () => {
  const file = (name: string) => [
    `src/${name}.ts`,
    'import { readFileSync } from "node:fs";\nexport const of = readFileSync;\n',
  ];
  const names = ["a", "b", "c", "d", "e", "f", "g", "h"].map((name) => `load-${name}`);
  const folder = new TempFolder({
    ...Object.fromEntries(names.map(file)),
    "src/load-i.ts": 'import { readFileSync } from "fs";\nexport const of = readFileSync;\n',
  });
  await runScan(folder);
  const list = await run("patterns", "--dir", folder.path);
  expect(list.out).toMatch(/Node's modules by node:\s+62 %\s+8 in 8 files\s+1 otherwise\s+src/);
  const one = await run("patterns", "node-builtins", "--dir", folder.path);
  expect(one.out).toContain("Node's own modules are imported with the node: prefix.");
  expect(one.out).toContain('import { readFileSync } from "node:fs";');
  expect(one.out).toContain("src/load-i.ts:1  imports without node:");
  const json = JSON.parse((await run("patterns", "node-builtins", "--json", "--dir", folder.path)).out) as {
    locations: { isOutlier: boolean; isExemplar: boolean }[];
  };
  expect(json.locations.filter(({ isOutlier }) => isOutlier)).toHaveLength(1);
  expect(json.locations.filter(({ isExemplar }) => isExemplar)).toHaveLength(2);
  expect((await run("dna", "node", "--dir", folder.path)).out).toMatch(/node:\s+89 %\s+8 in 8 files/);
  expect((await run("constraints", "--dir", folder.path)).out).toContain("No constraint is known here");
  expect((await run("patterns", "nothing of the kind", "--dir", folder.path)).exit).toBe(2);
});
