/** Which CI runs may push to a project. */
import { type Context, Hono } from "hono";
import { page } from "#pages/page";
import { CiPage, type CiProps } from "#pages/team/ci";
import type { Edge } from "#worker/edge";
import { issuerOf, trustRequest } from "#worker/routes/trusts";
import { checkCsrf, originOf, person } from "#worker/session";
import { endAccess } from "#worker/team";
import {
  accountOf,
  attempt,
  checked,
  done,
  field,
  member,
  ofProject,
  personAuthor,
  projectPath,
  serviceOf,
  teamFrame,
} from "./frame.tsx";

const base = "/o/:organisation/projects/:project/ci";

async function list(c: Context<Edge>, more: Pick<CiProps, "values" | "errors"> = {}, status = 200) {
  const { project } = c.var;
  const account = accountOf(c);
  const [trusts, all] = await Promise.all([account.trusts.of(project.id), account.tokens.list(project.organisation)]);
  const now = Date.now();
  const tokens = all.filter(
    ({ kind, revokedAt, expiresAt, projects }) =>
      kind === "push" && revokedAt === null && expiresAt > now && (projects?.includes(project.id) ?? true),
  );
  return page(
    c,
    <CiPage frame={teamFrame(c)} project={project} trusts={trusts} tokens={tokens} server={originOf(c)} {...more} />,
    status,
  );
}

async function trust(c: Context<Edge>): Promise<Response> {
  const values = {
    kind: field(c, "kind"),
    issuer: field(c, "issuer"),
    repository: field(c, "repository"),
    ref: field(c, "ref"),
    environment: field(c, "environment"),
  };
  const { data, errors } = checked(trustRequest, {
    ...values,
    issuer: values.issuer || undefined,
    ref: values.ref.startsWith("refs/") ? values.ref : `refs/heads/${values.ref}`,
    environment: values.environment || null,
  });
  if (!data) return list(c, { values, errors }, 400);
  const { project } = c.var;
  const made = await attempt(() =>
    accountOf(c).trusts.create(project, { ...data, issuer: issuerOf(data) }, personAuthor(c)),
  );
  if (made.refusal !== undefined) return list(c, { values, errors: { form: made.refusal } }, 409);
  return done(c, `${projectPath(project)}/ci`, "trust-made");
}

export const ciPages = (): Hono<Edge> =>
  new Hono<Edge>()
    .get(base, person, member("trusts.set"), ofProject, (c) => list(c))
    .post(base, person, checkCsrf, member("trusts.set"), ofProject, trust)
    .post(`${base}/:trust/remove`, person, checkCsrf, member("trusts.set"), ofProject, async (c) => {
      const { project } = c.var;
      await endAccess(serviceOf(c), project.organisation, () =>
        accountOf(c).trusts.remove(project, c.req.param("trust"), personAuthor(c)),
      );
      return done(c, `${projectPath(project)}/ci`, "trust-removed");
    });
