import * as z from "zod";
import { FetchFailed, fetchJson } from "#oauth/fetch-json";
import type { OauthPorts } from "#oauth/ports";
import type { Identity } from "#oauth/sessions";
import { type Configuration, discover, keysAt, verifyIdToken } from "./openid.ts";
import type { OidcProvider } from "./providers.ts";

export interface Given {
  code: string;
  redirectUri: string;
  verifier: string;
}

/** The URL to sign in at. */
export async function oidcAuthorization(
  ports: OauthPorts,
  provider: OidcProvider,
  asked: Record<string, string>,
): Promise<string> {
  const { authorization_endpoint } = await discover(ports, provider.issuer);
  const url = new URL(authorization_endpoint);
  for (const [name, value] of Object.entries({ ...asked, scope: "openid profile email" })) {
    url.searchParams.set(name, value);
  }
  return url.href;
}

const Tokens = z.object({ id_token: z.string(), access_token: z.string().optional() });

const Person = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(320).optional().catch(undefined),
  // Some issuers write it as text.
  email_verified: z
    .union([z.boolean(), z.literal(["true", "false"])])
    .optional()
    .catch(undefined),
  name: z.string().optional().catch(undefined),
  preferred_username: z.string().optional().catch(undefined),
});
type Person = z.infer<typeof Person>;

/** Who the code stands for. Throws `FetchFailed`, `IdTokenRefused`. */
export async function oidcIdentity(
  ports: OauthPorts,
  provider: OidcProvider,
  given: Given & { nonce: string },
): Promise<Identity> {
  const { issuer, clientId } = provider;
  const configuration = await discover(ports, issuer);
  const answered = await fetchJson(configuration.token_endpoint, tokenRequest(provider, configuration, given));
  const tokens = Tokens.safeParse(answered);
  if (!tokens.success) throw new FetchFailed("It gave no ID token");
  const { id_token, access_token } = tokens.data;
  const keys = keysAt(ports, configuration.jwks_uri);
  const claims = Person.parse(await verifyIdToken(id_token, { issuer, clientId, nonce: given.nonce }, keys));
  // A code flow's ID token need not hold more than its subject: the rest is asked for.
  const more = claims.email === undefined ? await userInfo(configuration, access_token, claims.sub) : {};
  return identityOf(issuer, { ...claims, ...more });
}

function tokenRequest(
  { clientId, clientSecret }: OidcProvider,
  { token_endpoint_auth_methods_supported: methods }: Configuration,
  { code, redirectUri, verifier }: Given,
): RequestInit {
  const body = new URLSearchParams({
    ...{ grant_type: "authorization_code", client_id: clientId, redirect_uri: redirectUri },
    ...{ code, code_verifier: verifier },
  });
  if (clientSecret === undefined) return { method: "POST", body };
  // OpenID Connect Discovery: an issuer that names no method takes the secret in the header.
  if (methods && !methods.includes("client_secret_basic")) {
    body.set("client_secret", clientSecret);
    return { method: "POST", body };
  }
  const credentials = btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
  return { method: "POST", body, headers: { authorization: `Basic ${credentials}` } };
}

async function userInfo(
  { userinfo_endpoint }: Configuration,
  accessToken: string | undefined,
  subject: string,
): Promise<Partial<Person>> {
  if (userinfo_endpoint === undefined || accessToken === undefined) return {};
  const info = Person.safeParse(
    await fetchJson(userinfo_endpoint, { headers: { authorization: `Bearer ${accessToken}` } }),
  );
  // OpenID Connect Core 5.3.2: an answer about somebody else must not be used.
  return info.success && info.data.sub === subject ? info.data : {};
}

function identityOf(issuer: string, { sub, email, email_verified, name, preferred_username }: Person): Identity {
  const address = email?.trim().toLowerCase() || null;
  return {
    issuer,
    subject: sub,
    email: address,
    emailVerified: address !== null && (email_verified === true || email_verified === "true"),
    name: (name ?? preferred_username ?? address ?? sub).slice(0, 100),
  };
}
