/** `scan_files`: what the last scan knows of each path, so that this one need not find it out again. */
import { lstatSync, type Stats } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { Resolution } from "#contract/fact-words";
import type { Disagreement } from "#engine/scan-module";
import { fromBlob, type Keys, toBlob } from "./consulted.ts";
import type { ListedFile } from "./list-files.ts";
import type { SkipReason } from "./skip-reason.ts";
import type { Fault, FileState, ReadOutcome, StoredGraph } from "./worker-protocol.ts";

export interface CachedFile {
  readonly path: string;
  /** Null: it was read. */
  readonly reason: SkipReason | null;
  readonly size: number | null;
  readonly mtime: number | null;
  readonly ctime: number | null;
  readonly seenAt: number | null;
  readonly hash: string | null;
  readonly language: string | null;
  readonly interface: string | null;
  readonly fault: Fault | null;
  readonly links: number | null;
  readonly scip: string | null;
}

/** What a unit's rows come to, kept so that totals need not count them again. */
export interface Totals {
  readonly calls: Readonly<Record<Resolution, number>>;
  readonly symbols: number;
  readonly problems: number;
}

/** What a unit rests on. */
export interface Rests {
  readonly consulted: Keys;
  readonly links: number;
  /** Names what a compiler's index said of the file. */
  readonly scip: string | null;
  readonly disagreements: readonly Disagreement[];
}

/**
 * Milliseconds by which a file must be older than its reading to be taken as unchanged: time stamps are as coarse as
 * two seconds on some file systems, and a change within that time of a reading would leave no trace.
 */
const raceMs = 2_000;

const selected = "path, reason, size, mtime, ctime, seen_at as seenAt, hash, language, interface, fault, links, scip";

export class FileCache {
  readonly #db: DatabaseSync;
  readonly #now: number;
  readonly #put: ReturnType<DatabaseSync["prepare"]>;
  readonly #putGraph: ReturnType<DatabaseSync["prepare"]>;
  readonly #touch: ReturnType<DatabaseSync["prepare"]>;
  readonly #total: ReturnType<DatabaseSync["prepare"]>;
  readonly #remove: ReturnType<DatabaseSync["prepare"]>;
  readonly #putOutline: ReturnType<DatabaseSync["prepare"]>;
  readonly #link: ReturnType<DatabaseSync["prepare"]>;
  readonly #consult: ReturnType<DatabaseSync["prepare"]>;
  readonly #graph: ReturnType<DatabaseSync["prepare"]>;
  readonly #consulted: ReturnType<DatabaseSync["prepare"]>;
  readonly #keys: ReturnType<DatabaseSync["prepare"]>;
  readonly #removeGraph: ReturnType<DatabaseSync["prepare"]>;
  readonly #removeOutline: ReturnType<DatabaseSync["prepare"]>;
  /** What `all` answered, until a row is written. */
  #all: ReadonlyMap<string, CachedFile> | undefined;
  #isWritten = false;

  /** @param now when this scan began, milliseconds since the epoch */
  constructor(db: DatabaseSync, now: number) {
    this.#db = db;
    this.#now = now;
    this.#put = db.prepare(
      `insert or replace into scan_files (path, reason, size, mtime, ctime, seen_at, hash, language, interface, fault)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#putGraph = db.prepare("insert or replace into scan_graphs values (?, ?, ?)");
    this.#putOutline = db.prepare(
      `insert into scan_outlines (path, outline, keys) values (?, ?, ?)
       on conflict (path) do update set outline = excluded.outline, keys = excluded.keys`,
    );
    this.#link = db.prepare("update scan_files set links = ?, scip = ?, disagreements = ? where path = ?");
    this.#consult = db.prepare("update scan_outlines set consulted = ? where path = ?");
    this.#graph = db.prepare("select path, hash, graph from scan_graphs where path = ?");
    this.#consulted = db.prepare("select consulted from scan_outlines where path = ?");
    this.#keys = db.prepare("select keys from scan_outlines where path = ?");
    this.#touch = db.prepare("update scan_files set size = ?, mtime = ?, ctime = ?, seen_at = ? where path = ?");
    this.#total = db.prepare("update scan_files set calls = ?, symbols = ?, problems = ? where path = ?");
    this.#remove = db.prepare("delete from scan_files where path = ?");
    this.#removeGraph = db.prepare("delete from scan_graphs where path = ?");
    this.#removeOutline = db.prepare("delete from scan_outlines where path = ?");
  }

  /** When this scan began, milliseconds since the epoch. */
  get now(): number {
    return this.#now;
  }

  all(): ReadonlyMap<string, CachedFile> {
    this.#all ??= readCache({ all: (sql) => this.#db.prepare(sql).all() });
    return this.#all;
  }

  /** How many paths were looked at. */
  get size(): number {
    return Number(this.#db.prepare("select count(*) as n from scan_files").get()?.n);
  }

  /** Whether a row was written or removed. */
  get isWritten(): boolean {
    return this.#isWritten;
  }

  #note(): void {
    this.#all = undefined;
    this.#isWritten = true;
  }

  /**
   * Whether a file is no longer as it was when it was read, by its stamps: known before git has listed any.
   *
   * @param stats takes what was found on the way, by path
   */
  hasChanged(folder: string, stats: Map<string, Stats>): boolean {
    try {
      for (const cached of this.all().values()) {
        if (cached.reason !== null) continue;
        const stat = lstatSync(`${folder}/${cached.path}`);
        stats.set(cached.path, stat);
        const { size, mtimeMs: mtime, ctimeMs: ctime } = stat;
        if (!isUnchanged({ path: cached.path, size, mtime, ctime }, cached)) return true;
      }
      return false;
    } catch {
      // It is gone, or cannot be reached any more: the listing says which.
      return true;
    }
  }

  clear(): void {
    this.#note();
    this.#db.exec("delete from scan_files; delete from scan_graphs; delete from scan_outlines");
  }

  remove(path: string): void {
    this.#note();
    this.#remove.run(path);
    this.#forget(path);
  }

  /** Keeps what came of reading a file. */
  put(path: string, outcome: Exclude<ReadOutcome, { kind: "gone" }>): void {
    this.#note();
    const { state } = outcome;
    const hint = [state?.size ?? null, state?.mtime ?? null, state?.ctime ?? null, state && this.#now] as const;
    switch (outcome.kind) {
      case "skipped":
        this.#put.run(path, outcome.reason, ...hint, null, null, null, null);
        this.#forget(path);
        break;
      case "same":
        this.#touch.run(...hint, path);
        break;
      case "read": {
        const { hash, language, graph, outline, keys, fault } = outcome;
        this.#put.run(path, null, ...hint, hash, language, outcome.interface, fault && JSON.stringify(fault));
        this.#putGraph.run(path, hash, graph);
        this.#putOutline.run(path, outline, toBlob(keys));
      }
    }
  }

  /** Keeps why a path was skipped that was not even opened. */
  skip(path: string, reason: SkipReason): void {
    this.put(path, { kind: "skipped", reason, state: null });
  }

  #forget(path: string): void {
    this.#removeGraph.run(path);
    this.#removeOutline.run(path);
  }

  total(path: string, { calls, symbols, problems }: Totals): void {
    this.#total.run(JSON.stringify(calls), symbols, problems, path);
  }

  /** Keeps what a file's unit rests on. */
  rests(path: string, { links, consulted, scip, disagreements }: Rests): void {
    this.#note();
    const told = disagreements.length > 0 ? JSON.stringify(disagreements) : null;
    this.#link.run(links, scip, told, path);
    this.#consult.run(toBlob(consulted), path);
  }

  /** The questions whose answers a file takes part in. */
  keys(path: string): Keys {
    const row = this.#keys.get(path) as { keys: Uint8Array | null } | undefined;
    return fromBlob(row?.keys);
  }

  /** What the units of files rest on. */
  *consulted(): Generator<{ path: string; keys: Keys }> {
    const rows = this.#db.prepare("select path, consulted from scan_outlines where consulted is not null");
    for (const row of rows.iterate()) {
      const { path, consulted } = row as { path: string; consulted: Uint8Array };
      yield { path, keys: fromBlob(consulted) };
    }
  }

  /** What a file's unit rested on when it was last made. */
  consultedBy(path: string): Keys {
    const row = this.#consulted.get(path) as { consulted: Uint8Array | null } | undefined;
    return fromBlob(row?.consulted);
  }

  /** The outlines of all files, each behind its length. */
  outlines(): Uint8Array {
    const parts: Uint8Array[] = [];
    for (const row of this.#db.prepare("select outline from scan_outlines order by path").iterate()) {
      const { outline } = row as { outline: Uint8Array };
      parts.push(new Uint8Array(Uint32Array.of(outline.length).buffer), outline);
    }
    return Buffer.concat(parts);
  }

  graph(path: string): StoredGraph | undefined {
    return this.#graph.get(path) as unknown as StoredGraph | undefined;
  }

  graphBytes(): number {
    return Number(this.#db.prepare("select total(length(graph)) as n from scan_graphs").get()?.n);
  }

  /** All graphs, one after the other. */
  *graphs(): Generator<StoredGraph> {
    const rows = this.#db.prepare("select path, hash, graph from scan_graphs order by path");
    for (const row of rows.iterate()) yield row as unknown as StoredGraph;
  }
}

/** The rows of a database, open for a scan or only to be read. */
export function readCache(db: { all(sql: string): unknown[] }): Map<string, CachedFile> {
  const rows = db.all(`select ${selected} from scan_files`) as (Omit<CachedFile, "fault"> & {
    fault: string | null;
  })[];
  const read = (row: (typeof rows)[number]): CachedFile =>
    row.fault === null ? { ...row, fault: null } : { ...row, fault: JSON.parse(row.fault) };
  return new Map(rows.map((row) => [row.path, read(row)]));
}

/** Whether a file's stamps say that its bytes are still those that were read. */
export function isUnchanged(file: ListedFile, cached: CachedFile | undefined): boolean {
  if (!cached || cached.seenAt === null) return false;
  const sameState = (["size", "mtime", "ctime"] as const satisfies (keyof FileState)[]).every(
    (name) => file[name] === cached[name],
  );
  return sameState && isSettled(file, cached.seenAt);
}

/** Whether a file had not changed so lately, when it was read, that a change since may have left its stamps alone. */
export const isSettled = ({ mtime, ctime }: Pick<ListedFile, "mtime" | "ctime">, readAt: number): boolean =>
  Math.max(mtime, ctime) + raceMs < readAt;
