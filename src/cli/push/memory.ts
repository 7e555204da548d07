/**
 * What `drift push` remembers in `.drift/push.json` between two runs: the units of the last snapshot
 * that was seen at the service, so that a change can be told instead of the whole list, and the attempt
 * that is under way. All of it can be lost: it saves bytes and waiting, nothing else.
 */
import { readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { Hash } from "#contract/ids";

const memorySchema = z.object({
  /** Written before a push is opened: one that dies at once is known by it. */
  underWay: z.object({ project: z.string(), branch: z.string(), attempt: z.string(), pid: z.number() }).optional(),
  /** Unit hashes by the root hash of their snapshot. */
  pushed: z.object({ rootHash: Hash, units: z.array(Hash) }).optional(),
});
export type Memory = z.infer<typeof memorySchema>;

const pathOf = (folder: string): string => join(folder, ".drift", "push.json");

export function readMemory(folder: string): Memory {
  try {
    return memorySchema.parse(JSON.parse(readFileSync(pathOf(folder), "utf8")));
  } catch {
    return {};
  }
}

/** Writes it whole or not at all. A folder that cannot be written loses the memory, not the push. */
export async function writeMemory(folder: string, memory: Memory): Promise<void> {
  const written = `${pathOf(folder)}.${process.pid}`;
  try {
    await writeFile(written, JSON.stringify(memory), { mode: 0o600 });
    await rename(written, pathOf(folder));
  } catch {
    return;
  }
}
