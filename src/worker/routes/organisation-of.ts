/** The organisation that a path names, and what its caller may do there. */
import type { Context } from "hono";
import { DriftError } from "#contract/errors";
import { leastRole, may, type TeamAction } from "#contract/teams";
import type { Author } from "#db/account/handle";
import { AccountDb } from "#db/account-db";
import type { Edge } from "#worker/edge";
import { authorOrigin, originOf } from "#worker/session";
import type { Service } from "#worker/team";

/**
 * The row of the organisation that the path names, once the caller may take the action there. Somebody
 * else's and none are the same `NOT_FOUND`, and cost the same: nothing is looked up beyond the caller's
 * own. A token that is limited to projects does not administer.
 */
export function organisationFor(c: Context<Edge>, action: TeamAction): string {
  const { principal, resolved } = c.var;
  if (c.req.param("organisation") !== resolved.organisation) {
    throw new DriftError("NOT_FOUND", "There is no such organisation for this token.", {
      hint: "`drift orgs` shows which one the token is for.",
    });
  }
  mustBe(c, action);
  if (principal.projects && leastRole(action) !== "viewer") {
    throw new DriftError("SCOPE_REQUIRED", "A token that is limited to projects does not administer.", {
      hint: "Use one for the whole organisation.",
    });
  }
  return principal.organisation;
}

/** Throws `ROLE_REQUIRED` where the caller's role does not allow the action. */
export function mustBe(c: Context<Edge>, action: TeamAction): void {
  const { role } = c.var.principal;
  if (may(role, action)) return;
  throw new DriftError("ROLE_REQUIRED", `This needs the role ${leastRole(action)}; yours is ${role}.`, {
    hint: "Ask an owner of the organisation.",
  });
}

export const accountOf = (c: Context<Edge>): AccountDb => new AccountDb(c.env.ACCOUNT);

export const serviceOf = (c: Context<Edge>): Service => ({ env: c.env, issuer: originOf(c) });

export const authorOf = (c: Context<Edge>): Author & { user: string } => {
  const origin = authorOrigin(c);
  return { user: c.var.principal.user, ...(origin && { origin }) };
};

export const iso = (at: number): string => new Date(at).toISOString();
export const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));
