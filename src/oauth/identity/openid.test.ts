import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect, test } from "vitest";
import { verifyIdToken } from "./openid.ts";

const expected = { issuer: "https://idp.example", clientId: "drift", nonce: "n" };
const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
const stranger = await generateKeyPair("RS256", { extractable: true });
const jwk = { ...(await exportJWK(publicKey)), kid: "k1" };
const keys = createLocalJWKSet({ keys: [jwk] });

interface Change {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  issuedAt?: number;
  expires?: string | number;
  key?: CryptoKey | Uint8Array;
  alg?: string;
}

function idToken({ claims, header, issuedAt, expires = "5m", key = privateKey, alg = "RS256" }: Change = {}) {
  const all = { iss: expected.issuer, aud: expected.clientId, sub: "alice", nonce: "n", ...claims };
  return new SignJWT(all)
    .setProtectedHeader({ alg, kid: "k1", ...header })
    .setIssuedAt(issuedAt)
    .setExpirationTime(expires)
    .sign(key);
}

const verdict = async (token: string): Promise<string> =>
  verifyIdToken(token, expected, keys).then(
    ({ sub }) => sub,
    (error) => error.message,
  );

test("an ID token is accepted when everything about it is right, and clocks differ by less than half a minute", async () => {
  const now = Math.floor(Date.now() / 1000);
  expect(await verdict(await idToken())).toBe("alice");
  expect(await verdict(await idToken({ issuedAt: now + 20 }))).toBe("alice");
  expect(await verdict(await idToken({ issuedAt: now - 300, expires: now - 20 }))).toBe("alice");
  expect(await verdict(await idToken({ claims: { aud: ["drift", "other"], azp: "drift" } }))).toBe("alice");
});

test("JWT none, key confusion and kid tricks: an ID token is refused when anything about it is wrong", async () => {
  const now = Math.floor(Date.now() / 1000);
  const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(publicKey)));
  const strangers = { ...(await exportJWK(stranger.publicKey)), kid: "k1" };
  const unsigned = (alg: string) =>
    `${btoa(JSON.stringify({ alg }))}.${btoa(JSON.stringify({ sub: "alice" }))}.`.replaceAll("=", "");
  const refused = {
    issuer: await idToken({ claims: { iss: "https://other.example" } }),
    audience: await idToken({ claims: { aud: "other" } }),
    "several audiences, other party": await idToken({ claims: { aud: ["drift", "other"], azp: "other" } }),
    "several audiences, no party": await idToken({ claims: { aud: ["drift", "other"] } }),
    nonce: await idToken({ claims: { nonce: "m" } }),
    "no nonce": await idToken({ claims: { nonce: undefined } }),
    "no subject": await idToken({ claims: { sub: undefined } }),
    expired: await idToken({ issuedAt: now - 300, expires: now - 60 }),
    old: await idToken({ issuedAt: now - 7200, expires: now + 600 }),
    "of the future": await idToken({ issuedAt: now + 3600, expires: now + 7200 }),
    "key confusion": await idToken({ key: secret, alg: "HS256" }),
    "another key": await idToken({ key: stranger.privateKey }),
    "a key of its own in the header": await idToken({ key: stranger.privateKey, header: { jwk: strangers } }),
    "a key to be fetched": await idToken({ key: stranger.privateKey, header: { jku: "https://evil.example/jwks" } }),
    "kid of nobody": await idToken({ header: { kid: "../../k1" } }),
    unsigned: unsigned("none"),
    "unsigned, in capitals": unsigned("NONE"),
  };
  const verdicts: Record<string, string> = {};
  for (const [name, token] of Object.entries(refused)) verdicts[name] = await verdict(token);
  expect(verdicts).toMatchInlineSnapshot(`
    {
      "a key of its own in the header": "the ID token is not valid: ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
      "a key to be fetched": "the ID token is not valid: ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
      "another key": "the ID token is not valid: ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
      "audience": "the ID token is not valid: ERR_JWT_CLAIM_VALIDATION_FAILED",
      "expired": "the ID token is not valid: ERR_JWT_EXPIRED",
      "issuer": "the ID token is not valid: ERR_JWT_CLAIM_VALIDATION_FAILED",
      "key confusion": "the ID token is not valid: ERR_JOSE_ALG_NOT_ALLOWED",
      "kid of nobody": "the ID token is not valid: ERR_JWKS_NO_MATCHING_KEY",
      "no nonce": "the ID token is not valid: ERR_JWT_CLAIM_VALIDATION_FAILED",
      "no subject": "the ID token is not valid: ERR_JWT_CLAIM_VALIDATION_FAILED",
      "nonce": "the ID token belongs to another sign-in",
      "of the future": "the ID token is not valid: ERR_JWT_CLAIM_VALIDATION_FAILED",
      "old": "the ID token is not valid: ERR_JWT_EXPIRED",
      "several audiences, no party": "the ID token is for another client",
      "several audiences, other party": "the ID token is for another client",
      "unsigned": "the ID token is not valid: ERR_JOSE_ALG_NOT_ALLOWED",
      "unsigned, in capitals": "the ID token is not valid: ERR_JOSE_ALG_NOT_ALLOWED",
    }
  `);
});
