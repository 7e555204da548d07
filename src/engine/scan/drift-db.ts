/**
 * Opens `.drift/drift.db`, and reads what a scan left there.
 *
 * A scan's transaction is also its lock: it begins before anything is read and ends when everything is written, so
 * a scan that dies, is killed or runs out of disk leaves the database as it was. Readers are not held up (WAL), but
 * by the first scan: there is nothing to read yet, and what it writes goes to its place at once.
 */
import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { isOfUnit } from "#contract/fact-columns";
import { type FactTable, factTables } from "#contract/fact-tables";
import type { UnitKind } from "#contract/fact-words";
import type { Counts, SourceMode } from "#contract/push";
import { encodeUnit, type FactRow } from "#contract/unit";
import { cannotWrite, driftDbPath, prepareDriftFolder } from "./drift-folder.ts";
import { ScanError } from "./scan-error.ts";
import { createTables, firstFact, schemaVersion } from "./schema.ts";

/** What a scan was of, as `meta` holds it. */
export interface Snapshot {
  /** `drift-edge 0.1.0` */
  readonly scanner: string;
  /** The first commit of HEAD's line: the same in every clone. Null outside git, and in a shallow clone. */
  readonly rootCommit: string | null;
  /** Null outside git and with a detached HEAD. */
  readonly branch: string | null;
  readonly commit: string | null;
  /** Seconds since the epoch. */
  readonly commitTime: number | null;
  /** Whether the tree differed from the commit. */
  readonly dirty: boolean;
  /** ISO time. */
  readonly scannedAt: string;
  readonly durationMs: number;
  readonly sourceMode: SourceMode;
  readonly counts: Counts;
}

/** A finished scan, to be read: by `drift push`, `drift status` and `drift doctor`. */
export class DriftDb {
  readonly path: string;
  readonly #db: DatabaseSync;

  private constructor(path: string, db: DatabaseSync) {
    this.path = path;
    this.#db = db;
  }

  /**
   * Opens the last scan of a folder.
   *
   * @throws ScanError `no_scan`, `newer`, `damaged`.
   */
  static open(folder: string): DriftDb {
    const path = driftDbPath(folder);
    if (!existsSync(path)) throw noScan(folder);
    return guarded(path, () => {
      undoUnfinished(path);
      const { db, version } = openToRead(path);
      if (version === undefined) throw noScan(folder);
      refuseNewer(path, version);
      if (version < schemaVersion) throw older(folder);
      // Everything is read from one state, whatever a scan writes meanwhile.
      db.exec("begin");
      return new DriftDb(path, db);
    });
  }

  snapshot(): Snapshot {
    const snapshot = guarded(this.path, () => readSnapshot(this.#db));
    if (!snapshot) throw damaged(this.path);
    return snapshot;
  }

  /** Hashes of all units, sorted. */
  unitHashes(): string[] {
    return guarded(this.path, () =>
      this.#db
        .prepare("select distinct hash from units order by hash")
        .all()
        .map(({ hash }) => hash as string),
    );
  }

  /** The canonical lines of units, made from their rows, in the order asked for. */
  *unitLines(hashes: Iterable<string>): Generator<{ hash: string; path: string; line: string }> {
    const find = this.#db.prepare("select id, kind, path from units where hash = ? limit 1");
    const read = unitReader(this.#db);
    for (const hash of hashes) {
      yield guarded(this.path, () => {
        const unit = find.get(hash) as { id: number; kind: FactTable["unit"]; path: string } | undefined;
        if (!unit) throw new RangeError(`no unit ${hash}`);
        return { hash, path: unit.path, line: encodeUnit(unit.kind, unit.path, read(unit.kind, unit.id)) };
      });
    }
  }

  /** Rows of a query, for what needs more than the methods above. */
  all(sql: string, ...values: (string | number | null)[]): Record<string, SQLOutputValue>[] {
    return guarded(this.path, () => this.#db.prepare(sql).all(...values));
  }

  /** What a function reads that knows the tables. */
  read<T>(read: (db: DatabaseSync) => T): T {
    return guarded(this.path, () => read(this.#db));
  }

  close(): void {
    this.#db.close();
  }
}

/** Reads the rows of units. */
export function unitReader(db: DatabaseSync): (kind: UnitKind, id: number) => Record<string, FactRow[]> {
  const readers = factTables.map((table) => ({ table, read: readRows(db, table) }));
  return (kind, id) =>
    Object.fromEntries(
      readers.flatMap(({ table, read }) => (isOfUnit(table, kind) ? [[table.name, read(id)] as const] : [])),
    );
}

const readRows = (db: DatabaseSync, table: FactTable): ((unit: number) => FactRow[]) => {
  const columns = table.columns.map(({ name }) => `"${name}"`).join(", ");
  const rows = db.prepare(`select ${columns} from "${table.name}" where fact >= ? and fact < ? order by fact`);
  rows.setReturnArrays(true);
  return (unit) => rows.all(firstFact(unit), firstFact(unit + 1)) as unknown as FactRow[];
};

/** `meta`'s keys of a snapshot, in snake case; a value that is no text is JSON. */
const snapshotKeys = {
  scanner: "scanner",
  root_commit: "rootCommit",
  branch: "branch",
  commit: "commit",
  commit_time: "commitTime",
  dirty: "dirty",
  scanned_at: "scannedAt",
  duration_ms: "durationMs",
  source_mode: "sourceMode",
  counts: "counts",
} as const satisfies Record<string, keyof Snapshot>;
const texts = new Set<keyof Snapshot>(["scanner", "rootCommit", "branch", "commit", "scannedAt", "sourceMode"]);

/** Undefined where no scan has ended yet. */
export function readSnapshot(db: DatabaseSync): Snapshot | undefined {
  const meta = new Map(
    db
      .prepare("select key, value from meta")
      .all()
      .map(({ key, value }) => [key, value]),
  );
  if (!meta.has("scanned_at")) return undefined;
  const read = (key: string, name: keyof Snapshot): unknown => {
    const value = (meta.get(key) ?? null) as string | null;
    return value === null || texts.has(name) ? value : JSON.parse(value);
  };
  return Object.fromEntries(
    Object.entries(snapshotKeys).map(([key, name]) => [name, read(key, name)]),
  ) as unknown as Snapshot;
}

export function writeSnapshot(db: DatabaseSync, snapshot: Snapshot): void {
  const put = db.prepare("insert or replace into meta values (?, ?)");
  for (const [key, name] of Object.entries(snapshotKeys)) {
    const value = snapshot[name];
    put.run(key, value === null || texts.has(name) ? (value as string | null) : JSON.stringify(value));
  }
}

/** A database that a scan may write, and what had to be done to get it. */
export interface Writable {
  readonly db: DatabaseSync;
  /** Told to the user: why the last scan's facts could not be kept. */
  readonly rebuilt: string | undefined;
}

/**
 * Opens the database of a folder for a scan, with its transaction begun. An older one is emptied.
 *
 * @throws ScanError `newer`, `damaged`, `busy`, `disk`.
 */
export function openForScan(folder: string): Writable {
  prepareDriftFolder(folder);
  const path = driftDbPath(folder);
  return guarded(path, () => {
    const db = new DatabaseSync(path, { timeout: 0 });
    try {
      // What is not ours, or not to be touched, is left as it is: setting the mode would already write.
      const found = readVersion(db);
      refuseNewer(path, found);
      // In an empty file there is nothing to be kept: with a journal of what was there, each page is written once.
      if (found !== undefined) db.exec("pragma journal_mode = wal; pragma wal_autocheckpoint = 0");
      db.exec("pragma synchronous = normal; pragma cache_size = -32768; pragma temp_store = memory");
      db.exec("begin immediate");
      const version = readVersion(db);
      refuseNewer(path, version);
      if (version === schemaVersion) return { db, rebuilt: undefined };
      const rebuilt = version === undefined ? undefined : `${path} was written by an older drift; it is built anew`;
      dropEverything(db);
      db.exec(createTables);
      db.prepare("insert into meta values ('schema_version', ?)").run(String(schemaVersion));
      return { db, rebuilt };
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/**
 * What a committed scan wrote is brought into the file itself, and from now on readers and the next scan are not in
 * each other's way. Whoever reads just now keeps it from that: the next scan sees to it.
 */
export function settle(db: DatabaseSync): void {
  db.exec("pragma wal_checkpoint(truncate)");
  try {
    db.exec("pragma journal_mode = wal");
  } catch (error) {
    const { errcode = 0 } = error as { errcode?: number };
    if ((errcode & 0xff) !== codes.busy && (errcode & 0xff) !== codes.locked) throw error;
  }
}

/** Takes a damaged database out of the way, where its owner may still look at it; says so. */
export function setAside(folder: string): string {
  const path = driftDbPath(folder);
  for (const suffix of ["-wal", "-shm", "-journal"]) rmSync(path + suffix, { force: true });
  renameSync(path, `${path}.corrupt`);
  return `${path} was damaged; it is kept as drift.db.corrupt and built anew`;
}

/** Opens a database that is only read, and reads its version. */
function openToRead(path: string): { db: DatabaseSync; version: number | undefined } {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    return { db, version: readVersion(db) };
  } catch (error) {
    db.close();
    // Readers note beside the database what they read, which a folder that nobody may write has no room for. Nothing
    // changes there either; what is not in the database yet could not be read.
    const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff;
    const hasLog = existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0;
    if ((code !== codes.readOnly && code !== codes.cannotOpen) || hasLog) throw error;
    const url = pathToFileURL(path);
    url.searchParams.set("immutable", "1");
    const fixed = new DatabaseSync(url, { readOnly: true });
    return { db: fixed, version: readVersion(fixed) };
  }
}

/** What a first scan wrote that was killed on the way is taken back, which who only reads cannot do. */
function undoUnfinished(path: string): void {
  if (!existsSync(`${path}-journal`)) return;
  const db = new DatabaseSync(path, { timeout: 5_000 });
  try {
    db.prepare("select 1 from sqlite_schema").all();
  } finally {
    db.close();
  }
}

/** Undefined: the database is empty. */
function readVersion(db: DatabaseSync): number | undefined {
  const tables = db.prepare("select name from sqlite_schema where type = 'table'").all();
  if (tables.length === 0) return undefined;
  if (!tables.some(({ name }) => name === "meta")) throw damaged(db.location() ?? "drift.db");
  const row = db.prepare("select value from meta where key = 'schema_version'").get();
  const version = Number(row?.value);
  if (!Number.isInteger(version)) throw damaged(db.location() ?? "drift.db");
  return version;
}

/** A page that cannot be read is found before anything is kept that is built on it: `scan_files` and `units` are read whole. */
export function checkWhole(db: DatabaseSync): void {
  db.prepare("select count(*), sum(length(path)) from units").get();
  db.prepare("select count(*), sum(length(path)) from scan_files").get();
}

function dropEverything(db: DatabaseSync): void {
  const objects = db.prepare("select type, name from sqlite_schema where type in ('view', 'table')").all();
  for (const { type, name } of objects) db.exec(`drop ${type} if exists "${String(name).replaceAll('"', '""')}"`);
}

const noScan = (folder: string): ScanError =>
  new ScanError("no_scan", `${folder} has not been scanned yet`, `Run: drift scan ${folder}`);

const older = (folder: string): ScanError =>
  new ScanError("no_scan", `the scan of ${folder} is an older drift's`, `Run: drift scan ${folder}`);

function refuseNewer(path: string, version: number | undefined): void {
  if (version === undefined || version <= schemaVersion) return;
  throw new ScanError(
    "newer",
    `${path} was written by a newer drift (schema ${version}; this one knows up to ${schemaVersion})`,
    "Update drift-edge, or delete the file and scan again.",
  );
}

const damaged = (path: string, cause?: unknown): ScanError =>
  new ScanError("damaged", `${path} is damaged`, "Run drift scan: it sets the file aside and builds a new one.", {
    cause,
  });

/** Runs what touches the database; SQLite's failures come out as the refusals that users can act on. */
export function guarded<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw explain(path, error);
  }
}

/** SQLite's primary result codes, https://sqlite.org/rescode.html */
const codes = { busy: 5, locked: 6, readOnly: 8, io: 10, corrupt: 11, full: 13, cannotOpen: 14, notADb: 26 } as const;

/** A `ScanError` for what SQLite says; any other error as it is. */
export function explain(path: string, error: unknown): unknown {
  const { errcode, message } = error as { errcode?: number; message: string };
  if (errcode === undefined) return error;
  switch (errcode & 0xff) {
    case codes.busy:
    case codes.locked:
      return new ScanError("busy", `another drift is writing ${path}`, "Wait until it is done, then try again.", {
        cause: error,
      });
    case codes.full:
      return cannotWrite(path, Object.assign(new Error(message), { code: "ENOSPC" }));
    case codes.io:
      return new ScanError(
        "disk",
        `${path} cannot be written: ${message}`,
        "See whether the disk is full or failing.",
        {
          cause: error,
        },
      );
    case codes.readOnly:
    case codes.cannotOpen:
      return cannotWrite(path, error);
    case codes.corrupt:
    case codes.notADb:
      return damaged(path, error);
    default:
      // A column or table that is not there: the schema says one thing, the file another.
      return /no such (table|column)/.test(message) ? damaged(path, error) : error;
  }
}
