import type { Scope } from "#contract/principal";
import { oauthApi } from "#oauth/library";
import type { OauthPorts } from "#oauth/ports";
import type { ExpiringStore } from "#oauth/store/expiring-store";
import { tokenStore } from "#oauth/store/token-store";

export interface InspectedToken {
  grant: string;
  client: string;
  audience: string;
  scopes: Scope[];
  /** Seconds since the epoch. */
  expiresAt: number;
}

/**
 * What the library knows of an access token, before any check of its audience: the caller compares
 * that with the resource it serves. The library's own `validateToken` wants the two equal, which
 * would refuse a token for `/mcp` at `/mcp/acme/web`.
 */
export async function inspectToken(
  ports: OauthPorts,
  user: string,
  records: ExpiringStore,
  token: string,
): Promise<InspectedToken | null> {
  const found = await oauthApi(ports, tokenStore(ports, { user, records })).unwrapToken(token);
  if (!found || found.userId !== user || typeof found.audience !== "string") return null;
  return {
    grant: found.grantId,
    client: found.grant.clientId,
    audience: found.audience,
    scopes: found.scope as Scope[],
    expiresAt: found.expiresAt,
  };
}
