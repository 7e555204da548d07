import { and, asc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { DriftError } from "#contract/errors";
import { type Role, roles } from "#contract/principal";
import { leastRole, mayInviteAs, mayRemove, rolesThatMay, rolesThatRemove } from "#contract/teams";
import { grants, invitations, memberships, organisations, tokens, users } from "#db/schema/account";
import { hasRequiredIdentity } from "./access.ts";
import { type AccountHandle, type Author, exists, whereExists } from "./handle.ts";

export interface Member {
  user: string;
  name: string;
  email: string | null;
  role: Role;
  joinedAt: number;
}

export interface MemberOrganisation {
  id: string;
  slug: string;
  name: string;
  role: Role;
  requiredIssuer: string | null;
  emailDomain: string | null;
}

/** The place of a user in an organisation. */
export interface Seat extends MemberOrganisation {
  /** Whether the user has an identity as the organisation requires one. */
  identified: boolean;
}

/** What ended with a membership: the user's object has yet to forget these grants. */
export interface Ended {
  grants: string[];
}

/** The columns of an organisation as a member sees it. */
const membership = {
  id: organisations.id,
  slug: organisations.slug,
  name: organisations.name,
  role: memberships.role,
  requiredIssuer: organisations.requiredIssuer,
  emailDomain: organisations.emailDomain,
};

/**
 * Who belongs to an organisation. Whether a change is allowed is decided by the statement that makes it:
 * of two changes that cross, the second sees what the first has left, so no organisation is ever without
 * an owner and nobody acts by a role they have just lost.
 */
export class Members {
  readonly #handle: AccountHandle;

  constructor(handle: AccountHandle) {
    this.#handle = handle;
  }

  /** The organisations that a user belongs to, by name. */
  async organisationsOf(user: string): Promise<MemberOrganisation[]> {
    return this.#handle.db
      .select(membership)
      .from(memberships)
      .innerJoin(organisations, eq(organisations.id, memberships.organisation))
      .where(eq(memberships.user, user))
      .orderBy(asc(organisations.slug));
  }

  /** A user's place in the organisation of that name; undefined: there is none, or they are no member. */
  async seat(slug: string, user: string): Promise<Seat | undefined> {
    const [row] = await this.#handle.db
      .select({
        ...membership,
        identified:
          sql<number>`${hasRequiredIdentity(user, organisations.requiredIssuer, organisations.emailDomain)}`.as(
            "identified",
          ),
      })
      .from(organisations)
      .innerJoin(memberships, and(eq(memberships.organisation, organisations.id), eq(memberships.user, user)))
      .where(and(eq(organisations.slug, slug), isNull(organisations.deletedAt)));
    return row && { ...row, identified: row.identified === 1 };
  }

  /** The members of an organisation by name. */
  async of(organisation: string): Promise<Member[]> {
    return this.#handle.db
      .select({
        user: memberships.user,
        name: users.name,
        email: users.email,
        role: memberships.role,
        joinedAt: memberships.createdAt,
      })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.user))
      .where(eq(memberships.organisation, organisation))
      .orderBy(asc(users.name), asc(users.id));
  }

  /** The role of a user; undefined: no member. */
  async roleOf(organisation: string, user: string): Promise<Role | undefined> {
    const [row] = await this.#handle.db
      .select({ role: memberships.role })
      .from(memberships)
      .where(this.#row(organisation, user));
    return row?.role;
  }

  /** Makes a user a member without an invitation: for the service itself. Who is one already keeps their role. */
  async add(organisation: string, user: string, role: Role, author: Author): Promise<void> {
    const { db, now } = this.#handle;
    const fresh = sql`where not ${exists(memberships, this.#row(organisation, user))}`;
    await db.batch([
      this.#handle.audit({ organisation, author, action: "member.add", subject: user, detail: { role }, when: fresh }),
      db.insert(memberships).values({ organisation, user, role, createdAt: now() }).onConflictDoNothing(),
    ]);
  }

  /**
   * Gives a member another role. Invitations that they may no longer give are revoked.
   * Throws `NOT_FOUND`, `ROLE_REQUIRED`, `CONFLICT` for the last owner.
   */
  async set(organisation: string, user: string, role: Role, author: Author): Promise<void> {
    const { db, now } = this.#handle;
    const row = and(
      this.#row(organisation, user),
      this.#handle.isMember(organisation, author, rolesThatMay("members.role")),
      role === "owner" ? undefined : this.#notLastOwner(organisation),
    );
    const lost = roles.filter((one) => !mayInviteAs(role, one));
    const [, , changed] = await db.batch([
      this.#handle.audit({
        ...{ organisation, author, action: "member.role", subject: user, detail: { role } },
        when: whereExists(memberships, row),
      }),
      db
        .update(invitations)
        .set({ revokedAt: now() })
        .where(
          and(
            this.#openInvitations(organisation, user),
            lost.length > 0 ? inArray(invitations.role, lost) : sql`false`,
            exists(memberships, row),
          ),
        ),
      db.update(memberships).set({ role }).where(row).returning({ user: memberships.user }),
    ]);
    if (changed.length === 0) await this.#refuse(organisation, user, author, (actor) => actor === "owner");
  }

  /**
   * Ends somebody's membership, and with it their tokens, grants and open invitations there.
   * Throws `NOT_FOUND`, `ROLE_REQUIRED`, `CONFLICT` for the last owner.
   */
  async remove(organisation: string, user: string, author: Author): Promise<Ended> {
    const allowed = or(
      ...roles.map((role) =>
        and(eq(memberships.role, role), this.#handle.isMember(organisation, author, rolesThatRemove(role))),
      ),
    );
    const ended = await this.#end(organisation, user, author, "member.remove", allowed);
    return ended ?? this.#refuse(organisation, user, author, (actor, subject) => mayRemove(actor, subject));
  }

  /** Ends one's own membership. Throws `NOT_FOUND`, `CONFLICT` for the last owner. */
  async leave(organisation: string, user: string, author: Author): Promise<Ended> {
    const ended = await this.#end(organisation, user, author, "member.leave", undefined);
    return ended ?? this.#refuse(organisation, user, author, () => true);
  }

  /** Makes another member owner, and the author, who was, an admin. Throws `NOT_FOUND`, `ROLE_REQUIRED`, `CONFLICT`. */
  async transfer(organisation: string, to: string, author: Author & { user: string }): Promise<void> {
    if (to === author.user) throw new DriftError("CONFLICT", "You are the owner already");
    const both = and(
      eq(memberships.organisation, organisation),
      inArray(memberships.user, [to, author.user]),
      this.#handle.isMember(organisation, author, rolesThatMay("organisation.transfer")),
      sql`exists (select 1 from memberships m where m.organisation = ${organisation} and m.user = ${to})`,
    );
    const { db } = this.#handle;
    const [, moved] = await db.batch([
      this.#handle.audit({
        ...{ organisation, author, action: "organisation.transfer", subject: to },
        when: whereExists(memberships, both),
      }),
      db
        .update(memberships)
        .set({ role: sql`case ${memberships.user} when ${to} then 'owner' else 'admin' end` })
        .where(both)
        .returning({ user: memberships.user }),
    ]);
    if (moved.length === 0) await this.#refuse(organisation, to, author, (actor) => actor === "owner");
  }

  async #end(
    organisation: string,
    user: string,
    author: Author,
    action: string,
    allowed: SQL | undefined,
  ): Promise<Ended | undefined> {
    const { db, now } = this.#handle;
    const row = and(this.#row(organisation, user), allowed, this.#notLastOwner(organisation));
    const ends = exists(memberships, row);
    const [, , revoked, , left] = await db.batch([
      this.#handle.audit({ organisation, author, action, subject: user, when: sql`where ${ends}` }),
      db
        .update(tokens)
        .set({ revokedAt: now() })
        .where(and(eq(tokens.organisation, organisation), eq(tokens.user, user), isNull(tokens.revokedAt), ends)),
      db
        .update(grants)
        .set({ revokedAt: now() })
        .where(and(eq(grants.organisation, organisation), eq(grants.user, user), isNull(grants.revokedAt), ends))
        .returning({ id: grants.id }),
      db
        .update(invitations)
        .set({ revokedAt: now() })
        .where(and(this.#openInvitations(organisation, user), ends)),
      db.delete(memberships).where(row).returning({ user: memberships.user }),
    ]);
    return left.length === 0 ? undefined : { grants: revoked.map(({ id }) => id) };
  }

  /** Says why nothing was changed. What has changed in between is told as a conflict. */
  async #refuse(
    organisation: string,
    user: string,
    author: Author,
    allows: (actor: Role, subject: Role) => boolean,
  ): Promise<never> {
    const [actor, subject] = await Promise.all([
      author.user === null ? ("owner" as const) : this.roleOf(organisation, author.user),
      this.roleOf(organisation, user),
    ]);
    if (!subject || !actor) throw noMember();
    if (!allows(actor, subject)) {
      throw new DriftError("ROLE_REQUIRED", `This needs the role ${leastRole("members.role")}; yours is ${actor}.`, {
        hint: "Ask an owner of the organisation.",
      });
    }
    throw new DriftError("CONFLICT", "An organisation is never without an owner, and this is the last one.", {
      hint: "Make another member owner first, or delete the organisation.",
    });
  }

  #row(organisation: string, user: string): SQL | undefined {
    return and(eq(memberships.organisation, organisation), eq(memberships.user, user));
  }

  #notLastOwner(organisation: string): SQL {
    return sql`(${memberships.role} <> 'owner'
      or (select count(*) from memberships o where o.organisation = ${organisation} and o.role = 'owner') > 1)`;
  }

  #openInvitations(organisation: string, user: string): SQL | undefined {
    return and(
      eq(invitations.organisation, organisation),
      eq(invitations.invitedBy, user),
      isNull(invitations.acceptedAt),
      isNull(invitations.revokedAt),
    );
  }
}

const noMember = (): DriftError =>
  new DriftError("NOT_FOUND", "There is no such member.", { hint: "`drift members` lists them." });
