/** Tokens of people and machines. */
import { type Context, Hono } from "hono";
import * as z from "zod";
import { DriftError } from "#contract/errors";
import { Name } from "#contract/ids";
import { mayHold, type Scope, scopes } from "#contract/principal";
import { may, tokenKinds } from "#contract/teams";
import { type TokenRow, tokenLimits } from "#db/account/tokens";
import { ConfirmPage } from "#pages/kit/confirm";
import { page } from "#pages/page";
import { TokenMadePage, TokensPage, type TokensProps, tokenDays } from "#pages/team/tokens";
import type { Edge } from "#worker/edge";
import { checkCsrf, originOf, person } from "#worker/session";
import { endAccess } from "#worker/team";
import {
  accountOf,
  attempt,
  checked,
  done,
  field,
  frameOf,
  member,
  personAuthor,
  readerOf,
  serviceOf,
  teamFrame,
} from "./frame.tsx";

const base = "/o/:organisation/tokens";
const day = 86_400_000;

const request = z.object({
  kind: z.enum(tokenKinds),
  name: Name,
  days: z.enum(tokenDays),
  scope: z.array(z.enum(scopes)).min(1, "tick at least one thing that it may do"),
  projects: z
    .array(z.number())
    .min(1, "tick at least one project, or choose all")
    .max(tokenLimits.projects, `tick at most ${tokenLimits.projects} projects, or choose all`)
    .optional(),
});

const home = (c: Context<Edge>): string => `/o/${c.var.seat.slug}/tokens`;

/** The good ones that the person may see: their own, and an admin everybody's. */
async function visible(c: Context<Edge>): Promise<TokenRow[]> {
  const { id, role } = c.var.seat;
  const all = await accountOf(c).tokens.list(id, may(role, "tokens.all") ? undefined : c.var.person.user);
  const now = Date.now();
  return all.filter(({ revokedAt, expiresAt }) => revokedAt === null && expiresAt > now);
}

async function list(c: Context<Edge>, more: Pick<TokensProps, "values" | "errors"> = {}, status = 200) {
  const [tokens, projects] = await Promise.all([visible(c), readerOf(c).projects()]);
  const names = new Map(projects.map(({ project }) => [project.id as number, project.slug]));
  return page(
    c,
    <TokensPage
      frame={teamFrame(c)}
      tokens={tokens.map((token) => ({
        ...token,
        projects: token.projects?.map((id) => names.get(id) ?? "a deleted one") ?? null,
      }))}
      projects={projects.map(({ project }) => ({
        ...project,
        checked: c.var.form?.getAll("project").includes(String(project.id)) ?? false,
      }))}
      scopes={scopes.filter((scope) => mayHold(c.var.seat.role, scope))}
      {...more}
    />,
    status,
  );
}

async function make(c: Context<Edge>): Promise<Response> {
  const { form, seat } = c.var;
  const kind = field(c, "kind") || "personal";
  const values = {
    ...{ kind, name: field(c, "name"), days: field(c, "days") },
    ...{ scopes: form.getAll("scope"), some: form.get("projects") === "some" },
  };
  // Numbers of projects are looked up: what is posted gives no access by itself.
  const known = values.some ? await readerOf(c).projects() : [];
  const ticked = known
    .map(({ project }) => project.id as number)
    .filter((id) => form.getAll("project").includes(String(id)));
  const { data, errors } = checked(request, {
    ...{ kind, name: values.name, days: values.days },
    scope: kind === "push" ? ["drift:push"] : values.scopes.filter((one) => mayHold(seat.role, one as Scope)),
    projects: values.some ? ticked : undefined,
  });
  if (!data) return list(c, { values, errors }, 400);
  const { name, projects } = data;
  const expiresAt = Date.now() + Number(data.days) * day;
  const author = personAuthor(c);
  const made = await attempt(() =>
    accountOf(c).tokens.create(
      {
        ...{ kind: data.kind, name, organisation: seat.id, user: author.user, scopes: data.scope, expiresAt },
        ...(projects && { projects }),
      },
      author,
    ),
  );
  if (made.refusal !== undefined) return list(c, { values, errors: { form: made.refusal } }, 409);
  const { token } = made.value;
  return page(
    c,
    <TokenMadePage
      frame={teamFrame(c)}
      token={token}
      name={name}
      kind={data.kind}
      expiresAt={expiresAt}
      server={originOf(c)}
    />,
  );
}

async function confirmRevocation(c: Context<Edge>): Promise<Response> {
  const found = (await visible(c)).find(({ id }) => id === c.req.param("token"));
  if (!found) throw new DriftError("NOT_FOUND", "There is no such token.", { hint: "It may have been revoked since." });
  return page(
    c,
    <ConfirmPage
      frame={frameOf(c)}
      title={`Revoke “${found.name}”?`}
      consequences={["Whatever uses it fails at its next call.", "It cannot be brought back. A new token can be made."]}
      action={`${home(c)}/${found.id}/revoke`}
      label="Revoke"
      back={{ name: "tokens", href: home(c) }}
    />,
  );
}

export const tokenPages = (): Hono<Edge> =>
  new Hono<Edge>()
    .get(base, person, member("tokens.own"), (c) => list(c))
    .post(base, person, checkCsrf, member("tokens.own"), make)
    .get(`${base}/:token/revoke`, person, member("tokens.own"), confirmRevocation)
    .post(`${base}/:token/revoke`, person, checkCsrf, member("tokens.own"), async (c) => {
      const { id } = c.var.seat;
      await endAccess(serviceOf(c), id, () => accountOf(c).tokens.revoke(id, c.req.param("token"), personAuthor(c)));
      return done(c, home(c), "token-revoked");
    });
