/** How the calls of a line were resolved, by the graphs that the last scan left. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type ExplainedCall, openScanModule } from "#engine/scan-module";
import { compileScan } from "#wasm/scan";
import { readConfigs } from "./configs.ts";
import { DriftDb, guarded } from "./drift-db.ts";
import { driftDbPath } from "./drift-folder.ts";
import { FileCache } from "./file-cache.ts";
import { findRepository } from "./git.ts";
import { listFiles } from "./list-files.ts";
import { ScanError } from "./scan-error.ts";

export interface CallExplanation {
  readonly path: string;
  readonly calls: readonly ExplainedCall[];
  /** The file's bytes are no longer those that were scanned: lines may have moved. */
  readonly isBehind: boolean;
}

/**
 * Explains the calls of a line.
 *
 * @throws ScanError where the folder or the file was not scanned
 */
export async function explainCalls(folder: string, path: string, line: number): Promise<CallExplanation> {
  // Refuses what is no scan, or one of another version.
  DriftDb.open(folder).close();
  const { files } = await listFiles(folder, (await findRepository(folder)).kind === "git");
  const db = guarded(driftDbPath(folder), () => new DatabaseSync(driftDbPath(folder), { readOnly: true }));
  try {
    const cache = new FileCache(db, 0);
    const graph = cache.graph(path);
    if (!graph) throw new ScanError("input", `${path} was not scanned`, `Run: drift scan --explain ${path}`);
    const known = new Set(files.map((file) => file.path)).add(path);
    for (const { path: scanned, reason } of cache.all().values()) if (reason === null) known.add(scanned);
    const configs = readConfigs(folder, files).modules;
    const project = openScanModule(compileScan()).openProject({ files: [...known].sort(), configs, excerpts: false });
    project.outline(cache.outlines());
    project.add(graph.graph, graph.hash);
    for (;;) {
      const found = project.explain(path, line);
      if ("calls" in found) return { path, calls: found.calls, isBehind: isBehind(join(folder, path), graph.hash) };
      for (const needed of found.needs) {
        const other = cache.graph(needed);
        if (!other) throw new ScanError("damaged", `the graph of ${needed} is missing`, "Run: drift scan --full");
        project.add(other.graph, other.hash);
      }
    }
  } finally {
    db.close();
  }
}

function isBehind(path: string, scanned: string): boolean {
  try {
    return hash("sha256", readFileSync(path)) !== scanned;
  } catch {
    return true;
  }
}
