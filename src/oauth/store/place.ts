/**
 * Which object holds a key.
 *
 *   grant:{user}:{grant}, token:{user}:{grant}:{hash}   the user's own object
 *   everything else                                     one of 64 vault shards
 *
 * The library's codes and tokens read `{user}:{grant}:{secret}`, so a token names its object and
 * finding it costs no look-up. The number of shards is fixed: an object for each registered client
 * would let an anonymous caller make objects without end.
 */
import type { OauthPorts, VaultShard } from "#oauth/ports";

const SHARDS = 64;
const USER = "usr_[0-9A-Za-z]{16}";
const GRANT = "[A-Za-z0-9_-]{16}";
const OWNED_KEY = new RegExp(`^(?:grant|token):(${USER}):(?:${GRANT}(?::[0-9a-f]{0,64})?)?$`);
const CREDENTIAL = new RegExp(`^(${USER}):(${GRANT}):[A-Za-z0-9_-]{32}$`);

export type Place = { user: string } | { shard: string };

/**
 * Undefined for a grant or token that cannot exist: the library makes such keys of whatever text a
 * caller sends as a token. Also for a listing across users, which has no object to run in.
 */
export function placeOf(key: string): Place | undefined {
  if (!/^(?:grant|token):/.test(key)) return { shard: shardOf(key) };
  const user = OWNED_KEY.exec(key)?.[1];
  return user === undefined ? undefined : { user };
}

/** FNV-1a over the key. */
function shardOf(key: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return `vault-${(hash >>> 0) % SHARDS}`;
}

/** The shard that holds a key which is no user's. */
export const vaultOf = (ports: Pick<OauthPorts, "vault">, key: string): VaultShard => ports.vault(shardOf(key));

export interface Owner {
  user: string;
  grant: string;
}

/**
 * The user and grant that a code or token claims to belong to. A claim only: the object checks it.
 * The shape is exact, so that no text of a caller's choosing becomes part of a storage key.
 */
export function ownerOf(credential: string): Owner | undefined {
  const [, user, grant] = CREDENTIAL.exec(credential) ?? [];
  return user && grant ? { user, grant } : undefined;
}
