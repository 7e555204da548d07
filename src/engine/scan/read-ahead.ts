/** Files that a worker reads before it is known whether they are listed: they look other than the last scan saw them. */
import type { DatabaseSync } from "node:sqlite";
import type { ListedFile } from "./list-files.ts";
import type { ScanWorker } from "./scan-worker.ts";
import type { WorkerPool } from "./worker-pool.ts";
import type { ReadJob, ReadOutcome } from "./worker-protocol.ts";

/** More are read by several workers, once they are listed. */
const mostAhead = 16;

export class ReadAhead {
  readonly #outcomes = new Map<string, ReadOutcome>();
  readonly #reading: Promise<void>;

  private constructor(worker: ScanWorker, jobs: readonly ReadJob[]) {
    const reading = worker.run({ task: "read", jobs }, (reply) => {
      if (reply.reply === "read") this.#outcomes.set(reply.path, reply.outcome);
    });
    // What a worker was lost over is read again, and told of then.
    this.#reading = reading.catch(() => {});
  }

  /** Undefined: no worker waits, or there is nothing to read, or too much. */
  static begin(db: DatabaseSync, pool: WorkerPool, paths: readonly string[]): ReadAhead | undefined {
    const worker = pool.first;
    if (!worker || paths.length === 0 || paths.length > mostAhead) return undefined;
    const find = db.prepare("select hash from scan_files where path = ?");
    const jobs = paths.map((path) => ({ path, knownHash: (find.get(path)?.hash ?? null) as string | null }));
    return new ReadAhead(worker, jobs);
  }

  /** Answers those files that are listed as they were when they were read; gives back the others. */
  async answer(
    files: readonly ListedFile[],
    onOutcome: (path: string, outcome: ReadOutcome) => void,
  ): Promise<ListedFile[]> {
    await this.#reading;
    return files.filter((file) => {
      const outcome = this.#outcomes.get(file.path);
      if (!outcome || outcome.kind === "gone" || !isSame(file, outcome.state)) return true;
      onOutcome(file.path, outcome);
      return false;
    });
  }
}

type Look = Pick<ListedFile, "size" | "mtime" | "ctime">;

const isSame = (listed: Look, read: Look | null): boolean =>
  listed.size === read?.size && listed.mtime === read.mtime && listed.ctime === read.ctime;
