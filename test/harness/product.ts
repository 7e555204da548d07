/**
 * The product as its package holds it, built once for all tests of a run: they start what is shipped, and nobody waits
 * for sources to be read and bundled each time.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { buildCli, buildWorker } from "../../scripts/build.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder of the product. */
    product: string;
  }
}

/** Lies in the checkout, where packages that are not bundled are found; each run has its own. */
export default async function build(project: TestProject): Promise<() => void> {
  mkdirSync("dist", { recursive: true });
  const folder = mkdtempSync(resolve("dist", "product-"));
  await Promise.all([buildWorker(join(folder, "dist", "worker")), buildCli(join(folder, "dist", "cli"))]);
  for (const part of ["bin", "package.json", "migrations", "wasm/assets"]) {
    cpSync(part, join(folder, part), { recursive: true });
  }
  project.provide("product", folder);
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
