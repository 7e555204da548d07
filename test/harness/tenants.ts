/** Companies with one of everything that a path can name, and what it costs to ask for what is not one's own. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { type Scope, scopes } from "#contract/principal";
import { AccountDb } from "#db/account-db";
import { randomText } from "#db/tokens";
import { fileUnits, openOf } from "#durable/project/fixture";
import { Organisation, type Person } from "#harness/accounts";
import { type Cost, metered } from "#harness/metered";
import type { Browser } from "#harness/oauth";
import { fetchEdge } from "#harness/rpc";
import { product } from "#mcp/server";
import { createApp } from "#worker/app";

export const everything: Scope[] = [...scopes];
const app = createApp(product);
export const routes = [...new Set(app.routes.filter(({ method }) => method !== "ALL").map(toName))];
export const rest = routes.filter((route) => route.includes(" /v1/"));
export const pages = routes.filter((route) => route.includes(" /o/"));

function toName({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`;
}

export const o = "/v1/organisations/:organisation";
export const p = "/v1/projects/:organisation/:project";

/** Bodies that would be taken, where a route asks for one before it looks anything up. */
const bodies: Record<string, unknown> = {
  [`PATCH ${o}`]: { name: "Mine" },
  [`PATCH ${o}/members/:user`]: { role: "viewer" },
  [`POST ${o}/tokens`]: { kind: "push", name: "x" },
  [`PATCH ${p}`]: { keepDays: 1 },
  [`POST ${p}/trusts`]: { kind: "github", repository: "a/b" },
};

export type Names = Record<string, string>;

/** A company with one of everything that a path can name. */
export interface Tenant {
  organisation: Organisation;
  owner: Person;
  names: Names;
}

export async function tenant(name: string): Promise<Tenant> {
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
export const nowhere = (): Names => ({
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

export function pathOf(route: string, names: Names): string {
  return (route.split(" ")[1] ?? "").replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = names[name];
    if (value === undefined) throw new Error(`Say in this test what :${name} stands for`);
    return value;
  });
}

/** A request of this isolate, with what it costs. */
export async function measure(path: string, init: RequestInit) {
  const cost: Cost = { statements: 0, objects: 0, rows: 0 };
  const headers = new Headers(init.headers);
  headers.set("host", "localhost");
  const request = new Request(`http://localhost${path}`, { redirect: "manual", ...init, headers });
  const context = createExecutionContext();
  const response = await app.fetch(request, metered(cost), context);
  const text = await response.text();
  await waitOnExecutionContext(context);
  return { status: response.status, text, challenge: response.headers.get("www-authenticate"), cost };
}

/** Asks a route, as whoever has the token. */
export function ask(route: string, names: Names, token: string | undefined, body = bodies[route]) {
  const [method = ""] = route.split(" ");
  const sent = method === "GET" || method === "DELETE" ? {} : { body: JSON.stringify(body ?? {}) };
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return measure(pathOf(route, names), { method, headers, ...sent });
}

/** Asks for a page, or posts its form, as whoever sits at the browser. */
export function visit(path: string, browser?: Browser, form?: URLSearchParams) {
  const cookie = [...(browser?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { accept: "text/html", cookie, ...(form && { origin: "http://localhost" }) };
  return measure(path, { headers, ...(form && { method: "POST", body: form }) });
}

/** Makes an organisation one of many members, projects, tokens, grants and invitations: asking must not become dearer. */
export async function crowd({ organisation: { id }, owner }: Tenant, size = 300): Promise<void> {
  const numbers = JSON.stringify(Array.from({ length: size }, (_, at) => at));
  const each = (sql: string) => env.ACCOUNT.prepare(`${sql} from json_each(?1)`).bind(numbers, id, owner.user);
  await env.ACCOUNT.batch([
    each("insert into users (id, name, created_at) select 'usr_' || ?2 || key, 'x' || ?3, 0"),
    each("insert into memberships select ?2, 'usr_' || ?2 || key, case ?3 when '' then '' else 'viewer' end, 0"),
    each(`insert into projects (organisation, slug, shard, default_branch, source_mode, keep_snapshots, keep_days, created_at)
      select ?2, 'crowd-' || key, 'SHARD_1', 'main', 'none', 1, length(?3), 0`),
    each(`insert into tokens (id, hash, name, user, organisation, scopes, created_at, expires_at)
      select 'tok_' || ?2 || key, ?2 || key, 'x', ?3, ?2, '[]', 0, 8e15`),
    each(`insert into grants (id, user, organisation, client, client_name, scopes, created_at)
      select ?2 || key, ?3, ?2, 'c', 'C', '[]', 0`),
    each(`insert into invitations (id, hash, organisation, role, invited_by, created_at, expires_at, revoked_at)
      select 'inv_' || ?2 || key, ?2 || key, ?2, 'viewer', ?3, 0, 8e15, 1`),
  ]);
}

/** Rows by which requests of one cost may differ: look-ups by an index, of a name that it has and of one that it has not. */
const FEW = 10;

/** Whether two requests cost the same. That rows of many are read would show, in a crowd. */
export const alike = (one: Cost, other: Cost): boolean =>
  one.statements === other.statements && one.objects === other.objects && Math.abs(one.rows - other.rows) <= FEW;

/** An answer without what the caller has said, and without the request's own number. */
export function told({ status, text }: { status: number; text: string }, names: Names): string {
  const plain = text.replace(/"requestId":"[^"]*"|Request [0-9a-f-]{36}/, "");
  return `${status} ${Object.values(names).reduce((rest, name) => (name.length > 3 ? rest.replaceAll(name, "…") : rest), plain)}`;
}
