/** The endpoints that clients call: token, revocation, registration, device authorization. */
import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { DriftError } from "#contract/errors";
import { oauthPorts } from "#durable/oauth-ports";
import { oauthError } from "#oauth/answer";
import { registration } from "#oauth/clients/registration";
import { authorizeDevice, DEVICE_GRANT, redeemDevice } from "#oauth/device/codes";
import { ownerOfCall, tokenRequest } from "#oauth/grants/token-endpoint";
import { callLibrary, paths } from "#oauth/library";
import { EXCHANGE_GRANT } from "#oauth/metadata";
import type { OauthPorts, TokenCall } from "#oauth/ports";
import { tokenStore } from "#oauth/store/token-store";
import type { Edge } from "#worker/edge";
import { admit, type rates } from "#worker/rates";
import { originOf, readText } from "#worker/session";
import { exchange } from "./exchange.ts";
import { open } from "./open.ts";

const MAX_BODY = 32 * 1024;

/** Refusals of what stands before an endpoint, in the words that its clients know. */
const inOauthWords = createMiddleware<Edge>(async (c, next) => {
  await next();
  if (!(c.error instanceof DriftError)) return;
  const { code, message, retryAfterMs } = c.error.body;
  c.res =
    code === "RATE_LIMITED"
      ? oauthError("temporarily_unavailable", message, 429, {
          "retry-after": String(Math.ceil((retryAfterMs ?? 0) / 1000)),
        })
      : oauthError("invalid_request", message, code === "LIMIT_EXCEEDED" ? 413 : 400);
});

const limited = (rate: keyof typeof rates) =>
  createMiddleware<Edge>(async (c, next) => {
    await admit(c, rate);
    return next();
  });

async function formText(c: Context): Promise<string> {
  const type = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") throw new DriftError("INVALID_ARGUMENT", "The body is no form");
  const text = await readText(c.req.raw, MAX_BODY);
  const names = [...new URLSearchParams(text).keys()];
  // RFC 6749, section 3.2: a parameter must not come twice. Which of two would count is how checks are got around.
  if (new Set(names).size !== names.length) throw new DriftError("INVALID_ARGUMENT", "A parameter comes twice");
  return text;
}

/** Everything but device and CI grants is the library's, run in the object of the user whose code or token was sent. */
async function token(c: Context<Edge>): Promise<Response> {
  const ports = oauthPorts(c.env, originOf(c));
  const body = await formText(c);
  const form = new URLSearchParams(body);
  if (form.get("grant_type") === DEVICE_GRANT) return redeemDevice(ports, form);
  if (form.get("grant_type") === EXCHANGE_GRANT) return exchange(c, form);
  const call = { issuer: ports.issuer, body, authorization: c.req.header("authorization") ?? null };
  return uniform(await answer(c, ports, call));
}

async function answer(c: Context<Edge>, ports: OauthPorts, call: TokenCall): Promise<Response> {
  const owner = ownerOfCall(new URLSearchParams(call.body));
  if (owner) return c.env.USERS.getByName(owner.user).token(call);
  // It names no user: nothing can be found, and the library says so in its own words.
  return callLibrary(ports, tokenStore(ports), tokenRequest(call));
}

/** One answer to a code or token that is not good, so that it tells nothing of whose it might have been. */
async function uniform(response: Response): Promise<Response> {
  if (response.status !== 400) return response;
  const text = await response.text();
  return (JSON.parse(text) as { error: string }).error === "invalid_grant"
    ? oauthError("invalid_grant", "The code or token is not valid here, was used or has expired")
    : new Response(text, response);
}

/** RFC 7009. The library tells a revocation by its fields, at the token endpoint. */
async function revoke(c: Context<Edge>): Promise<Response> {
  const ports = oauthPorts(c.env, originOf(c));
  const body = await formText(c);
  const form = new URLSearchParams(body);
  if (form.has("grant_type") || !form.get("token")) return oauthError("invalid_request", "token is required");
  const call = { issuer: ports.issuer, body, authorization: c.req.header("authorization") ?? null };
  return answer(c, ports, call);
}

/** RFC 7591. Anonymous by nature, so counted by address. */
async function register(c: Context<Edge>): Promise<Response> {
  const ports = oauthPorts(c.env, originOf(c));
  const body = registration(await readText(c.req.raw, MAX_BODY));
  if (!body) return oauthError("invalid_client_metadata", "The body is no JSON object");
  const headers = { "content-type": "application/json" };
  const request = new Request(ports.issuer + paths.register, { method: "POST", headers, body });
  return callLibrary(ports, tokenStore(ports), request);
}

export const oauthEndpoints = new Hono<Edge>()
  .use(paths.token, open)
  .use(paths.revoke, open)
  .use(paths.register, open)
  .use(paths.deviceAuthorization, open)
  .post(paths.token, inOauthWords, limited("token"), token)
  .post(paths.revoke, inOauthWords, limited("token"), revoke)
  .post(paths.register, inOauthWords, limited("register"), register)
  .post(paths.deviceAuthorization, inOauthWords, limited("device"), async (c) =>
    authorizeDevice(oauthPorts(c.env, originOf(c)), new URLSearchParams(await formText(c))),
  );
