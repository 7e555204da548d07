/**
 * What each file brings to what is derived of all files, kept in `scan_shares`: only files whose units changed are
 * looked at again, and what nothing new was brought to is not derived anew.
 */
import type { DatabaseSync } from "node:sqlite";
import { type Unit, unitVersion } from "#contract/unit";
import { unitReader } from "#engine/scan/drift-db";
import { flowShare } from "./flows/flow-share.ts";
import { dependsOf } from "./modules/edges.ts";
import { said } from "./patterns/store.ts";
import { encodeReachShare, isOtherFace } from "./tests/reach-share.ts";
import { encodeTestShare, testPart } from "./tests/test-share.ts";
import { wrapsOf } from "./wrappers/candidates.ts";

const names = ["said", "depends", "wraps", "tests", "reach", "flows"] as const;
const columns = names.join(", ");

type Share = Readonly<Record<(typeof names)[number], string | null>>;

const none: Share = { said: null, depends: null, wraps: null, tests: null, reach: null, flows: null };

/** Which shares are others than before. */
export interface Differing {
  readonly said: boolean;
  readonly depends: boolean;
  readonly wraps: boolean;
  readonly reach: boolean;
  readonly flows: boolean;
  /** Of these files. */
  readonly tests: ReadonlySet<string>;
  /** What a file is for the tests of others. */
  readonly faces: boolean;
}

type Statement = ReturnType<DatabaseSync["prepare"]>;

export class Shares {
  readonly #db: DatabaseSync;
  readonly #known: Statement;
  readonly #put: Statement;
  readonly #differing = { said: false, depends: false, wraps: false, reach: false, flows: false, faces: false };
  readonly #tests = new Set<string>();

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#known = db.prepare(`select ${columns} from scan_shares where path = ?`);
    this.#put = db.prepare("insert or replace into scan_shares values (?, ?, ?, ?, ?, ?, ?, ?)");
  }

  /** Takes a file's share of its unit, whose rows are at hand where it is written. */
  take(hash: string, unit: Unit): void {
    const part = testPart(unit);
    const share: Share = {
      said: said(unit),
      depends: dependsOf(unit),
      wraps: wrapsOf(unit),
      tests: part ? encodeTestShare(unit, part) : null,
      reach: encodeReachShare(unit, part),
      flows: flowShare(unit),
    };
    this.#compare(unit.path, (this.#known.get(unit.path) as Share | undefined) ?? none, share);
    this.#put.run(unit.path, hash, ...names.map((name) => share[name]));
  }

  /** Brings the shares up to date with the units, whichever were taken. */
  settle(): Differing {
    const gone = this.#db.prepare(
      `delete from scan_shares where path not in (select path from units where kind = 'file')
       returning path, ${columns}`,
    );
    for (const before of gone.all() as unknown as (Share & { path: string })[])
      this.#compare(before.path, before, none);
    const stale = this.#db
      .prepare(
        `select units.id as id, units.path as path, units.hash as hash from units
         left join scan_shares as known on known.path = units.path and known.hash = units.hash
         where units.kind = 'file' and known.path is null`,
      )
      .all() as { id: number; path: string; hash: string }[];
    if (stale.length > 0) {
      const read = unitReader(this.#db);
      for (const { id, path, hash } of stale)
        this.take(hash, { v: unitVersion, kind: "file", path, rows: read("file", id) });
    }
    return { ...this.#differing, tests: this.#tests };
  }

  #compare(path: string, before: Share, after: Share): void {
    for (const name of ["said", "depends", "wraps", "reach", "flows"] as const)
      this.#differing[name] ||= before[name] !== after[name];
    if (before.tests !== after.tests) this.#tests.add(path);
    if (before.reach !== after.reach) this.#differing.faces ||= isOtherFace(before.reach, after.reach);
  }
}
