/** Which CI runs may push to a project without a stored secret, over HTTP. */
import { Hono } from "hono";
import * as z from "zod";
import { Issuer } from "#contract/ids";
import { type CiKind, ciKinds } from "#contract/teams";
import type { Trust } from "#db/account/trusts";
import { signedIn } from "#worker/auth";
import { bounded } from "#worker/bounded";
import type { Edge } from "#worker/edge";
import { endAccess } from "#worker/team";
import { parseJson } from "./body.ts";
import { accountOf, authorOf, iso, isoOrNull, mustBe, serviceOf } from "./organisation-of.ts";
import { named, namedProject } from "./project-of.ts";

const publicIssuers: Record<CiKind, string> = {
  github: "https://token.actions.githubusercontent.com",
  gitlab: "https://gitlab.com",
};

/** The issuer that a trust is for. */
export const issuerOf = ({ kind, issuer }: { kind: CiKind; issuer?: string | undefined }): string =>
  issuer ?? publicIssuers[kind];

export const trustRequest = z.strictObject({
  kind: z.enum(ciKinds),
  /** Absent: that of github.com or gitlab.com. */
  issuer: Issuer.optional(),
  repository: z
    .string()
    .max(255)
    .regex(/^[A-Za-z0-9_.-]+(?:\/[A-Za-z0-9_.-]+)+$/, "owner/name"),
  ref: z
    .string()
    .max(255)
    .regex(/^refs\/(?:heads|tags)\/[^\s~^:?[\\]+$/, "a full ref such as refs/heads/main, in which * stands for a part")
    .default("refs/heads/main"),
  environment: z.string().min(1).max(100).nullable().default(null),
});

const path = "/v1/projects/:organisation/:project/trusts";

export const trustRoutes = (): Hono<Edge> =>
  new Hono<Edge>()
    .get(path, signedIn("drift:admin", named), async (c) => {
      const project = namedProject(c);
      mustBe(c, "trusts.set");
      return c.json({ trusts: (await accountOf(c).trusts.of(project.id)).map(shown) });
    })
    .post(path, signedIn("drift:admin", named), bounded(16 * 1024), async (c) => {
      const project = namedProject(c);
      mustBe(c, "trusts.set");
      const asked = await parseJson(c.req.raw, trustRequest);
      const trust = { ...asked, issuer: issuerOf(asked) };
      return c.json(shown(await accountOf(c).trusts.create(project, trust, authorOf(c))), 201);
    })
    .delete(`${path}/:trust`, signedIn("drift:admin", named), async (c) => {
      const project = namedProject(c);
      mustBe(c, "trusts.set");
      await endAccess(serviceOf(c), project.organisation, () =>
        accountOf(c).trusts.remove(project, c.req.param("trust"), authorOf(c)),
      );
      return c.body(null, 204);
    });

const shown = ({ project: _, createdAt, lastUsedAt, ...trust }: Trust) => ({
  ...trust,
  createdAt: iso(createdAt),
  lastUsedAt: isoOrNull(lastUsedAt),
});
