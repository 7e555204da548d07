/** Workers that wait between the scans of one process: the next scan need not start one, nor read the rules again. */
import type { ScanWorker } from "./scan-worker.ts";

export class SpareWorkers {
  readonly #waiting: ScanWorker[] = [];
  readonly #most: number;

  /** @param most so many wait at most, each with the memory that its last scan took */
  constructor(most = 1) {
    this.#most = most;
  }

  /** One that waits; undefined: none does. */
  take(): ScanWorker | undefined {
    let worker = this.#waiting.pop();
    while (worker?.isLost) worker = this.#waiting.pop();
    return worker;
  }

  /** Has a worker wait that has nothing to do; whether there is room for it. The process ends although it waits. */
  give(worker: ScanWorker): boolean {
    if (this.#waiting.length >= this.#most) return false;
    worker.rest();
    this.#waiting.push(worker);
    return true;
  }

  /** Ends those that wait. */
  async close(): Promise<void> {
    await Promise.all(this.#waiting.splice(0).map((worker) => worker.close()));
  }
}
