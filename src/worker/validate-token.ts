import type { Scope } from "#contract/principal";
import type { Target } from "#db/account/access";
import { AccountDb } from "#db/account-db";
import { hashToken } from "#db/tokens";
import { covers } from "#oauth/resources";
import { ownerOf } from "#oauth/store/place";
import type { SignedIn } from "./edge.ts";

/** No token of ours is longer. */
const MAX_TOKEN = 200;

export interface Wanted {
  issuer: string;
  /** The URL that is called, without query, by the canonical origin. */
  resource: string;
  target: Target;
}

/**
 * The one way from a bearer token to who calls: OAuth access tokens, personal tokens, push tokens and
 * those of CI runs. Undefined says nothing of why: a token that is unknown, expired, revoked or meant
 * for another resource, and one of a removed member, are one answer.
 */
export async function validateToken(env: Cloudflare.Env, token: string, wanted: Wanted): Promise<SignedIn | undefined> {
  if (token.length > MAX_TOKEN) return undefined;
  const resolved = await (ownerOf(token) ? accessToken(env, token, wanted) : opaqueToken(env, token, wanted));
  if (!resolved || resolved.principal.expiresAt * 1000 <= Date.now()) return undefined;
  return resolved;
}

/** `dpa_` and `dpt_` tokens: rows of the account database. */
async function opaqueToken(env: Cloudflare.Env, token: string, { target }: Wanted): Promise<SignedIn | undefined> {
  const hash = await hashToken(token);
  if (!hash) return undefined;
  const resolved = await new AccountDb(env.ACCOUNT).resolve({ token: hash }, target);
  return resolved.ok ? resolved : undefined;
}

/**
 * The token names its user and grant. Whether it is good, and for which resource, the user's object
 * says; whether the grant, the membership and the role still stand, the account database: both at once,
 * at every call, so a removed member or a lowered role takes effect now and not when the token expires.
 */
async function accessToken(
  env: Cloudflare.Env,
  token: string,
  { issuer, resource, target }: Wanted,
): Promise<SignedIn | undefined> {
  const owner = ownerOf(token);
  if (!owner) return undefined;
  const [inspected, resolved] = await Promise.all([
    env.USERS.getByName(owner.user).inspect(issuer, token),
    new AccountDb(env.ACCOUNT).resolve(owner, target),
  ]);
  if (!inspected || !resolved.ok || !covers(inspected.audience, resource)) return undefined;
  const { principal } = resolved;
  const given = (scopes: readonly Scope[]) => scopes.filter((scope) => inspected.scopes.includes(scope));
  return {
    ...resolved,
    held: given(resolved.held),
    principal: { ...principal, scopes: given(principal.scopes), expiresAt: inspected.expiresAt },
  };
}
