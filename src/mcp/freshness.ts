import type { SnapshotMeta } from "#contract/envelope";
import type { View } from "./ports.ts";

const HOUR_MS = 3_600_000;

/** What an answer says of the snapshot it was read from. */
export function describeSnapshot({ project, head }: View, now: number): SnapshotMeta {
  const age = Math.max(0, now - head.scannedAt);
  return {
    project: `${project.organisationSlug}/${project.slug}`,
    branch: head.name,
    seq: head.seq,
    commit: head.commit,
    scannedAt: new Date(head.scannedAt).toISOString(),
    ageMinutes: Math.floor(age / 60_000),
    dirty: head.dirty,
    freshness: head.dirty || age > 24 * HOUR_MS ? "stale" : age < HOUR_MS ? "fresh" : "partial",
  };
}

/** Worth saying in words: what the reader would otherwise take for the code as it stands. */
export function stalenessWarnings({ dirty, ageMinutes, commit }: SnapshotMeta): string[] {
  return [
    ...(dirty ? [`Scanned with uncommitted changes on top of ${commit?.slice(0, 10) ?? "no commit"}.`] : []),
    ...(ageMinutes > 24 * 60
      ? [`Scanned ${Math.floor(ageMinutes / (24 * 60))} days ago: run drift scan and drift push.`]
      : []),
  ];
}
