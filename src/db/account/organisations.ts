import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { DriftError } from "#contract/errors";
import { leastRole, rolesThatMay, type TeamAction } from "#contract/teams";
import { deletions, grants, invitations, memberships, organisations, projects, tokens } from "#db/schema/account";
import { randomText } from "#db/tokens";
import { hasRequiredIdentity } from "./access.ts";
import { type AccountHandle, type Author, exists, whereExists } from "./handle.ts";

/** Organisations that one user may own. */
export const ownedOrganisations = 20;

export interface Organisation {
  id: string;
  /** Its name in URLs, for good: clients keep them. */
  slug: string;
  name: string;
  requiredIssuer: string | null;
  emailDomain: string | null;
  createdAt: number;
}

/** Whom an organisation lets in, beside an invitation. */
export interface SignInPolicy {
  requiredIssuer: string | null;
  emailDomain: string | null;
}

export class Organisations {
  readonly #handle: AccountHandle;

  constructor(handle: AccountHandle) {
    this.#handle = handle;
  }

  /** Makes an organisation with its first owner. Throws `CONFLICT` where the slug is taken, `LIMIT_EXCEEDED`. */
  async create({ slug, name, owner }: { slug: string; name: string; owner: string }, author: Author): Promise<string> {
    const { db, now } = this.#handle;
    const id = `org_${randomText(16)}`;
    const [owned] = await db
      .select({ count: sql<number>`count(*)`.as("count") })
      .from(memberships)
      .where(and(eq(memberships.user, owner), eq(memberships.role, "owner")));
    if ((owned?.count ?? 0) >= ownedOrganisations) {
      throw new DriftError("LIMIT_EXCEEDED", `A person owns at most ${ownedOrganisations} organisations`, {
        hint: "Delete one, or leave its ownership to somebody else",
      });
    }
    const made = eq(organisations.id, id);
    const [rows] = await db.batch([
      db
        .insert(organisations)
        .values({ id, slug, name, createdAt: now() })
        .onConflictDoNothing()
        .returning({ id: organisations.id }),
      db.insert(memberships).select(sql`select ${id}, ${owner}, 'owner', ${now()} ${whereExists(organisations, made)}`),
      this.#handle.audit({
        ...{ organisation: id, author, action: "organisation.create", subject: id, detail: { slug, name } },
        when: whereExists(organisations, made),
      }),
    ]);
    if (rows.length === 0) throw new DriftError("CONFLICT", `There is an organisation "${slug}" already`);
    return id;
  }

  /** Whether there is any at all. */
  async any(): Promise<boolean> {
    const [row] = await this.#handle.db.select({ id: organisations.id }).from(organisations).limit(1);
    return row !== undefined;
  }

  async find(slug: string): Promise<Organisation | undefined> {
    return this.#one(eq(organisations.slug, slug));
  }

  async byId(id: string): Promise<Organisation | undefined> {
    return this.#one(eq(organisations.id, id));
  }

  /** Throws `ROLE_REQUIRED`. */
  async rename(organisation: string, name: string, author: Author): Promise<void> {
    const row = this.#changeable(organisation, author);
    const [, changed] = await this.#handle.db.batch([
      this.#handle.audit({
        ...{ organisation, author, action: "organisation.rename", subject: organisation, detail: { name } },
        when: whereExists(organisations, row),
      }),
      this.#handle.db.update(organisations).set({ name }).where(row).returning({ id: organisations.id }),
    ]);
    if (changed.length === 0) throw roleRequired("organisation.settings");
  }

  /**
   * Sets whom the organisation lets in; it holds from the next call on. Throws `ROLE_REQUIRED`, and
   * `CONFLICT` where the author would lock themselves out.
   */
  async settings(organisation: string, policy: SignInPolicy, author: Author): Promise<void> {
    const { requiredIssuer, emailDomain } = policy;
    const keepsAuthor =
      author.user === null ? undefined : hasRequiredIdentity(author.user, sql`${requiredIssuer}`, sql`${emailDomain}`);
    const row = and(this.#changeable(organisation, author), keepsAuthor);
    const [, changed, [allowed]] = await this.#handle.db.batch([
      this.#handle.audit({
        ...{ organisation, author, action: "organisation.settings", subject: organisation, detail: policy },
        when: whereExists(organisations, row),
      }),
      this.#handle.db
        .update(organisations)
        .set({ requiredIssuer, emailDomain })
        .where(row)
        .returning({ id: organisations.id }),
      this.#handle.db
        .select({ id: organisations.id })
        .from(organisations)
        .where(this.#changeable(organisation, author)),
    ]);
    if (changed.length > 0) return;
    if (!allowed) throw roleRequired("organisation.settings");
    throw new DriftError("CONFLICT", "You have no identity that this would let in, so you would lock yourself out.", {
      hint: "Link such an identity on your account page first.",
    });
  }

  /**
   * Ends the organisation for everybody at once: memberships, tokens, grants, invitations. Its projects
   * and rows are removed afterwards. Answers the id by which one asks whether that is done. Throws
   * `ROLE_REQUIRED`.
   */
  async end({ id, slug }: Pick<Organisation, "id" | "slug">, author: Author): Promise<string> {
    const { db, now } = this.#handle;
    const deletion = `del_${randomText(22)}`;
    const row = and(this.#row(id), this.#handle.isMember(id, author, rolesThatMay("organisation.delete")));
    const ends = exists(organisations, row);
    const at = now();
    const [, begun] = await db.batch([
      this.#handle.audit({
        ...{ organisation: id, author, action: "organisation.delete", subject: id, detail: { slug } },
        when: sql`where ${ends}`,
      }),
      db
        .insert(deletions)
        .select(sql`select ${deletion}, ${id}, null, ${slug}, ${at}, null where ${ends}`)
        .returning({ id: deletions.id }),
      db
        .update(tokens)
        .set({ revokedAt: at })
        .where(and(eq(tokens.organisation, id), isNull(tokens.revokedAt), ends)),
      db
        .update(grants)
        .set({ revokedAt: at })
        .where(and(eq(grants.organisation, id), isNull(grants.revokedAt), ends)),
      db.update(organisations).set({ deletedAt: at }).where(row),
      db.delete(memberships).where(and(eq(memberships.organisation, id), this.#gone(id))),
      db.delete(invitations).where(and(eq(invitations.organisation, id), this.#gone(id))),
    ]);
    if (begun.length === 0) throw roleRequired("organisation.delete");
    return deletion;
  }

  /** Removes the last rows of an organisation that was ended, once it has no project and no grant. False: it has. */
  async forget(organisation: string): Promise<boolean> {
    const { db, now } = this.#handle;
    const done = and(
      eq(organisations.id, organisation),
      this.#gone(organisation),
      sql`not ${exists(projects, eq(projects.organisation, organisation))}`,
      sql`not ${exists(grants, eq(grants.organisation, organisation))}`,
    );
    const forgets = exists(organisations, done);
    const [, , , gone] = await db.batch([
      this.#handle.audit({
        ...{ organisation, author: { user: null }, action: "organisation.deleted", subject: organisation },
        when: sql`where ${forgets}`,
      }),
      db
        .update(deletions)
        .set({ finishedAt: now() })
        .where(and(eq(deletions.organisation, organisation), isNull(deletions.project), forgets)),
      db.delete(tokens).where(and(eq(tokens.organisation, organisation), forgets)),
      db.delete(organisations).where(done).returning({ id: organisations.id }),
    ]);
    return gone.length > 0;
  }

  async #one(row: SQL): Promise<Organisation | undefined> {
    const [found] = await this.#handle.db
      .select({
        id: organisations.id,
        slug: organisations.slug,
        name: organisations.name,
        requiredIssuer: organisations.requiredIssuer,
        emailDomain: organisations.emailDomain,
        createdAt: organisations.createdAt,
      })
      .from(organisations)
      .where(and(row, isNull(organisations.deletedAt)));
    return found;
  }

  #row(id: string): SQL | undefined {
    return and(eq(organisations.id, id), isNull(organisations.deletedAt));
  }

  #gone(id: string): SQL {
    return sql`exists (select 1 from organisations o where o.id = ${id} and o.deleted_at is not null)`;
  }

  #changeable(id: string, author: Author): SQL | undefined {
    return and(this.#row(id), this.#handle.isMember(id, author, rolesThatMay("organisation.settings")));
  }
}

/** The refusal of an action that another role may take. */
export const roleRequired = (action: TeamAction): DriftError =>
  new DriftError("ROLE_REQUIRED", `This needs the role ${leastRole(action)}.`, {
    hint: "Ask an owner of the organisation.",
  });
