/** Files that are no sources: read together where one may have changed, and asked of in a worker. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TextQuestion } from "#engine/scan-module";
import { digest } from "./digest.ts";
import { isSettled } from "./file-cache.ts";
import { WorkerLost } from "./scan-worker.ts";
import type { UnitWriting } from "./unit-writing.ts";
import type { WorkerPool } from "./worker-pool.ts";

export interface TextFiles {
  /** The key of `meta` under which it stands what the files looked like. */
  readonly stampKey: string;
  readonly isOne: (path: string) => boolean;
  /** A larger file is not read. */
  readonly maxFileBytes: (path: string) => number;
  /** Of all together, in the order of their paths. */
  readonly maxBytes: number;
}

/** The texts by path; undefined where none can have changed since the last scan. */
export function changedTexts(
  { listing, cache, options, isFresh, keep }: UnitWriting,
  { stampKey, isOne, maxFileBytes, maxBytes }: TextFiles,
): Map<string, string> | undefined {
  const { differing } = listing;
  if (differing && !isFresh && ![...differing].some(isOne)) return undefined;
  const files = listing.files.filter(({ path, size }) => isOne(path) && size <= maxFileBytes(path));
  const isKnown = files.every((file) => isSettled(file, cache.now));
  const stamp = isKnown ? digest(files.map(({ path, size, mtime, ctime }) => [path, size, mtime, ctime])) : "";
  if (keep(stampKey, stamp) && isKnown && !isFresh) return undefined;
  const texts = new Map<string, string>();
  let bytes = 0;
  for (const { path, size } of files) {
    bytes += size;
    if (bytes > maxBytes) break;
    try {
      const text = new TextDecoder().decode(readFileSync(join(options.folder, path)));
      if (!text.includes("\0")) texts.set(path, text);
    } catch {
      // It is gone, or may not be read: then nothing is known of it.
    }
  }
  return texts;
}

/** What the scan module tells of each text. Nothing, an empty list, of one that brings a worker down. */
export async function askEach(
  pool: WorkerPool,
  question: TextQuestion,
  texts: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const all = [...texts];
  const told: string[] = [];
  if (all.length > 0)
    await pool.spread(1, async (take) => {
      while (told.length < all.length)
        try {
          const rest = all.slice(told.length).map(([, text]) => text);
          await take().run({ task: "ask", question, texts: rest }, (reply) => {
            if (reply.reply === "told") told.push(reply.told);
          });
        } catch (error) {
          if (!(error instanceof WorkerLost)) throw error;
          told.push("[]");
        }
    });
  return new Map(all.map(([path], at) => [path, told[at] ?? "[]"]));
}
