/**
 * Has units made by the workers of a pool. Each worker opens the whole project, since any file may lead to any other.
 * Where most units are made, every worker is told what all files offer to others; where a few are, or where that would be
 * more than may be held at once, only of those that resolving asks for. What is held is dropped when it has grown
 * beyond that. A file's own graph is there while its unit is made, and no longer.
 */
import type { ProjectConfig } from "#engine/scan-module";
import { feedWorker } from "./feed-worker.ts";
import type { FileCache } from "./file-cache.ts";
import { type ScanWorker, WorkerLost } from "./scan-worker.ts";
import type { WorkerPool } from "./worker-pool.ts";
import type { GivenJob, ResolvedFile, ResolveJob, StoredOffer, Task } from "./worker-protocol.ts";

/** Units to make for which one more copy of the project pays. */
const filesPerWorker = 100;
/** Bytes of offers that all workers may hold together. */
const heldBytes = 64 * 2 ** 20;
/** Bytes of offers in one message. */
const offerBytes = 2 * 2 ** 20;
/** A batch of jobs holds so many, or those with which their graphs have so many bytes. */
const batchFiles = 16;
const batchBytes = 8 * 2 ** 20;
/** What a project may grow to before it is dropped, where its first files alone needed more than may be held. */
const growth = 1.25;
/** Of the files, the share to be resolved from which on it pays to tell all offers at once. */
const manyFiles = 0.25;

export interface ProjectSource {
  /** Without the rules. */
  readonly config: ProjectConfig;
  /** Those about the languages of the files that are read by now. */
  readonly rules: () => Pick<ProjectConfig, "rules" | "test_rules" | "share_rules">;
  readonly cache: FileCache;
}

/**
 * Of each file that is read, a number for where its specifiers lead. Of one that was read anew it is those that it had:
 * what an edit changes is told by what it declares, and here it is asked what else may have led them elsewhere.
 */
export async function linksOf(pool: WorkerPool, { config, cache }: ProjectSource): Promise<Map<string, number>> {
  let links = new Map<string, number>();
  await pool.spread(1, async (take) => {
    const worker = take();
    await worker.run({ task: "open", config, outlines: cache.outlines.allBefore() });
    await worker.run({ task: "links" }, (reply) => {
      if (reply.reply === "links") links = new Map(reply.links);
    });
  });
  return links;
}

/**
 * Opens the project in a worker, behind what that is at, while it is still found out of which files units are made. Of
 * files that are read anew meanwhile it has to hear (`OpenProject.renew`).
 */
export function openAhead(worker: ScanWorker, source: ProjectSource): OpenProject {
  const project = new OpenProject(worker, source);
  project.open();
  return project;
}

/**
 * Makes the units of files; each is answered once, in no order.
 *
 * @param ahead what was opened ahead, of the same source
 */
export async function resolveFiles(
  pool: WorkerPool,
  source: ProjectSource,
  jobs: readonly ResolveJob[],
  onResolved: (file: ResolvedFile) => void,
  { maxHeldBytes = heldBytes, ahead }: { maxHeldBytes?: number | undefined; ahead?: OpenProject | undefined } = {},
): Promise<void> {
  const { config, cache } = source;
  const queue = [...jobs].reverse();
  /** Files that resolving gave up on. Taking them as blank changes what others see, so they come last. */
  const late: ResolveJob[] = [];
  const allBytes = jobs.length > config.files.length * manyFiles ? cache.offerBytes() : 0;
  const isMany = allBytes > 0 && allBytes <= maxHeldBytes;
  const copies = isMany ? Math.floor(maxHeldBytes / allBytes) : pool.limit;
  // The main thread, which writes what they make, has less to do than one of them: no core is kept for it.
  const workers = Math.max(1, Math.min(Math.ceil(jobs.length / filesPerWorker), copies, pool.limit));
  /** So many are at work, and share what may be held. */
  let sharing = workers;

  /** Whether a worker leaves the work to others, since its first files alone need more than its share. */
  const leaves = (project: OpenProject, paths: ReadonlySet<string>): boolean =>
    sharing > 1 && project.isNew && project.bytesWith(paths) > maxHeldBytes / sharing;

  const drain = async (take: () => ScanWorker, from: ResolveJob[]): Promise<void> => {
    let project: OpenProject | undefined;
    /** Jobs whose needs were told since they were asked: what is held is not dropped before they are done. */
    let waiting: GivenJob[] = [];
    /** The worker, where it leaves the work to others. */
    let left: ScanWorker | undefined;
    while (from.length > 0 || waiting.length > 0) {
      const isFull = project?.isBeyond(maxHeldBytes / sharing) && waiting.length === 0;
      // A module's memory does not shrink: what it held is given back by ending its worker.
      if (isFull) await project?.worker.close();
      const worker = take();
      if (worker !== project?.worker) {
        project = worker === ahead?.worker ? ahead : new OpenProject(worker, source);
        void project.open();
        project.index();
      }
      const batch = waiting.length > 0 ? waiting : takeBatch(cache, from);
      waiting = [];
      const paths = project.neededBefore(batch);
      if (leaves(project, paths)) {
        from.push(...jobsOf(batch));
        left = worker;
        break;
      }
      // What is told in one message is not waited for: the worker goes on with the jobs behind it.
      const isOne = project.bytesWith(paths) - project.bytesWith(new Set()) <= offerBytes;
      const adding = project.addNamed(paths);
      adding.catch(() => {});
      if (!isOne) await adding;
      let answered = 0;
      const needed = new Set<string>();
      try {
        await worker.run({ task: "resolve", jobs: batch }, (reply) => {
          if (reply.reply === "resolved") onResolved(reply.file);
          else if (reply.reply === "needs") {
            waiting.push(batch[answered] as GivenJob);
            for (const path of reply.paths) needed.add(path);
          } else return;
          answered++;
        });
        if (leaves(project, needed)) {
          from.push(...jobsOf(waiting));
          left = worker;
          break;
        }
        if (!project.isNew && needed.size > 0 && project.isBeyond(maxHeldBytes / sharing, needed)) {
          from.push(...jobsOf(waiting));
          waiting = [];
          await worker.close();
          continue;
        }
        const added = await project.addNamed(needed);
        if (added < needed.size) throw new Error(`what is offered is missing of ${[...needed].join(", ")}`);
        if (waiting.length === 0) project.prove();
      } catch (error) {
        // That a project cannot be opened no file is to blame for.
        if (!(error instanceof WorkerLost) || !project.isTold) throw error;
        const [culprit, ...rest] = batch.slice(answered);
        from.push(...jobsOf(rest));
        late.push(givenUp(culprit, error));
      }
    }
    // In the same turn as the decision to end: another that decides to leave must see who is left.
    sharing--;
    await left?.close();
  };
  /** As `drain`, where a worker is told all that is offered, so that no job asks for more. */
  const drainTold = async (take: () => ScanWorker, from: ResolveJob[]): Promise<void> => {
    while (from.length > 0) {
      const worker = take();
      const project = worker === ahead?.worker ? ahead : new OpenProject(worker, source);
      await project.open();
      await project.add(cache.offers());
      const lost = await feedWorker<GivenJob>(worker, {
        next: () => takeBatch(cache, from),
        task: (batch) => ({ task: "resolve", jobs: batch }),
        onReply: (reply) => {
          if (reply.reply === "needs") throw new Error(`what is offered is missing of ${reply.paths.join(", ")}`);
          if (reply.reply !== "resolved") return false;
          onResolved(reply.file);
          return true;
        },
      });
      if (!lost) continue;
      from.push(...jobsOf(lost.rest));
      late.push(givenUp(lost.culprit, lost.error));
    }
  };
  // Reading has left the workers with memory that resolving needs.
  await pool.rest(allBytes > maxHeldBytes ? 0 : workers);
  const work = isMany ? drainTold : drain;
  await pool.spread(workers, (take) => work(take, queue));
  sharing = 1;
  if (late.length > 0) await pool.spread(1, (take) => work(take, late));
}

/**
 * The job that a worker was lost over, to be done blank.
 *
 * @throws what cannot even be resolved blank is a fault that no file is to blame for
 */
function givenUp(culprit: GivenJob | undefined, error: WorkerLost): ResolveJob {
  if (!culprit || culprit.job.blank) throw error;
  return { ...culprit.job, fault: error.fault, blank: true };
}

/** Takes the next jobs, from the end, with their graphs. */
function takeBatch(cache: FileCache, from: ResolveJob[]): GivenJob[] {
  const batch: GivenJob[] = [];
  let bytes = 0;
  while (batch.length < batchFiles && bytes < batchBytes) {
    const job = from.pop();
    if (!job) break;
    const stored = cache.graph(job.path);
    if (!stored) throw new Error(`the graph is missing of ${job.path}`);
    bytes += stored.graph.length;
    batch.push({ job, graph: stored.graph, contentHash: stored.hash });
  }
  return batch;
}

/** The jobs of a batch as they are given back: the first will be taken first. */
const jobsOf = (batch: readonly GivenJob[]): ResolveJob[] => batch.map(({ job }) => job).reverse();

/** The project as one worker holds it. */
export class OpenProject {
  readonly worker: ScanWorker;
  readonly #source: ProjectSource;
  readonly #added = new Set<string>();
  #bytes = 0;
  /** What its first files needed; none yet: 0. */
  #firstBytes = 0;
  #pathsByKey: ReadonlyMap<number, readonly string[]> = new Map();
  #opening: Promise<void> | undefined;
  /** Messages that the worker has not answered yet. */
  #untold = 0;

  constructor(worker: ScanWorker, source: ProjectSource) {
    this.worker = worker;
    this.#source = source;
  }

  /** The worker knows everything that it was told. */
  get isTold(): boolean {
    return this.#untold === 0;
  }

  /** Its first files are not done yet. */
  get isNew(): boolean {
    return this.#firstBytes === 0;
  }

  /** Its first files are done: what they needed, most others need too. */
  prove(): void {
    this.#firstBytes ||= this.#bytes;
  }

  /** Whether it holds more than it may, with these. What must be added again whatever comes next is not dropped. */
  isBeyond(bytes: number, paths: ReadonlySet<string> = new Set()): boolean {
    return this.bytesWith(paths) > Math.max(bytes, this.#firstBytes * growth);
  }

  /** Of the offers that were told, and of these. */
  bytesWith(paths: ReadonlySet<string>): number {
    const missing = [...paths].filter((path) => !this.#added.has(path));
    return this.#bytes + missing.reduce((sum, path) => sum + this.#source.cache.offerBytesOf(path), 0);
  }

  /** Once, however often it is asked for. */
  open(): Promise<void> {
    this.#opening ??= this.#open();
    // Of a worker that is lost over it another takes the place.
    this.#opening.catch(() => {});
    return this.#opening;
  }

  async #open(): Promise<void> {
    const { config, cache, rules } = this.#source;
    const outlines = cache.outlines.all();
    await this.#tell({ task: "open", config: { ...config, ...rules() }, outlines }, [outlines.buffer]);
  }

  /** @param transfer buffers that are handed over */
  #tell(task: Task, transfer: readonly ArrayBuffer[]): Promise<void> {
    this.#untold++;
    const telling = this.worker
      .run(task, () => {}, transfer)
      .then(() => {
        this.#untold--;
      });
    // Who does not wait for it hears of a lost worker by what comes behind.
    telling.catch(() => {});
    return telling;
  }

  /** Tells the outlines of files that were read anew since it was opened. */
  renew(paths: Iterable<string>): void {
    const outlines = this.#source.cache.outlines.some(paths);
    void this.#tell({ task: "outline", outlines }, [outlines.buffer]);
  }

  async add(offers: Iterable<StoredOffer>): Promise<void> {
    for (const chunk of chunks(offers)) {
      for (const { path, offer } of chunk) {
        this.#added.add(path);
        this.#bytes += offer.length;
      }
      const buffers = chunk.map(({ offer }) => offer.buffer as ArrayBuffer);
      await this.#tell({ task: "offer", offers: chunk }, buffers);
    }
  }

  /** Notes which files keys are of, alone or together: for `neededBefore`. */
  index(): void {
    this.#pathsByKey = this.#source.cache.byKey();
  }

  /** The files of jobs and, since they most likely still are what is needed, those that they consulted before. */
  neededBefore(batch: readonly GivenJob[]): Set<string> {
    const paths = new Set<string>();
    for (const { path } of batch.map(({ job }) => job)) {
      paths.add(path);
      for (const key of this.#source.cache.consultedBy(path)) {
        for (const other of this.#pathsByKey.get(key) ?? []) paths.add(other);
      }
    }
    return paths;
  }

  /** Adds those that are there and were not added yet; how many. */
  async addNamed(paths: Iterable<string>): Promise<number> {
    const { cache } = this.#source;
    const missing = [...paths].filter((path) => !this.#added.has(path));
    let added = 0;
    const offers = function* (): Generator<StoredOffer> {
      for (const path of missing) {
        const offer = cache.offer(path);
        if (!offer) continue;
        added++;
        yield offer;
      }
    };
    await this.add(offers());
    return added;
  }
}

function* chunks(offers: Iterable<StoredOffer>): Generator<StoredOffer[]> {
  let chunk: StoredOffer[] = [];
  let bytes = 0;
  for (const one of offers) {
    chunk.push(one);
    bytes += one.offer.length;
    if (bytes < offerBytes) continue;
    yield chunk;
    chunk = [];
    bytes = 0;
  }
  if (chunk.length > 0) yield chunk;
}
