/** `scan_files`: what the last scan knows of each path, so that this one need not find it out again. */
import type { DatabaseSync } from "node:sqlite";
import { type Resolution, resolutions } from "#contract/fact-words";
import type { Disagreement } from "#engine/scan-module";
import { fileKey, fromBlob, type Keys, toBlob } from "./consulted.ts";
import type { ListedFile } from "./list-files.ts";
import { Outlines } from "./outlines.ts";
import { callCounts } from "./schema.ts";
import type { SkipReason } from "./skip-reason.ts";
import type { Fault, ReadOutcome, StoredGraph, StoredOffer } from "./worker-protocol.ts";

/** What tells whether a path has to be looked at again. Every scan reads this of every path: it holds no more. */
export interface CachedFile {
  readonly path: string;
  /** Null: it was read. */
  readonly reason: SkipReason | null;
  readonly size: number | null;
  readonly mtime: number | null;
  readonly ctime: number | null;
  readonly seenAt: number | null;
}

/** What the reading of a file found that its next reading is compared with. */
export interface KnownFile {
  readonly hash: string | null;
  readonly interface: string | null;
  readonly language: string | null;
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

/** Which answers to questions of other files a file takes part in: `consulted.ts`. */
export interface Answers {
  readonly keys: Keys;
  /** Those that only tell whether there is anything at all. */
  readonly presences: Keys;
  /** What it declares together with others; null: with none. */
  readonly package: number | null;
}

interface StoredAnswers {
  readonly keys?: Uint8Array | null;
  readonly presences?: Uint8Array | null;
  readonly package?: number | null;
}

/**
 * Milliseconds by which a file must be older than its reading to be taken as unchanged: time stamps are as coarse as
 * two seconds on some file systems, and a change within that time of a reading would leave no trace.
 */
const raceMs = 2_000;

/** Two graphs of one length that differ in so many places of so many bytes are alike. */
const fewPlaces = 4;
const placeBytes = 256;

/** For so many keys SQLite looks itself: what it finds may be the end of one key and the start of the next. */
const mostSought = 3;

type Statement = ReturnType<DatabaseSync["prepare"]>;

export class FileCache {
  readonly #db: DatabaseSync;
  readonly #now: number;
  readonly #statements = new Map<string, Statement>();
  /** The rows, once they are asked for; kept as they are written. */
  #all: Map<string, CachedFile> | undefined;
  readonly outlines: Outlines;
  #isWritten = false;

  /** @param now when this scan began, milliseconds since the epoch */
  constructor(db: DatabaseSync, now: number) {
    this.#db = db;
    this.#now = now;
    this.outlines = new Outlines(db);
  }

  /** The statement of a text. Most scans need few of them. */
  #sql(text: string): Statement {
    let statement = this.#statements.get(text);
    if (!statement) {
      statement = this.#db.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement;
  }

  /** When this scan began, milliseconds since the epoch. */
  get now(): number {
    return this.#now;
  }

  all(): ReadonlyMap<string, CachedFile> {
    this.#all ??= readCache(this.#db);
    return this.#all;
  }

  /** What is known of one path. */
  find(path: string): CachedFile | undefined {
    if (this.#all) return this.#all.get(path);
    return this.#sql(`${readFound} where path = ?`).get(path) as CachedFile | undefined;
  }

  /** Whether a path's file is read. */
  isRead(path: string): boolean {
    return this.find(path)?.reason === null;
  }

  /** The paths of all files that are read. */
  readPaths(): string[] {
    return [...this.all()].flatMap(([path, { reason }]) => (reason === null ? path : []));
  }

  known(path: string): KnownFile | undefined {
    return this.#sql("select hash, interface, language from scan_files where path = ?").get(path) as
      | KnownFile
      | undefined;
  }

  /** Those that files are read in. */
  languages(): Set<string> {
    const rows = this.#db.prepare("select distinct language from scan_files where reason is null").all();
    return new Set(rows.map(({ language }) => String(language)));
  }

  /** Why extraction gave up, of each file of which it did. */
  faults(): Map<string, Fault> {
    const rows = this.#db.prepare("select path, fault from scan_files where fault is not null").all();
    return new Map(rows.map(({ path, fault }) => [String(path), JSON.parse(String(fault)) as Fault]));
  }

  /** Of each file, what stands for where its specifiers lead. */
  links(): Map<string, number | null> {
    const rows = this.#db.prepare("select path, links from scan_files where reason is null").all();
    return new Map(rows.map(({ path, links }) => [String(path), links as number | null]));
  }

  /** Of each file of which a compiler's index said something, what names that. */
  hinted(): Map<string, string> {
    const rows = this.#db.prepare("select path, scip from scan_files where scip is not null").all();
    return new Map(rows.map(({ path, scip }) => [String(path), String(scip)]));
  }

  /** Whether a row was written or removed. */
  get isWritten(): boolean {
    return this.#isWritten;
  }

  clear(): void {
    this.#isWritten = true;
    this.#all = new Map();
    this.#db.exec("delete from scan_files; delete from scan_graphs");
    this.outlines.clear();
  }

  remove(path: string): void {
    this.#isWritten = true;
    this.#all?.delete(path);
    this.#sql("delete from scan_files where path = ?").run(path);
    this.#forget(path);
  }

  /** Keeps what came of reading a file. */
  put(path: string, outcome: Exclude<ReadOutcome, { kind: "gone" }>): void {
    this.#isWritten = true;
    const { state } = outcome;
    const { size = null, mtime = null, ctime = null } = state ?? {};
    const seenAt = state && this.#now;
    const reason = outcome.kind === "skipped" ? outcome.reason : null;
    this.#all?.set(path, { path, reason, size, mtime, ctime, seenAt });
    const hint = [size, mtime, ctime, seenAt] as const;
    switch (outcome.kind) {
      case "skipped":
        this.#sql(putFile).run(path, reason, ...hint, null, null, null, null);
        this.#forget(path);
        break;
      case "same":
        this.#sql(touchFile).run(...hint, path);
        break;
      case "read": {
        const { hash, language, graph, offer, outline, keys, presences, fault } = outcome;
        const together = outcome.package;
        this.outlines.isRead(path, outline);
        this.#sql(readAnew).run(path, null, ...hint, hash, language, outcome.interface, fault && JSON.stringify(fault));
        this.#sql("insert or replace into scan_graphs values (?, ?, ?, ?)").run(path, hash, offer, graph);
        this.#sql(putOutline).run(path, fileKey(path), outline, toBlob(keys), toBlob(presences), together);
      }
    }
  }

  /** Keeps why a path was skipped that was not even opened. */
  skip(path: string, reason: SkipReason): void {
    this.put(path, { kind: "skipped", reason, state: null });
  }

  #forget(path: string): void {
    this.#sql("delete from scan_graphs where path = ?").run(path);
    this.outlines.forget(path);
  }

  total(path: string, { calls, symbols, problems }: Totals): void {
    this.#sql(putTotals).run(...resolutions.map((one) => calls[one]), symbols, problems, path);
  }

  /** Keeps what a file's unit rests on. */
  rests(path: string, { links, consulted, scip, disagreements }: Rests): void {
    this.#isWritten = true;
    const told = disagreements.length > 0 ? JSON.stringify(disagreements) : null;
    const link = "update scan_files set links = ?, scip = ?, disagreements = ? where path = ?";
    this.#sql(link).run(links, scip, told, path);
    this.#sql("update scan_outlines set consulted = ? where path = ?").run(toBlob(consulted), path);
  }

  /** Which answers a file takes part in; of one that was not read: in none. */
  answers(path: string): Answers {
    const row = this.#sql("select keys, presences, package from scan_outlines where path = ?").get(path);
    const { keys, presences, package: together = null } = (row ?? {}) as unknown as StoredAnswers;
    return { keys: fromBlob(keys), presences: fromBlob(presences), package: together };
  }

  /** `Answers.presences` of all files but some. */
  *presencesBesides(paths: { has: (path: string) => boolean }): Generator<Keys> {
    const rows = this.#db.prepare("select path, presences from scan_outlines where presences is not null");
    for (const row of rows.iterate()) {
      const { path, presences } = row as { path: string; presences: Uint8Array };
      if (!paths.has(path)) yield fromBlob(presences);
    }
  }

  /** How many files make something together. */
  countTogether(key: number): number {
    return Number(this.#sql("select count(*) as n from scan_outlines where package = ?").get(key)?.n);
  }

  /** The paths by the keys of files, and by those of what files make together. */
  byKey(): Map<number, string[]> {
    const all = new Map<number, string[]>();
    for (const from of ["key, path from scan_outlines", "package, path from scan_outlines where package is not null"]) {
      const rows = this.#db.prepare(`select ${from}`);
      rows.setReturnArrays(true);
      for (const [key, path] of rows.all() as unknown as [key: number, path: string][]) {
        const paths = all.get(key);
        if (paths) paths.push(path);
        else all.set(key, [path]);
      }
    }
    return all;
  }

  /** What the units of files rest on: of those at least that rest on one of some keys. */
  *consulted(leads: ReadonlySet<number>): Generator<{ path: string; keys: Keys }> {
    const bytes = leads.size <= mostSought ? [...leads].map((key) => toBlob(Uint32Array.of(key))) : [];
    const sought = bytes.length > 0 ? bytes.map(() => "instr(consulted, ?) > 0").join(" or ") : "true";
    const rows = this.#db.prepare(
      `select path, consulted from scan_outlines where consulted is not null and (${sought})`,
    );
    for (const row of rows.iterate(...bytes)) {
      const { path, consulted } = row as { path: string; consulted: Uint8Array };
      yield { path, keys: fromBlob(consulted) };
    }
  }

  /** What a file's unit rested on when it was last made. */
  consultedBy(path: string): Keys {
    const row = this.#sql("select consulted from scan_outlines where path = ?").get(path) as
      | { consulted: Uint8Array | null }
      | undefined;
    return fromBlob(row?.consulted);
  }

  /** Whether a file's graph is but for a few places what is kept of it. */
  isAlike(path: string, graph: Uint8Array): boolean {
    const kept = this.graph(path)?.graph;
    if (kept?.length !== graph.length) return false;
    let places = 0;
    for (let at = 0; at < graph.length && places <= fewPlaces; at += placeBytes)
      if (Buffer.compare(kept.subarray(at, at + placeBytes), graph.subarray(at, at + placeBytes)) !== 0) places++;
    return places <= fewPlaces;
  }

  graph(path: string): StoredGraph | undefined {
    return this.#sql("select path, hash, graph from scan_graphs where path = ?").get(path) as unknown as
      | StoredGraph
      | undefined;
  }

  offer(path: string): StoredOffer | undefined {
    return this.#sql("select path, offer from scan_graphs where path = ?").get(path) as unknown as
      | StoredOffer
      | undefined;
  }

  offerBytes(): number {
    return Number(this.#db.prepare("select total(length(offer)) as n from scan_graphs").get()?.n);
  }

  offerBytesOf(path: string): number {
    return Number(this.#sql("select length(offer) as n from scan_graphs where path = ?").get(path)?.n ?? 0);
  }

  /** What all files offer to others, one after the other. */
  *offers(): Generator<StoredOffer> {
    const rows = this.#db.prepare("select path, offer from scan_graphs order by path");
    for (const row of rows.iterate()) yield row as unknown as StoredOffer;
  }
}

const putFile = `insert or replace into scan_files
  (path, reason, size, mtime, ctime, seen_at, hash, language, interface, fault) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
/** Where specifiers led before stays until it is known where they lead now. */
const readAnew = `insert into scan_files
  (path, reason, size, mtime, ctime, seen_at, hash, language, interface, fault) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (path) do update set reason = excluded.reason, size = excluded.size, mtime = excluded.mtime,
    ctime = excluded.ctime, seen_at = excluded.seen_at, hash = excluded.hash, language = excluded.language,
    interface = excluded.interface, fault = excluded.fault`;
const putTotals = `update scan_files set ${callCounts.map((column) => `${column} = ?`).join(", ")}, symbols = ?, problems = ?
  where path = ?`;
const touchFile = "update scan_files set size = ?, mtime = ?, ctime = ?, seen_at = ? where path = ?";
const putOutline = `insert into scan_outlines (path, key, outline, keys, presences, package) values (?, ?, ?, ?, ?, ?)
  on conflict (path) do update set outline = excluded.outline, keys = excluded.keys, presences = excluded.presences,
    package = excluded.package`;

type Row = [path: string, reason: SkipReason | null, ...stamps: (number | null)[]];

const readFound = "select path, reason, size, mtime, ctime, seen_at as seenAt from scan_files";

/** The rows of a database, open for a scan or only to be read: arrays, since of all rows objects take twice as long. */
export function readCache(db: DatabaseSync): Map<string, CachedFile> {
  const rows = db.prepare(readFound);
  rows.setReturnArrays(true);
  const files = new Map<string, CachedFile>();
  for (const row of rows.all() as unknown as Row[]) {
    const [path, reason, size = null, mtime = null, ctime = null, seenAt = null] = row;
    files.set(path, { path, reason, size, mtime, ctime, seenAt });
  }
  return files;
}

/** Whether a file's stamps say that its bytes are still those that were read. */
export function isUnchanged(
  { size, mtime, ctime }: Pick<ListedFile, "size" | "mtime" | "ctime">,
  cached: CachedFile | undefined,
): boolean {
  if (!cached || cached.seenAt === null) return false;
  if (size !== cached.size || mtime !== cached.mtime || ctime !== cached.ctime) return false;
  return Math.max(mtime, ctime) + raceMs < cached.seenAt;
}

/** Whether a file had not changed so lately, when it was read, that a change since may have left its stamps alone. */
export const isSettled = ({ mtime, ctime }: Pick<ListedFile, "mtime" | "ctime">, readAt: number): boolean =>
  Math.max(mtime, ctime) + raceMs < readAt;
