/** Texts that no extractor makes, redacted by the rules that hold for every excerpt. */
import type { WorkerPool } from "./worker-pool.ts";

/** The texts with `‹redacted:kind›` in the place of secrets. */
export async function redact(pool: WorkerPool, texts: readonly string[]): Promise<readonly string[]> {
  if (texts.length === 0) return texts;
  let redacted: readonly string[] = [];
  await pool.spread(1, (take) =>
    take().run({ task: "redact", texts }, (reply) => {
      if (reply.reply === "redacted") redacted = reply.texts;
    }),
  );
  return redacted;
}
