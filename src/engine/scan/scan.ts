/**
 * A scan: from a folder to `.drift/drift.db`.
 *
 * 1. List the files (`list-files.ts`).
 * 2. Read those that may have changed, in workers: content hash, and the graph of what is new (`read-files.ts`).
 * 3. Make units, in workers: of what changed, and of everything where something changed that any file may depend on,
 *    an interface, the set of paths or a configuration (`resolve-files.ts`).
 * 4. Write the units that differ. Packages and commits are units of their own.
 * 5. Derive what several files say together (`derive/`): units of their own too. Patterns come last: they ask the history.
 *
 * What comes out is a function of the tree, HEAD, the settings and the scan module: never of what was there before.
 */
import { existsSync, type Stats } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { scanDigest } from "#wasm/scan";
import { clearShares } from "./derive/kept-shares.ts";
import type { SaidBefore } from "./derive/patterns/store.ts";
import type { Shares } from "./derive/shares.ts";
import { digest } from "./digest.ts";
import { explain, openForScan, readSnapshot, type Snapshot, setAside, settle, writeSnapshot } from "./drift-db.ts";
import { driftDbPath } from "./drift-folder.ts";
import { FileCache } from "./file-cache.ts";
import { FileScan, type FileScanOptions } from "./file-scan.ts";
import { findRepository, type Head, noHead, readHead, readState } from "./git.ts";
import type { History } from "./history/read-history.ts";
import { askGit, listFiles } from "./list-files.ts";
import { defaultMaxFileBytes } from "./read-file.ts";
import { choices, rules, testRules, wrapperRules } from "./rules.ts";
import { ScanError } from "./scan-error.ts";
import { createHistoryIndexes } from "./schema.ts";
import { foldersOf, stampOf } from "./stamp.ts";
import { countAll } from "./totals.ts";
import { UnitStore } from "./unit-store.ts";
import { type PoolOptions, WorkerPool } from "./worker-pool.ts";
import type { GeneratedRead } from "./worker-protocol.ts";

/** Without git there are no commits, and those of a repository that is gone go with it. */
const none: History = { hashes: [], read: [] };

export interface ScanOptions extends PoolOptions, FileScanOptions {
  /** Whether files that tools wrote are read too. */
  readonly generated: GeneratedRead;
  /** Bytes of the largest file that is read. */
  readonly maxFileBytes?: number | undefined;
  /** `drift-edge 0.1.0` */
  readonly scanner: string;
  /** Forget what the last scan knows. */
  readonly full?: boolean;
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
  const { folder, sourceMode, scanner } = options;
  const path = driftDbPath(folder);
  // Asked at once, whatever git knows of the folder; not before `.drift/` was hidden from it.
  const [state, names] = existsSync(path) ? [readState(folder), askGit(folder)] : [];
  for (const asked of [state, names]) asked?.catch(() => {});
  const repository = await findRepository(folder);
  const isGit = repository.kind === "git";
  const { generated, maxFileBytes = defaultMaxFileBytes } = options;
  const pool = new WorkerPool({ folder, generated, maxFileBytes }, options);
  const { db, rebuilt } = openForScan(folder);
  try {
    const units = new UnitStore(db);
    const cache = new FileCache(db, now);
    const rulesRead = digest(rules, testRules, choices, wrapperRules);
    const isSameEngine = keep(db, "engine", digest(scanDigest(), rulesRead, scanner, generated, maxFileBytes));
    const isFresh = !isSameEngine || options.full === true;
    if (isFresh) cache.clear();
    if (isFresh) clearShares(db);
    let sharing: Promise<Shares> | undefined;
    const shares = (): Promise<Shares> => {
      sharing ??= import("./derive/shares.ts").then(({ Shares }) => new Shares(db));
      return sharing;
    };
    const stats = new Map<string, Stats>();
    let said: SaidBefore | undefined;
    const beside = async (isOver: () => boolean): Promise<void> => {
      const { SaidBefore } = await import("./derive/patterns/store.ts");
      said = new SaidBefore();
      await said.read(db, isOver);
    };
    const listed = listFiles(folder, isGit, stats, names);
    // There is work for a worker, whatever the listing says: it starts while git lists.
    if (isFresh || cache.hasChanged(folder, stats)) {
      pool.warm();
      for (const loading of [shares(), loadDerived(), loadPatterns()]) loading.catch(() => {});
    }
    const [{ head, history }, listing] = await Promise.all([
      isGit
        ? readGit(folder, state, db, repository.isShallow, isFresh ? undefined : units)
        : { head: noHead, history: none },
      listed.then(async (listing) => {
        const files = new FileScan({
          listing,
          units,
          cache,
          pool,
          shares,
          options,
          isFresh,
          beside,
          keep: (key, value) => keep(db, key, value),
        });
        await files.run();
        return listing;
      }),
    ]);
    if (isFresh) units.changes.all();
    const isAny = units.changes.isAny;
    if (history) await (await import("./history/put-history.ts")).putHistory(units, pool, history);
    // What is held for all files together takes the place of what workers held of each.
    await pool.rest(0);
    const differing = isAny ? (await loadDerived()).putDerived(db, units, await shares()) : undefined;
    if (units.changes.isAny) (await loadPatterns()).putPatterns(db, units, differing, said);
    // Nothing was written, so that what the last scan counted still holds.
    const last = cache.isWritten || units.changed > 0 ? undefined : readSnapshot(db);
    const counts = last?.counts ?? countAll(db);
    const seen = cache.size;
    const scannedAt = new Date(now).toISOString();
    const durationMs = Math.round(performance.now() - startedAt);
    const snapshot: Snapshot = { scanner, ...head, scannedAt, durationMs, sourceMode, counts };
    writeSnapshot(db, snapshot);
    db.exec(createHistoryIndexes);
    db.exec("commit");
    // Closing brings over what little a scan of nothing new writes.
    if (!last) settle(db);
    const notes = [rebuilt, isGit ? undefined : repository.note].filter((one) => one !== undefined);
    const ms = Math.round(performance.now() - startedAt);
    const changes = { total: units.total, changed: units.changed };
    const seenFrom = { stamp: () => stampOf(listing, head.commit), folders: () => foldersOf(listing) };
    return { db: path, snapshot, seen, units: changes, ms, notes, ...seenFrom };
  } catch (error) {
    throw explain(path, error);
  } finally {
    await pool.close();
    // Whatever was not committed is undone.
    db.close();
  }
}

/** What a rescan of nothing new does not need is loaded where something changed. */
const loadDerived = () => import("./derive/put-derived.ts");
const loadPatterns = () => import("./derive/patterns/put-patterns.ts");

/** HEAD and its history; of the commit that the last scan was of, what that one found still holds. */
async function readGit(
  folder: string,
  state: ReturnType<typeof readState> | undefined,
  db: DatabaseSync,
  isShallow: boolean,
  units: UnitStore | undefined,
): Promise<{ head: Head; history: History | undefined }> {
  const row = db.prepare("select value from meta where key = 'git'").get();
  const last: unknown = row ? JSON.parse(String(row.value)) : undefined;
  const before = last as { isShallow: boolean; head: Head } | undefined;
  const known = units && before?.isShallow === isShallow ? before.head : undefined;
  const head = await readHead(folder, isShallow, known, state);
  keep(db, "git", JSON.stringify({ isShallow, head: { ...head, dirty: false } }));
  if (known && known.commit === head.commit) return { head, history: undefined };
  const { readHistory } = await import("./history/read-history.ts");
  return { head, history: await readHistory(folder, isShallow, new Set(units?.paths("commit") ?? [])) };
}

/** Keeps a value in `meta`; whether it was there already. */
function keep(db: DatabaseSync, key: string, value: string): boolean {
  const row = db.prepare("select value from meta where key = ?").get(key);
  if (row?.value === value) return true;
  db.prepare("insert or replace into meta values (?, ?)").run(key, value);
  return false;
}
