/** Members and invitations over HTTP. */
import { Hono } from "hono";
import * as z from "zod";
import { roles } from "#contract/principal";
import { signedIn, signedInAsOneself } from "#worker/auth";
import { bounded } from "#worker/bounded";
import type { Edge } from "#worker/edge";
import { leaveOrganisation, removeMember } from "#worker/team";
import { parseJson } from "./body.ts";
import { accountOf, authorOf, iso, organisationFor, serviceOf } from "./organisation-of.ts";

const roleChange = z.strictObject({ role: z.enum(roles) });
const invitation = z.strictObject({
  role: z.enum(roles).default("member"),
  /** Absent: whoever has the link may follow it. */
  email: z.string().max(254).optional(),
  days: z.number().min(0.05).max(30).default(7),
});

const path = "/v1/organisations/:organisation";
const small = bounded(16 * 1024);

export const memberRoutes = (): Hono<Edge> =>
  new Hono<Edge>()
    .get(`${path}/members`, signedIn("drift:read"), async (c) => {
      const members = await accountOf(c).members.of(organisationFor(c, "members.read"));
      return c.json({ members: members.map(({ joinedAt, ...member }) => ({ ...member, joinedAt: iso(joinedAt) })) });
    })
    .patch(`${path}/members/:user`, signedIn("drift:admin"), small, async (c) => {
      const organisation = organisationFor(c, "members.role");
      const { role } = await parseJson(c.req.raw, roleChange);
      await accountOf(c).members.set(organisation, c.req.param("user"), role, authorOf(c));
      return c.body(null, 204);
    })
    .delete(`${path}/members/:user`, signedIn("drift:admin"), async (c) => {
      const organisation = organisationFor(c, "members.remove");
      await removeMember(serviceOf(c), organisation, c.req.param("user"), authorOf(c));
      return c.body(null, 204);
    })
    .post(`${path}/leave`, signedInAsOneself("drift:write"), async (c) => {
      const organisation = organisationFor(c, "members.read");
      await leaveOrganisation(serviceOf(c), organisation, authorOf(c));
      return c.body(null, 204);
    })
    .get(`${path}/invitations`, signedIn("drift:admin"), async (c) => {
      const invitations = await accountOf(c).invitations.list(organisationFor(c, "members.invite"));
      return c.json({
        invitations: invitations.map(({ createdAt, expiresAt, ...rest }) => ({
          ...rest,
          createdAt: iso(createdAt),
          expiresAt: iso(expiresAt),
        })),
      });
    })
    .post(`${path}/invitations`, signedIn("drift:admin"), small, async (c) => {
      const organisation = organisationFor(c, "members.invite");
      const { days, ...asked } = await parseJson(c.req.raw, invitation);
      const expiresAt = Date.now() + days * 86_400_000;
      const { id, secret } = await accountOf(c).invitations.create({ organisation, ...asked, expiresAt }, authorOf(c));
      const url = `${serviceOf(c).issuer}/invitations/${secret}`;
      return c.json({ id, url, expiresAt: iso(expiresAt) }, 201, { "cache-control": "no-store" });
    })
    .delete(`${path}/invitations/:invitation`, signedIn("drift:admin"), async (c) => {
      const organisation = organisationFor(c, "members.invite");
      await accountOf(c).invitations.revoke(organisation, c.req.param("invitation"), authorOf(c));
      return c.body(null, 204);
    });
