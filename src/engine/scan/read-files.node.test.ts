import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Unit } from "#contract/unit";
import { openScanModule } from "#engine/scan-module";
import { compileScan } from "#wasm/scan";
import { FileReader } from "./read-file.ts";
import { readFiles, type SizedJob } from "./read-files.ts";
import { ScanWorker, WorkerLost } from "./scan-worker.ts";
import { TempFolder } from "./testing/temp-repository.ts";
import { WorkerPool } from "./worker-pool.ts";
import type { ReadOutcome, WorkerData } from "./worker-protocol.ts";

const module = compileScan();
const dataOf = (folder: TempFolder): WorkerData => ({
  folder: folder.path,
  generated: false,
  maxFileBytes: 2 ** 20,
});

async function readAll(folder: TempFolder, jobs: readonly SizedJob[]): Promise<Map<string, ReadOutcome>> {
  const pool = new WorkerPool(dataOf(folder), { workers: 2 });
  const outcomes = new Map<string, ReadOutcome>();
  try {
    await readFiles(pool, jobs, (path, outcome) => {
      expect(outcomes.has(path)).toBe(false);
      outcomes.set(path, outcome);
    });
  } finally {
    await pool.close();
  }
  return outcomes;
}

test("every file is answered once, by however many workers", async () => {
  const paths = Array.from({ length: 200 }, (_, at) => `f${at}.ts`);
  const folder = new TempFolder(Object.fromEntries(paths.map((path, at) => [path, `f(${at});\n`.repeat(at * 5)])));
  const outcomes = await readAll(
    folder,
    paths.map((path, at) => ({ path, size: at * 30, knownHash: null })),
  );
  expect([...outcomes.keys()].sort()).toEqual([...paths].sort());
  expect([...outcomes.values()].every(({ kind }) => kind === "read")).toBe(true);
});

test("a file that is gone, became a link or is known by its hash is told as such", async () => {
  const folder = new TempFolder({ "a.ts": "a();\n", "b.ts": "" });
  const first = await readAll(folder, [{ path: "a.ts", size: 5, knownHash: null }]);
  const read = first.get("a.ts");
  const knownHash = read?.kind === "read" ? read.hash : null;
  const jobs = ["a.ts", "gone.ts", "b.ts/c.ts"].map((path) => ({ path, size: 5, knownHash }));
  const outcomes = await readAll(folder, jobs);
  expect([...outcomes].map(([path, { kind }]) => `${path} ${kind}`).sort()).toEqual([
    "a.ts same",
    "b.ts/c.ts gone",
    "gone.ts gone",
  ]);
});

test("line ends and encodings are taken as they are", async () => {
  const code = "export function caf\u00e9(): void {\n  caf\u00e9();\n}\n";
  const utf16 = Buffer.from(`\ufeff${code}`, "utf16le");
  const files = {
    "lf.ts": code,
    "crlf.ts": code.replaceAll("\n", "\r\n"),
    "bom.ts": `\ufeff${code}`,
    "utf16le.ts": utf16,
    "utf16be.ts": Buffer.from(utf16).swap16(),
    "latin1.ts": Buffer.from(code, "latin1"),
    "utf16-without-mark.ts": utf16.subarray(2),
  };
  const folder = new TempFolder({});
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder.path, path), content);
  const outcomes = await readAll(
    folder,
    Object.keys(files).map((path) => ({ path, size: 80, knownHash: null })),
  );
  const scanModule = openScanModule(module);
  const project = scanModule.openProject({ files: Object.keys(files), configs: [], excerpts: true });
  const facts = (path: string): string => {
    const outcome = outcomes.get(path);
    if (outcome?.kind !== "read") return outcome?.kind === "skipped" ? outcome.reason : "none";
    const resolved = project.resolve(outcome.graph, outcome.hash);
    if ("needs" in resolved) return "needs";
    const { rows } = JSON.parse(new TextDecoder().decode(resolved.unit)) as Unit;
    const names = (rows.symbols ?? []).map((row) => row[2]);
    return `${names.join()} ${JSON.stringify(resolved.counts.exact)} ${(rows.problems ?? []).map((row) => row[1]).join()}`;
  };
  expect(Object.fromEntries(Object.keys(files).map((path) => [path, facts(path)]))).toEqual({
    "lf.ts": "caf\u00e9 1 ",
    "crlf.ts": "caf\u00e9 1 ",
    "bom.ts": "caf\u00e9 1 ",
    "utf16le.ts": "caf\u00e9 1 ",
    "utf16be.ts": "caf\u00e9 1 ",
    "latin1.ts": "caf_ 1 encoding",
    "utf16-without-mark.ts": "binary",
  });
});

test.runIf(existsSync("/proc/self/mem"))("a file whose bytes cannot be had is told as unreadable", () => {
  // Whoever reads it, and as whom: the start of a process's memory is not there.
  const reader = new FileReader({ module, folder: "/proc/self", generated: false, maxFileBytes: 2 ** 20 });
  const outcome = reader.read({ path: "mem", knownHash: null });
  expect(outcome).toEqual({ kind: "skipped", reason: "unreadable", state: null });
});

test("a worker that says nothing for too long is ended, and says what it was lost to", async () => {
  const folder = new TempFolder({ "heavy.ts": `x = [${"a.b(c => d(e, { f: [g] })),".repeat(35_000)}];\n` });
  const worker = new ScanWorker(dataOf(folder), 1);
  const run = worker.run({ task: "read", jobs: [{ path: "heavy.ts", knownHash: null }] });
  await expect(run).rejects.toThrow(WorkerLost);
  await expect(run).rejects.toMatchObject({ fault: { kind: "gave_up" } });
  expect(worker.isLost).toBe(true);
  await worker.close();
});

test("tasks that are given at once are done one after the other, and a lost worker fails all of them", async () => {
  const folder = new TempFolder({ "a.ts": "a();\n", "b.ts": "b();\n" });
  const worker = new ScanWorker(dataOf(folder));
  const said: string[] = [];
  const read = (path: string) =>
    worker.run({ task: "read", jobs: [{ path, knownHash: null }] }, (reply) => {
      if (reply.reply === "read") said.push(reply.path);
    });
  const done = (name: string) => (): unknown => said.push(name);
  const failing = worker.run({ task: "read", jobs: [{ path: "a.ts", knownHash: null }] }, () => {
    throw new Error("who hears it fails");
  });
  const failed = failing.catch(({ message }: Error) => said.push(message));
  await Promise.all([failed, read("a.ts").then(done("first")), read("b.ts").then(done("second"))]);
  expect(said).toEqual(["who hears it fails", "a.ts", "first", "b.ts", "second"]);
  const lost = [read("a.ts"), read("b.ts")].map((run) => expect(run).rejects.toThrow(WorkerLost));
  await worker.close();
  await Promise.all(lost);
});

test("a file that brought a worker down is read as blank: it keeps its size, lines and language", async () => {
  const folder = new TempFolder({ "a.ts": "export const a = 1;\r\nb();\n", run: "#!/usr/bin/env node\nb();\n" });
  const fault = { kind: "gave_up", message: "not read within 20 seconds" } as const;
  const jobs = ["a.ts", "run"].map((path) => ({ path, size: 30, knownHash: null, fault }));
  const outcomes = await readAll(folder, jobs);
  expect(outcomes.get("a.ts")).toMatchObject({ kind: "read", language: "typescript", fault });
  expect(outcomes.get("run")).toMatchObject({ kind: "read", language: "javascript", fault });
});

test("translations of Qt are no TypeScript", async () => {
  const folder = new TempFolder({
    "a.ts": '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS/>\n',
    "b.ts": "\ufeff<!DOCTYPE TS>\n",
    "c.ts": "<T>(a: T) => a;\n",
  });
  const jobs = ["a.ts", "b.ts", "c.ts"].map((path) => ({ path, size: 60, knownHash: null }));
  const outcomes = await readAll(folder, jobs);
  const told = [...outcomes].map(([path, one]) => `${path} ${one.kind === "skipped" ? one.reason : one.kind}`);
  expect(told.sort()).toEqual(["a.ts unsupported", "b.ts unsupported", "c.ts read"]);
});
