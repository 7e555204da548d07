/** The Worker as it is shipped: built beside the command in a package, made afresh from the sources in a checkout. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { CliError } from "#cli/errors";

/** Where the package lies. Sources lie three folders below it, built files two. */
export const packageRoot = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../../" : "../../", import.meta.url),
);

export interface WorkerBundle {
  /** Folder of `index.js` and the WASM modules beside it. */
  readonly folder: string;
  readonly modules: Record<string, { type: "esm" | "wasm"; contents: string | Uint8Array<ArrayBuffer> }>;
  /** Folder of the token tables. */
  readonly assets: string;
  /** Folder of a database's migrations. */
  migrations(database: "account" | "shard"): string;
}

/** @param scratch where a checkout may build: two runs of the command never write to the same place. */
export async function loadWorker(scratch: string): Promise<WorkerBundle> {
  if (existsSync(join(packageRoot, "src", "worker", "index.ts"))) {
    await buildFromSources(scratch);
    return readBundle(scratch);
  }
  const folder = join(packageRoot, "dist", "worker");
  if (existsSync(join(folder, "index.js"))) return readBundle(folder);
  throw new CliError("input", `the Worker is missing from ${folder}`, "Install drift-edge again.");
}

export async function readBundle(folder: string): Promise<WorkerBundle> {
  return {
    folder,
    modules: {
      "index.js": { type: "esm", contents: await readFile(join(folder, "index.js"), "utf8") },
      "edge.wasm": { type: "wasm", contents: new Uint8Array(await readFile(join(folder, "edge.wasm"))) },
    },
    assets: join(packageRoot, "wasm", "assets"),
    migrations: (database) => join(packageRoot, "migrations", database),
  };
}

/** The bundler is there in a checkout alone; the path keeps it out of the command's own bundle. */
async function buildFromSources(folder: string): Promise<void> {
  const script = pathToFileURL(join(packageRoot, "scripts", "build.mjs")).href;
  const { buildWorker } = (await import(script)) as { buildWorker(outdir: string): Promise<unknown> };
  await buildWorker(folder);
}
