/** Which units a project has, and which of them a snapshot shows. */

/** A snapshot: what the visibility rule of `schema/snapshots.ts` needs. */
export interface SnapshotRef {
  branch: number;
  seq: number;
  base?: { branch: number; seq: number } | undefined;
}

/** Rows of an answer, and hashes of a parameter: 20,000 take 1.4 MB as JSON. */
const pageSize = 20_000;

const visibleUnits = `select u.id, u.hash from (
    select m.unit from manifests m
    where m.branch = ?1 and m.unit > ?5 and m.born <= ?2 and (m.died is null or m.died > ?2)
    union
    select b.unit from manifests b
    where b.branch = ?3 and b.unit > ?5 and b.born <= ?4 and (b.died is null or b.died > ?4)
      and not exists (
        select 1 from manifests t where t.branch = ?1 and t.unit = b.unit and t.born = 0 and t.died <= ?2)
    order by 1 limit ?6
  ) v cross join units u on u.id = v.unit order by u.id`;

/** Pieces that fit one JSON parameter. */
export function* pieces(hashes: readonly string[]): Generator<string, undefined> {
  for (let at = 0; at < hashes.length; at += pageSize) yield JSON.stringify(hashes.slice(at, at + pageSize));
}

export class ShardReader {
  readonly #shard: D1DatabaseSession;
  readonly #project: number;

  constructor(shard: D1DatabaseSession, project: number) {
    this.#shard = shard;
    this.#project = project;
  }

  /** Hashes of the units that a snapshot shows, a page at a time; each page is one round trip. */
  async *visible(snapshot: SnapshotRef): AsyncIterable<string[]> {
    const { branch, seq, base } = snapshot;
    for (let after = 0; ; ) {
      const { results } = await this.#shard
        .prepare(visibleUnits)
        .bind(branch, seq, base?.branch ?? 0, base?.seq ?? 0, after, pageSize)
        .all<{ id: number; hash: string }>();
      yield results.map(({ hash }) => hash);
      if (results.length < pageSize) return;
      after = results.at(-1)?.id ?? after;
    }
  }

  /** Whether a snapshot of a branch can still be read. */
  async retains(branch: number, seq: number): Promise<boolean> {
    const row = await this.#shard
      .prepare("select 1 from snapshots where project = ?1 and branch = ?2 and seq = ?3")
      .bind(this.#project, branch, seq)
      .first();
    return row !== null;
  }

  /** Those of the hashes whose units the project has. */
  async present(hashes: readonly string[]): Promise<Set<string>> {
    const found = new Set<string>();
    for (const json of pieces(hashes)) {
      const { results } = await this.#shard
        .prepare("select u.hash from json_each(?2) h cross join units u on u.project = ?1 and u.hash = h.value")
        .bind(this.#project, json)
        .all<{ hash: string }>();
      for (const { hash } of results) found.add(hash);
    }
    return found;
  }
}
