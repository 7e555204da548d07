/** The authorization endpoint: who asks, what for, and what the person decides. */
import { type Context, Hono } from "hono";
import type { Scope } from "#contract/principal";
import { oauthPorts } from "#durable/oauth-ports";
import { type Asked, AuthorizationRefused, readAuthorization, refused, shownClient } from "#oauth/authorization";
import { offerConsent, takeConsent } from "#oauth/consents";
import { issueGrant } from "#oauth/issue-grant";
import { paths } from "#oauth/library";
import type { OauthPorts } from "#oauth/ports";
import { parseResource } from "#oauth/resources";
import { ConsentPage } from "#pages/consent";
import { MessagePage } from "#pages/message";
import { page } from "#pages/page";
import type { Edge } from "#worker/edge";
import { admit } from "#worker/rates";
import { authorOrigin, checkCsrf, originOf, person } from "#worker/session";
import { choosable, chosenScopes, given, reach } from "./reach.ts";
import { unreachable } from "./unreachable.tsx";

/** The request is checked before the person is asked to sign in: what is wrong with it they could not mend. */
async function readAsked(c: Context<Edge>): Promise<{ ports: OauthPorts; asked: Asked }> {
  const ports = oauthPorts(c.env, originOf(c));
  const { searchParams } = new URL(c.req.url);
  return { ports, asked: await readAuthorization(ports, searchParams) };
}

/** GET: asks for consent, in one organisation; the page leads to the same question about the others. */
async function ask(c: Context<Edge>): Promise<Response> {
  await admit(c, "consent", c.var.person.user);
  const { ports, asked } = await readAsked(c);
  const { searchParams } = new URL(c.req.url);
  const found = await reach(c, asked.resource, asked.scopes, searchParams.get("organisation") ?? undefined);
  if (!found.ok) return unreachable(c, found, `${paths.authorize}?${searchParams}`);
  const { organisation, others, scopes } = found;
  const { person: who } = c.var;
  const handle = await offerConsent(ports, { request: asked.request, scopes, session: who.session });
  const same = (slug: string) => {
    const query = new URLSearchParams(searchParams);
    query.set("organisation", slug);
    return `${paths.authorize}?${query}`;
  };
  const client = shownClient(ports.issuer, asked.client, asked.request.redirectUri);
  return page(
    c,
    <ConsentPage
      client={{ ...client, verified: client.host !== undefined }}
      person={who}
      organisation={organisation}
      otherOrganisations={others.map(({ slug, name }) => ({ name, href: same(slug) }))}
      projects={await choosable(c, organisation.id)}
      onlyProject={found.project?.slug}
      scopes={scopes}
      action={paths.authorize}
      csrf={who.csrf}
      hidden={{ handle, organisation: organisation.slug }}
    />,
    { formTargets: [asked.request.redirectUri] },
  );
}

/** POST: everything but the ticks comes from what was checked when the page was made. */
async function decide(c: Context<Edge>): Promise<Response> {
  await admit(c, "consent", c.var.person.user);
  const { form, person: who } = c.var;
  const ports = oauthPorts(c.env, originOf(c));
  const consent = await takeConsent(ports, form.get("handle") ?? "", who.session);
  if (!consent) return expired(c);
  const { request } = consent;
  if (form.get("decision") !== "allow") throw refused(request, "access_denied", "The person said no");
  const resource = parseResource(ports.issuer, request.resource as string);
  if (!resource) return expired(c);
  const found = await reach(c, resource, consent.scopes, form.get("organisation") ?? "");
  if (!found.ok) return unreachable(c, found, "/");
  const scopes = chosenScopes(form, found.scopes);
  if (scopes.length === 0) throw refused(request, "access_denied", "Nothing was allowed");
  const projects = await given(c, form, found);
  const origin = authorOrigin(c);
  const location = await issueGrant(ports, request, {
    user: who.user,
    organisation: found.organisation.id,
    scopes: scopes as Scope[],
    ...(projects && { projects }),
    ...(origin !== undefined && { origin }),
  });
  return redirectTo(location.href);
}

const expired = (c: Context<Edge>) =>
  page(
    c,
    <MessagePage
      title="Start again"
      text="This page was answered before, or has waited too long. Connect again from your client."
    />,
    400,
  );

/** A refusal goes to the client where its redirect URI is known to be its own; else it is shown here. */
export function authorizationRefused(error: Error, c: Context<Edge>): Response | Promise<Response> {
  if (!(error instanceof AuthorizationRefused)) throw error;
  if (error.redirectTo !== undefined) return redirectTo(error.redirectTo);
  return page(
    c,
    <MessagePage
      title="This request cannot be completed"
      text={`The client that sent you here asked wrongly: ${error.message}. Nothing was shared with it.`}
    />,
    400,
  );
}

/** The address is a client's and goes out as it is: it has been checked, and holds a code. */
const redirectTo = (location: string): Response =>
  new Response(null, {
    status: 303,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });

const checked = async (c: Context<Edge>, next: () => Promise<void>) => {
  await readAsked(c);
  return next();
};

export const authorizeRoutes = new Hono<Edge>()
  .get(paths.authorize, checked, person, ask)
  .post(paths.authorize, person, checkCsrf, decide)
  .onError(authorizationRefused);
