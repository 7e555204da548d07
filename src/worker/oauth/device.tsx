/** The page where a person types a device's code, and decides (RFC 8628, section 3.3). */
import { type Context, Hono } from "hono";
import { oauthPorts } from "#durable/oauth-ports";
import { shownClient } from "#oauth/authorization";
import { resolveClient } from "#oauth/clients/resolve";
import { decide, type FoundDevice, findDevice } from "#oauth/device/codes";
import { paths } from "#oauth/library";
import { parseResource } from "#oauth/resources";
import { ConsentPage } from "#pages/consent";
import { DeviceDonePage, DevicePage } from "#pages/device";
import { page } from "#pages/page";
import type { Edge } from "#worker/edge";
import { admit } from "#worker/rates";
import { authorOrigin, checkCsrf, originOf, person } from "#worker/session";
import { choosable, chosenScopes, given, type Reachable, reach } from "./reach.ts";
import { unreachable } from "./unreachable.tsx";

/** A wrong, a used and an expired code are one answer. */
const UNKNOWN = "The code is wrong, was used or has expired. Start again on your device.";

const codePage = (c: Context<Edge>, userCode?: string, error?: string, status = 200) =>
  page(c, <DevicePage csrf={c.var.person.csrf} userCode={userCode} error={error} />, status);

/** What waits behind a typed code, and what this person could give it; every look counts as a try. */
async function lookUp(
  c: Context<Edge>,
  typed: string,
  organisation: string | undefined,
): Promise<(FoundDevice & { reached: Reachable }) | Response> {
  // By person, so that more browsers do not buy more tries.
  await admit(c, "deviceCode", c.var.person.user);
  const ports = oauthPorts(c.env, originOf(c));
  const found = await findDevice(ports, typed);
  const resource = found && parseResource(ports.issuer, found.record.resource);
  if (!resource) return codePage(c, typed, UNKNOWN, 404);
  const reached = await reach(c, resource, found.record.scopes, organisation);
  const again = `${paths.device}?${new URLSearchParams({ user_code: typed })}`;
  return reached.ok ? { ...found, reached } : unreachable(c, reached, again);
}

/** Shows what is asked for. A code is shown, never approved by itself: links can be sent to other people. */
async function show(c: Context<Edge>, typed: string, organisation: string | undefined): Promise<Response> {
  const found = await lookUp(c, typed, organisation);
  if (found instanceof Response) return found;
  const { reached, record } = found;
  const ports = oauthPorts(c.env, originOf(c));
  const client = await resolveClient(ports, record.clientId);
  if (!client) return codePage(c, typed, UNKNOWN, 404);
  const shown = shownClient(ports.issuer, client);
  const same = (slug: string) => `${paths.device}?${new URLSearchParams({ user_code: typed, organisation: slug })}`;
  return page(
    c,
    <ConsentPage
      client={{ ...shown, verified: shown.host !== undefined }}
      person={c.var.person}
      organisation={reached.organisation}
      otherOrganisations={reached.others.map(({ slug, name }) => ({ name, href: same(slug) }))}
      projects={await choosable(c, reached.organisation.id)}
      onlyProject={reached.project?.slug}
      scopes={reached.scopes}
      userCode={typed.slice(0, 20)}
      action={paths.device}
      csrf={c.var.person.csrf}
      hidden={{ user_code: typed, organisation: reached.organisation.slug }}
    />,
  );
}

/** The first form holds a code alone; the second, a decision about what that code asks for. */
async function submit(c: Context<Edge>): Promise<Response> {
  const { form, person: who } = c.var;
  const typed = form.get("user_code") ?? "";
  const decision = form.get("decision");
  if (decision === null) return show(c, typed, undefined);
  const found = await lookUp(c, typed, form.get("organisation") ?? "");
  if (found instanceof Response) return found;
  const ports = oauthPorts(c.env, originOf(c));
  const scopes = chosenScopes(form, found.reached.scopes);
  const projects = await given(c, form, found.reached);
  const origin = authorOrigin(c);
  const allowed = decision === "allow" && scopes.length > 0;
  const approval = {
    user: who.user,
    organisation: found.reached.organisation.id,
    scopes,
    ...(projects && { projects }),
    ...(origin !== undefined && { origin }),
  };
  if (!(await decide(ports, found, allowed ? approval : "denied"))) return codePage(c, typed, UNKNOWN, 404);
  const client = await resolveClient(ports, found.record.clientId);
  return page(c, <DeviceDonePage allowed={allowed} client={client ? shownClient(ports.issuer, client).name : "It"} />);
}

export const deviceRoutes = new Hono<Edge>()
  .get(paths.device, person, (c) => {
    const { searchParams } = new URL(c.req.url);
    const typed = searchParams.get("user_code");
    return typed === null ? codePage(c) : show(c, typed, searchParams.get("organisation") ?? undefined);
  })
  .post(paths.device, person, checkCsrf, submit);
