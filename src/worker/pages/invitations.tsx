/** Following an invitation. */
import { type Context, Hono } from "hono";
import { DriftError } from "#contract/errors";
import { page } from "#pages/page";
import { InvitationPage } from "#pages/team/invitation";
import type { Edge } from "#worker/edge";
import { checkCsrf, person } from "#worker/session";
import { accountOf, attempt, done, personAuthor } from "./frame.tsx";

/** Unknown, used, revoked, expired: one answer. */
async function offered(c: Context<Edge>, error?: string): Promise<Response> {
  const secret = c.req.param("secret") ?? "";
  const offer = await accountOf(c).invitations.offer(secret);
  if (!offer) {
    throw new DriftError("NOT_FOUND", "This invitation is not good: it was used or revoked, or it has expired.", {
      hint: "Ask whoever invited you for a new one.",
    });
  }
  const { role, invitedBy } = offer;
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
