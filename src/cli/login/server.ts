/** The authorization server of a service: what it says of itself, and how its endpoints are asked. */
import * as z from "zod";
import { CliError } from "#cli/errors";
import { causeOf } from "#cli/network";
import { isLoopback } from "#contract/origin";

/** The command line's own client at every service: public, known without registration. */
export const CLIENT_ID = "drift-cli";

const TIMEOUT_MS = 30_000;
/** Beyond it a clock is worth a word: tokens of others are checked with less tolerance. */
const CLOCK_SKEW_MS = 120_000;

const metadataShape = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  revocation_endpoint: z.string().optional(),
  device_authorization_endpoint: z.string().optional(),
  code_challenge_methods_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});

export interface AuthorizationServer {
  /** The service's origin. */
  readonly issuer: string;
  readonly authorize: string;
  readonly token: string;
  readonly revoke: string | undefined;
  readonly device: string | undefined;
  /** Whether answers to the redirect address name their issuer (RFC 9207). */
  readonly namesIssuer: boolean;
}

/**
 * Reads the metadata of RFC 8414. The document must name the server that was asked, and endpoints of that server
 * alone: nothing that it says sends a code or a token elsewhere.
 *
 * @throws CliError `unreachable`, `garbage`; `usage` where the server would be asked without TLS.
 */
export async function discover(server: string): Promise<AuthorizationServer> {
  const { origin, protocol, hostname, host } = new URL(server);
  if (protocol !== "https:" && !isLoopback(hostname)) {
    throw new CliError(
      "usage",
      `signing in at ${server} would send its tokens in the clear`,
      `Give the address that begins with https: --server https://${host}`,
    );
  }
  const notOurs = (what: string) =>
    new CliError("garbage", `${origin} ${what}`, "Check the URL: it is the service's origin.");
  const response = await request(`${origin}/.well-known/oauth-authorization-server`, TIMEOUT_MS);
  if (response.status >= 500)
    throw new CliError("unreachable", `${origin} answers ${response.status}`, "Try again in a moment.");
  if (!response.ok) throw notOurs(`signs nobody in: it answers ${response.status}`);
  const metadata = metadataShape.safeParse(parsed(response.text)).data;
  if (!metadata) throw notOurs("signs nobody in: its metadata are not what RFC 8414 says");
  if (metadata.issuer !== origin) {
    const known = URL.parse(metadata.issuer);
    throw new CliError(
      "garbage",
      `${origin} is called ${known?.origin ?? "something else"} by itself`,
      known ? `Use --server ${known.origin}` : undefined,
    );
  }
  const endpoint = (url: string): string => {
    if (URL.parse(url)?.origin === origin) return url;
    throw notOurs("names an endpoint that is not its own");
  };
  if (!metadata.code_challenge_methods_supported?.includes("S256")) throw notOurs("does not know PKCE with S256");
  return {
    issuer: origin,
    authorize: endpoint(metadata.authorization_endpoint),
    token: endpoint(metadata.token_endpoint),
    revoke: metadata.revocation_endpoint === undefined ? undefined : endpoint(metadata.revocation_endpoint),
    device:
      metadata.device_authorization_endpoint === undefined
        ? undefined
        : endpoint(metadata.device_authorization_endpoint),
    namesIssuer: metadata.authorization_response_iss_parameter_supported === true,
  };
}

/** A refusal in the words of RFC 6749, section 5.2. */
export class OauthRefusal extends Error {
  /** `invalid_grant`, `access_denied` … */
  readonly code: string;
  /** What to do, where this machine's clock may be why. */
  readonly clock: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: string, description: string, clock: string | undefined, retryAfterSeconds?: number) {
    super(description);
    this.code = code;
    this.clock = clock;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Posts a form to an endpoint.
 *
 * @throws OauthRefusal where the server refuses.
 * @throws CliError `unreachable` where it does not answer or is out of order, `garbage` where it answers something else.
 */
export async function postForm(url: string, form: Record<string, string>, timeoutMs = TIMEOUT_MS): Promise<unknown> {
  const response = await request(url, timeoutMs, new URLSearchParams(form));
  const { text } = response;
  const { origin } = new URL(url);
  if (response.status >= 500)
    throw new CliError("unreachable", `${origin} answers ${response.status}`, "Try again in a moment.");
  const value = text === "" && response.ok ? {} : parsed(text);
  if (response.ok && value !== undefined) return value;
  const refusal = z.object({ error: z.string(), error_description: z.string().optional() }).safeParse(value);
  if (!refusal.success)
    throw new CliError("garbage", `${origin} answers ${response.status} with something that is no OAuth`);
  const after = Number(response.headers.get("retry-after") ?? Number.NaN);
  throw new OauthRefusal(
    refusal.data.error,
    printable(refusal.data.error_description ?? refusal.data.error),
    clockHint(response.headers.get("date")),
    Number.isFinite(after) ? after : undefined,
  );
}

/** What to do where this machine's clock is not the server's; undefined: they agree. */
export function clockHint(date: string | null, now = Date.now()): string | undefined {
  const behindMs = Date.parse(date ?? "") - now;
  if (!(Math.abs(behindMs) > CLOCK_SKEW_MS)) return undefined;
  const minutes = Math.round(Math.abs(behindMs) / 60_000);
  return `This machine's clock is ${minutes} minutes ${behindMs > 0 ? "behind" : "ahead of"} the server's: set it right.`;
}

/** What another has written, for a terminal: one line without control characters. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").slice(0, 300);

interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The whole answer: where it breaks off, nobody has answered. */
async function request(url: string, timeoutMs: number, form?: URLSearchParams): Promise<Answer> {
  try {
    const response = await fetch(url, {
      headers: { accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
      ...(form && { method: "POST", body: form }),
    });
    const { ok, status, headers } = response;
    return { ok, status, headers, text: await response.text() };
  } catch (error) {
    throw unanswered(url, error);
  }
}

const unanswered = (url: string, error: unknown): CliError =>
  new CliError(
    "unreachable",
    `${new URL(url).origin} does not answer: ${causeOf(error)}`,
    "Check the URL and your network; a local edge is started with drift up.",
  );

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
