/** The unit of a commit. */
import { encodeUnit, type FactRow, isPath } from "#contract/unit";
import { shorten } from "#engine/scan/shorten";
import { type Commit, commitPath } from "./commit.ts";
import { readConventional } from "./conventional.ts";
import type { Decision } from "./decisions/finding.ts";
import { filesPerCommit } from "./read-history.ts";

export function encodeCommit(
  { hash, time, author, summary, files, fileCount }: Commit,
  decisions: readonly Decision[],
): string {
  const when = Math.min(Math.max(Number.isFinite(time) ? Math.trunc(time) : 0, 0), 0x7fffffff);
  const { type, scope, isBreaking } = readConventional(summary);
  const row: FactRow = [
    hash,
    when,
    shorten(author, 200),
    type && shorten(type, 20),
    scope && shorten(scope, 100),
    isBreaking ? 1 : 0,
    shorten(summary, 400),
    fileCount,
  ];
  const rows = files.filter(({ path }) => isPath(path)).slice(0, filesPerCommit);
  return encodeUnit("commit", commitPath(hash), {
    commits: [row],
    commit_files: rows.map(({ path, change, insertions, deletions }) => [
      hash,
      path,
      change,
      when,
      insertions,
      deletions,
    ]),
    decisions: decisions.map(({ kind, subject, summary, reason, paths, confidence }) => [
      hash,
      when,
      kind,
      shorten(subject, 400),
      shorten(summary, 400),
      reason && shorten(reason, 1_200),
      fitPaths(paths),
      confidence,
    ]),
  });
}

/** JSON of as many paths as the column takes. */
function fitPaths(paths: readonly string[]): string {
  const kept = paths.filter(isPath).slice(0, 20);
  while (JSON.stringify(kept).length > 4_000) kept.pop();
  return JSON.stringify(kept);
}
