/**
 * The account database: who belongs to which organisation, its projects and tokens, and the head of
 * every branch. Times are milliseconds since the epoch.
 *
 * A deleted organisation leaves rows of `audit` and `deletions` alone, which is why those name it
 * without a foreign key.
 */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Role, Scope } from "#contract/principal";
import type { Counts, SourceMode } from "#contract/push";
import type { CiKind, Pushers, TokenKind } from "#contract/teams";

export const organisations = sqliteTable(
  "organisations",
  {
    id: text().primaryKey(),
    slug: text().notNull(),
    name: text().notNull(),
    /** Members must have an identity of this OpenID Connect issuer; null: of any. */
    requiredIssuer: text("required_issuer"),
    /** Members must have an identity with a verified e-mail address of this domain; null: of any. */
    emailDomain: text("email_domain"),
    createdAt: integer("created_at").notNull(),
    /** Set while it is being removed: nobody is a member of it any more. */
    deletedAt: integer("deleted_at"),
  },
  (table) => [uniqueIndex("organisations_by_slug").on(table.slug)],
);

export const users = sqliteTable("users", {
  id: text().primaryKey(),
  name: text().notNull(),
  /** To show. What may be relied on is an identity's, verified. */
  email: text(),
  createdAt: integer("created_at").notNull(),
});

/** How a user signs in: who an issuer says they are. Two issuers are two users until they are linked. */
export const identities = sqliteTable(
  "identities",
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    user: text()
      .notNull()
      .references(() => users.id),
    /** In lower case, as the issuer gave it at the last sign-in. */
    email: text(),
    emailVerified: integer("email_verified", { mode: "boolean" }).notNull(),
    createdAt: integer("created_at").notNull(),
    signedInAt: integer("signed_in_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index("identities_by_user").on(table.user)],
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
    /** Who may push in person; push tokens and trusted CI may besides. */
    pushers: text().$type<Pushers>().notNull().default("admins"),
    createdAt: integer("created_at").notNull(),
    /** Set while its rows are being removed: it no longer exists to anyone. */
    deletedAt: integer("deleted_at"),
  },
  (table) => [
    uniqueIndex("projects_by_slug").on(table.organisation, table.slug).where(sql`deleted_at is null`),
    index("projects_by_shard").on(table.shard),
  ],
);

/** Names that projects had before: they go on leading there until another project takes them. */
export const projectAliases = sqliteTable(
  "project_aliases",
  {
    organisation: text().notNull(),
    slug: text().notNull(),
    project: integer()
      .notNull()
      .references(() => projects.id),
  },
  (table) => [
    primaryKey({ columns: [table.organisation, table.slug] }),
    index("project_aliases_by_project").on(table.project),
  ],
);

/** Bearer tokens of people (`dpa_`) and machines (`dpt_`). */
export const tokens = sqliteTable(
  "tokens",
  {
    id: text().primaryKey(),
    /** SHA-256 of the token: the token itself is shown once and kept nowhere. */
    hash: text().notNull(),
    kind: text().$type<TokenKind>().notNull().default("personal"),
    name: text().notNull(),
    /** Who made it, and with whose membership it falls; null for one that a CI run was given. */
    user: text().references(() => users.id),
    organisation: text()
      .notNull()
      .references(() => organisations.id),
    scopes: text({ mode: "json" }).$type<Scope[]>().notNull(),
    /** Project rows it is limited to; null: all of the organisation's. */
    projects: text({ mode: "json" }).$type<number[]>(),
    /** The CI trust by which a run got it, and with which it falls. */
    trust: text(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    revokedAt: integer("revoked_at"),
    lastUsedAt: integer("last_used_at"),
  },
  (table) => [
    uniqueIndex("tokens_by_hash").on(table.hash),
    index("tokens_by_organisation").on(table.organisation, table.user),
    index("tokens_by_trust").on(table.trust, table.expiresAt).where(sql`trust is not null`),
  ],
);

/**
 * What a user let a client do, in one organisation: an index over the grants that the users' objects
 * hold. A grant that is not here, or revoked here, opens nothing.
 */
export const grants = sqliteTable(
  "grants",
  {
    id: text().primaryKey(),
    user: text()
      .notNull()
      .references(() => users.id),
    organisation: text()
      .notNull()
      .references(() => organisations.id),
    client: text().notNull(),
    clientName: text("client_name").notNull(),
    scopes: text({ mode: "json" }).$type<Scope[]>().notNull(),
    /** Project rows it is limited to; null: all of the organisation's. */
    projects: text({ mode: "json" }).$type<number[]>(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
    revokedAt: integer("revoked_at"),
  },
  (table) => [
    index("grants_by_user").on(table.user),
    index("grants_by_organisation").on(table.organisation, table.user),
  ],
);

/** Links that make whoever follows them a member, once. */
export const invitations = sqliteTable(
  "invitations",
  {
    id: text().primaryKey(),
    /** SHA-256 of the link's secret. */
    hash: text().notNull(),
    organisation: text()
      .notNull()
      .references(() => organisations.id),
    role: text().$type<Role>().notNull(),
    /** In lower case: only who has this verified address may follow it; null: whoever has the link. */
    email: text(),
    invitedBy: text("invited_by").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    acceptedAt: integer("accepted_at"),
    acceptedBy: text("accepted_by"),
    revokedAt: integer("revoked_at"),
  },
  (table) => [
    uniqueIndex("invitations_by_hash").on(table.hash),
    index("invitations_by_organisation").on(table.organisation, table.createdAt),
  ],
);

/** Which CI runs may push to a project without a stored secret. */
export const trusts = sqliteTable(
  "trusts",
  {
    id: text().primaryKey(),
    project: integer()
      .notNull()
      .references(() => projects.id),
    kind: text().$type<CiKind>().notNull(),
    issuer: text().notNull(),
    /** `owner/name`, in lower case. */
    repository: text().notNull(),
    /**
     * The number that the issuer gives the repository, from its first run on: a name that was given up
     * can be taken by anyone.
     */
    repositoryId: text("repository_id"),
    /** A git ref, in which `*` stands for any text without a slash and a last `**` for any text. */
    ref: text().notNull(),
    /** The deployment environment that a run must be in; null: any or none. */
    environment: text(),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
  },
  (table) => [
    index("trusts_by_project").on(table.project),
    index("trusts_by_repository").on(table.issuer, table.repository),
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
  (table) => [
    index("audit_by_organisation").on(table.organisation, table.id),
    index("audit_by_action").on(table.organisation, table.action, table.id),
    index("audit_by_actor").on(table.organisation, table.actor, table.id),
  ],
);

/** Deletions of projects and organisations: by its id, which cannot be guessed, one is asked whether it is done. */
export const deletions = sqliteTable(
  "deletions",
  {
    id: text().primaryKey(),
    organisation: text().notNull(),
    /** Null: the organisation as a whole. */
    project: integer(),
    /** As people wrote it: `organisation` or `organisation/project`. */
    name: text().notNull(),
    requestedAt: integer("requested_at").notNull(),
    finishedAt: integer("finished_at"),
  },
  (table) => [uniqueIndex("deletions_by_subject").on(table.organisation, table.project)],
);
