import * as z from "zod";
import { FetchFailed, fetchJson } from "#oauth/fetch-json";
import type { Identity } from "#oauth/sessions";
import type { Given } from "./oidc.ts";
import type { GithubProvider } from "./providers.ts";

/** The URL to sign in at. */
export function githubAuthorization({ issuer }: GithubProvider, asked: Record<string, string>): string {
  const url = new URL(`${issuer}/login/oauth/authorize`);
  for (const [name, value] of Object.entries({ ...asked, scope: "read:user user:email" })) {
    url.searchParams.set(name, value);
  }
  return url.href;
}

const Tokens = z.object({ access_token: z.string() });
const User = z.object({ id: z.number().int(), login: z.string(), name: z.string().nullish() });
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/**
 * Who the code stands for. GitHub signs no ID token: its own API is asked, with the token that the code
 * gave, which is then forgotten. The subject is the account's number: a login can be renamed and taken.
 * Throws `FetchFailed`.
 */
export async function githubIdentity(
  { issuer, clientId, clientSecret }: GithubProvider,
  { code, redirectUri, verifier }: Given,
): Promise<Identity> {
  const body = new URLSearchParams({
    ...{ client_id: clientId, client_secret: clientSecret, code },
    ...{ redirect_uri: redirectUri, code_verifier: verifier },
  });
  const tokens = Tokens.safeParse(await fetchJson(`${issuer}/login/oauth/access_token`, { method: "POST", body }));
  if (!tokens.success) throw new FetchFailed("It did not accept the code");
  const api = issuer === "https://github.com" ? "https://api.github.com" : `${issuer}/api/v3`;
  const headers = {
    authorization: `Bearer ${tokens.data.access_token}`,
    accept: "application/vnd.github+json",
    "user-agent": "drift-edge",
  };
  const [user, emails] = await Promise.all([
    fetchJson(`${api}/user`, { headers }).then((answer) => User.safeParse(answer)),
    fetchJson(`${api}/user/emails`, { headers }).then((answer) => Emails.safeParse(answer)),
  ]);
  if (!user.success) throw new FetchFailed("It did not say who you are");
  const address = emails.success ? emails.data.find(({ primary }) => primary) : undefined;
  return {
    issuer,
    subject: String(user.data.id),
    email: address?.email.toLowerCase() ?? null,
    emailVerified: address?.verified ?? false,
    name: (user.data.name || user.data.login).slice(0, 100),
  };
}
