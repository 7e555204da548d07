import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { TempFolder } from "#engine/scan/testing/temp-repository";
import { isBuiltFromThese, lookOfSources, recordOfSources } from "../bin/sources.js";

const checkout = () =>
  new TempFolder({ "src/a/b.ts": "1", "src/rules.gen.json": "{}", "package.json": "{}", "wasm/build.json": "{}" });

const record = (root: string) => {
  mkdirSync(dirname(recordOfSources(root)), { recursive: true });
  writeFileSync(recordOfSources(root), lookOfSources(root));
};

test("a checkout runs what was built of it until a source looks other", () => {
  const folder = checkout();
  expect(isBuiltFromThese(folder.path)).toBe(false);
  record(folder.path);
  expect(isBuiltFromThese(folder.path)).toBe(true);
  folder.write({ "src/a/b.test.ts": "a test is no part of what is built" });
  expect(isBuiltFromThese(folder.path)).toBe(true);
  folder.write({ "src/c.tsx": "nor is what no source names yet" });
  expect(isBuiltFromThese(folder.path)).toBe(true);
});

test("a checkout that is short of a source runs what there is", () => {
  const folder = checkout();
  record(folder.path);
  rmSync(join(folder.path, "src/a/b.ts"));
  expect(isBuiltFromThese(folder.path)).toBe(false);
});

test.each([
  ["a source that changes", { "src/a/b.ts": "12" }],
  ["data", { "src/rules.gen.json": "[]" }],
  ["another version", { "package.json": "{ }" }],
  ["other modules", { "wasm/build.json": "{ }" }],
])("%s makes what was built old", (_, written) => {
  const folder = checkout();
  record(folder.path);
  folder.write(written);
  expect(isBuiltFromThese(folder.path)).toBe(false);
});
