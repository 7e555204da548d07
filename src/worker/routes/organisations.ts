/** Organisations over HTTP. A token is for one of them, and sees that one alone. */
import { Hono } from "hono";
import * as z from "zod";
import { DriftError } from "#contract/errors";
import { EmailDomain, Issuer, Name, UserId } from "#contract/ids";
import { signedIn } from "#worker/auth";
import { bounded } from "#worker/bounded";
import type { Edge } from "#worker/edge";
import { deleteOrganisation, endAccess } from "#worker/team";
import { parseJson } from "./body.ts";
import { accountOf, authorOf, iso, organisationFor, serviceOf } from "./organisation-of.ts";

const changes = z
  .strictObject({
    name: Name.optional(),
    /** Null lifts the rule. */
    requiredIssuer: Issuer.nullable().optional(),
    emailDomain: EmailDomain.nullable().optional(),
  })
  .refine((given) => Object.keys(given).length > 0, "nothing is changed");

const path = "/v1/organisations/:organisation";

export const organisationRoutes = (): Hono<Edge> =>
  new Hono<Edge>()
    .get("/v1/organisations", signedIn("drift:read"), async (c) => {
      const { resolved, principal } = c.var;
      const found = await accountOf(c).organisations.byId(principal.organisation);
      const own = { organisation: resolved.organisation, name: found?.name ?? "", role: principal.role };
      return c.json({ organisations: [own] });
    })
    .get(path, signedIn("drift:read"), async (c) => {
      const id = organisationFor(c, "members.read");
      const found = await accountOf(c).organisations.byId(id);
      return c.json({
        organisation: found?.slug,
        name: found?.name,
        role: c.var.principal.role,
        requiredIssuer: found?.requiredIssuer ?? null,
        emailDomain: found?.emailDomain ?? null,
        createdAt: iso(found?.createdAt ?? 0),
      });
    })
    .patch(path, signedIn("drift:admin"), bounded(16 * 1024), async (c) => {
      const id = organisationFor(c, "organisation.settings");
      const { name, ...policy } = await parseJson(c.req.raw, changes);
      const { organisations } = accountOf(c);
      if (Object.keys(policy).length > 0) {
        const now = await organisations.byId(id);
        const { requiredIssuer = now?.requiredIssuer ?? null, emailDomain = now?.emailDomain ?? null } = policy;
        await endAccess(serviceOf(c), id, () =>
          organisations.settings(id, { requiredIssuer, emailDomain }, authorOf(c)),
        );
      }
      if (name !== undefined) await organisations.rename(id, name, authorOf(c));
      return c.body(null, 204);
    })
    .delete(path, signedIn("drift:admin"), bounded(16 * 1024), async (c) => {
      const id = organisationFor(c, "organisation.delete");
      const slug = c.var.resolved.organisation;
      const { confirm } = await parseJson(c.req.raw, z.strictObject({ confirm: z.string().max(100) }));
      if (confirm !== slug) {
        throw new DriftError("INVALID_ARGUMENT", "confirm: the organisation's name, to show that it is meant");
      }
      const deletion = await deleteOrganisation(serviceOf(c), { id, slug }, authorOf(c));
      return c.json({ organisation: slug, deletion, status: `/v1/deletions/${deletion}` }, 202);
    })
    .post(`${path}/transfer`, signedIn("drift:admin"), bounded(16 * 1024), async (c) => {
      const id = organisationFor(c, "organisation.transfer");
      const { user } = await parseJson(c.req.raw, z.strictObject({ user: UserId }));
      await accountOf(c).members.transfer(id, user, authorOf(c));
      return c.body(null, 204);
    });
