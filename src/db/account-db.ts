import { and, asc, eq, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { DriftError } from "#contract/errors";
import { type Principal, type Role, roleScopes, type Scope } from "#contract/principal";
import type { OpenRequest, SourceMode } from "#contract/push";
import { type Branch, type Head, type Project, toBranch, toHead, toProject } from "./account-rows.ts";
import { audit, branches, memberships, organisations, projects, tokens, users } from "./schema/account.ts";
import { hashToken, mintToken, randomText, type TokenPrefix } from "./tokens.ts";

export const accountLimits = {
  /** Projects of an organisation. */
  projects: 1_000,
  /** Branches of a project. */
  branches: 2_000,
  /** The time of a token's last use is written at most this often. */
  lastUsedMs: 10 * 60_000,
} as const;

/** Where a request wants to go; without a project it stays with the organisation. */
export interface Target {
  /** Absent: the token's own. */
  organisation?: string;
  project?: string;
  /** Where no project is named: take the organisation's, if it has just one. */
  only?: true;
  /** Absent: the project's default branch. */
  branch?: string;
}

export type Resolved =
  | {
      ok: true;
      principal: Principal;
      /** Slug of the principal's organisation. */
      organisation: string;
      /** Undefined: no project was named, or none of that name is the principal's. */
      project: Project | undefined;
      /** Undefined: no such branch, or nothing has been pushed to it. */
      head: Head | undefined;
      lastUsedAt: number | null;
    }
  | { ok: false; why: "unknown" | "expired" | "revoked" | "no_member" };

/** Reads two rows at most, however many projects there are. */
const onlyProject = sql`(select case when count(*) = 1 then min(id) end from (
  select id from projects where organisation = ${tokens.organisation} and deleted_at is null limit 2))`;

export interface Author {
  user: string | null;
  /** Where the request came from: its network address. */
  origin?: string;
}

export interface HeadMove {
  branch: number;
  /** The sequence number the head must still have. */
  from: number;
  push: string;
  project: Project;
  request: Omit<OpenRequest, "units">;
  units: number;
  bookmark: string | null;
  author: Author;
}

/** The account database, written: for the worker's routes and the Project object. No tool gets it. */
export class AccountDb {
  readonly #db: DrizzleD1Database;
  readonly #now: () => number;

  constructor(account: D1Database | D1DatabaseSession, now: () => number = () => Date.now()) {
    this.#db = drizzle(account as D1Database);
    this.#now = now;
  }

  /** Whose token it is, and the project and head they want: one statement, one round trip. */
  async resolve(tokenHash: string, target: Target = {}): Promise<Resolved> {
    const [row] = await this.#db
      .select({
        token: tokens,
        organisation: organisations,
        role: memberships.role,
        project: projects,
        branch: branches,
      })
      .from(tokens)
      .innerJoin(organisations, eq(organisations.id, tokens.organisation))
      .leftJoin(memberships, and(eq(memberships.organisation, tokens.organisation), eq(memberships.user, tokens.user)))
      .leftJoin(
        projects,
        and(
          eq(projects.organisation, tokens.organisation),
          target.organisation === undefined ? undefined : eq(organisations.slug, target.organisation),
          target.only ? eq(projects.id, onlyProject) : eq(projects.slug, target.project ?? ""),
          isNull(projects.deletedAt),
        ),
      )
      .leftJoin(
        branches,
        and(
          eq(branches.project, projects.id),
          eq(branches.name, target.branch === undefined ? projects.defaultBranch : target.branch),
        ),
      )
      .where(eq(tokens.hash, tokenHash));
    if (!row) return { ok: false, why: "unknown" };
    const { token, role, organisation } = row;
    if (token.revokedAt !== null) return { ok: false, why: "revoked" };
    if (token.expiresAt <= this.#now()) return { ok: false, why: "expired" };
    if (!role) return { ok: false, why: "no_member" };
    const allowed = row.project && (token.projects === null || token.projects.includes(row.project.id));
    return {
      ok: true,
      principal: {
        user: token.user,
        organisation: token.organisation,
        role,
        scopes: token.scopes.filter((scope) => roleScopes[role].includes(scope)),
        ...(token.projects && { projects: token.projects }),
        grant: token.id,
        expiresAt: Math.floor(token.expiresAt / 1000),
      },
      organisation: organisation.slug,
      project: allowed && row.project ? toProject(row.project, organisation) : undefined,
      head: allowed && row.branch ? toHead(row.branch) : undefined,
      lastUsedAt: token.lastUsedAt,
    };
  }

  /** Notes that a token was used, unless that was noted lately. */
  async touchToken(grant: string, lastUsedAt: number | null): Promise<void> {
    const now = this.#now();
    if (lastUsedAt !== null && now - lastUsedAt < accountLimits.lastUsedMs) return;
    await this.#db.update(tokens).set({ lastUsedAt: now }).where(eq(tokens.id, grant));
  }

  async createOrganisation(slug: string, name: string): Promise<string> {
    const id = `org_${randomText(16)}`;
    const made = await this.#db
      .insert(organisations)
      .values({ id, slug, name, createdAt: this.#now() })
      .onConflictDoNothing()
      .returning({ id: organisations.id });
    if (made.length === 0) throw new DriftError("CONFLICT", `There is an organisation "${slug}" already`);
    return id;
  }

  async findOrganisation(slug: string): Promise<string | undefined> {
    const [row] = await this.#db
      .select({ id: organisations.id })
      .from(organisations)
      .where(eq(organisations.slug, slug));
    return row?.id;
  }

  async createUser(name: string, email: string | null = null): Promise<string> {
    const id = `usr_${randomText(16)}`;
    await this.#db.insert(users).values({ id, name, email, createdAt: this.#now() });
    return id;
  }

  /** Makes the user a member, or gives a member another role. */
  async setMember(organisation: string, user: string, role: Role, author: Author): Promise<void> {
    await this.#db.batch([
      this.#db
        .insert(memberships)
        .values({ organisation, user, role, createdAt: this.#now() })
        .onConflictDoUpdate({ target: [memberships.organisation, memberships.user], set: { role } }),
      this.#audit(organisation, author, "member.set", user, { role }),
    ]);
  }

  async removeMember(organisation: string, user: string, author: Author): Promise<void> {
    const row = and(eq(memberships.organisation, organisation), eq(memberships.user, user));
    await this.#db.batch([
      this.#audit(organisation, author, "member.remove", user, undefined, this.#exists(memberships, row)),
      this.#db.delete(memberships).where(row),
    ]);
  }

  /** Mints a token; the answer is the only time it is seen. `expiresAt` in milliseconds since the epoch. */
  async createToken(
    token: {
      prefix: TokenPrefix;
      name: string;
      organisation: string;
      user: string;
      scopes: Scope[];
      projects?: number[];
      expiresAt: number;
    },
    author: Author,
  ): Promise<{ id: string; token: string }> {
    const { prefix, ...row } = token;
    const minted = mintToken(prefix);
    const id = `tok_${randomText(16)}`;
    const hash = (await hashToken(minted)) as string;
    await this.#db.batch([
      this.#db.insert(tokens).values({ ...row, projects: row.projects ?? null, id, hash, createdAt: this.#now() }),
      this.#audit(token.organisation, author, "token.create", id, { name: token.name, scopes: token.scopes }),
    ]);
    return { id, token: minted };
  }

  async revokeToken(organisation: string, id: string, author: Author): Promise<void> {
    const row = and(eq(tokens.id, id), eq(tokens.organisation, organisation), isNull(tokens.revokedAt));
    await this.#db.batch([
      this.#audit(organisation, author, "token.revoke", id, undefined, this.#exists(tokens, row)),
      this.#db.update(tokens).set({ revokedAt: this.#now() }).where(row),
    ]);
  }

  /** Makes a project on the shard that holds the fewest units. Throws `CONFLICT`, `LIMIT_EXCEEDED`. */
  async createProject(
    organisation: string,
    slug: string,
    shards: readonly string[],
    author: Author,
    settings: { defaultBranch?: string; sourceMode?: SourceMode; keepSnapshots?: number; keepDays?: number } = {},
  ): Promise<Project> {
    const [loads, [owned]] = await this.#db.batch([
      this.#db
        .select({ shard: projects.shard, load: sql<number>`count(*) + total(${branches.units})`.as("load") })
        .from(projects)
        .leftJoin(branches, eq(branches.project, projects.id))
        .groupBy(projects.shard),
      this.#db
        .select({ count: sql<number>`count(*)`.as("count") })
        .from(projects)
        .where(and(eq(projects.organisation, organisation), isNull(projects.deletedAt))),
    ]);
    if ((owned?.count ?? 0) >= accountLimits.projects) {
      throw new DriftError("LIMIT_EXCEEDED", `An organisation has at most ${accountLimits.projects} projects`, {
        hint: "Delete one that is no longer needed with `drift projects delete`",
      });
    }
    const load = (shard: string) => loads.find((row) => row.shard === shard)?.load ?? 0;
    const [shard] = [...shards].sort((one, other) => load(one) - load(other));
    if (!shard) throw new Error("No shard is bound");
    const [row] = await this.#db
      .insert(projects)
      .values({
        organisation,
        slug,
        shard,
        defaultBranch: settings.defaultBranch ?? "main",
        sourceMode: settings.sourceMode ?? "snippets",
        keepSnapshots: settings.keepSnapshots ?? 20,
        keepDays: settings.keepDays ?? 30,
        createdAt: this.#now(),
      })
      .onConflictDoNothing()
      .returning();
    if (!row) throw new DriftError("CONFLICT", `There is a project "${slug}" already`);
    await this.#audit(organisation, author, "project.create", String(row.id), { slug, shard });
    return toProject(row, await this.#organisation(organisation));
  }

  /** Hides a project from everyone at once; its rows are removed afterwards. False: it was hidden already. */
  async hideProject(project: Project, author: Author): Promise<boolean> {
    const { id, organisation, slug } = project;
    const row = and(eq(projects.id, id), isNull(projects.deletedAt));
    const [, hidden] = await this.#db.batch([
      this.#audit(organisation, author, "project.delete", String(id), { slug }, this.#exists(projects, row)),
      this.#db.update(projects).set({ deletedAt: this.#now() }).where(row).returning({ id: projects.id }),
    ]);
    return hidden.length > 0;
  }

  /** Removes the last rows of a hidden project, once its shard holds nothing of it. */
  async forgetProject(project: Project): Promise<void> {
    await this.#db.batch([
      this.#db.delete(branches).where(eq(branches.project, project.id)),
      this.#db.delete(projects).where(eq(projects.id, project.id)),
      this.#audit(project.organisation, { user: null }, "project.deleted", String(project.id), { slug: project.slug }),
    ]);
  }

  /** The branch of that name; undefined: nothing has ever opened a push to it. */
  async findBranch(project: number, name: string): Promise<Branch | undefined> {
    const [row] = await this.#db
      .select()
      .from(branches)
      .where(and(eq(branches.project, project), eq(branches.name, name)));
    return row && toBranch(row);
  }

  /**
   * Makes the row of a branch without a head, laid over the default branch's head if that stands alone.
   * Throws `LIMIT_EXCEEDED`.
   */
  async createBranch(project: Project, name: string): Promise<Branch> {
    const [[base], [owned]] = await this.#db.batch([
      this.#db
        .select()
        .from(branches)
        .where(
          and(
            eq(branches.project, project.id),
            eq(branches.name, project.defaultBranch),
            gt(branches.headSeq, 0),
            isNull(branches.baseBranch),
          ),
        ),
      this.#db
        .select({ count: sql<number>`count(*)`.as("count") })
        .from(branches)
        .where(eq(branches.project, project.id)),
    ]);
    if ((owned?.count ?? 0) >= accountLimits.branches) {
      throw new DriftError("LIMIT_EXCEEDED", `A project has at most ${accountLimits.branches} branches`);
    }
    await this.#db
      .insert(branches)
      .values({
        project: project.id,
        name,
        headSeq: 0,
        ...(base && name !== project.defaultBranch && { baseBranch: base.id, baseSeq: base.headSeq }),
      })
      .onConflictDoNothing();
    const made = await this.findBranch(project.id, name);
    if (!made) throw new Error("The branch was not made");
    return made;
  }

  /** Branches of a project, with and without a head, by their row; at most `limit` after row `after`. */
  async branches(project: number, after = 0, limit: number = accountLimits.branches): Promise<Branch[]> {
    const rows = await this.#db
      .select()
      .from(branches)
      .where(and(eq(branches.project, project), gt(branches.id, after)))
      .orderBy(asc(branches.id))
      .limit(limit);
    return rows.map(toBranch);
  }

  /** Removes a branch that nothing was ever committed to. */
  async dropEmptyBranch(branch: number): Promise<void> {
    await this.#db.delete(branches).where(and(eq(branches.id, branch), eq(branches.headSeq, 0)));
  }

  /** Removes the row of a branch of a project that is being deleted. */
  async dropBranch(branch: number): Promise<void> {
    await this.#db.delete(branches).where(eq(branches.id, branch));
  }

  /** Notes that the state a head shows was scanned again, later. */
  async renewScan(branch: number, seq: number, scannedAt: number): Promise<void> {
    await this.#db
      .update(branches)
      .set({ scannedAt })
      .where(and(eq(branches.id, branch), eq(branches.headSeq, seq), lt(branches.scannedAt, scannedAt)));
  }

  /** Moves a head by one, in one statement. False: it is no longer where the caller saw it. */
  async moveHead({ branch, from, push, project, request, units, bookmark, author }: HeadMove): Promise<boolean> {
    const row = and(eq(branches.id, branch), eq(branches.project, project.id), eq(branches.headSeq, from));
    const { rootHash, commit, commitTime, dirty, counts, scanner, sourceMode, force } = request;
    const told = { branch: request.branch, seq: from + 1, commit, rootHash, force };
    const times = { scannedAt: Date.parse(request.scannedAt), pushedAt: this.#now() };
    const head = { headSeq: from + 1, rootHash, units, commit, commitTime, dirty, counts, scanner, sourceMode };
    const [, moved] = await this.#db.batch([
      this.#audit(project.organisation, author, "push.commit", String(project.id), told, this.#exists(branches, row)),
      this.#db
        .update(branches)
        .set({ ...head, ...times, pushedBy: author.user, push, bookmark })
        .where(row)
        .returning({ id: branches.id }),
    ]);
    return moved.length > 0;
  }

  #exists(table: SQLiteTable, row: SQL | undefined): SQL {
    return sql`exists (select 1 from ${table} where ${row})`;
  }

  async #organisation(id: string): Promise<{ slug: string }> {
    const [row] = await this.#db
      .select({ slug: organisations.slug })
      .from(organisations)
      .where(eq(organisations.id, id));
    if (!row) throw new Error("The organisation does not exist");
    return row;
  }

  /** A row of the log, where `when` holds: it stands before the statement it tells of, in the same batch. */
  #audit(organisation: string, author: Author, action: string, subject: string, detail?: object, when?: SQL) {
    const json = detail ? JSON.stringify(detail) : null;
    const origin = author.origin ?? null;
    return this.#db
      .insert(audit)
      .select(
        sql`select null, ${organisation}, ${author.user}, ${action}, ${subject}, ${json}, ${origin}, ${this.#now()} where ${when ?? sql`true`}`,
      );
  }
}
