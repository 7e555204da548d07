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
  "asm clj cljs coffee cr cu d dart elm erl ex exs f90 fs fsx gd groovy hack haml hs jl lua m ml mli mm nim pas pl pm proto ps1 r rkt scala sc sh slim sol sql sv tf v vb vhd zig"
    .split(" ")
    .map((ending) => `.${ending}`),
);

export function countAll(db: DatabaseSync): Counts {
  const calls = resolutions.map((one) => `coalesce(sum(calls_${one}), 0) as "${one}"`).join(", ");
  const groups = db
    .prepare(
      `select language, reason, count(*) as files, coalesce(sum(symbols), 0) as symbols,
         coalesce(sum(problems), 0) as problems, count(*) filter (where problems > 0) as damaged,
         count(fault) as "givenUp", ${calls} from scan_files group by language, reason order by language, reason`,
    )
    .all() as Record<string, unknown>[];
  const sum = (column: string, of = groups): number => of.reduce((all, one) => all + Number(one[column]), 0);
  const read = groups.filter(({ reason }) => reason === null);
  const languages = numbersOf(read.map(({ language, files }) => [language, files]));
  const problems = sum("problems");
  return {
    files: sum("files", read),
    symbols: sum("symbols"),
    calls: numbersOf(resolutions.map((one) => [one, sum(one)])) as Counts["calls"],
    skipped: numbersOf(groups.flatMap(({ reason, files }) => (reason === null ? [] : [[reason, files]]))),
    languages,
    problems,
    coverage: {
      damaged: sum("damaged", read),
      givenUp: sum("givenUp", read),
      unresolvedLanguages: Object.keys(languages).filter((language) => unresolvedLanguages.has(language)),
      unread: unread(db),
      ...unreadLocks(db),
      ...(problems > 0 && { places: places(db) }),
    },
  };
}

const numbersOf = (pairs: readonly (readonly unknown[])[]): Record<string, number> =>
  Object.fromEntries(pairs.map(([name, n]) => [String(name), Number(n)]));

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
