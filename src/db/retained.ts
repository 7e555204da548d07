import { and, eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { snapshots } from "./schema/snapshots.ts";
import type { SnapshotKey } from "./scope.ts";

/** Whether a snapshot's units are still kept. */
export async function isRetained(shard: D1DatabaseSession, { project, branch, seq }: SnapshotKey): Promise<boolean> {
  const found = await drizzle(shard as unknown as D1Database)
    .select({ seq: snapshots.seq })
    .from(snapshots)
    .where(and(eq(snapshots.project, project), eq(snapshots.branch, branch), eq(snapshots.seq, seq)));
  return found.length > 0;
}
