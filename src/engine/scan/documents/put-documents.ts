/** Writes the units of documentation files: anew of those that were looked at, since each follows from its file alone. */
import type { Unit } from "#contract/unit";
import { WorkerLost } from "#engine/scan/scan-worker";
import type { UnitWriting } from "#engine/scan/unit-writing";
import type { MadeDocument } from "./make-document.ts";

/** A larger file was written by a tool. */
const maxFileBytes = 2 ** 20;
/** Of all documents together, in the order of their paths. */
const maxBytes = 2 ** 26;
/** Bytes for which one more worker pays, as of sources. */
const bytesPerWorker = 2 ** 20;
/** A batch is worth a message, and leaves work for the other workers. */
const batchFiles = 32;

const isDocument = (path: string): boolean => /\.(?:md|mdx|markdown|mdown|mkd|mdc|rst|rest)$/i.test(path);

/**
 * @param lookedAt paths of which this scan does not know that they are as they were; undefined: it knows of none
 */
export async function putDocuments(
  { listing, units, pool }: UnitWriting,
  lookedAt: ReadonlySet<string> | undefined,
  excerpts: boolean,
): Promise<void> {
  if (lookedAt && listing.differing && ![...listing.differing].some(isDocument)) return;
  const kept = new Set<string>();
  const wanted: string[] = [];
  let [bytes, work] = [0, 0];
  for (const { path, size } of listing.files) {
    if (!isDocument(path) || size > maxFileBytes) continue;
    bytes += size;
    if (bytes > maxBytes) break;
    kept.add(path);
    if (lookedAt && !lookedAt.has(path)) continue;
    wanted.push(path);
    work += size;
  }
  for (const path of units.paths("document")) if (!kept.has(path)) units.remove("document", path);
  if (wanted.length === 0) return;
  const put = ({ path, hash, line }: MadeDocument): void => {
    if (line === null) units.remove("document", path);
    else if (units.hashOf("document", path) !== hash) units.put(hash, JSON.parse(line) as Unit);
  };
  await pool.spread(Math.ceil(work / bytesPerWorker), async (take) => {
    for (let batch = wanted.splice(-batchFiles); batch.length > 0; batch = wanted.splice(-batchFiles)) {
      let answered = 0;
      try {
        await take().run({ task: "documents", paths: batch, excerpts }, (reply) => {
          if (reply.reply !== "document") return;
          answered++;
          put(reply.made);
        });
      } catch (error) {
        if (!(error instanceof WorkerLost)) throw error;
        // Of a document that brings a worker down nothing is known.
        const [culprit, ...rest] = batch.slice(answered);
        if (culprit !== undefined) put({ path: culprit, hash: "", line: null });
        wanted.push(...rest);
      }
    }
  });
}
