/** Times as commands print them: whole in JSON, days for people. */

import type { KnownHistory } from "#engine/scan/history/known-history";
import { count } from "./output.ts";

/** `2026-11-22T08:15:00.000Z` */
export const isoTime = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** `2026-11-22` */
export const isoDay = (seconds: number): string => isoTime(seconds).slice(0, 10);

/** How far back the history goes, and why no further. */
export function tellHistory({ commits, since, isShallow, isCut }: KnownHistory): string {
  if (since === null) return isShallow ? "none: the clone is shallow (git fetch --unshallow)" : "none";
  const read = `${isCut && !isShallow ? "the last " : ""}${count(commits)} commits, since ${isoDay(since)}`;
  return isShallow ? `${read}: the clone is shallow, and ages begin there (git fetch --unshallow)` : read;
}
