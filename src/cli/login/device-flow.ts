/** Signing in by another device's browser (RFC 8628). */
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { CliError } from "#cli/errors";
import type { Wanted } from "./code-flow.ts";
import { type AuthorizationServer, CLIENT_ID, OauthRefusal, postForm } from "./server.ts";
import { readTokens, type TokenAnswer } from "./tokens.ts";

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
/** Where the server names no interval (section 3.2), and what `slow_down` adds to it (section 3.5). */
const INTERVAL_SECONDS = 5;
const SLOWER_SECONDS = 5;

const answerShape = z.object({
  device_code: z.string().min(1),
  /** Shown on a terminal: letters, digits and hyphens are what such codes are made of. */
  user_code: z.string().regex(/^[\w -]{4,40}$/),
  verification_uri: z.url(),
  verification_uri_complete: z.url().optional(),
  expires_in: z.number().positive(),
  interval: z.number().positive().max(600).optional(),
});

export interface DeviceCode {
  readonly code: string;
  readonly url: string;
  /** The address with the code in it, to open or to make a picture of. */
  readonly complete: string | undefined;
  readonly minutes: number;
}

/**
 * @param show called with what the person is to type, and where.
 * @throws CliError `refused` where the person says no, `failed` where the code has expired.
 */
export async function signInByDevice(
  server: AuthorizationServer,
  { scopes, organisation }: Wanted,
  show: (code: DeviceCode) => void,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<TokenAnswer> {
  if (server.device === undefined) {
    throw new CliError(
      "refused",
      `${server.issuer} gives no device codes`,
      "Sign in where there is a browser, or give a token with DRIFT_TOKEN.",
    );
  }
  const asked = await postForm(server.device, {
    client_id: CLIENT_ID,
    scope: scopes.join(" "),
    resource: server.issuer,
  });
  const answer = answerShape.safeParse(asked).data;
  if (!answer || new URL(answer.verification_uri).origin !== server.issuer) {
    throw new CliError("garbage", `${server.issuer} answers something that is no device code`);
  }
  const { device_code, user_code, verification_uri, verification_uri_complete, expires_in } = answer;
  const complete = URL.parse(verification_uri_complete ?? "");
  if (organisation !== undefined) complete?.searchParams.set("organisation", organisation);
  show({
    code: user_code,
    url: new URL(verification_uri).href,
    complete: complete?.origin === server.issuer ? complete.href : undefined,
    minutes: Math.round(expires_in / 60),
  });
  const deadline = performance.now() + expires_in * 1_000;
  let interval = answer.interval ?? INTERVAL_SECONDS;
  while (performance.now() < deadline) {
    await wait(interval * 1_000);
    const told = await poll(server.token, device_code);
    if (typeof told !== "string") return told;
    if (told === "slow_down") interval += SLOWER_SECONDS;
    // Section 3.5: where nobody answers, ask less often.
    else if (told === "unreachable") interval = Math.min(interval * 2, 60);
  }
  throw expired();
}

async function poll(
  url: string,
  deviceCode: string,
): Promise<TokenAnswer | "authorization_pending" | "slow_down" | "unreachable"> {
  try {
    return readTokens(await postForm(url, { grant_type: DEVICE_GRANT, device_code: deviceCode, client_id: CLIENT_ID }));
  } catch (error) {
    if (error instanceof CliError && error.failure === "unreachable") return "unreachable";
    if (!(error instanceof OauthRefusal)) throw error;
    if (error.code === "authorization_pending" || error.code === "slow_down") return error.code;
    if (error.code === "temporarily_unavailable") return "slow_down";
    if (error.code === "access_denied") throw new CliError("refused", "access was denied in the browser");
    if (error.code === "expired_token") throw expired();
    throw error;
  }
}

const expired = () => new CliError("failed", "the code has expired before anybody typed it", "Run drift login again.");
