import { expect, test } from "vitest";
import { compileScan } from "#wasm/scan";
import { openScanModule } from "./scan-module.ts";

test("memory grows in few, large steps", () => {
  const module = openScanModule(compileScan());
  const files = Array.from({ length: 100 }, (_, at) => `src/${at}.ts`);
  const sizes = new Set([module.bytesHeld()]);
  const project = module.openProject({ files, configs: [], excerpts: true });
  const source = new TextEncoder().encode("export const one = (n: number): number => n + 1;\n".repeat(2_000));
  for (const path of files) {
    const extracted = module.extract(path, source);
    project.add(extracted?.graph ?? new Uint8Array(), "0".repeat(64));
    sizes.add(module.bytesHeld());
  }
  const grown = Math.max(...sizes) - Math.min(...sizes);
  expect(grown).toBeGreaterThan(2 ** 25);
  expect(sizes.size).toBeLessThanOrEqual(2 + 2 * Math.ceil(grown / 2 ** 24));
});
