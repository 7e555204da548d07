/** Has a worker look through what all files call, while this thread derives what else there is. */
import { WorkerLost } from "#engine/scan/scan-worker";
import type { WorkerPool } from "#engine/scan/worker-pool";
import type { KeptReach } from "./kept-reach.ts";
import { type Asked, type Looked, lookThroughKept } from "./look-through.ts";

export async function lookInWorker(pool: WorkerPool, kept: KeptReach, asked: Asked): Promise<Looked> {
  let answer: { readonly looked: Looked } | undefined;
  try {
    await pool.spread(1, (take) =>
      take().run({ task: "look", kept, asked }, (reply) => {
        if (reply.reply === "looked") answer = reply;
      }),
    );
  } catch (error) {
    if (!(error instanceof WorkerLost)) throw error;
  }
  return answer ? answer.looked : lookThroughKept(kept, asked);
}
