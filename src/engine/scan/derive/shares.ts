/**
 * What each file brings to what is derived of all files, kept in tables of shares: only files whose units changed are
 * looked at again, and what nothing new was brought to is not derived anew.
 */
import type { DatabaseSync } from "node:sqlite";
import type { BroughtShares } from "#engine/brought-shares";
import { sinceNoter } from "#engine/scan/kept-parts";
import { changedInFlows } from "./flows/flow-share.ts";
import { type ShareName, shareNames, shareReader, shareTable } from "./kept-shares.ts";
import { compareFaces } from "./tests/reach-share.ts";

/** Which shares are others than before. */
export interface Differing {
  /** Of these files what they say. */
  readonly said: ReadonlySet<string>;
  readonly depends: boolean;
  readonly wraps: boolean;
  readonly reach: boolean;
  /** The keys of what flows rest on; undefined: of so many files that it was not looked for. */
  readonly flows: ReadonlySet<number> | undefined;
  /** Of these files. */
  readonly tests: ReadonlySet<string>;
  /** What a file is for the tests of others. */
  readonly faces: boolean;
  /** Functions that came or went. */
  readonly functions: ReadonlySet<string>;
  /** Files that did. */
  readonly files: ReadonlySet<string>;
}

/** Of more files it is not looked for what of each is another to flows. */
const mostCompared = 50;

type Statement = ReturnType<DatabaseSync["prepare"]>;

interface Table {
  readonly name: ShareName;
  readonly get: (path: string) => string | undefined;
  readonly put: Statement;
  readonly remove: Statement;
}

export class Shares {
  readonly #db: DatabaseSync;
  readonly #isFresh: boolean;
  readonly #tables: readonly Table[];
  readonly #isKnown: Statement;
  readonly #seen: Statement;
  readonly #since: Readonly<Partial<Record<ShareName, (path: string) => void>>>;
  readonly #differing = { depends: false, wraps: false, reach: false, faces: false };
  readonly #said = new Set<string>();
  readonly #tests = new Set<string>();
  readonly #functions = new Set<string>();
  readonly #files = new Set<string>();
  readonly #flows: Parameters<typeof changedInFlows>[] = [];

  /** @param isFresh nothing is known of any file: then all is derived, and nobody asks what of a file is another */
  constructor(db: DatabaseSync, isFresh = false) {
    this.#db = db;
    this.#isFresh = isFresh;
    this.#isKnown = db.prepare("select 1 from scan_shares where path = ?");
    this.#seen = db.prepare("insert or replace into scan_shares values (?, ?)");
    this.#since = { reach: sinceNoter(db, "reach"), said: sinceNoter(db, "said") };
    this.#tables = shareNames.map((name) => ({
      name,
      get: shareReader(db, name),
      put: db.prepare(`insert or replace into ${shareTable(name)} values (?, cast(? as text))`),
      remove: db.prepare(`delete from ${shareTable(name)} where path = ?`),
    }));
  }

  /** Takes what was found where a file's unit was made. */
  take(hash: string, path: string, brought: BroughtShares): void {
    this.#put(path, brought, !this.#isFresh && this.#isKnown.get(path) !== undefined);
    this.#seen.run(path, hash);
  }

  /**
   * Brings the shares up to date with the units, whichever were taken.
   *
   * @param isTaken no file came or went, and all that have other units were taken
   */
  settle(isTaken: boolean): Differing {
    if (!isTaken) this.#forgetGone();
    const isFew = this.#flows.length <= mostCompared;
    const flows = isFew ? new Set(this.#flows.flatMap((versions) => changedInFlows(...versions))) : undefined;
    return {
      ...this.#differing,
      said: this.#said,
      tests: this.#tests,
      functions: this.#functions,
      files: this.#files,
      flows,
    };
  }

  #forgetGone(): void {
    const gone = this.#db
      .prepare("delete from scan_shares where path not in (select path from units where kind = 'file') returning path")
      .all();
    for (const { path } of gone) this.#put(String(path), {}, true);
  }

  /** Keeps what a file brings, and notes what of it is another than before. */
  #put(path: string, brought: BroughtShares, isKnown: boolean): void {
    for (const { name, get, put, remove } of this.#tables) {
      const given = brought[name];
      if (this.#isFresh && !given) continue;
      const before = isKnown ? (get(path) ?? null) : null;
      const after = this.#isFresh || !given ? null : decoder.decode(given);
      if (!this.#isFresh && before === after) continue;
      this.#note(path, name, before, after);
      if (given) put.run(path, given);
      else remove.run(path);
    }
  }

  #note(path: string, name: ShareName, before: string | null, after: string | null): void {
    this.#since[name]?.(path);
    if (name === "said") this.#said.add(path);
    else if (name === "tests") this.#tests.add(path);
    else if (name !== "flows") this.#differing[name] = true;
    else if (this.#flows.length <= mostCompared) this.#flows.push([path, before, after]);
    if (name !== "reach" || this.#isFresh) return;
    if (before === null || after === null) this.#files.add(path);
    const { isOther, functions } = compareFaces(path, before, after);
    this.#differing.faces ||= isOther;
    for (const id of functions) this.#functions.add(id);
  }
}

const decoder = new TextDecoder();
