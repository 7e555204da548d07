/** Device authorization (RFC 8628). */
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { Organisation } from "#harness/accounts";
import { type Browser, formOf, issuer, type Json, json, postForm, refresh, signIn } from "#harness/oauth";
import { modern } from "#harness/rpc";
import { DEVICE_GRANT } from "#oauth/device/codes";

let acme: Organisation;
beforeAll(async () => {
  acme = await Organisation.create("acme");
});
afterEach(() => {
  vi.useRealTimers();
});

const wait = (seconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });

const start = (extra: Record<string, string> = {}): Promise<Json> =>
  json(postForm("/oauth/device_authorization", { client_id: "drift-cli", scope: "drift:read drift:write", ...extra }));

const poll = (device_code: string, client_id = "drift-cli"): Promise<Json> =>
  json(postForm("/oauth/token", { grant_type: DEVICE_GRANT, device_code, client_id }));

async function decide(browser: Browser, link: string, decision: "allow" | "deny", drop?: string) {
  const form = await formOf(await browser.send(link.slice(issuer.length)));
  const scopes = form.getAll("scope").filter((scope) => scope !== drop);
  form.delete("scope");
  for (const scope of scopes) form.append("scope", scope);
  form.set("decision", decision);
  return browser.submit("/device", form);
}

test("a device waits, is approved, and gets tokens that live like any other", async () => {
  const { browser } = await signIn(acme);
  const device = await start();
  expect(device.user_code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/);
  expect(await poll(device.device_code)).toEqual({ error: "authorization_pending" });
  expect((await decide(browser, device.verification_uri_complete, "allow")).status).toBe(200);

  wait(5);
  const tokens = await poll(device.device_code);
  expect(tokens).toMatchObject({
    token_type: "bearer",
    scope: "drift:read drift:write",
    resource: `${issuer}/mcp`,
  });
  expect((await modern(tokens.access_token, "tools/list")).status).toBe(200);
  const next = await json(refresh("drift-cli", tokens.refresh_token));
  expect((await modern(next.access_token, "tools/list")).status).toBe(200);

  wait(10);
  expect(await poll(device.device_code)).toEqual({ error: "expired_token" });
});

test("polling too fast slows the device down for good", async () => {
  const device = await start();
  expect((await poll(device.device_code)).error).toBe("authorization_pending");
  expect((await poll(device.device_code)).error).toBe("slow_down");
  wait(6);
  expect((await poll(device.device_code)).error).toBe("slow_down");
  wait(16);
  expect((await poll(device.device_code)).error).toBe("authorization_pending");
});

test("two polls at the moment of approval give one pair of tokens", async () => {
  const { browser } = await signIn(acme);
  const device = await start();
  await decide(browser, device.verification_uri_complete, "allow");
  const answers = await Promise.all([poll(device.device_code), poll(device.device_code)]);
  expect(answers.filter((answer) => answer.access_token)).toHaveLength(1);
});

test("denied, expired, another client's and unknown codes are told apart as the standard says", async () => {
  const { browser } = await signIn(acme);
  const denied = await start();
  await decide(browser, denied.verification_uri_complete, "deny");
  expect(await poll(denied.device_code)).toEqual({ error: "access_denied" });

  const other = await start();
  expect(await poll(other.device_code, "someone-else")).toEqual({ error: "invalid_grant" });
  wait(601);
  expect(await poll(other.device_code)).toEqual({ error: "expired_token" });
  expect((await browser.send(`/device?user_code=${other.user_code}`)).status).toBe(404);
});

test("a scope that was not ticked is not given", async () => {
  const { browser } = await signIn(acme);
  const device = await start();
  await decide(browser, device.verification_uri_complete, "allow", "drift:write");
  expect((await poll(device.device_code)).scope).toBe("drift:read");
});

test("a typed code leads to the question, in any spelling", async () => {
  const { browser } = await signIn(acme);
  const device = await start();
  const form = await formOf(await browser.send("/device"));
  form.set("user_code", ` ${device.user_code.toLowerCase().replace("-", " ")} `);
  const question = await browser.submit("/device", form);
  expect(question.status).toBe(200);
  expect((await formOf(question)).getAll("scope")).toEqual(["drift:read", "drift:write"]);
});

test("the service's own client may ask for everything at once", async () => {
  const { browser } = await signIn(acme, "admin");
  const device = await start({ scope: "drift:read drift:push", resource: issuer });
  await decide(browser, device.verification_uri_complete, "allow");
  expect(await poll(device.device_code)).toMatchObject({ scope: "drift:read drift:push", resource: issuer });
});

test("unknown clients and foreign resources get no code", async () => {
  expect((await start({ client_id: "nobody" })).error).toBe("invalid_client");
  expect((await start({ resource: "https://elsewhere.example/mcp" })).error).toBe("invalid_target");
});
