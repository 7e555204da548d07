/** A person's own account: what they let in, where they are signed in, and how. */
import { type Context, Hono } from "hono";
import { DriftError } from "#contract/errors";
import type { GrantRow } from "#db/account/grants";
import { AccountReader } from "#db/account-reader";
import { ConfirmPage } from "#pages/kit/confirm";
import { MessagePage } from "#pages/message";
import { page } from "#pages/page";
import { AccountPage, type GrantView } from "#pages/team/account";
import type { Edge } from "#worker/edge";
import { checkCsrf, person } from "#worker/session";
import { leaveOrganisation, revokeGrant } from "#worker/team";
import { accountOf, attempt, done, field, frameOf, personAuthor, serviceOf } from "./frame.tsx";
import { issuerName, issuersOf } from "./issuers.ts";

async function show(c: Context<Edge>): Promise<Response> {
  const { user, session } = c.var.person;
  const account = accountOf(c);
  const [grants, sessions, identities] = await Promise.all([
    grantsOf(c),
    c.env.USERS.getByName(user).sessions(),
    account.identities.of(user),
  ]);
  const issuers = issuersOf(c);
  return page(
    c,
    <AccountPage
      frame={frameOf(c)}
      grants={grants}
      sessions={sessions
        .map(({ id, agent, createdAt, lastUsedAt }) => ({ id, agent, createdAt, lastUsedAt, current: id === session }))
        .sort((one, other) => other.lastUsedAt - one.lastUsedAt)}
      identities={identities.map((one) => ({ ...one, provider: issuerName(issuers, one.issuer) }))}
      linkable={issuers}
    />,
  );
}

/** The person's grants, with the names of what they reach. */
async function grantsOf(c: Context<Edge>): Promise<GrantView[]> {
  const account = accountOf(c);
  const { user } = c.var.person;
  const [grants, organisations] = await Promise.all([
    account.grants.ofUser(user),
    account.members.organisationsOf(user),
  ]);
  const limited = organisations.filter(({ id }) => grants.some((one) => one.organisation === id && one.projects));
  const projects = await Promise.all(
    limited.map(({ id }) => new AccountReader(c.env.ACCOUNT, { organisation: id }).projects()),
  );
  const names = new Map(projects.flat().map(({ project }) => [project.id as number, project.slug]));
  return grants.map((grant) => ({
    ...grant,
    organisation: organisations.find(({ id }) => id === grant.organisation)?.name ?? "an organisation you have left",
    projects: grant.projects?.map((id) => names.get(id) ?? "a deleted one") ?? null,
  }));
}

/** Another's grant and none are the same answer. */
async function ownGrant(c: Context<Edge>): Promise<GrantRow> {
  const own = await accountOf(c).grants.ofUser(c.var.person.user);
  const found = own.find(({ id }) => id === c.req.param("grant"));
  if (!found) throw new DriftError("NOT_FOUND", "There is no such connection.", { hint: "It may have ended since." });
  return found;
}

async function confirmEnd(c: Context<Edge>, error?: string): Promise<Response> {
  const { user, name, email } = c.var.person;
  const organisations = await accountOf(c).members.organisationsOf(user);
  return page(
    c,
    <ConfirmPage
      frame={frameOf(c)}
      title="Delete your account?"
      consequences={[
        organisations.length === 0
          ? "You belong to no organisation."
          : `You leave ${organisations.map((one) => one.name).join(", ")}.`,
        "Your tokens and connections end, and every browser is signed out.",
        "Your name and address are removed. What you wrote for a team stays with it.",
      ]}
      action="/account/delete"
      label="Delete account"
      word={email ?? name}
      back={{ name: "your account", href: "/account" }}
      error={error}
    />,
    error === undefined ? 200 : 409,
  );
}

/** Leaves every organisation first, so that a last owner is stopped before anything of theirs is gone. */
async function end(c: Context<Edge>): Promise<Response> {
  const { user, name, email } = c.var.person;
  if (field(c, "confirm") !== (email ?? name)) return confirmEnd(c, "This is not what stands above.");
  const account = accountOf(c);
  const organisations = await account.members.organisationsOf(user);
  for (const { id, name: organisation, role } of organisations) {
    if (role !== "owner") continue;
    const owners = (await account.members.of(id)).filter((one) => one.role === "owner");
    if (owners.length > 1) continue;
    return confirmEnd(c, `You are the only owner of ${organisation}: make another one first, or delete it.`);
  }
  for (const { id } of organisations) {
    const left = await attempt(() => leaveOrganisation(serviceOf(c), id, personAuthor(c)));
    if (left.refusal !== undefined) return confirmEnd(c, left.refusal);
  }
  if (!(await account.identities.forget(user))) {
    return confirmEnd(c, "You have become a member of an organisation meanwhile: look again at what stands above.");
  }
  await c.env.USERS.getByName(user).clear();
  return page(
    c,
    <MessagePage
      title="Your account is deleted"
      text="Nobody can sign in with it any more. Should you come back, you begin anew."
      action={{ label: "Sign in", href: "/sign-in" }}
    />,
  );
}

export const accountPages = (): Hono<Edge> =>
  new Hono<Edge>()
    .get("/account", person, show)
    .post("/account/grants/:grant/revoke", person, checkCsrf, async (c) => {
      const { organisation, id } = await ownGrant(c);
      await revokeGrant(serviceOf(c), organisation, id, personAuthor(c));
      return done(c, "/account", "grant-revoked");
    })
    .post("/account/sessions/:session/end", person, checkCsrf, async (c) => {
      await c.env.USERS.getByName(c.var.person.user).endSession(c.req.param("session"));
      return done(c, "/account", "session-ended");
    })
    .post("/account/identities/unlink", person, checkCsrf, async (c) => {
      const which = { issuer: field(c, "issuer"), subject: field(c, "subject") };
      await accountOf(c).identities.unlink(c.var.person.user, which);
      return done(c, "/account", "unlinked");
    })
    .get("/account/delete", person, (c) => confirmEnd(c))
    .post("/account/delete", person, checkCsrf, end);
