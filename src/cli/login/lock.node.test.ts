import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { expect, test } from "vitest";
import { TempFolder } from "#engine/scan/testing/temp-repository";
import { STALE_MS, UNWRITTEN_MS, withLock } from "./lock.ts";

const holder = (pid: number, host = hostname()) => JSON.stringify({ id: "another", host, pid });
const age = (path: string, ms: number) => {
  const then = new Date(Date.now() - ms);
  utimesSync(path, then, then);
};

test("work under one path never overlaps, and leaves nothing", async () => {
  const folder = new TempFolder();
  let inside = 0;
  const seen: number[] = [];
  const work = async () => {
    inside += 1;
    seen.push(inside);
    await new Promise((resolve) => setImmediate(resolve));
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 20 }, () => withLock(folder.at("a/x.lock"), work)));
  expect(seen).toEqual(seen.map(() => 1));
  expect(readdirSync(folder.at("a"))).toEqual([]);
});

test("the lock is given back where work fails", async () => {
  const path = new TempFolder().at("x.lock");
  await expect(withLock(path, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await withLock(path, async () => 1)).toBe(1);
});

test("many who find a lock of a process that is gone take it over one after the other", async () => {
  const folder = new TempFolder({ "x.lock": holder(spawnSync(process.execPath, ["-e", "0"]).pid) });
  let inside = 0;
  await Promise.all(
    Array.from({ length: 20 }, () =>
      withLock(folder.at("x.lock"), async () => {
        inside += 1;
        expect(inside).toBe(1);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
      }),
    ),
  );
  expect(readdirSync(folder.path)).toEqual([]);
});

test.each([
  ["another machine", holder(1, "elsewhere"), STALE_MS],
  ["a process that was killed before it wrote its name", "", UNWRITTEN_MS],
])("a lock of %s is taken over by its age alone", async (_, text, ms) => {
  const folder = new TempFolder({ "x.lock": text });
  let isIn = false;
  const waiting = withLock(folder.at("x.lock"), async () => {
    isIn = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect([isIn, readFileSync(folder.at("x.lock"), "utf8")]).toEqual([false, text]);
  age(folder.at("x.lock"), ms + 1_000);
  await waiting;
  expect(isIn).toBe(true);
});

test("a process that is killed as soon as the file stands holds up nobody for long", async () => {
  const folder = new TempFolder({ "x.lock": "" });
  const startedAt = performance.now();
  expect(await withLock(folder.at("x.lock"), async () => readFileSync(folder.at("x.lock"), "utf8"))).toContain("pid");
  expect(performance.now() - startedAt).toBeLessThan(STALE_MS / 2);
  expect(readdirSync(folder.path)).toEqual([]);
});

test("who was taken over does not take away the lock of who holds it now", async () => {
  const path = new TempFolder().at("x.lock");
  await withLock(path, async () => writeFileSync(path, holder(process.pid)));
  expect(readFileSync(path, "utf8")).toBe(holder(process.pid));
});
