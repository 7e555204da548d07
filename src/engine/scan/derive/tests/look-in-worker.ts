/** Has a worker look through what all files call, while this thread derives what else there is. */
import { WorkerLost } from "#engine/scan/scan-worker";
import type { WorkerPool } from "#engine/scan/worker-pool";
import type { KeptReach } from "./kept-reach.ts";
import type { Asked, Looked } from "./look-through.ts";

/**
 * What was kept is handed over, and empty here afterwards.
 *
 * @param again reads it once more, where the worker was lost
 */
export async function lookInWorker(
  pool: WorkerPool,
  kept: KeptReach,
  asked: Asked,
  again: () => Looked,
): Promise<Looked> {
  const buffers = [...kept.parts.values()].map(({ buffer }) => buffer as ArrayBuffer);
  let answer: { readonly looked: Looked } | undefined;
  try {
    await pool.spread(1, (take) =>
      take().run(
        { task: "look", kept, asked },
        (reply) => {
          if (reply.reply === "looked") answer = reply;
        },
        buffers,
      ),
    );
  } catch (error) {
    if (!(error instanceof WorkerLost)) throw error;
  }
  return answer ? answer.looked : again();
}
