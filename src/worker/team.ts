/**
 * Changes after which somebody has less access than before: for the REST routes and the pages alike.
 * The change itself is a batch in the account database, from which on the next call fails. What is open
 * already, sessions and subscriptions, is closed by the organisation's hub.
 */
import type { Author } from "#db/account/handle";
import type { Organisation } from "#db/account/organisations";
import { AccountDb } from "#db/account-db";
import type { Project } from "#db/account-rows";

/** Runs the change. A review by the hub is due before it, so that one comes even if this request dies. */
export async function endAccess<T>(env: Cloudflare.Env, organisation: string, change: () => Promise<T>): Promise<T> {
  const hub = env.HUBS.getByName(organisation);
  await hub.expectChange(organisation);
  const result = await change();
  await hub.review();
  return result;
}

/** Hides a project and begins to remove it. Answers the id by which one asks whether that is done. */
export const deleteProject = (env: Cloudflare.Env, project: Project, author: Author): Promise<string> =>
  endAccess(env, project.organisation, () => env.PROJECTS.getByName(String(project.id)).remove(project, author));

/** Ends an organisation and begins to remove it. Answers the id by which one asks whether that is done. */
export async function deleteOrganisation(
  env: Cloudflare.Env,
  organisation: Pick<Organisation, "id" | "slug">,
  author: Author,
): Promise<string> {
  return endAccess(env, organisation.id, async () => {
    const hub = env.HUBS.getByName(organisation.id);
    const { deletion } = await new AccountDb(env.ACCOUNT).organisations.end(organisation, author);
    await hub.remove(organisation.id);
    return deletion;
  });
}

/** Changes what a project is called or how it is kept, and tells its object. */
export async function changeProject(env: Cloudflare.Env, change: Promise<Project>): Promise<Project> {
  const project = await change;
  await env.PROJECTS.getByName(String(project.id)).know(project);
  return project;
}
