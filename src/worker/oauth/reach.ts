/** What a person can give a client access to: one of their organisations, all of its projects or some. */
import type { Context } from "hono";
import { mayHold, type Role, type Scope } from "#contract/principal";
import type { MemberOrganisation } from "#db/account/members";
import { AccountDb } from "#db/account-db";
import { AccountReader } from "#db/account-reader";
import type { Project } from "#db/account-rows";
import type { Resource } from "#oauth/resources";
import type { Edge } from "#worker/edge";

/** Projects that a page lists; a client can be pinned to any other by its URL. */
const MOST_LISTED = 200;

export interface Reachable {
  ok: true;
  organisation: { id: string; slug: string; name: string; role: Role };
  /** The person's others, where the same could be asked. */
  others: { slug: string; name: string }[];
  /** What was asked for, as far as the role goes; at least `drift:read`. */
  scopes: Scope[];
  /** The one that the client asks about. */
  project: Project | undefined;
}

export type Unreachable =
  | { ok: false; why: "no_organisation" | "not_yours" }
  /** The organisation wants its members to sign in in a way that this person has not: calls would be refused. */
  | { ok: false; why: "identity"; organisation: MemberOrganisation };

/**
 * @param wanted an organisation's slug; undefined: the first of theirs. A resource that is pinned to a
 * project leaves no choice.
 */
export async function reach(
  c: Context<Edge>,
  { pinned }: Resource,
  asked: readonly Scope[],
  wanted: string | undefined,
): Promise<Reachable | Unreachable> {
  const account = new AccountDb(c.env.ACCOUNT);
  const { person } = c.var;
  const all = await account.members.organisationsOf(person.user);
  if (all.length === 0) return { ok: false, why: pinned ? "not_yours" : "no_organisation" };
  const slug = pinned?.organisation ?? wanted;
  const organisation = slug === undefined ? all[0] : all.find((one) => one.slug === slug);
  if (!organisation || (pinned && wanted !== undefined && wanted !== pinned.organisation)) {
    return { ok: false, why: "not_yours" };
  }
  if (!(await isIdentified(account, person.user, organisation))) return { ok: false, why: "identity", organisation };
  const reader = new AccountReader(c.env.ACCOUNT, { organisation: organisation.id });
  const project = pinned && (await reader.project(pinned));
  if (pinned && !project) return { ok: false, why: "not_yours" };
  const allowed = asked.filter((scope) => mayHold(organisation.role, scope));
  return {
    ok: true,
    organisation,
    others: pinned ? [] : all.filter((one) => one !== organisation),
    scopes: allowed.length > 0 ? allowed : ["drift:read"],
    project,
  };
}

/** The rule by which the account database refuses a call, asked before there is anything to call with. */
async function isIdentified(
  account: AccountDb,
  user: string,
  { requiredIssuer, emailDomain }: MemberOrganisation,
): Promise<boolean> {
  if (requiredIssuer === null && emailDomain === null) return true;
  const identities = await account.identities.of(user);
  return identities.some(
    ({ issuer, email, emailVerified }) =>
      (requiredIssuer === null || issuer === requiredIssuer) &&
      (emailDomain === null || (emailVerified && email?.slice(email.indexOf("@") + 1) === emailDomain)),
  );
}

/** The projects that a form offers, by name. */
export const choosable = async (c: Context<Edge>, organisation: string): Promise<{ id: number; slug: string }[]> =>
  new AccountDb(c.env.ACCOUNT).projects.shownOf(organisation, MOST_LISTED);

/** The scopes that were ticked: ticks can only take away from what was offered. */
export const chosenScopes = (form: URLSearchParams, offered: readonly Scope[]): Scope[] =>
  offered.filter((scope) => form.getAll("scope").includes(scope));

/** The projects that a form limits the grant to; undefined: all, also those that are made later. */
export async function given(c: Context<Edge>, form: URLSearchParams, found: Reachable): Promise<number[] | undefined> {
  if (found.project) return [found.project.id];
  if (form.get("projects") !== "some") return undefined;
  const ticked = form.getAll("project");
  const offered = await choosable(c, found.organisation.id);
  return offered.filter(({ id }) => ticked.includes(String(id))).map(({ id }) => id);
}
