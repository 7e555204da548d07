import { and, desc, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { DriftError } from "#contract/errors";
import type { Scope } from "#contract/principal";
import { rolesThatMay, type TokenKind } from "#contract/teams";
import { tokens, users } from "#db/schema/account";
import { hashToken, mintToken, randomText } from "#db/tokens";
import { type AccountHandle, type Author, whereExists } from "./handle.ts";
import { roleRequired } from "./organisations.ts";

export const tokenLimits = {
  /** Good ones of an organisation. */
  good: 1_000,
  /** Projects that a token is limited to. */
  projects: 100,
  longestMs: 366 * 86_400_000,
} as const;

export interface TokenRow {
  id: string;
  kind: TokenKind;
  name: string;
  user: string;
  userName: string;
  scopes: Scope[];
  /** Null: all of the organisation's. */
  projects: number[] | null;
  createdAt: number;
  expiresAt: number;
  revokedAt: number | null;
  lastUsedAt: number | null;
}

const prefixes = { personal: "dpa_", push: "dpt_" } as const;

/** Bearer tokens of people and machines. Those of CI runs are `Trusts`'. */
export class Tokens {
  readonly #handle: AccountHandle;

  constructor(handle: AccountHandle) {
    this.#handle = handle;
  }

  /**
   * Mints a token; the answer is the only time it is seen. `expiresAt` in milliseconds since the epoch.
   * Throws `ROLE_REQUIRED`, `LIMIT_EXCEEDED`.
   */
  async create(
    token: {
      kind: TokenKind;
      name: string;
      organisation: string;
      user: string;
      scopes: Scope[];
      projects?: number[];
      expiresAt: number;
    },
    author: Author,
  ): Promise<{ id: string; token: string }> {
    const { db, now } = this.#handle;
    const { kind, name, organisation, user, scopes, projects, expiresAt } = token;
    const [good] = await db
      .select({ count: sql<number>`count(*)`.as("count") })
      .from(tokens)
      .where(and(eq(tokens.organisation, organisation), isNull(tokens.trust), this.#isGood()));
    if ((good?.count ?? 0) >= tokenLimits.good) {
      throw new DriftError("LIMIT_EXCEEDED", `An organisation has at most ${tokenLimits.good} tokens`, {
        hint: "Revoke those that are not used: `drift tokens list`",
      });
    }
    const minted = mintToken(prefixes[kind]);
    const id = `tok_${randomText(16)}`;
    const hash = (await hashToken(minted)) as string;
    const action = kind === "push" ? "tokens.push" : "tokens.own";
    const allowed = this.#handle.isMember(organisation, author, rolesThatMay(action));
    const limits = projects ? JSON.stringify(projects) : null;
    const detail = { kind, name, scopes, ...(projects && { projects }), expiresAt };
    const [, made] = await db.batch([
      this.#handle.audit({
        ...{ organisation, author, action: "token.create", subject: id, detail },
        when: sql`where ${allowed}`,
      }),
      db
        .insert(tokens)
        .select(
          sql`select ${id}, ${hash}, ${kind}, ${name}, ${user}, ${organisation}, ${JSON.stringify(scopes)}, ${limits}, null, ${now()}, ${expiresAt}, null, null where ${allowed}`,
        )
        .returning({ id: tokens.id }),
    ]);
    if (made.length === 0) throw roleRequired(action);
    return { id, token: minted };
  }

  /** The tokens of an organisation, or one user's there, the newest first; those that are no longer good too. */
  async list(organisation: string, user?: string): Promise<TokenRow[]> {
    return this.#handle.db
      .select({
        id: tokens.id,
        kind: tokens.kind,
        name: tokens.name,
        user: users.id,
        userName: users.name,
        scopes: tokens.scopes,
        projects: tokens.projects,
        createdAt: tokens.createdAt,
        expiresAt: tokens.expiresAt,
        revokedAt: tokens.revokedAt,
        lastUsedAt: tokens.lastUsedAt,
      })
      .from(tokens)
      .innerJoin(users, eq(users.id, tokens.user))
      .where(and(eq(tokens.organisation, organisation), user === undefined ? undefined : eq(tokens.user, user)))
      .orderBy(desc(tokens.createdAt))
      .limit(2 * tokenLimits.good);
  }

  /**
   * One's own, or, for an admin, anybody's. Throws `NOT_FOUND`, also for another organisation's.
   *
   * @param which "own": nobody else's, whatever the author's role
   */
  async revoke(organisation: string, id: string, author: Author, which: "own" | "all" = "all"): Promise<void> {
    const { db, now } = this.#handle;
    const row = and(
      eq(tokens.id, id),
      eq(tokens.organisation, organisation),
      isNull(tokens.revokedAt),
      which === "own" ? eq(tokens.user, author.user ?? "") : this.#revocable(organisation, author),
    );
    const [, revoked] = await db.batch([
      this.#handle.audit({
        ...{ organisation, author, action: "token.revoke", subject: id },
        when: whereExists(tokens, row),
      }),
      db.update(tokens).set({ revokedAt: now() }).where(row).returning({ id: tokens.id }),
    ]);
    if (revoked.length === 0) {
      throw new DriftError("NOT_FOUND", "There is no such token.", { hint: "`drift tokens list` lists them." });
    }
  }

  #revocable(organisation: string, author: Author): SQL {
    const admin = this.#handle.isMember(organisation, author, rolesThatMay("tokens.all"));
    return sql`(${tokens.user} = ${author.user} or ${admin})`;
  }

  #isGood(): SQL | undefined {
    return and(isNull(tokens.revokedAt), gt(tokens.expiresAt, this.#handle.now()));
  }
}
