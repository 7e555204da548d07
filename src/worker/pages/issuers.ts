/** Whose identities people can sign in with here. */
import type { Context } from "hono";
import { readProviders } from "#oauth/identity/providers";
import type { Edge } from "#worker/edge";

export const issuersOf = (c: Context<Edge>): { id: string; issuer: string; name: string }[] =>
  readProviders(c.env.IDENTITY_PROVIDERS).map(({ id, issuer, name }) => ({ id, issuer, name }));

/** What people know an issuer by. */
export function issuerName(issuers: readonly { issuer: string; name: string }[], issuer: string): string {
  const known = issuers.find((one) => one.issuer === issuer);
  if (known) return known.name;
  return URL.canParse(issuer) ? new URL(issuer).host : "This machine";
}
