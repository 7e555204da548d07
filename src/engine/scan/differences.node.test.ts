/** Files that come and go concern those who ask for what they declare, and no others; what is left is what a full scan finds. */

import { expect, test } from "vitest";
import { dumpDb } from "./testing/dump-db.ts";
import { runScan } from "./testing/run-scan.ts";
import { TempRepository } from "./testing/temp-repository.ts";

/** Changes a repository that was scanned: how many units are made again. Asserts that a full scan finds the same. */
async function madeAfter(sources: Record<string, string>, change: (one: TempRepository) => unknown): Promise<number> {
  const repository = new TempRepository(sources);
  await runScan(repository);
  change(repository);
  let made = 0;
  await runScan(repository, {
    onProgress: ({ phase, total }) => {
      if (phase === "resolving") made = total;
    },
  });
  const kept = dumpDb(repository.path);
  await runScan(repository, { full: true });
  expect(kept).toEqual(dumpDb(repository.path));
  return made;
}

const user = (at: number): [string, string] => [
  `a/Use${at}.java`,
  `package org.a;\nimport org.b.One;\nclass Use${at} { Object o = org.b.One.get(); void go() { new One().close(); } }\n`,
];
const java = {
  "b/One.java":
    "package org.b;\npublic class One implements AutoCloseable {\n  public static Object get() { return null; }\n  public void close() {}\n}\n",
  "b/Two.java": "package org.b;\nclass Two {}\n",
  ...Object.fromEntries([1, 2, 3].map(user)),
};

test.each<[string, (one: TempRepository) => unknown, number]>([
  ["one more that nobody asks for", (one) => one.write({ "b/Three.java": "package org.b;\nclass Three {}\n" }), 1],
  ["one of several is gone", (one) => one.remove("b/Two.java"), 0],
  ["a package of its own", (one) => one.write({ "c/Three.java": "package org.c;\nclass Three {}\n" }), 1],
  [
    "the package that all name is gone",
    (one) => {
      one.remove("b/Two.java");
      one.write({ "b/One.java": java["b/One.java"].replace("org.b", "org.d") });
    },
    4,
  ],
])("packages that files declare: %s", async (_, change, made) => {
  expect(await madeAfter(java, change)).toBe(made);
});

const importer = (at: number): [string, string] => [
  `use${at}/use.go`,
  `package use${at}\n\nimport "example.com/x/store"\n\nfunc Go() { store.Load(); store.Save() }\n`,
];
const go = {
  "go.mod": "module example.com/x\n\ngo 1.24\n",
  "store/load.go": "package store\n\nfunc Load() {}\n\ntype T struct{}\n",
  "store/use.go": "package store\n\nfunc use() { Load() }\n",
  ...Object.fromEntries([1, 2, 3].map(importer)),
};

test.each<[string, (one: TempRepository) => unknown, number]>([
  ["a name that nobody asks for", (one) => one.write({ "store/more.go": "package store\n\nfunc More() {}\n" }), 1],
  ["a name that is looked for", (one) => one.write({ "store/save.go": "package store\n\nfunc Save() {}\n" }), 4],
  ["a test outside", (one) => one.write({ "store/a_test.go": "package store_test\n\nfunc Load() {}\n" }), 5],
  ["one is gone that nobody asks for", (one) => one.remove("store/use.go"), 3],
  ["one is gone that all ask for", (one) => one.remove("store/load.go"), 4],
  ["another package", (one) => one.write({ "store/load.go": go["store/load.go"].replace("store", "shop") }), 5],
  ["a file that is no source", (one) => one.write({ "store/README.txt": "What is kept.\n" }), 0],
])("packages that folders make: %s", async (_, change, made) => {
  expect(await madeAfter(go, change)).toBe(made);
});

const tested = {
  "src/cart.ts": "export function total(n: number) {\n  if (n > 1) return n;\n  return 0;\n}\n",
  "test/cart.test.ts": 'import { expect, test } from "vitest";\ntest("a", () => { expect(total(1)).toBe(0); });\n',
  "package.json": JSON.stringify({ name: "x", devDependencies: { vitest: "4.0.0" } }),
};

test.each<[string, (one: TempRepository) => unknown]>([
  [
    "a namesake more",
    (one) => one.write({ "test/more/cart.ts": "export function more(n: number) {\n  return n > 1;\n}\n" }),
  ],
  ["the namesake is gone", (one) => one.remove("src/cart.ts")],
  [
    "a test more",
    (one) => one.write({ "test/b.test.ts": 'import { total } from "../src/cart";\ntest("b", () => { total(2); });\n' }),
  ],
  ["a test is gone", (one) => one.remove("test/cart.test.ts")],
  ["what tests are for is generated now", (one) => one.write({ ".gitattributes": "src/*.ts linguist-generated\n" })],
])("what tests cover, after files came and went: %s", async (_, change) => {
  await madeAfter(tested, change);
});

test("files that come together with those that use them", async () => {
  const change = (one: TempRepository): void => {
    one.write({ "store/save.go": "package store\n\nfunc Save() { (&T{}).Keep() }\n" });
    one.write({
      "store/keep.go": "package store\n\nfunc (t *T) Keep() {}\n",
      "use1/more.go": "package use1\n\nfunc More() { Go() }\n",
    });
  };
  expect(await madeAfter(go, change)).toBe(6);
});
