/** The Worker's bundle: what is in it, and how large it is. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, inject, it } from "vitest";

const read = (file: string) => readFileSync(join(inject("product"), "dist", "worker", file));

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
