import type { OpenRequest } from "#contract/push";
import { indexedText } from "#contract/terms";
import { pieces, ShardReader } from "./shard-reader.ts";
import { type IngestUnit, removeUnits, UnitBatch } from "./unit-rows.ts";

/** What a commit changes in a branch's manifest. */
export interface ManifestChange {
  branch: number;
  /** Set: the branch is laid over another, and drops that one's units with tombstones. */
  overlay: boolean;
  /** The sequence number that becomes visible. */
  seq: number;
  added: readonly string[];
  removed: readonly string[];
  request: Omit<OpenRequest, "units">;
  /** Units of the whole snapshot. */
  units: number;
  pushedAt: number;
  pushedBy: string;
  /** An earlier attempt at a change may have left rows: they are removed first. */
  repair: boolean;
}

/** So many changed files are told one by one. */
export const changedPaths = 200;

/** A sweep looks at so many units a step, up to so many manifest rows, and removes about so many facts. */
const sweepUnits = 2_000;
const sweepLooks = 500_000;
const sweepRows = 20_000;

/**
 * Writes one project's rows in its shard: for the Project object, which serialises what must not
 * interleave. Every method is a bounded number of statements.
 */
export class ShardWriter {
  readonly read: ShardReader;
  readonly #shard: D1DatabaseSession;
  readonly #project: number;
  /** What this writer has cost so far. */
  readonly cost = { statements: 0, batches: 0, rowsWritten: 0 };

  constructor(shard: D1Database, project: number) {
    this.#shard = shard.withSession("first-primary");
    this.#project = project;
    this.read = new ShardReader(this.#shard, project);
  }

  /** A session opened with it sees all that this writer wrote. */
  get bookmark(): string | null {
    return this.#shard.getBookmark();
  }

  /** Stores units with their facts, all or none. Units that are there already stay as they are. */
  async ingest(units: AsyncIterable<IngestUnit>): Promise<void> {
    const batch = new UnitBatch((text) => indexedText(this.#project, text));
    for await (const unit of units) batch.add(unit);
    await this.#run(batch.statements(this.#shard, this.#project));
  }

  /**
   * Writes the manifest rows of a snapshot. They are invisible until the branch's head is at `seq`,
   * and may be written again with `repair`. Answers how many units were born: fewer than `added` means
   * that some are not there, and the snapshot must not be shown.
   */
  async change(change: ManifestChange): Promise<number> {
    const { branch, seq, added, removed } = change;
    const of = "from json_each(?3) h cross join units u on u.project = ?4 and u.hash = h.value";
    const births = [...pieces(added)].map((json) =>
      this.#shard
        .prepare(`insert into manifests (branch, unit, born) select ?1, u.id, ?2 ${of}`)
        .bind(branch, seq, json, this.#project),
    );
    const deaths = [...pieces(removed)].flatMap((json) =>
      [
        // Only what the base shows: a unit with a row of its own that lives dies below.
        ...(change.overlay
          ? [
              `insert into manifests (branch, unit, born, died) select ?1, u.id, 0, ?2 ${of} where not exists
                (select 1 from manifests m where m.branch = ?1 and m.unit = u.id and m.died is null)`,
            ]
          : []),
        `update manifests set died = ?2 where branch = ?1 and died is null and unit in (select u.id ${of})`,
      ].map((sql) => this.#shard.prepare(sql).bind(branch, seq, json, this.#project)),
    );
    const repairs = change.repair ? this.#repair(branch, seq - 1) : [];
    const results = await this.#run([...repairs, ...births, ...deaths, this.#snapshot(change)]);
    return results
      .slice(repairs.length, repairs.length + births.length)
      .reduce((sum, result) => sum + result.meta.changes, 0);
  }

  /** Paths of the source files among units, each once; more than `changedPaths`: not all of them. */
  async files(hashes: readonly string[]): Promise<string[]> {
    const found = await this.#all<{ path: string }>(
      `select distinct u.path from json_each(?1) h cross join units u on u.project = ?2 and u.hash = h.value
      where u.kind = 'file' limit ?3`,
      ...[pieces(hashes).next().value ?? "[]", this.#project, changedPaths + 1],
    );
    return found.map(({ path }) => path);
  }

  /** Takes back what a change that was never shown has written above `head`. */
  async undo(branch: number, head: number): Promise<void> {
    await this.#run(this.#repair(branch, head));
  }

  /**
   * Forgets the snapshots of a branch below `horizon`: their rows, and the manifest rows of units that
   * no later snapshot shows. Tombstones stay: without them the base would show through again.
   */
  async forget(branch: number, horizon: number): Promise<number> {
    const [, rows] = await this.#run([
      this.#shard
        .prepare("delete from snapshots where project = ?1 and branch = ?2 and seq < ?3")
        .bind(this.#project, branch, horizon),
      this.#shard.prepare("delete from manifests where branch = ?1 and born > 0 and died <= ?2").bind(branch, horizon),
    ]);
    return rows?.meta.changes ?? 0;
  }

  /** The retained snapshots of a branch, newest first. */
  async snapshots(branch: number): Promise<{ seq: number; pushedAt: number }[]> {
    return this.#all(
      "select seq, pushed_at as pushedAt from snapshots where project = ?1 and branch = ?2 order by seq desc",
      ...[this.#project, branch],
    );
  }

  /**
   * One step of removing the units that no manifest row of `branches` names and `wanted` does not claim.
   * Answers where the next step begins; undefined: all units have been looked at.
   */
  async sweep(
    after: string,
    branches: readonly number[],
    wanted: (hash: string) => boolean,
  ): Promise<string | undefined> {
    const page = Math.ceil(Math.min(sweepUnits, sweepLooks / Math.max(1, branches.length)));
    const looked = await this.#all<{ id: number; hash: string; rows: number; shown: number }>(
      `select u.id, u.hash, u.rows, exists (
        select 1 from json_each(?4) b cross join manifests m on m.branch = b.value and m.unit = u.id
      ) as shown from units u where u.project = ?1 and u.hash > ?2 order by u.hash limit ?3`,
      ...[this.#project, after, page, JSON.stringify(branches)],
    );
    const doomed: number[] = [];
    let rows = 0;
    let last = "";
    for (const unit of looked) {
      last = unit.hash;
      if (unit.shown || wanted(unit.hash)) continue;
      doomed.push(unit.id);
      rows += unit.rows;
      if (rows >= sweepRows) break;
    }
    if (doomed.length > 0) await this.#run(removeUnits(this.#shard, doomed));
    return looked.length < page && last === (looked.at(-1)?.hash ?? "") ? undefined : last;
  }

  /** Removes all that a branch shows. */
  async removeBranch(branch: number): Promise<void> {
    await this.#run([
      this.#shard.prepare("delete from manifests where branch = ?1").bind(branch),
      this.#shard.prepare("delete from snapshots where project = ?1 and branch = ?2").bind(this.#project, branch),
    ]);
  }

  #repair(branch: number, head: number): D1PreparedStatement[] {
    return [
      "delete from manifests where branch = ?1 and (born > ?2 or (born = 0 and died > ?2))",
      "update manifests set died = null where branch = ?1 and died > ?2",
    ].map((sql) => this.#shard.prepare(sql).bind(branch, head));
  }

  #snapshot({ branch, seq, request, units, pushedAt, pushedBy }: ManifestChange): D1PreparedStatement {
    return this.#shard
      .prepare(
        `insert or replace into snapshots (project, branch, seq, root_hash, units, "commit", commit_time, dirty,
          scanned_at, pushed_at, pushed_by, counts, scanner, source_mode)
        values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)`,
      )
      .bind(
        this.#project,
        branch,
        seq,
        request.rootHash,
        units,
        request.commit,
        request.commitTime,
        request.dirty ? 1 : 0,
        Date.parse(request.scannedAt),
        pushedAt,
        pushedBy,
        JSON.stringify(request.counts),
        request.scanner,
        request.sourceMode,
      );
  }

  async #all<Row>(sql: string, ...values: (string | number)[]): Promise<Row[]> {
    this.cost.batches += 1;
    this.cost.statements += 1;
    const { results } = await this.#shard
      .prepare(sql)
      .bind(...values)
      .all<Row>();
    return results;
  }

  async #run(statements: D1PreparedStatement[]): Promise<D1Result[]> {
    if (statements.length === 0) return [];
    const results = await this.#shard.batch(statements);
    this.cost.batches += 1;
    this.cost.statements += statements.length;
    for (const { meta } of results) this.cost.rowsWritten += meta.rows_written;
    return results;
  }
}
