import { DurableObject } from "cloudflare:workers";
import { AccountDb } from "#db/account-db";
import { oauthPorts } from "#durable/oauth-ports";
import { logFault } from "#mcp/log";
import { type InspectedToken, inspectToken } from "#oauth/grants/inspect";
import { TokenEndpoint } from "#oauth/grants/token-endpoint";
import type { Entry, ListedEntry, TokenCall } from "#oauth/ports";
import { type BrowserSession, type Identity, Sessions } from "#oauth/sessions";
import { ExpiringStore } from "#oauth/store/expiring-store";

const RETRY_MS = 3_600_000;

/**
 * One user: their grants with all tokens, and their browser sessions. Named by the user's row. The
 * token endpoint runs here, so that nothing can come between its read of a grant and its write.
 */
export class User extends DurableObject<Cloudflare.Env> {
  readonly #store = new ExpiringStore(this.ctx.storage);
  readonly #user = this.ctx.id.name as string;
  readonly #tokens = new TokenEndpoint(this.#store, this.#user);
  readonly #sessions = new Sessions(this.#store, this.#user);

  get(key: string): string | null {
    return this.#store.get(key);
  }

  put(key: string, value: string, options?: Omit<Entry, "value">): void {
    this.#store.put(key, value, options);
  }

  delete(key: string): void {
    this.#store.delete(key);
  }

  list(prefix: string, limit: number, after?: string): ListedEntry[] {
    return this.#store.list(prefix, limit, after);
  }

  /** The token endpoint, for the one grant that the request names. */
  async token(call: TokenCall): Promise<Response> {
    return this.#tokens.handle(oauthPorts(this.env, call.issuer), call);
  }

  /** What an access token opens; null: nothing, and not why. */
  async inspect(issuer: string, token: string): Promise<InspectedToken | null> {
    return inspectToken(oauthPorts(this.env, issuer), this.#user, this.#store, token);
  }

  /** Forgets grants, whose rows in the account database are revoked by who calls. */
  async revoke(issuer: string, grants: string[]): Promise<void> {
    await this.#tokens.revoke(oauthPorts(this.env, issuer), grants);
  }

  /** The cookie of a new browser session. */
  async startSession(identity: Identity, agent: string): Promise<string> {
    return this.#sessions.start(identity, agent);
  }

  async session(secret: string): Promise<BrowserSession | undefined> {
    return this.#sessions.read(secret);
  }

  sessions(): BrowserSession[] {
    return this.#sessions.list();
  }

  endSession(id: string): void {
    this.#sessions.end(id);
  }

  /** Ends every session and forgets every grant: the user is being deleted. */
  async clear(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  /** Grants that nobody used until they expired leave the index, too, before they are forgotten here. */
  override async alarm(): Promise<void> {
    const ids = this.#store.expired(`grant:${this.#user}:`).map((key) => key.slice(key.lastIndexOf(":") + 1));
    try {
      await new AccountDb(this.env.ACCOUNT).grants.expire(ids);
      this.#store.sweep();
    } catch (error) {
      // The platform would try a few times and then never again.
      logFault({ requestId: "", at: "expire grants" }, error);
      await this.ctx.storage.setAlarm(Date.now() + RETRY_MS);
    }
  }
}
