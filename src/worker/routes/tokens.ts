/** Tokens, and what clients were allowed, over HTTP. */
import { type Context, Hono } from "hono";
import * as z from "zod";
import { DriftError } from "#contract/errors";
import { Name, Slug } from "#contract/ids";
import { mayHold, type Scope, scopes } from "#contract/principal";
import { tokenKinds } from "#contract/teams";
import { tokenLimits } from "#db/account/tokens";
import { AccountReader } from "#db/account-reader";
import { challenge, signedInAsOneself } from "#worker/auth";
import { bounded } from "#worker/bounded";
import type { Edge } from "#worker/edge";
import { endAccess, revokeGrant } from "#worker/team";
import { parseJson } from "./body.ts";
import { accountOf, authorOf, iso, isoOrNull, mustBe, organisationFor, serviceOf } from "./organisation-of.ts";

const request = z.strictObject({
  kind: z.enum(tokenKinds),
  name: Name,
  /** A push token's is `drift:push` alone. */
  scopes: z.array(z.enum(scopes)).min(1).max(scopes.length).optional(),
  /** Names of the projects it is limited to; absent: all of the organisation's. */
  projects: z.array(Slug).min(1).max(tokenLimits.projects).optional(),
  days: z.number().int().min(1).max(365).default(90),
});

const path = "/v1/organisations/:organisation";

export const tokenRoutes = (): Hono<Edge> =>
  new Hono<Edge>()
    .get(`${path}/tokens`, signedInAsOneself("drift:admin"), async (c) => {
      const { organisation, user } = keeper(c);
      const [tokens, names] = await Promise.all([accountOf(c).tokens.list(organisation, user), projectNames(c)]);
      return c.json({
        tokens: tokens.map(({ projects, createdAt, expiresAt, revokedAt, lastUsedAt, ...token }) => ({
          ...token,
          projects: slugsOf(projects, names),
          createdAt: iso(createdAt),
          expiresAt: iso(expiresAt),
          revokedAt: isoOrNull(revokedAt),
          lastUsedAt: isoOrNull(lastUsedAt),
        })),
      });
    })
    .post(`${path}/tokens`, signedInAsOneself("drift:admin"), bounded(16 * 1024), async (c) => {
      const { organisation, user } = keeper(c);
      const { kind, name, days, ...asked } = await parseJson(c.req.raw, request);
      if (kind === "push") mustBe(c, "tokens.push");
      if (kind === "push" && user !== undefined) return challenge(c, 403, ["drift:admin"], "insufficient_scope");
      const { principal, resolved } = c.var;
      const own = resolved.held.filter((scope) => mayHold(principal.role, scope));
      const granted = scopesOf(kind, asked.scopes, own);
      const projects = asked.projects && (await projectIds(c, asked.projects));
      const expiresAt = Date.now() + days * 86_400_000;
      const author = authorOf(c);
      const made = await accountOf(c).tokens.create(
        { kind, name, organisation, user: author.user, scopes: granted, ...(projects && { projects }), expiresAt },
        author,
      );
      return c.json({ ...made, scopes: granted, expiresAt: iso(expiresAt) }, 201, { "cache-control": "no-store" });
    })
    .delete(`${path}/tokens/:token`, signedInAsOneself("drift:admin"), async (c) => {
      const { organisation, user } = keeper(c);
      await endAccess(serviceOf(c), organisation, () =>
        accountOf(c).tokens.revoke(organisation, c.req.param("token"), authorOf(c), user === undefined ? "all" : "own"),
      );
      return c.body(null, 204);
    })
    .get(`${path}/grants`, signedInAsOneself("drift:admin"), async (c) => {
      const { organisation, user } = keeper(c);
      const [grants, names] = await Promise.all([
        accountOf(c).grants.ofOrganisation(organisation, user),
        projectNames(c),
      ]);
      return c.json({
        grants: grants.map(({ organisation: _, projects, createdAt, lastUsedAt, ...grant }) => ({
          ...grant,
          projects: slugsOf(projects, names),
          createdAt: iso(createdAt),
          lastUsedAt: isoOrNull(lastUsedAt),
        })),
      });
    })
    .delete(`${path}/grants/:grant`, signedInAsOneself("drift:admin"), async (c) => {
      const { organisation, user } = keeper(c);
      await revokeGrant(serviceOf(c), organisation, c.req.param("grant"), authorOf(c), user);
      return c.body(null, 204);
    });

/**
 * The organisation, and whose tokens and clients the caller may see and end: undefined, everybody's, for an admin; else
 * their own. Throws as `organisationFor` does.
 */
function keeper(c: Context<Edge>): { organisation: string; user: string | undefined } {
  const { scopes: held, projects, user } = c.var.principal;
  if (held.includes("drift:admin")) return { organisation: organisationFor(c, "tokens.all"), user: undefined };
  const organisation = organisationFor(c, "tokens.own");
  if (!projects) return { organisation, user };
  throw new DriftError("SCOPE_REQUIRED", "A sign-in that is limited to projects keeps no tokens.", {
    hint: "Sign in for the whole organisation: `drift login`",
  });
}

/** A token never holds more than the one that made it. */
function scopesOf(kind: "personal" | "push", asked: Scope[] | undefined, own: readonly Scope[]): Scope[] {
  const usual = own.filter((scope) => scope === "drift:read" || scope === "drift:write");
  const wanted = asked ?? (kind === "push" ? ["drift:push" as const] : usual);
  if (kind === "push" && wanted.some((scope) => scope !== "drift:push")) {
    throw new DriftError("INVALID_ARGUMENT", "scopes: a push token holds drift:push alone");
  }
  // Its maker is an admin by role, who may let a machine push without doing so by this very token.
  const missing = kind === "push" ? [] : wanted.filter((scope) => !own.includes(scope));
  if (missing.length > 0) {
    throw new DriftError("SCOPE_REQUIRED", `This token does not hold ${missing.join(", ")}, so it gives them to none`);
  }
  return [...new Set(wanted)];
}

/** Null: all of the organisation's. */
const slugsOf = (projects: readonly number[] | null, names: ReadonlyMap<number, string>): string[] | null =>
  projects === null ? null : projects.map((id) => names.get(id) ?? "a deleted project");

async function projectNames(c: Context<Edge>): Promise<Map<number, string>> {
  const all = await new AccountReader(c.env.ACCOUNT, c.var.principal).projects();
  return new Map(all.map(({ project }) => [project.id, project.slug]));
}

/** Throws `PROJECT_NOT_FOUND`. */
async function projectIds(c: Context<Edge>, slugs: readonly string[]): Promise<number[]> {
  const all = await new AccountReader(c.env.ACCOUNT, c.var.principal).projects();
  return [...new Set(slugs)].map((slug) => {
    const found = all.find(({ project }) => project.slug === slug);
    if (!found) {
      throw new DriftError("PROJECT_NOT_FOUND", `There is no project "${slug}".`, {
        hint: "`drift projects` lists them.",
      });
    }
    return found.project.id;
  });
}
