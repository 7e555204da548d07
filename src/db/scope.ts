/** What a reader may see: the rows of one project that one snapshot of it shows. */
import { eq, getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { ProjectNumber } from "#contract/ids";
import { manifests } from "./schema/snapshots.ts";

/** A fact table, or an alias of one. */
export type FactSource = SQLiteTable & { rowId: SQLiteColumn; project: SQLiteColumn; unit: SQLiteColumn };

/** A snapshot: a branch at a sequence number, laid over another snapshot where it has a base. */
export interface SnapshotKey {
  project: ProjectNumber;
  branch: number;
  seq: number;
  base?: { branch: number; seq: number };
}

/** Puts a snapshot's conditions on a table. The rule of visibility is told in `schema/snapshots.ts`. */
export class Scope {
  readonly project: ProjectNumber;
  readonly #snapshot: SnapshotKey;

  constructor(snapshot: SnapshotKey) {
    this.project = snapshot.project;
    this.#snapshot = snapshot;
  }

  /** The row is the project's, in a unit that the snapshot shows. */
  on(table: FactSource): SQL {
    return sql`${eq(table.project, this.project)} and ${this.#shown(table)}`;
  }

  /** The row is the project's; for a row of a unit whose visibility is known. The `+` keeps it off the indexes. */
  sameProject(table: FactSource): SQL {
    return sql`+${table.project} = ${this.project}`;
  }

  #shown(table: FactSource): SQL {
    const { branch, seq, base } = this.#snapshot;
    const own = live(table, branch, seq);
    if (!base) return own;
    const dropped = sql`exists (select 1 from ${manifests} where ${ofUnit(table, branch)} and ${manifests.born} = 0 and ${manifests.died} <= ${seq})`;
    return sql`(${own} or (${live(table, base.branch, base.seq)} and not ${dropped}))`;
  }
}

const live = (table: FactSource, branch: number, seq: number): SQL =>
  sql`exists (select 1 from ${manifests} where ${ofUnit(table, branch)} and ${manifests.born} <= ${seq} and (${manifests.died} is null or ${manifests.died} > ${seq}))`;

const ofUnit = (table: FactSource, branch: number): SQL =>
  sql`${manifests.branch} = ${branch} and ${manifests.unit} = ${sql.identifier(getTableName(table))}.${sql.identifier("unit")}`;
