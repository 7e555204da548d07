/**
 * `drift scan` is killed at random moments: what the last scan found stays readable, and the next one ends as a
 * first one would. `DRIFT_KILLS` and the others are told in `kill.test.ts`.
 */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runDrift, startDrift } from "#cli/testing/run-drift";
import { DriftDb } from "#engine/scan/drift-db";
import { driftDbPath } from "#engine/scan/drift-folder";
import { dumpDb } from "#engine/scan/testing/dump-db";
import { ChangingRepository } from "#harness/changing-repository";
import { temporaryFolder } from "#harness/edge";
import { kills, Random, tell } from "#harness/random";

const random = new Random(kills.seed);
let home: Awaited<ReturnType<typeof temporaryFolder>>;
let repository: ChangingRepository;
/** Milliseconds that a scan after an edit takes when it is left alone. */
let life = 1_500;

/** Gives the milliseconds it took. */
async function scan(): Promise<number> {
  const startedAt = performance.now();
  const { code, stderr } = await runDrift(["scan", repository.folder, "--quiet"]);
  expect(code, stderr).toBe(0);
  // Nothing was set aside and built anew.
  expect(stderr).toBe("");
  return performance.now() - startedAt;
}

/** Milliseconds after which it was killed; undefined: it had ended. */
async function killedScan(): Promise<number | undefined> {
  const { process, ended } = startDrift(["scan", repository.folder, "--quiet"]);
  const at = random.next() * life;
  const isDone = await Promise.race([sleep(at, false), ended.then(() => true)]);
  process.kill("SIGKILL");
  await ended;
  return isDone ? undefined : Math.round(at);
}

/** Whether a scan is there for whoever reads; nothing but that there is none may be wrong with it. */
function isReadable(): boolean {
  try {
    DriftDb.open(repository.folder).close();
    return true;
  } catch (error) {
    expect(error).toMatchObject({ kind: "no_scan" });
    return false;
  }
}

/** The facts of the last scan that ended; undefined where there was none. */
function readable(): Record<string, unknown[]> | undefined {
  if (!existsSync(driftDbPath(repository.folder))) return undefined;
  const isScanned = isReadable();
  const db = new DatabaseSync(driftDbPath(repository.folder), { readOnly: true });
  try {
    expect(db.prepare("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    if (!isScanned) return undefined;
  } finally {
    db.close();
  }
  const dump = dumpDb(repository.folder);
  return dump.meta?.length ? dump : undefined;
}

beforeAll(async () => {
  home = await temporaryFolder();
  repository = new ChangingRepository(join(home.folder, "shop"), random, kills.repository);
  tell(`scan: seed ${kills.seed}, ${kills.rounds} rounds`);
});
afterAll(() => home.remove());

it(
  "leaves the last scan or the new one, and is made good by the next",
  async () => {
    let before: Record<string, unknown[]> | undefined;
    for (let round = 1; round <= kills.rounds; round++) {
      if (round > 1) repository.edit();
      const at = await killedScan();
      const left = readable();
      const ms = await scan();
      if (round > 1) life = (life + ms) / 2;
      const after = readable();
      const isOld = Buffer.from(JSON.stringify(left ?? null)).equals(Buffer.from(JSON.stringify(before ?? null)));
      tell(
        `${round}: scan ${at === undefined ? "was over" : `killed after ${at} ms`} of about ${Math.round(life)}; ${isOld ? "old" : "new"} facts left`,
      );
      if (!isOld) expect(left).toEqual(after);
      rmSync(join(repository.folder, ".drift"), { recursive: true });
      await scan();
      const fresh = readable();
      expect(Object.keys(fresh ?? {})).toEqual(Object.keys(after ?? {}));
      for (const [table, rows] of Object.entries(fresh ?? {})) expect(after?.[table], table).toEqual(rows);
      before = fresh;
    }
    expect(before?.calls?.length).toBeGreaterThan(100);
  },
  30_000 + kills.rounds * 30_000,
);
