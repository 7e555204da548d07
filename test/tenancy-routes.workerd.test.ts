/**
 * No REST route and no page tells or does anything for somebody who may not.
 *
 * The cases run over the app's own table of routes: a route is in them by existing, and the tests fail until
 * `least` says which role it is for. What is somebody else's and what is not there must be one answer, at one cost.
 */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, test } from "vitest";
import { type Role, roles, type Scope, scopes } from "#contract/principal";
import { AccountDb } from "#db/account-db";
import { randomText } from "#db/tokens";
import { fileUnits, openOf } from "#durable/project/fixture";
import { product } from "#mcp/server";
import { createApp } from "#worker/app";
import api from "../docs/api.md?raw";
import { Organisation, type Person } from "./harness/accounts.ts";
import { type Browser, browserOf } from "./harness/oauth.ts";
import { fetchEdge } from "./harness/rpc.ts";

const everything: Scope[] = [...scopes];
const app = createApp(product);
const routes = [...new Set(app.routes.filter(({ method }) => method !== "ALL").map(toName))];
const rest = routes.filter((route) => route.includes(" /v1/"));
const pages = routes.filter((route) => route.includes(" /o/"));

function toName({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`;
}

const o = "/v1/organisations/:organisation";
const p = "/v1/projects/:organisation/:project";

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

/** Bodies that would be taken, where a route asks for one before it looks anything up. */
const bodies: Record<string, unknown> = {
  [`PATCH ${o}`]: { name: "Mine" },
  [`PATCH ${o}/members/:user`]: { role: "viewer" },
  [`POST ${o}/tokens`]: { kind: "push", name: "x" },
  [`PATCH ${p}`]: { keepDays: 1 },
  [`POST ${p}/trusts`]: { kind: "github", repository: "a/b" },
};

type Names = Record<string, string>;

/** A company with one of everything that a path can name. */
interface Tenant {
  organisation: Organisation;
  owner: Person;
  names: Names;
}

async function tenant(name: string): Promise<Tenant> {
  const organisation = await Organisation.create(name);
  const owner = await organisation.member("owner", { role: "owner", scopes: everything });
  const other = await organisation.member("other");
  const project = await organisation.project("shop");
  const account = new AccountDb(env.ACCOUNT);
  const by = { user: owner.user };
  const expiresAt = Date.now() + 86_400_000;
  const { id: invitation } = await account.invitations.create(
    { organisation: organisation.id, role: "viewer", expiresAt },
    by,
  );
  const [row] = await account.tokens.list(organisation.id, other.user);
  const grant = randomText(16);
  const client = { client: "c", clientName: "Client", scopes: ["drift:read" as const] };
  await account.grants.add({ id: grant, user: other.user, organisation: organisation.id, ...client }, by);
  const trust = await account.trusts.create(
    project,
    { kind: "github", issuer: "https://ci.example", repository: "a/b", ref: "refs/heads/main", environment: null },
    by,
  );
  const opened = await fetchEdge(
    `/v1/projects/${organisation.slug}/shop/pushes`,
    { method: "POST", body: JSON.stringify(await openOf(await fileUnits(1))) },
    owner.token,
  );
  const { push } = (await opened.json()) as { push: string };
  const names = {
    ...{ organisation: organisation.slug, project: "shop", branch: "main", push, number: "0" },
    ...{
      user: other.user,
      invitation,
      token: row?.id ?? "",
      grant,
      trust: trust.id,
      deletion: `del_${randomText(22)}`,
    },
  };
  return { organisation, owner, names };
}

/** Names of the same shape that lead nowhere. */
const nowhere = (): Names => ({
  ...{
    organisation: `no-${crypto.randomUUID().slice(0, 8)}`,
    project: "nothing-of-that-name",
    branch: "main",
    number: "0",
  },
  ...{ user: `usr_${randomText(16)}`, invitation: `inv_${randomText(16)}`, token: `tok_${randomText(16)}` },
  ...{ grant: randomText(16), trust: `tru_${randomText(16)}`, deletion: `del_${randomText(22)}` },
  push: `p999999999-${randomText(22)}`,
});

function pathOf(route: string, names: Names): string {
  return (route.split(" ")[1] ?? "").replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = names[name];
    if (value === undefined) throw new Error(`Say in this test what :${name} stands for`);
    return value;
  });
}

/** Requests of this isolate, with what they cost: statements and calls of objects. */
async function ask(route: string, names: Names, token: string | undefined, body = bodies[route]) {
  const cost = { statements: 0, objects: 0 };
  const [method = ""] = route.split(" ");
  const headers = { host: "localhost", ...(token && { authorization: `Bearer ${token}` }) };
  const sent = method === "GET" || method === "DELETE" ? {} : { body: JSON.stringify(body ?? {}) };
  const request = new Request(`http://localhost${pathOf(route, names)}`, { method, headers, ...sent });
  const context = createExecutionContext();
  const response = await app.fetch(request, counted(cost), context);
  const text = await response.text();
  await waitOnExecutionContext(context);
  return { status: response.status, text, challenge: response.headers.get("www-authenticate"), cost };
}

function counted(cost: { statements: number; objects: number }): Cloudflare.Env {
  const watch = <T extends object>(target: T, method: string, count: () => void): T =>
    new Proxy(target, {
      get(on, name) {
        const value = Reflect.get(on, name);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          if (name === method) count();
          return value.apply(on, args);
        };
      },
    });
  const object = () => {
    cost.objects += 1;
  };
  return {
    ...env,
    ACCOUNT: watch(env.ACCOUNT, "prepare", () => {
      cost.statements += 1;
    }),
    PROJECTS: watch(env.PROJECTS, "getByName", object),
    HUBS: watch(env.HUBS, "getByName", object),
    USERS: watch(env.USERS, "getByName", object),
  };
}

/** An answer without what the caller has said, and without the request's own number. */
function told({ status, text }: { status: number; text: string }, names: Names): string {
  const plain = text.replace(/"requestId":"[^"]*"|Request [0-9a-f-]{36}/, "");
  return `${status} ${Object.values(names).reduce((rest, name) => (name.length > 3 ? rest.replaceAll(name, "…") : rest), plain)}`;
}

let acme: Tenant;
let globex: Tenant;
beforeAll(async () => {
  [acme, globex] = await Promise.all([tenant("acme"), tenant("globex")]);
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
    expect(theirs.cost).toEqual(nobodys.cost);
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
    expect(one.cost).toEqual(other.cost);
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
  expect(theirs).toMatchObject({ status: 404, cost: nobodys.cost });
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
  const visit = async (browser: Browser | undefined, names: Names) => {
    const [method = ""] = route.split(" ");
    const init = { method, ...(method === "POST" && { body: new URLSearchParams() }) };
    const response = browser
      ? await browser.send(pathOf(route, names), init)
      : await fetchEdge(pathOf(route, names), { ...init, redirect: "manual", headers: { accept: "text/html" } });
    return { status: response.status, text: await response.text() };
  };

  test("sends who is not signed in to sign in", async () => {
    expect((await visit(undefined, acme.names)).status).toBe(303);
  });

  test("is not there for somebody of another organisation, or removed from it; a form without its token is refused", async () => {
    const removed = await acme.organisation.member("gone", { role: "owner" });
    await new AccountDb(env.ACCOUNT).members.remove(acme.organisation.id, removed.user, { user: null });
    const missing = nowhere();
    for (const user of [globex.owner.user, removed.user]) {
      const browser = await browserOf(user);
      const theirs = await visit(browser, acme.names);
      const nobodys = await visit(browser, missing);
      expect(theirs.status).toBe(route.startsWith("POST") ? 403 : 404);
      expect(told(theirs, acme.names)).toBe(told(nobodys, missing));
    }
  });
});
