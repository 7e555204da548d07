/**
 * No REST route and no page tells or does anything for somebody who may not.
 *
 * The cases run over the app's own table of routes: a route is in them by existing, and the tests fail until
 * `least` says which role it is for. What is somebody else's and what is not there must be one answer, at one cost.
 */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, test } from "vitest";
import { type Role, roles } from "#contract/principal";
import { AccountDb } from "#db/account-db";
import { mintToken, randomText } from "#db/tokens";
import api from "../docs/api.md?raw";
import {
  authorizeUrl,
  type Browser,
  browserOf,
  formOf,
  issuer,
  json,
  obtainTokens,
  postForm,
  registerClient,
  signIn,
} from "./harness/oauth.ts";
import {
  alike,
  ask,
  crowd,
  everything,
  type Names,
  nowhere,
  o,
  p,
  pages,
  pathOf,
  rest,
  routes,
  type Tenant,
  tenant,
  told,
  visit,
} from "./harness/tenants.ts";

/** The least role that each REST route is for; `public` asks for no token. */
const least: Record<string, Role | "public"> = {
  "GET /v1/deletions/:deletion": "public",
  "GET /v1/organisations": "viewer",
  "GET /v1/whoami": "viewer",
  [`GET ${o}`]: "viewer",
  [`PATCH ${o}`]: "owner",
  [`DELETE ${o}`]: "owner",
  [`POST ${o}/transfer`]: "owner",
  [`GET ${o}/members`]: "viewer",
  [`PATCH ${o}/members/:user`]: "owner",
  [`DELETE ${o}/members/:user`]: "admin",
  [`POST ${o}/leave`]: "member",
  [`GET ${o}/invitations`]: "admin",
  [`POST ${o}/invitations`]: "admin",
  [`DELETE ${o}/invitations/:invitation`]: "admin",
  [`GET ${o}/tokens`]: "admin",
  [`POST ${o}/tokens`]: "admin",
  [`DELETE ${o}/tokens/:token`]: "admin",
  [`GET ${o}/grants`]: "admin",
  [`DELETE ${o}/grants/:grant`]: "admin",
  [`GET ${o}/audit`]: "admin",
  "GET /v1/projects": "viewer",
  "POST /v1/projects": "admin",
  [`GET ${p}`]: "viewer",
  [`PATCH ${p}`]: "admin",
  [`DELETE ${p}`]: "admin",
  [`GET ${p}/branches`]: "viewer",
  [`GET ${p}/branches/:branch`]: "admin",
  [`GET ${p}/branches/:branch/units`]: "admin",
  [`POST ${p}/pushes`]: "admin",
  [`GET ${p}/trusts`]: "admin",
  [`POST ${p}/trusts`]: "admin",
  [`DELETE ${p}/trusts/:trust`]: "admin",
  "GET /v1/pushes/:push": "admin",
  "PUT /v1/pushes/:push/packs/:number": "admin",
  "POST /v1/pushes/:push/commit": "admin",
  "DELETE /v1/pushes/:push": "admin",
};

/** Routes that tell a token of itself: it needs no scope for that. */
const ofAnyToken = ["GET /v1/whoami"];

let acme: Tenant;
let globex: Tenant;
beforeAll(async () => {
  [acme, globex] = await Promise.all([tenant("acme"), tenant("globex")]);
  await crowd(acme);
  // The first use of a token is noted, which is a statement: not here.
  await ask("GET /v1/projects", globex.names, globex.owner.token);
});

const guarded = rest.filter((route) => least[route] !== "public");
const below = (role: Role): Role[] => roles.slice(0, roles.indexOf(role));

it("every route of the app says which role it is for", () => {
  expect(Object.keys(least).sort()).toEqual([...rest].sort());
});

it("every route is told of in docs/api.md", () => {
  const words: Names = {
    organisation: "ORGANISATION",
    project: "PROJECT",
    user: "USER",
    branch: "BRANCH",
    number: "N",
  };
  const written = (route: string) =>
    route
      .replace(o, "{o}")
      .replace(p, "{p}")
      .replaceAll(/:(\w+)/g, (_, name: string) => words[name] ?? "ID");
  expect(rest.map(written).filter((route) => !api.includes(`\`${route}\``))).toEqual([]);
});

it("every other path is public by intent, a page of an organisation, or of whoever is signed in", () => {
  const others = routes.filter((route) => !rest.includes(route) && !pages.includes(route));
  const known =
    /^\w+ \/(?:$|health$|metrics$|mcp|oauth\/|device|sign-|setup$|invitations\/|deletions\/|account|new$|\.well-known\/|assets\/|style|fonts?\/|[\w-]+\.(?:css|svg|ico|txt)$)/;
  expect(others.filter((route) => !known.test(route))).toEqual([]);
});

describe.each(guarded)("%s", (route) => {
  test("without a token, and with one that opens nothing any more, is 401", async () => {
    const account = new AccountDb(env.ACCOUNT);
    const { organisation, names } = acme;
    const make = (more: object = {}) => organisation.member("gone", { role: "owner", scopes: everything, ...more });
    const [expired, revoked, removed] = [await make(), await make(), await make()];
    const set = (column: string, user: string) =>
      env.ACCOUNT.prepare(`update tokens set ${column} = 1 where user = ?`).bind(user).run();
    await set("expires_at", expired.user);
    await set("revoked_at", revoked.user);
    await account.members.remove(organisation.id, removed.user, { user: null });
    const answers = [];
    for (const token of [expired.token, revoked.token, removed.token, `dpa_${"0".repeat(49)}`]) {
      answers.push(told(await ask(route, names, token), names));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^401 /);
    expect((await ask(route, names, undefined)).status).toBe(401);
  });

  test("needs a scope, names it, and is refused to a token that holds all others", async () => {
    const { organisation, names } = acme;
    const none = await organisation.member("none", { role: "owner", scopes: [] });
    const refused = await ask(route, names, none.token);
    if (ofAnyToken.includes(route)) {
      expect(refused.status).toBe(200);
      return;
    }
    expect(refused.status).toBe(403);
    const [, needed] = /error="insufficient_scope", scope="([^"]+)"/.exec(refused.challenge ?? "") ?? [];
    expect(everything).toContain(needed);
    const others = everything.filter((scope) => scope !== needed);
    const lesser = await organisation.member("lesser", { role: "owner", scopes: others });
    expect((await ask(route, names, lesser.token)).status).toBe(403);
  });

  test.each(below(least[route] as Role))("is refused to a %s", async (role) => {
    const person = await acme.organisation.member(role, { role, scopes: everything });
    expect((await ask(route, acme.names, person.token)).status).toBe(403);
  });

  test("shows somebody of another organisation what is not there", async () => {
    const { token } = globex.owner;
    if (!/:(?:organisation|push)/.test(route)) {
      // Names no organisation: it is the token's own. Reading is enough to see that nothing of others is shown.
      if (!route.startsWith("GET")) return;
      expect((await ask(route, acme.names, token)).text).not.toContain(acme.organisation.slug);
      return;
    }
    const missing = nowhere();
    const theirs = await ask(route, acme.names, token);
    const nobodys = await ask(route, missing, token);
    expect(told(theirs, acme.names)).toBe(told(nobodys, missing));
    expect(theirs.status).toBe(404);
    expect(alike(theirs.cost, nobodys.cost)).toBe(true);
  });

  test("takes no id of another organisation under one's own name", async () => {
    const own = { organisation: globex.names.organisation, project: globex.names.project, branch: "main" };
    const theirs = { ...acme.names, ...own } as Names;
    const missing = { ...nowhere(), ...own } as Names;
    if (pathOf(route, theirs) === pathOf(route, missing)) return;
    const one = await ask(route, theirs, globex.owner.token);
    const other = await ask(route, missing, globex.owner.token);
    expect(told(one, theirs)).toBe(told(other, missing));
    expect(one.status).toBe(404);
    expect(alike(one.cost, other.cost)).toBe(true);
  });

  test("is refused to a token for other projects, and where it names one, as if that were not there", async () => {
    const { organisation, names } = acme;
    const elsewhere = await organisation.project(`p-${crypto.randomUUID().slice(0, 8)}`);
    const limits = { role: "owner" as const, scopes: everything, projects: [elsewhere.id] };
    const { token } = await organisation.member("limited", limits);
    if (/:project/.test(route)) {
      const missing = { ...names, project: "none" };
      const [hidden, none] = [await ask(route, names, token), await ask(route, missing, token)];
      expect(told(hidden, names)).toBe(told(none, missing).replaceAll("none", "shop"));
      expect(hidden.status).toBe(404);
    } else if (/:push/.test(route)) {
      expect((await ask(route, names, token)).status).toBe(404);
    } else if (!["viewer", "member"].includes(least[route] ?? "")) {
      expect((await ask(route, names, token)).status).toBe(403);
    }
  });

  test("is refused to a push token, unless it is part of a push", async () => {
    const { token } = await acme.organisation.member("ci", { role: "admin", scopes: ["drift:push"], kind: "push" });
    const pushes = /\/push|\/branches\/:branch/.test(route);
    if (ofAnyToken.includes(route)) return;
    if (!pushes) expect((await ask(route, acme.names, token)).status).toBe(403);
    else if (route.startsWith("GET")) expect((await ask(route, acme.names, token)).status).not.toBe(403);
  });
});

test("a body's user of another organisation is not there either", async () => {
  const route = `POST ${o}/transfer`;
  const { names, owner } = globex;
  const theirs = await ask(route, names, owner.token, { user: acme.names.user });
  const nobodys = await ask(route, names, owner.token, { user: `usr_${randomText(16)}` });
  expect(told(theirs, names)).toBe(told(nobodys, names));
  expect(theirs.status).toBe(404);
  expect(alike(theirs.cost, nobodys.cost)).toBe(true);
});

test("a secret of another's invitation is one that is not good, and says nothing of the organisation", async () => {
  const account = new AccountDb(env.ACCOUNT);
  const { secret } = await account.invitations.create(
    {
      ...{ organisation: acme.organisation.id, role: "viewer", email: "somebody@example.com" },
      expiresAt: Date.now() + 7_200_000,
    },
    { user: acme.owner.user },
  );
  const refusal = (text: string) =>
    account.invitations.accept(text, globex.owner.user, { user: globex.owner.user }).then(
      () => "done",
      ({ body }) => JSON.stringify(body),
    );
  expect(await refusal(secret)).toBe(await refusal(`dpi_${"0".repeat(49)}`));
});

test("and the owner is let in by the same questions, so that a refusal means something", async () => {
  const reads = guarded.filter((route) => route.startsWith("GET") && !/:branch/.test(route));
  for (const route of reads)
    expect([route, (await ask(route, acme.names, acme.owner.token)).status]).toEqual([route, 200]);
  expect((await ask(`PATCH ${p}`, acme.names, acme.owner.token)).status).toBe(200);
});

describe.each(pages)("%s", (route) => {
  const at = (browser: Browser | undefined, names: Names) =>
    visit(pathOf(route, names), browser, route.startsWith("POST") ? new URLSearchParams() : undefined);

  test("sends who is not signed in to sign in", async () => {
    expect((await at(undefined, acme.names)).status).toBe(303);
  });

  test("is not there for somebody of another organisation, or removed from it; a form without its token is refused", async () => {
    const removed = await acme.organisation.member("gone", { role: "owner" });
    await new AccountDb(env.ACCOUNT).members.remove(acme.organisation.id, removed.user, { user: null });
    const missing = nowhere();
    for (const user of [globex.owner.user, removed.user]) {
      const browser = await browserOf(user);
      const theirs = await at(browser, acme.names);
      const nobodys = await at(browser, missing);
      expect(theirs.status).toBe(route.startsWith("POST") ? 403 : 404);
      expect(told(theirs, acme.names)).toBe(told(nobodys, missing));
      expect(alike(theirs.cost, nobodys.cost)).toBe(true);
    }
  });
});

describe("user enumeration by time: what is somebody else's is refused at the cost of what is not there", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await browserOf(globex.owner.user, { email: "globex@example.com" });
    await visit("/account", browser);
  });

  const pair = async (ask: (which: string) => ReturnType<typeof visit>, one: string, other: string) => {
    const [theirs, nobodys] = [await ask(one), await ask(other)];
    expect(told(theirs, { one })).toBe(told(nobodys, { other }).replaceAll(other, one));
    expect(alike(theirs.cost, nobodys.cost)).toBe(true);
    return theirs.status;
  };

  test("an invitation for another address, and one that was used", async () => {
    const { invitations } = new AccountDb(env.ACCOUNT);
    const invite = (email?: string) =>
      invitations.create(
        {
          organisation: acme.organisation.id,
          role: "viewer",
          expiresAt: Date.now() + 7_200_000,
          ...(email && { email }),
        },
        { user: acme.owner.user },
      );
    const [addressed, used] = [await invite("somebody@example.com"), await invite()];
    await invitations.revoke(acme.organisation.id, used.id, { user: acme.owner.user });
    for (const { secret } of [addressed, used]) {
      expect(await pair((link) => visit(`/invitations/${link}`, browser), secret, mintToken("dpi_"))).toBe(404);
    }
  });

  test("an organisation or project that a client asks about", async () => {
    const { client_id } = await registerClient();
    const about = (path: string) =>
      visit(authorizeUrl({ clientId: client_id, resource: `${issuer}/mcp/${path}` }), browser);
    const { slug } = acme.organisation;
    expect(await pair((organisation) => about(`${organisation}/shop`), slug, `x${slug.slice(1)}`)).toBe(403);
    const { slug: own } = globex.organisation;
    expect(await pair((project) => about(`${own}/${project}`), "crowd-1", "crowd-x")).toBe(403);
  });

  test("a device code that was used, beside one that never was", async () => {
    const device = await json(postForm("/oauth/device_authorization", { client_id: "drift-cli", scope: "drift:read" }));
    const form = await formOf(await browser.send(`/device?user_code=${device.user_code}`));
    form.set("decision", "deny");
    expect((await browser.submit("/device", form)).status).toBe(200);
    expect(await pair((code) => visit(`/device?user_code=${code}`, browser), device.user_code, "BCDF-GHJK")).toBe(404);
  });

  test("and the counting sees what reading a crowd costs, so that its likeness means something", async () => {
    const { cost } = await ask(`GET ${o}/members`, acme.names, acme.owner.token);
    expect(cost.rows).toBeGreaterThan(300);
  });
});

test("authorising a call costs one call of the user's object and one statement, in a crowd, too", async () => {
  const { browser } = await signIn(acme.organisation);
  const asked = { clientId: "drift-cli", scope: "drift:read", resource: issuer };
  const { access_token } = await obtainTokens(browser, asked);
  const call = () => ask(`GET ${p}`, acme.names, access_token);
  // The first use is noted, which is a statement of its own.
  await call();
  const { status, cost } = await call();
  expect([status, cost.objects, cost.statements]).toEqual([200, 1, 1]);
  expect(cost.rows).toBeLessThan(20);
});
