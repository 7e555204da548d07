/** Browsers, people and OAuth clients, for tests inside workerd. */
import { env } from "cloudflare:workers";
import type { Role } from "#contract/principal";
import { AccountDb } from "#db/account-db";
import { randomSecret, sha256 } from "#oauth/secrets";
import type { Identity } from "#oauth/sessions";
import type { Organisation } from "./accounts.ts";
import { fetchEdge } from "./rpc.ts";

export const issuer = "http://localhost";
/** The client registers this without a port. */
export const redirectUri = "http://127.0.0.1:4711/callback";

// biome-ignore lint/suspicious/noExplicitAny: answers are whatever the server says
export type Json = Record<string, any>;

export const json = async (response: Response | Promise<Response>): Promise<Json> => (await response).json();

/** Sends a request without following redirects. */
export const send = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetchEdge(path, { redirect: "manual", ...init });

export const postForm = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  send(path, { method: "POST", body: new URLSearchParams(form), headers });

/** A browser: it keeps cookies, and says where its forms stood. */
export class Browser {
  readonly cookies = new Map<string, string>();

  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    if (!headers.has("accept")) headers.set("accept", "text/html");
    const response = await send(path, { ...init, headers });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return response;
  }

  /** Posts a form of one of our pages. */
  submit(path: string, form: URLSearchParams): Promise<Response> {
    return this.send(path, {
      method: "POST",
      body: form,
      headers: { origin: issuer, "sec-fetch-site": "same-origin" },
    });
  }

  keep(line: string): void {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    if (/Max-Age=0/i.test(line)) this.cookies.delete(pair.slice(0, at));
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

/** Signs a user in to a browser, as somebody of an issuer that no test asks. */
export async function browserOf(user: string, identity: Partial<Identity> = {}): Promise<Browser> {
  const browser = new Browser();
  const who = { issuer: "test", subject: user, email: null, emailVerified: false, name: "Someone", ...identity };
  browser.keep(`drift=${await env.USERS.getByName(user).startSession(who, "test")}`);
  return browser;
}

/** A member of the organisation, signed in. */
export async function signIn(organisation: Organisation, role: Role = "member") {
  const { user } = await organisation.member("someone", { role });
  return { user, browser: await browserOf(user) };
}

/** Somebody who belongs to no organisation, signed in. */
export async function signInStranger() {
  const subject = crypto.randomUUID();
  const claims = { issuer: "test", subject, email: null, emailVerified: false, name: "Stranger" };
  const { user } = await new AccountDb(env.ACCOUNT).identities.signIn(claims);
  return { user, browser: await browserOf(user) };
}

export function registerClient(extra: Json = {}): Promise<Json> {
  const metadata = {
    client_name: "A client",
    redirect_uris: ["http://127.0.0.1/callback"],
    token_endpoint_auth_method: "none",
    ...extra,
  };
  const headers = { "content-type": "application/json" };
  return json(send("/oauth/register", { method: "POST", body: JSON.stringify(metadata), headers }));
}

/** What a browser would post of a page's only form: hidden fields, and what is ticked. */
export async function formOf(response: Response): Promise<URLSearchParams> {
  const form = new URLSearchParams();
  for (const [tag] of (await response.text()).matchAll(/<input\b[^>]*>/g)) {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
    const ticked = attribute("type") === "hidden" || /\bchecked\b/.test(tag);
    const [name, value] = [attribute("name"), attribute("value")];
    if (ticked && name !== undefined && value !== undefined) form.append(name, value.replaceAll("&amp;", "&"));
  }
  return form;
}

export interface Ask {
  clientId: string;
  redirectUri?: string;
  scope?: string;
  resource?: string;
  /** Further parameters, and empty ones to leave out. */
  [extra: string]: string | undefined;
}

export function authorizeUrl(ask: Ask, challenge = "x".repeat(43)): string {
  const { clientId, redirectUri: target = redirectUri, scope = "drift:read", resource, ...extra } = ask;
  const params = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: target,
    scope,
    resource: resource ?? `${issuer}/mcp`,
    state: "s",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...extra,
  };
  const defined = Object.entries(params).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return `/oauth/authorize?${new URLSearchParams(defined)}`;
}

export const locationOf = (response: Response): URL => new URL(response.headers.get("location") ?? "", issuer);
export const errorOf = (response: Response): string | null => locationOf(response).searchParams.get("error");

/** Consents and gives what the client's redirect URI receives. */
export async function consent(browser: Browser, ask: Ask) {
  const verifier = randomSecret();
  const page = await browser.send(authorizeUrl(ask, await sha256(verifier)));
  const form = await formOf(page);
  form.set("decision", "allow");
  const answer = await browser.submit("/oauth/authorize", form);
  const location = locationOf(answer);
  return { verifier, location, code: location.searchParams.get("code") ?? "", page };
}

export async function obtainTokens(browser: Browser, ask: Ask): Promise<Json> {
  const { code, verifier } = await consent(browser, ask);
  return json(
    postForm("/oauth/token", {
      grant_type: "authorization_code",
      code,
      code_verifier: verifier,
      client_id: ask.clientId,
      redirect_uri: ask.redirectUri ?? redirectUri,
    }),
  );
}

export const refresh = (clientId: string, token: string): Promise<Response> =>
  postForm("/oauth/token", { grant_type: "refresh_token", refresh_token: token, client_id: clientId });
