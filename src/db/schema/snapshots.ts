/**
 * Units, and which branch shows them from when to when. These tables lie in every shard, beside the
 * fact tables. Times are milliseconds since the epoch.
 *
 * A unit is visible in branch B at sequence number S, B being laid over branch A at SA (or over
 * nothing), when
 * - a row of B has `born <= S` and `died` null or `> S`, or
 * - a row of A has `born <= SA` and `died` null or `> SA`, and B has no row with `born = 0` and
 *   `died <= S`: a tombstone, by which B drops a unit of its base.
 *
 * A unit's row and all its facts are written in one transaction: a unit that is there is whole.
 */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { UnitKind } from "#contract/fact-words";
import type { Counts, SourceMode } from "#contract/push";

export const units = sqliteTable(
  "units",
  {
    id: integer().primaryKey(),
    project: integer().notNull(),
    hash: text().notNull(),
    kind: text().$type<UnitKind>().notNull(),
    path: text().notNull(),
    /** Facts it holds: what removing it will cost. */
    rows: integer().notNull(),
  },
  (table) => [uniqueIndex("units_by_hash").on(table.project, table.hash)],
);

export const manifests = sqliteTable(
  "manifests",
  {
    branch: integer().notNull(),
    unit: integer().notNull(),
    /** First sequence number that shows the unit; 0 in a tombstone. */
    born: integer().notNull(),
    /** First sequence number that no longer does. */
    died: integer(),
  },
  // One covering index and no key besides: every manifest row costs two rows written.
  (table) => [index("manifests_by_unit").on(table.branch, table.unit, table.born, table.died)],
);

/** What each retained snapshot was; the head's is repeated in the account database. */
export const snapshots = sqliteTable(
  "snapshots",
  {
    project: integer().notNull(),
    branch: integer().notNull(),
    seq: integer().notNull(),
    rootHash: text("root_hash").notNull(),
    units: integer().notNull(),
    commit: text(),
    /** Seconds since the epoch, as git has it. */
    commitTime: integer("commit_time"),
    dirty: integer({ mode: "boolean" }).notNull(),
    scannedAt: integer("scanned_at").notNull(),
    pushedAt: integer("pushed_at").notNull(),
    pushedBy: text("pushed_by").notNull(),
    counts: text({ mode: "json" }).$type<Counts>().notNull(),
    scanner: text().notNull(),
    sourceMode: text("source_mode").$type<SourceMode>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.branch, table.seq] })],
);
