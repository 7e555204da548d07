/**
 * The account database: who belongs to which organisation, its projects and tokens, and the head of
 * every branch. Times are milliseconds since the epoch.
 */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Role, Scope } from "#contract/principal";
import type { Counts, SourceMode } from "#contract/push";

export const organisations = sqliteTable(
  "organisations",
  {
    id: text().primaryKey(),
    slug: text().notNull(),
    name: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [uniqueIndex("organisations_by_slug").on(table.slug)],
);

export const users = sqliteTable(
  "users",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [uniqueIndex("users_by_email").on(table.email)],
);

export const memberships = sqliteTable(
  "memberships",
  {
    organisation: text()
      .notNull()
      .references(() => organisations.id),
    user: text()
      .notNull()
      .references(() => users.id),
    role: text().$type<Role>().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organisation, table.user] }), index("memberships_by_user").on(table.user)],
);

export const projects = sqliteTable(
  "projects",
  {
    /** The `project` column of every fact; never given out twice. */
    id: integer().primaryKey({ autoIncrement: true }),
    organisation: text()
      .notNull()
      .references(() => organisations.id),
    slug: text().notNull(),
    /** Name of the D1 binding that holds its facts. */
    shard: text().notNull(),
    defaultBranch: text("default_branch").notNull(),
    /** The most that a push may carry of the source. */
    sourceMode: text("source_mode").$type<SourceMode>().notNull(),
    /** A snapshot is kept while it is among the last so many of its branch or younger than so many days. */
    keepSnapshots: integer("keep_snapshots").notNull(),
    keepDays: integer("keep_days").notNull(),
    createdAt: integer("created_at").notNull(),
    /** Set while its rows are being removed: it no longer exists to anyone. */
    deletedAt: integer("deleted_at"),
  },
  (table) => [
    uniqueIndex("projects_by_slug").on(table.organisation, table.slug).where(sql`deleted_at is null`),
    index("projects_by_shard").on(table.shard),
  ],
);

/** Bearer tokens of people (`dpa_`) and machines (`dpt_`). */
export const tokens = sqliteTable(
  "tokens",
  {
    id: text().primaryKey(),
    /** SHA-256 of the token: the token itself is shown once and kept nowhere. */
    hash: text().notNull(),
    name: text().notNull(),
    user: text()
      .notNull()
      .references(() => users.id),
    organisation: text()
      .notNull()
      .references(() => organisations.id),
    scopes: text({ mode: "json" }).$type<Scope[]>().notNull(),
    /** Project rows it is limited to; null: all of the organisation's. */
    projects: text({ mode: "json" }).$type<number[]>(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    revokedAt: integer("revoked_at"),
    lastUsedAt: integer("last_used_at"),
  },
  (table) => [
    uniqueIndex("tokens_by_hash").on(table.hash),
    index("tokens_by_organisation").on(table.organisation, table.user),
  ],
);

/**
 * A branch and its head. Moving the head is one statement here, and the last of a push: the rows it
 * makes visible lie in the project's shard already.
 */
export const branches = sqliteTable(
  "branches",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    project: integer()
      .notNull()
      .references(() => projects.id),
    name: text().notNull(),
    /** 0: nothing has been pushed, and the branch exists to its own pushes only. */
    headSeq: integer("head_seq").notNull(),
    /** The branch and the sequence number that this branch's manifest is laid over. */
    baseBranch: integer("base_branch"),
    baseSeq: integer("base_seq"),
    /** The columns below describe the head; null while there is none. */
    rootHash: text("root_hash"),
    units: integer(),
    commit: text(),
    /** Seconds since the epoch, as git has it. */
    commitTime: integer("commit_time"),
    dirty: integer({ mode: "boolean" }),
    scannedAt: integer("scanned_at"),
    pushedAt: integer("pushed_at"),
    pushedBy: text("pushed_by"),
    /** The push that moved the head: how a repeated commit knows that it was the one. */
    push: text(),
    counts: text({ mode: "json" }).$type<Counts>(),
    scanner: text(),
    sourceMode: text("source_mode").$type<SourceMode>(),
    /** Of the shard, just after the push: a session opened with it reads the pushed rows on any replica. */
    bookmark: text(),
  },
  (table) => [uniqueIndex("branches_by_name").on(table.project, table.name)],
);

export const audit = sqliteTable(
  "audit",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    organisation: text().notNull(),
    /** The user; null for what the service did by itself. */
    actor: text(),
    /** Such as `project.create`. */
    action: text().notNull(),
    subject: text().notNull(),
    detail: text({ mode: "json" }).$type<Record<string, unknown>>(),
    /** Where the request came from: its network address. */
    origin: text(),
    at: integer().notNull(),
  },
  (table) => [index("audit_by_organisation").on(table.organisation, table.at)],
);
