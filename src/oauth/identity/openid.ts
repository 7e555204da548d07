/** What an OpenID Connect issuer says of itself, and the check of what it signs. */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import * as z from "zod";
import { isLoopback } from "#contract/origin";
import { FetchFailed } from "#oauth/fetch-json";
import type { OauthPorts } from "#oauth/ports";
import { CachedDocument } from "./cached-document.ts";

/** Never the list that an issuer announces: it could name `none` or, with a public key, HS256. */
export const algorithms = ["RS256", "PS256", "ES256", "EdDSA"];
/** Seconds by which clocks may differ. */
export const skewSeconds = 30;

const Configuration = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url().optional(),
  jwks_uri: z.url(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});
export type Configuration = z.infer<typeof Configuration>;

const HOUR_MS = 3_600_000;
const KEYS_FRESH_MS = 600_000;

/** The issuer's discovery document. Throws `FetchFailed`. */
export async function discover(ports: OauthPorts, issuer: string): Promise<Configuration> {
  const read = Configuration.safeParse(await documentOf(ports, issuer));
  if (!read.success) throw new FetchFailed("The issuer's document lacks what is needed");
  // Mix-up: a document that names another issuer would have that one's tokens taken for this one's.
  if (read.data.issuer !== issuer) throw new FetchFailed("The issuer's document names another issuer");
  return read.data;
}

const Signer = z.object({ issuer: z.string(), jwks_uri: z.url() });

/** The keys of an issuer that signs tokens, and signs nobody in. Throws `FetchFailed`. */
export async function keysOf(ports: OauthPorts, issuer: string): Promise<JWTVerifyGetKey> {
  if (!mayBeAsked(ports, issuer)) throw new FetchFailed("It is not an https URL");
  const read = Signer.safeParse(await documentOf(ports, issuer));
  if (!read.success || read.data.issuer !== issuer || !mayBeAsked(ports, read.data.jwks_uri)) {
    throw new FetchFailed("The issuer's document is none");
  }
  return keysAt(ports, read.data.jwks_uri);
}

/** Over TLS; a service on one's own machine may ask others on it. */
function mayBeAsked({ issuer }: OauthPorts, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || (isLoopback(hostname) && isLoopback(new URL(issuer).hostname));
}

const documentOf = (ports: OauthPorts, issuer: string): Promise<unknown> =>
  new CachedDocument(ports, `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, HOUR_MS).read();

/** The issuer's keys. One that is not known yet has them read again; while it is down, those that are known count. */
export function keysAt(ports: OauthPorts, url: string): JWTVerifyGetKey {
  const document = new CachedDocument(ports, url, KEYS_FRESH_MS);
  return async (header, token) => {
    try {
      return await createLocalJWKSet((await document.read()) as JSONWebKeySet)(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      const again = await document.readAgain();
      if (again === undefined) throw error;
      return createLocalJWKSet(again as JSONWebKeySet)(header, token);
    }
  };
}

export interface Expected {
  issuer: string;
  clientId: string;
  nonce: string;
}

/** An ID token that is not this sign-in's. */
export class IdTokenRefused extends Error {}

/** The checks of OpenID Connect Core 3.1.3.7 that apply to the code flow. Throws `IdTokenRefused`. */
export async function verifyIdToken(
  idToken: string,
  { issuer, clientId, nonce }: Expected,
  keys: JWTVerifyGetKey,
): Promise<JWTPayload & { sub: string }> {
  const { payload } = await jwtVerify(idToken, keys, {
    issuer,
    audience: clientId,
    algorithms,
    requiredClaims: ["sub", "exp", "iat", "nonce"],
    maxTokenAge: "10 minutes",
    clockTolerance: skewSeconds,
  }).catch((error: unknown) => {
    if (error instanceof errors.JOSEError) throw new IdTokenRefused(`the ID token is not valid: ${error.code}`);
    throw error;
  });
  // Replay: the nonce ties the token to this browser's sign-in.
  if (payload.nonce !== nonce) throw new IdTokenRefused("the ID token belongs to another sign-in");
  const several = Array.isArray(payload.aud) && payload.aud.length > 1;
  if ((several || payload.azp !== undefined) && payload.azp !== clientId) {
    throw new IdTokenRefused("the ID token is for another client");
  }
  return payload as JWTPayload & { sub: string };
}
