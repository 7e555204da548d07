/** The Worker's bundle: what is in it, and how large it is. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "#harness/edge";
import { buildWorker } from "../scripts/build.mjs";

let folder: string;
let remove: () => Promise<void>;

beforeAll(async () => {
  ({ folder, remove } = await temporaryFolder());
  await buildWorker(join(folder, "worker"));
});
afterAll(() => remove());

const read = (file: string) => readFileSync(join(folder, "worker", file));

it("holds the product, no fixture of a test, and no code of the command line", () => {
  const text = read("index.js").toString();
  expect(text).toContain("drift_callers");
  expect(text).not.toContain("test_simple_text");
  expect(text).not.toContain("node:child_process");
});

it("is at most 3 MiB gzipped with its WASM, the free plan's limit", () => {
  const bytes = ["index.js", "edge.wasm"].reduce((sum, file) => sum + gzipSync(read(file)).length, 0);
  expect(bytes).toBeLessThanOrEqual(3 * 2 ** 20);
});
