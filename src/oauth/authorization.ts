import { AuthorizationError, type AuthRequest, authorizationErrorRedirect } from "@cloudflare/workers-oauth-provider";
import type { Scope } from "#contract/principal";
import { grantableScopes } from "./clients/own.ts";
import { type ClientRecord, shownName } from "./clients/record.ts";
import { resolveClient, vouchingHost } from "./clients/resolve.ts";
import { oauthApi, paths } from "./library.ts";
import type { OauthPorts } from "./ports.ts";
import { type Resource, requestedResource } from "./resources.ts";
import { tokenStore } from "./store/token-store.ts";

/** An authorization request whose client, redirect URI, resource and PKCE challenge have been checked. */
export interface Asked {
  request: AuthRequest;
  client: ClientRecord;
  resource: Resource;
  /** What the client may be given of what it asked for; at least `drift:read`. */
  scopes: Scope[];
}

/** A request that is not answered with a code. */
export class AuthorizationRefused extends Error {
  /** Where the client hears of it; undefined: the redirect URI is not to be trusted, and the person is told. */
  readonly redirectTo: string | undefined;

  constructor(message: string, redirectTo?: string) {
    super(message);
    this.redirectTo = redirectTo;
  }
}

/** Reads the query of an authorization request. Throws `AuthorizationRefused`. */
export async function readAuthorization(ports: OauthPorts, query: URLSearchParams): Promise<Asked> {
  // Which of two would count is how checks are got around (RFC 6749, section 3.1). Two resources the library refuses.
  const names = [...query.keys()].filter((name) => name !== "resource");
  if (new Set(names).size !== names.length) throw new AuthorizationRefused("A parameter comes twice");
  if (!isCanonical(query.get("redirect_uri") ?? "")) throw new AuthorizationRefused("Invalid redirect URI");
  const clientId = query.get("client_id") ?? "";
  const resource = requestedResource(ports.issuer, query, clientId);
  // A resource that is not ours leaves the default, and the library refuses it with `invalid_target`.
  const api = oauthApi(ports, tokenStore(ports), resource?.uri);
  const named = new URLSearchParams(query);
  if (resource) named.set("resource", resource.uri);
  const request = await api
    .parseAuthRequest(new Request(`${ports.issuer}${paths.authorize}?${named}`))
    .catch((error: unknown) => {
      if (!(error instanceof AuthorizationError)) throw error;
      throw new AuthorizationRefused(error.description ?? error.code, error.redirectTo);
    });
  // The library lets a client with a secret omit PKCE; a stolen code would then be enough.
  if (!request.codeChallenge || request.codeChallengeMethod !== "S256") {
    throw refused(request, "invalid_request", "code_challenge with S256 is required");
  }
  const client = await resolveClient(ports, clientId);
  if (!client || !resource) throw new AuthorizationRefused("Unknown client");
  const scopes = grantableScopes(clientId).filter((scope) => request.scope.includes(scope));
  return { request, client, resource, scopes: scopes.length > 0 ? scopes : ["drift:read"] };
}

/**
 * Whether a redirect URI is written as it will be followed. One address has many spellings (`127.1`,
 * `/a/../b`, capitals, `\`), and comparing one with another is how look-alikes come through.
 */
function isCanonical(redirectUri: string): boolean {
  if (!URL.canParse(redirectUri)) return false;
  const { href } = new URL(redirectUri);
  return href === redirectUri || href === `${redirectUri}/`;
}

export const refused = (
  request: AuthRequest,
  code: "invalid_request" | "access_denied" | "invalid_scope",
  description: string,
): AuthorizationRefused =>
  new AuthorizationRefused(description, authorizationErrorRedirect(request, code, description));

/** Who asks, as a page may show it: every text here may be a stranger's. */
export interface ShownClient {
  name: string;
  /** Who vouches for the name; undefined: nobody does. */
  host: string | undefined;
  /** Where the answer goes; undefined: nowhere, to a device that asks for it. */
  redirectHost: string | undefined;
}

export const shownClient = (issuer: string, client: ClientRecord, redirectUri?: string): ShownClient => ({
  name: shownName(client),
  host: vouchingHost(issuer, client.clientId),
  redirectHost: redirectUri === undefined ? undefined : new URL(redirectUri).host,
});
