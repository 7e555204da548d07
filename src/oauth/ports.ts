/** What the authorization server needs of the place that it runs in. */
import type { Scope } from "#contract/principal";

type Awaitable<T> = T | Promise<T>;

export interface Entry {
  value: string;
  metadata?: unknown;
  /** Unix milliseconds; absent: it does not expire. */
  expiresAt?: number;
}

export interface ListedEntry {
  name: string;
  entry: Entry;
}

/** Expiring records by key, of one object. */
export interface Records {
  get(key: string): Awaitable<string | null>;
  put(key: string, value: string, options?: Omit<Entry, "value">): Awaitable<void>;
  delete(key: string): Awaitable<void>;
  list(prefix: string, limit: number, after?: string): Awaitable<ListedEntry[]>;
}

/** A shard of what belongs to no user: clients, consents, sign-ins under way, device codes, counters. */
export interface VaultShard extends Records {
  /** Reads and removes in one step. */
  take(key: string): Awaitable<string | null>;
  /** Reads, and lets a record that was read live on for `ttlMs` from now. */
  getRenewed(key: string, ttlMs: number): Awaitable<string | null>;
  /** Writes only if the key is free. Returns whether it was. */
  claim(key: string, expiresAt: number): Awaitable<boolean>;
  /** Counts events in a fixed window. */
  count(key: string, windowMs: number): Awaitable<Counted>;
  pollDevice(key: string, clientId: string): Awaitable<Poll>;
  /** Returns whether the code was still waiting for a decision. */
  decideDevice(key: string, decision: DeviceDecision): Awaitable<boolean>;
}

export interface Counted {
  /** So far in this window, with this one. */
  count: number;
  /** Unix milliseconds. */
  resetAt: number;
}

/** What a person allowed a device. */
export interface Approval {
  user: string;
  organisation: string;
  scopes: Scope[];
  projects?: number[];
  origin?: string;
}

export type DeviceDecision = "denied" | Approval;

/** The answer to a device that asks for its token (RFC 8628, section 3.5). */
export type Poll =
  | { error: "authorization_pending" | "slow_down" | "access_denied" | "expired_token" | "invalid_grant" }
  | { approval: Approval; resource: string };

/** What the token endpoint reads of a request. */
export interface TokenCall {
  issuer: string;
  /** A form. */
  body: string;
  /** The header: clients with a secret may send it there. */
  authorization: string | null;
}

/** The object of one user: their grants and tokens. */
export interface UserObject extends Records {
  /** The token endpoint, for the one grant that the request names. */
  token(call: TokenCall): Promise<Response>;
}

export interface OauthPorts {
  /** Canonical origin of the service. Issuer, audiences and redirects are compared with it. */
  readonly issuer: string;
  readonly lifetimes: Lifetimes;
  /** A shard by its name (`store/place.ts`). */
  vault(shard: string): VaultShard;
  user(user: string): UserObject;
  readonly grants: GrantIndex;
}

/** The index of grants in the account database: a grant that is not in it opens nothing. */
export interface GrantIndex {
  add(grant: GrantRow): Promise<void>;
  revoke(ids: string[]): Promise<void>;
}

export interface GrantRow {
  id: string;
  user: string;
  organisation: string;
  client: string;
  clientName: string;
  scopes: Scope[];
  /** Project rows it is limited to; absent: all of the organisation's. */
  projects?: number[];
  /** Where the consent came from: a network address. */
  origin?: string;
}

export interface Lifetimes {
  accessTokenSeconds: number;
  /** Of a refresh token that is not used. */
  refreshTokenSeconds: number;
}
