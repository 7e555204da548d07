/** What the command line's own sign-in may do for its person, whatever their role. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { scopes } from "#contract/principal";
import { AccountDb } from "#db/account-db";
import { randomText } from "#db/tokens";
import { Organisation, type Person } from "#harness/accounts";
import { type Ask, issuer, obtainTokens, registerClient, signIn } from "#harness/oauth";
import { fetchEdge } from "#harness/rpc";

let acme: Organisation;
let owner: Person;
let member: Person;
let base: string;

beforeEach(async () => {
  acme = await Organisation.create("acme");
  owner = await acme.member("Olga", { role: "owner", scopes: [...scopes] });
  member = await acme.member("Mia");
  base = `/v1/organisations/${acme.slug}`;
});

async function request(by: Person, method: string, path: string, body?: unknown) {
  const response = await fetchEdge(
    path,
    { method, ...(body !== undefined && { body: JSON.stringify(body) }) },
    by.token,
  );
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

test("tokens of their own are made, listed and ended by every member at the command line, and at no other client", async () => {
  const { browser, user } = await signIn(acme, "viewer");
  const at = async (ask: Ask): Promise<Person> => ({ user, token: (await obtainTokens(browser, ask)).access_token });
  const scope = "drift:read drift:write drift:push drift:admin";
  const own = await at({ clientId: "drift-cli", scope, resource: issuer });
  const { body: others } = await request(owner, "POST", `${base}/tokens`, { kind: "push", name: "ci" });
  const made = await request(own, "POST", `${base}/tokens`, { kind: "personal", name: "mine" });
  expect(made).toMatchObject({ status: 201, body: { scopes: ["drift:read"], token: expect.stringMatching(/^dpa_/) } });
  expect((await request(own, "POST", `${base}/tokens`, { kind: "push", name: "x" })).body.code).toBe("ROLE_REQUIRED");
  const more = { kind: "personal", name: "x", scopes: ["drift:write"] };
  expect((await request(own, "POST", `${base}/tokens`, more)).body.code).toBe("SCOPE_REQUIRED");
  const ids = async (by: Person, what: string) =>
    (await request(by, "GET", `${base}/${what}`)).body[what].map(({ id }: { id: string }) => id);
  const listed = await ids(own, "tokens");
  expect([listed.includes(made.body.id), listed.includes(others.id)]).toEqual([true, false]);
  expect((await request(own, "DELETE", `${base}/tokens/${others.id}`)).status).toBe(404);
  expect((await request(own, "DELETE", `${base}/tokens/${made.body.id}`)).status).toBe(204);

  const { client_id: clientId } = await registerClient();
  const agent = await at({ clientId, resource: `${issuer}/mcp`, scope });
  expect((await request(agent, "POST", `${base}/tokens`, { kind: "personal", name: "x" })).status).toBe(401);
  const mine = (await ids(own, "grants")) as string[];
  expect(mine).toHaveLength(2);
  const { grants } = new AccountDb(env.ACCOUNT);
  const foreign = { id: randomText(16), client: "c", clientName: "C", scopes: ["drift:read" as const] };
  await grants.add({ ...foreign, user: member.user, organisation: acme.id }, { user: member.user });
  expect((await request(own, "DELETE", `${base}/grants/${foreign.id}`)).status).toBe(404);
  for (const id of mine.reverse()) await request(own, "DELETE", `${base}/grants/${id}`);
  expect((await request(own, "GET", `${base}/grants`)).status).toBe(401);
});

test("tokens are not made by a sign-in that was limited to projects, or that was not given what they hold", async () => {
  const shop = await acme.project("shop");
  const { browser, user } = await signIn(acme, "admin");
  const own = { clientId: "drift-cli", scope: "drift:read", resource: issuer };
  const narrow = { user, token: (await obtainTokens(browser, own)).access_token };
  expect((await request(narrow, "POST", `${base}/tokens`, { kind: "push", name: "x" })).body.code).toBe(
    "SCOPE_REQUIRED",
  );
  const { body } = await request(narrow, "POST", `${base}/tokens`, { kind: "personal", name: "x" });
  expect(body.scopes).toEqual(["drift:read"]);
  const limit = env.ACCOUNT.prepare("update grants set projects = ? where user = ?");
  await limit.bind(JSON.stringify([shop.id]), user).run();
  for (const [method, what] of [
    ["GET", "tokens"],
    ["POST", "tokens"],
    ["GET", "grants"],
  ] as const) {
    const asked = method === "POST" ? { kind: "personal", name: "x" } : undefined;
    expect((await request(narrow, method, `${base}/${what}`, asked)).body.code).toBe("SCOPE_REQUIRED");
  }
});

test("a viewer leaves by the command line, and not by a token that may only read", async () => {
  const { browser, user } = await signIn(acme, "viewer");
  const reader = await acme.member("Ron", { role: "viewer", scopes: ["drift:read"] });
  const asked = { clientId: "drift-cli", scope: "drift:read", resource: issuer };
  const own = { user, token: (await obtainTokens(browser, asked)).access_token };
  expect((await request(reader, "POST", `${base}/leave`)).body.code).toBe("SCOPE_REQUIRED");
  expect((await request(own, "GET", base)).status).toBe(200);
  expect((await request(own, "POST", `${base}/leave`)).status).toBe(204);
  expect((await request(own, "GET", base)).status).toBe(401);
});
