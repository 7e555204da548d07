import { resolveClient } from "#oauth/clients/resolve";
import type { OauthPorts, Records } from "#oauth/ports";
import { placeOf } from "./place.ts";

/**
 * The part of `KVNamespace` that the library calls. It takes its store by name, `env.OAUTH_KV`, and
 * nothing else from `env`, so any object of this shape serves.
 */
export interface TokenStore {
  // biome-ignore lint/suspicious/noExplicitAny: the library's own records
  get(key: string, options?: { type: "json" }): Promise<any>;
  put(key: string, value: string, options?: PutOptions): Promise<void>;
  delete(key: string): Promise<void>;
  list(options: { prefix: string; limit?: number; cursor?: string }): Promise<ListResult>;
}

interface PutOptions {
  /** Seconds from now. */
  expirationTtl?: number;
  /** Seconds since the epoch. */
  expiration?: number;
  metadata?: unknown;
}

interface ListResult {
  keys: { name: string; metadata?: unknown }[];
  list_complete: boolean;
  cursor?: string;
}

/**
 * A store whose keys lie in the objects that `placeOf` names. Given `local`, the keys of that user
 * are read and written in place: so the library runs inside a user's object without a step over the
 * network between its read of a grant and its write.
 */
export function tokenStore(ports: OauthPorts, local?: { user: string; records: Records }): TokenStore {
  const at = (key: string): Records | undefined => {
    const place = placeOf(key);
    if (!place) return undefined;
    if ("shard" in place) return ports.vault(place.shard);
    return place.user === local?.user ? local.records : ports.user(place.user);
  };
  const held = (key: string): Records => {
    const records = at(key);
    if (!records) throw new Error("No object holds this key");
    return records;
  };

  return {
    async get(key, options) {
      if (key.startsWith("client:")) return resolveClient(ports, key.slice("client:".length));
      const value = (await at(key)?.get(key)) ?? null;
      return value !== null && options?.type === "json" ? JSON.parse(value) : value;
    },
    async put(key, value, options) {
      const expiresAt = expiryOf(ports, key, options);
      await held(key).put(key, value, {
        ...(expiresAt !== undefined && { expiresAt }),
        ...(options?.metadata !== undefined && { metadata: options.metadata }),
      });
    },
    async delete(key) {
      await at(key)?.delete(key);
    },
    async list({ prefix, limit = 1000, cursor }) {
      const found = await held(prefix).list(prefix, limit, cursor);
      const keys = found.map(({ name, entry }) => ({ name, metadata: entry.metadata }));
      const last = keys.length === limit ? keys.at(-1) : undefined;
      return { keys, list_complete: !last, ...(last && { cursor: last.name }) };
    },
  };
}

/** The library accepts no lifetime under a minute: a shorter one of access tokens is kept here. */
function expiryOf({ lifetimes }: OauthPorts, key: string, options: PutOptions = {}): number | undefined {
  if (options.expiration !== undefined) return options.expiration * 1000;
  if (options.expirationTtl === undefined) return undefined;
  const most = key.startsWith("token:") ? lifetimes.accessTokenSeconds : Number.POSITIVE_INFINITY;
  return Date.now() + Math.min(options.expirationTtl, most) * 1000;
}
