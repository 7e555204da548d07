/** Has files read by the workers of a pool. */
import { type Feed, feedWorker } from "./feed-worker.ts";
import { WorkerLost } from "./scan-worker.ts";
import type { WorkerPool } from "./worker-pool.ts";
import type { ReadJob, ReadOutcome, Versions } from "./worker-protocol.ts";

/** Bytes to read for which one more worker pays: it takes some 40 ms of CPU to start. */
const bytesPerWorker = 256 * 2 ** 10;

/** A batch is small enough that all workers end at about the same time, and large enough to be worth a message. */
const batchBytes = 128 * 2 ** 10;
const batchFiles = 64;

export interface SizedJob extends ReadJob {
  readonly size: number;
}

/** Reads files, the largest first; each is answered once, in no order. */
export async function readFiles(
  pool: WorkerPool,
  jobs: readonly SizedJob[],
  onOutcome: (path: string, outcome: ReadOutcome) => void,
): Promise<void> {
  if (jobs.length === 0) return;
  // The last is taken first.
  const queue = [...jobs].sort((a, b) => a.size - b.size || (a.path < b.path ? 1 : -1));
  const bytes = jobs.reduce((sum, { size }) => sum + size, 0);
  const feed: Feed<SizedJob> = {
    next: (isAhead) => nextBatch(queue, isAhead),
    task: (batch) => ({ task: "read", jobs: batch }),
    onReply: (reply) => {
      if (reply.reply !== "read") return false;
      onOutcome(reply.path, reply.outcome);
      return true;
    },
  };
  await pool.spread(Math.ceil(bytes / bytesPerWorker), async (take) => {
    while (queue.length > 0) {
      const lost = await feedWorker(take(), feed);
      if (!lost) continue;
      const { culprit, rest, fault } = lost;
      queue.push(...rest);
      if (culprit?.fault) onOutcome(culprit.path, { kind: "skipped", reason: "unreadable", state: null });
      else if (culprit) queue.push({ ...culprit, fault });
    }
  });
}

/** Says of each file under which names its versions differ; null, or no answer: in anything. */
export async function compareFiles(
  pool: WorkerPool,
  versions: readonly Versions[],
  onCompared: (path: string, names: readonly number[] | null) => void,
): Promise<void> {
  if (versions.length === 0) return;
  await pool.spread(1, async (take) => {
    try {
      await take().run({ task: "compare", versions }, (reply) => {
        if (reply.reply === "compared") onCompared(reply.path, reply.names);
      });
    } catch (error) {
      if (!(error instanceof WorkerLost)) throw error;
    }
  });
}

/** @param isAhead the batch would wait: a file that fills one by itself is left for who comes first */
function nextBatch(queue: SizedJob[], isAhead: boolean): SizedJob[] {
  const batch: SizedJob[] = [];
  if (isAhead && (queue.at(-1)?.size ?? 0) >= batchBytes) return batch;
  for (let bytes = 0; bytes < batchBytes && batch.length < batchFiles; ) {
    const job = queue.pop();
    if (!job) break;
    batch.push(job);
    bytes += job.size;
  }
  return batch;
}
