/** The main thread's side of a worker: one task after the other, and a time limit for each of its items. */
import { Worker } from "node:worker_threads";
import { faultOf } from "./read-file.ts";
import type { Fault, Reply, Task, WorkerData } from "./worker-protocol.ts";

/**
 * MiB of stack of a worker. The parsers recurse: `.then()` chains of 80,000 links and 7,000 nested parentheses pass.
 * The module's own stack is 8 MiB, and V8 takes about three bytes of stack for one of those.
 */
const stackSizeMb = 32;

/** A worker that says nothing for so long is taken to hang in the file it is at. */
export const silenceMs = 20_000;

/**
 * On a machine that is busy with something else a worker gets nowhere through no fault of the file's: where the whole
 * process had less than this share of that time of the CPU, it is waited for again, so often at most. What waits for a
 * disk for ever ends as well.
 */
const leastShare = 0.75;
const mostWaits = 6;

/** Milliseconds of CPU that all threads of the process took. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** The worker died, trapped or was ended, and is gone. */
export class WorkerLost extends Error {
  override readonly name = "WorkerLost";
  /** What the item it was at is marked with. */
  readonly fault: Fault;

  constructor(fault: Fault, options?: ErrorOptions) {
    super(fault.message, options);
    this.fault = fault;
  }
}

/** Sources run as they are; a built scan lies in one folder with its worker, `scan-worker.cjs`. */
const entry = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./scan-worker.cjs", import.meta.url);

/** A task that was posted, until all of it is answered. */
interface Running {
  readonly onReply: (reply: Reply) => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class ScanWorker {
  readonly #worker: Worker;
  #silenceMs: number;
  readonly #ready: Promise<WebAssembly.Module>;
  readonly #ended = Promise.withResolvers<void>();
  /** Whether it was given what it starts with: it keeps tasks that come before it is ready. */
  #isGiven = false;
  #lost: WorkerLost | undefined;
  /** The worker is at the first of these; answers come in their order. */
  readonly #running: Running[] = [];
  #silence: NodeJS.Timeout | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #cpuMs = 0;

  /** @param data what the worker starts with, once it is there */
  constructor(data: WorkerData | Promise<WorkerData>, limitMs = silenceMs) {
    this.#silenceMs = limitMs;
    this.#worker = new Worker(entry, { resourceLimits: { stackSizeMb } });
    const ready = Promise.withResolvers<WebAssembly.Module>();
    this.#ready = ready.promise;
    this.#worker.on("message", (reply: Reply) => {
      if (reply.reply === "ready") ready.resolve(reply.module);
      else this.#hear(reply);
    });
    this.#worker.on("error", (error: Error) => this.#lose(new WorkerLost(faultOf(error.message), { cause: error })));
    this.#worker.on("exit", () => this.#lose(new WorkerLost(faultOf("exit"))));
    // A worker without its data is of no use, and that is no fault of what it would have read.
    ready.promise.catch(() => {});
    const begin = (data: WorkerData): void => {
      this.#worker.postMessage(data);
      this.#isGiven = true;
    };
    if (data instanceof Promise) data.then(begin).catch(ready.reject);
    else begin(data);
  }

  /** What it works with, for others to work with as well. Undefined: it was lost before it had it. */
  async module(): Promise<WebAssembly.Module | undefined> {
    return (await Promise.race([this.#ready, this.#ended.promise])) ?? undefined;
  }

  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  /** It was given what it starts with, and has answered all that it was asked. */
  get isIdle(): boolean {
    return this.#isGiven && !this.isLost && this.#running.length === 0;
  }

  /** The process may end although it is there. */
  rest(): void {
    this.#worker.unref();
  }

  /** Gives one that rested to another scan: what it is told from here on is of that scan's folder. */
  begin(data: WorkerData, limitMs = silenceMs): void {
    this.#silenceMs = limitMs;
    this.#worker.ref();
    // Who asks it next hears that it is lost.
    this.run({ task: "begin", data }).catch(() => {});
  }

  /**
   * Does a task, behind those that it was given before; `onReply` hears each item's answer. A worker that has what it
   * starts with is given it before this thread does anything else, ready or not.
   *
   * @param transfer buffers of the task that are handed over instead of copied: they are empty here afterwards
   * @throws WorkerLost and the worker is gone then; whatever was answered before holds.
   */
  async run(
    task: Task,
    onReply: (reply: Reply) => void = () => {},
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<void> {
    if (!this.#isGiven) await Promise.race([this.#ready, this.#ended.promise]);
    if (this.#lost) throw this.#lost;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#running.push({ onReply, resolve, reject });
    if (this.#running.length === 1) this.#awaitAnswer();
    this.#worker.postMessage(task, transfer);
    await promise;
  }

  /** What the worker says of the task that it is at. */
  #hear(reply: Reply): void {
    const running = this.#running[0];
    if (!running || this.#lost) return;
    if (reply.reply === "trapped") {
      this.#lose(new WorkerLost(faultOf(reply.message)));
      return;
    }
    if (reply.reply === "done") {
      this.#running.shift();
      running.resolve();
    } else {
      try {
        running.onReply(reply);
      } catch (error) {
        running.reject(error);
        this.#running[0] = { ...running, onReply: () => {} };
      }
    }
    this.#awaitAnswer();
  }

  /** Waits for the next answer, where one is to come. */
  #awaitAnswer(): void {
    clearTimeout(this.#silence);
    if (this.#running.length > 0) this.#wait(this.#cpuBefore(), 1);
  }

  /**
   * What the process had had of the CPU lately. Asking the system takes a lock that running threads hold: a millisecond
   * on a busy machine, and answers come by the thousand.
   */
  #cpuBefore(): number {
    const now = performance.now();
    if (now - this.#askedAt > this.#silenceMs / 20) {
      this.#askedAt = now;
      this.#cpuMs = cpuMs();
    }
    return this.#cpuMs;
  }

  /** @param before what the process had had of the CPU when the waiting began */
  #wait(before: number, waits: number): void {
    this.#silence = setTimeout(() => {
      const wasIdle = cpuMs() - before < this.#silenceMs * leastShare;
      if (wasIdle && waits < mostWaits) {
        this.#wait(before, waits + 1);
        return;
      }
      const seconds = Math.round((this.#silenceMs * waits) / 1_000);
      this.#lose(new WorkerLost({ kind: "gave_up", message: `not read within ${seconds} seconds` }));
    }, this.#silenceMs);
  }

  #lose(lost: WorkerLost): void {
    this.#lost ??= lost;
    clearTimeout(this.#silence);
    this.#ended.resolve();
    for (const { reject } of this.#running.splice(0)) reject(this.#lost);
    void this.#worker.terminate();
  }

  async close(): Promise<void> {
    this.#lose(new WorkerLost(faultOf("closed")));
    await this.#worker.terminate();
  }
}
