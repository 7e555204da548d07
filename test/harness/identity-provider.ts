/** An OpenID Connect issuer and GitHub, played by a spied `fetch`, for tests inside workerd. */
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { vi } from "vitest";
import { sha256 } from "#oauth/secrets";
import { type Browser, locationOf } from "./oauth.ts";

export interface Account {
  sub: string;
  [claim: string]: unknown;
}

interface Signer {
  kid: string;
  privateKey: CryptoKey;
  jwk: object;
}

async function newSigner(kid: string): Promise<Signer> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" } };
}

/** What a test changes about an ID token. */
export interface Forged {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
}

export class IdentityProvider {
  readonly issuer: string;
  signer!: Signer;
  /** What it publishes; older keys may stay for a while. */
  published: object[] = [];
  account: Account = { sub: "alice" };
  /** What userinfo says beside; undefined: it has none. */
  userInfo: Record<string, unknown> | undefined;
  forged: Forged = {};
  down = false;
  /** Paths that were asked for. */
  readonly asked: string[] = [];
  /** By the code that was given. */
  readonly #codes = new Map<string, URLSearchParams>();

  private constructor(issuer: string) {
    this.issuer = issuer;
  }

  static async create(issuer = "https://idp.example"): Promise<IdentityProvider> {
    const made = new IdentityProvider(issuer);
    await made.rotate();
    return made;
  }

  /** Signs with another key from now on. */
  async rotate(): Promise<void> {
    this.signer = await newSigner(crypto.randomUUID());
    this.published = [this.signer.jwk];
  }

  /** Sends a browser there and lets the account sign in; gives the callback's path. */
  async visit(browser: Browser, path: string): Promise<string> {
    const sent = locationOf(await browser.send(path));
    if (sent.origin !== this.issuer) throw new Error(`Sent to ${sent.href}`);
    const code = crypto.randomUUID();
    this.#codes.set(code, sent.searchParams);
    const callback = new URL(sent.searchParams.get("redirect_uri") ?? "");
    callback.searchParams.set("code", code);
    callback.searchParams.set("state", sent.searchParams.get("state") ?? "");
    callback.searchParams.set("iss", this.issuer);
    return callback.pathname + callback.search;
  }

  async answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    this.asked.push(pathname);
    if (this.down) return new Response("down", { status: 503 });
    switch (pathname) {
      case "/.well-known/openid-configuration":
        return Response.json({
          issuer: this.issuer,
          authorization_endpoint: `${this.issuer}/authorize`,
          token_endpoint: `${this.issuer}/token`,
          jwks_uri: `${this.issuer}/jwks`,
          ...(this.userInfo && { userinfo_endpoint: `${this.issuer}/userinfo` }),
        });
      case "/jwks":
        return Response.json({ keys: this.published });
      case "/userinfo":
        return Response.json(this.userInfo);
      case "/token":
        return this.#token(await formSent(request));
      default:
        return new Response(null, { status: 404 });
    }
  }

  async #token(form: URLSearchParams): Promise<Response> {
    const asked = this.#codes.get(form.get("code") ?? "");
    this.#codes.delete(form.get("code") ?? "");
    const challenge = await sha256(form.get("code_verifier") ?? "");
    if (asked?.get("code_challenge") !== challenge) return Response.json({ error: "invalid_grant" }, { status: 400 });
    const nonce = asked.get("nonce");
    return Response.json({ access_token: "upstream", id_token: await this.sign({ nonce, ...this.account }) });
  }

  sign(claims: Record<string, unknown>): Promise<string> {
    const all = { iss: this.issuer, aud: "drift", ...claims, ...this.forged.claims };
    return new SignJWT(all)
      .setProtectedHeader({ alg: "RS256", kid: this.signer.kid, ...this.forged.header })
      .setIssuedAt()
      .setExpirationTime("5m")
      .sign(this.signer.privateKey);
  }
}

export const formSent = async (request: Request): Promise<URLSearchParams> =>
  new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()));

/** Plays what other servers answer, by their origin; whoever else is asked does not exist. */
export function playServers(servers: Record<string, (request: Request) => Response | Promise<Response>>) {
  return vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input as string, init as RequestInit);
    const server = servers[new URL(request.url).origin];
    if (!server) throw new TypeError(`Nobody is at ${request.url}`);
    return server(request);
  });
}
