import { and, asc, eq, sql } from "drizzle-orm";
import { DriftError } from "#contract/errors";
import { identities, users } from "#db/schema/account";
import { randomText } from "#db/tokens";
import { type AccountHandle, exists } from "./handle.ts";

/** Identities of a user. */
export const identitiesOfUser = 10;

/** Who an issuer says that somebody is. */
export interface Claims {
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string;
}

export interface Identity {
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  createdAt: number;
  /** Of the last sign-in. */
  signedInAt: number;
}

export interface User {
  id: string;
  name: string;
  email: string | null;
}

/** Users, and how they sign in. An e-mail address never joins two identities: only their user does. */
export class Identities {
  readonly #handle: AccountHandle;

  constructor(handle: AccountHandle) {
    this.#handle = handle;
  }

  /** The user of an identity; an identity that is seen for the first time makes one. */
  async signIn(claims: Claims): Promise<{ user: string }> {
    const { db, now } = this.#handle;
    const { issuer, subject, emailVerified, name } = claims;
    const email = addressOf(claims.email);
    const fresh = `usr_${randomText(16)}`;
    const row = and(eq(identities.issuer, issuer), eq(identities.subject, subject));
    const verified = emailVerified && email !== null;
    const [, , found] = await db.batch([
      db.insert(users).select(sql`select ${fresh}, ${name}, ${email}, ${now()} where not ${exists(identities, row)}`),
      db.insert(identities).select(
        sql`select ${issuer}, ${subject}, ${fresh}, ${email}, ${verified ? 1 : 0}, ${now()}, ${now()}
          where not ${exists(identities, row)}`,
      ),
      db
        .update(identities)
        .set({ email, emailVerified: verified, signedInAt: now() })
        .where(row)
        .returning({ user: identities.user }),
    ]);
    const [identity] = found;
    if (!identity) throw new Error("The identity was not made");
    return identity;
  }

  /**
   * Gives a signed-in user another identity, which they have just proved. Throws `CONFLICT` where it is
   * another user's, `LIMIT_EXCEEDED`.
   */
  async link(user: string, claims: Claims): Promise<void> {
    const { db, now } = this.#handle;
    const { issuer, subject } = claims;
    const email = addressOf(claims.email);
    const verified = claims.emailVerified && email !== null;
    const own = await this.of(user);
    if (own.some((one) => one.issuer === issuer && one.subject === subject)) return;
    if (own.length >= identitiesOfUser) {
      throw new DriftError("LIMIT_EXCEEDED", `A person has at most ${identitiesOfUser} identities`);
    }
    const made = await db
      .insert(identities)
      .values({ issuer, subject, user, email, emailVerified: verified, createdAt: now(), signedInAt: now() })
      .onConflictDoNothing()
      .returning({ user: identities.user });
    if (made.length === 0) {
      throw new DriftError("CONFLICT", "This identity belongs to another user here", {
        hint: "Sign in with it, unlink it there or leave that user's organisations, and link it again",
      });
    }
  }

  /** Takes an identity from its user. Throws `CONFLICT` for the last one: nobody could sign in with none. */
  async unlink(user: string, { issuer, subject }: Pick<Identity, "issuer" | "subject">): Promise<void> {
    const gone = await this.#handle.db
      .delete(identities)
      .where(
        and(
          eq(identities.user, user),
          eq(identities.issuer, issuer),
          eq(identities.subject, subject),
          sql`(select count(*) from identities i where i.user = ${user}) > 1`,
        ),
      )
      .returning({ user: identities.user });
    if (gone.length > 0) return;
    const known = (await this.of(user)).some((one) => one.issuer === issuer && one.subject === subject);
    if (!known) throw new DriftError("NOT_FOUND", "There is no such identity");
    throw new DriftError("CONFLICT", "This is your only identity: without it you could not sign in", {
      hint: "Link another one first",
    });
  }

  /**
   * Ends a user who belongs to no organisation: nobody can sign in as them, and their name and address are gone. False:
   * they belong to one, and nothing was done.
   */
  async forget(user: string): Promise<boolean> {
    const { db } = this.#handle;
    const free = sql`not exists (select 1 from memberships m where m.user = ${user})`;
    const [, ended] = await db.batch([
      db.delete(identities).where(and(eq(identities.user, user), free)),
      db
        .update(users)
        .set({ name: "Deleted", email: null })
        .where(and(eq(users.id, user), free))
        .returning({ id: users.id }),
    ]);
    return ended.length > 0;
  }

  /** How a user can sign in, the oldest way first. */
  async of(user: string): Promise<Identity[]> {
    return this.#handle.db
      .select({
        issuer: identities.issuer,
        subject: identities.subject,
        email: identities.email,
        emailVerified: identities.emailVerified,
        createdAt: identities.createdAt,
        signedInAt: identities.signedInAt,
      })
      .from(identities)
      .where(eq(identities.user, user))
      .orderBy(asc(identities.createdAt));
  }

  async user(id: string): Promise<User | undefined> {
    const [row] = await this.#handle.db
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(eq(users.id, id));
    return row;
  }

  /** Names of users by their ids, also of those who have left every organisation; other ids are passed over. */
  async names(ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.#handle.db
      .select({ id: users.id, name: users.name })
      .from(users)
      .where(sql`${users.id} in (select value from json_each(${JSON.stringify(ids)}))`);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** A user without an identity: of `drift up` on one's own machine. */
  async createLocal(name: string): Promise<string> {
    const id = `usr_${randomText(16)}`;
    await this.#handle.db.insert(users).values({ id, name, email: null, createdAt: this.#handle.now() });
    return id;
  }
}

/** An address in the form in which addresses are compared; null where it is none. */
export function addressOf(text: string | null): string | null {
  const address = text?.trim().toLowerCase() ?? "";
  return address.length <= 254 && /^[^\s@"]+@[a-z0-9.-]+$/.test(address) ? address : null;
}
