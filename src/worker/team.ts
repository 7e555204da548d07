/**
 * Changes after which somebody has less access than before: for the REST routes and the pages alike.
 * The change itself is a batch in the account database, from which on the next call fails. What is open
 * already, sessions and subscriptions, is closed by the organisation's hub, and the users' objects forget
 * the grants.
 */
import type { Author } from "#db/account/handle";
import type { Ended } from "#db/account/members";
import type { Organisation } from "#db/account/organisations";
import { AccountDb } from "#db/account-db";
import type { Project } from "#db/account-rows";
import { logFault } from "#mcp/log";

/** Where the change is made. */
export interface Service {
  env: Cloudflare.Env;
  /** The service's canonical origin. */
  issuer: string;
}

/** Runs the change. A review by the hub is due before it, so that one comes even if this request dies. */
export async function endAccess<T>({ env }: Service, organisation: string, change: () => Promise<T>): Promise<T> {
  const hub = env.HUBS.getByName(organisation);
  await hub.expectChange(organisation);
  const result = await change();
  await hub.review();
  return result;
}

/** Throws as `Members.remove` does. */
export const removeMember = (service: Service, organisation: string, user: string, author: Author): Promise<void> =>
  endMembership(service, organisation, user, (account) => account.members.remove(organisation, user, author));

/** Throws as `Members.leave` does. */
export const leaveOrganisation = (
  service: Service,
  organisation: string,
  author: Author & { user: string },
): Promise<void> =>
  endMembership(service, organisation, author.user, (account) =>
    account.members.leave(organisation, author.user, author),
  );

/** Revokes one client's grant in an organisation, of `owner` or, where nobody is named, anybody's. Throws `NOT_FOUND`. */
export async function revokeGrant(
  service: Service,
  organisation: string,
  id: string,
  author: Author,
  owner?: string,
): Promise<void> {
  const { grants } = new AccountDb(service.env.ACCOUNT);
  const { user } = await endAccess(service, organisation, () => grants.revokeOf(organisation, id, author, owner));
  await forgetGrants(service, user, [id]);
}

/** Hides a project and begins to remove it. Answers the id by which one asks whether that is done. */
export const deleteProject = (service: Service, project: Project, author: Author): Promise<string> =>
  endAccess(service, project.organisation, () =>
    service.env.PROJECTS.getByName(String(project.id)).remove(project, author),
  );

/** Ends an organisation and begins to remove it. Answers the id by which one asks whether that is done. */
export async function deleteOrganisation(
  service: Service,
  organisation: Pick<Organisation, "id" | "slug">,
  author: Author,
): Promise<string> {
  const { env, issuer } = service;
  return endAccess(service, organisation.id, async () => {
    const deletion = await new AccountDb(env.ACCOUNT).organisations.end(organisation, author);
    await env.HUBS.getByName(organisation.id).remove(organisation.id, issuer);
    return deletion;
  });
}

/** Changes how a project is kept, and tells its object. */
export async function changeProject({ env }: Service, change: Promise<Project>): Promise<Project> {
  const project = await change;
  await env.PROJECTS.getByName(String(project.id)).know(project);
  return project;
}

/** Gives a project another name. Subscribers hear that resources are called otherwise. Throws as `Projects.rename` does. */
export async function renameProject(
  service: Service,
  project: Project,
  slug: string,
  author: Author,
): Promise<Project> {
  const { env } = service;
  const { projects } = new AccountDb(env.ACCOUNT);
  const renamed = await changeProject(service, projects.rename(project, slug, author));
  await env.HUBS.getByName(project.organisation).publish({ kind: "resources_list_changed" });
  return renamed;
}

async function endMembership(
  service: Service,
  organisation: string,
  user: string,
  change: (account: AccountDb) => Promise<Ended>,
): Promise<void> {
  const { grants } = await endAccess(service, organisation, () => change(new AccountDb(service.env.ACCOUNT)));
  await forgetGrants(service, user, grants);
}

/** They open nothing any more: this tidies up, and where it fails they expire by themselves. */
async function forgetGrants({ env, issuer }: Service, user: string, grants: string[]): Promise<void> {
  if (grants.length === 0) return;
  try {
    await env.USERS.getByName(user).revoke(issuer, grants);
  } catch (error) {
    logFault({ requestId: "", at: "forget grants" }, error);
  }
}
