/**
 * The tables of shares: what each file brings to what is derived of all of them. Each kind has its own, since some are
 * large and most scans read few of them. `scan_shares` names the units that the shares were seen in.
 *
 * | share | tells |
 * | --- | --- |
 * | `said` | how things are done: the learner's input |
 * | `depends` | what the file depends on, and its types |
 * | `wraps` | functions that may be wrappers |
 * | `tests` | its tests, and what their code calls |
 * | `reach` | who calls whom, and what may be called unseen |
 * | `flows` | its declarations, what they call, and where they lead |
 */
import type { DatabaseSync } from "node:sqlite";
import { forgetParts } from "#engine/scan/kept-parts";

export const shareNames = ["said", "depends", "wraps", "tests", "reach", "flows"] as const;
export type ShareName = (typeof shareNames)[number];
export const shareTable = (name: ShareName): string => `share_${name}`;

export const createShareTables = [
  "create table scan_shares (path text primary key, hash text not null) strict;",
  ...shareNames.map((name) => `create table ${shareTable(name)} (path text primary key, share text not null) strict;`),
].join("\n");

/** The shares of all files that bring one, in the order of their paths. They are read one by one: all are much to hold. */
export function* readShares(db: DatabaseSync, name: ShareName): Generator<[path: string, share: string]> {
  const rows = db.prepare(`select path, share from ${shareTable(name)} order by path`);
  rows.setReturnArrays(true);
  for (const row of rows.iterate()) yield row as unknown as [string, string];
}

/** Reads the share of one file after the other; undefined where it brings none. */
export function shareReader(db: DatabaseSync, name: ShareName): (path: string) => string | undefined {
  const row = db.prepare(`select share from ${shareTable(name)} where path = ?`);
  return (path) => row.get(path)?.share as string | undefined;
}

/** Forgets all of them. */
export function clearShares(db: DatabaseSync): void {
  for (const table of ["scan_shares", ...shareNames.map(shareTable)]) db.exec(`delete from ${table}`);
  for (const name of ["reach", "said"] as const) forgetParts(db, name);
}
