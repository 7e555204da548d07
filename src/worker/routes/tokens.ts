/** Tokens, and what clients were allowed, over HTTP. */
import { type Context, Hono } from "hono";
import * as z from "zod";
import { DriftError } from "#contract/errors";
import { Name, Slug } from "#contract/ids";
import { type Scope, scopes } from "#contract/principal";
import { tokenKinds } from "#contract/teams";
import { tokenLimits } from "#db/account/tokens";
import { AccountReader } from "#db/account-reader";
import { signedIn } from "#worker/auth";
import { bounded } from "#worker/bounded";
import type { Edge } from "#worker/edge";
import { endAccess, revokeGrant } from "#worker/team";
import { parseJson } from "./body.ts";
import { accountOf, authorOf, iso, isoOrNull, organisationFor, serviceOf } from "./organisation-of.ts";

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
    .get(`${path}/tokens`, signedIn("drift:admin"), async (c) => {
      const organisation = organisationFor(c, "tokens.all");
      const [tokens, names] = await Promise.all([accountOf(c).tokens.list(organisation), projectNames(c)]);
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
    .post(`${path}/tokens`, signedIn("drift:admin"), bounded(16 * 1024), async (c) => {
      const organisation = organisationFor(c, "tokens.push");
      const { kind, name, days, ...asked } = await parseJson(c.req.raw, request);
      const granted = scopesOf(kind, asked.scopes, c.var.principal.scopes);
      const projects = asked.projects && (await projectIds(c, asked.projects));
      const expiresAt = Date.now() + days * 86_400_000;
      const author = authorOf(c);
      const made = await accountOf(c).tokens.create(
        { kind, name, organisation, user: author.user, scopes: granted, ...(projects && { projects }), expiresAt },
        author,
      );
      return c.json({ ...made, scopes: granted, expiresAt: iso(expiresAt) }, 201, { "cache-control": "no-store" });
    })
    .delete(`${path}/tokens/:token`, signedIn("drift:admin"), async (c) => {
      const organisation = organisationFor(c, "tokens.all");
      await endAccess(serviceOf(c), organisation, () =>
        accountOf(c).tokens.revoke(organisation, c.req.param("token"), authorOf(c)),
      );
      return c.body(null, 204);
    })
    .get(`${path}/grants`, signedIn("drift:admin"), async (c) => {
      const organisation = organisationFor(c, "tokens.all");
      const [grants, names] = await Promise.all([accountOf(c).grants.ofOrganisation(organisation), projectNames(c)]);
      return c.json({
        grants: grants.map(({ organisation: _, projects, createdAt, lastUsedAt, ...grant }) => ({
          ...grant,
          projects: slugsOf(projects, names),
          createdAt: iso(createdAt),
          lastUsedAt: isoOrNull(lastUsedAt),
        })),
      });
    })
    .delete(`${path}/grants/:grant`, signedIn("drift:admin"), async (c) => {
      const organisation = organisationFor(c, "tokens.all");
      await revokeGrant(serviceOf(c), organisation, c.req.param("grant"), authorOf(c));
      return c.body(null, 204);
    });

/** A token never holds more than the one that made it. */
function scopesOf(kind: "personal" | "push", asked: Scope[] | undefined, own: readonly Scope[]): Scope[] {
  const wanted: Scope[] = asked ?? (kind === "push" ? ["drift:push"] : ["drift:read", "drift:write"]);
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
