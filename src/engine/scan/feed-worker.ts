/** Keeps a worker at work: it has the next jobs already while this thread takes in what it said of those before. */
import { type ScanWorker, WorkerLost } from "./scan-worker.ts";
import type { Fault, Reply, Task } from "./worker-protocol.ts";

/** Batches that a worker has at once: the one it is at, and what covers for this thread while that is busy. */
const batchesAtOnce = 3;

export interface Feed<Job> {
  /**
   * The next jobs; none: there are no more, or none that may wait behind others.
   *
   * @param isAhead the worker is at other jobs still
   */
  readonly next: (isAhead: boolean) => readonly Job[];
  readonly task: (jobs: readonly Job[]) => Task;
  /** Hears each answer; whether that was the answer to a job. Jobs are answered in their order. */
  readonly onReply: (reply: Reply) => boolean;
}

/** What a worker that was lost leaves. */
export interface Unanswered<Job> {
  /** The job it was at. */
  readonly culprit: Job | undefined;
  /** Those behind it. */
  readonly rest: readonly Job[];
  readonly fault: Fault;
  readonly error: WorkerLost;
}

/** Gives a worker jobs until there are no more, or until it is lost. */
export async function feedWorker<Job>(worker: ScanWorker, feed: Feed<Job>): Promise<Unanswered<Job> | undefined> {
  const posted: { readonly jobs: readonly Job[]; answered: number; readonly done: Promise<void> }[] = [];
  const post = (): void => {
    const jobs = feed.next(posted.length > 0);
    if (jobs.length === 0) return;
    const done = worker.run(feed.task(jobs), (reply) => {
      if (feed.onReply(reply)) batch.answered++;
    });
    // That of a batch behind another is heard by what is left of both.
    done.catch(() => {});
    const batch = { jobs, answered: 0, done };
    posted.push(batch);
  };
  for (;;) {
    for (let free = batchesAtOnce - posted.length; free > 0; free--) post();
    const [first] = posted;
    if (!first) return undefined;
    try {
      await first.done;
    } catch (error) {
      if (!(error instanceof WorkerLost)) throw error;
      const [culprit, ...rest] = posted.flatMap(({ jobs, answered }) => jobs.slice(answered));
      return { culprit, rest, fault: error.fault, error };
    }
    posted.shift();
  }
}
