/** Following an invitation. */
import { type Context, Hono } from "hono";
import { DriftError } from "#contract/errors";
import { page } from "#pages/page";
import { InvitationPage } from "#pages/team/invitation";
import type { Edge } from "#worker/edge";
import { checkCsrf, person } from "#worker/session";
import { accountOf, attempt, done, personAuthor } from "./frame.tsx";

/** Unknown, used, revoked, expired, for another address: one answer. */
async function offered(c: Context<Edge>, error?: string): Promise<Response> {
  const secret = c.req.param("secret") ?? "";
  const { user, email, name } = c.var.person;
  const found = await attempt(() => accountOf(c).invitations.offer(secret, user));
  if (found.refusal !== undefined) {
    throw new DriftError("NOT_FOUND", found.refusal, {
      hint: `You are signed in as ${email ?? name}: if it was meant for another address of yours, sign in with that.`,
    });
  }
  const { role, invitedBy, ...offer } = found.value;
  return page(
    c,
    <InvitationPage
      offer={{ organisation: offer.organisation.name, invitedBy, role }}
      person={c.var.person}
      action={`/invitations/${secret}`}
      csrf={c.var.person.csrf}
      error={error === undefined ? undefined : { text: error }}
    />,
    error === undefined ? 200 : 409,
  );
}

export const invitationPages = (): Hono<Edge> =>
  new Hono<Edge>()
    .get("/invitations/:secret", person, (c) => offered(c))
    .post("/invitations/:secret", person, checkCsrf, async (c) => {
      const accepted = await attempt(() =>
        accountOf(c).invitations.accept(c.req.param("secret"), c.var.person.user, personAuthor(c)),
      );
      if (accepted.refusal !== undefined) return offered(c, accepted.refusal);
      return done(c, `/o/${accepted.value.slug}`, "joined");
    });
