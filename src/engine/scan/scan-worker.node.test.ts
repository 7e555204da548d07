import { afterEach, expect, test, vi } from "vitest";
import { ScanWorker, WorkerLost } from "./scan-worker.ts";
import { TempFolder } from "./testing/temp-repository.ts";

afterEach(() => void vi.restoreAllMocks());

/** Lets a worker that is given no time to start read a file, on a machine that gives the process so much of the CPU. */
async function readWith(cpuMs: () => number): Promise<{ lost: unknown; asked: number }> {
  const cpu = vi.spyOn(process, "cpuUsage").mockImplementation(() => ({ user: cpuMs() * 1_000, system: 0 }));
  const { path: folder } = new TempFolder({ "a.ts": "a();\n" });
  const worker = new ScanWorker({ folder, generated: false, maxFileBytes: 2 ** 20 }, 1);
  const lost = await worker.run({ task: "read", jobs: [{ path: "a.ts", knownHash: null }] }).catch((error) => error);
  await worker.close();
  return { lost, asked: cpu.mock.calls.length };
}

test("a worker that says nothing is given up once the process had the time", async () => {
  let now = 0;
  const { lost, asked } = await readWith(() => now++);
  expect(lost).toBeInstanceOf(WorkerLost);
  expect(lost).toMatchObject({ fault: { kind: "gave_up" } });
  expect(asked).toBe(2);
});

test("where the machine gives the process none, it is waited for, but not for ever", async () => {
  const { lost, asked } = await readWith(() => 0);
  expect(lost).toBeInstanceOf(WorkerLost);
  expect(asked).toBe(7);
});
