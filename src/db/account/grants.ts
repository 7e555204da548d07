import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { DriftError } from "#contract/errors";
import type { Scope } from "#contract/principal";
import { grants, users } from "#db/schema/account";
import type { AccountHandle, Author } from "./handle.ts";

export interface GrantRow {
  id: string;
  user: string;
  userName: string;
  organisation: string;
  client: string;
  clientName: string;
  scopes: Scope[];
  /** Null: all of the organisation's. */
  projects: number[] | null;
  createdAt: number;
  lastUsedAt: number | null;
}

/** The index of grants. The grants themselves lie in their users' objects; one that is not good here opens nothing. */
export class Grants {
  readonly #handle: AccountHandle;

  constructor(handle: AccountHandle) {
    this.#handle = handle;
  }

  async add(
    grant: {
      id: string;
      user: string;
      organisation: string;
      client: string;
      clientName: string;
      scopes: Scope[];
      projects?: number[] | null;
    },
    author: Author,
  ): Promise<void> {
    const { db, now } = this.#handle;
    const { id, organisation, client, clientName, scopes, projects = null } = grant;
    await db.batch([
      db.insert(grants).values({ ...grant, projects, createdAt: now() }),
      this.#handle.audit({
        ...{ organisation, author, action: "grant.create", subject: id },
        detail: { client, clientName, scopes, ...(projects && { projects }) },
      }),
    ]);
  }

  /** Revokes grants, whosever they are: the caller has looked at that. Those revoked already stay as they are. */
  revoke(ids: readonly string[], author: Author): Promise<void> {
    return this.#end(ids, author, "grant.revoke");
  }

  /** Ends grants that were not used for so long that they are good for nothing any more. */
  expire(ids: readonly string[]): Promise<void> {
    return this.#end(ids, { user: null }, "grant.expire");
  }

  async #end(ids: readonly string[], author: Author, action: string): Promise<void> {
    const { db, now } = this.#handle;
    for (let at = 0; at < ids.length; at += 50) {
      const row = and(inArray(grants.id, ids.slice(at, at + 50)), isNull(grants.revokedAt));
      await db.batch([
        this.#handle.audit({
          ...{ organisation: sql`${grants.organisation}`, author, action },
          subject: sql`${grants.id}`,
          when: sql`from ${grants} where ${row}`,
        }),
        db.update(grants).set({ revokedAt: now() }).where(row),
      ]);
    }
  }

  /**
   * Revokes one grant of an organisation, of `owner` or, where nobody is named, anybody's. Throws `NOT_FOUND`, also for
   * another organisation's.
   */
  async revokeOf(organisation: string, id: string, author: Author, owner?: string): Promise<{ user: string }> {
    const row = and(
      eq(grants.id, id),
      eq(grants.organisation, organisation),
      owner === undefined ? undefined : eq(grants.user, owner),
      isNull(grants.revokedAt),
    );
    const [found] = await this.#handle.db.select({ user: grants.user }).from(grants).where(row);
    if (!found) {
      throw new DriftError("NOT_FOUND", "There is no such token or client.", {
        hint: "Name it by its id: `drift tokens list` and `drift tokens clients` say it.",
      });
    }
    await this.revoke([id], author);
    return found;
  }

  /** Grants of an organisation that was ended, revoked as they are, at most `limit`: for its removal. */
  async leftOf(organisation: string, limit: number): Promise<{ id: string; user: string }[]> {
    return this.#handle.db
      .select({ id: grants.id, user: grants.user })
      .from(grants)
      .where(eq(grants.organisation, organisation))
      .limit(limit);
  }

  /** Removes the rows of grants that their users' objects have forgotten. */
  async drop(ids: readonly string[]): Promise<void> {
    await this.#handle.db.delete(grants).where(inArray(grants.id, [...ids]));
  }

  /** What a user lets clients do, the newest first. */
  ofUser(user: string): Promise<GrantRow[]> {
    return this.#list(eq(grants.user, user));
  }

  /** What clients may do in an organisation, or there for one user, the newest first. */
  ofOrganisation(organisation: string, user?: string): Promise<GrantRow[]> {
    return this.#list(
      and(eq(grants.organisation, organisation), user === undefined ? undefined : eq(grants.user, user)),
    );
  }

  #list(which: SQL | undefined): Promise<GrantRow[]> {
    return this.#handle.db
      .select({
        id: grants.id,
        user: grants.user,
        userName: users.name,
        organisation: grants.organisation,
        client: grants.client,
        clientName: grants.clientName,
        scopes: grants.scopes,
        projects: grants.projects,
        createdAt: grants.createdAt,
        lastUsedAt: grants.lastUsedAt,
      })
      .from(grants)
      .innerJoin(users, eq(users.id, grants.user))
      .where(and(which, isNull(grants.revokedAt)))
      .orderBy(desc(grants.createdAt))
      .limit(1_000);
  }
}
