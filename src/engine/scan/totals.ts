/** What a database holds in all, from the sums that each file's row keeps. */

import { extname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { resolutions } from "#contract/fact-words";
import type { Counts } from "#contract/push";
import { unreadLocksKey } from "./packages/put-packages.ts";

/** Languages of which symbols and references are read, and no calls. */
const unresolvedLanguages = new Set(["xaml"]);

/** Endings of sources in languages that are not read: their files may hold callers. */
const unreadSources = new Set(
  "asm clj cljs coffee cr cu d dart elm erl ex exs f90 fs fsx gd groovy hack hs jl lua m ml mli mm nim pas pl pm proto ps1 r rkt scala sc sh sol sql sv tf v vb vhd zig"
    .split(" ")
    .map((ending) => `.${ending}`),
);

export function countAll(db: DatabaseSync): Counts {
  const group = (column: string, where: string): Record<string, number> =>
    Object.fromEntries(
      db
        .prepare(`select ${column} as name, count(*) as n from scan_files where ${where} group by 1 order by 1`)
        .all()
        .map(({ name, n }) => [name, n] as [string, number]),
    );
  const count = (where: string): number =>
    Number(db.prepare(`select count(*) as n from scan_files where reason is null and ${where}`).get()?.n);
  const languages = group("language", "reason is null");
  const sums = resolutions.map((one) => `coalesce(sum(calls->>'${one}'), 0) as "${one}"`).join(", ");
  const row = db
    .prepare(
      `select count(*) filter (where reason is null) as files, coalesce(sum(symbols), 0) as symbols,
         coalesce(sum(problems), 0) as problems, ${sums} from scan_files`,
    )
    .get() as Record<string, number>;
  const { files = 0, symbols = 0, problems = 0, ...calls } = row;
  return {
    files,
    symbols,
    calls: { ...calls },
    skipped: group("reason", "reason is not null"),
    languages,
    problems,
    coverage: {
      damaged: count("problems > 0"),
      givenUp: count("fault is not null"),
      unresolvedLanguages: Object.keys(languages).filter((language) => unresolvedLanguages.has(language)),
      unread: unread(db),
      ...unreadLocks(db),
      ...(problems > 0 && { places: places(db) }),
    },
  };
}

/** So many lock files are told with the snapshot. */
const maxLocks = 20;

function unreadLocks(db: DatabaseSync): { locks?: string[] } {
  const row = db.prepare("select value from meta where key = ?").get(unreadLocksKey);
  const locks = (row ? (JSON.parse(String(row.value)) as string[]) : []).slice(0, maxLocks);
  return locks.length > 0 ? { locks } : {};
}

/** So many ranges of lines that did not parse are told with the snapshot; `problems` has them all. */
const maxPlaces = 20;

function places(db: DatabaseSync): { path: string; line: number; endLine: number }[] {
  const sql = `select path, line, end_line as endLine from problems where kind <> 'encoding'
    order by end_line - line desc, path, line limit ?`;
  return db.prepare(sql).all(maxPlaces) as { path: string; line: number; endLine: number }[];
}

/** Files that are sources by their ending, in languages that are not read. */
function unread(db: DatabaseSync): Record<string, number> {
  const found = new Map<string, number>();
  for (const { path } of db.prepare("select path from scan_files where reason = 'unsupported'").iterate()) {
    const ending = extname(String(path)).toLowerCase();
    if (unreadSources.has(ending)) found.set(ending, (found.get(ending) ?? 0) + 1);
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}
