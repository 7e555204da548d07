/**
 * Has units made by the workers of a pool. Each worker opens the whole project, since any file may lead to any
 * other; graphs are decoded when they are first consulted.
 */
import type { ProjectConfig } from "#engine/scan-module";
import { type ScanWorker, WorkerLost } from "./scan-worker.ts";
import type { WorkerPool } from "./worker-pool.ts";
import type { ResolvedFile, ResolveJob, StoredGraph } from "./worker-protocol.ts";

/** Units to make for which one more copy of the project pays. */
const filesPerWorker = 100;
/** Bytes that all copies of the project may take together, and how many one takes for each byte of its graphs. */
const projectBytes = 512 * 2 ** 20;
const bytesPerGraphByte = 4;
/** Bytes of graphs in one message. */
const addBytes = 2 * 2 ** 20;
const batchFiles = 16;

export interface ProjectSource {
  readonly config: ProjectConfig;
  /** The graphs of all files; asked for once a worker. */
  readonly graphs: () => Iterable<StoredGraph>;
  readonly graphBytes: number;
}

/** Makes the units of files; each is answered once, in no order. */
export async function resolveFiles(
  pool: WorkerPool,
  source: ProjectSource,
  jobs: readonly ResolveJob[],
  onResolved: (file: ResolvedFile) => void,
): Promise<void> {
  const queue = [...jobs].reverse();
  /** Files that resolving gave up on. Taking them as blank changes what others see, so they come last. */
  const late: ResolveJob[] = [];
  const contentHashes = new Map<string, string>();
  const open = async (worker: ScanWorker): Promise<void> => {
    await worker.run({ task: "open", config: source.config });
    for (const graphs of chunks(source.graphs())) {
      for (const { path, hash } of graphs) contentHashes.set(path, hash);
      await worker.run({ task: "add", graphs });
    }
  };
  const drain = async (take: () => ScanWorker, from: ResolveJob[]): Promise<void> => {
    let ready: ScanWorker | undefined;
    while (from.length > 0) {
      const worker = take();
      if (worker !== ready) await open(worker);
      ready = worker;
      const batch = from.splice(-batchFiles).reverse();
      let answered = 0;
      try {
        await worker.run({ task: "resolve", jobs: batch }, (reply) => {
          if (reply.reply !== "resolved") return;
          answered++;
          onResolved(reply.file);
        });
      } catch (error) {
        if (!(error instanceof WorkerLost)) throw error;
        const [culprit, ...rest] = batch.slice(answered);
        from.push(...rest.reverse());
        // What cannot even be resolved blank is a fault that no file is to blame for.
        if (!culprit || culprit.blank !== undefined) throw error;
        late.push({ ...culprit, fault: error.fault, blank: contentHashes.get(culprit.path) ?? "" });
      }
    }
  };
  const copies = Math.floor(projectBytes / bytesPerGraphByte / Math.max(1, source.graphBytes));
  // One core is the main thread's, which writes what the others make.
  const workers = Math.min(Math.ceil(jobs.length / filesPerWorker), copies, pool.limit - 1);
  await pool.spread(workers, (take) => drain(take, queue));
  if (late.length > 0) await pool.spread(1, (take) => drain(take, late));
}

function* chunks(graphs: Iterable<StoredGraph>): Generator<StoredGraph[]> {
  let chunk: StoredGraph[] = [];
  let bytes = 0;
  for (const one of graphs) {
    chunk.push(one);
    bytes += one.graph.length;
    if (bytes < addBytes) continue;
    yield chunk;
    chunk = [];
    bytes = 0;
  }
  if (chunk.length > 0) yield chunk;
}
