import { expect, test } from "vitest";
import { feedWorker } from "./feed-worker.ts";
import { ScanWorker } from "./scan-worker.ts";
import { TempFolder } from "./testing/temp-repository.ts";
import type { ReadJob } from "./worker-protocol.ts";

const names = ["a.ts", "b.ts", "c.ts", "d.ts", "e.ts"];

/** Has five files read, one a batch; `onRead` hears of each. */
async function feed(onRead: (path: string, worker: ScanWorker) => void) {
  const folder = new TempFolder(Object.fromEntries(names.map((name) => [name, "f();\n"])));
  const worker = new ScanWorker({ folder: folder.path, generated: false, maxFileBytes: 2 ** 20 });
  const queue = names.map((path): ReadJob => ({ path, knownHash: null }));
  const asked: boolean[] = [];
  try {
    const lost = await feedWorker(worker, {
      next: (isAhead) => {
        asked.push(isAhead);
        return queue.splice(0, 1);
      },
      task: (jobs) => ({ task: "read", jobs }),
      onReply: (reply) => {
        if (reply.reply !== "read") return false;
        onRead(reply.path, worker);
        return true;
      },
    });
    return { lost, asked, left: queue.map(({ path }) => path) };
  } finally {
    await worker.close();
  }
}

test("a worker has its next jobs while it is at others, and all are answered in their order", async () => {
  const read: string[] = [];
  const { lost, asked } = await feed((path) => read.push(path));
  expect(lost).toBeUndefined();
  expect(read).toEqual(names);
  expect(asked.slice(0, 3)).toEqual([false, true, true]);
});

test("a lost worker leaves the job that it was at, and those that it had behind it", async () => {
  const { lost, left } = await feed((path, worker) => {
    if (path === "b.ts") void worker.close();
  });
  expect(lost?.culprit?.path).toBe("c.ts");
  expect(lost?.rest.map(({ path }) => path)).toEqual(["d.ts"]);
  expect(left).toEqual(["e.ts"]);
});

test("what hearing an answer failed with is told", async () => {
  const fails = feed(() => {
    throw new RangeError("no room");
  });
  await expect(fails).rejects.toThrow("no room");
});
