import type { Scope } from "#contract/principal";
import type { ClientRecord } from "./record.ts";

/** The service's own clients, in code: nothing to register, nothing to expire. */
const ownClients: Record<string, ClientRecord> = {
  "drift-cli": {
    clientId: "drift-cli",
    clientName: "drift command line",
    // On any port (RFC 8252, section 7.3).
    redirectUris: ["http://127.0.0.1/callback", "http://[::1]/callback"],
    tokenEndpointAuthMethod: "none",
    authMethodExplicit: true,
    grantTypes: ["authorization_code", "refresh_token"],
    responseTypes: ["code"],
  },
};

export const ownClient = (clientId: string): ClientRecord | undefined =>
  Object.hasOwn(ownClients, clientId) ? ownClients[clientId] : undefined;

/** What a person can give to a client: `drift:push` only to the service's own, so that no MCP token holds it. */
export const grantableScopes = (clientId: string): readonly Scope[] =>
  ownClient(clientId)
    ? ["drift:read", "drift:write", "drift:admin", "drift:push"]
    : ["drift:read", "drift:write", "drift:admin"];
