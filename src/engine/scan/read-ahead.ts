/** Files that a worker reads before it is known whether they are listed: they look other than the last scan saw them. */
import type { DatabaseSync } from "node:sqlite";
import type { ListedFile } from "./list-files.ts";
import type { WorkerPool } from "./worker-pool.ts";
import type { ReadJob, ReadOutcome } from "./worker-protocol.ts";

/** More are read by several workers, once they are listed. */
const mostAhead = 16;

export class ReadAhead {
  readonly #db: DatabaseSync;
  readonly #pool: WorkerPool;
  readonly #begun = new Set<string>();
  readonly #outcomes = new Map<string, ReadOutcome>();
  #reading: Promise<unknown> = Promise.resolve();

  constructor(db: DatabaseSync, pool: WorkerPool) {
    this.#db = db;
    this.#pool = pool;
  }

  /** Whether anything is read ahead. */
  get isAny(): boolean {
    return this.#begun.size > 0;
  }

  /** Has those read that are not read yet; none of them where no worker waits, or where they are too many. */
  begin(paths: readonly string[]): void {
    const worker = this.#pool.first;
    const anew = paths.filter((path) => !this.#begun.has(path));
    if (!worker || anew.length === 0 || this.#begun.size + anew.length > mostAhead) return;
    for (const path of anew) this.#begun.add(path);
    const find = this.#db.prepare("select hash from scan_files where path = ?");
    const jobs = anew.map((path): ReadJob => ({ path, knownHash: (find.get(path)?.hash ?? null) as string | null }));
    const reading = worker.run({ task: "read", jobs }, (reply) => {
      if (reply.reply === "read") this.#outcomes.set(reply.path, reply.outcome);
    });
    // What a worker was lost over is read again, and told of then.
    this.#reading = Promise.allSettled([this.#reading, reading]);
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
