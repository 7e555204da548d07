import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type Principal, type Role, roleScopes, type Scope } from "#contract/principal";
import { mayPushInPerson, type TokenKind } from "#contract/teams";
import { type Head, type Project, toHead, toProject } from "#db/account-rows";
import {
  branches,
  grants,
  identities,
  memberships,
  organisations,
  projectAliases,
  projects,
  tokens,
  trusts,
} from "#db/schema/account";
import type { AccountHandle } from "./handle.ts";

/** The time of a credential's last use is written at most this often. */
export const lastUsedMs = 10 * 60_000;

/** What a caller shows: a token's hash, or the grant and user that an access token names. */
export type Credential = { token: string } | { grant: string; user: string };

/** Where a request wants to go; without a project it stays with the organisation. */
export interface Target {
  /** Absent: the credential's own. */
  organisation?: string;
  /** A name that the project has, or had before it was renamed. */
  project?: string;
  /** The project's number, in place of its name. */
  id?: number;
  /** Where no project is named: take the organisation's, if it has just one. */
  only?: true;
  /** Absent: the project's default branch. */
  branch?: string;
}

export type Resolved =
  | {
      ok: true;
      /** Of a grant, `expiresAt` is 0: it is the access token's, which this database does not know. */
      principal: Principal;
      /** The credential's scopes, of which the principal's are those that role and project allow. */
      held: Scope[];
      /** Slug of the principal's organisation. */
      organisation: string;
      by: "token" | "grant";
      /** Of a grant: the client that it was given to. */
      client?: string;
      /** A push token (`dpt_`) or one of a CI run; absent for a grant. */
      token?: TokenKind;
      /** Undefined: no project was named, or none of that name is the principal's. */
      project: Project | undefined;
      /** Undefined: no such branch, or nothing has been pushed to it. */
      head: Head | undefined;
      lastUsedAt: number | null;
    }
  | { ok: false; why: "unknown" | "expired" | "revoked" | "no_member" | "identity" };

/** Whether a user has an identity as the organisation requires one: the same one keeps both rules. */
export const hasRequiredIdentity = (user: SQL | unknown, issuer: SQL | unknown, domain: SQL | unknown): SQL =>
  sql`((${issuer} is null and ${domain} is null) or exists (
    select 1 from ${identities} where ${identities.user} = ${user}
    and (${issuer} is null or ${identities.issuer} = ${issuer})
    and (${domain} is null or (${identities.emailVerified} = 1
      and substr(${identities.email}, instr(${identities.email}, '@') + 1) = ${domain}))))`;

/** Decides who a credential stands for. */
export class Access {
  readonly #handle: AccountHandle;

  constructor(handle: AccountHandle) {
    this.#handle = handle;
  }

  /** Whose credential it is, and the project and head they want: one statement, one round trip. */
  async resolve(shown: Credential, target: Target = {}): Promise<Resolved> {
    const credential = "token" in shown ? this.#token(shown.token) : (this.#grant(shown) as never);
    const by = "token" in shown ? "token" : "grant";
    const [row] = await this.#handle.db
      .select({
        credential: {
          id: credential.id,
          user: credential.user,
          scopes: credential.scopes,
          projects: credential.projects,
          kind: credential.kind,
          trust: credential.trust,
          client: credential.client,
          expiresAt: credential.expiresAt,
          revokedAt: credential.revokedAt,
          lastUsedAt: credential.lastUsedAt,
        },
        organisation: organisations,
        role: memberships.role,
        trust: trusts.id,
        identified:
          sql<number>`${hasRequiredIdentity(credential.user, organisations.requiredIssuer, organisations.emailDomain)}`.as(
            "identified",
          ),
        project: projects,
        branch: branches,
      })
      .from(credential)
      .innerJoin(organisations, and(eq(organisations.id, credential.organisation), isNull(organisations.deletedAt)))
      .leftJoin(
        memberships,
        and(eq(memberships.organisation, credential.organisation), eq(memberships.user, credential.user)),
      )
      .leftJoin(trusts, eq(trusts.id, credential.trust))
      .leftJoin(
        projects,
        and(
          eq(projects.organisation, credential.organisation),
          target.organisation === undefined ? undefined : eq(organisations.slug, target.organisation),
          eq(projects.id, wanted(credential.organisation, target)),
          isNull(projects.deletedAt),
        ),
      )
      .leftJoin(
        branches,
        and(
          eq(branches.project, projects.id),
          eq(branches.name, target.branch === undefined ? projects.defaultBranch : target.branch),
        ),
      );
    if (!row) return { ok: false, why: "unknown" };
    const { credential: held, organisation } = row;
    if (held.revokedAt !== null) return { ok: false, why: "revoked" };
    if (by === "token" && held.expiresAt <= this.#handle.now()) return { ok: false, why: "expired" };
    if (held.trust !== null && row.trust === null) return { ok: false, why: "revoked" };
    const machine = held.trust !== null;
    if (!machine && !row.role) return { ok: false, why: "no_member" };
    if (!machine && !row.identified) return { ok: false, why: "identity" };
    const allowed = row.project !== null && (held.projects === null || held.projects.includes(row.project.id));
    const project = allowed && row.project ? toProject(row.project, organisation) : undefined;
    const role: Role = machine ? "viewer" : (row.role as Role);
    return {
      ok: true,
      principal: {
        kind: machine ? "machine" : "user",
        user: machine ? (held.trust as string) : (held.user as string),
        organisation: organisation.id,
        role,
        scopes: machine ? held.scopes : held.scopes.filter((scope) => roleGrants(scope, role, held.kind, project)),
        ...(held.projects && { projects: held.projects }),
        grant: held.id,
        expiresAt: Math.floor(held.expiresAt / 1000),
      },
      held: held.scopes,
      organisation: organisation.slug,
      by,
      ...(by === "token" ? { token: held.kind } : { client: held.client as string }),
      project,
      head: allowed && row.branch ? toHead(row.branch) : undefined,
      lastUsedAt: held.lastUsedAt,
    };
  }

  /** Notes that a credential was used, unless that was noted lately. */
  async touch({ by, principal, lastUsedAt }: Pick<Extract<Resolved, { ok: true }>, "by" | "principal" | "lastUsedAt">) {
    const now = this.#handle.now();
    if (lastUsedAt !== null && now - lastUsedAt < lastUsedMs) return;
    const { db } = this.#handle;
    if (by === "token") await db.update(tokens).set({ lastUsedAt: now }).where(eq(tokens.id, principal.grant));
    else await db.update(grants).set({ lastUsedAt: now }).where(eq(grants.id, principal.grant));
  }

  /** Those of an organisation's tokens and grants that still open something. */
  async good(organisation: string, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.#handle.db.all<{ id: string }>(sql`
      select c.id from (
        select t.id, t.user, t.trust from json_each(${JSON.stringify(ids)}) i cross join tokens t on t.id = i.value
          where t.organisation = ${organisation} and t.revoked_at is null and t.expires_at > ${this.#handle.now()}
        union all
        select g.id, g.user, null from json_each(${JSON.stringify(ids)}) i cross join grants g on g.id = i.value
          where g.organisation = ${organisation} and g.revoked_at is null
      ) c join organisations o on o.id = ${organisation} and o.deleted_at is null
      where exists (select 1 from trusts r where r.id = c.trust)
        or (exists (select 1 from memberships m where m.organisation = o.id and m.user = c.user)
          and ${hasRequiredIdentity(sql`c.user`, sql`o.required_issuer`, sql`o.email_domain`)})`);
    return new Set(rows.map(({ id }) => id));
  }

  #token(hash: string) {
    return this.#handle.db
      .select({
        id: tokens.id,
        user: tokens.user,
        organisation: tokens.organisation,
        scopes: tokens.scopes,
        projects: tokens.projects,
        kind: tokens.kind,
        trust: tokens.trust,
        client: sql<string | null>`null`.as("credential_client"),
        expiresAt: tokens.expiresAt,
        revokedAt: tokens.revokedAt,
        lastUsedAt: tokens.lastUsedAt,
      })
      .from(tokens)
      .where(eq(tokens.hash, hash))
      .as("credential");
  }

  #grant({ grant, user }: { grant: string; user: string }) {
    return this.#handle.db
      .select({
        id: grants.id,
        user: grants.user,
        organisation: grants.organisation,
        scopes: grants.scopes,
        projects: grants.projects,
        // Names that no joined table has: they are selected without the name of their own.
        kind: sql<TokenKind>`'personal'`.as("credential_kind"),
        trust: sql<null>`null`.as("credential_trust"),
        client: grants.client,
        expiresAt: sql<number>`0`.as("credential_expires_at"),
        revokedAt: grants.revokedAt,
        lastUsedAt: grants.lastUsedAt,
      })
      .from(grants)
      .where(and(eq(grants.id, grant), eq(grants.user, user)))
      .as("credential");
  }
}

/**
 * Whether the role grants a token's scope. Pushing in person is the project's to decide; a push token
 * was made by an admin, and is good for as long as they are one.
 */
function roleGrants(scope: Scope, role: Role, kind: TokenKind, project: Project | undefined): boolean {
  if (scope === "drift:push" && kind === "personal" && project) return mayPushInPerson(role, project.pushers);
  return roleScopes[role].includes(scope);
}

/** The number of the project that has the name, or else of the one that had it before. */
export const projectNamed = (organisation: unknown, slug: string): SQL => sql`coalesce(
  (select p.id from projects p where p.organisation = ${organisation} and p.slug = ${slug} and p.deleted_at is null),
  (select a.project from ${projectAliases} a where a.organisation = ${organisation} and a.slug = ${slug}))`;

/** The number of the project that a target names, at the cost of a few index look-ups. */
function wanted(organisation: unknown, { id, only, project }: Target): SQL {
  if (id !== undefined) return sql`${id}`;
  if (project !== undefined) return projectNamed(organisation, project);
  if (!only) return sql`null`;
  // Reads two rows at most, however many projects there are.
  return sql`(select case when count(*) = 1 then min(id) end from (
    select id from projects where organisation = ${organisation} and deleted_at is null limit 2))`;
}
