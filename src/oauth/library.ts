/** The authorization server's library, and what it is told. No other file makes one. */
import { OAuthAuthorizationServer, type OAuthHelpers } from "@cloudflare/workers-oauth-provider";
import { scopes } from "#contract/principal";
import { clientSeconds } from "./clients/record.ts";
import type { OauthPorts } from "./ports.ts";
import { mcpResource } from "./resources.ts";
import type { TokenStore } from "./store/token-store.ts";

export const paths = {
  authorize: "/oauth/authorize",
  token: "/oauth/token",
  register: "/oauth/register",
  revoke: "/oauth/revoke",
  deviceAuthorization: "/oauth/device_authorization",
  device: "/device",
} as const;

/** The least lifetime that the library accepts. */
const LEAST_SECONDS = 60;

/**
 * The library, built for one request. Its list of resources is fixed at construction and compared
 * exactly, while ours has one for each project: so each request gets an instance that knows the one
 * resource it is about. Construction does no I/O.
 */
function authorizationServer({ issuer, lifetimes }: OauthPorts, resource = mcpResource(issuer)) {
  return new OAuthAuthorizationServer<Record<string, unknown>>({
    issuer,
    authorizeEndpoint: paths.authorize,
    tokenEndpoint: paths.token,
    clientRegistrationEndpoint: paths.register,
    resources: [resource],
    scopesSupported: [...scopes],
    accessTokenTTL: Math.max(LEAST_SECONDS, lifetimes.accessTokenSeconds),
    refreshTokenTTL: lifetimes.refreshTokenSeconds,
    refreshTokenIdleTTL: lifetimes.refreshTokenSeconds,
    // A client lives as long as its grants can: `clients/resolve.ts` renews what is used.
    clientRegistrationTTL: clientSeconds(lifetimes),
    // Metadata documents are read by `clients/document.ts`: the library's own fetch follows redirects.
    clientIdMetadataDocumentEnabled: false,
    onError: () => undefined,
  });
}

export const oauthApi = (ports: OauthPorts, store: TokenStore, resource?: string): OAuthHelpers =>
  authorizationServer(ports, resource).getOAuthApi({ OAUTH_KV: store });

/**
 * The library's own endpoints: token, revocation, registration, metadata. It needs nothing of `env`
 * but its store, and the context only for handlers that are not used here.
 */
export function callLibrary(
  ports: OauthPorts,
  store: TokenStore | undefined,
  request: Request,
  resource?: string,
): Promise<Response> {
  const context = { waitUntil() {}, passThroughOnException() {}, props: {} } as unknown as ExecutionContext;
  return authorizationServer(ports, resource).fetch(request, { OAUTH_KV: store }, context);
}
