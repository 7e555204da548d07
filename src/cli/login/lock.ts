/**
 * A lock between processes: a file that only one of them can create.
 *
 * It names its holder. It is stale, and may be taken over, when that process is gone from this machine or the file is
 * older than `STALE_MS`, which no holder needs: what is done under it is bounded by time limits of its own. A file that
 * names nobody is of a process that was killed between making and writing it, and stale after `UNWRITTEN_MS`; who was
 * only held up so long finds another's name in it, or nothing, and waits like all others. The file is moved aside before
 * it is removed, so that of two who find it stale neither removes the other's new lock. In the moment between moving a
 * new lock aside and giving it back, a third could take it, too; what is guarded here bears that: the service answers
 * the same refresh twice with the same tokens.
 */
import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CliError } from "#cli/errors";
import { makePrivateFolder } from "./private-files.ts";

export const STALE_MS = 180_000;
/** What stands between making a file and writing a line into it is far less, also on a busy machine. */
export const UNWRITTEN_MS = 3_000;
const PATIENCE_MS = STALE_MS + 30_000;
const PAUSE_MS = 25;

interface Holder {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
}

/** Runs work while no other process runs work under the same path. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await makePrivateFolder(dirname(path));
  const holder: Holder = { id: randomUUID(), host: hostname(), pid: process.pid };
  const text = JSON.stringify(holder);
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await take(path, text))) {
    await breakStale(path);
    if (performance.now() > deadline) {
      throw new CliError("busy", `${path} is held by another drift`, "Wait for it to end, or remove the file.");
    }
    await sleep(PAUSE_MS + Math.random() * PAUSE_MS);
  }
  try {
    return await work();
  } finally {
    // Whoever took it over holds it now.
    if ((await textOf(path)) === text) await rm(path, { force: true });
  }
}

async function take(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: "wx", mode: 0o600 });
    return (await textOf(path)) === text;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Windows says EPERM or EACCES of a file that is just being removed.
    if (code === "EEXIST" || (process.platform === "win32" && (code === "EPERM" || code === "EACCES"))) return false;
    throw new CliError("disk", `${path} cannot be written: ${message}`, "Check who owns the folder.");
  }
}

async function breakStale(path: string): Promise<void> {
  const text = await textOf(path);
  const made = await stat(path).catch(() => undefined);
  if (text === undefined || !made || !isStale(text, Date.now() - made.mtimeMs)) return;
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await textOf(aside)) !== text) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
}

/** An age below zero is a clock that was set back: such a file is taken for as old as can be. */
function isStale(text: string, ageMs: number): boolean {
  if (Math.abs(ageMs) > STALE_MS) return true;
  try {
    const { host, pid } = JSON.parse(text) as Holder;
    return host === hostname() && !isAlive(pid);
  } catch {
    return Math.abs(ageMs) > UNWRITTEN_MS;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const textOf = (path: string): Promise<string | undefined> => readFile(path, "utf8").catch(() => undefined);
