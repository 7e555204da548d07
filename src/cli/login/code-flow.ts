/** Signing in by the browser of this machine: authorization code with PKCE (RFC 7636), `state` and `iss`. */
import { createHash, randomBytes } from "node:crypto";
import type { Redirect } from "./redirect.ts";
import { type AuthorizationServer, CLIENT_ID, postForm } from "./server.ts";
import { readTokens, type TokenAnswer } from "./tokens.ts";

/** How long the person may take. */
const PATIENCE_MS = 10 * 60_000;

export interface Wanted {
  readonly scopes: readonly string[];
  /** Slug of the organisation that consent begins with. */
  readonly organisation: string | undefined;
}

/** @param show called with the address that the person is to open. */
export async function signInByBrowser(
  server: AuthorizationServer,
  redirect: Redirect,
  { scopes, organisation }: Wanted,
  show: (url: string) => void,
): Promise<TokenAnswer> {
  const verifier = randomBytes(32).toString("base64url");
  const state = randomBytes(32).toString("base64url");
  const url = new URL(server.authorize);
  for (const [name, value] of Object.entries({
    response_type: "code",
    client_id: CLIENT_ID,
    redirect_uri: redirect.uri,
    scope: scopes.join(" "),
    resource: server.issuer,
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...(organisation !== undefined && { organisation }),
  })) {
    url.searchParams.set(name, value);
  }
  show(url.href);
  const { issuer, namesIssuer } = server;
  return redirect.handle({ state, issuer, namesIssuer, timeoutMs: PATIENCE_MS }, async (code) =>
    readTokens(
      await postForm(server.token, {
        grant_type: "authorization_code",
        code,
        redirect_uri: redirect.uri,
        client_id: CLIENT_ID,
        code_verifier: verifier,
        resource: server.issuer,
      }),
    ),
  );
}
