/** What is different where the service is not on one's own machine: TLS, a host name, and no local sign-in. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { AccountDb } from "#db/account-db";
import { formOf } from "#harness/oauth";
import { product } from "#mcp/server";
import { createApp } from "../app.ts";

const host = "drift.example";
const origin = `https://${host}`;

function ask(path: string, init: RequestInit = {}, settings: Partial<Cloudflare.Env> = {}) {
  const request = new Request(origin + path, { redirect: "manual", ...init });
  request.headers.set("host", host);
  const bindings = { ...env, LOCAL_SIGN_IN: undefined, ALLOWED_HOSTS: host, ...settings } as never;
  return createApp(product).fetch(request, bindings, createExecutionContext());
}

test("the local sign-in is refused where others than this machine's browsers come, whatever is set", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const body = new URLSearchParams({ email: "mallory@x.test" });
  for (const hosts of [host, `localhost,${host}`]) {
    const settings = { LOCAL_SIGN_IN: "1", ALLOWED_HOSTS: hosts };
    const answer = await ask("/sign-in/local", { method: "POST", body }, settings);
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([500, null]);
  }
  expect(JSON.stringify(logged.mock.calls)).toContain("LOCAL_SIGN_IN is set where others");
  logged.mockRestore();
  expect((await ask("/sign-in/local", { method: "POST", body })).status).toBe(404);
});

test("the cookie is the host's alone, and goes over TLS alone", async () => {
  const claims = { issuer: "test", subject: crypto.randomUUID(), email: null, emailVerified: false, name: "Ada" };
  const { user } = await new AccountDb(env.ACCOUNT).identities.signIn(claims);
  const value = await env.USERS.getByName(user).startSession(claims, "test");
  // A name without the prefix could have been set by a subdomain.
  expect((await ask("/device", { headers: { cookie: `drift=${value}` } })).status).toBe(303);
  const headers = { cookie: `__Host-drift=${value}` };
  const page = await ask("/device", { headers });
  expect(page.status).toBe(200);
  const out = await ask("/sign-out", { method: "POST", headers: { ...headers, origin }, body: await formOf(page) });
  expect(out.headers.get("set-cookie")).toBe("__Host-drift=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure");
  expect((await ask("/device", { headers })).status).toBe(303);
});

test("the issuer is the configured origin, whatever name was asked for", async () => {
  const path = "/.well-known/oauth-protected-resource/mcp";
  expect(await (await ask(path)).json()).toMatchObject({ resource: `${origin}/mcp`, authorization_servers: [origin] });
  const settings = { ISSUER: "https://drift.acme.test" };
  expect(await (await ask(path, {}, settings)).json()).toMatchObject({ authorization_servers: [settings.ISSUER] });
  const refused = await ask("/mcp", { method: "POST" }, settings);
  expect(refused.headers.get("www-authenticate")).toContain(`resource_metadata="${settings.ISSUER}${path}"`);
});
