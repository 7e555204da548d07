/**
 * Consent pages that wait for a decision. What was checked when the page was made is what is decided:
 * the form brings back a handle, which works once, in the session that the page was made for.
 */
import type { AuthRequest } from "@cloudflare/workers-oauth-provider";
import type { Scope } from "#contract/principal";
import type { OauthPorts } from "./ports.ts";
import { randomSecret, sha256 } from "./secrets.ts";
import { vaultOf } from "./store/place.ts";

export interface Consent {
  request: AuthRequest;
  scopes: Scope[];
  /** Of the browser session that sees it. */
  session: string;
}

const TTL_MS = 15 * 60_000;
const keyOf = async (handle: string): Promise<string> => `consent:${await sha256(handle)}`;

/** The handle of the form. */
export async function offerConsent(ports: OauthPorts, consent: Consent): Promise<string> {
  const handle = randomSecret();
  const key = await keyOf(handle);
  await vaultOf(ports, key).put(key, JSON.stringify(consent), { expiresAt: Date.now() + TTL_MS });
  return handle;
}

/** Undefined: the form was sent before, is too old, or another session's. */
export async function takeConsent(ports: OauthPorts, handle: string, session: string): Promise<Consent | undefined> {
  const key = await keyOf(handle);
  const shard = vaultOf(ports, key);
  const seen = await shard.get(key);
  // Another session's handle is left alone, so that nobody can take it from who is to decide.
  if (seen === null || (JSON.parse(seen) as Consent).session !== session) return undefined;
  return (await shard.take(key)) === null ? undefined : (JSON.parse(seen) as Consent);
}
