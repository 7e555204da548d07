import type { OauthPorts } from "#oauth/ports";
import { sha256 } from "#oauth/secrets";
import { vaultOf } from "#oauth/store/place";
import { fetchDocument, isDocumentUrl, refusal } from "./document.ts";
import { ownClient } from "./own.ts";
import { type ClientRecord, clientSeconds } from "./record.ts";

/** How long a document that was read once answers for its client. */
const DOCUMENT_TTL_MS = 24 * 3_600_000;
const DOCUMENT_FRESH_MS = 5 * 60_000;
/** Anyone can ask for any client id: without a limit this server would be the hammer in someone else's hand. */
const FETCHES_PER_HOST_AND_MINUTE = 20;

/**
 * The one place where a client id becomes a client: ours, a metadata document's, or a registered
 * one's. The library asks for it on every authorization and on every token request, and each time
 * lets a registered client live on: one that a grant still uses never expires under it.
 */
export async function resolveClient(ports: OauthPorts, clientId: string): Promise<ClientRecord | null> {
  const own = ownClient(clientId);
  if (own) return own;
  if (isDocumentUrl(clientId)) return resolveDocument(ports, clientId);
  // Registered ids have sixteen characters; anything else never reaches the store.
  if (!/^[A-Za-z0-9_-]{16}$/.test(clientId)) return null;
  const key = `client:${clientId}`;
  const record = await vaultOf(ports, key).getRenewed(key, clientSeconds(ports.lifetimes) * 1000);
  return record === null ? null : (JSON.parse(record) as ClientRecord);
}

/** The host that stands behind a client's name; undefined for a name that the client gave itself. */
export function vouchingHost(issuer: string, clientId: string): string | undefined {
  if (ownClient(clientId)) return new URL(issuer).host;
  return isDocumentUrl(clientId) ? new URL(clientId).host : undefined;
}

/**
 * Reads a client's document at most once in five minutes, and falls back to what it said within the
 * day when its site is down: a refresh must not fail because someone else's web server does.
 */
async function resolveDocument(ports: OauthPorts, clientId: string): Promise<ClientRecord | null> {
  if (refusal(clientId, ports.issuer)) return null;
  const key = `document:${await sha256(clientId)}`;
  const cached = await vaultOf(ports, key).get(key);
  const known = cached === null ? undefined : (JSON.parse(cached) as { readAt: number; client: ClientRecord });
  if (known && known.readAt > Date.now() - DOCUMENT_FRESH_MS) return known.client;
  const fetches = `document-fetches:${new URL(clientId).hostname}`;
  const { count } = await vaultOf(ports, fetches).count(fetches, 60_000);
  if (count > FETCHES_PER_HOST_AND_MINUTE) return known?.client ?? null;
  try {
    const client = await fetchDocument(clientId);
    const value = JSON.stringify({ readAt: Date.now(), client });
    await vaultOf(ports, key).put(key, value, { expiresAt: Date.now() + DOCUMENT_TTL_MS });
    return client;
  } catch {
    return known?.client ?? null;
  }
}
