/** Projects and their branches over HTTP. */
import { Hono } from "hono";
import * as z from "zod";
import { DriftError } from "#contract/errors";
import { BranchName, Slug } from "#contract/ids";
import { sourceModes } from "#contract/push";
import { pushers } from "#contract/teams";
import { AccountDb } from "#db/account-db";
import { AccountReader } from "#db/account-reader";
import { type Head, type Project, projectName } from "#db/account-rows";
import { signedIn } from "#worker/auth";
import { bounded } from "#worker/bounded";
import type { Edge } from "#worker/edge";
import { changeProject, deleteProject, renameProject } from "#worker/team";
import { parseJson } from "./body.ts";
import { authorOf, iso, mustBe, serviceOf } from "./organisation-of.ts";
import { named, namedProject, shardsOf } from "./project-of.ts";

const settings = {
  defaultBranch: BranchName,
  sourceMode: z.enum(sourceModes),
  /** A snapshot is kept while it is among the last so many of its branch, or younger than so many days. */
  keepSnapshots: z.number().int().min(1).max(1_000),
  keepDays: z.number().int().min(0).max(3_650),
  /** Who may push in person; push tokens and trusted CI may besides. */
  pushers: z.enum(pushers),
};

export const createProjectRequest = z.strictObject({
  ...z.object(settings).partial().shape,
  project: Slug,
});

const changeProjectRequest = z
  .strictObject({ ...settings, /** Its new name; the old one goes on leading to it. */ name: Slug })
  .partial()
  .refine((given) => Object.keys(given).length > 0, "nothing is changed");

const path = "/v1/projects/:organisation/:project";

export const projectRoutes = (): Hono<Edge> =>
  new Hono<Edge>()
    .get("/v1/projects", signedIn("drift:read"), async (c) => {
      const projects = await new AccountReader(c.env.ACCOUNT, c.var.principal).projects();
      return c.json({ projects: projects.map(({ project, head }) => shown(project, head)) });
    })
    .post("/v1/projects", signedIn("drift:admin"), bounded(64 * 1024), async (c) => {
      const { principal } = c.var;
      mustBe(c, "projects.create");
      if (principal.projects) {
        throw new DriftError("SCOPE_REQUIRED", "A token that is limited to projects makes no new ones");
      }
      const { project: slug, ...settings } = await parseJson(c.req.raw, createProjectRequest);
      const account = new AccountDb(c.env.ACCOUNT);
      const shards = shardsOf(c.env);
      const project = await account.projects.create(principal.organisation, slug, shards, authorOf(c), settings);
      return c.json(shown(project, undefined), 201);
    })
    .get(path, signedIn("drift:read", named), (c) => {
      const project = namedProject(c);
      const { resolved } = c.var;
      return c.json(shown(project, resolved.head));
    })
    .patch(path, signedIn("drift:admin", named), bounded(16 * 1024), async (c) => {
      const project = namedProject(c);
      mustBe(c, "projects.settings");
      const { name, ...settings } = await parseJson(c.req.raw, changeProjectRequest);
      const { projects } = new AccountDb(c.env.ACCOUNT);
      let after = project;
      if (name !== undefined) after = await renameProject(serviceOf(c), after, name, authorOf(c));
      if (Object.keys(settings).length > 0) {
        after = await changeProject(serviceOf(c), projects.set(after, settings, authorOf(c)));
      }
      return c.json(shown(after, c.var.resolved.head));
    })
    .delete(path, signedIn("drift:admin", named), async (c) => {
      const project = namedProject(c);
      mustBe(c, "projects.delete");
      const deletion = await deleteProject(serviceOf(c), project, authorOf(c));
      return c.json({ project: projectName(project), deletion, status: `/v1/deletions/${deletion}` }, 202);
    })
    .get(`${path}/branches`, signedIn("drift:read", named), async (c) => {
      const { id } = namedProject(c);
      const heads = await new AccountReader(c.env.ACCOUNT, c.var.principal).branches(id);
      return c.json({ branches: heads.map(shownHead) });
    });

const shown = (project: Project, head: Head | undefined) => ({
  project: projectName(project),
  defaultBranch: project.defaultBranch,
  sourceMode: project.sourceMode,
  keepSnapshots: project.keepSnapshots,
  keepDays: project.keepDays,
  pushers: project.pushers,
  createdAt: iso(project.createdAt),
  /** Of the default branch; absent until something is pushed to it. */
  ...(head && { head: shownHead(head) }),
});

const shownHead = (head: Head) => ({
  branch: head.name,
  seq: head.seq,
  rootHash: head.rootHash,
  units: head.units,
  commit: head.commit,
  dirty: head.dirty,
  scannedAt: iso(head.scannedAt),
  pushedAt: iso(head.pushedAt),
  counts: head.counts,
  scanner: head.scanner,
});
