import type { Scope } from "#contract/principal";
import { DEVICE_GRANT } from "./device/codes.ts";
import { paths } from "./library.ts";

export const EXCHANGE_GRANT = "urn:ietf:params:oauth:grant-type:token-exchange";

/**
 * The authorization server's metadata: RFC 8414, and the same document under OpenID's well-known
 * name for clients that look only there. No ID tokens are given out.
 */
export const serverMetadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: issuer + paths.authorize,
  token_endpoint: issuer + paths.token,
  registration_endpoint: issuer + paths.register,
  revocation_endpoint: issuer + paths.revoke,
  device_authorization_endpoint: issuer + paths.deviceAuthorization,
  scopes_supported: ["drift:read", "drift:write", "drift:admin"] satisfies Scope[],
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token", DEVICE_GRANT, EXCHANGE_GRANT],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
  revocation_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
});

/** The RFC 9728 document of a resource. */
export const resourceMetadata = (issuer: string, resource: string, scopes: readonly Scope[]) => ({
  resource,
  resource_name: "drift-edge",
  authorization_servers: [issuer],
  scopes_supported: scopes,
  bearer_methods_supported: ["header"],
});
