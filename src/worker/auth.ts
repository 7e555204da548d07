/** The resource server's side of MCP authorization: who calls, and the challenge to who may not (RFC 6750, RFC 9728). */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { DriftError } from "#contract/errors";
import type { Principal, Scope } from "#contract/principal";
import type { Target } from "#db/account/access";
import { AccountDb } from "#db/account-db";
import { hashToken } from "#db/tokens";
import { parseEndpoint } from "#mcp/endpoint";
import type { Edge } from "./edge.ts";

const DOCUMENT = "/.well-known/oauth-protected-resource";

/**
 * Lets a request through whose bearer token holds `scope`, by the token and by its user's role. The
 * same read of the account database finds the project that `target` names, for `c.var.resolved`.
 *
 * A token that is unknown, expired, revoked or of a removed member is one answer: 401. A token in a
 * URL is not looked at: URLs end up in logs and Referer headers.
 */
export const signedIn = (scope: Scope, target: (c: Context<Edge>) => Target | Promise<Target> = () => ({})) =>
  createMiddleware<Edge>(async (c, next) => {
    const [, token] = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
    if (!token) return challenge(c, 401, [scope]);
    const hash = await hashToken(token);
    if (!hash) return challenge(c, 401, [scope], "invalid_token");
    const account = new AccountDb(c.env.ACCOUNT);
    const resolved = await account.resolve({ token: hash }, await target(c));
    if (!resolved.ok) return challenge(c, 401, [scope], "invalid_token");
    c.set("principal", resolved.principal);
    c.set("resolved", resolved);
    c.executionCtx.waitUntil(account.access.touch(resolved));
    const missing = missingScopes(resolved.principal, [scope]);
    if (missing.length > 0) return challenge(c, 403, [scope], "insufficient_scope");
    return next();
  });

/** The scopes that a call needs and the caller lacks. */
export const missingScopes = (principal: Principal, needed: readonly Scope[]): Scope[] =>
  needed.filter((scope) => !principal.scopes.includes(scope));

/** Names every scope that is needed, so that a client asks once. */
export function challenge(c: Context<Edge>, status: 401 | 403, scopes: readonly Scope[], error?: string): Response {
  const { origin, pathname } = new URL(c.req.url);
  const parameters = [
    ...(error ? [`error="${error}"`] : []),
    `scope="${scopes.join(" ")}"`,
    ...(parseEndpoint(pathname) ? [`resource_metadata="${origin}${DOCUMENT}${pathname}"`] : []),
  ];
  const refusal =
    status === 403
      ? new DriftError("SCOPE_REQUIRED", `This needs the scope ${scopes.join(", ")}.`, {
          hint: "Use a token that holds it, of a user whose role grants it.",
        })
      : new DriftError("UNAUTHENTICATED", error ? "The token is not valid here." : "A bearer token is required.", {
          hint: "Send `Authorization: Bearer <token>` with a token that is neither expired nor revoked.",
        });
  return c.json({ ...refusal.body, requestId: c.var.requestId }, status, {
    "www-authenticate": `Bearer ${parameters.join(", ")}`,
    "cache-control": "no-store",
  });
}

/**
 * The RFC 9728 document of the resource that the path behind the well-known part names. It names no
 * authorization server: tokens are given out by an administrator, or by `drift up`.
 */
export function metadata(c: Context<Edge>): Response | Promise<Response> {
  const { origin, pathname } = new URL(c.req.url);
  const endpoint = parseEndpoint(pathname.slice(DOCUMENT.length) || "/mcp");
  if (!endpoint) return c.notFound();
  return c.json(
    {
      resource: origin + endpoint.path,
      resource_name: "drift-edge",
      scopes_supported: ["drift:read", "drift:write"] satisfies Scope[],
      bearer_methods_supported: ["header"],
    },
    200,
    { "access-control-allow-origin": "*", "cache-control": "public, max-age=3600" },
  );
}
