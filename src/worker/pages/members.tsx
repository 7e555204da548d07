/** Members, their roles, and invitations. */
import { type Context, Hono } from "hono";
import * as z from "zod";
import { DriftError } from "#contract/errors";
import { roles } from "#contract/principal";
import { may, mayRemove } from "#contract/teams";
import type { Member } from "#db/account/members";
import { ConfirmPage, type ConfirmProps } from "#pages/kit/confirm";
import { page } from "#pages/page";
import { InvitationMadePage, invitationDays, MembersPage, type MembersProps } from "#pages/team/members";
import type { Edge } from "#worker/edge";
import { checkCsrf, originOf, person } from "#worker/session";
import { leaveOrganisation, removeMember } from "#worker/team";
import {
  accountOf,
  attempt,
  checked,
  done,
  field,
  frameOf,
  member,
  personAuthor,
  serviceOf,
  teamFrame,
} from "./frame.tsx";

const base = "/o/:organisation/members";
const day = 86_400_000;
const invitation = z.object({
  role: z.enum(roles, "choose a role"),
  email: z.email("write an address such as bob@acme.com, or leave it empty").max(254).optional(),
  days: z.enum(invitationDays),
});

const home = (c: Context<Edge>): string => `/o/${c.var.seat.slug}/members`;

async function list(c: Context<Edge>, more: Pick<MembersProps, "values" | "errors"> = {}, status = 200) {
  const { id, role } = c.var.seat;
  const { members, invitations } = accountOf(c);
  const mayInvite = may(role, "members.invite");
  const [all, invited] = await Promise.all([members.of(id), mayInvite ? invitations.list(id) : []]);
  const names = new Map(all.map(({ user, name }) => [user, name]));
  const open = invited
    .filter(({ state }) => state === "open")
    .map((one) => ({ ...one, invitedBy: names.get(one.invitedBy) ?? "a former member" }));
  return page(
    c,
    <MembersPage frame={teamFrame(c)} you={c.var.person.user} members={all} invitations={open} {...more} />,
    status,
  );
}

async function invite(c: Context<Edge>): Promise<Response> {
  const values = { email: field(c, "email"), role: field(c, "role"), days: field(c, "days") };
  const { data, errors } = checked(invitation, { ...values, email: values.email || undefined });
  if (!data) return list(c, { values, errors }, 400);
  const { role, email = null } = data;
  const expiresAt = Date.now() + Number(data.days) * day;
  const { invitations } = accountOf(c);
  const made = await attempt(() =>
    invitations.create({ organisation: c.var.seat.id, role, email, expiresAt }, personAuthor(c)),
  );
  if (made.refusal !== undefined) return list(c, { values, errors: { form: made.refusal } }, 409);
  const link = `${originOf(c)}/invitations/${made.value.secret}`;
  return page(c, <InvitationMadePage frame={teamFrame(c)} link={link} invitation={{ role, email, expiresAt }} />);
}

/** The member that the path names. */
async function named(c: Context<Edge>): Promise<Member> {
  const all = await accountOf(c).members.of(c.var.seat.id);
  const found = all.find(({ user }) => user === c.req.param("user"));
  if (!found) throw new DriftError("NOT_FOUND", "There is no such member.", { hint: "They may have left since." });
  return found;
}

async function setRole(c: Context<Edge>): Promise<Response> {
  const { data } = checked(z.object({ role: z.enum(roles) }), { role: field(c, "role") });
  if (!data) throw new DriftError("INVALID_ARGUMENT", "There is no such role.");
  await accountOf(c).members.set(c.var.seat.id, c.req.param("user") ?? "", data.role, personAuthor(c));
  return done(c, home(c), "role-set");
}

const confirm = (c: Context<Edge>, props: Omit<ConfirmProps, "frame" | "back">) =>
  page(
    c,
    <ConfirmPage frame={frameOf(c)} back={{ name: "members", href: home(c) }} {...props} />,
    props.error ? 409 : 200,
  );

async function confirmRemoval(c: Context<Edge>): Promise<Response> {
  const { user, name, role } = await named(c);
  if (!mayRemove(c.var.seat.role, role)) {
    throw new DriftError("ROLE_REQUIRED", `You may not remove an ${role}.`, { hint: "Ask an owner." });
  }
  return confirm(c, {
    title: `Remove ${name}?`,
    consequences: [
      `Their next call to ${c.var.seat.name} fails, in every client.`,
      "Their tokens, connections and open invitations here end.",
      "What they wrote for the team stays.",
    ],
    action: `${home(c)}/${user}/remove`,
    label: "Remove",
  });
}

async function confirmTransfer(c: Context<Edge>): Promise<Response> {
  const { user, name } = await named(c);
  return confirm(c, {
    title: `Make ${name} the owner?`,
    consequences: [
      `${name} may do everything in ${c.var.seat.name}, also delete it.`,
      "You become an admin. Only an owner can make you owner again.",
    ],
    action: `${home(c)}/${user}/transfer`,
    label: "Make owner",
  });
}

const confirmLeave = (c: Context<Edge>, error?: string) =>
  confirm(c, {
    title: `Leave ${c.var.seat.name}?`,
    consequences: [
      "Your clients lose their access to it at their next call.",
      "Your tokens and open invitations here end.",
      "To come back you need a new invitation.",
    ],
    action: `/o/${c.var.seat.slug}/leave`,
    label: "Leave",
    error,
  });

export const memberPages = (): Hono<Edge> =>
  new Hono<Edge>()
    .get(base, person, member(), (c) => list(c))
    .post(`${base}/invite`, person, checkCsrf, member("members.invite"), invite)
    .post(`${base}/:user/role`, person, checkCsrf, member("members.role"), setRole)
    .get(`${base}/:user/remove`, person, member("members.remove"), confirmRemoval)
    .post(`${base}/:user/remove`, person, checkCsrf, member("members.remove"), async (c) => {
      await removeMember(serviceOf(c), c.var.seat.id, c.req.param("user"), personAuthor(c));
      return done(c, home(c), "member-removed");
    })
    .get(`${base}/:user/transfer`, person, member("organisation.transfer"), confirmTransfer)
    .post(`${base}/:user/transfer`, person, checkCsrf, member("organisation.transfer"), async (c) => {
      await accountOf(c).members.transfer(c.var.seat.id, c.req.param("user"), personAuthor(c));
      return done(c, home(c), "owner-made");
    })
    .post("/o/:organisation/invitations/:invitation/revoke", person, checkCsrf, member("members.invite"), async (c) => {
      await accountOf(c).invitations.revoke(c.var.seat.id, c.req.param("invitation"), personAuthor(c));
      return done(c, home(c), "invitation-revoked");
    })
    .get("/o/:organisation/leave", person, member(), (c) => confirmLeave(c))
    .post("/o/:organisation/leave", person, checkCsrf, member(), async (c) => {
      const left = await attempt(() => leaveOrganisation(serviceOf(c), c.var.seat.id, personAuthor(c)));
      return left.refusal === undefined ? done(c, "/", "left") : confirmLeave(c, left.refusal);
    });
