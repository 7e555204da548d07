/**
 * What each file brings to what is derived of all files, kept in `scan_shares`: only files whose units changed are
 * looked at again, and what nothing new was brought to is not derived anew.
 */
import type { DatabaseSync } from "node:sqlite";
import { DependsReader } from "./modules/edges.ts";
import { FactReader } from "./patterns/file-facts.ts";
import { said } from "./patterns/store.ts";
import { CandidateReader } from "./wrappers/candidates.ts";

interface Share {
  readonly said: string | null;
  readonly depends: string | null;
  readonly wraps: string | null;
}

const none: Share = { said: null, depends: null, wraps: null };

/** Which shares of any file are others than before. */
export type Differing = Readonly<Record<keyof Share, boolean>>;

/** Brings the shares up to date with the units. */
export function putShares(db: DatabaseSync): Differing {
  const differing = { said: false, depends: false, wraps: false };
  const compare = (before: Share, after: Share): void => {
    for (const name of ["said", "depends", "wraps"] as const) differing[name] ||= before[name] !== after[name];
  };
  const gone = db.prepare(
    `delete from scan_shares where path not in (select path from units where kind = 'file')
     returning said, depends, wraps`,
  );
  for (const before of gone.all() as unknown as Share[]) compare(before, none);
  const stale = db
    .prepare(
      `select units.id as id, units.path as path, units.hash as hash from units
       left join scan_shares as known on known.path = units.path and known.hash = units.hash
       where units.kind = 'file' and known.path is null`,
    )
    .all() as { id: number; path: string; hash: string }[];
  const known = db.prepare("select said, depends, wraps from scan_shares where path = ?");
  const put = db.prepare("insert or replace into scan_shares values (?, ?, ?, ?, ?)");
  const [facts, depends, wraps] = [new FactReader(db), new DependsReader(db), new CandidateReader(db)];
  for (const { id, path, hash } of stale) {
    const share: Share = { said: said(facts, id), depends: depends.read(id), wraps: wraps.read(id) };
    compare((known.get(path) as Share | undefined) ?? none, share);
    put.run(path, hash, share.said, share.depends, share.wraps);
  }
  return differing;
}
