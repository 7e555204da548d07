/** The resource server's side of MCP authorization: who calls, and the challenge to who may not (RFC 6750, RFC 9728). */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { DriftError } from "#contract/errors";
import type { Principal, Scope } from "#contract/principal";
import type { Target } from "#db/account/access";
import { AccountDb } from "#db/account-db";
import { ownClient } from "#oauth/clients/own";
import { parseResource, restResource } from "#oauth/resources";
import type { Edge, SignedIn } from "./edge.ts";
import { resourceDocument } from "./oauth/discovery.ts";
import { originOf } from "./session.ts";
import { validateToken } from "./validate-token.ts";

/**
 * Lets a request through whose bearer token holds `scope`, by the token and by its user's role. The
 * same read of the account database finds the project that `target` names, for `c.var.resolved`.
 *
 * A token that is unknown, expired, revoked, for another resource or of a removed member is one
 * answer: 401. A token in a URL is not looked at: URLs end up in logs and Referer headers.
 */
export const signedIn = (scope: Scope, target?: (c: Context<Edge>) => Target | Promise<Target>) =>
  bearer([scope], target);

/** The same for a token of any scope. */
export const signedInAtAll = () => bearer([]);

/**
 * For what everybody may do for themselves, whatever their role: a token of the scope, or the sign-in of the service's own
 * command line. Another client must not make itself a token that outlives its grant, nor end a membership by reading.
 */
export const signedInAsOneself = (scope: Scope) =>
  bearer([scope], undefined, ({ client }) => client !== undefined && ownClient(client) !== undefined);

const bearer = (
  needed: readonly Scope[],
  target: (c: Context<Edge>) => Target | Promise<Target> = () => ({}),
  otherwise: (resolved: SignedIn) => boolean = () => false,
) =>
  createMiddleware<Edge>(async (c, next) => {
    const told = needed.length > 0 ? needed : (["drift:read"] as const);
    const [, token] = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
    if (!token) return challenge(c, 401, told);
    const issuer = originOf(c);
    const resource = issuer + new URL(c.req.url).pathname;
    const resolved = await validateToken(c.env, token, { issuer, resource, target: await target(c) });
    if (!resolved) return challenge(c, 401, told, "invalid_token");
    c.set("principal", resolved.principal);
    c.set("resolved", resolved);
    c.executionCtx.waitUntil(new AccountDb(c.env.ACCOUNT).access.touch(resolved));
    const missing = missingScopes(resolved.principal, needed);
    if (missing.length === 0 || otherwise(resolved)) return next();
    // Another consent would not help: the token holds it, and this person may not.
    if (missing.every((scope) => resolved.held.includes(scope))) throw notTheirs(resolved, missing);
    return challenge(c, 403, needed, "insufficient_scope");
  });

/** Why a scope that a token holds opens nothing: the role does not reach so far, or the project asks for another. */
function notTheirs({ principal: { role }, organisation, project }: SignedIn, scopes: readonly Scope[]): DriftError {
  if (project && scopes.includes("drift:push")) {
    const { slug, pushers } = project;
    const whom =
      pushers === "machines" ? "push tokens and trusted CI alone" : `its ${pushers}, push tokens and trusted CI`;
    return new DriftError("ROLE_REQUIRED", `${organisation}/${slug} takes pushes of ${whom}; your role is ${role}.`, {
      hint: `Ask an admin, who can change that: \`drift projects settings ${slug} --pushers …\``,
    });
  }
  return new DriftError("ROLE_REQUIRED", `The role ${role} does not give ${scopes.join(", ")}.`, {
    hint: "Ask an owner of the organisation.",
  });
}

/** The scopes that a call needs and the caller lacks. */
export const missingScopes = (principal: Principal, needed: readonly Scope[]): Scope[] =>
  needed.filter((scope) => !principal.scopes.includes(scope));

/** Names every scope that is needed, so that a client asks once. */
export function challenge(c: Context<Edge>, status: 401 | 403, scopes: readonly Scope[], error?: string): Response {
  const issuer = originOf(c);
  const { pathname } = new URL(c.req.url);
  const resource = parseResource(issuer, issuer + pathname)?.uri ?? restResource(issuer);
  const parameters = [
    ...(error ? [`error="${error}"`] : []),
    `scope="${scopes.join(" ")}"`,
    `resource_metadata="${resourceDocument(issuer, resource)}"`,
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
