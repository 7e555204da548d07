/** Signing in on one's own machine, without a provider. */
import type { Context } from "hono";
import { isLoopback } from "#contract/origin";
import { scopes } from "#contract/principal";
import { AccountDb } from "#db/account-db";
import { hashToken } from "#db/tokens";
import type { Identity } from "#oauth/sessions";
import type { Edge } from "#worker/edge";
import { originOf } from "#worker/session";

/** The issuer of identities that this service vouches for itself. */
const LOCAL_ISSUER = "local";

/** People sign in without a provider on their own machine alone: anywhere else the setting is refused. */
export function signsInLocally(c: Context<Edge>): boolean {
  if (c.env.LOCAL_SIGN_IN !== "1") return false;
  const hosts = c.env.ALLOWED_HOSTS.split(",");
  if (hosts.every(isLoopback) && isLoopback(new URL(originOf(c)).hostname)) return true;
  throw new Error("LOCAL_SIGN_IN is set where others than this machine's own browsers come");
}

/**
 * Whoever can show the token that `drift up` printed may read its files, and is its owner. An e-mail
 * address makes another person, who belongs to nothing until they are invited. Undefined: it is neither.
 */
export async function localPerson(
  c: Context<Edge>,
  typed: string,
): Promise<{ user: string; identity: Identity } | undefined> {
  const account = new AccountDb(c.env.ACCOUNT);
  const owner = await ownerOfToken(account, typed);
  if (owner) {
    const { id, name, email } = owner;
    return { user: id, identity: { issuer: LOCAL_ISSUER, subject: id, email, emailVerified: false, name } };
  }
  const email = typed.toLowerCase();
  if (email.length > 200 || !/^[^\s@]+@[^\s@]+$/.test(email)) return undefined;
  const name = email.split("@")[0] as string;
  const identity = { issuer: LOCAL_ISSUER, subject: email, email, emailVerified: true, name };
  return { ...(await account.identities.signIn(identity)), identity };
}

/** Only a token that may do everything stands for its user: a session may. */
async function ownerOfToken(account: AccountDb, typed: string) {
  const hash = await hashToken(typed);
  if (!hash) return undefined;
  const resolved = await account.resolve({ token: hash });
  if (!resolved.ok || resolved.principal.kind !== "user" || resolved.principal.projects) return undefined;
  if (!scopes.every((scope) => resolved.principal.scopes.includes(scope))) return undefined;
  return account.identities.user(resolved.principal.user);
}
