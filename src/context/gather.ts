/** What the context of a focus is made of, read in two round trips: what matches it, and what stands around that. */
import type { ProjectDb } from "#db/project-db";
import { and, asc, desc, eq, from, gte, isIn, or, search, searchScore, startsWith } from "#db/query";
import { calls, commitFiles, commits, files, imports, symbols, typeRelations } from "#db/schema/facts";
import { certain } from "./call-sites.ts";
import type { Focus } from "./focus.ts";

const symbolFields = {
  id: symbols.id,
  name: symbols.name,
  kind: symbols.kind,
  path: symbols.path,
  line: symbols.nameLine,
  endLine: symbols.endLine,
  parent: symbols.parent,
  signature: symbols.signature,
  doc: symbols.doc,
  exported: symbols.exported,
};

/** Symbols and files that the focus names or describes. */
export async function gatherMatches(db: ProjectDb, focus: Focus) {
  const paths = focus.paths.slice(0, 8);
  return db.batch({
    named: from(symbols)
      .where(isIn(symbols.name, [...focus.identifiers, ...focus.joined]))
      .limit(80)
      .select(symbolFields),
    words: search(focus.text)
      .limit(150)
      .select({ ...symbolFields, score: searchScore }),
    files: from(files)
      .where(
        paths.length === 0
          ? isIn(files.path, [])
          : or(...paths.flatMap((path) => [eq(files.path, path), startsWith(files.path, `${path}/`)])),
      )
      .orderBy(asc(files.path))
      .limit(60)
      .select({ path: files.path, lines: files.lines }),
  });
}
export type Matches = Awaited<ReturnType<typeof gatherMatches>>;
export type MatchedSymbol = Matches["named"][number];

/** How far back the history of a file is of interest. */
const historySeconds = 180 * 86_400;

/**
 * What stands around the best files and symbols.
 *
 * @param now seconds since the epoch.
 */
export async function gatherAround(db: ProjectDb, paths: readonly string[], ids: readonly string[], now: number) {
  const best = paths.slice(0, 10);
  return db.batch({
    inside: from(files)
      .joinUnit(symbols, files)
      .where(isIn(files.path, best.slice(0, 3)), or(isIn(symbols.id, ids), eq(symbols.exported, 1)))
      .limit(1_500)
      .select({ ...symbolFields, preview: symbols.preview }),
    callers: from(calls).where(isIn(calls.callee, ids), isIn(calls.resolution, certain)).limit(200).select({
      callee: calls.callee,
      caller: calls.caller,
      callerName: calls.callerName,
      callerLine: calls.callerLine,
      path: calls.path,
      line: calls.line,
      resolution: calls.resolution,
      quote: calls.quote,
    }),
    callees: from(files)
      .joinUnit(calls, files, isIn(calls.caller, ids))
      .where(isIn(files.path, best.slice(0, 3)), isIn(calls.resolution, certain))
      .limit(200)
      .select({ caller: calls.caller, callee: calls.callee, line: calls.line }),
    types: from(typeRelations)
      .where(isIn(typeRelations.type, ids))
      .limit(100)
      .select({ type: typeRelations.type, relation: typeRelations.relation, target: typeRelations.target }),
    tests: from(imports)
      .join(files, and(eq(files.path, imports.path), eq(files.isTest, 1)) ?? eq(files.isTest, 1))
      .where(isIn(imports.resolved, best))
      .distinct()
      .limit(80)
      .select({ path: imports.path, tested: imports.resolved }),
    recent: from(commitFiles)
      .joinUnit(commits, commitFiles, eq(commits.hash, commitFiles.hash))
      .where(isIn(commitFiles.path, best), gte(commitFiles.time, now - historySeconds))
      .orderBy(desc(commitFiles.time))
      .limit(60)
      .select({
        path: commitFiles.path,
        hash: commits.hash,
        time: commits.time,
        author: commits.author,
        summary: commits.summary,
      }),
  });
}
export type Around = Awaited<ReturnType<typeof gatherAround>>;
