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
import { firstFact } from "./schema.ts";

export interface CallExplanation {
  readonly path: string;
  readonly calls: readonly ExplainedCall[];
  /** Where none stands on the line: the nearest lines before and behind it on which one does. */
  readonly nearest: readonly number[];
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
    const configs = readConfigs(folder, files);
    const project = openScanModule(compileScan()).openProject({ files: [...known].sort(), configs, excerpts: false });
    project.outline(cache.outlines.all());
    project.add(graph.graph, graph.hash);
    for (;;) {
      const found = project.explain(path, line);
      if ("calls" in found) {
        const nearest = found.calls.length > 0 ? [] : nearestCalls(db, path, line);
        return { path, calls: found.calls, nearest, isBehind: isBehind(join(folder, path), graph.hash) };
      }
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

function nearestCalls(db: DatabaseSync, path: string, line: number): number[] {
  const unit = db.prepare("select id from units where kind = 'file' and path = ?").get(path) as { id: number };
  const sql = `select max(line) filter (where line < ?1) as above, min(line) filter (where line > ?1) as below
    from calls where fact >= ?2 and fact < ?3`;
  const found = db.prepare(sql).get(line, firstFact(unit.id), firstFact(unit.id + 1)) as Record<string, number | null>;
  return [found.above, found.below].filter((one) => typeof one === "number");
}

function isBehind(path: string, scanned: string): boolean {
  try {
    return hash("sha256", readFileSync(path)) !== scanned;
  } catch {
    return true;
  }
}
