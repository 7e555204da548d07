/** Brings a scan to the service: what it lacks, in packs, and then the one request that shows it. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Service } from "#cli/service";
import { DriftError } from "#contract/errors";
import type { BranchHead, OpenAnswer, OpenRequest } from "#contract/push";
import { pushLimits } from "#contract/push-limits";
import { merkleRoot } from "#contract/unit";
import type { DriftDb } from "#engine/scan/drift-db";
import { PushClient } from "./client.ts";
import { type Memory, readMemory, writeMemory } from "./memory.ts";
import { compress, packsOf } from "./packs.ts";

export interface PushOptions {
  readonly folder: string;
  readonly service: Service;
  /** `organisation/project` */
  readonly project: string;
  readonly branch: string;
  readonly force: boolean;
  readonly onProgress?: (state: PushProgress) => void;
}

export interface PushProgress {
  readonly phase: "waiting" | "sending" | "committing";
  readonly sent: number;
  readonly total: number;
  readonly bytes: number;
}

/** The shape that scripts stand on. */
export interface PushResult {
  /** As it is called now, whatever earlier name it was found by. */
  project: string;
  branch: string;
  seq: number;
  unitsTotal: number;
  unitsSent: number;
  bytesSent: number;
  requests: number;
  ms: number;
  upToDate: boolean;
}

/** Requests with a pack that are under way at once: one travels while the service stores another. */
const inFlight = 2;
/** How long another's push is waited for: it is either done by then, or idle and may be taken over. */
const patienceMs = pushLimits.leaseMs + 30_000;
/** Commits that found units gone meanwhile: each round brings them again. */
const rounds = 3;

/** @throws CliError, DriftError: see `src/cli/errors.ts` for the exit code of each. */
export async function push(db: DriftDb, options: PushOptions): Promise<PushResult> {
  const startedAt = performance.now();
  const { folder, service, project, branch } = options;
  const client = new PushClient(service, project);
  const units = db.unitHashes();
  const rootHash = await merkleRoot(units);
  const head = await client.head(branch);
  const memory = readMemory(folder);
  const attempt = attemptOf(memory, options);
  await writeMemory(folder, { ...memory, underWay: { project, branch, attempt, pid: process.pid } });
  const request = requestOf(db, options, units, rootHash, head, memory);
  const opened = await open(client, { ...request, attempt }, units, options);
  const done = (seq: number, unitsSent: number): PushResult => {
    const { requests, bytesSent } = client;
    const ms = Math.round(performance.now() - startedAt);
    return {
      project: opened.project,
      branch,
      seq,
      unitsTotal: units.length,
      unitsSent,
      bytesSent,
      requests,
      ms,
      upToDate: opened.upToDate,
    };
  };
  if (opened.push === null) {
    await writeMemory(folder, { pushed: { rootHash, units } });
    return done(opened.seq, 0);
  }
  const id = opened.push;
  let sent = 0;
  for (let missing = opened.missing, round = 1; ; round++) {
    sent += await send(client, db, id, missing, options);
    options.onProgress?.({ phase: "committing", sent, total: sent, bytes: client.bytesSent });
    try {
      const { seq } = await client.commit(id);
      await writeMemory(folder, { pushed: { rootHash, units } });
      return done(seq, sent);
    } catch (error) {
      if (round === rounds || !(error instanceof DriftError) || error.body.code !== "CONFLICT") throw error;
      const status = await client.status(id);
      if (status.missing.length === 0) throw error;
      missing = status.missing;
    }
  }
}

export interface PushPlan {
  project: string;
  branch: string;
  unitsTotal: number;
  /** What the branch's head does not show: the most that a push would send. */
  units: { hash: string; path: string; bytes: number }[];
  upToDate: boolean;
}

/** What a push would send, at most, without sending it. */
export async function planPush(db: DriftDb, options: PushOptions): Promise<PushPlan> {
  const { service, project, branch } = options;
  const client = new PushClient(service, project);
  const head = await client.head(branch);
  const all = db.unitHashes();
  const there = new Set(head && (await client.units(branch, head.seq)));
  const units: PushPlan["units"] = [];
  for (const { hash, path, line } of db.unitLines(all.filter((hash) => !there.has(hash)))) {
    units.push({ hash, path, bytes: Buffer.byteLength(line) });
  }
  const upToDate = head !== undefined && head.rootHash === (await merkleRoot(all));
  return { project, branch, unitsTotal: all.length, units, upToDate };
}

/** The state of the folder's last scan, told as a change where the head's units are remembered. */
function requestOf(
  db: DriftDb,
  options: PushOptions,
  units: readonly string[],
  rootHash: string,
  head: BranchHead | undefined,
  memory: Memory,
): OpenRequest {
  const { commit, commitTime, dirty, scannedAt, scanner, sourceMode, counts } = db.snapshot();
  const known = head && memory.pushed?.rootHash === head.rootHash ? new Set(memory.pushed.units) : undefined;
  const ours = new Set(units);
  return {
    branch: options.branch,
    ...{ commit, commitTime, dirty, scannedAt, scanner, sourceMode, counts, rootHash },
    parentSeq: head?.seq ?? null,
    units: known
      ? {
          added: units.filter((hash) => !known.has(hash)),
          removed: [...known].filter((hash) => !ours.has(hash)),
        }
      : { all: [...units] },
    force: options.force,
  };
}

/** Opens the push; waits while another one is under way; tells the whole list where the change does not fit. */
async function open(
  client: PushClient,
  request: OpenRequest,
  units: readonly string[],
  { onProgress }: PushOptions,
): Promise<OpenAnswer> {
  const deadline = performance.now() + patienceMs;
  for (let asked = request; ; ) {
    try {
      return await client.open(asked);
    } catch (error) {
      if (!(error instanceof DriftError)) throw error;
      const { code, retryAfterMs } = error.body;
      if (code === "INVALID_ARGUMENT" && !("all" in asked.units)) {
        asked = { ...asked, units: { all: [...units] } };
        continue;
      }
      if (code !== "CONFLICT" || retryAfterMs === undefined || performance.now() > deadline) throw error;
      onProgress?.({ phase: "waiting", sent: 0, total: 0, bytes: client.bytesSent });
      await sleep(Math.min(retryAfterMs + 50, 2_000));
    }
  }
}

/** Sends the units of these hashes and answers how many they were. */
async function send(
  client: PushClient,
  db: DriftDb,
  push: string,
  missing: readonly string[],
  { onProgress }: PushOptions,
): Promise<number> {
  const packs = packsOf(db.unitLines(missing));
  let sent = 0;
  let failure: { error: unknown } | undefined;
  const worker = async () => {
    for (;;) {
      if (failure) return;
      const { value: pack } = await packs.next();
      if (!pack) return;
      await client.pack(push, pack.number, await compress(pack));
      sent += pack.units;
      onProgress?.({ phase: "sending", sent, total: missing.length, bytes: client.bytesSent });
    }
  };
  const guarded = () =>
    worker().catch((error: unknown) => {
      failure ??= { error };
    });
  await Promise.all(Array.from({ length: inFlight }, guarded));
  if (failure) throw (failure as { error: unknown }).error;
  return sent;
}

/**
 * A push that this folder left behind would hold its branch until it counts as idle. Under the same name, the
 * service goes on with it or gives it up; one whose process still runs is let be.
 */
function attemptOf({ underWay }: Memory, { project, branch }: PushOptions): string {
  const isLeft = underWay?.project === project && underWay.branch === branch && !isRunning(underWay.pid);
  return isLeft ? underWay.attempt : randomUUID();
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
