import type { Context } from "hono";
import { DriftError } from "#contract/errors";
import type { Target } from "#db/account/access";
import type { Head, Project } from "#db/account-rows";
import type { Edge } from "#worker/edge";

/** For `signedIn`: the project and branch that the path names. */
export const named = (c: Context<Edge>): Target => {
  const { organisation, project, branch } = c.req.param() as Record<string, string | undefined>;
  return {
    ...(organisation !== undefined && { organisation }),
    ...(project !== undefined && { project }),
    ...(branch !== undefined && { branch }),
  };
};

/** The project that the path names. Somebody else's and none are the same: `PROJECT_NOT_FOUND`. */
export function namedProject(c: Context<Edge>): Project {
  const { resolved } = c.var;
  if (resolved.project) return resolved.project;
  const { organisation, project } = named(c);
  throw new DriftError("PROJECT_NOT_FOUND", `There is no project ${organisation}/${project} for this token`, {
    hint: `Create it with \`drift projects create ${project}\`, or see yours with \`drift projects\``,
    command: `drift projects create ${project}`,
  });
}

/** The head of the branch that the path names. Throws `SCAN_REQUIRED`. */
export function namedHead(c: Context<Edge>): Head {
  namedProject(c);
  const { resolved } = c.var;
  if (resolved.head) return resolved.head;
  throw new DriftError("SCAN_REQUIRED", "Nothing has been pushed to this branch", { command: "drift push" });
}

/** For `signedIn`: the project of a push. Its number is in the push's id, and counts for nothing until looked up. */
export const ofPush = (c: Context<Edge>): Target => {
  const number = /^p(\d{1,15})-[0-9A-Za-z]{22}$/.exec(c.req.param("push") ?? "")?.[1];
  return { id: number === undefined ? 0 : Number(number) };
};

/** The project of the push that the path names. Throws `PROJECT_NOT_FOUND`. */
export function projectOfPush(c: Context<Edge>): Project {
  const { project } = c.var.resolved;
  if (project) return project;
  throw new DriftError("PROJECT_NOT_FOUND", "There is no such push", { hint: "Open a new one: `drift push`" });
}

export const projectObject = (c: Context<Edge>, project: Project) => c.env.PROJECTS.getByName(String(project.id));

/** The shards there are, by the names of their bindings. */
export const shardsOf = (env: Cloudflare.Env): string[] => Object.keys(env).filter((name) => /^SHARD_\d+$/.test(name));
