import { rmSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { scan } from "./scan.ts";
import { dumpDb } from "./testing/dump-db.ts";
import { TempFolder, TempRepository } from "./testing/temp-repository.ts";
import { watch } from "./watch.ts";

/** Watches until the test ends; `settled` waits until the folder's facts are those of a full scan. */
function start(folder: TempFolder, poll: boolean) {
  const stop = new AbortController();
  const troubles: string[] = [];
  let scans = 0;
  const options = {
    folder: folder.path,
    sourceMode: "snippets",
    generated: false,
    scanner: "test",
    workers: 1,
  } as const;
  const running = watch({
    folder: folder.path,
    poll,
    pollMs: 150,
    signal: stop.signal,
    onTrouble: (error) => troubles.push(String(error)),
    scan: async () => {
      scans++;
      return await scan(options);
    },
  });
  const end = async (): Promise<void> => {
    stop.abort();
    await running;
  };
  onTestFinished(end);
  const until = async (isSo: (symbols: readonly string[]) => boolean): Promise<void> => {
    for (let tries = 0; tries < 200; tries++) {
      if (scans > 0 && isSo(symbolsOf(folder))) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`the watch did not get there: ${symbolsOf(folder).join(" ")} ${troubles.join("; ")}`);
  };
  return { until, end, troubles, count: () => scans };
}

function symbolsOf(folder: TempFolder): string[] {
  try {
    return (dumpDb(folder.path).symbols ?? []).map((row) => String((row as { id: string }).id));
  } catch {
    // The first scan has not made it yet.
    return [];
  }
}

for (const poll of [false, true]) {
  test(`a watch ${poll ? "that looks" : "by events"} follows saves, new folders, removals and branches`, async () => {
    const repository = new TempRepository({ "a.ts": "export function one() {}\n" });
    const { until, end, troubles } = start(repository, poll);
    await until((symbols) => symbols.includes("a.ts#one"));
    repository.write({ "a.ts": "export function two() {}\n" });
    await until((symbols) => symbols.includes("a.ts#two") && !symbols.includes("a.ts#one"));
    repository.write({ "new/deep/b.ts": "export function b() {}\n" });
    await until((symbols) => symbols.includes("new/deep/b.ts#b"));
    repository.write({ "new/deep/b.ts": "export function c() {}\n" });
    await until((symbols) => symbols.includes("new/deep/b.ts#c"));
    rmSync(repository.at("new"), { recursive: true });
    await until((symbols) => !symbols.some((id) => id.startsWith("new/")));
    repository.git("checkout", "-q", "-b", "other");
    repository.write({ "d.ts": "export function d() {}\n" }).commit("d");
    await until((symbols) => symbols.includes("d.ts#d"));
    repository.git("stash", "-q");
    repository.git("checkout", "-q", "main");
    await until((symbols) => symbols.includes("a.ts#one") && !symbols.includes("d.ts#d"));
    expect(troubles).toEqual([]);
    await end();
  });
}

test("a burst of saves is a few scans, and the last one counts", async () => {
  const folder = new TempFolder({ "a.ts": "export function f0() {}\n" });
  const { until, count } = start(folder, false);
  await until((symbols) => symbols.length > 0);
  for (let at = 1; at <= 300; at++) folder.write({ "a.ts": `export function f${at}() {}\n` });
  await until((symbols) => symbols.includes("a.ts#f300"));
  expect(count()).toBeLessThan(20);
});
