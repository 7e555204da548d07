/** How far back the history goes that the last scan read. */
import type { DriftDb } from "#engine/scan/drift-db";

/** Commits that a scan holds. */
export const historyLength = 1_000;

export interface KnownHistory {
  readonly commits: number;
  /** Of the oldest of them, in seconds since the epoch; null where there is none. */
  readonly since: number | null;
  /** The clone holds the last commits alone. */
  readonly isShallow: boolean;
  /** What is older was not read: ages begin here. */
  readonly isCut: boolean;
}

export function knownHistory(db: DriftDb): KnownHistory {
  const [row] = db.all(
    "select count(*) as n, min(time) as since, (select value from meta where key = 'git') as git from commits",
  );
  const { isShallow = false } = JSON.parse(String(row?.git ?? "{}")) as { isShallow?: boolean };
  const commits = Number(row?.n);
  const since = row?.since === null || row?.since === undefined ? null : Number(row.since);
  return { commits, since, isShallow, isCut: isShallow || commits >= historyLength };
}
