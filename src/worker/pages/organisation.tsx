/** An organisation: its projects, its settings, and its end. */
import { type Context, Hono } from "hono";
import * as z from "zod";
import { BranchName, EmailDomain, Issuer, Name, Slug } from "#contract/ids";
import { ConfirmPage, type ConfirmProps } from "#pages/kit/confirm";
import { page } from "#pages/page";
import { NewProjectPage, type NewProjectProps, OrganisationPage } from "#pages/team/organisation";
import { OrganisationSettingsPage, type OrganisationSettingsProps } from "#pages/team/settings";
import type { Edge } from "#worker/edge";
import { shardsOf } from "#worker/routes/project-of";
import { checkCsrf, originOf, person } from "#worker/session";
import { deleteOrganisation } from "#worker/team";
import {
  accountOf,
  attempt,
  checked,
  done,
  field,
  frameOf,
  member,
  personAuthor,
  projectPath,
  readerOf,
  serviceOf,
  teamFrame,
} from "./frame.tsx";
import { issuersOf } from "./issuers.ts";
import { namesOf, pusherName } from "./names.ts";

const base = "/o/:organisation";
const project = z.object({ slug: Slug, defaultBranch: BranchName });
const policy = z.object({
  requiredIssuer: z.union([Issuer, z.literal("local")]).nullable(),
  emailDomain: EmailDomain.nullable(),
});

async function overview(c: Context<Edge>): Promise<Response> {
  const [projects, names] = await Promise.all([readerOf(c).projects(), namesOf(c)]);
  const shown = projects.map(({ project: { slug }, head }) => ({
    slug,
    pushed: head && { branch: head.name, at: head.pushedAt, by: pusherName(names, head.pushedBy) },
  }));
  return page(c, <OrganisationPage frame={teamFrame(c)} projects={shown} mcp={`${originOf(c)}/mcp`} />);
}

const newProject = (c: Context<Edge>, props: Omit<NewProjectProps, "frame"> = {}, status = 200) =>
  page(c, <NewProjectPage frame={teamFrame(c)} {...props} />, status);

async function makeProject(c: Context<Edge>): Promise<Response> {
  const values = { slug: field(c, "slug"), defaultBranch: field(c, "defaultBranch") };
  const { data, errors } = checked(project, values);
  if (!data) return newProject(c, { values, errors }, 400);
  const { slug, defaultBranch } = data;
  const { projects } = accountOf(c);
  const made = await attempt(() =>
    projects.create(c.var.seat.id, slug, shardsOf(c.env), personAuthor(c), { defaultBranch }),
  );
  if (made.refusal !== undefined) return newProject(c, { values, errors: { form: made.refusal } }, 409);
  return c.redirect(projectPath(made.value), 303);
}

async function settings(
  c: Context<Edge>,
  more: Pick<OrganisationSettingsProps, "values" | "errors"> = {},
  status = 200,
): Promise<Response> {
  const { requiredIssuer, emailDomain } = c.var.seat;
  const issuers = issuersOf(c);
  return page(
    c,
    <OrganisationSettingsPage
      frame={teamFrame(c)}
      policy={{ requiredIssuer, emailDomain }}
      issuers={issuers}
      {...more}
    />,
    status,
  );
}

async function setPolicy(c: Context<Edge>): Promise<Response> {
  const domain = field(c, "emailDomain").toLowerCase();
  const { data, errors } = checked(policy, {
    requiredIssuer: field(c, "requiredIssuer") || null,
    emailDomain: domain || null,
  });
  const values = { emailDomain: domain };
  if (!data) return settings(c, { values, errors }, 400);
  const { id, slug } = c.var.seat;
  const set = await attempt(() => accountOf(c).organisations.settings(id, data, personAuthor(c)));
  if (set.refusal)
    return settings(
      c,
      { values, errors: { [data.emailDomain === null ? "requiredIssuer" : "emailDomain"]: set.refusal } },
      409,
    );
  return done(c, `/o/${slug}/settings`, "policy-set");
}

async function rename(c: Context<Edge>): Promise<Response> {
  const values = { name: field(c, "name") };
  const { data, errors } = checked(z.object({ name: Name }), values);
  if (!data) return settings(c, { values, errors }, 400);
  const { id, slug } = c.var.seat;
  await accountOf(c).organisations.rename(id, data.name, personAuthor(c));
  return done(c, `/o/${slug}/settings`, "organisation-renamed");
}

function confirmEnd(c: Context<Edge>, error?: string, status = 200) {
  const { slug, name } = c.var.seat;
  const props: ConfirmProps = {
    frame: frameOf(c),
    title: `Delete ${name}?`,
    consequences: [
      "Every membership, token and connection ends at once.",
      "All projects go, with everything that was pushed to them.",
      "It cannot be undone. What remains is the audit, which nobody but the operator can read then.",
    ],
    action: `/o/${slug}/delete`,
    label: "Delete organisation",
    back: { name: "settings", href: `/o/${slug}/settings` },
    word: slug,
    error,
  };
  return page(c, <ConfirmPage {...props} />, status);
}

async function end(c: Context<Edge>): Promise<Response> {
  const { id, slug } = c.var.seat;
  if (field(c, "confirm") !== slug) return confirmEnd(c, "This is not its name in URLs.", 400);
  const deletion = await deleteOrganisation(serviceOf(c), { id, slug }, personAuthor(c));
  return c.redirect(`/deletions/${deletion}`, 303);
}

export const organisationPages = (): Hono<Edge> =>
  new Hono<Edge>()
    .get(base, person, member(), overview)
    .get(`${base}/projects`, person, member(), (c) => c.redirect(`/o/${c.var.seat.slug}`, 303))
    .get(`${base}/new`, person, member("projects.create"), (c) => newProject(c))
    .post(`${base}/new`, person, checkCsrf, member("projects.create"), makeProject)
    .get(`${base}/settings`, person, member("organisation.settings"), (c) => settings(c))
    .post(`${base}/settings`, person, checkCsrf, member("organisation.settings"), setPolicy)
    .post(`${base}/rename`, person, checkCsrf, member("organisation.settings"), rename)
    .get(`${base}/delete`, person, member("organisation.delete"), (c) => confirmEnd(c))
    .post(`${base}/delete`, person, checkCsrf, member("organisation.delete"), end);
