/** When files came, as the history tells it. */
import type { DatabaseSync } from "node:sqlite";
import type { Ages } from "./learn.ts";

/** A shorter history, such as a shallow clone's, tells no ages. */
const leastHistory = 30 * 86_400;

export function readAges(db: DatabaseSync): Ages {
  const span = db.prepare("select min(time) as oldest, max(time) as newest from commits").get() as
    | { oldest: number | null; newest: number | null }
    | undefined;
  const now = span?.newest ?? 0;
  if (now - (span?.oldest ?? now) < leastHistory) return { first: new Map(), now };
  const rows = db.prepare("select path, min(time) as time from commit_files group by path").all();
  return { first: new Map(rows.map(({ path, time }) => [String(path), Number(time)])), now };
}
