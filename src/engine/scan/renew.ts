/** Makes the facts of a folder anew where anything may have changed: what a scan of nothing new does not even load. */
import type { Stats } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { unitKinds } from "#contract/fact-words";
import { Ahead } from "./ahead.ts";
import { clearShares } from "./derive/kept-shares.ts";
import type { Shares } from "./derive/shares.ts";
import { checkWhole } from "./drift-db.ts";
import { FileCache, isUnchanged } from "./file-cache.ts";
import { FileScan, type FileScanOptions } from "./file-scan.ts";
import type { FoundHead } from "./git.ts";
import type { History } from "./history/read-history.ts";
import { KeptListing, mostUnsettled, type Unsettled } from "./kept-listing.ts";
import { readEachPart } from "./kept-parts.ts";
import { type ListedFile, type Listing, type LookedAt, listFiles } from "./list-files.ts";
import type { ReadAhead } from "./read-ahead.ts";
import { createFileIndexes } from "./schema.ts";
import { UnitStore } from "./unit-store.ts";
import type { WorkerPool } from "./worker-pool.ts";

interface Parts {
  readonly db: DatabaseSync;
  readonly pool: WorkerPool;
  /** What is read already of the files that changed. */
  readonly ahead: ReadAhead;
  readonly options: FileScanOptions;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** What the last scan found does not count. */
  readonly isFresh: boolean;
  /** What is known of paths already. */
  readonly stats: ReadonlyMap<string, Stats> | undefined;
  /** What the last scan saw of the folder. */
  readonly kept: KeptListing | undefined;
  /** The names that git gives, and HEAD; undefined outside of git. */
  readonly names: Promise<Buffer> | undefined;
  readonly head: Promise<FoundHead> | undefined;
  /** As `KeptListing.isOf` takes it. */
  readonly asked: () => Promise<string>;
  readonly isShallow: boolean;
  /** Keeps a value for the next scan; whether it was there already. */
  readonly keep: (key: string, value: string) => boolean;
}

export interface Renewed {
  readonly listing: Listing;
  /** Units that were written or removed. */
  readonly changed: number;
  /** Anything was written that counts. */
  readonly isWritten: boolean;
}

/** Without git there are no commits, and those of a repository that is gone go with it. */
const none: History = { hashes: [], read: [] };

/** What a rescan does not need where no unit changes. */
const loadShares = () => import("./derive/shares.ts");
const loadDerived = () => import("./derive/put-derived.ts");
const loadPatterns = () => import("./derive/patterns/put-patterns.ts");
const loadTotals = () => import("./totals.ts");

export async function renew(parts: Parts): Promise<Renewed> {
  const { db, pool, ahead, options, now, isFresh, keep } = parts;
  const units = new UnitStore(db);
  const cache = new FileCache(db, now);
  if (isFresh) cache.clear();
  if (isFresh) clearShares(db);
  let sharing: Promise<Shares> | undefined;
  const shares = (): Promise<Shares> => {
    sharing ??= loadShares().then(({ Shares }) => new Shares(db, isFresh));
    return sharing;
  };
  /** What is kept of all files, read while a worker is at work. */
  let said: Parameters<typeof import("./derive/patterns/put-patterns.ts").putPatterns>[3];
  const reach = new Ahead(readEachPart(db, "reach"));
  const beside = async (isOver: () => boolean, isOther: boolean): Promise<void> => {
    if (options.edgesOnly) return;
    const [patterns] = await Promise.all([loadPatterns(), loadShares(), loadDerived(), loadTotals()]);
    if (!isOther) return;
    said ??= patterns.aheadOfSaid(db);
    await said.advance(isOver);
    await reach.advance(isOver);
  };
  const scanOf = ({ listing, keepFor }: Listed): FileScan => {
    const onRead = () => {
      if (!isFresh) checkWhole(db);
      return keepFor(cache);
    };
    return new FileScan({ listing, units, cache, pool, ahead, shares, options, isFresh, beside, onRead, keep });
  };
  const scanFiles = async (): Promise<Listing> => {
    // What the folder most likely holds is known before git has named it, and a worker has the time.
    const expected = expect(parts);
    const early = expected && scanOf(expected);
    early?.openAhead();
    if (early && parts.kept?.isOf(await parts.asked())) {
      await early.run();
      return expected.listing;
    }
    const listed = await list(parts);
    await scanOf(listed).run();
    return listed.listing;
  };
  const [listing, history] = await Promise.all([
    scanFiles(),
    options.edgesOnly ? undefined : readHistoryOf(parts, units),
  ]);
  const keeping = pool.keepCode();
  cache.outlines.keep();
  if (isFresh) units.changes.all();
  const isAny = units.changes.isAny;
  if (history) await (await import("./history/put-history.ts")).putHistory(units, pool, history);
  // What is held for all files together takes the place of what workers held of each.
  // Where few files changed that is little, and a worker helps.
  const helper = !isFresh && units.changes.versions ? pool : undefined;
  await keeping;
  const resting = pool.rest(helper ? 1 : 0);
  const looking = { pool: helper, kept: reach };
  if (options.edgesOnly) {
    await resting;
    for (const kind of unitKinds) if (kind !== "file") for (const path of units.paths(kind)) units.remove(kind, path);
    db.exec(createFileIndexes);
    return { listing, changed: units.changed, isWritten: cache.isWritten || units.changed > 0 };
  }
  const derived = isAny
    ? (await loadDerived()).putDerived(db, units, await shares(), looking, options.folder)
    : undefined;
  if (units.changes.isAny) (await loadPatterns()).putPatterns(db, units, derived?.differing, said);
  await Promise.all([derived?.tests, resting]);
  return { listing, changed: units.changed, isWritten: cache.isWritten || units.changed > 0 };
}

/** Undefined: of the commit that the last scan was of, what that one found still holds. */
async function readHistoryOf(parts: Parts, units: UnitStore): Promise<History | undefined> {
  const { head, isShallow, isFresh, options } = parts;
  const found = await head;
  if (!found) return none;
  if (found.isKnown) return undefined;
  const { readHistory } = await import("./history/read-history.ts");
  return readHistory(options.folder, isShallow, new Set(isFresh ? [] : units.paths("commit")));
}

interface Listed {
  readonly listing: Listing & Pick<LookedAt, "links">;
  /** Keeps what was seen, where the next scan can tell by it that nothing changed. */
  readonly keepFor: (cache: FileCache) => Promise<void>;
}

/** Keeps what was seen, where it can be told of each of those files whether it changes from now on. */
function keeps(
  cache: FileCache,
  looked: readonly ListedFile[],
  db: DatabaseSync,
  keep: (unsettled: Unsettled) => Promise<void> | void,
): Promise<void> | void {
  const unsettled = new Map<string, string>();
  for (const file of looked) {
    if (isUnchanged(file, cache.find(file.path))) continue;
    const hash = cache.known(file.path)?.hash ?? undefined;
    if (hash === undefined || unsettled.size === mostUnsettled) return KeptListing.outdate(db);
    unsettled.set(file.path, hash);
  }
  return keep(unsettled);
}

/** What is listed if git names what it named before, where all that differs are files that were listed. */
function expect({ db, kept, now }: Parts): Listed | undefined {
  const listing = kept?.renewed();
  if (!kept || !listing) return undefined;
  const { files, differing } = listing;
  const looked = files.filter(({ path }) => differing.has(path));
  return {
    listing,
    keepFor: async (cache) => keeps(cache, looked, db, (unsettled) => kept.keepRenewed(db, now, unsettled)),
  };
}

async function list({ db, now, asked, options, names, stats, keep }: Parts): Promise<Listed> {
  const listing = await listFiles(options.folder, names !== undefined, stats, names);
  keep("note", listing.note ?? "");
  const keepFor = async (cache: FileCache): Promise<void> => {
    // To ask for each path by itself takes longer than to read all.
    cache.all();
    await keeps(cache, listing.files, db, async (unsettled) =>
      KeptListing.put(db, await asked(), listing, now, unsettled),
    );
  };
  return { listing, keepFor };
}
