/**
 * `npm run soak:watch -- DIR`: a watch of a copy of a repository through a branch switch, a rebase and a thousand quick
 * saves; then the database is compared with a full scan's, table by table.
 */
import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { driftDbPath } from "#engine/scan/drift-folder";
import { dumpDb } from "#engine/scan/testing/dump-db";

const saves = 1_000;
const source = resolve(process.argv[2] ?? new URL("../test/fixtures/repository", import.meta.url).pathname);
const work = mkdtempSync(join(tmpdir(), "drift-watch-"));
const folder = join(work, "repository");
const entry = new URL("../bin/drift.js", import.meta.url).pathname;

const git = (...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: folder, encoding: "utf8" });
const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

function paths(): string[] {
  const db = new DatabaseSync(driftDbPath(folder), { readOnly: true });
  const rows = db.prepare("select path from scan_files where reason is null order by path").all() as { path: string }[];
  db.close();
  return rows.map(({ path }) => path);
}

/** Digests of all that the database says, but for when it was written. */
const dump = (): Record<string, string> =>
  Object.fromEntries(Object.entries(dumpDb(folder)).map(([table, rows]) => [table, JSON.stringify(rows)]));

async function main(): Promise<void> {
  cpSync(source, folder, { recursive: true, filter: (path) => !/[/\\](?:node_modules|\.drift|\.git)$/.test(path) });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "feat: all");
  const scans: { ms: number; units: { changed: number } }[] = [];
  const child = spawn(process.execPath, ["--no-warnings", entry, "watch", folder, "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (bytes: Buffer) => {
    text += bytes;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      scans.push(JSON.parse(text.slice(0, end)));
      text = text.slice(end + 1);
    }
  });
  const settle = async (): Promise<void> => {
    for (let seen = -1; seen !== scans.length || seen === 0; await wait(3_000)) seen = scans.length;
  };
  const ended = new Promise((done) => child.once("exit", done));
  try {
    await settle();
    console.log(`first scan: ${scans[0]?.ms} ms`);
    const files = paths();
    const pick = (at: number): string => join(folder, files[(at * 7919) % files.length] as string);
    git("checkout", "-qb", "other");
    for (let at = 0; at < 10; at++) appendFileSync(pick(at), "\n\n");
    git("commit", "-qam", "fix: ends of files");
    rmSync(pick(11));
    git("commit", "-qam", "refactor: one file less");
    git("checkout", "-q", "main");
    appendFileSync(pick(20), "\n\n\n");
    git("commit", "-qam", "fix: another end");
    git("checkout", "-q", "other");
    git("rebase", "-q", "main");
    await settle();
    console.log(`after branches and a rebase: ${scans.length} scans`);
    const before = scans.length;
    const start = performance.now();
    for (let at = 0; at < saves; at++) {
      const path = pick(at % 5);
      writeFileSync(path, `${readFileSync(path, "utf8")}${at % 40 === 0 ? "\n" : " "}`);
      if (at % 10 === 0) await wait(5);
    }
    console.log(`${saves} saves in ${Math.round(performance.now() - start)} ms`);
    await settle();
    console.log(`${scans.length - before} scans for them`);
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
  const watched = dump();
  execFileSync(process.execPath, ["--no-warnings", entry, "scan", folder, "--full", "--quiet"], { stdio: "ignore" });
  const full = dump();
  const differing = Object.keys(full).filter((table) => full[table] !== watched[table]);
  if (differing.length > 0) throw new Error(`the watch ended otherwise than a full scan: ${differing.join(", ")}`);
  console.log(`equal to a full scan in ${Object.keys(full).length} tables`);
}

try {
  await main();
} finally {
  rmSync(work, { recursive: true, force: true });
}
