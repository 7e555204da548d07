/**
 * Client ID metadata documents: the client id is an https URL, and the document there describes the
 * client. Anyone can make this server fetch a URL, so URL and fetch are bounded:
 *
 * - public https names on port 443 only: no address literal, no single label, no internal suffix,
 *   not ourselves. A name that resolves to a private address cannot be told from here: the runtime
 *   refuses it (`global_fetch_strictly_public`).
 * - redirects are not followed: an open redirect on a trusted host would let anyone be that host on
 *   the consent page.
 * - 5 KB, 5 seconds for all of it, status 200, JSON.
 */
import { fetchJson } from "#oauth/fetch-json";
import type { ClientRecord } from "./record.ts";

const MAX_BYTES = 5 * 1024;
const INTERNAL = /\.(?:local|localhost|internal|intranet|lan|home|corp|arpa|onion|test|invalid)$/;

export const isDocumentUrl = (clientId: string): boolean => clientId.startsWith("https://");

/** Undefined when a document may be fetched from the URL, otherwise why not. To be asked first. */
export function refusal(clientId: string, issuer: string): string | undefined {
  if (clientId.length > 512 || !URL.canParse(clientId)) return "not a URL of at most 512 characters";
  const url = new URL(clientId);
  // Serialising must change nothing: one client has one spelling, and `/a/../b` is none.
  if (url.href !== clientId) return "not in canonical form";
  if (url.protocol !== "https:" || url.port || url.username || url.password || url.hash) return "not a plain https URL";
  if (url.pathname === "/") return "no path";
  const host = url.hostname.toLowerCase().replace(/\.$/, "");
  if (host.startsWith("[") || /^[0-9.]+$/.test(host)) return "an address, not a name";
  if (!host.includes(".") || INTERNAL.test(host)) return "not a public name";
  if (host === new URL(issuer).hostname) return "this server";
  return undefined;
}

/** Throws when there is no such document, or it is none. */
export const fetchDocument = async (clientId: string): Promise<ClientRecord> =>
  readDocument(clientId, await fetchJson(clientId, {}, { most: MAX_BYTES }));

/** Checks what the document says. Public clients only: a document cannot hold a shared secret. */
export function readDocument(clientId: string, document: unknown): ClientRecord {
  if (typeof document !== "object" || document === null) throw new Error("The document is no object");
  const said = document as Record<string, unknown>;
  if (said.client_id !== clientId) throw new Error("client_id is not the document's URL");
  if ("client_secret" in said) throw new Error("The document holds a secret");
  const name = said.client_name;
  if (typeof name !== "string" || !name.trim() || name.length > 200) {
    throw new Error("client_name is missing or too long");
  }
  const listed: unknown[] = Array.isArray(said.redirect_uris) ? said.redirect_uris.slice(0, 20) : [];
  // Others may be listed and are dropped: a custom scheme can be claimed by any program.
  const redirectUris = listed.filter(isRedirectUri);
  if (redirectUris.length === 0) throw new Error("The document lists no https or loopback redirect URI");
  const methods = said.token_endpoint_auth_methods_supported ?? [said.token_endpoint_auth_method ?? "none"];
  if (!Array.isArray(methods) || !methods.includes("none")) {
    throw new Error("The client offers no authentication method that is supported");
  }
  return {
    clientId,
    clientName: name.trim(),
    redirectUris,
    tokenEndpointAuthMethod: "none",
    authMethodExplicit: true,
    grantTypes: ["authorization_code", "refresh_token"],
    responseTypes: ["code"],
  };
}

function isRedirectUri(uri: unknown): uri is string {
  if (typeof uri !== "string" || !URL.canParse(uri)) return false;
  const { protocol, hostname, hash, username } = new URL(uri);
  if (hash || username) return false;
  return protocol === "https:" || (protocol === "http:" && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname));
}
