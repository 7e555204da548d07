/** What changed in a folder since its last scan, by stamps and, where those do not tell, by content. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DriftDb } from "./drift-db.ts";
import { isUnchanged, readCache } from "./file-cache.ts";
import { findRepository, readCommit } from "./git.ts";
import { listFiles } from "./list-files.ts";

export interface TreeChanges {
  /** HEAD, where it is another commit than the scan's. */
  readonly commit: string | null;
  readonly added: readonly string[];
  readonly modified: readonly string[];
  readonly deleted: readonly string[];
}

export async function compareTree(folder: string, db: DriftDb): Promise<TreeChanges> {
  const isGit = (await findRepository(folder)).kind === "git";
  const [{ files, skipped }, head] = await Promise.all([listFiles(folder, isGit), isGit ? readCommit(folder) : null]);
  const cached = db.read(readCache);
  const hashOf = (path: string) => db.all("select hash from scan_files where path = ?", path)[0]?.hash ?? null;
  const added: string[] = [];
  const modified: string[] = [];
  for (const file of files) {
    const before = cached.get(file.path);
    if (!before) added.push(file.path);
    else if (!isUnchanged(file, before) && differs(folder, file, before, hashOf(file.path))) modified.push(file.path);
  }
  const listed = new Set(files.map(({ path }) => path));
  const deleted = [...cached.keys()].filter((path) => !listed.has(path) && !skipped.has(path)).sort();
  return { commit: head === db.snapshot().commit ? null : head, added, modified, deleted };
}

function differs(
  folder: string,
  file: { path: string; size: number },
  before: { size: number | null },
  hashBefore: unknown,
) {
  if (before.size === null) return false;
  if (before.size !== file.size) return true;
  if (hashBefore === null) return false;
  try {
    return hash("sha256", readFileSync(join(folder, file.path))) !== hashBefore;
  } catch {
    return true;
  }
}
