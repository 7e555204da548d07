/** Which files say how things are done, and of which kind each is. */

import { expect, test } from "vitest";
import { query } from "#engine/scan/testing/query-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

const many = (count: number, file: (at: number) => [string, string]): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => file(at)));

async function scanned(files: Record<string, string>): Promise<TempFolder> {
  const folder = new TempFolder(files);
  await runScan(folder);
  return folder;
}

test("types that were made of a schema, and those that only declare, say nothing of how code is written", async () => {
  const made = (at: number): [string, string] => [
    `src/api${at}/types.ts`,
    `export type Maybe<T> = T | null;\nexport type Scalars = { ID: string };\n${"abcdefgh"
      .split("")
      .map((one) => `export type T${one} = { ${one}: string };\n`)
      .join("")}`,
  ];
  const written = (at: number): [string, string] => [
    `src/shop${at}.ts`,
    `export interface Shop${at} { name: string }\n`,
  ];
  const declared = (at: number): [string, string] => [`lib/a${at}.d.ts`, `export type A${at} = { name: string };\n`];
  const folder = await scanned({ ...many(12, made), ...many(12, written), ...many(12, declared) });
  expect(query(folder, "select allele, frequency from genes where gene like 'Shapes of objects%'")).toEqual([
    { allele: "interfaces", frequency: 100 },
  ]);
});

test("files that say so test the whole, whatever runs them", async () => {
  const file = (path: string): [string, string] => [
    path,
    `import { test } from "vitest";\ntest("${path}", () => {});\n`,
  ];
  const folder = await scanned({
    ...many(10, (at) => file(`e2e/f${at}.e2e-spec.ts`)),
    ...many(10, (at) => file(`src/f${at}.test.ts`)),
  });
  expect(
    query(folder, "select name from patterns where name like '%files%named%' and category = 'testing' order by name"),
  ).toEqual([{ name: "End-to-end test files are named *.e2e-spec.*" }, { name: "Test files are named *.test.*" }]);
});

test("paths from a base folder are another way to import than relative ones", async () => {
  const file = (at: number): [string, string] => [
    `src/pages/page${at}.ts`,
    `import { tidy } from "${at < 6 ? "../lib/tidy" : "lib/tidy"}";\nexport const page${at} = (): string => tidy("a");\n`,
  ];
  const folder = await scanned({
    "tsconfig.json": '{ "compilerOptions": { "baseUrl": "./src" } }',
    "src/lib/tidy.ts": "export const tidy = (it: string): string => it.trim();\n",
    ...many(24, file),
  });
  expect(
    query(folder, "select allele, frequency from genes where gene like 'Imports from other folders%' order by allele"),
  ).toEqual([
    { allele: "paths from a base folder", frequency: 75 },
    { allele: "relative paths", frequency: 25 },
  ]);
});
