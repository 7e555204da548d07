import { beforeAll, expect, test } from "vitest";
import { Organisation } from "#harness/accounts";
import { obtainTokens, signIn } from "#harness/oauth";
import { fetchEdge } from "#harness/rpc";

let acme: Organisation;
beforeAll(async () => {
  acme = await Organisation.create("acme");
});

async function whoami(token: string | undefined) {
  const response = await fetchEdge("/v1/whoami", {}, token);
  // biome-ignore lint/suspicious/noExplicitAny: whatever the service answers
  return { status: response.status, body: (await response.json()) as any };
}

test("a personal token, whatever its scope, is told whose it is and what it may do", async () => {
  const shop = await acme.project("shop");
  await acme.project("other");
  const { user, token } = await acme.member("Ada", { role: "admin", scopes: ["drift:push"], projects: [shop.id] });
  const { status, body } = await whoami(token);
  expect([status, { ...body, expiresAt: "" }]).toEqual([
    200,
    {
      kind: "user",
      user: { id: user, name: "Ada", email: null },
      organisation: { id: acme.id, slug: acme.slug, name: "acme" },
      role: "admin",
      scopes: ["drift:push"],
      projects: [`${acme.slug}/shop`],
      expiresAt: "",
    },
  ]);
  expect(Date.parse(body.expiresAt)).toBeGreaterThan(Date.now());
});

test("the command line's own token for the whole service is told the same", async () => {
  const { user, browser } = await signIn(acme, "owner");
  const scope = "drift:read drift:push drift:admin";
  const ask = { clientId: "drift-cli", resource: "http://localhost", scope };
  const { access_token: token } = await obtainTokens(browser, ask);
  const { body } = await whoami(token);
  expect(body).toMatchObject({ kind: "user", user: { id: user }, role: "owner", projects: null });
  expect(body.scopes.toSorted()).toEqual(["drift:admin", "drift:push", "drift:read"]);
});

test("a token for the MCP server alone, none, and one of a removed member learn nothing", async () => {
  const { user, browser } = await signIn(acme);
  const { access_token: mcp } = await obtainTokens(browser, { clientId: "drift-cli" });
  const { user: left, token } = await acme.member("Bob");
  await acme.dismiss(left);
  expect(user).not.toBe(left);
  for (const one of [mcp, token, undefined, "dpa_wrong"]) {
    const { status, body } = await whoami(one);
    expect([status, body.code]).toEqual([401, "UNAUTHENTICATED"]);
  }
});
