/**
 * A scan: from a folder to `.drift/drift.db`.
 *
 * 1. Look whether anything may have changed: paths, their stamps, settings, HEAD (`kept-listing.ts`). Where nothing did,
 *    what the last scan found still holds, and nothing else of what follows is even loaded (`renew.ts`).
 * 2. List the files (`list-files.ts`).
 * 3. Read those that may have changed, in workers: content hash, and the graph of what is new (`read-files.ts`).
 * 4. Make units, in workers: of what changed, and of everything where something changed that any file may depend on,
 *    an interface, the set of paths or a configuration (`resolve-files.ts`).
 * 5. Write the units that differ. Packages and commits are units of their own.
 * 6. Derive what several files say together (`derive/`): units of their own too. Patterns come last: they ask the history.
 *
 * What comes out is a function of the tree, HEAD, the settings and the scan module: never of what was there before.
 */
import { existsSync, rmSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { scanDigest } from "#wasm/scan";
import { digest } from "./digest.ts";
import { explain, openForScan, readSnapshot, type Snapshot, setAside, settle, writeSnapshot } from "./drift-db.ts";
import { driftDbPath } from "./drift-folder.ts";
import type { FileScanOptions } from "./file-scan.ts";
import { type FoundHead, findRepository, type Head, listTracked, namesOf, noHead, readHead, readState } from "./git.ts";
import { cacheFolder } from "./kept-code.ts";
import { askedOf, KeptListing } from "./kept-listing.ts";
import { ReadAhead } from "./read-ahead.ts";
import { defaultMaxFileBytes } from "./read-file.ts";
import { rulesDigest } from "./rules-digest.ts";
import { ScanError } from "./scan-error.ts";
import { createHistoryIndexes } from "./schema.ts";
import { readProjectFile } from "./selection/project-file.ts";
import { foldersOf, stampOf } from "./stamp.ts";
import { type PoolOptions, WorkerPool } from "./worker-pool.ts";
import type { GeneratedRead } from "./worker-protocol.ts";

export interface ScanOptions extends PoolOptions, FileScanOptions {
  /** Whether files that tools wrote are read too. */
  readonly generated: GeneratedRead;
  /** Bytes of the largest file that is read. */
  readonly maxFileBytes?: number | undefined;
  /** `drift-edge 0.1.0` */
  readonly scanner: string;
  /** Forget what the last scan knows. */
  readonly full?: boolean;
  /** Ends it before it is done: the database is then as it was. */
  readonly signal?: AbortSignal | undefined;
}

export interface ScanResult {
  readonly db: string;
  readonly snapshot: Snapshot;
  /** Paths looked at: read or skipped. */
  readonly seen: number;
  readonly units: { readonly total: number; readonly changed: number };
  readonly ms: number;
  /** What the user should know: no repository, a database built anew. */
  readonly notes: readonly string[];
  /** What the folder looked like: `stamp.ts`. */
  readonly stamp: () => string;
  /** The folders that the listed files lie in. */
  readonly folders: () => readonly string[];
  /** Keeps machine code that is still being made for the scans to come: of use where the process ends now. */
  readonly keepCode: () => Promise<void>;
}

/**
 * Scans a folder. A damaged database is set aside and built anew.
 *
 * @throws ScanError
 */
export async function scan(options: ScanOptions): Promise<ScanResult> {
  try {
    return await attempt(options);
  } catch (error) {
    if (!(error instanceof ScanError) || error.kind !== "damaged") throw error;
    const note = setAside(options.folder);
    const result = await attempt(options);
    return { ...result, notes: [note, ...result.notes] };
  }
}

async function attempt(options: ScanOptions): Promise<ScanResult> {
  const startedAt = performance.now();
  const now = Date.now();
  const { folder, sourceMode, scanner, scip = [] } = options;
  const path = driftDbPath(folder);
  const wasScanned = existsSync(path);
  // Nothing is written into a folder that git refuses to read.
  const first = wasScanned ? undefined : await findRepository(folder);
  const { generated, maxFileBytes = defaultMaxFileBytes } = options;
  const pool = new WorkerPool({ folder, generated, maxFileBytes, codeFolder: cacheFolder() }, options);
  const { db, rebuilt } = openForScan(folder);
  const stopped = untilStopped(options.signal, path, wasScanned);
  try {
    const keepOwn = (key: string, value: string): boolean => keep(db, key, value);
    const tables = options.edgesOnly ? "edges" : rulesDigest;
    const isSameEngine = keepOwn("engine", digest(scanDigest(), tables, scanner, generated, maxFileBytes));
    const isFresh = !isSameEngine || options.full === true;
    const kept = isFresh ? undefined : KeptListing.read(db, folder);
    const latest = kept?.latestChanged();
    const mayLookSame = latest?.length === 0;
    const ahead = new ReadAhead(db, pool);
    // There is work for a worker, whatever git says: it starts before anything else, and takes longest.
    if (!mayLookSame) pool.warm();
    ahead.begin(latest ?? []);
    // Where that may be all, git is asked at once, whatever it knows of the folder; not before `.drift/` was hidden from
    // it. Behind a worker that starts it has the time that looking at all paths takes.
    const ask = () => ({ state: unheard(readState(folder)), tracked: unheard(listTracked(folder)) });
    const askAll = () => ({ repository: unheard(findRepository(folder)), ...ask() });
    const atOnce = wasScanned && mayLookSame ? askAll() : undefined;
    const looksSame = mayLookSame && kept?.looksSame() === true;
    if (mayLookSame && !looksSame) pool.warm();
    const stats = looksSame ? undefined : kept?.looks();
    if (!looksSame) ahead.begin(kept?.changed() ?? []);
    const early = atOnce ?? (wasScanned ? askAll() : undefined);
    const renewing = looksSame ? undefined : unheard(import("./renew.ts"));
    const repository = await (early?.repository ?? first ?? findRepository(folder));
    const isGit = repository.kind === "git";
    const { isShallow, prefix } = isGit ? repository : { isShallow: false, prefix: "" };
    const told = isGit ? (early ?? ask()) : undefined;
    const names =
      told && unheard(Promise.all([told.state, told.tracked]).then(([state, all]) => namesOf(all, state, prefix)));
    const found = told && unheard(findHead(folder, told.state, db, isShallow, isFresh));
    // SCIP indexes may lie anywhere: what they say is not seen by what the folder looks like.
    const settings = [readProjectFile(folder), sourceMode];
    const asked = async (): Promise<string> => (names && scip.length === 0 ? askedOf(await names, ...settings) : "");
    const isSame = looksSame && kept?.isOf(await asked()) && (await found)?.isKnown;
    const parts = {
      db,
      pool,
      ahead,
      options,
      now,
      isFresh,
      isShallow,
      kept,
      stats,
      names,
      asked,
      head: found,
      keep: keepOwn,
    };
    const renewed = isSame
      ? undefined
      : await Promise.race([(await (renewing ?? import("./renew.ts"))).renew(parts), stopped]);
    // Workers end while what they made is written.
    const closing = pool.close();
    const head = (await found)?.head ?? noHead;
    const listing = renewed?.listing ?? (kept as KeptListing).listing();
    // Nothing was written, so that what the last scan counted still holds.
    const last = renewed?.isWritten ? undefined : readSnapshot(db);
    const counts = last?.counts ?? (await import("./totals.ts")).countAll(db);
    const scannedAt = new Date(now).toISOString();
    const durationMs = Math.round(performance.now() - startedAt);
    const snapshot: Snapshot = { scanner, ...head, scannedAt, durationMs, sourceMode, counts };
    writeSnapshot(db, snapshot);
    db.exec(createHistoryIndexes);
    const leftOut = String(db.prepare("select value from meta where key = 'note'").get()?.value ?? "") || undefined;
    db.exec("commit");
    // Closing brings over what little a scan of nothing new writes.
    if (!last) settle(db);
    const notes = [rebuilt, isGit ? undefined : repository.note, leftOut].filter((one) => one !== undefined);
    const ms = Math.round(performance.now() - startedAt);
    const units = { total: countRows(db, "units"), changed: renewed?.changed ?? 0 };
    await closing;
    const seenFrom = { stamp: () => stampOf(listing, head.commit), folders: () => foldersOf(listing) };
    const keepCode = () => pool.keepLast();
    return { db: path, snapshot, seen: countRows(db, "scan_files"), units, ms, notes, ...seenFrom, keepCode };
  } catch (error) {
    throw explain(path, error);
  } finally {
    await pool.close();
    // Whatever was not committed is undone.
    db.close();
    if (options.signal?.aborted && !wasScanned) removeEmpty(path);
  }
}

/** A promise whose failure is heard by who waits for it, if anybody does. */
function unheard<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** Fails once the signal says so; where it does while nobody waits, nothing comes of it. */
function untilStopped(signal: AbortSignal | undefined, path: string, wasScanned: boolean): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  const said = wasScanned
    ? `stopped before the scan was done: ${path} is as it was, and nothing is lost`
    : "stopped before the first scan was done: nothing was written";
  const stop = (): void =>
    reject(new ScanError("stopped", said, "Run drift scan again when you like: it begins anew."));
  if (signal?.aborted) stop();
  else signal?.addEventListener("abort", stop, { once: true });
  return promise;
}

/** Takes away what a first scan made and did not fill. */
function removeEmpty(path: string): void {
  const isEmpty = statSync(path, { throwIfNoEntry: false })?.size === 0;
  if (isEmpty && !existsSync(`${path}-journal`)) rmSync(path, { force: true });
}

const countRows = (db: DatabaseSync, table: "units" | "scan_files"): number =>
  Number(db.prepare(`select count(*) as n from ${table}`).get()?.n);

/** HEAD; of the commit that the last scan was of, what follows from it is known already. */
async function findHead(
  folder: string,
  state: ReturnType<typeof readState>,
  db: DatabaseSync,
  isShallow: boolean,
  isFresh: boolean,
): Promise<FoundHead> {
  const row = db.prepare("select value from meta where key = 'git'").get();
  const last: unknown = row ? JSON.parse(String(row.value)) : undefined;
  const before = last as { isShallow: boolean; head: Head } | undefined;
  const known = !isFresh && before?.isShallow === isShallow ? before.head : undefined;
  const head = await readHead(folder, isShallow, known, state);
  keep(db, "git", JSON.stringify({ isShallow, head: { ...head, dirty: false } }));
  return { head, isKnown: known !== undefined && known.commit === head.commit };
}

/** Keeps a value in `meta`; whether it was there already. */
function keep(db: DatabaseSync, key: string, value: string): boolean {
  const row = db.prepare("select value from meta where key = ?").get(key);
  if (row?.value === value) return true;
  db.prepare("insert or replace into meta values (?, ?)").run(key, value);
  return false;
}
