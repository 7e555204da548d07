/** Writes the units of commits, their summaries redacted as every excerpt is. */
import { hashUnit, type Unit } from "#contract/unit";
import { commitPath, encodeCommit, type History } from "./history.ts";
import type { UnitStore } from "./unit-store.ts";
import type { WorkerPool } from "./worker-pool.ts";

export async function putHistory(units: UnitStore, pool: WorkerPool, { hashes, read }: History): Promise<void> {
  const kept = new Set(hashes.map(commitPath));
  for (const path of units.paths("commit")) if (!kept.has(path)) units.remove("commit", path);
  const summaries = await redact(
    pool,
    read.map(({ summary }) => summary),
  );
  for (const [at, commit] of read.entries()) {
    const line = encodeCommit({ ...commit, summary: summaries[at] ?? "" });
    units.put(await hashUnit(line), JSON.parse(line) as Unit);
  }
}

async function redact(pool: WorkerPool, texts: readonly string[]): Promise<readonly string[]> {
  if (texts.length === 0) return texts;
  let redacted: readonly string[] = [];
  await pool.spread(1, (take) =>
    take().run({ task: "redact", texts }, (reply) => {
      if (reply.reply === "redacted") redacted = reply.texts;
    }),
  );
  return redacted;
}
