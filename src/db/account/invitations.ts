import { and, desc, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { DriftError } from "#contract/errors";
import type { Role } from "#contract/principal";
import { mayInviteAs, rolesThatInviteAs, rolesThatMay } from "#contract/teams";
import { identities, invitations, memberships, organisations, users } from "#db/schema/account";
import { hashToken, mintToken, randomText } from "#db/tokens";
import { hasRequiredIdentity } from "./access.ts";
import { type AccountHandle, type Author, exists, whereExists } from "./handle.ts";
import { addressOf } from "./identities.ts";
import { roleRequired } from "./organisations.ts";

export const invitationLimits = {
  /** Open ones of an organisation. */
  open: 200,
  /** Members of an organisation. */
  members: 5_000,
  shortestMs: 3_600_000,
  longestMs: 30 * 86_400_000,
} as const;

export interface Invitation {
  id: string;
  role: Role;
  /** Null: for whoever has the link. */
  email: string | null;
  invitedBy: string;
  createdAt: number;
  expiresAt: number;
  state: "open" | "accepted" | "revoked" | "expired";
}

/** What somebody who holds the link is shown before they accept. */
export interface InvitationOffer {
  organisation: { id: string; slug: string; name: string };
  role: Role;
  email: string | null;
  invitedBy: string;
}

/** Links that make whoever follows them a member, once, until they expire. */
export class Invitations {
  readonly #handle: AccountHandle;

  constructor(handle: AccountHandle) {
    this.#handle = handle;
  }

  /**
   * Makes an invitation; the answer is the only time its secret is seen. Throws `ROLE_REQUIRED`,
   * `LIMIT_EXCEEDED`, `INVALID_ARGUMENT`.
   */
  async create(
    invitation: { organisation: string; role: Role; email?: string | null | undefined; expiresAt: number },
    author: Author & { user: string },
  ): Promise<{ id: string; secret: string }> {
    const { db, now } = this.#handle;
    const { organisation, role, expiresAt } = invitation;
    const email = addressOf(invitation.email ?? null);
    if (invitation.email && !email) throw new DriftError("INVALID_ARGUMENT", "This is no e-mail address");
    const left = expiresAt - now();
    if (left < invitationLimits.shortestMs || left > invitationLimits.longestMs) {
      throw new DriftError("INVALID_ARGUMENT", "An invitation is good for an hour to 30 days");
    }
    const [open] = await db
      .select({ count: sql<number>`count(*)`.as("count") })
      .from(invitations)
      .where(and(eq(invitations.organisation, organisation), this.#open()));
    if ((open?.count ?? 0) >= invitationLimits.open) {
      throw new DriftError("LIMIT_EXCEEDED", `An organisation has at most ${invitationLimits.open} open invitations`, {
        hint: "Revoke those that nobody follows",
      });
    }
    const [id, secret] = [`inv_${randomText(16)}`, mintToken("dpi_")];
    const hash = (await hashToken(secret)) as string;
    const allowed = this.#handle.isMember(organisation, author, rolesThatInviteAs(role));
    const [, made] = await db.batch([
      this.#handle.audit({
        ...{ organisation, author, action: "invitation.create", subject: id, detail: { role, email } },
        when: sql`where ${allowed}`,
      }),
      db
        .insert(invitations)
        .select(
          sql`select ${id}, ${hash}, ${organisation}, ${role}, ${email}, ${author.user}, ${now()}, ${expiresAt}, null, null, null where ${allowed}`,
        )
        .returning({ id: invitations.id }),
    ]);
    if (made.length === 0) throw this.#refused(role);
    return { id, secret };
  }

  /** What a secret offers a user. Throws `NOT_FOUND` where it is not good, or not for them. */
  async offer(secret: string, user: string): Promise<InvitationOffer> {
    const hash = await hashToken(secret);
    if (!hash) throw noInvitation();
    const [row] = await this.#handle.db
      .select({
        organisation: { id: organisations.id, slug: organisations.slug, name: organisations.name },
        role: invitations.role,
        email: invitations.email,
        invitedBy: users.name,
      })
      .from(invitations)
      .innerJoin(organisations, and(eq(organisations.id, invitations.organisation), isNull(organisations.deletedAt)))
      .innerJoin(users, eq(users.id, invitations.invitedBy))
      .where(and(eq(invitations.hash, hash), this.#open(), isFor(user)));
    if (!row) throw noInvitation();
    return row;
  }

  /**
   * Makes a signed-in user a member, and uses the invitation up. Throws `NOT_FOUND` for one that is not
   * good or not for them, `CONFLICT` for a member (whose invitation stays open for somebody else) and for
   * one without the identity that the organisation requires, `LIMIT_EXCEEDED`.
   */
  async accept(
    secret: string,
    user: string,
    author: Author,
  ): Promise<{ organisation: string; slug: string; role: Role }> {
    const offer = await this.offer(secret, user);
    const hash = (await hashToken(secret)) as string;
    const { id: organisation, slug } = offer.organisation;
    const { db, now } = this.#handle;
    const at = now();
    const member = sql`exists (select 1 from memberships m where m.organisation = ${organisation} and m.user = ${user})`;
    const room = sql`(select count(*) from memberships m where m.organisation = ${organisation}) < ${invitationLimits.members}`;
    const policy = exists(
      organisations,
      and(
        eq(organisations.id, organisation),
        isNull(organisations.deletedAt),
        hasRequiredIdentity(user, organisations.requiredIssuer, organisations.emailDomain),
      ),
    );
    const addressed = isFor(user);
    const row = and(eq(invitations.hash, hash), this.#open());
    const good = and(row, addressed, policy, room, sql`not ${member}`);
    const used = and(eq(invitations.hash, hash), eq(invitations.acceptedBy, user), eq(invitations.acceptedAt, at));
    const [, accepted, , [state]] = await db.batch([
      this.#handle.audit({
        ...{ organisation, author, action: "invitation.accept", detail: { role: offer.role, user } },
        subject: sql`${invitations.id}`,
        when: sql`from ${invitations} where ${good}`,
      }),
      db
        .update(invitations)
        .set({ acceptedAt: at, acceptedBy: user })
        .where(good)
        .returning({ role: invitations.role }),
      db
        .insert(memberships)
        .select(
          sql`select ${invitations.organisation}, ${user}, ${invitations.role}, ${at} from ${invitations} where ${and(used, sql`not ${member}`)}`,
        ),
      db
        .select({
          member: sql<number>`${member}`.as("member"),
          room: sql<number>`${room}`.as("room"),
          policy: sql<number>`${policy}`.as("policy"),
          addressed: sql<number>`${exists(invitations, and(row, addressed))}`.as("addressed"),
        })
        .from(organisations)
        .where(eq(organisations.id, organisation)),
    ]);
    const [done] = accepted;
    if (done) return { organisation, slug, role: done.role };
    if (!state?.addressed) throw noInvitation();
    if (state.member) throw new DriftError("CONFLICT", "You are a member of this organisation already");
    if (!state.policy) {
      throw new DriftError("CONFLICT", "This organisation asks for another identity than those you have", {
        hint: "Sign in as your organisation asks for, or link that identity on your account page, and follow the link again",
      });
    }
    if (!state.room) {
      throw new DriftError("LIMIT_EXCEEDED", `An organisation has at most ${invitationLimits.members} members`);
    }
    throw noInvitation();
  }

  /** Throws `NOT_FOUND`, also for another organisation's and for one that is not open. */
  async revoke(organisation: string, id: string, author: Author): Promise<void> {
    const row = and(
      eq(invitations.id, id),
      eq(invitations.organisation, organisation),
      isNull(invitations.acceptedAt),
      isNull(invitations.revokedAt),
      this.#handle.isMember(organisation, author, rolesThatMay("members.invite")),
    );
    const { db, now } = this.#handle;
    const [, revoked] = await db.batch([
      this.#handle.audit({
        ...{ organisation, author, action: "invitation.revoke", subject: id },
        when: whereExists(invitations, row),
      }),
      db.update(invitations).set({ revokedAt: now() }).where(row).returning({ id: invitations.id }),
    ]);
    if (revoked.length === 0) throw noInvitation();
  }

  /** The newest invitations of an organisation, whatever became of them. */
  async list(organisation: string, limit = 200): Promise<Invitation[]> {
    const rows = await this.#handle.db
      .select()
      .from(invitations)
      .where(eq(invitations.organisation, organisation))
      .orderBy(desc(invitations.createdAt))
      .limit(limit);
    const now = this.#handle.now();
    return rows.map(({ id, role, email, invitedBy, createdAt, expiresAt, acceptedAt, revokedAt }) => ({
      ...{ id, role, email, invitedBy, createdAt, expiresAt },
      state: acceptedAt !== null ? "accepted" : revokedAt !== null ? "revoked" : expiresAt <= now ? "expired" : "open",
    }));
  }

  #open(): SQL | undefined {
    return and(
      isNull(invitations.acceptedAt),
      isNull(invitations.revokedAt),
      gt(invitations.expiresAt, this.#handle.now()),
    );
  }

  #refused(role: Role): DriftError {
    if (mayInviteAs("admin", role)) return roleRequired("members.invite");
    return new DriftError("ROLE_REQUIRED", `Only an owner invites somebody as ${role}.`);
  }
}

/** Whether an invitation is for anybody, or for an address that the user has proved. */
const isFor = (user: string): SQL | undefined =>
  or(
    isNull(invitations.email),
    exists(
      identities,
      and(eq(identities.user, user), eq(identities.emailVerified, true), eq(identities.email, invitations.email)),
    ),
  );

/** Unknown, used, revoked, expired, somebody else's: one answer. */
const noInvitation = (): DriftError =>
  new DriftError("NOT_FOUND", "This invitation is not good: it is used, revoked, expired, or not for you.", {
    hint: "Ask whoever invited you for a new one.",
  });
