import { randomSecret, sha256 } from "./secrets.ts";
import type { ExpiringStore } from "./store/expiring-store.ts";

/** Who a provider said that a person is, at their sign-in. */
export interface Identity {
  issuer: string;
  subject: string;
  /** In lower case. */
  email: string | null;
  emailVerified: boolean;
  name: string;
}

/** A signed-in browser. Times are milliseconds since the epoch. */
export interface BrowserSession {
  /** Hash of the cookie: names the session where it is listed, and opens nothing. */
  id: string;
  user: string;
  identity: Identity;
  /** To be posted with every form. */
  csrf: string;
  createdAt: number;
  lastUsedAt: number;
  /** What the browser called itself when it signed in. */
  agent: string;
}

/** Unused so long, a session is over. */
const IDLE_MS = 12 * 3_600_000;
/** So long after its sign-in it is over in any case. */
export const SESSION_MS = 7 * 24 * 3_600_000;
/** Use is noted at most this often. */
const NOTE_MS = 5 * 60_000;
const PREFIX = "session:";
/** Of one user; with one more, the one that was used least lately goes. */
const MOST = 50;

/**
 * The browser sessions of one user, in that user's object. A cookie reads `{user}.{secret}`, so it
 * names its object; the secret is stored by its hash alone.
 */
export class Sessions {
  readonly #store: ExpiringStore;
  readonly #user: string;

  constructor(store: ExpiringStore, user: string) {
    this.#store = store;
    this.#user = user;
  }

  /** The cookie of a new session. It is always new: a planted one must not become a signed-in one. */
  async start(identity: Identity, agent: string): Promise<string> {
    const secret = randomSecret();
    const now = Date.now();
    const id = await sha256(secret);
    const session = { id, user: this.#user, identity, csrf: randomSecret(), createdAt: now, lastUsedAt: now };
    const [oldest, ...rest] = this.list().sort((one, other) => one.lastUsedAt - other.lastUsedAt);
    if (oldest && rest.length + 1 >= MOST) this.end(oldest.id);
    this.#write({ ...session, agent: agent.slice(0, 200) });
    return `${this.#user}.${secret}`;
  }

  async read(secret: string): Promise<BrowserSession | undefined> {
    const value = this.#store.get(PREFIX + (await sha256(secret)));
    if (value === null) return undefined;
    const session = JSON.parse(value) as BrowserSession;
    if (Date.now() - session.lastUsedAt > NOTE_MS) this.#write({ ...session, lastUsedAt: Date.now() });
    return session;
  }

  list(): BrowserSession[] {
    const found = this.#store.list(PREFIX, Number.POSITIVE_INFINITY);
    return found.map(({ entry }) => JSON.parse(entry.value) as BrowserSession);
  }

  end(id: string): void {
    this.#store.delete(PREFIX + id);
  }

  #write(session: BrowserSession): void {
    const expiresAt = Math.min(session.lastUsedAt + IDLE_MS, session.createdAt + SESSION_MS);
    this.#store.put(PREFIX + session.id, JSON.stringify(session), { expiresAt });
  }
}

const COOKIE = /^(usr_[0-9A-Za-z]{16})\.([A-Za-z0-9_-]{43})$/;

/** The user and the secret that a cookie claims; undefined: it is none of ours. */
export function readCookieValue(value: string): { user: string; secret: string } | undefined {
  const [, user, secret] = COOKIE.exec(value) ?? [];
  return user && secret ? { user, secret } : undefined;
}
