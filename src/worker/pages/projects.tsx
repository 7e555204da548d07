/** A project: what it shows, how it is kept, and its end. */
import { type Context, Hono } from "hono";
import * as z from "zod";
import type { AuditRow } from "#contract/audit";
import { BranchName, Slug } from "#contract/ids";
import { sourceModes } from "#contract/push";
import { may, pushers } from "#contract/teams";
import { ConfirmPage } from "#pages/kit/confirm";
import { page } from "#pages/page";
import { ProjectPage, type PushView } from "#pages/team/project";
import { ProjectSettingsPage, type ProjectSettingsProps } from "#pages/team/project-settings";
import type { Edge } from "#worker/edge";
import { checkCsrf, originOf, person } from "#worker/session";
import { changeProject, deleteProject } from "#worker/team";
import {
  accountOf,
  attempt,
  checked,
  done,
  field,
  frameOf,
  member,
  ofProject,
  personAuthor,
  projectPath,
  readerOf,
  serviceOf,
  teamFrame,
} from "./frame.tsx";
import { namesOf, pusherName } from "./names.ts";

const base = "/o/:organisation/projects/:project";
/** Pushes that a project's page shows. */
const lastPushes = 10;

const whole = (least: number, most: number) => {
  const told = `give a whole number from ${least} to ${most.toLocaleString("en")}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, told)
    .transform(Number)
    .pipe(z.number().min(least, told).max(most, told));
};

const settingsForm = z.object({
  defaultBranch: BranchName,
  sourceMode: z.enum(sourceModes),
  keepSnapshots: whole(1, 1_000),
  keepDays: whole(0, 3_650),
  pushers: z.enum(pushers),
});

async function overview(c: Context<Edge>): Promise<Response> {
  const { project, seat } = c.var;
  const { auditLog, trusts } = accountOf(c);
  const mayRead = may(seat.role, "audit.read");
  const [heads, names, rows, trusted] = await Promise.all([
    readerOf(c).branches(project.id),
    namesOf(c),
    auditLog.page({ organisation: seat.id, action: "push.commit", subject: String(project.id), limit: lastPushes }),
    trusts.of(project.id),
  ]);
  for (const { id, repository } of trusted) names.set(id, repository);
  const branches = heads
    .map(({ counts, ...head }) => ({ ...head, files: counts.files, symbols: counts.symbols }))
    .sort((one, other) => other.pushedAt - one.pushedAt);
  const origin = originOf(c);
  return page(
    c,
    <ProjectPage
      frame={teamFrame(c)}
      project={project}
      branches={branches}
      pushes={rows.map((row) => ({ ...pushOf(row, names), ...(!mayRead && { from: null }) }))}
      server={origin}
      mcp={`${origin}/mcp/${seat.slug}/${project.slug}`}
    />,
  );
}

/** A row of the log as `Branches.moveHead` wrote it. */
function pushOf({ at, actor, actorName, detail, origin }: AuditRow, names: ReadonlyMap<string, string>): PushView {
  const { branch, seq, commit } = (detail ?? {}) as { branch?: string; seq?: number; commit?: string | null };
  const by = actorName ?? (actor === null ? "drift" : pusherName(names, actor));
  return { at, branch: branch ?? "", seq: seq ?? 0, commit: commit ?? null, by, from: origin };
}

function settings(c: Context<Edge>, more: Pick<ProjectSettingsProps, "values" | "errors"> = {}, status = 200) {
  return page(c, <ProjectSettingsPage frame={teamFrame(c)} project={c.var.project} {...more} />, status);
}

async function set(c: Context<Edge>): Promise<Response> {
  const values = {
    defaultBranch: field(c, "defaultBranch"),
    sourceMode: field(c, "sourceMode"),
    keepSnapshots: field(c, "keepSnapshots"),
    keepDays: field(c, "keepDays"),
    pushers: field(c, "pushers"),
  };
  const { data, errors } = checked(settingsForm, values);
  if (!data) return settings(c, { values, errors }, 400);
  const { project } = c.var;
  await changeProject(serviceOf(c), accountOf(c).projects.set(project, data, personAuthor(c)));
  return done(c, `${projectPath(project)}/settings`, "project-set");
}

async function rename(c: Context<Edge>): Promise<Response> {
  const values = { slug: field(c, "slug") };
  const { data, errors } = checked(z.object({ slug: Slug }), values);
  if (!data) return settings(c, { values, errors }, 400);
  const { projects } = accountOf(c);
  const renamed = await attempt(() =>
    changeProject(serviceOf(c), projects.rename(c.var.project, data.slug, personAuthor(c))),
  );
  if (renamed.refusal !== undefined) return settings(c, { values, errors: { slug: renamed.refusal } }, 409);
  return done(c, `${projectPath(renamed.value)}/settings`, "project-renamed");
}

function confirmEnd(c: Context<Edge>, error?: string, status = 200) {
  const { project, seat } = c.var;
  const path = projectPath(project);
  return page(
    c,
    <ConfirmPage
      frame={frameOf(c)}
      title={`Delete ${project.slug}?`}
      consequences={[
        "Agents are told nothing about it any more, from their next call on.",
        "Every branch and snapshot goes, and the tokens and connections that were for it alone.",
        `It cannot be undone. The repository itself is not touched.`,
      ]}
      action={`${path}/delete`}
      label="Delete project"
      word={`${seat.slug}/${project.slug}`}
      back={{ name: "settings", href: `${path}/settings` }}
      error={error}
    />,
    status,
  );
}

async function end(c: Context<Edge>): Promise<Response> {
  const { project, seat } = c.var;
  if (field(c, "confirm") !== `${seat.slug}/${project.slug}`) return confirmEnd(c, "This is not its name.", 400);
  const deletion = await deleteProject(serviceOf(c), project, personAuthor(c));
  return c.redirect(`/deletions/${deletion}`, 303);
}

export const projectPages = (): Hono<Edge> =>
  new Hono<Edge>()
    .get(base, person, member(), ofProject, overview)
    .get(`${base}/settings`, person, member("projects.settings"), ofProject, (c) => settings(c))
    .post(`${base}/settings`, person, checkCsrf, member("projects.settings"), ofProject, set)
    .post(`${base}/rename`, person, checkCsrf, member("projects.settings"), ofProject, rename)
    .get(`${base}/delete`, person, member("projects.delete"), ofProject, (c) => confirmEnd(c))
    .post(`${base}/delete`, person, checkCsrf, member("projects.delete"), ofProject, end);
