/** Who shows a token, and what it lets them do. */
import { Hono } from "hono";
import { AccountDb } from "#db/account-db";
import { AccountReader } from "#db/account-reader";
import { projectName } from "#db/account-rows";
import { signedInAtAll } from "#worker/auth";
import type { Edge } from "#worker/edge";

export const whoamiRoutes = (): Hono<Edge> =>
  new Hono<Edge>().get("/v1/whoami", signedInAtAll(), async (c) => {
    const { principal, resolved } = c.var;
    const account = new AccountDb(c.env.ACCOUNT);
    const [user, organisation, reached] = await Promise.all([
      principal.kind === "user" ? account.identities.user(principal.user) : undefined,
      account.organisations.byId(principal.organisation),
      principal.projects ? new AccountReader(c.env.ACCOUNT, principal).projects() : undefined,
    ]);
    return c.json({
      kind: principal.kind,
      user: { id: principal.user, name: user?.name ?? "A CI run", email: user?.email ?? null },
      organisation: { id: principal.organisation, slug: resolved.organisation, name: organisation?.name ?? "" },
      role: principal.role,
      scopes: principal.scopes,
      /** Null: all of the organisation's. */
      projects: reached?.map(({ project }) => projectName(project)) ?? null,
      expiresAt: new Date(principal.expiresAt * 1_000).toISOString(),
    });
  });
