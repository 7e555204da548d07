/** The workers of a scan: as many as are worth their start, each replaced when it is lost. */
import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { scanDigest } from "#wasm/scan";
import { KeptCode } from "./kept-code.ts";
import { ScanWorker } from "./scan-worker.ts";
import type { SpareWorkers } from "./spare-workers.ts";
import type { WorkerData } from "./worker-protocol.ts";

/**
 * MiB of a worker's half of the young generation from the start, and the factor by which the main thread's grows. What
 * a scan allocates in JavaScript is short-lived: with V8's own sizes much of it is copied before it is let go.
 */
const youngMiB = 8;
const youngGrowth = 8;

/**
 * Percent by which old objects may outgrow what was alive before they are looked through again. Of what a scan holds
 * little lives on: with V8's own factor, up to four, most of a large repository's memory was garbage. A small scan ends
 * before that pays: it is a tenth of the CPU of one after an edit.
 */
const oldGrowthPercent = 50;

/**
 * How often a function has run, or a loop turned, before V8 compiles it for speed. Of a scan's JavaScript little runs
 * long enough: with V8's own counts a tenth of its CPU went into that, as of the module's code (`wasm/scan.node.js`).
 */
const runsBeforeSpeed = 100_000;
const turnsBeforeSpeed = 30_000;

/** 0: as V8 thinks best. */
const oldGrowth = (percent: number): string => `--heap-growing-percent=${percent}`;

/** More would wait for one disk and for the one thread that writes. */
const maxWorkers = 8;

export interface PoolOptions {
  /** At most so many; as many as there are cores where it is not given. */
  readonly workers?: number | undefined;
  /** Milliseconds without an answer after which a file is given up. */
  readonly silenceMs?: number | undefined;
  /** Where workers wait for the next scan of this process; else they end with this one. */
  readonly spare?: SpareWorkers | undefined;
}

export class WorkerPool {
  readonly #data: WorkerData;
  /** That of the worker that started first: once is enough to compile it, and its thread is the one that waits for it. */
  #module: Promise<WebAssembly.Module | undefined> | undefined;
  readonly #options: PoolOptions;
  readonly #idle: ScanWorker[] = [];
  readonly #all = new Set<ScanWorker>();
  #isClosed = false;
  /** How many workers may be at work at once. */
  readonly limit: number;

  /** @param data what workers start with */
  constructor(data: WorkerData, options: PoolOptions = {}) {
    this.#data = data;
    this.#options = options;
    this.limit = Math.min(options.workers ?? availableParallelism(), maxWorkers);
    // Before any worker starts, and before the main thread has allocated much.
    setFlagsFromString(oldGrowth(0));
    setFlagsFromString(`--min-semi-space-size=${youngMiB}`);
    setFlagsFromString(`--semi-space-growth-factor=${youngGrowth}`);
    // What survives is little: threads that share in copying it wait for each other longer than one takes alone.
    setFlagsFromString("--no-parallel-scavenge");
    setFlagsFromString(`--invocation-count-for-turbofan=${runsBeforeSpeed}`);
    setFlagsFromString(`--invocation-count-for-osr=${turnsBeforeSpeed}`);
  }

  /** Starts a worker ahead of its first task. */
  warm(): void {
    this.#idle.push(this.#start());
  }

  /**
   * Runs `work` on up to so many workers at once. Each `work` has a worker of its own, which it takes anew for every
   * task: where the one before was lost, it is another.
   */
  async spread(wanted: number, work: (take: () => ScanWorker) => Promise<void>): Promise<void> {
    const workers = Math.max(1, Math.min(wanted, this.limit));
    if (wanted > 1) this.#grow();
    await Promise.all(
      Array.from({ length: workers }, async () => {
        let current = this.#idle.pop() ?? this.#start();
        try {
          await work(() => {
            if (current.isLost) current = this.#start();
            return current;
          });
        } finally {
          if (!current.isLost) this.#idle.push(current);
        }
      }),
    );
  }

  /** Of much work: what V8 compiled for it is of use to the next scan. */
  #isMuch = false;

  #grow(): void {
    this.#isMuch = true;
    // Kept code is of the flags that it was made with: it is taken first.
    void this.#module?.then(() => setFlagsFromString(oldGrowth(oldGrowthPercent)));
  }

  /** Keeps the code that V8 made, if there was enough to do and a worker is still there. */
  async keepCode(): Promise<void> {
    const worker = this.#isMuch && this.#data.codeFolder !== undefined ? this.first : undefined;
    if (!worker) return;
    setFlagsFromString(oldGrowth(0));
    await worker.run({ task: "keep" }).catch(() => {});
  }

  /** Keeps what V8 still compiles when all workers have ended. */
  async keepLast(): Promise<void> {
    const module = await this.#module?.catch(() => undefined);
    const { codeFolder } = this.#data;
    if (!module || codeFolder === undefined) return;
    setFlagsFromString(oldGrowth(0));
    const { openScanModule } = await import("#engine/scan-module");
    await new KeptCode(codeFolder, scanDigest()).keepLast(module, () => openScanModule(module).entry);
  }

  /** The worker that work is given to first, where one waits. */
  get first(): ScanWorker | undefined {
    return this.#idle.at(-1);
  }

  /** Ends workers that wait, and with them the memory they hold, until no more than so many are left. */
  async rest(keep: number): Promise<void> {
    const spare = this.#idle.splice(0, Math.max(0, this.#idle.length - keep));
    await Promise.all(spare.map((worker) => this.#end(worker)));
  }

  #start(): ScanWorker {
    if (this.#isClosed) throw new Error("the pool is closed");
    const { silenceMs, spare } = this.#options;
    let worker = spare?.take();
    if (worker) worker.begin(this.#data, silenceMs);
    else {
      const module = this.#module;
      const data = module ? module.then((module) => ({ ...this.#data, module })) : this.#data;
      worker = new ScanWorker(data, silenceMs);
    }
    this.#module ??= worker.module();
    this.#all.add(worker);
    return worker;
  }

  /** Ends all workers, at work or not. After little work those that are not may wait for the next scan instead. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((worker) => this.#end(worker)));
  }

  async #end(worker: ScanWorker): Promise<void> {
    this.#all.delete(worker);
    const waits = !this.#isMuch && worker.isIdle && this.#options.spare?.give(worker);
    if (!waits) await worker.close();
  }
}
