/**
 * Signing in with a provider: the code flow with PKCE. The state is bound to the browser by a cookie, is
 * good once, and belongs to one provider, whose callback is its own.
 */
import { FetchFailed } from "#oauth/fetch-json";
import type { OauthPorts } from "#oauth/ports";
import { equalSecrets, randomSecret, sha256 } from "#oauth/secrets";
import type { Identity } from "#oauth/sessions";
import { vaultOf } from "#oauth/store/place";
import { githubAuthorization, githubIdentity } from "./github.ts";
import { oidcAuthorization, oidcIdentity } from "./oidc.ts";
import { IdTokenRefused } from "./openid.ts";
import type { Provider } from "./providers.ts";

export const SIGN_IN_SECONDS = 600;

/** What is known of a sign-in while its person is with the provider. */
export interface Begun {
  provider: string;
  verifier: string;
  nonce: string;
  returnTo: string;
  /** The browser session that the identity is to be added to; absent: it starts a session. */
  link?: { user: string; session: string };
}

export class SignInFailed extends Error {
  /** Where the person wanted to go; `/` where that is not known. */
  readonly returnTo: string;

  constructor(message: string, returnTo = "/") {
    super(message);
    this.returnTo = returnTo;
  }
}

const callbackOf = (ports: OauthPorts, provider: Provider): string => `${ports.issuer}/sign-in/${provider.id}/callback`;
const keyOf = async (state: string): Promise<string> => `sign-in:${await sha256(state)}`;

/** Named after the state, so that two tabs do not replace each other's. */
export const stateCookie = async (state: string): Promise<string> =>
  `drift-sign-in-${(await sha256(state)).replace(/[^A-Za-z0-9]/g, "").slice(0, 12)}`;

/** Where to send the browser, and the state that it must bring back. Throws `SignInFailed`. */
export async function beginSignIn(
  ports: OauthPorts,
  provider: Provider,
  { returnTo, link }: Pick<Begun, "returnTo" | "link">,
): Promise<{ location: string; state: string }> {
  const state = randomSecret();
  const begun: Begun = {
    ...{ provider: provider.id, verifier: randomSecret(), nonce: randomSecret(), returnTo },
    ...(link && { link }),
  };
  const asked = {
    ...{ redirect_uri: callbackOf(ports, provider), state, response_type: "code", client_id: provider.clientId },
    ...{ code_challenge: await sha256(begun.verifier), code_challenge_method: "S256" },
  };
  const location = await explained(provider, returnTo, async () =>
    provider.kind === "oidc"
      ? oidcAuthorization(ports, provider, { ...asked, nonce: begun.nonce })
      : githubAuthorization(provider, asked),
  );
  const key = await keyOf(state);
  await vaultOf(ports, key).put(key, JSON.stringify(begun), { expiresAt: Date.now() + SIGN_IN_SECONDS * 1000 });
  return { location, state };
}

/** Who came back from the provider. `cookie`: the state that this browser was given. Throws `SignInFailed`. */
export async function finishSignIn(
  ports: OauthPorts,
  provider: Provider,
  query: URLSearchParams,
  cookie: string | undefined,
): Promise<{ identity: Identity; returnTo: string; link: Begun["link"] }> {
  const state = query.get("state") ?? "";
  // Login CSRF: a callback link made in another browser would sign this one in as somebody else.
  if (!state || !(await equalSecrets(cookie ?? "", state))) {
    throw new SignInFailed("This sign-in was not begun in this browser. Begin again.");
  }
  const key = await keyOf(state);
  const record = await vaultOf(ports, key).take(key);
  if (record === null) throw new SignInFailed("This sign-in has expired, or was already used. Begin again.");
  const begun = JSON.parse(record) as Begun;
  const { returnTo, link } = begun;
  // Mix-up: an answer that came to one provider's callback must not have its code sent to another, nor
  // one that names another issuer.
  const issuer = query.get("iss");
  if (begun.provider !== provider.id || (issuer !== null && issuer !== provider.issuer)) {
    throw new SignInFailed("The answer came from another provider than was asked. Begin again.", returnTo);
  }
  const code = query.get("code");
  if (!code) {
    const denied = query.get("error") === "access_denied";
    throw new SignInFailed(
      denied ? `${provider.name} says that you declined.` : `${provider.name} did not sign you in. Try again.`,
      returnTo,
    );
  }
  const given = { code, redirectUri: callbackOf(ports, provider), verifier: begun.verifier };
  const identity = await explained(provider, returnTo, () =>
    provider.kind === "oidc"
      ? oidcIdentity(ports, provider, { ...given, nonce: begun.nonce })
      : githubIdentity(provider, given),
  );
  return { identity, returnTo, link };
}

/** What a provider did wrong, in words for who wanted to sign in. */
async function explained<T>({ name }: Provider, returnTo: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FetchFailed) {
      throw new SignInFailed(`${name} does not answer as it should: ${error.message}. Try again later.`, returnTo);
    }
    if (error instanceof IdTokenRefused) throw new SignInFailed(`${name}: ${error.message}. Begin again.`, returnTo);
    throw error;
  }
}
