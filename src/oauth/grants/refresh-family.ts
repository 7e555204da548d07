import { type Sealed, seal, sha256, sha256Hex, unseal } from "#oauth/secrets";
import type { ExpiringStore } from "#oauth/store/expiring-store";

/** How long a repeated refresh gets the first one's answer again. */
export const GRACE_MS = 60_000;

/** The answer to a refresh, encrypted under the refresh token that was presented for it. */
interface KeptAnswer {
  fingerprint: string;
  sealed: Sealed;
}

/** The fields of the library's grant record that are read here (its storage schema names them). */
export interface Grant {
  resource?: string;
  refreshTokenId?: string;
  previousRefreshTokenId?: string;
}

export interface Refreshing {
  form: URLSearchParams;
  authorization: string | null;
  library(): Promise<Response>;
  revoke(): Promise<void>;
}

/**
 * Refresh token rotation for one grant, around the library's. Run under the grant's lock.
 *
 * The library keeps the current token and the one before it, and answers each use of either with a
 * new refresh token that replaces the last. Two things follow that this class changes:
 *
 * - Ten processes that refresh at once get ten refresh tokens of which the last alone lives; nine
 *   are signed out an hour later. Here the same request within the grace step gets the same answer.
 * - A token older than those two is refused and nothing else, so a thief who was first keeps the
 *   grant. Here the family is revoked.
 *
 * Layout: `spent:{grant}:{hash}` for as long as a refresh token lives, and `answer:{grant}:{hash}`
 * for the grace step. Only a token that was really issued has a mark, so nobody can sign a user out
 * by making tokens up. The store alone does not reveal an answer.
 */
export class RefreshFamily {
  readonly #store: ExpiringStore;
  readonly #lifetimeMs: number;
  readonly #grantKey: string;
  readonly #tokens: string;
  readonly #spent: string;
  readonly #answers: string;

  constructor(store: ExpiringStore, owner: { user: string; grant: string }, refreshTokenSeconds: number) {
    this.#store = store;
    this.#lifetimeMs = refreshTokenSeconds * 1000;
    this.#grantKey = `grant:${owner.user}:${owner.grant}`;
    this.#tokens = `token:${owner.user}:${owner.grant}:`;
    this.#spent = `spent:${owner.grant}:`;
    this.#answers = `answer:${owner.grant}:`;
  }

  async refresh({ form, authorization, library, revoke }: Refreshing): Promise<Response> {
    const presented = form.get("refresh_token") ?? "";
    const id = await sha256Hex(presented);
    const before = this.grant();
    // Client authentication and parameters are part of the fingerprint, so the kept answer goes
    // only to a request that the library has already accepted in this very form.
    const fingerprint = await sha256(JSON.stringify([[...form].sort(), authorization]));

    const kept = await this.#keptAnswer(id, fingerprint, presented);
    if (kept !== undefined) return json(200, kept);

    // A spent token that is still the library's previous one has a successor nobody has used: its
    // answer was lost on the way, and the library replaces the successor. Any other spent token
    // outside the grace step is a replay.
    const mark = this.#store.get(this.#spent + id);
    if (mark !== null && Number(mark) <= Date.now() && before?.previousRefreshTokenId !== id) {
      await revoke();
      return json(400, JSON.stringify({ error: "invalid_grant", error_description: "Refresh token was already used" }));
    }

    const response = await library();
    if (!response.ok) return response;
    const body = await response.text();
    const graceUntil = Date.now() + GRACE_MS;
    const answer: KeptAnswer = { fingerprint, sealed: await seal(presented, body) };
    this.#store.put(this.#answers + id, JSON.stringify(answer), { expiresAt: graceUntil });
    this.#markSpent(id, graceUntil);
    // A successor replaced unseen may be in a thief's hands, or its rightful holder's while the
    // thief replays its predecessor. Whoever presents it, two parties hold this family.
    if (before?.refreshTokenId && before.refreshTokenId !== id) this.#markSpent(before.refreshTokenId, 0);
    return new Response(body, response);
  }

  /** The library's record; undefined: there is no such grant. */
  grant(): Grant | undefined {
    const record = this.#store.get(this.#grantKey);
    return record === null ? undefined : (JSON.parse(record) as Grant);
  }

  /** Removes what this class stored, once the library has removed grant and tokens. */
  forget(): void {
    for (const prefix of [this.#spent, this.#answers]) {
      for (const { name } of this.#store.list(prefix, Number.POSITIVE_INFINITY)) this.#store.delete(name);
    }
  }

  #markSpent(id: string, graceUntil: number): void {
    this.#store.put(this.#spent + id, String(graceUntil), { expiresAt: Date.now() + this.#lifetimeMs });
  }

  /**
   * The newest answer that the presented token leads to: one that came late must not be given a
   * token that others have meanwhile spent. Undefined when there is none, or its access token has
   * since expired or been revoked.
   */
  async #keptAnswer(id: string, fingerprint: string, presented: string): Promise<string | undefined> {
    if (this.#kept(id)?.fingerprint !== fingerprint) return undefined;
    let answer: string | undefined;
    let token = presented;
    let pair = { access_token: "", refresh_token: "" };
    for (let kept = this.#kept(id); kept; kept = this.#kept(await sha256Hex(token))) {
      answer = await unseal(token, kept.sealed);
      pair = JSON.parse(answer);
      token = pair.refresh_token;
    }
    return this.#store.get(this.#tokens + (await sha256Hex(pair.access_token))) === null ? undefined : answer;
  }

  #kept(id: string): KeptAnswer | undefined {
    const record = this.#store.get(this.#answers + id);
    return record === null ? undefined : (JSON.parse(record) as KeptAnswer);
  }
}

function json(status: number, body: string): Response {
  const headers = { "content-type": "application/json", "cache-control": "no-store", pragma: "no-cache" };
  return new Response(body, { status, headers });
}
